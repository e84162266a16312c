"""Call the author's functions: the frames of their data sets in, a plain Vega-Lite specification out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from typing import Any

from site_builder.data.tables import read_frame
from site_builder.drawing.charts.code import line_in, load_chart
from site_builder.drawing.charts.draw import ChartError, plain_specification


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
        raise ChartError(message) from None
    try:
        described = function(*given)
    except Exception as error:  # the author's code may raise anything
        path = order.folder / f"{order.function.partition('.')[0]}.py"
        raise ChartError(f"{order.function} failed: {type(error).__name__}: {error}", line_in(path, error)) from error
    return plain_specification(described)
