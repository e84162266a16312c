"""Check the registered figures: their modules, exports and data sets."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from site_builder.assets import kernels, texts
from site_builder.data.files import TableFile, read_schema
from site_builder.data.manifest import Manifest
from site_builder.plain_values import is_scriptable
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source, load_source, nearest_word, place_in, suggest
from site_builder.project_files import content_files, on_disk
from site_builder.settings.site_toml import Settings

NEEDED = {
    "view": ("draws it", "export function view(state, data)"),
    "mount": ("makes it interactive", "export function mount(element, data, context)"),
}


def check_exports(project: Path, settings: Settings, exports: Mapping[str, Sequence[str]]) -> list[Problem]:
    """Report widgets whose modules do not export ``view`` or ``mount``."""
    problems = []
    for name in settings.config.widgets:
        missing = [function for function in NEEDED if function not in exports.get(name, NEEDED)]
        if missing:
            source = load_source(project, f"static/js/{settings.config.project}/widgets/{name}.js")
            problems += [missing_export(source, name, function, exports[name]) for function in missing]
    return problems


def missing_export(source: Source, widget: str, function: str, exports: Sequence[str]) -> Problem:
    """Return the problem of a missing export, at a function of this or a similar name, else at the first line."""
    what, form = NEEDED[function]
    nearest = nearest_word(function, exports) or function
    found = re.search(rf"\b(?:function|const|let|var)\s+(?P<name>{nearest})\b", source.text)
    if nearest != function:
        suggestion = f"rename {nearest!r} to {function!r}"
    else:
        suggestion = "write 'export' before it" if found else f"write '{form}'"
    place = place_in(source.text, found.start("name")) if found else Place(1, 1)
    message = f"the module of widget {widget!r} exports no function {function}, which {what}"
    return source.problem("widget-export", message, place, len(nearest), suggestion)


def check_columns(settings: Settings, manifest: Manifest, widget: str) -> list[Problem]:
    """Report data sets of a widget with columns of types that JavaScript does not have."""
    problems = []
    for name in settings.config.widgets[widget].data:
        data_set = manifest.sets.get(name)
        if data_set is None or data_set.kind != "table":
            continue
        for column, kind in unscriptable_columns(data_set.table, data_set.sha256).items():
            message = f"column {column!r} of {name!r} has the type {kind}, which JavaScript has no values for"
            place = settings.item_place(name, "widgets", widget, "data")
            suggestion = "publish numbers, texts, dates or times"
            problems.append(settings.source.problem("data-column", message, place, len(name), suggestion))
    return problems


@lru_cache(maxsize=1024)
def unscriptable_columns(file: TableFile, sha256: str) -> dict[str, str]:
    """Return the columns of types that JavaScript does not have; cached by the digest of the file."""
    return {field.name: str(field.type) for field in read_schema(file) if not is_scriptable(field.type)}


def check_figures(
    project: Path, settings: Settings, manifest: Manifest, urls: Mapping[str, str], evaluated: Collection[str] = ()
) -> tuple[frozenset[str], list[Problem]]:
    """Return the registered figures that can be drawn, and the problems of the others.

    Parameters
    ----------
    urls
        Bundled scripts by logical name; empty if bundling failed, which is reported elsewhere.
    evaluated
        Explorables that could be evaluated; problems of the others are reported elsewhere.
    """
    config, problems = settings.config, list[Problem]()
    usable = set(evaluated) if urls else set()
    for name, chart in config.charts.items():
        found = _check_sets(settings, manifest, ("charts", name, "data"), chart.data, "table")
        problems += found
        if not found and not any(map(manifest.awaits, chart.data)):
            usable.add(name)
    for name, widget in config.widgets.items():
        if name in settings.explorables:
            continue
        found = _check_sets(settings, manifest, ("widgets", name, "data"), widget.data, "table")
        made = [file for file in widget.files if source_of(file) and file not in manifest.sets]
        files = [file for file in widget.files if file not in made]
        found += _check_sets(settings, manifest, ("widgets", name, "files"), files, "asset")
        found += _check_made(project, settings, ("widgets", name, "files"), made)
        found += check_columns(settings, manifest, name)
        problems += found
        path = f"static/js/{config.project}/widgets/{name}.js"
        if not os.path.isfile(on_disk(project / path)):
            names = [file.stem for file in content_files((project / path).parent, "*.js")]
            message, suggestion = f"there is no {path}", suggest(name, names, "widgets there")
            place = settings.place("widgets", name)
            problems.append(settings.source.problem("widget-missing", message, place, suggestion=suggestion))
        elif (
            not (found or made)
            and f"widget:{name}" in urls
            and not any(map(manifest.awaits, [*widget.data, *widget.files]))
        ):
            usable.add(name)
    return frozenset(usable), problems


def source_of(name: str) -> str | None:
    """Return the source of a file that the build makes; None for data."""
    return kernels.source_of(name) or texts.source_of(name)


def _check_made(project: Path, settings: Settings, path: tuple[str, ...], names: Sequence[str]) -> list[Problem]:
    """Report kernels and texts without a source; other errors of them are reported elsewhere."""
    known = {
        texts.ENDING: ("texts-missing", texts.known_texts(project), texts.FOLDER),
        kernels.ENDINGS[-1]: ("kernel-missing", kernels.known_kernels(project), kernels.FOLDER),
    }
    return [
        settings.source.problem(
            code,
            f"there is no {source_of(name)}",
            settings.item_place(name, *path),
            len(name),
            suggest(name, existing, f"sources in {folder}"),
        )
        for name in names
        for code, existing, folder in [known[Path(name).suffix]]
        if name not in existing
    ]


def _check_sets(
    settings: Settings, manifest: Manifest, path: tuple[str, ...], names: Sequence[str], kind: Literal["table", "asset"]
) -> list[Problem]:
    """Report unknown data sets of a figure, except those that are still being computed."""
    known = [data_set.name for data_set in manifest.sets.values() if data_set.kind == kind]
    return [
        settings.source.problem(
            "data-set",
            f"unknown data {'set' if kind == 'table' else 'file'} {name!r}",
            settings.item_place(name, *path),
            len(name),
            suggest(name, known, f"data {'sets' if kind == 'table' else 'files'} in the manifest"),
        )
        for name in names
        if name not in known and not manifest.awaits(name)
    ]
