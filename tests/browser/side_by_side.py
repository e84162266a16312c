"""Measure one figure made with several tools: python -m tests.browser.side_by_side --environment FOLDER.

The folder is a virtual environment with the wheel of this project and its extra, ``matplotlib``, ``holoviews``,
``panel``, ``marimo``, ``uv``, ``pandas``, ``plotly``, ``ipywidgets``, ``ipykernel`` and ``nbconvert``. The result is
``handbook/data/beside.csv``, which the handbook shows. Processor seconds are the minimum of three builds; files that a
page loads from other hosts are served from copies in the packages; those of ipywidgets are the packages ``requirejs``
and ``html-manager`` of npm, copied into ``site-packages``.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import gzip
import io
import json
import os
import re
import resource
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from PIL import Image, ImageStat
from playwright.sync_api import Browser, Error, Page, Route, sync_playwright

from tests.browser.chromium import PATIENCE_MS, arguments, executable
from tests.browser.server import static_host

HANDBOOK = Path(__file__).parents[2] / "handbook"
TABLE = HANDBOOK / "data" / "beside.csv"
STARTS = 240  # seconds in which a server starts, whatever else the machine does
RUNS = 3
SENTENCE = re.compile(r"half as wide after")
SHOWN = re.compile(r"With (\d+)\s*% damping")
# Copies in the packages of files on other hosts.
COPIES = (
    (
        re.compile(r"https://cdn\.bokeh\.org/bokeh/release/(?P<name>.+?)-\d[\d.]*(?P<rest>\.min\.js)$"),
        "bokeh/server/static/js",
    ),
    (re.compile(r"https://cdn\.holoviz\.org/panel/[^/]+/dist/(?P<name>[^?]+)(?P<rest>)"), "panel/dist"),
    (
        re.compile(r"https://cdn\.jsdelivr\.net/npm/@marimo-team/frontend@[^/]+/dist/(?P<name>[^?]+)(?P<rest>)"),
        "marimo/_static",
    ),
    (
        re.compile(r"https://cdnjs\.cloudflare\.com/ajax/libs/require\.js/.+/(?P<name>require)(?P<rest>\.min\.js)$"),
        "requirejs",
    ),
    (
        re.compile(r"https://unpkg\.com/@jupyter-widgets/html-manager@[^/]+/dist/(?P<name>.+?)(?P<rest>\.js)$"),
        "html-manager/dist",
    ),
)
PICTURES = "svg, canvas, img"
LARGE = """boxes => boxes.some(box => {
    const {width, height} = box.getBoundingClientRect();
    return width > 200 && height > 100;
})"""


@dataclass(frozen=True)
class Tool:
    """A tool: its package, its folder of sources, what builds the page, and what shows it while it is written."""

    name: str
    package: str
    folder: str
    build: tuple[str, ...]
    site: str
    preview: tuple[str, ...] = ()
    source: str = "figure.py"


TOOLS = (
    Tool(
        "site-builder", "explorable-site-builder", "site_builder", ("site-builder", "build"), "build/site",
        ("site-builder", "serve", "--port", "PORT"), "content/explorables/swing.py",
    ),
    Tool("site-builder, Figure", "explorable-site-builder", "figure", ("python", "figure.py"), "build"),
    Tool(
        "ipywidgets, nbconvert", "ipywidgets", "ipywidgets",
        ("jupyter-nbconvert", "--to=html", "--execute", "--no-input", "figure.ipynb", "--output=build/index"), "build",
    ),
    Tool("Plotly, slider", "plotly", "plotly", ("python", "figure.py"), "build"),
    Tool("HoloViews, HoloMap", "holoviews", "holoviews", ("python", "figure.py"), "build"),
    Tool(
        "Panel, embed", "panel", "panel", ("python", "figure.py"), "build",
        ("panel", "serve", "figure.py", "--dev", "--port", "PORT"),
    ),
    Tool(
        "marimo, html", "marimo", "marimo", ("marimo", "export", "html", "figure.py", "-o", "build/index.html"),
        "build",
        ("marimo", "run", "figure.py", "--watch", "--headless", "--no-token", "--port", "PORT"),
    ),
    Tool(
        "marimo, html-wasm", "marimo", "marimo",
        ("marimo", "export", "html-wasm", "figure.py", "-o", "build", "--mode", "run"), "build",
    ),
)  # fmt: skip


@dataclass
class Loaded:
    """What a page has loaded: transferred bytes, and addresses without a local copy."""

    bytes: int
    absent: set[str]


def main() -> None:
    """Measure tools and write their rows into the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--environment", type=Path, required=True)
    parser.add_argument("--only", choices=[tool.name for tool in TOOLS], help="measure one tool, and leave the others")
    given = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        for tool in TOOLS:
            if given.only in (None, tool.name):
                write_row(measured(tool, given.environment.resolve(), browser))
        browser.close()


