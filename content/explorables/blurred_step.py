"""Figure "What is a step worth?": the value of the bonus by upper total, blurred, and the points that this costs."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import frame, slider

THIRDS = {"turns_1_5": "1 to 5", "turns_6_10": "6 to 10", "turns_11_15": "11 to 15"}

blur = slider(stops="0 0.5 1 2 4 8 16 32", start=0, label="Blur", unit="points")
minds_step = frame("minds_step")
minds_blur = frame("minds_blur")

caption = (
    "**What is a step worth?** The bonus, by the upper total, while only Fives and Sixes are open. Blur it: the pale "
    "area is the truth. Below it, where the points are lost."
)
alt_text = (
    "A curve from no points to fifty that climbs between thirty and fifty-three; blurred, it grows flat. Bars below "
    "show how many points are lost in each third of the game: the last third grows most."
)


def numbers(blur: float, minds_blur: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    row = minds_blur[minds_blur["blur"] == blur].iloc[0]
    return {"mean": row["mean"], "left": row["left"], "late": row["turns_11_15"]}


def picture(blur: float, minds_step: pd.DataFrame, minds_blur: pd.DataFrame) -> alt.VConcatChart:
    """Draw the figure."""
    own = minds_step[minds_step["blur"] == blur]
    curve = alt.Chart(own).encode(x=alt.X("total:Q", title="Upper total", scale=alt.Scale(domain=[0, 50])))
    told = [alt.Tooltip("total:Q", title="Upper total"), alt.Tooltip("worth:Q", title="Held to be worth", format=".1f")]
    lost = minds_blur[minds_blur["blur"] == blur].melt(value_vars=list(THIRDS), var_name="third", value_name="lost")
    bars = alt.Chart(lost.assign(name=lost["third"].map(THIRDS)), height=96).mark_bar(color="var(--c4)")
    worth = alt.Y("worth:Q", title="Worth, in points")
    return alt.vconcat(
        alt.layer(
            curve.mark_area(opacity=0.25, color="var(--c2)").encode(y="true:Q"),
            curve.mark_line(strokeWidth=3, color="var(--c1)").encode(y=worth, tooltip=told),
            height=220,
        ),
        bars.encode(
            x=alt.X("lost:Q", title="Points lost"),
            y=alt.Y("name:N", title="Turns", sort=list(THIRDS.values())),
            tooltip=[alt.Tooltip("lost:Q", title="Points lost", format=".2f")],
        ),
    )


def sentence(blur: float, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    how = "Sharp as it is" if blur == 0 else f"Blurred by {blur:g} points"
    score = f"{how}, the seventeen numbers score **{numbers['mean']:.2f}**"
    return f"{score}; {numbers['left']:.2f} are lost, {numbers['late']:.2f} of them in the last five turns."
