"""The parameters of an explorable: sliders, choices, switches, and their names."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from typing import Any, Literal

from site_builder.locales import ENGLISH, MINUS, is_moment, localized, written_date

NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
# A day as it is written in many countries, in none of the orders that everybody reads alike.
OTHER_DATE = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}")
YEAR_FIRST = "write days as 2023-11-01"
DATE = re.compile(r"\d{4}-\d\d-\d\d")
CALENDAR: tuple[tuple[re.Pattern[str], Any], ...] = (
    (DATE, datetime.date),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?"), datetime.datetime),
    (re.compile(r"\d\d:\d\d(:\d\d)?"), datetime.time),
)
MOST_STOPS = 1000


class DeclarationError(ValueError):
    """A parameter that cannot be as it is declared; the message is for the author, and so is ``remedy``."""

    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.remedy = remedy


@dataclass(frozen=True)
class Stop:
    """A value of a parameter: as functions get it, as readers see it, and as the address has it."""

    value: Any
    label: str
    text: str


def stop_of(value: Any, label: str = "") -> Stop:
    """Return the stop of a value: a number, a date, a text or a truth value."""
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
    raise DeclarationError(f"{value!r} is no number, date or text")


def in_english(stop: Stop) -> str:
    """Return the words that a stop would have in English; its own where those are given."""
    return written_date(stop.value, ENGLISH) if is_moment(stop.value) else stop.label


def printed_number(value: float | Decimal) -> str:
    """Return a number without exponent, and without noughts at its end."""
    text = format(Decimal(str(value or 0)), "f")  # of the two zeros the one without a sign
    return text.rstrip("0").rstrip(".") if "." in text else text


def slug_of(text: str) -> str:
    """Return a text for the address: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain)) or "-".join(f"{ord(letter):x}" for letter in text.strip())


def listed(values: str | Iterable[Any]) -> list[Any]:
    """Return values that are listed; a text lists them with spaces between, numbers and dates as such."""
    return [read_value(word) for word in values.split()] if isinstance(values, str) else list(values)


def read_moment(value: Any) -> Any:
    """Return the day, the moment or the time of day that a text of a slider is, or what was given."""
    for form, kind in CALENDAR if isinstance(value, str) else ():
        if form.fullmatch(value):
            try:
                return kind.fromisoformat(value)
            except ValueError:
                return value
    return value


def read_value(word: str) -> Any:
    """Return the number or date that a word is, or the word."""
    if NUMBER.fullmatch(word):
        return float(word) if "." in word else int(word)
    return read_moment(word) if DATE.fullmatch(word) else word


def in_steps(first: Any, last: Any, step: Any) -> list[Any]:
    """Return the values from one to another, both among them.

    Raises
    ------
    DeclarationError
        If steps of this size do not lead there.
    """
    first, last = (read_moment(read_value(end)) if isinstance(end, str) else end for end in (first, last))
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
    require_few(int(count) + 1)
    is_whole = all(number == number.to_integral_value() for number in (low, by))
    return [int(low + by * index) if is_whole else float(low + by * index) for index in range(int(count) + 1)]


def moments_in_steps(first: datetime.date | datetime.time, last: Any, step: Any) -> list[Any]:
    """Return days, moments or times of a day from one to another; a step is a number of days, of times minutes."""
    kind, unit = ("times", "minutes") if isinstance(first, datetime.time) else ("dates", "days")
    by = datetime.timedelta(**{unit: step}) if isinstance(step, int | float) else step
    if type(last) is not type(first) or not isinstance(by, datetime.timedelta):
        message = f"write {kind}, and a number of {unit}, or a timedelta"
        raise DeclarationError(f"from {first} to {last!r} in steps of {step!r}: {message}")
    low, high = measured(first), measured(last)
    require_steps(low < high, by > datetime.timedelta(), first, last, step)
    count, rest = divmod(high - low, by)
    require_few(count + 1)
    stops = [low + by * index for index in range(count + 1)]
    stops = [stop.time() for stop in stops] if kind == "times" else stops
    if rest:
        size = str(by) if by.seconds else f"{by.days} days"
        raise DeclarationError(f"steps of {size} do not lead from {first} to {last}; the last stop is {stops[-1]}")
    return stops


