"""Guesses by mouse, keyboard and touch: judged by the data sets, with their points."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.ways import figure_of, press

OpenPage = Callable[..., Page]
LOW, BIN, BINS, HANDLES = 80, 5, 59, range(1, 59, 7)  # the drawing's first score, its bins, and the bins with a handle


def expect_points(page: Page, file: str, points: int) -> None:
    """Check the points in the chapter's row of the card."""
    expect(page.locator(f'.contents a[href="{file}"] .ledger-box')).to_have_text(f"{points} points")


def overlap(heights: list[float]) -> float:
    """Return the share of a drawing under the exact distribution, bin by bin."""
    chance = {row["score"]: row["probability"] for row in rows("optimal_distribution")}
    truth = [sum(chance.get(LOW + BIN * place + extra, 0.0) for extra in range(BIN)) for place in range(BINS)]
    return float(sum(min(height / sum(heights), share) for height, share in zip(heights, truth, strict=True)))


def tent(handle: int, height: float) -> list[float]:
    """Return the heights of a drawing with one handle lifted."""
    return [height * max(0.0, 1 - abs(place - HANDLES[handle]) / 7) for place in range(BINS)]


PEAK = ((0.15, 0.0), (0.35, 0.35), (0.55, 0.7), (0.75, 0.35), (0.95, 0.0))


def stroke(page: Page, points: list[tuple[float, float]], way: str) -> None:
    """Draw a stroke through points, with a mouse or with a finger."""
    if way == "mouse":
        page.mouse.move(*points[0])
        page.mouse.down()
        for point in points[1:]:
            page.mouse.move(*point, steps=8)
        page.mouse.up()
        return
    finger = page.context.new_cdp_session(page)
    for kind, (x, y) in zip(["touchStart", *["touchMove"] * (len(points) - 1)], points, strict=True):
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def lift(page: Page, figure: Locator, way: str, handle: int, height: float) -> None:
    """Bring a handle of the empty sheet to a height, in fifths of the field by keys."""
    figure.locator(".ends-sheet").scroll_into_view_if_needed()
    if way == "keyboard":
        page.locator('.sheet-handle[tabindex="0"]').focus()
        for _ in range(abs(handle - 4)):
            page.keyboard.press("ArrowRight" if handle > 4 else "ArrowLeft")
        page.keyboard.press("End")  # the top, as in every slider
        for _ in range(round((1 - height) * 5)):
            page.keyboard.press("PageDown")
        return
    box = figure.locator(".ends-sheet > svg").bounding_box()
    assert box is not None
    x = box["x"] + box["width"] * (HANDLES[handle] + 0.5) / BINS
    top = box["y"] + box["height"] * (1 - height)
    if way == "touch":
        page.touchscreen.tap(x, top)
        return
    page.mouse.move(x, box["y"] + box["height"] - 2)
    page.mouse.down()
    page.mouse.move(x, top, steps=4)
    page.mouse.up()


def check_lifted(page: Page, figure: Locator) -> None:
    """Move the sixth handle to six tenths of the height, and check the figure's description."""
    handle = figure.get_by_role("slider", name="262 points")
    assert int(handle.get_attribute("aria-valuenow") or 0) == pytest.approx(60, abs=1)
    expect(figure.locator(".sheet-mean")).to_contain_text("262")
    press(page, figure.locator('[data-press="reveal"]'), "keyboard")
    share = overlap(tent(5, 0.6))
    shown = float((figure.locator(".ends-verdict b").inner_text()).rstrip("%"))
    assert shown == pytest.approx(100 * share, abs=0.15)
    summary = rows("optimal_summary")[0]
    expect(figure.locator(".ends-verdict")).to_contain_text(f"the true one {summary['mean']:.2f}")
    expect(figure.locator(".ends-verdict")).to_contain_text(
        f"between {summary['percentile_25']} and {summary['percentile_75']}"
    )
    expect(figure.get_by_role("slider", name="Score that the handle")).to_be_visible()
    expect_points(page, "perfect.html", round(10 * (share - 0.5) / 0.45))


