"""Figure "How few numbers?": points lost by players by their size, fitted to best choices or to values of cards."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame, slider

FITS = {"choose": "to choices", "right": "to values"}

size = slider(stops="1 8 12 17 40 130 300 1000 10000 20000", start=1, label="Numbers, at most")
fit = choice(FITS, start="choose", label="Fitted")
minds_values = frame("minds_values")
policies = frame("policies")

caption = (
    "**How few numbers?** Every dot is a player that counts the turn exactly. Drag to give it more numbers; then fit "
    "them to what cards are worth, not to the best choice."
)
alt_text = (
    "Dots of players from one number to twenty thousand, by the points that they lose: the line of those fitted to the "
    "best choices falls steeply at one number and at seventeen, the line of those fitted to values lies far above."
)


def with_fits(minds_values: pd.DataFrame) -> pd.DataFrame:
    """Return the minds with the kind of their fit."""
    fits = minds_values["fit"].map(lambda one: "right" if one.startswith("be_right") else "choose")
    return minds_values.assign(way=fits, words=fits.map(FITS))


def best_of(fit: str, size: int, minds_values: pd.DataFrame) -> pd.Series:
    """Return the best mind with at most ``size`` numbers; of those with equal scores, the largest."""
    minds = with_fits(minds_values)
    few = minds[(minds["way"] == fit) & (minds["numbers"] > 0) & (minds["numbers"] <= size)]
    told = few["mean"].round(2)
    best = few[told == told.max()]
    return best.loc[best["numbers"].idxmax()]


def numbers(fit: str, size: int, minds_values: pd.DataFrame, policies: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    mind, means = best_of(fit, size, minds_values), policies.set_index("policy")["mean"]
    closed = (mind["mean"] - means["greedy"]) / (means["optimal"] - means["greedy"])
    return {"numbers": int(mind["numbers"]), "mean": mind["mean"], "left": mind["left"], "closed": closed}


def picture(fit: str, size: int, minds_values: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    minds = with_fits(minds_values)
    minds = minds[minds["numbers"] > 0]
    mine = minds.loc[[best_of(fit, size, minds_values).name]]
    steps = minds.sort_values("numbers").assign(least=lambda one: one.groupby("way")["left"].cummin())
    across = alt.X(
        "numbers:Q", title="Numbers", scale=alt.Scale(type="log", domain=[1, 30000]), axis=alt.Axis(grid=False)
    )
    down = alt.Scale(type="log", domain=[0.01, 60])
    names, key = list(FITS.values()), alt.Legend(columns=1)
    two = alt.Scale(domain=names, range=["var(--c1)", "var(--c2)"])
    color = alt.Color("words:N", title=None, scale=two, legend=key)
    dash = alt.StrokeDash("words:N", scale=alt.Scale(domain=names, range=[[1, 0], [6, 4]]), legend=None)
    shape = alt.Shape("words:N", title=None, scale=alt.Scale(domain=names, range=["circle", "triangle-up"]), legend=key)
    told = [
        alt.Tooltip("family:N", title="Mind"),
        alt.Tooltip("numbers:Q", title="Numbers", format=","),
        alt.Tooltip("mean:Q", title="Scores", format=".2f"),
    ]
    lost = alt.Y("left:Q", scale=down)
    line = alt.Chart(steps, height=340).mark_line(interpolate="step-after", strokeWidth=2)
    dots, ring = (
        alt.Chart(minds).mark_point(size=50, filled=True, opacity=0.85),
        alt.Chart(mine).mark_point(size=220, strokeWidth=3),
    )
    return alt.layer(
        line.encode(x=across, y=alt.Y("least:Q", title="Points lost", scale=down), color=color, strokeDash=dash),
        dots.encode(x=across, y=lost, color=color, shape=shape, tooltip=told),
        ring.encode(x=across, y=lost, color=alt.value("var(--red)")),
    )


def sentence(fit: str, size: int, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    count = "one number" if numbers["numbers"] == 1 else f"{numbers['numbers']:,} numbers"
    return (
        f"With **{count}**, fitted {FITS[fit]}, on top of an exact turn: **{numbers['mean']:.2f}** points, "
        f"{numbers['left']:.2f} below perfect play. That closes {numbers['closed']:.1%} of the way from greedy play."
    )
