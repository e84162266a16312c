"""Visits of the advisor: the answer is visible on a phone, and games survive a reload and a closed page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_advisor import enter_card, new_game, tap_dice, type_dice
from tests.browser.test_advisor_games import choose_game

OpenPage = Callable[..., Page]
PHONE = {"width": 360, "height": 640, "has_touch": True}
# Simulate a crash: disable timers and events of leaving, so that only the move itself can store the game.
LEAVE_AT_ONCE = """control => {
    const hush = event => event.stopImmediatePropagation();
    for (const leaving of ["beforeunload", "pagehide", "visibilitychange"]) addEventListener(leaving, hush, true);
    control.click();
    location.reload();
}"""


# Return what a page shows once it has drawn the card.
SHOWN = """async () => {
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    const all = selector => [...document.querySelectorAll(selector)];
    const dice = all(".dice-row .die").map(die => die.dataset.face).join("");
    const rerolls = document.querySelector(".rerolls").querySelector(":checked, output").value;
    const points = all("select[data-category]").map(box => box.value);
    return [document.querySelector(".advisor-place").innerText, dice, rerolls, points];
}"""


def shown_state(page: Page) -> tuple[str, str, str, list[str]]:
    """Return the visible position: turn, dice, rerolls, and points of the card."""
    expect(page.locator("#advisor.alive")).to_have_count(1)
    turn, dice, rerolls, points = page.evaluate(SHOWN)
    return turn, dice, rerolls, points


def undo(page: Page) -> None:
    page.get_by_role("button", name="Undo").click()


def check_in_sight(page: Page, place: Locator) -> None:
    """Check that an element is completely in the window, and not below the bar."""
    expect(place).to_be_in_viewport(ratio=1)
    bar = page.locator("header.bar").bounding_box()
    box = place.bounding_box()
    assert bar is not None
    assert box is not None
    assert box["y"] >= bar["y"] + bar["height"]


def test_the_first_option_is_visible_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("advisor.html", **PHONE)
    expect(page.locator("#advisor.alive")).to_have_count(1)
    hands = (("saved", "12345", type_dice), ("maxi", "112266", tap_dice), ("scandinavian", "55266", tap_dice))
    for game, dice, enter in hands:
        choose_game(page, game) if game != "scandinavian" else new_game(page)
        enter(page, dice)
        check_in_sight(page, page.locator(".ranked .option").first)
        check_in_sight(page, page.locator(".dice-row"))
        assert page.evaluate("scrollY") == 0, game  # nothing had to move for it
        page.get_by_role("button", name="Reset").click()
        page.evaluate("scrollTo({top: 0, behavior: 'instant'})")


def test_the_first_option_is_visible_above_the_keyboard_of_a_phone(open_page: OpenPage) -> None:
    page = open_page("advisor.html", width=360, height=380, has_touch=True)
    new_game(page)
    field = page.get_by_label("Type the dice")
    field.press_sequentially("5526")
    field.evaluate("field => field.scrollIntoView({block: 'end', behavior: 'instant'})")  # as phones do
    before = page.evaluate("scrollY")
    field.press_sequentially("6")
    check_in_sight(page, page.locator(".ranked .option").first)
    expect(field).to_be_in_viewport(ratio=1)
    assert page.evaluate("scrollY") > before


def test_nothing_moves_under_the_finger_that_taps_dice_in(open_page: OpenPage) -> None:
    """The first touch removes the notice about the example."""
    page = open_page("advisor.html", **PHONE)
    expect(page.locator("#advisor.alive")).to_have_count(1)
    places = []
    for control in ('[data-press="die-0"]', '[data-press="face-6"]', '[data-press="die-4"]', '[data-press="face-2"]'):
        page.locator(control).tap()
        places.append([page.locator(part).bounding_box() for part in (".dice-row", ".advisor-entry")])
    assert all(place == places[0] for place in places)
    expect(page.locator(".advisor-notice")).to_be_empty()


@pytest.mark.parametrize(("touch", "least"), [(False, 24), (True, 44)])
def test_the_new_game_button_can_be_hit(open_page: OpenPage, touch: bool, least: int) -> None:
    page = open_page("advisor.html", width=360, height=640, has_touch=touch)
    expect(page.locator("#advisor.alive")).to_have_count(1)
    for button in page.locator('.advisor [data-press="new"]').all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= least


def test_a_reload_directly_after_a_move_loses_nothing(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    new_game(page)
    type_dice(page, "55266")
    for key in ("keep-55", "face-5", "rerolls-0", "throw", "score-chance", "undo", "new"):
        before = shown_state(page)
        expect(page).to_have_url(re.compile(f"advisor=.*:{before[1]}:"))  # of the next move it is told too late
        control = page.locator(f'[data-press="{key}"]').last
        with page.expect_navigation():
            control.evaluate(LEAVE_AT_ONCE)
        after = shown_state(page)
        assert after != before, key
        if key != "undo":
            undo(page)
            assert shown_state(page) == before, key
            control.click()
    assert shown_state(page)[:2] == ("Turn 1 of 15, throw 1 of 3", "00000")


def test_undo_survives_a_reload(open_page: OpenPage) -> None:
    page = open_page("advisor.html", **PHONE)
    new_game(page)
    states = [shown_state(page)]
    for step in ("55566", "score-full_house", "12345", "score-small_straight", "66", "new"):
        type_dice(page, step) if step.isdigit() else page.locator(f'[data-press="{step}"]').first.click()
        states.append(shown_state(page))
    for state in states[-2::-1]:
        page.reload()
        expect(page.locator("#advisor.alive")).to_have_count(1)
        undo(page)
        assert shown_state(page) == state


def test_a_new_page_resumes_the_unfinished_game(open_page: OpenPage) -> None:
    page = open_page("advisor.html", **PHONE)
    address = page.url
    expect(page.locator("#advisor.alive")).to_have_count(1)
    choose_game(page, "maxi")
    enter_card(page, {"three_pairs": 26})
    type_dice(page, "1122")
    left = shown_state(page)
    page.close()
    again = page.context.new_page()
    again.goto(address)
    assert shown_state(again) == left
    expect(again.get_by_role("combobox", name="Game", exact=True)).to_have_value("maxi")
    expect(again.locator(".advisor-notice")).to_contain_text("Your game, as you left it")
    expect(again).to_have_url(re.compile("advisor=maxi:.*:112200:"))  # so a link to it can be copied
    start = again.get_by_role("button", name="start a new game")
    box = start.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    start.tap()
    expect(again.locator(".advisor-place")).to_contain_text("Turn 1 of")
    expect(again.locator(".advisor-notice")).to_be_empty()
    assert shown_state(again)[1] == "000000"
    undo(again)
    assert shown_state(again) == left
    # Every game is stored separately, and the example still exists.
    again.get_by_role("button", name="Reset").click()
    expect(again.locator(".advisor-notice")).to_contain_text("An example")
    again.goto(address)
    expect(again.locator(".advisor-notice")).to_contain_text("An example")
    again.get_by_role("combobox", name="Game", exact=True).select_option("maxi")
    expect(again.locator(".advisor-place")).to_contain_text("of 20")
    assert shown_state(again) == left


def test_a_link_takes_precedence_and_undo_returns_to_the_own_game(open_page: OpenPage) -> None:
    page = open_page("advisor.html")
    address = page.url
    new_game(page)
    enter_card(page, {"sixes": 18})
    type_dice(page, "123")
    own = shown_state(page)
    page.goto(f"{address}?advisor=3,-,-,-,-,-,-,-,-,-,-,-,-,-,-:55566:1")
    assert shown_state(page)[1:3] == ("55566", "1")
    page.get_by_role("button", name="go on with your own game").click()
    assert shown_state(page) == own
    expect(page.locator(".advisor-notice")).to_be_empty()


BROKEN = {
    "forbidden": """Object.defineProperty(window, 'localStorage', {
        get() { throw new DOMException('no', 'SecurityError'); }
    });""",
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }",
    "garbage": """for (const name of ['last', 'scandinavian', 'maxi'])
        localStorage.setItem(`kept:${new URL('.', location.href).pathname}advisor.${name}`, '{"\\u0000": [,');""",
    "another's": """for (const [name, text] of [['last', 'maxi'], ['maxi', 'yahtzee:-:0:9']])
        localStorage.setItem(`kept:${new URL('.', location.href).pathname}advisor.${name}`, text);""",
}


@pytest.mark.parametrize("what", BROKEN)
def test_the_advisor_works_without_storage(open_page: OpenPage, what: str) -> None:
    page = open_page("prices.html", apart=True)
    page.add_init_script(BROKEN[what])
    page.goto(page.url.replace("prices.html", "advisor.html"))
    expect(page.locator("#advisor.alive")).to_have_count(1)
    expect(page.locator(".advisor-notice")).to_contain_text("An example")
    new_game(page)
    type_dice(page, "55266")
    page.locator(".ranked .option button").first.click()
    expect(page.locator(".advisor-place")).to_contain_text("throw 2 of 3")
    expect(page).to_have_url(re.compile("advisor=.*:55660:1:4"))
    page.reload()
    expect(page.locator("#advisor.alive")).to_have_count(1)
    assert shown_state(page)[1] == "55660"  # the address keeps it, where the browser does not
