"""Chapters ask before they tell: guesses by mouse, keyboard and touch, judged by the data sets, and their points."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake, rows
from tests.browser.ways import PRESSES, WAYS, press

OpenPage = Callable[..., Page]
LOW, BIN, BINS, HANDLES = 80, 5, 59, range(1, 59, 7)  # the drawing's first score, its bins, and the bins with a handle


def open_figure(open_page: OpenPage, file: str, figure: str, way: str, query: str = "") -> tuple[Page, Locator]:
    """Open a chapter as a reader with a mouse, a keyboard or a telephone does, and wake a figure."""
    width = 360 if way == "touch" else 1280
    page = open_page(file + query, width=width, has_touch=way == "touch", reduced_motion="reduce")
    return page, awake(page, figure)


def expect_points(page: Page, file: str, points: int) -> None:
    """Check what the chapter's row of the card says."""
    expect(page.locator(f'.contents a[href="{file}"] .ledger-box')).to_have_text(f"{points} points")


def overlap(heights: list[float]) -> float:
    """Return how much of a drawing lies under the exact distribution, bin by bin."""
    chance = {row["score"]: row["probability"] for row in rows("optimal_distribution")}
    truth = [sum(chance.get(LOW + BIN * place + extra, 0.0) for extra in range(BIN)) for place in range(BINS)]
    return float(sum(min(height / sum(heights), share) for height, share in zip(heights, truth, strict=True)))


def tent(handle: int, height: float) -> list[float]:
    """Return the heights of a drawing with one handle lifted."""
    return [height * max(0.0, 1 - abs(place - HANDLES[handle]) / 7) for place in range(BINS)]


def lift(page: Page, figure: Locator, way: str, handle: int, height: float) -> None:
    """Bring a handle of the empty sheet to a height, in twentieths of the field."""
    if way == "keyboard":
        page.locator('.sheet-handle[tabindex="0"]').focus()
        for _ in range(abs(handle - 4)):
            page.keyboard.press("ArrowRight" if handle > 4 else "ArrowLeft")
        for _ in range(round(height * 20)):
            page.keyboard.press("ArrowUp")
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


@pytest.mark.parametrize("way", WAYS)
def test_a_lifted_handle_is_judged_by_the_exact_distribution(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "perfect.html", "score-curve", way)
    expect(figure.locator(".ends-field")).to_be_hidden()
    figure.locator('[data-press="reveal"]').evaluate("button => button.click()")  # nothing is drawn yet
    expect(figure.locator(".ends-field")).to_be_hidden()
    figure.locator(".ends-sheet").scroll_into_view_if_needed()
    lift(page, figure, way, 5, 0.6)
    handle = figure.get_by_role("slider", name="262 points")
    assert int(handle.get_attribute("aria-valuenow") or 0) == pytest.approx(60, abs=1)
    expect(figure.locator(".sheet-mean")).to_contain_text("262")
    press(page, figure.locator('[data-press="reveal"]'), way)
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


@pytest.mark.parametrize("way", ["mouse", "touch"])
def test_a_hill_is_drawn_along(open_page: OpenPage, way: str) -> None:
    page = open_page("perfect.html", width=360 if way == "touch" else 1280, has_touch=way == "touch")
    figure = awake(page, "score-curve")
    sheet = figure.locator(".ends-sheet > svg")
    sheet.scroll_into_view_if_needed()
    box = sheet.bounding_box()
    assert box is not None
    points = [(box["x"] + box["width"] * x, box["y"] + box["height"] * (1 - y)) for x, y in PEAK]
    stroke(page, points, way)
    expect(figure.locator(".sheet-mean b")).to_have_text(re.compile(r"^2[34]\d$"))
    figure.locator('[data-press="reveal"]').click()
    heights = [max(0.0, 0.7 * (1 - abs((place + 0.5) / BINS - 0.55) / 0.4)) for place in range(BINS)]
    shown = float(figure.locator(".ends-verdict b").inner_text().rstrip("%"))
    assert shown == pytest.approx(100 * overlap(heights), abs=2)
    expect(page).to_have_url(re.compile(r"score-curve=250(~|%7E)[0-9a-z]{59}"))
    page.reload()
    again = awake(page, "score-curve")
    assert float(again.locator(".ends-verdict b").inner_text().rstrip("%")) == pytest.approx(shown, abs=1)
    again.get_by_role("button", name="Reset").click()
    expect(again.locator(".ends-field")).to_be_hidden()


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


