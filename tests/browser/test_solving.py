"""The figures of the chapter on solving answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_dock import lay_out
from tests.browser.test_figures import awake, rows
from tests.browser.test_guesses import stroke
from tests.browser.test_steps import AT_REST
from tests.browser.ways import WAYS, figure_of, find_row, point, press, scroll_to

OpenPage = Callable[..., Page]
# Everything is open, and a link shows a last box, so that no answer is requested.
PAGE = "solving.html?depth=3&last-box=chance.24456.2.0"


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse") -> tuple[Page, Locator]:
    """Open the chapter at a desk or on a telephone, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way)


@pytest.mark.parametrize("way", WAYS)
def test_the_last_box_is_played_by_keeping_throwing_and_scoring(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "last-box", way)
    words = figure.locator(".box-words")
    for die, keep in ((4, "6"), (3, "56"), (2, "456"), (1, "4456")):
        press(page, figure.locator(f'[data-press="keep-{die}"]'), way)
        expect(words).to_contain_text(f"{find_row('chance_keeps', rerolls=2, keep=keep)['mean']:.2f}")
    press(page, figure.locator('[data-press="rerolls-1"]'), way)
    expect(words).to_contain_text(f"{find_row('chance_keeps', rerolls=1, keep='4456')['mean']:.2f}")
    expect(words).to_contain_text("No choice is worth more")
    expect(figure.locator(".strip-dot")).to_have_count(1 + sum(row["rerolls"] == 1 for row in rows("chance_keeps")))
    for rerolls in (0, 2):
        press(page, figure.locator(f'[data-press="rerolls-{rerolls}"]'), way)
        wanted = [f"{row['mean']:.2f}" for row in rows("last_box") if row["rerolls"] == rerolls]
        expect(figure.locator(".box-choice b")).to_have_text(wanted)
    press(page, figure.locator('[data-press="best"]'), way)
    expect(words).to_contain_text(f"{max(row['mean'] for row in rows('chance_keeps') if row['rerolls'] == 2):.2f}")
    expect(page).to_have_url(re.compile("last-box=chance"))
    if way == "touch":
        return

    figure.locator(".box-dice .die").first.focus()
    page.keyboard.type("66666")
    for key in ("box-14", "best"):
        press(page, figure.locator(f'[data-press="{key}"]'), "keyboard")
    expect(words).to_contain_text("Write 50 into Yatzy")
    throw = figure.locator('[data-press="throw"]')
    for _ in range(3):
        press(page, throw, "keyboard")
    expect(words).to_contain_text(re.compile("Write (0|50) into Yatzy"))
    expect(throw).to_have_text("Next roll")
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    expect(words).to_be_hidden()
    press(page, figure.locator('[data-press="skip"]'), "keyboard")
    expect(words).to_contain_text("No choice is worth more")


