"""Steps, links and numbers of a figure agree, and a figure that cannot be mounted keeps its picture."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.ways import scroll_to

Open = Callable[..., Page]


@pytest.fixture
def open_trial(open_trial: Open) -> Open:
    """Return a function that opens the page, where nothing moves by itself."""
    return lambda query="", **options: open_trial(f"trial.html{query}", height=800, reduced_motion="reduce", **options)


def read_step(page: Page, number: int) -> None:
    """Scroll as a reader does until a step is the one that is read."""
    step = page.locator(".step").nth(number)
    scroll_to(step)
    expect(step).to_have_class(re.compile(r"\bcurrent\b"))


def check_level(page: Page, level: int) -> None:
    """Check that the figure and all numbers of the prose show one level."""
    expect(page.locator("#well .stage")).to_contain_text(f"The level is {level}.")
    expect(page.locator(".scrub[data-figure=well]")).to_have_text(str(level))
    expect(page.locator(".scrub[data-figure=well]")).to_have_attribute("aria-valuenow", str(level))
    expect(page.locator(".readout[data-figure=well]")).to_have_text(str(3 * level))


# Until nothing has moved for ten frames, and the same step is read.
AT_REST = """async () => {
    const now = () => `${scrollY} ${[...document.querySelectorAll(".step.current")].map(step => step.dataset.step)}`;
    for (let [before, frames] = ["", 0]; frames < 10; frames = now() === before ? frames + 1 : 0) {
        before = now();
        await new Promise(requestAnimationFrame);
    }
}"""


def settled_level(page: Page) -> int:
    """Return the level of the current step, once the page has stopped moving."""
    page.evaluate(AT_REST)
    return (1, 5, 9)[int(page.locator(".step.current").get_attribute("data-step") or 0)]


def test_numbers_of_the_prose_follow_the_steps(open_trial: Open) -> None:
    page = open_trial()
    scrub = page.locator(".scrub[data-figure=well]")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        for number, level in ((1, 5), (2, 9), (0, 1)):
            read_step(page, number)
            check_level(page, level)
        scrub.focus()
        check_level(page, settled_level(page))
        scrub.press("Home")
        scrub.press("PageUp")
        check_level(page, 3)
        expect(page).to_have_url(re.compile(r"\?well=3"))
        page.locator("#well [data-action=reset]").click()
        check_level(page, settled_level(page))
        read_step(page, 2)
        check_level(page, 9)
        expect(page).not_to_have_url(re.compile("well="))


def test_a_link_takes_precedence_over_the_step_until_the_reader_scrolls(open_trial: Open) -> None:
    page = open_trial("?well=7#well")
    expect(page.locator("#well.alive")).to_have_count(1)
    expect(page.locator(".step.current")).to_have_count(1)
    page.evaluate(AT_REST)
    check_level(page, 7)
    expect(page).to_have_url(re.compile(r"\?well=7#well"))
    read_step(page, 2)
    check_level(page, 9)
    expect(page).not_to_have_url(re.compile("well="))
    read_step(page, 0)
    check_level(page, 1)


def test_a_set_link_takes_precedence_over_the_step_at_its_target(open_trial: Open) -> None:
    page = open_trial()
    read_step(page, 2)
    page.get_by_role("button", name="Fill it").click()
    expect(page.locator("#well .stage")).to_be_in_viewport()
    page.evaluate(AT_REST)
    check_level(page, 8)
    read_step(page, 1)
    check_level(page, 5)
    # On a phone in landscape, the text is beside the picture.
    page.set_viewport_size({"width": 740, "height": 360})
    read_step(page, 1)
    picture, step = page.locator(".steps .stage").first.bounding_box(), page.locator(".step.current").bounding_box()
    assert picture is not None
    assert step is not None
    assert step["x"] + step["width"] <= picture["x"]
    assert picture["y"] + picture["height"] <= 360
    check_hollow(page)


def check_hollow(page: Page) -> None:
    """Check that a mount without a controller is reported each time, and leaves the picture."""
    figure = page.locator("#hollow")
    figure.scroll_into_view_if_needed()
    message = "This figure met a problem: mount returned no controller, an object with a function reset."
    for _ in range(2):
        expect(figure.locator(".figure-message p")).to_have_text(message)
        expect(figure.locator(".stage")).to_have_text("Nothing inside.")
        figure.locator("[data-action=reset]").click()
        figure.get_by_role("button", name="Try again").click()
    expect(figure).not_to_have_class(re.compile("alive"))


def test_a_link_leads_to_a_figure_beside_steps_on_a_phone(open_trial: Open) -> None:
    page = open_trial("#well", width=390)
    expect(page.locator("#well .stage")).to_be_in_viewport()
    page.evaluate("scrollTo(0, 0)")
    expect(page.locator("#well .stage")).not_to_be_in_viewport()
    page.locator("a.set[href*=well]").first.evaluate("word => word.click()")
    expect(page.locator("#well .stage")).to_be_in_viewport()
    read = page.evaluate("() => { scrollTo(0, document.body.scrollHeight); return scrollY; }")
    page.reload()  # the browser restores the position
    page.wait_for_function("read => Math.abs(scrollY - read) < 100", arg=read)


def test_steps_with_states_set_a_figure_without_a_step_function(open_trial: Open) -> None:
    page = open_trial("?tank=7#tank")

    def check(level: int) -> None:
        expect(page.locator("#tank .stage")).to_have_text(f"The tank stands at {level}.")
        expect(page.locator(".readout[data-figure=tank]")).to_have_text(str(level))

    expect(page.locator("#tank.alive")).to_have_count(1)
    page.evaluate(AT_REST)
    check(7)
    for number, level in ((4, 6), (5, 9), (3, 2)):
        read_step(page, number)
        check(level)
        expect(page).not_to_have_url(re.compile("tank="))
    stills = page.locator(".steps[data-figure=tank] .step-still").all()
    assert [(still.text_content() or "").strip() for still in stills] == [f"The tank stands at {n}." for n in (2, 6, 9)]


def test_pictures_of_steps_contain_no_inactive_controls(open_trial: Open) -> None:
    page = open_trial(java_script_enabled=False)
    expect(page.locator(".step-still:visible")).to_have_count(6)
    controls = page.locator(".step-still :is(button, input, select, textarea)")
    assert controls.count() == 6
    for control in controls.all():
        expect(control).to_be_disabled()
    page.locator(".step-still input").first.focus()
    expect(page.locator(".step-still [tabindex]")).to_have_count(0)
