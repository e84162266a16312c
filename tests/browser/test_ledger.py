"""The contents as a card: guesses fill their chapter's row, the first rows earn a bonus, and all can be forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ROOT
from tests.browser.test_figures import awake, rows

OpenPage = Callable[..., Page]
REMOVED: set[str] = set()  # removed figures with guesses; their points stay in the row of their page
KEY = "'card:' + new URL('.', location.href).pathname"


def box_of(page: Page, file: str) -> Locator:
    """Return the box at the end of a chapter's row on the title page."""
    return page.locator(f'main .ledger a[href="{file}"] .ledger-box')


def with_marks(page: Page, marks: dict[str, Any]) -> None:
    """Reload the page with stored guesses."""
    page.evaluate(f"marks => localStorage.setItem({KEY}, marks)", json.dumps(marks))
    page.reload()


def test_first_answers_fill_the_row_of_their_chapter(open_page: OpenPage) -> None:
    page, data = open_page("prices.html", reduced_motion="reduce"), rows("decision_examples")
    figure = awake(page, "decisions")
    greedy = next(row for row in data if row["example"] == 0 and row["greedy"])
    points = max(0, 10 - round(greedy["regret"]))
    figure.locator(f'[data-press="score-{greedy["category"]}"]').click()
    menu = page.locator('.contents a[href="prices.html"] .ledger-box')
    expect(menu).to_have_text(f"{points} points")
    expect(page.locator(".contents .ledger-total .ledger-box")).to_have_text(f"{points} points")
    told = figure.locator(".guess-points")
    expect(told).to_have_text(f"First answer: {points} of 10 points, on your card: {points}")
    # A better answer to the same question comes too late.
    figure.locator('[data-press="again"]').click()
    best = next(row for row in data if row["example"] == 0 and row["regret"] == 0)
    assert best["action"] == "score"
    figure.locator(f'[data-press="score-{best["category"]}"]').click()
    expect(menu).to_have_text(f"{points} points")
    expect(told).to_have_text(f"First answer: {points} of 10 points, on your card: {points}")
    page.goto(page.url.partition("prices.html")[0])
    expect(box_of(page, "prices.html")).to_have_text(f"{points} points")
    expect(page.locator("main .ledger-total .ledger-box")).to_have_text(f"{points} points")
    expect(page.locator("main .ledger-reward progress")).to_have_attribute("value", str(points))


def code_of(widget: str) -> str:
    """Return the code of a widget: its module, and the files of its chapter that this imports."""
    module = ROOT / "static" / "js" / "yatzy" / "widgets" / f"{widget}.js"
    text = module.read_text(encoding="utf-8")
    imported = re.findall(r'^import .* from "(\.\./(?!game|parts|words)[^"]+)";', text, re.MULTILINE)
    return "".join([text, *((module.parent / path).read_text(encoding="utf-8") for path in imported)])


def guesses(file: str) -> int:
    """Count the guesses of a chapter that are scored: one for each figure that records one, but for the decisions."""
    text = (ROOT / "content" / "chapters" / file.replace(".html", ".md")).read_text(encoding="utf-8")
    counts = {"decisions": len({row["example"] for row in rows("decision_examples")})}
    asking = [name for name in re.findall(r"^:::widget\{.*name=([\w-]+)", text, re.MULTILINE)
              if "context.record(" in code_of(name)]  # fmt: skip
    explored = re.findall(r"^:::explore\{.*name=(\w+)", text, re.MULTILINE)
    sources = [(ROOT / "content" / "explorables" / f"{name}.py").read_text(encoding="utf-8") for name in explored]
    return sum(counts.get(name, 1) for name in asking) + sum(" = guess(" in source for source in sources)


