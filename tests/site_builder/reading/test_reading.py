"""Small parts of reading: places, TOML keys, raw HTML, numbers in the prose, sizes of pictures, outlines."""

from __future__ import annotations

import re
from pathlib import Path
from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.cache.results import Memo
from site_builder.checks.prose import unbound_numbers
from site_builder.problems.source import Origin, Place, Source, load_source, origin_of_lines, suggest
from site_builder.reading.numbering import outline_of
from site_builder.settings.front_matter import FrontMatter, read_front_matter
from site_builder.settings.site_toml import read_settings
from site_builder.settings.toml_files import mark_keys, nearest_mark
from site_builder.syntax.html import read_html
from site_builder.syntax.markdown import read_markdown

# Places


def test_origin_locates_across_lines() -> None:
    origin = Origin((0, 4, 10), (Place(3, 5), Place(4, 1), Place(5, 2)))
    assert [origin.locate(offset) for offset in (0, 3, 4, 9, 10, 12)] == [
        Place(3, 5),
        Place(3, 8),
        Place(4, 1),
        Place(4, 6),
        Place(5, 2),
        Place(5, 4),
    ]


@given(st.lists(st.text("ab c", min_size=1, max_size=6), min_size=1, max_size=4), st.data())
def test_part_of_an_origin_locates_alike(pieces: list[str], data: st.DataObject) -> None:
    text = "\n".join(pieces)
    source = Source("x.md", "\n".join(f"> {piece}" for piece in pieces))
    origin = origin_of_lines(pieces, source, 1)
    start = data.draw(st.integers(0, len(text)))
    offset = data.draw(st.integers(start, len(text)))
    assert origin.part(start).locate(offset - start) == origin.locate(offset)


@given(st.text("ab é\t", max_size=8), st.text("xy ", min_size=1, max_size=8).filter(str.strip))
def test_places_of_parts_are_correct(indent: str, piece: str) -> None:
    source = Source("x.md", f"first\n{indent}{piece}")
    place = origin_of_lines(["first", piece.rstrip()], source, 1).locate(len("first\n"))
    assert source.line(2)[place.column - 1 :].startswith(piece.rstrip())


def test_suggestions() -> None:
    assert suggest("heigth", ["height", "hour"]) == "write 'height'"
    assert suggest("zzz", ["b", "a"]) == "choose one of: a, b"
    assert suggest("zzz", [], "charts here") == "correct the name: there are no charts here"


def test_caret_stays_in_the_line() -> None:
    problem = Source("x.md", "short").problem("code", "message", Place(1, 4), length=99)
    assert str(problem).split("\n")[1:] == ["    short", "       ^^"]


def test_file_that_is_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_bytes("one\ntwo é".encode("latin-1"))
    source = load_source(tmp_path, "x.md")
    (problem,) = source.problems
    assert str(problem).startswith("x.md:2:5: error[encoding]: the file is not UTF-8\n    two �")
    assert source.text == "one\ntwo �"


def test_windows_line_ends_and_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "x.md").write_bytes(b"\xef\xbb\xbf# Title\r\n\r\n::ref{a}\r\n")
    reading = read_markdown(load_source(tmp_path, "x.md"))
    tokens = [child for token in reading.tokens for child in token.children or [] if child.type == "reference"]
    assert [token.meta["place"] for token in tokens] == [Place(3, 1)]


# TOML


TOML = '''a = 1
[table]
"quoted key" = "x"
dotted.key = "y"
text = """
b = 2
"""
list = [
  "one",
]
[table.inner]
  c = {d = 1}
[[many]]
e = 1
'''


def test_marks_of_keys() -> None:
    marks = mark_keys(Source("x.toml", TOML))
    assert marks["a",] == (Place(1, 1), Place(1, 5))
    assert marks["table", "quoted key"] == (Place(3, 1), Place(3, 17))
    assert marks["table", "dotted", "key"] == (Place(4, 1), Place(4, 15))
    assert ("table", "b") not in marks
    assert marks["table", "inner", "c"] == (Place(12, 3), Place(12, 7))
    assert nearest_mark(marks, ("table", "inner", "c", "d")) == marks["table", "inner", "c"]
    assert nearest_mark(marks, ("many", "0", "e")) == (Place(14, 1), Place(14, 5))
    assert nearest_mark(marks, ("many", "0", "f")) == marks["many",] == (Place(13, 3), Place(13, 3))
    assert nearest_mark(marks, ("table", "0", "dotted", "key")) == marks["table", "dotted", "key"]
    assert nearest_mark(marks, ("none",)) is None


