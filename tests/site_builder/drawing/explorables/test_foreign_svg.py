"""Pictures that are drawn by hand or by Matplotlib are made at home in a page."""

from __future__ import annotations

import contextlib
import sys
from types import SimpleNamespace
from typing import TextIO

import pytest

from site_builder.drawing.explorables.foreign_svg import clean_drawing
from site_builder.drawing.explorables.pictures import describe

# As Matplotlib 3 writes it: points, styles, marks that are used again, colours of its own.
BY_MATPLOTLIB = """<?xml version="1.0" encoding="utf-8" standalone="no"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns:xlink="http://www.w3.org/1999/xlink" width="288pt" height="144pt" viewBox="0 0 288 144"
 xmlns="http://www.w3.org/2000/svg" version="1.1">
 <metadata><anything/></metadata>
 <defs><style type="text/css">*{stroke-linejoin: round}</style></defs>
 <g id="figure_1">
  <defs><path id="m1" d="M 0 0 L 0 3.123456" style="stroke: #000000; stroke-width: 0.8"/></defs>
  <use xlink:href="#m1" x="46.145455" y="128.16" style="stroke: #000000"/>
  <path d="M 1 2" clip-path="url(#p1)" style="fill: none; stroke: #1f77b4; stroke-width: 1.5"/>
  <text style="font-size: 10px; font-family: 'DejaVu Sans'; text-anchor: middle" x="4">two words</text>
 </g>
 <defs><clipPath id="p1"><rect width="1" height="2"/></clipPath></defs>
</svg>"""
CLEAN = (
    '<svg width="384" height="192" viewBox="0 0 288 144" class="drawing" fill="var(--ink)" overflow="visible">'
    "<defs /><g>"
    '<defs><path d="M 0 0 L 0 3.12" stroke="var(--ink)" stroke-width="0.8" id="ID-0" /></defs>'
    '<use x="46.15" y="128.16" stroke="var(--ink)" href="#ID-0" />'
    '<path d="M 1 2" clip-path="url(#ID-1)" fill="none" stroke="var(--c1)" stroke-width="1.5" />'
    '<text x="4" font-size="10" text-anchor="middle">two words</text></g>'
    '<defs><clipPath id="ID-1"><rect width="1" height="2" /></clipPath></defs></svg>'
)


def without_hash(drawing: str) -> str:
    """Return a drawing with plain ids."""
    _, _, rest = drawing.partition('id="')
    return drawing.replace(rest.partition("-")[0], "ID") if rest else drawing


def test_a_drawing_of_matplotlib_has_the_colours_and_units_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    settings: list[dict[str, str]] = []

    @contextlib.contextmanager
    def rc_context(given: dict[str, str]):
        settings.append(given)
        yield

    class Figure:
        def savefig(self, stream: TextIO, **options: object) -> None:
            assert settings[-1]["svg.fonttype"] == "none"
            assert options["format"] == "svg"
            stream.write(BY_MATPLOTLIB)

    closed: list[object] = []
    monkeypatch.setitem(sys.modules, "matplotlib", SimpleNamespace(rc_context=rc_context))
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", SimpleNamespace(close=closed.append))
    figure = Figure()
    assert without_hash(describe(figure, "picture()", pytest.fail)) == CLEAN
    assert closed == [figure]


def test_a_drawing_by_hand_keeps_its_own_units_and_loses_ids_that_nothing_refers_to() -> None:
    drawn = clean_drawing('<svg width="30px" height="20" fill="red"><g id="a"><path d="M0,0"/></g></svg>')
    head = '<svg width="30" height="20" fill="red" class="drawing as-wide" viewBox="0 0 30 20" overflow="visible">'
    assert drawn == head + '<g><path d="M0,0" /></g></svg>'


def test_a_width_in_pixels_is_kept_and_the_height_follows_the_box() -> None:
    drawn = clean_drawing('<svg width="480" height="9" viewBox="0 0 400 250"/>')
    assert 'width="480" height="300"' in drawn
    assert 'class="drawing as-wide"' in drawn
    assert 'class="drawing"' in clean_drawing('<svg viewBox="0 0 400 250"/>')
