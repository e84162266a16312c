"""Where in an author's file a chart went wrong: at the words that name it, else at the function."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from site_builder.drawing.charts.checks import Finding
from site_builder.plain_values import parse_python
from site_builder.project_files import on_disk


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
