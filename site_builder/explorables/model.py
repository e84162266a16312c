"""Data classes for an explorable: its declarations, and the values of its parts; checks of values and sizes."""

from __future__ import annotations

import gzip
import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal
from itertools import pairwise
from string import Formatter
from typing import Any, Literal

from site_builder.data.published import text_of
from site_builder.data.values import Cell, is_number, write_value
from site_builder.drawing.matplotlib_figures import AxisLimits
from site_builder.explore.parameters import IN_NAMES, Guess, Parameter, Stop, printed_number, same_name
from site_builder.explore.states import State, grid, pack
from site_builder.locales import plural
from site_builder.plain_values import plain_number
from site_builder.problems.problem import Problem, SiteError, author_error
from site_builder.problems.source import Mistake, suggest

# ``only`` comes first, then the numbers, which other parts may use.
PART_NAMES = ("only", "numbers", "picture", "table", "sentence", "alt_text")
# The parts that readers see, in this order.
SHOWN = ("picture", "sentence", "table")


def failure(message: str, path: str, line: int = 0, suggestion: str = "", column: int = 0) -> SiteError:
    """Return the error of an explorable that cannot be evaluated; line 0 means the whole file."""
    return author_error("explorable", message, suggestion, path, line, column)


@dataclass(frozen=True)
class Words:
    """A text of the file, and its line."""

    text: str
    line: int = 0


@dataclass(frozen=True)
class Former:
    """Old links: whole texts with their current texts, and a pattern whose groups have the names of parameters."""

    texts: Mapping[str, str] = field(default_factory=dict)
    pattern: str = ""


@dataclass(frozen=True)
class Asked:
    """A guess of the file: its name, the state to which it refers, and its line."""

    name: str
    guess: Guess
    stops: Mapping[str, int]
    line: int = 0


@dataclass(frozen=True)
class Declared:
    """The declarations of an explorable's file; ``depends`` names for each part the parameters of its grid.

    ``formats`` holds the formats of the columns of its table.
    """

    name: str
    parameters: Mapping[str, Parameter]
    frames: tuple[str, ...]
    depends: Mapping[str, tuple[str, ...]]
    lines: Mapping[str, int]
    caption: Words = Words("")
    alt: Words = Words("")
    axes: Literal["held", "free"] = "held"
    quiet: frozenset[str] = frozenset()
    why: str = ""
    former: Former = Former()
    asked: Asked | None = None
    formats: Mapping[str, str] = field(default_factory=dict)

    def states(self, part: str) -> list[State]:
        """Return all states of a part, in the order of its grid."""
        return grid(self.parameters, self.depends[part])

    @property
    def first_shown(self) -> str:
        """Return the name of the first visible part: the picture, if there is one."""
        return next(name for name in SHOWN if name in self.depends)


