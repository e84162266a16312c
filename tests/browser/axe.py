"""Run axe on a page; of texts with the same colours it checks two, which halves the time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# The rules that depend on the theme; all others depend on the layout.
COLOURS = ["color-contrast", "link-in-text-block"]
# Each theme with the rules to run in it, where a page is looked at in one after the other.
ALL_THEMES: list[tuple[Literal["light", "dark"], list[str] | None]] = [("light", None), ("dark", COLOURS)]

MARK_KINDS = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")
LED = "axe.configure({rules: [{id: 'color-contrast', selector: '[data-contrast]'}]});"
RUN = """([context, options]) => axe.run(context ?? document, options).then(({violations}) =>
    violations.map(({id, nodes}) => [id, nodes.slice(0, 5).map(({html}) => html.slice(0, 160))]))"""


def violations(
    page: Page,
    only: list[str] | None = None,
    *,
    without: Sequence[str] = (),
    within: str | None = None,
    contrast_within: str | None = None,
) -> list[list[Any]]:
    """Return the rules that the current page, or a part of it, violates, each with the first places."""
    options = {
        "runOnly": RULES if only is None else {"type": "rule", "values": only},
        "rules": {rule: {"enabled": False} for rule in without},
        "resultTypes": ["violations"],  # reporting passes as well doubles the time
    }
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT + LED)
    page.evaluate(MARK_KINDS, contrast_within or within)
    found: list[list[Any]] = page.evaluate(RUN, [within and {"include": [within]}, options])
    return found
