"""The table as a family uses it: what it does not lose, and what it says before somebody must ask."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_table import PHONE, kept, sit_down

OpenPage = Callable[..., Page]


def test_a_game_stands_there_however_often_the_page_is_opened_anew(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", apart=True, **PHONE)
    sit_down(page, "pen", "pen", "pen")
    own = kept(page)
    for _ in range(3):
        page.reload()
        expect(page.locator(".score-table.playing [data-press=throw]")).to_be_in_viewport(ratio=1)
        assert kept(page) == own
    # A page that is left by its menu scrolls as pages do, and what is reset comes into sight.
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=leave]").tap()
    assert page.evaluate("history.scrollRestoration") == "auto"
    expect(page.get_by_role("heading", name="New game")).to_be_in_viewport()


def test_a_large_screen_shows_the_whole_turn_once_it_begins(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", apart=True, width=1280, height=800, has_touch=True)
    sit_down(page, "pen")
    expect(page.locator("[data-press=throw]")).to_be_in_viewport(ratio=1)
