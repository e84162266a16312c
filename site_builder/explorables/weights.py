"""Estimate the weight of an explorable's pictures from its first states."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Sequence
from itertools import pairwise

from site_builder.explorables.model import Declared, Picture
from site_builder.explore.parameters import Parameter, printed_number
from site_builder.explore.states import pack
from site_builder.problems.problem import Problem

# So many states are drawn before the weight of all is estimated, and half of them tell what one more costs.
SAMPLE = 20
# An estimate is reported as an error only if it is certain.
CERTAIN = 1.5
OUTLINE = re.compile(r'\s(?:d|points)="([^"]*)"')
NUMBER = re.compile(r"-?[\d.]+")
MARK = re.compile(r"<(?:circle|rect|line|use|text|image)\b")


def gzipped(content: bytes) -> int:
    """Return the size of something as readers get it."""
    return len(gzip.compress(content, 9, mtime=0))


def estimated(texts: Sequence[str], n_states: int) -> int:
    """Return about how many bytes so many states weigh, packed and gzipped, by the first of them."""
    half, whole = (gzipped(json.dumps(pack(part)).encode()) for part in (texts[: len(texts) // 2], texts))
    return whole + (whole - half) * (n_states - len(texts)) * 2 // len(texts)


def points_in(picture: Picture) -> int:
    """Return about how many points a picture draws: those of its outlines, and other marks."""
    outlines = sum(len(NUMBER.findall(found)) // 2 for found in OUTLINE.findall(picture.wide))
    return outlines + len(MARK.findall(picture.wide))


def early_problem(
    declared: Declared, pictures: Sequence[Picture], n_states: int, most: int, path: str
) -> Problem | None:
    """Return the problem of pictures that will certainly weigh more than ``most`` bytes in one layout."""
    weight = max(estimated([getattr(one, side) for one in pictures], n_states) for side in ("wide", "narrow"))
    if weight <= CERTAIN * most:
        return None
    message = (
        f"{declared.name} would weigh about {weight:,} bytes gzipped in one layout, over the budget 'explorable' of "
        f"{most:,}: picture({', '.join(declared.depends['picture'])}) has {n_states:,} states"
    )
    suggestion = lighter(declared, "picture", weight, points_in(pictures[0]))
    return Problem(path, declared.lines.get("picture", 0), 0, "budget", message, suggestion)


def lighter(declared: Declared, part: str, weight: int, n_points: int = 0) -> str:
    """Return how to make a part lighter: by fewer points, fewer stops, or a larger budget."""
    ways = [f"draw fewer points in each state (there are about {n_points:,} now)"] if n_points else []
    ways += [coarser(declared, part, weight)] if declared.depends[part] else []
    return "; ".join([*ways, "or set a larger 'explorable' under [budgets] in content/site.toml"])


def coarser(declared: Declared, part: str, weight: int) -> str:
    """Return which parameter to coarsen, and what a part would weigh then."""
    name = max(declared.depends[part], key=lambda name: len(declared.parameters[name].stops))
    parameter = declared.parameters[name]
    count = len(parameter.stops)
    fewer = weight * ((count + 1) // 2) // count
    return f"{name!r} has {count} stops: with {half_of(parameter)} it would be about {fewer:,} bytes"


def half_of(parameter: Parameter) -> str:
    """Return how to give a parameter half of its stops."""
    values = [stop.value for stop in parameter.stops]
    if parameter.kind == "slider" and isinstance(values[0], int | float):
        steps = {round(later - earlier, 9) for earlier, later in pairwise(values)}
        if len(steps) == 1:
            return f"step={printed_number(2 * steps.pop())}"
    return "every second stop"
