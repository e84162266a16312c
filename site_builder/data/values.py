"""Find a cell of a data set by conditions (``::value[set.column key=value]{spec}``) and format it."""

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

from site_builder.data.tables import Rounded, Tables, read_duration, written_duration
from site_builder.explore.parameters import IN_NAMES, same_name
from site_builder.locales import EXPONENT, formatted, is_moment, localized, typeset
from site_builder.plain_values import is_near, number_in, plain
from site_builder.problems.source import Mistake, suggest
from site_builder.project_files import composed

CONDITION = re.compile(rf'\s+(?P<name>[{IN_NAMES}-]+)=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"\]]+))')
OF_CALENDAR = (datetime.date, datetime.time)
MOST_COMPARED = 2000  # values that a suggestion is chosen from
# Names of the types of columns in messages; a subclass comes before its base class.
FORMS: Mapping[type[Any], str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    Decimal: "a number",
    datetime.datetime: "a date with a time",
    datetime.date: "a date",
    datetime.time: "a time of day",
    datetime.timedelta: "a duration",
}
# Number of digits that determine a float exactly.
ALL_DIGITS = 17
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Condition:
    """``name=text``: only rows where column ``name`` has the value written as ``text``."""

    name: str
    text: str
    offset: int
    value_offset: int


def read_conditions(text: str, position: int = 0) -> tuple[Condition, ...]:
    """Parse ``key=value …`` from a position on, each after a space.

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
            offset, suggestion = text.index(rest, position), "write key=value"
            if rest.startswith("."):
                suggestion = "rename the column in the data: the name of a column here has no dot"
            raise Mistake("value-malformed", f"cannot read condition {rest!r}", offset, len(rest), suggestion)
        value = match["quoted"] if match["quoted"] is not None else match["bare"]
        group = "quoted" if match["quoted"] is not None else "bare"
        conditions.append(Condition(match["name"], value, match.start("name"), match.start(group)))
        position = match.end()
    return tuple(conditions)


def matching(set_name: str, conditions: Sequence[Condition], columns: Mapping[str, Sequence[Any]]) -> list[int]:
    """Return the rows that meet all conditions.

    Raises
    ------
    Mistake
        For an unknown column, and for a condition that no remaining row meets.
    """
    rows = list(range(max(map(len, columns.values()), default=0)))
    for condition in conditions:
        name = same_name(condition.name, columns)
        if name not in columns:
            message = f"data set {set_name!r} has no column {condition.name!r}"
            suggestion = suggest(condition.name, columns)
            raise Mistake("value-key", message, condition.offset, len(condition.name), suggestion)
        values = columns[name]
        is_met = test_of(condition, values)
        left = [row for row in rows if values[row] is not None and is_met(values[row])]
        if not left:
            found = [values[row] for row in rows if values[row] is not None]
            message = f"no row of {set_name!r} has {condition.name}={condition.text}"
            suggestion = suggest_value(condition, found)
            raise Mistake("value-row", message, condition.value_offset, len(condition.text), suggestion)
        rows = left
    return rows


def suggest_value(condition: Condition, found: Sequence[Any]) -> str:
    """Suggest the value of a column that is nearest to the written one: numbers by distance, texts by spelling."""
    number = number_in(condition.text)
    finite = [value for value in found if is_number(value) and math.isfinite(value)]
    if number is None or not finite or isinstance(finite[0], datetime.timedelta):
        return suggest(condition.text, islice(dict.fromkeys(map(written, found)), MOST_COMPARED))
    nearest = min(finite, key=lambda value: abs(Fraction(value) - Fraction(number)))
    return f"write {condition.name}={written(nearest)}, the nearest"


def is_number(value: Any) -> bool:
    """Return whether a value is a number."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def test_of(condition: Condition, values: Sequence[Any]) -> Callable[[Any], bool]:
    """Return a predicate for the values of the column of a condition.

    Floats may differ from the written number by rounding errors. Datetimes are compared in UTC; a text without a zone
    means the zone of the column, and may match two datetimes at the end of summer time.
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
        form = next((form for known, form in FORMS.items() if issubclass(kind, known)), "of its kind")
        message = f"{condition.text!r} is not {form}, as the values of column {condition.name!r} are"
        known = "true" if kind is bool else written(next(value for value in values if value is not None))
        suggestion = f"write one of its values, such as {condition.name}={known}"
        raise Mistake("value-key", message, condition.value_offset, len(condition.text), suggestion) from None
    if isinstance(wanted, str):
        return lambda value: composed(value) == composed(wanted)
    if not isinstance(wanted, datetime.datetime):
        return lambda value: bool(value == wanted)
    if wanted.tzinfo is None:
        return lambda value: bool(value.replace(tzinfo=None) == wanted)
    return lambda value: value.tzinfo is not None and bool(value - EPOCH == wanted - EPOCH)


def typed(text: str, kind: type[Any]) -> Any:
    """Convert the text of a condition to a value of the column's type.

    Raises
    ------
    ValueError
        If it is not a value of the type.
    """
    if kind is bool:
        return ("false", "true").index(text) == 1
    if issubclass(kind, datetime.datetime):
        return datetime.datetime.fromisoformat(text)
    if issubclass(kind, datetime.timedelta):
        return read_duration(text)
    return kind.fromisoformat(text) if issubclass(kind, OF_CALENDAR) else kind(text)


def written(value: Any) -> str:
    """Format a value for a condition."""
    text = value.isoformat() if isinstance(value, OF_CALENDAR) else str(value)
    text = written_duration(value) if isinstance(value, datetime.timedelta) else text
    return f'"{text}"' if re.search(r"\s", text) else text


QUERY = re.compile(rf"\s*(?P<set>[{IN_NAMES}-]+)\s*(?P<dot>\.)?\s*(?P<column>[{IN_NAMES}-]*)")
# Characters of numbers that have another meaning in a formula: no-break spaces, an apostrophe, other digits.
NO_MATHEMATICS = re.compile(r"[^\x00-\x7f]+|'")
SHOWN = 6
LONGEST = 60  # characters of a value in a message
# Characters with a special meaning in LaTeX.
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
OTHER_CELL = "choose a row with a number, or write one into the data"


@dataclass(frozen=True)
class Query:
    """A reference to one cell: a column of a set, in the only row that meets all conditions."""

    set_name: str
    column: str
    conditions: tuple[Condition, ...]
    set_offset: int
    column_offset: int


@dataclass(frozen=True)
class Cell:
    """A value, and its text in Python's format; ``set_name`` is the data set that it is from, if any."""

    value: Any
    formatted: str
    set_name: str = ""

    @property
    def is_number(self) -> bool:
        """Return whether the value is a number."""
        return is_number(self.value)

    @property
    def text(self) -> str:
        """Return the text of the value in the language of the site."""
        return typeset(self.formatted) if self.is_number else self.formatted

    @property
    def latex(self) -> str:
        """Return the value in LaTeX."""
        if not self.is_number:
            return rf"\text{{{self.formatted.translate(IN_LATEX)}}}"
        match = EXPONENT.fullmatch(self.formatted)
        text = NO_MATHEMATICS.sub(r"\\text{\g<0>}", localized(match["digits"] if match else self.formatted))
        power = f" \\times 10^{{{int(match['power'])}}}" if match else ""
        return text.replace(",", "{,}").replace("%", r"\%") + power

    @property
    def machine_text(self) -> str:
        """Return the unrounded value for programs; a duration in seconds."""
        if isinstance(self.value, datetime.timedelta):
            return str(plain(self.value))
        return str(self.value).lower() if isinstance(self.value, bool) else str(self.value)


