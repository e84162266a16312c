"""Figure "What is a step worth?": the value of the bonus by upper total, blurred."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import frame, slider

blur = slider(stops="0 0.5 1 2 4 8 16 32", start=0, label="Blur", unit="points")
minds_step = frame("minds_step")
minds_blur = frame("minds_blur")

caption = (
    "**What is a step worth?** The bonus, by the upper total, while only Fives and Sixes are open. Blur it: the pale "
    "area is the truth."
)
alt_text = "A curve from no points to fifty that climbs between thirty and fifty-three; blurred, it grows flat."


def numbers(blur: float, minds_blur: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    row = minds_blur[minds_blur["blur"] == blur].iloc[0]
    return {"mean": row["mean"], "left": row["left"], "late": row["turns_11_15"]}


def picture(blur: float, minds_step: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    own = minds_step[minds_step["blur"] == blur]
    curve = alt.Chart(own).encode(x=alt.X("total:Q", title="Upper total", scale=alt.Scale(domain=[0, 50])))
    told = [alt.Tooltip("total:Q", title="Upper total"), alt.Tooltip("worth:Q", title="Held to be worth", format=".1f")]
    worth = alt.Y("worth:Q", title="Worth, in points")
    return alt.layer(
        curve.mark_area(opacity=0.25, color="var(--c2)").encode(y="true:Q"),
        curve.mark_line(strokeWidth=3, color="var(--c1)").encode(y=worth, tooltip=told),
        height=260,
    )


def sentence(blur: float, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    how = "Sharp as it is" if blur == 0 else f"Blurred by {blur:g} {'point' if blur == 1 else 'points'}"
    score = f"{how}, the seventeen numbers score **{numbers['mean']:.2f}**"
    return f"{score}; {numbers['left']:.2f} are lost, {numbers['late']:.2f} of them in the last five turns."
