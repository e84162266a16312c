"""Write the manifest and files of the data folder: each script changes its own entries."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from site_builder.data.files import FOLDER, SCHEMA_VERSION, sha256_of

Content = dict[str, Any]


def begun(content: object, is_there: Mapping[str, bool]) -> Content:
    """Return a manifest to add to: what was there, without sets of scripts that are gone.

    ``is_there`` tells of each script whether it is. What is no manifest of this form is begun again.
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
    """Return the scripts that declare inputs."""
    return list(dict.fromkeys(given["of"] for given in inputs if given.get("of")))


def with_sets(
    content: Content, script: str, sets: Mapping[str, Content], inputs: list[Content], made: Iterable[str]
) -> Content:
    """Return the manifest with sets of a script that runs; ``made`` names all that it has made until now."""
    former = [name for name, entry in content["sets"].items() if entry.get("made_by") == script]
    still = [name for name in former if name not in made]
    others = [name for name in content.get("missing", ()) if name not in {*former, *sets}]
    unfinished = [name for name in content.get("unfinished", ()) if name != script]
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing", "inputs", "sets"}},
        **({"unfinished": [*unfinished, script]} if script else listed("unfinished", unfinished)),
        **listed("missing", [*others, *(still if script else ())]),
        "inputs": with_inputs(content["inputs"], script, inputs),
        "sets": {**content["sets"], **sets},
    }


def finished(content: Content, script: str, inputs: list[Content], made: Iterable[str]) -> Content:
    """Return the manifest after a script has ended, without the sets that it makes no longer."""
    own = [name for name, entry in content["sets"].items() if entry.get("made_by") == script]
    left = {name for name in own if name not in made}
    sets: Content = {}
    for name, entry in content["sets"].items():  # its own stand together, in the order in which it makes them
        sets |= {each: content["sets"][each] for each in made if each in own} if name in own else {name: entry}
    return {
        **{key: value for key, value in content.items() if key not in {"unfinished", "missing", "inputs", "sets"}},
        **without(content, "unfinished", {script}),
        **without(content, "missing", left),
        "inputs": with_inputs(content["inputs"], script, inputs),
        "sets": sets,
    }


def with_inputs(inputs: list[Content], script: str, own: list[Content]) -> list[Content]:
    """Return the inputs of all scripts, with those of one in place of what it had."""
    return [*(given for given in inputs if not script or given.get("of") != script), *own]


def without(content: Mapping[str, Any], key: str, names: set[str]) -> Content:
    """Return a list of names without some; nothing if none is left."""
    given = content.get(key)
    return listed(key, [name for name in given if name not in names] if isinstance(given, list) else [])


def listed(key: str, names: list[str]) -> Content:
    """Return a list of names under its key, if there are any."""
    return {key: names} if names else {}


LOCK = ".lock"


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in its place in one step; one that holds just this content is left alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    beside.write_bytes(content)
    beside.replace(path)


def remove_file(path: Path) -> None:
    """Remove a file, if it is there."""
    path.unlink(missing_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a folder to this program; others that ask for the same wait. A program that is killed keeps nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("ab") as stream:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX)
        yield  # closing the file lets it go


MANIFEST = f"{FOLDER}/manifest.json"


def read_content(project: Path) -> Content:
    """Return the manifest as it is, without what scripts wrote that are gone."""
    try:
        content = json.loads((project / MANIFEST).read_bytes())
        scripts = scripts_of(content["inputs"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        content, scripts = {}, []
    return begun(content, {script: (project / script).is_file() for script in scripts})


def write_content(project: Path, content: Content) -> None:
    """Write the manifest in one step."""
    replace_file(project / MANIFEST, f"{json.dumps(content, indent=1, ensure_ascii=False)}\n".encode())


ENDINGS = (".arrow", ".parquet", ".csv", ".csv.gz")


def adopt_files(project: Path, command: str, names: Iterable[str]) -> None:
    """Enter into the manifest the sets that a command has made as files of their names; what says more of one stays."""
    with locked(project / FOLDER):
        content = read_content(project)
        made = {
            name: described(file, command)
            for name in names
            if content["sets"].get(name, {}).get("made_by", command) == command
            and (file := file_of(project, name)) is not None
        }
        if made:
            write_content(project, {**content, "sets": {**content["sets"], **made}})


def file_of(project: Path, name: str) -> Path | None:
    """Return the file of a data set that is called like it."""
    files = (project / FOLDER / f"{name}{ending}" for ending in ENDINGS)
    return next((file for file in files if file.is_file()), None)


def described(file: Path, command: str) -> dict[str, Any]:
    """Return the entry of a table of which no more is known than its file."""
    return {
        "file": file.name,
        "kind": "table",
        "sha256": sha256_of(file),
        "bytes": file.stat().st_size,
        "made_by": command,
    }
