"""States of an explorable: the grids of its parts, their text in the address, and packed texts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import product
from math import prod
from typing import Any

from site_builder.explore.parameters import Parameter, in_english, nearest, read_moment
from site_builder.plain_values import is_near, number_in

State = tuple[int, ...]
Parameters = Mapping[str, Parameter]
# A text that names some parameters only, and leaves the others as they are.
PARTIAL = "~"


def grid(parameters: Parameters, names: Sequence[str]) -> list[State]:
    """Return all states of a part that depends on ``names``."""
    return list(product(*(range(len(parameters[name].stops)) for name in names)))


def size(parameters: Parameters, names: Sequence[str]) -> int:
    """Return how many states a part has."""
    return prod(len(parameters[name].stops) for name in names)


def opening(parameters: Parameters, names: Sequence[str]) -> State:
    """Return the state of a part where the figure opens."""
    return tuple(parameters[name].start for name in names)


def described(parameters: Parameters, names: Sequence[str], state: State) -> str:
    """Return a state for messages: "load=80, counters=1"."""
    return ", ".join(f"{name}={parameters[name].stops[at].text}" for name, at in zip(names, state, strict=True))


def text_of(parameters: Parameters, state: Mapping[str, int]) -> str:
    """Return the text of a state in the address; what is at its start is left out."""
    parts = [
        f"{name}-{parameter.stops[state[name]].text}"
        for name, parameter in parameters.items()
        if state.get(name, parameter.start) != parameter.start
    ]
    return ".".join(parts)


def read_stop(parameter: Parameter, text: str) -> int | None:
    """Return the stop that an author names: by its text, its value or its words; None if there is none."""
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
    """Tell whether the value of a stop is a number; floats may differ from it by rounding."""
    return is_near(value, number) if isinstance(value, float) else value == number


def nearest_text(parameter: Parameter, text: str) -> str:
    """Return the text of the stop that is nearest to what an author wrote."""
    number = number_in(text)
    return nearest(read_moment(text) if number is None else float(number), parameter.stops).text


MOST_STATES = 200
PIECE = re.compile(r'\s[\w:-]+="[^"]*"|<[^\s>]*|/?>|[^<>\s][^<>]*|\s+')
ATTRIBUTE = re.compile(r'(\s[\w:-]+=")([^"]*)(")')
# Attributes that hold numbers and the letters of paths, and nothing else: these may be drawn on the way.
PLACES = {"cx", "cy", "d", "dx", "dy", "offset", "points", "transform", "x", "x1", "x2", "y", "y1", "y2"}
SIZES = {"fill-opacity", "font-size", "height", "opacity", "r", "rx", "ry", "stroke-width", "width"}
MEASURES = PLACES | SIZES
NUMBER = re.compile(r"-?\d+(?:\.\d+)?|-?\.\d+")
CANONICAL = re.compile(r"-?(?:0|[1-9]\d{0,8})(?:\.\d{0,5}[1-9])?")
GLIDES, JUMPS = "g", "j"

Packed = dict[str, Any]


def pack(texts: Sequence[str]) -> Packed:
    """Return texts as plain data: ``templates``, and in ``of`` for each text which one it has, unless there is one.

    A template has ``text``, its pieces with a place between each two of them; ``kinds``, a letter a place, "g" where a
    number may glide; and ``places``, for each place what is there, in the order of the texts that have it.
    """
    cut = [pieces_of(text) for text in texts]
    by_structure: dict[Any, list[int]] = {}
    for index, pieces in enumerate(cut):
        by_structure.setdefault(structure_of(pieces), []).append(index)
    of = [0] * len(texts)
    templates = []
    for number, members in enumerate(by_structure.values()):
        templates.append(template_of([cut[index] for index in members]))
        for index in members:
            of[index] = number
    return {"templates": templates, "of": of if len(templates) > 1 else []}


def pieces_of(text: str) -> list[tuple[str, str]]:
    """Return the pieces of markup, each as its kind and what it says; kinds alone are its structure."""
    pieces: list[tuple[str, str]] = []
    for piece in PIECE.findall(text):
        attribute = ATTRIBUTE.fullmatch(piece)
        if attribute is None:
            is_mark = piece[0] in "<>/" or piece.isspace()
            pieces += [(piece, piece)] if is_mark else words_in(piece)
            continue
        name = attribute[1].strip()[:-2]
        pieces.append((attribute[1], attribute[1]))
        pieces += measures_in(attribute[2]) if name in MEASURES else [("value", attribute[2])]
        pieces.append(('"', '"'))
    return pieces


def words_in(text: str) -> list[tuple[str, str]]:
    """Return words and the numbers in them: sentences often differ in these alone. They jump, as words do."""
    pieces, position = list[tuple[str, str]](), 0
    for number in NUMBER.finditer(text):
        pieces += [("words", text[position : number.start()]), ("digits", number[0])]
        position = number.end()
    return [*pieces, ("words", text[position:])]


def measures_in(value: str) -> list[tuple[str, str]]:
    """Return the numbers of an attribute and what stands between them."""
    pieces, position = list[tuple[str, str]](), 0
    # The two flags of an arc jump: half a flag is no path.
    has_arcs = "A" in value or "a" in value.replace("translate", "").replace("rotate", "").replace("matrix", "")
    for number in NUMBER.finditer(value):
        between = value[position : number.start()]
        pieces += [(between, between)] if between else []
        pieces.append(("flag" if has_arcs and number[0] in ("0", "1") else "number", number[0]))
        position = number.end()
    rest = value[position:]
    return [*pieces, (rest, rest)] if rest else pieces


def structure_of(pieces: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return what pieces of one template have in common."""
    return tuple("number" if kind == "flag" else kind for kind, _ in pieces)


def template_of(members: Sequence[Sequence[tuple[str, str]]]) -> Packed:
    """Return the template of texts that have one structure."""
    fixed, kinds, places = [""], [], []
    for column in zip(*members, strict=True):
        said = [text for _, text in column]
        if said.count(said[0]) == len(said):
            fixed[-1] += said[0]
            continue
        fixed.append("")
        found = {kind for kind, _ in column}
        kinds.append(GLIDES if "number" in found and found <= {"number", "flag"} else JUMPS)
        places.append(short(said))
    return {"text": fixed, "kinds": "".join(kinds), "places": places}


def short(said: list[str]) -> list[Any]:
    """Return numbers as such where they are written as scripts write them."""
    if all(CANONICAL.fullmatch(text) and text != "-0" for text in said):
        return [float(text) if "." in text else int(text) for text in said]
    return said


def sharding(parameters: Parameters, names: Sequence[str], most: int = MOST_STATES) -> str:
    """Return the parameter by whose stops a part is split into files; none while it has few states.

    It is the one that makes the fewest files of at most ``most`` states, else the one with the most stops.
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
    """Return the texts of a part for each stop of one of its parameters; all together where there is none."""
    if not by:
        return [list(texts)]
    at = list(names).index(by)
    shards: list[list[str]] = [[] for _ in parameters[by].stops]
    for state, text in zip(grid(parameters, names), texts, strict=True):
        shards[state[at]].append(text)
    return shards
