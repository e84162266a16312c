"""Data sets on how much a player with one dial, theta, falls short of one who sees the points so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.risk.games import games_of_thetas
from solver.datasets.targets.chances import targets_of

if TYPE_CHECKING:
    from solver.risk.dial import Dial

CERTAIN = 1e-12  # a target that every player reaches with this much less than certainty cannot be missed


def dial_of_thetas(workshop: Workshop) -> Dial:
    """Return the players for all thetas that are told."""
    from solver.risk.dial import Dial  # compiles

    games = workshop.once(games_of_thetas)
    return Dial(tuple(one.theta for one in games), [one.distribution for one in games])


@table()
def dial_loss(workshop: Workshop) -> pd.DataFrame:
    """Compare the best theta for every target with play for the target itself; one row per target that can be missed.

    Columns
    -------
    score : int, points
        The target: a final score of at least this.
    best_probability : float, probability
        Largest probability of reaching it, for a player who sees the points so far.
    theta : float, per point
        The theta, of those in theta_frontier, whose player reaches it most often.
    theta_probability : float, probability
        How often it does.
    optimal_probability : float, probability
        How often perfect play does, theta = 0.
    gap : float, probability
        What the best theta falls short.
    relative_gap : float, share
        The same as a share of the largest probability.
    optimal_gap : float, probability
        What perfect play falls short.
    """
    dial, best = workshop.once(dial_of_thetas), workshop.once(targets_of).best_probability
    mean = dial.chance_of_target[dial.thetas.index(0.0)]
    rows = []
    for score in range(1, len(best)):
        if best[score] > 0.0 and dial.chance_of_target[:, score].min() < 1.0 - CERTAIN:
            setting = dial.best_for_target(score)
            rows.append(
                {
                    "score": score,
                    "best_probability": best[score],
                    "theta": setting.theta,
                    "theta_probability": setting.achieved,
                    "optimal_probability": mean[score],
                    "gap": best[score] - setting.achieved,
                    "relative_gap": 1.0 - setting.achieved / best[score],
                    "optimal_gap": best[score] - mean[score],
                }
            )
    return pd.DataFrame(rows)


@table()
def best_theta_for_percentile(workshop: Workshop) -> pd.DataFrame:
    """Tell the best theta for every percentile of the final score; one row per percentile.

    Percentile p is the smallest score s with P(X <= s) >= p / 100.

    Columns
    -------
    percentile : int, percent
        The percentile wanted, 1 to 99.
    theta : float, per point
        The theta, of those in theta_frontier, with the largest; of equal ones, that which reaches it most often.
    theta_score : int, points
        Its percentile.
    optimal_score : int, points
        That of perfect play, theta = 0.
    best_score : int, points
        The largest that can be had: the greatest score that can be reached with more than 1 - p / 100.
    """
    dial, targets = workshop.once(dial_of_thetas), workshop.once(targets_of)
    optimal = dial.distributions[dial.thetas.index(0.0)]
    settings = [dial.best_for_percentile(percent) for percent in range(1, 100)]
    return pd.DataFrame(
        {
            "percentile": range(1, 100),
            "theta": [setting.theta for setting in settings],
            "theta_score": [int(setting.achieved) for setting in settings],
            "optimal_score": [optimal.percentile(percent) for percent in range(1, 100)],
            "best_score": [targets.best_percentile(percent) for percent in range(1, 100)],
        }
    )
