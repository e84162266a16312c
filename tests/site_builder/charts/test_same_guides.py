"""Charts that take over the axes and legends of others are drawn as they would be by themselves, letter for letter."""

import altair as alt
import pandas as pd
import pytest

from site_builder.charts.draw import NARROW, WIDE, SameGuides, draw, plain_specification
from site_builder.charts.svg import clean_svg, with_descriptions
from site_builder.charts.vega import to_svg
from site_builder.explorables.pictures import with_plain_names
from tests.site_builder.conftest import calls_of

UNIT = alt.Scale(domain=[0, 1])


def frame(*shares, **columns):
    return pd.DataFrame({"n": range(1, len(shares) + 1), "share": shares, **columns})


def bars(*shares):
    return alt.Chart(frame(*shares)).mark_bar().encode(x="n:O", y=alt.Y("share", scale=UNIT))


def dots(*shares, **at):
    return alt.Chart(frame(*shares, **at)).mark_point().encode(x="n:Q", y=alt.Y("share", scale=UNIT), tooltip="share")


def lines(*shares):
    who = ["one", "two"] * (len(shares) // 2)
    pair = alt.Chart(frame(*shares, who=who))
    return pair.mark_line(strokeWidth=8).encode(x="n:Q", y=alt.Y("share", scale=UNIT), color="who")


def labels(*shares):
    return alt.layer(bars(*shares), bars(*shares).mark_text(dy=-6).encode(text="share"))


def bins(*shares):
    return alt.Chart(frame(*shares)).mark_bar().encode(x=alt.X("share", bin=True), y=alt.Y("count()", scale=UNIT))


def titled(*shares):
    return dots(*shares).properties(title="Shares")


def clipped(*shares):
    return dots(*shares).mark_point(clip=True)


def beyond(*shares):
    """Draw points of which some lie to the right of the plot, the farther the wider it is."""
    x = alt.X("share", scale=alt.Scale(domain=[0, 0.8]))
    return alt.Chart(frame(*shares)).mark_point().encode(x=x, y="n:O")


def in_parts(*shares):
    return alt.hconcat(bars(*shares), dots(*shares))


# The kind of chart, its states, and how many of these are drawn with guides, in each layout.
CASES = [
    (bars, [(0.5, 0.2), (0.1, 0.9), (0.3, 0.3)], 1),
    (bars, [(0.5, 0.2), (0.1, 0.9, 0.4), (0.3, 0.3)], 2),  # another bar, another word on the axis
    (dots, [(0.5, 0.2), (0.1, 0.9), (0.3, 0.3)], 1),
    (dots, [(0.5, 0.2), (0.1, 1.0), (0.3, 0.3)], 1),  # a point above the plot, in the room for the axis's title
    (lines, [(0.5, 0.2, 0.3, 0.1), (0.4, 0.6, 0.2, 0.9), (0.1, 0.3, 0.2, 0.8)], 1),
    (lines, [(0.5, 0.2, 0.3, 0.1), (1.0, 0.6, 1.0, 0.9)], 2),  # the legend avoids a line at the upper edge
    (labels, [(0.5, 0.2), (0.25, 0.75)], 1),
    (bins, [(0.5, 0.2), (0.1, 0.9)], 2),
    (titled, [(0.5, 0.2), (0.1, 0.9)], 2),
    (beyond, [(0.5, 0.2), (0.1, 0.4), (0.1, 0.801), (0.1, 0.81), (0.1, 0.85)], 4),
    (clipped, [(0.5, 0.2), (0.1, 0.9)], 2),
]


def described(make, states):
    return [with_plain_names(with_descriptions(plain_specification(make(*shares)), ["n"])) for shares in states]


def drawn(specifications, layout, drawn_by):
    return [clean_svg(draw(one, layout, drawn_by=drawn_by), 1) for one in specifications]


@pytest.mark.parametrize(("make", "states", "whole"), CASES)
def test_a_chart_is_drawn_as_by_itself(make, states, whole):
    specifications = described(make, states)
    for layout in (WIDE, NARROW):
        expected = drawn(specifications, layout, to_svg)
        with calls_of("to_svg") as calls:
            assert drawn(specifications, layout, SameGuides().draw) == expected
        assert len([call for call in calls if call["drawable"].get("axes")]) == whole


def test_plots_beside_each_other_are_drawn_as_by_themselves():
    specifications = described(in_parts, [(0.5, 0.2), (0.1, 0.9)])
    assert drawn(specifications, WIDE, SameGuides().draw) == drawn(specifications, WIDE, to_svg)
