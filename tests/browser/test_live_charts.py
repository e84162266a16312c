"""Live charts: what a reader has picked stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import violations

LINES = """() => Object.fromEntries([...document.querySelectorAll('.live .mark-line path')].map(
  ({attributes: {stroke, opacity}}) => [stroke.value, opacity?.value ?? '1']))"""


@pytest.mark.parametrize(("width", "touch"), [(1000, False), (360, True)])
def test_what_was_chosen_outlives_theme_and_size(open_trial: Callable[..., Page], width: int, touch: bool) -> None:
    page = open_trial("cooling.html", width=width, has_touch=touch)
    figure = page.locator("figure.chart")
    still = figure.locator(".stage").bounding_box()
    page.get_by_role("button", name="Explore the chart").click()
    expect(figure.locator(".stage.is-live svg:visible").first).to_be_visible()
    alive = figure.locator(".stage").bounding_box()
    assert still is not None
    assert alive is not None
    assert alive["height"] == pytest.approx(still["height"], abs=1)  # nothing jumps
    expect(figure.locator(".explore-hint")).to_contain_text("The chart is live")
    stage = figure.locator(".stage")
    expect(stage).to_have_role("group")
    expect(stage.locator(".live")).to_have_role("img")
    assert stage.get_attribute("aria-label") == stage.locator(".live").get_attribute("aria-label")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    stage.locator(".live .role-legend-label text", has_text="mug").click()
    picked = stage.locator(".live .mark-line path[opacity='0.3']")
    expect(picked).to_have_count(2)
    light = page.evaluate(LINES)
    assert sorted(light.values()) == ["0.3", "0.3", "1"]
    assert violations(page, within="figure.chart") == []

    page.locator(".theme-switch").click()
    expect(stage.locator(f".live .mark-line path[stroke='{next(iter(light))}']")).to_have_count(0)
    expect(picked).to_have_count(2)
    dark = page.evaluate(LINES)
    assert list(dark.values()) == list(light.values())
    assert not dark.keys() & light.keys()
    assert violations(page, within="figure.chart") == []

    page.set_viewport_size({"width": 700, "height": 900})
    expect(stage.locator(".live svg")).to_have_attribute("width", str(round(stage.bounding_box()["width"])))  # type: ignore[index]
    assert page.evaluate(LINES) == dark
