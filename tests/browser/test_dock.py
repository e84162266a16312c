"""Words and numbers move figures before the reader's eyes: in sight, standing by, or with a way back."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake
from tests.browser.test_sets import check_sets
from tests.browser.ways import scroll_to

OpenPage = Callable[..., Page]
WORDS = "main :is(.scrub, .readout, .pick, a.set)"
# In which windows to look at the words of each paragraph, or only at the first ones that move a figure.
WINDOWS = {(1280, 800): "paragraph", (390, 844): "figure", (360, 640): "paragraph"}
# As strips they show all of their picture, small.
WHOLE = {"last-box", "turn-solver", "score-events", "score-to-beat", "different-past"}
# Scrolls to the words of a paragraph that move one figure, and waits until the figure is visible, in place or docked.
IN_SIGHT = """([index, least, each]) => new Promise((done) => {
  const seen = {visibilityProperty: true, opacityProperty: true};
  const sizeOf = ({width, height}) => width * height;
  const picturesOf = (stage) => [...stage.querySelectorAll("svg:not(svg svg)")];
  const pictureOf = (stage) => picturesOf(stage).filter((svg) => svg.checkVisibility(seen))
    .sort((a, b) => sizeOf(b.getBoundingClientRect()) - sizeOf(a.getBoundingClientRect()))[0];
  const smallIn = (stage, box) => {  // words that can be seen and are smaller than 12 pixels, scaled as they are
    const found = [];
    const texts = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!text.data.trim() || !parent.checkVisibility(seen)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const place = range.getBoundingClientRect();
      const [wide, high] = [Math.min(place.right, box.right) - Math.max(place.left, box.left),
        Math.min(place.bottom, box.bottom) - Math.max(place.top, box.top)];
      if (high <= 0 || wide < 2) continue;  // what only voices tell is a point
      const scale = parent.getScreenCTM?.();
      const size = parseFloat(getComputedStyle(parent).fontSize) * (scale ? Math.hypot(scale.a, scale.b) : 1);
      if (size < 11.9) found.push(`${text.data.trim()}: ${size}`);
    }
    return found;
  };
  const figureOf = (one) => one.dataset.figure ?? decodeURIComponent(new URL(one.href).hash.slice(1));
  const placeOf = (one) => one.closest("p, li, td, dd") ?? one;
  const isBeside = (one, other) => each === "figure" || placeOf(one) === placeOf(other);
  const isWith = (one) => (other) => isBeside(one, other) && figureOf(one) === figureOf(other);
  const all = [...document.querySelectorAll("main :is(.scrub, .readout, .pick, a.set)")];
  const seenWords = all.filter((one) => one.checkVisibility());
  const word = seenWords.filter((one, at) => seenWords.findIndex(isWith(one)) === at)[index];
  if (!word) return done(null);
  const words = seenWords.filter(isWith(word));
  const figure = document.getElementById(figureOf(word));
  const stage = figure.querySelector(".stage");
  const until = performance.now() + 20000;
  word.scrollIntoView({block: "center", behavior: "instant"});
  const look = () => {
    const box = stage.getBoundingClientRect();
    const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
    const seen = Math.max(0, Math.min(box.bottom, innerHeight) - Math.max(box.top, bar));
    const share = seen / Math.min(box.height, innerHeight - bar);
    const from = stage.querySelector("[data-dock-from], .explorable-picture");
    const asks = from !== null && !from.checkVisibility({visibilityProperty: true});
    const named = (from ?? pictureOf(stage))?.getBoundingClientRect() ?? box;
    const shown = Math.min(named.bottom, box.bottom) - Math.max(named.top, box.top);
    const strip = document.documentElement.classList.contains("dock-strip");
    const cross = figure.querySelector(":scope > .dock-close")?.getBoundingClientRect();
    const isShown = (svg) => svg.checkVisibility({visibilityProperty: true});
    const plots = from ? picturesOf(from).filter(isShown) : [];
    const cut = plots.flatMap((svg) => {
      const {left, right, top, bottom, width, height} = svg.getBoundingClientRect();  // dice and bars are none
      const isClear = !strip || cross === undefined || right <= cross.left + 1;
      const isSeen = top >= box.top - 1 && bottom <= box.bottom + 1 && isClear;
      const isPlot = height > 32 && width >= stage.clientWidth / 2;
      return isPlot && !isSeen ? [[left, top, right, bottom].map(Math.round)] : [];
    });
    const axes = plots.flatMap((svg) => [...svg.querySelectorAll(".role-axis-label")]);
    const bare = axes.flatMap((axis) => {  // axes that do not tell their numbers any more
      const numbers = [...axis.querySelectorAll("text")].filter(({textContent}) => textContent);
      return numbers.length > 2 && numbers.filter(isShown).length < 2 ? [axis.textContent] : [];
    });
    const covered = words.some((one) => {
      const hand = one.getBoundingClientRect();
      return hand.left < box.right && box.left < hand.right && hand.top < box.bottom && box.top < hand.bottom;
    });
    const leads = words.every((one) => one.matches("a.set"));
    const found = {figure: figure.id, words: word.textContent, leads, share, covered,
      docked: figure.classList.contains("docked"), height: box.height / innerHeight,
      asks, cut, bare, shown: shown / Math.min(named.height, 120), whole: shown / named.height,
      small: smallIn(stage, box), settled: !figure.classList.contains("docking")};
    const asksHere = asks && innerWidth < 500;
    const late = performance.now() > (leads ? until - 15000 : until);
    if ((share >= least && found.settled) || late || asksHere) done(found);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""
# Figures that words of the prose move, and that are neither docked nor in view beside steps.
FIXED = f"""() => [...document.querySelectorAll("{WORDS}")]
  .map((word) => document.getElementById(word.dataset.figure ?? decodeURIComponent(new URL(word.href).hash.slice(1))))
  .filter((figure) => figure.dataset.dock === undefined && !figure.closest(".steps")).map((figure) => figure.id)"""
HIGH = "word => scrollBy({top: word.getBoundingClientRect().top - 0.45 * innerHeight, behavior: 'instant'})"
# Ten frames: whatever a step or a figure has begun by then is drawn.
FRAMES = """async () => {
  for (let frame = 0; frame < 10; frame += 1) await new Promise(requestAnimationFrame);
}"""
# Height of the picture beside a step that must be scrolled to.
HIDDEN_OF_STEPS = """step => {
  const stage = step.closest(".steps").querySelector(".stage");
  return stage.scrollHeight - stage.clientHeight;
}"""
SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput, sources} of list.getEntries()) {
      const inSteps = sources.every(({node}) => (node?.nodeType === 1 ? node : node?.parentElement)?.closest(".steps"));
      const names = sources.map(({node}) => node?.id || node?.className || node?.textContent?.slice(0, 40) || "gone");
      if (!hadRecentInput && !inSteps) shifts.push([value, ...names]);
    }
  }).observe({type: "layout-shift"});
}"""


def pages_with_words(site: Path) -> list[str]:
    """Return the pages on which words or numbers move figures."""
    marks = re.compile(r'class="(?:scrub|readout|pick|set)\b')
    return sorted(path.name for path in site.glob("*.html") if marks.search(path.read_text(encoding="utf-8")))


def lay_out(page: Page) -> None:
    """Wait until all is laid out, as a reader's first move has it; scripts that scroll make none."""
    expect(page.locator("html")).not_to_have_class(re.compile("far-waits"))


