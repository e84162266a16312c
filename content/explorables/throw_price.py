"""Figure "What is a saved throw worth?": the value of one more throw by turn and saved throws, for two games."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame, slider

STEPS = [0.25, 0.5, 1, 2, 3, 4]
MOST = 19  # largest number of saved throws in the figure

game = choice({"scandinavian-saved": "Scandinavian", "maxi-saved": "Maxi"}, label="Game, with saved throws")
turn = slider(2, 20, start=8, label="Before turn")
saved = slider(0, MOST, start=4, label="Throws saved already")
throw_worth = frame("throw_worth")
axes = "free"  # six dice have more turns
former = r"(?P<game>[a-z]+-saved)\.(?P<turn>\d+)\.(?P<saved>\d+)"
why = "The Scandinavian game has fewer turns than Maxi, and a turn saves two throws at most."

caption = (
    "**What is a saved throw worth?** Press a cell, or point at it. Go down a column, and watch the price of a throw "
    "fall. Then exchange the game."
)
alt_text = (
    "A map of turns by throws saved, the stronger in colour the more one further throw is worth; above it a line "
    "for each turn that falls from one saved throw to the next."
)


def only(game: str, turn: int, saved: int) -> bool:
    """Return whether a state is possible in the game."""
    return turn <= {"scandinavian-saved": 15, "maxi-saved": 20}[game] and saved < 2 * (turn - 1)


def cells_of(throw_worth: pd.DataFrame, game: str) -> pd.DataFrame:
    """Return the rows of a game that are drawn."""
    own = throw_worth[(throw_worth["game"] == game) & (throw_worth["saved"] <= MOST)]
    return own.assign(turn=own["filled"] + 1)


def numbers(game: str, turn: int, saved: int, throw_worth: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    row = throw_worth[(throw_worth["game"] == game) & (throw_worth["filled"] == turn - 1)]
    own = row[row["saved"] == saved].iloc[0]
    purse = row["worth"][row["saved"] < saved].sum()
    return {"purse": purse, "worth": own["worth"], "least": own["least"], "most": own["most"]}


def picture(game: str, throw_worth: pd.DataFrame) -> alt.VConcatChart:
    """Draw the figure."""
    cells = cells_of(throw_worth, game).assign(throws=lambda rows: rows["saved"])
    dearest = throw_worth["worth"].max()
    points = alt.Tooltip("worth:Q", title="One more is worth", format=".2f")
    lines = alt.Chart(cells, height=120).mark_line(interpolate="step", strokeWidth=1.2, color="var(--c2)")
    map_of = alt.Chart(cells, height=300).mark_rect(stroke="var(--stage)")
    color = alt.Color(
        "worth:Q",
        scale=alt.Scale(type="threshold", domain=STEPS, range=[f"var(--s{step})" for step in range(7)]),
        legend=alt.Legend(title="Points", orient="bottom", labelExpr="datum.value < 1 ? '' : datum.label"),
    )
    across = alt.Scale(domain=list(range(MOST + 1)))
    return alt.vconcat(
        lines.encode(
            x=alt.X("throws:O", axis=None, scale=across),
            y=alt.Y("worth:Q", title="Points one more throw adds", scale=alt.Scale(domain=[0, dearest])),
            detail="turn:O",
        ),
        map_of.encode(
            x=alt.X("saved:O", title="Throws saved already", scale=across),
            y=alt.Y("turn:O", title="Before turn"),
            color=color,
            tooltip=[points],
        ),
    )


def sentence(turn: int, saved: int, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    purse = "With nothing saved" if saved == 0 else f"With {saved} {'throw' if saved == 1 else 'throws'} saved"
    together = {0: "", 1: f" The one in the purse is worth {numbers['purse']:.2f}."}
    more = f" The {saved} in the purse are worth {numbers['purse']:.2f} together."
    worth = f"one more is worth **{numbers['worth']:.2f}** points (from {numbers['least']:.2f} to {numbers['most']:.2f}"
    return f"Before turn **{turn}**. {purse}, {worth}, by the card).{together.get(saved, more)}"
