"""Measure what a verdict at the table costs the page's main thread: python -m tests.browser.verdict_latency [--site …].

The same game is played by taps at 360 pixels with a pen and with a coach, on the processor as it is and slowed four
times. Of every decision the tasks of the main thread are traced until it is painted and the coach has spoken: all of
them together, and the longest. What a decision costs more with a coach than with a pen is the verdict. Taken is
processor time, not that of the clock on the wall. The first verdict is told apart, since the values come for it. Then
somebody looks at the options before every decision: traced is each look until all options stand there with what the
best two lead to. Last, dice are held: the press is stored before it is painted, and told is how long the browser takes
for the write alone, and from the press to the frame that shows it. Exit status 1 if a median or a task is over its
budget.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect, sync_playwright

from tests.browser.chromium import PATIENCE_MS, arguments, executable
from tests.browser.server import static_host
from tests.browser.test_table import NEXT, PHONE, sit_down

# By how much the processor is slowed: milliseconds of a verdict, and of one task.
BUDGETS = {1: (5.0, 16.0), 4: (30.0, 64.0)}
STORED_MS = 100.0  # from a press to its frame
N_PRESSES = 100
CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"]
DECISIONS = ("throw", "write")
SETTLING_MS = 50  # what a move leaves to do is done
SHOWN = """is_coached => new Promise(resolve => {
    const strip = () => document.querySelector(".table-strip")?.textContent ?? "";
    const waits = () => is_coached && strip() === "" && !document.querySelector(".at-end");
    const look = () => requestAnimationFrame(() => waits() ? look() : requestAnimationFrame(() => resolve()));
    look();
})"""


LOOKED = """() => new Promise(resolve => {
    const look = () => requestAnimationFrame(() => document.querySelector(".outlooks li") ? resolve() : look());
    look();
})"""


class Cost(NamedTuple):
    """Milliseconds of the main thread: all tasks of one stretch, and the longest of them."""

    together: float
    longest: float


def tasks(trace: bytes) -> Cost:
    """Return what the tasks of a trace cost the busiest main thread of a page."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"
    }
    of_thread: dict[tuple[int, int], list[float]] = {}
    for event in events:
        thread = (event["pid"], event["tid"])
        if thread in mains and event.get("name") == "RunTask" and "tdur" in event:
            of_thread.setdefault(thread, []).append(event["tdur"] / 1000)
    spent = max(of_thread.values(), key=sum, default=[0.0])
    return Cost(sum(spent), max(spent))


def traced(browser: Browser, page: Page, act: Any) -> Cost:
    """Return what the main thread did while something was done."""
    browser.start_tracing(page=page, categories=CATEGORIES)
    act()
    return tasks(browser.stop_tracing())


OPTIONS: dict[str, Any] = {name: value for name, value in PHONE.items() if name not in ("width", "height")}
OPTIONS["viewport"] = {"width": PHONE["width"], "height": PHONE["height"]}


def sit_at(browser: Browser, address: str, kind: str, slower: int) -> Page:
    """Return the page on which a game was begun on a slowed telephone."""
    return sit_in(browser.new_context(**OPTIONS), address, kind, slower)


def sit_in(context: BrowserContext, address: str, kind: str, slower: int) -> Page:
    """Begin a game on a slowed telephone."""
    context.set_default_timeout(4 * PATIENCE_MS)
    page = context.new_page()
    page.goto(address)
    sit_down(page, kind)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
    return page


def looks(browser: Browser, address: str, slower: int) -> tuple[Cost, list[Cost]]:
    """Return what the first look at the options cost, for which files come, and what each later one did."""
    page, costs = sit_at(browser, address, "peek", slower), []

    def act() -> None:
        page.evaluate("document.querySelector('[data-press=peek]').click()")
        page.evaluate(LOOKED)

    is_due = False  # each decision is looked at once, and no dice lie on the table before the first
    while (key := page.evaluate(NEXT, False)) != "":
        if is_due and key in DECISIONS:
            page.wait_for_timeout(SETTLING_MS * slower)
            costs.append(traced(browser, page, act))
            page.locator("[data-press=close]").tap()
            is_due = False
            continue
        page.evaluate("key => document.querySelector(`[data-press='${key}']`).click()", key)
        is_due |= key in DECISIONS
    page.context.close()
    return costs[0], costs[1:]


