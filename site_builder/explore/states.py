"""States of an explorable: the grids that its parts live on, and what a state reads in the address.

A state is a tuple of indices, one for each parameter, in the order of the file. A part that depends on some of the
parameters has a grid of its own: the product of these, the last one running fastest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import product
from math import prod

from site_builder.explore.parameters import Parameter
from site_builder.explore.stops import in_english, nearest, read_moment
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
