"""Words that set a figure: every one of them on every page is understood, by mouse, keyboard and touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SITE
from tests.browser.test_dock import lay_out

OpenPage = Callable[..., Page]


def pages_with_words() -> list[str]:
    """Return the chapters that hold such words; known without a built site."""
    chapters = SITE.parents[1] / "content" / "chapters"
    return sorted(f"{path.stem}.html" for path in chapters.glob("*.md") if "::set[" in path.read_text(encoding="utf-8"))


def goal_of(word: Locator) -> tuple[str, str]:
    """Return the figure that a word sets, and its state."""
    parts = urlsplit(word.get_attribute("href") or "")
    return parts.fragment, parse_qs(parts.query)[parts.fragment][0]


def state_of(page: Page, figure: str) -> str:
    """Return the state of a figure that the address holds, written a moment after it changes."""
    page.wait_for_function("figure => new URL(location.href).searchParams.has(figure)", arg=figure)
    return parse_qs(urlsplit(page.url).query)[figure][0]


@pytest.mark.parametrize("path", pages_with_words())
def test_every_word_is_understood_by_its_figure(open_page: OpenPage, path: str) -> None:
    page = open_page(path, reduced_motion="reduce")
    words = page.locator("main a.set")
    lay_out(page)
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    for word in words.all():
        figure, state = goal_of(word)
        page.evaluate("history.replaceState(null, '', location.pathname)")
        word.click()
        if state.startswith("~"):  # of an explorable, by the names of its parameters; those at their start are left out
            wanted, shown = (
                dict(one.split("-", 1) for one in text.strip("~").split("."))
                for text in (state, state_of(page, figure))
            )
            assert wanted.items() & shown.items()
            assert wanted | shown == shown | wanted
        else:
            assert state_of(page, figure) == state
        expect(page.locator(f"#{figure} .stage")).to_be_in_viewport()


@pytest.mark.parametrize("way", ["mouse", "Enter", "Space", "touch"])
def test_a_word_moves_a_slider_and_back_leads_to_it(open_page: OpenPage, way: str) -> None:
    touch = way == "touch"
    # A window so low that no figure has room to stand by.
    page = open_page("risk.html", width=360 if touch else 1280, height=340, has_touch=touch, reduced_motion="reduce")
    word = page.locator('a.set[href*="score-to-beat=248#"]')
    slider = page.locator("#score-to-beat").get_by_role("slider")
    expect(word).to_have_role("button")
    word.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    if way == "mouse":
        word.click()
    elif touch:
        word.tap()
    else:
        word.focus()
        page.keyboard.press(way)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"\b248\b"))
    expect(page.locator("#score-to-beat .stage")).to_be_in_viewport()
    assert page.evaluate("scrollY") < before
    page.go_back()
    expect(word).to_be_in_viewport()
    assert page.url.partition("?")[0].endswith("/risk.html")


def test_without_scripts_a_word_is_a_link_to_its_figure(open_page: OpenPage) -> None:
    page = open_page("risk.html", java_script_enabled=False)
    page.locator('a.set[href*="score-to-beat=248#"]').click()
    assert page.url.endswith("?score-to-beat=248#score-to-beat")
    expect(page.locator("#score-to-beat .stage")).to_be_in_viewport()
