"""The search finds what people type: fifty queries, and the pages of which any is a right first answer."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT

OpenPage = Callable[..., Page]
QUERIES: list[tuple[str, list[str]]] = json.loads((ROOT / "tests" / "fixtures" / "queries.json").read_text("utf-8"))


def test_the_right_page_comes_first(open_page: OpenPage) -> None:
    page = open_page("index.html")
    assert len(QUERIES) == 50
    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    wrong = {}
    for query, right in QUERIES:
        field.fill(query)
        expect(page.locator(".search-results")).to_have_attribute("data-term", query)
        links = page.locator(".search-results a").evaluate_all("all => all.map(link => link.pathname.split('/').pop())")
        if not links or links[0] not in right:
            wrong[query] = links[:2]
        assert len(links) == len(set(links)), query
    assert len(wrong) <= 5, wrong
