"""Bundle modules apart from all others, for pages that load no others: those of an app."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from site_builder.assets.esbuild import Joined, bundle_to_files, import_of
from site_builder.assets.scripts import (
    ASSETS,
    MODULE_OPTIONS,
    entry_name,
    known_names,
    module_sources,
    parts_of,
    told_of_pages,
    words_module,
)
from site_builder.output.folders import scratch_folder

# What pages ask of the module of a figure.
LIVE_PARTS = ("mount", "readouts")


@dataclass(frozen=True)
class Modules:
    """Some modules, bundled for pages that load no others.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site.
    urls : mapping
        Path in the site by logical name, as in ``Scripts``.
    parts : mapping
        Path in the site of each part of the engine that pages import on demand, by its source.
    """

    files: Mapping[str, bytes]
    urls: Mapping[str, str]
    parts: Mapping[str, str]


def bundle_some(
    project: Path,
    engine: Path,
    node_modules: Path,
    words: Mapping[str, str],
    asked: Mapping[str, Sequence[str]],
    held: Collection[str],
    joined: Joined | None = None,
) -> Modules:
    """Bundle some modules apart from all others, for pages that hold no more than is ``held``.

    What many pages share lies in many small files, since each of them holds what the same pages need; of few modules
    there are fewer and smaller ones, and they stay as they are when other modules change.

    Parameters
    ----------
    asked : mapping
        What pages ask of each module, by its logical name: what it exports for the build alone is left out. Of one of
        which nothing is named they ask all.
    """
    sources = {name: path for name, path in module_sources(project, engine).items() if name in asked}
    doors = {
        f"{entry_name(name)}.js": f"export {{{', '.join(parts)}}} from {json.dumps(import_of(sources[name], project))};"
        for name, parts in asked.items()
        if parts
    }
    with scratch_folder({"words.ts": words_module(words), **doors}) as scratch:
        entries = {entry_name(name): path for name, path in sources.items()}
        entries |= {door.removesuffix(".js"): scratch / door for door in doors}
        options = (*MODULE_OPTIONS, *told_of_pages(held), *known_names(project, engine, scratch))
        made = bundle_to_files(options, entries, project, node_modules, "main", joined)
    return Modules(
        files={f"{ASSETS}/{name}": content for name, content in made.files.items()},
        urls={name: f"{ASSETS}/{made.entries[entry_name(name)]}" for name in asked},
        parts=parts_of(made),
    )
