"""Data sets that the figures on risk ship with their page: the games of every theta, rounded to what a figure shows."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.risk.games import games_of_thetas, theta_categories, theta_frontier
from solver.datasets.risk.throws import ALL, sigma_distribution

BIN = 5  # points
DECIMALS = 3  # of points
BETWEEN = (-2.0, -0.3, -0.15, -0.07, 0.15, 0.3, 0.7, 2.0)  # where a straight line between told thetas would go astray


@table()
def theta_play(workshop: Workshop) -> pd.DataFrame:
    """Sum up the games of each theta, rounded for a figure; one row per theta.

    Columns
    -------
    theta : float, per point
        Risk parameter of the player.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    worst_5_mean : float, points
        Mean of the worst 5 % of the games.
    best_5_mean : float, points
        Mean of the best 5 % of the games.
    bonus_rate : float, probability
        Of the bonus.
    """
    frontier = workshop.once(theta_frontier)
    points = frontier[["mean", "sd", "worst_5_mean", "best_5_mean"]].round(DECIMALS)
    return pd.concat([frontier[["theta"]], points, frontier[["bonus_rate"]].round(5)], axis=1)


@table(between=list(BETWEEN))
def theta_way(workshop: Workshop) -> pd.DataFrame:
    """Tell how mean and spread move with theta, closely enough for a line, rounded; one row per theta.

    Columns
    -------
    theta : float, per point
        Risk parameter of the player.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    narrowest : bool
        Whether no other row has a smaller one.
    """
    from solver.play.distribution import score_distribution
    from solver.play.walk import walk
    from solver.risk.thetas import ThetaPlayer  # compiles
    from solver.solving.solution import find_solution

    told = workshop.once(theta_frontier)
    rows = list(zip(told["theta"], told["mean"], told["sd"], strict=True))
    for theta in BETWEEN:
        solution = find_solution(workshop.ruleset, theta)[0]
        found = score_distribution(walk(solution.game, ThetaPlayer(solution)))
        rows.append((theta, found.mean, found.sd))
    frame = pd.DataFrame(sorted(rows), columns=["theta", "mean", "sd"]).round({"mean": DECIMALS, "sd": DECIMALS})
    return frame.assign(narrowest=frame["sd"] == frame["sd"].min())


@table()
def theta_boxes(workshop: Workshop) -> pd.DataFrame:
    """Tell the expected points of every category under the best play for each theta, rounded; one row per pair.

    Columns
    -------
    theta : float, per point
        Risk parameter of the player.
    category : str
        The category, in scorecard order.
    mean : float, points
        Expected points in it.
    """
    return workshop.once(theta_categories)[["theta", "category", "mean"]].round({"mean": DECIMALS})


@table(bin=f"{BIN} points wide, each with its lower edge")
def theta_curve(workshop: Workshop) -> pd.DataFrame:
    """Tell how likely scores are under the best play for each theta, a few points together; one row per theta and bin.

    Columns
    -------
    theta : float, per point
        Risk parameter of the player.
    low : int, points
        Lowest score of the bin.
    probability : float, probability
        Of a final score in the bin, to five decimals; bins that round to nothing are left out.
    """
    frames = []
    for games in workshop.once(games_of_thetas):
        prob_of_score = games.distribution.prob_of_score
        lows = np.arange(0, len(prob_of_score), BIN)
        probability = np.add.reduceat(prob_of_score, lows).round(5)
        seen = probability > 0
        frames.append(pd.DataFrame({"theta": games.theta, "low": lows[seen], "probability": probability[seen]}))
    return pd.concat(frames, ignore_index=True)


@table()
def throw_sigmas(workshop: Workshop) -> pd.DataFrame:
    """Tell how far the outcomes of the throws of perfect play spread, rounded; one row per bin of sigma.

    Columns
    -------
    low : float, points
        Lower edge of the bin.
    high : float, points
        Its upper edge.
    throws : float, throws per game
        How many throws have their sigma there.
    share : float, share
        The same as a share of all throws.
    """
    sigmas = workshop.once(sigma_distribution)
    return sigmas[sigmas.throw == ALL].drop(columns="throw").round(5).reset_index(drop=True)
