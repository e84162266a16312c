"""Two halves of the game: four players in a square, and habits that are put into another order."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.test_guesses import expect_points, open_figure
from tests.browser.test_solving import OpenPage
from tests.browser.ways import PRESSES, WAYS, find_row, press

PAGE = "two-halves.html"


def mean_of(habits: str) -> float:
    """Return what the player with some habits scores."""
    return float(find_row("habit_players", habits=habits)["mean"])


@pytest.mark.parametrize("way", PRESSES)
def test_the_two_halves_are_guessed_and_looked_at(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, PAGE, "two-halves", way)
    told = figure.locator(".halves-player b").first
    expect(told).to_be_hidden()
    press(page, figure.locator('[data-press="guess-same"]'), way)
    verdict = figure.locator(".guess-verdict")
    expect(verdict).to_be_focused()
    expect(verdict).to_contain_text(f"{mean_of('chances-pars') - mean_of('none'):.1f}")
    expect_points(page, PAGE, 10)
    for name in ("none", "pars", "chances", "chances-pars"):
        player, row = figure.locator(f'[data-press="look-{name}"]'), find_row("habit_players", habits=name)
        expect(player).to_contain_text(f"{row['mean']:.1f}")
        press(page, player, way)
        expect(player).to_have_attribute("aria-pressed", "true")
        expect(figure.locator(".halves-words")).to_contain_text(f"{row['bonus_rate']:.0%}")
    expect(page).to_have_url(re.compile("two-halves=chances-pars"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(told).to_be_hidden()


def check_ladder(figure: Locator, order: list[str]) -> None:
    """Compare the rungs with the data, in an order of the habits."""
    expect(figure.locator(".habit")).to_have_count(len(order))
    for place, habit in enumerate(order):
        rung = figure.locator(".habit").nth(place)
        expect(rung).to_have_attribute("data-habit", habit)
        before, after = (set_of(order[:n]) for n in (place, place + 1))
        expect(rung.locator(".ladder-numbers")).to_have_text(
            f"+{mean_of(after) - mean_of(before):.1f} {mean_of(after):.1f}"
        )


def set_of(habits: list[str]) -> str:
    """Return the name of a set of habits as the data have it."""
    return "-".join(habit for habit in ("chances", "pars", "bonus", "top") if habit in habits) or "none"


@pytest.mark.parametrize("way", WAYS)
def test_the_habits_of_the_ladder_are_put_in_order(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, PAGE, "ladder", way)
    told = figure.locator(".habit .ladder-numbers").first
    expect(told).to_be_hidden()
    press(page, figure.locator('[data-press="guess-first"]'), way)
    order = ["bonus", "top", "chances", "pars"]
    check_ladder(figure, order)
    down = figure.locator('[data-press="down-bonus"]')
    for place in (1, 2, 3):
        press(page, down, way)
        order = [habit for habit in order if habit != "bonus"]
        order.insert(place, "bonus")
        check_ladder(figure, order)
    expect(down).to_be_disabled()
    expect(figure.locator('[data-press="up-bonus"]')).to_be_focused()
    if way == "mouse":
        held, target = (figure.locator(f'[data-habit="{name}"] .ladder-title') for name in ("pars", "top"))
        held.scroll_into_view_if_needed()
        held.hover()
        page.mouse.down()
        box = target.bounding_box()
        assert box is not None
        page.mouse.move(box["x"], box["y"] - 5, steps=4)
        check_ladder(figure, ["pars", "top", "chances", "bonus"])
        page.mouse.up()
        expect(page).to_have_url(re.compile("ladder=pars-top-chances-bonus"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(told).to_be_hidden()


@pytest.mark.parametrize(("link", "order"), [("par", "bonus top chances pars"), ("pars-top-bonus-chances", "")])
def test_links_lead_to_an_order_as_those_of_the_former_ladder_do(open_page: OpenPage, link: str, order: str) -> None:
    _, figure = open_figure(open_page, PAGE, "ladder", "mouse", query=f"?ladder={link}")
    check_ladder(figure, order.split() or link.split("-"))
