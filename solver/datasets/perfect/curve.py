"""Data sets for the figures of perfect play: small enough to travel with a page, and what its text says of them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.perfect.categories import BONUS
from solver.datasets.shared.perfect_play import optimal_distribution_of, optimal_statistics

WINDOWS = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21)  # scores that a peak may be averaged over; odd


def significant(values: Floats, digits: int) -> Floats:
    """Return values with so many significant digits."""
    return np.array([float(f"{value:.{digits}g}") for value in values])


def local_peaks(values: Floats) -> list[int]:
    """Return the places where values are larger than on both sides."""
    inner = (values[1:-1] > values[:-2]) & (values[1:-1] > values[2:])
    return [int(place) for place in np.flatnonzero(inner) + 1]


@table()
def score_curve(workshop: Workshop) -> pd.DataFrame:
    """Tell how likely each final score of perfect play is, to six digits; one row per score that can occur.

    Columns
    -------
    score : int, points
        The final score.
    probability : float, probability
        Of exactly this score, to six significant digits.
    """
    prob_of_score = optimal_distribution_of(workshop).prob_of_score
    scores = np.flatnonzero(prob_of_score)
    return pd.DataFrame({"score": scores, "probability": significant(prob_of_score[scores], 6)})


@table()
def score_peaks(workshop: Workshop) -> pd.DataFrame:
    """Find the local peaks of the distribution of perfect play, averaged over windows of scores; one row per peak.

    Columns
    -------
    window : int, points
        Neighbouring scores averaged: 1 for none.
    peak : int
        Number of the peak, from 1, from the left.
    peaks : int
        Peaks that there are with this window.
    score : int, points
        Where it lies: likelier than the scores on both sides.
    probability : float, probability
        Of the score, averaged.
    """
    prob_of_score = optimal_distribution_of(workshop).prob_of_score
    rows = []
    for window in WINDOWS:
        averaged = np.convolve(prob_of_score, np.ones(window) / window, "same")
        peaks = local_peaks(averaged)
        rows += [
            {"window": window, "peak": place + 1, "peaks": len(peaks), "score": score, "probability": averaged[score]}
            for place, score in enumerate(peaks)
        ]
    return pd.DataFrame(rows)


@table()
def score_parts(workshop: Workshop) -> pd.DataFrame:
    """Tell what each box and the bonus bring to the score of perfect play, and to its spread; one row each.

    Columns
    -------
    category : str
        The category, in scorecard order; last "bonus".
    mean : float, points
        Expected points.
    sd : float, points
        Standard deviation of the points.
    zero_rate : float, probability
        Of no points.
    mean_turn : float, turns
        Average turn in which it is filled, counted from 1; the number of turns for the bonus.
    mean_share : float, share
        Of the expected score.
    spread : float, squared points
        Covariance with the score; these sum to its variance.
    spread_share : float, share
        Of the variance of the score.
    """
    statistics = optimal_statistics(workshop)
    n_categories = workshop.ruleset.n_categories
    spread = statistics.covariance.sum(axis=1)
    return pd.DataFrame(
        {
            "category": [*workshop.ruleset.category_names, BONUS],
            "mean": statistics.means,
            "sd": np.sqrt(np.diag(statistics.covariance)),
            "zero_rate": np.append(statistics.zero_rates, 1 - statistics.bonus_rate),
            "mean_turn": np.append(
                statistics.fill_turns.sum(axis=2) @ np.arange(1, n_categories + 1), float(n_categories)
            ),
            "mean_share": statistics.means / statistics.means.sum(),
            "spread": spread,
            "spread_share": spread / spread.sum(),
        }
    )


@table()
def perfect_facts(workshop: Workshop) -> pd.DataFrame:
    """Tell what the text says of perfect games beyond optimal_summary; one row.

    Columns
    -------
    below_mean : float, probability
        Of a score below the expected score.
    above_mean : float, probability
        Of a score above it.
    lower_tail : float, probability
        Of a score further than 50 below the expected score.
    upper_tail : float, probability
        Of a score further than 50 above it.
    zeros : float, boxes
        Boxes without points in an average game.
    variance : float, squared points
        Of the score.
    own_variance : float, squared points
        Sum of the variances of the boxes and of the bonus.
    shared_variance : float, squared points
        Sum of the covariances of different ones, each pair twice.
    shared_share : float, share
        Of the variance of the score.
    sd_if_independent : float, points
        Standard deviation if no box knew of another.
    worst_distance : float, points
        Of the mean of the worst 1 % of games from the expected score.
    best_distance : float, points
        Of the mean of the best 1 %.
    outside_fifty : float, probability
        Of a score further than 50 from the expected score.
    games_for_best : float, games
        For one with the greatest score, on average.
    two_largest_spread : float, share
        Of the variance of the score, by Yatzy and the bonus.
    """
    distribution, statistics = optimal_distribution_of(workshop), optimal_statistics(workshop)
    scores, prob_of_score = np.arange(len(distribution.prob_of_score)), distribution.prob_of_score
    distance = scores - distribution.mean
    variance, own = statistics.covariance.sum(), np.trace(statistics.covariance)
    row = {
        "below_mean": prob_of_score[distance < 0].sum(),
        "above_mean": prob_of_score[distance > 0].sum(),
        "lower_tail": prob_of_score[distance < -50].sum(),
        "upper_tail": prob_of_score[distance > 50].sum(),
        "zeros": statistics.zero_rates.sum(),
        "variance": variance,
        "own_variance": own,
        "shared_variance": variance - own,
        "shared_share": (variance - own) / variance,
        "sd_if_independent": np.sqrt(own),
        "worst_distance": distribution.mean - distribution.mean_of_worst(0.01),
        "best_distance": distribution.mean_of_best(0.01) - distribution.mean,
        "outside_fifty": prob_of_score[np.abs(distance) > 50].sum(),
        "games_for_best": 1 / prob_of_score[prob_of_score > 0][-1],
        "two_largest_spread": np.sort(statistics.covariance.sum(axis=1))[-2:].sum() / variance,
    }
    return pd.DataFrame([row])