def check_words(page: Page, file: str, width: int, each: str) -> tuple[int, list[str]]:
    """Scroll to all words; return how many figures are docked then, and the words that scroll away to their figure."""
    stood_by, jumps = 0, list[str]()
    for index in range(page.locator(WORDS).count()):
        found = page.evaluate(IN_SIGHT, [index, 0.2, each])
        if found is None:
            break
        told = f"{file} at {width}: {found}"
        stood_by += found["docked"]
        assert not (found["docked"] and found["covered"]), told
        if width < 500 and found["docked"]:
            assert found["height"] <= 1 / 3, told
            assert found["whole"] >= 0.9 or found["figure"] not in WHOLE or not found["settled"], told
        asks_in_its_place = found["asks"] and width < 500
        if found["share"] < 0.2 and found["leads"] and not asks_in_its_place:
            jumps.append(told)  # there is no room; the word leads to its figure, and a button back
        else:
            assert found["share"] >= 0.2 or asks_in_its_place, told
        if found["docked"] and found["settled"]:
            assert found["small"] == [], told
            assert found["shown"] >= 0.9 or found["asks"], told
            assert found["cut"] == [] or found["asks"], told  # the part that the words refer to is visible as a whole
            assert found["bare"] == [], told
    return stood_by, jumps


def test_links_and_numbers_set_figures_and_keep_them_visible(open_page: OpenPage, site: Path) -> None:
    files = pages_with_words(site)
    assert len(files) > 5
    stood_by, jumps = Counter[int](), defaultdict[int, list[str]](list)
    page = open_page(files[0], reduced_motion="reduce")
    for file in files:
        page.goto(page.url.rpartition("/")[0] + "/" + file)
        lay_out(page)
        assert page.evaluate(FIXED) == []
        for (width, height), each in WINDOWS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
            page.evaluate(FRAMES)
            page.evaluate(SHIFTS)
            stood, jumped = check_words(page, file, width, each)
            stood_by[width] += stood
            jumps[width] += jumped
            shifts = page.evaluate("shifts")
            assert sum(value for value, *_names in shifts) <= 0.01, (file, width, shifts)
        page.set_viewport_size({"width": 1280, "height": 900})
        check_sets(page)
    for (width, _), each in WINDOWS.items():
        assert stood_by[width] > (10 if each == "paragraph" else 5)
        assert len(jumps[width]) <= (width > 500), jumps


