"""Rows of a data set for a table of the prose: which columns and rows, in which order, and how they are written."""

from __future__ import annotations

import datetime
import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from site_builder.data.published import shown
from site_builder.data.values import is_empty, write_value
from site_builder.explore.names import same_name
from site_builder.locales import typeset
from site_builder.problems.source import Mistake, did_you_mean

WANTED = re.compile(
    r"(?:'(?P<quoted>[^']+)'|(?P<bare>[^\s:']+))(?::(?:'(?P<quoted_format>[^']*)'|(?P<bare_format>[^\s']+)))?(?=\s|$)"
)
NUMBERS = (int, float, Decimal, datetime.timedelta)
IN_FULL = re.compile(r"-?\d+(?:\.\d\d?)?")
DIGITS = 4
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
MADE_FROM = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\N{LATIN SMALL LETTER DOTLESS I}": "i"}
)

# Returns what each of some texts is compared by.
Collate = Callable[[Sequence[str]], Mapping[str, Any]]


@dataclass(frozen=True)
class WantedColumn:
    """A column as it is asked for, ``name:format``, with the offsets of both."""

    name: str
    spec: str
    offset: int
    spec_offset: int


@dataclass(frozen=True)
class Cell:
    """A cell: its text, and its rank in its column, from 0; "" for a cell without a value, which comes last."""

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


def require_column(set_name: str, column: str, columns: Mapping[str, object], offset: int, code: str) -> str:
    """Return a column as the data set calls it; report one that it does not have, as a problem of this code."""
    called = same_name(column, columns)
    if called not in columns:
        message = f"data set {set_name!r} has no column {column!r}"
        raise Mistake(code, message, offset, len(column), did_you_mean(column, columns))
    return called


def is_numeric(values: Sequence[Any]) -> bool:
    """Tell whether a column holds numbers or durations, which stand under each other by their last digit."""
    kinds = {type(value) for value in values if value is not None}
    return bool(kinds) and all(issubclass(kind, NUMBERS) and kind is not bool for kind in kinds)


def english(texts: Sequence[str]) -> dict[str, Any]:
    """Return what texts are compared by in English, by text."""
    return {text: collation_key(text) for text in texts}


def collation_key(text: str) -> Any:
    """Return what a text is compared by: letters without case and accents, then accents, then small letters first.

    Digits are compared as numbers, so that "pier 9" comes before "pier 10".
    """
    small = unicodedata.normalize("NFC", text).casefold()
    bare = unicodedata.normalize("NFD", small.translate(MADE_FROM))
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    parts = re.split(r"([0-9]+)", letters)
    numbers = [(len(part.lstrip("0")), part.lstrip("0")) for part in parts[1::2]]
    return [*zip(parts[::2], [*numbers, (0, "")], strict=True)], small, text.swapcase()


def in_order(rows: Sequence[int], values: Sequence[Any], descending: bool, collate: Collate = english) -> list[int]:
    """Return rows in the order of a column; equal ones keep their order, and those without a value come last."""
    there = [row for row in rows if not is_empty(values[row])]
    keys = dict(zip(there, sort_keys([values[row] for row in there], collate), strict=True))
    empty = [row for row in rows if row not in keys]
    return [*sorted(keys, key=keys.__getitem__, reverse=descending), *empty]


def sort_keys(values: Sequence[Any], collate: Collate) -> list[Any]:
    """Return what the values of a column are compared by: moments by UTC, texts as in a dictionary."""
    keys = [
        value - EPOCH if isinstance(value, datetime.datetime) and value.tzinfo is not None else value
        for value in values
    ]
    is_text = [not isinstance(key, (*NUMBERS, datetime.date, datetime.time)) for key in keys]
    rank_of = collate([str(key) for key, is_one in zip(keys, is_text, strict=True) if is_one])
    return [rank_of[str(key)] if is_one else key for key, is_one in zip(keys, is_text, strict=True)]


def cells_of(values: Sequence[Any], spec: str, collate: Collate = english) -> list[Cell]:
    """Return the cells of a column as they are written, with their ranks, by which a table is sorted in the page.

    Raises
    ------
    Mistake
        For a format that does not fit.
    """
    decimals = None if spec else common_decimals(values)
    there = [row for row, value in enumerate(values) if not is_empty(value)]
    keys = dict(zip(there, sort_keys([values[row] for row in there], collate), strict=True))
    rank_of: dict[int, str] = {}
    before, rank = None, -1
    for row in sorted(there, key=keys.__getitem__):
        rank, before = (rank if keys[row] == before else rank + 1), keys[row]
        rank_of[row] = str(rank)
    return [Cell(text_of(value, spec, decimals), rank_of.get(row, "")) for row, value in enumerate(values)]


def text_of(value: Any, spec: str, decimals: int | None) -> str:
    """Return a cell as it is written."""
    if is_empty(value):
        return ""
    if isinstance(value, float | Decimal):
        spec = spec or (".6g" if decimals is None else f",.{decimals}f")
        return typeset(write_value(value, spec, 0) if math.isfinite(value) else shown(value))
    text = write_value(value, spec, 0) if spec else shown(value)
    return typeset(text) if isinstance(value, NUMBERS) and not isinstance(value, bool) else text


def common_decimals(values: Sequence[Any]) -> int | None:
    """Return how many decimals the broken numbers of a column need, none where some are best written as powers.

    Amounts of money, and other numbers with two decimals at most, are written in full.
    """
    broken = [value for value in values if isinstance(value, float | Decimal) and not is_empty(value)]
    written = [f"{value:.15g}" for value in broken]
    if not all(map(IN_FULL.fullmatch, written)):
        written = [f"{value:.{DIGITS}g}" for value in broken]
    if not broken or any("e" in text or "inf" in text.lower() for text in written):
        return None
    return max(len(text.partition(".")[2]) for text in written)
