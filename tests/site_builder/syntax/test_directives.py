"""Directives and inline rules from ``fixtures/*.md`` (title, input, output), and over random nestings."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from markdown_it.token import Token

from site_builder.problems.source import Source
from site_builder.rendering import bodies  # noqa: F401 (it imports all rules)
from site_builder.rendering.renderer import DIRECTIVE_RULES, TOKEN_RULES
from site_builder.syntax.directive_table import BUILT_IN, TABLE, describe_directives
from site_builder.syntax.markdown import read_markdown
from site_builder.syntax.options import Directive

FIXTURES = Path(__file__).parents[1] / "fixtures"
UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"


def cases(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield title, input and output of each case; a line with a single dot separates them."""
    parts = path.read_text(encoding="utf-8").split("\n.\n")[:-1]
    for title, given_text, output in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield title.strip(), given_text, output


def dump(tokens: Sequence[Token], depth: int = 0) -> Iterator[str]:
    """Yield one line for each token: its kind, its content, and its place."""
    indent = "  " * depth
    for token in tokens:
        if token.type == "directive":
            directive: Directive = token.meta["directive"]
            options = [f"#{directive.options.identifier.text}"] if directive.options.identifier else []
            options += [f"{key}={given.text!r}" for key, given in directive.options.values.items()]
            yield f"{indent}{directive.place.line}:{directive.place.column} :::{' '.join([directive.name, *options])}"
            if directive.raw:
                assert directive.origin is not None
                yield f"{indent}  raw {tuple(directive.origin.places[0])} {directive.raw!r}"
            yield from dump(directive.body, depth + 1)
        elif token.type == "inline":
            yield from dump_line(token.children or [], depth)
        elif token.nesting >= 0:
            yield f"{indent}{token.type.removesuffix('_open')}" + (f" {token.content!r}" if token.content else "")
            depth += token.nesting
            indent = "  " * depth
        else:
            depth -= 1
            indent = "  " * depth


def dump_line(children: Sequence[Token], depth: int) -> Iterator[str]:
    """Yield the tokens of a line."""
    for token in children:
        place = token.meta.get("place")
        shown = f"{place.line}:{place.column} " if place else ""
        meta = {
            key: token.meta[key]
            for key in ("query", "spec", "target", "slug", "text", "options", "cited", "label")
            if key in token.meta
        }
        facts = " ".join(f"{key}={value!r}" for key, value in meta.items())
        yield "  " * depth + " ".join(
            filter(None, [f"{shown}{token.type}", repr(token.content) if token.content else "", facts])
        )
        if token.type == "image":
            yield from dump_line(token.children or [], depth + 1)


def read(text: str) -> str:
    """Return the parser's result for a text: its tokens, its notes, its problems."""
    reading = read_markdown(Source("text.md", text))
    lines = list(dump(reading.tokens))
    for note in reading.notes.values():
        lines += [f"note {note.label} at {note.place.line}:{note.place.column}", *dump(note.tokens, 1)]
    for problem in sorted(reading.problems):
        lines.append(f"! {problem.line}:{problem.column}+{problem.length} {problem.code}: {problem.message}")
        lines += [f"    {problem.suggestion}"] if problem.suggestion else []
    return "\n".join(lines)


ALL_CASES = [(path.stem, *case) for path in sorted(FIXTURES.glob("*.md")) for case in cases(path)]


def test_update() -> None:
    """Write the outputs again if requested; never in a normal run."""
    if UPDATE:
        for path in FIXTURES.glob("*.md"):
            written = [f"{title}\n.\n{text}\n.\n{read(text)}\n.\n" for title, text, _ in cases(path)]
            path.write_text("\n".join(written), encoding="utf-8")


@pytest.mark.parametrize(
    ("file", "title", "text", "output"), ALL_CASES, ids=[f"{case[0]}: {case[1]}" for case in ALL_CASES]
)
def test_fixture(file: str, title: str, text: str, output: str) -> None:
    assert read(text) == output


# Random nestings: whatever is nested how, the tree that is read is the tree that was written.

