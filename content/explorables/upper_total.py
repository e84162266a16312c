"""Which upper totals fit on the most cards? One bar for each total."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import frame, slider

total = slider(0, 63, start=40, label="Upper total")
reachable = frame("reachable_by_upper_total")

caption = (
    "**Which upper totals fit on the most cards?** The share of all sets of filled boxes on which each total can "
    "stand. Small even totals stand out like the teeth of a comb, for Twos, Fours and Sixes cannot make odd ones; "
    "large totals need many boxes, so there are fewer cards for them."
)
alt_text = (
    "Bars for the share of scorecards on which each upper total can stand: all of them at zero, a comb of taller even "
    "and shorter odd totals, and a slow fall towards a third at the last."
)


def numbers(total: int, reachable: pd.DataFrame) -> dict[str, float]:
    """Return what the sentence tells of a state."""
    return reachable.set_index("upper_total").loc[total, ["slots", "states", "share"]].to_dict()


def picture(reachable: pd.DataFrame) -> alt.Chart:
    """Draw the figure."""
    return (
        alt.Chart(reachable.rename(columns={"upper_total": "total"}))
        .mark_bar(color="var(--c1)")
        .encode(
            x=alt.X("total:O", title="Upper total (points)", axis=alt.Axis(values=[0, 10, 20, 30, 40, 50, 63])),
            y=alt.Y("share:Q", title="Share of cards it fits on", axis=alt.Axis(format=".0%")),
            tooltip=[
                alt.Tooltip("total:O", title="Upper total"),
                alt.Tooltip("share:Q", title="Fits on", format=".1%"),
            ],
        )
    )


sentence = "A total of **{total}** fits on **{share:.1%}** of all sets of filled boxes, {states:,.0f} of {slots:,.0f}."
