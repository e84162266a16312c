"""Conditions that choose rows of a data set: ``key=value``, and the value as one of the column's type."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from site_builder.data.durations import read_duration, written_duration
from site_builder.data.tables import Rounded
from site_builder.explore.names import IN_NAMES, same_name
from site_builder.plain_values import is_near, number_in
from site_builder.problems.source import Mistake, did_you_mean
from site_builder.project_files import composed

CONDITION = re.compile(rf'\s+(?P<name>[{IN_NAMES}-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"\]]+))')
OF_CALENDAR = (datetime.date, datetime.time)
MOST_COMPARED = 2000  # values that a suggestion is chosen from
# So many digits say exactly which float is meant.
ALL_DIGITS = 17
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Condition:
    """``name=text``: only rows where column ``name`` holds the value written as ``text``."""

    name: str
    text: str
    offset: int
    value_offset: int


def read_conditions(text: str, position: int = 0) -> tuple[Condition, ...]:
    """Read ``key=value …`` from a position on, each behind a space.

    Raises
    ------
    Mistake
        With the offset in ``text`` of what cannot be read.
    """
    conditions = []
    while position < len(text.rstrip()):
        match = CONDITION.match(text, position)
        if match is None:
            rest = text[position:].strip()
            offset = text.index(rest, position)
            raise Mistake("value-malformed", f"cannot read condition {rest!r}", offset, len(rest), "write key=value")
        value = match["quoted"] if match["quoted"] is not None else match["bare"]
        group = "quoted" if match["quoted"] is not None else "bare"
        conditions.append(Condition(match["name"], value, match.start("name"), match.start(group)))
        position = match.end()
    return tuple(conditions)


def matching(set_name: str, conditions: Sequence[Condition], columns: Mapping[str, Sequence[Any]]) -> list[int]:
    """Return the rows that meet all conditions; each must leave some.

    Raises
    ------
    Mistake
        For a column that is not there, and for a value that no row has.
    """
    rows = list(range(max(map(len, columns.values()), default=0)))
    for condition in conditions:
        name = same_name(condition.name, columns)
        if name not in columns:
            message = f"data set {set_name!r} has no column {condition.name!r}"
            suggestion = did_you_mean(condition.name, columns)
            raise Mistake("value-key", message, condition.offset, len(condition.name), suggestion)
        values = columns[name]
        is_met = test_of(condition, values)
        left = [row for row in rows if values[row] is not None and is_met(values[row])]
        if not left:
            found = [values[row] for row in rows if values[row] is not None]
            message = f"no row of {set_name!r} has {condition.name}={condition.text}"
            suggestion = nearest_meant(condition, found)
            raise Mistake("value-row", message, condition.value_offset, len(condition.text), suggestion)
        rows = left
    return rows


def nearest_meant(condition: Condition, found: Sequence[Any]) -> str:
    """Suggest the value of a column that is nearest to the one that was written: numbers by distance."""
    number = number_in(condition.text)
    finite = [value for value in found if is_number(value) and math.isfinite(value)]
    if number is None or not finite or isinstance(finite[0], datetime.timedelta):
        return did_you_mean(condition.text, islice(dict.fromkeys(map(written, found)), MOST_COMPARED))
    nearest = min(finite, key=lambda value: abs(Fraction(value) - Fraction(number)))
    return f"the nearest is {condition.name}={written(nearest)}"


def is_number(value: Any) -> bool:
    """Tell whether a value is a number."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def test_of(condition: Condition, values: Sequence[Any]) -> Callable[[Any], bool]:
    """Return the test of a condition on the values of its column.

    Floats may differ from what is written by the rounding of what computed them. Moments are compared in UTC; a text
    without a zone is a time in that of the column, which two moments have at the end of summer time.
    """
    kind: type[Any] = next((type(value) for value in values if value is not None), str)
    number = number_in(condition.text) if issubclass(kind, int | float | Decimal) and kind is not bool else None
    if number is not None:
        if not issubclass(kind, float):
            return number.__eq__
        if len(number.as_tuple().digits) >= ALL_DIGITS:
            return float(number).__eq__
        return partial(is_near, wanted=number, bits=values.bits if isinstance(values, Rounded) else 52)
    try:
        wanted = typed(condition.text, kind)
    except (TypeError, ValueError, ArithmeticError):
        shown = written(next(value for value in values if value is not None))
        message = f"{condition.text!r} is no value of {condition.name!r}, which holds values like {shown}"
        if kind is bool:
            message = f"{condition.name!r} is true or false, not {condition.text!r}"
        raise Mistake("value-key", message, condition.value_offset, len(condition.text)) from None
    if isinstance(wanted, str):
        return lambda value: composed(value) == composed(wanted)
    if not isinstance(wanted, datetime.datetime):
        return lambda value: bool(value == wanted)
    if wanted.tzinfo is None:
        return lambda value: bool(value.replace(tzinfo=None) == wanted)
    return lambda value: value.tzinfo is not None and bool(value - EPOCH == wanted - EPOCH)


def typed(text: str, kind: type[Any]) -> Any:
    """Return the text of a condition as a value of the column's type.

    Raises
    ------
    ValueError
        If it is none.
    """
    if kind is bool:
        return ("false", "true").index(text) == 1
    if issubclass(kind, datetime.datetime):
        return datetime.datetime.fromisoformat(text)
    if issubclass(kind, datetime.timedelta):
        return read_duration(text)
    return kind.fromisoformat(text) if issubclass(kind, OF_CALENDAR) else kind(text)


def written(value: Any) -> str:
    """Return a value as a condition writes it."""
    text = value.isoformat() if isinstance(value, OF_CALENDAR) else str(value)
    text = written_duration(value) if isinstance(value, datetime.timedelta) else text
    return f'"{text}"' if re.search(r"\s", text) else text
