"""The starter project on a static host, in a folder as on a project's pages: what is fetched on demand arrives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from site_builder.new_project import new_project
from tests.browser.axe import ALL_THEMES, COLOURS, violations
from tests.browser.conftest import quiet_page
from tests.browser.projects import site_of
from tests.browser.server import static_host
from tests.browser.test_every_page import wake_figures

# What the starter does without: a callout of each form, and addresses of a time when the essay was another.
ADDED = {
    "content/chapters/cooling.md": """
:::warning{title="It is hot"}
Do not drink it yet.
:::

> [!TIP]
> Blow on it.
""",
    "content/site.toml": """
[redirects]
"coffee.html" = "index.md"
"coffee.html#mug" = "index.md#cup"
"cooling.html#bath" = "index.md"
""",
}


def write_starter(project: Path) -> None:
    """Write the starter with what is added."""
    new_project(project)
    for path, text in ADDED.items():
        file = project / path
        file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


@pytest.fixture(scope="module")
def starter() -> Iterator[str]:
    with static_host(site_of("starter", write_starter)) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with quiet_page(browser, viewport={"width": 1000, "height": 800}) as opened:
        yield opened


def test_axe_finds_nothing(page: Page, starter: str) -> None:
    for path in ("index.html", "cooling.html", "references.html"):
        page.set_viewport_size({"width": 1000, "height": 800})
        page.goto(f"{starter}{path}?depth=3")
        wake_figures(page)
        for theme, rules in ALL_THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert violations(page, rules) == [], (path, theme)
        page.set_viewport_size({"width": 360, "height": 800})
        wake_figures(page)
        assert violations(page, without=COLOURS) == [], path


def test_a_site_without_guesses_has_ticks_and_no_card(page: Page, starter: str) -> None:
    page.goto(f"{starter}index.html", wait_until="networkidle")
    expect(page.locator(".ledger")).not_to_have_count(0)
    expect(page.locator(".ledger-sum, .ledger-guesses")).to_have_count(0)
    expect(page.get_by_text("Your total")).to_have_count(0)
    tick = page.locator('main .ledger a[href="cooling.html"] .ledger-box')
    shown = "box => [getComputedStyle(box).backgroundImage, getComputedStyle(box, '::before').content]"
    assert tick.evaluate(shown) == ["none", "none"]
    page.goto(f"{starter}cooling.html", wait_until="networkidle")
    page.locator(".pager").scroll_into_view_if_needed()
    expect(page.locator('.contents li.read a[href="cooling.html"]')).to_have_count(1)
    # Points of a guess that the site no longer has are not shown.
    stored = '{"cooling.html": {"read": true, "points": {"a": 7}}}'
    page.evaluate("card => localStorage.setItem(Object.keys(localStorage)[0], card)", stored)
    page.goto(f"{starter}index.html", wait_until="networkidle")
    image, content = tick.evaluate(shown)
    assert (image, content.split(" ")[0]) == ("none", '"✓"')
    expect(tick).to_be_empty()


def test_search_is_fetched_when_it_is_used_and_its_links_stay_in_the_folder(page: Page, starter: str) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{starter}cooling.html", wait_until="networkidle")
    assert not [url for url in requests if "pagefind" in url]
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("thermometer")
    found = page.locator(".search-results a").first
    expect(found).to_contain_text("The rule behind it")
    assert [url for url in requests if "/pagefind/" in url]
    found.click()
    page.wait_for_url(f"{starter}cooling.html*")


def test_a_link_of_the_prose_sets_the_figure_and_the_data_can_be_downloaded(page: Page, starter: str) -> None:
    page.goto(f"{starter}index.html")
    page.get_by_role("button", name="in a flask").click()
    expect(page.locator("#warm .stage .explorable-sentence")).to_contain_text("After 120 minutes in the flask")
    expect(page.locator("#warm").get_by_role("slider")).to_have_attribute("aria-valuetext", "120\xa0min")
    page.goto(f"{starter}cooling.html")
    page.locator("details.depth-3 > summary").first.click()
    lines = page.locator(".datasets > li summary b")
    expect(lines).to_have_text(["cooling", "vessels", "assumptions"])
    with page.expect_download() as waiting:
        page.get_by_role("link", name="vessels, CSV").click()
    assert waiting.value.path().read_text().startswith("vessel,half_time,")


@pytest.mark.parametrize("has_script", [True, False])
def test_old_addresses_redirect(browser: Browser, starter: str, has_script: bool) -> None:
    context = browser.new_context(java_script_enabled=has_script)
    page = context.new_page()
    page.goto(f"{starter}coffee.html?cup=flask.120#mug", wait_until="commit")
    page.wait_for_url(f"{starter}index.html{'?cup=flask.120#cup' if has_script else ''}")
    page.goto(f"{starter}cooling.html#bath", wait_until="commit")
    if has_script:
        page.wait_for_url(f"{starter}index.html")
    else:
        expect(page.locator("#bath")).to_be_visible()
    page.goto(f"{starter}cooling.html", wait_until="commit")
    expect(page.locator("#curves")).to_be_visible()
    expect(page.locator("#bath")).to_be_hidden()
    context.close()
