"""Every figure answers to mouse, keyboard and touch, and what it then shows is what the data set holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pyarrow.ipc
import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import ROOT

OpenPage = Callable[..., Page]
TIMES = "\N{MULTIPLICATION SIGN}"
GRID = "solving.html?depth=2"  # the grid is in a block of mathematics


@cache
def rows(name: str) -> list[dict[str, Any]]:
    """Return a data set as a list of rows."""
    with pyarrow.ipc.open_file(ROOT / "build" / "data" / f"{name}.arrow") as file:
        listed: list[dict[str, Any]] = file.read_all().to_pylist()
    return listed


def awake(page: Page, figure: str) -> Locator:
    """Scroll a figure into view and return it once it is alive."""
    place = page.locator(f"#{figure}")
    place.locator(".stage").first.scroll_into_view_if_needed()
    expect(page.locator(f"#{figure}.alive, #{figure} figure.alive")).to_have_count(1)
    return place


def cell_of(area: Locator, column: int, row: int, columns: int = 64, n_rows: int = 64) -> tuple[float, float]:
    """Return the middle of a cell on the screen, at the end of its transitions."""
    area.evaluate("""area => Promise.allSettled(document.getAnimations()
        .filter(({effect}) => effect.target.contains(area)).map(({finished}) => finished))""")
    box = area.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * (column + 0.5) / columns, box["y"] + box["height"] * (row + 0.5) / n_rows


def check_cell(figure: Locator, data: list[dict[str, Any]], row: int, total: int) -> None:
    """Compare the grid's description of a cell with the data set."""
    reachable = data[row]["reachable"][total] == "1"
    expect(figure.locator(".upper-grid-count")).to_contain_text(f"{data[row]['n_reachable']} of the 64")
    expect(figure.locator(".upper-grid-total")).to_contain_text(str(total))
    reason = figure.locator(".upper-grid-reason")
    if reachable and data[row]["upper_set"]:
        expect(reason).to_contain_text("=")
        factors = re.findall(rf"(\d) {TIMES} (\d)", reason.inner_text())
        for count, face in factors:
            assert data[row]["upper_set"] >> int(face) - 1 & 1
            assert int(count) <= 5
        made = sum(int(count) * int(face) for count, face in factors)
        assert min(made, 63) == total
    elif not reachable:
        expect(reason).not_to_contain_text("=")


def open_desk(open_page: OpenPage, path: str, figure: str) -> Page:
    """Open a page at a desk that tests share which touch figures of their own; nothing moves by itself."""
    return open_page(path, reduced_motion="reduce", touches=(figure, "desk"))


def test_upper_grid_by_mouse_and_keyboard(open_page: OpenPage) -> None:
    page, data = open_desk(open_page, GRID, "upper-grid"), rows("upper_reachability")
    figure = awake(page, "upper-grid")
    start = next(row for row, entry in enumerate(data) if entry["faces"] == "1+3")
    figure.locator(".upper-grid-field").focus()
    check_cell(figure, data, start, 11)
    page.keyboard.press("ArrowRight")
    check_cell(figure, data, start, 12)
    page.keyboard.press("ArrowDown")
    check_cell(figure, data, start + 1, 12)
    figure.get_by_role("button", name="Reset").click()
    check_cell(figure, data, start, 11)
    figure.locator('[data-press="skip"]').click()
    for row, total in ((22, 30), (1, 40), (63, 63), (38, 63), (3, 10)):
        page.mouse.move(*cell_of(figure.locator(".upper-grid-area"), total, row))
        check_cell(figure, data, row, total)