def test_place_of_a_list_item(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "site.toml").write_text('title = "T"\nchapters = [\n  "a.md",  # first\n  "b.md",\n]\n')
    settings = read_settings(tmp_path)
    assert settings.item_place("b.md", "chapters") == Place(4, 4)
    assert settings.place("chapters") == Place(2, 1)


# Raw HTML


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<p>a<br>b</p>", []),
        ("<ul><li>a<li>b</ul>", []),
        ("<p>a<p>b", []),
        ("<svg><path d='M0 0'/><g/></svg>", []),
        ("<p title='a > b'>&amp; &#8212; & &nbsp;</p>", []),
        ("<!-- <div> --><p>a</p>", []),
        ("<div><b>a</div></b>", ["html-stray@9", "html-unclosed@0"]),
        ("<p class=a class=b>x</p>", ["html-attribute@3"]),
        ('<a href="JavaScript:x()">x</a>', ["html-forbidden@3"]),
        ("<b ONCLICK='x'>x</b>", ["html-forbidden@3"]),
        ("<p><table></table></p>", ["html-nesting@3"]),
        ("<form></form>", ["html-forbidden@0"]),
        ("<p>a</p> 2<b = 16", ["html-unclosed@10"]),
        ("<p>a</p", ["html-unclosed@4"]),
        ("2 < 3 <", ["html-entity@2", "html-entity@6"]),
        ("<p>a</ p>", ["html-stray@4"]),
        ("<p>a</p b>", ["html-stray@4"]),
        ("&: &#12 &#x1F; &#1; & &lt;", ["html-entity@0", "html-entity@3", "character@8", "character@15"]),
        ("<p>AT&T &ndash &nosuch; & 5</p>", ["html-entity@5", "html-entity@8", "html-entity@15"]),
        ('<p class=a"b>x</p>', ["html-attribute@0"]),
        ('<p class="a"id="b">x</p>', ["html-attribute@0"]),
        ("<p hidden data-x = 'a' id=b >x</p>", []),
        ("<p>x</p><![div [>", ["html-forbidden@8"]),
        ("<?php echo ?>", ["html-forbidden@0"]),
        ("<!DOCTYPE html>", ["html-forbidden@0"]),
        ("<![CDATA[x]]>", ["html-forbidden@0"]),
        ("<img src=a.png alt=''>", ["alt-missing@0"]),
    ],
)
def test_raw_html(text: str, expected: list[str]) -> None:
    mistakes = read_html(text).mistakes
    assert sorted(f"{mistake.code}@{mistake.offset}" for mistake in mistakes) == sorted(expected)


def marked(text: str, offsets: list[int]) -> str:
    """Return a text with a bar at each offset."""
    for offset in sorted(offsets, reverse=True):
        text = f"{text[:offset]}|{text[offset:]}"
    return text


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ('<div id="chart-a"><p>x</p></div>', '<div id="chart-a"><p>x</p>|</div>'),
        (
            '<div id="chart-a"><div id="chart-a-svg"></div><p>x</p></div>',
            '<div id="chart-a"><div id="chart-a-svg">|</div><p>x</p></div>',
        ),
        (
            '<section id="chart-b"><p><i>x</i></p><div id="chart-b-content">y</div></section>',
            '<section id="chart-b"><p><i>x</i></p><div id="chart-b-content">y|</div></section>',
        ),
        (
            '<div id="chart-a"><p data-step="0">x</p><div data-step="1"><p>y</p></div></div>',
            '<div id="chart-a"><p data-step="0">x|</p><div data-step="1"><p>y</p>|</div>|</div>',
        ),
        ('<div id="chart-a-svg"></div>', '<div id="chart-a-svg">|</div>'),
        ('<p id="b">x</p>', '<p id="b">x</p>'),
    ],
)
def test_figures_in_raw_html_go_into_their_elements(text: str, filled: str) -> None:
    slots = read_html(text, figures=True).slots
    offsets = [slot.insert_at for slot in slots] + [offset for slot in slots for _, offset in slot.steps]
    assert marked(text, offsets) == filled


# Numbers in the prose


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12 and 3 and 4.5", ["12", "4.5"]),
        ("1,234 and 1,23 and 1.234.567", ["1,234", "1.234"]),
        ("float64, UTF-16, x86, 10ms, 1990s", ["10"]),
        ("63 and 63.0 and 6,300", ["6,300"]),
        ("`12` and $12$ and [x](a-12.md) and <12@example.org>", []),
        ("-12, (12), 12-sided, 12%", ["12", "12", "12", "12"]),
        ("C(4,2) 5:3 1-6", []),
        ("*a 77* **78**", ["77", "78"]),
    ],
)
def test_unbound_numbers(text: str, found: list[str]) -> None:
    source = Source("x.md", text)
    problems = unbound_numbers(read_markdown(source), source, {63.0}, "warning")
    assert [problem.message.split()[0] for problem in problems] == found
    for problem in problems:
        assert problem.source[problem.column - 1 :].startswith(problem.message.split()[0])


