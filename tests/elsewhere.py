"""Put one figure into pages of other programs and open each of them: ``python -m tests.elsewhere``.

The programs are installed into an environment of their own in a temporary folder; ``--environment FOLDER`` names one
that has them. Each line gives a program with its version. A page passes if its figure answers a key and nothing reports
an error. Files of other hosts are read from copies in the packages, or empty.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import venv
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Error, Frame, Page, Route, expect, sync_playwright

from tests.browser.chromium import PATIENCE_MS, arguments, executable
from tests.browser.server import static_host
from tests.browser.side_by_side import copy_of, version_of, write_notebook

ROOT = Path(__file__).parent.parent
PACKAGES = ("matplotlib", "ipykernel", "nbconvert", "mkdocs", "sphinx", "myst-nb", "marimo")
IMPORTS = """import matplotlib.pyplot as plt
from site_builder.explore import Figure
"""
FUNCTION = """def line(slope):
    plt.plot([0, 1], [0, slope])
    plt.ylim(0, 3)
"""
FIGURE = 'figure = Figure(line, sentence="A slope of {slope}.", slope=(1, 3))'
SAVE = """figure.save("plain/frame.html")
figure.save("mkdocs/docs/line.html")
figure.save("plain/apart.html", separate=True)
open("plain/markup.html", "w").write(f"<!doctype html><title>Markup</title>{figure.html()}")
"""
CONTROL = "[name=line] input[type=range]"
FRAME = '<iframe src="{}" width="100%" height="520"></iframe>\n'
FILES = {
    "save.py": f"{IMPORTS}\n{FUNCTION}\n{FIGURE}\n{SAVE}",
    "plain/index.html": f"<!doctype html><title>Frame</title>{FRAME.format('frame.html')}",
    "mkdocs/mkdocs.yml": "site_name: Lines\ntheme:\n  name: readthedocs\n  highlightjs: false\n",
    "mkdocs/docs/index.md": f"# Lines\n\n{FRAME.format('line.html')}",
    "sphinx/conf.py": 'project = "Lines"\nextensions = ["myst_nb"]\n',
    "lines.py": (
        "import marimo\n\napp = marimo.App()\n\n\n@app.cell\ndef _():\n"
        + "".join(f"    {line}\n" for line in f"{IMPORTS}\n{FUNCTION}\n{FIGURE}\nfigure".splitlines())
        + '    return\n\n\nif __name__ == "__main__":\n    app.run()\n'
    ),
}


@dataclass(frozen=True)
class Program:
    """A program: its package, its command, and the pages that it writes."""

    name: str
    package: str
    command: tuple[str, ...]
    pages: tuple[str, ...]


PLAIN = ("plain/index.html", "plain/markup.html", "plain/apart.html")
CONVERT = ("jupyter-nbconvert", "--to", "html", "--execute", "sphinx/index.ipynb", "--output-dir", ".")
PROGRAMS = (
    Program("plain HTML", "explorable-site-builder", ("python", "save.py"), PLAIN),
    Program("nbconvert", "nbconvert", CONVERT, ("index.html",)),
    Program("MkDocs", "mkdocs", ("mkdocs", "build", "-q", "-f", "mkdocs/mkdocs.yml"), ("mkdocs/site/index.html",)),
    Program("Sphinx, MyST-NB", "myst-nb", ("sphinx-build", "-q", "sphinx", "html"), ("html/index.html",)),
    Program("marimo", "marimo", ("marimo", "export", "html", "lines.py", "-o", "lines.html"), ("lines.html",)),
)


def main() -> None:
    """Build and open all pages; the exit code is 1 if one of them fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--environment", type=Path, help="an environment that has the programs and the wheel")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        environment = (given.environment or installed(folder / "environment")).resolve()
        write_sources(folder)
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        failures = [fault for program in PROGRAMS for fault in tried(program, folder, environment, browser)]
        browser.close()
    sys.exit("\n".join(failures) or 0)


def installed(environment: Path) -> Path:
    """Return a new environment with the wheel of this checkout and the programs."""
    wheels = environment.with_name("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels)]
    subprocess.run(build, cwd=ROOT / "site_builder", check=True, capture_output=True)
    venv.create(environment, with_pip=True)
    pip = [str(environment / "bin/pip"), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *map(str, wheels.glob("*.whl")), *PACKAGES], check=True)
    return environment


def write_sources(folder: Path) -> None:
    """Write the sources of the pages."""
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    write_notebook(folder / "sphinx/index.ipynb", IMPORTS, FUNCTION, f"{FIGURE}\nfigure")


def tried(program: Program, folder: Path, environment: Path, browser: Browser) -> list[str]:
    """Build the pages of a program and open them; return what failed."""
    label = f"{program.name} {version_of(program.package, environment)}"
    command = [str(environment / "bin" / program.command[0]), *program.command[1:]]
    built = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if built.returncode:
        faults = [f"{label}: {built.stderr[-2000:]}"]
    else:
        with static_host(folder) as address:
            shown = ((page, opened(browser, f"{address}{page}", environment)) for page in program.pages)
            faults = [f"{label}: {page}: {fault}" for page, found in shown for fault in found]
    print(label, "failed" if faults else "passed", flush=True)
    return faults


def opened(browser: Browser, address: str, environment: Path) -> list[str]:
    """Open a page and press a key in its figure; return the errors."""
    (packages,) = environment.glob("lib/python*/site-packages")

    def answer(route: Route) -> None:
        copy = copy_of(route.request.url, packages)
        if copy is not None:
            route.fulfill(path=copy)
        elif route.request.url.startswith("http://127.0.0.1"):
            route.continue_()
        else:
            route.fulfill(status=200, body="")

    errors: list[str] = []
    page = browser.new_page()
    page.route("**/*", answer)
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    try:
        page.goto(address)
        frame = frame_of_figure(page)
        frame.locator(CONTROL).press("ArrowRight")
        expect(frame.locator(".explorable-sentence")).to_have_text("A slope of 3.")
    except (Error, AssertionError) as error:
        errors.append(str(error))
    page.close()
    return errors


def frame_of_figure(page: Page) -> Frame:
    """Wait for the live figure, and return the frame that it is in."""
    for _ in range(PATIENCE_MS // 100):
        for frame in page.frames:
            if frame.locator(CONTROL).count():
                return frame
        page.wait_for_timeout(100)
    raise AssertionError("no live figure")


if __name__ == "__main__":
    main()
