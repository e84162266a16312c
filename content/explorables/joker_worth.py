"""Which rule is worth an argument? What each stricter reading of the joker rule costs perfect play in a game."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame

READINGS = {
    "forced": "Forced joker",
    "none": "No joker",
    "unpaid": "No hundred",
    "plain": "Neither",
}

reading = choice(READINGS, start="forced", label="Reading")
joker_rules = frame("joker_rules")

caption = (
    "**Which rule is worth an argument?** What perfect play loses in a game of American Yahtzee under each stricter "
    "reading. Press a bar; the first one is there, too."
)
alt_text = (
    "Four bars: forced jokers cost next to nothing, no joker over half a point, no hundred points over eight, and "
    "neither of them hardly more."
)


def lost_of(less: float) -> str:
    """Write points lost, however few."""
    return f"{less:.4f}" if less < 0.01 else f"{less:.2f}"


def numbers(reading: str, joker_rules: pd.DataFrame) -> dict[str, float]:
    """Return what the sentence tells of a state."""
    row = joker_rules.set_index("reading").loc[reading]
    return {"less": row["less"], "mean": row["mean"], "sd": row["sd"]}


def picture(reading: str, joker_rules: pd.DataFrame) -> alt.Chart:
    """Draw the figure."""
    rows = joker_rules[joker_rules["reading"].isin(READINGS)].copy()
    rows["look"] = ["now" if one == reading else "other" for one in rows["reading"]]
    looks = alt.Scale(domain=["now", "other"], range=["var(--red)", "var(--c1)"])
    told = [alt.Tooltip("mean:Q", title="Average", format=".2f"), alt.Tooltip("sd:Q", title="Spread", format=".1f")]
    names = {one: f"{READINGS[one]}: {lost_of(less)}" for one, less in zip(rows["reading"], rows["less"], strict=True)}
    return (
        alt.Chart(rows, height=170)
        .mark_bar(height=22)
        .encode(
            x=alt.X("less:Q", title="Points lost in a game", scale=alt.Scale(domain=[0, 10])),
            y=alt.Y("reading:N", title=None, sort=list(READINGS), axis=alt.Axis(labelExpr=f"{names}[datum.label]")),
            color=alt.Color("look:N", legend=None, scale=looks),
            tooltip=told,
        )
    )


def sentence(reading: str, numbers: dict[str, float]) -> str:
    """Say what is seen."""
    after = f"The average is {numbers['mean']:.2f}, the spread {numbers['sd']:.1f}."
    return f"{READINGS[reading]}: **{lost_of(numbers['less'])}** points lost in a game. {after}"
