"""What must hold for each page: accessible, silent, within the screen, complete without JavaScript."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import COLOURS, violations
from tests.browser.conftest import REPORT, ROOT
from tests.browser.test_table_keys import set_text_size

CHAPTERS = [path.stem for path in sorted((ROOT / "content" / "chapters").glob("*.md"))]
PAGES = [*(f"{name}.html" for name in CHAPTERS if "." not in name), "glossary.html"]  # no translations
# Tools, and what stands beside the story.
APPENDICES = ("learning", "machine", "others", "methods", "about")
BESIDE = {"advisor.html", "table.html", *(f"{name}.html" for name in APPENDICES)}
OpenPage = Callable[..., Page]


@pytest.mark.usefixtures("site")
def test_no_page_and_no_caption_is_long() -> None:
    report = json.loads(REPORT.read_text(encoding="utf-8"))
    words = {page["path"]: page["words"] for page in report["pages"] if page.get("words")}
    story = {path: counted["story"] for path, counted in words.items() if path not in BESIDE}
    assert len(story) == 10
    assert sum(story.values()) <= 8_000  # without those in figures
    long = {path: counted["story"] for path, counted in words.items() if counted["story"] > 1_700}
    assert long.keys() == {"others.html"}  # a page to look things up in
    assert report["words"]["captions"]["mean"] <= 30
    assert {path for path, counted in words.items() if counted["captions"]["mean"] > 35} == set()


# A figure comes alive when it comes near the window, soon after the scrolling.
WAKE = """
const stages = [...document.querySelectorAll("figure.widget .stage")].filter(stage => stage.checkVisibility());
for (const stage of stages) {
    const figure = stage.closest("figure.widget");
    stage.scrollIntoView({block: "center", behavior: "instant"});
    for (let frame = 0; frame < 1800 && !figure.classList.contains("alive"); frame++) {
        await new Promise(requestAnimationFrame);
    }
    if (!figure.classList.contains("alive")) throw new Error(`${figure.id} stays still`);
}
return [...document.querySelectorAll("figure.widget")].map(figure => figure.id);
"""


def wake_figures(page: Page) -> None:
    """Scroll through the page so that every figure that its depth shows comes alive, then return to the top."""
    page.evaluate(f"async () => {{{WAKE}}}")
    page.evaluate("window.scrollTo(0, 0)")


# Files that a page asks for before a reader moves, itself included.
MOST_FILES = 18
# What stands elsewhere, or is shown only, in a wide window: all but the text.
ON_A_DESK = "header, nav, aside, footer, figure"
# These hold every kind of part. Only they are checked in the dark, in a wide window and with parts folded: half of the
# time of this file was axe's, and test_overlaps.py checks the dark colours of each figure at 1280 pixels.
ALL_PARTS = ("solving.html", "methods.html", "risk.html", "table.html", "prices.html")


@pytest.mark.parametrize("path", PAGES)
def test_an_open_page_is_still_accessible_and_holds_what_it_holds_without_scripts(
    open_page: OpenPage, path: str
) -> None:
    # In a context that has shown other pages, Chromium also lists fonts that only those have used.
    page = open_page(f"{path}?depth=3", width=360, height=640, apart=path not in BESIDE)
    if path not in BESIDE:
        page.wait_for_load_state("networkidle")
        files = page.evaluate("performance.getEntriesByType('resource').map(({name}) => name)")
        assert len(files) < MOST_FILES, files
    # A reader's first move ends the waiting of what is far; a script that scrolls does not.
    page.evaluate("() => dispatchEvent(new Event('wheel'))")
    expect(page.locator("html.far-waits .page-chapter")).to_have_count(0)
    wake_figures(page)
    assert page.evaluate(SHIFT) <= 0.01

    page.emulate_media(reduced_motion="reduce")
    assert violations(page) == []
    if path in ALL_PARTS:
        page.emulate_media(color_scheme="dark")
        assert violations(page, COLOURS) == [], "in the dark theme"
        page.emulate_media(color_scheme="light")
    for width in (360, 320, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(SCROLL_WIDTH, width) <= width
    wake_figures(page)
    if path in ALL_PARTS:
        assert violations(page, without=COLOURS, within=ON_A_DESK) == [], "in a wide window"

    still = open_page(path, java_script_enabled=False)
    assert page_words(still) == page_words(page)
    assert page.evaluate(STRAIGHT_APOSTROPHES) == []
    has_figures = bool(still.locator(":is(.page-chapter, .page-tool) figure.widget").count())
    assert still.locator(".no-script:visible").count() == has_figures
    assert page.locator(".no-script:visible").count() == 0
    assert still.locator("math").count() == page.locator("math").count()
    pictures = still.locator("figure:not(.steps-figure figure) .stage, .step-still")
    assert pictures.count() >= page.locator("figure.widget, figure.chart").count()
    for parts, height, words in pictures.evaluate_all(PARTS_HEIGHT_WORDS):
        assert parts > 0
        assert height > 60
        assert "enable javascript" not in words.lower()


# What looks different at depth 1, beside all that is not seen.
FOLDED = "details:not([open]) > summary, .depth-control"


# What is open at depth 2 is open at depth 3, and what is folded there is folded at depth 1.
@pytest.mark.parametrize("path", ALL_PARTS)
def test_axe_finds_nothing_where_parts_are_folded(open_page: OpenPage, path: str) -> None:
    page = open_page(f"{path}?depth=1", width=360, reduced_motion="reduce")
    page.evaluate("() => dispatchEvent(new Event('wheel'))")  # a reader moves, and what is far is laid out
    still = f"figure, {FOLDED}"  # figures are alive at depth 3
    assert page.locator(still).count() == 0 or violations(page, within=still, contrast_within=FOLDED) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, COLOURS, within=FOLDED) == []


def test_one_text_that_is_painted_otherwise_is_found_among_those_that_are_alike(open_page: OpenPage) -> None:
    page = open_page("about.html?depth=3", reduced_motion="reduce")
    paint = "(words, style) => { words.at(-1).style = style; words.at(-1).id = 'pale'; }"
    for pale in ("color: #bbb", "background: #444", "opacity: 0.4"):
        page.locator("main section > p:visible").evaluate_all(paint, pale)
        [[_, places]] = violations(page, ["color-contrast"])
        assert 'id="pale"' in places[0], pale


def test_flags_of_commands_stay_whole(open_page: OpenPage) -> None:
    """No width parts a hyphen from the letter after it, and longer code still finds a place to wrap."""
    page = open_page("machine.html?depth=3", width=320)
    assert "-m" in page.locator("main code .whole").all_inner_texts()
    longest = "python -m solver datasets --record --" + "very-long-" * 20 + " " + "x" * 200
    page.locator("main p > code").first.evaluate("(code, words) => code.append(words)", longest)
    lines_of = "flags => flags.map(flag => flag.getClientRects().length)"
    for width in range(320, 480, 8):
        page.set_viewport_size({"width": width, "height": 800})
        assert set(page.locator("main code .whole").evaluate_all(lines_of)) <= {0, 1}, width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_no_line_begins_with_the_mark_behind_a_formula(open_page: OpenPage) -> None:
    page = open_page("risk.html?depth=3", width=320)
    formulas = page.locator("main .whole:has(> math)")
    assert formulas.count() > 20
    begins_a_line = """wholes => wholes.filter(whole => {
        const mark = document.createRange();
        mark.selectNodeContents(whole.lastChild);
        return mark.getBoundingClientRect().right < whole.firstChild.getBoundingClientRect().right;
    }).map(whole => whole.textContent)"""
    for width in range(320, 480, 8):
        page.set_viewport_size({"width": width, "height": 800})
        assert formulas.evaluate_all(begins_a_line) == [], width


# How much has shifted up to the third frame from now.
SHIFT = """async () => {
    const sum = entries => entries.filter(entry => !entry.hadRecentInput).reduce((total, {value}) => total + value, 0);
    let total = 0;
    const observer = new PerformanceObserver(list => total += sum(list.getEntries()));
    observer.observe({type: "layout-shift", buffered: true});
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    await new Promise(resolve => setTimeout(resolve));
    return total + sum(observer.takeRecords());
}"""
# How wide the page is once it has taken its window's width.
SCROLL_WIDTH = """async width => {
    const page = document.documentElement;
    const fits = () => innerWidth === width && page.scrollWidth <= width;
    for (let frame = 0; frame < 3 || (frame < 60 && !fits()); frame++) await new Promise(requestAnimationFrame);
    return page.scrollWidth;
}"""


@pytest.mark.parametrize("name", ["prices", "perfect", "luck", "risk", "more-dice", "mat", "methods"])
def test_text_twice_as_large_stays_within_a_phone(open_page: OpenPage, name: str) -> None:
    page = open_page(f"{name}.html", width=360, height=740, reduced_motion="reduce")
    set_text_size(page, 32)
    try:
        page.evaluate(f"async () => {{{WAKE}}}")
        assert page.evaluate(SCROLL_WIDTH, 360) == 360
    finally:
        set_text_size(page, 16)  # the setting applies to the whole browser


PARTS_HEIGHT_WORDS = """pictures => pictures.map(one =>
    [one.querySelectorAll("svg, table, button, ol").length, one.getBoundingClientRect().height, one.innerText])"""
# Words of the page with an apostrophe that nobody has set; code and formulas have theirs as they are.
STRAIGHT_APOSTROPHES = r"""() => {
    const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
        const {textContent, parentElement} = texts.currentNode;
        if (parentElement.closest("code, pre, math, script")) continue;
        found.push(...(textContent.match(/\p{L}+'\p{L}+/gu) ?? []));
    }
    return found;
}"""


def page_words(page: Page) -> list[str]:
    """Return the texts of paragraphs, headings and list items outside figures; works with scripting off."""
    found = page.locator("main p:not(figure *), main h1, main h2:not(figure *), main li:not(figure *)")
    return [" ".join((text or "").split()) for text in found.all_text_contents()]


def test_the_page_opened_from_disk_reads_like_one_without_javascript(site: Path, browser) -> None:
    context = browser.new_context()
    messages: list[str] = []
    context.on("weberror", lambda error: messages.append(str(error.error)))
    page = context.new_page()
    page.goto((site / "prices.html").as_uri())
    assert page.locator("h1").inner_text()
    assert page.locator(".without-script").first.is_visible()
    assert page.evaluate("getComputedStyle(document.body).fontFamily").startswith('"Source Serif 4')
    assert messages == []
    context.close()
