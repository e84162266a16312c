"""Whole games at the table in a real browser, by taps, killed at random moments: what was played may not be lost.

A browser is killed in one of three ways: the page is closed, its process crashes, or the whole browser ends and is
started anew with what it has stored. That happens right after a tap, whether or not the page has followed it yet.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, BrowserType, Error, Page, expect

from tests.browser.chromium import PATIENCE_MS, arguments, executable
from tests.browser.test_table import N_TURNS, NEXT, kept, numbers, sit_down

WAYS = ("page", "crash", "browser")
KINDS = (("coach",), ("coach", "machine"), ("peek", "coach"), ("pen", "machine"), ("machine", "pen", "coach"))
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "reduced_motion": "reduce"}
# A machine that opens the game waits for a tap, and so does one that plays after another.
LET_MACHINE_PLAY = "document.querySelector('.primary[data-press=machine]')?.click()"
CLOSES_WITHIN = 0.021  # points: four numbers of two decimals each


@dataclass
class Phone:
    """A browser with a memory of its own, and the page at the table."""

    chromium: BrowserType
    memory: Path
    address: str
    context: BrowserContext
    page: Page

    def kill(self, way: str) -> None:
        """Kill the page in one of the ways, and open it anew."""
        if way == "browser":
            self.context.close()
            self.context = start(self.chromium, self.memory)
        elif way == "crash":
            crash(self.page)
        else:
            self.page.close()
        self.page = open_table(self.context, self.address)
        expect(self.page.locator(".score-table:is(.playing, .at-end)")).to_be_visible()
        self.page.evaluate(LET_MACHINE_PLAY)


def start(chromium: BrowserType, memory: Path) -> BrowserContext:
    """Start a browser with what this folder remembers."""
    context = chromium.launch_persistent_context(memory, executable_path=executable(), args=arguments(), **PHONE)
    context.set_default_timeout(PATIENCE_MS)
    return context


def open_table(context: BrowserContext, address: str) -> Page:
    """Open the table in a page of its own, and close what else is open."""
    before, page = context.pages, context.new_page()
    for other in before:
        other.close()
    page.goto(address)
    return page


def crash(page: Page) -> None:
    """End the process of a page, as a phone does that needs the memory."""
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")


@contextmanager
def phone(chromium: BrowserType, memory: Path, address: str) -> Iterator[Phone]:
    """Give a phone at the table, and close it in the end."""
    context = start(chromium, memory)
    opened = Phone(chromium, memory, address, context, open_table(context, address))
    try:
        yield opened
    finally:
        opened.context.close()


def play_killed(phone: Phone, kinds: tuple[str, ...], seed: int, n_kills: int) -> list[str]:
    """Play a whole game by taps, killed so often; what was kept before must be there afterwards. Return the kills."""
    chance, kills = random.Random(seed), list[str]()
    sit_down(phone.page, *kinds, seed=f"KILL{seed}")
    phone.page.evaluate(LET_MACHINE_PLAY)
    hastily = chance.random() < 0.7  # writes what the first throw brings
    most_taps = N_TURNS * sum(kind != "machine" for kind in kinds) * 2
    moments = sorted(chance.sample(range(2, most_taps), n_kills))
    taps = 0
    while (key := phone.page.evaluate(NEXT, hastily)) != "":
        before = kept(phone.page)
        phone.page.locator(f'[data-press="{key}"]').tap()
        taps += 1
        if moments and taps == moments[0]:
            way = WAYS[len(moments) % len(WAYS)]
            kills.append(f"{way} killed after tap {moments.pop(0)}")
            phone.kill(way)
            assert goes_on(before, kept(phone.page)), f"lost by killing the {way}, seed {seed}, tap {taps}"
    assert not moments, f"the game was over before it was killed as often as it should be, seed {seed}"
    check_end(phone.page, kinds)
    return kills


def goes_on(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Tell whether a game is the one from before, or that with what the last tap brought."""
    if after["setup"] != before["setup"] or after["at"] < before["at"]:
        return False
    return bool(after["events"][: before["at"]] == before["events"][: before["at"]])


def check_end(page: Page, kinds: tuple[str, ...]) -> None:
    """Check that every turn was played, and that each account closes."""
    expect(page.locator(".winner")).to_be_visible()
    events = kept(page)["events"]
    assert sum(event["kind"] == "write" for event in events) == N_TURNS * len(kinds)
    identity = page.locator(".identity")
    expect(identity).to_have_count(len(kinds))
    for told in identity.all_inner_texts():
        final, start_value, luck, regret = numbers(told)
        assert abs(start_value + luck + regret - final) < CLOSES_WITHIN, told
