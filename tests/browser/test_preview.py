"""The preview updates the open page after every save, and preserves the scroll position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import quiet_page
from tests.browser.preview_host import CHAPTER, PreviewHost, serving
from tests.browser.server import static_host

WORDS = "Hot coffee loses"
SCRIPT = "data/cooling.py"
HOLD = """    while not (let := __import__("pathlib").Path("let")).exists() or not let.read_text():
        __import__("time").sleep(0.02)
    assert let.read_text() == "go"
"""
DATA_MADE = 60_000  # milliseconds: a program starts and computes, and a build follows, on a busy machine
LATER = "It does not depend on how hot"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PreviewHost]:
    """Serve one project for all tests; each edits its own words."""
    with serving(tmp_path_factory.mktemp("preview") / "essay") as running:
        yield running


@pytest.fixture
def page(browser: Browser, host: PreviewHost) -> Iterator[Page]:
    with quiet_page(browser, viewport={"width": 1000, "height": 700}) as opened:
        opened.goto(host.address + "cooling.html")
        # Lost when the page is reloaded.
        opened.evaluate("window.sameDocument = true")
        yield opened


def is_same_document(page: Page) -> bool:
    return bool(page.evaluate("window.sameDocument === true"))


def test_an_error_covers_the_last_good_page_until_it_is_fixed(host: PreviewHost, page: Page) -> None:
    host.edit(CHAPTER, WORDS, f":::chort\n:::\n\n{WORDS}")
    overlay = page.locator("site-problems")
    expect(overlay).to_be_visible()
    expect(overlay).to_contain_text("content/chapters/cooling.md:13:")
    expect(overlay).to_contain_text(":::chort")
    expect(overlay).to_contain_text("^^^^")
    expect(page.get_by_text(WORDS)).to_be_visible()
    host.edit(CHAPTER, ":::chort\n:::\n\n", "")
    expect(overlay).to_have_count(0)
    assert is_same_document(page)


def test_a_save_is_patched_in_and_scroll_focus_and_open_blocks_are_preserved(host: PreviewHost, page: Page) -> None:
    block = page.locator("details.depth-2")
    block.locator("summary").click()
    later = page.get_by_text(LATER)
    later.scroll_into_view_if_needed()
    page.locator("#curves .figure-data summary").evaluate("summary => summary.focus({preventScroll: true})")
    before = later.bounding_box()
    host.edit(CHAPTER, WORDS, "A new first paragraph that is longer than a line of the page.\n\n" * 6 + "Very " + WORDS)
    expect(page.get_by_text(f"Very {WORDS}")).to_have_count(1)
    after = later.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
    assert page.evaluate("scrollY") > 0
    expect(block).to_have_attribute("open", "")
    expect(page.locator("details.depth-3")).not_to_have_attribute("open", "")
    expect(page.locator("#curves .figure-data summary")).to_be_focused()
    assert is_same_document(page)


def test_a_mounted_figure_is_unchanged_unless_its_markup_changes(host: PreviewHost, page: Page) -> None:
    page.goto(host.address)
    page.evaluate("window.sameDocument = true")
    flask = page.get_by_role("button", name="flask", exact=True).locator("visible=true")
    page.locator("#cup .stage").scroll_into_view_if_needed()
    page.wait_for_selector("#cup.alive")
    flask.click()
    expect(flask).to_have_attribute("aria-pressed", "true")
    host.edit("content/chapters/index.md", "You pour a cup", "You pour another cup")
    expect(page.get_by_text("You pour another cup")).to_be_visible()
    expect(flask).to_have_attribute("aria-pressed", "true")
    host.edit("content/site.toml", "minute = 10", "minute = 50")
    page.wait_for_selector('#cup.alive[data-state*="50"]')
    page.get_by_role("button", name="paper cup").locator("visible=true").click()
    expect(page.locator(".cup-words >> visible=true")).to_contain_text("in the paper cup")
    assert is_same_document(page)


def test_a_changed_style_and_a_changed_widget_are_replaced(host: PreviewHost, page: Page) -> None:
    page.goto(host.address)
    page.evaluate("window.sameDocument = true")
    host.edit("static/css/essay/widgets/cup.css", ".cup {", "h1 { color: rgb(1, 2, 3); }\n.cup {")
    expect(page.locator("h1")).to_have_css("color", "rgb(1, 2, 3)")
    assert is_same_document(page)
    page.locator("#cup .stage").scroll_into_view_if_needed()
    page.wait_for_selector("#cup.alive")
    before = page.locator("#cup").get_attribute("data-module") or ""
    host.edit("static/js/essay/widgets/cup.js", "just right", "exactly right")
    page.wait_for_selector(f'#cup.alive:not([data-module="{before}"])')
    slider = page.locator("#cup").get_by_role("slider").locator("visible=true")
    slider.fill("40")
    expect(page.locator(".cup-words >> visible=true")).to_contain_text("exactly right")


def test_changed_assumptions_reach_the_page_through_the_data_command(host: PreviewHost, page: Page) -> None:
    host.edit("data/cooling.py", '"mug": 42.0', '"mug": 51.0')
    expect(page.get_by_text("51 for the mug")).to_be_visible(timeout=DATA_MADE)


def hold_data(project: Path) -> None:
    """Let the data command of a project wait for a file "let" with a word in it, and fail unless that is "go"."""
    script = project / SCRIPT
    script.write_text(script.read_text().replace("    publish(", f"{HOLD}    publish("))


def test_a_page_shows_that_data_are_being_computed_and_is_filled_in(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "essay", hold_data) as host:
        context = browser.new_context(viewport={"width": 360, "height": 700})
        page = context.new_page()
        page.goto(host.address)
        notice = page.get_by_role("status").filter(
            has_text="This page waits for 3 of 3 data sets: assumptions, cooling, vessels."
        )
        expect(notice).to_be_in_viewport(ratio=1)
        expect(notice).to_contain_text(re.compile(r"0:(?!00)\d\d|[1-9]\d*:\d\d"))  # the seconds go on
        expect(page.locator("#cup.waiting")).to_contain_text("This figure waits for assumptions, vessels.")
        expect(page.locator("#warm.waiting")).to_contain_text("This figure waits for assumptions, cooling.")
        host.edit("content/chapters/index.md", "You pour a cup", "You pour another cup")
        expect(page.get_by_text("You pour another cup")).to_be_visible()
        (host.project / "let").write_text("fail")
        expect(page.locator("css=site-problems b")).to_contain_text(
            SCRIPT, timeout=DATA_MADE
        )  # at the author's own line
        expect(page.locator("site-problems")).to_contain_text("AssertionError")
        host.edit("content/chapters/index.md", "You pour another cup", "You pour a third cup")
        expect(page.get_by_text("You pour a third cup")).to_be_visible()
        (host.project / "let").write_text("go")
        host.edit(SCRIPT, '"mug": 42.0', '"mug": 43.0')
        page.wait_for_selector("#warm.alive", timeout=DATA_MADE)
        expect(page.locator("site-problems, .data-notice, .waiting")).to_have_count(0, timeout=DATA_MADE)
        context.close()


def test_the_search_works_under_the_policy_of_the_page(host: PreviewHost, page: Page) -> None:
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("thermometer")
    expect(page.locator(".search-results a").first).to_contain_text("The rule behind it")


STEAL = """async (address) => {
  const loaded = (element, name) => new Promise((resolve) => {
    element.onload = () => resolve("loaded");
    element.onerror = () => resolve("refused");
    element[name] = address + (name === "src" && element.tagName === "SCRIPT" ? "_preview/client.js" : "");
    document.body.append(element);
  });
  const socket = new Promise((resolve) => {
    const channel = new WebSocket(address.replace("http", "ws") + "_preview/socket");
    channel.onopen = () => channel.send(JSON.stringify({page: "/cooling.html", digest: ""}));
    channel.onmessage = ({data}) => resolve(data);
    channel.onclose = () => resolve("refused");
  });
  return {
    socket: await socket,
    read: await fetch(address).then(() => "read", () => "refused"),
    opaque: await fetch(address, {mode: "no-cors"}).then(() => "fetched", () => "refused"),
    script: await loaded(document.createElement("script"), "src"),
  };
}"""


def test_a_page_of_another_site_can_neither_read_nor_frame_it(
    host: PreviewHost, browser: Browser, tmp_path: Path
) -> None:
    evil = tmp_path / "evil"
    evil.mkdir()
    (evil / "index.html").write_text(f'<!doctype html><body><iframe src="{host.address}cooling.html"></iframe></body>')
    context = browser.new_context()
    page = context.new_page()
    with static_host(evil) as address:
        page.goto(address)
        refused = dict.fromkeys(("socket", "read", "opaque", "script"), "refused")
        assert page.evaluate(STEAL, host.address) == refused
        framed = page.frames[1]
        assert WORDS not in framed.content()
    # The same page, opened by the author, is read.
    page.goto(host.address + "cooling.html")
    expect(page.get_by_text(WORDS)).to_be_visible()
    context.close()


def test_an_edited_sentence_of_a_figure_is_patched_in_and_the_figure_stays_as_it_was(
    host: PreviewHost, page: Page
) -> None:
    page.emulate_media(reduced_motion="reduce")  # pictures do not glide to their state
    page.goto(host.address)
    page.evaluate("window.sameDocument = true")
    figure, sentence = page.locator("#warm.alive"), page.locator("#warm .stage:not([inert]) .explorable-sentence")
    page.locator("#warm").scroll_into_view_if_needed()
    figure.locator("input[type=range]").fill("6")
    expect(sentence).to_have_text(re.compile("^After 60 minutes in the mug"))
    expect(figure.locator(".layout.drawn").first).to_be_visible()
    page.evaluate("scrollBy(0, 40)")
    seen, scrolled = figure.locator(".stage svg:visible").first.inner_html(), page.evaluate("scrollY")
    page.evaluate(
        """() => {
          window.texts = new Set();
          const note = () => {
            for (const one of document.querySelectorAll("#warm .explorable-sentence"))
              if (one.checkVisibility({visibilityProperty: true})) window.texts.add(one.textContent.slice(0, 30));
            requestAnimationFrame(note);
          };
          note();
        }"""
    )
    for words in ("Now after", "Later, after"):
        file = host.project / "content/explorables/warm.py"
        file.write_text(re.sub(r'sentence = "\w.*?\{minute\}', f'sentence = "{words} {{minute}}', file.read_text()))
        expect(sentence).to_have_text(re.compile(f"^{words} 60 minutes in the mug"))
        expect(figure.locator(".stage")).to_have_count(1)
    # No frame has shown the figure where it opens, which is after 10 minutes.
    texts = page.evaluate("[...window.texts]")
    assert all("60 minutes" in text for text in texts), texts
    assert figure.locator("input[type=range]").input_value() == "6"
    page.wait_for_function(
        "seen => [...document.querySelectorAll('#warm .stage svg')].some(one => one.innerHTML === seen)", arg=seen
    )
    assert abs(page.evaluate("scrollY") - scrolled) <= 1
    assert is_same_document(page)
