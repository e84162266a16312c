"""Charts of the chapter on targets."""

from __future__ import annotations

import altair as alt
import pandas as pd


def past_score(frame: pd.DataFrame) -> alt.Chart:
    """Draw the share of decisions that need the points so far, one bar per turn."""
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_bar(color="var(--c1)")
        .encode(
            x=alt.X("turn:O", title="Turn", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("share:Q", title="Share of open decisions", axis=alt.Axis(format=".0%")),
        )
    )
    return chart
