"""Play whole games at the table in a real browser, by taps, and kill it at random moments: no turn may be lost.

A browser is killed in one of three ways: the page is closed, its process crashes, or all processes of the browser get
SIGKILL; then it is started again with its storage. That happens right after a tap, whether or not the page has handled
it yet.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
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
# What the players see of the game: the dice, those that are held, the card, and whose turn it is.
SEEN = """() => JSON.stringify([
    [...document.querySelectorAll(".table-dice .die")].map(die => [die.dataset.face, die.getAttribute("aria-pressed")]),
    [...document.querySelectorAll(".cell:is(.written, .struck)")].map(cell => cell.textContent),
    document.querySelector(".table-place")?.textContent,
])"""
# Report whatever is about to be painted.
REPORT = f"""{{
    let last = "";
    const look = () => {{
        const seen = ({SEEN})();
        if (document.querySelector(".score-table:is(.playing, .at-end)") && seen !== last) report(last = seen);
        requestAnimationFrame(look);
    }};
    requestAnimationFrame(look);
}}"""
LONGEST_WAIT = 0.06  # seconds from a tap to its kill; it is painted by then, or not
CLOSES_WITHIN = 0.021  # points: four numbers of two decimals each


@dataclass
class Phone:
    """A browser with its own storage, and the page at the table."""

    chromium: BrowserType
    memory: Path
    address: str
    context: BrowserContext
    page: Page

    def kill(self, way: str) -> None:
        """Kill the page in one of the ways, and open it again."""
        if way == "browser":
            end(self.context, processes(self.memory))
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


def processes(memory: Path) -> list[int]:
    """Return the browser that remembers in a folder, and all its processes."""
    listed = subprocess.run(["ps", "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    rows = [line.split(maxsplit=2) for line in listed.stdout.splitlines()]
    found = [int(pid) for pid, _, *args in rows if f"--user-data-dir={memory}" in " ".join(args).split()]
    for pid in found:
        found += [int(child) for child, parent, *_ in rows if int(parent) == pid and int(child) not in found]
    return found


def end(context: BrowserContext, pids: list[int]) -> None:
    """Send SIGKILL to all processes of a browser, and hear what it had still to say."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    with suppress(Error):
        context.close()


def open_table(context: BrowserContext, address: str) -> Page:
    """Open the table in a new page, and close all others."""
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
    """Play a whole game by taps, killed ``n_kills`` times, without loss of stored turns. Return the kills."""
    chance, kills = random.Random(seed), list[str]()
    sit_down(phone.page, *kinds, seed=f"KILL{seed}")
    phone.page.evaluate(LET_MACHINE_PLAY)
    hastily = chance.random() < 0.7  # scores the first throw
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


def play_seen(chromium: BrowserType, memory: Path, address: str, seed: int, n_kills: int) -> dict[str, int]:
    """Play by taps, and kill the browser so often at random moments after a tap: what was painted is there afterwards.

    Return how often the tap was painted already, was stored only, and was not followed yet.
    """
    chance, seen = random.Random(seed), list[str]()
    context = start(chromium, memory)
    counts = {"painted": 0, "stored": 0, "not followed": 0}
    for number in range(n_kills):
        context.expose_function("report", lambda state: seen.append(state))
        context.add_init_script(REPORT)
        page = open_table(context, address)
        if number == 0:
            sit_down(page, "pen", seed=f"SEEN{seed}")
        expect(page.locator(".score-table:is(.playing, .at-end)")).to_be_visible()
        for _ in range(chance.randrange(4)):
            page.locator(f'[data-press="{page.evaluate(NEXT, False) or "rematch"}"]').tap()
        pids, key = processes(memory), page.evaluate(NEXT, False) or "rematch"
        while seen[-1:] != [before := page.evaluate(SEEN)]:
            page.evaluate("new Promise(requestAnimationFrame)")  # until it is painted, and reported
        stored_before = kept(page)
        page.evaluate("key => void setTimeout(() => document.querySelector(`[data-press='${key}']`).click())", key)
        time.sleep(chance.random() * LONGEST_WAIT)
        end(context, pids)
        context = start(chromium, memory)
        page = open_table(context, address)
        expect(page.locator(".score-table:is(.playing, .at-end)")).to_be_visible()
        after, last = page.evaluate(SEEN), seen[-1]
        if after == last:
            counts["not followed" if last == before else "painted"] += 1
            continue
        assert last == before, f"painted and lost, seed {seed}, kill {number + 1}: {last}, there is {after}"
        assert key == "rematch" or goes_on(stored_before, kept(page)), (
            f"lost, seed {seed}, kill {number + 1}: {json.dumps(stored_before)}"
        )
        counts["stored"] += 1
    context.close()
    return counts


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
    identity, unasked = page.locator(".identity"), page.locator("[data-press^=judge-]")
    expect(page.locator(".identity, [data-press^=judge-]")).to_have_count(len(kinds))
    for n_left in reversed(range(unasked.count())):  # players without a coach are reviewed when that is asked for
        unasked.first.tap()
        expect(unasked).to_have_count(n_left)
    expect(identity).to_have_count(len(kinds))
    for told in identity.all_text_contents():  # which are folded away
        final, start_value, luck, regret = numbers(told)
        assert abs(start_value + luck + regret - final) < CLOSES_WITHIN, told