def draw_hill(page: Page, figure: Locator, way: str) -> float:
    """Draw a hill, check its description, and return its share under the exact distribution."""
    sheet = figure.locator(".ends-sheet > svg")
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    assert box is not None
    points = [(box["x"] + box["width"] * x, box["y"] + box["height"] * (1 - y)) for x, y in PEAK]
    stroke(page, points, way)
    expect(figure.locator(".sheet-mean b")).to_have_text(re.compile(r"^2[34]\d$"))
    press(page, figure.locator('[data-press="reveal"]'), "keyboard")
    heights = [max(0.0, 0.7 * (1 - abs((place + 0.5) / BINS - 0.55) / 0.4)) for place in range(BINS)]
    shown = float(figure.locator(".ends-verdict b").inner_text().rstrip("%"))
    assert shown == pytest.approx(100 * overlap(heights), abs=2)
    return shown


def test_a_lifted_handle_and_a_hill_are_judged_by_the_exact_distribution(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "perfect.html", "score-curve")
    expect(figure.locator(".ends-field")).to_be_hidden()
    figure.locator('[data-press="reveal"]').evaluate("button => button.click()")  # nothing is drawn yet
    expect(figure.locator(".ends-field")).to_be_hidden()
    again = figure.get_by_role("button", name="Reset")
    for way in ("keyboard", "mouse"):
        lift(page, figure, way, 5, 0.6)
        check_lifted(page, figure)
        press(page, again, way)
        expect(figure.locator(".ends-field")).to_be_hidden()
    shown = draw_hill(page, figure, "mouse")
    expect(page).to_have_url(re.compile(r"score-curve=250(~|%7E)[0-9a-z]{59}"))

    # Who comes by a link, would not guess, or follows words of the prose gets no points.
    page.evaluate("localStorage.clear()")
    page.reload()
    figure = awake(page, "score-curve")
    assert float(figure.locator(".ends-verdict b").inner_text().rstrip("%")) == pytest.approx(shown, abs=1)
    press(page, again, "mouse")
    expect(figure.locator(".ends-field")).to_be_hidden()
    press(page, figure.locator('[data-press="skip"]'), "mouse")
    expect(figure.locator(".ends-more")).to_be_visible()
    expect(figure.locator(".ends-verdict")).to_be_hidden()
    press(page, again, "mouse")
    expect(figure.locator(".ends-more")).to_be_hidden()
    page.locator('a.set[href*="score-curve=374"]').click()
    expect(figure.locator(".ends-more")).to_contain_text("374 or more")
    expect(page.locator('.contents a[href="perfect.html"] .ledger-box')).to_be_empty()


def test_the_curve_is_drawn_by_a_finger(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "perfect.html", "score-curve", "touch")
    lift(page, figure, "touch", 5, 0.6)
    check_lifted(page, figure)
    press(page, figure.get_by_role("button", name="Reset"), "touch")
    draw_hill(page, figure, "touch")


def test_the_first_keep_is_judged_by_all_keeps(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "solving.html", "last-box")
    means = {row["keep"]: row["mean"] for row in rows("chance_keeps") if row["rerolls"] == 2}
    for die in (1, 2, 3, 4):
        press(page, figure.locator(f'[data-press="keep-{die}"]'), "keyboard")
    expect(figure.locator(".box-words")).to_be_hidden()
    expect(figure.locator(".box-strip")).to_be_hidden()
    guess = figure.locator('[data-press="guess"]')
    expect(guess).to_have_text("Keep 4 4 5 6")
    press(page, guess, "keyboard")
    expect(figure.locator(".box-words")).to_contain_text(f"{means['4456']:.2f}")
    better = sum(mean > means["4456"] for mean in means.values())
    expect(figure.locator(".box-verdict")).to_contain_text(f"{better} other choices are better")
    expect(figure.locator(".box-verdict")).to_contain_text(f"{max(means.values()) - means['4456']:.2f}")
    points = 10 - round(4 * (max(means.values()) - means["4456"]))
    expect_points(page, "solving.html", points)
    press(page, figure.locator('[data-press="best"]'), "keyboard")
    expect(figure.locator(".box-verdict")).to_contain_text("Keep 4 4 5 6")
    expect(page).to_have_url(re.compile(r"last-box=chance\.24456\.2\.24(~|%7E)30"))
    page.reload()
    figure = awake(page, "last-box")
    expect(figure.locator(".box-verdict")).to_contain_text("Keep 4 4 5 6")
    # A better answer to the same question comes too late.
    figure.get_by_role("button", name="Reset").click()
    for die in (3, 4):
        figure.locator(f'[data-press="keep-{die}"]').click()
    figure.locator('[data-press="guess"]').click()
    expect(figure.locator(".box-verdict")).to_contain_text("is the best there is")
    expect_points(page, "solving.html", points)


