"""Load the functions that draw charts, and find the place of an error in them."""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from site_builder.charts.checks import Finding
from site_builder.charts.draw import ChartError, warm_up
from site_builder.charts.remedies import named, notebook_line, remedy_of
from site_builder.drawing.processes import FAILURES
from site_builder.plain_values import parse_python
from site_builder.problems.source import did_you_mean
from site_builder.project_files import content_files, on_disk

if TYPE_CHECKING:
    import altair as alt


def load_chart(function: str, folder: Path) -> Callable[..., alt.TopLevelMixin]:
    """Return the function ``module.name`` of ``folder``.

    Raises
    ------
    ChartError
        If the file or the function is missing, or the file cannot be run; with what there is instead.
    """
    warm_up()
    stem, dot, name = function.partition(".")
    path = on_disk(folder / f"{stem}.py")
    if not dot or not name.isidentifier():
        raise ChartError(f"{function!r} does not name a chart function; write FILE.FUNCTION")
    if not path.is_file():
        message = f"there is no file {path.name} in {folder.name}"
        suggestion = did_you_mean(path.name, (other.name for other in content_files(folder, "*.py")), "files")
        raise ChartError(message, findings=[Finding(message, suggestion=suggestion)])
    found = getattr(load_module(path), name, None)
    if not callable(found):
        message, suggestion = (
            f"{path.name} has no function {name!r}",
            did_you_mean(name, chart_names(path), "functions"),
        )
        raise ChartError(message, findings=[Finding(message, suggestion=suggestion)])
    chart_function: Callable[..., alt.TopLevelMixin] = found
    return chart_function


def load_module(path: Path) -> ModuleType:
    """Run a file as a module that no other code can import; it may import the files beside it."""
    spec = importlib.util.spec_from_file_location(f"site_charts_{path.stem}", path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    try:
        with neighbours_of(path):
            # Compiled from the text at hand: a cached file is trusted by its time, which two quick saves can share.
            exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except SyntaxError as error:
        name = Path(error.filename or path).name
        line, column = (error.lineno or 0, error.offset or 0) if name == path.name else (line_in(path, error), 0)
        place = "" if name == path.name else f" (line {error.lineno})"
        message = f"{name} is not Python: {error.msg}{place}"
        suggestion = notebook_line(error.text or "")
        if "'utf-8' codec" in error.msg:
            suggestion = "save it as UTF-8"
        elif "'unicodeescape' codec" in error.msg:
            suggestion = r"write r before the quotes: r'C:\data'"
        raise ChartError(message, findings=[Finding(message, line, column, suggestion=suggestion)]) from None
    except FAILURES as error:
        message = f"{path.name} failed: {named(error)}"
        raise ChartError(
            message, findings=[Finding(message, line_in(path, error), suggestion=remedy_of(error))]
        ) from error
    return module


@contextmanager
def neighbours_of(path: Path) -> Iterator[None]:
    """Let imports find the files beside ``path``, and forget them afterwards, so that edits are seen."""
    folder, writes_caches = str(path.parent), sys.dont_write_bytecode
    before = set(sys.modules)
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path.remove(folder)
        sys.dont_write_bytecode = writes_caches
        for name in set(sys.modules) - before:
            if Path(getattr(sys.modules[name], "__file__", None) or "").parent == path.parent:
                del sys.modules[name]


def chart_names(path: Path) -> list[str]:
    """Return the public functions of a chart file, in the order of the file."""
    return re.findall(r"^def ([^\W\d_]\w*)\(", path.read_text(encoding="utf-8-sig"), re.MULTILINE)


def line_in(path: Path, error: BaseException) -> int:
    """Return the last line of ``path`` that an error passed through, or 0."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


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


def placed(findings: Sequence[Finding], folder: Path, function: str) -> Sequence[Finding]:
    """Return findings that say where they are, as far as that can be told.

    Parameters
    ----------
    folder : Path
        Folder of the chart files.
    function : str
        What drew the chart, as ``module.name``.
    """
    stem, _, name = function.partition(".")
    try:
        text = on_disk(folder / f"{stem}.py").read_text(encoding="utf-8-sig")
        module = parse_python(text)
    except (OSError, ValueError, SyntaxError):
        return findings
    functions = (node for node in module.body if isinstance(node, ast.FunctionDef) and node.name == name)
    found = next(functions, None)
    if found is None:
        return findings
    return [finding if finding.line else place(finding, module, found, text) for finding in findings]


def place(finding: Finding, module: ast.Module, function: ast.FunctionDef, text: str) -> Finding:
    """Return a finding with the place of its word: in the function, else anywhere in the file, else the function."""
    lines = text.splitlines()
    word = re.compile(rf"(?<!\w){re.escape(finding.word)}(?!\w)")
    for tree in (function, module) if finding.word else ():
        for constant in texts_in(tree):
            at = word.search(lines[constant.lineno - 1], column_of(constant, lines))
            if at is not None:
                return replace(finding, line=constant.lineno, column=at.start() + 1, length=len(finding.word))
    column = column_of(function, lines) + len("def ")
    return replace(finding, line=function.lineno, column=column + 1, length=len(function.name))


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
