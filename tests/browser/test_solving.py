"""The figures of the chapter on solving answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.test_guesses import stroke
from tests.browser.ways import PRESSES, figure_of, find_row, press

OpenPage = Callable[..., Page]
PAGE = "solving.html"
TOLD = "?last-box=chance.24456.2.0"  # a link: no answer is asked for


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse", query: str = "") -> tuple[Page, Locator]:
    """Open the chapter as a reader with a mouse, a keyboard or a telephone does, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way, query)


@pytest.mark.parametrize("way", PRESSES)
def test_kept_dice_bring_what_the_data_set_says(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "last-box", way, TOLD)
    words = figure.locator(".box-words")
    for die, keep in ((4, "6"), (3, "56"), (2, "456"), (1, "4456")):
        press(page, figure.locator(f'[data-press="keep-{die}"]'), way)
        expect(words).to_contain_text(f"{find_row('chance_keeps', rerolls=2, keep=keep)['mean']:.2f}")
    press(page, figure.locator('[data-press="rerolls-1"]'), way)
    expect(words).to_contain_text(f"{find_row('chance_keeps', rerolls=1, keep='4456')['mean']:.2f}")
    expect(words).to_contain_text("No choice is worth more")
    expect(figure.locator(".strip-dot")).to_have_count(1 + sum(row["rerolls"] == 1 for row in rows("chance_keeps")))
    press(page, figure.locator('[data-press="rerolls-2"]'), way)
    press(page, figure.locator('[data-press="best"]'), way)
    expect(words).to_contain_text(f"{max(row['mean'] for row in rows('chance_keeps') if row['rerolls'] == 2):.2f}")
    expect(page).to_have_url(re.compile("last-box=chance"))
    press(page, figure.get_by_role("button", name="Reset"), way)
    expect(words).to_be_hidden()
    press(page, figure.locator('[data-press="skip"]'), way)
    expect(words).to_contain_text("No choice is worth more")


def test_every_last_box_has_its_mean(open_page: OpenPage) -> None:
    _, figure = open_figure(open_page, "last-box", query=TOLD)
    for rerolls in range(3):
        figure.locator(f'[data-press="rerolls-{rerolls}"]').click()
        wanted = [f"{row['mean']:.2f}" for row in rows("last_box") if row["rerolls"] == rerolls]
        expect(figure.locator(".box-choice b")).to_have_text(wanted)


def test_dice_are_thrown_until_the_box_is_written(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "last-box", query=TOLD)
    figure.locator(".box-dice .die").first.focus()
    page.keyboard.type("66666")
    figure.locator('[data-press="box-14"]').click()
    figure.locator('[data-press="best"]').click()
    expect(figure.locator(".box-words")).to_contain_text("Write 50 into Yatzy")
    figure.locator('[data-press="throw"]').click()
    for _ in range(2):
        figure.locator('[data-press="throw"]').click()
    expect(figure.locator(".box-words")).to_contain_text(re.compile("Write (0|50) into Yatzy"))
    expect(figure.locator('[data-press="throw"]')).to_have_text("Next roll")


def value_in_the_middle(figure: Locator, way: str) -> Locator:
    """Return where the figure writes what the empty keep is worth."""
    return figure.locator(".columns-drawing .cell-value").first if way == "touch" else figure.locator(".fan-middle")


@pytest.mark.parametrize("way", PRESSES)
def test_the_sweeps_end_at_the_value_of_the_turn(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "turn-solver", way)
    track = figure.get_by_role("slider", name="Step of the sweeps")
    decimals = 1 if way == "touch" else 2
    for row in rows("first_turn"):
        step = 5 + 10 * (row["throws"] - 1)
        while int(track.get_attribute("aria-valuenow") or 0) < step:
            press(page, figure.locator('[data-press="on"]'), way)
        expect(value_in_the_middle(figure, way)).to_have_text(f"{row['value']:.{decimals}f}")
        expect(figure.locator(".turn-track")).to_contain_text(f"{row['value']:.2f}")


def test_the_sweeps_play_and_pause(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    figure = awake(page, "turn-solver")
    track = figure.get_by_role("slider", name="Step of the sweeps")
    toggle = figure.locator('[data-press="play"]')
    toggle.click()
    expect(toggle).to_have_text("Pause")
    expect(track).to_have_attribute("aria-valuenow", "5")
    expect(figure.locator(".fan-middle")).to_have_text(f"{find_row('first_turn', throws=1)['value']:.2f}")
    toggle.click()
    expect(toggle).to_have_text("Play")
    figure.get_by_role("button", name="Reset").click()
    expect(track).to_have_attribute("aria-valuenow", "3")


def test_the_track_is_dragged_and_driven_by_keys(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "turn-solver")
    track = figure.get_by_role("slider", name="Step of the sweeps")
    track.focus()
    page.keyboard.press("End")
    expect(figure.locator(".fan-middle")).to_have_text(f"{rows('counter')[0]['start_value']:.2f}")
    page.keyboard.press("Home")
    expect(figure.locator(".turn-step")).to_contain_text("Score every roll")
    track.scroll_into_view_if_needed()
    box = track.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 2, box["y"] + 15)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.6, box["y"] + 15, steps=3)
    page.mouse.up()
    expect(track).to_have_attribute("aria-valuenow", "15")
    expect(figure.locator(".fan-middle")).to_have_text(f"{find_row('first_turn', throws=2)['value']:.2f}")


