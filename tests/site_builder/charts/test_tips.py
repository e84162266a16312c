"""Tooltips and stops of marks, as attributes of the drawing."""

from __future__ import annotations

import re

import altair as alt
import pandas as pd
import pytest

from site_builder.charts.draw import draw_specification, plain_specification
from site_builder.charts.svg import entries_of
from site_builder.explorables.pictures import draw_states, with_stops
from site_builder.explore.parameters import choice, slider

ROWS = pd.DataFrame({"load": [1, 2], "name": ['a "b", c', "d: e"], "wait": [0.125, 2]})
BASE = alt.Chart(ROWS)


def tips(drawing: str) -> list[str]:
    """Return what the marks of a drawing say."""
    return re.findall(r'data-tip="([^"]*)"', drawing)


@pytest.mark.parametrize(("chart", "said"), [
    (BASE.mark_bar().encode(x="load:O", y="wait:Q"), []),
    (BASE.mark_bar().encode(x="load:O", y="wait:Q", tooltip=alt.Tooltip("wait:Q", format=".2f")), ["0.13", "2.00"]),
    (BASE.mark_point().encode(x="load:Q", tooltip=["name:N", alt.Tooltip("wait:Q", title="Minutes")]),
     ["name: a &quot;b&quot;, c&#10;Minutes: 0.125", "name: d: e&#10;Minutes: 2"]),
    (BASE.mark_rect().encode(x="load:O", tooltip="load:O") | BASE.mark_line().encode(x="load:O", y="wait:Q"),
     ["1", "2"]),
])  # fmt: skip
def test_tooltips_are_attributes_of_marks(chart: alt.TopLevelMixin, said: list[str]) -> None:
    drawn = draw_specification(plain_specification(chart))
    assert tips(drawn.wide) == said
    assert tips(drawn.narrow) == said


def test_marks_have_the_stops_of_their_fields() -> None:
    chart = BASE.mark_bar().encode(x="load:O", y="mean(wait):Q", color="name:N")
    parameters = {"wait": slider(0, 2), "load": slider(1, 3), "name": choice(list(ROWS["name"]))}
    (picture,), _ = draw_states([plain_specification(chart)], False, lambda done: None, list(parameters))
    told = re.findall(r'data-at="([^"]*)"', with_stops(picture.wide, parameters))
    assert told == ["1:0 2:0", "1:1 2:1"]
    assert "data-at" not in with_stops('<path data-at="load=7" d=""/>', parameters)
    assert with_stops('<path data-at="load=2;wait=1" d=""/>', parameters) == '<path data-at="1:1 0:1" d=""/>'


def test_entries_of_an_object_are_taken_apart() -> None:
    found = list(entries_of(r"""{"a: \", b": f(x, {c: "}"}), 'd': [1, 2]}"""))
    assert found == [(r'"a: \", b"', 'f(x, {c: "}"})'), ("'d'", "[1, 2]")]
    assert list(entries_of("datum.x")) == []
