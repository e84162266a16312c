"""Marks of a merge with conflicts, in each kind of file that the builder reads."""

from __future__ import annotations

import pytest

from tests.material.conftest import CHAPTER, SITE, Author

CONFLICT = "<<<<<<< HEAD\n{ours}\n=======\n{theirs}\n>>>>>>> branch\n"
FILES = [
    ("content/chapters/index.md", CHAPTER + "\nWords.\n\n", "Our words.", "Their words."),
    ("content/chapters/other.md", "", "---\ntitle: A\n---", "---\ntitle: B\n---"),
    ("content/concepts/term.md", "---\nterm: Term\nshort: A term.\n---\n", "One.", "Two."),
    ("content/site.toml", SITE, 'accent = "#000080"', 'accent = "#800000"'),
    ("content/references.toml", "", '[works.a]\ntitle = "A"', '[works.b]\ntitle = "B"'),
    ("content/refs.bib", "@misc{a, title={A}}\n", "@misc{b, title={B}}", "@misc{c, title={C}}"),
    ("content/refs.json", "[\n", '{"id": "a"}', '{"id": "b"}'),
    ("content/charts/play.py", "import altair as alt\n", "one = 1", "one = 2"),
    ("content/explorables/wait.py", "", "one = 1", "one = 2"),
    ("content/directives/own.py", "", "def one(): ...", "def two(): ..."),
    ("static/css/site/site.css", "p { margin: 0; }\n", "a { margin: 0; }", "b { margin: 0; }"),
    ("static/js/site/widgets/w.js", "", "export const a = 1;", "export const a = 2;"),
    ("static/words/own.json", "", '{"a": 1}', '{"a": 2}'),
    ("templates/references.html", "<p>\n", "<b>a</b>", "<b>b</b>"),
    ("words/en.toml", "", 'a = "1"', 'a = "2"'),
]


@pytest.mark.parametrize(("path", "before", "ours", "theirs"), FILES)
def test_an_unfinished_merge_is_the_one_error(author: Author, path: str, before: str, ours: str, theirs: str) -> None:
    author.write({path: before + CONFLICT.format(ours=ours, theirs=theirs)})
    built = author.build()
    found = [(problem["code"], problem["path"], problem["line"]) for problem in built.problems]
    assert (built.code, found) == (1, [("merge", path, before.count("\n") + 1)])
    assert "keep one of the two versions" in built.problems[0]["suggestion"]


@pytest.mark.parametrize(
    "rest",
    [
        "Words.\n=======\n>>>>>>> branch\n",
        "||||||| base\nWords.\n",
        "<<<<<<< HEAD\r\nWords.\r\n",
        "    <p>\n\n>>>>>>> b\n",
    ],
)
def test_marks_of_merge_conflicts_are_found(author: Author, rest: str) -> None:
    author.chapter(f"\n{rest}")
    assert author.build().codes() == ["merge"]


def test_a_chapter_may_show_a_conflict_in_code_and_quote_deeply(author: Author) -> None:
    conflict = CONFLICT.format(ours="one", theirs="two")
    author.chapter(
        f"\nA heading\n=======\n\n```text\n{conflict}```\n\n~~~~\n{conflict}~~~~\n\n"
        "`<<<<<<< HEAD` begins it.\n\n>>>>>>>deep\n\nArrows <<<<<<< and >>>>>>> here.\n"
    )
    built = author.build()
    assert (built.code, built.codes()) == (0, [])
