"""Figure "When is each box filled?": boxes by turn, in all perfect games, in those with and in those without bonus."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame, slider

BOXES = [
    *["ones", "twos", "threes", "fours", "fives", "sixes", "one_pair", "two_pairs", "three_of_a_kind"],
    *["four_of_a_kind", "small_straight", "large_straight", "full_house", "chance", "yatzy"],
]
GAMES = {
    "probability": "of all games",
    "given_bonus": "of games with the bonus",
    "given_no_bonus": "of games without the bonus",
}
STEPS = [0.01, 0.03, 0.06, 0.09, 0.12, 0.16]

games = choice({"probability": "All", "given_bonus": "With the bonus", "given_no_bonus": "Without it"}, label="Games")
box = choice({name: name.replace("_", " ").capitalize() for name in BOXES}, start="yatzy", label="Box")
turn = slider(1, 15, start=13, label="Turn")
fill_map = frame("fill_map")
former = r"(?P<games>[a-z_]+)\.(?P<box>[a-z_]+)\.(?P<turn>\d+)"

caption = (
    "**When is each box filled?** Boxes are in the order of their average turn. Press a cell, or point at it; then "
    "switch to the games without the bonus, and watch the last column."
)
alt_text = (
    "A map of the boxes by the turns; the stronger in colour, the more often perfect play fills the box then. Four of "
    "a kind, Yatzy and the large straight are strongest in the last turns."
)


def numbers(games: str, box: str, turn: int, fill_map: pd.DataFrame) -> dict[str, object]:
    """Return the numbers of a state for the sentence."""
    row = fill_map[(fill_map["category"] == box) & (fill_map["turn"] == turn)].iloc[0]
    return {"share": row[games], "points": row["points"], "zero": row["zero_rate"]}


def picture(games: str, fill_map: pd.DataFrame) -> alt.Chart:
    """Draw the figure."""
    cells = fill_map.rename(columns={"category": "box"}).assign(share=fill_map[games])
    order = (cells["turn"] * cells["probability"]).groupby(cells["box"]).sum().sort_values().index.tolist()
    name = "upper(slice(datum.label, 0, 1)) + replace(slice(datum.label, 1), /_/g, ' ')"
    return (
        alt.Chart(cells, height=360)
        .mark_rect(stroke="var(--stage)")
        .encode(
            x=alt.X("turn:O", title="Turn"),
            y=alt.Y("box:O", sort=order, title=None, axis=alt.Axis(labelExpr=name, domain=False)),
            color=alt.Color(
                "share:Q",
                scale=alt.Scale(type="threshold", domain=STEPS, range=[f"var(--s{step})" for step in range(7)]),
                legend=alt.Legend(
                    title="Of games",
                    titleOrient="top",
                    format=".0%",
                    gradientLength=190,
                    labelExpr="indexof([0.03, 0.09], datum.value) < 0 ? datum.label : ''",
                ),
            ),
            tooltip=[alt.Tooltip("share:Q", title="Of games", format=".1%")],
        )
    )


def sentence(games: str, box: str, turn: int, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    name = box.replace("_", " ").capitalize()
    often = f"**{name}** is filled in turn **{turn}** in **{numbers['share']:.1%}** {GAMES[games]}"
    if numbers["share"] == 0:
        return f"{often}."
    brings = (
        f"Over all games in which it is, it brings {numbers['points']:.1f} points on average, and nothing in "
        f"{numbers['zero']:.1%} of them."
    )
    return f"{often}. {brings}"
