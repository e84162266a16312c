"""Fewer chunks: what is always loaded together becomes one file.

With splitting, esbuild makes a chunk of every set of modules that the same entry points need, parts that are fetched on
demand among them. Many of these chunks are loaded by the same pages at the same moment, and each of them costs a
request, a frame of imports and exports, and what a compressor had learnt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count, product
from pathlib import Path
from string import ascii_letters
from typing import Any

IMPORT = re.compile(r'import(?:\{(?P<names>[^}]*)\}from)?"\./(?P<file>[^"]+)";')

Outputs = Mapping[str, Mapping[str, Any]]
"""By file name what esbuild's metafile says of it."""


def together(outputs: Outputs, roots: Sequence[str], everywhere: str, workers: Sequence[str] = ()) -> list[list[str]]:
    """Return groups of two or more chunks, each of which is loaded whole or not at all, in the order of loading.

    ``roots`` are the files that pages name, ``everywhere`` is the one of them that every page names. ``workers`` run
    without a page: what they load may hold nothing that asks for one.
    """
    worked = {worker: reach(worker, outputs) for worker in workers}
    loaded: dict[str, list[str]] = {}
    for root in sorted(roots, key=lambda name: name != everywhere):
        for name in reach(root, outputs):
            loaded.setdefault(name, []).append(root)
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, by in loaded.items():
        if "entryPoint" not in outputs[name]:
            needed = [everywhere] if everywhere in by else by
            needed += [worker for worker, found in worked.items() if name in found]
            groups.setdefault(tuple(needed), []).append(name)
    return [group for group in groups.values() if len(group) > 1]


def reach(root: str, outputs: Outputs) -> Iterable[str]:
    """Return a file and all that it imports at once, as they are met."""
    found, waiting = {root: None}, [root]
    while waiting:
        for imported in outputs[waiting.pop(0)]["imports"]:
            name = Path(imported["path"]).name
            if imported["kind"] == "import-statement" and name in outputs and name not in found:
                found[name] = None
                waiting.append(name)
    return found


def merge_chunks(
    contents: Mapping[str, bytes],
    outputs: Outputs,
    groups: Iterable[Sequence[str]],
    bundle: Callable[[Mapping[str, str], Mapping[str, str], Sequence[str]], Mapping[str, bytes]],
) -> dict[str, bytes]:
    """Return the files with each group of chunks as one file.

    Parameters
    ----------
    contents, outputs : mapping
        Bytes of each file, and what esbuild says of it.
    groups : iterable
        Disjoint groups of chunks.
    bundle : callable
        Bundles modules, given by name, without splitting: returns the files that are asked for, made from the modules
        named beside them. Files of the names that come last are left to be imported.
    """
    merged = {f"chunk-{number:08}.js": group for number, group in enumerate(groups)}
    if not merged:
        return dict(contents)
    place = {name: file for file, group in merged.items() for name in group}
    short = {file: shortened(group, outputs) for file, group in merged.items()}
    texts = {name: redirected(text.decode(), place, short, place.get(name)) for name, text in contents.items()}
    wholes = {file: f"whole-{file}" for file in merged}
    for file, group in merged.items():
        lines = [f"import {json.dumps(f'./{name}')};" for name in group]
        lines += [
            f"export {{{export} as {to}}} from {json.dumps(f'./{name}')};" for (name, export), to in short[file].items()
        ]
        texts[wholes[file]] = "\n".join(lines)
    kept = {name: texts[name].encode() for name in contents if name not in place}
    return kept | dict(bundle(texts, wholes, [*kept, *merged]))


def shortened(group: Iterable[str], outputs: Outputs) -> dict[tuple[str, str], str]:
    """Return short names for all that some chunks export, by chunk and name there."""
    names = ("".join(letters) for length in count(1) for letters in product(ascii_letters, repeat=length))
    exported = ((name, export) for name in group for export in sorted(outputs[name].get("exports", ())))
    return dict(zip(exported, names, strict=False))


def redirected(
    text: str, place: Mapping[str, str], short: Mapping[str, Mapping[tuple[str, str], str]], own: str | None
) -> str:
    """Return a module that imports from merged files what came from their chunks; in one of them it stays as it is."""
    wanted: dict[str, list[str]] = {}
    for found in IMPORT.finditer(text):
        file = place.get(found["file"])
        if file is None or file == own:
            continue
        names = wanted.setdefault(file, [])
        for pair in filter(None, (found["names"] or "").split(",")):
            export, _, local = pair.partition(" as ")
            names.append(f"{short[file][found['file'], export]} as {local or export}")

    def leave(found: re.Match[str]) -> str:
        return found[0] if place.get(found["file"]) in (None, own) else ""

    lines = [f'import{{{",".join(names)}}}from"./{file}";' for file, names in wanted.items()]
    return "".join(lines).replace("{}from", "") + IMPORT.sub(leave, text)
