"""The three ways to touch a figure, and the row of a data set that it must then show."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.test_figures import rows

WAYS = ["mouse", "keyboard", "touch"]


def press(page: Page, control: Locator, way: str) -> None:
    """Press a control in one of the three ways."""
    if way == "keyboard":
        control.focus()
        page.keyboard.press("Enter")
    elif way == "touch":
        control.tap()
    else:
        control.click()


def find_row(name: str, **keys: Any) -> dict[str, Any]:
    """Return the row of a data set that has these values."""
    return next(row for row in rows(name) if all(row[key] == value for key, value in keys.items()))
