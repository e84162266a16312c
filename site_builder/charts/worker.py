"""Draw charts in a separate process: load their functions, call them, and report errors at their place."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from inspect import signature
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

from site_builder.charts.draw import DrawnChart, draw_specification, plain_specification, warm_up
from site_builder.charts.remedies import remedy_of
from site_builder.charts.svg import remember_classes
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
from site_builder.plain_values import parse_python
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
        If the file or the function is missing, or the file cannot be run; with what there is instead.
    """
    warm_up()
    stem, dot, name = function.partition(".")
    folder = project / CHARTS
    path = on_disk(folder / f"{stem}.py")
    if not dot or not name.isidentifier():
        raise author_error("chart", f"{function!r} does not name a chart function; write FILE.FUNCTION")
    if not path.is_file():
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
    """Return the file of a chart's function, relative to the project."""
    return f"{CHARTS}/{function.partition('.')[0]}.py"


def chart_names(path: Path) -> list[str]:
    """Return the public functions of a chart file, in the order of the file."""
    return re.findall(r"^def ([^\W\d_]\w*)\(", path.read_text(encoding="utf-8-sig"), re.MULTILINE)


def module_sources(folder: Path, module: str) -> dict[str, bytes]:
    """Return the sources of a chart file and of the files beside it that it imports."""
    sources: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = on_disk(folder / f"{name}.py")
        if name in sources or not path.is_file():
            continue
        sources[name] = path.read_bytes()
        waiting += imported_names(sources[name])
    return dict(sorted(sources.items()))


@lru_cache(maxsize=64)
def imported_names(source: bytes) -> tuple[str, ...]:
    """Return the last parts of all names that a Python file imports; none for one that is not Python."""
    try:
        nodes = list(ast.walk(parse_python(source)))
    except SyntaxError:
        return ()
    names = [alias.name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return tuple(name.split(".")[-1] for name in [*names, *modules])


def placed(problems: Sequence[Problem], project: Path, function: str) -> list[Problem]:
    """Return the problems of a chart, drawn by ``module.name``, that say where they are, as far as that is known."""
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
    """Return a problem with the place of what it is about: in the function, else in the file, else the function."""
    lines = text.splitlines()
    word = re.compile(rf"(?<!\w){re.escape(problem.about)}(?!\w)")
    for tree in (function, module) if problem.about else ():
        for constant in texts_in(tree):
            at = word.search(lines[constant.lineno - 1], column_of(constant, lines))
            if at is not None:
                return replace(problem, line=constant.lineno, column=at.start() + 1, length=len(problem.about))
    column = column_of(function, lines) + len("def ")
    return replace(problem, line=function.lineno, column=column + 1, length=len(function.name))


def texts_in(tree: ast.AST) -> Iterator[ast.Constant]:
    """Yield the texts of a piece of code in the order of the file, but no docstrings."""
    statements = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    yield from sorted(
        (node for node in texts if id(node) not in statements), key=lambda node: (node.lineno, node.col_offset)
    )


def column_of(node: ast.Constant | ast.FunctionDef, lines: list[str]) -> int:
    """Return the column of a node, from 0; Python counts it in bytes."""
    return len(lines[node.lineno - 1].encode()[: node.col_offset].decode())


@dataclass(frozen=True)
class Order:
    """A chart to be drawn: its function as ``FILE.FUNCTION``, and its data by name."""

    function: str
    project: Path
    files: Mapping[str, TableFile]


def specification(
    order: Order, frames: dict[tuple[TableFile, str], Any], limited: Limited = nullcontext
) -> dict[str, Any] | DrawnChart:
    """Call a chart's function and return what it describes, or has drawn by Matplotlib or as SVG.

    ``frames`` holds and takes what was read. ``limited`` limits the time of what the author's code does.

    Raises
    ------
    SiteError
        If the function is not there, cannot be called with its data, fails, or returns no chart.
    """
    sources = module_sources(order.project / CHARTS, order.function.partition(".")[0])
    with page_style(may_draw(sources.values())):
        with limited():
            function = load_chart(order.function, order.project)
        return described_by(function, order, frames, limited)


def described_by(
    function: Callable[..., Any], order: Order, frames: dict[tuple[TableFile, str], Any], limited: Limited
) -> dict[str, Any] | DrawnChart:
    """Call a chart's function with its frames; see :func:`specification`."""
    try:
        given = frames_for(function, order, frames)
    except Mistake as error:
        raise author_error("chart", f"{order.function}: {error}", error.suggestion) from None
    columns = {name: columns_of(frame) for name, frame in zip(order.files, given, strict=True)}
    try:
        signature(function).bind(*given)
    except TypeError as error:
        names = ", ".join(order.files) or "nothing"
        message = f"{order.function} cannot be called with its data, which content/site.toml lists as {names}: {error}"
        suggestion = "give the function one argument for each data set, in the order of 'data'"
        raise author_error("chart", message, suggestion) from None
    remedy = partial(remedy_of, columns=[name for found in columns.values() for name in found])
    run, place = partial(function, *given), (path_of(order.function), 0)
    described = call(run, order.function, order.project, place, "chart", limited, remedy)
    try:
        with limited():
            picture = drawn_by_hand(described)
            if picture is None:
                return plain_specification(described, {name: frozenset(found) for name, found in columns.items()})
    except Mistake as error:
        raise author_error("chart", f"{order.function}: {error}", error.suggestion) from None
    if is_empty(picture.wide):
        raise author_error("chart", f"{order.function} draws nothing", "its data are empty or filtered out")
    return DrawnChart(picture.wide, picture.narrow)


def frames_for(function: Callable[..., Any], order: Order, frames: dict[tuple[TableFile, str], Any]) -> list[Any]:
    """Return a frame of each data set, of the library that the type of its argument names."""
    libraries, given = [*frame_libraries(function).values()], []
    for index, file in enumerate(order.files.values()):
        key = file, libraries[index] if index < len(libraries) else "pandas"
        if key not in frames:
            frames[key] = read_frame(*key)
        given.append(own_copy(frames[key]))
    return given


CALLS = "calls"
# One for all builds of this process: it is warm after the first.
PROCESS = AuthorProcess(__name__)


def draw_beside(orders: Sequence[Order]) -> list[Future[DrawnChart]]:
    """Return the drawings to come; each raises :class:`SiteError` where its chart cannot be drawn."""
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
                if isinstance(found, SiteError):
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
            function, project = orders[failed].function, orders[failed].project
            futures[failed].set_exception(error.reported(function, project, (path_of(function), 0), "chart"))


def answer(orders: Sequence[Order], send: Answers) -> None:
    """Draw charts; the author's functions run one after the other, Vega draws in several threads."""
    frames: dict[tuple[TableFile, str], Any] = {}
    with ThreadPoolExecutor() as threads:
        for index, order in enumerate(orders):
            send((CALLS, index))
            try:
                described = specification(order, frames, send.limited)
            except SiteError as error:
                send((index, error))
            else:
                send((CALLS, -1))
                threads.submit(draw, index, described, send)


def draw(index: int, described: dict[str, Any] | DrawnChart, send: Answers) -> None:
    """Draw one chart."""
    try:
        send((index, draw_specification(described)))
    except SiteError as error:
        send((index, error))
    except Exception as error:  # a fault of the builder, or of Vega
        send((index, author_error("chart", f"the chart cannot be drawn: {type(error).__name__}: {error}")))


def main() -> None:
    """Import what takes long, then take the orders."""
    warm_up()
    remember_classes()
    answer_questions(answer)
