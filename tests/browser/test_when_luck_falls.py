"""When luck falls: an explorable with a guess, which then splits luck in three ways."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.test_figures import rows
from tests.browser.test_guesses import expect_points
from tests.browser.test_solving import OpenPage
from tests.browser.ways import WAYS, choose, figure_of, press, press_mark

PAGE = "luck.html"


def share_of(part: str, name: str, column: str = "share") -> float:
    """Return a share of luck, or what has fallen by then."""
    return next(float(row[column]) for row in rows("luck_shares") if (row["part"], row["name"]) == (part, name))


@pytest.mark.parametrize("way", WAYS)
def test_the_luck_that_has_fallen_is_guessed_and_then_shared_out(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, PAGE, "luck-shares", way)
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
    press_mark(page, figure, "1:3", way)
    expect(figure.locator(".chart-tip")).to_have_text(re.compile(f"Turn 4.*{share_of('turn', '4'):.1%}"))
    expect(sentence).to_contain_text("Turn 4 brings")
    choose(page, figure, "By box", way)
    last = share_of("box", "three_of_a_kind")
    first = share_of("box", "yatzy")
    figure.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(sentence).to_contain_text(f"Yatzy bring {first:.1%}")
    page.keyboard.press("End")
    expect(sentence).to_contain_text(f"Three of a kind bring {last:.1%}")
    choose(page, figure, "By throw", way)
    expect(sentence).to_contain_text("no more than three throws")
    expect(page).to_have_url(re.compile("luck-shares="))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(figure.locator(".explorable-guess")).to_be_visible()
    expect(picture).to_be_hidden()


def test_a_link_skips_the_question_and_bars_show_values_and_set_the_state(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, PAGE, "luck-shares", query="?luck-shares=after-9")
    words, tip = figure.locator(".explorable-sentence"), figure.locator(".chart-tip")
    expect(figure.locator(".explorable-guess")).to_be_hidden()
    expect(words).to_contain_text(f"{share_of('turn', '9'):.1%}")
    told = {turn: re.compile(f"Turn {turn}.*{share_of('turn', str(turn)):.1%}") for turn in (10, 11)}
    figure.get_by_role("slider").fill("9")
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    expect(page.locator(".announcer")).to_contain_text("Turn 10 brings")  # once the control rests
    figure.locator(".explorable-picture").focus()
    expect(tip).to_be_attached()  # the code of tooltips is loaded at the first focus
    page.keyboard.press("ArrowRight")  # the bar of the state comes first
    expect(tip).to_have_text(told[10])
    page.keyboard.press("ArrowRight")
    expect(tip).to_have_text(told[11])
    expect(page.locator(".announcer")).to_have_text(told[11])
    page.keyboard.press("Enter")
    expect(words).to_contain_text("Turn 11 brings")
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_no_page_needs_a_library_of_charts(site: Path) -> None:
    assert [path.name for path in (site / "assets").iterdir() if path.name.startswith(("vega", "chart-"))] == []
