"""Charts of the chapter on cooling: a data frame in, a chart out."""

from __future__ import annotations

import altair as alt
from narwhals import DataFrame


def curves(frame: DataFrame) -> alt.Chart:
    """Draw temperature against time, one line per vessel."""
    return (
        alt.Chart(frame)
        .mark_line()
        .encode(
            x=alt.X("minute:Q", title="Time since it was poured (minutes)"),
            y=alt.Y("temperature:Q", title="Temperature (°C)", scale=alt.Scale(domain=[20, 90])),
            color=alt.Color("vessel:N", title="", sort=["flask", "mug", "paper cup"]),
        )
    )
