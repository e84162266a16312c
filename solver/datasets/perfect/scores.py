"""Data sets on the scores of perfect play: their distribution, and what makes them high or low."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import optimal_distribution_of, optimal_events, optimal_statistics
from solver.datasets.shared.rows import play_row, score_row

if TYPE_CHECKING:
    pass


@table()
def optimal_distribution(workshop: Workshop) -> pd.DataFrame:
    """Tell how likely each final score of perfect play is; one row per score that can occur.

    Columns
    -------
    score : int, points
        The final score.
    probability : float, probability
        Of exactly this score; sums to 1.
    at_least : float, probability
        Of this score or more.
    """
    prob_of_score = optimal_distribution_of(workshop).prob_of_score
    scores = np.flatnonzero(prob_of_score)
    at_least = np.cumsum(prob_of_score[::-1])[::-1]
    return pd.DataFrame({"score": scores, "probability": prob_of_score[scores], "at_least": at_least[scores]})


@table()
def optimal_summary(workshop: Workshop) -> pd.DataFrame:
    """Sum up the scores of perfect play; one row.

    Columns
    -------
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    skewness : float
        Third central moment over the cube of the standard deviation.
    kurtosis : float
        Fourth central moment over the squared variance; 3 for a normal distribution.
    percentile_1 : int, points
        Smallest score s with P(X <= s) >= 1 %; the others accordingly.
    percentile_5 : int, points
        5 %.
    percentile_10 : int, points
        10 %.
    percentile_25 : int, points
        25 %.
    percentile_50 : int, points
        50 %, the median.
    percentile_75 : int, points
        75 %.
    percentile_90 : int, points
        90 %.
    percentile_95 : int, points
        95 %.
    percentile_99 : int, points
        99 %.
    worst_1_mean : float, points
        Mean of the worst 1 % of the games (CVaR).
    worst_5_mean : float, points
        Mean of the worst 5 % of the games (CVaR).
    best_5_mean : float, points
        Mean of the best 5 % of the games.
    best_1_mean : float, points
        Mean of the best 1 % of the games.
    bonus_rate : float, probability
        Of the bonus.
    yatzy_rate : float, probability
        Of points in Yatzy.
    small_straight_rate : float, probability
        Of points in Small straight.
    large_straight_rate : float, probability
        Of points in Large straight.
    visited_states : int, states
        States that perfect play can come to, finished scorecards included.
    least_score : int, points
        Lowest score that perfect play can end with.
    greatest_score : int, points
        Highest score that perfect play can end with.
    likeliest_score : int, points
        Score with the largest probability.
    visited_share : float, share
        Share of the reachable states that perfect play can come to.
    """
    distribution, statistics = optimal_distribution_of(workshop), optimal_statistics(workshop)
    scores = np.flatnonzero(distribution.prob_of_score)
    row = score_row(distribution) | play_row(statistics)
    row |= {
        "least_score": int(scores[0]),
        "greatest_score": int(scores[-1]),
        "likeliest_score": int(np.argmax(distribution.prob_of_score)),
        "visited_share": row["visited_states"] / workshop.game.space.n_states,
    }
    return pd.DataFrame([row])


@table()
def joint_events(workshop: Workshop) -> pd.DataFrame:
    """Tell how four events come together in perfect games; one row per combination.

    Columns
    -------
    combination : int
        Number of the combination: 1 for the bonus, 2 for Yatzy, 4 for Small straight, 8 for Large straight, summed.
    bonus : bool
        Whether the game earns the bonus.
    yatzy : bool
        Whether Yatzy gives points.
    small_straight : bool
        Whether Small straight gives points.
    large_straight : bool
        Whether Large straight gives points.
    probability : float, probability
        Share of the games; sums to 1.
    mean : float, points
        Expected final score of these games.
    sd : float, points
        Standard deviation of their scores.
    percentile_5 : int, points
        Smallest score s with P(X <= s) >= 5 % among them.
    percentile_50 : int, points
        Their median.
    percentile_95 : int, points
        Accordingly, 95 %.
    """
    events = optimal_events(workshop)
    rows = []
    for combination, happens in enumerate(events.happens.tolist()):
        found = events.distribution(combination)
        rows.append(
            {
                "combination": combination,
                **dict(zip(events.names, happens, strict=True)),
                "probability": events.prob_of_combination[combination],
                "mean": found.mean,
                "sd": found.sd,
                **{f"percentile_{percent}": found.percentile(percent) for percent in (5, 50, 95)},
            }
        )
    return pd.DataFrame(rows)