Tree = tuple[str, list["Tree"]]
NAMES = sorted(name for name in BUILT_IN.blocks if BUILT_IN.components[name].kind != "raw")
LEAVES = st.sampled_from(["words", "code", "raw", "list", "quote", "empty"])
TREES: st.SearchStrategy[Any] = st.recursive(
    LEAVES.map(lambda kind: (kind, [])),
    lambda inner: st.tuples(st.sampled_from(NAMES), st.lists(inner, max_size=4)),
    max_leaves=25,
)
LEAF_LINES = {
    "words": ["Some words", "with *markup* in two lines."],
    "code": ["```text", ":::insight", ":::", "```"],
    "raw": [":::html", "<p>```</p>", "<p>~~~</p>", ":::"],
    "list": ["- item", "", "  :::insight", "  In a list.", "  :::", ""],
    "quote": ["> words", ">", "> :::math", "> ~~~", "> :::", "> ~~~", "> :::"],
    "empty": [""],
}
LEAF_TREES: dict[str, list[Tree]] = {"raw": [("html", [])], "list": [("insight", [])], "quote": [("math", [])]}


def write(tree: Tree, spacing: str) -> list[str]:
    """Return the lines of a tree; ``spacing`` is between blocks."""
    name, inner = tree
    if name in LEAF_LINES:
        return [*LEAF_LINES[name], ""]
    body = [line for child in inner for line in [*write(child, spacing), *spacing.split("\n")[1:]]]
    return [f":::{name}", *body, ":::"]


def expected(tree: Tree) -> list[Tree]:
    """Return the directives of a tree."""
    name, inner = tree
    if name in LEAF_LINES:
        return LEAF_TREES.get(name, [])
    return [(name, [found for child in inner for found in expected(child)])]


def directives_in(tokens: Sequence[Token]) -> list[Tree]:
    """Return the tree of directives that was read."""
    return [
        (token.meta["directive"].name, directives_in(token.meta["directive"].body))
        for token in tokens
        if token.type == "directive"
    ]


@given(st.lists(TREES, max_size=5), st.sampled_from(["", "\n"]))
def test_random_nesting(trees: list[Tree], spacing: str) -> None:
    text = "\n".join(line for tree in trees for line in write(tree, spacing))
    reading = read_markdown(Source("text.md", text))
    codes = {problem.code for problem in reading.problems}
    assert codes <= {"option-missing"}, text
    assert directives_in(reading.tokens) == [found for tree in trees for found in expected(tree)], text


@given(st.lists(TREES, min_size=1, max_size=4), st.data())
def test_a_missing_fence_is_always_reported(trees: list[Tree], data: st.DataObject) -> None:
    lines = [line for tree in trees for line in write(tree, "")]
    fences = [index for index, line in enumerate(lines) if line == ":::" and lines[index + 1 : index + 2] != ["```"]]
    assume(fences)
    del lines[data.draw(st.sampled_from(fences))]
    problems = read_markdown(Source("text.md", "\n".join(lines))).problems
    assert any(problem.code == "directive-unclosed" for problem in problems), "\n".join(lines)


def test_every_directive_is_written_by_a_rule() -> None:
    assert set(DIRECTIVE_RULES) == {*BUILT_IN.blocks, "own"}
    assert {"value", "reference", "concept_open", "set_open", "scrub", "readout", "typed", "pick"} <= set(TOKEN_RULES)
    assert {"concept", "pick", "set", "scrub", "readout", "typed", "value", "ref"} == BUILT_IN.inlines


def test_table_is_plain_data() -> None:
    described = {record["name"]: record for record in describe_directives(TABLE)}
    assert list(described) == [component.name for component in TABLE]
    option = {"name": "format", "meaning": described["equation"]["options"][0]["meaning"], "choices": ("latex", "html")}
    assert described["equation"] == {
        "name": "equation",
        "kind": "raw",
        "form": ":::equation{#id format=…}",
        "meaning": "display mathematics",
        "id": True,
        "inside": (),
        "parameters": False,
        "options": ({**option, "required": False, "form": "text"},),
    }
