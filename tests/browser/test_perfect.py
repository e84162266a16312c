"""The figures of the chapter on perfect play answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, cell_of, rows
from tests.browser.ways import WAYS, choose, figure_of, find_row, point, press, press_mark

OpenPage = Callable[..., Page]
PAGE = "perfect.html?score-curve=250"  # a link: no guess is asked for


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse") -> tuple[Page, Locator]:
    """Open the chapter at a desk or on a telephone, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way)


def reset(figure: Locator) -> None:
    """Press the figure's reset."""
    figure.get_by_role("button", name="Reset").click()


def seek(page: Page, field: Locator, way: str, share: float) -> None:
    """Move the handle to a share of the field's width."""
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] * share, box["y"] + box["height"] / 2
    if way == "touch":
        page.touchscreen.tap(x, y)
        return
    page.mouse.move(box["x"] + box["width"] * 0.5, y)
    page.mouse.down()
    page.mouse.move(x, y, steps=3)
    page.mouse.up()


def check_share(page: Page, figure: Locator, score: int) -> None:
    """Compare what stands at the handle with the exact distribution."""
    at_least = find_row("optimal_distribution", score=score)["at_least"]
    expect(figure.get_by_role("slider")).to_have_attribute("aria-valuenow", str(score))
    expect(figure.locator(".ends-more")).to_contain_text(f"{score} or more:")
    expect(figure.locator(".ends-more")).to_contain_text(f"{at_least:.1%}")
    expect(figure.locator(".ends-less")).to_contain_text(f"{1 - at_least:.1%}")
    expect(figure.locator(".ends-words")).to_contain_text(f"{1 / at_least:.1f} games")
    expect(page).to_have_url(re.compile(f"score-curve={score}"))


def check_peaks(figure: Locator, window: int) -> None:
    """Compare the peaks that are left in a window with the data set."""
    peaks = find_row("score_peaks", window=window)["peaks"]
    expect(figure.locator(".ends-window")).to_contain_text("1 peak," if peaks == 1 else f"{peaks} peaks")
    expect(figure.locator(".ends-peak")).to_have_count(peaks)


@pytest.mark.parametrize("way", WAYS)
def test_the_handle_tells_the_share_above(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "score-curve", way)
    at_least = {row["score"]: row["at_least"] for row in rows("optimal_distribution")}
    expect(figure.locator(".ends-more")).to_contain_text(f"{at_least[250]:.1%}")
    seek(page, figure.locator(".ends-field"), way, 0.65)
    check_share(page, figure, 272)
    first, *windows = sorted({row["window"] for row in rows("score_peaks")})
    check_peaks(figure, first)
    for window in windows[:1] if way == "touch" else windows:
        press(page, figure.locator('[data-press="smoother"]'), way)
        check_peaks(figure, window)
    if way == "touch":
        return

    figure.locator(".ends-field").focus()
    for key in ("PageDown", "PageUp", "ArrowLeft"):
        page.keyboard.press(key)
    check_share(page, figure, 271)
    press(page, figure.locator('[data-press="sharper"]'), "keyboard")
    expect(figure.locator(".ends-window")).to_contain_text("2 peaks")
    figure.get_by_label("Your last score").fill("187")
    expect(figure.locator(".ends-words")).to_contain_text(f"beaten perfect play in {1 - at_least[187]:.1%}")
    expect(figure.locator(".ends-own-text")).to_have_text("you: 187")
    figure.get_by_label("Your last score").fill("999")
    expect(figure.locator(".ends-words")).to_contain_text("no game of these rules ends higher than 374")
    reset(figure)
    expect(figure.locator(".ends-field")).to_be_hidden()  # a guess is asked for
    figure.locator('[data-press="skip"]').click()
    expect(figure.locator(".ends-more")).to_contain_text(f"{at_least[250]:.1%}")


