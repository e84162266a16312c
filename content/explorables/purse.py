"""How full is the purse of perfect play? Throws saved before each turn, on average."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import frame, slider

turn = slider(1, 16, start=10, label="Before turn")
purse_turns = frame("purse_turns")

caption = (
    "**How full is the purse of perfect play?** Throws saved before each turn, on average over all games, exactly; the "
    "last bar is what is left at the end."
)
alt_text = (
    "A gold bar for each turn: the purse is empty before the first, grows until the tenth, and melts to little more "
    "than one throw at the end."
)


def numbers(turn: int, purse_turns: pd.DataFrame) -> dict[str, float]:
    """Return what the sentence tells of a state."""
    return {"mean": purse_turns.sort_values("turn")["mean"].iloc[turn - 1]}


def picture(purse_turns: pd.DataFrame) -> alt.Chart:
    """Draw the figure."""
    return (
        alt.Chart(purse_turns)
        .mark_bar(color="var(--c2)")
        .encode(
            x=alt.X("turn:O", title="Before turn", axis=alt.Axis(labelExpr="datum.value == 16 ? 'end' : datum.label")),
            y=alt.Y("mean:Q", title="Throws saved, on average"),
            tooltip=alt.Tooltip("mean:Q", title="Throws saved", format=".2f"),
        )
    )


def sentence(turn: int, numbers: dict[str, float]) -> str:
    """Say what is seen."""
    when = "At the end of the game" if turn == 16 else f"Before turn **{turn}**"
    return f"{when} the purse of perfect play holds **{numbers['mean']:.2f}** throws, on average over all games."
