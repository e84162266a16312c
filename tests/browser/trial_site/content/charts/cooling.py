"""The starter's chart with lines to pick by the legend."""

from __future__ import annotations

import altair as alt
import pandas as pd


def curves(frame: pd.DataFrame) -> alt.Chart:
    """Draw temperature against time, one line per vessel, those that are picked strong."""
    vessels = sorted(frame["vessel"].unique())
    picked = alt.selection_point(name="picked", fields=["vessel"], bind="legend")
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_line()
        .encode(
            x=alt.X("minute:Q", title="Time since it was poured (minutes)"),
            y=alt.Y("temperature:Q", title="Temperature (°C)", scale=alt.Scale(domain=[20, 90])),
            color=alt.Color("vessel:N", title="", sort=vessels),
            opacity=alt.condition(picked, alt.value(1), alt.value(0.3)),
        )
        .add_params(picked)
    )
    return chart
