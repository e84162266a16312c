"""The dial of hope answers to mouse, keyboard and touch, and shows what the data sets hold."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import rows
from tests.browser.test_guesses import expect_points
from tests.browser.test_solving import OpenPage
from tests.browser.ways import WAYS, figure_of, find_row, press

PAGE = "two-halves.html"


def point_at(page: Page, picture: Locator, share: float, way: str) -> None:
    """Put the pointer or finger on a picture, at a share of its width."""
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box is not None
    if way == "touch":
        picture.tap(position={"x": box["width"] * share, "y": box["height"] / 2})
    else:
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + box["height"] / 2, steps=3)
        page.mouse.up()


def check_hope(figure: Locator, row: dict[str, float]) -> None:
    """Compare what the dial shows with its data set."""
    expect(figure.locator(".believes")).to_have_text(f"believes {row['believes']:.1f}")
    expect(figure.locator(".scores")).to_have_text(f"scores {row['mean']:.1f}")
    expect(figure.locator(".optimist-words")).to_contain_text(f"{100 * row['bonus_rate']:.1f}%")


@pytest.mark.parametrize("way", WAYS)
def test_hope_is_guessed_turned_and_every_tie_rule_has_its_score(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, PAGE, "optimist", way)
    true = find_row("optimist_dial", hope=0.999)["mean"]
    check_hope(figure, find_row("optimist_dial", hope=0.999))
    for covered in (".optimist-words", ".scores", ".scored", '[data-press="tie-0"]'):
        expect(figure.locator(covered)).to_be_hidden()
    curve = figure.locator(".optimist-curve")
    spoken = curve.get_attribute("aria-valuetext") or ""
    assert "thousand" in spoken
    assert f"{true:.0f}" not in spoken
    stage = figure.locator(".stage")
    tall = stage.evaluate("stage => stage.offsetHeight")
    press(page, figure.locator('[data-press="guess-150"]'), way)
    expect(figure.locator(".optimist-words")).to_contain_text(f"You said 150. More than that: it scores {true:.1f}.")
    assert stage.evaluate("stage => stage.offsetHeight") == tall
    expect_points(page, PAGE, 10 - round(abs(150 - true) / 10))
    expect(page).to_have_url(re.compile("optimist=99.9"))
    dial = rows("optimist_dial")
    for stop in (4, 10):
        point_at(page, curve, (5 + 86 * stop / 12) / 100, way)
        check_hope(figure, dial[stop])
    if way == "touch":
        return

    curve.focus()
    for key, stop in (("Home", 0), ("ArrowRight", 1), ("PageUp", 4), ("End", 12)):
        page.keyboard.press(key)
        check_hope(figure, dial[stop])
    expect(page).to_have_url(re.compile("optimist=100.project"))
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    check_hope(figure, find_row("optimist_dial", hope=0.999))
    expect(figure.locator(".scores")).to_be_hidden()
    press(page, figure.locator('[data-press="guess-150"]'), "keyboard")
    moves = {(row["rule"], row["dice"]): row for row in rows("tie_rule_moves")}
    for place, row in enumerate(rows("max_tie_rules")[:5]):
        button = figure.locator(f'[data-press="tie-{place}"]')
        press(page, button, "keyboard")
        expect(figure.locator(".scores")).to_have_text(f"scores {row['mean']:.1f}")
        for dice in ("23556", "66666"):
            move = moves[row["rule"], dice]
            written, kept = move["category"].capitalize(), " ".join(move["keep"])
            expect(button).to_contain_text(
                f"in {written}" if written else f"keeps {kept}" if kept else "throws all five"
            )
    for rule in ("truly-best", "truly-worst"):
        expect(figure.locator(".optimist-words")).to_contain_text(f"{find_row('max_tie_rules', rule=rule)['mean']:.1f}")
