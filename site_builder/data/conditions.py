"""Conditions that choose rows of a data set: ``key=value``, and the value as one of the column's type."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from site_builder.data.durations import read_duration, written_duration
from site_builder.problems.source import Mistake, did_you_mean

CONDITION = re.compile(r'\s+(?P<name>[\w-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"\]]+))')
OF_CALENDAR = (datetime.date, datetime.time)


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
        if condition.name not in columns:
            message = f"data set {set_name!r} has no column {condition.name!r}"
            suggestion = did_you_mean(condition.name, columns)
            raise Mistake("value-key", message, condition.offset, len(condition.name), suggestion)
        values = columns[condition.name]
        wanted = typed(condition, values)
        left = [row for row in rows if values[row] == wanted]
        if not left:
            found = dict.fromkeys(written(values[row]) for row in rows)
            message = f"no row of {set_name!r} has {condition.name}={condition.text}"
            suggestion = did_you_mean(condition.text, found)
            raise Mistake("value-row", message, condition.value_offset, len(condition.text), suggestion)
        rows = left
    return rows


def typed(condition: Condition, values: Sequence[Any]) -> Any:
    """Return the text of a condition as a value of the column's type."""
    kind: type[Any] = next((type(value) for value in values if value is not None), str)
    if kind is bool:
        if condition.text not in {"true", "false"}:
            message = f"{condition.name!r} is true or false, not {condition.text!r}"
            raise Mistake("value-key", message, condition.value_offset, len(condition.text))
        return condition.text == "true"
    try:
        if issubclass(kind, datetime.datetime):
            return _moment(condition.text, values)
        if issubclass(kind, datetime.timedelta):
            return read_duration(condition.text)
        return kind.fromisoformat(condition.text) if issubclass(kind, OF_CALENDAR) else kind(condition.text)
    except (TypeError, ValueError, ArithmeticError):
        shown = written(next(value for value in values if value is not None))
        message = f"{condition.text!r} is no value of {condition.name!r}, which holds values like {shown}"
        raise Mistake("value-key", message, condition.value_offset, len(condition.text)) from None


def _moment(text: str, values: Sequence[Any]) -> datetime.datetime:
    """Return the moment that a text means; without a zone it is in that of the column."""
    moment = datetime.datetime.fromisoformat(text)
    zone = next(value.tzinfo for value in values if value is not None)
    return moment.replace(tzinfo=zone) if moment.tzinfo is None else moment


def written(value: Any) -> str:
    """Return a value as a condition writes it."""
    text = value.isoformat() if isinstance(value, OF_CALENDAR) else str(value)
    text = written_duration(value) if isinstance(value, datetime.timedelta) else text
    return f'"{text}"' if re.search(r"\s", text) else text
