"""Three teachers: what learners score after so many of their own games, by what they are told."""

from __future__ import annotations

import altair as alt
import pandas as pd

from site_builder.explore import frame, slider

TOLD = {"average": "the average of the turn", "one_throw": "what one throw brought", "final_score": "the final score"}

games = slider(stops="100 300 1000 3000 10000 30000", start=300, label="Games played")
minds_learning = frame("minds_learning")

caption = (
    "**How many games until it plays well?** Five learners for each line, and the band between the worst and the best "
    "of them. Drag through their games."
)
alt_text = (
    "Lines of the expected score over the number of games, on a logarithmic axis: told the average of the turn, the "
    "learner is good after hundreds of games, told one throw after thousands, told the final score after many "
    "thousands."
)


def stops_of(minds_learning: pd.DataFrame) -> pd.DataFrame:
    """Return mean, worst and best of the seeds, by teacher and games."""
    rows = minds_learning[minds_learning["learner"] == "linear"]
    found = rows.groupby(["told", "games"])["mean"].agg(["mean", "min", "max"]).reset_index()
    return found.assign(name=found["told"].map(TOLD))


def numbers(games: int, minds_learning: pd.DataFrame) -> dict[str, float]:
    """Return what the sentence tells of a state."""
    rows = stops_of(minds_learning)
    past = rows[rows["games"] <= games]
    latest = past.loc[past.groupby("told")["games"].idxmax()].set_index("told")["mean"]
    return latest.to_dict()


def picture(games: int, minds_learning: pd.DataFrame) -> alt.LayerChart:
    """Draw the figure."""
    rows = stops_of(minds_learning)
    base = alt.Chart(rows).encode(
        x=alt.X("games:Q", title="Games played", scale=alt.Scale(type="log", domain=[30, 30000])),
        color=alt.Color("name:N", title="Told", sort=list(TOLD.values()), legend=alt.Legend(columns=1)),
    )
    told = [alt.Tooltip("games:Q", title="Games", format=","), alt.Tooltip("mean:Q", title="Scores", format=".1f")]
    here = alt.Chart(pd.DataFrame({"games": [games]})).mark_rule(color="var(--red)", strokeWidth=2).encode(x="games:Q")
    low = alt.Scale(domain=[215, 250], clamp=True)
    return alt.layer(
        base.mark_area(opacity=0.22).encode(y=alt.Y("min:Q", title="Expected score", scale=low), y2="max:Q"),
        base.mark_line(strokeWidth=2.5).encode(y=alt.Y("mean:Q", scale=low)),
        base.mark_circle(size=45).encode(y=alt.Y("mean:Q", scale=low), tooltip=told),
        here,
        height=320,
    )


def sentence(games: int, numbers: dict[str, float]) -> str:
    """Say what is seen."""
    parts = [f"**{numbers[told]:.1f}** told {words}" for told, words in TOLD.items() if told in numbers]
    listed = f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0]
    return f"After {games:,} games the learner scores {listed}."