@dataclass(frozen=True)
class Numbers:
    """The values that ``::value`` can show: data sets, the constants of ``site.toml``, and figures quoted from sources.

    Numbers of a set that is not computed yet, by ``awaits``, read "…": the missing set is reported elsewhere.
    """

    tables: Tables
    constants: Mapping[str, Any]
    quoted: Mapping[str, Any]
    awaits: Callable[[str], bool] = lambda name: False

    def find(self, text: str, spec: str) -> Cell:
        """Return the cell for a query, formatted by ``spec``.

        Raises
        ------
        Mistake
            With the offset of the error in ``text``; an invalid format has the offset of the end of ``text``.
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
        suggestion = suggest(query.set_name, known, NO_DATA)
        message = f"unknown data set {query.set_name!r}"
        raise Mistake("value-set", message, query.set_offset, len(query.set_name), suggestion)


def read_query(text: str) -> Query:
    """Parse ``set.column key=value …``."""
    start = QUERY.match(text)
    if start is None or not start["dot"] or not start["column"]:
        raise Mistake("value-malformed", f"cannot read {text!r}", 0, max(1, len(text)), "write set.column key=value …")
    conditions = read_conditions(text, start.end())
    return Query(start["set"], start["column"], conditions, start.start("set"), start.start("column"))


def _single(query: Query, values: Mapping[str, Any]) -> Any:
    """Return a constant or a quoted figure, which has no rows."""
    if query.conditions:
        first = query.conditions[0]
        raise Mistake("value-key", f"{query.set_name!r} has no rows to choose from", first.offset, len(first.name))
    if query.column not in values:
        suggestion = suggest(query.column, values, f"{query.set_name}")
        message = f"unknown {query.set_name}.{query.column}"
        raise Mistake("value-column", message, query.column_offset, len(query.column), suggestion, query.set_name)
    return values[query.column]


def select(query: Query, columns: Mapping[str, Sequence[Any]]) -> Any:
    """Return the cell of the only row that meets the conditions."""
    column = same_name(query.column, columns)
    if column not in columns:
        message = f"data set {query.set_name!r} has no column {query.column!r}"
        suggestion = suggest(query.column, columns)
        raise Mistake("value-column", message, query.column_offset, len(query.column), suggestion)
    rows = matching(query.set_name, query.conditions, columns)
    if len(rows) != 1:
        raise Mistake(
            "value-row",
            f"{len(rows)} rows of {query.set_name!r} match; a value needs exactly one"
            if rows
            else f"data set {query.set_name!r} has no rows",
            query.set_offset,
            query.column_offset + len(query.column) - query.set_offset,
            _distinguishing(rows, columns, query),
        )
    return columns[column][rows[0]]


def _distinguishing(rows: Sequence[int], columns: Mapping[str, Sequence[Any]], query: Query) -> str:
    """Suggest a condition that distinguishes the rows."""
    for condition in query.conditions:  # floats that equal the written number up to rounding
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
    """Format a value with a Python format; numbers without one get thousands separators.

    A duration is formatted as its number of seconds; without a format it is written with colons.

    Raises
    ------
    Mistake
        If the cell is empty, or the format does not fit.
    """
    if value is None:
        raise Mistake("value-missing", "the cell is empty", 0, max(1, offset), OTHER_CELL)
    if isinstance(value, float | Decimal) and not math.isfinite(value):
        raise Mistake("value-missing", f"the cell holds {value}, not a number", 0, max(1, offset), OTHER_CELL)
    if isinstance(value, list | dict | bytes):
        what = {list: "a list", dict: "several values", bytes: "bytes"}[type(value)]
        raise Mistake("value-missing", f"the cell holds {what}, not one value", 0, max(1, offset), OTHER_CELL)
    if isinstance(value, bool) and not spec:
        return "yes" if value else "no"
    if isinstance(value, datetime.timedelta):
        value = value.total_seconds() if spec else written_duration(value)
    number = isinstance(value, int | float | Decimal)
    try:
        require_useful_format(value, spec)
        return formatted(value, spec or ("," if number else ""))
    except (TypeError, ValueError, OverflowError) as error:
        shown = str(value) if is_moment(value) else repr(value)
        shown = shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"
        reason = str(error)
        message = f"format {spec!r} does not fit {shown}: {reason[:1].lower()}{reason[1:]}"
        raise Mistake("value-format", message, offset, max(1, len(spec)), suggest_format(value, spec)) from None


def is_empty(value: Any) -> bool:
    """Return whether a cell is empty: None, NaN or an empty text."""
    is_nan = isinstance(value, float | Decimal) and math.isnan(value)
    return value is None or (isinstance(value, str) and not value) or is_nan


def require_useful_format(value: Any, spec: str) -> None:
    """Raise an error for a format that Python accepts and whose output is useless: constant, huge or a character."""
    if spec and is_moment(value) and "%" not in spec:
        raise ValueError("without % it prints the same for every date")
    if re.search(r"\d{3}", spec) and "%" not in spec[:-1]:
        raise ValueError("a width or precision has two digits at most")
    if re.fullmatch(r"[^%]*c", spec):
        raise ValueError("'c' turns a number into a character")


def suggest_format(value: Any, spec: str) -> str:
    """Suggest a format for a value."""
    if is_moment(value):
        return OF_DATES
    return TEXT_FOR_DATE if isinstance(value, str) and "%" in spec else OF_NUMBERS
