"""The pictures of an explorable, whatever they were drawn with: Altair, SVG as text, Matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from site_builder.drawing.charts.draw import ChartError, plain_specification
from site_builder.drawing.charts.svg import DrawingError
from site_builder.drawing.explorables.altair_states import draw_states
from site_builder.drawing.explorables.evaluated import Fault, FaultError, Picture
from site_builder.drawing.explorables.foreign_svg import clean_drawing, drawing_of_figure

# Elements that are no marks: a drawing of nothing else is empty.
GROUPS = ("<svg", "<g", "<defs", "</")


def describe(value: Any, told: str, fail: Callable[..., Fault]) -> Any:
    """Return what ``picture`` returned as plain data: a specification of Vega-Lite, or the markup of a drawing.

    Raises
    ------
    FaultError
        If it is no picture, or one that pages cannot hold.
    """
    try:
        if isinstance(value, str):
            return clean_drawing(value)
        if hasattr(value, "savefig"):
            return clean_drawing(drawing_of_figure(value))
        if callable(getattr(value, "to_dict", None)) and not hasattr(value, "columns"):
            return plain_specification(value)
    except DrawingError as error:
        raise FaultError(fail(f"{told}: {error}")) from None
    except ChartError as error:
        found = error.findings[0]
        raise FaultError(fail(f"{told}: {found.message}", suggestion=found.suggestion)) from None
    suggestion = "does it return what it makes?" if value is None else ""
    message = f"{told} returned {type(value).__name__}, not an Altair chart, SVG text or a Matplotlib figure"
    raise FaultError(fail(message, suggestion=suggestion))


def draw_all(
    described: Sequence[Any], is_held: bool, tell: Callable[[int], None], fail: Callable[..., Fault]
) -> tuple[list[Picture], list[int]]:
    """Return the pictures of all states, and the states whose pictures are empty.

    Raises
    ------
    FaultError
        If they are of different kinds, or cannot be drawn.
    """
    are_charts = {isinstance(one, dict) for one in described}
    if len(are_charts) > 1:
        raise FaultError(fail("picture returns a chart in some states and a drawing in others"))
    if are_charts == {False}:
        return [Picture(one, one) for one in described], [i for i, one in enumerate(described) if is_empty(one)]
    try:
        return draw_states(described, is_held, tell)
    except (ChartError, ValueError, DrawingError) as error:
        raise FaultError(fail(f"the picture cannot be drawn: {error}")) from None


def is_empty(drawing: str) -> bool:
    """Tell whether a drawing shows nothing."""
    elements = [piece for piece in drawing.replace("<", "\n<").split("\n") if piece.startswith("<")]
    return all(element.startswith(GROUPS) for element in elements)
