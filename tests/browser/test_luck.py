"""The figures of the chapter on luck answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.test_figures import awake, cell_of, rows
from tests.browser.test_optimist import point_at
from tests.browser.ways import WAYS, figure_of, find_row, point, press

OpenPage = Callable[..., Page]
PAGE = "luck.html?depth=2"  # opens the block with the pairs


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse", query: str = "") -> tuple[Page, Locator]:
    """Open the chapter at a desk or on a telephone, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way, query)


TITLES = {"optimal": "Perfect", "greedy": "Greedy", "max": "Optimist"}


def check_duel(figure: Locator, who: str, turn: int, throw: int) -> None:
    """Compare the open card, the dice and the account with the data set."""
    expect(figure.locator(".duel-when")).to_have_text(f"Turn {turn}, throw {throw}")
    expect(figure.locator('.duel-name[aria-pressed="true"]')).to_have_text(TITLES[who])
    for player in TITLES:
        done = [
            row
            for row in rows("duel_games")
            if row["player"] == player and (row["turn"], row["throw"]) <= (turn, throw)
        ]
        last, lost = done[-1], sum(row["regret"] for row in done)
        cells = figure.locator(f".duel-accounts tr.{player} td")
        expect(cells.nth(3)).to_have_text(f"{last['value']:.1f}")
        expect(cells.nth(2)).to_contain_text("0" if lost == 0 else f"{lost:.1f}")
        if player == who:
            expect(figure.locator(".duel-total b")).to_have_text(str(last["total"]))
            expect(figure.locator(".duel-card")).to_contain_text(f"{TITLES[who]} has {' '.join(last['dice'])} on the")
            pips = figure.locator(".duel-dice .die-pips").evaluate_all("dice => dice.map(die => die.getAttribute('d'))")
            assert [path.count("M") for path in pips] == [int(face) for face in last["dice"]]


def test_an_answer_before_the_figure_is_loaded_is_replayed(open_page: OpenPage) -> None:
    page, held, is_held = open_page("prices.html", apart=True), list[Route](), [True]
    page.route("**/assets/explore-*.js", lambda route: held.append(route) if is_held else route.continue_())
    page.goto(page.url.replace("prices.html", PAGE))
    answer = page.locator("#luck-shares .explorable-guess button").first
    answer.click()
    expect(answer).to_have_class(re.compile("pressed"))
    is_held.clear()
    for route in held:
        route.continue_()
    expect(page.locator("#luck-shares .explorable-verdict")).to_contain_text(answer.inner_text())


def test_three_players_with_the_same_dice(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "same-dice")
    check_duel(figure, "greedy", 1, 1)
    for throw in (2, 3):
        press(page, figure.locator('[data-press="on"]'), "keyboard")
        check_duel(figure, "greedy", 1, throw)
    press(page, figure.locator('[data-press="back"]'), "mouse")
    for who in ("optimal", "max"):
        press(page, figure.locator(f'[data-press="who-{who}"]'), "keyboard")
        check_duel(figure, who, 1, 2)
    greedy = find_row("duel_accounts", player="greedy")
    stroke = figure.get_by_role("button", name=re.compile("One pencil stroke"))
    expect(stroke).to_contain_text(f"{greedy['dearest_cost']:.1f}")
    press(page, stroke, "keyboard")
    check_duel(figure, "greedy", greedy["dearest_turn"], greedy["dearest_throw"])
    expect(figure.locator(".duel-words")).to_contain_text(f"{greedy['dearest_cost']:.2f}")
    expect(page).to_have_url(re.compile(r"same-dice=\d+\.\d"))
    curves = figure.locator(".duel-curves")
    curves.focus()
    page.keyboard.press("End")
    check_end(page, figure, "keyboard")
    point_at(page, curves, 0.99, "mouse")
    check_duel(figure, "greedy", *last_throw())
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    check_duel(figure, "greedy", 1, 1)


def last_throw() -> tuple[int, int]:
    """Return the turn and the throw with which the games end."""
    return max((row["turn"], row["throw"]) for row in rows("duel_games"))


def check_end(page: Page, figure: Locator, way: str) -> None:
    """Check the figure at the end of the games, and open what all games of the players look like."""
    check_duel(figure, "greedy", *last_throw())
    press(page, figure.locator(".duel-ridges summary"), way)
    for row in rows("duel_accounts"):
        expect(figure.locator(f".ridge.{row['player']}")).to_contain_text(f"This game: {row['final_score']}")
    seed = rows("duel_games")[0]
    expect(figure.locator(".duel-rank")).to_contain_text(f"number {seed['rank']:,} of {seed['seeds']:,}")


def test_the_same_dice_on_a_telephone(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "same-dice", "touch")
    for key in ("on", "who-max"):
        press(page, figure.locator(f'[data-press="{key}"]'), "touch")
    check_duel(figure, "max", 1, 2)
    # On a phone the line and the dice fit in one window.
    box = figure.locator(".duel-strip").bounding_box()
    assert box is not None
    assert box["height"] < 500
    press(page, figure.locator('[data-press="who-greedy"]'), "touch")
    point_at(page, figure.locator(".duel-curves"), 0.99, "touch")
    check_end(page, figure, "touch")