def year_first(*values: Any) -> str:
    """Return how to write days, where one of the values may be meant for one."""
    return YEAR_FIRST if any(isinstance(one, str) and OTHER_DATE.fullmatch(one) for one in values) else ""


def measured(value: Any) -> Any:
    """Return a value that differences can be taken of: for a time of day the moment of one same day."""
    return datetime.datetime.combine(datetime.date.min, value) if isinstance(value, datetime.time) else value


def require_steps(ascends: bool, advances: bool, first: Any, last: Any, step: Any) -> None:
    """Refuse ends that do not ascend, and a step that leads nowhere."""
    if not ascends:
        raise DeclarationError(f"{last} is not above {first}")
    if not advances:
        raise DeclarationError(f"a step of {step} is not above 0")


def require_few(count: int) -> None:
    """Refuse more stops than anybody could choose between."""
    if count > MOST_STOPS:
        message = f"that is {count:,} stops; a parameter has {MOST_STOPS:,} at most"
        raise DeclarationError(message, "write a larger step=…, or list the stops: stops=…")


def geometric(first: float, last: float, count: int, digits: int = 3) -> list[float]:
    """Return numbers from one to another, each as many times the one before, as on a logarithmic scale.

    Parameters
    ----------
    first, last : float
        The ends, both among the numbers; above zero.
    count : int
        How many numbers, the ends among them.
    digits : int
        Significant digits that each number is rounded to: what readers see is what functions get.

    Returns
    -------
    list of float
        For ``slider(stops=…)``; whole numbers where all of them are.

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
    """Return the stop that is nearest to a value of the same kind; the first for a text."""
    try:
        return min(stops, key=lambda stop: abs(measured(stop.value) - measured(value)))
    except TypeError:
        return stops[0]


__all__ = ["DeclarationError", "Frame", "Parameter", "choice", "frame", "geometric", "slider", "toggle"]

Kind = Literal["slider", "choice", "toggle"]


@dataclass(frozen=True)
class Parameter:
    """What a reader can set: its stops, the one that it opens at, and its words. Made by the functions below."""

    kind: Kind
    stops: tuple[Stop, ...]
    start: int
    label: str = ""
    unit: str = ""

    @property
    def shown_unit(self) -> str:
        """Return the unit as it stands behind a number."""
        return f"\N{NO-BREAK SPACE}{self.unit}" if self.unit else ""

    def words(self, index: int) -> str:
        """Return a stop as readers see it, with its unit."""
        return f"{self.stops[index].label}{self.shown_unit}"


@dataclass(frozen=True)
class Frame:
    """A data set that an explorable looks up, by its name in the manifest."""

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
    r"""Return a number, a day or a time to be set by a slider.

    Parameters
    ----------
    first, last
        The ends: numbers, dates, times, or texts such as ``"2026-11-22"``, ``"2026-11-22 08:30"`` and ``"08:30"``.
    step
        From one stop to the next; for dates a number of days, for times of day of minutes, or a ``timedelta``.
    stops
        All stops, ascending, in place of ``first``, ``last`` and ``step``: a list of numbers or dates, what
        :func:`geometric` returns, or a text with spaces between them.
    start
        The stop that the figure opens at; the first if it is not given.
    label, unit
        What it is, and what it is counted in.

    Examples
    --------
    >>> slider(5, 95, step=5, start=80, label="Load", unit="%").words(15)
    '80\xa0%'
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
    remedy = year_first(start) or (
        "" if stops is not None else "change step=… so that a stop is there, or change start"
    )
    return made("slider", [stop_of(value) for value in values], read_moment(start), label, unit, remedy)


