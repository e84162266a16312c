"""Run esbuild, which does not need Node, and convert its outputs and errors."""

from __future__ import annotations

import hashlib
import json
import math
import os
import posixpath
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import Any

from site_builder.assets.packages import esbuild_program, find_engine
from site_builder.output.files import SCRATCH, scratch_folder
from site_builder.output.pictures import kind_of, without_notes
from site_builder.plain_values import closure
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


ELSEWHERE = re.compile(r"(?:https?:)?//", re.IGNORECASE)
BLOCKED = "the page's security policy blocks files of other sites"
# Alias of the project's folder in imports, so that they do not depend on its path.
PROJECT = "site_builder/project"
# Prefix of the outputs of pictures and fonts in style sheets.
ASSET = "asset"
AWKWARD = re.compile(r"[^\w.-]+", re.ASCII)


@dataclass(frozen=True)
class Bundle:
    """The result of one run: contents by file name, and the inputs that were used.

    ``entries`` maps each entry point to its output, ``exports`` to its exports; ``made_from`` maps each output that is
    fetched by itself, an entry point or a dynamic import, to its source; ``inputs`` maps each output to its sources.
    """

    files: Mapping[str, bytes]
    entries: Mapping[str, str]
    exports: Mapping[str, tuple[str, ...]]
    made_from: Mapping[str, str]
    inputs: Mapping[str, tuple[str, ...]]


def import_of(path: Path, project: Path) -> str:
    """Return the import path of a file of the project or of the builder."""
    return f"{PROJECT}/{path.relative_to(project).as_posix()}" if path.is_relative_to(project) else str(path)


def seen_from(project: Path, path: Path) -> str:
    """Return the path of a file of the project or of the builder for an option of esbuild."""
    return f"./{path.relative_to(project).as_posix()}" if path.is_relative_to(project) else str(path)


