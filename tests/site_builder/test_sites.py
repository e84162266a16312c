"""Golden folders: a small project each, laid over ``_base``, with the problems or the pages it must give."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

import pytest

from site_builder.build import BuildResult, build_files
from tests.site_builder.conftest import SITES, Build, Make

CASES = sorted(path.name for path in SITES.iterdir() if path.is_dir() and path.name != "_base")
UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"
DRAWING = re.compile(r'<svg (?=[^>]*class="drawing").*?</svg>', re.DOTALL)
HASH = re.compile(r"(?<=[\w-])-[0-9a-f]{8,10}(?=\.[a-z])")


def problems_of(result: BuildResult) -> str:
    """Return all problems as the command prints them."""
    return "".join(f"{problem}\n\n" for problem in result.problems)


def main_of(page: bytes) -> str:
    """Return what is in ``main``, with drawings and hashes left out: other tests look at those."""
    html = page.decode()
    main = html[html.index("<main") : html.index("</main>")] + "</main>\n"
    return HASH.sub("-HASH", DRAWING.sub("<svg/>", main))


def assert_golden(path: Path, found: str) -> None:
    """Compare with a golden file, and show the difference."""
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert path.is_file(), f"{path} is missing; UPDATE_GOLDEN=1 writes it"
    expected = path.read_text(encoding="utf-8")
    difference = "".join(difflib.unified_diff(expected.splitlines(True), found.splitlines(True), "expected", "found"))
    assert found == expected, difference


@pytest.mark.parametrize("case", CASES)
def test_golden(case: str, make_project: Make, build: Build) -> None:
    project = make_project(case)
    result = build(project)
    folder = SITES / case
    assert_golden(folder / "expected.txt", problems_of(result))
    pages = sorted(path.name for path in (folder / "expected").glob("*.html"))
    assert not pages or result.files, "the site was not built"
    for page in pages:
        assert_golden(folder / "expected" / page, main_of(result.files[page]))


@pytest.mark.parametrize("case", CASES)
def test_problems_point_at_what_they_name(case: str, make_project: Make, build: Build) -> None:
    """The caret stands in the line, under something, and a quoted piece of source stands where it says."""
    project = make_project(case)
    for problem in build(project).problems:
        if not problem.line:
            continue
        lines = (project / problem.path).read_text(encoding="utf-8").split("\n")
        assert problem.source == lines[problem.line - 1]
        assert 1 <= problem.column <= len(problem.source) + 1
        assert problem.column + problem.length - 1 <= max(len(problem.source), problem.column)


def test_base_is_clean(make_project: Make, build: Build) -> None:
    assert problems_of(build(make_project())) == ""


def test_budget(make_project: Make, memo: object) -> None:
    site = (SITES / "_base" / "content" / "site.toml").read_text() + "\n[budgets]\nfirst_load = 2000\n"
    result = build_files(make_project(files={"content/site.toml": site}), memo)  # type: ignore[arg-type]
    assert not result.files
    assert {problem.code for problem in result.errors} == {"budget"}
    assert {problem.path for problem in result.errors} >= {"content/chapters/index.md", "content/chapters/tides.md"}


def test_the_contents_have_a_bonus_after_the_upper_rows_where_it_is_asked_for(make_project: Make, build: Build) -> None:
    site = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
    project = make_project()
    assert "ledger-bonus" not in build(project).files["index.html"].decode()
    (project / "content" / "site.toml").write_text(site + "\n[ledger]\nupper = 1\nthreshold = 6\nbonus = 5\n")
    page = build(project).files["index.html"].decode()
    main = page[page.index("<main") :]
    order = [main.index(part) for part in ('href="tides.html"', "ledger-bonus", "ledger-total")]
    assert order == sorted(order)
    assert 'data-threshold="6" data-bonus="5"' in main
    assert "ledger-bonus" not in page[: page.index("<main")]


def test_a_card_that_cannot_be_is_told(make_project: Make, build: Build) -> None:
    site = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
    asked = site + "\n[ledger]\nupper = 0\nthreshold = 6\nbonos = 5\n"
    problems = build(make_project(files={"content/site.toml": asked})).problems
    assert {problem.line for problem in problems} >= {site.count("\n") + 3, site.count("\n") + 5}
