"""The advisor in a browser: positions are entered by its controls, answers are read from the page."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.browser.ways import find_row

N_POSITIONS, N_BY_HAND = 6, 3
N_UPPER = 6
THRESHOLD = 63
HALF_A_CARD = {"ones": 3, "twos": 6, "threes": 9, "one_pair": 10, "two_pairs": 18, "small_straight": 15, "chance": 20}
OpenPage = Callable[..., Page]
Position = dict[str, Any]


@pytest.fixture(scope="module")
def vectors() -> dict[str, Any]:
    """Return the answers of the solver."""
    content: dict[str, Any] = json.loads((ROOT / "build" / "data" / "vectors.json").read_text())
    return content


def split_upper(faces: list[int], total: int, chance: random.Random, *, at_least: bool) -> list[int] | None:
    """Return points for the boxes that make ``total`` (or more, if ``at_least``), or nothing."""
    if not faces:
        return [] if total == 0 or (at_least and total <= 0) else None
    counts = list(range(6))
    chance.shuffle(counts)
    for count in counts:
        left = total - faces[0] * count
        tail = split_upper(faces[1:], max(0, left) if at_least else left, chance, at_least=at_least)
        if tail is not None and (left >= 0 or at_least):
            return [faces[0] * count, *tail]
    return None


def written_points(position: Position, vectors: dict[str, Any], chance: random.Random) -> dict[str, int]:
    """Return points for every filled box that lead to the position's upper total."""
    filled = [box for box in range(len(vectors["categories"])) if position["filled"] >> box & 1]
    faces = [box + 1 for box in filled if box < N_UPPER]
    at_least = position["upper"] >= THRESHOLD
    upper = split_upper(faces, position["upper"], chance, at_least=at_least)
    assert upper is not None
    lower = [chance.choice(sorted({row[box] for row in vectors["points"]})) for box in filled if box >= N_UPPER]
    return {vectors["categories"][box]: points for box, points in zip(filled, upper + lower, strict=True)}


def new_game(page: Page) -> None:
    """Wait for the advisor and clear the card."""
    expect(page.locator("#advisor.alive")).to_have_count(1)
    page.get_by_role("button", name="New game").first.click()


# Fire the events of a reader's choices, box by box.
CHOOSE_POINTS = """(stage, written) => {
    const boxOf = category => stage.querySelector(`select[data-category="${category}"]`);
    const hidden = Object.keys(written).filter(category => !boxOf(category).checkVisibility());
    if (hidden.length > 0) throw new Error(hidden);
    for (const [category, points] of Object.entries(written)) {
        const box = boxOf(category);
        box.value = points;
        if (box.value !== String(points) || box.disabled) throw new Error(category);
        for (const kind of ["input", "change"]) box.dispatchEvent(new Event(kind, {bubbles: true}));
    }
}"""
# Enter a whole position by the same controls.
ENTER = f"""async (stage, [written, rerolls, dice]) => {{
    const press = key => {{
        stage.querySelector(`[data-press="${{key}}"]`).click();
        return new Promise(requestAnimationFrame);
    }};
    await press("new");
    ({CHOOSE_POINTS})(stage, written);
    const held = () => Number(stage.querySelector(".rerolls output").value);
    if (stage.querySelector(".rerolls output") === null) await press(`rerolls-${{rerolls}}`);
    else while (held() !== rerolls) await press(held() < rerolls ? "rerolls-more" : "rerolls-less");
    const field = stage.querySelector("[data-field=dice]");
    field.value = dice;
    field.dispatchEvent(new Event("input", {{bubbles: true}}));
}}"""


# Record the position of the best option after each change of the figure.
NOTE_PLACES = """figure => {
    window.places = [];
    new MutationObserver(() => {
        const top = figure.querySelector(".ranked .option")?.getBoundingClientRect().top;
        if (top !== undefined && !places.includes(top)) places.push(top);
    }).observe(figure, {childList: true, subtree: true});
}"""


def enter_card(page: Page, written: dict[str, int]) -> None:
    if written:
        expect(page.locator(f'select[data-category="{next(iter(written))}"]')).to_be_enabled()
    page.locator("#advisor .stage").evaluate(CHOOSE_POINTS, written)


