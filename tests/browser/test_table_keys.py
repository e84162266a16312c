"""The table by keyboard, on the smallest phone, and with large text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_table import N_TURNS, PHONE, sit_down

OpenPage = Callable[..., Page]
MOST_TABS = 120


def reach(page: Page, selector: str) -> None:
    """Press Tab until a control has the focus, which must be visible."""
    for _ in range(MOST_TABS):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            assert page.evaluate("document.activeElement.matches(':focus-visible')")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no key leads to {selector}")


def press(page: Page, selector: str) -> None:
    """Press a control by keyboard."""
    reach(page, selector)
    page.keyboard.press("Enter")


def test_a_short_game_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page("table.html", reduced_motion="reduce")
    expect(page.locator("#table.alive")).to_have_count(1)
    reach(page, "[data-entry=dice]")
    page.keyboard.press("ArrowDown")
    expect(page.locator("[data-entry=dice]")).to_have_value("real")
    reach(page, "[data-entry=kind-0]")
    page.keyboard.type("coach")
    expect(page.locator("[data-entry=kind-0]")).to_have_value("coach")
    press(page, "[data-press=start]")
    expect(page.locator(".score-table.playing")).to_be_visible()
    # All but two boxes were filled on paper.
    press(page, "[data-press=menu]")
    press(page, "[data-press=paper]")
    for box in range(N_TURNS):
        press(page, "[data-press=points-0]" if box < N_TURNS - 2 else "[data-press=points-open]")
    page.keyboard.press("Escape")
    expect(page.locator(".cell.open")).to_have_count(2)
    # Chance and Yatzy are open: hold two sixes, and throw three dice again.
    page.keyboard.type("66123")
    expect(page.locator(".table-place")).to_contain_text("first throw")
    press(page, "[data-press=die-0]")
    press(page, "[data-press=die-1]")
    expect(page.locator(".table-dice [aria-pressed=true]")).to_have_count(2)
    page.keyboard.type("665")
    expect(page.locator(".table-place")).to_contain_text("second throw")
    press(page, '[data-press="box-chance"]')
    press(page, "[data-press=write]")
    expect(page.locator(".table-strip")).not_to_be_empty()
    page.keyboard.type("22222")
    press(page, '[data-press="box-yatzy"]')
    press(page, "[data-press=write]")
    expect(page.locator(".winner")).to_contain_text("79")
    press(page, "[data-press=rematch]")
    expect(page.locator(".score-table.playing")).to_be_visible()


def test_the_throw_is_readable_on_the_smallest_phone(open_page: OpenPage) -> None:
    page = open_page("table.html", **{**PHONE, "width": 320})
    sit_down(page, "coach", "pen")
    place = page.locator(".table-place")
    for throw in ("first", "second"):
        expect(place).to_contain_text(f"{throw} throw")
        expect(place).to_be_in_viewport(ratio=1)
        box, dice = place.bounding_box(), page.locator(".table-dice").bounding_box()
        assert box is not None
        assert dice is not None
        assert box["y"] + box["height"] <= dice["y"] + 1
        # Nothing of the line is cut off.
        assert place.evaluate("line => line.scrollWidth <= line.clientWidth && line.scrollHeight <= line.clientHeight")
        page.locator("[data-press=throw]").tap()


CUT_OFF = """selector => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility())
    .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.outerHTML)"""


def set_text_size(page: Page, pixels: int) -> None:
    """Set the text size as in the settings of the browser."""
    sizes = {"standard": pixels, "fixed": pixels * 13 // 16}
    page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": sizes})
    page.reload()


@pytest.fixture
def large_text(open_page: OpenPage) -> Iterator[Page]:
    """The table on a phone with text twice as large; the setting applies to the whole browser."""
    page = open_page("table.html", **PHONE)
    set_text_size(page, 32)
    yield page
    set_text_size(page, 16)


def test_nothing_is_cut_off_with_text_twice_as_large(large_text: Page) -> None:
    page = large_text
    words = page.locator(".depth-control label").evaluate_all(
        "labels => labels.map((label) => [label.scrollWidth, label.clientWidth])"
    )
    assert all(needed <= room for needed, room in words), words
    page.mouse.wheel(0, 300)  # the table stands beyond the window
    sit_down(page, "coach")
    page.locator("[data-press=throw]").tap()
    expect(page.locator(".cell.open")).to_have_count(0)
    assert page.evaluate(CUT_OFF, ".cell, .table-place, .table-action .button") == []
    place = page.locator(".table-place").bounding_box()
    assert place is not None
    assert place["width"] > PHONE["width"] / 2
    page.locator("[data-press=menu]").tap()
    assert page.evaluate(CUT_OFF, ".panel .button") == []


def test_a_rotated_phone_with_large_text_shows_the_whole_turn(large_text: Page) -> None:
    page = large_text
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator("#table").scroll_into_view_if_needed()
    sit_down(page, "peek", "pen")
    parts = [page.locator(f".table-{name}") for name in ("place", "tools", "dice", "strip", "action", "card")]
    boxes = [box for part in parts if (box := part.bounding_box()) is not None]
    assert len(boxes) == len(parts)
    assert all(box["height"] > 0 for box in boxes)
    assert all(above["y"] + above["height"] <= below["y"] + 1 for above, below in pairwise(boxes)), boxes
    page.locator("[data-press=menu]").tap()
    expect(page.locator("[data-press=close]")).to_be_in_viewport(ratio=1)
    page.locator("[data-press=close]").tap()
    page.locator(".cell.offered").last.tap()
    page.locator("[data-press=write]").tap()
    expect(page.locator(".table-place")).to_contain_text("B, ")
