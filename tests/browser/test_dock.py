"""Words and numbers move figures before the reader's eyes: in sight, standing by, or with a way back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

OpenPage = Callable[..., Page]
WORDS = "main :is(.scrub, .readout, .pick, a.set)"
WINDOWS = [(1280, 800), (390, 844)]
# Brings a word before the eyes, and waits until its figure is in its place and can be seen there, or stands by.
IN_SIGHT = """([index, least]) => new Promise((done) => {
  const words = [...document.querySelectorAll("main :is(.scrub, .readout, .pick, a.set)")];
  const word = words.filter((one) => one.checkVisibility())[index];
  if (!word) return done(null);
  const figure = document.getElementById(word.dataset.figure ?? decodeURIComponent(new URL(word.href).hash.slice(1)));
  const stage = figure.querySelector(".stage");
  const until = performance.now() + 20000;
  word.scrollIntoView({block: "center", behavior: "instant"});
  const look = () => {
    const box = stage.getBoundingClientRect();
    const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
    const seen = Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, bar));
    const share = seen / Math.min(box.height, innerHeight - bar);
    const hand = word.getBoundingClientRect();
    const covered = hand.left < box.right && box.left < hand.right && hand.top < box.bottom && box.top < hand.bottom;
    const found = {figure: figure.id, words: word.textContent, leads: word.matches("a.set"), share, covered,
      docked: figure.classList.contains("docked"), height: box.height / innerHeight,
      settled: !figure.classList.contains("docking")};
    if ((share >= least && found.settled) || performance.now() > until || found.leads) done(found);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
HIGH = "word => scrollBy({top: word.getBoundingClientRect().top - 0.45 * innerHeight, behavior: 'instant'})"
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput, sources} of list.getEntries()) {
      const inSteps = sources.every(({node}) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest(".steps"));
      if (!hadRecentInput && !inSteps) shifts.push(value);
    }
  }).observe({type: "layout-shift", buffered: true});
}"""


def pages_with_words(site: Path) -> list[str]:
    """Return the pages on which words or numbers move figures."""
    marks = re.compile(r'class="(?:scrub|readout|pick|set)\b')
    return sorted(path.name for path in site.glob("*.html") if marks.search(path.read_text(encoding="utf-8")))


def lay_out(page: Page) -> None:
    """Wait until all is laid out, as a reader's first move has it; scripts that scroll make none."""
    expect(page.locator("html")).not_to_have_class(re.compile("far-waits"))


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_no_word_or_number_moves_a_figure_out_of_sight(
    open_page: OpenPage, site: Path, width: int, height: int
) -> None:
    files = pages_with_words(site)
    assert len(files) > 5
    stood_by = 0
    page = open_page(files[0], width=width, height=height, reduced_motion="reduce")
    for file in files:
        page.goto(page.url.rpartition("/")[0] + "/" + file)
        lay_out(page)
        page.evaluate(SHIFTS)
        for index in range(page.locator(WORDS).count()):
            found = page.evaluate(IN_SIGHT, [index, 0.2])
            if found is None:
                break
            told = f"{file}: {found}"
            stood_by += found["docked"]
            assert not (found["docked"] and found["covered"]), told
            if width < 500 and found["docked"]:
                assert found["height"] <= 1 / 3, told
            assert found["share"] >= 0.2 or found["leads"], told
        assert sum(page.evaluate("shifts")) <= 0.01, file
    assert stood_by > 10


@pytest.mark.parametrize(("width", "height"), [(1280, 560), (390, 844)])
def test_a_word_whose_figure_cannot_stand_by_leads_to_it_and_back(open_page: OpenPage, width: int, height: int) -> None:
    page = open_page("risk.html", width=width, height=height, reduced_motion="reduce")
    figure = page.locator("#different-past")
    word = page.locator("a.set[href*='different-past=149']")
    lay_out(page)
    word.evaluate(HIGH)
    word.click()
    expect(figure).to_have_class(re.compile(r"\bdocked\b"))
    expect(page.locator(".way-back")).to_have_count(0)
    figure.get_by_role("button", name="Close").click()
    expect(figure).not_to_have_class(re.compile(r"\bdocked\b"))
    figure.evaluate("figure => delete figure.dataset.dock")  # as a figure of which nothing says that it stands by
    word.click()
    back = page.get_by_role("button", name="Back to the words")
    expect(figure.locator(".stage")).to_be_in_viewport(ratio=0.25)
    back.click()
    expect(word).to_be_focused()
    expect(word).to_be_in_viewport()
    expect(back).to_have_count(0)


def test_paper_has_figures_in_their_places(open_page: OpenPage) -> None:
    page = open_page("risk.html", height=560, reduced_motion="reduce")
    figure = page.locator("#different-past")
    lay_out(page)
    page.locator("a.set[href*='different-past=148']").evaluate(HIGH)
    expect(figure).to_have_class(re.compile(r"\bdocked\b"))
    page.emulate_media(media="print")
    expect(figure.locator(".stage")).to_have_css("position", "relative")
    expect(figure.locator(".dock-close")).to_be_hidden()
