"""Tables from data sets: sorted by a press, in a box of their own where they are wide, plain without scripts."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import ALL_THEMES, violations

Open = Callable[..., Page]
AS_WRITTEN = ["flask", "mug", "paper cup"]


def test_a_press_on_a_head_sorts_and_a_wide_table_scrolls_in_its_box(open_trial: Open) -> None:
    page = open_trial("trial.html", width=360, height=800)
    table = page.locator("#vessels table")
    names = table.locator("tbody td:first-child")
    head = table.get_by_role("columnheader", name="Vessel")
    expect(table.get_by_role("columnheader", name="Half time (minutes)")).to_have_attribute("aria-sort", "descending")
    expect(names).to_have_text(AS_WRITTEN)

    press = head.get_by_role("button")
    box = press.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    press.click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    press.press("Enter")
    expect(head).to_have_attribute("aria-sort", "descending")
    expect(names).to_have_text(AS_WRITTEN[::-1])
    expect(press).to_be_focused()
    table.get_by_role("button", name="Good for").press(" ")
    expect(table.locator("[aria-sort]")).to_have_text(["Good for (minutes)"])
    expect(names).to_have_text(["paper cup", "mug", "flask"])

    region = page.get_by_role("region", name="Table 2.1")
    expect(region).to_have_attribute("tabindex", "0")
    assert region.evaluate("box => box.scrollWidth > box.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(region).not_to_have_attribute("tabindex", "0")
    for theme, rules in ALL_THEMES:
        page.emulate_media(color_scheme=theme)
        assert violations(page, rules, within=".data-table") == [], theme


def test_without_scripts_it_is_a_plain_table(open_trial: Open) -> None:
    page = open_trial("trial.html", java_script_enabled=False)
    expect(page.locator("#vessels tbody td:first-child")).to_have_text(AS_WRITTEN)
    expect(page.locator(".data-table button")).to_have_count(0)
    page.get_by_role("link", name="All 3 rows, CSV")
    with page.expect_download() as download:
        page.locator("#vessels .table-foot a").click()
    assert download.value.suggested_filename == "vessels.csv"
