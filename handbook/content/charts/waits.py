"""Charts of the essay on waiting: functions that take a data frame and return a chart."""

import altair
from narwhals import DataFrame


def curve(waits: DataFrame) -> altair.Chart:
    """Draw the mean wait against the load."""
    return (
        altair.Chart(waits)
        .mark_line()
        .encode(
            x=altair.X("load:Q", title="Load (%)"),
            y=altair.Y("wait:Q", title="Mean wait (minutes)"),
        )
    )