def test_places_that_games_reach_are_lit_and_the_others_dark_in_both_themes(open_page: OpenPage) -> None:
    """Words and pictures agree by day and by night, on the map and in the square that is one of its tiles."""
    brightness = """parts => parts.map(part => {
        const paint = new OffscreenCanvas(1, 1).getContext('2d');
        paint.fillStyle = getComputedStyle(part).fill;
        paint.fillRect(0, 0, 1, 1);
        return Math.max(...paint.getImageData(0, 0, 1, 1).data.slice(0, 3));
    })"""
    page = open_desk(open_page, GRID, "both")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for lit, dark in (
            ("#counter [class^=shade-]", "#counter .slot-dark"),
            ("#upper-grid :is(.cells, .cells-bonus, .met)", "#upper-grid :is(.upper-grid-area, rect:not([class]))"),
        ):
            shining, night = (page.locator(found).evaluate_all(brightness) for found in (lit, dark))
            assert min(shining) > 2 * max(night), (theme, lit)
            assert max(night) < 60
    page.emulate_media(color_scheme="light")


def test_upper_grid_boxes_by_touch(open_page: OpenPage) -> None:
    page, data = open_page(GRID, width=360, has_touch=True), rows("upper_reachability")
    figure = awake(page, "upper-grid")
    figure.locator('[data-press="skip"]').tap()
    for face in (2, 4, 5, 6):
        figure.locator(f'[data-press="box-{face}"]').tap()
    expect(figure.locator(".upper-grid-names")).to_contain_text("Ones")
    expect(figure.locator(".upper-grid-count")).to_contain_text(f"{data[63]['n_reachable']} of the 64")
    expect(page).to_have_url(re.compile("upper-grid="))


def check_options(figure: Locator, options: list[dict[str, Any]]) -> None:
    """Compare the options that are listed after a choice with the data set."""
    listed = figure.locator("[data-option]")
    expect(listed).to_have_count(len(options))
    shown = listed.evaluate_all("rows => rows.map(row => Number(row.dataset.value))")
    assert shown == pytest.approx(sorted((row["value"] for row in options), reverse=True), abs=1e-4)


def test_all_decisions_can_be_taken_and_show_every_option(open_page: OpenPage) -> None:
    page, data = open_desk(open_page, "prices.html", "decisions"), rows("decision_examples")
    figure = awake(page, "decisions")
    expect(figure.locator("[data-option]")).to_have_count(0)
    lost = 0.0
    for example in range(5):
        options = [row for row in data if row["example"] == example]
        scores = [row for row in options if row["action"] == "score"]
        chosen = max(scores, key=lambda row: row["value"])
        button = figure.locator(f'[data-press="score-{chosen["category"]}"]')
        if example % 2:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
        check_options(figure, options)
        lost += chosen["regret"]
        if example < 4:
            following = figure.locator('[data-press="next"]').first
            following.focus()
            page.keyboard.press("Enter")
            expect(following).to_be_focused()  # also at the last decision, where it is disabled
    expect(figure.locator(".decisions-tally")).to_contain_text(f"{lost:.1f}")
    figure.get_by_role("button", name="Reset").click()
    expect(figure.locator("[data-option]")).to_have_count(0)


def test_a_greedy_decision_is_tapped(open_page: OpenPage) -> None:
    page = open_page("prices.html", width=360, has_touch=True)
    figure = awake(page, "decisions")
    first = [row for row in rows("decision_examples") if row["example"] == 0]
    greedy = next(row for row in first if row["greedy"])
    figure.locator(f'[data-press="score-{greedy["category"]}"]').tap()
    check_options(figure, first)
    expect(figure.locator(".decisions-tally")).to_contain_text(f"{greedy['regret']:.1f}")