@pytest.mark.parametrize(("width", "height"), [(1280, 560), (390, 844)])
def test_a_link_scrolls_to_an_undockable_figure_and_back(open_page: OpenPage, width: int, height: int) -> None:
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
    figure.evaluate("figure => delete figure.dataset.dock")  # as a figure without the option
    word.click()
    back = page.get_by_role("button", name="Back to the words")
    expect(figure.locator(".stage")).to_be_in_viewport(ratio=0.25)
    back.click()
    expect(word).to_be_focused()
    expect(word).to_be_in_viewport()
    expect(back).to_have_count(0)


def test_text_does_not_move_when_a_grown_figure_is_undocked(open_page: OpenPage) -> None:
    page = open_page("solving.html", height=900, reduced_motion="reduce")
    figure, below = page.locator("#last-box"), page.locator("a.set[href$='#turn-solver']").first
    lay_out(page)
    word = page.locator("a.set[href$='#last-box']")
    word.evaluate(HIGH)
    expect(figure).to_have_class(re.compile(r"\bdocked\b"))
    room = "figure => parseFloat(figure.style.getPropertyValue('--dock-room'))"
    top = "words => words.getBoundingClientRect().top"
    before, pressed = figure.evaluate(room), word.evaluate(top)
    word.click()
    page.wait_for_function(
        f"([figure, before]) => ({room})(figure) > before + 100", arg=[figure.element_handle(), before]
    )
    assert abs(word.evaluate(top) - pressed) < 1
    reading = below.evaluate(f"(words) => {{ ({HIGH})(words); return ({top})(words); }}")
    expect(figure).not_to_have_class(re.compile(r"\bdocked\b"))
    assert abs(below.evaluate(top) - reading) < 1


def test_a_strip_waits_until_its_figure_has_been_answered(open_page: OpenPage) -> None:
    page = open_page("perfect.html", width=390, height=844, reduced_motion="reduce")
    lay_out(page)
    figure = awake(page, "score-curve")
    number = page.locator(".scrub[data-figure=score-curve]").first
    number.evaluate(HIGH)
    page.evaluate(FRAMES)
    expect(figure).not_to_have_class(re.compile(r"\bdocked\b"))
    expect(figure.locator(".ends-field")).to_be_hidden()
    number.focus()
    page.keyboard.press("ArrowRight")  # moving it from the prose skips the question
    expect(figure).to_have_class(re.compile(r"\bdocked\b"))
    expect(figure.locator(".ends-field")).to_be_in_viewport()
    page.emulate_media(media="print")  # On paper figures are in their places.
    expect(figure.locator(".stage")).to_have_css("position", "relative")
    expect(figure.locator(".dock-close")).to_be_hidden()


