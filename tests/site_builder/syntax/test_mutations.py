"""Mutated texts: parsing them ends in errors with places, never in a traceback."""

from __future__ import annotations

import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from site_builder.cache.results import Memo
from site_builder.data.values import Cell
from site_builder.drawing.formulas import MathRenderer, set_formula
from site_builder.pipeline.build import build_files
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.reporting import DEEPEST
from site_builder.problems.source import UNSHOWABLE, Mistake, Source, load_source, place_in
from site_builder.reading.library import read_chapter, read_concept
from site_builder.settings.references import read_own
from site_builder.settings.site_toml import read_settings
from tests.site_builder.conftest import SITES, Make
from tests.site_builder.errors import texts_of_cases

FIXTURES = Path(__file__).parents[1] / "fixtures"
NODE_MODULES = Path(__file__).resolve().parents[3] / "node_modules"
TEXTS = [path.read_text(encoding="utf-8", errors="replace") for path in sorted(SITES.glob("*/content/c*/*.md"))]
TEXTS += texts_of_cases(".md")
TEXTS += [part for path in sorted(FIXTURES.glob("*.md")) for part in path.read_text("utf-8").split("\n.\n")[1::3]]
PIECES = [
    *("[", "]", "![", "^[", "[^a]", "[^a]: ", "(", ")", "{", "}", "::concept[", "::set[", "::value[", "::scrub[1]{"),
    *(":::insight\n", ":::html\n", ":::\n", "> ", "- ", "\n: ", "    ", "\t", "\n", "\n\n", "---\n", "$", "$$", "`"),
    *("```", "~~~", "```py&auml;thon\n", "``` \\python\n", "<div>", "</div>", "<b a='", "<", "&", "&#1;", "\\", "|"),
    *("*", "_", "#", "'", '"', "é", "\U0001f600", "\a", "\0", "\r", "\x85", "\ufffe", "\udc80", "title: [", "{{"),
]  # fmt: skip


def mutated(text: str, chance: random.Random) -> str:
    """Return a text with some of it removed, repeated, or replaced by what has a meaning elsewhere."""
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text) + 1)
        behind = min(len(text), at + chance.randrange(1, 30))
        other = chance.choice(TEXTS)
        start = chance.randrange(len(other) + 1)
        put_in = [
            "",
            text[behind : behind + 40],
            other[start : start + 80],
            chance.choice(PIECES) * chance.choice([1, 2, 5, 60, 400]),
        ]
        text = text[:at] + chance.choice(put_in) + text[chance.choice([at, behind]) :]
    return text


def check_places(problems: Iterable[Problem], sources: dict[str, Source]) -> None:
    """Lines and columns count from 1 and are within the file; a problem of the whole file has neither."""
    for problem in problems:
        lines = sources[problem.path].lines if problem.path in sources else ()
        if problem.line == 0:
            assert problem.column == 0, problem
        elif lines:
            assert 1 <= problem.line <= len(lines), problem
            assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem


def written(folder: Path, text: str) -> Source:
    """Return what is read of a text that was written to a file; lone halves of characters are written as bytes."""
    (folder / "x.md").write_bytes(text.encode("utf-8", errors="surrogatepass"))
    return load_source(folder, "x.md")