def test_the_fan_is_read_by_mouse_and_walked_by_keys(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "turn-solver")
    fan, title = figure.locator(".turn-rings"), figure.locator(".turn-title")
    figure.get_by_role("slider", name="Step of the sweeps").focus()
    page.keyboard.press("Home")
    fan.focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    expect(title).to_contain_text("The roll")
    page.keyboard.press("Shift+ArrowRight")
    for _ in range(32):
        page.keyboard.press("Shift+ArrowRight")
    yatzy = 50 + find_row("opening_turn", category="yatzy")["value"]
    expect(figure.locator(".turn-sources .best")).to_contain_text(f"Yatzy 50 {yatzy:.2f}")
    fan.scroll_into_view_if_needed()
    box = fan.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 500 / 532)
    expect(title).to_contain_text("Nothing kept")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 40)
    expect(title).to_contain_text("The roll")


def test_keeps_are_tapped_on_a_telephone(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "turn-solver", "touch")
    cell = figure.locator(".columns-drawing .cell", has=page.locator("text.cell-dice", has_text=re.compile("^6$")))
    cell.locator(".cell-box").tap()
    expect(figure.locator(".turn-title")).to_contain_text("Keep")
    expect(figure.locator(".turn-words")).to_contain_text("Not known yet")
    for _ in range(2):
        figure.locator('[data-press="on"]').tap()
    expect(figure.locator(".turn-sources li")).to_have_count(6)
    figure.locator('[data-press="die-0"]').tap()
    expect(figure.locator(".columns-drawing .cell")).to_have_count(18)


def test_the_reticle_is_dragged_by_its_knob_where_keeps_are_small(open_page: OpenPage) -> None:
    page = open_page(PAGE, width=768, has_touch=True, is_mobile=True, reduced_motion="reduce")
    figure = awake(page, "turn-solver")
    fan, knob, ring = (figure.locator(f".turn-rings {part}") for part in (".fan-drawing", ".knob", ".reticle-ring"))
    knob.scroll_into_view_if_needed()
    drawn, hold, looked = fan.bounding_box(), knob.bounding_box(), ring.bounding_box()
    assert drawn is not None
    assert hold is not None
    assert looked is not None
    middle = drawn["x"] + drawn["width"] / 2, drawn["y"] + drawn["height"] * 500 / 532
    far = middle[0] - looked["x"] - looked["width"] / 2, middle[1] - looked["y"] - looked["height"] / 2
    x, y = hold["x"] + 22, hold["y"] + 22
    stroke(page, [(x, y), (x + far[0] / 2, y + far[1] / 2), (x + far[0], y + far[1])], "touch")
    expect(figure.locator(".turn-title")).to_contain_text("Nothing kept")
    page.set_viewport_size({"width": 360, "height": 900})
    expect(figure.locator(".columns-drawing .cell").first).to_be_visible()
    expect(figure.locator(".knob:visible")).to_have_count(0)


@pytest.mark.parametrize("way", PRESSES)
def test_another_card_fetches_the_table_and_is_solved(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "turn-solver", way)
    press(page, figure.get_by_text("Fill any boxes"), way)
    for category in [*range(13), 14]:
        press(page, figure.locator(f'[data-press="box-{category}"]'), way)
    expect(figure.locator(".turn-card-words")).to_contain_text("Only Chance is open")
    track = figure.get_by_role("slider", name="Step of the sweeps")
    track.focus()
    page.keyboard.press("End")
    chance = find_row("last_box", category="chance", rerolls=2)["mean"]
    expect(figure.locator(".turn-track")).to_contain_text(f"{chance:.2f}")
    points = figure.get_by_label("Points in the upper half")
    points.focus()
    page.keyboard.press("End")
    expect(figure.locator(".turn-card-words")).to_contain_text("the bonus is safe")
    expect(figure.locator(".turn-track")).to_contain_text(f"{find_row('layers', filled=14)['highest']:.2f}")
    figure.locator('[data-press="box-13"]').click()
    expect(figure.locator(".turn-card-words")).to_contain_text("Only Chance is open")


def test_cards_worth_a_look_are_a_press_away(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "turn-solver")
    figure.locator('[data-press="card-3"]').click()
    expect(figure.locator(".turn-card-words")).to_contain_text("Only Yatzy is open")
    figure.get_by_role("slider", name="Step of the sweeps").focus()
    page.keyboard.press("End")
    yatzy = find_row("last_box", category="yatzy", rerolls=2)["mean"]
    expect(figure.locator(".fan-middle")).to_have_text(f"{yatzy:.2f}")
    figure.locator('[data-press="card-0"]').click()
    expect(figure.locator(".fan-middle")).to_have_text(f"{find_row('first_turn', throws=3)['value']:.2f}")


