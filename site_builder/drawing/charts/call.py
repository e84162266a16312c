"""Call the author's functions: the frames of their data sets in, a plain Vega-Lite specification out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any

from site_builder.data.csv_tables import TableFile
from site_builder.data.frames import FrameError, columns_of, libraries_asked, own_copy, read_frame
from site_builder.drawing.charts.checks import Finding
from site_builder.drawing.charts.code import line_in, load_chart, module_sources
from site_builder.drawing.charts.draw import ChartError, DrawnChart, plain_specification
from site_builder.drawing.charts.remedies import named, remedy_of
from site_builder.drawing.charts.svg import DrawingError
from site_builder.drawing.explorables.pictures import drawn_by_hand, is_empty
from site_builder.drawing.matplotlib_figures import may_draw, page_style
from site_builder.drawing.processes import FAILURES


@dataclass(frozen=True)
class Order:
    """A chart to be drawn: its function as ``FILE.FUNCTION``, the folder of the file, and its data by name."""

    function: str
    folder: Path
    files: Mapping[str, TableFile]


Limited = Callable[[], AbstractContextManager[object]]


def specification(
    order: Order, frames: dict[tuple[TableFile, str], Any], limited: Limited = nullcontext
) -> dict[str, Any] | DrawnChart:
    """Call a chart's function and return what it describes, or has drawn by Matplotlib or as SVG.

    ``frames`` holds and takes what was read.

    ``limited`` limits the time of what the author's code does.

    Raises
    ------
    ChartError
        If the function is not there, cannot be called with its data, fails, or returns no chart.
    """
    sources = module_sources(order.folder, order.function.partition(".")[0])
    with page_style(may_draw(sources.values())):
        with limited():
            function = load_chart(order.function, order.folder)
        return described_by(function, order, frames, limited)


def described_by(
    function: Callable[..., Any], order: Order, frames: dict[tuple[TableFile, str], Any], limited: Limited
) -> dict[str, Any] | DrawnChart:
    """Call a chart's function with its frames; see :func:`specification`."""
    given = frames_for(function, order, frames)
    columns = {name: columns_of(frame) for name, frame in zip(order.files, given, strict=True)}
    try:
        signature(function).bind(*given)
    except TypeError as error:
        names = ", ".join(order.files) or "nothing"
        message = f"{order.function} cannot be called with its data, which content/site.toml says are {names}: {error}"
        suggestion = "it gets one frame for each data set, in the order of 'data'; change the one or the other"
        raise ChartError(message, findings=[Finding(message, suggestion=suggestion)]) from None
    try:
        with limited():
            described = function(*given)
    except FAILURES as error:  # the author's code may raise anything
        line = line_in(order.folder / f"{order.function.partition('.')[0]}.py", error)
        message = f"{order.function} failed: {named(error)}"
        suggestion = remedy_of(error, [name for found in columns.values() for name in found])
        raise ChartError(message, findings=[Finding(message, line, suggestion=suggestion)]) from error
    try:
        with limited():
            picture = drawn_by_hand(described)
    except DrawingError as error:
        message = f"{order.function}: {error}"
        raise ChartError(message, findings=[Finding(message, suggestion=error.suggestion)]) from None
    if picture is not None and is_empty(picture.wide):
        message = f"{order.function} draws nothing"
        raise ChartError(message, findings=[Finding(message, suggestion="its data are empty or filtered out")])
    if picture is not None:
        return DrawnChart(picture.wide, picture.narrow, {})
    with limited():
        return plain_specification(described, {name: frozenset(found) for name, found in columns.items()})


def frames_for(function: Callable[..., Any], order: Order, frames: dict[tuple[TableFile, str], Any]) -> list[Any]:
    """Return a frame of each data set, of the library that the type of its argument names.

    Raises
    ------
    ChartError
        If that library is not installed.
    """
    libraries, given = [*libraries_asked(function).values()], []
    for index, file in enumerate(order.files.values()):
        key = file, libraries[index] if index < len(libraries) else "pandas"
        try:
            if key not in frames:
                frames[key] = read_frame(*key)
        except FrameError as error:
            message = f"{order.function}: {error}"
            raise ChartError(message, findings=[Finding(message, suggestion=error.suggestion)]) from None
        given.append(own_copy(frames[key]))
    return given
