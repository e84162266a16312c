"""Locators without shadow trees.

By default Playwright searches shadow trees for each CSS selector, for which it visits every element of the page each
time. The pages have none; use ``css=…`` for a page that has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page

# What names its own engine.
NAMED = re.compile(r"//|\.\.|[\w:+-]+=")


def of_page_alone(locate: Callable[..., Locator]) -> Callable[..., Locator]:
    """Return a method ``locator`` that passes over shadow trees."""

    def locator(self: Any, selector: str | Locator, **options: Any) -> Locator:
        is_css = isinstance(selector, str) and not NAMED.match(selector)
        return locate(self, f"css:light={selector}" if is_css else selector, **options)

    return locator


def pass_over_shadow_trees() -> None:
    """Let all locators of this process pass over shadow trees."""
    for kind in (Page, Locator, FrameLocator):
        kind.locator = of_page_alone(kind.locator)  # type: ignore[method-assign]
