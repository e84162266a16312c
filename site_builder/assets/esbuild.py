"""Run esbuild: bundles in, output files and readable errors out. It needs no Node."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.assets.packages import esbuild_program, find_engine
from site_builder.output.files import SCRATCH, scratch_folder
from site_builder.output.pictures import kind_of, without_notes
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import REFUSED, Mistake, Source, place_in, suggest
from site_builder.project_files import RefusedFileError, composed, content_files, require_inside
from site_builder.syntax.html import check_svg

TARGET = "es2022"
MESSAGE = re.compile(
    r"✘ \[ERROR\] (?P<text>.*?)(?: \[[\w@-]+\])?\n(?:\n {4}(?P<path>.+?):(?P<line>\d+):(?P<column>\d+):\n)?"
    r"(?:(?! *✘).*\n)*?(?:  Did you mean (?P<meant>.*?)(?: instead)?\?\n|(?= *✘)|\Z)"
)
MODULE = re.compile(r'Could not resolve "(?P<name>\.[^"]+)"')
PACKAGE = re.compile(r'Could not resolve "(?P<name>(?:@[\w.-]+/)?[\w-][\w.-]*)')


# The name under which sources import the files of a project: whatever its folder is called, esbuild finds them.
PROJECT = "site_builder/project"
# Before the hash of a picture or font that a style sheet names.
ASSET = "asset"
AWKWARD = re.compile(r"[^\w.-]+", re.ASCII)


@dataclass(frozen=True)
class Bundle:
    """What one run left: bytes by file name, and which inputs were used.

    ``entries`` names the output of each entry point, ``exports`` what that exports, ``made_from`` the source of each
    output that is fetched by itself: of entry points, and of what is imported on demand.
    """

    files: Mapping[str, bytes]
    entries: Mapping[str, str]
    exports: Mapping[str, tuple[str, ...]]
    made_from: Mapping[str, str]
    inputs: tuple[str, ...]


def import_of(path: Path, project: Path) -> str:
    """Return how a source imports a file of the project or of the builder."""
    return f"{PROJECT}/{path.relative_to(project).as_posix()}" if path.is_relative_to(project) else str(path)


def seen_from(project: Path, path: Path) -> str:
    """Return how an option names a file of the project or of the builder."""
    return f"./{path.relative_to(project).as_posix()}" if path.is_relative_to(project) else str(path)


def bundle_to_text(arguments: Sequence[str], source: str, project: Path, node_modules: Path) -> str:
    """Return the one output of a bundle whose entry point is the text ``source``."""
    return run_esbuild(arguments, source, project, node_modules)


def bundle_to_files(
    arguments: Sequence[str],
    entries: Mapping[str, Path],
    project: Path,
    node_modules: Path,
) -> Bundle:
    """Bundle named entry points; every output is named by its content, whatever folder the project is in.

    Parameters
    ----------
    arguments : sequence of str
        Options of esbuild, without those for names and places of outputs.
    entries : mapping
        Source file by entry name.
    """
    with scratch_folder() as scratch:
        run_esbuild(
            [
                *arguments,
                *(f"{name}={seen_from(project, path)}" for name, path in sorted(entries.items())),
                f"--outdir={scratch / 'out'}",
                f"--metafile={scratch / 'meta.json'}",
                "--entry-names=[name]-[hash]",
                "--chunk-names=[name]-[hash]",
                f"--asset-names={ASSET}-[hash]",
            ],
            "",
            project,
            node_modules,
        )
        described = json.loads((scratch / "meta.json").read_bytes())
        require_own_inputs(described["inputs"], project)
        outputs = {Path(path).name: told for path, told in described["outputs"].items()}
        out = scratch / "out"
        contents = {path.name: path.read_bytes() for path in sorted(out.iterdir())}
        contents |= published_pictures(contents, outputs)
    return rename_by_content(outputs, contents)


def rename_by_content(outputs: Mapping[str, Any], contents: Mapping[str, bytes]) -> Bundle:
    """Give each output a name made from its bytes and those of every file it reaches.

    The hashes of esbuild depend on the place of the sources; these do not, and they change when a file further down
    changes, so that a name can be cached for ever.
    """
    # Outputs name each other as files beside them; to look for that mark first is ten times as fast.
    any_name = re.compile(
        b"\\./(" + b"|".join(re.escape(name.encode()) for name in sorted(contents, key=len, reverse=True)) + b")"
    )
    bare = {name: hashlib.sha256(any_name.sub(b"./@", content)).hexdigest() for name, content in contents.items()}
    linked = {name: {match.decode() for match in any_name.findall(content)} for name, content in contents.items()}
    new_name = {}
    for name in contents:
        reached = closure(name, linked) - {name}
        digest = hashlib.sha256("".join([bare[name], *sorted(bare[other] for other in reached)]).encode()).hexdigest()
        new_name[name] = hashed_name(published_name(name, outputs), digest)
    names = {old.encode(): new.encode() for old, new in new_name.items()}
    outputs = {name: told for name, told in outputs.items() if name in contents or "entryPoint" not in told}
    entry_of = {plain_name(name).rpartition(".")[0]: name for name in outputs if "entryPoint" in outputs[name]}
    return Bundle(
        files={
            new_name[name]: any_name.sub(lambda found: b"./" + names[found[1]], contents[name]) for name in contents
        },
        entries={entry: new_name[name] for entry, name in entry_of.items()},
        exports={entry: tuple(outputs[name].get("exports", ())) for entry, name in entry_of.items()},
        made_from={new_name[name]: told["entryPoint"] for name, told in outputs.items() if "entryPoint" in told},
        inputs=tuple(sorted({source for described in outputs.values() for source in described["inputs"]})),
    )


def published_name(name: str, outputs: Mapping[str, Any]) -> str:
    """Return the name of an output without a hash; that of a picture or font is its source's, in plain letters."""
    if not name.startswith(f"{ASSET}-"):
        return plain_name(name)
    return AWKWARD.sub("-", composed(Path(next(iter(outputs[name]["inputs"]))).name))


