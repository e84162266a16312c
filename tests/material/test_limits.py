"""Long, deep and very faulty texts: reports stay short, and builds end."""

from __future__ import annotations

import hashlib
import json
import re
import time

import pytest

from tests.material.conftest import CHAPTER, SITE, Author

LONGEST, MOST = 2000, 100
BLOCK = re.compile(r"^\S+: ", re.MULTILINE)
WORDS = "word " * 4000


def blocks(printed: str) -> list[str]:
    """Return what was printed of each problem."""
    return printed.strip().split("\n\n")


# Each of these is reported in many places.
MANY = [
    "::ref{missing} " * 3000,
    "[a](missing.md) " * 3000,
    ":::html\n" + "<b id=x>" * 3000 + "\n:::\n",
    "a 123 " * 3000,  # warnings
]
# Each of these is reported once.
LONG = [
    "[a](" + "b" * 50_000 + ".md)",
    ":::" + "a" * 50_000 + "\n",
    ":::note{" + "x " * 20_000 + "}\na\n:::\n",
    "::concept[" + "a" * 50_000 + "]{missing}",
    "![" + "a" * 50_000 + "](missing.png)",
    WORDS + "::ref{missing} " + WORDS,
    "a" + "\t" * 3000 + "word ::ref{missing}",
    "$" + "\\frac{" * 20 + "x" * 20_000 + "$",
    "[@" + "k" * 20_000 + "]",
    "::value[" + "s" * 20_000 + ".c]",
]


@pytest.mark.parametrize("body", MANY, ids=lambda body: body[:12].strip())
def test_reports_of_many_problems_are_short(author: Author, body: str) -> None:
    author.chapter(f"\n{body}\n::ref{{also-missing}}\n")
    plain = author.run("check")
    assert plain.code == 1
    told = blocks(plain.err)
    assert max(map(len, told)) <= LONGEST
    assert len(told) <= 2 * MOST + 3


def test_reports_of_long_lines_are_short(author: Author) -> None:
    names = [f"long-{index}.md" for index in range(len(LONG))]
    for name, body in zip(names, LONG, strict=True):
        author.chapter(f"\n{body}\n", name)
    author.write({"content/site.toml": SITE.replace('"index.md"', json.dumps(["index.md", *names])[1:-1])})
    plain = author.run("check")
    assert plain.code == 1
    assert max(map(len, blocks(plain.err))) <= LONGEST
    assert [name for name in names if f"content/chapters/{name}:" not in plain.err] == []


def test_reports_for_machines_are_short(author: Author) -> None:
    author.chapter("\n\n".join(["", *MANY[:2], *LONG[2:4], MANY[-1], *LONG[-2:], ""]))
    machine = author.run("check", "--json")
    assert machine.code == 1
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


