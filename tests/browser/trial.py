"""A small site for features that no page of the essay uses: the starter with a test page."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page

from site_builder.new_project import new_project
from tests.browser.projects import site_of
from tests.browser.server import static_host

OVERLAY = Path(__file__).parent / "trial_site"
REGISTERED = """
[widgets.well]
state = {}
alt = "A well and the level of its water."
caption = "**How full is it?** Move the level."

[widgets.tank]
state = {level = "1"}
alt = "A tank and the level of its water."
caption = "**How full is it?** Scroll."

[widgets.hollow]
state = {}
alt = "Nothing inside."
caption = "**What can it do?** Nothing."

[redirects]
"trial.html#store" = "explorables.md#shop"
"market.html" = "trial.md"
"market.html#stall" = "explorables.md#shop"
"""


def write_trial(project: Path) -> None:
    """Write the project."""
    new_project(project)
    shutil.copytree(OVERLAY, project, dirs_exist_ok=True)
    settings = project / "content" / "site.toml"
    text = settings.read_text("utf-8").replace('"cooling.md"]', '"cooling.md", "trial.md", "explorables.md"]')
    settings.write_text(text + REGISTERED, encoding="utf-8")


@contextlib.contextmanager
def trial_host() -> Iterator[str]:
    """Build the site, serve it, and yield the address of its first page."""
    with static_host(site_of("trial", write_trial)) as address:
        yield address


def errors_of(page: Page) -> list[str]:
    """Return a list to which uncaught errors of the page are appended."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors
