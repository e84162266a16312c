"""The figures of the chapter on risk and targets answer to mouse, keyboard and touch, and show what the data hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.ways import WAYS, choose, drag_to, figure_of, find_row, press, press_mark, scroll_to

OpenPage = Callable[..., Page]
PAGE = "risk.html"
PANELS = ("curve", "line", "boxes", "flips")
STEPS = ((0.05, "curve"), (-0.1, "line"), (0.2, "boxes"), (-0.05, "flips"))  # what each step of the dial's story shows


def open_figure(open_page: OpenPage, figure: str, way: str = "mouse") -> tuple[Page, Locator]:
    """Open the chapter at a desk or on a telephone, and wake a figure."""
    return figure_of(open_page, PAGE, figure, way)


def turn(page: Page, dial: Locator, way: str, stop: int, n_stops: int) -> None:
    """Bring a dial to one of its stops."""
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


def read_step(page: Page, number: int, way: str = "mouse") -> None:
    """Scroll until a step of the dial's story is being read; on a phone the figure is above the text."""
    step, where = page.locator(".steps[data-figure=risk-dial] .step").nth(number), "end" if way == "touch" else "center"
    scroll_to(step, where)
    expect(step).to_have_class(re.compile(r"\bcurrent\b"))


def check_panel(figure: Locator, shown: str) -> None:
    """Check which one of the pictures is seen."""
    for panel in PANELS:
        picture = figure.locator(f".risk-panels > .{panel}")
        expect(picture).to_be_visible() if panel == shown else expect(picture).to_be_hidden()
        expect(figure.locator(f'[data-press="panel:{panel}"]')).to_have_attribute(
            "aria-pressed", str(panel == shown).lower()
        )


def check_dial(figure: Locator, theta: float) -> None:
    """Compare all that the dial bends with the data sets."""
    row, words = frontier_at(theta), figure.locator(".risk-words")
    for number in (row["mean"], row["sd"], row["worst_5_mean"], row["best_5_mean"], 100 * row["bonus_rate"]):
        expect(words).to_contain_text(f"{number:.1f}")
    expect(figure.locator(".risk-mean-label")).to_have_text(f"average {row['mean']:.1f}")
    for decision in figure.locator(".risk-decision").all():
        expect(decision.locator(".risk-choice.best")).to_have_count(1)
    check_decisions(figure, theta)
    check_sources(figure, theta)


@pytest.mark.parametrize("way", WAYS)
def test_the_dial_bends_everything_one_picture_a_step(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "risk-dial", way)
    dial, thetas = figure.get_by_role("slider", name="Dial of risk"), [row["theta"] for row in rows("theta_frontier")]
    for number, (theta, panel) in enumerate(STEPS):
        read_step(page, number, way)
        check_dial(figure, theta)
        check_panel(figure, panel)
    turn(page, dial, way, thetas.index(0.1), len(thetas))
    check_dial(figure, 0.1)
    press(page, figure.locator('[data-press="panel:line"]'), way)
    check_panel(figure, "line")
    expect(page).to_have_url(re.compile(r"risk-dial=0\.1\.line"))
    if way == "touch":
        return

    dial.press("ArrowRight")
    check_dial(figure, 0.2)
    figure.get_by_role("button", name="Reset").evaluate("button => button.click()")  # scrolls to no other step
    check_dial(figure, STEPS[-1][0])
    check_panel(figure, STEPS[-1][1])

    dial = figure.locator(".risk-dial")
    dial.scroll_into_view_if_needed()
    box = dial.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 21 / len(thetas), box["y"] + 22, steps=4)
    expect(figure.locator(".risk-words")).to_contain_text("Between two computed values")
    expect(figure.locator(".risk-sources .number")).to_have_count(0)
    page.mouse.up()
    expect(figure.locator(".risk-sources .number")).to_have_count(16)


def check_decisions(figure: Locator, theta: float) -> None:
    """Compare the options that are marked as best with the data set."""
    best = [row for row in rows("risk_decisions") if row["theta"] == theta and row["loss"] == 0]
    best.sort(key=lambda row: row["decision"] != "first-box")  # the one discussed in the text is first
    for place, row in enumerate(best):
        words = f"keep {' '.join(row['keep'])}" if row["action"] == "keep" else f"{row['points']} in"
        expect(figure.locator(".risk-decision").nth(place).locator(".risk-choice.best")).to_contain_text(words)