LARGE = [
    ("content/chapters/index.md", CHAPTER + "words and words\n\n" * 140_000, "file-large"),
    ("content/chapters/index.md", CHAPTER + "a\n\n" * 16_000, "file-large"),
    ("content/chapters/index.md", CHAPTER + "\n" + "word " * 12_000, "text-long"),
    ("content/chapters/index.md", CHAPTER + ("|a" * 300 + "|\n" + "|-" * 300 + "|\n" + "|b|\n" * 100 + "\n") * 9, "text-long"),  # noqa: E501
    ("content/chapters/index.md", CHAPTER + "\n" + "|a" * 25_000 + "|\n" + "|-" * 25_000 + "|\n", "text-long"),
    ("content/explorables/e.py", "x = 1" + " + 1" * 20_000 + "\n", "explorable"),
    ("content/explorables/e.py", "x = " + "not " * 20_000 + "1\n", "explorable"),
    ("content/chapters/index.md", CHAPTER + "\n$" + "x + " * 3_000 + "y$\n", "text-long"),
    ("content/chapters/index.md", CHAPTER + "\n" + ":::note\n" * 20_000, "nesting"),
    ("content/chapters/index.md", CHAPTER + "\n" + ":::x\n" * 20_000, "nesting"),
    ("content/chapters/index.md", CHAPTER + "\n" + "![" * 20_000, "nesting"),
    ("content/chapters/index.md", CHAPTER + "\n" + ":::note{" + "“a " * 15_000 + "}\na\n:::\n", "option-malformed"),
    ("content/chapters/index.md", CHAPTER + "\n<div\n" + "<a b" * 12_000 + "\n", "html-unclosed"),
    ("content/chapters/index.md", "---\ntitle: " + "a" * 30_000 + "\n---\n", "file-large"),
    ("content/chapters/index.md", "---\ntitle: " + "[" * 3_000 + "\n---\n", "nesting"),
    (
        "content/chapters/index.md",
        "---\na0: &a0 [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 12))
        + "title: *a11\n---\n",
        "front-matter",
    ),
    ("content/site.toml", 'title = "T"\nchapters = ["index.md"]\na = ' + "1" * 9_000 + "\n", "config"),
    ("content/site.toml", 'title = "T"\nchapters = ["index.md"]\n' + ".".join(["a"] * 2_000) + " = 1\n", "nesting"),
    ("content/site.toml", 'title = "T"\nchapters = ["index.md"]\n# ' + "a" * 2_000_000, "file-large"),
    ("content/site.toml", "a" + ".a" * 40_000 + " = 1\n", "nesting"),
    ("content/site.toml", "[a" + " . 'a'" * 20_000 + "]\n", "nesting"),
    ("content/site.toml", 'a = "' + '"\\' * 40_000 + "\n", "config"),
    ("content/site.toml", 'a = """' + '\\"""' * 20_000 + "\n", "config"),
    ("content/site.toml", "".join(f"[t{number}]\n" for number in range(10_000)), "config"),
    ("content/site.toml", "authors = [" + "1," * 40_000 + "]\n", "config"),
    ("content/site.toml", "[constants]\n" + "".join(f"k{n} = 1e999\n" for n in range(8_000)), "config"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text", "code"), LARGE, ids=lambda part: str(part)[:30] if len(str(part)) < 40 else ""
)
def test_too_large_or_too_deep_input_is_rejected(author: Author, path: str, text: str, code: str) -> None:
    author.write({path: text})
    found = author.run("check", "--json")
    assert found.code == 1
    assert code in found.codes()


@pytest.mark.parametrize(
    "body",
    [
        "-=!" * 5_000,
        "1," * 10_000,
        "1,000" * 4_000,
        "# a\n\n" * 4_000,
        "# a" + " " * 20_000 + "b",
        "```zz\nb\n```\n\n" * 2_000,
        "<" * 20_000,
        "[a](b " * 3_000,
        "![a](b.png) " * 2_000,
        "![a](b.png)\n" * 3_000,
        ":::a" + " " * 100_000 + "b",
        "\n" * 25_000,
        "::set[a]{figure=a b=" + "1" * 40_000 + "c}",
        "::ref{a} " * 4_000,
        "&zzz; " * 4_000,
    ],
    ids=lambda body: body[:8].strip(),
)
@pytest.mark.timeout(60)
def test_repetitive_input_is_parsed_in_seconds(author: Author, body: str) -> None:
    author.chapter(f"\n{body}\n")
    assert author.run("check", "--json").code in {0, 1}


# Files that a site shows or cites; what is wrong with them is reported in seconds.
REPEATED = {
    "entries.bib": '@a(b,c="")' * 4_000,
    "open.bib": '@a{b,c="' * 12_000,
    "parents.bib": "".join(f"@book{{k{n}, title={{T}}, crossref={{no{n}}}}}\n" for n in range(1_000)),
    "doubling.bib": '@string{a0 = "x"}' + "".join(f"@string{{a{n + 1} = a{n} # a{n}}}\n" for n in range(50)),
    "authors.bib": "@book{z, author={A" + " and" * 12_000 + " B}}",
    "pages.json": '[{"id": "a", "page": "' + " " * 60_000 + '"}]',
    "authors.json": json.dumps([{"id": "y", "author": [{"family": "A"}] * 6_000}]),
    "tags.json": '[{"id": "a", "title": "' + "<i>" * 10_000 + "</i>" * 10_000 + '"}]',
    "comments.svg": "<style>" + "/*" * 50_000 + "</style>",
    "addresses.svg": "<style>a{b:url(" + " " * 50_000 + "#c)}</style>",
    "digits.csv": "a\n" + "1" * 100_000 + "x\n2\n",
    "heads.csv": ",".join(f"h{number}" for number in range(10_000)) + "\n",
}


@pytest.mark.timeout(60)
def test_files_in_which_one_thing_repeats_are_read_in_seconds(author: Author) -> None:
    sets = {}
    for name, content in REPEATED.items():
        kind = name.partition(".")[2]
        if kind == "csv":
            author.write({f"build/data/{name}": content})
            digest = hashlib.sha256(content.encode()).hexdigest()
            sets[name.removesuffix(".csv")] = {"kind": "table", "file": name, "sha256": digest}
        elif kind == "svg":
            author.write({f"content/chapters/{name}": f'<svg xmlns="http://www.w3.org/2000/svg">{content}</svg>'})
        else:
            author.write({f"content/{name}": content})
    author.write({"build/data/manifest.json": json.dumps({"schema_version": 1, "sets": sets}, indent=1)})
    author.chapter("\n![A.](comments.svg)\n\n![A.](addresses.svg)\n\n[@a]\n")
    author.settings(f"bibliography = {json.dumps([name for name in REPEATED if name.endswith(('.bib', '.json'))])}\n")
    begun = time.process_time()
    found = author.run("check", "--json")
    assert found.code == 1
    assert "has 10,000 columns; more than 5,000" in found.out
    assert time.process_time() - begun < 15


def test_a_format_is_no_wider_than_a_line(author: Author) -> None:
    author.settings("[constants]\nquays = 12\n")
    author.chapter("\n::value[constants.quays]{999999999}, ::value[constants.quays]{.99999999f}\n")
    assert author.run("check", "--json").codes() == ["value-format", "value-format"]
