"""Checks on what widgets are made of: their modules, and whether scripts can hold their data."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from site_builder.data.csv_tables import TableFile
from site_builder.data.forms import read_schema
from site_builder.data.manifest import Manifest
from site_builder.plain_values import unscriptable_types
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source, did_you_mean, load_source, place_in
from site_builder.settings.site_toml import Settings

NEEDED = {
    "view": ("draws it", "export function view(state, data)"),
    "mount": ("brings it to life", "export function mount(element, data, context)"),
}


def check_exports(project: Path, settings: Settings, exports: Mapping[str, Sequence[str]]) -> list[Problem]:
    """Report widgets whose modules lack what draws them, or what brings them to life."""
    problems = []
    for name in settings.config.widgets:
        missing = [function for function in NEEDED if function not in exports.get(name, NEEDED)]
        if missing:
            source = load_source(project, f"static/js/{settings.config.project}/widgets/{name}.js")
            problems += [missing_export(source, name, function, exports[name]) for function in missing]
    return problems


def missing_export(source: Source, widget: str, function: str, exports: Sequence[str]) -> Problem:
    """Describe a function that a module does not export: at its own, or the one that is misspelt, else at the head."""
    what, form = NEEDED[function]
    suggestion = did_you_mean(function, exports)
    wanted = suggestion.split("'")[1] if suggestion.startswith("did") else function
    found = re.search(rf"\b(?:function|const|let|var)\s+(?P<name>{wanted})\b", source.text)
    if wanted == function:
        suggestion = "write 'export' before it" if found else f"write '{form}'"
    place = place_in(source.text, found.start("name")) if found else Place(1, 1)
    message = f"the module of widget {widget!r} exports no function {function}, which {what}"
    return source.problem("widget-export", message, place, length=len(wanted), suggestion=suggestion)


def check_columns(settings: Settings, manifest: Manifest, widget: str) -> list[Problem]:
    """Report data sets of a widget with columns that scripts have no values for."""
    problems = []
    for name in settings.config.widgets[widget].data:
        data_set = manifest.sets.get(name)
        if data_set is None or data_set.kind != "table":
            continue
        for column, kind in unscriptable_columns(data_set.table, data_set.sha256).items():
            message = f"column {column!r} of {name!r} has the type {kind}, which scripts have no values for"
            place = settings.item_place(name, "widgets", widget, "data")
            suggestion = "write numbers, texts, dates or times into it"
            problems.append(
                settings.source.problem("data-column", message, place, length=len(name), suggestion=suggestion)
            )
    return problems


@lru_cache(maxsize=1024)
def unscriptable_columns(file: TableFile, sha256: str) -> dict[str, str]:
    """Return the columns that scripts have no values for, with their types; a file with the same digest is the same."""
    return unscriptable_types(read_schema(file))
