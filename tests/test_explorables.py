"""The explorables of the essay depend on the game through data sets only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1] / "content" / "explorables"
LIBRARIES = {"__future__", "altair", "pandas", "site_builder.explore"}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_an_explorable_only_looks_up_data_sets(path: Path) -> None:
    nodes = list(ast.walk(ast.parse(path.read_bytes())))
    imported = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    assert imported <= LIBRARIES
    calls = [node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    assert "frame" in calls
    assert not {"open", "eval", "exec", "__import__"} & set(calls)
    assert not [node for node in nodes if isinstance(node, ast.Attribute) and node.attr.startswith("read_")]
    # Numbers come from rows of data sets: each function of numbers looks one up.
    numbers = [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == "numbers"]
    sets = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
        for target in node.targets
        if node.value.func.id == "frame" and isinstance(target, ast.Name)
    }
    for function in numbers:
        assert {argument.arg for argument in function.args.args} & sets
