"""Figure "How do you win the last turns?": the chance of winning by the points that are still needed."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame, slider

CARDS = {
    "0": "Two pairs",
    "1": "One pair",
    "2": "Three of a kind and Yatzy",
    "3": "Large straight and Chance",
    "4": "Large straight, Chance and Yatzy",
    "5": "One pair, Large straight and Yatzy",
}
WAYS = {"best": "plays to win", "optimal": "plays for the average", "greedy": "plays greedily"}

# Colours of the players of the essay: target player, perfect play, greedy player.
COLORS = ["var(--target)", "var(--perfect)", "var(--greedy)"]
LINES = [[1, 0], [1, 0], [7, 4]]

card = choice(CARDS, start="2", label="Your open boxes")
needed = slider(1, 100, start=16, label="Points that you still need")
friend_lead = frame("friend_lead")
axes = "free"  # open boxes differ in the points that they can bring
former = r"(?P<card>\d)\.(?P<needed>\d+)"

caption = (
    "**How do you win the last turns?** Your friend has finished. Choose which boxes you have left, and drag across "
    "the picture to the points that you still need."
)
alt_text = (
    "Stairs of the chance to win over the points that are needed: playing to win lies above playing for the average "
    "and greedy play."
)


def rows_of(card: str, friend_lead: pd.DataFrame) -> pd.DataFrame:
    """Return the chances for the open boxes of a card, by the points needed."""
    return friend_lead[friend_lead["open"] == friend_lead["open"].unique()[int(card)]]


def numbers(card: str, needed: int, friend_lead: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    rows = rows_of(card, friend_lead)
    fewest, most = rows["needed"].min(), rows["needed"].max()
    own = rows[rows["needed"] == min(max(needed, fewest), most)].iloc[0]
    return {**{way: own[way] for way in WAYS}, "fewest": fewest, "most": most}


def picture(card: str, friend_lead: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    rows = rows_of(card, friend_lead)
    chances = rows.melt(["needed"], list(WAYS), "way", "chance").assign(name=lambda one: one["way"].map(WAYS))
    ends = alt.Scale(domain=[int(rows["needed"].min()) - 0.5, int(rows["needed"].max()) + 0.5], nice=False)
    across = alt.X("needed:Q", title="Points that you still need", scale=ends)
    told = [alt.Tooltip("needed:Q", title="Points needed")]
    told += [alt.Tooltip(f"{way}:Q", title=words, format=".1%") for way, words in WAYS.items()]
    names = list(WAYS.values())
    chance = alt.Y("chance:Q", title="Chance to win", axis=alt.Axis(format=".0%"), scale=alt.Scale(domain=[0, 1]))
    color = alt.Color("name:N", title=None, scale=alt.Scale(domain=names, range=COLORS), legend=alt.Legend(columns=1))
    dash = alt.StrokeDash("name:N", title=None, scale=alt.Scale(domain=names, range=LINES))
    wide = alt.StrokeWidth("name:N", title=None, scale=alt.Scale(domain=names, range=[3.5, 2, 2.5]), legend=None)
    stairs = alt.Chart(chances, height=280).mark_line(interpolate="step")
    return alt.layer(
        stairs.encode(x=across, y=chance, color=color, strokeDash=dash, strokeWidth=wide),
        alt.Chart(rows).mark_rule(opacity=0).encode(x=across, tooltip=told),
    )


def sentence(card: str, needed: int, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    begun = (
        f"**{needed}** {'point' if needed == 1 else 'points'} needed, with {CARDS[card]} open and the bonus written."
    )
    if needed > numbers["most"]:
        return f"{begun} That is more than these boxes can bring."
    if needed < numbers["fewest"]:
        return f"{begun} Even {numbers['fewest']} can be had in {numbers['best']:.1%} of games."
    ways = [f"**{numbers[way]:.1%}** if you {words.replace('plays', 'play')}" for way, words in WAYS.items()]
    worse = " Even that beats play for the average here." if numbers["greedy"] > numbers["optimal"] + 5e-4 else ""
    return f"{begun} Of all games you win {', '.join(ways)}.{worse}"
