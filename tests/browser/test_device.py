"""The reader's own device solves the game: in a worker, by the rules that are set, with what the browser has."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Worker, expect

from site_builder.assets.kernels import compile_kernels
from tests.browser.test_figures import awake, rows
from tests.browser.ways import figure_of, press

OpenPage = Callable[..., Page]
ROOT = Path(__file__).parents[2]
PAGE = "machine.html"
# Two to five seconds of a processor that has nothing else to do.
SOLVED_MS = 200_000
FAST, PLAIN = re.compile(r"/yatzy-\w+\.simd\.wasm$"), re.compile(r"/yatzy-\w+\.wasm$")
BEGUN, ASKED = re.compile("Your device begins|Layer 14: "), "Nobody has told you"


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a kernel that never ends, so that tests of its progress do not depend on time."""
    project = tmp_path_factory.mktemp("endless")
    folder = project / "static" / "wasm"
    folder.mkdir(parents=True)
    (folder / "node_modules").symlink_to(ROOT / "static" / "wasm" / "node_modules")
    shutil.copy(ROOT / "static" / "wasm" / "package-lock.json", folder)
    source = (ROOT / "static" / "wasm" / "yatzy.ts").read_text()
    before = "  if (ASC_FEATURE_SIMD)"
    assert before in source
    (folder / "yatzy.ts").write_text(source.replace(before, f"  while (true) {{}}\n{before}"))
    return compile_kernels(project, ["yatzy.wasm"])["yatzy.wasm"]


def serve(page: Page, kernel: bytes) -> None:
    """Serve this kernel for all requests of a page."""
    for file in (FAST, PLAIN):
        page.route(file, lambda route: route.fulfill(body=kernel, content_type="application/wasm"))


def begin(page: Page, figure: Locator, way: str) -> Worker:
    """Press Solve; return the worker that solves."""
    with page.expect_worker() as started:
        press(page, button_of(figure), way)
    expect(button_of(figure)).to_have_text("Stop")
    expect(words_of(figure)).to_contain_text(BEGUN)
    return started.value


def words_of(figure: Locator) -> Locator:
    """Return the sentence with the progress of the device."""
    return figure.locator(".device-words")


def button_of(figure: Locator) -> Locator:
    """Return the button that starts and stops it."""
    return figure.locator('[data-press="solve"]')


def prices_in(figure: Locator) -> Locator:
    """Return the prices that the figure lists."""
    return figure.locator(".device-prices :is(td:not(:empty), dd)")


def prices() -> list[str]:
    """Return the prices of the empty card in the order in which the figure lists them."""
    return [f"{row['price']:.1f}".replace("-", "\N{MINUS SIGN}") for row in rows("prices")]


@pytest.mark.timeout(400)
def test_the_device_computes_the_solvers_values(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, PAGE, "device", "mouse", "?")
    expect(prices_in(figure)).to_have_text(prices())
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_worker() as started:
        button_of(figure).click()
    assert re.search(r"/assets/worker-\w+\.js$", started.value.url)
    expect(words_of(figure)).to_contain_text("to the last bit what our program found", timeout=SOLVED_MS)
    expect(words_of(figure)).to_contain_text(f"{rows('counter')[0]['reachable_states']:,} states")
    expect(words_of(figure)).to_contain_text(f"{rows('counter')[0]['start_value']:.9f}")
    expect(button_of(figure)).to_have_text("Solve")
    expect(prices_in(figure)).to_have_text(prices())
    assert [url for url in asked if FAST.search(url)]
    assert not [url for url in asked if PLAIN.search(url)]


def test_the_device_solves_by_the_rules_that_are_set(open_page: OpenPage, endless: bytes) -> None:
    way = "touch"
    page, figure = figure_of(open_page, PAGE, "device", way, "?device=100.63.0")
    serve(page, endless)
    expect(words_of(figure)).to_contain_text(ASKED)
    expect(prices_in(figure)).to_have_text(["·"] * len(prices()))
    five = figure.get_by_role("button", name="Five of a kind is a full house")
    press(page, five, way)
    expect(five).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(re.compile(r"device=100\.63\.1"))
    first = begin(page, figure, way)
    with first.expect_event("close"):  # it would run for ever
        press(page, button_of(figure), way)
    expect(words_of(figure)).to_contain_text(ASKED)
    second = begin(page, figure, way)
    with second.expect_event("close"):
        figure.locator('[data-entry="threshold"]').fill("60")
    expect(words_of(figure)).to_contain_text(ASKED)
    expect(page).to_have_url(re.compile(r"device=100\.60\.1"))
    third = begin(page, figure, way)
    with third.expect_event("close"):
        press(page, figure.get_by_role("button", name="Reset"), way)
    expect(button_of(figure)).to_have_text("Solve")
    expect(prices_in(figure)).to_have_text(prices())


def test_missing_browser_features_are_replaced_or_reported(open_page: OpenPage, endless: bytes) -> None:
    page = open_page("about.html", apart=True)
    serve(page, endless)
    page.add_init_script("WebAssembly.validate = () => false")
    page.goto(page.url.replace("about.html", PAGE))
    figure = awake(page, "device")
    with page.expect_request(PLAIN):
        begin(page, figure, "mouse")
    page.add_init_script("delete globalThis.WebAssembly")
    page.reload()
    figure = awake(page, "device")
    expect(words_of(figure)).to_contain_text("has no WebAssembly")
    expect(button_of(figure)).to_have_count(0)
    expect(prices_in(figure)).to_have_text(prices())
