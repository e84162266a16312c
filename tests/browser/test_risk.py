"""The figures of the chapter on risk answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.ways import WAYS, figure_of, press

OpenPage = Callable[..., Page]
PAGE = "risk.html"


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse", query: str = "") -> tuple[Page, Locator]:
    """Open the chapter as a reader with a mouse, a keyboard or a telephone does, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way, query)


def turn(page: Page, dial: Locator, way: str, stop: int, n_stops: int) -> None:
    """Bring a dial to one of its stops."""
    if way == "keyboard":
        dial.focus()
        page.keyboard.press("Home")
        for _ in range(stop):
            page.keyboard.press("ArrowRight")
        return
    dial.scroll_into_view_if_needed()
    box = dial.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * (stop + 0.5) / n_stops, box["y"] + 22
    if way == "touch":
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


def frontier_at(theta: float) -> dict[str, Any]:
    """Return the row of a theta."""
    return next(row for row in rows("theta_frontier") if row["theta"] == theta)


@pytest.mark.parametrize("way", WAYS)
def test_the_dial_bends_everything(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "risk-dial", way)
    dial, thetas = figure.get_by_role("slider", name="Dial of risk"), [row["theta"] for row in rows("theta_frontier")]
    for theta in (-0.05, 0.1):
        turn(page, dial, way, thetas.index(theta), len(thetas))
        row = frontier_at(theta)
        words = figure.locator(".risk-words")
        for number in (row["mean"], row["sd"], row["worst_5_mean"], row["best_5_mean"], 100 * row["bonus_rate"]):
            expect(words).to_contain_text(f"{number:.1f}")
        expect(figure.locator(".risk-mean-label")).to_have_text(f"average {row['mean']:.1f}")
        for decision in figure.locator(".risk-decision").all():
            expect(decision.locator(".risk-choice.best")).to_have_count(1)
        check_decisions(figure, theta)
        check_sources(figure, theta)
    expect(page).to_have_url(re.compile(r"risk-dial=0\.1"))
    figure.get_by_role("button", name="Reset").click()
    expect(figure.locator(".risk-mean-label")).to_have_text(f"average {frontier_at(0.0)['mean']:.1f}")


def check_decisions(figure: Locator, theta: float) -> None:
    """Compare the options that are marked as best with the data set."""
    best = [row for row in rows("risk_decisions") if row["theta"] == theta and row["loss"] == 0]
    for place, row in enumerate(best):
        words = f"keep {' '.join(row['keep'])}" if row["action"] == "keep" else f"{row['points']} in"
        expect(figure.locator(".risk-decision").nth(place).locator(".risk-choice.best")).to_contain_text(words)


def check_sources(figure: Locator, theta: float) -> None:
    """Compare the change of Yatzy with the data set."""
    mean = {row["theta"]: row["mean"] for row in rows("theta_categories") if row["category"] == "yatzy"}
    shown = figure.locator(".risk-sources .number").last.text_content() or ""
    assert float(shown.replace("\N{MINUS SIGN}", "-")) == pytest.approx(mean[theta] - mean[0.0], abs=0.051)


def test_the_dial_is_dragged_and_rests(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "risk-dial")
    dial = figure.locator(".risk-dial")
    dial.scroll_into_view_if_needed()
    box = dial.bounding_box()
    assert box is not None
    n_stops = len(rows("theta_frontier"))
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 21 / n_stops, box["y"] + 22, steps=4)
    expect(figure.locator(".risk-words")).to_contain_text("Between two computed values")
    expect(figure.locator(".risk-sources .number")).to_have_count(0)
    page.mouse.up()
    expect(figure.locator(".risk-sources .number")).to_have_count(16)


