"""Addresses that readers have of the essay as it was before its chapters got a new order: each leads somewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from site_builder.pages.addresses import lost, read_addresses

RECORD = Path(__file__).parents[1] / "fixtures" / "addresses.json"


def test_every_address_has_a_target(site: Path) -> None:
    recorded = read_addresses(RECORD)
    assert sum(map(len, recorded.values())) == 549
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*.html")}
    gone = [f"{file}#{part}" for file, part in lost(recorded, files)]
    told = "'python -m site_builder addresses --since tests/fixtures/addresses.json' prints lines for [redirects]"
    assert gone == [], told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("trial.html?store=load-80.counters-4#store", "explorables.html?shop=load-80.counters-4#shop"),
        ("market.html?stall=load-80.counters-4", "explorables.html?shop=load-80.counters-4#shop"),
        ("embed/trial-store.html?store=load-80.counters-4", "embed/explorables-shop.html?shop=load-80.counters-4#shop"),
    ],
)
def test_a_moved_figure_keeps_the_state_of_links(
    old: str, new: str, open_trial: Callable[..., Page], trial: str
) -> None:
    page = open_trial(old)
    page.wait_for_url(trial + new)
    told = "At 80 % with four open you wait 2.0 minutes."
    expect(page.locator("#shop .stage .explorable-sentence")).to_have_text(told)
