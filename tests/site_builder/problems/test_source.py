"""Places in a text, and the words for what is wrong there."""

from __future__ import annotations

import pytest

from site_builder.problems.problem import LINE
from site_builder.problems.reporting import Sink
from site_builder.problems.source import Mistake, Origin, Place, Source, origin_of_lines, suggest

TEXT = Source("chapter.md", "# Tides\n\n> The moon\n> pulls.\n")


@pytest.mark.parametrize(
    ("place", "length", "caret"),
    [
        (Place(1, 3), 5, "  ^^^^^"),
        (Place(1, 3), 50, "  ^^^^^"),  # never beyond the line
        (Place(1, 99), 1, "       ^"),  # nor does it begin there
    ],
)
def test_the_caret_marks_the_offending_text(place, length, caret):
    told = str(TEXT.problem("code", "what is wrong", place, length=length)).split("\n")
    assert told[0] == f"chapter.md:1:{caret.index('^') + 1}: error[code]: what is wrong"
    assert told[1:] == ["    # Tides", f"    {caret}"]


def test_an_extracted_text_is_found_again_in_its_file():
    origin = origin_of_lines(["The moon", "pulls."], TEXT, 3)
    assert origin.locate(0) == Place(3, 3)
    assert origin.locate(len("The moon\npu")) == Place(4, 5)
    assert origin.part(4).locate(0) == Place(3, 7)
    assert origin.part(4).locate(len("moon\n")) == Place(4, 3)


def test_an_error_keeps_its_offset_until_its_file_is_known():
    sink = Sink(TEXT)
    sink.mistake(Mistake("code", "too high", 4, 4, "wait"), Origin((0,), (Place(3, 3),)).locate(4))
    (problem,) = sink.problems
    assert (problem.line, problem.column, problem.length, problem.suggestion) == (3, 7, 4, "wait")


@pytest.mark.parametrize(
    ("word", "known", "words"),
    [
        ("tydes", ["tides", "ports"], "write 'tides'"),
        ("x", ["tides", "ports"], "choose one of: ports, tides"),
        ("x", [], "correct the name: there are no sets"),
    ],
)
def test_suggestions(word, known, words):
    assert suggest(word, known, "sets") == words


def test_a_long_line_is_cut_around_the_caret():
    line = "a" * LINE + "HERE" + "z" * LINE
    for place, starts, ends in ((1, "aaa", "a…"), (LINE + 1, "…a", "z…"), (2 * LINE + 4, "…", "zzz")):
        told = str(Source("x.md", line).problem("code", "wrong", Place(1, place))).split("\n")
        shown, caret = told[1][4:], told[2].index("^") - 4
        assert (shown[: len(starts)], shown[-len(ends) :]) == (starts, ends)
        assert (LINE - 2 <= len(shown) <= LINE, shown[caret]) == (True, line[place - 1])