def test_quick_presses_are_all_counted_while_the_dial_glides(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    figure = awake(page, "risk-dial")
    figure.locator(".risk-dial").focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    thetas = [row["theta"] for row in rows("theta_frontier")]
    reached = frontier_at(thetas[thetas.index(0.0) + 6])
    expect(figure.locator(".risk-mean-label")).to_have_text(f"average {reached['mean']:.1f}")
    expect(figure.locator(".risk-words")).to_contain_text(f"{reached['sd']:.1f}")


def test_a_player_is_a_press_away_and_can_be_linked_to(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "risk-dial", query="?risk-dial=0.2")
    expect(figure.locator(".risk-words")).to_contain_text(f"{frontier_at(0.2)['mean']:.1f}")
    figure.get_by_role("button", name="Cautious", exact=True).click()
    expect(figure.locator(".risk-words")).to_contain_text(f"{frontier_at(-0.05)['mean']:.1f}")
    expect(page).to_have_url(re.compile(r"risk-dial=-0\.05"))


def check_wish(figure: Locator, percentile: int, theta: float) -> None:
    """Compare what the figure says of a percentile and a theta with the data sets."""
    scores = {row["percentile"]: row["score"] for row in rows("theta_percentiles") if row["theta"] == theta}
    best = next(row for row in rows("best_theta_for_percentile") if row["percentile"] == percentile)
    words = figure.locator(".wish-words")
    expect(words.locator(".risk-theta")).to_have_text(str(scores[percentile]))
    expect(words).to_contain_text(f"With theta 0 it is {best['optimal_score']}")
    expect(words).to_contain_text(f"can have {best['best_score']}")
    wanted = [str(scores[rung]) for rung in (1, 5, 10, 25, 50, 75, 90, 95, 99)]
    expect(figure.locator(".wish-rung b")).to_have_text(wanted)


@pytest.mark.parametrize("way", WAYS)
def test_a_wish_finds_its_theta(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "risk-wish", way)
    ladder = figure.get_by_role("slider", name="Percentile wished for")
    theta_of = {row["percentile"]: row["theta"] for row in rows("best_theta_for_percentile")}
    for percentile in (5, 95, 50):
        turn(page, ladder, way, percentile - 1, 99)
        check_wish(figure, percentile, theta_of[percentile])
        expect(figure.locator(".wish-words")).to_contain_text("No other setting brings more here")
    expect(page).to_have_url(re.compile("risk-wish=50"))


@pytest.mark.parametrize("way", WAYS)
def test_a_theta_shows_the_whole_ladder(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "risk-wish", way)
    dial, thetas = figure.get_by_role("slider", name="Dial of risk"), [row["theta"] for row in rows("theta_frontier")]
    turn(page, dial, way, thetas.index(0.1), len(thetas))
    check_wish(figure, 5, 0.1)
    expect(figure.locator(".wish-words")).to_contain_text("The best setting here is theta")
    figure.locator('[data-press="rung:99"]').click()
    check_wish(figure, 99, next(row["theta"] for row in rows("best_theta_for_percentile") if row["percentile"] == 99))
    figure.get_by_role("button", name="Reset").click()
    check_wish(figure, 5, -0.025)


def test_a_wish_can_be_linked_to(open_page: OpenPage) -> None:
    _, figure = open_figure(open_page, "risk-wish", query="?risk-wish=10:0.05")
    check_wish(figure, 10, 0.05)


def worth_of(theta: float) -> float:
    """Return what the throw is worth to a player beyond its worst outcome."""
    row = next(row for row in rows("chance_node_equivalents") if row["theta"] == theta)
    return float(row["certainty_equivalent"] - row["lowest"])


@pytest.mark.parametrize("way", WAYS)
def test_sure_points_are_laid_on_until_the_pans_are_level(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "risk-beam", way)
    words, sure = figure.locator(".scale-words"), 1.0
    for name, theta in (("Plain", 0.0), ("Bold", 0.1), ("Careful", -0.1)):
        press(page, figure.get_by_role("button", name=name), way)
        level = round(2 * worth_of(theta)) / 2
        while sure != level:
            expect(words).to_contain_text("too few" if sure < level else "gives the throw away")
            step = 1.0 if abs(level - sure) >= 1 else 0.5
            key = ("" if step == 1 else "bit-") + ("more" if level > sure else "less")
            press(page, figure.locator(f'[data-press="{key}"]'), way)
            sure += step if level > sure else -step
        expect(words).to_contain_text(f"worth {worth_of(theta):.2f} points more")
        expect(figure.get_by_role("button", name=f"{name} {level:g}")).to_be_visible()
    expect(page).to_have_url(re.compile("risk-beam=-0.1"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(words).to_contain_text("1 sure point is too few")


def test_links_to_the_former_beam_show_level_pans(open_page: OpenPage) -> None:
    _, figure = open_figure(open_page, "risk-beam", query="?risk-beam=-3")
    expect(figure.locator(".scale-words")).to_contain_text(f"{worth_of(-3):.2f}")


def test_the_throws_of_a_game_by_regime(open_page: OpenPage) -> None:
    _, figure = open_figure(open_page, "risk-sigmas", query="?depth=2&risk-sigmas=0.5")
    shares = [f"{row['share']:.1%}" for row in rows("regime_map") if row["theta"] == 0.5]
    expect(figure.locator(".sigmas-regimes b")).to_have_text(shares)
