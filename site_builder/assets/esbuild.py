"""Run esbuild: bundles in, output files and readable errors out. It needs no Node."""

from __future__ import annotations

import hashlib
import json
import os
import posixpath
import re
import subprocess
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, product
from pathlib import Path
from string import ascii_letters
from typing import Any

from site_builder.assets.packages import esbuild_program, find_engine
from site_builder.output.files import SCRATCH, scratch_folder
from site_builder.output.pictures import kind_of, without_notes
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import REFUSED, Mistake, Source, did_you_mean, place_in
from site_builder.project_files import RefusedFileError, composed, content_files, require_inside
from site_builder.syntax.svg import check_svg

IMPORT = re.compile(r'import(?:\{(?P<names>[^}]*)\}from)?"\./(?P<file>[^"]+)";')
ON_DEMAND = re.compile(r'\bimport\("\./([^"]+)"\)')
ALL = "*"

Outputs = Mapping[str, Mapping[str, Any]]
"""By file name what esbuild's metafile says of it."""


def together(
    outputs: Outputs,
    roots: Sequence[str],
    everywhere: str,
    workers: Sequence[str] = (),
    joined: Collection[str] | None = None,
) -> list[list[str]]:
    """Return groups of two or more files, each of which is loaded whole or not at all, in the order of loading.

    ``roots`` are the files that pages name, ``everywhere`` is the one of them that every page names. ``workers`` run
    without a page: what they load may hold nothing that asks for one. Where it is known which parts that are fetched on
    demand are ``joined`` to who asks for them, what roots and the other parts alone load is joined to these, too.
    """
    worked = {worker: reach(worker, outputs, ()) for worker in workers}
    entries = [name for name, told in outputs.items() if "entryPoint" in told]
    parts = () if joined is None else joined
    apart = [name for name in entries if joined is not None and name not in (*roots, *workers, *parts)]
    begun = [everywhere, *(name for name in (*roots, *apart) if name != everywhere)]
    loaded: dict[str, list[str]] = {}
    for begin in begun:
        for name in reach(begin, outputs, parts):
            loaded.setdefault(name, []).append(begin)
    first = {part: before(part, outputs, loaded, roots) for part in apart}
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, by in loaded.items():
        if name not in entries or joined is not None:
            needed = [everywhere] if everywhere in by else [one for one in by if first.get(one) not in by]
            needed += [worker for worker, found in worked.items() if name in found]
            groups.setdefault(tuple(needed), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def before(part: str, outputs: Outputs, loaded: Mapping[str, Sequence[str]], roots: Collection[str]) -> str | None:
    """Return the one of the roots that is always loaded before a part that is fetched on demand, if one is."""
    found, waiting = set[str](), [part]
    asked = {part}
    while waiting:
        wanted = waiting.pop()
        for name, told in outputs.items():
            if any(Path(one["path"]).name == wanted and one["kind"] == "dynamic-import" for one in told["imports"]):
                new = set(loaded.get(name, ())) - asked
                found |= new & set(roots)
                asked |= new
                waiting.extend(new - set(roots))
    return found.pop() if len(found) == 1 else None


def reach(root: str, outputs: Outputs, joined: Collection[str]) -> Iterable[str]:
    """Return a file and all that it imports at once, as they are met; what is ``joined`` to it counts as that."""
    found, waiting = {root: None}, [root]
    while waiting:
        for imported in outputs[waiting.pop(0)]["imports"]:
            name = Path(imported["path"]).name
            is_at_once = imported["kind"] == "import-statement" or name in joined
            if is_at_once and name in outputs and name not in found:
                found[name] = None
                waiting.append(name)
    return found


def merge_chunks(
    contents: Mapping[str, bytes],
    groups: Iterable[Sequence[str]],
    bundle: Callable[[Mapping[str, str], Mapping[str, str], Sequence[str]], Mapping[str, bytes]],
    roots: Collection[str] = (),
) -> dict[str, bytes]:
    """Return the files with each group of them as one, which has the name of a root that is among them.

    Parameters
    ----------
    contents : mapping
        Bytes of each file.
    groups : iterable
        Disjoint groups of files, at most one root in each.
    bundle : callable
        Bundles modules, given by name, without splitting: returns the files that are asked for, made from the modules
        named beside them. Files of the names that come last are left to be imported.
    roots : collection
        The files whose names stay: all that they export is exported again.
    """
    merged = {f"chunk-{number:08}.js": group for number, group in enumerate(groups)}
    if not merged:
        return dict(contents)
    place = {name: file for file, group in merged.items() for name in group}
    given = {name: text.decode() for name, text in contents.items()}
    moved = {name: file for name, file in place.items() if name not in roots}
    asked = {pair for name, text in given.items() for pair in asked_elsewhere(text, place, moved, place.get(name))}
    short = dict[tuple[str, str], str]()
    texts, wholes, named = dict[str, str](), dict[str, str](), dict[str, str]()
    for file, group in merged.items():
        wholes[file] = f"whole-{file}"
        lines = [f'import "./{name}";' for name in group]
        for root in set(group) & set(roots):
            named[file] = root
            lines.append(f'export * from "./{root}";')
        letters = ("".join(letters) for length in count(1) for letters in product(ascii_letters, repeat=length))
        for name, export in sorted(pair for pair in asked if pair[0] in group):
            short[name, export] = next(letters)
            what = f"* as {short[name, export]}" if export == ALL else f"{{{export} as {short[name, export]}}}"
            lines.append(f'export {what} from "./{name}";')
        texts[wholes[file]] = "\n".join(lines)
    texts |= {name: redirected(text, place, moved, short, place.get(name)) for name, text in given.items()}
    kept = {name: texts[name].encode() for name in contents if name not in place}
    made = kept | dict(bundle(texts, wholes, [*kept, *merged]))
    for file, root in named.items():
        made[root] = made.pop(file)
        made = {name: content.replace(f"./{file}".encode(), f"./{root}".encode()) for name, content in made.items()}
    return made


def asked_elsewhere(
    text: str, place: Mapping[str, str], moved: Mapping[str, str], own: str | None
) -> Iterator[tuple[str, str]]:
    """Return what a module asks of files that are merged without it, by their names; of a part on demand all."""
    for found in IMPORT.finditer(text):
        if place.get(found["file"]) not in (None, own):
            yield from ((found["file"], pair.partition(" as ")[0]) for pair in names_in(found))
    yield from ((name, ALL) for name in ON_DEMAND.findall(text) if name in moved)


def redirected(
    text: str,
    place: Mapping[str, str],
    moved: Mapping[str, str],
    short: Mapping[tuple[str, str], str],
    own: str | None,
) -> str:
    """Return a module that imports from merged files what came from their parts; in one of them it stays as it is.

    ``moved`` tells where the files are whose names do not stay.
    """
    wanted: dict[str, list[str]] = {}

    def leave(found: re.Match[str]) -> str:
        name = found["file"]
        file = place.get(name)
        if file is None or file == own:
            return found[0]
        pairs = (pair.partition(" as ") for pair in names_in(found))
        names = (f"{short[name, export]} as {local or export}" for export, _, local in pairs)
        wanted.setdefault(file, []).extend(names)
        return ""

    def ask(found: re.Match[str]) -> str:
        file = moved.get(found[1])
        return found[0] if file is None else f'import("./{file}").then(a=>a.{short[found[1], ALL]})'

    left = ON_DEMAND.sub(ask, IMPORT.sub(leave, text))
    lines = [f'import{{{",".join(names)}}}from"./{file}";' for file, names in wanted.items()]
    return "".join(lines).replace("{}from", "") + left


def names_in(found: re.Match[str]) -> list[str]:
    """Return what an import takes: names, each with the one that it has here."""
    return [pair for pair in (found["names"] or "").split(",") if pair]


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


@dataclass(frozen=True)
class Joined:
    """Which parts that are fetched on demand come with who asks for them: those of at most so many bytes.

    ``apart`` are the ends of the sources of those that do not.
    """

    most: int
    apart: tuple[str, ...] = ()

    def of(self, outputs: Outputs, contents: Mapping[str, bytes], others: Collection[str]) -> frozenset[str]:
        """Return their files, of all but the others."""
        sources = {name: told["entryPoint"] for name, told in outputs.items() if "entryPoint" in told}
        return frozenset(
            name
            for name, source in sources.items()
            if name not in others and len(contents[name]) <= self.most and not source.endswith(self.apart)
        )


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
    everywhere: str = "",
    joined: Joined | None = None,
) -> Bundle:
    """Bundle named entry points; every output is named by its content, whatever folder the project is in.

    Parameters
    ----------
    arguments : sequence of str
        Options of esbuild, without those for names and places of outputs.
    entries : mapping
        Source file by entry name.
    everywhere : str, optional
        The entry that all pages load, where there are several that share code.
    joined : Joined, optional
        Which parts that are fetched on demand come with who asks for them.
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
        roots = {plain_name(name).rpartition(".")[0]: name for name in outputs}
        named = [roots[name] for name in sorted(entries)]
        # A module that tells its own address is one for a worker.
        workers = [name for name in outputs if "entryPoint" in outputs[name] and b"=import.meta.url" in contents[name]]
        parts = None if joined is None else joined.of(outputs, contents, {*named, *workers})
        stay = [name for name, told in outputs.items() if "entryPoint" in told and name not in (parts or ())]
        groups = together(outputs, named, roots[everywhere], workers, parts) if everywhere else []

    def bundle(texts: Mapping[str, str], made_of: Mapping[str, str], others: Sequence[str]) -> Mapping[str, bytes]:
        whole = [argument for argument in arguments if argument != "--splitting"]
        with scratch_folder(texts) as scratch:
            external = [f"--external:{scratch / name}" for name in others]
            sources = [f"{file.removesuffix('.js')}={scratch / name}" for file, name in made_of.items()]
            run_esbuild([*whole, *external, *sources, f"--outdir={scratch}"], "", project, node_modules)
            return {file: (scratch / file).read_bytes() for file in made_of}

    contents = merge_chunks(contents, groups, bundle, stay)
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
        return did_you_mean(wanted.name, beside, f"files in {posixpath.dirname(module['name'])}")
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
