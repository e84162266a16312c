"""Measure how long an author waits: python -m tests.browser.preview_latency [--runs 20].

A copy of the starter project is served, and edited as an editor would; the time runs from the save, by the file's own
clock, to the answer of the open page that it is patched. Medians are printed, those of an explorable also as multiples
of a warm solve on the same machine. Exit status 1 if one is over its budget.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import arguments, executable
from tests.browser.preview_host import CHAPTER, PreviewHost, serving

WORDS = "Hot coffee loses"
CURVE = "mark_line("
FIGURE, SENTENCE, SIZE = "content/explorables/warm.py", "After {minute}", "size=12"
PROSE, CHART, WORDS_OF_FIGURE, PICTURE = "a paragraph", "a chart", "a sentence of a figure", "a picture of a figure"
BUDGETS = {PROSE: 60.0, CHART: 250.0}
SOLVES = {WORDS_OF_FIGURE: 1.5}  # in warm solves
PAUSE_MS, STEP_MS = 300, 20
PATCHED = re.compile(r"patched (\d+) ms after the save")


def patched_after(host: PreviewHost, page: Page) -> float:
    """Wait for the next patch and return its time in milliseconds."""
    for _ in range(int(30_000 / STEP_MS)):
        page.wait_for_timeout(STEP_MS)  # the browser's driver runs only while it is waited for
        while not host.said.empty():
            found = PATCHED.search(host.said.get())
            if found:
                return float(found[1])
    raise TimeoutError("the page was not patched in 30 s")


def measure(host: PreviewHost, page: Page, home: Page, runs: int) -> dict[str, float]:
    """Return the median time of each kind of edit, in milliseconds; ``home`` shows the figure."""
    times: dict[str, list[float]] = {name: [] for name in (PROSE, CHART, WORDS_OF_FIGURE, PICTURE)}
    for run in range(runs):
        page.wait_for_timeout(PAUSE_MS)
        host.edit(CHAPTER, WORDS, f"Very {WORDS}")
        times[PROSE].append(patched_after(host, page))
        page.wait_for_timeout(PAUSE_MS)
        chart = "content/charts/cooling.py"
        host.edit(chart, CURVE if run == 0 else f"mark_line(strokeWidth={run},", f"mark_line(strokeWidth={run + 1},")
        times[CHART].append(patched_after(host, page))
        page.wait_for_timeout(PAUSE_MS)
        host.edit(FIGURE, SENTENCE, f"So {SENTENCE}")
        times[WORDS_OF_FIGURE].append(patched_after(host, page))
        page.wait_for_timeout(PAUSE_MS)
        host.edit(FIGURE, SIZE, f"{SIZE}{run % 10}")
        times[PICTURE].append(patched_after(host, page))
        home.wait_for_selector("#warm:not(:has(.explorable-coming))")  # drawn in all states
    return {name: statistics.median(found) for name, found in times.items()}


def warm_solve() -> float:
    """Return the milliseconds of a solve of the standard game, compiled before."""
    command = [sys.executable, "-m", "solver", "solve", "--fresh", "--json"]
    runs = [subprocess.run(command, capture_output=True, check=True).stdout for _ in range(3)]
    return 1000 * float(min(json.loads(found)["solve_seconds"] for found in runs))


def main() -> int:
    """Print the medians with their budgets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "essay") as host, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=executable(), args=arguments())
        page, home = browser.new_page(), browser.new_page()
        page.goto(host.address + "cooling.html")
        home.goto(host.address)
        for one in (page, home):
            one.wait_for_load_state("networkidle")
        medians = measure(host, page, home, runs)
        browser.close()
    solve = warm_solve()
    budgets = BUDGETS | {name: solves * solve for name, solves in SOLVES.items()}
    for name, median in medians.items():
        told = f"budget {budgets[name]:.0f}" if name in budgets else "no budget"
        print(f"{name}: {median:.0f} ms from save to patched page ({told}), {median / solve:.2f} warm solves")
    return int(any(medians[name] > budget for name, budget in budgets.items()))


if __name__ == "__main__":
    sys.exit(main())
