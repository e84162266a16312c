"""The figures of the chapter on more dice answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, cell_of, rows
from tests.browser.ways import WAYS, choose, figure_of, find_row, point, press, press_mark

OpenPage = Callable[..., Page]
PAGE = "more-dice.html"


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse") -> tuple[Page, Locator]:
    """Open the chapter at a desk or on a telephone, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way)


def check_cell(figure: Locator) -> None:
    """Compare the description of the twelfth box and turn of Maxi Yatzy with the data set."""
    boxes = [row for row in rows("game_boxes") if row["game"] == "maxi" and row["category"] != "bonus"]
    early = sorted(boxes, key=lambda row: row["mean_turn"])
    cell = find_row("game_turns", game="maxi", category=early[11]["category"], turn=12)
    expect(figure.locator(".games-words")).to_contain_text("in turn 12")
    expect(figure.locator(".games-words")).to_contain_text(f"{cell['probability']:.1%} of games")


@pytest.mark.parametrize("way", WAYS)
def test_game_and_question_are_exchanged(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "six-dice", way)
    words = figure.locator(".games-words")
    more = sum(row["games"] for row in rows("game_scores") if row["game"] == "scandinavian" and row["score"] >= 250)
    expect(words).to_contain_text(f"{more / 1e6:.1%} of games end with 250 points or more")
    listed = figure.locator(".games-list tr", has_text="Maxi Yatzy")
    bonus_rate = f"{find_row('game_facts', game='maxi')['bonus_rate']:.1%}"
    expect(listed).not_to_contain_text(bonus_rate, use_inner_text=True)
    press(page, figure.locator('[data-press="game-maxi"]'), way)
    more = sum(row["games"] for row in rows("game_scores") if row["game"] == "maxi" and row["score"] >= 250)
    expect(words).to_contain_text(f"Maxi Yatzy: {more / 1e6:.1%}")
    expect(listed).to_contain_text(bonus_rate)
    press(page, figure.locator('[data-press="ask-turns"]'), way)
    figure.locator(".games-area").scroll_into_view_if_needed()
    point(page, cell_of(figure.locator(".games-area"), 11, 11, 20, 20), way)
    check_cell(figure)
    if way == "touch":
        return

    figure.locator(".games-field").focus()
    page.keyboard.press("ArrowRight")
    expect(words).to_contain_text("in turn 13")
    press(page, figure.locator('[data-press="ask-boxes"]'), "keyboard")
    bonus = find_row("game_boxes", game="maxi", category="bonus")
    expect(words).to_contain_text(f"Bonus brings {bonus['mean']:.2f} points")
    press(page, figure.locator('[data-press="game-scandinavian-saved"]'), "keyboard")
    bonus = find_row("game_boxes", game="scandinavian-saved", category="bonus")
    expect(words).to_contain_text(f"Bonus brings {bonus['mean']:.2f} points")
    expect(page).to_have_url(re.compile("six-dice=scandinavian-saved.maxi.boxes"))
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    expect(words).to_contain_text("Yatzy:")
    expect(words).to_contain_text("250 points")
    expect(listed).not_to_contain_text(bonus_rate, use_inner_text=True)


def check_throw(page: Page, figure: Locator, step: int) -> None:
    """Compare a step of the game with saved throws with the data set."""
    row = rows("saved_game")[step]
    expect(figure.locator(".purse-field")).to_have_attribute("aria-valuenow", str(step))
    expect(figure.locator(".purse-when")).to_have_text(f"Turn {row['turn']}, throw {row['throw']}")
    expect(figure.locator(".purse-tally b").first).to_have_text(str(rows("saved_game")[step - 1]["total"]))
    expect(page).to_have_url(re.compile(f"saved-game={row['turn']}.{row['throw']}"))


