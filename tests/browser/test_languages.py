"""A site in Swedish: sliders, draggable numbers, and tables."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator

import pyarrow as pa
import pytest
from playwright.sync_api import Browser, Page, expect

from site_builder.pipeline.publish import build_site
from tests.browser.conftest import opening, set_up
from tests.browser.server import static_host
from tests.material.conftest import CHAPTER, Author
from tests.material.test_languages import CHARTS, SHOP, SV
from tests.material.test_tables import with_columns

WORDS = ["Zebra", "åska", "Ähre", "öl"]
BODY = """
:::explore{#shop name=shop}
En figur.
:::

Andelen ::scrub[0.3]{figure=shop of=x} ger ::readout{figure=shop of=big}{,.1f}.

:::table{#t data=t columns="word big:,.1f"}
En tabell.
:::

:::chart{#months name=months}
En figur.
:::
"""


@pytest.fixture
def page(
    browser: Browser,
    tmp_path_factory: pytest.TempPathFactory,
    capfd: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> Iterator[Page]:
    """Build a site in Swedish, and open its page; what it complains of fails the test."""
    author = Author(tmp_path_factory.mktemp("swedish"), capfd)
    days = [datetime.date(2026, month, 15) for month in range(4, 8)]
    numbers = {"big": [1234.5, 20.0, 3.25, -7.0], "share": [0.1, 0.2, 0.3, 0.4]}
    with_columns(author, {"word": sorted(WORDS), "day": pa.array(days), **numbers})
    settings = SV[: SV.index("hours =")]
    author.write({"content/site.toml": settings, "content/charts/c.py": CHARTS, "content/explorables/shop.py": SHOP})
    author.write({"content/chapters/index.md": CHAPTER + BODY})
    build_site(author.project, author.project / "build" / "site")
    site = author.project / "build" / "site"
    with static_host(site) as host, set_up(browser, host) as desks, opening(desks, request) as open_one:
        yield open_one("index.html")


def test_moving_numbers_have_the_format_of_static_ones(page: Page) -> None:
    slider, scrub = page.get_by_role("slider", name="Andel").first, page.locator(".scrub")
    reading = page.locator("#shop .explorable-slider .reading").first
    expect(page.locator("#shop.alive")).to_be_attached()
    slider.press("ArrowRight")
    expect(reading).to_have_text("0,4")
    expect(scrub).to_have_text("0,4")
    expect(page.locator(".readout")).to_have_text("49\N{NO-BREAK SPACE}382,7")
    expect(page.locator("#shop .explorable-sentence")).to_contain_text("4\N{NO-BREAK SPACE}938,3 och 1 disk den 1 maj")
    expect(page).to_have_url(re.compile(r"shop=x-0\.4"))
    scrub.press("ArrowLeft")
    scrub.press("ArrowLeft")
    expect(scrub).to_have_text("0,2")
    expect(scrub).to_have_attribute("aria-valuenow", "0.2")
    expect(reading).to_have_text("0,2")
    expect(page).to_have_url(re.compile(r"shop=x-0\.2"))

    names = page.locator("#t tbody td:first-child")
    page.get_by_role("button", name="Word").click()
    expect(names).to_have_text(WORDS)
    page.get_by_role("button", name="Big").click()
    expect(page.locator("#t tbody td:nth-child(2)")).to_have_text(
        ["\N{MINUS SIGN}7,0", "3,2", "20,0", "1\N{NO-BREAK SPACE}234,5"]
    )
