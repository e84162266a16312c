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
