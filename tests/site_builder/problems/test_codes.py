"""Each code of a problem in the source is documented, and each documented code is used."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import site_builder
from site_builder.problems.problem import known_codes

SOURCES = [path for path in Path(site_builder.__file__).parent.rglob("*.py") if "starter" not in path.parts]
# Codes for options of this name; the rule for listings replaces them by its own.
OF_LISTINGS = {"begins", "ends", "symbol", "file"}
# Position of the code among the arguments of a problem's constructor.
BUILT = {"Problem": 3, "Mistake": 0}


def functions(trees: list[ast.Module]) -> dict[str, int]:
    """Return the place of the argument ``code`` in each function that has one, without ``self``."""
    places = dict(BUILT)
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args if argument.arg != "self"]
                if "code" in names:
                    places[node.name] = names.index("code")
    return places


def texts(node: ast.expr, constants: dict[str, str]) -> Iterator[str]:
    """Yield the texts that an argument may be."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Name) and node.id in constants:
        yield constants[node.id]
    elif isinstance(node, ast.IfExp):
        yield from texts(node.body, constants)
        yield from texts(node.orelse, constants)


def given() -> set[str]:
    """Return the codes in calls of the source."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES]
    places = functions(trees)
    assert {"problem", "report", "read_toml", "require_column"} <= places.keys()
    found: set[str] = set()
    for tree in trees:
        constants = {
            target.id: node.value.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in places and len(node.args) > places[name]:
                found |= set(texts(node.args[places[name]], constants))
    return found


def test_every_code_that_is_given_is_explained() -> None:
    assert given() - OF_LISTINGS - known_codes().keys() == set()


def test_every_code_that_is_explained_is_given() -> None:
    """Some are in tables of the source, such as those of characters: search for them as text."""
    sources = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert [code for code in known_codes() if f'"{code}"' not in sources] == []
    assert not OF_LISTINGS & known_codes().keys()


def test_an_explanation_is_whole_sentences() -> None:
    for code, explained in known_codes().items():
        for words in (explained.cause, explained.remedy):
            assert words[0] in "`ABCDEFGHIJKLMNOPQRSTUVWXYZ", code
            assert words.endswith((".", "…")), code
            assert words.count("`") % 2 == 0, code
