"""Measure what a reader with a slow phone waits for: python -m tests.browser.vitals [--site build/site].

Each page is loaded afresh at 1.6 Mbit/s, 150 ms and a processor slowed four times, at 360 pixels; the medians of
several loads are printed. Exit status 1 if a page is over its budget.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import arguments, executable
from tests.browser.server import pages_of, static_host

BUDGETS = {"lcp": 1000.0, "cls": 0.01, "tbt": 50.0}
OBSERVE = """
window.vitals = {lcp: 0, cls: 0, tbt: 0};
const note = (type, read) =>
    new PerformanceObserver(list => list.getEntries().forEach(read)).observe({type, buffered: true});
note('largest-contentful-paint', entry => { window.vitals.lcp = entry.startTime; });
note('layout-shift', entry => { if (!entry.hadRecentInput) window.vitals.cls += entry.value; });
note('longtask', entry => { window.vitals.tbt += Math.max(0, entry.duration - 50); });
"""


def load(browser: Browser, url: str) -> dict[str, float]:
    """Load one page in a fresh context under the throttle; milliseconds, CLS without unit."""
    context = browser.new_context(
        viewport={"width": 360, "height": 780}, device_scale_factor=2, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(OBSERVE)
    page.goto(url, wait_until="load")
    page.wait_for_timeout(1500)
    vitals: dict[str, float] = page.evaluate("window.vitals")
    context.close()
    return vitals


def measure(site: Path, pages: list[str], runs: int) -> dict[str, dict[str, float]]:
    """Return the medians of ``runs`` loads of each page."""
    medians = {}
    with static_host(site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        for path in pages:
            loads = [load(browser, address + path) for _ in range(runs)]
            medians[path] = {name: statistics.median(one[name] for one in loads) for name in BUDGETS}
        browser.close()
    return medians


def main() -> int:
    """Print one line a page; return 1 if any is over budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=Path("build/site"))
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    pages = pages_of(options.site)
    if not pages:
        print(f"no pages in {options.site}: build the site first", file=sys.stderr)
        return 1
    over = False
    for path, vitals in measure(options.site, pages, options.runs).items():
        over |= any(vitals[name] > budget for name, budget in BUDGETS.items())
        print(f"{path:<20} LCP {vitals['lcp']:6.0f} ms   CLS {vitals['cls']:.4f}   TBT {vitals['tbt']:4.0f} ms")
    print("budget:              LCP   1000 ms   CLS 0.0100   TBT   50 ms")
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
