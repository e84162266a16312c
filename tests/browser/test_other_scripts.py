"""Sites with letters beyond ASCII, which browsers write in addresses with percent signs, and from right to left."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import quiet_page
from tests.browser.projects import hosted

HEAD = "---\ntitle: {title}\ndescription: En sida.\n---\n\n# {title}\n"
FAR = "\n".join(f"\nEtt stycke till, {word}.\n" for word in "abcdefghijklmnopqrstuvwxyz")
SITE = """title = "Prov"
language = "sv"
chapters = ["index.md", "övning.md"]
[redirects]
"index.html#förr" = "övning.md#ärlig"
"gåta.html" = "övning.md"
"""
FILES = {
    "content/site.toml": SITE,
    "content/chapters/index.md": f"{HEAD.format(title='Hem')}{FAR}\n## Øvelse\n\nKort.\n{FAR}",
    "content/chapters/övning.md": (
        f'{HEAD.format(title="Övning")}{FAR}\n## Ärlig\n\nKort.\n:::depth-2{{title="Läs mer"}}\n\nDjupt.\n\n:::\n{FAR}'
    ),
}


ARABIC = {
    "content/site.toml": 'title = "تجربة"\nlanguage = "ar"\nchapters = ["index.md"]\n',
    "content/chapters/index.md": """---
title: تجربة
description: صفحة.
---

# تجربة

هذا نص عن `mean_wait(load)` وعن $x^2$ داخل الجملة،[^n] ثم المزيد.

[^n]: ملاحظة على الجانب.

$$
W = \\frac{a}{b}
$$

```python
def wait(load):
```

![خط](line.svg)
""",
    "content/chapters/line.svg": (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 20"><text x="10" y="15">الحمل (%)</text></svg>'
    ),
}


@pytest.fixture(scope="module")
def arabic() -> Iterator[str]:
    with hosted("arabic", ARABIC) as address:
        yield address


@pytest.fixture(scope="module")
def swedish() -> Iterator[str]:
    with hosted("swedish", FILES) as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with quiet_page(browser, viewport={"width": 1000, "height": 700}) as opened:
        yield opened


HEADINGS = {
    "index.html#%C3%B8velse": "Øvelse",
    "index.html#øvelse": "Øvelse",
    "index.html#velse": "Øvelse",
    "index.html#f%C3%B6rr": "Ärlig",
    "%C3%B6vning.html#%C3%A4rlig": "Ärlig",
    "övning.html#arlig": "Ärlig",
    "g%C3%A5ta.html#%C3%A4rlig": "Ärlig",
    "gåta.html#arlig": "Ärlig",
}


def test_an_address_scrolls_to_its_heading_and_opens_a_closed_block(page: Page, swedish: str) -> None:
    for address, heading in HEADINGS.items():
        page.goto("about:blank")
        page.goto(swedish + address)
        expect(page.locator("h2", has_text=heading)).to_be_in_viewport()
        assert page.evaluate("scrollY") > 500
    for part in ("l%C3%A4s-mer", "läs-mer", "las-mer"):
        page.goto("about:blank")
        page.goto(f"{swedish}övning.html#{part}")
        expect(page.locator("details.depth")).to_have_attribute("open", "")
        expect(page.get_by_text("Djupt.")).to_be_in_viewport()


def test_a_search_result_is_a_heading(page: Page, swedish: str) -> None:
    page.goto(f"{swedish}index.html")
    page.keyboard.press("/")
    page.locator("dialog.search input").fill("ärlig")
    page.locator(".search-results a", has_text="Ärlig").first.click()
    page.wait_for_url(f"{swedish}%C3%B6vning.html#%C3%A4rlig")
    expect(page.locator("h2", has_text="Ärlig")).to_be_in_viewport()


def test_a_page_from_right_to_left(page: Page, arabic: str) -> None:
    page.goto(arabic)
    parts = ["html", "main p", "p code", "pre", "math"]
    directions = page.evaluate(
        "(parts) => parts.map((one) => getComputedStyle(document.querySelector(one)).direction)", parts
    )
    assert directions == ["rtl", "rtl", "ltr", "ltr", "ltr"]
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        words, side = (page.locator(one).bounding_box() for one in ("main p:has(.side) code", ".side"))
        assert words is not None
        assert side is not None
        if width > 1000:  # the note is in the margin at the left
            assert side["x"] + side["width"] < page.evaluate(
                "document.querySelector('h1').getBoundingClientRect().left"
            )
            assert side["x"] > 0
        else:
            assert side["y"] > words["y"] + words["height"]
