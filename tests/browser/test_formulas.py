"""Formulas on lines of their own: as wide as they are, whatever their outermost part is."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.conftest import quiet_page
from tests.browser.projects import hosted

FORMULAS = (r"\frac{1}{2}", r"\overline{a}", r"\boxed{x}", r"\cancel{x}", r"\colorbox{yellow}{x}")
FILES = {
    "content/site.toml": 'title = "Formulas"\nlanguage = "en"\nchapters = ["index.md"]\n',
    "content/chapters/index.md": "---\ntitle: Formulas\ndescription: Short ones.\n---\n\n# Formulas\n"
    + "".join(f"\n$$\n{formula}\n$$\n" for formula in FORMULAS),
}


def test_lines_and_boxes_are_as_wide_as_their_formula(browser: Browser) -> None:
    with hosted("formulas", FILES) as address, quiet_page(browser, viewport={"width": 1000, "height": 700}) as page:
        page.goto(f"{address}/index.html")
        widths = page.locator(".equation math > *").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert len(widths) == len(FORMULAS)
        assert max(widths) < 60
