"""Charts of the chapter on more dice."""

from __future__ import annotations

import altair as alt
import pandas as pd

NAMES = {
    "forced": "forced joker",
    "none": "no joker",
    "unpaid": "no hundred points",
    "plain": "neither of them",
}


def joker_worth(frame: pd.DataFrame) -> alt.LayerChart | alt.FacetChart:
    """Draw what each stricter reading costs: a bar, the reading over it, the points beside it."""
    shown = frame[frame["reading"] != "free"].assign(name=lambda rows: rows["reading"].map(NAMES))
    base = alt.Chart(shown).encode(
        y=alt.Y("name:N", title=None, sort=list(NAMES.values()), axis=None),
        x=alt.X("less:Q", title="Points lost in a game", scale=alt.Scale(domainMax=10)),
    )
    bars = base.mark_bar(color="var(--c1)", height=20, yOffset=10)
    names = base.mark_text(align="left", baseline="bottom", dy=-6).encode(x=alt.value(0), text="name:N")
    points = base.mark_text(align="left", dx=8, dy=10).encode(text=alt.Text("less:Q", format=".2r"))
    return alt.layer(bars, names, points)
