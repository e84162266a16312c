"""The figures of the chapter on the machine answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import log

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.ways import WAYS, choose, drag_to, figure_of, find_row, press, press_mark

OpenPage = Callable[..., Page]
PAGE = "machine.html"


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse") -> tuple[Page, Locator]:
    """Open the chapter at a desk or on a telephone, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way)


def limit(method: str, coalesced: bool, lanes: bool, cores: bool) -> dict[str, float]:
    """Return what the machine could do at best."""
    return find_row("speed_limit", method=method, coalesced=coalesced, lanes=lanes, cores=cores)


def two_digits(seconds: float) -> str:
    """Return a time below a hundred seconds as the figure writes it."""
    return f"{float(f'{seconds:.2g}'):g} s"


def check_limit(figure: Locator, method: str, coalesced: bool, lanes: bool, cores: bool) -> None:
    """Compare the bar and the words with what the machine could do at best."""
    best = limit(method, coalesced, lanes, cores)
    expect(figure.locator(".speed-row.limit b")).to_have_text(two_digits(best["seconds"]))
    expect(figure.locator(".speed-words")).to_contain_text(f"{round(best['operations'] / 1e6):,} million")


@pytest.mark.parametrize("way", WAYS)
def test_savings_are_switched_off(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "speed-limit-figure", way)
    bar, words = figure.locator(".speed-row.limit b"), figure.locator(".speed-words")
    expect(bar).to_have_text(two_digits(limit("lattice", True, True, True)["seconds"]))
    expect(figure.locator(".speed-row.ours b")).to_have_text(two_digits(rows("bench_record")[0]["solve_seconds"]))
    published = list(reversed(rows("published_times")))
    others = figure.locator(".speed-row.other")
    expect(others).to_have_count(len(published))
    widths = others.locator(".bar").evaluate_all("bars => bars.map(bar => bar.getBoundingClientRect().width)")
    assert widths == sorted(widths)
    first, second, last = published[0]["seconds"], published[1]["seconds"], published[-1]["seconds"]
    share = (widths[1] - widths[0]) / (widths[-1] - widths[0])
    assert share == pytest.approx(log(second / first) / log(last / first), abs=0.01)
    expect(others.first).to_contain_text(published[0]["machine"])
    switches = {"method-table": ("table", True, True, True), "lanes-0": ("table", True, False, True)}
    switches |= {"cores-0": ("table", True, False, False), "coalesced-0": ("table", False, False, False)}
    switches |= {"method-grid": ("grid", False, False, False)}
    for key, state in switches.items():
        press(page, figure.locator(f'[data-press="{key}"]'), way)
        expect(figure.locator(f'[data-press="{key}"]')).to_have_attribute("aria-pressed", "true")
        check_limit(figure, *state)
        if way == "touch":
            return
    expect(words).to_contain_text(f"{round(limit('grid', False, False, False)['times'])} times the least")
    expect(page).to_have_url(re.compile(r"speed-limit-figure=grid\.000"))
    press(page, figure.get_by_role("button", name="Reset"), "mouse")
    expect(bar).to_have_text(two_digits(limit("lattice", True, True, True)["seconds"]))


@pytest.mark.parametrize("way", WAYS)
def test_lanes_take_totals_together(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "lanes-figure", way)
    words, slider = figure.locator(".lanes-words"), figure.get_by_role("slider")
    for lanes in (1, 2, 8, 16):
        press(page, figure.locator(f'[data-press="lanes-{lanes}"]'), way)
        row = find_row("lane_rows", lanes=lanes, coalesced=False)
        expect(words.locator("b").first).to_have_text(f"{64 // lanes} steps")
        expect(words.locator("b").nth(1)).to_have_text(f"{row['rows']:,}")
    drag_to(page, slider, 3, way, 0.95)
    expect(words).to_contain_text("You are at step 4")
    if way == "touch":
        return

    expect(slider).to_have_attribute("aria-valuemax", "3")
    drag_to(page, slider, 2, "keyboard", 0)
    expect(words).to_contain_text("You are at step 3")
    press(page, figure.locator('[data-press="share-0"]'), "keyboard")
    dead = find_row("lane_pages", upper_set=56)["last_dead"]
    expect(words).to_contain_text(f"Totals up to {dead} cannot earn the bonus")
    expect(words.locator("b").nth(1)).to_have_text(f"{find_row('lane_rows', lanes=16, coalesced=True)['rows']:,}")
    for box in (3, 4):
        press(page, figure.locator(f'[data-press="box-{box}"]'), "keyboard")
    expect(words).to_contain_text("Sixes filled: 6 totals")
    expect(page).to_have_url(re.compile(r"lanes-figure=32\.16\.1\.\d"))
    press(page, figure.get_by_role("button", name="Reset"), "mouse")
    expect(words).to_contain_text("Fours, Fives and Sixes filled: 60 totals")


@pytest.mark.parametrize("way", WAYS)
def test_short_numbers_drift(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "drift-figure", way)
    words, slider = figure.locator(".explorable-sentence"), figure.get_by_role("slider")
    start = find_row("float32_drift", way="lattice", filled=0)
    expect(words).to_contain_text(f"{start['thousandths']:.3f} thousandths of a point")
    expect(words).to_contain_text(f"It says {start['value']:.9f}; true is {rows('counter')[0]['start_value']:.9f}")
    choose(page, figure, "everything, table of chances", way)
    end = find_row("float32_drift", way="table", filled=0)
    expect(words).to_contain_text(f"It says {end['value']:.9f}")
    press_mark(page, figure, "1:6", way)
    check_drift(figure)
    if way == "touch":
        return

    slider.fill("7")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    check_drift(figure)
    choose(page, figure, "only what is kept between turns", "keyboard")
    expect(words).to_contain_text("less than a millionth of a point")
    expect(page).to_have_url(re.compile(r"drift-figure=way-stored\.turns-6"))
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    expect(words).to_contain_text(f"It says {start['value']:.9f}")


def check_drift(figure: Locator) -> None:
    """Compare the description after six turns with a table of chances with the data set."""
    words, middle = figure.locator(".explorable-sentence"), find_row("float32_drift", way="table", filled=9)
    expect(words).to_contain_text(f"{middle['thousandths']:.3f} thousandths of a point")
    expect(words).to_contain_text(f"It says {middle['value']:.9f}")


def test_moments_can_be_linked_to_and_the_text_reproduces_published_figures(open_page: OpenPage) -> None:
    query = "?speed-limit-figure=table.011&lanes-figure=56.8.1.2&drift-figure=factor.10"
    page = open_page(PAGE + query, reduced_motion="reduce")
    for figure, words in (
        ("speed-limit-figure", "times the least"),
        ("lanes-figure", "You are at step 3"),
        ("drift-figure", "After 10 turns"),
    ):
        expect(awake(page, figure)).to_contain_text(words)
    text = open_page("others.html").locator("main").text_content() or ""
    assert text.count("248.440140") == 2  # theirs and ours
    assert text.count("248.439987") >= 2
