"""No game is lost: games can be exported at any time, are archived, and are written by one tab only."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_table import (
    HOLD_REST,
    PHONE,
    kept,
    play_hastily,
    press_each,
    sit_down,
    stored,
    wait_until_painted,
)
from tests.browser.test_table_family import fill_by_hand

OpenPage = Callable[..., Page]
DESK: dict[str, Any] = {"width": 1280, "height": 800, "has_touch": True, "reduced_motion": "reduce"}
TOP = "part => part.getBoundingClientRect().top"
# The position of the first option during a second.
FIRST_PLACES = f"""async () => {{
    const places = [];
    for (let look = 0; look < 40; look++) {{
        const option = document.querySelector(".table-options [data-press^=take]");
        places.push(option === null ? -1 : ({TOP})(option)); // null while it is being repainted
        await new Promise(resolve => setTimeout(resolve, 25));
    }}
    return places;
}}"""
UNFINISHED = "yatzy 1\ngame scandinavian\ndate 2026-11-20\nplayer Åsa\n1 55524 fives 15\nplayer Bo\n1 twos 4\n"


def leave(page: Page) -> None:
    """Leave the game for the form."""
    press_each(page, ("[data-press=menu]", 0), ("[data-press=leave]", 0))


def begin_over_the_running(page: Page) -> None:
    """Begin a game while another is running, which needs confirmation."""
    leave(page)
    for _ in range(2):
        page.locator("[data-press=start]").tap()
    expect(page.locator(".score-table.playing")).to_be_visible()


def games(page: Page) -> Locator:
    """Return the archived games listed below the form."""
    return page.locator("[data-press^=ended]")


def test_a_running_game_is_exported_as_text_link_and_file(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", apart=True, **PHONE)
    sit_down(page, "pen", "pen", dice="real")
    fill_by_hand(page, 3)
    for is_in_lobby in (False, True):
        if is_in_lobby:
            leave(page)
        else:
            page.locator("[data-press=menu]").tap()
        page.locator("[data-press=export]").tap()
        text = page.locator(".written textarea").input_value()
        assert [line.split()[0] for line in text.splitlines()][-7:] == [
            "player",
            "1",
            "2",
            "broken",
            "player",
            "1",
            "broken",
        ]
    link = page.locator(".written input").input_value()
    with page.expect_download() as download:
        page.locator("[data-press=save]").tap()
    saved = Path(download.value.path()).read_text("utf-8")
    assert saved.startswith(f"{text}# table 1 ")
    # The link shows the game; it is stored as the own game when it is played on.
    other = page.context.browser.new_context().new_page()  # type: ignore[union-attr]
    other.goto(link)
    expect(other.locator(".score-table.playing")).to_be_visible()
    assert stored(other, "game") is None
    other.locator(".cell.open").first.click()
    other.locator(".points-keys [data-press^=points]").first.click()
    wait_until_painted(other)
    assert [event["kind"] for event in kept(other)["events"]] == ["write"] * 4
    other.reload()
    expect(other.locator(".score-table.playing")).to_be_visible()
    assert "game=" not in other.url
    other.context.close()


def test_unfinished_games_are_archived_and_can_be_resumed(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", dice="real")
    fill_by_hand(page, 2)
    begin_over_the_running(page)
    fill_by_hand(page, 1)
    leave(page)
    expect(games(page)).to_have_count(1)
    expect(games(page)).to_contain_text("A 0, broken off")
    # An imported game is only viewed until it is played on; then the own one is archived.
    page.locator(".lobby-read summary").tap()
    page.locator("[data-entry=record]").fill(UNFINISHED)
    page.locator("[data-press=read]").tap()
    expect(page.locator(".table-place")).to_contain_text("Åsa")
    own = kept(page)
    page.reload()
    assert kept(page) == own
    leave(page)
    page.locator(".lobby-read summary").tap()
    page.locator("[data-entry=record]").fill(UNFINISHED)
    page.locator("[data-press=read]").tap()
    fill_by_hand(page, 1)
    expect(page.locator(".table-problem")).to_have_text("The game that was running is now among the games.")
    page.reload()
    expect(page.locator(".table-place")).to_contain_text("Bo")
    leave(page)
    expect(games(page)).to_have_count(2)
    # An unfinished game that is resumed is removed from the archive.
    games(page).last.tap()
    expect(page.locator(".table-place")).to_contain_text("A")
    fill_by_hand(page, 13)
    expect(page.locator(".winner")).to_be_visible()
    expect(page.locator(".written")).to_be_visible()
    leave_end = page.locator("[data-press=leave]")
    leave_end.tap()
    expect(games(page)).to_have_count(3)
    assert [text.count("broken off") for text in games(page).all_inner_texts()] == [0, 1, 1]
    archive = json.loads(stored(page, "games"))
    assert any("player Åsa" in game["text"] and "date 2026-11-20" in game["text"] for game in archive["games"])


def test_an_ended_game_is_archived_without_values_and_before_a_quick_rematch(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, service_workers="block")
    page = context.new_page()
    page.route("**/data/values-*", lambda route: route.abort())
    page.goto(f"{address}table.html?lang=en")
    sit_down(page, "peek")
    play_hastily(page)
    expect(page.locator(".table-problem")).to_contain_text("could not be fetched")
    expect(page.locator(".written")).to_be_visible()
    page.locator("[data-press=rematch]").tap()
    expect(page.locator(".score-table.playing")).to_be_visible()
    play_hastily(page, 29)
    # A rematch while the report is still being loaded.
    page.evaluate("""async () => {
        document.querySelector("[data-press=write]").click();
        while (document.querySelector("[data-press=rematch]") === null) await new Promise(requestAnimationFrame);
        document.querySelector("[data-press=rematch]").click();
    }""")
    expect(page.locator(".score-table.playing")).to_be_visible()
    leave(page)
    expect(games(page)).to_have_count(2)
    context.close()


@pytest.mark.parametrize("has_locks", [True, False])
def test_one_tab_writes_and_the_others_follow(open_page: OpenPage, has_locks: bool) -> None:
    older = open_page("table.html?lang=en", apart=True, **PHONE)
    if not has_locks:
        older.context.add_init_script("Object.defineProperty(navigator, 'locks', {value: undefined})")
        older.reload()
    sit_down(older, "pen", dice="real")
    fill_by_hand(older, 2)
    newer = older.context.new_page()
    newer.set_viewport_size({"width": PHONE["width"], "height": PHONE["height"]})
    newer.goto(older.url)
    said = "This game is also open in another tab"
    if has_locks:
        expect(newer.locator(".table-problem")).to_contain_text(said)
    fill_by_hand(newer, 3)
    expect(older.locator(".table-problem")).to_contain_text(said)
    expect(older.locator(".cell.written, .cell.struck")).to_have_count(5)
    fill_by_hand(older, 2)
    expect(newer.locator(".table-problem")).to_contain_text(said)
    expect(newer.locator(".cell.written, .cell.struck")).to_have_count(7)
    fill_by_hand(newer, 1)
    expect(older.locator(".cell.written, .cell.struck")).to_have_count(8)
    assert len(kept(older)["events"]) == 8
    # A tab that missed a message does not overwrite a newer game: it shows that, and ignores the press.
    behind = kept(older) | {"at": 6}
    stored(older, "game", json.dumps(behind))
    older.locator(".cell.open").first.tap()
    expect(older.locator(".cell.written, .cell.struck")).to_have_count(6)
    assert kept(older)["at"] == 6
    # Both tabs archive games.
    begin_over_the_running(older)
    fill_by_hand(older, 1)
    begin_over_the_running(newer)
    leave(newer)
    expect(games(newer)).to_have_count(2)
    newer.close()


def test_options_begin_with_the_best_and_do_not_move(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "peek", seed="PEEK")
    panel, peek = page.locator(".table-panel"), page.locator("[data-press=peek]")
    peek.tap()
    expect(page.locator(".table-options [data-press^=take]").first).to_be_visible()
    places = page.evaluate(FIRST_PLACES)
    expect(page.locator("ol.outlooks li")).to_have_count(2)
    places.append(page.locator(".table-options [data-press^=take]").first.evaluate(TOP))
    assert len({place for place in places if place > 0}) == 1  # -1 while it is being repainted
    panel.evaluate("panel => { panel.scrollTop = 500; }")
    for press in ("throw", "peek"):
        page.locator(f"[data-press={press}]").tap()
    expect(page.locator(".table-options")).to_be_visible()
    assert panel.evaluate("panel => panel.scrollTop") == 0
    expect(page.locator(".table-options li").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("way", ["touch", "pointer", "keys"])
def test_a_double_press_on_write_does_not_throw(open_page: OpenPage, way: str) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", "pen")
    page.locator(".cell.offered").first.tap()
    page.evaluate(HOLD_REST)
    write = page.locator("[data-press=write]")
    if way == "keys":
        write.focus()
        for _ in range(2):
            page.keyboard.press("Enter")
    else:
        box = write.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        for _ in range(2):
            (page.touchscreen.tap if way == "touch" else page.mouse.click)(x, y)
    throw = page.locator("[data-press=throw]")
    expect(page.locator(".table-place")).to_contain_text("B, first throw of 3")
    page.evaluate("rest()")
    expect(throw).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator(".table-place")).to_contain_text("B, first throw of 3")
    throw.tap()
    expect(page.locator(".table-place")).to_contain_text("B, second throw of 3")


def test_a_double_press_on_throw_throws_once(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen", at_once=False)
    page.evaluate(HOLD_REST)
    throw, place = page.locator("[data-press=throw]"), page.locator(".table-place")
    box = throw.bounding_box()
    assert box is not None
    for _ in range(2):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        wait_until_painted(page)
    expect(place).to_contain_text("A, first throw of 3")
    expect(throw).to_have_attribute("aria-disabled", "true")
    page.locator("[data-press=die-0]").tap()  # who holds a die has seen the throw
    throw.tap()
    expect(place).to_contain_text("A, second throw of 3")


def test_a_button_that_is_not_ready_is_marked(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen")
    page.locator(".cell.offered").first.tap()
    state = page.evaluate(
        """async () => {
            const states = [];
            const throwing = () => document.querySelector("[data-press=throw]");
            document.querySelector("[data-press=write]").click();
            while (throwing() === null) await new Promise(requestAnimationFrame);
            for (const wait of [0, 300, 500]) {
                await new Promise(resolve => setTimeout(resolve, wait));
                const button = throwing();
                states.push(button.getAttribute("aria-disabled"));
                if (wait < 500) button.click();
            }
            return states;
        }"""
    )
    assert state == ["true", "true", None]
    expect(page.locator(".table-place")).to_contain_text("first throw")
    # Automatic repeats of a key are ignored.
    page.locator("[data-press=throw]").focus()
    page.keyboard.down("Enter")
    page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    expect(page.locator(".table-place")).to_contain_text("second throw")


def on_paper(page: Page) -> str:
    """Return the printed text of the figure without changing the page."""
    wait_until_painted(page)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    text: str = page.locator("#table").inner_text()
    page.emulate_media(media="screen")
    return text


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_cards_of_the_game_are_printed_in_every_state(open_page: OpenPage, size: dict[str, Any]) -> None:
    page = open_page("table.html?lang=sv", **size)
    expect(page.locator("#table.alive")).to_have_count(1)
    page.locator("[data-entry=edition]").select_option("maxi")
    text = on_paper(page)
    assert "Maxiyatzy" in text.replace("-", "").replace(" ", "")
    assert "Spelare 1" in text
    sit_down(page, "pen", "pen", dice="real")
    fill_by_hand(page, 1)
    page.locator('[data-press="box-ones"]').tap()
    page.locator("[data-press=points-4]").tap()
    for state in ("playing", "menu", "lobby", "again"):
        if state == "menu":
            page.locator("[data-press=menu]").tap()
        if state == "lobby":
            page.locator("[data-press=leave]").tap()
        if state == "again":
            page.reload()
            expect(page.locator(".score-table.playing")).to_be_visible()
        lines = [line.split("\t") for line in on_paper(page).splitlines()]
        assert ["", "A", "B"] in lines, state
        assert [row for row in lines if row[0] == "Ettor"] == [["Ettor", "0", "4"]], state
        assert [row for row in lines if row[0] == "Summa"] == [["Summa", "0", "4"]], state
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.querySelector('#table .stage')).position") != "fixed"
    assert page.locator("#table button").evaluate_all("all => all.filter(one => one.checkVisibility()).length") == 0
    expect(page.locator("#players")).to_be_visible()
    page.emulate_media(media="screen")
    # An ended game, and a viewed one.
    page.goto(page.url.replace("lang=sv", "lang=en"))
    record = "yatzy 1\nplayer Anna\n" + "".join(
        f"{box} 0\n"
        for box in (
            "ones",
            "twos",
            "threes",
            "fours",
            "fives",
            "sixes",
            "one pair",
            "two pairs",
            "three of a kind",
            "four of a kind",
            "small straight",
            "large straight",
            "full house",
            "chance",
        )
    )
    leave(page)
    page.locator(".lobby-read summary").tap()
    page.locator("[data-entry=record]").fill(f"{record}15 yatzy 50\nend 50\n")
    page.locator("[data-press=read]").tap()
    expect(page.locator(".winner")).to_be_visible()
    lines = [line.split("\t") for line in on_paper(page).splitlines()]
    assert ["", "Anna"] in lines
    assert ["Total", "50"] in lines


def test_empty_sheets_are_printed_for_the_players_of_the_form(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=sv", **PHONE)
    sit_down(page, "pen", dice="real")
    leave(page)
    page.locator("[data-press=add]").tap()
    page.locator("[data-entry=name-1]").fill("Bo")
    page.locator("[data-entry=edition]").select_option("maxi")
    page.locator("[data-press=sheets]").tap()
    expect(page.locator(".table-paper thead th")).to_have_text(["A", "Bo"])
    expect(page.locator(".table-paper tbody tr").first.locator("th, td")).to_have_text(["Ettor", "3,2", "3,2"])
    assert "vad varje ruta ger i snitt" in on_paper(page)


def test_an_unreadable_game_is_stored_as_damaged(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen")
    newer = json.dumps(kept(page)).replace('"version": 1', '"version": 9')
    stored(page, "game", newer)
    page.reload()
    expect(page.locator(".table-problem")).to_contain_text("newer version")
    page.locator("[data-press=start]").tap()
    expect(page.locator(".score-table.playing")).to_be_visible()
    assert stored(page, "game.damaged") == newer


def test_extra_yahtzees_are_part_of_every_export(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    page.locator("[data-entry=edition]").select_option("yahtzee")
    sit_down(page, "pen", dice="real")
    for box, points in (("yahtzee", 50), ("chance", 20)):
        page.locator(f'[data-press="box-{box}"]').tap()
        page.locator(f"[data-press=points-{points}]").tap()
    face = page.locator("[data-press=face-4]")
    expect(face).not_to_have_attribute("aria-disabled", "true")
    for _ in range(5):
        face.tap()
    page.locator('[data-press="box-fours"]').tap()
    page.locator("[data-press=write]").tap()
    total = page.locator(".cell.total b")
    expect(total).to_have_text("190")
    for count, told in ((1, "190"), (2, "290")):
        page.locator("[data-press=extra-0]").tap()
        page.locator(f"[data-press=count-{count}]").tap()
        expect(total).to_have_text(told)
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=export]").tap()
    text = page.locator(".written textarea").input_value()
    assert text.splitlines()[-3:] == ["2 chance 20 +100", "3 44444 fours 20 +100", "broken off 290"]
    page.goto(page.locator(".written input").input_value())
    expect(total).to_have_text("290")
    leave(page)
    begin = page.locator("[data-press=start]")
    for _ in range(2):
        begin.tap()
    leave(page)
    expect(games(page)).to_contain_text("A 290, broken off")
