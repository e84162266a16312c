"""Figure "Right, or choosing right?": the values that two minds give to the boxes of a throw, and the true values."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame

MINDS = {"values-10000": "The tree of values", "par-17": "The seventeen numbers"}

mind = choice(MINDS, start="values-10000", label="Mind")
position = choice({1: "First", 2: "Second", 3: "Third", 4: "Fourth", 5: "Fifth"}, start=1, label="Throw")
minds_right = frame("minds_right")
axes = "free"  # open boxes differ between throws

caption = (
    "**Right, or choosing right?** Dots are what a mind holds of each box, strokes are the truth; it writes the red "
    "one. Exchange the mind, then the throw."
)
alt_text = (
    "Dots for what a mind holds of each open box, strokes for the truth: those of the tree lie near the strokes, and "
    "the wrong one is farthest right; those of the seventeen numbers are all off alike, and in the right order."
)


def name_of(box: str) -> str:
    """Return the name of a box for readers."""
    return box.replace("_", " ").capitalize()


def rows_of(position: int, minds_right: pd.DataFrame) -> pd.DataFrame:
    """Return the values of the boxes of a throw by all minds."""
    rows = minds_right[minds_right["position"] == position]
    return rows.assign(name=rows["box"].map(name_of))


def numbers(mind: str, position: int, minds_right: pd.DataFrame) -> dict[str, object]:
    """Return the numbers of a state for the sentence."""
    rows = rows_of(position, minds_right).pivot(index="name", columns="mind", values="value")
    own = rows_of(position, minds_right)
    writes = own[own["writes"]].set_index("mind")
    return {
        "dice": "-".join(own["dice"].iloc[0]),
        "turn": int(own["turn"].iloc[0]),
        "off": float((rows[mind] - rows["perfect"]).abs().mean()),
        "best": writes.loc["perfect", "name"],
        "writes": writes.loc[mind, "name"],
        "lost": float(writes.loc[mind, "lost"]),
    }


def picture(mind: str, position: int, minds_right: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    rows = rows_of(position, minds_right)
    truth = rows[rows["mind"] == "perfect"].sort_values("value", ascending=False)
    best = truth["value"].max()
    true_of = truth.set_index("box")["value"]
    held = rows[rows["mind"] == mind].assign(
        against=lambda one: one["value"] - best, true=lambda one: one["box"].map(true_of) - best
    )
    order = alt.Y("name:N", title=None, sort=truth["name"].tolist())
    bests = minds_right[minds_right["mind"] == "perfect"].groupby("position")["value"].max()
    apart = minds_right["value"] - minds_right["position"].map(bests)
    ends = alt.Scale(domain=[apart.min(), apart.max()])
    across = alt.X("against:Q", title="Points, against the best box", scale=ends)
    told = [alt.Tooltip("name:N", title="Box"), alt.Tooltip("value:Q", title="Holds", format=".2f")]
    shades = alt.Scale(domain=[False, True], range=["var(--c1)", "var(--red)"])
    base = alt.Chart(held, height=280)
    return alt.layer(
        base.mark_rule(strokeWidth=1.5, color="var(--line)").encode(x=across, x2="true:Q", y=order),
        base.mark_tick(thickness=3, color="var(--ink)", size=22).encode(x="true:Q", y=order),
        base.mark_circle(size=140, opacity=1).encode(
            x=across, y=order, color=alt.Color("writes:N", legend=None, scale=shades), tooltip=told
        ),
    )


def sentence(mind: str, position: int, numbers: dict[str, object]) -> str:
    """Describe a state in a sentence."""
    who = MINDS[mind]
    sees = f"Turn {numbers['turn']}, the last throw is **{numbers['dice']}**. {who} miss" + (
        "es" if mind == "values-10000" else ""
    )
    off = f"{sees} the truth by **{numbers['off']:.1f}** points on average"
    lost = float(str(numbers["lost"]))
    does = "it would write" if mind == "values-10000" else "they would write"
    if lost < 0.05:
        return f"{off}, and {does} **{numbers['writes']}**, as perfect play does."
    return f"{off}, and {does} **{numbers['writes']}** where {numbers['best']} is best: {lost:.1f} points given away."
