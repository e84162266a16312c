"""On paper: colours that mean something are there, nothing waits to be pressed, and little of a page is left empty."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_every_page import PAGES
from tests.browser.test_figures import awake

OpenPage = Callable[..., Page]
WIDTH, HEIGHT = 673, 986  # what the margins of print.css leave of A4, in CSS pixels
VISIBLE = "part => part.checkVisibility({visibilityProperty: true})"
# Parts that are found and looked at in one go: a still that a figure's coming alive takes away in between has no style.
PALE = """() => [...document.querySelectorAll(":is(.stage, .step-still), :is(.stage, .step-still) *")]
    .filter(part => getComputedStyle(part).printColorAdjust !== "exact").length"""


# Figures that ask, each with what is printed of its answer, by page.
ANSWERS = {
    "solving.html": {"last-box": ".box-words"},
    "perfect.html": {"score-curve": ".ends-field"},
    "risk.html": {"score-to-beat": ".chance-way.best b", "risk-players": "table"},
    "two-halves.html": {"ladder": ".ladder-rungs", "two-halves": ".halves-square"},
}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_made_for_paper(open_page: OpenPage, path: str) -> None:
    page = open_page(f"{path}?depth=3", width=WIDTH, height=HEIGHT)
    page.emulate_media(media="print", color_scheme="dark")  # stills stand where no figure is awake
    assert page.evaluate(PALE) == 0
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(29, 36, 51)"
    dead = f"parts => parts.filter({VISIBLE}).map(part => part.outerHTML.slice(0, 120))"
    controls = (
        "main :is(input, .button:not([aria-pressed='true'], .printed), .with-script button:not([aria-pressed='true']))"
    )
    assert page.locator(controls).evaluate_all(dead) == []
    for gone in (".page-end", ".dataset-filter", ".figure-tools", ".page > .bar"):
        assert page.locator(gone).evaluate_all(f"parts => parts.filter({VISIBLE}).length") == 0, gone
    folded = page.locator(".depth-body").evaluate_all("bodies => bodies.filter(body => !body.offsetHeight).length")
    assert folded == 0
    # Tall boxes that cannot be parted leave pages half empty: three steps to a page, and a figure takes no whole one.
    heights = "parts => parts.map(part => part.getBoundingClientRect().height)"
    assert max(page.locator(".step:has(.step-still)").evaluate_all(heights), default=0) < HEIGHT / 2
    assert max(page.locator("main .figure:not(:has(.advisor))").evaluate_all(heights), default=0) < HEIGHT
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH
    if path == "risk.html":
        expect(page.locator("#risk-players table")).to_be_visible()
        players = page.locator("#risk-players .lineup-players")
        expect(page.locator("#risk-players tbody tr")).to_have_count(players.locator("li").count())
        expect(players).to_be_hidden()
    if path in ANSWERS:
        page.emulate_media(media="screen")
        for figure in ANSWERS[path]:
            awake(page, figure)
        page.emulate_media(media="print")
        for figure, answer in ANSWERS[path].items():
            expect(page.locator(f"#{figure} {answer}")).to_be_visible()


def test_paper_holds_what_the_reader_has_open(open_page: OpenPage) -> None:
    page = open_page("prices.html?depth=1", width=WIDTH, height=HEIGHT)
    fold, decisions = page.locator("details.depth"), page.locator("#decisions li")
    expect(decisions.first).to_be_hidden()
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(fold).to_be_hidden()
    expect(decisions).to_have_count(10)  # questions, then answers
    expect(decisions.nth(3)).to_be_visible()
    expect(decisions.nth(8)).to_contain_text("gives away 30.6")
    page.emulate_media(media="screen")
    fold.locator("> summary").click()
    page.emulate_media(media="print")
    expect(fold.locator(".depth-body")).to_be_visible()
