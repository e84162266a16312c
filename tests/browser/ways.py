"""The three ways to touch a figure, and the row of a data set that it must then show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows

# Clicks, keys and taps lead to the same events: a test goes the whole way of a figure at a desk, by mouse and keyboard,
# and on a telephone only until each of its kinds of controls has been tapped.
WAYS = ["mouse", "touch"]


def figure_of(
    open_page: Callable[..., Page], path: str, figure: str, way: str = "mouse", query: str = ""
) -> tuple[Page, Locator]:
    """Open a page at a desk or on a telephone, with nothing stored, and wake a figure.

    Tests that touch figures of their own share a page, unless they come by a link.
    """
    has_touch = way == "touch"
    touches = None if query else (figure, "touch" if has_touch else "desk")
    width = 360 if has_touch else 1280
    page = open_page(path + query, reduced_motion="reduce", touches=touches, width=width, has_touch=has_touch)
    page.evaluate("localStorage.clear()")
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


def point(page: Page, place: tuple[float, float], way: str) -> None:
    """Click or tap a place of the window."""
    page.touchscreen.tap(*place) if way == "touch" else page.mouse.click(*place)


def scroll_to(part: Locator, block: str = "center") -> None:
    """Scroll to a part of the text as a reader does, whose wheel ends what a link set on arrival."""
    part.evaluate(
        """(part, block) => {
            dispatchEvent(new Event("wheel"));
            part.scrollIntoView({block, behavior: "instant"});
        }""",
        block,
    )


def press_mark(page: Page, figure: Locator, held: str, way: str) -> None:
    """Press a mark of the picture of an explorable, by the stops that it holds; the still has been replaced by then."""
    mark = figure.locator(f'.layout.drawn:visible [data-at="{held}"]').first
    scroll_to(mark)
    box = mark.bounding_box()
    assert box is not None
    point(page, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2), way)


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
