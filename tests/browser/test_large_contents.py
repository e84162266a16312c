"""The contents of a large site: one file that all pages fetch when a reader opens them, and links without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import quiet_page
from tests.browser.projects import site_of
from tests.browser.server import static_host
from tests.growth import write_project

COUNT = 150


@pytest.fixture(scope="module")
def large() -> Iterator[str]:
    with static_host(site_of("large", lambda project: write_project(project, COUNT))) as address:
        yield address


def test_contents_are_fetched_when_they_are_opened(browser: Browser, large: str) -> None:
    with quiet_page(browser, viewport={"width": 1000, "height": 700}) as page:
        fetched: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        page.goto(f"{large}c0120.html", wait_until="networkidle")
        assert not any("contents-" in url and url.endswith(".json") for url in fetched)
        page.locator(".contents-open").click()
        panel = page.locator("#contents")
        expect(panel.locator("li")).to_have_count(COUNT + 2)  # and the title page, and the glossary
        current = panel.locator("a[aria-current=page]")
        expect(current).to_have_attribute("href", f"{large}c0120.html")
        expect(current).to_be_in_viewport()
        panel.locator("a", has_text="Chapter c on").click()
        page.wait_for_url(f"{large}c0003.html")
        page.locator(".contents-open").click()
        expect(panel.locator("li")).to_have_count(COUNT + 2)


def test_without_scripts_the_contents_lead_to_the_title_page(browser: Browser, large: str) -> None:
    with quiet_page(browser, java_script_enabled=False) as page:
        page.goto(f"{large}c0120.html")
        page.locator(".contents-open").click()
        page.locator("#contents a").click()
        page.wait_for_url(f"{large}index.html#all-chapters")
        expect(page.locator("#all-chapters li")).to_have_count(COUNT + 1)