def bundle_to_files(arguments: Sequence[str], entries: Mapping[str, Path], project: Path, node_modules: Path) -> Bundle:
    """Bundle named entry points; the name of each output depends on its content, not on the project's folder.

    Parameters
    ----------
    arguments : sequence of str
        Options of esbuild, except those for names and folders of outputs.
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
        outputs = {Path(path).name: output for path, output in described["outputs"].items()}
        out = scratch / "out"
        contents = {path.name: path.read_bytes() for path in sorted(out.iterdir())}
        contents |= published_pictures(contents, outputs)
    return rename_by_content(outputs, contents)


def rename_by_content(outputs: Mapping[str, Any], contents: Mapping[str, bytes]) -> Bundle:
    """Name each output by a digest of its content and of all files that it refers to.

    The hashes of esbuild depend on the folder of the sources; these do not. They change when a file that is referred to
    changes, so that files can be cached forever.
    """
    # Outputs refer to each other as "./name"; matching this prefix first is ten times as fast.
    any_name = re.compile(
        b"\\./(" + b"|".join(re.escape(name.encode()) for name in sorted(contents, key=len, reverse=True)) + b")"
    )
    bare = {name: hashlib.sha256(any_name.sub(b"./@", content)).hexdigest() for name, content in contents.items()}
    linked = {name: {match.decode() for match in any_name.findall(content)} for name, content in contents.items()}
    new_name = {}
    for name in contents:
        reached = closure([name], linked.__getitem__) - {name}
        digest = hashlib.sha256("".join([bare[name], *sorted(bare[other] for other in reached)]).encode()).hexdigest()
        new_name[name] = hashed_name(published_name(name, outputs), digest)
    names = {old.encode(): new.encode() for old, new in new_name.items()}
    outputs = {name: output for name, output in outputs.items() if name in contents or "entryPoint" not in output}
    entry_of = {plain_name(name).rpartition(".")[0]: name for name in outputs if "entryPoint" in outputs[name]}
    return Bundle(
        files={
            new_name[name]: any_name.sub(lambda found: b"./" + names[found[1]], contents[name]) for name in contents
        },
        entries={entry: new_name[name] for entry, name in entry_of.items()},
        exports={entry: tuple(outputs[name].get("exports", ())) for entry, name in entry_of.items()},
        made_from={new_name[name]: output["entryPoint"] for name, output in outputs.items() if "entryPoint" in output},
        inputs={new_name[name]: tuple(output["inputs"]) for name, output in outputs.items()},
    )


# Bytes of minified script that delay a page about as much as one more request.
REQUEST = 4000
STATIC_IMPORT = re.compile(rb'\b(?:from|import)\s*"\./([^"]+)"')
DYNAMIC_IMPORT = re.compile(rb'\bimport\("\./([^"]+)"\)')
BARE_IMPORT = re.compile(rb'\bimport"\./([^"]+)";')
WHOLE_IMPORT = re.compile(r'\bimport(?:\{[^"{}]*\}from)?"\./[^"]+";')


def merge_chunks(bundle: Bundle, arguments: Sequence[str], project: Path, node_modules: Path) -> Bundle:
    """Merge shared files of scripts where pages load fewer files and hardly more bytes.

    esbuild makes one file for each set of entry points that share some code. Here each file that imports one of a group
    imports all of it, and esbuild bundles the files again, so that the group has one set of entry points.
    """
    harmless = without_effects(bundle, project, node_modules)
    groups = [group for group in shared_groups(bundle, harmless) if len(group) > 1]
    texts = {name: content.decode() for name, content in bundle.files.items()}
    for number, group in enumerate(groups):
        for name in bundle.files:
            if name not in group and group & set(imported(bundle.files[name])):
                texts[name] += f'\nimport "./group-{number}.js";\n'
        texts[f"group-{number}.js"] = "".join(f'import "./{name}";\n' for name in sorted(group))
    with scratch_folder(texts) as scratch:
        entries = {entry: scratch / name for entry, name in bundle.entries.items()}
        merged = bundle_to_files(arguments, entries, project, node_modules)
    unused = {name for name, parts in merged.inputs.items() if all(Path(part).name in harmless for part in parts)}
    files = {
        name: BARE_IMPORT.sub(lambda found: b"" if found[1].decode() in unused else found[0], content)
        for name, content in merged.files.items()
    }
    for name in merged.made_from:
        # Pages load the file that an entry point without exports imports, under the name of the entry point.
        if (only := BARE_IMPORT.fullmatch(files[name].strip())) and only[1].decode() in files:
            files[name] = files.pop(only[1].decode())
            files = {other: content.replace(b"./" + only[1], f"./{name}".encode()) for other, content in files.items()}
    made_from = {name: bundle.made_from[Path(source).name] for name, source in merged.made_from.items()}
    return replace(merged, files=files, made_from=made_from, inputs=bundle.inputs)


def without_effects(bundle: Bundle, project: Path, node_modules: Path) -> set[str]:
    """Return the names of the shared files that only define things, so that pages may load them without using them."""
    shared = bundle.files.keys() - bundle.made_from.keys()
    alone = {name: WHOLE_IMPORT.sub("", bundle.files[name].decode()) for name in shared}
    texts = {name: text.replace('import("./', 'import("other:') for name, text in alone.items()}
    doors = {f"door-{name}": f'import "./{name}";' for name in shared}
    with scratch_folder({**texts, **doors}) as scratch:
        # Of a file that nothing is imported from, esbuild includes only what has effects.
        paths = (str(scratch / door) for door in sorted(doors))
        options = ("--bundle", "--format=esm", "--minify", "--external:other:*", f"--outdir={scratch / 'out'}")
        run_esbuild([*options, *paths], "", project, node_modules)
        return {name for name in shared if not (scratch / "out" / f"door-{name}").read_bytes().strip()}


def imported(script: bytes) -> list[str]:
    """Return the names of the files that a bundled script imports statically."""
    return [name.decode() for name in STATIC_IMPORT.findall(script)]


def loaded_before(
    named: Set[str], loaded: Mapping[str, set[str]], asked: Mapping[str, set[str]]
) -> dict[str, set[str]]:
    """Return the files that a page has certainly loaded before it loads an entry point.

    These are the files of all modules that import it on demand. There are none for the modules ``named``.

    Parameters
    ----------
    loaded, asked : mapping
        What each entry point imports statically, directly or not, and what these files import on demand.
    """
    every = set[str]().union(*loaded.values())
    before = {entry: set[str]() if entry in named else every for entry in loaded}
    while True:
        known = {
            entry: names.intersection(*(loaded[other] | before[other] for other in asked if entry in asked[other]))
            for entry, names in before.items()
        }
        if known == before:
            return before
        before = known


def shared_groups(bundle: Bundle, harmless: Set[str]) -> list[frozenset[str]]:
    """Return groups of shared files, to be merged into one file each.

    Only groups of the files ``harmless`` are loaded where they are not used.
    """
    imports = {name: imported(content) for name, content in bundle.files.items()}
    closures = {entry: closure([entry], imports.__getitem__) for entry in bundle.made_from}
    asked = {
        entry: {found.decode() for name in names for found in DYNAMIC_IMPORT.findall(bundle.files[name])}
        for entry, names in closures.items()
    }
    # Modules that pages name, and those that read their own address, because they can be run as a worker.
    parts = set[str]().union(*asked.values())
    named = {entry for entry in closures if entry not in parts or b"import.meta" in bundle.files[entry]}
    before = loaded_before(named, closures, asked)
    loaded = {entry: names | before[entry] for entry, names in closures.items()}
    users = defaultdict[str, set[str]](set)
    for entry, names in closures.items():
        for name in names - before[entry]:
            users[name].add(entry)
    groups = {frozenset([name]): users[name] for name in sorted(bundle.files.keys() - bundle.made_from.keys())}
    # How many of the modules that pages name load an entry point, or may do so.
    n_leading = Counter(
        found
        for entry in named
        for found in closure([entry], lambda name: {*closures[name], *asked[name]} & asked.keys())
    )

    def n_added(group: frozenset[str], entries: Set[str]) -> int:
        """Return the bytes that some entry points load if they load a group, with all that it imports."""
        needed = closure(group, imports.__getitem__)
        return sum(len(bundle.files[name]) * n_leading[entry] for entry in entries for name in needed - loaded[entry])

    @cache
    def gain(one: frozenset[str], other: frozenset[str]) -> float:
        """Return the bytes that merging two groups saves, counting requests, without those that are loaded in vain."""
        users_of_one, users_of_other = groups[one], groups[other]
        in_vain = n_added(one, users_of_other - users_of_one) + n_added(other, users_of_one - users_of_other)
        if in_vain > 0 and not one | other <= harmless:
            return -math.inf
        return REQUEST * sum(n_leading[entry] for entry in users_of_one & users_of_other) - in_vain

    def leads_around(one: frozenset[str], other: frozenset[str]) -> bool:
        """Return whether imports lead from one group to the other by a third file; merging them would make a cycle."""
        group_of = {name: group for group in groups for name in group}

        def following(name: str) -> list[str]:
            return [found for member in group_of.get(name, {name}) for found in imports[member]]

        around = closure({found for name in one for found in imports[name]} - one - other, following)
        return not other.isdisjoint(around)

    while True:
        pairs = sorted(((gain(*pair), pair) for pair in combinations(groups, 2)), key=itemgetter(0), reverse=True)
        for saved, (one, other) in pairs:
            if saved <= 0:
                return list(groups)
            if not leads_around(one, other) and not leads_around(other, one):
                break
        else:
            return list(groups)
        groups[one | other] = groups.pop(one) | groups.pop(other)


def published_name(name: str, outputs: Mapping[str, Any]) -> str:
    """Return the name of an output without a hash; pictures and fonts get the names of their sources, in ASCII."""
    if not name.startswith(f"{ASSET}-"):
        return plain_name(name)
    return AWKWARD.sub("-", composed(Path(next(iter(outputs[name]["inputs"]))).name))


def published_pictures(contents: Mapping[str, bytes], outputs: Mapping[str, Any]) -> dict[str, bytes]:
    """Return the pictures of style sheets as published, without metadata.

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
    """Raise an error for sources outside the project or of other sites, except those of the builder and of packages.

    Raises
    ------
    SiteError
        With a problem at the place of each such import.
    """
    trusted = [Path(os.path.realpath(folder)) for folder in (find_engine() / "static", tempfile.gettempdir())]
    problems = []

    def report(importer: str, name: str, code: str, message: str, remedy: str) -> None:
        source = read_source(project, importer)
        place = place_in(source.text, max(0, source.text.find(name)))
        problems.append(source.problem(code, message, place, len(name), remedy))

    for importer, described in inputs.items():
        for found in described["imports"]:
            if ELSEWHERE.match(found["path"]):
                report(importer, found["path"], "bundle", BLOCKED, "put a copy into the project; [fonts] sets fonts")
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
                report(importer, found["original"], REFUSED, refused.message, refused.remedy)
    if problems:
        raise SiteError(set(problems))


