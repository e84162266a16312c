"""Figures with questions: nothing reveals the answer beforehand, and every way to answer is judged by the data."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.test_guesses import expect_points
from tests.browser.ways import figure_of, find_row, press

OpenPage = Callable[..., Page]
# Figures with questions, by page, with their answers and the text that may be announced only afterwards.
COVERED = {
    "prices.html": {
        "decisions": ("score-full_house", r"\d\.\d"),
        "price-tags": ("guess-two_pairs", r"\d\.\d"),
    },
    "solving.html": {"last-box": ("guess", r"\d\.\d")},
    "perfect.html": {"score-curve": ("skip", r"peak|slope|\d\.\d|%")},
    "two-halves.html": {
        "ladder": ("guess-first", r"[+]\d|brings \d"),
        "two-halves": ("guess-pars", r"\d\d\.\d"),
        "optimist": ("guess-100", r"\d\d\.\d"),
    },
    "luck.html": {"luck-shares": ("guess-1", r"\d\.\d%")},
    "risk.html": {
        "risk-players": ("reveal", r"points less|theta"),
        "score-to-beat": ("guess-55", r"more game|\N{GREEK SMALL LETTER THETA}|5[5-9]\.\d%"),
    },
    "mat.html": {"mat": ("guess-230", r"23\d\.\d")},
    "more-dice.html": {"saved-game": ("guess-write", r"Right|gives away|\d\.\d")},
    "machine.html": {},
}
# Other figures, with the texts that reveal the answer; they are shown in print and without scripts.
ASKING = {
    "solving.html": ["upper-grid"],
    "perfect.html": ["score-parts", "first-roll"],
    "more-dice.html": ["six-dice"],
    "machine.html": ["speed-limit-figure"],
}
# The part of a figure for a reader who skips the question, and its text.
SHOWN = {
    "solving.html": {
        "upper-grid": (".guess-verdict", "never happens."),
        "last-box": (".box-words", "No choice is worth more."),
    },
    "perfect.html": {
        "score-curve": (".ends-more", "or more"),
        "score-parts": (".guess-verdict", "Bonus brings the most"),
        "first-roll": (".guess-verdict", "Best is"),
    },
    "more-dice.html": {"six-dice": (".guess-verdict", "It is harder")},
    "machine.html": {"speed-limit-figure": (".guess-verdict", "times as long")},
    "prices.html": {"price-tags": (".guess-verdict", "the most in the lower half")},
    "two-halves.html": {
        "two-halves": (".guess-verdict", "Chances alone bring"),
        "ladder": (".guess-verdict", "First of all"),
        "optimist": (".optimist-words", "99.9% hope"),
    },
    "mat.html": {"mat": (".guess-verdict", "It scores")},
    "luck.html": {"luck-shares": (".explorable-verdict", "of it has fallen")},
}
# Figures whose answers leave the window where it is.
STILL = {"price-tags", "first-roll", "ladder", "two-halves", "mat", "six-dice", "luck-shares"}


def secrets(figure: str) -> list[str]:
    """Return the texts of a figure that are shown only after the guess."""
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


def heard(page: Page, figure: Locator) -> str:
    """Return all texts of a figure for screen readers except its caption, and its tooltips."""
    said = """figure => [...figure.querySelectorAll('*')]
        .filter(part => part.checkVisibility({visibilityProperty: true}))
        .flatMap(part => ['aria-valuetext', 'aria-description', 'title'].map(name => part.getAttribute(name)))
        .concat([...figure.querySelectorAll('svg title, svg desc')].map(part => part.textContent)).join('|')"""
    announced = " ".join(page.locator(".announcer").all_text_contents())
    return f"{figure.locator('.stage').aria_snapshot()} {figure.evaluate(said)} {announced}"


# The stored guesses of this site.
CARD = "localStorage.getItem('card:' + new URL('.', location.href).pathname) ?? '{}'"


def check_covered(page: Page, name: str, answer: str, told: str) -> None:
    """Check that no name or description reveals the answer before the guess, and after a reset."""
    figure = awake(page, name)
    page.locator(".announcer").evaluate_all("voices => voices.forEach(voice => voice.remove())")
    assert re.findall(told, heard(page, figure)) == []
    press(page, figure.locator(f'[data-press="{answer}"]'), "keyboard")
    after = heard(page, figure)
    assert re.search(told, after)
    assert "&nbsp;" not in after
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    page.locator(".announcer").evaluate("voice => voice.textContent = ''")
    assert re.findall(told, heard(page, figure)) == []


def check_untold(page: Page, name: str) -> None:
    """Check that a figure asks its question and reveals nothing."""
    figure = awake(page, name)
    expect(figure.locator(".guess-question")).to_be_visible()
    told = f"{figure.locator('.stage').aria_snapshot()} {figure.inner_text()}"
    assert not [secret for secret in secrets(name) if secret in told]
    if name == "upper-grid":
        expect(figure.locator(".cells")).to_be_hidden()


def check_told(figure: Locator, name: str) -> None:
    """Check that a figure asks no question and shows everything."""
    assert all(secret in figure.inner_text() for secret in secrets(name))
    expect(figure.locator(".guess-question")).to_be_hidden()


def check_shown(page: Page, file: str, name: str) -> None:
    """Check that skipping the question shows and announces the verdict, and records no points."""
    place, words = SHOWN[file][name]
    figure = awake(page, name)
    press(page, figure.locator('[data-press="skip"]'), "keyboard")
    expect(figure.locator(place)).to_contain_text(words)
    expect(page.locator(".announcer")).to_contain_text(words)
    expect(figure.locator(place)).to_be_in_viewport()
    if name in ASKING.get(file, []):
        assert figure.evaluate("figure => figure.contains(document.activeElement)")
        assert name == "six-dice" or all(secret in figure.inner_text() for secret in secrets(name))
    assert not any(mark["points"] for mark in json.loads(page.evaluate(CARD)).values())


def check_window(page: Page, name: str) -> None:
    """Check that an answer leaves the window where it is."""
    press(page, page.locator(f"#{name}").get_by_role("button", name="Reset"), "mouse")
    question = page.locator(f"#{name} :is(.guess, .explorable-guess)")
    # Near the top, where browsers would hold on to something below the question.
    question.evaluate("question => scrollBy({top: question.getBoundingClientRect().top - 60, behavior: 'instant'})")
    before = page.evaluate("scrollY")
    press(page, question.locator("[data-press^=guess]").first, "mouse")
    expect(page.locator(f"#{name} :is(.guess-verdict, .explorable-verdict)")).to_be_in_viewport()
    assert page.evaluate("scrollY") == pytest.approx(before, abs=1)
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("file", COVERED)
def test_nothing_reveals_the_answer_before_the_guess(open_page: OpenPage, file: str) -> None:
    page, asking = open_page(f"{file}?depth=2", reduced_motion="reduce"), ASKING.get(file, [])
    for name, (answer, told) in COVERED[file].items():
        check_covered(page, name, answer, told)
    page.evaluate("localStorage.clear()")
    if asking:
        for name in asking:
            check_untold(page, name)
        page.emulate_media(media="print")
        for name in asking:
            check_told(page.locator(f"#{name}"), name)
        page.emulate_media(media="screen")
    page.set_viewport_size({"width": 360, "height": 640})
    asked = page.locator("figure:has([data-press=skip])").evaluate_all("figures => figures.map(({id}) => id)")
    assert sorted(asked) == sorted(SHOWN.get(file, {}))
    for name in SHOWN.get(file, {}):
        check_shown(page, file, name)
        if name in STILL:
            check_window(page, name)


@pytest.mark.parametrize("file", ASKING)
def test_without_scripts_nothing_is_asked(open_page: OpenPage, file: str) -> None:
    page = open_page(file, java_script_enabled=False)
    for name in ASKING[file]:
        for fold in page.locator(f"details:has(#{name})").all():
            fold.locator("> summary").click()
        check_told(page.locator(f"#{name}"), name)
    if file == "solving.html":
        expect(page.locator("#last-box .box-words")).to_be_visible()
        expect(page.locator("#last-box .box-question")).to_be_hidden()
    elif file == "perfect.html":
        expect(page.locator("#score-curve .ends-area")).to_be_visible()
        expect(page.locator("#score-curve .ends-sheet")).to_have_count(0)


def expect_verdict(page: Page, figure: Locator, *parts: str) -> None:
    """Check that a verdict is shown and announced."""
    expect(figure.locator(".guess")).to_be_hidden()
    for part in parts:
        expect(figure.locator(".guess-verdict")).to_contain_text(part)
        expect(page.locator(".announcer")).to_contain_text(part)


def test_forced_colours_distinguish_pressed_buttons(open_page: OpenPage) -> None:
    page = open_page("perfect.html", forced_colors="active", reduced_motion="reduce")
    ground = "element => getComputedStyle(element).backgroundColor"
    events = awake(page, "score-events").locator("[aria-pressed]")
    pressed = {one.get_attribute("aria-pressed"): one.evaluate(ground) for one in events.all()}
    assert pressed["true"] != pressed["false"]
    pill = "element => getComputedStyle(element, '::before').backgroundColor"
    levels = page.locator(".depth-control label")
    assert levels.first.evaluate(pill) != levels.last.evaluate(pill)


def test_a_total_is_guessed(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "solving.html?depth=2", "upper-grid")
    reachable = find_row("upper_reachability", faces="3+5")["reachable"]
    answers = figure.locator(".guess-answer")
    totals = [int(text) for text in answers.all_inner_texts()]
    (never,) = [total for total in totals if reachable[total] == "0"]
    wrong = totals.index(never) - 1
    press(page, answers.nth(wrong), "keyboard")
    expect_verdict(page, figure, f"{totals[wrong]} can happen", f"never happens is {never}")
    expect(figure.locator(".upper-grid-total")).to_have_text(f"{never} points")
    expect(figure.locator(".upper-grid-reason")).not_to_contain_text("=")
    expect(figure.locator(".strip-mark")).to_have_class("strip-mark")
    expect_points(page, "solving.html", 0)
    figure.get_by_role("button", name="Reset").click()
    press(page, answers.nth(totals.index(never)), "keyboard")
    expect_verdict(page, figure, f"Right: {never} never happens")
    expect_points(page, "solving.html", 0)  # the first answer counts
    expect(page).to_have_url(re.compile(rf"upper-grid=35\.{never}"))
    page.reload()
    expect(awake(page, "upper-grid").locator(".upper-grid-total")).to_be_visible()


def test_the_row_with_the_highest_mean_is_guessed(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "perfect.html", "score-parts")
    means = {row["category"]: row["mean"] for row in rows("score_parts")}
    expect(figure.locator('.parts-row[aria-pressed="true"]')).to_have_count(0)
    press(page, figure.locator('[data-press="row-13"]'), "keyboard")
    rank = 1 + sum(mean > means["chance"] for mean in means.values())
    assert max(means, key=lambda category: means[category]) == "bonus"
    expect_verdict(page, figure, f"Chance, place {rank} of {len(means)}", f"{means['bonus']:.2f} points")
    expect(figure.locator('[data-press="row-13"]')).to_be_focused()
    expect(figure.locator(".parts-words")).to_contain_text(f"{means['chance']:.2f}")
    expect_points(page, "perfect.html", round(10 * means["chance"] / means["bonus"]))


def test_the_first_full_house_is_played(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "perfect.html?depth=2", "first-roll")
    lost = {row["option"]: row["loss"] for row in rows("first_roll_options")}
    # A mouse that passes over the map reveals nothing yet.
    figure.locator(".first-field").hover()
    expect(figure.locator(".first-options")).to_be_hidden()
    press(page, figure.locator('[data-press="guess-111"]'), "keyboard")
    expect_verdict(page, figure, f"gives away {lost['111']:.2f}")
    expect(figure.locator(".first-options")).to_be_visible()
    expect_points(page, "perfect.html", 10 - round(2 * lost["111"]))
    figure.get_by_role("button", name="Reset").click()
    press(page, figure.locator('[data-press="guess-full_house"]'), "keyboard")
    expect_verdict(page, figure, f"gives away {lost['full_house']:.2f}")
    press(page, figure.locator('[data-press="call-0"]'), "keyboard")
    expect(figure.locator(".guess-verdict")).to_be_empty()  # it was about another roll
    expect_points(page, "perfect.html", 10 - round(2 * lost["111"]))


def test_the_bonus_with_a_sixth_die_is_guessed(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "more-dice.html", "six-dice")
    ours, theirs = (find_row("game_facts", game=game)["bonus_rate"] for game in ("scandinavian", "maxi"))
    assert theirs < ours
    press(page, figure.locator('[data-press="game-yahtzee"]'), "keyboard")  # reveals nothing of Maxi Yatzy
    expect(figure.locator(".guess-question")).to_be_visible()
    press(page, figure.locator('[data-press="guess-harder"]'), "keyboard")
    expect_verdict(page, figure, "Yes, it is harder", f"{theirs:.1%}")
    expect(figure.locator('[data-press="game-maxi"]')).to_have_attribute("aria-pressed", "true")
    expect_points(page, "more-dice.html", 10)


def test_the_thrift_that_is_missed_most_is_guessed(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "machine.html", "speed-limit-figure")
    assert max(map(times_without, ("method", "coalesced", "lanes", "cores"))) == times_without("method")
    press(page, figure.locator('[data-press="lanes-1"]'), "keyboard")  # it is on already
    expect(figure.locator(".guess-question")).to_be_visible()
    press(page, figure.locator('[data-press="lanes-0"]'), "keyboard")
    expect_verdict(page, figure, f"{times_without('method'):.0f} times", f"{times_without('lanes'):.1f} times")
    points = round(10 * times_without("lanes") / times_without("method"))
    expect_points(page, "machine.html", points)
    press(page, figure.locator('[data-press="method-grid"]'), "keyboard")
    expect_points(page, "machine.html", points)
