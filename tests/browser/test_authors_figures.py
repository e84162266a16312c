"""Figures of authors: twenty of Matplotlib, each twice on a page and in two states, and names of any letters."""

from __future__ import annotations

import io
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser.authors_figures import FIGURES, project_files
from tests.browser.conftest import Desks, opening, set_up
from tests.browser.projects import site_of, write_files
from tests.browser.server import static_host
from tests.browser.test_every_page import wake_figures

Open = Callable[..., Page]
WORDS = """picture => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", {willReadFrequently: true});
    const frame = picture.getBoundingClientRect();
    return [...picture.querySelectorAll("svg text")].filter(text => text.checkVisibility()).map(text => {
        canvas.fillStyle = getComputedStyle(text).fill;
        canvas.fillRect(0, 0, 1, 1);
        const {x, y, width, height} = text.getBoundingClientRect();
        const color = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
        return {words: text.textContent, color, box: [x - frame.x, y - frame.y, width, height]};
    });
}"""
PAINT = "([picture], fill) => { for (const text of picture.querySelectorAll('svg text')) text.style.fill = fill; }"
HIDE_STEPS = "hide => { for (const steps of document.querySelectorAll('.steps')) steps.hidden = hide; }"
LEAST = 4.5


@pytest.fixture(scope="module")
def gallery(browser: Browser) -> Iterator[tuple[Desks, str]]:
    """Build the site of all figures, and return what opens it, and its page as it is published."""
    site = site_of("gallery", lambda project: write_files(project, project_files()))
    with static_host(site) as host, set_up(browser, host) as desks:
        yield desks, (site / "index.html").read_text(encoding="utf-8")


@pytest.fixture
def open_gallery(gallery: tuple[Desks, str], request: pytest.FixtureRequest) -> Iterator[Open]:
    """Return a function that opens the page; what it complains of fails the test."""
    with opening(gallery[0], request) as open_one:
        yield open_one


def test_figures_are_drawn_for_both_columns_with_ids_of_their_places(gallery: tuple[Desks, str]) -> None:
    _, page = gallery
    twice = [identifier for identifier, count in Counter(re.findall(r' id="([^"]+)"', page)).items() if count > 1]
    assert twice == []
    for name in FIGURES:
        check_drawings(page, name)


def check_drawings(page: str, name: str) -> None:
    own = re.search(rf'<figure [^>]*id="{name}".*?</figure>', page, re.DOTALL)
    assert own is not None
    drawings = re.findall(r'<div class="layout layout-(wide|narrow)">(<svg.*?</svg>)', own[0], re.DOTALL)[:2]
    assert [layout for layout, _ in drawings] == ["wide", "narrow"]
    for layout, drawing in drawings:
        ids = re.findall(r' id="([^"]+)"', drawing)
        asked = re.findall(r'(?:url\(|href=")#([^")]+)', drawing)
        assert set(asked) <= set(ids)
        assert all(identifier.startswith(f"{name}-{layout}-") for identifier in ids)
        # What is drawn without a colour of its author's has one of the page.
        assert not set(re.findall(r"#000000|#ffffff|#[0-9a-f]{6}", drawing)) & {"#000000", "#ffffff", "#1f5f8b"}
    wide = float(re.search(r'viewBox="0 0 ([\d.]+)', drawings[0][1])[1])  # type: ignore[index]
    assert wide >= float(re.search(r'viewBox="0 0 ([\d.]+)', drawings[1][1])[1])  # type: ignore[index]


def brightness(color: np.ndarray) -> np.ndarray:
    """Return the relative luminance of colours, each a row of three numbers up to 255."""
    part = color / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


# Scroll to a picture, and return its words and its place.
LOOK = f"""([picture]) => {{
    picture.scrollIntoView({{block: "center", behavior: "instant"}});
    const {{x, y, width, height}} = picture.getBoundingClientRect();
    return [({WORDS})(picture), {{x: x + scrollX, y: y + scrollY, width, height, scale: 1}}];
}}"""


def seen(session: CDPSession, clip: dict[str, float]) -> np.ndarray:
    """Return what a place of a page looks like, as rows of pixels; no style is changed for it, as Playwright does."""
    asked = {"clip": clip, "optimizeForSpeed": True, "captureBeyondViewport": False}
    shot = session.send("Page.captureScreenshot", asked)
    return np.asarray(Image.open(io.BytesIO(b64decode(shot["data"]))).convert("RGB")).astype(float)