def enter_rerolls(page: Page, rerolls: int) -> None:
    page.locator(".rerolls label").filter(has_text=str(rerolls)).click()


def type_dice(page: Page, dice: str) -> None:
    page.get_by_label("Type the dice").fill(dice)


def tap_dice(page: Page, dice: str) -> None:
    for face in dice:
        page.locator(f'.tray [data-press="face-{face}"]').click()


def press_digits(page: Page, dice: str) -> None:
    page.locator(".dice-row .die").first.focus()
    for face in dice:
        page.keyboard.press(face)


def signed(points: int) -> str:
    """Return points over par as the sheet writes them."""
    return f"{points:+.1f}".replace("-", "\N{MINUS SIGN}") if points else "0.0"


def shown_options(page: Page) -> list[tuple[str, float]]:
    """Return key and expected final score of every option on the page, in its order."""
    rows = page.locator(".advisor-answer li.option")
    return [
        (row["option"], float(row["value"])) for row in rows.evaluate_all("rows => rows.map(row => ({...row.dataset}))")
    ]


def expected_options(position: Position, points_so_far: int) -> dict[str, float]:
    """Return the solver's value of every option under the key that the page uses."""
    return {
        f"keep-{option[1]}" if option[0] == "keep" else f"score-{option[1]}": points_so_far + option[-1]
        for option in position["options"]
    }


def positions(vectors: dict[str, Any]) -> Iterator[tuple[Position, dict[str, int]]]:
    """Return the same positions every time, spread over all turns and reroll counts."""
    chance = random.Random(20)
    for position in chance.sample(vectors["positions"], N_POSITIONS):
        yield position, written_points(position, vectors, chance)


def check_answer(page: Page, position: Position, points_so_far: int) -> None:
    """Compare the options that the advisor shows, best first, with those of the solver."""
    wanted = expected_options(position, points_so_far)
    tolerance = 2 / 256  # values are rounded by at most half a step, and so are their means
    expect(page.locator(".advisor-answer li.option")).to_have_count(len(wanted))
    shown = shown_options(page)
    assert {key for key, _ in shown} == set(wanted)
    for key, value in shown:
        assert value == pytest.approx(wanted[key], abs=tolerance), (position, key)
    assert wanted[shown[0][0]] >= max(wanted.values()) - tolerance
    assert [value for _, value in shown] == sorted((value for _, value in shown), reverse=True)


def test_answers_equal_the_solver(open_page: OpenPage, vectors: dict[str, Any]) -> None:
    page = open_page("advisor.html")
    expect(page.locator("#advisor.alive")).to_have_count(1)
    for number, (position, written) in enumerate(positions(vectors)):
        if number < N_BY_HAND:
            new_game(page)
            enter_card(page, written)
            enter_rerolls(page, position["rerolls"])
            (type_dice, tap_dice, press_digits)[number % 3](page, position["dice"])
        else:
            page.locator("#advisor .stage").evaluate(ENTER, [written, position["rerolls"], position["dice"]])
        check_answer(page, position, sum(written.values()))