def write_row(row: dict[str, object]) -> None:
    """Put the row of a tool into the table, in place of its last one."""
    rows: dict[str, dict[str, object]] = {}
    if TABLE.is_file():
        with TABLE.open(encoding="utf-8", newline="") as file:
            rows = {known["tool"]: dict(known) for known in csv.DictReader(file)}
    rows[str(row["tool"])] = row
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(row), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[tool.name] for tool in TOOLS if tool.name in rows)


def measured(tool: Tool, environment: Path, browser: Browser) -> dict[str, object]:
    """Return the row of a tool."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "figure"
        seconds = min(seconds_of_build(tool, environment, project) for _ in range(RUNS))
        with static_host(project / tool.site) as address:
            loaded, moves, paper, dark = look(browser, address, environment)
            words, picture = look_without_scripts(browser, address)
        patched = patched_after(tool, environment, project, browser) if tool.preview else None
    row: dict[str, object] = {
        "tool": tool.name,
        "version": version_of(tool.package, environment),
        "folder": tool.folder,
    }
    row |= {"seconds": round(seconds, 1), "bytes": loaded.bytes, "absent": len(loaded.absent)}
    answers = {"moves": moves, "picture": picture, "sentence": words, "paper": paper, "dark": dark}
    row |= {name: "yes" if is_so else "no" for name, is_so in answers.items()}
    if moves is None and loaded.absent:
        row |= dict.fromkeys(("moves", "paper", "dark"), "not tried")  # what it runs on is among the absent
    row |= {"patched": round(patched) if patched else "", "waiting": round(os.getloadavg()[0])}
    row["measured"] = datetime.date.today().isoformat()
    print(row, sorted(loaded.absent)[:3], flush=True)
    return row


def version_of(package: str, environment: Path) -> str:
    """Return the installed version of a package."""
    code = f"from importlib.metadata import version; print(version({package!r}))"
    return subprocess.run(
        [environment / "bin/python", "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def started(command: tuple[str, ...], environment: Path, project: Path, port: int = 0) -> subprocess.Popen[bytes]:
    """Start a program of the environment in a project, without caches of earlier runs."""
    written = [word.replace("PORT", str(port)) for word in command]
    variables = {
        **os.environ,
        "PATH": f"{environment / 'bin'}:{os.environ['PATH']}",
        "XDG_CACHE_HOME": f"{project}.cache",
    }
    program = environment / "bin" / written[0]
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(
        [program, *written[1:]], cwd=project, env=variables, stdin=nowhere, stdout=nowhere, stderr=nowhere
    )


def seconds_of_build(tool: Tool, environment: Path, project: Path) -> float:
    """Build the page from its sources alone and return the seconds of the processor that it took."""
    shutil.rmtree(f"{project}.cache", ignore_errors=True)
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(HANDBOOK / "beside" / tool.folder, project, ignore=shutil.ignore_patterns("build", "__pycache__"))
    if tool.site == "build":
        (project / "build").mkdir()
    if "figure.ipynb" in tool.build:
        write_notebook(project / "figure.ipynb", *(project / "figure.py").read_text(encoding="utf-8").split("# %%\n"))
    before = busy_seconds()
    if started(tool.build, environment, project).wait() != 0:
        raise SystemExit(f"{tool.name}: {' '.join(tool.build)} failed")
    return busy_seconds() - before


def write_notebook(path: Path, *codes: str) -> None:
    """Write a notebook with cells of code."""
    empty: dict[str, Any] = {"execution_count": None, "outputs": [], "metadata": {}}
    cells = [
        {"cell_type": "code", "id": f"cell-{index}", "source": code.strip(), **empty}
        for index, code in enumerate(codes)
    ]
    metadata = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(notebook), encoding="utf-8")


def busy_seconds() -> float:
    """Return the seconds of the processor that programs started here have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def opened(browser: Browser, has_scripts: bool = True) -> Iterator[Page]:
    """Open an empty page."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, java_script_enabled=has_scripts)
    context.set_default_timeout(4 * PATIENCE_MS)
    yield context.new_page()
    context.close()


def look(browser: Browser, address: str, environment: Path) -> tuple[Loaded, bool | None, bool, bool]:
    """Return what a page loads, and whether its sentence follows the slider, is printed, and the page becomes dark."""
    (packages,) = environment.glob("lib/python*/site-packages")
    loaded = Loaded(0, set())

    def answer(route: Route) -> None:
        url = route.request.url
        copy = copy_of(url, packages)
        if url.startswith((address, "data:", "blob:")):
            response = route.fetch()
            loaded.bytes += len(gzip.compress(response.body(), 9, mtime=0))
            route.fulfill(response=response)
        elif copy is not None:
            loaded.bytes += len(gzip.compress(copy.read_bytes(), 9, mtime=0))
            route.fulfill(path=copy)
        else:
            loaded.absent.add(url)
            route.abort()

    with opened(browser) as page:
        page.route("**/*", answer)
        page.goto(address, wait_until="networkidle")
        first, moves = replace(loaded, absent=set(loaded.absent)), follows(page)
        page.emulate_media(media="print")
        is_printed = shows(page) == (True, True)
        page.emulate_media(media="screen", color_scheme="dark")
        page.goto(address, wait_until="networkidle")
        return first, moves, is_printed, is_dark(page)


def is_dark(page: Page) -> bool:
    """Return whether most of what is seen is dark."""
    seen = Image.open(io.BytesIO(page.screenshot())).convert("L")
    return ImageStat.Stat(seen).median[0] < 100


def shows(page: Page) -> tuple[bool, bool]:
    """Return whether the sentence and a picture are seen."""
    words = page.get_by_text(SENTENCE).locator("visible=true").count() > 0
    return words, bool(page.locator(PICTURES).evaluate_all(LARGE))


def copy_of(url: str, packages: Path) -> Path | None:
    """Return the copy in the packages of a file on another host; None if there is none."""
    found = ((place, shape.match(unquote(url))) for shape, place in COPIES)
    files = (packages / place / (match["name"] + match["rest"]) for place, match in found if match)
    return next((file for file in files if file.is_file()), None)


def follows(page: Page) -> bool | None:
    """Move the slider by a key, or by a press where it takes none, and return whether the sentence changes.

    Without a slider, return None.
    """
    slider = page.locator("input[type=range]:visible, [role=slider]:visible, .slider-rail-touch-rect").first
    try:
        slider.scroll_into_view_if_needed(timeout=10_000)
    except Error:
        return None
    try:
        before = SHOWN.search(page.get_by_text(SHOWN).first.text_content(timeout=10_000) or "")
        if slider.evaluate("slider => slider.localName") == "rect":
            slider.click(force=True)
        else:
            slider.press("ArrowRight")
        other = re.compile(rf"With (?!{before[1] if before else ''}\b)\d+\s*% damping")
        page.get_by_text(other).first.wait_for(timeout=10_000)
    except Error:
        return False
    return True


def look_without_scripts(browser: Browser, address: str) -> tuple[bool, bool]:
    """Return whether the sentence and a picture are seen where no script runs."""
    with opened(browser, has_scripts=False) as page:
        page.goto(address)
        return shows(page)


def patched_after(tool: Tool, environment: Path, project: Path, browser: Browser) -> float:
    """Return the fewest milliseconds from a save to the changed sentence in the open page."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = started(tool.preview, environment, project, port)
    source = project / tool.source
    text = source.read_text(encoding="utf-8")
    name = f"/{source.stem}" if tool.package == "panel" else ""
    try:
        with opened(browser) as page:
            retried(lambda: page.goto(f"http://127.0.0.1:{port}{name}"))
            page.get_by_text(SENTENCE).first.wait_for()
            times = []
            for run in range(RUNS):
                page.wait_for_load_state("networkidle")
                begun = time.perf_counter()
                source.write_text(
                    text.replace("is half as wide after", f"is, {run}, half as wide after"), encoding="utf-8"
                )
                page.get_by_text(f"is, {run}, half as wide after").first.wait_for()
                times.append(1000 * (time.perf_counter() - begun))
            return min(times)
    finally:
        server.terminate()
        server.wait()


def retried(action: Callable[[], object]) -> None:
    """Do what a server that is starting may refuse."""
    deadline = time.monotonic() + STARTS
    while True:
        try:
            action()
            return
        except Error:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


if __name__ == "__main__":
    main()
