"""Draw charts in a worker process: load their functions, call them, and report errors at their place."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from inspect import signature
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from site_builder.cache.results import imported_modules
from site_builder.charts.draw import DrawnChart, draw_specification, plain_specification
from site_builder.charts.remedies import remedy_of
from site_builder.charts.svg import remember_classes
from site_builder.charts.vega import warm_up
from site_builder.data.files import TableFile
from site_builder.data.tables import columns_of, frame_libraries, own_copy, read_frame
from site_builder.drawing.matplotlib_figures import may_draw, page_style
from site_builder.drawing.processes import (
    Answers,
    AuthorProcess,
    Limited,
    ProcessEndedError,
    answer_questions,
    call,
    load_module,
)
from site_builder.explorables.pictures import drawn_by_hand, is_empty
from site_builder.plain_values import closure, parse_python
from site_builder.problems.problem import Problem, SiteError, author_error
from site_builder.problems.source import Mistake, suggest
from site_builder.project_files import content_files, on_disk

if TYPE_CHECKING:
    import altair as alt


CHARTS = "content/charts"


def load_chart(function: str, project: Path) -> Callable[..., alt.TopLevelMixin]:
    """Return the function ``module.name`` of ``content/charts``.

    Raises
    ------
    SiteError
        If the file or the function is missing, with a suggestion, or if the file cannot be loaded.
    """
    warm_up()
    stem, dot, name = function.partition(".")
    folder = project / CHARTS
    path = on_disk(folder / f"{stem}.py")
    if not dot or not name.isidentifier():
        raise author_error("chart", f"{function!r} does not name a chart function; write FILE.FUNCTION")
    if not os.path.isfile(path):
        suggestion = suggest(path.name, (other.name for other in content_files(folder, "*.py")), "files")
        raise author_error("chart", f"there is no file {path.name} in {folder.name}", suggestion)
    found: Callable[..., alt.TopLevelMixin] | None = getattr(
        load_module(project, path_of(function), "chart"), name, None
    )
    if not callable(found):
        suggestion = suggest(name, chart_names(path), "functions")
        raise author_error("chart", f"{path.name} has no function {name!r}", suggestion)
    return found


def path_of(function: str) -> str:
    """Return the path of a chart's file in the project."""
    return f"{CHARTS}/{function.partition('.')[0]}.py"


def chart_names(path: Path) -> list[str]:
    """Return the public functions of a chart file, in the order of the file."""
    return re.findall(r"^def ([^\W\d_]\w*)\(", path.read_text(encoding="utf-8-sig"), re.MULTILINE)


def module_sources(folder: Path, module: str) -> dict[str, bytes]:
    """Return the sources of a chart file and of the files in its folder that it imports, by module."""
    sources: dict[str, bytes] = {}

    def imported_by(name: str) -> list[str]:
        path = on_disk(folder / f"{name}.py")
        if not os.path.isfile(path):
            return []
        sources[name] = path.read_bytes()
        return [part for imported in imported_modules(sources[name]) for part in imported.split(".")]

    closure([module], imported_by)
    return dict(sorted(sources.items()))


def placed(problems: Sequence[Problem], project: Path, function: str) -> list[Problem]:
    """Return the problems of the chart drawn by ``module.name``, with their places added if the file can be parsed."""
    path, name = path_of(function), function.partition(".")[2]
    try:
        text = on_disk(project / path).read_text(encoding="utf-8-sig")
        module = parse_python(text)
    except (OSError, ValueError, SyntaxError):
        return [*problems]
    found = next((node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name), None)
    if found is None:
        return [*problems]
    return [one if one.line else replace(place(one, module, found, text), path=path) for one in problems]


def place(problem: Problem, module: ast.Module, function: ast.FunctionDef, text: str) -> Problem:
    """Add the place of its ``about`` text to a problem: in the function, else in the file, else the function's name."""
    lines = text.split("\n")  # not at a form feed, which is no end of a line for Python
    word = re.compile(rf"(?<!\w){re.escape(problem.about)}(?!\w)")
    for tree in (function, module) if problem.about else ():
        for constant in texts_in(tree):
            at = word.search(lines[constant.lineno - 1], column_of(constant, lines))
            if at is not None:
                return replace(problem, line=constant.lineno, column=at.start() + 1, length=len(problem.about))
    column = column_of(function, lines) + len("def ")
    return replace(problem, line=function.lineno, column=column + 1, length=len(function.name))