def test_mutated_chapters_are_read(tmp_path: Path) -> None:
    chance = random.Random(20)
    for _ in range(100):
        source = written(tmp_path, mutated(chance.choice(TEXTS), chance))
        for _, problems in (read_chapter(source, "x.md", "chapter"), read_concept(source, "x")):
            check_places(problems, {"x.md": source})


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40))
def test_any_text_is_read(pieces: list[str]) -> None:
    source = Source("x.md", UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", "".join(pieces).replace("\r", "\n")))
    check_places(read_chapter(source, "x.md", "chapter")[1], {"x.md": source})


# Nesting: the maximum depth is rendered, and one level more is reported where it begins.

# Opening, content and closing; and the number of openings before the reported one.
NESTED = {
    "brackets": ("[", "x", "]", DEEPEST),
    "images": ("![", "x", "](../x.png)", DEEPEST),
    "concepts": ("::concept[", "x", "]{spring-tide}", DEEPEST),
    "notes": ("^[", "x", "]", DEEPEST),
    "elements": ("<div>", "x", "</div>", DEEPEST),
    "bold elements": ("<b>", "x", "</b>", DEEPEST),
    "quotations": (">", "x", "", DEEPEST + 1),
    "lists": ("- ", "x", "", DEEPEST + 1),
    "numbered lists": ("1. ", "x", "", DEEPEST + 1),
    "asides": (":::insight\n", "x\n", ":::\n", DEEPEST + 1),
}


def nested(kind: str, depth: int) -> str:
    """Return a chapter with nested parts of a kind, after the ten characters of its title."""
    opening, inside, closing, _ = NESTED[kind]
    return f"# A deep\n\n{opening * depth}{inside}{closing * depth}\n"


@pytest.mark.parametrize("kind", NESTED)
def test_depth(kind: str) -> None:
    codes = {problem.code for problem in read_chapter(Source("x.md", nested(kind, DEEPEST)), "x.md", "chapter")[1]}
    assert "nesting" not in codes
    opening, _, _, n_before = NESTED[kind]
    for depth in (DEEPEST + 1, 40 * DEEPEST):
        deeper = Source("x.md", nested(kind, depth))
        told = [problem for problem in read_chapter(deeper, "x.md", "chapter")[1] if problem.code == "nesting"]
        places = [(problem.line, problem.column) for problem in told]
        assert places == [place_in(deeper.text, len("# A deep\n\n") + n_before * len(opening))]
        assert f"more than {DEEPEST} deep" in told[0].message


def test_mutated_and_deep_chapters_are_written(make_project: Make, memo: Memo) -> None:
    chance, project = random.Random(21), make_project()
    texts = {f"mutated-{number}.md": mutated(chance.choice(TEXTS), chance) for number in range(40)}
    texts |= {f"{kind.replace(' ', '-')}.md": nested(kind, DEEPEST) for kind in NESTED}
    for name, text in texts.items():
        (project / "content" / "chapters" / name).write_bytes(text.encode("utf-8", errors="surrogatepass"))
    site = project / "content" / "site.toml"
    listed = "".join(f', "{name}"' for name in texts)
    site.write_text(site.read_text("utf-8").replace('"tides.md"]', f'"tides.md"{listed}]'), encoding="utf-8")
    problems = build_files(project, memo, complete=False).problems
    paths = {problem.path for problem in problems}
    assert len(paths) > 30
    check_places(problems, {path: load_source(project, path) for path in paths})


DEEP_HEADS = {
    "a list": ("title: " + "[" * 3000, (2, 8 + DEEPEST - 1)),
    "a mapping": ("title: " + "{a: " * 3000, (2, 8 + 4 * (DEEPEST - 1))),
    "lines": ("\n".join(" " * depth + "a:" for depth in range(900)), (2 + DEEPEST, 1 + DEEPEST)),
}


@pytest.mark.parametrize("kind", DEEP_HEADS)
def test_depth_of_front_matter(kind: str) -> None:
    head, place = DEEP_HEADS[kind]
    _, (problem, *_) = read_chapter(Source("x.md", f"---\n{head}\n---\n# T\n"), "x.md", "chapter")
    assert (problem.code, problem.line, problem.column) == ("nesting", *place)


# Formulas


@pytest.fixture(scope="module")
def formulas() -> MathRenderer:
    return MathRenderer(NODE_MODULES)


def no_cell(query: str, spec: str) -> Cell:
    raise AssertionError("no formula here holds a value")


@pytest.mark.parametrize(
    ("opening", "closing", "n_openings", "offset"),
    [
        ("{", "}", DEEPEST, 0),
        ("\\frac{1}{", "}", DEEPEST, len("\\frac")),
        ("\\text{$", "$}", DEEPEST, len("\\text")),
        ("\\left(", "\\right)", DEEPEST, 0),
        ("\\begin{matrix}", "\\end{matrix}", DEEPEST, 0),
        ("\\color{red}{\\sqrt{", "}}", DEEPEST // 2, len("\\color")),
    ],
)
def test_depth_of_formulas(formulas: MathRenderer, opening: str, closing: str, n_openings: int, offset: int) -> None:
    deepest = opening * n_openings + "x" + closing * n_openings
    assert set_formula(deepest, True, no_cell, formulas.render).startswith("<math")
    with pytest.raises(Mistake, match=f"more than {DEEPEST} deep") as caught:
        set_formula(opening * 3000, True, no_cell, formulas.render)
    assert caught.value.offset == n_openings * len(opening) + offset


def test_a_formula_that_exhausts_the_stack_is_reported(formulas: MathRenderer) -> None:
    with pytest.raises(Mistake, match="it is nested too deep"):
        formulas.render("{" * 3000, True)


# TOML

START = 'title = "T"\nchapters = ["index.md"]\n'
WRONG_TOML = [
    (START + "a = " + "[" * 3000, "3:55: error[nesting]: "),
    (START + "a = " + "{a = " * 3000, "3:255: error[nesting]: "),
    (START + ".".join(["a"] * 3000) + " = 1", "3:102: error[nesting]: "),
    (START + f"[{'.'.join(['a'] * 3000)}]\nb = 1", "3:103: error[nesting]: "),
    ('title = "a\\u0007b"', "1:10: error[character]: U+0007 is a control character"),
    (START + '[a]\nb = {c = ["\\uffff"]}', "4:5: error[character]: U+FFFF is no character"),
    (START + '[a."b\\u0001"]', "3:2: error[character]: U+0001 is a control character"),
    (START + "# \0", "3:3: error[character]: U+0000 is a control character"),
    (START + "a = é", "3:5: error[encoding]: the file is not UTF-8"),
    (START + "a = [1", "3:7: error["),
]


@pytest.mark.parametrize(("text", "message"), WRONG_TOML)
def test_invalid_toml_is_reported_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "content").mkdir()
    for name in ("site", "references"):
        encoding = "latin-1" if "é" in text else "utf-8"
        (tmp_path / "content" / f"{name}.toml").write_text(text, encoding=encoding)
    with pytest.raises(SiteError) as caught:
        read_settings(tmp_path)
    assert str(caught.value).startswith(f"content/site.toml:{message}")
    (problem,) = read_own(tmp_path).problems
    assert str(problem).startswith(f"content/references.toml:{message}")


def test_brackets_in_texts_and_comments_of_toml_count_for_nothing(tmp_path: Path) -> None:
    texts = [f"# {'[' * 60}", f'"{"[" * 60}"', f"'{'{' * 60}'", f'"""\n{"[" * 60}\n"""', f"'''\n{'[' * 60}\n'''"]
    lines = "".join(f"c{index} = {text}\n" for index, text in enumerate(texts[1:]))
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "site.toml").write_text(f"{START}{texts[0]}\n[constants]\n{lines}")
    assert len(read_settings(tmp_path).config.constants) == 4


