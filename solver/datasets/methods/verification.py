"""A data set on how results were verified: identities between them, each with its two sides."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.advising.turn import solve_turn
from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import (
    optimal_distribution_of,
    optimal_events,
    optimal_statistics,
    perfect_visits,
)
from solver.datasets.solving.layers import filled_of_state
from solver.datasets.targets.chances import targets_of

Identity = tuple[str, str, str, float, float]


def of_the_optimum(workshop: Workshop) -> list[Identity]:
    """Return the identities between the value of the game and the walk through its games."""
    distribution, statistics = optimal_distribution_of(workshop), optimal_statistics(workshop)
    start, joint = workshop.solution.start_value, optimal_events(workshop).prob_of_score
    visits, n_filled = perfect_visits(workshop), filled_of_state(workshop.game)
    off = max(abs(float(visits[n_filled == filled].sum()) - 1) for filled in range(int(n_filled.max()) + 1))
    return [
        ("mean", "the mean of all final scores", "the value of the empty card", distribution.mean, start),
        ("total", "the chances of all final scores", "one", float(distribution.prob_of_score.sum()), 1.0),
        (
            "covariances",
            "the covariances of all boxes and the bonus",
            "the variance of the score",
            float(statistics.covariance.sum()),
            distribution.variance,
        ),
        (
            "events",
            "the farthest of the sums over the joint events, by score",
            "the chance of that score",
            *farthest(joint.sum(axis=0), distribution.prob_of_score),
        ),
        (
            "boxes",
            "the means of all boxes and of the bonus, added up",
            "the value of the empty card",
            float(statistics.means.sum()),
            start,
        ),
        (
            "turn",
            "the first turn, solved by the advisor's program",
            "the value of the empty card",
            float(solve_turn(workshop.game, 0, 0, workshop.solution.value_of_state).value_of_state[0]),
            start,
        ),
        ("visits", "the chances of all states after a turn, the farthest turn", "one", 1 + off, 1.0),
    ]


def farthest(left: Floats, right: Floats) -> tuple[float, float]:
    """Return the two entries that differ most."""
    place = int(np.argmax(np.abs(left - right)))
    return float(left[place]), float(right[place])


def of_the_targets(workshop: Workshop) -> list[Identity]:
    """Return the identities of the table of targets."""
    best = workshop.once(targets_of).best_probability
    at_least = np.cumsum(optimal_distribution_of(workshop).prob_of_score[::-1])[::-1]
    return [
        (
            "targets",
            "the largest lead of the average's chance of any target over the best chance",
            "at most nothing",
            float(np.maximum(0, at_least - best[: len(at_least)]).max()),
            0.0,
        ),
        ("certain", "the best chance of no points at all", "one", float(best[0]), 1.0),
    ]


@table()
def verification(workshop: Workshop) -> pd.DataFrame:
    """State identities that hold whatever the numbers are, and how well these keep them; one row per identity.

    Columns
    -------
    identity : str
        Short name.
    left : str
        What stands on one side, computed in one way.
    right : str
        What it must equal, computed in another.
    left_value : float
        The number on the one side.
    right_value : float
        The number on the other.
    difference : float
        How far they are apart.
    """
    rows = [*of_the_optimum(workshop), *of_the_targets(workshop)]
    columns = ["identity", "left", "right", "left_value", "right_value"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.assign(difference=(frame["left_value"] - frame["right_value"]).abs())
