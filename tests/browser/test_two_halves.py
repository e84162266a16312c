"""Two halves of the game: four players in a square, and habits that are put into another order."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.test_figures import awake
from tests.browser.test_guesses import expect_points
from tests.browser.test_solving import OpenPage
from tests.browser.ways import WAYS, figure_of, find_row, press

PAGE = "two-halves.html"


def mean_of(habits: str) -> float:
    """Return what the player with some habits scores."""
    return float(find_row("habit_players", habits=habits)["mean"])


@pytest.mark.parametrize("way", WAYS)
def test_the_two_halves_are_guessed_and_looked_at(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, PAGE, "two-halves", way)
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
        if way == "touch":
            return
    expect(page).to_have_url(re.compile("two-halves=chances-pars"))
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    expect(told).to_be_hidden()


def check_ladder(figure: Locator, order: list[str]) -> None:
    """Compare the rungs with the data, in an order of the habits."""
    means = [mean_of(set_of(order[:n])) for n in range(len(order) + 1)]
    expect(figure.locator(".habit .ladder-numbers")).to_have_text(
        [f"+{after - before:.1f} {after:.1f}" for before, after in pairwise(means)]
    )
    assert figure.locator(".habit").evaluate_all("all => all.map(habit => habit.dataset.habit)") == order


def set_of(habits: list[str]) -> str:
    """Return the name of a set of habits as the data have it."""
    return "-".join(habit for habit in ("chances", "pars", "bonus", "top") if habit in habits) or "none"


@pytest.mark.parametrize("way", WAYS)
def test_the_habits_of_the_ladder_are_put_in_order(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, f"{PAGE}?depth=2", "ladder", way)
    told = figure.locator(".habit .ladder-numbers").first
    expect(told).to_be_hidden()
    press(page, figure.locator('[data-press="guess-first"]'), way)
    check_ladder(figure, ["bonus", "top", "chances", "pars"])
    down = figure.locator('[data-press="down-bonus"]')
    for order in ("top bonus chances pars", "top chances bonus pars", "top chances pars bonus"):
        press(page, down, way)
        check_ladder(figure, order.split())
    expect(down).to_be_disabled()
    expect(figure.locator('[data-press="up-bonus"]')).to_be_focused()
    if way == "touch":
        return

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
    press(page, figure.get_by_role("button", name="Reset"), "mouse")
    expect(told).to_be_hidden()


def test_links_lead_to_what_was_shown_as_those_of_the_former_ladder_do(open_page: OpenPage) -> None:
    _, figure = figure_of(open_page, PAGE, "ladder", query="?depth=2&ladder=par")
    check_ladder(figure, ["bonus", "top", "chances", "pars"])
    page, figure = figure_of(
        open_page, PAGE, "ladder", query="?depth=2&ladder=pars-top-bonus-chances&optimist=100.backwards"
    )
    check_ladder(figure, ["pars", "top", "bonus", "chances"])
    wanted = f"scores {find_row('max_tie_rules', rule='backwards')['mean']:.1f}"
    expect(awake(page, "optimist").locator(".scores")).to_have_text(wanted)
