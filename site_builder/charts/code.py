"""Load the functions that draw charts, and find the place of an error in them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from site_builder.charts.draw import warm_up
from site_builder.drawing.author_code import load_module
from site_builder.plain_values import parse_python
from site_builder.problems.problem import Problem, author_error
from site_builder.problems.source import did_you_mean
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
        suggestion = did_you_mean(path.name, (other.name for other in content_files(folder, "*.py")), "files")
        raise author_error("chart", f"there is no file {path.name} in {folder.name}", suggestion)
    found: Callable[..., alt.TopLevelMixin] | None = getattr(
        load_module(project, path_of(function), "chart"), name, None
    )
    if not callable(found):
        suggestion = did_you_mean(name, chart_names(path), "functions")
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
