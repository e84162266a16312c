"""Data sets for the figures of perfect play: small enough to travel with a page, and what its text says of them."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.categories import BONUS
from solver.datasets.optimum import optimal_distribution_of, optimal_events, optimal_statistics
from solver.datasets.registry import table
from solver.datasets.workshop import Workshop
from solver.dice import Floats

PER = 1_000_000  # games that a page counts in
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
def score_events(workshop: Workshop) -> pd.DataFrame:
    """Count the scores of a million average perfect games by joint_events; one row per pair that comes up in them.

    Columns
    -------
    combination : int
        Number of the combination in joint_events.
    score : int, points
        The final score.
    games : int, games
        Of a million, rounded.
    """
    games = np.rint(optimal_events(workshop).prob_of_score * PER).astype(np.int64)
    combination, score = np.nonzero(games)
    return pd.DataFrame({"combination": combination, "score": score, "games": games[combination, score]})


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


@table()
def event_groups(workshop: Workshop) -> pd.DataFrame:
    """Join joint_events by some of the events; one row per group of games.

    Columns
    -------
    split : str
        Events that split the games: "bonus", "yatzy", "bonus+yatzy" or "all".
    has : str
        Those of them that the group has, joined by "+"; "none" for none.
    share : float, probability
        Of the games.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the score.
    likeliest : int, points
        The score with the largest probability.
    peaks : int
        Scores likelier than both their neighbours, among those that at least one in 100,000 of the games has.
    """
    events = optimal_events(workshop)
    happens, prob_of_score = np.array(events.happens, dtype=bool), np.asarray(events.prob_of_score)
    rows = []
    for split in ("bonus", "yatzy", "bonus+yatzy", "all"):
        names = list(events.names) if split == "all" else split.split("+")
        columns = [list(events.names).index(name) for name in names]
        for has in np.unique(happens[:, columns], axis=0):
            joint = prob_of_score[(happens[:, columns] == has).all(axis=1)].sum(axis=0)
            share, scores = joint.sum(), np.arange(len(joint))
            mean = scores @ joint / share
            rows.append(
                {
                    "split": split,
                    "has": "+".join(name for name, met in zip(names, has, strict=True) if met) or "none",
                    "share": share,
                    "mean": mean,
                    "sd": np.sqrt((scores - mean) ** 2 @ joint / share),
                    "likeliest": int(np.argmax(joint)),
                    "peaks": sum(joint[score] / share > 1e-5 for score in local_peaks(joint)),
                }
            )
    return pd.DataFrame(rows)


@table()
def event_steps(workshop: Workshop) -> pd.DataFrame:
    """Tell how far apart games with and without the bonus, or Yatzy, end, and how much all four events settle; one row.

    Columns
    -------
    bonus : float, points
        Mean score with the bonus less that without it.
    bonus_surplus : float, points
        The same, less the bonus itself.
    yatzy : float, points
        Mean score with points in Yatzy less that without.
    within : float, squared points
        Variance of the score within the sixteen groups of joint_events, on average.
    between : float, squared points
        Variance of the means of these groups.
    between_share : float, share
        Of the variance of the score.
    double_groups : int
        Of the sixteen groups, those with more than one peak.
    hit_four : float, points
        Expected points in Four of a kind when it is not nothing.
    """
    groups, statistics = event_groups(workshop), optimal_statistics(workshop)
    four = workshop.ruleset.category_names.index("four_of_a_kind")
    names = zip(groups["split"], groups["has"], strict=True)
    mean_of = dict(zip(names, groups["mean"].to_numpy(float).tolist(), strict=True))
    sixteen = groups[groups["split"] == "all"]
    share, mean, sd = (sixteen[name].to_numpy(float) for name in ("share", "mean", "sd"))
    within, between = float(share @ sd**2), float(share @ (mean - share @ mean) ** 2)
    bonus = mean_of["bonus", "bonus"] - mean_of["bonus", "none"]
    row = {
        "bonus": bonus,
        "bonus_surplus": bonus - workshop.ruleset.bonus,
        "yatzy": mean_of["yatzy", "yatzy"] - mean_of["yatzy", "none"],
        "within": within,
        "between": between,
        "between_share": between / (within + between),
        "double_groups": int((sixteen["peaks"].to_numpy(int) > 1).sum()),
        "hit_four": statistics.means[four] / (1 - statistics.zero_rates[four]),
    }
    return pd.DataFrame([row])