@pytest.mark.parametrize("way", WAYS)
def test_a_guess_is_judged_and_the_game_shown_step_by_step(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "saved-game", way)
    step = next(place for place, row in enumerate(rows("saved_game")) if row["turn"] == 4)
    first, after = rows("saved_game")[step : step + 2]
    expect(figure.locator(".purse-choice").first).not_to_contain_text(f"{first['write_value']:.2f}")
    press(page, figure.locator('[data-press="guess-throw"]'), way)
    expect(figure.locator(".purse-choice").first).to_contain_text(f"{first['write_value']:.2f}")
    expect(figure.locator(".purse-choice").last).to_contain_text(f"{first['throw_value']:.2f}")
    lost = first["write_value"] - first["throw_value"]
    expect(figure.locator(".purse-verdict")).to_contain_text(f"gives away {lost:.2f}")
    press(page, figure.locator('[data-press="on"]'), way)
    expect(figure.locator(".purse-when")).to_have_text("Turn 5, throw 1")
    expect(figure.locator(".purse-left")).to_contain_text(f"{after['in_hand']} throws left")
    expect(figure.locator(".purse-tally")).to_contain_text("0 of 1 right")
    field = figure.locator(".purse-field")
    field.scroll_into_view_if_needed()
    point(page, cell_of(field, 16, 0, len(rows("saved_game")), 1), way)
    check_throw(page, figure, 16)
    if way == "touch":
        return

    field.press("PageUp")
    check_throw(page, figure, 21)


def check_worth(figure: Locator, data_set: str, filled: int, saved: int) -> None:
    """Compare what one more throw is worth with a data set."""
    words, row = figure.locator(".explorable-sentence"), find_row(data_set, filled=filled, saved=saved)
    expect(words).to_contain_text(f"Before turn {filled + 1}")
    expect(words).to_contain_text(f"one more is worth {row['mean']:.2f} points")


@pytest.mark.parametrize("way", WAYS)
def test_a_throw_has_its_price(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "throw-worth", way)
    check_worth(figure, "saved_throw_worth", 7, 4)
    press_mark(page, figure, "1:11 2:2", way)
    check_worth(figure, "saved_throw_worth", 12, 2)
    choose(page, figure, "Maxi", way)
    check_worth(figure, "maxi_saved_worth", 12, 2)
    if way == "touch":
        return

    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    for slider, key in (("Before turn", "ArrowRight"), ("Throws saved already", "ArrowLeft")):
        figure.get_by_role("slider", name=slider).focus()
        page.keyboard.press(key)
    check_worth(figure, "saved_throw_worth", 8, 3)
    choose(page, figure, "Maxi", "keyboard")
    check_worth(figure, "maxi_saved_worth", 8, 3)
    expect(page).to_have_url(re.compile(r"throw-worth=game-maxi-saved\.turn-9\.saved-3"))


def test_invalid_stops_are_disabled_and_old_links_work(open_page: OpenPage) -> None:
    query = "?throw-worth=maxi-saved.18.3&six-dice=maxi.yahtzee.turns.10.10"
    page = open_page(PAGE + query, reduced_motion="reduce")
    games = awake(page, "six-dice")
    expect(games.locator(".games-words")).to_contain_text("in turn 11")
    figure = awake(page, "throw-worth")
    words, why = figure.locator(".explorable-sentence"), figure.locator(".explorable-why")
    expect(words).to_contain_text("Before turn 18. With 3 throws saved")
    expect(figure.get_by_role("radio", name="Scandinavian")).to_be_disabled()
    expect(why).to_be_visible()
    slider = figure.get_by_role("slider", name="Before turn")
    slider.focus()
    page.keyboard.press("Home")
    expect(words).to_contain_text("Before turn 3. With 3 throws saved")
    expect(slider).to_have_js_property("value", "1")
    expect(figure.get_by_role("radio", name="Scandinavian")).to_be_enabled()
    page.goto(page.url.split("?")[0] + "?throw-worth=scandinavian-saved.15.9")
    expect(awake(page, "throw-worth").locator(".explorable-sentence")).to_contain_text("Before turn 15. With 9 throws")
