"""Define the parameters of explorables: sliders, choices and toggles; and guesses."""

from __future__ import annotations

import datetime
import math
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from typing import Any, Literal

from site_builder.locales import ENGLISH, MINUS, conventions, is_moment, localized, written_date
from site_builder.plain_values import plain_number

NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
# A date in an ambiguous order of day, month and year.
OTHER_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}")
YEAR_FIRST = "write days as 2023-11-01"
DATE = re.compile(r"\d{4}-\d\d-\d\d")
CALENDAR: tuple[tuple[re.Pattern[str], Any], ...] = (
    (DATE, datetime.date),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?"), datetime.datetime),
    (re.compile(r"\d\d:\d\d(:\d\d)?"), datetime.time),
)
# Units without a space before them: none, degrees, minutes and seconds of arc.
ATTACHED = ("", "\N{DEGREE SIGN}", "\N{PRIME}", "\N{DOUBLE PRIME}")
MOST_STOPS = 1000
DECIMALS = 12


class DeclarationError(ValueError):
    """An invalid declaration of a parameter; message and ``remedy`` are for the author."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True)
class Stop:
    """A value of a parameter: for functions (``value``), for readers (``label``) and in the address (``text``)."""

    value: Any
    label: str
    text: str


def stop_of(value: Any, label: str = "") -> Stop:
    """Return the stop for a value: a number, a date, a text or a truth value; those of NumPy become Python's."""
    value = plain_number(value)
    if isinstance(value, bool):
        return Stop(value, label or ("yes" if value else "no"), "on" if value else "off")
    if isinstance(value, int | float | Decimal):
        plain = printed_number(value)
        return Stop(value, label or localized(plain).replace("-", MINUS), plain)
    if isinstance(value, datetime.date):
        return Stop(value, label or written_date(value), value.isoformat())
    if isinstance(value, datetime.time):
        return Stop(value, label or written_date(value), written_date(value, ENGLISH))
    if isinstance(value, str) and value.strip():
        return Stop(value, label or value, slug_of(value))
    if isinstance(value, datetime.timedelta):
        raise DeclarationError(f"{value} is a duration: write a number with its unit, as slider(0, 90, unit='min')")
    raise DeclarationError(f"{value!r} is not a number, date or text")


def stops_of(values: Sequence[Any]) -> list[Stop]:
    """Return the stops for values; days of pandas, which all begin at midnight, have labels without a time."""
    are_days = all(isinstance(value, datetime.datetime) and value.time() == datetime.time() for value in values)
    return [stop_of(value, written_date(value.date()) if are_days else "") for value in values]


def in_english(stop: Stop) -> str:
    """Return the label of a stop with dates in English."""
    return written_date(stop.value, ENGLISH) if is_moment(stop.value) else stop.label


def printed_number(value: float | Decimal) -> str:
    """Format a number without exponent and trailing zeros."""
    text = format(Decimal(str(value or 0)), "f")  # avoid a negative zero
    return text.rstrip("0").rstrip(".") if "." in text else text


