"""The table for several players: nothing is lost by accident, and the next step is always visible."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_table import PHONE, kept, press_each, sit_down, wait_until_painted

OpenPage = Callable[..., Page]
LANGUAGES = ("en", "sv", "nb", "da", "fi")


def test_a_game_is_shown_after_every_reload(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", "pen", "pen")
    own = kept(page)
    for _ in range(3):
        page.reload()
        expect(page.locator(".score-table.playing [data-press=throw]")).to_be_in_viewport(ratio=1)
        assert kept(page) == own
    # After leaving by the menu, the page scrolls normally, and Reset scrolls to the figure.
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=leave]").tap()
    expect(page.get_by_role("heading", name="New game")).to_be_in_viewport()
    assert page.evaluate("history.scrollRestoration") == "auto"


def test_a_large_screen_shows_the_whole_turn_once_it_begins(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", width=1280, height=800, has_touch=True)
    sit_down(page, "pen")
    expect(page.locator("[data-press=throw]")).to_be_in_viewport(ratio=1)


def fill_by_hand(page: Page, n_turns: int) -> None:
    """Play turns with real dice that are not entered: write the fewest possible points into the first open box."""
    press_each(page, *[(".cell.open", 0), (".points-keys [data-press^=points]", 0)] * n_turns)


def test_ending_a_running_game_needs_confirmation(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", dice="real")
    fill_by_hand(page, 15)
    link = page.locator(".written input").input_value()
    # One tap exports the link, and the button that copies the page's address is hidden.
    page.locator(".written input").focus()
    assert page.evaluate("getSelection().toString()") == link
    expect(page.locator("[data-action=link]")).to_be_hidden()
    page.locator("[data-press=rematch]").tap()
    fill_by_hand(page, 1)
    own = kept(page)
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=leave]").tap()
    for press in ("start", "paper"):
        page.locator(f"[data-press={press}]").tap()
        expect(page.locator(f"[data-press={press}]")).to_have_text("Really end the running game?")
        assert kept(page) == own
    # Reset below a long report scrolls to the own game.
    page.goto(link)
    expect(page.locator("#table.alive")).to_have_count(1)
    page.locator("[data-action=reset]").tap()
    expect(page.locator(".lobby-running")).to_be_in_viewport(ratio=1)
    # After playing a game from a link, the reader returns to the own game, also after a reload.
    page.goto(link)
    page.locator("[data-press=rematch]").tap()
    expect(page.locator(".lobby-running")).to_be_visible()
    assert kept(page) == own
    page.reload()
    expect(page.locator(".score-table.playing")).to_be_visible()
    # An invalid link is reported above the own game.
    page.goto(link[:-4])
    expect(page.locator(".table-problem")).not_to_be_empty()
    expect(page.locator(".score-table.playing")).to_be_visible()
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=leave]").tap()
    for _ in range(2):
        page.locator("[data-press=start]").tap()
    expect(page.locator(".score-table.playing")).to_be_visible()
    assert kept(page)["at"] == 0
    assert "game=" not in page.url


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_shows_three_players_and_indicates_more(open_page: OpenPage, language: str) -> None:
    page = open_page(f"table.html?lang={language}", **PHONE)
    expect(page.locator("#table.alive")).to_have_count(1)
    for n_players in (3, 4):
        while page.locator(".lobby-players li").count() < n_players:
            page.locator("[data-press=add]").tap()
        page.locator("[data-press=start]").tap()  # Of a game in which nobody has thrown nothing is lost.
        page.locator("[data-press=sheet]").tap()
        sheet = page.locator(".table-panel .sheet")
        assert sheet.evaluate("sheet => sheet.scrollWidth > sheet.clientWidth") == (n_players > 3)
        assert not sheet.evaluate(
            "sheet => [...sheet.querySelectorAll('th')].some(th => th.scrollWidth > th.clientWidth)"
        )
        page.locator("[data-press=close]").tap()
        page.locator("[data-press=menu]").tap()
        page.locator("[data-press=leave]").tap()
    # Errors have the full width, and are scrolled into view.
    page.locator(".lobby-read summary").tap()
    page.locator("[data-press=read]").tap()
    problem = page.locator(".table-problem")
    expect(problem).to_be_in_viewport(ratio=1)
    assert problem.evaluate("problem => problem.clientWidth") > PHONE["width"] * 0.85


def test_one_wrong_die_can_be_replaced_alone(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", dice="real")
    strip, place = page.locator(".table-strip"), page.locator(".table-place")
    expect(strip).to_have_text("Enter the dice, or tap a box.")

    def enter(faces: str) -> None:
        for face in faces:
            page.locator(f"[data-press=face-{face}]").tap()

    def seen() -> list[str]:
        wait_until_painted(page)
        dice = page.locator(".table-dice .die")
        faces: list[str] = dice.evaluate_all("dice => dice.map(die => die.dataset.face)")
        return faces

    enter("1")
    page.locator('[data-press="box-ones"]').tap()
    expect(page.locator(".table-problem")).to_contain_text("Enter the other dice first")
    enter("23")
    page.locator("[data-press=die-1]").tap()  # an entered die is taken back where it lies
    assert seen() == ["1", "3", "0", "0", "0"]
    for _ in range(2):
        page.locator("[data-press=erase]").tap()
    for takes_back in ("undo", "erase"):
        enter("12345" if takes_back == "undo" else "6")
        expect(place).to_contain_text("first throw")
        page.locator(f"[data-press={takes_back}]").tap()
        assert seen() == ["1", "2", "3", "4", "0"]
    enter("6")
    for die in range(4):
        page.locator(f"[data-press=die-{die}]").tap()
    page.wait_for_timeout(1600)  # The time to throw real dice again.
    page.locator("[data-press=die-3]").tap()
    enter("2")
    expect(page.locator(".cell.offered")).to_have_count(0)  # while one of two dice is entered
    page.locator("[data-press=erase]").tap()
    expect(page.locator(".cell.offered")).not_to_have_count(0)
    page.locator("[data-press=die-3]").tap()
    enter("2")
    expect(place).to_contain_text("second throw")
    page.locator("[data-press=erase]").tap()
    expect(page.locator(".table-dice [aria-pressed=true]")).to_have_count(4)
    enter("5")
    assert seen() == ["1", "2", "3", "4", "5"]
    # After other actions, undo removes the whole throw.
    page.locator('[data-press="box-ones"]').tap()
    page.locator("[data-press=undo]").tap()
    assert seen() == ["1", "2", "3", "4", "6"]
    # The next key writes a box that was chosen by keyboard.
    page.locator('[data-press="box-ones"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-press=write]")).to_be_focused()
    page.keyboard.press("Enter")
    page.locator("[data-press=erase]").tap()
    expect(page.locator(".table-problem")).to_have_text("There is nothing to undo.")


def test_the_dice_of_a_machine_are_described(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", "machine")
    page.locator(".cell.offered").first.tap()
    page.locator("[data-press=write]").tap()
    expect(page.locator(".table-strip")).to_have_text(re.compile(r"^B: [1-6](\s[1-6]){4}, \d+ in .*[.]$"))


def test_an_extra_yahtzee_is_offered_with_its_bonus_and_a_closed_box_has_a_reason(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    page.locator("[data-entry=edition]").select_option("forced")
    sit_down(page, "pen", dice="real")
    page.locator('[data-press="box-yahtzee"]').tap()
    page.locator("[data-press=points-50]").tap()
    for _ in range(5):
        page.locator("[data-press=face-4]").tap()
    expect(page.locator('[data-press="box-fours"] b')).to_have_text("20 + 100")
    page.locator('[data-press="box-chance"]').tap()
    expect(page.locator(".table-problem")).to_have_text("These dice must go into another box.")
    page.locator('[data-press="box-fours"]').tap()
    expect(page.locator("[data-press=write]")).to_have_text("Write 20 + 100 in Fours")
