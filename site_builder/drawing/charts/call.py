"""Call the author's functions: the frames of their data sets in, a plain Vega-Lite specification out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any

from site_builder.data.tables import read_frame
from site_builder.drawing.charts.code import line_in, load_chart
from site_builder.drawing.charts.draw import ChartError, Finding, plain_specification
from site_builder.drawing.charts.remedies import remedy_of, sentence_of


@dataclass(frozen=True)
class Order:
    """A chart to be drawn: its function as ``FILE.FUNCTION``, the folder of the file, and its data by name."""

    function: str
    folder: Path
    files: Mapping[str, Path]


def specification(order: Order, frames: dict[Path, Any]) -> dict[str, Any]:
    """Call a chart's function and return what it describes; ``frames`` holds and takes what was read.

    Raises
    ------
    ChartError
        If the function is not there, cannot be called with its data, fails, or returns no chart.
    """
    function = load_chart(order.function, order.folder)
    for path in order.files.values():
        if path not in frames:
            frames[path] = read_frame(path)
    given = [frames[path].copy() for path in order.files.values()]
    try:
        signature(function).bind(*given)
    except TypeError as error:
        names = ", ".join(order.files) or "nothing"
        message = f"{order.function} cannot be called with its data, which content/site.toml says are {names}: {error}"
        suggestion = "it gets one frame for each data set, in the order of 'data'; change the one or the other"
        raise ChartError(message, findings=[Finding(message, suggestion=suggestion)]) from None
    try:
        described = function(*given)
    except Exception as error:  # the author's code may raise anything
        line = line_in(order.folder / f"{order.function.partition('.')[0]}.py", error)
        message = f"{order.function} failed: {type(error).__name__}: {sentence_of(error)}"
        suggestion = remedy_of(error, [str(column) for frame in given for column in frame.columns])
        raise ChartError(message, findings=[Finding(message, line, suggestion=suggestion)]) from error
    columns_of_set = {name: frames[path].columns for name, path in order.files.items()}
    return plain_specification(described, {name: frozenset(map(str, found)) for name, found in columns_of_set.items()})
