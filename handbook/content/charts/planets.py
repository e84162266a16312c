"""A chart with tooltips: what a reader points at tells its name."""

import altair
import pandas


def years(planets: pandas.DataFrame) -> altair.Chart:
    """Draw the length of the year against the distance from the Sun, both on logarithmic scales."""
    log = altair.Scale(type="log")
    return (
        altair.Chart(planets)
        .mark_point(filled=True, size=120)
        .encode(
            x=altair.X("distance:Q", title="Distance from the Sun (au)", scale=log),
            y=altair.Y("year:Q", title="Length of the year (years)", scale=log),
            tooltip=["planet", "distance", "year"],
        )
    )