def check_group(figure: Locator, split: str, has: str) -> None:
    """Compare what is told of a part of the curve with the data set."""
    group = find_row("event_groups", split=split, has=has)
    expect(figure.locator(".humps-words")).to_contain_text(f"{group['share']:.1%}")
    expect(figure.locator(".humps-words")).to_contain_text(f"{group['mean']:.2f}")


@pytest.mark.parametrize("way", WAYS)
def test_the_curve_is_taken_apart(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "score-events", way)
    check_group(figure, "bonus+yatzy", "bonus")
    for key, has in (("event-2", "bonus"), ("part-0", "none")):
        press(page, figure.locator(f'[data-press="{key}"]'), way)
        check_group(figure, "bonus", has)
    if way == "touch":
        return

    reset(figure)
    field = figure.locator(".humps-field")
    field.scroll_into_view_if_needed()
    box = field.bounding_box()
    assert box is not None
    field.click(position={"x": box["width"] * 0.75, "y": box["height"] / 2})
    check_group(figure, "bonus+yatzy", "bonus+yatzy")
    expect(page).to_have_url(re.compile("score-events=3.3"))
    for bit in (4, 8):
        press(page, figure.locator(f'[data-press="event-{bit}"]'), "keyboard")
    cells = figure.locator(".humps-cell")
    expect(cells).to_have_count(16)
    told = cells.evaluate_all("cells => Object.fromEntries(cells.map(one => [one.dataset.press, one.textContent]))")
    for row in rows("joint_events"):
        assert f"{row['mean']:.1f}" in told[f"part-{row['combination']}"]
        assert f"{row['probability']:.1%}" in told[f"part-{row['combination']}"]


@pytest.mark.parametrize("way", WAYS)
def test_axes_are_exchanged(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "score-parts", way)
    press(page, figure.locator('[data-press="skip"]'), way)
    parts = rows("score_parts")
    values = figure.locator(".parts-value")
    expect(values).to_have_text([f"{row['mean']:.2f}" for row in parts])
    press(page, figure.locator('[data-press="measure"]'), way)
    expect(values).to_have_text([f"{row['spread_share']:.1%}".replace("-", "\N{MINUS SIGN}") for row in parts])
    press(page, figure.locator('[data-press="order"]'), way)
    ranked = sorted(parts, key=lambda row: -row["spread_share"])
    expect(values.first).to_have_text(f"{ranked[0]['spread_share']:.1%}")
    press(page, figure.locator('[data-press="row-13"]'), way)
    expect(figure.locator(".parts-words")).to_contain_text(f"{find_row('score_parts', category='chance')['mean']:.2f}")
    outcomes = [row for row in rows("category_points") if row["category"] == "chance"]
    expect(figure.locator(".parts-outcomes rect")).to_have_count(len(outcomes))
    if way == "touch":
        return

    reset(figure)
    expect(figure.locator(".parts-measure")).to_contain_text("points, on average")
    expect(values).to_have_text([f"{row['mean']:.2f}" for row in parts])


@pytest.mark.parametrize("way", WAYS)
def test_the_map_of_turns_is_read(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "fill-map", way)
    words = figure.locator(".explorable-sentence")
    expect(words).to_contain_text(f"{find_row('fill_turns', category='yatzy', turn=13)['probability']:.1%}")
    press_mark(page, figure, "1:9 2:13", way)
    check_turn(figure)
    choose(page, figure, "Without it", way)
    row = find_row("fill_turns", category="four_of_a_kind", turn=14)
    expect(words).to_contain_text(f"in {row['given_no_bonus']:.1%} of games without the bonus")
    expect(page).to_have_url(re.compile(r"fill-map=games-given-no-bonus\.box-four-of-a-kind\.turn-14"))
    if way == "touch":
        return

    reset(figure)
    figure.get_by_role("combobox", name="Box").select_option("Four of a kind")
    figure.get_by_role("slider", name="Turn").focus()
    page.keyboard.press("ArrowRight")
    check_turn(figure)


