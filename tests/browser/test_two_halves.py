"""The figures of the chapter on two halves answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.test_guesses import expect_points
from tests.browser.test_solving import OpenPage
from tests.browser.ways import WAYS, figure_of, find_row, press

PAGE = "two-halves.html"


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse", query: str = "") -> tuple[Page, Locator]:
    """Open the chapter as a reader with a mouse, a keyboard or a telephone does, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way, query)


def point_at(page: Page, picture: Locator, share: float, way: str) -> None:
    """Put the hand on a picture, at a share of its width."""
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
def test_the_dial_of_hope_is_turned(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "optimist", way)
    dial, curve = rows("optimist_dial"), figure.locator(".optimist-curve")
    check_hope(figure, find_row("optimist_dial", hope=0.999))
    for stop in (0, 4, 8, 10, 12):
        if way == "keyboard":
            curve.focus()
            page.keyboard.press("Home")
            for _ in range(stop):
                page.keyboard.press("ArrowRight")
        else:
            point_at(page, curve, (5 + 86 * stop / 12) / 100, way)
        check_hope(figure, dial[stop])
    expect(page).to_have_url(re.compile("optimist=100.project"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    check_hope(figure, find_row("optimist_dial", hope=0.999))
    expect(figure.locator(".scores")).to_be_hidden()


@pytest.mark.parametrize("way", WAYS)
def test_hope_is_guessed_and_every_tie_rule_has_its_score(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "optimist", way)
    true = find_row("optimist_dial", hope=0.999)["mean"]
    for covered in (".optimist-words", ".scores", ".scored", '[data-press="tie-0"]'):
        expect(figure.locator(covered)).to_be_hidden()
    spoken = figure.locator(".optimist-curve").get_attribute("aria-valuetext") or ""
    assert "thousand" in spoken
    assert f"{true:.0f}" not in spoken
    stage = figure.locator(".stage")
    tall = stage.evaluate("stage => stage.offsetHeight")
    press(page, figure.locator('[data-press="guess-150"]'), way)
    expect(figure.locator(".optimist-words")).to_contain_text(f"You said 150. More than that: it scores {true:.1f}.")
    assert stage.evaluate("stage => stage.offsetHeight") == tall
    expect_points(page, PAGE, 10 - round(abs(150 - true) / 10))
    expect(page).to_have_url(re.compile("optimist=99.9"))
    moves = {(row["rule"], row["dice"]): row for row in rows("tie_rule_moves")}
    for place, row in enumerate(rows("max_tie_rules")[:5]):
        button = figure.locator(f'[data-press="tie-{place}"]')
        press(page, button, way)
        expect(figure.locator(".scores")).to_have_text(f"scores {row['mean']:.1f}")
        for dice in ("23556", "66666"):
            move = moves[row["rule"], dice]
            written, kept = move["category"].capitalize(), " ".join(move["keep"])
            expect(button).to_contain_text(
                f"in {written}" if written else f"keeps {kept}" if kept else "throws all five"
            )
    for rule in ("truly-best", "truly-worst"):
        expect(figure.locator(".optimist-words")).to_contain_text(f"{find_row('max_tie_rules', rule=rule)['mean']:.1f}")


def mean_of(habits: str) -> float:
    """Return what the player with some habits scores."""
    return float(find_row("habit_players", habits=habits)["mean"])


@pytest.mark.parametrize("way", WAYS)
def test_the_two_halves_are_guessed_and_looked_at(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "two-halves", way)
    square = figure.locator(".halves-square")
    expect(square).to_be_hidden()
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
    expect(square).to_be_hidden()


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
    page, figure = open_figure(open_page, "ladder", way)
    expect(figure.locator(".ladder-rungs")).to_be_hidden()
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
    expect(figure.locator(".ladder-rungs")).to_be_hidden()


def test_links_lead_to_what_was_shown(open_page: OpenPage) -> None:
    query = "?optimist=100.backwards&ladder=par"
    page, figure = open_figure(open_page, "optimist", query=query)
    expect(figure.locator(".scores")).to_have_text(f"scores {find_row('max_tie_rules', rule='backwards')['mean']:.1f}")
    check_ladder(awake(page, "ladder"), ["bonus", "top", "chances", "pars"])
