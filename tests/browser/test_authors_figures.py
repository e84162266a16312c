"""Figures of authors: twenty of Matplotlib, each twice on a page and in two states, and names of any letters."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.authors_figures import FIGURES, project_files
from tests.browser.conftest import Desks, opening, set_up
from tests.browser.projects import site_of, write_files
from tests.browser.server import static_host

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
PAINT = "(picture, fill) => { for (const text of picture.querySelectorAll('svg text')) text.style.fill = fill; }"
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


def seen(picture: Locator) -> np.ndarray:
    """Return what a picture looks like, as rows of pixels."""
    return np.asarray(Image.open(io.BytesIO(picture.screenshot())).convert("RGB")).astype(float)


def pale_words(picture: Locator) -> list[str]:
    """Return the words of a picture that are too like what is behind them, where their strokes are."""
    words = picture.evaluate(WORDS)
    with_words = seen(picture)
    picture.evaluate(PAINT, "transparent")
    behind = seen(picture)
    picture.evaluate(PAINT, "")
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


@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (360, "dark")])
def test_readers_see_both_states_with_words_that_can_be_read(open_gallery: Open, width: int, theme: str) -> None:
    page = open_gallery(width=width, reduced_motion="reduce", color_scheme=theme)
    pale: dict[str, list[str]] = {}
    for name in FIGURES:
        figure = page.locator(f"#{name}")
        figure.locator(".stage").scroll_into_view_if_needed()
        expect(figure).to_have_class(re.compile(r"\balive\b"))
        picture = figure.locator(".stage .explorable-picture")
        before = picture.locator(".layout:visible").inner_html()
        figure.get_by_role("slider").focus()
        page.keyboard.press("ArrowRight")
        expect(figure.get_by_role("slider")).to_have_js_property("value", "1")
        page.wait_for_function(
            "([id, before]) => [...document.querySelectorAll(`#${id} .stage .layout`)]"
            ".find(one => one.checkVisibility()).innerHTML !== before",
            arg=[name, before],
        )
        pale[name] = pale_words(picture)
    assert not any(pale.values()), pale
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
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


@pytest.mark.parametrize(
    ("query", "height"), [("", 3), ("?höjd=höjd-5", 5), (f"?höjd={NFD}-5", 5), ("?h%C3%B6jd=h%C3%B6jd-7.färg-bla", 7)]
)
def test_names_may_have_any_letters(open_gallery: Open, query: str, height: int) -> None:
    page = open_gallery(f"names.html{query}", reduced_motion="reduce")
    figure = page.locator("#höjd")
    figure.locator(".stage").scroll_into_view_if_needed()
    expect(figure).to_have_class(re.compile(r"\balive\b"))
    sentence = figure.locator(".stage .explorable-sentence")
    expect(sentence).to_contain_text(f"Höjden {height} ger {2 * height}.0")
    if height == 7:
        expect(sentence).to_contain_text("blå")
    slider = figure.get_by_role("slider", name="Höjd")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(sentence).to_contain_text(f"Höjden {height + 1} ger")
    expect(page.locator(".scrub[data-figure=höjd]")).to_have_text(str(height + 1))
    expect(page.locator(".readout[data-figure=höjd]")).to_have_text(f"{2 * height + 2}.0")
    expect(page).to_have_url(re.compile(rf"h%C3%B6jd=h%C3%B6jd-{height + 1}"))
    scrub = page.locator(".scrub[data-figure=höjd]")
    scrub.focus()
    page.keyboard.press("Home")
    expect(sentence).to_contain_text("Höjden 1 ger")
    page.get_by_role("button", name="nio").click()
    expect(sentence).to_contain_text("Höjden 9 ger 18.0, blå")
    figure.get_by_role("checkbox", name="Öppen").check()
    expect(sentence).to_contain_text("öppen True")
    page.get_by_role("combobox", name="färg").select_option("röd")
    expect(sentence).to_contain_text("röd")
