"""The real site, built once, served as a static host would, and watched for every message and request."""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from tests.browser import firefox
from tests.browser.chromium import PATIENCE_MS, arguments, executable
from tests.browser.locators import pass_over_shadow_trees
from tests.browser.projects import once_a_run
from tests.browser.server import static_host
from tests.browser.trial import trial_host

ROOT = Path(__file__).parents[2]
SITE = ROOT / "build" / "tested-site"
REPORT = SITE.with_suffix(".json")  # the report of its build
MEDIA = {"media": "null", "color_scheme": "light", "reduced_motion": "no-preference"}
NO_FIREFOX = (
    "not run, for there is no Firefox: install your system's firefox-esr or firefox, or set FIREFOX to its path"
)

# The app would answer from its cache, whatever a test does to the host; it has a test of its own.
WITHOUT_APP = "delete Navigator.prototype.serviceWorker"

# Requests to other hosts fail and are recorded; intercepting each request in Python is slow.
NOTHING_ELSE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"

pass_over_shadow_trees()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder, so that it can be run apart, and what cannot be run here."""
    folder = os.path.dirname(__file__) + os.sep
    for item in items:
        if not str(item.path).startswith(folder):
            continue
        item.add_marker("browser")
        if item.path.name == "test_firefox.py" and firefox.executable() is None:
            item.add_marker(pytest.mark.skip(reason=NO_FIREFOX))


@pytest.fixture(scope="session")
def site() -> Path:
    """Build the site as an author does, apart from the author's own build, once for all processes of a run."""
    command = [sys.executable, "-m", "site_builder", "build", "--project", str(ROOT), "--out", str(SITE), "--json"]

    def make() -> None:
        finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert finished.returncode == 0, finished.stdout + finished.stderr
        REPORT.write_text(finished.stdout, encoding="utf-8")

    once_a_run("site", make)
    return SITE


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Return the address of the title page on a loopback host, in a folder as on a project's Pages."""
    with static_host(site) as host:
        yield host


@pytest.fixture(scope="session")
def on_disk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a new project as a site that is opened from disk."""
    project = tmp_path_factory.mktemp("offline") / "new"
    for command in (["new", str(project)], ["build", "--offline", "--project", str(project)]):
        subprocess.run([sys.executable, "-m", "site_builder", *command], cwd=ROOT, capture_output=True, check=True)
    return project / "build" / "offline"


@pytest.fixture(scope="session")
def trial() -> Iterator[str]:
    """Return the address of a site that is made for trying what no page of the essay does."""
    with trial_host() as host:
        yield host


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start the system's Chromium once."""
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=executable(), args=[*arguments(), NOTHING_ELSE])
        yield started
        started.close()


@dataclass
class Kept:
    """A page that is reused by several tests, and the figures that were used on it."""

    path: str
    page: Page
    touched: set[str]


@dataclass
class Watch:
    """Errors, messages and requests of a page that it should not have."""

    complaints: list[str] = field(default_factory=list)

    def follow(self, context: BrowserContext) -> None:
        """Note console messages, errors and failed requests, as all to another host are."""
        context.on("console", lambda message: self.complaints.append(f"console {message.type}: {message.text}"))
        context.on("weberror", lambda error: self.complaints.append(f"error: {error.error}"))
        context.on("requestfailed", lambda request: self.note_failure(request.url, request.failure))

    def note_failure(self, url: str, reason: str | None) -> None:
        """Note a request that failed; one that the reader left behind by going elsewhere did not."""
        if reason != "net::ERR_ABORTED":
            self.complaints.append(f"failed ({reason}): {url}")