def test_the_sweeps_end_at_the_value_of_the_turn(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "turn-solver")
    track, middle = figure.get_by_role("slider", name="Step of the sweeps"), figure.locator(".fan-middle")
    for _ in range(2):
        press(page, figure.locator('[data-press="on"]'), "keyboard")
    expect(middle).to_have_text(f"{find_row('first_turn', throws=1)['value']:.2f}")
    expect(figure.locator(".turn-track")).to_contain_text(f"{find_row('first_turn', throws=1)['value']:.2f}")
    track.focus()
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
    expect(middle).to_have_text(f"{find_row('first_turn', throws=2)['value']:.2f}")
    page.keyboard.press("End")
    expect(middle).to_have_text(f"{rows('counter')[0]['start_value']:.2f}")
    expect(figure.locator(".turn-track")).to_contain_text(f"{find_row('first_turn', throws=3)['value']:.2f}")

    fan, title = figure.locator(".turn-rings"), figure.locator(".turn-title")
    fan.scroll_into_view_if_needed()
    box = fan.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * 500 / 532)
    expect(title).to_contain_text("Nothing kept")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 40)
    expect(title).to_contain_text("Keep")

    press(page, figure.locator('[data-press="card-3"]'), "mouse")
    expect(figure.locator(".turn-card-words")).to_contain_text("Only Yatzy is open")
    yatzy = find_row("last_box", category="yatzy", rerolls=2)["mean"]
    expect(middle).to_have_text(f"{yatzy:.2f}")
    press(page, figure.locator('[data-press="card-0"]'), "keyboard")
    expect(middle).to_have_text(f"{find_row('first_turn', throws=3)['value']:.2f}")

    press(page, figure.get_by_text("Fill any boxes"), "keyboard")
    for category in [*range(13), 14]:
        press(page, figure.locator(f'[data-press="box-{category}"]'), "keyboard")
    expect(figure.locator(".turn-card-words")).to_contain_text("Only Chance is open")
    chance = find_row("last_box", category="chance", rerolls=2)["mean"]
    expect(figure.locator(".turn-track")).to_contain_text(f"{chance:.2f}")
    figure.get_by_label("Points in the upper half").focus()
    page.keyboard.press("End")
    expect(figure.locator(".turn-card-words")).to_contain_text("the bonus is safe")
    expect(figure.locator(".turn-track")).to_contain_text(f"{find_row('layers', filled=14)['highest']:.2f}")
    press(page, figure.locator('[data-press="box-13"]'), "keyboard")
    expect(figure.locator(".turn-card-words")).to_contain_text("Only Chance is open")


def test_keeps_are_tapped_on_a_phone(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "turn-solver", "touch")
    cell = figure.locator(".columns-drawing .cell", has=page.locator("text.cell-dice", has_text=re.compile("^6$")))
    cell.locator(".cell-box").tap()
    expect(figure.locator(".turn-title")).to_contain_text("Keep")
    expect(figure.locator(".turn-words")).to_contain_text("Not known yet")
    for _ in range(2):
        figure.locator('[data-press="on"]').tap()
    expect(figure.locator(".columns-drawing .cell-value").first).to_have_text(
        f"{find_row('first_turn', throws=1)['value']:.1f}"
    )
    expect(figure.locator(".turn-sources li")).to_have_count(6)
    figure.locator('[data-press="die-0"]').tap()
    expect(figure.locator(".columns-drawing .cell")).to_have_count(18)
    figure.locator('[data-press="card-3"]').tap()
    expect(figure.locator(".turn-card-words")).to_contain_text("Only Yatzy is open")


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


def test_a_turn_is_linked_to_and_the_fan_walked_by_keys(open_page: OpenPage) -> None:
    page = open_page("solving.html?turn-solver=0.0.66666.0.6666", reduced_motion="reduce")
    figure = awake(page, "turn-solver")
    fan, title = figure.locator(".turn-rings"), figure.locator(".turn-title")
    expect(title).to_contain_text("Keep")
    fan.focus()
    page.keyboard.press("ArrowUp")
    expect(title).to_contain_text("The roll")
    yatzy = 50 + find_row("opening_turn", category="yatzy")["value"]
    expect(figure.locator(".turn-sources .best")).to_contain_text(f"Yatzy 50 {yatzy:.2f}")
    page.keyboard.press("Shift+ArrowLeft")
    expect(figure.locator(".turn-sources .best")).not_to_contain_text("Yatzy 50")


def check_layer(figure: Locator, layer: dict[str, Any]) -> None:
    """Compare the wave's description of the current layer with the data set."""
    solved = sum(row["states"] for row in rows("layers") if row["filled"] >= layer["filled"])
    expect(figure.locator(".wave-count b")).to_have_text(f"{solved:,}")
    words = figure.locator(".wave-words")
    if 0 < layer["filled"] < 15:
        expect(words).to_contain_text(f"{layer['states']:,} states")
        expect(words).to_contain_text(f"{layer['lowest']:.1f} to {layer['highest']:.1f}")
        expect(words).to_contain_text(f"{layer['operations']:,}")


