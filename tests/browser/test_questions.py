"""Figures that ask before they tell: nothing tells the answer beforehand, every way to answer is judged by the data."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.test_guesses import expect_points, open_figure
from tests.browser.ways import PRESSES, find_row, press

OpenPage = Callable[..., Page]
ASKING = {
    "solving.html": ["upper-grid"],
    "perfect.html": ["score-parts", "first-roll"],
    "more-dice.html": ["six-dice"],
    "machine.html": ["speed-limit-figure"],
}


def secrets(figure: str) -> list[str]:
    """Return what a figure tells only after the guess, as it writes it."""
    if figure == "upper-grid":
        return ["totals can happen with these boxes filled"]
    if figure == "score-parts":
        return [f"{row['mean']:.2f}" for row in rows("score_parts")]
    if figure == "first-roll":
        return [f"{row['value']:.2f}" for row in rows("first_roll_options")[:2]]
    if figure == "six-dice":
        others = [row for row in rows("game_facts") if row["game"] != "scandinavian"]
        return [f"{row['bonus_rate']:.1%}" for row in others]
    return [f"{times_without('method'):.0f} times"]


def times_without(thrift: str) -> float:
    """Return how many times as long the work takes with one thrift taken off."""
    keys: dict[str, Any] = {"method": "lattice", "coalesced": True, "lanes": True, "cores": True}
    return float(find_row("speed_limit", **{**keys, thrift: "grid" if thrift == "method" else False})["times"])


@pytest.mark.parametrize("file", ASKING)
def test_nothing_tells_the_answer_before_the_guess(open_page: OpenPage, file: str) -> None:
    alive = open_page(f"{file}?depth=2", reduced_motion="reduce")
    still = open_page(file, java_script_enabled=False)
    for name in ASKING[file]:
        figure = awake(alive, name)
        expect(figure.locator(".guess-question")).to_be_visible()
        heard = figure.locator(".stage").aria_snapshot()
        assert not [secret for secret in secrets(name) if secret in heard or secret in figure.inner_text()]
        if name == "upper-grid":
            expect(figure.locator(".cells")).to_be_hidden()
        alive.emulate_media(media="print")
        for fold in still.locator(f"details:has(#{name})").all():
            fold.locator("> summary").click()
        for told in (figure, still.locator(f"#{name}")):
            assert all(secret in told.inner_text() for secret in secrets(name))
            expect(told.locator(".guess-question")).to_be_hidden()
        alive.emulate_media(media="screen")
        figure.locator('[data-press="skip"]').click()
        expect(figure.locator(".guess-question")).to_be_hidden()
        assert all(secret in figure.inner_text() for secret in secrets(name) if name != "six-dice")
        assert figure.evaluate("figure => figure.contains(document.activeElement)")
    expect(alive.locator(f'.contents a[href="{file}"] .ledger-box')).to_be_empty()


def expect_verdict(page: Page, figure: Locator, *parts: str) -> None:
    """Check that a verdict is shown, and said."""
    expect(figure.locator(".guess")).to_be_hidden()
    for part in parts:
        expect(figure.locator(".guess-verdict")).to_contain_text(part)
        expect(page.locator(".announcer")).to_contain_text(part)


# What the verdict of a figure holds for a reader who asks to be shown, and where it is.
SHOWN = {
    ("solving.html?depth=2", "upper-grid"): (".guess-verdict", "never happens."),
    ("solving.html", "last-box"): (".box-words", "No choice is worth more."),
    ("perfect.html", "score-parts"): (".guess-verdict", "Bonus brings the most"),
    ("perfect.html", "first-roll"): (".guess-verdict", "Best is"),
    ("more-dice.html", "six-dice"): (".guess-verdict", "It is harder"),
    ("machine.html", "speed-limit-figure"): (".guess-verdict", "times as long"),
    ("prices.html", "price-tags"): (".guess-verdict", "the most in the lower half"),
    ("two-halves.html", "two-halves"): (".guess-verdict", "Chances alone bring"),
    ("two-halves.html", "ladder"): (".guess-verdict", "First of all"),
    ("two-halves.html", "optimist"): (".optimist-words", "99.9% hope"),
    ("small-minds.html", "mat"): (".guess-verdict", "It scores"),
}


@pytest.mark.parametrize(("file", "name"), SHOWN)
def test_just_show_me_shows_the_verdict_and_records_nothing(open_page: OpenPage, file: str, name: str) -> None:
    page = open_page(file, width=360, height=640, reduced_motion="reduce")
    place, words = SHOWN[(file, name)]
    figure = awake(page, name)
    figure.locator('[data-press="skip"]').click()
    expect(figure.locator(place)).to_contain_text(words)
    expect(page.locator(".announcer")).to_contain_text(words)
    expect(figure.locator(place)).to_be_in_viewport()
    expect(page.locator(f'.contents a[href="{file.partition("?")[0]}"] .ledger-box')).to_be_empty()


def test_forced_colours_tell_pressed_from_unpressed(open_page: OpenPage) -> None:
    page = open_page("perfect.html", forced_colors="active", reduced_motion="reduce")
    ground = "element => getComputedStyle(element).backgroundColor"
    events = awake(page, "score-events").locator("[aria-pressed]")
    pressed = {one.get_attribute("aria-pressed"): one.evaluate(ground) for one in events.all()}
    assert pressed["true"] != pressed["false"]
    pill = "element => getComputedStyle(element, '::before').backgroundColor"
    levels = page.locator(".depth-control label")
    assert levels.first.evaluate(pill) != levels.last.evaluate(pill)


@pytest.mark.parametrize("way", PRESSES)
def test_a_total_is_guessed(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "solving.html", "upper-grid", way, "?depth=2")
    reachable = find_row("upper_reachability", faces="3+5")["reachable"]
    answers = figure.locator(".guess-answer")
    totals = [int(text) for text in answers.all_inner_texts()]
    (never,) = [total for total in totals if reachable[total] == "0"]
    wrong = totals.index(never) - 1
    press(page, answers.nth(wrong), way)
    expect_verdict(page, figure, f"{totals[wrong]} can happen", f"never happens is {never}")
    expect(figure.locator(".upper-grid-total")).to_have_text(f"{never} points")
    expect(figure.locator(".upper-grid-reason")).not_to_contain_text("=")
    expect(figure.locator(".strip-mark")).to_have_class("strip-mark")
    expect_points(page, "solving.html", 0)
    figure.get_by_role("button", name="Reset").click()
    press(page, answers.nth(totals.index(never)), way)
    expect_verdict(page, figure, f"Right: {never} never happens")
    expect_points(page, "solving.html", 0)  # the first answer stands
    expect(page).to_have_url(re.compile(rf"upper-grid=35\.{never}"))
    page.reload()
    expect(awake(page, "upper-grid").locator(".upper-grid-total")).to_be_visible()


@pytest.mark.parametrize("way", PRESSES)
def test_the_row_that_brings_most_is_guessed(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "perfect.html", "score-parts", way)
    means = {row["category"]: row["mean"] for row in rows("score_parts")}
    expect(figure.locator('.parts-row[aria-pressed="true"]')).to_have_count(0)
    press(page, figure.locator('[data-press="row-13"]'), way)
    rank = 1 + sum(mean > means["chance"] for mean in means.values())
    assert max(means, key=lambda category: means[category]) == "bonus"
    expect_verdict(page, figure, f"Chance, place {rank} of {len(means)}", f"{means['bonus']:.2f} points")
    expect(figure.locator('[data-press="row-13"]')).to_be_focused()
    expect(figure.locator(".parts-words")).to_contain_text(f"{means['chance']:.2f}")
    expect_points(page, "perfect.html", round(10 * means["chance"] / means["bonus"]))


@pytest.mark.parametrize("way", PRESSES)
def test_the_first_full_house_is_played(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "perfect.html", "first-roll", way)
    lost = {row["option"]: row["loss"] for row in rows("first_roll_options")}
    # A mouse that passes over the map on its way tells nothing yet.
    figure.locator(".first-field").hover()
    expect(figure.locator(".first-options")).to_be_hidden()
    press(page, figure.locator('[data-press="guess-111"]'), way)
    expect_verdict(page, figure, f"gives away {lost['111']:.2f}")
    expect(figure.locator(".first-options")).to_be_visible()
    expect_points(page, "perfect.html", 10 - round(2 * lost["111"]))
    figure.get_by_role("button", name="Reset").click()
    press(page, figure.locator('[data-press="guess-full_house"]'), way)
    expect_verdict(page, figure, f"gives away {lost['full_house']:.2f}")
    press(page, figure.locator('[data-press="call-0"]'), way)
    expect(figure.locator(".guess-verdict")).to_be_empty()  # it was about another roll
    expect_points(page, "perfect.html", 10 - round(2 * lost["111"]))


@pytest.mark.parametrize("way", PRESSES)
def test_the_bonus_with_a_sixth_die_is_guessed(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "more-dice.html", "six-dice", way)
    ours, theirs = (find_row("game_facts", game=game)["bonus_rate"] for game in ("scandinavian", "maxi"))
    assert theirs < ours
    press(page, figure.locator('[data-press="game-yahtzee"]'), way)  # tells nothing of Maxi Yatzy
    expect(figure.locator(".guess-question")).to_be_visible()
    press(page, figure.locator('[data-press="guess-harder"]'), way)
    expect_verdict(page, figure, "Yes, it is harder", f"{theirs:.1%}")
    expect(figure.locator('[data-press="game-maxi"]')).to_have_attribute("aria-pressed", "true")
    expect_points(page, "more-dice.html", 10)


@pytest.mark.parametrize("way", PRESSES)
def test_the_thrift_that_is_missed_most_is_guessed(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "machine.html", "speed-limit-figure", way)
    assert max(map(times_without, ("method", "coalesced", "lanes", "cores"))) == times_without("method")
    press(page, figure.locator('[data-press="lanes-1"]'), way)  # it is on already
    expect(figure.locator(".guess-question")).to_be_visible()
    press(page, figure.locator('[data-press="lanes-0"]'), way)
    expect_verdict(page, figure, f"{times_without('method'):.0f} times", f"{times_without('lanes'):.1f} times")
    points = round(10 * times_without("lanes") / times_without("method"))
    expect_points(page, "machine.html", points)
    press(page, figure.locator('[data-press="method-grid"]'), way)
    expect_points(page, "machine.html", points)
