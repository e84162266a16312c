"""Words that set a figure, by mouse, keyboard and touch; test_dock.py presses every one of them on every page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]


# Press each word that sets a figure; return the figure, the requested state, its state afterwards, and whether it is
# visible.
PRESS_ALL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const pressed = [];
  for (const word of document.querySelectorAll("main a.set")) {
    const {hash, searchParams} = new URL(word.href);
    const figure = document.getElementById(decodeURIComponent(hash.slice(1)));
    let shown = null;
    const keep = ({detail}) => { shown = detail; };
    figure.addEventListener("figurestate", keep);
    word.scrollIntoView({block: "center", behavior: "instant"});
    word.click();
    const until = performance.now() + 20000;
    while (performance.now() < until && (shown === null || word.classList.contains("pressed"))) await frame();
    await frame();
    figure.removeEventListener("figurestate", keep);
    const {top, bottom} = figure.querySelector(".stage").getBoundingClientRect();
    pressed.push([figure.id, searchParams.get(figure.id), shown, top < innerHeight && bottom > 0]);
  }
  return pressed;
}"""


def parameters_of(state: str) -> dict[str, str]:
    """Return the parameters of an explorable by their names; those at their start are left out."""
    return dict(one.split("-", 1) for one in state.strip("~").split("."))


def check_sets(page: Page) -> None:
    """Check that every word of a page that sets a figure is understood by it, and leads to it."""
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true; })")
    for figure, wanted, shown, is_seen in page.evaluate(PRESS_ALL):
        assert shown is not None, (figure, wanted)
        assert is_seen, (figure, wanted)
        if wanted.startswith("~"):
            asked, told = parameters_of(wanted), parameters_of(shown)
            assert asked.items() & told.items(), (figure, wanted, shown)
            assert asked | told == told | asked, (figure, wanted, shown)
        else:
            assert shown == wanted, figure


@pytest.mark.parametrize("touch", [False, True])
def test_a_link_moves_a_slider_and_back_returns_to_it(open_page: OpenPage, touch: bool) -> None:
    # A window too low to dock a figure.
    page = open_page("risk.html", width=360 if touch else 1280, height=340, has_touch=touch, reduced_motion="reduce")
    word = page.locator('a.set[href*="score-to-beat=248#"]')
    slider = page.locator("#score-to-beat").get_by_role("slider")
    expect(word).to_have_role("button")
    for way in ["touch"] if touch else ["mouse", "Enter", "Space"]:
        word.scroll_into_view_if_needed()
        before = page.evaluate("scrollY")
        if way == "mouse":
            word.click()
        elif way == "touch":
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
        page.locator("#score-to-beat").get_by_role("button", name="Reset").evaluate("button => button.click()")
        expect(slider).not_to_have_attribute("aria-valuetext", re.compile(r"\b248\b"))


def test_without_scripts_a_set_link_is_a_plain_link(open_page: OpenPage) -> None:
    page = open_page("risk.html", java_script_enabled=False)
    page.locator('a.set[href*="score-to-beat=248#"]').click()
    assert page.url.endswith("?score-to-beat=248#score-to-beat")
    expect(page.locator("#score-to-beat .stage")).to_be_in_viewport()
