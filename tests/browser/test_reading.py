"""Depth, theme, glossary, search and charts, as a reader uses them."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from site_builder.settings.words import FOLDER, built_in

OpenPage = Callable[..., Page]


def choose_depth(page: Page, name: str) -> None:
    """Press a label in the bar where it is; a locator's own click would scroll first."""
    box = page.locator(".depth-control label").filter(has_text=name).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_depth_is_cumulative_remembered_and_linkable(open_page: OpenPage) -> None:
    page = open_page("solving.html")
    expect(page.locator("details.depth[open]")).to_have_count(0)
    choose_depth(page, "Code")
    blocks = page.locator("details.depth").count()
    assert blocks >= 4
    expect(page.locator("details.depth[open]")).to_have_count(blocks)
    page.reload()
    expect(page.locator("details.depth[open]")).to_have_count(blocks)
    page.evaluate("localStorage.clear()")
    page.goto(page.url.partition("?")[0] + "?depth=2")
    expect(page.locator("details.depth-2:not([open])")).to_have_count(0)
    expect(page.locator("details.depth-3[open]")).to_have_count(0)


def test_a_link_reaches_its_target_and_a_change_of_depth_keeps_the_position(open_page: OpenPage) -> None:
    page = open_page("solving.html#backwards")
    height = page.evaluate("document.documentElement.scrollHeight")
    under_the_bar = """() => {
        const bar = document.querySelector("header.bar").getBoundingClientRect().bottom;
        const top = document.querySelector("#backwards").getBoundingClientRect().top;
        // The page glides there; the end of that would move what is measured afterwards.
        const rests = scrollY === window.before;
        window.before = scrollY;
        return rests && top >= bar && top <= bar + 40;
    }"""
    page.wait_for_function(under_the_bar)
    expect(page.locator("html")).not_to_have_class(re.compile("far-waits"))
    assert page.evaluate("document.documentElement.scrollHeight") == height  # what is far was laid out for the link
    heading = page.locator("#wave h2")
    heading.evaluate("heading => heading.scrollIntoView({block: 'start', behavior: 'instant'})")
    before = heading.bounding_box()
    choose_depth(page, "Mathematics")
    expect(page.locator("details.depth-2:not([open])")).to_have_count(0)
    after = heading.bounding_box()
    assert before is not None
    assert after is not None
    assert after["y"] == pytest.approx(before["y"], abs=3)


def test_theme_is_chosen_and_remembered(open_page: OpenPage) -> None:
    page = open_page("index.html", color_scheme="light")
    paper = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.locator("button.theme-switch").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    assert page.evaluate(paper) == dark


OUTSIDE = """labels => {
    const control = document.querySelector(".depth-control");
    [...control.querySelectorAll("label")].forEach((label, index) => (label.lastChild.textContent = labels[index]));
    const switchEnd = document.querySelector(".theme-switch").getBoundingClientRect().right;
    const words = [...control.querySelectorAll("label")].map((label) => {
        const range = document.createRange();
        range.selectNodeContents(label.lastChild);
        const [text, around] = [range.getBoundingClientRect(), label.getBoundingClientRect()];
        return text.left < around.left || text.right > around.right ? label.textContent : "";
    });
    const isWide = switchEnd > innerWidth || document.documentElement.scrollWidth > innerWidth;
    return [...words, isWide ? "the bar" : ""];
}"""


def test_the_labels_of_the_bar_fit_in_every_language(open_page: OpenPage) -> None:
    page = open_page("prices.html", width=320)
    for width in (320, 360, 420):
        page.set_viewport_size({"width": width, "height": 900})
        for language in sorted(path.stem for path in FOLDER.glob("*.toml")):
            labels = [built_in(language)[name] for name in ("story", "mathematics", "code")]
            assert "".join(page.evaluate(OUTSIDE, labels)) == "", f"{language} at {width}: {labels}"


def test_a_term_opens_its_popover(open_page: OpenPage) -> None:
    page = open_page("prices.html", has_touch=True)
    term = page.locator("a.concept[data-concept='upper-section-bonus']").first
    popover = page.locator("#concept-upper-section-bonus")
    expect(popover).to_be_hidden()
    for touch in (term.hover, term.focus, term.tap):
        touch()
        expect(popover).to_be_visible()
        expect(popover).to_contain_text("sixty-three")
        page.keyboard.press("Escape")
        expect(popover).to_be_hidden()
        page.mouse.move(0, 0)
        term.evaluate("term => term.blur()")
    assert page.url.split("/")[-1].startswith("prices.html")


def test_the_glossary_links_back(open_page: OpenPage) -> None:
    page = open_page("glossary.html#keep")
    expect(page.locator("#keep")).to_be_in_viewport()
    page.locator("main a[href^='solving.html#']").first.click()
    expect(page).to_have_url(re.compile("solving.html#"))


def test_search_finds_chapters_shows_more_on_request_and_opens_closed_blocks(open_page: OpenPage) -> None:
    page = open_page("index.html")
    page.locator("button.search-open").click()
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("multiset")
    expect(page.locator("dialog a").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("button.search-open").click()
    results = page.locator(".search-results a")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("game")
    expect(results).to_have_count(8)
    page.get_by_role("button", name="More pages").click()
    expect(page.locator(".search-results li:nth-child(9) a")).to_be_focused()
    page.get_by_role("searchbox").fill("refrigerator umbrella")  # no page has both
    expect(results.first).to_be_visible()
    expect(page.locator(".search-status")).to_have_text("No page holds all of these words; these hold some.")
    page.get_by_role("searchbox").fill("inverse temperature")
    expect(page.get_by_role("button", name="More pages")).to_be_hidden()
    inside = results.filter(has_text="What leans, and how far · What do you want?")
    expect(inside).to_contain_text("statistical mechanics")
    inside.click()
    expect(page).to_have_url(re.compile("risk.html#what-leans-and-how-far"))
    expect(page.locator("#what-leans-and-how-far")).to_have_js_property("open", True)
