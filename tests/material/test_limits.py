"""What an author writes may be long, deep and wrong in a thousand places: reports stay short, and builds end."""

from __future__ import annotations

import re

import pytest

from tests.material.conftest import CHAPTER, Author

LONGEST, MOST = 2000, 100
BLOCK = re.compile(r"^\S+: ", re.MULTILINE)
WORDS = "word " * 4000


def blocks(printed: str) -> list[str]:
    """Return what was printed of each problem."""
    return printed.strip().split("\n\n")


@pytest.mark.parametrize(
    "body",
    [
        "::ref{missing} " * 3000,
        "[a](missing.md) " * 3000,
        "[a](" + "b" * 50_000 + ".md)",
        ":::" + "a" * 50_000 + "\n",
        ":::note{" + "x " * 20_000 + "}\na\n:::\n",
        "::concept[" + "a" * 50_000 + "]{missing}",
        "![" + "a" * 50_000 + "](missing.png)",
        WORDS + "::ref{missing} " + WORDS,
        "\t" * 3000 + "word ::ref{missing}",
        "$" + "\\frac{" * 20 + "x" * 20_000 + "$",
        ":::html\n" + "<b id=x>" * 3000 + "\n:::\n",
        "a 123 " * 3000,  # warnings
        "[@" + "k" * 20_000 + "]",
        "::value[" + "s" * 20_000 + ".c]",
    ],
    ids=lambda body: body[:12].strip(),
)
def test_reports_are_short(author: Author, body: str) -> None:
    author.chapter(f"\n{body}\n::ref{{also-missing}}\n")
    plain = author.run("check")
    assert plain.code == 1
    told = blocks(plain.err)
    assert max(map(len, told)) <= LONGEST
    assert len(told) <= 2 * MOST + 3
    machine = author.run("check", "--json")
    assert len(machine.problems) <= 2 * MOST
    assert all(len(problem["message"]) + len(problem["suggestion"]) <= LONGEST for problem in machine.problems)
    lines = author.run("check", "--format", "github").out.splitlines()
    assert len(lines) <= 2 * MOST + 2
    assert max(map(len, lines)) <= LONGEST


def test_the_caret_points_into_a_cut_line(author: Author) -> None:
    author.chapter(f"\n{WORDS}::ref{{missing}} {WORDS}\n")
    _, line, caret, *_ = author.run("check").err.splitlines()
    start = caret.index("^")
    assert line[start:].startswith("missing")
    assert caret.strip() == "^" * len("missing")
    assert line.strip().startswith("…")
    assert line.endswith("…")


def test_more_problems_are_counted(author: Author) -> None:
    author.chapter("\n" + "::ref{missing}\n\n" * 130 + "a 123\n\n" * 101)
    found = author.run("check", "--json")
    assert "more" not in found.err.split("\n")[0]
    assert len(found.problems) == 2 * MOST
    assert '"omitted": {"errors": 30, "warnings": 1}' in found.out
    printed = author.run("check").err
    assert "and 30 more errors" in printed
    assert "and 1 more warning\n" in printed
    assert "130 errors; nothing was published" in printed
    assert "and 30 more errors" in author.run("check", "--format", "github").out


def test_a_build_that_went_well_reports_its_warnings_shortly(author: Author) -> None:
    author.write({"content/chapters/index.md": CHAPTER + "\n" + "a 123 " * 300})
    for _ in range(2):  # the second finds that nothing has changed
        found = author.run("build")
        assert found.code == 0
        assert "and 200 more warnings" in found.err
        assert len(blocks(found.err)) <= MOST + 3
