"""Scripts that are missing or damaged: pictures stay, the page shows an error, and retrying works."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Desks
from tests.browser.trial import errors_of

SENTENCE = re.compile("could not be (brought to life|fetched).* The picture stays as it is")
TRIED = "trial.html"


def missing(route: Route) -> None:
    route.fulfill(status=404, content_type="text/plain", body="Not here.")


def of_wrong_type(route: Route) -> None:
    route.fulfill(content_type="text/plain", body=route.fetch().body())


def cut_short(route: Route) -> None:
    body = route.fetch().body()
    # Minified code ends on a name: a cut in the middle of the last one might still be read.
    route.fulfill(content_type="text/javascript", body=body[: len(body) // 2] + b"(")


def changed(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body=b"undefined.x;" + route.fetch().body())


def broken_off(route: Route) -> None:
    route.abort("connectionreset")


FAULTS = {fault.__name__: fault for fault in (missing, of_wrong_type, cut_short, changed, broken_off)}


@pytest.fixture
def page(trial_desks: Desks) -> Iterator[Page]:
    """Return an empty page that keeps no state of earlier tests."""
    opened = trial_desks.open(apart=False)
    opened.set_viewport_size({"width": 1000, "height": 800})
    yield opened
    opened.unroute_all(behavior="ignoreErrors")
    trial_desks.clear(all_pages=False)


def break_files(page: Page, pattern: str, fault: Callable[[Route], None]) -> Callable[[], None]:
    """Let files fail; return what makes the server well again."""
    page.route(re.compile(pattern), fault)
    return lambda: page.unroute_all(behavior="wait")


def check_alive(page: Page) -> None:
    """Check that the figure can be moved and shows no error."""
    expect(page.locator("#cup.alive")).to_have_count(1)
    page.locator("#cup .layout-wide [data-press=flask]").click()
    expect(page.locator("#cup .layout-wide .cup-words")).to_contain_text("in the flask")
    expect(page.locator(".figure-message:visible, .figure-lifeless:visible").filter(has_text=SENTENCE)).to_have_count(0)


@pytest.mark.parametrize("fault", sorted(FAULTS))
def test_a_page_without_its_main_script_says_so_under_each_figure(page: Page, trial: str, fault: str) -> None:
    mend = break_files(page, r"/assets/main-\w+\.js", FAULTS[fault])
    page.goto(trial + TRIED)
    figures = page.locator("figure.widget")
    expect(page.locator(".figure-lifeless:visible")).to_have_count(figures.count())
    for index in range(figures.count()):
        expect(figures.nth(index).locator(".figure-lifeless")).to_have_text(SENTENCE)
    expect(page.locator("#cup .cup-picture svg").first).to_be_visible()
    expect(page.locator(".step-still:visible")).to_have_count(6)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    again = page.locator("#cup .figure-lifeless button")
    with page.expect_event("requestfailed") if fault == "broken_off" else page.expect_navigation():
        again.click()
    expect(again).to_be_visible()
    mend()
    again.click()
    check_alive(page)


def test_no_error_is_shown_while_a_script_is_slow_or_without_scripts(
    page: Page, trial_desks: Desks, trial: str
) -> None:
    waiting: list[Route] = []
    page.route(re.compile(r"/assets/main-"), lambda route: waiting.append(route))
    page.goto(trial + TRIED, wait_until="commit")
    expect(page.locator("#cup .cup-picture svg").first).to_be_visible()
    page.wait_for_timeout(700)
    assert page.locator(".figure-lifeless:visible").count() == 0
    waiting[0].continue_()
    check_alive(page)
    plain = trial_desks.open(apart=False, java_script_enabled=False)
    plain.goto(trial + TRIED)
    expect(plain.locator("#cup .without-script")).to_be_visible()
    expect(plain.locator(".figure-lifeless:visible")).to_have_count(0)


# The missing part, how it fails, and whether a retry must reload the page.
PARTS = [
    (r"/assets/widget-cup-", missing, False),
    (r"/assets/widget-cup-", cut_short, False),
    (r"/assets/mount-", broken_off, False),
    (r"/assets/mount-", cut_short, True),
    (r"/assets/(mount|messages)-", missing, False),
]


@pytest.mark.parametrize(("pattern", "fault", "anew"), PARTS)
def test_a_failed_part_is_fetched_again_by_a_retry(
    page: Page, trial: str, pattern: str, fault: Callable[[Route], None], anew: bool
) -> None:
    errors = errors_of(page)
    mend = break_files(page, pattern, fault)
    page.goto(trial + TRIED)
    told = page.locator("#cup > :is(.figure-message, .figure-lifeless):visible")
    expect(told).to_have_text(SENTENCE)
    expect(page.locator("#cup .cup-picture svg").first).to_be_visible()
    mend()
    page.evaluate("window.same = true")
    told.get_by_role("button", name="Try again").click()
    check_alive(page)
    assert page.evaluate("window.same === true") is not anew
    assert errors == []


def test_a_second_try_while_the_network_is_gone_leaves_the_page_as_it_is(page: Page, trial: str) -> None:
    page.route(re.compile(r"/assets/mount-"), cut_short)
    page.goto(trial + TRIED)
    told = page.locator("#cup > :is(.figure-message, .figure-lifeless):visible")
    expect(told).to_have_text(SENTENCE)
    page.evaluate("window.same = true")
    page.route(re.compile("/repo/"), broken_off)
    told.get_by_role("button", name="Try again").click()
    expect(told).to_have_text(SENTENCE)
    page.wait_for_timeout(300)
    assert page.evaluate("window.same === true")


# Search

PROBLEM = "The search could not be fetched. The next key tries again."
SEARCHED = [
    (r"\.pf_index", missing),
    (r"\.pf_index", cut_short),
    (r"\.pf_meta", broken_off),
    (r"\.pf_fragment", cut_short),
    (r"wasm\.", missing),
    (r"pagefind-entry", cut_short),
    (r"pagefind\.js", cut_short),
]


@pytest.mark.parametrize(("pattern", "fault"), SEARCHED)
def test_a_failed_search_is_reported_and_the_next_key_retries(
    page: Page, trial: str, pattern: str, fault: Callable[[Route], None]
) -> None:
    errors = errors_of(page)
    mend = break_files(page, pattern, fault)
    page.goto(trial + TRIED)
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("coffe")
    status = page.locator(".search-status")
    expect(status).to_have_text(PROBLEM)
    mend()
    page.keyboard.type("e")
    expect(page.locator(".search-results a").first).to_be_visible()
    expect(status).to_have_text(re.compile(r"pages?\."))
    page.get_by_role("searchbox").fill("xylophone")
    expect(status).to_have_text("Nothing found for “xylophone”.")
    assert errors == []


def test_a_part_that_fails_during_typing_is_fetched_again_for_that_key(page: Page, trial: str) -> None:
    held: list[Route] = []
    page.route(re.compile(r"pagefind\.js"), lambda route: held.append(route), times=1)
    page.goto(trial + TRIED)
    page.keyboard.press("/")
    page.get_by_role("searchbox").fill("coffee")
    while not held:
        page.wait_for_timeout(20)
    held[0].abort("connectionreset")
    expect(page.locator(".search-results a").first).to_be_visible()
    expect(page.locator(".search-status")).to_have_text(re.compile(r"pages?\."))


@pytest.mark.parametrize("fault", [missing, cut_short])
def test_a_search_dialog_that_fails_to_load_can_be_retried(
    page: Page, trial: str, fault: Callable[[Route], None]
) -> None:
    mend = break_files(page, r"/assets/search-", fault)
    page.goto(trial + TRIED)
    page.get_by_role("button", name="Search").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("The search could not be fetched.")
    mend()
    dialog.get_by_role("button", name="Try again").click()
    if fault is cut_short:  # Browsers cache a damaged module: the page is reloaded.
        page.wait_for_load_state("load")
        expect(dialog).to_have_count(0)
        page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("searchbox")).to_be_visible()


# Browsers that refuse

REFUSALS = """
const refuse = () => { throw new DOMException("refused", "SecurityError"); };
for (const how of ["replaceState", "pushState"]) history[how] = refuse;
for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {get: refuse});
Object.defineProperty(navigator, "clipboard", {value: undefined});
"""


def test_a_browser_that_refuses_history_and_storage_has_living_figures(trial_desks: Desks, trial: str) -> None:
    page = trial_desks.open(apart=True)
    errors = errors_of(page)
    page.add_init_script(REFUSALS)
    page.goto(trial + TRIED + "?depth=2#%E0%A4%A")
    check_alive(page)
    page.locator("#cup .layout-wide input").fill("33")
    page.wait_for_timeout(600)  # longer than the address waits
    expect(page).to_have_url(f"{trial}{TRIED}?depth=2#%E0%A4%A")
    page.locator("#cup [data-action=link]").click()
    expect(page.locator("#cup .figure-message")).to_have_text(
        f"The link to this: {trial}{TRIED}?depth=2&cup=flask.33#cup"
    )
    page.get_by_text("Code", exact=True).click()
    page.locator(".theme-switch").click()
    page.get_by_role("button", name="Fill it").click()
    expect(page.locator("#well .stage")).to_contain_text("The level is 8.")
    page.locator("#well [data-action=reset]").click()
    trial_desks.clear(all_pages=False)
    assert errors == []