FRONTS = (15, 14, 8, 1, 0)


@pytest.mark.parametrize("way", WAYS)
def test_the_wave_is_moved_by_steps_keys_and_mouse(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "wave-figure", way)
    lay_out(page)
    for step, filled in zip(page.locator(".steps[data-figure=wave] .step").all(), FRONTS, strict=True):
        scroll_to(step)
        check_layer(figure, find_row("layers", filled=filled))
    field = figure.get_by_role("slider")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    point(page, (box["x"] + box["width"] * 8 / 16, y), way)
    expect(field).to_have_attribute("aria-valuenow", "8")
    check_layer(figure, find_row("layers", filled=8))
    if way == "touch":
        return

    page.mouse.move(box["x"] + box["width"] * 9.5 / 16, y)
    expect(figure.locator(".wave-words")).to_contain_text(f"{find_row('layers', filled=9)['states']:,} states")
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] - 60)
    check_layer(figure, find_row("layers", filled=8))
    field.focus()
    for key, filled in (("End", 15), ("ArrowLeft", 14), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        check_layer(figure, find_row("layers", filled=filled))
    page.keyboard.press("Home")
    expect(figure.locator(".wave-words")).to_contain_text(f"{rows('counter')[0]['start_value']:.2f}")
    figure.get_by_role("button", name="Reset").click()
    assert int(field.get_attribute("aria-valuenow") or "") in FRONTS


def test_the_sweeps_and_the_wave_play_and_the_browser_is_timed(open_page: OpenPage) -> None:
    page = open_page("solving.html?wave-figure=10#wave-figure")
    figure = awake(page, "wave-figure")
    check_layer(figure, find_row("layers", filled=10))
    last = page.locator(".steps[data-figure=wave] .step").last
    scroll_to(last)
    check_layer(figure, find_row("layers", filled=0))
    expect(figure.locator('[data-press="play"]')).to_have_text("Play")
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
    figure = awake(page, "wave-figure")
    figure.locator('[data-press="time"]').click()
    expect(figure.locator(".wave-timing")).to_contain_text(f"All {rows('whole_solve')[0]['turns']:,} turns")
    expect(figure.locator(".wave-timing")).to_contain_text(re.compile(r"\d (seconds|minutes)\."))
    second = page.locator(".steps[data-figure=wave] .step").nth(1)
    scroll_to(second)
    check_layer(figure, find_row("layers", filled=FRONTS[1]))
    figure.locator('[data-press="play"]').click()
    expect(figure.get_by_role("slider")).to_have_attribute("aria-valuenow", "8")
    figure.get_by_role("button", name="Reset").click()
    page.evaluate(AT_REST)  # the press may have scrolled to another step
    step = int(page.locator(".steps[data-figure=wave] .step.current").get_attribute("data-step") or "")
    check_layer(figure, find_row("layers", filled=FRONTS[step]))


def check_work(figure: Locator, n_dice: int) -> None:
    """Compare the work of a number of dice with the data set."""
    row = find_row("sweep_work", n_dice=n_dice)
    expect(figure.locator(".work-table b")).to_have_text(f"{row['pairs']:,}")
    expect(figure.locator(".work-lattice b")).to_have_text(f"{row['steps']:,}")
    expect(figure.locator(".work-words")).to_contain_text(f"{row['ratio']:.1f} times")


@pytest.mark.parametrize("way", WAYS)
def test_the_work_of_more_and_fewer_dice(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "turn-work", way)
    for row in rows("sweep_work"):
        press(page, figure.locator(f'[data-press="dice-{row["n_dice"]}"]'), way)
        check_work(figure, row["n_dice"])
        if way == "touch":
            return
    page.keyboard.press("ArrowLeft")
    check_work(figure, 7)
