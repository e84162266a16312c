"""Fewer chunks: what is always loaded together becomes one file.

With splitting, esbuild makes a chunk of every set of modules that the same entry points need, parts that are fetched on
demand among them. Many of these chunks are loaded by the same pages at the same moment, and each of them costs a
request, a frame of imports and exports, and what a compressor had learnt. Where all parts are kept on a device anyway,
small ones that are fetched on demand come with who asks for them, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, product
from pathlib import Path
from string import ascii_letters
from typing import Any

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
    without a page: what they load may hold nothing that asks for one. Where it is told which parts that are fetched on
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
