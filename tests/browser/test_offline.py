"""A site that is opened from disk: no page complains, figures answer, and the search finds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ROOT, quiet_page

ALIVE = "html[data-alive]"


def test_a_site_on_disk_answers_as_from_a_server(browser: Browser, on_disk: Path) -> None:
    with quiet_page(browser) as page:
        for path in sorted(on_disk.rglob("*.html")):
            page.goto(path.as_uri())
            page.wait_for_selector(ALIVE)
        page.goto((on_disk / "index.html").as_uri())
        page.evaluate("document.fonts.ready")
        assert page.evaluate("[...document.fonts].some((face) => face.status === 'loaded')")
        picture, slider = page.locator("#warm .stage"), page.locator("#warm input[type=range]").first
        slider.scroll_into_view_if_needed()
        page.wait_for_selector("#warm.alive")
        before = picture.inner_html()
        slider.press("End")
        expect(page).to_have_url(re.compile("warm="))
        assert picture.inner_html() != before
        set_to = slider.input_value()
        page.reload()
        expect(slider).to_have_value(set_to)
        page.keyboard.press("/")
        page.locator("dialog.search input").fill("temperature")
        page.locator("dialog.search a[href]").first.click()
        page.wait_for_selector(ALIVE)
        assert page.url.startswith(on_disk.as_uri())


@pytest.mark.nightly
def test_the_essay_on_disk_plays_and_solves(browser: Browser, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "site_builder", "build", "--offline", "--out", str(tmp_path / "offline")]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    with quiet_page(browser) as page:
        page.goto((tmp_path / "offline" / "table.html").as_uri())
        page.get_by_role("button", name="Start", exact=True).click()
        page.get_by_role("button", name="Throw").first.click()
        page.wait_for_timeout(1000)
        page.reload()  # the game is stored
        expect(page.locator("#table")).to_contain_text("Ones")
        page.goto((tmp_path / "offline" / "machine.html").as_uri())
        solve = page.get_by_role("button", name="Solve", exact=True)
        solve.scroll_into_view_if_needed()
        solve.click()
        expect(page.locator(".device-words")).to_contain_text("Your device solved", timeout=240_000)
