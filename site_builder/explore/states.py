"""Enumerate the states of an explorable, write them in addresses, and pack the texts of all states."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cache
from itertools import product
from math import prod
from typing import Any

from site_builder.explore.parameters import Parameter, in_english, nearest, read_moment
from site_builder.plain_values import is_near, number_in

State = tuple[int, ...]
Parameters = Mapping[str, Parameter]
# Prefix of a text that sets only some parameters and leaves the others unchanged.
PARTIAL = "~"


def grid(parameters: Parameters, names: Sequence[str]) -> list[State]:
    """Return all states of a part that depends on ``names``."""
    return list(product(*(range(len(parameters[name].stops)) for name in names)))


def size(parameters: Parameters, names: Sequence[str]) -> int:
    """Return the number of states of a part that depends on ``names``."""
    return prod(len(parameters[name].stops) for name in names)


def opening(parameters: Parameters, names: Sequence[str]) -> State:
    """Return the initial state of a part."""
    return tuple(parameters[name].start for name in names)


def described(parameters: Parameters, names: Sequence[str], state: State) -> str:
    """Describe a state for messages: "load=80, counters=1"."""
    return ", ".join(f"{name}={parameters[name].stops[at].text}" for name, at in zip(names, state, strict=True))


def text_of(parameters: Parameters, state: Mapping[str, int]) -> str:
    """Return the text of a state in the address, without parameters at their initial stop."""
    parts = [
        f"{name}-{parameter.stops[state[name]].text}"
        for name, parameter in parameters.items()
        if state.get(name, parameter.start) != parameter.start
    ]
    return ".".join(parts)


def read_stop(parameter: Parameter, text: str) -> int | None:
    """Return the index of the stop that an author names by text, value or label; None if there is none."""
    if parameter.kind == "toggle" and text in ("true", "false"):
        text = text.capitalize()
    for index, stop in enumerate(parameter.stops):
        if text in (stop.text, stop.label, in_english(stop), str(stop.value)):
            return index
    number, wanted = number_in(text), read_moment(text)
    if number is None:
        return next((index for index, stop in enumerate(parameter.stops) if stop.value == wanted), None)
    near = [index for index, stop in enumerate(parameter.stops) if is_number(stop.value, number)]
    return min(near, key=lambda index: abs(float(parameter.stops[index].value) - float(number)), default=None)


def is_number(value: object, number: Decimal) -> bool:
    """Return whether the value of a stop equals ``number``; floats may differ by rounding errors."""
    return is_near(value, number) if isinstance(value, float) else value == number


def nearest_text(parameter: Parameter, text: str) -> str:
    """Return the text of the stop nearest to an author's text."""
    number = number_in(text)
    return nearest(read_moment(text) if number is None else float(number), parameter.stops).text


MOST_STATES = 200
PIECE = re.compile(r'\s[\w:-]+="[^"]*"|<[^\s>]*|/?>|[^<>\s][^<>]*|\s+')
ATTRIBUTE = re.compile(r'(\s[\w:-]+=")([^"]*)(")')
# Attributes that contain only numbers and path commands, so that their numbers can be interpolated.
PLACES = {"cx", "cy", "d", "dx", "dy", "offset", "points", "transform", "x", "x1", "x2", "y", "y1", "y2"}
SIZES = {"fill-opacity", "font-size", "height", "opacity", "r", "rx", "ry", "stroke-width", "width"}
MEASURES = PLACES | SIZES
NUMBER = re.compile(r"-?\d+(?:\.\d+)?|-?\.\d+")
CANONICAL = re.compile(r"-?(?:0|[1-9]\d{0,8})(?:\.\d{0,5}[1-9])?")
GLIDES, JUMPS = "g", "j"

Packed = dict[str, Any]


