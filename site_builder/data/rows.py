"""Rows of a data set for a table of the prose: which columns and rows, in which order, and how they are written."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from site_builder.data.published import shown
from site_builder.data.values import typeset, write_value
from site_builder.plain_values import plain
from site_builder.problems.source import Mistake, did_you_mean

WANTED = re.compile(
    r"(?:'(?P<quoted>[^']+)'|(?P<bare>[^\s:']+))(?::(?:'(?P<quoted_format>[^']*)'|(?P<bare_format>[^\s']+)))?(?=\s|$)"
)
NUMBERS = (int, float, Decimal, datetime.timedelta)
DIGITS = 4


@dataclass(frozen=True)
class WantedColumn:
    """A column as it is asked for, ``name:format``, with the offsets of both."""

    name: str
    spec: str
    offset: int
    spec_offset: int


@dataclass(frozen=True)
class Cell:
    """A cell: its text, and what it is sorted by where that is something else."""

    text: str
    sort: str = ""


def read_columns(text: str) -> list[WantedColumn]:
    """Read ``name name:format 'a name':'%-d %B'``.

    Raises
    ------
    Mistake
        With the offset in ``text`` of what cannot be read.
    """
    wanted, position = [], 0
    while text[position:].strip():
        position += len(text[position:]) - len(text[position:].lstrip())
        match = WANTED.match(text, position)
        if match is None:
            rest = text[position:].split()[0]
            suggestion = "write name or name:format, in single quotes what holds spaces"
            raise Mistake("table-columns", f"cannot read column {rest!r}", position, len(rest), suggestion)
        name, spec = (
            ("quoted" if match["quoted"] else "bare"),
            ("quoted_format" if match["quoted_format"] else "bare_format"),
        )
        wanted.append(WantedColumn(match[name], match[spec] or "", match.start(name), max(0, match.start(spec))))
        position = match.end()
    return wanted


def require_column(set_name: str, column: str, columns: Mapping[str, object], offset: int, code: str) -> None:
    """Report a column that a data set does not have, as a problem of this code."""
    if column not in columns:
        message = f"data set {set_name!r} has no column {column!r}"
        raise Mistake(code, message, offset, len(column), did_you_mean(column, columns))


def is_numeric(values: Sequence[Any]) -> bool:
    """Tell whether a column holds numbers or durations, which stand under each other by their last digit."""
    kinds = {type(value) for value in values if value is not None}
    return bool(kinds) and all(issubclass(kind, NUMBERS) and kind is not bool for kind in kinds)


def is_empty(value: Any) -> bool:
    """Tell whether a cell holds nothing, or what is no number."""
    return value is None or (isinstance(value, float | Decimal) and math.isnan(value))


def in_order(rows: Sequence[int], values: Sequence[Any], descending: bool) -> list[int]:
    """Return rows in the order of a column; those without a value come last."""
    filled = [row for row in rows if not is_empty(values[row])]
    empty = [row for row in rows if is_empty(values[row])]
    return [*sorted(filled, key=lambda row: values[row], reverse=descending), *empty]


def cells_of(values: Sequence[Any], spec: str) -> list[Cell]:
    """Return the cells of a column as they are written.

    Raises
    ------
    Mistake
        For a format that does not fit.
    """
    decimals = None if spec else common_decimals(values)
    return [cell_of(value, spec, decimals) for value in values]


def cell_of(value: Any, spec: str, decimals: int | None) -> Cell:
    """Return a cell as it is written."""
    if is_empty(value):
        return Cell("")
    is_number = isinstance(value, NUMBERS) and not isinstance(value, bool)
    if spec:
        text = write_value(value, spec, 0)
    elif isinstance(value, float | Decimal):
        text = f"{value:.6g}" if decimals is None else f"{value:,.{decimals}f}"
    else:
        text = shown(value)
    text = typeset(text) if is_number else text
    return Cell(text, sort_key(value, text))


def sort_key(value: Any, text: str) -> str:
    """Return what a cell is sorted by, nothing where its text does for that; numbers to ten digits."""
    machine = plain(value) if not isinstance(value, bytes) else ""
    if isinstance(machine, int | float) and not isinstance(machine, bool):
        key = f"{machine:.10g}"
        with suppress(ValueError):
            return "" if float(text) == float(key) else key
        return key
    key = str(machine).lower() if isinstance(machine, bool) else str(machine)
    return "" if key == text else key


def common_decimals(values: Sequence[Any]) -> int | None:
    """Return how many decimals the broken numbers of a column need, none where some are best written as powers."""
    broken = [value for value in values if isinstance(value, float | Decimal) and not is_empty(value)]
    written = [f"{value:.{DIGITS}g}" for value in broken]
    if not broken or any("e" in text or "inf" in text.lower() for text in written):
        return None
    return max(len(text.partition(".")[2]) for text in written)
