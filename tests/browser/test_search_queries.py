"""The search finds what people type: fifty queries, and the pages of which any is a right first answer."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT

OpenPage = Callable[..., Page]
FIXTURES = ROOT / "tests" / "fixtures"
# The table and how many of its fifty may fail: the second was written before the search was looked at, and mended in
# general only.
TABLES = [("queries.json", 5), ("held_out_queries.json", 3)]


@pytest.mark.parametrize(("table", "allowed"), TABLES)
def test_the_right_page_comes_first(open_page: OpenPage, table: str, allowed: int) -> None:
    queries: list[tuple[str, list[str]]] = json.loads((FIXTURES / table).read_text("utf-8"))
    page = open_page("index.html")
    assert len({query for query, _ in queries}) == 50
    page.keyboard.press("/")
    field = page.get_by_role("searchbox")
    wrong = {}
    for query, right in queries:
        field.fill(query)
        expect(page.locator(".search-results")).to_have_attribute("data-term", query)
        links = page.locator(".search-results a").evaluate_all("all => all.map(link => link.pathname.split('/').pop())")
        if not links or links[0] not in right:
            wrong[query] = links[:2]
        assert len(links) == len(set(links)), query
    assert len(wrong) <= allowed, wrong
