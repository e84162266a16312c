"""Live charts with parameters: what a reader has chosen stays, and stands where everybody reaches it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import PATIENCE_MS
from tests.browser.test_every_page import violations
from tests.browser.trial import errors_of

LINES = """() => Object.fromEntries([...document.querySelectorAll('.live .mark-line path')].map(
  ({attributes: {stroke, opacity, 'stroke-width': width}}) => [stroke.value, `${width.value} ${opacity.value}`]))"""


@pytest.mark.parametrize(("width", "touch"), [(1000, False), (360, True)])
def test_what_was_chosen_outlives_theme_and_size(browser: Browser, trial: str, width: int, touch: bool) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, has_touch=touch, color_scheme="light")
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    errors = errors_of(page)
    page.on("console", lambda message: errors.append(message.text))
    page.goto(trial + "cooling.html")
    figure = page.locator("figure.chart")
    page.get_by_role("button", name="Explore the chart").click()
    expect(figure.locator(".explore-hint")).to_contain_text("choose Width and Vessel")
    stage, controls = figure.locator(".stage"), figure.locator(".chart-controls")
    expect(stage).to_have_role("group")
    expect(stage.locator(".live")).to_have_role("img")
    assert stage.get_attribute("aria-label") == stage.locator(".live").get_attribute("aria-label")
    assert stage.locator("input, select").count() == 0
    for control in (controls.get_by_label("Width"), controls.get_by_label("Vessel")):
        box = control.bounding_box()
        assert box is not None
        assert box["height"] >= (44 if touch else 24)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    controls.get_by_label("Vessel").select_option("mug")
    controls.get_by_label("Width").fill("6")
    light = page.evaluate(LINES)
    assert sorted(light.values()) == ["6 0.3", "6 0.3", "6 1"]
    assert violations(page, within="figure.chart") == []

    page.locator(".theme-switch").click()
    expect(stage.locator(".live path[stroke-width='6']")).to_have_count(3)
    dark = page.evaluate(LINES)
    assert list(dark.values()) == list(light.values())
    assert not dark.keys() & light.keys()
    expect(controls.get_by_label("Vessel")).to_have_value("mug")
    expect(controls.get_by_label("Width")).to_have_value("6")
    assert violations(page, within="figure.chart") == []

    page.set_viewport_size({"width": 700, "height": 900})
    expect(stage.locator(".live svg")).to_have_attribute("width", str(round(stage.bounding_box()["width"])))  # type: ignore[index]
    assert page.evaluate(LINES) == dark
    expect(controls.get_by_label("Width")).to_have_value("6")
    assert errors == []
    context.close()
