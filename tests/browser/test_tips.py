"""What the marks of a picture say, at the pointer, under a finger and by arrow keys, with no library of charts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ways import WAYS, figure_of, find_row

OpenPage = Callable[..., Page]
MARKS = "[data-tip*='Points lost']:visible"


@pytest.mark.parametrize("way", WAYS)
def test_marks_tell_their_values(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, "small-minds.html", "blurred", way)
    marks = figure.locator(MARKS)
    said = marks.evaluate_all("marks => marks.map(mark => mark.getAttribute('data-tip'))")
    sharp = find_row("minds_blur", blur=0)
    assert said == [f"Points lost: {sharp[third]:.2f}" for third in ("turns_1_5", "turns_6_10", "turns_11_15")]
    picture, tip = figure.locator(".explorable-picture"), figure.locator(".chart-tip")
    expect(tip).to_have_count(0)
    for index in (0, 1):
        box = marks.nth(index).bounding_box()
        assert box is not None
        point = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if way == "mouse":
            page.mouse.move(*point)
        elif way == "touch":
            page.touchscreen.tap(*point)
        else:
            picture.focus()
            page.keyboard.press("ArrowDown")
        expect(tip).to_be_visible()
        if way != "keyboard":
            expect(tip).to_have_text(said[index])
    if way == "keyboard":
        told = tip.inner_text().replace("\n", ", ")
        expect(page.locator(".announcer")).to_have_text(told)
        page.keyboard.press("Escape")
        expect(tip).to_be_hidden()
