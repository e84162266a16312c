"""Update the manifest of the data folder: each script changes only its own entries."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from site_builder.data.files import FOLDER, SCHEMA_VERSION, sha256_of
from site_builder.output.files import write_file

Content = dict[str, Any]


def begun(content: object, is_there: Mapping[str, bool]) -> Content:
    """Return a manifest to update: the existing content without sets of scripts that no longer exist.

    ``is_there`` has for each script whether it exists. Invalid content is replaced by an empty manifest.
    """
    if not isinstance(content, dict) or content.get("schema_version") != SCHEMA_VERSION:
        content = {}
    sets, inputs = content.get("sets"), content.get("inputs")
    sets = {name: entry for name, entry in (sets if isinstance(sets, dict) else {}).items() if isinstance(entry, dict)}
    inputs = [given for given in (inputs if isinstance(inputs, list) else []) if isinstance(given, dict)]
    gone = {script for script in scripts_of(inputs) if not is_there.get(script, False)}
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing"}},
        "schema_version": SCHEMA_VERSION,
        **without(content, "unfinished", gone),
        **without(content, "missing", {name for name, entry in sets.items() if entry.get("made_by") in gone}),
        "inputs": [given for given in inputs if given.get("of") not in gone],
        "sets": {name: entry for name, entry in sets.items() if entry.get("made_by") not in gone},
    }


def scripts_of(inputs: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the scripts of the inputs."""
    return list(dict.fromkeys(given["of"] for given in inputs if given.get("of")))


def with_sets(
    content: Content, script: str, sets: Mapping[str, Content], inputs: list[Content], made: Iterable[str]
) -> Content:
    """Return the manifest with sets of a running script; ``made`` has the names of all sets it has made so far."""
    earlier = [name for name, entry in content["sets"].items() if entry.get("made_by") == script]
    still = [name for name in earlier if name not in made]
    others = [name for name in content.get("missing", ()) if name not in {*earlier, *sets}]
    unfinished = [name for name in content.get("unfinished", ()) if name != script]
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing", "inputs", "sets"}},
        **({"unfinished": [*unfinished, script]} if script else listed("unfinished", unfinished)),
        **listed("missing", [*others, *(still if script else ())]),
        "inputs": with_inputs(content["inputs"], script, inputs),
        "sets": {**content["sets"], **sets},
    }


def finished(content: Content, script: str, inputs: list[Content], made: Iterable[str]) -> Content:
    """Return the manifest after a script has ended, without the sets that it no longer makes."""
    own = [name for name, entry in content["sets"].items() if entry.get("made_by") == script]
    left = {name for name in own if name not in made}
    sets: Content = {}
    for name, entry in content["sets"].items():  # group its own sets, in the order in which it makes them
        sets |= {each: content["sets"][each] for each in made if each in own} if name in own else {name: entry}
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing", "inputs", "sets"}},
        **without(content, "unfinished", {script}),
        **without(content, "missing", left),
        "inputs": with_inputs(content["inputs"], script, inputs),
        "sets": sets,
    }


def with_inputs(inputs: list[Content], script: str, own: list[Content]) -> list[Content]:
    """Return the inputs of all scripts, with the earlier ones of ``script`` replaced by ``own``."""
    return [*(given for given in inputs if not script or given.get("of") != script), *own]


def without(content: Mapping[str, Any], key: str, names: set[str]) -> Content:
    """Return the list under ``key`` without some names, as a mapping; empty if no name is left."""
    given = content.get(key)
    return listed(key, [name for name in given if name not in names] if isinstance(given, list) else [])


def listed(key: str, names: list[str]) -> Content:
    """Return a mapping of ``key`` to names; empty if there are none."""
    return {key: names} if names else {}


LOCK = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock a folder for this process; others wait. The system releases the lock if the process is killed."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("ab") as stream:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX)
        yield  # closing the file releases the lock


MANIFEST = f"{FOLDER}/manifest.json"


def read_content(project: Path) -> Content:
    """Read the manifest, without entries of scripts that no longer exist."""
    try:
        content = json.loads((project / MANIFEST).read_bytes())
        scripts = scripts_of(content["inputs"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        content, scripts = {}, []
    return begun(content, {script: (project / script).is_file() for script in scripts})


def write_content(project: Path, content: Content) -> None:
    """Write the manifest atomically."""
    write_file(project / MANIFEST, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode())


ENDINGS = (".arrow", ".parquet", ".csv", ".csv.gz")


def adopt_files(project: Path, command: str, names: Iterable[str]) -> None:
    """Add sets to the manifest that a command has written as files with their names; entries of others are kept."""
    with locked(project / FOLDER):
        content = read_content(project)
        made = {
            name: described(files[0], command)
            for name in names
            if content["sets"].get(name, {}).get("made_by", command) == command
            and (files := [file for end in ENDINGS if (file := project / FOLDER / f"{name}{end}").is_file()])
        }
        if made:
            write_content(project, {**content, "sets": {**content["sets"], **made}})


def described(file: Path, command: str) -> dict[str, Any]:
    """Return the manifest entry of a table of which only the file is known."""
    return {
        "file": file.name,
        "kind": "table",
        "sha256": sha256_of(file),
        "bytes": file.stat().st_size,
        "made_by": command,
    }
