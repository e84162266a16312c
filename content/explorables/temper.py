"""Figure "Can three numbers tell a temper?": averages of players, guessed by two fits, against true averages."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame

TEMPERS = {-0.025: "cautious", 0.0: "plain", 0.025: "bold"}
FITS = {"straight": "straight", "curved": "curved"}

early = choice(TEMPERS, start=0.0, label="Turns 1 to 5")
middle = choice(TEMPERS, start=0.0, label="Turns 6 to 10")
late = choice(TEMPERS, start=0.0, label="Turns 11 to 15")
temper_players = frame("temper_players")
temper_guesses = frame("temper_guesses")

caption = (
    "**Can three numbers tell a temper?** The averages of players as two fits guess them: on the slope the guess is "
    "true. Choose a player."
)
alt_text = (
    "Dots of guessed averages over true ones: the straight fit guesses nearly the same for all players, the curved fit "
    "lies on the slope."
)


def player_of(early: float, middle: float, late: float, temper_players: pd.DataFrame) -> int:
    """Return the number of the chosen player."""
    rows = temper_players[temper_players["kind"] == "stops"]
    chosen = rows[(rows[["early", "middle", "late"]].sub([early, middle, late]).abs() < 1e-6).all(axis=1)]
    return int(chosen["player"].iloc[0])


def numbers(
    early: float,
    middle: float,
    late: float,
    temper_players: pd.DataFrame,
    temper_guesses: pd.DataFrame,
) -> dict[str, float]:
    """Return the numbers of a state for the sentence."""
    player = player_of(early, middle, late, temper_players)
    rows = temper_guesses[(temper_guesses["player"] == player) & (temper_guesses["quantity"] == "mean")]
    guess = rows.set_index("fit")["guess"]
    return {"true": rows["true"].iloc[0], "straight": guess["straight"], "curved": guess["curved"]}


def picture(
    early: float,
    middle: float,
    late: float,
    temper_players: pd.DataFrame,
    temper_guesses: pd.DataFrame,
) -> alt.LayerChart:
    """Draw the figure."""
    rows = temper_guesses[(temper_guesses["quantity"] == "mean") & (temper_guesses["kind"] == "stops")]
    rows = rows.assign(name=rows["fit"].map(FITS))
    mine = rows[rows["player"] == player_of(early, middle, late, temper_players)]
    ends = [rows[["true", "guess"]].min().min(), rows[["true", "guess"]].max().max()]
    scale = alt.Scale(domain=ends, nice=True, zero=False)
    across = alt.X("true:Q", title="True, in points", scale=scale)
    down = alt.Y("guess:Q", title="Guessed", scale=scale)
    colors = alt.Scale(range=["var(--c3)", "var(--c1)"])
    told = [alt.Tooltip("true:Q", title="True", format=".2f"), alt.Tooltip("guess:Q", title="Guessed", format=".2f")]
    slope = alt.Chart(pd.DataFrame({"true": ends, "guess": ends}), height=300)
    return alt.layer(
        slope.mark_line(strokeWidth=1.5, color="var(--line)").encode(x=across, y=down),
        alt.Chart(rows)
        .mark_circle(size=60, opacity=0.85)
        .encode(
            x=across,
            y=down,
            tooltip=told,
            color=alt.Color("name:N", title="Fit", sort=list(FITS.values()), scale=colors),
        ),
        alt.Chart(mine)
        .mark_point(size=240, strokeWidth=3, color="var(--red)")
        .encode(x=across, y=down, detail="fit:N"),
    )


def sentence(early: float, middle: float, late: float, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    who = f"{TEMPERS[early].capitalize()} early, {TEMPERS[middle]} in the middle, {TEMPERS[late]} late"
    return (
        f"{who}: an average of **{numbers['true']:.2f}** points. The straight fit guesses {numbers['straight']:.2f}, "
        f"the curved one {numbers['curved']:.2f}."
    )