def test_counter_by_steps_mouse_and_keyboard(open_page: OpenPage) -> None:
    page, counter = open_desk(open_page, GRID, "counter"), rows("counter")[0]
    steps = page.locator(".steps[data-figure=state-counter] .step").all()
    awake(page, "counter")
    wanted = [
        f"{counter['scorecards']:,}",
        f"{counter['slots']:,}",
        f"{counter['reachable_states']:,}",
        f"{counter['turn_nodes']:,}",
        f"{counter['value_table_bytes'] / 1e6:.2f}",
    ]
    for place, text in [*enumerate(wanted), (2, wanted[2])]:
        steps[place].evaluate("step => step.scrollIntoView({block: 'center', behavior: 'instant'})")
        expect(page.locator(".steps-figure .state-counter")).to_have_attribute("data-step", str(place))
        expect(page.locator(".steps-figure .counter-count")).to_contain_text(text)
    assert len(steps) == len(wanted)
    expect(page.locator(".steps-figure .counter-count")).to_contain_text("states")
    field = page.locator(".steps-figure .counter-field")
    words = page.locator(".steps-figure .counter-words")
    picture = page.locator(".steps-figure .counter-area")
    page.mouse.move(*cell_of(picture, 64 * 3 + 50, 64 * 2 + 1, columns=2048, n_rows=1024))
    row = rows("upper_reachability")[1]
    expect(words).to_contain_text("50 points above")
    expect(words).not_to_contain_text("Games come here") if row["reachable"][50] == "0" else None
    field.focus()
    before = words.inner_text()
    page.keyboard.press("Shift+ArrowRight")
    expect(words).not_to_have_text(before)


def moments(game: int) -> list[dict[str, Any]]:
    """Return the decisions of one sample game."""
    return [row for row in rows("sample_games") if row["game"] == game]


def check_endings(figure: Locator, game: int, seen: int) -> None:
    """Compare the figure's range of final scores with the data sets."""
    row = [row for row in rows("game_ranges") if row["game"] == game][seen]
    words = figure.locator(".living-range")
    if row["share"] == 1 and row["percentile_10"] == row["percentile_90"]:
        expect(words).to_have_text("It cannot end anywhere else.")
    else:
        for score in {row["percentile_10"], row["percentile_90"]}:
            expect(words).to_contain_text(str(score))
    # The outline's mean height is the expected final score, to within the bins and pixels of the drawing.
    box = "ridge => ridge.ownerSVGElement.viewBox.baseVal.height"
    high = figure.locator(".ridge").evaluate(box)
    outline = figure.locator(".ridge").get_attribute("d") or ""
    points = [tuple(map(float, pair.split())) for pair in outline[1:].split("L")][1:-1]
    weights = [across + 2 for across, _ in points]
    mean = sum(weight * (high - y) / 4 for weight, (_, y) in zip(weights, points, strict=True)) / sum(weights)
    expected = moments(game)[seen - 1]["value"] if seen else rows("counter")[0]["start_value"]
    assert mean == pytest.approx(expected, abs=1.5)


def open_game(open_page: OpenPage, *, has_touch: bool) -> tuple[Page, Locator]:
    """Open the title page by a link to the first throw of the second game."""
    width = 360 if has_touch else 1280
    page = open_page("index.html?living-scorecard=2.1", width=width, has_touch=has_touch, reduced_motion="reduce")
    figure = awake(page, "living-scorecard")
    expect(figure.locator(".ridge-start")).to_have_attribute("d", re.compile("L"))
    check_endings(figure, 1, 1)
    return page, figure


def along(curve: Locator, share: float) -> tuple[float, float]:
    """Return a point of the curve, at a share of its width."""
    curve.scroll_into_view_if_needed()
    box = curve.bounding_box()
    assert box is not None
    return box["x"] + share * box["width"], box["y"] + box["height"] / 2


def test_living_scorecard_shows_the_range_of_final_scores(open_page: OpenPage) -> None:
    page, figure = open_game(open_page, has_touch=False)
    curve = figure.get_by_role("slider")
    curve.focus()
    for key, seen in (("Home", 0), ("ArrowRight", 1), ("PageUp", 4), ("End", len(moments(1)))):
        page.keyboard.press(key)
        check_endings(figure, 1, seen)
        expect(curve).to_have_attribute("aria-valuenow", str(seen))
    expect(curve).to_have_attribute("aria-valuemax", str(len(moments(1))))
    expect(figure.locator(".scorecard .total")).to_contain_text(str(moments(1)[-1]["total"]))
    page.mouse.click(*along(curve, 0.55))
    seen = int(curve.get_attribute("aria-valuenow") or 0)
    assert 0 < seen < len(moments(1))
    check_endings(figure, 1, seen)
    expect(figure.locator(".living-count")).to_contain_text("game 2 of")
    figure.locator('[data-press="another"]').click()
    expect(figure.locator(".living-count")).not_to_contain_text("game 2 of")


