"""No text of a figure runs into another, lies under the reader's hand, or is struck through by a line.

Every figure is looked at in its opening state and in five more (ten in `make nightly`), which it is led to by its own
sliders and buttons (``walk.js``): by mouse at 1280 pixels in the dark theme, by touch at 360 and 768 in the light one.
Charts are looked at as they stand. What counts is measured on the screen (``collisions.js``):

- Of a text counts its ink: the line's box, cut to where its letters reach, and to what its holders show.
- Two texts may not overlap; in a drawing they keep the width of a space apart. None leaves its stage at a side.
- A knob, which is a small shape filled with the colour of the hand, may not touch a text, nor may the knob for fingers
  or its stem. Of two knobs on one line one is too many.
- A line that can be seen may not run through a text for three pixels or more. It may where the text is painted over it
  with a halo (``paint-order: stroke``) from which it stands out: of 1.4 pixels at each side where the line crosses,
  which breaks it around each letter; of 2.9, as good as a plate, where it runs along the text for twice its height.
- Text on a filled shape has a contrast of 4.5 with it, or such a halo. Nothing but a veil may be painted over a text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import ROOT
from tests.browser.test_every_page import PAGES, wake_figures

OpenPage = Callable[..., Page]
STATES = [5, pytest.param(10, marks=pytest.mark.nightly)]
HANDS: list[tuple[str, list[int], Literal["light", "dark"]]] = [
    ("mouse", [1280], "dark"),
    ("touch", [360, 768], "light"),
]
CHAPTERS = ROOT / "content" / "chapters"
FIGURE = re.compile(r"^:{3,}(chart|widget|explore|steps)\b", re.MULTILINE)
WRITTEN = [path for path in PAGES if (CHAPTERS / path).with_suffix(".md").exists()]
FIGURED = [path for path in WRITTEN if FIGURE.search((CHAPTERS / path).with_suffix(".md").read_text())]
# What chance would hardly press: here three bars stand as tall as each other, side by side.
WANTED = {"last-box": ["skip", "keep-1", "keep-2", "keep-3", "keep-4"]}

PARTS = [(Path(__file__).parent / f"{name}.js").read_text() for name in ("ink", "outlines", "collisions", "walk")]
TOOLS = "() => {" + "\n".join([*PARTS, "Object.assign(window, {collisionsOf, walk});"]) + "}"
LISTED = """() => [...document.querySelectorAll("figure.widget, figure.chart")].map(({id}) => id)"""
LOOK = """([id, count, wanted]) => {
    const figure = document.getElementById(id);
    if (figure.matches(".chart")) return [["as it stands", collisionsOf(figure.querySelector(".stage"))]];
    figure.querySelector("[data-action='reset']").click();
    return walk(figure, count, wanted, collisionsOf);
}"""


@pytest.mark.parametrize("states", STATES)
@pytest.mark.parametrize("path", FIGURED)
def test_no_label_collides(open_page: OpenPage, path: str, states: int) -> None:
    page = open_page(f"{path}?depth=3", reduced_motion="reduce")
    page.evaluate("() => dispatchEvent(new Event('wheel'))")
    wake_figures(page)
    page.evaluate("window.print = () => {}")  # a button prints
    page.evaluate(TOOLS)
    figures = page.evaluate(LISTED)
    assert figures
    found = []
    session = page.context.new_cdp_session(page)
    for hand, widths, theme in HANDS:
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": hand == "touch"})
        assert page.evaluate("matchMedia('(pointer: coarse) and (hover: none)').matches") == (hand == "touch")
        page.emulate_media(color_scheme=theme)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 900})
            for figure in figures:
                for state, collisions in page.evaluate(LOOK, [figure, states, WANTED.get(figure, [])]):
                    found += [f"{figure} at {width} ({state}): {collision}" for collision in collisions]
    session.detach()  # and with it the touch
    assert not found, "\n" + "\n".join(found)


def test_every_figure_is_looked_at(site: Path) -> None:
    figured = {path.name for path in site.glob("*.html") if '<figure class="figure' in path.read_text()}
    assert figured == set(FIGURED)
    shown = {name for path in figured for name in re.findall(r'data-widget="([\w-]+)"', (site / path).read_text())}
    written = ROOT.glob("static/js/yatzy/widgets/*.js"), ROOT.glob("content/explorables/*.py")
    assert shown == {path.stem for paths in written for path in paths}
