"""Text of authors on narrow and wide screens: wide formulas, notes of headings, lists of tasks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import violations
from tests.browser.conftest import Desks, opening, set_up
from tests.browser.projects import hosted

Open = Callable[..., Page]
SUM = " + ".join("abcdefghijklmnopqrstuvwxyz")
CHAPTER = f"""---
title: Text
description: Text of authors.
---

# A title[^title] that goes on behind its note

Words before $x = {SUM}$, and \\({SUM}\\) behind. In a line $${SUM} = {SUM}$$ of text.

- $\\frac{{{SUM}}}{{2}}$ and \\({SUM}\\).

| a | b |
|---|---|
| $y = {SUM}$ | two |

## A heading ^[Words of the note.] that goes on, with $z = {SUM}$

Words.

- [ ] to do
- [x] done, with [a link](index.md)

Words.[^outer]

[^title]: Words of the note of the title.
[^outer]: Words of a note.^[Words of a note in it.]
"""


@pytest.fixture(scope="module")
def desks_of_text(browser: Browser) -> Iterator[Desks]:
    """Build a site of two chapters of text, and return what opens it."""
    files = {
        "content/site.toml": 'title = "T"\nchapters = ["index.md", "text.md"]\n',
        "content/chapters/text.md": CHAPTER,
        "content/chapters/index.md": "# First\n\nWords.\n",
    }
    with hosted("text", files) as host, set_up(browser, host) as desks:
        yield desks


@pytest.fixture
def open_text(desks_of_text: Desks, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Return a function that opens the page; what it complains of fails the test."""
    with opening(desks_of_text, request) as open_one:
        yield open_one


def test_the_page_does_not_scroll_sideways_and_notes_follow_their_headings(open_text: Open) -> None:
    page = open_text("text.html")
    for width in (1280, 320):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        for heading, note in (("h1", "#note-1"), ("h2", "#note-2")):
            assert page.locator(f"{heading} .side").count() == 0
            assert page.locator(f"{heading} + p > {note}").is_visible()
            assert page.locator(f"{heading} a[href='{note}']").count() == 1
        assert page.locator("main p > .side > .side").is_visible()
    wide = page.locator("main :is(p, li, h2) > .wide")
    sizes = wide.evaluate_all(
        "all => all.map(one => [one.scrollWidth, one.clientWidth, one.scrollHeight, one.clientHeight])"
    )
    assert len(sizes) == 5
    for width, shown, height, seen in sizes:  # a wide formula scrolls by itself
        assert width > shown
        assert height == seen
    assert page.get_by_role("checkbox", name="done, with a link").is_checked()
    assert not page.get_by_role("checkbox", name="to do").is_checked()
    # Browsers themselves let the keyboard reach what scrolls.
    assert violations(page, without=["scrollable-region-focusable"]) == []
