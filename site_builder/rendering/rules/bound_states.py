"""States that are bound to data: ``:::step{week="::value[peaks.week]"}`` names the stop that a cell holds."""

from __future__ import annotations

import re

from site_builder.data.values import AWAITED, Cell
from site_builder.explore.stops import plain_number
from site_builder.problems.sink import Sink
from site_builder.problems.source import Mistake, Place
from site_builder.rendering.renderer import Renderer
from site_builder.syntax.options import Given

VALUE = re.compile(r"::value\[(?P<query>[^\[\]]*)\]")


def bound(renderer: Renderer, given: Given | None, sink: Sink) -> Given | None:
    """Return an option with the cells that it names in their places, written as an address has them.

    None, and reported, for a cell that is not there; None too while its data set is still to come.
    """
    if given is None:
        return None
    written, end = "", 0
    for match in VALUE.finditer(given.text):
        try:
            cell = renderer.find(match["query"], "")
        except Mistake as mistake:
            line, column = given.value_place
            sink.mistake(mistake, Place(line, column + match.start("query") + mistake.offset))
            return None
        if cell.value == AWAITED:
            return None
        written, end = written + given.text[end : match.start()] + text_of(cell), match.end()
    return Given(written + given.text[end:], given.place, given.value_place) if end else given


def text_of(cell: Cell) -> str:
    """Return a cell as addresses have it."""
    return plain_number(cell.value) if cell.is_number else cell.machine_text