def slug_of(text: str) -> str:
    """Return a text for the address: lower case letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain)) or "-".join(f"{ord(letter):x}" for letter in text.strip())


def listed(values: str | Iterable[Any]) -> list[Any]:
    """Return values as a list; a text is split at spaces, and its numbers and dates are parsed."""
    if isinstance(values, str):
        return [read_value(word) for word in values.split()]
    found = list(map(plain_number, values))
    return without_errors(found) if hasattr(values, "tolist") else found


def without_errors(numbers: list[Any]) -> list[Any]:
    """Return the numbers of an array without the rounding errors of equal steps, as in 0.30000000000000004."""
    if len(numbers) < 2 or not all(isinstance(number, float) and math.isfinite(number) for number in numbers):
        return numbers
    span = max(numbers) - min(numbers)
    return [round(number, digits_for(span)) for number in numbers]


def digits_for(span: float) -> int:
    """Return the number of decimals that distinguish numbers in a range: 12, and more if it is below 1."""
    return max(DECIMALS, DECIMALS - math.floor(math.log10(span))) if 0 < span < math.inf else DECIMALS


def read_moment(value: Any) -> Any:
    """Parse a date, a datetime or a time of day; return any other value unchanged."""
    for form, kind in CALENDAR if isinstance(value, str) else ():
        if form.fullmatch(value):
            try:
                return kind.fromisoformat(value)
            except ValueError:
                return value
    return value


def read_value(word: str) -> Any:
    """Parse a number or a date; return another word unchanged."""
    if NUMBER.fullmatch(word):
        return float(word) if "." in word else int(word)
    return read_moment(word) if DATE.fullmatch(word) else word


def in_steps(first: Any, last: Any, step: Any) -> list[Any]:
    """Return the values from ``first`` to ``last``, both included.

    Raises
    ------
    DeclarationError
        If the ends or the step are invalid, or the steps do not lead to ``last``.
    """
    first, last = (read_moment(read_value(end)) if isinstance(end, str) else plain_number(end) for end in (first, last))
    step = plain_number(step)
    if isinstance(first, datetime.date | datetime.time):
        return moments_in_steps(first, last, step)
    if not all(isinstance(end, int | float | Decimal) for end in (first, last, step)):
        kinds = "numbers, dates such as '2026-11-22', or times such as '08:30'"
        message = f"from {first!r} to {last!r} in steps of {step!r}: these must be {kinds}"
        raise DeclarationError(message, year_first(first, last))
    low, high, by = (Decimal(str(number)) for number in (first, last, step))
    require_steps(low < high, by > 0, first, last, step)
    if low == 0 and high == by == 1:
        message = "a slider from 0 to 1 in steps of 1 has no stop between them"
        raise DeclarationError(message, "write step=…, such as step=0.1; for yes or no, use toggle(…)")
    count, rest = divmod(high - low, by)
    if rest:
        message = f"steps of {step} do not lead from {first} to {last}; the last stop is {high - rest}"
        raise DeclarationError(message, "change step=… or the end")
    require_stop_limit(int(count) + 1)
    is_whole = all(number == number.to_integral_value() for number in (low, by))
    return [int(low + by * index) if is_whole else float(low + by * index) for index in range(int(count) + 1)]


def moments_in_steps(first: datetime.date | datetime.time, last: Any, step: Any) -> list[Any]:
    """Return dates, datetimes or times from ``first`` to ``last``; a step is in days, for times in minutes."""
    kind, unit = ("times", "minutes") if isinstance(first, datetime.time) else ("dates", "days")
    by = datetime.timedelta(**{unit: step}) if isinstance(step, int | float) else step
    if type(last) is not type(first) or not isinstance(by, datetime.timedelta):
        message = f"write {kind}, and a number of {unit}, or a timedelta"
        raise DeclarationError(f"from {first} to {last!r} in steps of {step!r}: {message}")
    low, high = measured(first), measured(last)
    require_steps(low < high, by > datetime.timedelta(), first, last, step)
    count, rest = divmod(high - low, by)
    require_stop_limit(count + 1)
    stops = [low + by * index for index in range(count + 1)]
    stops = [stop.time() for stop in stops] if kind == "times" else stops
    if rest:
        size = str(by) if by.seconds else f"{by.days} days"
        raise DeclarationError(f"steps of {size} do not lead from {first} to {last}; the last stop is {stops[-1]}")
    return stops


def year_first(*values: Any) -> str:
    """Return the remedy for an ambiguous date if one of the values looks like one; otherwise ""."""
    return YEAR_FIRST if any(isinstance(one, str) and OTHER_DATE.fullmatch(one) for one in values) else ""


def measured(value: Any) -> Any:
    """Convert a time of day to a datetime, so that differences can be computed; return other values unchanged."""
    return datetime.datetime.combine(datetime.date.min, value) if isinstance(value, datetime.time) else value


def require_steps(ascends: bool, advances: bool, first: Any, last: Any, step: Any) -> None:
    """Raise an error unless the ends ascend and the step is positive."""
    if not ascends:
        raise DeclarationError(f"the slider ends at {last}, which is not above {first}", "write the smaller end first")
    if not advances:
        raise DeclarationError(f"a step of {step} is not above 0")


def require_stop_limit(count: int) -> None:
    """Raise an error for too many stops."""
    if count > MOST_STOPS:
        message = f"that is {count:,} stops; a parameter has {MOST_STOPS:,} at most"
        raise DeclarationError(message, "write a larger step=…, or list the stops: stops=…")


def geometric(first: float, last: float, count: int, digits: int = 3) -> list[float]:
    """Return numbers in a geometric sequence, as on a logarithmic scale.

    Parameters
    ----------
    first, last : float
        The ends, both included; above zero.
    count : int
        How many numbers, including the ends.
    digits : int
        Significant digits to which each number is rounded, so that functions get the numbers that readers see.

    Returns
    -------
    list of float
        Stops for ``slider(stops=…)``; integers if all of them are whole.

    Examples
    --------
    >>> geometric(1, 1000, 7)
    [1.0, 3.16, 10.0, 31.6, 100.0, 316.0, 1000.0]
    """
    if count < 2 or not 0 < first < last:
        raise DeclarationError(
            f"geometric({first}, {last}, {count}) needs two numbers above zero, ascending, and two stops"
        )
    ratio = (last / first) ** (1 / (count - 1))
    numbers = [first, *(first * ratio**index for index in range(1, count - 1)), last]
    rounded = [float(f"{number:.{digits}g}") for number in numbers]
    if len(set(rounded)) < count:
        raise DeclarationError(f"with {digits} digits, some of these {count} numbers are the same; give more digits")
    return [int(number) for number in rounded] if all(number.is_integer() for number in rounded) else rounded


def nearest(value: Any, stops: Sequence[Stop]) -> Stop:
    """Return the stop nearest to a value; the first stop if they cannot be compared."""
    try:
        return min(stops, key=lambda stop: abs(measured(stop.value) - measured(value)))
    except TypeError:
        return stops[0]


__all__ = ["DeclarationError", "Frame", "Parameter", "choice", "frame", "geometric", "slider", "toggle"]

Kind = Literal["slider", "choice", "toggle"]


@dataclass(frozen=True)
class Parameter:
    """A parameter that readers can set: its stops, the index of the initial one, label and unit."""

    kind: Kind
    stops: tuple[Stop, ...]
    start: int
    label: str = ""
    unit: str = ""

    @property
    def shown_unit(self) -> str:
        """Return the unit as it follows a number: after a space, except signs of angles and, in some languages, %."""
        if self.unit == "%":
            return conventions().percent.partition("{}")[2] or "\N{NO-BREAK SPACE}%"
        return self.unit if self.unit in ATTACHED else f"\N{NO-BREAK SPACE}{self.unit}"

    def words(self, index: int) -> str:
        """Return the label of a stop with its unit."""
        return f"{self.stops[index].label}{self.shown_unit}"


@dataclass(frozen=True)
class Frame:
    """A data set that an explorable reads, by its name in the manifest."""

    name: str


def slider(
    first: Any = None,
    last: Any = None,
    *,
    step: float | datetime.timedelta = 1,
    stops: str | Iterable[Any] | None = None,
    start: Any = None,
    label: str = "",
    unit: str = "",
) -> Parameter:
    r"""Declare a number, a date or a time that readers set by a slider.

    Parameters
    ----------
    first, last
        The ends: numbers, dates, times, or texts such as ``"2026-11-22"``, ``"2026-11-22 08:30"`` and ``"08:30"``.
    step
        Difference between stops; for dates in days, for times of day in minutes, or a ``timedelta``.
    stops
        All stops, ascending, in place of ``first``, ``last`` and ``step``: a list of numbers or dates, the result of
        :func:`geometric`, or a text with spaces between the stops.
    start
        The initial stop; the first by default.
    label, unit
        The name of the quantity, and its unit.

    Examples
    --------
    >>> slider(5, 95, step=5, start=80, label="Load", unit="%").words(15)
    '80%'
    >>> [stop.value for stop in slider(stops="1 2 5 10").stops]
    [1, 2, 5, 10]
    """
    if (stops is None) == (first is None or last is None):
        which = "give one of them" if stops is None else "not both"
        raise DeclarationError(f"a slider has its two ends, or stops=…; {which}")
    values = list(map(read_moment, listed(stops))) if stops is not None else in_steps(first, last, step)
    try:
        ascends = values == sorted(set(values))
    except TypeError:
        ascends = False
    if not ascends or any(isinstance(value, str | bool) for value in values):
        message = "the stops of a slider are numbers, dates or times, ascending; for other values use choice(…)"
        raise DeclarationError(message, year_first(*values))
    begins = read_moment(start)
    remedy = year_first(start) or ("" if stops is not None else remedy_for_start(begins, values))
    return made("slider", stops_of(values), begins, label, unit, remedy)


def remedy_for_start(start: Any, values: Sequence[Any]) -> str:
    """Return the fix for a ``start`` that is no stop; beyond the ends no ``step`` leads to it."""
    try:
        is_outside = not measured(values[0]) <= measured(start) <= measured(values[-1])
    except TypeError:  # they cannot be compared
        is_outside = False
    if is_outside:
        return f"change start, or the ends: they are {values[0]} and {values[-1]}"
    return "change step=… so that a stop is there, or change start"


def choice(
    options: str | Iterable[Any] | Mapping[Any, str], *, start: Any = None, label: str = "", unit: str = ""
) -> Parameter:
    """Declare a choice between a few values.

    Parameters
    ----------
    options
        The values, in order: a list, or a mapping of values to the labels that readers see.
    start
        The initial value; the first by default.
    label, unit
        The name of the choice, and the unit of the values.

    Examples
    --------
    >>> choice({1: "one", 4: "four"}, start=4).words(1)
    'four'
    """
    if isinstance(options, Mapping):
        return made("choice", [stop_of(value, str(words)) for value, words in options.items()], start, label, unit)
    return made("choice", stops_of(listed(options)), start, label, unit)


def toggle(label: str = "", *, start: bool = False) -> Parameter:
    """Declare a parameter that is ``True`` or ``False``, set by a checkbox.

    Parameters
    ----------
    label
        The statement that is true if the box is checked.
    start
        The initial value.
    """
    return made("toggle", [stop_of(False), stop_of(True)], start, label, "")


def frame(name: str) -> Frame:
    """Declare a data set; functions that name it in their arguments get it as a data frame.

    The frame is one of pandas unless the argument's type names another library: ``waits: narwhals.DataFrame``,
    ``waits: polars.DataFrame``, ``waits: pyarrow.Table``.

    Parameters
    ----------
    name
        The name of the data set in the manifest.
    """
    return Frame(name)


def made(kind: Kind, stops: list[Stop], start: Any, label: str, unit: str, remedy: str = "") -> Parameter:
    """Validate and return a parameter; ``remedy`` is the fix for an invalid ``start``."""
    if len(stops) < 2:
        raise DeclarationError(f"a {kind} needs two stops or more")
    texts = [stop.text for stop in stops]
    twice = next((stop for stop in stops if texts.count(stop.text) > 1), None)
    if twice is not None:
        message = f"two stops read {twice.text!r} in the address; let them differ in letters or digits"
        raise DeclarationError(message, "change one, or write numbers as values, with these texts as labels")
    labels = [" ".join(stop.label.split()) for stop in stops]
    if kind == "choice" and (same := next((label for label in labels if labels.count(label) > 1), None)) is not None:
        raise DeclarationError(f"two options have the label {same!r}, which readers cannot tell apart; change one")
    if start is None:
        return Parameter(kind, tuple(stops), 0, label, unit)
    wanted = stop_of(start).text if not isinstance(start, str) or start not in texts else start
    if wanted not in texts:
        raise DeclarationError(f"start={start!r} is not a stop; {nearest_words(start, stops)}", remedy)
    return Parameter(kind, tuple(stops), texts.index(wanted), label, unit)


def nearest_words(value: Any, stops: list[Stop]) -> str:
    """Suggest the stop nearest to a value, or else list all stops."""
    if isinstance(value, str):
        found = get_close_matches(value, [str(stop.value) for stop in stops], 1)
        return f"write {found[0]!r}" if found else f"the stops are {', '.join(stop.text for stop in stops)}"
    return f"the nearest is {nearest(value, stops).text}"


MOST_POINTS = 10


@dataclass(frozen=True)
class Guess:
    """A question with numbers as answers to choose from; made by ``guess``."""

    question: str
    answers: tuple[tuple[float, str], ...]
    of: str
    off: float
    at: Mapping[str, Any] = field(default_factory=dict)

    def points(self, answer: float, truth: float) -> int:
        """Return the points for an answer: ten if it is right, fewer the further it is off."""
        return max(0, MOST_POINTS - round(abs(answer - truth) / self.off))


def guess(
    question: str, answers: Mapping[float, str], *, of: str, off: float, at: Mapping[str, Any] | None = None
) -> Guess:
    """Declare a question that readers answer before the figure shows the answer.

    Parameters
    ----------
    question
        The text of the question.
    answers
        Two or more numbers to choose from, with the labels of their buttons.
    of
        The name in ``numbers`` of the true value.
    off
        The distance from the true value that costs one of ten points.
    at
        The stops for which the question is asked, by parameter; by default the initial ones. The figure moves to these
        stops after the answer.

    Examples
    --------
    >>> asked = guess("How long?", {2: "2 minutes", 8: "8 minutes"}, of="wait", off=1)
    >>> [asked.points(answer, 7.6) for answer, words in asked.answers]
    [4, 10]
    """
    if len(answers) < 2:
        raise DeclarationError("a guess needs two answers or more")
    words = [" ".join(str(word).split()) for word in answers.values()]
    if same := next((word for word in words if words.count(word) > 1), ""):
        raise DeclarationError(f"two answers have the words {same!r}, which readers cannot tell apart; change one")
    if not off > 0:
        raise DeclarationError(f"off={off!r} is not above 0; it is the distance that costs one point")
    return Guess(question, tuple((float(answer), words) for answer, words in answers.items()), of, off, at or {})


# Vowel signs and other combining marks, which identifiers may hold and ``\w`` does not match.
MARKS = "".join(
    sign for sign in map(chr, range(0x300, 0xFFFF)) if not sign.isalnum() and sign != "_" and f"a{sign}".isidentifier()
)
# Characters of a name, for use in a character class.
IN_NAMES = rf"\w{MARKS}"


def same_name(name: str, known: Iterable[str]) -> str:
    """Return the known name that is the same identifier, or the name itself.

    Python compares identifiers in NFKC: ``µ`` (micro sign) and ``μ`` (the Greek letter) are the same parameter, and so
    are composed and decomposed forms of ``ö``.
    """
    names = list(known)
    if name in names:
        return name
    wanted = unicodedata.normalize("NFKC", name)
    return next((one for one in names if unicodedata.normalize("NFKC", one) == wanted), name)
