"""Measure how long an author waits: python -m tests.browser.preview_latency [--runs 20].

A copy of the starter project is served, and edited as an editor would; the time runs from the save, by the file's own
clock, to the answer of the open page that it is patched. Medians are printed. Exit status 1 if one is over its budget.
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.chromium import arguments, executable
from tests.browser.preview_host import CHAPTER, PreviewHost, serving

WORDS = "Hot coffee loses"
CURVE = "mark_line("
BUDGETS = {"a paragraph": 60.0, "a chart": 250.0}
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


def measure(host: PreviewHost, page: Page, runs: int) -> dict[str, float]:
    """Return the median time of each kind of edit, in milliseconds."""
    times: dict[str, list[float]] = {name: [] for name in BUDGETS}
    for run in range(runs):
        page.wait_for_timeout(PAUSE_MS)
        host.edit(CHAPTER, WORDS, f"Very {WORDS}")
        times["a paragraph"].append(patched_after(host, page))
        page.wait_for_timeout(PAUSE_MS)
        chart = "content/charts/cooling.py"
        host.edit(chart, CURVE if run == 0 else f"mark_line(strokeWidth={run},", f"mark_line(strokeWidth={run + 1},")
        times["a chart"].append(patched_after(host, page))
    return {name: statistics.median(found) for name, found in times.items()}


def main() -> int:
    """Print the medians beside their budgets."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=20)
    runs = parser.parse_args().runs
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "essay") as host, sync_playwright() as started:
        browser = started.chromium.launch(executable_path=executable(), args=arguments())
        page = browser.new_page()
        page.goto(host.address + "cooling.html")
        page.wait_for_load_state("networkidle")
        medians = measure(host, page, runs)
        browser.close()
    for name, median in medians.items():
        print(f"{name}: {median:.0f} ms from save to patched page (budget {BUDGETS[name]:.0f})")
    return int(any(median > BUDGETS[name] for name, median in medians.items()))


if __name__ == "__main__":
    sys.exit(main())
