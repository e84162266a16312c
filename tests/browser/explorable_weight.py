"""Measure the size and speed of explorables: python -m tests.browser.explorable_weight.

A site of three figures is generated: 57 states of bars, all of which move; 420 states of three parameters with
picture, table and sentence; and pictures of different structures, which are replaced. It prints gzipped bytes, the
seconds to draw all states without a cache, and the scripting of a state at a processor slowed four times, each with its
budget. Exit status 1 if one is exceeded; the seconds are for two idle cores and have no budget.
"""

from __future__ import annotations

import gzip
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from site_builder.explorables.evaluate import Order
from site_builder.explorables.model import Evaluated
from site_builder.explorables.page_data import picture_files
from site_builder.explorables.pool import end_idle
from site_builder.explorables.worker import Evaluators
from site_builder.new_project import new_project
from site_builder.pipeline.publish import build_site
from tests.browser.gesture_latency import FILLED, SWAPPED, measure_explorables

COLD_SECONDS = 4.0
LIGHT, FIRST_VIEW, IN_ALL = 12_000, 15_000, 60_000

HEAD = """
import altair as alt
import pandas as pd
from site_builder.explore import choice, slider

def shares(load, counters):
    rate = (load / 100) ** (1 + 0.3 * counters)
    return [(1 - rate) * rate**n for n in range(31)]

def bars(load, counters, many=31):
    rows = pd.DataFrame({"n": range(many), "share": shares(load, counters)[:many]})
    return alt.Chart(rows).mark_bar().encode(x="n:O", y="share:Q")

load = slider(5, 95, step=5, start=80, label="Load", unit="%")
alt_text = "Bars at {load} %."
"""
COUNTERS = """
counters = choice({1: "one", 2: "two", 4: "four"}, start=1, label="Counters")

def picture(load, counters):
    return bars(load, counters)
"""
THREE = """
load = slider(0, 95, step=5, start=80, label="Load", unit="%")
counters = choice({n: str(n) for n in range(1, 8)}, start=1, label="Counters")
price = choice({1: "cheap", 2: "usual", 3: "dear"}, start=2, label="Price")
sentence = "At {load} % with {counters} counters you wait **{wait:.1f}** minutes, and pay {cost:.2f}."

def numbers(load, counters, price):
    return {"wait": 100 / (105 - load) / counters, "cost": price * counters / 7}

def picture(load, counters, price):
    return bars(load / price + 2, counters)

def table(load, counters, price):
    few = shares(load + 1, counters)[:5]
    return pd.DataFrame({"waiting": range(5), "share": [price * one for one in few]}).round(3)
"""
OTHERS = """
def picture(load):
    return bars(load, 1, 2 + load // 5)
"""
FIGURES = {"bars": HEAD + COUNTERS, "three": HEAD + THREE, "others": HEAD + OTHERS}
CHAPTER = "---\ntitle: Weights\n---\n\n# Weights\n\n" + "\n".join(
    f":::explore{{#{name} name={name} alt=Bars}}\n**{name}.** Move the load.\n:::\n" for name in FIGURES
)


def make_project(folder: Path) -> Path:
    """Return a project with the figures on a page of their own."""
    project = folder / "essay"
    new_project(project)
    for name, code in FIGURES.items():
        (project / "content" / "explorables" / f"{name}.py").write_text(code, encoding="utf-8")
    (project / "content" / "chapters" / "weights.md").write_text(CHAPTER, encoding="utf-8")
    settings = project / "content" / "site.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(text.replace('"cooling.md"]', '"cooling.md", "weights.md"]'), encoding="utf-8")
    return project


def drawn(project: Path, name: str) -> tuple[Evaluated, float, float]:
    """Return an explorable, the seconds that it took, and those of the processor."""
    begun, busy = time.monotonic(), busy_seconds()
    found = Evaluators().evaluate(Order(project, name, {}, {}, 60))
    end_idle()
    return found, time.monotonic() - begun, busy_seconds() - busy


def busy_seconds() -> float:
    """Return the seconds of the processor that processes started here have used."""
    times = os.times()
    return times.children_user + times.children_system


def zipped(content: bytes) -> int:
    """Return the bytes of a file as it is sent."""
    return len(gzip.compress(content, 9, mtime=0))


def weight_in_site(site: Path, name: str) -> int:
    """Return the gzipped bytes of a figure: its still, its words and its values in all states."""
    page = (site / "weights.html").read_text(encoding="utf-8")
    figure = page[page.index(f'id="{name}" data-widget') :].partition("</figure>")[0]
    data = page[page.index(f'data-set="explore-{name}"') :].partition("</script>")[0]
    fetched = (zipped(file.read_bytes()) for file in (site / "assets" / "sets").glob(f"explore-{name}-*.json"))
    return zipped(figure.encode()) + zipped(data.encode()) + sum(fetched)


def bytes_of(found: Evaluated, site: Path) -> tuple[int, int]:
    """Return the gzipped bytes at first view, in the layout that weighs more, and in all."""
    layouts = [[zipped(content) for _, content in layout.files] for layout in picture_files(found)]
    inside = weight_in_site(site, found.declared.name)
    return inside + max(max(files) for files in layouts), inside + sum(map(sum, layouts))


def weights(project: Path, site: Path) -> Iterator[tuple[str, float, float, str]]:
    """Yield what is measured of weights and seconds: in words, found, its bar, and its unit."""
    found = {}
    for name in FIGURES:
        found[name], seconds, busy = drawn(project, name)
        if name == "bars":
            yield f"{name}: drawn cold", seconds, COLD_SECONDS, "s"
            yield f"{name}: seconds of the processors", busy, 2 * COLD_SECONDS, "s"
        files = [zipped(content) for layout in picture_files(found[name]) for _, content in layout.files]
        most = LIGHT if name == "bars" else IN_ALL
        yield f"{name}: {len(found[name].values['picture'])} pictures in two layouts", sum(files), most, "bytes"
    build_site(project, site)
    first, everything = bytes_of(found["three"], site)
    yield "three: at first view", first, FIRST_VIEW, "bytes"
    yield "three: in all", everything, IN_ALL, "bytes"


def main() -> int:
    """Print a line a measurement; return 1 if any but the seconds is over its bar."""
    over = False
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
        project, site = make_project(Path(folder)).resolve(), Path(folder) / "site"
        for words, found, most, unit in weights(project, site):
            over |= unit != "s" and found > most
            print(f"{words:<44} {found:>9,.1f} {unit}, of {most:,.0f}", flush=True)
        for _, name, cost, is_filled in measure_explorables(site, ["weights.html"]):
            most = FILLED if is_filled else SWAPPED
            over |= cost > most
            words = f"{name}: a state {'packed' if is_filled else 'swapped'}"
            print(f"{words:<44} {cost:>9,.1f} ms of scripting, of {most:.0f}", flush=True)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
