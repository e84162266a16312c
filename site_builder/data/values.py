"""``::value[set.column key=value …]{spec}``: find one cell of the data and write it."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from site_builder.data.conditions import MOST_COMPARED, Condition, matching, read_conditions, written
from site_builder.data.durations import written_duration
from site_builder.data.tables import Tables
from site_builder.explore.names import IN_NAMES, same_name
from site_builder.locales import EXPONENT, formatted, is_moment, localized, typeset
from site_builder.plain_values import plain
from site_builder.problems.source import Mistake, did_you_mean

QUERY = re.compile(rf"\s*(?P<set>[{IN_NAMES}-]+)\s*(?P<dot>\.)?\s*(?P<column>[{IN_NAMES}-]*)")
# Signs of numbers that mean something else in a formula, or nothing: no-break spaces, an apostrophe, other digits.
NO_MATHEMATICS = re.compile(r"[^\x00-\x7f]+|'")
SHOWN = 6
LONGEST = 60  # characters of a value in a message
# Characters of a text that are commands in LaTeX.
IN_LATEX = str.maketrans(
    {letter: f"\\{letter}" for letter in "%&#$_{}"}
    | {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
)
AWAITED = "…"
OF_NUMBERS = "write a Python format such as {,} or {.2f}"
NO_DATA = (
    'data sets: publish one from a script, and name it in content/site.toml, [data] command = "python data/NAME.py"'
)
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
            return rf"\text{{{self.formatted.translate(IN_LATEX)}}}"
        match = EXPONENT.fullmatch(self.formatted)
        text = NO_MATHEMATICS.sub(r"\\text{\g<0>}", localized(match["digits"] if match else self.formatted))
        power = f" \\times 10^{{{int(match['power'])}}}" if match else ""
        return text.replace(",", "{,}").replace("%", r"\%") + power

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
            if value == "":
                value = None
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
    column = same_name(query.column, columns)
    if column not in columns:
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
    return columns[column][rows[0]]


def _distinguishing(rows: Sequence[int], columns: Mapping[str, Sequence[Any]], query: Query) -> str:
    """Suggest a condition that tells the rows apart."""
    for condition in query.conditions:  # floats that are the written number but for rounding
        if len({columns[condition.name][row] for row in rows}) == len(rows) > 1:
            exact = " and ".join(f"{condition.name}={columns[condition.name][row]:.17g}" for row in rows[:SHOWN])
            return f"{condition.name}={condition.text} may mean {exact}: write one of them"
    for name, values in columns.items() if len(rows) <= MOST_COMPARED else ():
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
    if isinstance(value, list | dict | bytes):
        what = {list: "a list", dict: "several values", bytes: "bytes"}[type(value)]
        raise Mistake("value-missing", f"the cell holds {what}, not one value", 0, max(1, offset), OTHER_CELL)
    if isinstance(value, bool) and not spec:
        return "yes" if value else "no"
    if isinstance(value, datetime.timedelta):
        value = value.total_seconds() if spec else written_duration(value)
    number = isinstance(value, int | float | Decimal)
    try:
        require_percent(value, spec)
        require_small(spec)
        return formatted(value, spec or ("," if number else ""))
    except (TypeError, ValueError, OverflowError) as error:
        shown = str(value) if is_moment(value) else repr(value)
        shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"
        message = f"format {spec!r} does not fit {shown}: {lowered(str(error))}"
        raise Mistake("value-format", message, offset, max(1, len(spec)), format_meant(value, spec)) from None


def is_empty(value: Any) -> bool:
    """Tell whether a cell holds nothing: no value, no number or no text."""
    return value is None or (isinstance(value, str) and not value) or is_nan(value)


def is_nan(value: Any) -> bool:
    """Tell whether a value is what is no number."""
    return isinstance(value, float | Decimal) and math.isnan(value)


def require_percent(value: Any, spec: str) -> None:
    """Refuse a format that a date would be written as, letter for letter: Python knows only what stands behind %."""
    if spec and is_moment(value) and "%" not in spec:
        raise ValueError("without % it says the same of every date")


def require_small(spec: str) -> None:
    """Refuse a format that fills pages, or makes a character of a number."""
    if re.search(r"\d{3}", spec) and "%" not in spec[:-1]:
        raise ValueError("a width or precision has two digits at most")
    if re.fullmatch(r"[^%]*c", spec):
        raise ValueError("'c' makes a character of a number")


def format_meant(value: Any, spec: str) -> str:
    """Return what to write in place of a format that does not fit a value."""
    if is_moment(value):
        return OF_DATES
    return TEXT_FOR_DATE if isinstance(value, str) and "%" in spec else OF_NUMBERS


def lowered(sentence: str) -> str:
    """Return a sentence as it goes on behind a colon."""
    return f"{sentence[:1].lower()}{sentence[1:]}"
