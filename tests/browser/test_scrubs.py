"""Numbers of the prose that move with a figure: by mouse, keyboard and touch, and when the figure itself is moved."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import SITE
from tests.browser.test_figures import awake, rows
from tests.browser.ways import WAYS, find_row

OpenPage = Callable[..., Page]
PAGE = "two-halves.html"
LARGEST_SHIFT = 0.5
TOUCH = 44


def pages_with_numbers() -> list[str]:
    """Return the chapters that hold such numbers; known without a built site."""
    chapters = SITE.parents[1] / "content" / "chapters"
    return sorted(f"{path.stem}.html" for path in chapters.glob("*.md") if "::scrub[" in path.read_text("utf-8"))


def open_sentence(open_page: OpenPage, way: str = "mouse", query: str = "") -> tuple[Page, Locator]:
    """Open the chapter at the sentence about hope; return the number to drag once it can be moved."""
    touch = way == "touch"
    page = open_page(PAGE + query, width=360 if touch else 1280, has_touch=touch, reduced_motion="reduce")
    number = page.locator('.scrub[data-figure="optimist"]')
    expect(number).to_have_role("slider")
    number.scroll_into_view_if_needed()
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


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_number_is_dragged_and_the_figure_follows(open_page: OpenPage, way: str) -> None:
    page, number = open_sentence(open_page, way)
    check(page, 0.5)
    check_figure(page, 0.999)  # The figure opens elsewhere, and both are true.
    before = page.evaluate("scrollY")
    for pixels, hope in ((-52, 0.2), (65, 0.7), (400, 1.0), (-400, 0.0)):
        drag(page, number, pixels, way)
        check(page, hope)
        check_figure(page, hope)
    assert abs(page.evaluate("scrollY") - before) <= LARGEST_SHIFT
    expect(page).to_have_url(re.compile(r"optimist=0\b"))


@pytest.mark.parametrize("way", WAYS)
def test_a_press_takes_one_step_to_its_side(open_page: OpenPage, way: str) -> None:
    page, number = open_sentence(open_page, way)
    for side, key, hope in (("right", "ArrowRight", 0.7), ("right", "ArrowUp", 0.9), ("left", "ArrowLeft", 0.7)):
        x, y = middle_of(number)
        place = (x + (9 if side == "right" else -9), y)
        if way == "keyboard":
            number.focus()
            page.keyboard.press(key)
        elif way == "touch":
            page.touchscreen.tap(*place)
        else:
            page.mouse.click(*place)
        check(page, hope)
        check_figure(page, hope)


def test_the_keys_of_a_slider(open_page: OpenPage) -> None:
    page, number = open_sentence(open_page)
    number.focus()
    steps = ("End", 1.0), ("ArrowLeft", 0.999), ("PageDown", 0.95), ("PageUp", 0.999), ("Home", 0.0), ("ArrowDown", 0.0)
    for key, hope in steps:
        page.keyboard.press(key)
        check(page, hope)
        check_figure(page, hope)
    expect(number).to_have_attribute("aria-valuemin", "0")
    expect(number).to_have_attribute("aria-valuemax", "100")
    expect(number).to_have_attribute("aria-controls", "optimist")


def test_the_numbers_follow_the_figure_and_its_reset(open_page: OpenPage) -> None:
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


def test_the_numbers_follow_words_that_set_the_figure(open_page: OpenPage) -> None:
    page, _ = open_sentence(open_page)
    page.locator('a.set[href*="optimist=99.9#"]').click()
    check(page, 0.999)


def test_a_link_opens_the_numbers_at_its_state(open_page: OpenPage) -> None:
    page, _ = open_sentence(open_page, query="?optimist=70")
    check(page, 0.7)
    check_figure(page, 0.7)


def test_while_it_moves_the_figure_keeps_silent(open_page: OpenPage) -> None:
    page, number = open_sentence(open_page)
    number.focus()
    page.keyboard.press("ArrowRight")
    check_figure(page, 0.7)
    assert page.locator(".announcer").count() == 0


def test_a_finger_that_moves_up_scrolls_and_changes_nothing(open_page: OpenPage) -> None:
    page, number = open_sentence(open_page, "touch")
    before = page.evaluate("scrollY")
    swipe(page, middle_of(number), (0, -200))
    page.wait_for_function("before => scrollY > before + 50", arg=before)
    check(page, 0.5)


@pytest.mark.parametrize("path", pages_with_numbers())
@pytest.mark.parametrize("width", [360, 1280])
def test_every_number_is_large_enough_and_leaves_the_line_alone(open_page: OpenPage, path: str, width: int) -> None:
    page = open_page(path, width=width)
    for number in page.locator("main .scrub").all():
        expect(number).to_have_role("slider")
        expect(number).to_have_accessible_name(re.compile(r"^(hope|theta|[a-z]+ [a-z ]+)$"))
        size = number.evaluate(
            "number => { const {width, height} = getComputedStyle(number, '::before');"
            " return [parseFloat(width), parseFloat(height)]; }"
        )
        assert min(size) >= TOUCH - LARGEST_SHIFT
        line, box = number.evaluate(
            "number => [parseFloat(getComputedStyle(number.closest('p')).lineHeight), number.offsetHeight]"
        )
        assert box <= line + LARGEST_SHIFT
        lines = number.evaluate("number => number.closest('p').getBoundingClientRect().height") / line
        assert abs(lines - round(lines)) * line <= 2


@pytest.mark.parametrize("path", pages_with_numbers())
def test_every_number_leads_its_figure_to_both_ends(open_page: OpenPage, path: str) -> None:
    page = open_page(path, reduced_motion="reduce")
    for number in page.locator("main .scrub").all():
        figure = page.locator(f"#{number.get_attribute('data-figure')}")
        expect(number).to_have_role("slider")
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
