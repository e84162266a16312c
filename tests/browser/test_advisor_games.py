"""The advisor's other games in a browser, against the solver's vectors."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import violations
from tests.browser.conftest import ROOT
from tests.browser.test_advisor import (
    ENTER,
    check_answer,
    enter_card,
    enter_rerolls,
    new_game,
    press_digits,
    shown_options,
    split_upper,
    tap_dice,
    type_dice,
)

N_POSITIONS = 4
OpenPage = Callable[..., Page]
Position = dict[str, Any]

GAMES = {
    "saved": "vectors-scandinavian-saved",
    "maxi": "vectors-maxi",
    "yahtzee": "vectors-yahtzee",
    "forced": "vectors-yahtzee-forced",
}


def read_vectors(game: str) -> dict[str, Any]:
    """Return the answers of the solver for a game."""
    content: dict[str, Any] = json.loads((ROOT / "build" / "data" / f"{GAMES[game]}.json").read_text())
    return content


def written_points(position: Position, vectors: dict[str, Any], chance: random.Random) -> dict[str, int] | None:
    """Return points for every filled box that lead to the position, or None if four of each face are too few."""
    names = vectors["categories"]
    filled = [box for box in range(len(names)) if position["filled"] >> box & 1]
    faces = [box + 1 for box in filled if box < 6]
    upper = split_upper(faces, position["upper"], chance, at_least=position["upper"] >= vectors["threshold"])
    if upper is None:
        return None
    lower = []
    for box in filled:
        points = sorted({row[box] for row in vectors["points"]} | {0})
        if names[box] == "yahtzee":
            lower.append(50 if position["extra"] else 0)
        elif box >= 6:
            lower.append(chance.choice(points))
    return {names[box]: points for box, points in zip(filled, upper + lower, strict=True)}


def chosen_positions(game: str, vectors: dict[str, Any]) -> list[tuple[Position, dict[str, int]]]:
    """Return the same positions every time, spread over turns and throws; of Yahtzee every second with five equal."""
    chance = random.Random(4)
    positions = chance.sample(vectors["positions"], len(vectors["positions"]))
    if vectors["extra_yahtzees"]:
        positions.sort(key=lambda one: len(set(one["dice"])) > 1 or not one["filled"] >> 11 & 1)
        positions = positions[: N_POSITIONS // 2] + positions[-N_POSITIONS:]
    found = [(one, written) for one in positions if (written := written_points(one, vectors, chance)) is not None]
    return found[:N_POSITIONS]


def choose_game(page: Page, game: str) -> None:
    """Choose a game, wait for it, and clear its card."""
    page.get_by_role("combobox", name="Game", exact=True).select_option(game)
    expect(page).to_have_url(re.compile(f"advisor={game}:"))
    new_game(page)


def hold_throws(page: Page, wanted: int) -> None:
    """Set the number of rerolls by the stepper."""
    shown = page.locator(".rerolls output")
    while (now := int(shown.inner_text())) != wanted:
        page.locator(f'[data-press="rerolls-{"more" if now < wanted else "less"}"]').click()


HANDS = [("saved", type_dice), ("maxi", tap_dice), ("yahtzee", press_digits), ("forced", type_dice)]


def test_answers_equal_the_solver(open_page: OpenPage) -> None:
    """After the value of a new game, the first position is entered by hand, the others as a whole."""
    page = open_page("advisor.html")
    expect(page.locator("#advisor.alive")).to_have_count(1)
    for game, enter in HANDS:
        vectors = read_vectors(game)
        choose_game(page, game)
        expect(page.locator(".advisor-now b")).to_have_text(f"{vectors['start_value']:.1f}")
        for number, (position, written) in enumerate(chosen_positions(game, vectors)):
            if number == 0:
                enter_card(page, written)
                (hold_throws if vectors["saves_throws"] else enter_rerolls)(page, position["rerolls"])
                enter(page, position["dice"])
            else:
                page.locator("#advisor .stage").evaluate(ENTER, [written, position["rerolls"], position["dice"]])
            check_answer(page, position, sum(written.values()))


def test_each_game_keeps_its_state_also_in_the_address(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    expect(page.locator("#advisor.alive")).to_have_count(1)
    choose_game(page, "maxi")
    enter_card(page, {"three_pairs": 26})
    type_dice(page, "112266")
    expect(page.locator(".advisor-answer li.option")).not_to_have_count(0)
    before = shown_options(page)
    choose_game(page, "yahtzee")
    page.get_by_role("combobox", name="Game", exact=True).select_option("maxi")
    expect(page.locator('select[data-category="three_pairs"]')).to_have_value("26")
    expect(page.locator(".advisor-answer li.option")).to_have_count(len(before))
    expect(page).to_have_url(re.compile("advisor=maxi:"))
    other = open_page(page.url.rsplit("/", 1)[1])
    expect(other.locator(".advisor-answer li.option")).to_have_count(len(before))
    assert shown_options(other) == before
    expect(other.get_by_role("combobox", name="Game", exact=True)).to_have_value("maxi")
    expect(other.get_by_role("button", name="Par sheet")).to_have_count(0)  # its pars are of the essay's game
    page.get_by_role("button", name="Reset").click()
    expect(page.get_by_role("combobox", name="Game", exact=True)).to_have_value("scandinavian")


def test_the_keyboard_chooses_a_game_and_stays_there(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    expect(page.locator("#advisor.alive")).to_have_count(1)
    games = page.get_by_role("combobox", name="Game", exact=True)
    games.focus()
    page.keyboard.press("m")
    expect(page.locator(".advisor-place")).to_contain_text("of 20")
    expect(games).to_have_value("maxi")
    expect(games).to_be_focused()


def test_an_extra_yahtzee_is_paid_for_and_counted(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    expect(page.locator("#advisor.alive")).to_have_count(1)
    choose_game(page, "yahtzee")
    enter_card(page, {"sixes": 18, "yahtzee": 50})
    type_dice(page, "66666")
    page.locator('.scorecard [data-press="score-large_straight"]').click()
    expect(page.locator('select[data-category="large_straight"]')).to_have_value("40")
    expect(page.locator(".extra-yahtzees output")).to_have_text("100")
    expect(page.locator(".scorecard .total")).to_contain_text("208")
    more = page.locator('[data-press="extra-more"]')
    more.focus()
    page.keyboard.press("Enter")
    expect(more).to_be_focused()
    expect(page.locator(".scorecard .total")).to_contain_text("308")
    expect(more).to_have_attribute("aria-disabled", "true")
    page.locator('select[data-category="yahtzee"]').select_option("0")
    expect(page.locator(".scorecard .total")).to_contain_text("58")


def test_unused_throws_are_saved_and_a_forced_joker_offers_the_upper_box_only(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    expect(page.locator("#advisor.alive")).to_have_count(1)
    choose_game(page, "saved")
    type_dice(page, "12345")
    page.locator('.scorecard [data-press="score-small_straight"]').click()
    expect(page.locator(".rerolls output")).to_have_text("4")
    page.locator('[data-press="rerolls-more"]').click(force=True)  # no more can have been saved
    expect(page.locator(".rerolls output")).to_have_text("4")
    choose_game(page, "forced")
    enter_card(page, {"yahtzee": 50})
    type_dice(page, "44444")
    expect(page.locator(".scorecard .offer")).to_have_count(1)
    expect(page.locator(".scorecard .offer")).to_have_text("20")


def test_parts_are_announced_while_they_are_fetched(open_page: OpenPage) -> None:
    held: list[Route] = []
    hold = held.append
    page = open_page("advisor.html", apart=True)
    expect(page.locator("#advisor.alive")).to_have_count(1)
    page.route(re.compile(r"values-maxi.*/\d+-\d+\.arrow\.gz"), lambda route: hold(route))
    page.get_by_role("combobox", name="Game", exact=True).select_option("maxi")
    words = page.locator(".advisor-answer")
    expect(words).to_contain_text("The part of the table for this position is being fetched")
    assert re.search(r"\(\d+ KB\)", words.inner_text())
    type_dice(page, "112266")  # entering goes on meanwhile
    hold = Route.continue_
    while held:
        held.pop().continue_()
    expect(page.locator(".advisor-answer li.option")).not_to_have_count(0)


@pytest.mark.parametrize("damage", ["not a part", "another part", "missing"])
def test_a_damaged_part_is_reported_and_can_be_retried(open_page: OpenPage, damage: str) -> None:
    page = open_page("advisor.html", apart=True)
    expect(page.locator("#advisor.alive")).to_have_count(1)
    is_damaged = True
    part = re.compile(r"values-yahtzee-[0-9a-f]{8}/0-0\.arrow\.gz")

    def answer(route: Route) -> None:
        if not is_damaged:
            route.continue_()
        elif damage == "not a part":
            route.fulfill(body=b"not a part")
        elif damage == "another part":
            route.fulfill(response=route.fetch(url=route.request.url.replace("0-0.", "0-1.")))
        else:
            route.fulfill(response=route.fetch(url=route.request.url.replace("0-0.", "9-9.")), status=200, body=b"")

    page.route(part, answer)
    page.get_by_role("combobox", name="Game", exact=True).select_option("yahtzee")
    failed = page.locator(".advisor-answer .failed")
    expect(failed).to_contain_text("part" if damage == "another part" else "cannot be read")
    is_damaged = False
    failed.get_by_role("button", name="Try again").click()
    expect(page.locator(".advisor-now b")).to_have_text("254.6")


def test_games_fit_a_phone_and_pass_axe(open_page: OpenPage) -> None:
    page = open_page("advisor.html", width=360, has_touch=True)
    expect(page.locator("#advisor.alive")).to_have_count(1)
    for game in ("saved", "maxi", "yahtzee"):  # forced jokers look like free ones
        choose_game(page, game)
        page.locator('[data-press="throw"]').tap()
        expect(page.locator(".advisor-answer li.option")).not_to_have_count(0)
        boxes = [box for die in page.locator(".dice-row .die").all() if (box := die.bounding_box())]
        assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) < 10  # one row; kept dice are lifted
        assert all(box["width"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert violations(page, within="#advisor") == [], game
