"""Figure "How many games until it plays well?": scores of learners by games played and by their teacher."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import choice, frame, slider

TOLD = {"average": "the average of the turn", "one_throw": "what one throw brought", "final_score": "the final score"}
LEARNERS = {"linear": "Sixteen numbers", "network": "A network", "tables": "Tables", "notebook": "Knows no dice"}
LOWEST = {"linear": 230, "network": 230, "tables": 220, "notebook": 220}
WHO = {
    "linear": "the learner",
    "network": "a network",
    "tables": "a learner with a number for every set of lower boxes and every upper half",
    "notebook": "a learner who knows no dice and keeps a notebook",
}

games = slider(stops="100 300 1000 3000 10000 30000 100000", start=300, label="Games played")
learner = choice(LEARNERS, start="linear", label="Learner")
minds_learned = frame("minds_learned")
axes = "free"  # the learners differ too much for common axes

caption = (
    "**How many games until it plays well?** Five learners for each line, and the band between the worst and the best "
    "of them. Drag through their games."
)
alt_text = (
    "Lines of the expected score over the number of games, on a logarithmic axis: told the average of the turn, the "
    "learner is good after hundreds of games, told one throw after thousands, told the final score after many "
    "thousands."
)


def stops_of(learner: str, minds_learned: pd.DataFrame) -> pd.DataFrame:
    """Return mean, worst and best score of the seeds, by teacher and games."""
    rows = minds_learned[minds_learned["learner"] == learner]
    return rows.assign(name=rows["told"].map(TOLD))


def latest(learner: str, games: int, minds_learned: pd.DataFrame) -> pd.DataFrame:
    """Return the last stop up to a number of games, by teacher; the first stop if there is none yet."""
    rows = stops_of(learner, minds_learned)
    first = rows.groupby("told")["games"].transform("min")
    past = rows[rows["games"] <= first.clip(lower=games)]
    return past.loc[past.groupby("told")["games"].idxmax()].set_index("told")


def within(learner: str, games: int, minds_learned: pd.DataFrame) -> int:
    """Return the last stop of the learner up to a number of games, or the first."""
    played = stops_of(learner, minds_learned)["games"]
    return int(played[played <= max(games, played.min())].max())


def numbers(games: int, learner: str, minds_learned: pd.DataFrame) -> dict[str, float]:
    """Return the numbers of a state for the sentence, and for the prose the scores of the linear learner."""
    few, own = latest("linear", games, minds_learned), latest(learner, games, minds_learned)
    found, one = few["mean"].to_dict(), own.iloc[0]
    for told in TOLD:  # a learner with a single teacher has only one row
        row = own.loc[told] if told in own.index else one
        found |= {f"own_{told}": row["mean"], f"{told}_games": int(row["games"])}
    cards, of_game = int(one["looked_at"]), int(one["looked_at"] / one["games"])
    played = within(learner, games, minds_learned)
    return found | {"worst": one["worst"], "cards": cards, "cards_of_game": of_game, "played": played}


def picture(games: int, learner: str, minds_learned: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    rows = stops_of(learner, minds_learned)
    ends = alt.Scale(type="log", domain=[int(rows["games"].min()), int(rows["games"].max())])
    base = alt.Chart(rows).encode(
        x=alt.X("games:Q", title="Games played", scale=ends),
        color=alt.Color(
            "name:N", title="Told", sort=list(TOLD.values()), legend=alt.Legend(columns=1, symbolOpacity=1)
        ),
    )
    told = [
        alt.Tooltip("games:Q", title="Games", format=","),
        alt.Tooltip("looked_at:Q", title="Cards looked at", format=","),
        alt.Tooltip("mean:Q", title="Scores", format=".1f"),
    ]
    played = within(learner, games, minds_learned)
    here = alt.Chart(pd.DataFrame({"games": [played]})).mark_rule(color="var(--red)", strokeWidth=2).encode(x="games:Q")
    low = alt.Scale(domain=[LOWEST[learner], 250], clamp=True)
    return alt.layer(
        base.mark_area(opacity=0.22).encode(y=alt.Y("worst:Q", title="Expected score", scale=low), y2="best:Q"),
        base.mark_line(strokeWidth=2.5).encode(y=alt.Y("mean:Q", scale=low)),
        base.mark_circle(size=45).encode(y=alt.Y("mean:Q", scale=low), tooltip=told),
        here,
        height=320,
    )


def sentence(games: int, learner: str, numbers: dict[str, float]) -> str:
    """Describe a state in a sentence."""
    if learner == "notebook":
        scores = f"scores **{numbers['own_one_throw']:.1f}**, the worst of five {numbers['worst']:.1f}"
        past = f"After {numbers['one_throw_games']:,} games and {numbers['cards']:,} cards looked at"
        return f"{past}, {WHO[learner]} {scores}."
    played = numbers["played"]
    now = {told: words for told, words in TOLD.items() if numbers[f"{told}_games"] == played}
    parts = [f"**{numbers[f'own_{told}']:.1f}** told {words}" for told, words in now.items()]
    others = [
        f"told {words} it has {numbers[f'own_{told}']:.1f} after {numbers[f'{told}_games']:,}"
        for told, words in TOLD.items()
        if told not in now
    ]
    scores = f"{WHO[learner]} scores {' and '.join(filter(None, [', '.join(parts[:-1]), parts[-1]]))}"
    rest = f" {', '.join(others)}.".replace(" t", " T", 1) if others else ""
    return f"After {played:,} games {scores}.{rest} In each it looks at about {numbers['cards_of_game']} cards."
