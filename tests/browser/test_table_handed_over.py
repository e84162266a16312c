"""Games are handed over as QR codes, which another program reads here, and their dice as links."""

from __future__ import annotations

import io
import json
import re
import subprocess
from pathlib import Path

import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from site_builder.assets.packages import node
from tests.browser.axe import violations
from tests.browser.test_table import PHONE, OpenPage, kept, play, sit_down, stored

GAMES = Path(__file__).parents[1] / "js" / "yatzy" / "table" / "random-games.js"


def take_along(page: Page) -> str:
    """Open the export of the game, and return its link."""
    page.locator("[data-press=menu]").tap()
    page.locator(".table-panel [data-press=export]").tap()
    return page.locator(".written input").input_value()


def test_six_players_of_every_game_fit_into_a_qr_code_on_a_phone(open_page: OpenPage) -> None:
    games = json.loads(subprocess.run([node(), str(GAMES), "1", "six"], capture_output=True, check=True).stdout)
    page = open_page("table.html?lang=en", apart=True, **PHONE)
    sit_down(page, "pen")
    for game in games:
        stored(page, "game", game["stored"])
        page.reload()
        link = take_along(page)
        image = Image.open(io.BytesIO(page.locator("svg.qr-code").screenshot()))
        assert image.width <= PHONE["width"]
        assert [code.text for code in zxingcpp.read_barcodes(image)] == [link], game["edition"]
    assert violations(page) == []


def test_a_link_opens_the_dice_of_a_game_on_another_table(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    page.locator("[data-entry=edition]").select_option("in-order")
    sit_down(page, "pen", "pen", seed="MINE")
    play(page, 8)
    first = next(event["dice"] for event in kept(page)["events"] if event["kind"] == "throw")
    take_along(page)
    expect(page.locator(".table-panel")).to_contain_text("home screen of an iPhone")
    link = page.locator("[data-link=dice_link] input").input_value()
    assert link.endswith("table.html#seed=MINE&edition=in-order&rule=2")
    # In the open page, the link shows the form; the running game can still be resumed.
    page.evaluate("link => { location.href = link; }", link)
    expect(page.locator("[data-entry=seed]")).to_have_value("MINE")
    expect(page.locator("[data-press=resume]")).to_be_visible()
    page.evaluate("location.hash = 'seed=MINE&edition=none&rule=2'")
    expect(page.locator(".table-problem")).to_contain_text("does not have that game")
    other = open_page(link.rpartition("/")[2], apart=True, **PHONE)
    for entry, value in (("edition", "in-order"), ("seed", "MINE"), ("dice", "page")):
        expect(other.locator(f"[data-entry={entry}]")).to_have_value(value)
    other.locator("[data-press=start]").tap()
    other.locator("[data-press=throw]").tap()
    expect(other.locator(".table-place")).to_contain_text(re.compile("first throw|ensimm"))
    assert kept(other)["events"][0]["dice"] == first
    assert "#" not in other.url.removesuffix("#")


def test_a_game_from_a_link_is_archived_at_once(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", apart=True, **PHONE)
    sit_down(page, "pen", "pen")
    play(page, 12)
    link = take_along(page)
    page.goto(link.partition("#")[0].replace("table.html", "methods.html"))  # An open table would store its game again.
    page.evaluate(
        "() => new Promise((done, fail) => Object.assign("
        "indexedDB.deleteDatabase(new URL('.', location.href).pathname + 'table'), {onsuccess: done, onerror: fail}))"
    )
    page.goto(link)  # another phone
    expect(page.locator(".score-table.playing")).to_be_visible()
    page.goto(link.partition("#")[0])
    expect(page.locator("[data-press^=ended]")).to_have_count(1)