def test_the_reader_plays_with_the_same_dice(open_page: OpenPage) -> None:
    """The greedy choice at the first question, and the first open box at all others; perfect play in between."""
    page, figure = open_figure(open_page, "same-dice", query="&same-dice=13.3")  # as links of before: a step alone
    check_duel(figure, "greedy", 13, 3)
    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    press(page, figure.locator('[data-press="who-you"]'), "keyboard")
    greedy = find_row("duel_games", player="greedy", turn=1, throw=1)
    expect(figure.locator(".duel-own-dice .die")).to_have_count(5)  # once the values have come
    for die, stays in enumerate(greedy["stays"]):
        if stays == "1":
            press(page, figure.locator(f'[data-press="own-die-{die}"]'), "keyboard")
    press(page, figure.locator('[data-press="own-throw"]'), "keyboard")
    expect(figure.locator(".duel-words")).to_contain_text(f"It gives away {greedy['regret']:.2f}")
    for question in (2, 3, 4):
        when = figure.locator(".duel-when").inner_text()
        press(page, figure.locator(".duel-own-boxes button").first, "mouse")
        expect(figure.locator(".duel-when")).not_to_have_text(when)
        expect(figure.locator(".duel-own-dice")).to_have_count(0 if question == 4 else 1)
    expect(figure.locator(".duel-when")).to_have_text("Turn 15, throw 3")
    account = figure.locator(".duel-accounts tr.you td")
    price, luck, lost, final = (float(text.replace("\N{MINUS SIGN}", "-")) for text in account.all_inner_texts())
    assert price + luck + lost == pytest.approx(final, abs=0.16)
    expect(figure.locator(".duel-total b")).to_have_text(f"{final:.0f}")
    expect(page).to_have_url(re.compile(r"same-dice=15\.3\.you(~|%7E)keep-5((~|%7E)score-\w+){3}$"))
    page.goto(page.url)
    expect(awake(page, "same-dice").locator(".duel-accounts tr.you td").last).to_have_text(f"{final:.1f}")


@pytest.mark.parametrize("way", WAYS)
def test_pairs_show_their_correlation_and_their_means(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "pair-map", way)
    words, field = figure.locator(".pairs-words"), figure.locator(".pairs-field")
    strongest = find_row("category_covariance", category="sixes", other="bonus")
    expect(words).to_contain_text(f"correlation +{strongest['correlation']:.3f}")
    field.scroll_into_view_if_needed()
    point(page, cell_of(figure.locator(".pairs-area"), 14, 5, 16, 16), way)
    pair = find_row("category_covariance", category="sixes", other="yatzy")
    expect(words).to_contain_text(f"correlation +{pair['correlation']:.3f}")
    press(page, figure.locator('[data-press="example-2"]'), way)
    shift = find_row("category_conditional_means", category="four_of_a_kind", points=4, other="yatzy")["shift"]
    expect(words).to_contain_text(f"{shift:.2f}".replace("-", "\N{MINUS SIGN}"))
    expect(figure.locator(".pairs-bar")).to_have_count(7)
    expect(page).to_have_url(re.compile("pair-map=four_of_a_kind.yatzy"))
    if way == "touch":
        return

    press(page, figure.get_by_role("button", name="Reset"), "keyboard")
    expect(words).to_contain_text(f"+{strongest['correlation']:.3f}")
    field.press("ArrowLeft")
    expect(words).to_contain_text(f"correlation +{pair['correlation']:.3f}")


def test_the_knob_stays_under_the_finger_that_drags_it(open_page: OpenPage) -> None:
    page = open_page(PAGE, width=768, has_touch=True, is_mobile=True, reduced_motion="reduce")
    figure = awake(page, "pair-map")
    knob, area, words = figure.locator(".knob"), figure.locator(".pairs-area"), figure.locator(".pairs-words")
    before = words.inner_text()
    knob.scroll_into_view_if_needed()
    hold, field = knob.bounding_box(), area.bounding_box()
    assert hold is not None
    assert field is not None
    x, y, far = hold["x"] + 22, hold["y"] + 22, -3 * field["width"] / 16
    page.mouse.move(x, y)
    page.mouse.down()
    for part in (0.5, 1):
        page.mouse.move(x + part * far, y)
    expect(words).not_to_have_text(before)
    dragged = knob.bounding_box()
    assert dragged is not None
    assert dragged["x"] == pytest.approx(hold["x"] + far, abs=8)  # under the finger, in the middle of a cell
    page.mouse.up()
    dropped = knob.bounding_box()
    assert dropped is not None
    assert dropped["x"] == pytest.approx(hold["x"] + far, abs=8)  # under the finger, in the middle of a cell