def test_who_would_not_guess_or_follows_a_link_sees_the_curve_and_gets_no_points(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "perfect.html", "score-curve", "mouse")
    figure.locator('[data-press="skip"]').click()
    expect(figure.locator(".ends-more")).to_be_visible()
    expect(figure.locator(".ends-verdict")).to_be_hidden()
    figure.get_by_role("button", name="Reset").click()
    expect(figure.locator(".ends-more")).to_be_hidden()
    page.locator('a.set[href*="score-curve=374"]').click()
    expect(figure.locator(".ends-more")).to_contain_text("374 or more")
    expect(page.locator('.contents a[href="perfect.html"] .ledger-box')).to_be_empty()


def test_without_scripts_nothing_is_asked(open_page: OpenPage) -> None:
    page = open_page("perfect.html", java_script_enabled=False)
    expect(page.locator("#score-curve .ends-area")).to_be_visible()
    expect(page.locator("#score-curve .ends-sheet")).to_have_count(0)


@pytest.mark.parametrize("way", PRESSES)
def test_the_first_keep_is_judged_by_all_keeps(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "solving.html", "last-box", way)
    means = {row["keep"]: row["mean"] for row in rows("chance_keeps") if row["rerolls"] == 2}
    for die in (1, 2, 3, 4):
        press(page, figure.locator(f'[data-press="keep-{die}"]'), way)
    expect(figure.locator(".box-words")).to_be_hidden()
    expect(figure.locator(".box-strip")).to_be_hidden()
    guess = figure.locator('[data-press="guess"]')
    expect(guess).to_have_text("Keep 4 4 5 6")
    press(page, guess, way)
    expect(figure.locator(".box-words")).to_contain_text(f"{means['4456']:.2f}")
    better = sum(mean > means["4456"] for mean in means.values())
    expect(figure.locator(".box-verdict")).to_contain_text(f"{better} other choices are better")
    expect(figure.locator(".box-verdict")).to_contain_text(f"{max(means.values()) - means['4456']:.2f}")
    points = 10 - round(4 * (max(means.values()) - means["4456"]))
    expect_points(page, "solving.html", points)
    press(page, figure.locator('[data-press="best"]'), way)
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


# Page, figure, what answers its question, and what may be heard only then.
COVERED = [
    ("prices.html", "decisions", "score-full_house", r"\d\.\d"),
    ("prices.html", "price-tags", "guess-two_pairs", r"\d\.\d"),
    ("solving.html", "last-box", "guess", r"\d\.\d"),
    ("perfect.html", "score-curve", "skip", r"peak|slope|\d\.\d|%"),
    ("two-halves.html", "ladder", "guess-first", r"[+]\d|brings \d"),
    ("luck.html", "luck-shares", "guess-1", r"\d\.\d%"),
    ("two-halves.html", "two-halves", "guess-pars", r"\d\d\.\d"),
    ("two-halves.html", "optimist", "guess-100", r"\d\d\.\d"),
    ("risk.html", "risk-players", "reveal", r"worse|theta"),
    ("risk.html", "score-to-beat", "guess-55", r"more game|\N{GREEK SMALL LETTER THETA}|5[5-9]\.\d%"),
    ("small-minds.html", "mat", "guess-230", r"23\d\.\d"),
    ("more-dice.html", "saved-game", "guess-write", r"Right|gives away|\d\.\d"),
]


def heard(page: Page, figure: Locator) -> str:
    """Return all that a figure but for its caption says to who does not see it, and what its tips show."""
    said = """figure => [...figure.querySelectorAll('*')]
        .filter(part => part.checkVisibility({visibilityProperty: true}))
        .flatMap(part => ['aria-valuetext', 'aria-description', 'title'].map(name => part.getAttribute(name)))
        .concat([...figure.querySelectorAll('svg title, svg desc')].map(part => part.textContent)).join('|')"""
    announced = " ".join(page.locator(".announcer").all_text_contents())
    return f"{figure.locator('.stage').aria_snapshot()} {figure.evaluate(said)} {announced}"


@pytest.mark.parametrize(("file", "name", "answer", "told"), COVERED)
def test_no_name_or_description_tells_the_answer_before_the_guess(
    open_page: OpenPage, file: str, name: str, answer: str, told: str
) -> None:
    page, figure = open_figure(open_page, file, name, "mouse")
    before = heard(page, figure)
    assert re.findall(told, before) == []
    figure.locator(f'[data-press="{answer}"]').click()
    after = heard(page, figure)
    assert re.search(told, after)
    assert "&nbsp;" not in after
    figure.get_by_role("button", name="Reset").click()
    page.locator(".announcer").evaluate("voice => voice.textContent = ''")
    assert re.findall(told, heard(page, figure)) == []


