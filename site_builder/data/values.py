"""``::value[set.column key=value …]{spec}``: find one cell of the data and write it."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from site_builder.data.conditions import Condition, matching, read_conditions, written
from site_builder.data.durations import written_duration
from site_builder.data.tables import Tables
from site_builder.plain_values import plain
from site_builder.problems.source import Mistake, did_you_mean

QUERY = re.compile(r"\s*(?P<set>[\w-]+)\s*(?P<dot>\.)?\s*(?P<column>[\w-]*)")
SHOWN = 6
MINUS = "\N{MINUS SIGN}"
EXPONENT = re.compile(r"(?P<digits>.*\d)e(?P<power>[+-]\d+)")
NUMBER = re.compile(r"[0-9]+")
WIDEST, LONGEST_SPEC = 100, 100
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
TIMES = "\u202f\N{MULTIPLICATION SIGN}\u202f"
AWAITED = "…"
OF_NUMBERS = "write a Python format such as {,} or {.2f}"
NO_DATA = (
    'data sets: publish one from a script, and name it in content/site.toml, [data] command = "python data/NAME.py"'
)
UNPADDED = re.compile("%%|%-([a-zA-Z])")
OF_DATES = "write a format of Python's dates such as {%-d %B %Y}"
TEXT_FOR_DATE = "the column is text; make it days in the script: pd.to_datetime(…).dt.date"
OTHER_CELL = "choose another row, or let the data command write a number there"


@dataclass(frozen=True)
class Query:
    """One cell: a column of a set, in the only row that meets all conditions."""

    set_name: str
    column: str
    conditions: tuple[Condition, ...]
    set_offset: int
    column_offset: int


@dataclass(frozen=True)
class Cell:
    """A value, and as Python's format writes it; ``set_name`` is the data set that it is from, if it is from one."""

    value: Any
    formatted: str
    set_name: str = ""

    @property
    def is_number(self) -> bool:
        """Tell whether the value is a number."""
        return isinstance(self.value, int | float | Decimal) and not isinstance(self.value, bool)

    @property
    def text(self) -> str:
        """Return the value as it is printed."""
        return typeset(self.formatted) if self.is_number else self.formatted

    @property
    def latex(self) -> str:
        """Return the value for a formula."""
        if not self.is_number:
            return rf"\text{{{self.formatted}}}"
        match = EXPONENT.fullmatch(self.formatted)
        text = f"{match['digits']} \\times 10^{{{int(match['power'])}}}" if match else self.formatted
        return text.replace(",", "{,}").replace("%", r"\%")

    @property
    def machine_text(self) -> str:
        """Return the value for machines, unrounded; a duration in seconds."""
        if isinstance(self.value, datetime.timedelta):
            return str(plain(self.value))
        return str(self.value).lower() if isinstance(self.value, bool) else str(self.value)


def nothing_more(_set_name: str) -> bool:
    """Tell that no further set will come."""
    return False


@dataclass(frozen=True)
class Numbers:
    """All that ``::value`` can name: data sets, the constants of ``site.toml``, and figures quoted from sources.

    Numbers of a set that ``awaits`` knows to be still to come read "…": that it is not there is reported elsewhere.
    """

    tables: Tables
    constants: Mapping[str, Any]
    quoted: Mapping[str, Any]
    awaits: Callable[[str], bool] = nothing_more

    def find(self, text: str, spec: str) -> Cell:
        """Return the cell that ``text`` names, written as ``spec`` says.

        Raises
        ------
        Mistake
            With the offset in ``text`` of what is wrong; a wrong format has the offset of its text's end.
        """
        query = read_query(text)
        singles = {"constants": self.constants, "quoted": self.quoted}
        if query.set_name in singles:
            value = _single(query, singles[query.set_name])
            return Cell(value, write_value(value, spec, len(text)))
        if query.set_name in self.tables.sets:
            value = select(query, self.tables.columns(query.set_name))
            return Cell(value, write_value(value, spec, len(text)), query.set_name)
        if self.awaits(query.set_name):
            return Cell(AWAITED, AWAITED, query.set_name)
        known = [*self.tables.sets, *(name for name, values in singles.items() if values)]
        suggestion = did_you_mean(query.set_name, known, NO_DATA)
        message = f"unknown data set {query.set_name!r}"
        raise Mistake("value-set", message, query.set_offset, len(query.set_name), suggestion)


def read_query(text: str) -> Query:
    """Read ``set.column key=value …``."""
    start = QUERY.match(text)
    if start is None or not start["dot"] or not start["column"]:
        raise Mistake("value-malformed", f"cannot read {text!r}", 0, max(1, len(text)), "write set.column key=value …")
    conditions = read_conditions(text, start.end())
    return Query(start["set"], start["column"], conditions, start.start("set"), start.start("column"))


