"""Figure "How good can bad evenings be?": mean score of the worst games, for three players and each share of games."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import frame, slider

PLAYERS = {"best": "plays for them", "dial": "best setting of the dial"}

percent = slider(stops="1 2 5 10 15 20 25 30 40 50 60 75", start=5, label="Worst games that count", unit="%")
worst_share = frame("worst_share")

caption = (
    "**How good can bad evenings be?** The mean score of the worst games, above that of plain play, for the player who "
    "wants it as high as it can be and looks at the points so far, and for the dial. Drag to let more games count."
)
alt_text = (
    "Two falling lines over the share of games that counts: the player who looks at the points so far gains most on "
    "the worst games; the dial gains most of that for one or two in a hundred, about half of it for more, and both "
    "next to nothing with most games counted."
)


def row_of(percent: int, worst_share: pd.DataFrame) -> pd.Series:
    """Return the row of a share."""
    return worst_share.set_index("percent").loc[percent]


def numbers(percent: int, worst_share: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    row = row_of(percent, worst_share)
    return {name: float(row[name]) for name in ("best", "dial", "optimal", "theta")}


def picture(percent: int, worst_share: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    rows = worst_share.melt(["percent", "optimal"], list(PLAYERS), "player", "mean")
    rows = rows.assign(gain=rows["mean"] - rows["optimal"], name=rows["player"].map(PLAYERS))
    mine = rows[rows["percent"] == percent]
    across = alt.X("percent:Q", title="Worst games that count, in %", axis=alt.Axis(grid=False))
    down = alt.Y("gain:Q", title="Points above plain play")
    names = list(PLAYERS.values())
    color = alt.Color(
        "name:N",
        title=None,
        scale=alt.Scale(domain=names, range=["var(--c1)", "var(--c2)"]),
        legend=alt.Legend(columns=1),
    )
    dash = alt.StrokeDash("name:N", scale=alt.Scale(domain=names, range=[[1, 0], [6, 4]]), legend=None)
    told = [
        alt.Tooltip("name:N", title="Player"),
        alt.Tooltip("percent:Q", title="Worst games, in %"),
        alt.Tooltip("mean:Q", title="Their mean", format=".2f"),
    ]
    return alt.layer(
        alt.Chart(rows, height=260).mark_line(strokeWidth=2).encode(x=across, y=down, color=color, strokeDash=dash),
        alt.Chart(mine).mark_point(size=160, strokeWidth=3).encode(x=across, y=down, color=color, tooltip=told),
    )


def sentence(percent: int, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    return (
        f"The worst **{percent}%** of the games: **{numbers['best']:.1f}** points on average for the player who plays "
        f"for them, {numbers['dial']:.1f} with the best setting of the dial, {numbers['optimal']:.1f} for plain play."
    )