def test_the_last_box_asks_only_where_scripts_run(open_page: OpenPage) -> None:
    page = open_page("solving.html", java_script_enabled=False)
    expect(page.locator("#last-box .box-words")).to_be_visible()
    expect(page.locator("#last-box .box-question")).to_be_hidden()


THETAS = (-1, -0.2, -0.05, 0, 0.05, 0.2, 1)
BOXES = ("yatzy", "sixes")


def losses(box: str) -> dict[float, float]:
    """Return what five sixes in a box give away to each theta."""
    return {
        row["theta"]: row["loss"] for row in rows("risk_decisions") if row["dice"] == "66666" and row["category"] == box
    }


@pytest.mark.parametrize("way", PRESSES)
def test_players_are_guessed_and_judged_by_the_decisions_solved_for_them(open_page: OpenPage, way: str) -> None:
    page, figure = open_figure(open_page, "risk.html", "risk-players", way)
    lost = [losses(box) for box in BOXES]
    best = [0 if lost[0][theta] == 0 else 1 for theta in THETAS]
    expect(figure.locator(".lineup-verdict")).to_be_hidden()
    wrong = 2
    for player, theta in enumerate(THETAS):
        if theta != 0:
            answer = 1 - best[player] if player == wrong else best[player]
            press(page, figure.locator(f'[data-press="say-{player}-{answer}"]'), way)
    expect(figure.locator(".lineup-option.best")).to_have_count(1)
    press(page, figure.locator('[data-press="reveal"]'), way)
    expect(figure.locator(".lineup-verdict")).to_contain_text("You knew 5 of 6")
    for player, theta in enumerate(THETAS):
        row = figure.locator(".lineup-players li").nth(player)
        expect(row.locator(".lineup-option.best")).to_have_text(("50 in Yatzy", "30 in Sixes")[best[player]])
        expect(row).to_contain_text(f"{lost[1 - best[player]][theta]:.2f} worse")
    expect(figure.locator(".lineup-option.wrong")).to_have_count(1)
    expect_points(page, "risk.html", 7)
    expect(page).to_have_url(re.compile(r"risk-players=[01]{7}"))
    page.reload()
    expect(awake(page, "risk-players").locator(".lineup-verdict")).to_contain_text("You knew 5 of 6")


def test_who_would_not_guess_is_told_and_a_second_answer_does_not_count(open_page: OpenPage) -> None:
    page, figure = open_figure(open_page, "risk.html", "risk-players", "mouse")
    figure.locator('[data-press="reveal"]').click()
    expect(figure.locator(".lineup-option.best")).to_have_count(len(THETAS))
    expect(figure.locator(".lineup-verdict")).not_to_contain_text("You knew")
    expect(page.locator('.contents a[href="risk.html"] .ledger-box')).to_be_empty()
    best = [0 if losses("yatzy")[theta] == 0 else 1 for theta in THETAS]
    for answered in (range(3), range(7)):
        figure.get_by_role("button", name="Reset").click()
        for player in answered:
            if THETAS[player] != 0:
                figure.locator(f'[data-press="say-{player}-{best[player]}"]').click()
        figure.locator('[data-press="reveal"]').click()
        told = "You knew 3 of 6, and left three open." if len(answered) == 3 else "You knew 6 of 6."
        expect(figure.locator(".lineup-verdict")).to_contain_text(told)
        expect_points(page, "risk.html", 2)  # three of six were left open at first


@pytest.mark.parametrize(
    ("file", "figure"), [("prices.html", "price-tags"), ("perfect.html", "first-roll"), ("two-halves.html", "ladder")]
)
def test_an_answer_leaves_the_window_where_it_is(open_page: OpenPage, file: str, figure: str) -> None:
    page, _figure = open_figure(open_page, file, figure, "touch")
    question = page.locator(f"#{figure} .guess")
    # Near the top, where browsers would hold on to something below the question.
    question.evaluate("question => scrollBy({top: question.getBoundingClientRect().top - 60, behavior: 'instant'})")
    before = page.evaluate("scrollY")
    question.locator("[data-press^=guess]").first.tap()
    expect(page.locator(f"#{figure} .guess-verdict")).to_be_in_viewport()
    assert page.evaluate("scrollY") == pytest.approx(before, abs=1)