def published_pictures(contents: Mapping[str, bytes], outputs: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the pictures that style sheets name as they are published; refuse what no picture may hold.

    Raises
    ------
    SiteError
        For SVG with scripts, and for damaged pictures.
    """
    pictures, problems = dict[str, bytes](), list[Problem]()
    for name, content in contents.items():
        kind = kind_of(content)
        if name.startswith(f"{ASSET}-") and (kind or name.endswith(".svg")):
            source = next(iter(outputs[name]["inputs"]))
            try:
                if not kind:
                    check_svg(content, source)
                pictures[name] = without_notes(content, kind) if kind else content
            except Mistake as mistake:
                problems.append(Source(source, "").mistake(mistake, None))
            except (OSError, SyntaxError) as error:
                problems.append(Problem(source, 0, 0, "image", f"the picture is damaged: {error}", "export it again"))
    if problems:
        raise SiteError(problems)
    return pictures


def require_own_inputs(inputs: Mapping[str, Any], project: Path) -> None:
    """Refuse sources from outside the project, but for the builder's own and those of packages.

    Raises
    ------
    SiteError
        With each import of such a file, at its place.
    """
    trusted = [Path(os.path.realpath(folder)) for folder in (find_engine() / "static", tempfile.gettempdir())]
    problems = []
    for importer, told in inputs.items():
        for found in told["imports"]:
            path = os.path.realpath(project / found["path"])
            is_file = found["path"] in inputs and not found["path"].startswith(("data:", "<", "(disabled)"))
            if not is_file or f"{os.sep}node_modules{os.sep}" in path or Path(path).is_relative_to(trusted[0]):
                continue
            scratch = Path(path).relative_to(trusted[1]).parts if Path(path).is_relative_to(trusted[1]) else ("",)
            if scratch[0].startswith(SCRATCH):
                continue
            try:
                require_inside(project, Path(os.path.normpath(project / found["path"])), found["original"])
            except RefusedFileError as refused:
                source = read_source(project, importer)
                place = place_in(source.text, max(0, source.text.find(found["original"])))
                length = len(found["original"])
                problems.append(
                    source.problem(REFUSED, refused.message, place, length=length, suggestion=refused.remedy)
                )
    if problems:
        raise SiteError(set(problems))


def plain_name(name: str) -> str:
    """Return the name of an output without the hash of esbuild."""
    return re.sub(r"-[0-9A-Z]{8}(\.\w+)$", r"\1", name)


def hashed_name(name: str, digest: str) -> str:
    """Return ``name`` with the first ten digits of a hash before its last suffix."""
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}-{digest[:10]}{dot}{suffix}"


def closure(start: str, linked: Mapping[str, set[str]]) -> set[str]:
    """Return ``start`` and everything that can be reached from it."""
    reached, waiting = {start}, [start]
    while waiting:
        for name in linked[waiting.pop()] - reached:
            reached.add(name)
            waiting.append(name)
    return reached


def run_esbuild(arguments: Sequence[str], source: str, project: Path, node_modules: Path) -> str:
    """Run esbuild in the project's folder and return what it prints.

    Raises
    ------
    SiteError
        With one problem for each error, at its file, line and column.
    """
    done = subprocess.run(
        [
            str(esbuild_program(node_modules)),
            *arguments,
            f"--alias:{PROJECT}=.",
            "--log-level=error",
            "--log-limit=0",
            "--color=false",
        ],
        input=source,
        cwd=project,
        env={**os.environ, "NODE_PATH": str(node_modules)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    if done.returncode != 0:
        raise SiteError(problems_of(done.stderr, project))
    return done.stdout


def problems_of(output: str, project: Path) -> list[Problem]:
    """Return the errors that esbuild printed."""
    problems = []
    for found in MESSAGE.finditer(output):
        path, line, column = found["path"] or "static", int(found["line"] or 0), int(found["column"] or -1) + 1
        source = read_source(project, path).line(line)
        suggestion = suggestion_for(found["text"], found["meant"] or "", project / path)
        problems.append(Problem(path, line, column, "bundle", found["text"], suggestion, source))
    return problems or [Problem("static", 0, 0, "bundle", f"esbuild failed: {output.strip()}")]


def suggestion_for(text: str, meant: str, path: Path) -> str:
    """Return what may help: the name that was meant, or where a missing package comes from."""
    package, module = PACKAGE.match(text), MODULE.match(text)
    if module is not None:
        wanted = path.parent / module["name"]
        beside = [other.name for other in content_files(wanted.parent, "*")]
        if any(composed(name) == composed(wanted.name) for name in beside):
            return "retype the name: its accents, or those of the import, are separate characters (NFD)"
        return suggest(wanted.name, beside, f"files in {posixpath.dirname(module['name'])}")
    if package is not None and path.suffix == ".js":
        return f"if it is a package, run `npm install {package['name']}` in the project's folder"
    # "Did you mean to import x instead?", or "Did you mean x instead?".
    return meant.removeprefix("to ") if meant.startswith("to ") else f"write {meant}" if meant else ""


def read_source(project: Path, path: str) -> Source:
    """Return a source that esbuild names; empty if it cannot be read."""
    try:
        return Source(path, (project / path).read_text(encoding="utf-8-sig", errors="replace"))
    except OSError:
        return Source(path, "")
