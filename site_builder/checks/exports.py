"""Checks on what widgets are made of: their modules, and whether scripts can hold their data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from site_builder.data.forms import read_schema
from site_builder.data.manifest import Manifest
from site_builder.plain_values import unscriptable_types
from site_builder.problems.problem import Problem
from site_builder.problems.source import did_you_mean
from site_builder.settings.site_toml import Settings


def check_exports(settings: Settings, exports: Mapping[str, Sequence[str]]) -> list[Problem]:
    """Report widgets that nothing could bring to life; that ``view`` is missing is told where it is drawn."""
    problems = []
    for name in settings.config.widgets:
        if name in exports and "mount" not in exports[name]:
            path = f"static/js/{settings.config.project}/widgets/{name}.js"
            message = f"the module of widget {name!r} exports no function mount, which brings it to life"
            nearest = did_you_mean("mount", exports[name])
            suggestion = (
                nearest if nearest.startswith("did") else "write 'export function mount(element, data, context)'"
            )
            problems.append(Problem(path, 0, 0, "widget-export", message, suggestion))
    return problems


def check_columns(settings: Settings, manifest: Manifest, widget: str) -> list[Problem]:
    """Report data sets of a widget with columns that scripts have no values for."""
    problems = []
    for name in settings.config.widgets[widget].data:
        data_set = manifest.sets.get(name)
        if data_set is None or data_set.kind != "table":
            continue
        for column, kind in unscriptable_columns(data_set.file, data_set.sha256).items():
            message = f"column {column!r} of {name!r} has the type {kind}, which scripts have no values for"
            place = settings.item_place(name, "widgets", widget, "data")
            suggestion = "write numbers, texts, dates or times into it"
            problems.append(
                settings.source.problem("data-column", message, place, length=len(name), suggestion=suggestion)
            )
    return problems


@lru_cache(maxsize=1024)
def unscriptable_columns(file: Path, sha256: str) -> dict[str, str]:
    """Return the columns that scripts have no values for, with their types; a file with the same digest is the same."""
    return unscriptable_types(read_schema(file))
