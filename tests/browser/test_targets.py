"""The figures of the chapter on targets answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import rows
from tests.browser.ways import WAYS, choose, figure_of, find_row, press, press_mark

OpenPage = Callable[..., Page]
PAGE = "targets.html"


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse", query: str = "") -> tuple[Page, Locator]:
    """Open the chapter as a reader with a mouse, a keyboard or a telephone does, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way, query)


def move_to(page: Page, slider: Locator, step: int, last: int, way: str, share: float) -> None:
    """Bring a slider to a step: by keys, by dragging, or by a tap at a share of its width."""
    if way == "keyboard":
        slider.focus()
        now = int(slider.get_attribute("aria-valuenow") or 0)
        for _ in range(abs(step - now)):
            page.keyboard.press("ArrowRight" if step > now else "ArrowLeft")
    else:
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] * share, box["y"] + box["height"] / 2
        if way == "touch":
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(box["x"] + box["width"] / 2, y)
            page.mouse.down()
            page.mouse.move(x, y, steps=3)
            page.mouse.up()
    expect(slider).to_have_attribute("aria-valuenow", str(step))
    expect(slider).to_have_attribute("aria-valuemax", str(last))


def percent(chance: float) -> str:
    """Return a chance as the figures write it."""
    return f"{100 * chance:.1f}%"


@pytest.mark.parametrize("way", WAYS)
def test_the_score_to_beat_is_dragged(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "score-to-beat", way)
    data = rows("score_to_beat")
    target = next(place for place, row in enumerate(data) if row["score"] == 280)
    last = len(data) - 1
    move_to(page, figure.get_by_role("slider"), target, last, way, target / last)
    exact = find_row("dial_loss", score=280)
    wanted = [percent(exact[f"{way}_probability"]) for way in ("best", "theta", "optimal")]
    expect(figure.locator(".chance-way b")).to_have_text(wanted)
    expect(figure.locator(".beat-words")).to_contain_text(f"{1000 * exact['gap']:.0f} more games")
    expect(figure.locator(".beat-words")).to_contain_text(f"{exact['theta']}")
    expect(page).to_have_url(re.compile("score-to-beat=280"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(figure.locator(".beat-words b")).to_have_text("250")


@pytest.mark.parametrize("way", WAYS)
def test_the_answer_is_covered_until_a_guess(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "score-to-beat", way)
    answer, words = figure.locator(".chance-way.best b"), figure.locator(".beat-words")
    expect(answer).to_be_hidden()
    expect(words).to_contain_text("How often")
    best = find_row("dial_loss", score=250)["best_probability"]
    press(page, figure.locator('[data-press="guess-80"]'), way)
    expect(words).to_contain_text(f"You said 80%. Less than that: it is {percent(best)}")
    expect(answer).to_be_visible()
    expect(answer).to_have_text(percent(best))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(answer).to_be_hidden()


def test_the_dial_is_in_the_middle_where_most_is_lost(open_page: OpenPage) -> None:
    verdict = rows("dial_verdict")[0]
    _, figure = open_figure(open_page, "score-to-beat", query=f"?score-to-beat={verdict['widest_score']}")
    expect(figure.locator(".beat-words")).to_contain_text("At no other target is it more")
    expect(figure.locator(".beat-words")).to_contain_text("in the middle")
    assert find_row("dial_loss", score=verdict["widest_score"])["theta"] == 0.0


@pytest.mark.parametrize("way", WAYS)
def test_the_right_move_flips_and_the_dial_stays(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "different-past", way)
    slider, words, told = figure.get_by_role("slider"), figure.locator(".past-words"), figure.locator(".chance-way b")
    press(page, figure.locator('[data-press="keep-0"]'), way)
    press(page, figure.locator('[data-press="dial-0"]'), way)
    expect(figure.locator(".chance-way.dial")).to_contain_text("write the twelve")
    for points, move in ((145, "throw all five"), (149, "keep 3 3"), (150, "write the twelve")):
        step = points - 132
        move_to(page, slider, step, 25, way, (step + 0.5) / 26)
        here = [row for row in rows("worked_example") if row["rerolls"] == 1 and row["points_so_far"] == points]
        writes = next(row["probability"] for row in here if row["action"] == "score")
        mine = next(row["probability"] for row in here if row["keep"] == "233")
        expect(told).to_have_text([percent(max(row["probability"] for row in here)), percent(writes), percent(mine)])
        expect(words).to_contain_text(f"{points} points so far, {162 - points} needed: {move}")
        expect(words).to_contain_text("The dial is right" if points == 150 else "The dial is wrong")
    expect(page).to_have_url(re.compile(r"different-past=150\.25\.0"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(words).to_contain_text("145 points so far")


@pytest.mark.parametrize("way", WAYS)
def test_the_last_turns_are_won(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "friend-figure", way)
    told = figure.locator(".explorable-sentence")
    cards = list(dict.fromkeys(row["open"] for row in rows("friend_lead")))
    names = ["Two pairs", "One pair", "Three of a kind and Yatzy", "Large straight and Chance"]
    names += ["Large straight, Chance and Yatzy", "One pair, Large straight and Yatzy"]
    slider = figure.get_by_role("slider")
    for name, card in zip(names, cards, strict=True):
        choose(page, figure, name, way)
        need = next(row for row in rows("friend_lead") if row["open"] == card and row["needed"] == 11)
        slider.fill("10")
        expect(told).to_contain_text(f"11 points needed, with {name} open")
        for one in ("best", "optimal", "greedy"):
            expect(told).to_contain_text(f"wins in {need[one]:.1%} of games")
    choose(page, figure, names[2], way)
    if way == "keyboard":
        slider.fill("23")
        slider.focus()
        page.keyboard.press("ArrowRight")
    else:
        press_mark(page, figure, "1:24", way)
    expect(told).to_contain_text("Even greed beats the average")
    expect(page).to_have_url(re.compile(r"friend-figure=needed-25$|friend-figure=needed-25#"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(told).to_contain_text("16 points needed")


@pytest.mark.parametrize(("figure", "state", "words"), [
    ("score-to-beat", "300", "A target of 300"),
    ("different-past", "149.31.1", "149 points so far"),
    ("friend-figure", "5.11", "11 points needed"),
])  # fmt: skip
def test_moments_can_be_linked_to(open_page: OpenPage, figure: str, state: str, words: str) -> None:
    _, place = open_figure(open_page, figure, query=f"?{figure}={state}")
    expect(place).to_contain_text(words)


def test_the_chart_shows_a_bar_for_each_turn(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    chart = page.locator("#past-score")
    chart.scroll_into_view_if_needed()
    expect(chart.locator("svg:visible").first).to_be_visible()
    peak = rows("past_peak")[0]
    assert peak["share"] == max(row["share"] for row in rows("past_score"))
    expect(page.locator("#when")).to_contain_text(f"by turn {peak['turn']} one open decision in {peak['one_in']:.0f}")
