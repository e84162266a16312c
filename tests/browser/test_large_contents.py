"""The contents of a large site: one file that all pages fetch when a reader opens them, and links without scripts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from site_builder.pipeline.publish import build_site
from tests.browser.chromium import PATIENCE_MS
from tests.browser.server import static_host
from tests.growth import write_project

COUNT = 150


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    project: Path = tmp_path_factory.mktemp("large") / "tides"
    write_project(project, COUNT)
    build_site(project, project / "build" / "site")
    with static_host(project / "build" / "site") as address:
        yield address


def test_contents_are_fetched_when_they_are_opened(browser: Browser, large: str) -> None:
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    complaints: list[str] = []
    fetched: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("request", lambda request: fetched.append(request.url))
    page.goto(f"{large}c0120.html", wait_until="networkidle")
    assert not any("contents-" in url and url.endswith(".json") for url in fetched)
    page.locator(".contents-open").click()
    panel = page.locator("#contents")
    expect(panel.locator("li")).to_have_count(COUNT + 2)  # and the title page, and the glossary
    current = panel.locator("a[aria-current=page]")
    expect(current).to_have_attribute("href", f"{large}c0120.html")
    expect(current).to_be_in_viewport()
    assert not complaints, complaints
    panel.locator("a", has_text="Chapter c on").click()
    page.wait_for_url(f"{large}c0003.html")
    page.locator(".contents-open").click()
    expect(panel.locator("li")).to_have_count(COUNT + 2)
    context.close()


def test_without_scripts_the_contents_lead_to_the_title_page(browser: Browser, large: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.goto(f"{large}c0120.html")
    page.locator(".contents-open").click()
    page.locator("#contents a").click()
    page.wait_for_url(f"{large}index.html#all-chapters")
    expect(page.locator("#all-chapters li")).to_have_count(COUNT + 1)
    context.close()