def test_living_scorecard_is_tapped(open_page: OpenPage) -> None:
    page, figure = open_game(open_page, has_touch=True)
    curve = figure.get_by_role("slider")
    for share in (0.2, 0.9):
        page.touchscreen.tap(*along(curve, share))
        check_endings(figure, 1, int(curve.get_attribute("aria-valuenow") or 0))
    assert int(curve.get_attribute("aria-valuenow") or 0) == len(moments(1))
    figure.locator('[data-press="another"]').tap()
    expect(figure.locator(".living-count")).not_to_contain_text("game 2 of")


def test_living_scorecard_works_without_its_curves(open_page: OpenPage) -> None:
    page = open_page("prices.html", apart=True, reduced_motion="reduce")
    is_damaged = True
    page.route(
        "**/data/game-curves*",
        lambda route: route.fulfill(status=200, body="{}") if is_damaged else route.continue_(),
    )
    page.goto(page.url.replace("prices.html", "index.html?living-scorecard=2.1"))
    figure = awake(page, "living-scorecard")
    expect(figure.locator(".figure-message")).to_contain_text("do not belong to these games")
    figure.get_by_role("slider").focus()
    page.keyboard.press("Home")
    expect(figure.locator(".living-range")).to_contain_text("of the games")
    is_damaged = False
    figure.get_by_role("button", name="Try again").click()
    expect(figure.locator(".ridge-start")).to_have_attribute("d", re.compile("L"))


# The file comes in two parts, each when `goOn()` is called; progress is shown 300 ms after the request.
SLOW_CURVES = """
const fetched = window.fetch;
window.fetch = async (address, ...given) => {
    const response = await fetched(address, ...given);
    if (!String(address).includes("game-curves")) return response;
    const content = new Uint8Array(await response.arrayBuffer());
    const asked = () => new Promise((go) => { window.goOn = go; });
    return new Response(new ReadableStream({async start(controller) {
        await asked();
        await new Promise((go) => setTimeout(go, 300));
        controller.enqueue(content.slice(0, 100));
        await asked();
        controller.enqueue(content.slice(100));
        controller.close();
    }}));
};
"""


@pytest.mark.parametrize("width", [360, 1280])
def test_the_progress_of_a_download_moves_nothing(open_page: OpenPage, width: int) -> None:
    page = open_page("prices.html", apart=True, width=width, reduced_motion="reduce")
    page.add_init_script(SLOW_CURVES)
    page.goto(page.url.replace("prices.html", "index.html"))
    figure = awake(page, "living-scorecard")
    page.wait_for_function("() => window.goOn !== undefined")
    height = figure.evaluate("figure => figure.offsetHeight")
    page.evaluate("goOn()")
    message = figure.locator(".figure-message")
    expect(message.get_by_text("Fetching the data for this figure")).to_be_in_viewport(ratio=1)
    assert figure.evaluate("figure => figure.offsetHeight") == height
    page.evaluate("goOn()")
    expect(message).to_have_count(0)
    expect(figure.locator(".ridge-start")).to_have_attribute("d", re.compile("L"))


def test_a_press_before_the_figure_is_awake_is_not_lost(open_page: OpenPage) -> None:
    held: list[Route] = []
    page = open_page("index.html", apart=True)
    page.route("**/widget-decisions*", lambda route: held.append(route))
    with page.expect_request("**/widget-decisions*"):
        page.goto(page.url.replace("index.html", "prices.html"), wait_until="domcontentloaded")
        page.locator("#decisions .stage").scroll_into_view_if_needed()
    page.locator('#decisions [data-press="score-threes"]').evaluate("button => button.click()")
    expect(page.locator("#decisions.alive")).to_have_count(0)
    held.pop().continue_()
    expect(page.locator("#decisions [data-option]")).not_to_have_count(0)
