"""Charts of the chapter on the geometry of the game."""

from __future__ import annotations

import altair as alt
import pandas as pd


def reachable_by_filled(frame: pd.DataFrame) -> alt.LayerChart | alt.FacetChart:
    """Draw all slots and the reachable ones, one pair of bars per number of filled boxes."""
    base = alt.Chart(frame).encode(
        x=alt.X("filled:O", title="Boxes filled", axis=alt.Axis(labelAngle=0)),
    )
    slots = base.mark_bar(color="var(--s1)").encode(
        y=alt.Y("slots:Q", title="Scorecards", axis=alt.Axis(format=",.0f"))
    )
    states = base.mark_bar(color="var(--c1)").encode(y="states:Q")
    return alt.layer(slots, states)


def reachable_by_upper_total(frame: pd.DataFrame) -> alt.Chart:
    """Draw the share of slots that a game can reach, one bar per upper total."""
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_bar(color="var(--c1)")
        .encode(
            x=alt.X(
                "upper_total:O",
                title="Upper total (points)",
                axis=alt.Axis(values=[0, 10, 20, 30, 40, 50, 63], labelAngle=0),
            ),
            y=alt.Y("share:Q", title="Share of cards it fits on", axis=alt.Axis(format=".0%")),
            tooltip=[
                alt.Tooltip("upper_total:O", title="Upper total"),
                alt.Tooltip("share:Q", title="Share of cards", format=".1%"),
            ],
        )
    )
    return chart
