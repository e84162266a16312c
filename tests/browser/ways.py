"""The three ways to touch a figure, and the row of a data set that it must then show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows

WAYS = ["mouse", "keyboard", "touch"]
# Of a figure whose buttons are only pressed: clicks lead to the same events, and other tests of the figures make them.
PRESSES = ["keyboard", "touch"]


def figure_of(
    open_page: Callable[..., Page], path: str, figure: str, way: str = "mouse", query: str = ""
) -> tuple[Page, Locator]:
    """Open a page as a reader with a mouse, a keyboard or a telephone does, and wake a figure.

    Tests that touch figures of their own share a page; who came by a link has one to herself.
    """
    options: dict[str, Any] = {"width": 360 if way == "touch" else 1280, "has_touch": way == "touch"}
    touches = None if query else (figure, way)
    page = open_page(path + query, reduced_motion="reduce", touches=touches, **options)
    return page, awake(page, figure)


def press(page: Page, control: Locator, way: str) -> None:
    """Press a control in one of the three ways."""
    if way == "keyboard":
        control.focus()
        page.keyboard.press("Enter")
    elif way == "touch":
        control.tap()
    else:
        control.click()


def press_mark(page: Page, figure: Locator, held: str, way: str) -> None:
    """Press a mark of the picture of an explorable, by the stops that it holds; the still has been replaced by then."""
    mark = figure.locator(f'.layout.drawn:visible [data-at="{held}"]').first
    mark.evaluate("mark => mark.scrollIntoView({block: 'center', behavior: 'instant'})")
    box = mark.bounding_box()
    assert box is not None
    point = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*point) if way == "touch" else page.mouse.click(*point)


def drag_to(page: Page, slider: Locator, step: int, way: str, share: float) -> None:
    """Bring a slider to a step: by keys, by dragging, or by a tap at a share of its width."""
    if way == "keyboard":
        slider.focus()
        now = int(slider.get_attribute("aria-valuenow") or 0)
        for _ in range(abs(step - now)):
            page.keyboard.press("ArrowRight" if step > now else "ArrowLeft")
    else:
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] * share, box["y"] + box["height"] / 2
        if way == "touch":
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(box["x"] + box["width"] / 2, y)
            page.mouse.down()
            page.mouse.move(x, y, steps=3)
            page.mouse.up()
    expect(slider).to_have_attribute("aria-valuenow", str(step))


def choose(page: Page, figure: Locator, name: str, way: str) -> None:
    """Choose one of the radio buttons of an explorable."""
    radio = figure.get_by_role("radio", name=name, exact=True)
    if way == "keyboard":
        radio.focus()
        page.keyboard.press("Space")
    else:
        press(page, radio, way)


def find_row(name: str, **keys: Any) -> dict[str, Any]:
    """Return the row of a data set that has these values."""
    return next(row for row in rows(name) if all(row[key] == value for key, value in keys.items()))
