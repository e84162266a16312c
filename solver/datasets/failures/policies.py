"""Data sets on players to compare with perfect play, all exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop

if TYPE_CHECKING:
    from solver.baselines.registry import Entry
    from solver.baselines.summary import Summary


def summaries(workshop: Workshop) -> list[tuple[Entry, Summary]]:
    """Return every named player with what its games are like; make it by ``workshop.once``."""
    from solver.baselines import human, optimist, turn  # noqa: F401 - the players that the data depend on
    from solver.baselines.registry import all_players
    from solver.baselines.summary import find_summary  # compiles

    return [(entry, find_summary(workshop.game, entry)) for entry in all_players().values()]


@table(ruleset="scandinavian")
def policies(workshop: Workshop) -> pd.DataFrame:
    """Compare all named policies exactly; one row per policy.

    Columns
    -------
    policy : str
        Name of the policy.
    description : str
        What it does, in a sentence.
    horizon : str
        How far it looks when it weighs its options: game, turn, or none if it weighs nothing.
    believes : float, points
        What it expects before the first throw, of the game or, in its own measure, of the turn; 0 if of nothing.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    skewness : float
        Third central moment over the third power of the standard deviation.
    kurtosis : float
        Fourth central moment over the squared variance; 3 for a normal distribution.
    p1 : int, points
        Smallest score s with P(X <= s) >= 1 %.
    p5 : int, points
        The same with 5 %.
    p10 : int, points
        The same with 10 %.
    p25 : int, points
        The same with 25 %.
    p50 : int, points
        The same with 50 %.
    p75 : int, points
        The same with 75 %.
    p90 : int, points
        The same with 90 %.
    p95 : int, points
        The same with 95 %.
    p99 : int, points
        The same with 99 %.
    bonus_rate : float, probability
        Chance of the bonus.
    yatzy_rate : float, probability
        Chance of points in the Yatzy box.
    visited_states : int, states
        How many states its games can come to, finished scorecards included.
    """
    yatzy = workshop.game.ruleset.category_names.index("yatzy")
    rows = []
    for entry, summary in workshop.once(summaries):
        found = summary.distribution
        rows.append(
            {
                "policy": entry.name,
                "description": entry.description,
                "horizon": summary.horizon,
                "believes": summary.belief,
                "mean": found.mean,
                "sd": found.sd,
                "skewness": found.skewness,
                "kurtosis": found.kurtosis,
                **{f"p{percent}": score for percent, score in found.percentiles.items()},
                "bonus_rate": summary.bonus_rate,
                "yatzy_rate": 1.0 - float(summary.zero_rate[yatzy]),
                "visited_states": summary.visited_states,
            }
        )
    return pd.DataFrame(rows)


@table(ruleset="scandinavian")
def policy_categories(workshop: Workshop) -> pd.DataFrame:
    """Tell what every box brings to every named policy; one row per policy and category, in scorecard order.

    Columns
    -------
    policy : str
        Name of the policy.
    category : str
        Name of the box.
    mean : float, points
        Expected points in the box.
    zero_rate : float, probability
        Chance that it is filled with no points.
    mean_turn : float, turns
        Expected turn, from 1, in which it is filled.
    """
    names = list(workshop.game.ruleset.category_names)
    return pd.concat(
        [
            pd.DataFrame(
                {
                    "policy": entry.name,
                    "category": names,
                    "mean": summary.mean_points,
                    "zero_rate": summary.zero_rate,
                    "mean_turn": summary.mean_turn,
                }
            )
            for entry, summary in workshop.once(summaries)
        ],
        ignore_index=True,
    )


@table(ruleset="scandinavian")
def ladder(workshop: Workshop) -> pd.DataFrame:
    """Climb from casual to perfect play by one habit at a time; one row per rung, perfect play last.

    Columns
    -------
    rung : str
        Name of the policy that has this habit and those of the rungs before.
    habit : str
        The habit, in a sentence.
    mean : float, points
        Expected final score.
    gain : float, points
        What the habit adds to the rung before; 0 for the first.
    left : float, points
        What is left to perfect play.
    sd : float, points
        Standard deviation of the final score.
    bonus_rate : float, probability
        Chance of the bonus.
    """
    from solver.baselines.human import RUNGS  # compiles

    found = {entry.name: (entry, summary) for entry, summary in workshop.once(summaries)}
    climbed = [found[name] for name in (*(rung.name for rung in RUNGS), "optimal")]
    means = np.array([summary.distribution.mean for _, summary in climbed])
    return pd.DataFrame(
        {
            "rung": [entry.name for entry, _ in climbed],
            "habit": [entry.description for entry, _ in climbed],
            "mean": means,
            "gain": np.diff(means, prepend=means[0]),
            "left": means[-1] - means,
            "sd": [summary.distribution.sd for _, summary in climbed],
            "bonus_rate": [summary.bonus_rate for _, summary in climbed],
        }
    )