def test_a_position_can_be_shared(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    new_game(page)
    enter_card(page, {"ones": 3, "one_pair": 10})
    page.locator("#advisor").evaluate(NOTE_PLACES)
    type_dice(page, "55566")
    expect(page.locator(".advisor-answer li.option")).not_to_have_count(0)
    before = shown_options(page)
    # Final scores after the best two options: exact early in a game, approximate in the middle.
    told = r".+: the bonus comes in (≈\s)?\d+ of 100 games; eight of ten end between (≈\s)?\d+ and \d+\."
    expect(page.locator(".outlooks li")).to_have_count(2)
    assert len(page.evaluate("places")) == 1, "no option moves under the hand when what it leads to is known"
    first = page.locator(".outlooks li").first
    exactly = re.fullmatch(told, first.inner_text())
    assert exactly is not None
    assert exactly.groups() == (None, None)
    low, high = map(int, re.findall(r"\d+", first.inner_text())[-2:])
    assert low < before[0][1] < high
    expect(page).to_have_url(re.compile("advisor=.*:55566:"))
    other = open_page(page.url.rsplit("/", 1)[1])
    expect(other.locator('select[data-category="one_pair"]')).to_have_value("10")
    expect(other.locator(".advisor-answer li.option")).to_have_count(len(before))
    assert shown_options(other) == before
    expect(other.locator(".outlooks")).to_have_text(page.locator(".outlooks").inner_text(), use_inner_text=True)
    enter_card(page, {"chance": 20, "yatzy": 0})
    expect(first).to_contain_text("≈")
    assert re.fullmatch(told, first.inner_text()) is not None
    # The par sheet: par, and the throw's points over par; lower boxes do not affect the bonus.
    sheet = other.get_by_role("button", name="Par sheet")
    expect(sheet).to_have_attribute("aria-pressed", "false")
    sheet.click()
    expect(sheet).to_have_attribute("aria-pressed", "true")
    par = int(find_row("minds_par", box="chance")["integer"])
    beside = other.locator('.scorecard [data-category="chance"] .par')
    expect(beside).to_have_text(f"Par {par}, this throw {signed(27 - par)}")
    expect(other.locator('.scorecard tr[data-category="one_pair"] .par')).to_have_count(0)
    expect(other.locator(".scorecard .most")).to_have_count(1)
    expect(sheet).to_be_focused()
    card = other.locator(".advisor-card .scorecard")
    assert card.evaluate("table => table.scrollWidth <= table.parentElement.clientWidth")
    sheet.click()
    expect(beside).to_have_count(0)


def test_impossible_dice_are_explained(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    field, problem = page.get_by_label("Type the dice"), page.locator("#advisor-problem")
    for typed, words in (("7", "7"), ("55x66", "x"), ("555666", "has 5")):
        new_game(page)
        expect(problem).to_be_empty()
        field.press_sequentially(typed)
        expect(problem).to_contain_text(words)
        expect(field).to_have_attribute("aria-invalid", "true")


def test_a_broken_link_is_explained(open_page: OpenPage) -> None:
    page = open_page("advisor.html?advisor=nonsense!")
    expect(page.locator(".advisor-notice .problem")).not_to_be_empty()


def test_a_damaged_table_is_reported_and_can_be_retried(open_page: OpenPage) -> None:
    page = open_page("prices.html", apart=True)
    is_damaged = True
    page.route(
        "**/values-scandinavian*",
        lambda route: route.fulfill(body=b"not a table") if is_damaged else route.continue_(),
    )
    page.goto(page.url.replace("prices.html", "advisor.html"))
    page.get_by_role("button", name="New game").first.click()
    failed = page.locator(".advisor-answer .failed")
    expect(failed).to_be_visible()
    is_damaged = False
    failed.get_by_role("button", name="Try again").click()
    expect(page.locator(".advisor-now b")).to_have_text("248.4")


def test_a_game_can_be_played_to_its_end_by_touch(open_page: OpenPage) -> None:
    page = open_page("advisor.html", width=360, has_touch=True)
    expect(page.locator("#advisor.alive")).to_have_count(1)
    page.get_by_role("button", name="New game").first.tap()
    enter_card(page, HALF_A_CARD)
    for _ in range(15 - len(HALF_A_CARD)):
        for _ in range(3):
            throw = page.locator('[data-press="throw"]')
            throw.tap()
            best = page.locator(".advisor-answer li.option button").first
            scores = (best.get_attribute("data-press") or "").startswith("score-")
            best.tap()
            if scores:
                break
    expect(page.locator(".advisor-now span")).to_contain_text(re.compile("^final score"))
    total = page.locator(".advisor-now b").inner_text()
    assert 0 <= int(total) <= 374
    expect(page.locator(".scorecard tr").last).to_contain_text(total)


def test_the_advisor_works_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    expect(page.locator("#advisor.alive")).to_have_count(1)
    page.get_by_role("button", name="New game").first.focus()
    page.keyboard.press("Enter")
    page.locator(".dice-row .die").first.focus()
    for face in "12345":
        page.keyboard.press(face)
    best = page.locator(".advisor-answer li.option button").first
    expect(best).to_be_visible()
    best.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".advisor-place")).to_contain_text("Turn")
