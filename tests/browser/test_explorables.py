"""Explorables with pointer, keys, links and words of the prose, and without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.axe import ALL_THEMES, violations
from tests.browser.test_every_page import wake_figures
from tests.browser.ways import scroll_to

Open = Callable[..., Page]


@pytest.fixture
def open_trial(open_trial: Open) -> Open:
    """Return a function that opens the page, with reduced motion by default."""
    usual = {"height": 800, "reduced_motion": "reduce"}
    return lambda query="", **options: open_trial(f"explorables.html{query}", **usual | options)


def alive(page: Page, name: str = "shop") -> Locator:
    """Bring a figure to life and return it."""
    figure = page.locator(f"#{name}")
    figure.locator(".stage").scroll_into_view_if_needed()
    expect(figure).to_have_class(re.compile(r"\balive\b"))
    return figure


def check_shop(page: Page, load: int, counters: int) -> None:
    """Check that the figure, its controls and the numbers of the prose show one state."""
    figure = page.locator("#shop")
    words = {1: "one", 2: "two", 4: "four"}[counters]
    wait = f"{load / 10 / counters:.1f}"
    told = f"At {load} % with {words} open you wait {wait} minutes."
    expect(figure.locator(".stage .explorable-sentence")).to_have_text(told)
    expect(figure.get_by_role("slider")).to_have_attribute("aria-valuetext", f"{load}%")
    expect(figure.get_by_role("slider")).to_have_js_property("value", str(load // 20 - 1))
    expect(figure.get_by_role("radio", name=words, exact=True)).to_be_checked()
    expect(figure.get_by_role("cell", name=f"No. {counters}")).to_be_visible()
    expect(figure.locator(".stage .explorable-picture")).to_have_attribute(
        "aria-label", re.compile(f"wait {wait} minutes")
    )
    expect(page.locator(".scrub[data-figure=shop]")).to_have_text(str(load))
    picked = page.locator(".pick[data-figure=shop] select")
    expect(picked).to_have_js_property("selectedIndex", [1, 2, 4].index(counters))
    expect(page.locator(".readout[data-figure=shop]")).to_have_text(wait)


AT_REST = """async (bar) => {
  let height = -1;
  for (let frames = 0; frames < 10; frames++) {
    await new Promise(requestAnimationFrame);
    if (bar.getBBox().height !== height) frames = 0;
    height = bar.getBBox().height;
  }
  return height;
}"""


def bar_height(page: Page) -> float:
    """Return the height of the first bar in the picture that can be seen, once it has not moved for ten frames.

    The picture that is fetched replaces the still, whose bars then have no height.
    """
    bars = page.locator("#shop .stage .layout.drawn:visible .role-mark path")
    return float(bars.first.evaluate(AT_REST))


def wait_for_bar(page: Page, height: float) -> None:
    """Wait until the first bar has a height, perhaps by gliding there."""
    tall = "([selector, height]) => Math.abs(document.querySelector(selector).getBBox().height - height) < 0.5"
    layout = "narrow" if page.evaluate("innerWidth") < 600 else "wide"
    page.wait_for_function(tall, arg=[f"#shop .stage .layout-{layout} .role-mark path", height])


def test_controls_words_and_links_move_one_figure(open_trial: Open) -> None:
    page = open_trial("?shop=colour-red.counters-2.load-77")
    figure = alive(page)
    check_shop(page, 80, 2)  # A link goes to the nearest stop, and passes over what it does not know.
    figure.get_by_role("button", name="Reset").click()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        check_controls(page, figure)
    for width in (700, 800, 900, 1000):
        page.set_viewport_size({"width": width, "height": 800})
        parts = page.locator(
            "main h1, #shop > .stage :is(.explorable-picture, .explorable-controls, .explorable-sentence)"
        )
        lefts = parts.evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().left))")
        assert len(lefts) == 4
        assert len({*lefts}) == 1


def check_controls(page: Page, figure: Locator) -> None:
    """Move the figure by each of its controls, and by numbers and words of the prose."""
    check_shop(page, 40, 1)
    height = bar_height(page)
    slider = figure.get_by_role("slider", name="Load")
    slider.focus()
    page.keyboard.press("ArrowRight")
    check_shop(page, 60, 1)
    expect(page.locator(".announcer")).to_have_text("At 60 % with one open you wait 6.0 minutes.")
    expect(page).to_have_url(re.compile(r"\?shop=load-60$"))
    wait_for_bar(page, 1.5 * height)
    figure.get_by_role("radio", name="two").check()
    check_shop(page, 60, 2)
    page.get_by_role("combobox", name="Counters").select_option("one")
    check_shop(page, 60, 1)
    page.get_by_role("button", name="Open four").click()
    check_shop(page, 60, 4)
    scrub = page.locator(".scrub[data-figure=shop]")
    scrub.focus()
    page.keyboard.press("End")
    check_shop(page, 80, 4)
    expect(page).to_have_url(re.compile(r"\?shop=load-80\.counters-4"))
    figure.get_by_role("button", name="Reset").click()
    check_shop(page, 40, 1)
    expect(page).to_have_url(re.compile(r"html(#.*)?$"))
    for control in [slider, figure.get_by_role("radio").first, figure.get_by_role("button", name="Next")]:
        box = control.locator("xpath=ancestor-or-self::*[self::label or self::button][1]").bounding_box()
        assert box is not None
        assert box["height"] >= 44


def test_dates_toggles_lists_and_play(open_trial: Open) -> None:
    page = open_trial("?moon=day-2026-12-01")
    moon = alive(page, "moon")
    sentence = moon.locator(".stage .explorable-sentence")
    expect(sentence).to_have_text("On 29 November in the mug it is 42 wide and bright.")
    expect(moon.get_by_role("slider", name="Day")).to_have_attribute("aria-valuetext", "29 November 2026")
    moon.get_by_label("At night").uncheck()
    expect(sentence).to_have_text("On 29 November in the mug it is 42 wide.")
    expect(moon.locator("rect")).to_have_count(0)
    moon.get_by_role("combobox", name="Seen in the").select_option("Flask")
    expect(sentence).to_have_text("On 29 November in the flask it is 42 wide.")
    for _ in range(3):  # where motion is unwelcome, play goes on by one stop
        moon.get_by_role("button", name="Next").click()
    expect(sentence).to_have_text("On 20 December in the flask it is 10 wide.")
    expect(moon.locator("circle")).to_have_attribute("r", "10")
    moon.get_by_role("button", name="Next").click()
    expect(sentence).to_contain_text("On 22 November")


def test_steps_name_parameters_and_the_numbers_follow(open_trial: Open) -> None:
    page = open_trial()
    stage = page.locator("#busy .stage")
    for width in (993, 1000, 1020, 1060, 1280):  # beside steps the wide picture is shown in every window
        page.set_viewport_size({"width": width, "height": 800})
        expect(stage.locator(".layout-wide")).to_be_visible()
        expect(stage.locator(".layout-narrow")).to_be_hidden()
        assert page.evaluate("document.documentElement.scrollWidth") == width
    for number, load, wait in ((0, 20, "2.0"), (1, 80, "4.0"), (0, 20, "2.0")):
        step = page.locator(".step").nth(number)
        scroll_to(step)
        expect(page.locator("#busy .explorable-sentence")).to_contain_text(f"At {load} %")
        expect(page.locator(".readout[data-figure=busy]")).to_have_text(wait)
    # On a phone the picture and its sentence leave room for the text.
    page.set_viewport_size({"width": 360, "height": 640})
    scroll_to(page.locator(".step").nth(1), "end")
    figure = page.locator("#busy")
    expect(figure.locator(".explorable-sentence")).to_be_in_viewport()
    expect(figure.get_by_role("slider")).to_be_hidden()
    box = stage.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 0.72 * 640
    figure.get_by_role("link", name="Try it by hand").click()
    expect(page.get_by_role("slider")).to_be_visible()


def test_the_picture_is_animated_unless_motion_is_reduced_and_can_be_saved(open_trial: Open) -> None:
    page = open_trial(reduced_motion="no-preference")
    figure = alive(page)
    before = bar_height(page)
    figure.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(figure.locator(".stage .explorable-sentence")).to_contain_text("At 80 %")
    wait_for_bar(page, 2 * before)
    figure.locator(".figure-data > summary").click()
    expect(figure.get_by_role("region", name="All values").get_by_role("row")).to_have_count(13)
    for name, begin in (("Picture as SVG", b"<svg"), ("as PNG", b"\x89PNG")):
        with page.expect_download() as waiting:
            figure.get_by_role("button", name=name).click()
        content = waiting.value.path().read_bytes()
        assert content.startswith(begin)
        assert b"var(" not in content
    with page.expect_download() as waiting:
        figure.get_by_role("link", name="explore-shop.csv").click()
    assert waiting.value.path().read_text().splitlines()[:2] == ["load,counters,wait", "20,1,2.0"]


def test_without_scripts_there_are_picture_sentence_values_and_small_multiples(open_trial: Open) -> None:
    page = open_trial(java_script_enabled=False)
    figure = page.locator("#shop")
    expect(figure.locator(".stage .layout-wide > svg")).to_be_visible()
    expect(figure.locator(".stage .explorable-sentence")).to_have_text("At 40 % with one open you wait 4.0 minutes.")
    expect(figure.get_by_text("In this shop people wait.")).to_be_visible()
    expect(figure.get_by_role("slider")).to_have_count(0)
    expect(figure.locator(".explorable-stills figcaption")).to_have_text(
        [re.compile(r"^Load: 20%$"), re.compile(r"Load: 80%, Counters: four$")]
    )
    expect(figure.locator(".explorable-stills svg:visible")).to_have_count(2)
    expect(page.locator(".pick").first).to_have_text("one")


def test_axe_finds_nothing(open_trial: Open) -> None:
    page = open_trial()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        wake_figures(page)
        for theme, rules in ALL_THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            assert violations(page, rules) == [], (width, theme)


def test_many_pictures_are_fetched_on_demand_and_text_never_waits(open_trial: Open) -> None:
    page = open_trial(apart=True)
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    held: list[Route] | None = []
    page.route(
        re.compile(r"explore-field-all-"), lambda route: route.continue_() if held is None else held.append(route)
    )
    field = page.locator("#field")
    with page.expect_request(re.compile(r"explore-field-all-")):
        field.locator(".stage").scroll_into_view_if_needed()
    field.get_by_role("radio", name="large").check()
    sentence, spot = field.locator(".explorable-sentence"), field.locator("circle")
    expect(sentence).to_have_text("The large spot is in column 0 of row 0.")
    expect(spot).to_have_attribute("r", "2")  # as long as its file is on the way
    waiting, held = held, None
    for route in waiting or ():
        route.continue_()
    expect(spot).to_have_attribute("r", "4")
    field.get_by_role("slider", name="Row").focus()
    page.keyboard.press("End")
    expect(spot).to_have_attribute("cy", "65")
    assert len({url for url in fetched if "explore-field-all-" in url}) in (2, 3)


def test_a_figure_can_be_embedded_in_another_page(open_trial: Open, trial: str) -> None:
    page = open_trial(apart=True)
    alive(page).get_by_role("button", name="Embed").click()
    source = f"{trial}embed/explorables-shop.html"
    frame = f"""
        <script>onmessage = event => {{ window.told = event.data; }}</script>
        <iframe src="{source}?shop=load-60" width="400" height="900"></iframe>"""
    page.route("**/elsewhere.html", lambda route: route.fulfill(body=frame, content_type="text/html"))
    page.goto(trial + "elsewhere.html")
    inside = page.frame_locator("iframe")
    expect(inside.locator(".explorable-sentence")).to_contain_text("At 60 % with one open")
    inside.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(inside.locator(".explorable-sentence")).to_contain_text("At 80 % with one open")
    page.wait_for_function("() => window.told?.type === 'figure-height'")
    told = page.evaluate("told")
    assert told["figure"] == "shop"
    assert 300 < told["height"] < 1200
    assert inside.locator("meta[name=robots]").get_attribute("content") == "noindex"
    expect(inside.get_by_role("button", name="Embed")).to_have_count(0)
    expect(inside.locator(".embed-source a")).to_have_attribute("href", "../explorables.html#shop")
