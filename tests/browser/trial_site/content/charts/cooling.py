"""The starter's chart with two things for the reader to choose, and one to pick in the picture."""

from __future__ import annotations

import altair as alt
import pandas as pd


def curves(frame: pd.DataFrame) -> alt.Chart:
    """Draw temperature against time, one line per vessel, one of them strong."""
    width = alt.param(name="width_of_lines", value=2, bind=alt.binding_range(min=1, max=8, step=1, name="Width: "))
    vessels = sorted(frame["vessel"].unique())
    strong = alt.param(name="strong", value=vessels[0], bind=alt.binding_select(options=vessels, name="Vessel "))
    chart: alt.Chart = (
        alt.Chart(frame)
        .mark_line(strokeWidth=width)
        .encode(
            x=alt.X("minute:Q", title="Time since it was poured (minutes)"),
            y=alt.Y("temperature:Q", title="Temperature (°C)", scale=alt.Scale(domain=[20, 90])),
            color=alt.Color("vessel:N", title="", sort=vessels),
            opacity=alt.condition("datum.vessel === strong", alt.value(1), alt.value(0.3)),
        )
        .add_params(width, strong, alt.selection_point(name="picked", fields=["vessel"]))
    )
    return chart