# Outlines


@pytest.mark.parametrize(
    ("written", "levels"),
    [
        ("# a|## b|### c|## d", [1, 2, 3, 2]),
        ("## a|### b|#### c", [1, 2, 3]),
        ("## a|## b|### c", [1, 2, 3]),
        ("# a|### b|## c|#### d", [1, 2, 2, 3]),
        ("### a|# b|###### c", [1, 2, 3]),
        ("# a", [1]),
    ],
)
def test_levels_of_headings(written: str, levels: list[int]) -> None:
    source = Source("x.md", "\n\n".join(written.split("|")))
    outline = outline_of(read_markdown(source), source)
    assert [heading.level for heading in outline.headings.values()] == levels


def test_numbers_of_an_outline() -> None:
    text = """
:::section{#whole}
# Title
:::section{#one}
## One
:::equation{#e}
a
:::
:::
:::section{#two}
## Two
:::section{#inner}
### Inner
:::chart{#c name=x}
:::
:::
:::
:::html
<div id="chart-w"></div>
:::
:::
"""
    source = Source("x.md", text)
    anchors = outline_of(read_markdown(source), source).anchors
    numbers = {name: anchor.number for name, anchor in anchors.items() if anchor.number}
    assert numbers == {"one": "1", "e": "1", "two": "2", "inner": "2.1", "c": "1", "chart-w": "2", "figure-w": "2"}
    assert anchors["whole"].kind == "section"


@pytest.mark.parametrize(
    ("blocks", "numbers"),
    [
        ("x1 (x2) x3", ["1", "1a", "2"]),
        ("(x1) x2 (x3 x4) (x5) x6", ["a", "1", "1a", "1b", "1c", "2"]),
        ("x1 (x2 (x3)) x4", ["1", "1a", "1b", "2"]),
        ("x1 (h2) h3", ["1", "1a", "2"]),
        (
            "x0 (" + " ".join(f"x{i}" for i in range(1, 29)) + ")",
            ["1", *(f"1{c}" for c in ascii_lowercase), "1aa", "1ab"],
        ),
    ],
)
def test_figures_in_depth_blocks_take_no_number_of_the_story(blocks: str, numbers: list[str]) -> None:
    """Round brackets denote a depth block, x a chart, h one in raw HTML."""
    directive = {
        "(": ":::depth-2",
        ")": ":::",
        "x": ":::chart{{#{0} name={0}}}\n:::",
        "h": ':::html\n<div id="chart-{0}">\n:::',
    }
    parts = re.findall(r"[()]|[xh]\d+", blocks)
    source = Source("x.md", "\n".join(directive[part[0]].format(part) for part in parts))
    anchors = outline_of(read_markdown(source), source).anchors
    names = [part if part[0] == "x" else f"figure-{part}" for part in parts if part not in "()"]
    assert [anchors[name].number for name in names] == numbers


# Memory


def test_memo_keeps_inputs_of_used_results() -> None:
    memo, made = Memo(), []

    def part() -> str:
        made.append("part")
        return "part"

    def whole(turn: int) -> str:
        return memo.get("whole", turn, lambda: memo.get("part", 0, part) + str(turn))

    for _ in range(6):
        memo.begin()
        assert whole(1) == "part1"
    memo.begin()
    assert whole(2) == "part2"
    assert made == ["part"]
    for _ in range(4):
        memo.begin()
    assert whole(1) == "part1"
    assert made == ["part", "part"]


def test_memo_repeats_failed_calls() -> None:
    memo = Memo()
    with pytest.raises(ZeroDivisionError):
        memo.get("stage", 1, lambda: 1 / 0)
    assert memo.get("stage", 1, lambda: 2) == 2


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("date: 2024-13-45", "x.md:2:7: error[front-matter]: 'date' in front matter: month must be in 1..12"),
        (
            "title: !unknown x",
            "x.md:2:8: error[front-matter]: 'title' in front matter: could not determine a constructor",
        ),
        ("title: [a", "x.md:3:1: error[front-matter]: front matter: "),
        ("- a", "x.md:2:1: error[front-matter]: front matter must be lines of 'key: value'"),
        ("? [a]\n: b", "x.md:"),
    ],
)
def test_front_matter_that_cannot_be_read(head: str, expected: str) -> None:
    source = Source("x.md", f"---\n{head}\n---\n\n# T\n")
    _, _, _, problems = read_front_matter(source, FrontMatter, FrontMatter())
    assert str(problems[0]).startswith(expected)