# Characters


def test_invalid_characters_are_reported_and_replaced(tmp_path: Path) -> None:
    content = "---\ntitle: a\a\n---\r\n# T\0\r\rx \x85y \ufffe\U0010ffff\n".encode()
    (tmp_path / "x.md").write_bytes(content)
    source = load_source(tmp_path, "x.md")
    places = [(problem.line, problem.column, problem.message.split(",")[0]) for problem in source.problems]
    assert places == [
        (2, 9, "U+0007 is a control character"),
        (4, 4, "U+0000 is a control character"),
        (6, 3, "U+0085 is a control character"),
        (6, 6, "U+FFFE is no character"),
        (6, 7, "U+10FFFF is no character"),
    ]
    assert source.lines == ("---", "title: a\ufffd", "---", "# T\ufffd", "", "x \ufffdy \ufffd\ufffd", "")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ('"a\\x07"', "2:9: error[character]: 'title' in front matter: U+0007 is a control character"),
        ('"\\ud800"', "2:9: error[character]: 'title' in front matter: U+D800 is half a character"),
    ],
)
def test_escapes_in_front_matter_are_reported(value: str, message: str) -> None:
    _, (problem, *_) = read_chapter(Source("x.md", f"---\ntitle: {value}\n---\n# T\n"), "x.md", "chapter")
    assert str(problem).startswith(f"x.md:{message}")


def test_numbers_of_characters_may_be_as_long_as_they_like(make_project: Make, memo: Memo) -> None:
    long = f"&#{'9' * 5000};"
    text = f'# T\n\n<p title="{long}">{long}</p>\n'
    problems = build_files(make_project(files={"content/chapters/tides.md": text}), memo, complete=False).problems
    assert [problem.column for problem in problems if problem.code == "character"] == [11, 5016]
