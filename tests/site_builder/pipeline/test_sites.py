"""Golden folders: a small project each, copied over ``_base``, with the pages and the warnings of its build."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path

import pytest

from site_builder.pipeline.build import build_files
from site_builder.pipeline.context import BuildResult
from site_builder.pipeline.publish import build_site
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
    result = build(make_project(case))
    folder = SITES / case
    assert_golden(folder / "expected.txt", problems_of(result))
    pages = sorted(path.name for path in (folder / "expected").glob("*.html"))
    assert pages
    assert result.files, "the site was not built"
    for page in pages:
        assert_golden(folder / "expected" / page, main_of(result.files[page]))


def test_base_is_clean(make_project: Make, build: Build) -> None:
    assert problems_of(build(make_project())) == ""


def test_budget(make_project: Make, memo: object) -> None:
    site = (SITES / "_base" / "content" / "site.toml").read_text() + "\n[budgets]\nfirst_load = 2000\n"
    result = build_files(make_project(files={"content/site.toml": site}), memo)  # type: ignore[arg-type]
    assert not result.files
    assert {problem.code for problem in result.errors} == {"budget"}
    assert {problem.path for problem in result.errors} >= {"content/chapters/index.md", "content/chapters/tides.md"}


def with_settings(added: str) -> dict[str, str]:
    """Return the settings of the base project with lines added."""
    return {"content/site.toml": (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8") + added}


GUESSES = "\n[guesses]\nrewards = { first_rows = 1, from_points = 6, adds = 5 }\n"


def test_only_a_site_with_guesses_has_a_card(make_project: Make, build: Build) -> None:
    project = make_project()
    plain = build(project).files["index.html"].decode()
    assert 'class="ledger"' in plain
    for part in ("ledger-guesses", "ledger-sum", "Your total", "progress"):
        assert part not in plain
    icons = [plain[plain.index('class="bar-button contents-open"') :].split("</svg>")[0]]
    for path, text in with_settings(GUESSES).items():
        (project / path).write_text(text, encoding="utf-8")
    page = build(project).files["index.html"].decode()
    main = page[page.index("ledger-guesses", page.index("<main")) :]
    order = [main.index(part) for part in ('href="tides.html"', "ledger-reward", "ledger-total")]
    assert order == sorted(order)
    assert 'data-from="6" data-adds="5"' in main
    assert "<b>Reward</b> 5 for 6 points" in main
    menu = page[: page.index("<main")]
    assert [menu.count(part) for part in ("ledger-reward", "ledger-total", "progress", "ledger-clear")] == [1, 1, 0, 0]
    icons.append(page[page.index('class="bar-button contents-open"') :].split("</svg>")[0])
    assert icons[0] != icons[1]


def test_a_card_may_have_no_reward(make_project: Make, build: Build) -> None:
    page = build(make_project(files=with_settings("\n[guesses]\n"))).files["index.html"].decode()
    assert "ledger-total" in page
    assert "ledger-reward" not in page


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ("{ first_rows = 0, from_points = 6, adds = 5 }", "greater than or equal to 1"),
        ("{ first_rows = 1, from_points = 6, ads = 5 }", "write 'adds'"),
        ("{ first_rows = 1, from_points = 6 }", "'guesses.rewards.adds' is missing"),
        ("{ first_rows = 3, from_points = 6, adds = 5 }", "fewer than 3 chapters"),
    ],
)
def test_an_invalid_card_is_reported(make_project: Make, build: Build, added: str, told: str) -> None:
    files = with_settings(f"\n[guesses]\nrewards = {added}\n")
    problems = build(make_project(files=files)).problems
    assert {problem.line for problem in problems} == {files["content/site.toml"].count("\n")}
    assert any(told in str(problem) for problem in problems)


def test_the_former_table_is_reported_with_a_fix(make_project: Make, build: Build) -> None:
    (problem,) = build(make_project(files=with_settings("\n[ledger]\nupper = 1\nthreshold = 6\nbonus = 5\n"))).problems
    assert (problem.source, problem.column) == ("[ledger]", 2)
    assert "write [guesses]" in problem.suggestion
    assert "rewards = { first_rows = 6, from_points = 60, adds = 50 }" in problem.suggestion


def test_the_depth_switch_offers_the_levels_that_the_site_has(make_project: Make, build: Build) -> None:
    chapter = make_project() / "content" / "chapters" / "tides.md"
    text = chapter.read_text(encoding="utf-8")
    for blocks, levels in (((2, 3), ["1", "2", "3"]), ((3,), ["1", "3"]), ((), [])):
        chapter.write_text(text + "".join(f"\n:::depth-{level}\nDeep.\n:::\n" for level in blocks), encoding="utf-8")
        page = build(chapter.parents[2]).files["index.html"].decode()
        assert re.findall(r'data-level="(\d)"', page) == levels
        assert ("Depth of reading" in page) == bool(levels)


def test_the_icon_is_the_author_s_own_or_a_plain_one(make_project: Make, build: Build) -> None:
    project, own = (
        make_project(),
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    )
    settings = (project / "content" / "site.toml").read_text(encoding="utf-8")
    addresses = []
    for line in ("", 'icon = "look/tide.svg"\n'):
        (project / "content" / "look").mkdir(exist_ok=True)
        (project / "content" / "look" / "tide.svg").write_text(own, encoding="utf-8")
        (project / "content" / "site.toml").write_text(line + settings, encoding="utf-8")
        files = build(project).files
        for page in ("index.html", "tides.html"):
            (address,) = re.findall(r'<link rel="icon" href="([^"]+)" type="image/svg\+xml">', files[page].decode())
        addresses.append(address)
    assert files[addresses[1]].decode() == own
    assert addresses[0] != addresses[1]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("look.ico", "use one of .svg, .png"),
        ("icons.svg", "write 'icon.svg'"),
        ("../icon.svg", "'../icon.svg' is outside the folder of site.toml"),
        ("icon.svg", "damaged"),
    ],
)
def test_an_invalid_icon_is_reported(make_project: Make, build: Build, name: str, told: str) -> None:
    settings = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
    files = {"content/site.toml": f'icon = "{name}"\n{settings}', "content/icon.svg": "<svg/>", "icon.svg": "<svg/>"}
    (problem,) = build(make_project(files=files)).problems
    assert (problem.line, problem.column, problem.length) == (1, 9, len(name))
    assert told in str(problem)


def test_a_damaged_site_is_built_again(make_project: Make, tmp_path: Path) -> None:
    project, out = make_project(), tmp_path / "site"
    build_site(project, out)
    (out / "tides.html").unlink()
    assert not build_site(project, out).is_fresh
    assert (out / "tides.html").is_file()
