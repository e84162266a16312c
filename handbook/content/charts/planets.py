"""A chart with tooltips that name the planets."""

import altair
from narwhals import DataFrame


def years(planets: DataFrame) -> altair.Chart:
    """Draw the length of the year against the distance from the Sun, both on logarithmic scales."""
    log, axis = altair.Scale(type="log"), altair.Axis(values=[0.1, 1, 10, 100])
    return (
        altair.Chart(planets)
        .mark_point(filled=True, size=120)
        .encode(
            x=altair.X("distance:Q", title="Distance from the Sun (au)", scale=log, axis=axis),
            y=altair.Y("year:Q", title="Length of the year (years)", scale=log, axis=axis),
            tooltip=["planet", "distance", "year"],
        )
    )
