"""Draw charts in a separate process, because importing Altair takes as long as reading a site."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from threading import Thread
from typing import Any

from site_builder.charts.checks import Finding
from site_builder.charts.code import line_in, load_chart, module_sources
from site_builder.charts.draw import ChartError, DrawnChart, draw_specification, plain_specification, warm_up
from site_builder.charts.remedies import named, remedy_of
from site_builder.charts.svg import DrawingError
from site_builder.charts.theme import remember_classes
from site_builder.data.files import TableFile
from site_builder.data.tables import FrameError, columns_of, libraries_asked, own_copy, read_frame
from site_builder.drawing.matplotlib_figures import may_draw, page_style
from site_builder.drawing.processes import FAILURES, Answers, AuthorProcess, ProcessEndedError, answer_questions
from site_builder.explorables.pictures import drawn_by_hand, is_empty


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
        message = f"{order.function} cannot be called with its data, which content/site.toml lists as {names}: {error}"
        suggestion = "give the function one argument for each data set, in the order of 'data'"
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


CALLS = "calls"
# One for all builds of this process: it is warm after the first.
PROCESS = AuthorProcess(__name__)


def draw_beside(orders: Sequence[Order]) -> list[Future[DrawnChart]]:
    """Return the drawings to come; each raises :class:`ChartError` where its chart cannot be drawn."""
    futures: list[Future[DrawnChart]] = [Future() for _ in orders]
    if orders:
        Thread(target=draw_all, args=(orders, futures), daemon=True).start()
    return futures


def draw_all(orders: Sequence[Order], futures: Sequence[Future[DrawnChart]]) -> None:
    """Have charts drawn; one that ends the process fails, and the others are drawn by the next process."""
    waiting, at_once = list(range(len(orders))), len(orders)
    while waiting:
        asked, calling = waiting[:at_once], -1
        try:
            for index, found in PROCESS.ask([orders[index] for index in asked]):
                if index == CALLS:
                    calling = found
                    continue
                waiting.remove(asked[index])
                future = futures[asked[index]]
                if isinstance(found, ChartError):
                    future.set_exception(found)
                else:
                    future.set_result(found)
        except ProcessEndedError as error:
            unanswered = [index for index in asked if index in waiting]
            if not unanswered:
                continue  # it ended behind the last answer
            if calling < 0 and len(unanswered) > 1:
                at_once = 1  # which of their drawings ended it is seen when they are drawn one by one
                continue
            failed = asked[calling] if calling >= 0 else unanswered[0]
            waiting.remove(failed)
            futures[failed].set_exception(ended(error, orders[failed]))


def ended(error: ProcessEndedError, order: Order) -> ChartError:
    """Describe a chart whose drawing ended the process."""
    line = error.line_in(order.folder / f"{order.function.partition('.')[0]}.py")
    suggestion = "move slow computations into a data script" if "longer" in str(error) else ""
    message = f"{order.function} {error}"
    return ChartError(message, findings=[Finding(message, line, suggestion=suggestion)])


def answer(orders: Sequence[Order], send: Answers) -> None:
    """Draw charts; the author's functions run one after the other, Vega draws in several threads."""
    frames: dict[tuple[TableFile, str], Any] = {}
    with ThreadPoolExecutor() as threads:
        for index, order in enumerate(orders):
            send((CALLS, index))
            try:
                described = specification(order, frames, send.limited)
            except ChartError as error:
                send((index, plain(error)))
            else:
                send((CALLS, -1))
                threads.submit(draw, index, described, send)


def draw(index: int, described: dict[str, Any] | DrawnChart, send: Answers) -> None:
    """Draw one chart."""
    try:
        send((index, draw_specification(described)))
    except ChartError as error:
        send((index, plain(error)))
    except Exception as error:  # a fault of the builder, or of Vega
        send((index, ChartError(f"the chart cannot be drawn: {type(error).__name__}: {error}")))


def plain(error: ChartError) -> ChartError:
    """Return an error without what cannot be sent: what caused it."""
    return ChartError(str(error), findings=error.findings)


def main() -> None:
    """Import what takes long, then take the orders."""
    warm_up()
    remember_classes()
    answer_questions(answer)