def _single(query: Query, values: Mapping[str, Any]) -> Any:
    """Return a constant or a quoted figure, which have no rows."""
    if query.conditions:
        first = query.conditions[0]
        raise Mistake("value-key", f"{query.set_name!r} has no rows to choose from", first.offset, len(first.name))
    if query.column not in values:
        suggestion = did_you_mean(query.column, values, f"{query.set_name}")
        message = f"unknown {query.set_name}.{query.column}"
        raise Mistake("value-column", message, query.column_offset, len(query.column), suggestion, query.set_name)
    return values[query.column]


def select(query: Query, columns: Mapping[str, Sequence[Any]]) -> Any:
    """Return the cell of the only row that meets the conditions."""
    if query.column not in columns:
        message = f"data set {query.set_name!r} has no column {query.column!r}"
        suggestion = did_you_mean(query.column, columns)
        raise Mistake("value-column", message, query.column_offset, len(query.column), suggestion)
    rows = matching(query.set_name, query.conditions, columns)
    if len(rows) != 1:
        raise Mistake(
            "value-row",
            f"{len(rows)} rows of {query.set_name!r} fit, a value needs exactly one"
            if rows
            else f"data set {query.set_name!r} has no rows",
            query.set_offset,
            query.column_offset + len(query.column) - query.set_offset,
            _distinguishing(rows, columns, query),
        )
    return columns[query.column][rows[0]]


def _distinguishing(rows: Sequence[int], columns: Mapping[str, Sequence[Any]], query: Query) -> str:
    """Suggest a condition that tells the rows apart."""
    for name, values in columns.items():
        distinct = list(dict.fromkeys(written(values[row]) for row in rows))
        if len(distinct) == len(rows) > 1 and name != query.column:
            shown = ", ".join(f"{name}={value}" for value in distinct[:SHOWN])
            return f"add a condition: {shown}{', …' if len(distinct) > SHOWN else ''}"
    return f"add conditions, on one or more of: {', '.join(name for name in columns if name != query.column)}"


def write_value(value: Any, spec: str, offset: int) -> str:
    """Write a value with a Python format; numbers without one get thousands separators.

    A format of a duration is one for its seconds; without one it is written with colons.

    Raises
    ------
    Mistake
        If there is nothing to write, or the format does not fit.
    """
    if value is None:
        raise Mistake("value-missing", "the cell is empty", 0, max(1, offset), OTHER_CELL)
    if isinstance(value, float | Decimal) and not math.isfinite(value):
        raise Mistake("value-missing", f"the cell holds no number but {value}", 0, max(1, offset), OTHER_CELL)
    if isinstance(value, bool) and not spec:
        return "yes" if value else "no"
    if isinstance(value, datetime.timedelta):
        value = value.total_seconds() if spec else written_duration(value)
    number = isinstance(value, int | float | Decimal)
    try:
        require_percent(value, spec)
        require_narrow(value, spec)
        return format_everywhere(value, spec or ("," if number else ""))
    except (TypeError, ValueError) as error:
        message = f"format {spec!r} does not fit {value if is_moment(value) else repr(value)}: {lowered(str(error))}"
        raise Mistake("value-format", message, offset, max(1, len(spec)), format_meant(value, spec)) from None


def format_everywhere(value: Any, spec: str) -> str:
    """Format a value; ``%-d`` and the like, which only some systems know, leave out leading zeros on all of them."""
    if not is_moment(value):
        return format(value, spec)
    return format(
        value, UNPADDED.sub(lambda m: (format(value, f"%{m[1]}").lstrip("0 ") or "0") if m[1] else m[0], spec)
    )


def is_moment(value: Any) -> bool:
    """Tell whether a value is a date, a moment or a time of day."""
    return isinstance(value, datetime.date | datetime.time)


def require_percent(value: Any, spec: str) -> None:
    """Refuse a format that a date would be written as, letter for letter: Python knows only what stands behind %."""
    if spec and is_moment(value) and "%" not in spec:
        raise ValueError("without % it says the same of every date")


def require_narrow(value: Any, spec: str) -> None:
    """Refuse a width, or a number of digits, that fills memory."""
    if not is_moment(value) and any(int(number) > WIDEST for number in NUMBER.findall(spec[:LONGEST_SPEC])):
        raise ValueError(f"it is wider than {WIDEST} characters")
    if len(spec) > LONGEST_SPEC:
        raise ValueError(f"it has more than {LONGEST_SPEC} characters")


def format_meant(value: Any, spec: str) -> str:
    """Return what to write in place of a format that does not fit a value."""
    if is_moment(value):
        return OF_DATES
    return TEXT_FOR_DATE if isinstance(value, str) and "%" in spec else OF_NUMBERS


def lowered(sentence: str) -> str:
    """Return a sentence as it goes on behind a colon."""
    return f"{sentence[:1].lower()}{sentence[1:]}"


def typeset(text: str) -> str:
    """Return a formatted number as it is printed: a real minus sign, and a power of ten for an exponent."""
    match = EXPONENT.fullmatch(text)
    if match is not None:
        power = str(int(match["power"])).translate(SUPERSCRIPTS)
        text = f"{match['digits']}{TIMES}10{power}"
    return text.replace("-", MINUS)
