"""The handbook as readers meet it: for everybody, silent, and its tutorial's figure moves with its words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from site_builder.pipeline.publish import build_site
from tests.browser.axe import COLOURS, violations
from tests.browser.conftest import ROOT, quiet_page
from tests.browser.projects import locked
from tests.browser.server import static_host
from tests.browser.test_every_page import wake_figures

# A page of each kind: with steps, with many figures, lists of the reference, examples.
KINDS = ["tutorial.html", "gallery-by-hand.html", "settings.html", "directives.html"]


@pytest.fixture(scope="module")
def handbook() -> Iterator[str]:
    """Build the handbook and serve it."""
    site = ROOT / "build" / "tests" / "handbook"
    with locked("handbook"):
        build_site(ROOT / "handbook", site)
    with static_host(site, prefix="/repo/handbook") as address:
        yield address


@pytest.fixture
def page(browser: Browser, handbook: str) -> Iterator[Page]:
    """Open a page whose every complaint fails the test."""
    with quiet_page(browser, viewport={"width": 1280, "height": 900}, reduced_motion="reduce") as opened:
        yield opened


@pytest.mark.parametrize("path", KINDS)
def test_a_page_of_each_kind_is_accessible(page: Page, handbook: str, path: str) -> None:
    page.goto(f"{handbook}{path}?depth=3")
    wake_figures(page)
    assert violations(page) == []
    page.emulate_media(color_scheme="dark")
    for width in (712, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
    assert violations(page, COLOURS) == []


def test_links_and_slider_of_the_tutorial_move_one_figure(page: Page, handbook: str) -> None:
    page.goto(f"{handbook}tutorial.html")
    wake_figures(page)
    slider = page.locator("#counter").get_by_role("slider", name="Load")
    said = page.locator("#counter .explorable-sentence")
    page.get_by_role("button", name="fill the shop").click()
    expect(slider).to_have_attribute("aria-valuetext", "95%")
    expect(said).to_have_text("At a load of 95% you wait 57.0 minutes on average.")
    slider.focus()
    page.keyboard.press("Home")
    expect(said).to_contain_text("At a load of 5% you wait 0.2 minutes")
    # The points of the picture set it, too.
    last = page.locator("#counter .layout-wide [data-at='0:18']").last
    last.scroll_into_view_if_needed()
    last.click(force=True)
    expect(said).to_contain_text("At a load of 95% you wait 57.0 minutes")


def test_the_source_of_a_figure_can_be_taken_as_a_whole(page: Page, handbook: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{handbook}gallery.html")
    listing = page.locator(".listing").filter(has_text="content/explorables/queue.py")
    button = listing.get_by_role("button", name="Copy")
    # The message is removed after a moment: record it when it appears.
    button.evaluate("""button => {
        window.said = [];
        new MutationObserver(() => window.said.push(button.textContent)).observe(button, {childList: true});
    }""")
    button.click()
    page.wait_for_function("() => window.said[0] === 'Copied'")
    source = (ROOT / "handbook/content/explorables/queue.py").read_text(encoding="utf-8")
    assert page.evaluate("navigator.clipboard.readText()").strip() == source.strip()


def test_the_figure_in_javascript_is_moved_by_keys_and_pointer(page: Page, handbook: str) -> None:
    page.goto(f"{handbook}widgets.html")
    wake_figures(page)
    slider = page.get_by_role("slider", name="Place on the curve")
    said = page.locator("#slope [data-region='words']")
    expect(said).to_have_text("At 0.5 the curve rises by 1.00 for each 1 to the right.")
    slider.press("End")
    expect(said).to_have_text("At 1 the curve rises by 2.00 for each 1 to the right.")
    box = slider.bounding_box()
    assert box is not None
    slider.click(position={"x": 0.29 * box["width"], "y": 40})
    expect(said).to_have_text("At 0.25 the curve rises by 0.50 for each 1 to the right.")
