"""When luck falls: an explorable that asks before it tells, and then shares luck out in three ways."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_figures import rows
from tests.browser.test_guesses import expect_points, open_figure
from tests.browser.test_solving import OpenPage
from tests.browser.ways import WAYS, choose, press

PAGE = "luck.html"


def share_of(part: str, name: str, column: str = "share") -> float:
    """Return a share of luck, or what has fallen by then."""
    return next(float(row[column]) for row in rows("luck_shares") if (row["part"], row["name"]) == (part, name))


@pytest.mark.parametrize("way", WAYS)
def test_the_luck_that_has_fallen_is_guessed_and_then_shared_out(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, PAGE, "luck-shares", way)
    picture, sentence = figure.locator(".explorable-picture"), figure.locator(".explorable-sentence")
    expect(figure.locator(".explorable-guess")).to_be_visible()
    expect(picture).to_be_hidden()
    expect(sentence).to_be_hidden()
    press(page, figure.get_by_role("button", name="60%"), way)
    expect(figure.locator(".explorable-verdict")).to_be_focused()
    expect(figure.locator(".explorable-guess")).to_be_hidden()
    expect_points(page, PAGE, 10)
    expect(picture).to_be_visible()
    expect(sentence).to_contain_text(f"{share_of('turn', '10', 'so_far'):.1%}")
    choose(page, figure, "By box", way)
    last = share_of("box", "three_of_a_kind")
    first = share_of("box", "yatzy")
    slider = figure.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    expect(sentence).to_contain_text(f"Yatzy bring {first:.1%}")
    page.keyboard.press("End")
    expect(sentence).to_contain_text(f"Three of a kind bring {last:.1%}")
    expect(page).to_have_url(re.compile("luck-shares="))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(figure.locator(".explorable-guess")).to_be_visible()
    expect(picture).to_be_hidden()


def test_who_comes_by_a_link_is_not_asked(open_page: OpenPage) -> None:
    _, figure = open_figure(open_page, PAGE, "luck-shares", "mouse", query="?luck-shares=by-throw.after-3")
    expect(figure.locator(".explorable-guess")).to_be_hidden()
    expect(figure.locator(".explorable-sentence")).to_contain_text(f"{share_of('throw', '3', 'share'):.1%}")
