"""Check and simplify what the parts of an explorable return."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Mapping
from datetime import date, time
from decimal import Decimal
from string import Formatter
from typing import Any

from site_builder.data.published import text_of
from site_builder.data.values import Cell, write_value
from site_builder.explorables.model import Table
from site_builder.explore.names import IN_NAMES, same_name
from site_builder.explore.parameters import Stop
from site_builder.locales import plural
from site_builder.plain_values import plain_number
from site_builder.problems.problem import SiteError
from site_builder.problems.source import Mistake, did_you_mean

# A name to be filled in; behind a letter or ^ braces are those of a formula.
IN_BRACES = re.compile(rf"(?<![\w^}}])\{{(?P<name>[{IN_NAMES}]+)(?::[^{{}}]*)?\}}")
FORGOTTEN = {"NoneType": "end it with a return statement"}
MOST_ROWS = 200
# Forms of a word; a bar before a sign of alignment fills the width of a Python format.
IS_PLURAL = re.compile(r"(?!\|[<>=^])[^|]*\|")


def read_numbers(value: Any, told: str, where: str, fail: Callable[..., SiteError]) -> dict[str, Any]:
    """Return what ``numbers`` returned, as plain values by name.

    Raises
    ------
    SiteError
        If it is no mapping, or holds what is no number, text, date or truth value.
    """
    if not isinstance(value, Mapping):
        suggestion = "write 'return {\"name\": value}'"
        raise fail(f"{told} returned {type(value).__name__}, not a dict", suggestion=suggestion)
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


def read_text(value: Any, told: str, fail: Callable[..., SiteError], known: Collection[str]) -> str:
    """Return what ``sentence`` or ``alt_text`` returned, in one line.

    Raises
    ------
    SiteError
        If it is no text, or one with a ``known`` name in braces: only a text that is fixed is filled in.
    """
    if not isinstance(value, str) or not value.strip():
        found = "an empty text" if isinstance(value, str) else type(value).__name__
        raise fail(f"{told} returned {found}, not a sentence", suggestion=FORGOTTEN.get(found, ""))
    if "Parameter(kind=" in value:
        suggestion = "name the parameter among the arguments of the function"
        raise fail(f"{told} contains a parameter itself, not its value", suggestion=suggestion)
    unfilled = next((found[0] for found in IN_BRACES.finditer(value) if same_name(found["name"], known) in known), "")
    if unfilled:
        suggestion = f"write f before the quotes, f'… {unfilled} …'"
        raise fail(f"{told} returned {unfilled} unfilled", suggestion=suggestion)
    return " ".join(value.split())


def read_table(value: Any, told: str, fail: Callable[..., SiteError], formats: Mapping[str, str] = {}) -> Table:
    """Return what ``table`` returned: a data frame, a mapping of columns, or a list of records.

    ``formats`` are Python formats of columns, by name.
    """
    if hasattr(value, "to_pydict"):
        value = value.to_pydict()
    if callable(getattr(value, "to_dict", None)) and hasattr(value, "columns"):
        columns = {str(name): list(value[name]) for name in value.columns}
    elif isinstance(value, Mapping):
        columns = {str(name): list(values) for name, values in value.items()}
    elif isinstance(value, list) and value and all(isinstance(row, Mapping) for row in value):
        columns = {str(name): [row.get(name) for row in value] for name in value[0]}
    else:
        found = "an empty list" if value == [] else type(value).__name__
        message = f"{told} returned {found}, not a data frame, a dict of columns or a list of records"
        raise fail(message, suggestion=FORGOTTEN.get(found, ""))
    plain = {name: [plain_number(cell) for cell in cells] for name, cells in columns.items()}
    lengths = {len(cells) for cells in plain.values()}
    if len(lengths) != 1 or max(lengths) > MOST_ROWS:
        many = f"{max(lengths, default=0):,} rows; a table has {MOST_ROWS} at most"
        raise fail(f"{told} returned {many if len(lengths) == 1 else 'columns of different lengths'}")
    is_number = tuple(all(is_numeric(cell) for cell in cells if cell is not None) for cells in plain.values())
    for name in formats:
        if name not in plain:
            raise fail(f"formats names {name!r}, which is no column", did_you_mean(name, plain, "columns"))
    try:
        texts = [[text_of(cell, formats.get(name, ""), None) for cell in cells] for name, cells in plain.items()]
    except Mistake as mistake:
        raise fail(f"{told}: {mistake}", mistake.suggestion) from None
    rows = zip(*texts, strict=True)
    return Table(tuple(plain), tuple(rows), is_number)


def is_numeric(value: Any) -> bool:
    """Tell whether a value is a number."""
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def fill(text: str, stops: Mapping[str, Stop], numbers: Mapping[str, Any], fail: Callable[..., SiteError]) -> str:
    """Return a text with its fields filled: stops by their words unless they have a format, numbers as in the prose.

    A format such as ``counter|counters`` stands for the form of a word that goes with the number.

    Raises
    ------
    SiteError
        If a field has no such name, or its format does not fit.
    """
    parts = []
    for before, name, spec, _ in Formatter().parse(text):
        parts.append(before)
        if name is None:
            continue
        name = same_name(name, [*stops, *numbers])
        if name not in stops and name not in numbers:
            suggestion = did_you_mean(name, [*stops, *numbers], "names that it can fill in")
            raise fail(f"there is no {name!r} to fill into the text", suggestion=suggestion)
        if name in stops and not spec:
            parts.append(stops[name].label)
            continue
        value = stops[name].value if name in stops else numbers[name]
        try:
            if spec and IS_PLURAL.match(spec) and is_numeric(value):
                parts.append(plural(value, *spec.split("|")))
                continue
            parts.append(Cell(value, write_value(value, spec or "", 0)).text)
        except Mistake as mistake:
            raise fail(f"{{{name}:{spec}}}: {mistake}", suggestion=mistake.suggestion) from None
    return "".join(parts)
