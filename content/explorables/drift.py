"""Figure "What do short numbers do to the answer?": the error of 32-bit values by number of solved turns."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame, slider

WAYS = {
    "stored": "only what is kept between turns",
    "factor": "only the one sixth",
    "table": "everything, table of chances",
    "lattice": "everything, die by die",
}
way = choice(WAYS, start="lattice", label="Short numbers for")
turns = slider(0, 15, start=15, label="Turns solved, from the end")
float32_drift = frame("float32_drift")
former = r"(?P<way>[a-z]+)\.(?P<turns>\d+)"

caption = (
    "**What do short numbers do to the answer?** Drag from the end of the game to its beginning: each solved turn adds "
    "a little. Choose what is kept in short numbers."
)
alt_text = (
    "Lines of what four programs with short numbers add to the values, growing from the last turn to the first; and "
    "the answer with its right digits in bold."
)


def numbers(way: str, turns: int, float32_drift: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    row = float32_drift[(float32_drift["way"] == way) & (float32_drift["filled"] == 15 - turns)].iloc[0]
    return {"thousandths": row["thousandths"], "value": row["value"], "exact": row["value"] - row["drift"]}


def picture(way: str, float32_drift: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    layers = float32_drift.assign(turns=15 - float32_drift["filled"], name=float32_drift["way"].map(WAYS))
    base = alt.Chart(layers, height=300).encode(x=alt.X("turns:Q", title="Turns solved, from the end of the game"))
    colors = alt.Color("name:N", title=None, sort=list(WAYS.values()), legend=alt.Legend(columns=1))
    height = alt.Y("thousandths:Q", title="Too large by, thousandths of a point")
    own = layers["way"] == way
    return alt.layer(
        base.mark_line(strokeWidth=1.5, opacity=0.45).encode(y=height, color=colors),
        base.mark_line(strokeWidth=3.5).encode(y=height, color=colors).properties(data=layers[own]),
        base.mark_rule(opacity=0).properties(data=layers[own]),
        base.mark_circle(opacity=0, size=110, color="var(--stage)")
        .encode(y=height, tooltip=["turns:Q", alt.Tooltip("thousandths:Q", title="Thousandths", format=".3f")])
        .properties(data=layers[own]),
    )


def sentence(way: str, turns: int, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    if turns == 0:
        return f"Nothing is solved yet. Short numbers for {WAYS[way]}."
    thousandths = numbers["thousandths"]
    small = abs(thousandths) < 5e-4
    size = "less than a millionth of a point" if small else f"{abs(thousandths):.3f} thousandths of a point"
    side = "off by" if small else "too large by" if thousandths > 0 else "too small by"
    says, true = f"{numbers['value']:.9f}", f"{numbers['exact']:.9f}"
    right = says[
        : next(at for at, digits in enumerate(zip(says + " ", true + "-", strict=True)) if len(set(digits)) > 1)
    ]
    off = f"After {turns} {'turn' if turns == 1 else 'turns'} solved backwards, the values are {side} **{size}**."
    return f"Short numbers for {WAYS[way]}. {off} It says **{right}**{says[len(right) :]}; true is {true}."