THETAS = (-1, -0.2, -0.05, 0, 0.05, 0.2, 1)
BOXES = ("yatzy", "sixes")


def losses(box: str) -> dict[float, float]:
    """Return what five sixes in a box give away to each theta."""
    return {
        row["theta"]: row["loss"] for row in rows("risk_decisions") if row["dice"] == "66666" and row["category"] == box
    }


def answer(page: Page, figure: Locator, players: Sequence[int], *, wrong: int | None = None) -> None:
    """Answer as players with a nonzero theta, with an optional wrong answer, and request the verdict."""
    lost = losses("yatzy")
    for player in players:
        if THETAS[player] != 0:
            best = 0 if lost[THETAS[player]] == 0 else 1
            said = 1 - best if player == wrong else best
            press(page, figure.locator(f'[data-press="say-{player}-{said}"]'), "keyboard")
    press(page, figure.locator('[data-press="reveal"]'), "keyboard")


def test_players_are_guessed_and_judged_by_the_decisions_solved_for_them(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "risk.html", "risk-players")
    verdict, again = figure.locator(".lineup-verdict"), figure.get_by_role("button", name="Reset")
    expect(verdict).to_be_hidden()
    answer(page, figure, [])  # skip the guess
    expect(figure.locator(".lineup-option.best")).to_have_count(len(THETAS))
    expect(verdict).not_to_contain_text("You knew")
    expect(page.locator('.contents a[href="risk.html"] .ledger-box')).to_be_empty()
    press(page, again, "mouse")
    answer(page, figure, range(3))
    expect(verdict).to_contain_text("You knew 3 of 6, and left three open.")
    expect_points(page, "risk.html", 2)
    press(page, again, "keyboard")
    expect(figure.locator(".lineup-option.best")).to_have_count(1)
    answer(page, figure, range(7), wrong=2)
    expect(verdict).to_contain_text("You knew 5 of 6")
    expect_points(page, "risk.html", 2)  # a second answer does not count
    lost = [losses(box) for box in BOXES]
    for player, theta in enumerate(THETAS):
        best = 0 if lost[0][theta] == 0 else 1
        row = figure.locator(".lineup-players li").nth(player)
        expect(row.locator(".lineup-option.best")).to_have_text(("50 in Yatzy", "30 in Sixes")[best])
        expect(row).to_contain_text(f"{lost[1 - best][theta]:.2f} points less")
    expect(figure.locator(".lineup-option.wrong")).to_have_count(1)
    expect(page).to_have_url(re.compile(r"risk-players=[01]{7}"))
    page.reload()
    figure = awake(page, "risk-players")
    expect(figure.locator(".lineup-verdict")).to_contain_text("You knew 5 of 6")
    page.evaluate("localStorage.clear()")
    press(page, again, "mouse")
    answer(page, figure, range(7), wrong=2)
    expect_points(page, "risk.html", 7)


def test_players_are_tapped(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "risk.html", "risk-players", "touch")
    for key in ("say-0-0", "reveal"):
        press(page, figure.locator(f'[data-press="{key}"]'), "touch")
    expect(figure.locator(".lineup-verdict")).to_contain_text("left five open")