# The words and the place of each shape: a still and what a figure draws itself may write the same line in two ways.
SHAPES = """all => all.map((svg) => [...svg.querySelectorAll("path, line, text")].map((one) => {
    const {x, y, width, height} = one.getBBox();
    return [one.textContent, x, y, width, height];
}))"""


def test_drawings_are_as_they_were_once_their_strip_is_closed(open_page: OpenPage) -> None:
    page = open_page("more-dice.html", width=390, height=844, reduced_motion="reduce")
    lay_out(page)
    for figure in ("throw-worth", "six-dice"):
        place = awake(page, figure)
        if figure == "six-dice":
            skip = place.get_by_role("button", name="Just show me")
            skip.click()
            expect(skip).to_be_hidden()
        page.evaluate(FRAMES)
        drawings = place.locator(".stage svg:visible")
        before = drawings.evaluate_all(SHAPES)
        words = page.locator(f"main p:has(a.set[href$='#{figure}'])").first
        words.evaluate(HIGH)
        expect(place).to_have_class(re.compile(r"\bdocked\b"))
        page.evaluate(FRAMES)
        assert drawings.evaluate_all(SHAPES) != before
        place.get_by_role("button", name="Close").click()
        expect(place).not_to_have_class(re.compile(r"\bdocked\b"))
        page.evaluate(FRAMES)
        after = drawings.evaluate_all(SHAPES)
        assert [[words for words, *_ in one] for one in after] == [[words for words, *_ in one] for one in before]
        for was, now in zip(before, after, strict=True):
            assert [size for _, *box in now for size in box] == pytest.approx(
                [size for _, *box in was for size in box], abs=0.2
            )


def test_the_picture_of_a_strip_does_not_move_when_text_above_it_grows(open_page: OpenPage) -> None:
    page = open_page("two-halves.html", width=390, height=844, reduced_motion="reduce")
    lay_out(page)
    stage = page.locator("#optimist .stage")
    word = page.locator("a.set[href*='optimist=100']")
    word.evaluate(HIGH)
    expect(page.locator("#optimist")).to_have_class(re.compile(r"\bdocked\b"))
    below = """stage => stage.querySelector('[data-dock-from]').getBoundingClientRect().top
        - stage.getBoundingClientRect().top - parseFloat(getComputedStyle(stage).paddingTop)"""
    word.click()
    expect(stage).to_contain_text("none less than")
    expect(stage.get_by_text("none less than")).to_be_hidden()  # of which half a line would be seen
    page.evaluate(FRAMES)
    assert abs(stage.evaluate(below)) < 1


@pytest.mark.parametrize("file", ["risk.html", "solving.html"])
def test_steps_on_a_telephone_move_nothing_else_and_are_seen_whole_on_a_low_one(open_page: OpenPage, file: str) -> None:
    page = open_page(file, width=390, height=844, reduced_motion="reduce")
    lay_out(page)
    page.evaluate(SHIFTS.replace("&& !inSteps", ""))
    steps = page.locator(".step").all()
    assert len(steps) >= 4
    for step in steps:
        read(page, step)
    assert sum(value for value, *_names in page.evaluate("shifts")) <= 0.01
    page.set_viewport_size({"width": 360, "height": 640})
    for step in steps:
        read(page, step)
        assert step.evaluate(HIDDEN_OF_STEPS) <= 0
        panels = page.locator("#risk-dial .risk-panels:visible")
        assert panels.evaluate_all("all => all.every(panel => panel.scrollHeight <= panel.clientHeight)")


def read(page: Page, step: Locator) -> None:
    """Scroll until a step is read, and what it shows is drawn."""
    scroll_to(step, "end")
    expect(step).to_have_class(re.compile(r"\bcurrent\b"))
    page.evaluate(FRAMES)