def choice(
    options: str | Iterable[Any] | Mapping[Any, str], *, start: Any = None, label: str = "", unit: str = ""
) -> Parameter:
    """Return one of a few things to be chosen.

    Parameters
    ----------
    options
        The values, in their order: a list, or a mapping of values to the words that readers see.
    start
        The value that the figure opens at; the first if it is not given.
    label, unit
        What is chosen, and what it is counted in.

    Examples
    --------
    >>> choice({1: "one", 4: "four"}, start=4).words(1)
    'four'
    """
    if isinstance(options, Mapping):
        return made("choice", [stop_of(value, str(words)) for value, words in options.items()], start, label, unit)
    return made("choice", [stop_of(value) for value in listed(options)], start, label, unit)


def toggle(label: str = "", *, start: bool = False) -> Parameter:
    """Return something that is so or is not, ``True`` or ``False``.

    Parameters
    ----------
    label
        What is so where it is ticked.
    start
        Whether the figure opens so.
    """
    return made("toggle", [stop_of(False), stop_of(True)], start, label, "")


def frame(name: str) -> Frame:
    """Return a data set of the manifest; functions that name it in their arguments get it as a data frame.

    The frame is one of pandas, unless the argument's type names another library: ``waits: narwhals.DataFrame``,
    ``waits: polars.DataFrame``, ``waits: pyarrow.Table``.

    Parameters
    ----------
    name
        Its name in the manifest.
    """
    return Frame(name)


def made(kind: Kind, stops: list[Stop], start: Any, label: str, unit: str, remedy: str = "") -> Parameter:
    """Return a parameter; refuse one that could not be set, or does not know where it opens, which has a remedy."""
    if len(stops) < 2:
        raise DeclarationError(f"a {kind} needs two stops or more")
    texts = [stop.text for stop in stops]
    twice = next((stop for stop in stops if texts.count(stop.text) > 1), None)
    if twice is not None:
        raise DeclarationError(f"two stops read {twice.text!r} in the address; let them differ in letters or digits")
    labels = [" ".join(stop.label.split()) for stop in stops]
    if kind == "choice" and (same := next((label for label in labels if labels.count(label) > 1), None)) is not None:
        raise DeclarationError(f"two options have the label {same!r}, which readers cannot tell apart; change one")
    if start is None:
        return Parameter(kind, tuple(stops), 0, label, unit)
    wanted = stop_of(start).text if not isinstance(start, str) or start not in texts else start
    if wanted not in texts:
        raise DeclarationError(f"start={start!r} is no stop; {nearest_words(start, stops)}", remedy)
    return Parameter(kind, tuple(stops), texts.index(wanted), label, unit)


def nearest_words(value: Any, stops: list[Stop]) -> str:
    """Return the stop that may be meant, or all of them."""
    if isinstance(value, str):
        found = get_close_matches(value, [str(stop.value) for stop in stops], 1)
        return f"write {found[0]!r}" if found else f"the stops are {', '.join(stop.text for stop in stops)}"
    return f"the nearest is {nearest(value, stops).text}"


MOST_POINTS = 10


@dataclass(frozen=True)
class Guess:
    """A question, and numbers to choose from as answers; made by ``guess``."""

    question: str
    answers: tuple[tuple[float, str], ...]
    of: str
    off: float
    at: Mapping[str, Any] = field(default_factory=dict)

    def points(self, answer: float, truth: float) -> int:
        """Return what an answer brings: ten where it is right, less the further it is off."""
        return max(0, MOST_POINTS - round(abs(answer - truth) / self.off))


def guess(
    question: str, answers: Mapping[float, str], *, of: str, off: float, at: Mapping[str, Any] | None = None
) -> Guess:
    """Return a question that readers answer before the figure tells.

    Parameters
    ----------
    question
        What is asked.
    answers
        Two numbers or more to choose from, with the words on their buttons.
    of
        Which of ``numbers`` is asked for: it is the truth, and nobody types it in.
    off
        An answer that is off by so much loses a point of ten.
    at
        The stops at which it is asked for, by parameter, where they are not those at which the figure opens. There the
        figure goes when it has been answered.

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
# For the inside of a character class: all that a name may hold.
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
