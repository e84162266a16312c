"""The search finds what people type: tables of fifty queries, and the pages of which any is a right first answer."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT

OpenPage = Callable[..., Page]
FIXTURES = ROOT / "tests" / "fixtures"
# The table and how many of its fifty may fail: the second and the third, of whole questions, were written before the
# search was looked at.
TABLES = [("queries.json", 5), ("held_out_queries.json", 3), ("reader_queries.json", 5)]


# The pages that each query finds, in their order, as a reader would see them who types one after the other. Pagefind
# waits 300 ms for another key; here none comes, and it does not wait.
FOUND = """async queries => {
    const later = setTimeout;
    window.setTimeout = (callback, delay) => later(callback, Math.min(delay, 5));
    const field = document.querySelector("[type=search]");
    const list = document.querySelector(".search-results");
    const found = [];
    for (const query of queries) {
        field.value = query;
        field.dispatchEvent(new Event("input", {bubbles: true}));
        while (list.dataset.term !== query) await new Promise(resolve => setTimeout(resolve, 5));
        found.push([...list.querySelectorAll("a")].map(link => link.pathname.split("/").pop()));
    }
    return found;
}"""


def test_the_right_page_comes_first(open_page: OpenPage) -> None:
    page = open_page("index.html")
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    for table, allowed in TABLES:
        queries: list[tuple[str, list[str]]] = json.loads((FIXTURES / table).read_text("utf-8"))
        assert len({query for query, _ in queries}) == 50
        wrong = {}
        for (query, right), pages in zip(queries, page.evaluate(FOUND, [query for query, _ in queries]), strict=True):
            assert len(pages) == len(set(pages)), query
            if not pages or pages[0] not in right:
                wrong[query] = pages[:2]
        assert len(wrong) <= allowed, (table, wrong)
