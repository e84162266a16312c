"""Data sets on risk: the games of the players with exponential utility, one for each theta."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.rows import score_row

if TYPE_CHECKING:
    from solver.risk.games import ThetaGames


def games_of_thetas(workshop: Workshop) -> list[ThetaGames]:
    """Return the games of every theta that is told, ascending; each is kept, so an interrupted run goes on.

    Where the way of a player is looked at more closely, that is done first: its games are told by the same walk.
    """
    from solver.risk.games import find_theta_games
    from solver.risk.regime_sweep import JUDGED, find_theta_way  # compiles
    from solver.risk.thetas import TOLD_THETAS

    for theta in JUDGED:
        find_theta_way(workshop.ruleset, theta)
    return [find_theta_games(workshop.ruleset, theta) for theta in TOLD_THETAS]


@table()
def theta_frontier(workshop: Workshop) -> pd.DataFrame:
    """Sum up the scores of the best play for each theta; one row per theta.

    Columns
    -------
    theta : float, per point
        Risk parameter of the exponential utility: negative avoids risk, positive seeks it, 0 wants the mean.
    certainty_equivalent : float, points
        Sure final score that is worth as much as a game to this player.
    mean : float, points
        Expected final score.
    price : float, points
        What the mean falls short of perfect play.
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
    visited_states : int, states
        States that this play can come to, finished scorecards included.
    """
    yatzy = workshop.ruleset.category_names.index("yatzy")
    rows = [
        {
            "theta": games.theta,
            "certainty_equivalent": games.certainty_equivalent,
            "mean": games.distribution.mean,
            "price": workshop.solution.start_value - games.distribution.mean,
            **score_row(games.distribution),
            "bonus_rate": games.habits.bonus_rate,
            "yatzy_rate": 1 - games.habits.zero_rates[yatzy],
            "visited_states": games.habits.n_visited,
        }
        for games in workshop.once(games_of_thetas)
    ]
    return pd.DataFrame(rows)


@table()
def theta_categories(workshop: Workshop) -> pd.DataFrame:
    """Tell what the best play for each theta makes of the categories; one row per theta and category.

    Columns
    -------
    theta : float, per point
        Risk parameter of the exponential utility.
    category : str
        The category, in scorecard order.
    mean : float, points
        Expected points in it.
    zero_rate : float, probability
        Of filling it with zero points.
    mean_turn : float, turns
        Expected turn in which it is filled, from 1.
    """
    frames = [
        pd.DataFrame(
            {
                "theta": games.theta,
                "category": workshop.ruleset.category_names,
                "mean": games.habits.means,
                "zero_rate": games.habits.zero_rates,
                "mean_turn": games.habits.mean_turns,
            }
        )
        for games in workshop.once(games_of_thetas)
    ]
    return pd.concat(frames, ignore_index=True)