def pack(texts: Sequence[str]) -> Packed:
    """Pack similar texts as templates and values: ``of`` has the index of the template of each text, if several.

    A template has ``text``, its fixed pieces with a gap between each two of them; ``kinds``, a letter for each gap, "g"
    if its number may be interpolated; and ``places``, for each gap its values in the order of the texts.
    """
    read = cache(pieces_in)  # most of a picture is the same in other states
    cut = list[list[tuple[str, str]]]()
    by_structure: dict[Any, list[int]] = {}
    for index, text in enumerate(texts):
        parts = [read(piece) for piece in PIECE.findall(text)]
        cut.append([piece for pieces, _ in parts for piece in pieces])
        structure = tuple(kind for _, kinds in parts for kind in kinds)
        by_structure.setdefault(structure, []).append(index)
    of = [0] * len(texts)
    templates = []
    for number, members in enumerate(by_structure.values()):
        templates.append(template_of([cut[index] for index in members]))
        for index in members:
            of[index] = number
    return {"templates": templates, "of": of if len(templates) > 1 else []}


def pieces_in(part: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Split a tag, an attribute or a text into pieces of (kind, text); return them, and their structure."""
    attribute = ATTRIBUTE.fullmatch(part)
    if attribute is None:
        is_mark = part[0] in "<>/" or part.isspace()
        pieces = [(part, part)] if is_mark else words_in(part)
    else:
        name = attribute[1].strip()[:-2]
        values = measures_in(attribute[2]) if name in MEASURES else [("value", attribute[2])]
        pieces = [(attribute[1], attribute[1]), *values, ('"', '"')]
    return pieces, ["number" if kind == "flag" else kind for kind, _ in pieces]


def words_in(text: str) -> list[tuple[str, str]]:
    """Split text into words and numbers, because sentences often differ only in numbers; these are not interpolated."""
    pieces, position = list[tuple[str, str]](), 0
    for number in NUMBER.finditer(text):
        pieces += [("words", text[position : number.start()]), ("digits", number[0])]
        position = number.end()
    return [*pieces, ("words", text[position:])]


def measures_in(value: str) -> list[tuple[str, str]]:
    """Split an attribute into numbers and the text between them."""
    pieces, position = list[tuple[str, str]](), 0
    # The flags of an arc must not be interpolated.
    has_arcs = "A" in value or "a" in value.replace("translate", "").replace("rotate", "").replace("matrix", "")
    for number in NUMBER.finditer(value):
        between = value[position : number.start()]
        pieces += [(between, between)] if between else []
        pieces.append(("flag" if has_arcs and number[0] in ("0", "1") else "number", number[0]))
        position = number.end()
    rest = value[position:]
    return [*pieces, (rest, rest)] if rest else pieces


def template_of(members: Sequence[Sequence[tuple[str, str]]]) -> Packed:
    """Return the template of texts with the same structure."""
    fixed, kinds, places = [""], [], []
    for column in zip(*members, strict=True):
        values = [text for _, text in column]
        if values.count(values[0]) == len(values):
            fixed[-1] += values[0]
            continue
        fixed.append("")
        found = {kind for kind, _ in column}
        kinds.append(GLIDES if "number" in found and found <= {"number", "flag"} else JUMPS)
        places.append(short(values))
    return {"text": fixed, "kinds": "".join(kinds), "places": places}


def short(values: list[str]) -> list[Any]:
    """Convert texts to numbers if all are written exactly as scripts write numbers."""
    if all(CANONICAL.fullmatch(text) and text != "-0" for text in values):
        return [float(text) if "." in text else int(text) for text in values]
    return values


def sharding(parameters: Parameters, names: Sequence[str], most: int = MOST_STATES) -> str:
    """Return the parameter by whose stops a part is split into files; "" if it has few states.

    It is the one with the fewest files of at most ``most`` states each, or else the one with the most stops.
    """
    total = size(parameters, names)
    if total <= most:
        return ""
    counts = {name: len(parameters[name].stops) for name in names}
    enough = [name for name in names if total // counts[name] <= most]
    if enough:
        return min(enough, key=lambda name: counts[name])
    return max(names, key=lambda name: counts[name])


def split(parameters: Parameters, names: Sequence[str], texts: Sequence[str], by: str) -> list[list[str]]:
    """Split the texts of a part by the stops of the parameter ``by``; return one list if ``by`` is ""."""
    if not by:
        return [list(texts)]
    at = list(names).index(by)
    shards: list[list[str]] = [[] for _ in parameters[by].stops]
    for state, text in zip(grid(parameters, names), texts, strict=True):
        shards[state[at]].append(text)
    return shards
