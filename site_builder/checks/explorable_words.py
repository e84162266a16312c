"""Find the words in the files of explorables: numbers typed in them are held to what those of the prose are held to."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from string import Formatter

from site_builder.plain_values import parse_python

WORDS = frozenset({"caption", "alt", "sentence", "alt_text", "why"})
FILLED = frozenset({"sentence", "alt_text"})


@dataclass(frozen=True)
class Literal:
    """Words of a file, and the lines that they stand in."""

    text: str
    first: int
    last: int


def words_of(code: bytes) -> list[Literal]:
    """Return what the file of an explorable says to readers in so many words: texts, and those of functions."""
    try:
        body = parse_python(code).body
    except SyntaxError:
        return []  # told where it is evaluated
    found = list[Literal]()
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name in FILLED:
            found += [literal for statement in node.body for literal in literals_in(statement)]
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {target.id for target in targets if isinstance(target, ast.Name)} & WORDS
            literals = list(literals_in(node.value)) if names else []
            found += [piece for one in literals for piece in (without_fields(one) if names & FILLED else [one])]
    return found


def literals_in(node: ast.AST) -> Iterator[Literal]:
    """Yield texts below a node; the formats of what is filled into them are none."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield Literal(node.value, node.lineno, node.end_lineno or node.lineno)
        return
    for child in [node.value] if isinstance(node, ast.FormattedValue) else ast.iter_child_nodes(node):
        yield from literals_in(child)


def without_fields(literal: Literal) -> list[Literal]:
    """Return what stands between the fields of a text that is filled."""
    try:
        pieces = [before for before, _, _, _ in Formatter().parse(literal.text)]
    except ValueError:
        return []  # told where it is evaluated
    return [Literal(piece, literal.first, literal.last) for piece in pieces if piece]
