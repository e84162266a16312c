"""Draw the pictures of an explorable, and report axes that jump between states."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import unescape
from typing import Any

from site_builder.charts.draw import plain_specification
from site_builder.charts.tips import BETWEEN, MIDNIGHT
from site_builder.drawing.matplotlib_figures import COLORS as FIGURE_COLORS
from site_builder.drawing.matplotlib_figures import drawings_of, figure_in, has_content, limits_of
from site_builder.explorables.altair_states import draw_states
from site_builder.explorables.foreign_svg import clean_drawing
from site_builder.explorables.model import Picture
from site_builder.explore.states import Parameters, read_stop
from site_builder.problems.problem import SiteError
from site_builder.problems.source import Mistake

# Elements that are no marks: a drawing of nothing else is empty.
GROUPS = ("<svg", "<g", "<defs", "</")
# What a mark holds for parameters: "load=80;counters=4".
HELD = re.compile(r' data-at="([^"]*)"')
VALUES = re.compile(f"[{BETWEEN};]")


def describe(value: Any, told: str, fail: Callable[..., SiteError]) -> Any:
    """Return what ``picture`` returned as plain data: a specification of Vega-Lite, or the markup of a drawing.

    Raises
    ------
    SiteError
        If it is no picture, or one that pages cannot hold.
    """
    try:
        if (picture := drawn_by_hand(value)) is not None:
            return picture
        if callable(getattr(value, "to_dict", None)) and not hasattr(value, "columns"):
            return plain_specification(value)
    except (Mistake, SiteError) as error:
        found = error.problems[0] if isinstance(error, SiteError) else error
        raise fail(f"{told}: {found.message}", found.suggestion) from None
    suggestion = "end it with a return statement" if value is None else ""
    message = f"{told} returned {type(value).__name__}, not an Altair chart, SVG text or a Matplotlib figure"
    raise fail(message, suggestion=suggestion)


def draw_all(
    described: Sequence[Any],
    is_held: bool,
    tell: Callable[[int], None],
    fail: Callable[..., SiteError],
    parameters: Parameters,
) -> tuple[list[Picture], list[int]]:
    """Return the pictures of all states, and the states whose pictures are empty.

    Raises
    ------
    SiteError
        If they are of different kinds, or cannot be drawn.
    """
    are_charts = {isinstance(one, dict) for one in described}
    if len(are_charts) > 1:
        raise fail("picture returns a chart in some states and a drawing in others")
    if are_charts == {False}:
        empty = [index for index, one in enumerate(described) if is_empty(one.wide)]
        return [pressable(one, parameters) for one in described], empty
    try:
        pictures, empty = draw_states(described, is_held, tell, list(parameters))
        return [pressable(one, parameters) for one in pictures], empty
    except (SiteError, ValueError, Mistake) as error:
        message = error.message if isinstance(error, SiteError) else error
        raise fail(f"the picture cannot be drawn: {message}") from None


def drawn_by_hand(value: Any) -> Picture | None:
    """Return the picture of SVG text or of a Matplotlib figure; None for what is neither.

    Raises
    ------
    Mistake
        If it cannot be drawn, or is nothing that pages can hold.
    """
    if isinstance(value, str):
        drawing = clean_drawing(value)
        return Picture(drawing, drawing)
    figure = figure_in(value)
    if figure is None:
        return None
    if not has_content(figure):
        return Picture("<svg></svg>", "<svg></svg>")  # axes without anything in them
    limits = limits_of(figure)
    wide, narrow = (clean_drawing(one, FIGURE_COLORS, is_measured=True) for one in drawings_of(figure))
    return Picture(wide, narrow, limits)


def pressable(picture: Picture, parameters: Parameters) -> Picture:
    """Return a picture whose marks name stops by numbers."""
    return replace(picture, wide=with_stops(picture.wide, parameters), narrow=with_stops(picture.narrow, parameters))


def is_empty(drawing: str) -> bool:
    """Tell whether a drawing shows nothing."""
    elements = [piece for piece in drawing.replace("<", "\n<").split("\n") if piece.startswith("<")]
    return all(element.startswith(GROUPS) for element in elements)


def with_stops(drawing: str, parameters: Parameters) -> str:
    """Return a drawing whose marks name stops by numbers, ``data-at="0:3 2:1"``: of which parameter, and which one.

    A mark that holds what is no stop of a parameter sets none.
    """

    def numbered(found: re.Match[str]) -> str:
        pairs = [pair.partition("=") for pair in VALUES.split(unescape(found[1]))]
        stops = [
            (name, read_stop(parameters[name], value.removesuffix(MIDNIGHT)))
            for name, _, value in pairs
            if name in parameters
        ]
        if not stops or len(stops) < len(pairs) or any(stop is None for _, stop in stops):
            return ""
        return f' data-at="{" ".join(f"{list(parameters).index(name)}:{stop}" for name, stop in stops)}"'

    return HELD.sub(numbered, drawing)


LABELS = re.compile(r'<g [^>]*class="role-axis-label".*?</g>', re.DOTALL)
TEXT = re.compile(r"<text[^>]*>([^<]*)")
SHOWN = 6


def labels_of(picture: Picture) -> list[list[str]]:
    """Return the labels of each axis of a picture of Vega, as they are read; of Matplotlib, where it ends."""
    if picture.limits:
        return [[end] for end in picture.limits]
    return [[unescape(text) for text in TEXT.findall(group)] for group in LABELS.findall(picture.wide)]


def first_jump(pictures: Sequence[Picture | None]) -> tuple[tuple[int, str], tuple[int, str]] | None:
    """Return the first two states whose axes have other labels: each with those of the first axis that differs."""
    opening: tuple[int, list[list[str]]] | None = None
    for index, picture in enumerate(pictures):
        if picture is None:
            continue
        labels = labels_of(picture)
        if opening is None:
            opening = index, labels
        elif labels != opening[1]:
            pairs = [pair for pair in zip(opening[1], labels, strict=False) if pair[0] != pair[1]]
            one, other = pairs[0] if pairs else ([f"{len(opening[1])} axes"], [f"{len(labels)} axes"])
            return (opening[0], listed(one)), (index, listed(other))
    return None


def listed(labels: Sequence[str]) -> str:
    """Return labels for a message; of many the ends."""
    if len(labels) <= SHOWN:
        return ", ".join(labels) or "none"
    return ", ".join([*labels[: SHOWN // 2], "…", *labels[-SHOWN // 2 :]])