def check_sources(figure: Locator, theta: float) -> None:
    """Compare the change of Yatzy with the data set."""
    mean = {row["theta"]: row["mean"] for row in rows("theta_categories") if row["category"] == "yatzy"}
    shown = figure.locator(".risk-sources .number").last.text_content() or ""
    assert float(shown.replace("\N{MINUS SIGN}", "-")) == pytest.approx(mean[theta] - mean[0.0], abs=0.051)


def test_quick_presses_are_all_counted_while_the_dial_glides(open_page: OpenPage) -> None:
    page = open_page(PAGE)
    figure = awake(page, "risk-dial")
    read_step(page, 0)
    average = figure.locator(".risk-mean-label")
    expect(average).to_have_text(f"average {frontier_at(STEPS[0][0])['mean']:.1f}")
    figure.locator(".risk-dial").focus()
    for _ in range(6):
        page.keyboard.press("ArrowLeft")
    thetas = [row["theta"] for row in rows("theta_frontier")]
    reached = frontier_at(thetas[thetas.index(STEPS[0][0]) - 6])
    expect(average).to_have_text(f"average {reached['mean']:.1f}")
    expect(figure.locator(".risk-words")).to_contain_text(f"{reached['sd']:.1f}")


def worth_of(theta: float) -> float:
    """Return what the throw is worth to a player beyond its worst outcome."""
    row = next(row for row in rows("chance_node_equivalents") if row["theta"] == theta)
    return float(row["certainty_equivalent"] - row["lowest"])


@pytest.mark.parametrize("way", WAYS)
def test_sure_points_are_laid_on_until_the_pans_are_level(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "risk-beam", way)
    words, sure = figure.locator(".scale-words"), 1.0
    for name, theta in [("Cautious", -0.1)] if way == "touch" else [("Plain", 0.0), ("Cautious", -0.1)]:
        press(page, figure.get_by_role("button", name=name), "keyboard" if way == "mouse" else way)
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


def percent(chance: float) -> str:
    """Return a chance as the figures write it."""
    return f"{100 * chance:.1f}%"


def check_score_to_beat(page: Page, figure: Locator, score: int) -> None:
    """Compare the description of a score to beat with the data set."""
    exact = find_row("dial_loss", score=score)
    wanted = [percent(exact[f"{way}_probability"]) for way in ("best", "theta", "optimal")]
    expect(figure.locator(".chance-way b")).to_have_text(wanted)
    expect(figure.locator(".beat-words")).to_contain_text(f"{1000 * exact['gap']:.0f} more games")
    expect(figure.locator(".beat-words")).to_contain_text(f"{exact['theta']}")
    expect(page).to_have_url(re.compile(f"score-to-beat={score}"))


@pytest.mark.parametrize("way", WAYS)
def test_the_score_to_beat_is_guessed_and_dragged(open_page: OpenPage, way: str) -> None:
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
    data, slider = [row["score"] for row in rows("score_to_beat")], figure.get_by_role("slider")
    target = data.index(280)
    drag_to(page, slider, target, way, target / (len(data) - 1))
    check_score_to_beat(page, figure, 280)
    if way == "touch":
        return

    drag_to(page, slider, target + 1, "keyboard", 0)
    check_score_to_beat(page, figure, data[target + 1])
    press(page, figure.get_by_role("button", name="Reset"), "mouse")
    expect(words.locator("b")).to_have_text("250")


def check_past(figure: Locator, points: int, move: str) -> None:
    """Compare the description of a turn after a number of points with the data set."""
    here = [row for row in rows("worked_example") if row["rerolls"] == 1 and row["points_so_far"] == points]
    writes = next(row["probability"] for row in here if row["action"] == "score")
    mine = next(row["probability"] for row in here if row["keep"] == "233")
    expect(figure.locator(".chance-way b")).to_have_text(
        [percent(max(row["probability"] for row in here)), percent(writes), percent(mine)]
    )
    words = figure.locator(".past-words")
    expect(words).to_contain_text(f"{points} points so far, {162 - points} needed: {move}")
    expect(words).to_contain_text("The dial is right" if points == 150 else "The dial is wrong")


