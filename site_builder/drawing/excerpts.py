"""Cut a listing out of a file: a whole symbol, or the lines from one to another; so that it cannot go stale."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Sequence

from site_builder.plain_values import parse_python
from site_builder.problems.source import Mistake, did_you_mean

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


def excerpt(text: str, symbol: str = "", begins: str = "", ends: str = "") -> str:
    """Return part of a file's text, freed of its common indentation.

    Parameters
    ----------
    symbol : str
        A function, class or constant of a Python file, ``Class.method`` for what stands in a class; none for the file.
    begins, ends : str
        How the first line starts, and the last one, without their indentation; else those of the symbol. One line
        alone starts so inside the symbol, and ``ends`` is looked for from the first line on.

    Raises
    ------
    Mistake
        If there is no such symbol or line, or several; its code is the option to blame.
    """
    lines = text.split("\n")
    if symbol:
        lines = lines_of_symbol(text, lines, symbol)
    if begins:
        lines = lines[only_line(lines, begins) :]
    if ends:
        found = next((number for number, line in enumerate(lines) if line.strip().startswith(ends)), None)
        if found is None:
            raise Mistake("ends", f"no line after the first begins with {ends!r}")
        lines = lines[: found + 1]
    elif begins:
        lines = lines[:1]
    return textwrap.dedent("\n".join(lines)).strip("\n") + "\n"


def only_line(lines: Sequence[str], words: str) -> int:
    """Return the only line that begins with ``words``."""
    found = [number for number, line in enumerate(lines) if line.strip().startswith(words)]
    if len(found) != 1:
        known = [line.strip() for line in lines if line.strip()]
        suggestion = "write more of it" if found else did_you_mean(words, known)
        how_many = f"{len(found)} lines begin" if found else "no line begins"
        raise Mistake("begins", f"{how_many} with {words!r}", suggestion=suggestion)
    return found[0]


def lines_of_symbol(text: str, lines: list[str], symbol: str) -> list[str]:
    """Return the lines in which a Python file defines ``symbol``, decorators included."""
    try:
        body: Sequence[ast.stmt] = parse_python(text).body
    except SyntaxError as error:
        raise Mistake("symbol", f"the file is no Python, so that no symbol is found in it: {error.msg}") from None
    found: Definition | None = None
    for name in symbol.split("."):
        known = {one: node for node in body for one in names_of(node) if isinstance(node, Definition)}
        if name not in known:
            raise Mistake("symbol", f"the file defines no {symbol!r}", suggestion=did_you_mean(name, known, "symbols"))
        found = known[name]
        body = getattr(found, "body", [])
    assert found is not None
    first = min([found.lineno, *(decorator.lineno for decorator in getattr(found, "decorator_list", []))])
    return lines[first - 1 : found.end_lineno]


def names_of(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]
