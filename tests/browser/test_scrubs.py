"""Numbers of the prose that move with a figure: by mouse, keyboard and touch, and when the figure itself is moved."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SITE
from tests.browser.test_figures import awake, rows
from tests.browser.ways import find_row

OpenPage = Callable[..., Page]
PAGE = "two-halves.html"
LARGEST_SHIFT = 0.5
TOUCH = 44


def pages_with_numbers() -> list[str]:
    """Return the chapters with such numbers, found without a built site."""
    chapters = SITE.parents[1] / "content" / "chapters"
    return sorted(f"{path.stem}.html" for path in chapters.glob("*.md") if "::scrub[" in path.read_text("utf-8"))


def open_sentence(open_page: OpenPage, way: str = "mouse", query: str = "") -> tuple[Page, Locator]:
    """Open the chapter at the sentence about hope; return the number to drag once it can be moved."""
    touch = way == "touch"
    page = open_page(PAGE + query, width=360 if touch else 1280, has_touch=touch, reduced_motion="reduce")
    number = page.locator('.scrub[data-figure="optimist"]')
    number.scroll_into_view_if_needed()
    expect(number).to_have_role("slider")
    return page, number


def middle_of(number: Locator) -> tuple[float, float]:
    """Return the middle of a number on the screen."""
    box = number.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, number: Locator, pixels: float, way: str) -> None:
    """Drag a number sideways with the mouse or a finger."""
    x, y = middle_of(number)
    if way == "mouse":
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + pixels, y, steps=5)
        page.mouse.up()
        return
    swipe(page, (x, y), (pixels, 0))


def swipe(page: Page, start: tuple[float, float], way: tuple[float, float]) -> None:
    """Move a finger over the screen."""
    finger, (x, y) = page.context.new_cdp_session(page), start
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        point = {"x": x + way[0] * step / 10, "y": y + way[1] * step / 10}
        finger.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
        page.evaluate("new Promise(requestAnimationFrame)")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def check(page: Page, hope: float) -> None:
    """Compare the sentence and the figure with the data set."""
    row = find_row("optimist_dial", hope=hope)
    paragraph = page.locator("p", has=page.locator('.scrub[data-figure="optimist"]'))
    expect(paragraph.locator(".scrub")).to_have_text(f"{100 * hope:.3g}%")
    expect(paragraph.locator('[data-of="believes"]')).to_have_text(f"{row['believes']:.1f}")
    expect(paragraph.locator('[data-of="scores"]')).to_have_text(f"{row['mean']:.1f}")
    expect(paragraph.locator('[data-of="bonus"]')).to_have_text(f"{100 * row['bonus_rate']:.0f}%")
    spoken = f"{100 * hope:.3g}%, points it believes in {row['believes']:.1f}, points it scores {row['mean']:.1f}"
    expect(paragraph.locator(".scrub")).to_have_attribute("aria-valuetext", re.compile(re.escape(spoken)))


def check_figure(page: Page, hope: float) -> None:
    """Compare the figure with the data set."""
    row = find_row("optimist_dial", hope=hope)
    expect(page.locator("#optimist .believes")).to_have_text(f"believes {row['believes']:.1f}")
    expect(page.locator("#optimist .scores")).to_have_text(f"scores {row['mean']:.1f}")


def press(page: Page, number: Locator, side: str, way: str) -> None:
    """Press one side of a number."""
    x, y = middle_of(number)
    place = (x + (9 if side == "right" else -9), y)
    page.touchscreen.tap(*place) if way == "touch" else page.mouse.click(*place)


def test_a_number_is_dragged_and_pressed_and_the_figure_follows(open_page: OpenPage) -> None:
    page, number = open_sentence(open_page)
    check(page, 0.5)
    check_figure(page, 0.999)  # The figure opens elsewhere, and both are true.
    before = page.evaluate("scrollY")
    for pixels, hope in ((-52, 0.2), (65, 0.7), (400, 1.0), (-400, 0.0)):
        drag(page, number, pixels, "mouse")
        check(page, hope)
        check_figure(page, hope)
    assert abs(page.evaluate("scrollY") - before) <= LARGEST_SHIFT
    expect(page).to_have_url(re.compile(r"optimist=0\b"))
    assert page.locator(".announcer").count() == 0  # During a drag the figure makes no announcements.

    number.focus()
    steps = ("End", 1.0), ("ArrowLeft", 0.999), ("PageDown", 0.95), ("PageUp", 0.999), ("Home", 0.0), ("ArrowDown", 0.0)
    for key, hope in steps:
        page.keyboard.press(key)
        check(page, hope)
        check_figure(page, hope)
    for name, value in (("valuemin", "0"), ("valuemax", "100"), ("controls", "optimist")):
        expect(number).to_have_attribute(f"aria-{name}", value)
    press(page, number, "right", "mouse")
    check(page, 0.02)
    page.keyboard.press("ArrowUp")
    check(page, 0.05)
    press(page, number, "left", "mouse")
    check(page, 0.02)
    check_figure(page, 0.02)
    assert page.locator(".announcer").count() == 0


def test_the_numbers_follow_the_figure_its_reset_and_words_that_set_it(open_page: OpenPage) -> None:
    page, _ = open_sentence(open_page)
    curve = awake(page, "optimist").locator(".optimist-curve")
    curve.focus()
    for key, hope in (("Home", 0.0), ("ArrowRight", 0.02), ("End", 1.0)):
        page.keyboard.press(key)
        check(page, hope)
    page.locator('#optimist [data-press="tie-3"]').click()
    tie = find_row("max_tie_rules", rule="throw-first")
    expect(page.locator('.readout[data-figure="optimist"][data-of="scores"]')).to_have_text(f"{tie['mean']:.1f}")
    page.locator("#optimist [data-action='reset']").click()
    check(page, 0.5)
    page.locator('a.set[href*="optimist=99.9#"]').click()
    check(page, 0.999)


def test_a_finger_moves_a_number_sideways_and_the_page_upwards(open_page: OpenPage) -> None:
    page, number = open_sentence(open_page, "touch", "?optimist=70")  # a link opens the numbers at its state
    check(page, 0.7)
    check_figure(page, 0.7)
    # What changes its height above the window moves nothing in it: browsers scroll by as much.
    place = middle_of(number)[1]
    for pixels, hope in ((-400, 0.0), (400, 1.0)):
        drag(page, number, pixels, "touch")
        check(page, hope)
        check_figure(page, hope)
    press(page, number, "left", "touch")
    check(page, 0.999)
    assert abs(middle_of(number)[1] - place) <= LARGEST_SHIFT
    before = page.evaluate("scrollY")
    swipe(page, middle_of(number), (0, -200))
    page.wait_for_function("before => scrollY > before + 50", arg=before)
    check(page, 0.999)


# Of a number: the size of what a finger meets, its height, and the height of its lines and paragraph.
MEASURES = """number => {
    const {width, height} = getComputedStyle(number, "::before"), paragraph = number.closest("p");
    const line = parseFloat(getComputedStyle(paragraph).lineHeight);
    const lines = paragraph.getBoundingClientRect().height;
    return [parseFloat(width), parseFloat(height), number.offsetHeight, line, lines];
}"""


def test_scripts_for_numbers_and_docking_load_at_the_first_interaction(open_page: OpenPage) -> None:
    page = open_page(PAGE, width=360, height=640)
    loaded = "performance.getEntriesByType('resource').filter(({name}) => /(scrubs|dock)-/.test(name)).length"
    assert page.evaluate(loaded) == 0
    page.evaluate("() => dispatchEvent(new Event('wheel'))")
    expect(page.locator(".scrub").first).to_have_role("slider")
    page.wait_for_function(f"() => {loaded} === 2")


@pytest.mark.parametrize("path", pages_with_numbers())
def test_every_number_is_large_enough_and_moves_its_figure_to_both_ends(open_page: OpenPage, path: str) -> None:
    page = open_page(path, reduced_motion="reduce")
    numbers = page.locator("main .scrub").all()
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for number in numbers:
            number.scroll_into_view_if_needed()
            expect(number).to_have_role("slider")
            expect(number).to_have_accessible_name(re.compile(r"^(hope|theta|[a-z]+ [a-z ]+)$"))
            *size, box, line, lines = number.evaluate(MEASURES)
            assert min(size) >= TOUCH - LARGEST_SHIFT
            assert box <= line + LARGEST_SHIFT
            assert abs(lines / line - round(lines / line)) * line <= 2
    for number in numbers:
        figure = page.locator(f"#{number.get_attribute('data-figure')}")
        for key, end in (("End", "aria-valuemax"), ("Home", "aria-valuemin")):
            number.focus()
            page.keyboard.press(key)
            expect(number).to_have_attribute("aria-valuenow", number.get_attribute(end) or "")
        name = figure.get_attribute("id") or ""
        page.wait_for_function("name => new URL(location.href).searchParams.has(name)", arg=name)
        expect(figure).to_have_class(re.compile(r"\balive\b"))


def test_without_scripts_the_numbers_are_plain(open_page: OpenPage) -> None:
    page = open_page(PAGE, java_script_enabled=False)
    number = page.locator('.scrub[data-figure="optimist"]')
    plain = page.locator("p", has=number)
    expect(number).to_have_text("50%")
    expect(plain.locator('[data-of="scores"]')).to_have_text(f"{rows('optimist_dial')[6]['mean']:.1f}")
    for style in ("color", "fontWeight", "cursor"):
        read = f"element => getComputedStyle(element).{style}"
        assert number.evaluate(read) == plain.evaluate(read)
    assert number.get_attribute("tabindex") is None