@pytest.mark.parametrize("way", WAYS)
def test_the_right_move_flips_and_the_dial_stays(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "different-past", way)
    slider = figure.get_by_role("slider")
    for key in ("keep-0", "dial-0"):
        press(page, figure.locator(f'[data-press="{key}"]'), way)
    expect(figure.locator(".chance-way.dial")).to_contain_text("write the twelve")
    drag_to(page, slider, 13, way, 13.5 / 26)
    check_past(figure, 145, "throw all five")
    drag_to(page, slider, 18, way, 18.5 / 26)
    check_past(figure, 150, "write the twelve")
    if way == "touch":
        return

    drag_to(page, slider, 17, "keyboard", 0)
    check_past(figure, 149, "keep 3 3")
    expect(page).to_have_url(re.compile(r"different-past=149\.25\.0"))
    press(page, figure.get_by_role("button", name="Reset"), "mouse")
    expect(figure.locator(".past-words")).to_contain_text("145 points so far")


FRIEND = ["Two pairs", "One pair", "Three of a kind and Yatzy", "Large straight and Chance"]
FRIEND += ["Large straight, Chance and Yatzy", "One pair, Large straight and Yatzy"]


def check_friend(figure: Locator, name: str) -> None:
    """Compare the chances with eleven points needed with the data set."""
    cards = list(dict.fromkeys(row["open"] for row in rows("friend_lead")))
    need = find_row("friend_lead", open=cards[FRIEND.index(name)], needed=11)
    told = figure.locator(".explorable-sentence")
    expect(told).to_contain_text(f"11 points needed, with {name} open")
    for one in ("best", "optimal", "greedy"):
        expect(told).to_contain_text(f"{need[one]:.1%} if you play")


@pytest.mark.parametrize("way", WAYS)
def test_the_last_turns_are_won(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "friend-figure", way)
    told, slider = figure.locator(".explorable-sentence"), figure.get_by_role("slider")
    choose(page, figure, FRIEND[2], way)
    press_mark(page, figure, "1:10", way)
    check_friend(figure, FRIEND[2])
    if way == "touch":
        return

    for name in FRIEND:
        choose(page, figure, name, "keyboard")
        slider.fill("10")
        check_friend(figure, name)
    choose(page, figure, FRIEND[2], "keyboard")
    slider.fill("23")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(told).to_contain_text("Even that beats play for the average")
    expect(page).to_have_url(re.compile(r"friend-figure=needed-25\b"))
    press(page, figure.get_by_role("button", name="Reset"), "mouse")
    expect(told).to_contain_text("16 points needed")


def test_moments_can_be_linked_to(open_page: OpenPage) -> None:
    query = "risk-dial=-0.05.flips&score-to-beat=300&different-past=149.31.1&friend-figure=5.11&risk-beam=-3"
    page = open_page(f"{PAGE}?{query}", reduced_motion="reduce")
    dial = awake(page, "risk-dial")
    check_dial(dial, -0.05)
    check_panel(dial, "flips")
    for figure, words in (
        ("score-to-beat", "A target of 300"),
        ("different-past", "149 points so far"),
        ("friend-figure", "11 points needed"),
        ("risk-beam", f"{worth_of(-3):.2f}"),  # level, as links to the former beam have it
    ):
        expect(awake(page, figure)).to_contain_text(words)


def test_links_open_the_mathematics_and_the_largest_loss(open_page: OpenPage) -> None:
    widest = rows("dial_verdict")[0]["widest_score"]
    query = f"?depth=2&risk-sigmas=0.5&risk-dial=0.2&score-to-beat={widest}"
    page = open_page(PAGE + query, reduced_motion="reduce")
    dial = awake(page, "risk-dial")
    check_dial(dial, 0.2)
    check_panel(dial, "curve")
    beat = awake(page, "score-to-beat").locator(".beat-words")
    expect(beat).to_contain_text("At no other target is it more")
    expect(beat).to_contain_text("in the middle")
    assert find_row("dial_loss", score=widest)["theta"] == 0.0
    sigmas = awake(page, "risk-sigmas")
    shares = [f"{row['share']:.1%}" for row in rows("regime_map") if row["theta"] == 0.5]
    shown = sigmas.locator(".explorable-picture text[text-anchor=end]")
    expect(shown.filter(has_text="%")).to_have_text(shares)
    expect(sigmas.locator(".explorable-sentence")).to_have_text(
        f"At theta +0.5, {shares[0]} of the throws are as good as their mean, {shares[-1]} are ruled by their extreme."
    )
    sigmas.get_by_role("slider").press("Home")
    expect(sigmas.locator(".explorable-sentence")).to_contain_text("At theta \N{MINUS SIGN}3")
