"""What the reader of an explorable can set: sliders, choices, toggles; and the data sets that it looks up."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from site_builder.explore.stops import (
    DeclarationError,
    Stop,
    geometric,
    in_steps,
    listed,
    nearest,
    read_moment,
    stop_of,
    year_first,
)

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
        message = "the stops of a slider are numbers, dates or times, ascending; for others there is choice(…)"
        raise DeclarationError(message, year_first(*values))
    remedy = year_first(start) or ("" if stops is not None else "give step=…, so that it leads there, or another start")
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
        return f"did you mean {found[0]!r}?" if found else f"the stops are {', '.join(stop.text for stop in stops)}"
    return f"the nearest is {nearest(value, stops).text}"