def texts_in(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the string literals of a piece of code except docstrings, in the order of the file."""
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    yield from sorted(
        (node for node in texts if id(node) not in statements), key=lambda node: (node.lineno, node.col_offset)
    )


def column_of(node: ast.Constant | ast.FunctionDef, lines: list[str]) -> int:
    """Return the column of a node in characters, from 0; Python's own counts bytes."""
    return len(lines[node.lineno - 1].encode()[: node.col_offset].decode())


@dataclass(frozen=True)
class Order:
    """A request to draw a chart: its function as ``FILE.FUNCTION``, its data files by name, and the limit of a call."""

    function: str
    project: Path
    files: Mapping[str, TableFile]
    seconds: float


def specification(
    order: Order, frames: dict[tuple[TableFile, str], Any], limited: Limited = nullcontext
) -> dict[str, Any] | DrawnChart:
    """Call a chart's function and return its specification, or its drawing if it is Matplotlib or SVG.

    ``frames`` caches the frames. ``limited`` limits the time of the author's code.

    Raises
    ------
    SiteError
        If the function is missing, cannot be called with its data, fails, or does not return a chart.
    """
    sources = module_sources(order.project / CHARTS, order.function.partition(".")[0])
    with page_style(may_draw(sources.values())):
        with limited():
            function = load_chart(order.function, order.project)
        return call_chart(function, order, frames, limited)


def call_chart(
    function: Callable[..., Any], order: Order, frames: dict[tuple[TableFile, str], Any], limited: Limited
) -> dict[str, Any] | DrawnChart:
    """Call a chart's function with its frames; see :func:`specification`."""
    try:
        arguments = frames_for(function, order, frames)
    except Mistake as error:
        raise author_error("chart", f"{order.function}: {error}", error.suggestion) from None
    columns = {name: columns_of(frame) for name, frame in zip(order.files, arguments, strict=True)}
    try:
        signature(function).bind(*arguments)
    except TypeError as error:
        names = ", ".join(order.files) or "nothing"
        message = f"{order.function} cannot be called with its data, which content/site.toml lists as {names}: {error}"
        suggestion = "give the function one argument for each data set, in the order of 'data'"
        raise author_error("chart", message, suggestion) from None
    remedy = partial(remedy_of, columns=[name for found in columns.values() for name in found])
    run, place = partial(function, *arguments), (path_of(order.function), 0)
    described = call(run, order.function, order.project, place, "chart", limited, remedy)
    try:
        with limited():
            picture = drawn_by_hand(described)
            if picture is None:
                return plain_specification(described, {name: frozenset(found) for name, found in columns.items()})
    except Mistake as error:
        raise author_error("chart", f"{order.function}: {error}", error.suggestion) from None
    if is_empty(picture.wide):
        raise author_error("chart", f"{order.function} draws nothing", "check its data: they are empty or filtered out")
    return DrawnChart(picture.wide, picture.narrow)


def frames_for(function: Callable[..., Any], order: Order, frames: dict[tuple[TableFile, str], Any]) -> list[Any]:
    """Return a frame for each data set, of the library named by the type of its argument."""
    libraries, arguments = [*frame_libraries(function).values()], []
    for index, file in enumerate(order.files.values()):
        key = file, libraries[index] if index < len(libraries) else "pandas"
        if key not in frames:
            frames[key] = read_frame(*key)
        arguments.append(own_copy(frames[key]))
    return arguments


CALLS = "calls"
# One worker for all builds of this process, so that later builds need not start it.
PROCESS = AuthorProcess(__name__)


def draw_in_worker(orders: Sequence[Order]) -> list[Future[DrawnChart]]:
    """Start drawing charts in the worker and return their futures, which raise :class:`SiteError` on failure."""
    futures: list[Future[DrawnChart]] = [Future() for _ in orders]
    if orders:
        Thread(target=draw_all, args=(orders, futures), daemon=True).start()
    return futures


def draw_all(orders: Sequence[Order], futures: Sequence[Future[DrawnChart]]) -> None:
    """Draw charts in the worker; if one ends the process, it fails, and a new process draws the others."""
    waiting, at_once = list(range(len(orders))), len(orders)
    while waiting:
        batch, calling = waiting[:at_once], -1
        try:
            for index, found in PROCESS.ask([orders[index] for index in batch]):
                if index == CALLS:
                    calling = found
                    continue
                waiting.remove(batch[index])
                future = futures[batch[index]]
                if isinstance(found, SiteError):
                    future.set_exception(found)
                else:
                    future.set_result(found)
        except ProcessEndedError as error:
            unanswered = [index for index in batch if index in waiting]
            if not unanswered:
                continue  # it ended after the last answer
            if calling < 0 and len(unanswered) > 1:
                at_once = 1  # draw one by one to find the chart that ends the process
                continue
            failed = batch[calling] if calling >= 0 else unanswered[0]
            waiting.remove(failed)
            function, project = orders[failed].function, orders[failed].project
            futures[failed].set_exception(error.reported(function, project, (path_of(function), 0), "chart"))


def answer(orders: Sequence[Order], send: Answers) -> None:
    """Draw charts: call the author's functions one after the other, and Vega in several threads."""
    frames: dict[tuple[TableFile, str], Any] = {}
    with ThreadPoolExecutor() as threads:
        for index, order in enumerate(orders):
            send((CALLS, index))
            try:
                described = specification(order, frames, partial(send.limited, order.seconds))
            except SiteError as error:
                send((index, error))
            else:
                send((CALLS, -1))
                threads.submit(draw, index, described, send)


def draw(index: int, described: dict[str, Any] | DrawnChart, send: Answers) -> None:
    """Draw one chart and send the result."""
    try:
        send((index, draw_specification(described)))
    except SiteError as error:
        send((index, error))
    except Exception as error:  # an error in the builder or in Vega
        send((index, author_error("chart", f"the chart cannot be drawn: {type(error).__name__}: {error}")))


def main() -> None:
    """Run the worker that draws charts; slow imports come first."""
    warm_up()
    remember_classes()
    answer_questions(answer)
