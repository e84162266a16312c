"""Data sets on the categories under perfect play: their points, when they are filled, how they go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import optimal_statistics

if TYPE_CHECKING:
    from solver.play.statistics import Statistics

BONUS = "bonus"


def given_bonus(statistics: Statistics, by_bonus: Floats) -> dict[str, Floats]:
    """Return probabilities, of all games and among those with and without the bonus; the last axis is the bonus."""
    rate = statistics.bonus_rate
    return {
        "probability": by_bonus.sum(axis=-1),
        "given_bonus": by_bonus[..., 1] / rate,
        "given_no_bonus": by_bonus[..., 0] / (1 - rate),
    }


@table()
def category_points(workshop: Workshop) -> pd.DataFrame:
    """Tell how likely perfect play writes each number of points; one row per category and number it can give.

    Columns
    -------
    category : str
        The category.
    points : int, points
        Points written in it.
    probability : float, probability
        Sums to 1 for each category.
    given_bonus : float, probability
        The same among the games with the bonus.
    given_no_bonus : float, probability
        The same among the games without it.
    """
    statistics = optimal_statistics(workshop)
    names = np.array(workshop.ruleset.category_names)
    probabilities = given_bonus(statistics, statistics.prob_of_outcome.sum(axis=0))
    return pd.DataFrame({"category": names[statistics.category], "points": statistics.points, **probabilities})


@table()
def category_summary(workshop: Workshop) -> pd.DataFrame:
    """Sum up each category under perfect play; one row per category, in scorecard order.

    Columns
    -------
    category : str
        The category.
    mean : float, points
        Expected points.
    sd : float, points
        Standard deviation of the points.
    most_points : int, points
        The most that a roll gives.
    zero_rate : float, probability
        Of no points.
    zero_rate_given_bonus : float, probability
        The same among the games with the bonus.
    zero_rate_given_no_bonus : float, probability
        The same among the games without it.
    mean_given_bonus : float, points
        Expected points in the games with the bonus.
    mean_given_no_bonus : float, points
        Expected points in the games without it.
    mean_turn : float, turns
        Average turn in which it is filled, counted from 1.
    covariance_with_score : float, squared points
        Covariance with the final score; with that of the bonus they sum to the variance of the score.
    """
    statistics, game = optimal_statistics(workshop), workshop.game
    zeros = given_bonus(statistics, statistics.prob_of_outcome[:, statistics.points == 0].sum(axis=0))
    places = statistics.category[statistics.points == 0]
    zero_rates = {name: np.bincount(places, rates, len(places)) for name, rates in zeros.items()}
    n_categories = game.ruleset.n_categories
    turns = np.arange(1, n_categories + 1)
    return pd.DataFrame(
        {
            "category": game.ruleset.category_names,
            "mean": statistics.means[:n_categories],
            "sd": np.sqrt(np.diag(statistics.covariance)[:n_categories]),
            "most_points": game.points_of_roll.max(axis=0),
            "zero_rate": zero_rates["probability"],
            "zero_rate_given_bonus": zero_rates["given_bonus"],
            "zero_rate_given_no_bonus": zero_rates["given_no_bonus"],
            "mean_given_bonus": statistics.conditional_means[-1, :n_categories],
            "mean_given_no_bonus": statistics.conditional_means[-2, :n_categories],
            "mean_turn": statistics.fill_turns.sum(axis=2) @ turns,
            "covariance_with_score": statistics.covariance.sum(axis=1)[:n_categories],
        }
    )


@table()
def fill_turns(workshop: Workshop) -> pd.DataFrame:
    """Tell when perfect play fills each category, and with what; one row per category and turn.

    Columns
    -------
    category : str
        The category.
    turn : int, turns
        Turn of the game, from 1.
    probability : float, probability
        That the category is filled in this turn; sums to 1 for each category and for each turn.
    given_bonus : float, probability
        The same among the games with the bonus.
    given_no_bonus : float, probability
        The same among the games without it.
    zero_probability : float, probability
        That it is filled in this turn with no points.
    points : float, points
        Expected points in it times whether it is filled in this turn; over probability, the mean when it is.
    """
    statistics = optimal_statistics(workshop)
    names = workshop.ruleset.category_names
    by_outcome = statistics.prob_of_outcome.sum(axis=2)
    zeros, points = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    np.add.at(zeros, statistics.category, (by_outcome * (statistics.points == 0)).T)
    np.add.at(points, statistics.category, (by_outcome * statistics.points).T)
    shares = given_bonus(statistics, statistics.fill_turns)
    return pd.DataFrame(
        {
            "category": np.repeat(names, len(names)),
            "turn": np.tile(np.arange(1, len(names) + 1), len(names)),
            **{name: share.ravel() for name, share in shares.items()},
            "zero_probability": zeros.ravel(),
            "points": points.ravel(),
        }
    )


@table()
def category_covariance(workshop: Workshop) -> pd.DataFrame:
    """Tell how the points of the categories and the bonus vary together under perfect play; one row per ordered pair.

    Columns
    -------
    category : str
        A category, or "bonus".
    other : str
        Another one, or the same.
    covariance : float, squared points
        Sums to the variance of the final score.
    correlation : float
        The covariance over both standard deviations.
    """
    statistics = optimal_statistics(workshop)
    names = [*workshop.ruleset.category_names, BONUS]
    return pd.DataFrame(
        {
            "category": np.repeat(names, len(names)),
            "other": np.tile(names, len(names)),
            "covariance": statistics.covariance.ravel(),
            "correlation": statistics.correlation.ravel(),
        }
    )


@table()
def category_conditional_means(workshop: Workshop) -> pd.DataFrame:
    """Tell what to expect elsewhere when the points of one category are known; one row per outcome and category.

    Columns
    -------
    category : str
        The category whose points are known, or "bonus".
    points : int, points
        Its points.
    probability : float, probability
        Of these.
    other : str
        A category, or "bonus".
    mean : float, points
        Its expected points in the games with these points.
    shift : float, points
        How much more that is than in all games.
    """
    statistics = optimal_statistics(workshop)
    names = np.array([*workshop.ruleset.category_names, BONUS])
    category = np.append(statistics.category, [len(names) - 1] * 2)
    points = np.append(statistics.points, [0, statistics.bonus_points])
    probability = np.append(statistics.prob, [1 - statistics.bonus_rate, statistics.bonus_rate])
    happens = np.flatnonzero(probability > 0)
    means = statistics.conditional_means[happens]
    return pd.DataFrame(
        {
            "category": np.repeat(names[category[happens]], len(names)),
            "points": np.repeat(points[happens], len(names)),
            "probability": np.repeat(probability[happens], len(names)),
            "other": np.tile(names, len(happens)),
            "mean": means.ravel(),
            "shift": (means - statistics.means).ravel(),
        }
    )