def test_a_turn_can_be_linked_to(open_page: OpenPage) -> None:
    _, figure = open_figure(open_page, "turn-solver", query="?turn-solver=24575.63.22256.25.0")
    expect(figure.locator(".turn-track")).to_contain_text(f"{find_row('layers', filled=14)['highest']:.2f}")
    expect(figure.locator(".turn-title")).to_contain_text("Nothing kept")


def check_layer(figure: Locator, layer: dict[str, Any]) -> None:
    """Compare what the wave says of the layer that it has reached with the data set."""
    solved = sum(row["states"] for row in rows("layers") if row["filled"] >= layer["filled"])
    expect(figure.locator(".wave-count b")).to_have_text(f"{solved:,}")
    words = figure.locator(".wave-words")
    if 0 < layer["filled"] < 15:
        expect(words).to_contain_text(f"{layer['states']:,} states")
        expect(words).to_contain_text(f"{layer['lowest']:.1f} to {layer['highest']:.1f}")
        expect(words).to_contain_text(f"{layer['operations']:,}")


FRONTS = (15, 14, 8, 1, 0)


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_the_wave_follows_the_steps(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "wave-figure", way)
    for step, filled in zip(page.locator(".steps[data-figure=wave] .step").all(), FRONTS, strict=True):
        step.evaluate("step => step.scrollIntoView({block: 'center', behavior: 'instant'})")
        check_layer(figure, find_row("layers", filled=filled))
    figure.get_by_role("button", name="Reset").click()
    front = int(figure.get_by_role("slider").get_attribute("aria-valuenow") or "")
    assert front in FRONTS


def test_the_wave_runs_to_the_next_step_and_can_be_linked_to(open_page: OpenPage) -> None:
    page = open_page(PAGE + "?wave-figure=10#wave-figure")
    figure = awake(page, "wave-figure")
    check_layer(figure, find_row("layers", filled=10))
    last = page.locator(".steps[data-figure=wave] .step").last
    last.evaluate("step => step.scrollIntoView({block: 'center', behavior: 'instant'})")
    check_layer(figure, find_row("layers", filled=0))
    expect(figure.locator('[data-press="play"]')).to_have_text("Play")


def test_the_wave_by_keyboard(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "wave-figure")
    figure.get_by_role("slider").focus()
    page.keyboard.press("End")
    for layer in reversed(rows("layers")):
        check_layer(figure, layer)
        page.keyboard.press("ArrowLeft")
    expect(figure.locator(".wave-words")).to_contain_text(f"{rows('counter')[0]['start_value']:.2f}")


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_the_wave_by_mouse_and_touch(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "wave-figure", way)
    field = figure.get_by_role("slider")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * 8 / 16, box["y"] + box["height"] / 2
    if way == "touch":
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    expect(field).to_have_attribute("aria-valuenow", "8")
    if way == "mouse":
        page.mouse.move(box["x"] + box["width"] * 9.5 / 16, y)
        expect(figure.locator(".wave-words")).to_contain_text(f"{find_row('layers', filled=9)['states']:,} states")
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 60)
    check_layer(figure, find_row("layers", filled=8))


def test_the_wave_runs_and_times_the_browser(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    figure = awake(page, "wave-figure")
    figure.locator('[data-press="time"]').click()
    expect(figure.locator(".wave-timing")).to_contain_text(f"All {rows('whole_solve')[0]['turns']:,} turns")
    expect(figure.locator(".wave-timing")).to_contain_text(re.compile(r"\d (seconds|minutes)\."))
    figure.locator('[data-press="play"]').click()
    expect(figure.get_by_role("slider")).to_have_attribute("aria-valuenow", "8")
    figure.get_by_role("button", name="Reset").click()
    step = int(page.locator(".step.current").get_attribute("data-step") or "")
    check_layer(figure, find_row("layers", filled=FRONTS[step]))


@pytest.mark.parametrize("way", PRESSES)
def test_the_work_of_more_and_fewer_dice(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "turn-work", way, "?depth=3")
    for row in rows("sweep_work"):
        press(page, figure.locator(f'[data-press="dice-{row["n_dice"]}"]'), way)
        expect(figure.locator(".work-table b")).to_have_text(f"{row['pairs']:,}")
        expect(figure.locator(".work-lattice b")).to_have_text(f"{row['steps']:,}")
        expect(figure.locator(".work-words")).to_contain_text(f"{row['ratio']:.1f} times")
    if way == "keyboard":
        page.keyboard.press("ArrowLeft")
        expect(figure.locator(".work-table b")).to_have_text(f"{find_row('sweep_work', n_dice=7)['pairs']:,}")