def check_turn(figure: Locator) -> None:
    """Compare what is told of a box and a turn with the data set."""
    row = find_row("fill_turns", category="four_of_a_kind", turn=14)
    expect(figure.locator(".explorable-sentence")).to_contain_text("Four of a kind is filled in turn 14")
    expect(figure.locator(".explorable-sentence")).to_contain_text(f"{row['probability']:.1%} of all games")


def test_places_are_linked_to(open_page: OpenPage) -> None:
    query = "?score-curve=300.187.15&score-events=15.9&score-parts=zero_rate.size.10&fill-map=given_bonus.ones.1"
    page = open_page(f"perfect.html{query}", reduced_motion="reduce")
    figure = awake(page, "score-curve")
    expect(figure.locator(".ends-more")).to_contain_text("300 or more")
    expect(figure.locator(".ends-window")).to_contain_text("2 peaks")
    words = awake(page, "score-events").locator(".humps-words")
    expect(words).to_contain_text(f"{find_row('joint_events', combination=9)['mean']:.2f}")
    first = awake(page, "score-parts").locator(".parts-row").first
    expect(first).to_contain_text("Small straight")
    chance = find_row("fill_turns", category="ones", turn=1)["given_bonus"]
    told = awake(page, "fill-map").locator(".explorable-sentence")
    expect(told).to_contain_text(f"{chance:.1%} of games with the bonus")


def dice_shown(figure: Locator) -> str:
    """Return the roll that the figure shows as dice."""
    labels = figure.locator(".first-dice .die").evaluate_all("dice => dice.map(die => die.ariaLabel)")
    return "".join(re.findall(r"\d", " ".join(labels)))


def check_roll(page: Page, figure: Locator, dice: str) -> None:
    """Compare both options of the roll that is shown with the data set."""
    row = find_row("first_rolls", dice=dice)
    options = figure.locator(".first-options")
    expect(options).to_contain_text(f"{row['value']:.2f}")
    expect(options).to_contain_text(f"{row['second_value']:.2f}")


@pytest.mark.parametrize("way", WAYS)
def test_first_rolls_tell_both_options(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, "perfect.html?depth=2", "first-roll", way)
    check_roll(page, figure, "11166")
    figure.locator(".first-field").scroll_into_view_if_needed()
    point(page, cell_of(figure.locator(".first-area").first, 0, 5, 21, 6), way)
    check_roll(page, figure, "66666")
    for place, call in enumerate(rows("first_roll_calls")[:5]):
        press(page, figure.locator(f'[data-press="call-{place}"]'), way)
        expect(figure.locator(".first-options")).to_contain_text(
            f"{find_row('first_rolls', dice=call['dice'])['value']:.2f}"
        )
        label = re.compile(f"Close call {place + 1}: {' '.join(call['dice'])}")
        expect(figure.get_by_role("button", name=label)).to_be_visible()
        if way == "touch":
            return
    expect(figure.locator(".first-calls")).to_contain_text("All five closest calls found")
    press(page, figure.locator('[data-press="ink-kept"]'), "keyboard")
    expect(figure.locator(".first-key")).to_contain_text("scored at once")
    reset(figure)
    figure.locator(".first-field").focus()
    for key in ("ArrowDown", "ArrowLeft", "ArrowRight", "ArrowUp", "Shift+ArrowRight"):
        before = dice_shown(figure)
        page.keyboard.press(key)
        dice = dice_shown(figure)
        assert key != "ArrowDown" or dice != before
        check_roll(page, figure, dice)
    expect(page).to_have_url(re.compile(f"first-roll={dice}"))


def test_one_full_house_alone_is_parted_at_its_pair() -> None:
    """The chapter says so: of every other one, the three equal dice are kept, and none is written down."""
    rolls = rows("first_rolls")
    kept = {row["dice"]: row["option"] for row in rolls if sorted(map(row["dice"].count, set(row["dice"]))) == [2, 3]}
    assert kept.pop("11166") == "66"
    assert len(kept) == 29
    assert all(len(option) == option.count(option[0]) == 3 for option in kept.values())
    assert rows("first_roll_facts")[0]["full_houses_scored"] == 0