def test_the_first_rows_earn_the_bonus_and_a_new_card_is_empty(open_page: OpenPage) -> None:
    page = open_page("index.html")
    files = page.locator("main .ledger-chapter:has(~ .ledger-reward) a").evaluate_all("all => all.map(a => a.pathname)")
    counts = [guesses(file.split("/")[-1]) for file in files]
    assert all(counts)
    # The bonus is earned with three fifths of the maximum of the rows above it.
    assert page.locator("main .ledger-reward").get_attribute("data-from") == str(sum(counts) * 10 * 3 // 5)
    total, bonus = page.locator("main .ledger-total .ledger-box"), page.locator("main .ledger-reward .ledger-box")
    expect(total).to_have_text("0 points")
    expect(page.get_by_role("button", name="Start a new card")).to_be_hidden()
    expect(page.locator("main .ledger")).to_contain_text("Bonus 50 for 102 points above this line")
    row = page.locator("main .ledger-reward")
    threshold, worth = (int(row.get_attribute(f"data-{name}") or 0) for name in ("from", "adds"))
    short = {"prices.html": {"read": True, "points": {"one": threshold - 1}}}
    with_marks(page, short)
    expect(bonus).to_be_empty()
    expect(total).to_have_text(f"{threshold - 1} points")
    enough = {"two-halves.html": {"read": False, "points": {"habit": 1}}, "risk.html": {"read": True, "points": {}}}
    with_marks(page, short | enough)
    expect(bonus).to_have_text(f"{worth} points")
    expect(total).to_have_text(f"{threshold + worth} points")
    expect(page.locator('main .ledger li.read a[href="risk.html"] .ledger-box')).to_be_empty()
    page.get_by_role("button", name="Start a new card").click()
    expect(page.locator("main .ledger li.read")).to_have_count(0)
    expect(total).to_have_text("0 points")
    page.reload()
    expect(page.locator("main .ledger li.read")).to_have_count(0)


def test_a_card_that_readers_stored_before_loses_nothing(open_page: OpenPage) -> None:
    """The card was stored before the chapters got a new order."""
    page = open_page("index.html")
    stored = (ROOT / "tests" / "fixtures" / "card.json").read_text(encoding="utf-8").strip()
    before = json.loads(stored)
    with_marks(page, before)
    points = sum(sum(mark["points"].values()) for mark in before.values())
    n_guesses = sum(len(mark["points"]) for mark in before.values())
    threshold, adds = (
        int(page.locator("main .ledger-reward").get_attribute(f"data-{name}") or 0) for name in ("from", "adds")
    )
    assert (points, n_guesses) == (42, 14)
    assert threshold > points
    assert adds > 0
    expect(page.locator("main .ledger-total .ledger-box")).to_have_text(f"{points} points")
    rows = page.locator("main .ledger a .ledger-box").evaluate_all(
        "all => all.map(one => parseInt(one.textContent) || 0)"
    )
    assert sum(rows) == points
    after = json.loads(page.evaluate(f"localStorage.getItem({KEY})"))
    assert sum(len(mark["points"]) for mark in after.values()) == n_guesses
    files = page.locator("main .ledger a").evaluate_all("all => all.map(one => one.pathname.split('/').pop())")
    assert after.keys() <= set(files)
    # Every guess is in the row of the page with its figure.
    for file, mark in after.items():
        chapter = page.request.get(page.url.rpartition("/")[0] + "/" + file).text()
        gone = {guess.split(".")[0] for guess in mark["points"] if f'id="{guess.split(".")[0]}"' not in chapter}
        assert gone <= REMOVED, file
    page.reload()
    assert json.loads(page.evaluate(f"localStorage.getItem({KEY})")) == after


def test_without_scripts_the_card_is_a_plain_list_of_open_rows(open_page: OpenPage) -> None:
    page = open_page("index.html", java_script_enabled=False)
    expect(page.locator("main .ledger-sum").first).to_be_hidden()
    expect(page.locator("main .ledger-total")).to_be_hidden()
    expect(page.locator("main .ledger-chapter a")).not_to_have_count(0)