@dataclass(frozen=True)
class Table:
    """A table as text; ``is_number`` marks the columns of numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_number: tuple[bool, ...]


@dataclass(frozen=True)
class Picture:
    """A picture as markup for wide and narrow columns, which may be the same.

    ``limits`` are those of its axes, if known. ``findings`` are warnings about misleading charts.
    """

    wide: str
    narrow: str
    limits: tuple[AxisLimits, ...] = ()
    findings: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class PictureFiles:
    """The pictures of one layout: the file of each shard, and the parameter by whose stops they are split, if any."""

    layout: str
    by: str
    files: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True)
class Evaluated:
    """The values of each part in the order of its grid; parts that the file does not have are missing.

    A state that ``only`` excludes has None.

    If only the opening state is evaluated yet, ``declared`` has only the opening stop of each parameter, ``whole``
    holds all declarations of the file, and ``n_done`` is the number of finished states of the picture.

    ``is_settled`` is true if no source changed during the evaluation. ``pictures`` are the published files of the
    pictures, ``arrow`` is that of the numbers.
    """

    declared: Declared
    values: Mapping[str, list[Any]]
    warnings: tuple[Problem, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    whole: Declared | None = None
    n_done: int = 0
    is_settled: bool = True
    pictures: tuple[PictureFiles, ...] = ()
    arrow: bytes = b""


# A field in braces; after a letter or ^ braces belong to a formula.
IN_BRACES = re.compile(rf"(?<![\w^}}])\{{(?P<name>[{IN_NAMES}]+)(?::[^{{}}]*)?\}}")
FORGOTTEN = {"NoneType": "end it with a return statement"}
MOST_ROWS = 200
# Singular and plural of a word; a bar before an alignment character is the fill character of a Python format.
IS_PLURAL = re.compile(r"(?!\|[<>=^])[^|]*\|")


def read_numbers(value: Any, label: str, where: str, fail: Callable[..., SiteError]) -> dict[str, Any]:
    """Check the result of ``numbers`` and return plain values by name.

    Raises
    ------
    SiteError
        If it is not a mapping, or contains other values than numbers, texts, dates, times and booleans.
    """
    if not isinstance(value, Mapping):
        suggestion = "write 'return {\"name\": value}'"
        raise fail(f"{label} returned {type(value).__name__}, not a dict", suggestion=suggestion)
    numbers = {str(name): plain_number(found) for name, found in value.items()}
    for name, found in numbers.items():
        if isinstance(found, float | Decimal) and not math.isfinite(found):
            suggestion = "return a number or a text there, or let only() leave the state out"
            raise fail(f"{name} is {found} at {where}", suggestion=suggestion)
        if found is None or not isinstance(found, bool | int | float | Decimal | str | date | time):
            message = f"{name} is of type {type(found).__name__} at {where}: write a number, text, date or time"
            suggestion = "write .item() behind it if it is a single cell" if hasattr(found, "item") else ""
            raise fail(message, suggestion=suggestion)
    return numbers


def read_text(value: Any, label: str, fail: Callable[..., SiteError], known: Collection[str]) -> str:
    """Check the result of ``sentence`` or ``alt_text`` and return it in one line.

    Raises
    ------
    SiteError
        If it is not text, or contains a ``known`` name in braces: results of functions are not formatted.
    """
    if not isinstance(value, str) or not value.strip():
        found = "an empty text" if isinstance(value, str) else type(value).__name__
        raise fail(f"{label} returned {found}, not a sentence", suggestion=FORGOTTEN.get(found, ""))
    if "Parameter(kind=" in value:
        suggestion = "name the parameter among the arguments of the function"
        raise fail(f"{label} contains a parameter itself, not its value", suggestion=suggestion)
    unfilled = next((found[0] for found in IN_BRACES.finditer(value) if same_name(found["name"], known) in known), "")
    if unfilled:
        suggestion = f"write f before the quotes, f'… {unfilled} …'"
        raise fail(f"{label} returned {unfilled} unfilled", suggestion=suggestion)
    return " ".join(value.split())


def read_table(value: Any, label: str, fail: Callable[..., SiteError], formats: Mapping[str, str] = {}) -> Table:
    """Convert the result of ``table``, which is a data frame, a mapping of columns or a list of records.

    ``formats`` are Python formats of columns, by name.
    """
    if hasattr(value, "to_pydict"):
        value = value.to_pydict()
    if callable(getattr(value, "to_dict", None)) and hasattr(type(value), "columns"):
        columns = {str(name): list(value[name]) for name in value.columns}
    elif isinstance(value, Mapping):
        for name, values in value.items():
            if isinstance(values, str) or not isinstance(values, Iterable):
                raise fail(f"{label} returned one value for the column {name!r}", "write a list, [value]")
        columns = {str(name): list(values) for name, values in value.items()}
    elif isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        columns = {str(name): [row.get(name) for row in value] for name in value[0]}
    else:
        found = "an empty list" if isinstance(value, list) and not value else type(value).__name__
        message = f"{label} returned {found}, not a data frame, a dict of columns or a list of records"
        raise fail(message, suggestion=FORGOTTEN.get(found, "return series.reset_index()" if found == "Series" else ""))
    plain = {name: [plain_number(cell) for cell in cells] for name, cells in columns.items()}
    lengths = {len(cells) for cells in plain.values()}
    if len(lengths) != 1 or max(lengths) > MOST_ROWS:
        many = f"{max(lengths, default=0):,} rows; a table has {MOST_ROWS} at most"
        raise fail(f"{label} returned {many if len(lengths) == 1 else 'columns of different lengths'}")
    of_numbers = tuple(all(is_number(cell) for cell in cells if cell is not None) for cells in plain.values())
    for name in formats:
        if name not in plain:
            raise fail(f"formats names {name!r}, which is no column", suggest(name, plain, "columns"))
    try:
        texts = [[text_of(cell, formats.get(name, ""), None) for cell in cells] for name, cells in plain.items()]
    except Mistake as mistake:
        raise fail(f"{label}: {mistake}", mistake.suggestion) from None
    rows = zip(*texts, strict=True)
    return Table(tuple(plain), tuple(rows), of_numbers)


def fill(
    text: str,
    stops: Mapping[str, Stop],
    numbers: Mapping[str, Any],
    fail: Callable[..., SiteError],
    known: Collection[str] = (),
) -> str:
    """Fill the fields of a text: with the labels of stops unless they have a format, with numbers as in the prose.

    ``known`` are other names that the text could use, for messages.

    A format such as ``counter|counters`` selects the singular or plural of a word.

    Raises
    ------
    SiteError
        If the name of a field is unknown, or its format is invalid.
    """
    parts = []
    for before, name, spec, _ in Formatter().parse(text):
        parts.append(before)
        if name is None:
            continue
        name = same_name(name, [*stops, *numbers])
        if name not in stops and name not in numbers:
            names = dict.fromkeys([*stops, *numbers, *known])
            suggestion = f"{suggest(name, [*names], 'names that it can fill in')}, or return {name!r} from numbers()"
            raise fail(f"there is no {name!r} to fill into the text", suggestion=suggestion)
        if name in stops and not spec:
            parts.append(stops[name].label)
            continue
        value = stops[name].value if name in stops else numbers[name]
        try:
            if spec and IS_PLURAL.match(spec) and is_number(value):
                parts.append(plural(value, *spec.split("|")))
                continue
            parts.append(Cell(value, write_value(value, spec or "", 0)).text)
        except Mistake as mistake:
            raise fail(f"{{{name}:{spec}}}: {mistake}", suggestion=mistake.suggestion) from None
    return "".join(parts)


# Number of states that are drawn before the size of all is estimated, from the difference to half of them.
SAMPLE = 20
# Largest size of an explorable in one layout, in bytes; ``site.toml`` may set another.
BUDGET = 60_000
# An estimate is an error only if it exceeds the budget by this factor.
CERTAIN = 1.5
OUTLINE = re.compile(r'\s(?:d|points)="([^"]*)"')
LONG_OUTLINE = re.compile(r'\s(?:d|points)="[^"]{100,}"')
NUMBER = re.compile(r"-?[\d.]+")
MARK = re.compile(r"<(?:circle|rect|line|use|text|image)\b")


def compressed_size(content: bytes) -> int:
    """Return the compressed size of a file."""
    return len(gzip.compress(content, 9, mtime=0))


def estimate_size(texts: Sequence[str], n_states: int) -> int:
    """Estimate the compressed size of ``n_states`` states from the first of them."""
    half, whole = (compressed_size(json.dumps(pack(part)).encode()) for part in (texts[: len(texts) // 2], texts))
    return whole + (whole - half) * (n_states - len(texts)) * 2 // len(texts)


def points_in(picture: Picture) -> int:
    """Estimate the number of points in a picture: those of its outlines, and other marks."""
    outlines = sum(len(NUMBER.findall(found)) // 2 for found in OUTLINE.findall(picture.wide))
    return outlines + len(MARK.findall(picture.wide))


def early_problem(
    declared: Declared, pictures: Sequence[Picture], n_states: int, most: int, path: str
) -> Problem | None:
    """Return the problem of pictures that certainly exceed ``most`` bytes in one layout, else None."""
    sides = [[getattr(one, side) for one in pictures] for side in ("wide", "narrow")]
    weight = max(estimate_size(texts, n_states) for texts in sides)
    if weight <= CERTAIN * most:
        return None
    message = (
        f"{declared.name} would weigh about {weight:,} bytes gzipped in one layout, over the budget 'explorable' of "
        f"{most:,}: picture({', '.join(declared.depends['picture'])}) has {n_states:,} states"
    )

    def smaller(name: str, stops: Collection[int]) -> int:
        n_kept = n_states * len(stops) // len(declared.parameters[name].stops)
        return max(estimate_size(texts, n_kept) for texts in sides)

    bare = max(estimate_size(without_lines(texts), n_states) for texts in sides)
    suggestion = reduce_size_fix(declared, "picture", smaller, points_in(pictures[0]), bare)
    return Problem(path, declared.lines.get("picture", 0), 0, "budget", message, suggestion)


def without_lines(texts: Sequence[str]) -> list[str]:
    """Return pictures without the points of their long lines: what remains if fewer points are drawn."""
    return [LONG_OUTLINE.sub("", text) for text in texts]


# Returns the size of a part if a parameter has only some of its stops.
Smaller = Callable[[str, Collection[int]], int]


def reduce_size_fix(declared: Declared, part: str, smaller: Smaller, n_points: int = 0, bare: int = 0) -> str:
    """Return the fix for a part that is too large: fewer points, fewer stops, or a larger budget.

    ``bare`` is the size of the pictures without their long lines.
    """
    ways = []
    if n_points:
        rest = f"all except long lines weighs {bare:,} bytes"
        ways = [f"draw fewer points in each state (there are about {n_points:,} now; {rest})"]
    names = [name for name in declared.depends[part] if len(declared.parameters[name].stops) > 2]
    if names:
        name = max(names, key=lambda name: len(declared.parameters[name].stops))
        stops, words = fewer_stops(declared.parameters[name])
        n_stops = len(declared.parameters[name].stops)
        ways += [f"{name!r} has {n_stops} stops: with {words} it would be about {smaller(name, stops):,} bytes"]
    return "; ".join([*ways, "or set a larger 'explorable' under [budgets] in content/site.toml"])


def fewer_stops(parameter: Parameter) -> tuple[set[int], str]:
    """Return the indices of about half of the stops, with both ends and the initial one, and their description."""
    values = [stop.value for stop in parameter.stops]
    last, start = len(values) - 1, parameter.start
    if parameter.kind == "slider":
        by = next((by for by in (2, 3) if last % by == 0 and start % by == 0), 0)
        steps = {round(later - earlier, 9) for earlier, later in pairwise(values)} if is_number(values[0]) else ()
        if by and len(steps) == 1:
            return {*range(0, last + 1, by)}, f"step={printed_number(by * steps.pop())}"
        kept = {0, start, last, *range(start % 2, last + 1, 2)}
        return kept, f"{len(kept)} of them, both ends and the start included,"
    kept = set(sorted(range(last + 1), key=lambda stop: stop != start)[: max(2, (last + 2) // 2)])
    return kept, f"{len(kept)} of them"