def pale_words(session: CDPSession, picture: Locator) -> list[str]:
    """Return the words of a picture that are too like what is behind them, where their strokes are."""
    words, clip = picture.evaluate_all(LOOK)
    with_words = seen(session, clip)
    picture.evaluate_all(PAINT, "transparent")
    behind = seen(session, clip)
    picture.evaluate_all(PAINT, "")
    pale = []
    for one in words:
        x, y, width, height = (max(0, round(value)) for value in one["box"])
        part = np.s_[y : y + height + 1, x : x + width + 1]
        strokes = np.abs(with_words[part] - behind[part]).sum(axis=2)
        if strokes.size == 0 or strokes.max() < 1:
            pale.append(f"{one['words']}: not seen")
            continue
        ground = brightness(behind[part][strokes > strokes.max() / 2])
        color = brightness(np.array(one["color"], float))
        contrast = (np.maximum(ground, color) + 0.05) / (np.minimum(ground, color) + 0.05)
        if np.median(contrast) < LEAST:
            pale.append(f"{one['words']}: {np.median(contrast):.1f}")
    return pale


DRAWN = "[...picture.querySelectorAll('.layout')].find(one => one.checkVisibility()).innerHTML"
NOTE = f"([picture]) => {{ picture.before = {DRAWN}; }}"
WAIT = f"""async ([picture]) => {{
    for (let frame = 0; {DRAWN} === picture.before; frame++) {{
        if (frame === 1800) throw new Error("the drawing is the same");
        await new Promise(requestAnimationFrame);
    }}
}}"""


def move(page: Page, name: str, key: str, value: str) -> Locator:
    """Move a figure to its other state, and return its picture once it shows another drawing."""
    figure = page.locator(f"#{name}")
    picture = figure.locator(".stage .explorable-picture")
    picture.evaluate_all(NOTE)
    figure.get_by_role("slider").press(key)
    expect(figure.get_by_role("slider")).to_have_js_property("value", value)
    picture.evaluate_all(WAIT)
    return picture


def test_readers_see_both_states_with_readable_text(open_gallery: Open) -> None:
    page = open_gallery(reduced_motion="reduce")
    wake_figures(page)
    session = page.context.new_cdp_session(page)
    pale: dict[str, list[str]] = {}
    for width, theme, key, value in (1280, "light", "ArrowRight", "1"), (360, "dark", "ArrowLeft", "0"):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        page.evaluate(HIDE_STEPS, True)  # half of the page, of which each frame would take account
        for name in FIGURES:
            pale[f"{name} {theme}"] = pale_words(session, move(page, name, key, value))
        page.evaluate(HIDE_STEPS, False)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not any(pale.values()), pale
    session.detach()
    twice = page.evaluate(
        "() => { const ids = [...document.querySelectorAll('[id]')].map(one => one.id);"
        " return ids.filter((id, at) => ids.indexOf(id) !== at); }"
    )
    assert twice == []


def test_paper_has_both_states(open_gallery: Open) -> None:
    page = open_gallery(width=673, color_scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")
    for name in FIGURES:
        shown = page.locator(f"#{name} .explorable-stills svg:visible")
        assert shown.count() == 2
        assert shown.nth(0).inner_html() != shown.nth(1).inner_html()
    shown = page.locator("#lines .explorable-stills figure").first
    assert "system-ui" in shown.locator("svg:visible").evaluate("svg => getComputedStyle(svg).fontFamily")
    assert all(sum(one["color"]) < 330 for one in shown.evaluate(WORDS)), "black on white, whatever the screen's theme"


NFD = "ho\u0308jd"


# Links of earlier builds, in other Unicode normalization forms, and percent-encoded.
LINKS = {"?höjd=höjd-5": 5, f"?höjd={NFD}-5": 5, "?h%C3%B6jd=h%C3%B6jd-7.färg-bla": 7}


def test_names_may_have_any_letters(open_gallery: Open) -> None:
    page = open_gallery("names.html", reduced_motion="reduce")
    figure = page.locator("#höjd")
    sentence = figure.locator(".stage .explorable-sentence")
    for query, height in LINKS.items():
        page.goto(page.url.partition("?")[0] + query)
        figure.locator(".stage").scroll_into_view_if_needed()
        expect(sentence).to_contain_text(f"Höjden {height} ger {2 * height}.0")
        expect(figure).to_have_class(re.compile(r"\balive\b"))
    expect(sentence).to_contain_text("blå")
    figure.get_by_role("button", name="Reset").click()
    expect(sentence).to_contain_text("Höjden 3 ger 6.0")
    slider = figure.get_by_role("slider", name="Höjd")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text("Höjden 4 ger")
    scrub = page.locator(".scrub[data-figure=höjd]")
    expect(scrub).to_have_text("4")
    expect(page.locator(".readout[data-figure=höjd]")).to_have_text("8.0")
    expect(page).to_have_url(re.compile("h%C3%B6jd=h%C3%B6jd-4"))
    scrub.focus()
    page.keyboard.press("Home")
    expect(sentence).to_contain_text("Höjden 1 ger")
    page.get_by_role("button", name="nio").click()
    expect(sentence).to_contain_text("Höjden 9 ger 18.0, blå")
    figure.get_by_role("checkbox", name="Öppen").check()
    expect(sentence).to_contain_text("öppen True")
    page.get_by_role("combobox", name="färg").select_option("röd")
    expect(sentence).to_contain_text("röd")
