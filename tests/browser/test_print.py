"""On paper: colours that mean something are there, nothing waits to be pressed, and little of a page is left empty."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_every_page import PAGES

OpenPage = Callable[..., Page]
WIDTH, HEIGHT = 673, 986  # what the margins of print.css leave of A4, in CSS pixels
VISIBLE = "part => part.checkVisibility({visibilityProperty: true})"
# Parts that are found and looked at in one go: a still that a figure's coming alive takes away in between has no style.
PALE = """() => [...document.querySelectorAll(":is(.stage, .step-still), :is(.stage, .step-still) *")]
    .filter(part => getComputedStyle(part).printColorAdjust !== "exact").length"""


def on_paper(open_page: OpenPage, path: str, **options: object) -> Page:
    """Open a page as it is printed; stills stand where no figure is awake."""
    page = open_page(path, width=WIDTH, height=HEIGHT, **options)
    page.emulate_media(media="print")
    return page


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_made_for_paper(open_page: OpenPage, path: str) -> None:
    page = on_paper(open_page, path)
    assert page.evaluate(PALE) == 0
    dead = f"parts => parts.filter({VISIBLE}).map(part => part.outerHTML.slice(0, 120))"
    controls = (
        "main :is(input, .button:not([aria-pressed='true'], .printed), .with-script button:not([aria-pressed='true']))"
    )
    assert page.locator(controls).evaluate_all(dead) == []
    for gone in (".page-end", ".dataset-filter", ".figure-tools", ".page > .bar"):
        assert page.locator(gone).evaluate_all(f"parts => parts.filter({VISIBLE}).length") == 0, gone
    # Tall boxes that cannot be parted leave pages half empty: three steps to a page, and a figure takes no whole one.
    heights = "parts => parts.map(part => part.getBoundingClientRect().height)"
    assert max(page.locator(".step:has(.step-still)").evaluate_all(heights), default=0) < HEIGHT / 2
    assert max(page.locator("main .figure:not(:has(.advisor))").evaluate_all(heights), default=0) < HEIGHT
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


def test_what_asks_is_printed_with_its_answer(open_page: OpenPage) -> None:
    page = on_paper(open_page, "risk.html", color_scheme="dark")
    expect(page.locator("#risk-players table")).to_be_visible()
    expect(page.locator("#risk-players tbody tr")).to_have_count(
        page.locator("#risk-players .lineup-players li").count()
    )
    expect(page.locator("#risk-players .lineup-players")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(29, 36, 51)"
    for path, figure, answer in (
        ("solving.html", "last-box", ".box-words"),
        ("perfect.html", "score-curve", ".ends-field"),
        ("risk.html", "score-to-beat", ".chance-way.best b"),
        ("two-halves.html", "ladder", ".ladder-rungs"),
        ("two-halves.html", "two-halves", ".halves-square"),
    ):
        page = open_page(path)
        place = page.locator(f"#{figure}")
        place.locator(".stage").scroll_into_view_if_needed()
        expect(page.locator(f"#{figure}.alive")).to_have_count(1)
        page.emulate_media(media="print")
        expect(place.locator(answer)).to_be_visible()
