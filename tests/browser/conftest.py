"""The real site, built once, served as a static host would, and watched for every message and request."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser import firefox
from tests.browser.chromium import arguments, executable
from tests.browser.server import static_host
from tests.browser.trial import trial_host

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "tested-site"
NO_FIREFOX = (
    "not run, for there is no Firefox: install your system's firefox-esr or firefox, or set FIREFOX to its path"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder, so that it can be run apart, and what cannot be run here."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")
        if item.path.name == "test_firefox.py" and firefox.executable() is None:
            item.add_marker(pytest.mark.skip(reason=NO_FIREFOX))


@pytest.fixture(scope="session")
def site() -> Path:
    """Build the site as an author does, apart from the author's own build."""
    command = [sys.executable, "-m", "site_builder", "build", "--project", str(ROOT), "--out", str(SITE)]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stderr
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Return the address of the title page on a loopback host, in a folder as on a project's Pages."""
    with static_host(site) as host:
        yield host


@pytest.fixture(scope="session")
def trial(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a site that is made for trying what no page of the essay does."""
    with trial_host(tmp_path_factory.mktemp("trial")) as host:
        yield host


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium once."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable(), args=arguments())
        yield started
        started.close()


@dataclass
class Watch:
    """Everything a page said or asked for that it should not have."""

    host: str
    complaints: list[str] = field(default_factory=list)

    def follow(self, context: BrowserContext) -> None:
        """Note console messages, errors, failed requests and requests to another host."""
        context.on("console", lambda message: self.complaints.append(f"console {message.type}: {message.text}"))
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("requestfailed", lambda request: self.note_failure(request.url, request.failure))
        context.on("request", lambda request: self.check(request.url))

    def note_failure(self, url: str, reason: str | None) -> None:
        """Note a request that failed; one that the reader left behind by going elsewhere did not."""
        if reason != "net::ERR_ABORTED":
            self.complaints.append(f"failed ({reason}): {url}")

    def check(self, url: str) -> None:
        """Note a request that leaves the host."""
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc != self.host:
            self.complaints.append(f"request to another host: {url}")


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of the site in a fresh context; a complaint of the page fails the test."""
    contexts: list[BrowserContext] = []
    watch = Watch(urlsplit(address).netloc)

    def open_one(path: str = "index.html", *, width: int = 1280, height: int = 900, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(15_000)
        contexts.append(context)
        watch.follow(context)
        page = context.new_page()
        page.goto(address + path)
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert not watch.complaints, "\n".join(watch.complaints)
