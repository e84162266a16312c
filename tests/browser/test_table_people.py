"""Players during a game: renamed, given help, removed, brought back, moved and added."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import violations
from tests.browser.test_table import PHONE, kept, sit_down, wait_until_painted
from tests.browser.test_table_family import fill_by_hand

OpenPage = Callable[..., Page]


def heads(page: Page) -> list[str]:
    """Return the names on the sheet of all cards."""
    page.locator("[data-press=sheet]").first.tap()
    names = page.locator(".table-panel thead th").all_inner_texts()
    page.locator("[data-press=close]").tap()
    return names


def test_players_can_be_changed_during_a_game(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", "pen", dice="real")
    fill_by_hand(page, 4)
    place = page.locator(".table-place")
    place.get_by_role("button", name="A").tap()
    assert violations(page) == []
    # Pressing a button accepts the typed name.
    page.locator("[data-entry=rename-0]").fill("Anna-Lena = 1")
    page.locator("[data-press=join]").tap()
    expect(place).to_contain_text("Player 3, before the throw")
    expect(page.locator(".table-panel")).to_contain_text("Player 3 has 2 turns to catch up.")
    page.locator("[data-entry=helper-2]").select_option("coach")
    page.locator("[data-press=earlier-2]").tap()
    page.locator("[data-press=close]").tap()
    assert heads(page) == ["Anna-Lena = 1", "Player 3", "B"]
    fill_by_hand(page, 2)
    expect(place).to_contain_text("Anna-Lena = 1")
    # A player who leaves gets no more turns, and keeps the card.
    place.get_by_role("button").tap()
    page.locator("[data-press=home-0]").tap()
    page.locator("[data-press=close]").tap()
    expect(place).to_contain_text("Player 3")
    assert heads(page) == ["Anna-Lena = 1\ngone home", "Player 3", "B"]
    events = kept(page)["events"]
    assert [one["kind"] for one in events] == ["write"] * 4 + ["person"] * 3 + ["order"] + ["write"] * 2 + ["person"]
    page.reload()
    expect(place).to_contain_text("Player 3")
    # Each change can be undone.
    page.locator("[data-press=undo]").tap()
    expect(place).to_contain_text("Anna-Lena = 1")
    page.locator("[data-press=redo]").tap()
    fill_by_hand(page, 26)
    expect(page.locator(".winner")).to_be_visible()
    assert "gone home" in page.locator(".places li").last.inner_text()
    # A rematch with the remaining players; the next one begins.
    page.locator("[data-press=rematch]").tap()
    expect(place).to_contain_text("B")
    assert heads(page) == ["B", "Player 3"]


def test_a_new_player_can_enter_points_from_paper(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", dice="real")
    fill_by_hand(page, 1)
    page.locator("[data-press=person-0]").tap()
    page.locator("[data-press=join]").tap()
    page.locator("[data-press=paper-1]").tap()
    expect(page.locator(".table-panel")).to_contain_text("Player 2, Ones")
    page.locator("[data-press=points-3]").tap()
    expect(page.locator(".table-panel")).to_contain_text("Player 2, Twos")
    page.locator("[data-press=close]").tap()
    expect(page.locator(".table-place")).to_contain_text("A")
    expect(page.locator(".table-strip")).to_contain_text("Player 2 3")
    # Changing the form does not change the running game.
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=leave]").tap()
    expect(page.locator(".table-lobby .note").first).to_contain_text("This form is for another game.")


def test_a_link_contains_the_current_turn_and_the_players(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", apart=True, **PHONE)
    sit_down(page, "pen", "coach", "machine", seed="LINK")
    page.locator(".table-place button").tap()
    page.locator(".table-panel [data-press=person-2]").tap()
    page.locator("[data-press=home-2]").tap()
    page.locator("[data-press=close]").tap()
    for press in ("die-1", "die-4"):
        page.locator(f"[data-press={press}]").tap()
        expect(page.locator(f"[data-press={press}]")).to_have_attribute("aria-pressed", "true")  # once it is stored
    dice = page.locator(".table-dice .die")
    state = "dice => dice.map(die => [die.dataset.face, die.getAttribute('aria-pressed')])"
    seen = dice.evaluate_all(state)
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=export]").tap()
    link = page.locator(".written input").input_value()
    address, _, game = link.partition("#game=")
    assert "?" not in address
    other = page.context.browser.new_context(service_workers="block").new_page()  # type: ignore[union-attr]
    # Behind "#", in the query as older pages write it, and in a page that is open already.
    for followed in (link, f"{address}?game={game}", f"{address}#players", link):
        other.goto(followed)
        if "players" in followed:
            continue
        expect(other.locator(".table-place")).to_contain_text("A, first throw")
        assert other.locator(".table-dice .die").evaluate_all(state) == seen
        other.locator("[data-press=sheet]").first.click()
        expect(other.locator(".table-panel thead")).to_contain_text("gone home")
    other.locator("[data-press=close]").click()
    for one in (page, other):
        if one is page:
            one.locator("[data-press=close]").click()
        one.locator("[data-press=throw]").click()
        expect(one.locator(".table-place")).to_contain_text("A, second throw")
    assert other.locator(".table-dice .die").evaluate_all(state) == dice.evaluate_all(state)
    assert "#" not in other.url
    other.context.close()


def test_the_number_of_the_only_entered_throw_is_one_press(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "coach", dice="real")
    action, place, which = (page.locator(f".table-{part}") for part in ("action", "place", "strip"))
    for face in "55524":
        page.locator(f"[data-press=face-{face}]").tap()
    top = "part => part.getBoundingClientRect().top"
    before = action.evaluate(top)
    expect(place).to_contain_text("first throw of 3")
    page.locator("[data-press=box-fives]").tap()
    expect(which).to_contain_text("Which throw was it?")
    expect(which.locator("[aria-pressed=true]")).to_have_accessible_name("third throw of 3")
    assert action.evaluate(top) == before
    which.get_by_role("button", name="first throw of 3").tap()
    expect(place).to_contain_text("first throw of 3")
    assert violations(page) == []
    page.reload()  # The number is stored with the game.
    page.locator("[data-press=box-fives]").tap()
    page.locator("[data-press=write]").tap()
    wait_until_painted(page)
    assert kept(page)["events"][-1] == {"kind": "write", "box": 4, "points": 15, "throw": 1}
    expect(page.locator(".table-strip")).to_contain_text("A clear mistake: keep 5 5 5")
