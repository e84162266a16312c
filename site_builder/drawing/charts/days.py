"""Days in the rows of a chart, as the drawing reads them the same everywhere."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from typing import Any

DAY = re.compile(r"\d{4}-\d\d-\d\d")
MIDNIGHT = "T00:00:00"
# How a mark tells the moment that it holds, in the expressions of Vega.
MOMENT = "%Y-%m-%dT%H:%M:%S"


def with_plain_days(specification: dict[str, Any]) -> dict[str, Any]:
    """Return a specification whose rows hold dates and times as texts.

    A day without an hour would be midnight in Greenwich: on a machine to the west of it, the evening before. So where
    a field tells the time, days are given the hour that charts count in.
    """
    temporal = frozenset(fields_of_time(specification))

    def plain_row(row: Any) -> Any:
        if not isinstance(row, dict):
            return row
        return {field: plain_cell(value, field in temporal) for field, value in row.items()}

    sets = {name: [plain_row(row) for row in rows] for name, rows in specification.get("datasets", {}).items()}
    return {**specification, "datasets": sets} if sets else specification


def fields_of_time(described: Any) -> Iterator[str]:
    """Yield the fields that a specification encodes as times."""
    if isinstance(described, dict):
        if described.get("type") == "temporal" and isinstance(described.get("field"), str):
            yield described["field"]
        for key, inner in described.items():
            if key != "datasets":
                yield from fields_of_time(inner)
    elif isinstance(described, list):
        for inner in described:
            yield from fields_of_time(inner)


def plain_cell(value: Any, is_temporal: bool) -> Any:
    """Return a cell with its date or time as a text; a day in a field of times with its hour."""
    text = value.isoformat() if isinstance(value, datetime.date | datetime.time) else value
    return f"{text}{MIDNIGHT}" if is_temporal and isinstance(text, str) and DAY.fullmatch(text) else text