@contextlib.contextmanager
def quiet_page(browser: Browser, **options: Any) -> Iterator[Page]:
    """Open a page in a new context; a message, an error or a failed request of it fails the test."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    watch = Watch()
    watch.follow(context)
    yield context.new_page()
    context.close()
    assert watch.complaints == []


class Desks:
    """Pages of the site, in contexts and tabs that are reused: a new one loads and compiles everything again."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.watch = Watch()
        self.shared: dict[tuple[int, frozenset[tuple[str, Any]]], BrowserContext] = {}
        self.tabs: dict[BrowserContext, Page] = {}
        self.sessions: dict[Page, CDPSession] = {}
        self.in_use: list[BrowserContext] = []
        self.apart: list[BrowserContext] = []
        self.kept: dict[str, Kept] = {}

    def open(self, *, apart: bool, **options: Any) -> Page:
        """Return a page with empty storage; of two pages in one context only one is in front, and is drawn."""
        if apart:
            self.apart.append(self.new_context(options))
            return self.apart[-1].new_page()
        shared = next(one for one in self.shared_contexts(options) if one not in self.in_use)
        self.in_use.append(shared)
        return self.tab(shared)

    def tab(self, context: BrowserContext) -> Page:
        """Return the tab of a context, empty as a new one, but at half of its price."""
        if context not in self.tabs or self.tabs[context].is_closed():
            self.tabs[context] = context.new_page()
            self.sessions[self.tabs[context]] = context.new_cdp_session(self.tabs[context])
        page = self.tabs[context]
        page.bring_to_front()
        origin = self.address.removesuffix(urlsplit(self.address).path)
        session = self.sessions[page]
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "local_storage,indexeddb"})
        session.send("Page.resetNavigationHistory")
        return page

    def new_context(self, options: dict[str, Any]) -> BrowserContext:
        """Return a context whose pages are watched."""
        context = self.browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(WITHOUT_APP)
        self.watch.follow(context)
        return context

    def shared_contexts(self, options: dict[str, Any]) -> Iterator[BrowserContext]:
        """Yield contexts with these options, which cannot be changed in one that is there."""
        for number in itertools.count():
            kind = number, frozenset(options.items())
            if kind not in self.shared:
                self.shared[kind] = self.new_context(options)
            yield self.shared[kind]

    def keep(self, way: str, path: str, page: Page, figure: str) -> Page:
        """Keep a page for tests that touch other figures of it in the same way."""
        self.kept[way] = Kept(path, page, {figure})
        self.tabs.pop(page.context, None)
        return page

    def untouched(self, way: str, path: str, figure: str) -> Page | None:
        """Return a reusable page on which no test has used this figure; the pointer is not over the figure."""
        kept = self.kept.get(way)
        if kept is None or kept.path != path or figure in kept.touched:
            return None
        kept.touched.add(figure)
        self.in_use.append(kept.page.context)
        kept.page.bring_to_front()
        if way != "touch":
            kept.page.mouse.move(0, 0)
        kept.page.evaluate("document.activeElement.blur()")
        return kept.page

    def clear(self, *, all_pages: bool) -> None:
        """Leave the pages of a test, or close all pages."""
        if all_pages:
            self.kept.clear()
            self.tabs.clear()
        kept = [one.page for one in self.kept.values()]
        for context in self.shared.values():
            for page in context.pages:
                if page not in kept and page is not self.tabs.get(context):
                    page.close()
        for context in self.in_use:
            if context in self.tabs and not self.tabs[context].is_closed():
                self.leave(self.tabs[context])
        for context in self.apart:
            context.close()
        self.in_use.clear()
        self.apart.clear()

    def leave(self, page: Page) -> None:
        """Stop activities of a test's page, and move the pointer away."""
        page.goto("about:blank")
        page.mouse.move(-1, -1)


@contextlib.contextmanager
def set_up(browser: Browser, address: str) -> Iterator[Desks]:
    """Yield the contexts in which tests open pages of one site."""
    opened = Desks(browser, address)
    yield opened
    for context in opened.shared.values():
        context.close()


@pytest.fixture(scope="session")
def desks(browser: Browser, address: str) -> Iterator[Desks]:
    """Return the contexts in which the tests open pages of the site."""
    with set_up(browser, address) as opened:
        yield opened


@pytest.fixture(scope="session")
def trial_desks(browser: Browser, trial: str) -> Iterator[Desks]:
    """Return the contexts in which the tests open pages of the site that is made for trying."""
    with set_up(browser, trial) as opened:
        yield opened


@contextlib.contextmanager
def opening(desks: Desks, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Yield a function that opens a page of a site; an error or message of the page fails the test.

    Storage is empty when a page is opened, and two pages of a test share nothing. The browser caches the files of the
    first from test to test, unless it is opened ``apart``. A test that declares which figure it uses, and in which way,
    may get a page on which other tests have used other figures.
    """
    desks.watch.complaints.clear()
    failed_before = request.session.testsfailed

    def open_one(
        path: str = "index.html",
        *,
        width: int = 1280,
        height: int = 900,
        apart: bool = False,
        touches: tuple[str, str] | None = None,
        **options: Any,
    ) -> Page:
        if touches is not None and (known := desks.untouched(touches[1], path, touches[0])) is not None:
            return known
        media = {name: options.pop(name, usual) for name, usual in MEDIA.items()}
        page = desks.open(apart=apart, **options)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(**media)
        page.goto(desks.address + path)
        return page if touches is None else desks.keep(touches[1], path, page, touches[0])

    yield open_one
    desks.clear(all_pages=request.session.testsfailed > failed_before)
    assert not desks.watch.complaints, "\n".join(desks.watch.complaints)


@pytest.fixture
def open_page(desks: Desks, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of the essay."""
    with opening(desks, request) as open_one:
        yield open_one


@pytest.fixture
def open_trial(trial_desks: Desks, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of the site that is made for trying."""
    with opening(trial_desks, request) as open_one:
        yield open_one