def plain_name(name: str) -> str:
    """Return the name of an output without the hash of esbuild."""
    return re.sub(r"-[0-9A-Z]{8}(\.\w+)$", r"\1", name)


def hashed_name(name: str, digest: str) -> str:
    """Insert the first ten digits of a digest before the suffix of ``name``."""
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}-{digest[:10]}{dot}{suffix}"


def run_esbuild(arguments: Sequence[str], source: str, project: Path, node_modules: Path) -> str:
    """Run esbuild in the project's folder and return what it prints, such as the bundle of the text ``source``.

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
    """Return the fix for an error: a similar name, or how to install a missing package."""
    package, module = PACKAGE.match(text), MODULE.match(text)
    if module is not None:
        target = path.parent / module["name"]
        siblings = [other.name for other in content_files(target.parent, "*")]
        if any(composed(name) == composed(target.name) for name in siblings):
            return "retype the name: its accents, or those of the import, are separate characters (NFD)"
        return suggest(target.name, siblings, f"files in {posixpath.dirname(module['name'])}")
    if package is not None and path.suffix == ".js":
        return f"if it is a package, run `npm install {package['name']}` in the project's folder"
    # "Did you mean to import x instead?", or "Did you mean x instead?".
    return meant.removeprefix("to ") if meant.startswith("to ") else f"write {meant}" if meant else ""


def read_source(project: Path, path: str) -> Source:
    """Read a source named by esbuild; return an empty one if it cannot be read."""
    try:
        return Source(path, (project / path).read_text(encoding="utf-8-sig", errors="replace"))
    except OSError:
        return Source(path, "")
