"""Fit charts that are made of several plots into a given width."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

PARTS = ("hconcat", "vconcat", "concat")
INNER = ("spec", *PARTS)
FACETS = ("row", "column", "facet")
DEFAULT_PART = 300
MOST_STEPS = 5  # towards the wanted width
SMALLEST_SCALE = 0.05
# Widths in which pictures of one figure may differ: their labels are not all as wide.
SLACK = 1.0
SVG_WIDTH = re.compile(r'<svg[^>]*? width="([\d.]+)"')

Specification = dict[str, Any]
Draw = Callable[[Specification], tuple[Specification, str]]


def is_compound(specification: Specification) -> bool:
    """Tell whether a chart holds several plots, whose total width Vega cannot fit by itself."""
    encoded = specification.get("encoding", {})
    return any(key in specification for key in INNER) or any(channel in encoded for channel in FACETS)


def stack_parts(specification: Specification) -> Specification:
    """Return the chart with its plots one below the other, for narrow columns; single plots stay as they are."""
    stacked = dict(specification)
    if "hconcat" in stacked:
        stacked["vconcat"] = stacked.pop("hconcat")
    if "concat" in stacked or isinstance(stacked.get("facet"), dict):
        stacked["columns"] = 1
    if isinstance(stacked.get("facet"), dict) and "column" in stacked["facet"]:
        stacked["facet"] = stacked["facet"]["column"]
    encoding = stacked.get("encoding", {})
    wrapped = encoding.get("column", encoding.get("facet"))
    if wrapped is not None and "row" not in encoding:
        others = {channel: value for channel, value in encoding.items() if channel not in FACETS}
        stacked["encoding"] = {**others, "facet": {**wrapped, "columns": 1}}
    for key in PARTS:
        if key in stacked:
            stacked[key] = [stack_parts(part) for part in stacked[key]]
    return stacked


def fit_parts(
    specification: Specification, width: int, height: int, draw: Draw, known: dict[int, float] | None = None
) -> tuple[Specification, str]:
    """Draw a compound chart so that it is ``width`` wide.

    As long as the plots are wider than titles and keys, the total width is a linear function of their scale: two
    drawings tell the scale of the third. Where that misses, the last two tell the next; where the scale of a chart like
    it is known already, and fits, one drawing is enough.

    Parameters
    ----------
    specification : dict
        Vega-Lite, with its theme.
    width : int
        Wanted width of the whole picture.
    height : int
        Height of a plot that gives none.
    draw : callable
        Compiles and draws a specification.
    known : dict
        Scale of the charts before, in other states, by the width; what is found is kept in it.
    """
    known = {} if known is None else known
    if width in known:
        guessed = draw(scaled(specification, known[width], height))
        if abs(drawn_width(guessed[1]) - width) < SLACK:
            return guessed
    before, scale = 0.5, 1.0
    width_before, found = (drawn_width(draw(scaled(specification, one, height))[1]) for one in (before, scale))
    for _ in range(MOST_STEPS):
        slope = (found - width_before) / (scale - before)
        if slope > 0:
            following = max(SMALLEST_SCALE, scale + (width - found) / slope)
        else:  # a title or key is as wide as all
            following = 2 * scale if found < width else scale
        before, width_before, scale = scale, found, following
        made = draw(scaled(specification, scale, height))
        found = drawn_width(made[1])
        if abs(found - width) < SLACK or scale == before:
            break
    known[width] = scale
    return made


def drawn_width(svg: str) -> float:
    """Return the width of a picture."""
    found = SVG_WIDTH.search(svg)
    assert found is not None
    return float(found[1])


def scaled(specification: Specification, scale: float, height: int) -> Specification:
    """Return the chart with the widths of all its plots times ``scale``; widths by step are left alone."""
    result = dict(specification)
    for key in PARTS:
        if key in result:
            result[key] = [scaled(part, scale, height) for part in result[key]]
    if "spec" in result:
        result["spec"] = scaled(result["spec"], scale, height)
    if not any(key in result for key in INNER):
        given = result.get("width", DEFAULT_PART)
        result["width"] = given * scale if isinstance(given, int | float) else given
        result.setdefault("height", height)
    return result
