"""Mean wait at a counter by its load. This file is the whole figure."""

import altair
from narwhals import DataFrame, col

from site_builder.explore import frame, slider

load = slider(5, 95, step=5, start=80, label="Load", unit="%")
waits = frame("waits")

alt = "Mean wait against load: nearly flat at first, then ever steeper."
caption = "**How long do I wait?** Move the load."


def numbers(load, waits: DataFrame):
    """Return the number for the prose."""
    return {"wait": waits.filter(load=load).item(0, "wait")}


def picture(load, waits: DataFrame):
    """Draw the curve, a point for each stop, and the present stop."""
    x = altair.X("load:Q", title="Load (%)")
    y = altair.Y("wait:Q", title="Mean wait (minutes)")
    curve = altair.Chart(waits).mark_line().encode(x=x, y=y)
    stops = altair.Chart(waits.filter(col("load") % 5 == 0)).mark_point(filled=True, size=40).encode(x=x, y=y)
    now = altair.Chart(waits.filter(load=load)).mark_point(filled=True, size=150).encode(x=x, y=y)
    return curve + stops + now


sentence = "At a load of {load}% you wait **{wait:.1f} minutes** on average."
