"""Measure figures on a slow phone: python -m tests.browser.gesture_latency [--site build/site] [PAGE …].

Every figure of every page is mounted at 360 pixels; then its sliders are moved by keys and its buttons pressed. Some
presses come before the measurement, so that files are loaded. Measured is the processor time of the page's main thread
until a step is painted, and of each of the next frames, which may be animated. It is counted four times, for a phone
with a quarter of the speed: wall-clock time and Chromium's own slowdown would include the time of other processes. It
prints the slowest step of each figure, the median of several rounds. Exit status 1 if one exceeds the budget.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.browser.chromium import arguments, executable
from tests.browser.server import pages_of, static_host

BUDGET = 100.0
SLOWER = 4
KEYS = ("ArrowRight", "ArrowRight", "PageUp", "ArrowLeft", "ArrowDown", "End", "ArrowLeft", "Home", "ArrowRight")
# Presses of one figure that are tried at most: an advisor has a hundred.
MOST_PRESSES = 16
# Presses that work for a while on purpose, since they measure the reader's own machine.
ON_PURPOSE = ("time",)
FRAMES = 3  # the one that shows the step, and those after it
# Events of a trace: tasks of a thread, the end of a frame, and the marks that the page sets before each step.
TRACED = ("disabled-by-default-devtools.timeline", "devtools.timeline", "blink.user_timing")

# Milliseconds of scripting that a state of an explorable may take, as the median over neighbours: if only the values of
# its picture's template change, and if the template changes.
FILLED, SWAPPED = 16.0, 50.0
SEEN_STOPS = 24

STEP_ALONG = """
([id, forward]) => {
    const range = document.querySelector(`#${CSS.escape(id)} .stage input[type=range]`);
    const drawings = [...document.querySelectorAll(`#${CSS.escape(id)} .stage .explorable-picture > .layout`)];
    const drawing = () => drawings.find(one => one.checkVisibility())?.firstElementChild;
    const before = drawing();
    if (forward ? range.value === range.max : range.value === range.min) return null;
    range.value = String(Number(range.value) + (forward ? 1 : -1));
    range.dispatchEvent(new Event('input', {bubbles: true}));
    return new Promise(resolve => setTimeout(() => resolve(drawing() === before), 400));
}
"""

TOOLS = """
id => {
    const figure = document.getElementById(id);
    const shown = element => element.checkVisibility() && !element.disabled;
    const sliders = [...figure.querySelectorAll('.stage [tabindex="0"]')].filter(shown);
    window.painted = () => new Promise(resolve => requestAnimationFrame(() => {
        const {port1, port2} = new MessageChannel();
        port1.onmessage = () => resolve();
        port2.postMessage(0);
    }));
    window.key = (slider, key) => {
        performance.mark('step');
        sliders[slider].dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
        return window.painted();
    };
    window.press = name => {
        performance.mark('step');
        const query = name === null ? '[data-action="reset"]' : `[data-press="${CSS.escape(name)}"]`;
        [...figure.querySelectorAll(query)].find(shown)?.click();
        return window.painted();
    };
    const presses = [...figure.querySelectorAll('[data-press]')].filter(shown).map(one => one.dataset.press);
    return [sliders.length, [...new Set(presses)]];
}
"""


class Step(NamedTuple):
    """One step of a gesture: what was done, and milliseconds of the processor until it was seen."""

    name: str
    time: float


def open_narrow(browser: Browser, url: str) -> tuple[Page, CDPSession]:
    """Open a page in a fresh context, all depths open, with a session that reads processor time."""
    context = browser.new_context(viewport={"width": 360, "height": 780}, device_scale_factor=2, has_touch=True)
    page = context.new_page()
    page.goto(f"{url}?depth=3", wait_until="load")
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return page, session


def frames_of(trace: list[dict[str, Any]]) -> Iterator[list[float]]:
    """Yield, for each step that the page marked, the milliseconds of the processor of its frames."""
    marks = sorted((one["ts"], one["pid"], one["tid"]) for one in trace if one["name"] == "step")
    main = [one for one in trace if (one["pid"], one["tid"]) == marks[0][1:]]
    ended = [one for one in main if one["name"] == "RunTask" and "tdur" in one]  # a trace can stop within a task
    tasks = sorted((one["ts"], one["ts"] + one["dur"], one["tdur"]) for one in ended)
    commits = [one["ts"] for one in main if one["name"] == "Commit"]
    ends = [*(mark[0] for mark in marks[1:]), float("inf")]
    for (begin, *_), end in zip(marks, ends, strict=True):
        frames = [0.0]
        for first, last, time in tasks:
            if last < begin or last > end:
                continue
            frames[-1] += SLOWER * time / 1000
            if any(first <= commit <= last for commit in commits):
                frames.append(0.0)
        yield frames[:FRAMES]


def gestures(sliders: int, presses: list[str]) -> Iterator[tuple[str, str, object]]:
    """Yield what is done with a figure: in words, as an expression, and what that is called with."""
    for slider in range(sliders):
        for key in KEYS:
            yield f"slider {slider + 1} {key}", "([slider, key]) => window.key(slider, key)", [slider, key]
    for name in [name for name in presses if name not in ON_PURPOSE][:MOST_PRESSES]:
        for _ in range(2):
            yield f"press {name}", "name => window.press(name)", name
    yield "reset", "() => window.press(null)", None


def steps_of(page: Page, figure: str) -> list[Step]:
    """Bring a figure to life and make its gestures."""
    stage = page.locator(f"#{figure} .stage").first
    stage.evaluate("stage => stage.scrollIntoView({block: 'center', behavior: 'instant'})")
    page.wait_for_selector(f"#{figure}.alive", timeout=60_000, state="attached")
    page.wait_for_timeout(500)
    sliders, presses = page.evaluate(TOOLS, figure)
    # A press may fetch what leaving the opening position needs; the budget is for what has come.
    names = [name for name in presses if name not in ON_PURPOSE]
    kinds = [{re.split("[-:=]", name)[0]: name for name in order} for order in (names, reversed(names))]
    for name in (name for kind in kinds for name in kind.values()):
        page.evaluate("name => window.press(name)", name)
    page.wait_for_timeout(1500)
    page.evaluate("() => window.press(null)")
    made = list(gestures(sliders, presses))
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=list(TRACED))
    for _, expression, argument in made:
        page.evaluate(expression, argument)
        for _ in range(FRAMES - 1):
            page.evaluate("() => window.painted()")
    times = frames_of(json.loads(browser.stop_tracing())["traceEvents"])
    return [Step(name, max(frames)) for (name, _, _), frames in zip(made, times, strict=True)]


def scripting(page: Page, session: CDPSession, figure: str) -> tuple[float, bool] | None:
    """Return the median milliseconds of scripting from one stop of a slider to the next, and whether pictures stay.

    None for a figure without a native slider. All that a stop costs until the figure is at rest is counted.
    """
    if page.locator(f"#{figure} .stage input[type=range]").count() == 0:
        return None
    costs, stays = list[float](), True
    for forward in (False, True):
        for _ in range(SEEN_STOPS):
            before = scripted(session)
            stayed = page.evaluate(STEP_ALONG, [figure, forward])
            if stayed is None:
                break
            costs.append(scripted(session) - before)
            stays &= stayed
    return (statistics.median(costs), stays) if costs else None


def scripted(session: CDPSession) -> float:
    """Return the milliseconds of scripting on the main thread so far."""
    metrics = {one["name"]: float(one["value"]) for one in session.send("Performance.getMetrics")["metrics"]}
    return SLOWER * 1000 * metrics["ScriptDuration"]


def measure_explorables(site: Path, pages: list[str]) -> Iterator[tuple[str, str, float, bool]]:
    """Yield page, figure, milliseconds of scripting a state, and whether its picture is filled, not swapped."""
    with static_host(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        for path in pages:
            page, session = open_narrow(browser, address + path)
            for figure in page.locator(".explorable-figure").evaluate_all("figures => figures.map(one => one.id)"):
                stage = page.locator(f"#{figure} .stage").first
                stage.evaluate("stage => stage.scrollIntoView({block: 'center', behavior: 'instant'})")
                page.wait_for_selector(f"#{figure}.alive", timeout=60_000, state="attached")
                page.wait_for_load_state("networkidle")
                found = scripting(page, session, figure)
                if found is not None:
                    yield path, figure, *found
            page.context.close()
        browser.close()


def measure(site: Path, pages: list[str], runs: int) -> Iterator[tuple[str, str, list[Step]]]:
    """Yield page, figure and the slowest step of each of ``runs`` rounds."""
    with static_host(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        for path in pages:
            slowest: dict[str, list[Step]] = {}
            for _ in range(runs):
                page, _ = open_narrow(browser, address + path)
                for figure in page.locator("figure.widget").evaluate_all("figures => figures.map(one => one.id)"):
                    step = max(steps_of(page, figure), key=lambda step: step.time)
                    slowest.setdefault(figure, []).append(step)
                page.context.close()
            for figure, steps in slowest.items():
                yield path, figure, steps
        browser.close()


def main() -> int:
    """Print one line a figure; return 1 if any is over budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", help="pages to measure; by default all")
    parser.add_argument("--site", type=Path, default=Path("build/site"))
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    known = pages_of(options.site)
    unknown = [page for page in options.pages if page not in known]
    if not known or unknown:
        what = f"there is no page {unknown[0]!r} in" if known else "no pages in"
        print(f"{what} {options.site}: build the site first", file=sys.stderr)
        return 1
    over = False
    for path, figure, steps in measure(options.site, options.pages or known, options.runs):
        middle = statistics.median(step.time for step in steps)
        over |= middle > BUDGET
        worst = max(steps, key=lambda step: step.time)
        print(f"{path:<16} {figure:<18} {middle:5.0f} ms   worst {worst.time:5.0f} ms ({worst.name})", flush=True)
    print(f"{'budget':<35} {BUDGET:5.0f} ms")
    for path, figure, cost, is_filled in measure_explorables(options.site, options.pages or known):
        most = FILLED if is_filled else SWAPPED
        over |= cost > most
        print(f"{path:<16} {figure:<18} {cost:5.1f} ms of scripting a state, of {most:.0f}", flush=True)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
