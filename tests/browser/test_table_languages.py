"""Translations of the table, the advisor, their page, and their error messages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
PHONE = {"width": 360, "height": 640, "has_touch": True}
# English words that are not Swedish. Titles of chapters and readers' input are not translated.
ENGLISH = re.compile(
    r"\b(the|and|of|your|you|is|with|throw|score|dice|turn|game|reset|link|figure|language|undo)\b", re.I
)


def english_in(page: Page) -> list[str]:
    """Return the English words in visible texts and labels of the page."""
    heard = "[...document.querySelectorAll('main [aria-label]')].map(one => one.getAttribute('aria-label')).join('\\n')"
    text = page.inner_text("body").replace("The Optimal Yatzy authors", "")
    return [found[0] for found in ENGLISH.finditer(f"{text}\n{page.title()}\n{page.evaluate(heard)}")]


@pytest.mark.parametrize("name", ["table", "advisor"])
def test_the_whole_page_is_translated_into_swedish(open_page: OpenPage, name: str) -> None:
    page = open_page(f"{name}.html?lang=en", apart=True, **PHONE)
    expect(page.locator(f"#{name}.alive")).to_have_count(1)
    assert len(english_in(page)) > 50
    page.locator("[data-entry=lang]").select_option("sv")
    expect(page.locator("html[lang=sv]")).to_have_count(1)
    expect(page.locator(".figure-tools").get_by_text("Återställ")).to_have_count(1)
    expect(page.locator(f"#{name}.alive")).to_have_count(1)
    # The advisor paints its answer and its card in later frames.
    expect(page.locator("main")).not_to_contain_text(ENGLISH, use_inner_text=True)
    assert english_in(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.goto(page.url.replace("?lang=sv", ""))  # The choice holds, on the other page as well.
    expect(page.locator("html[lang=sv]")).to_have_count(1)
    page.goto(page.url.replace(name, "advisor" if name == "table" else "table"))
    expect(page.locator("html[lang=sv]")).to_have_count(1)


def test_a_running_game_changes_to_finnish_and_errors_are_translated(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", apart=True, **PHONE)
    expect(page.locator("#table.alive")).to_have_count(1)
    page.locator(".lobby-read summary").tap()
    page.locator("[data-entry=record]").fill("yatzy 1\n1 55566 no house 27")
    page.locator("[data-press=read]").tap()
    expect(page.locator(".table-problem")).to_contain_text('no box is called "no house"')
    page.locator("[data-press=start]").tap()
    expect(page.locator(".score-table.playing")).to_be_visible()
    page.locator("[data-press=menu]").tap()
    page.locator("[data-entry=lang]").select_option("fi")
    expect(page.locator("html[lang=fi]")).to_have_count(1)
    expect(page.locator(".score-table.playing[lang=fi]")).to_be_visible()
    # Elements that were added to the page are inert as well during a full-screen game.
    assert page.evaluate("[...document.querySelectorAll('main > :not(figure)')].every(one => one.inert)")
    page.locator("[data-press=leave]").tap()
    page.locator(".lobby-read summary").tap()
    page.locator("[data-entry=record]").fill("yatzy 1\n1 55566 no house 27")
    page.locator("[data-press=read]").tap()
    expect(page.locator(".table-problem")).to_contain_text('rivi 2, sarake 9: ruutua "no house" ei ole')
