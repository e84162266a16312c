"""SVG pictures from functions are adapted to the page."""

from __future__ import annotations

import pytest

from site_builder.charts.svg import at_place
from site_builder.explorables.pictures import clean_drawing
from site_builder.problems.source import Mistake

PIXEL = "data:image/png;base64,iVBORw0KGgo="


def test_a_drawing_by_hand_keeps_its_own_units_and_loses_ids_that_nothing_refers_to() -> None:
    drawn = clean_drawing('<svg width="30px" height="20" fill="red"><g id="a"><path d="M0,0"/></g></svg>')
    head = '<svg width="30" height="20" fill="red" class="drawing as-wide" viewBox="0 0 30 20" overflow="visible">'
    assert drawn == head + '<g><path d="M0,0" /></g></svg>'


def test_words_of_a_measured_drawing_are_outlined_unless_they_have_a_color() -> None:
    drawn = clean_drawing(
        '<svg viewBox="0 0 9 9"><text fill="#000">a</text><text fill="red">b</text></svg>', is_measured=True
    )
    assert drawn.count('paint-order="stroke"') == 1
    assert 'paint-order="stroke"' in drawn.partition(">a<")[0]


def test_a_width_in_pixels_is_preserved_and_the_height_follows_the_box() -> None:
    drawn = clean_drawing('<svg width="480" height="9" viewBox="0 0 400 250"/>')
    assert 'width="480" height="300"' in drawn
    assert 'class="drawing as-wide"' in drawn
    assert 'class="drawing"' in clean_drawing('<svg viewBox="0 0 400 250"/>')


@pytest.mark.parametrize(
    ("element", "expected"),
    [
        ('<path id="a" d="M0,0"/><use href="#a"/>', '<path d="M0,0" id="P-0" /><use href="#P-0" />'),
        ('<marker id="a"/><path marker-end="url(#a)"/>', '<marker id="P-0" /><path marker-end="url(#P-0)" />'),
        ("<pattern id='h'/><rect style='fill: url(#h)'/>", '<pattern id="P-0" /><rect fill="url(#P-0)" />'),
        ('<g role="img" aria-labelledby="t"><title id="t">x</title></g>', "<g />"),
        ('<pattern id="h"/><rect style="fill: url(\'#h\')"/>', '<pattern id="P-0" /><rect fill="url(#P-0)" />'),
        ('<g transform="scale(0.015625)"/>', '<g transform="scale(0.015625)" />'),
        (
            '<rect width="9" height="9" fill="white"/><path stroke="gray" fill="#fff"/>',
            '<path stroke="gray" fill="var(--paper)" />',
        ),
        ('<rect width="8" height="9" fill="white"/>', '<rect width="8" height="9" fill="white" />'),
        ('<text style="font: italic 12px Arial">x</text>', '<text font-style="italic" font-size="12">x</text>'),
        ('<text style="font: bold 9.5px Arial">x</text>', '<text font-weight="bold" font-size="9.5">x</text>'),
        (f'<image href="{PIXEL}"/>', f'<image href="{PIXEL}" />'),
    ],
)
def test_ids_are_those_of_the_place_and_styles_become_attributes(element: str, expected: str) -> None:
    drawn = at_place(clean_drawing(f'<svg viewBox="0 0 9 9">{element}</svg>'), "P")
    assert expected in drawn


@pytest.mark.parametrize("address", ["https://host/x.png", "data:image/svg+xml;base64,AAAA", "x.png"])
def test_pictures_from_elsewhere_are_refused(address: str) -> None:
    with pytest.raises(Mistake, match="which is not in it"):
        clean_drawing(f'<svg viewBox="0 0 9 9"><image href="{address}"/></svg>')