# Milliseconds of a strict write of the game, and from a press on a die to the frame that shows it.
HELD = """async () => {
    const name = `${new URL(".", location.href).pathname}table`;
    const open = indexedDB.open(name);
    await new Promise(resolve => { open.onsuccess = resolve; });
    const begun = performance.now();
    const transaction = open.result.transaction("texts", "readwrite", {durability: "strict"});
    const game = transaction.objectStore("texts").get("game");
    game.onsuccess = () => transaction.objectStore("texts").put(game.result, "game");
    await new Promise(resolve => { transaction.oncomplete = resolve; });
    const written = performance.now() - begun;
    open.result.close();
    const die = () => document.querySelector("[data-press=die-0]").getAttribute("aria-pressed");
    const [before, pressed] = [die(), performance.now()];
    document.querySelector("[data-press=die-0]").click();
    while (die() === before) await new Promise(requestAnimationFrame);
    return [written, performance.now() - pressed];
}"""


def holds(chromium: BrowserType, address: str, slower: int) -> list[list[float]]:
    """Return sorted milliseconds of writes, and of presses that are painted once they are on the disk."""
    with tempfile.TemporaryDirectory() as memory:
        context = chromium.launch_persistent_context(memory, executable_path=executable(), args=arguments(), **OPTIONS)
        page = sit_in(context, address, "pen", slower)
        times = [page.evaluate(HELD) for _ in range(N_PRESSES)]
        context.close()
    return [sorted(one) for one in zip(*times, strict=True)]


def measure(browser: Browser, address: str, kind: str, slower: int) -> tuple[Cost, list[Cost]]:
    """Return what the first decision of a player cost, for which a coach's values come, and what each later one did."""
    page, costs = sit_at(browser, address, kind, slower), []
    while (key := page.evaluate(NEXT, False)) != "":

        def act(key: str = key) -> None:
            page.evaluate("key => document.querySelector(`[data-press='${key}']`).click()", key)
            page.evaluate(SHOWN, kind == "coach")

        if key in DECISIONS:
            costs.append(traced(browser, page, act))
        else:
            page.locator(f'[data-press="{key}"]').tap()
    expect(page.locator(".winner")).to_be_visible()
    page.context.close()
    return costs[0], costs[1:-1]  # the last decision brings the report with it


def main() -> int:
    """Print one line for each speed; return 1 if any is over budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=Path("build/site"))
    options = parser.parse_args()
    if not (options.site / "table.html").is_file():
        print(f"there is no table.html in {options.site}: build the site first", file=sys.stderr)
        return 1
    over = False
    with static_host(options.site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        for slower, (for_verdict, for_task) in BUDGETS.items():
            _, plain = measure(browser, f"{address}table.html?lang=en", "pen", slower)
            first, others = measure(browser, f"{address}table.html?lang=en", "coach", slower)
            decision = statistics.median(cost.together for cost in plain)
            verdict = statistics.median(cost.together for cost in others) - decision
            longest = max(cost.longest for cost in others)
            over |= verdict > for_verdict or max(longest, first.longest) > for_task
            print(
                f"{slower}x slower, {len(others)} decisions: {decision:.1f} ms, and the verdict {verdict:.1f} ms more"
            )
            print(f"    longest task {longest:.1f} ms, {first.longest:.1f} as values come", flush=True)
            begun, later = looks(browser, f"{address}table.html?lang=en", slower)
            look = statistics.median(cost.together for cost in later)
            slowest = max(cost.longest for cost in later)
            over |= slowest > for_task
            print(f"    a look {look:.1f} ms, all options drawn")
            print(f"    longest task {slowest:.1f} ms, {begun.longest:.1f} as files come")
            for what, times in zip(
                ("a strict write", "a die is held"), holds(playwright.chromium, address, slower), strict=True
            ):
                print(f"    {what}: median {statistics.median(times):.1f} ms, p95 {times[N_PRESSES * 95 // 100]:.1f}")
            over |= statistics.median(times) > STORED_MS
            print(f"    budget: verdict {for_verdict:.0f} ms, task {for_task:.0f} ms", flush=True)
        browser.close()
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
