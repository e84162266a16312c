"""Data sets on regimes: where a risk parameter changes decisions, and what that costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.risk.games import games_of_thetas

if TYPE_CHECKING:
    from solver.risk.regime_sweep import ThetaWay
    from solver.risk.regimes import Losses


def theta_ways(workshop: Workshop) -> list[ThetaWay]:
    """Return the ways of the players that are compared with perfect play, ascending in theta."""
    from solver.risk.regime_sweep import JUDGED, find_theta_way  # compiles

    return [find_theta_way(workshop.ruleset, theta) for theta in JUDGED]


def theta_doubts(workshop: Workshop) -> list[Losses]:
    """Return what the same players think of perfect play."""
    from solver.risk.regime_sweep import find_doubts

    return find_doubts(workshop.ruleset)


def ways_of_thetas(workshop: Workshop) -> list[tuple[float, str, Losses]]:
    """Return each theta with the name of each way and the losses on it in the eyes of the other one."""
    doubts, ways = workshop.once(theta_doubts), workshop.once(theta_ways)
    pairs = zip(ways, doubts, strict=True)
    return [row for way, doubt in pairs for row in ((way.theta, "optimal", doubt), (way.theta, "theta", way.losses))]


@table(ties="options within 1e-9 points of the best are no different decisions")
def theta_decisions(workshop: Workshop) -> pd.DataFrame:
    """Count where the players for a theta and perfect play part; one row per theta, way, turn and rerolls in hand.

    On each of the two ways the one who goes it decides and the other one judges: a decision is different if it loses
    more than a tie in the eyes of the other one.

    Columns
    -------
    theta : float, per point
        Risk parameter.
    way : str
        Who plays: "optimal", judged by the player for theta; or "theta", judged by perfect play.
    turn : int, turns
        Turn of the game, from 1.
    rerolls : int, throws
        Throws still in hand; with none only the category is chosen.
    decisions : float, decisions per game
        How many decisions of this kind there are.
    different : float, decisions per game
        How many of them the other one would have taken otherwise.
    lost : float, points per game
        What they lose in the eyes of the other one: in expected points on the way of theta, where the losses add up
        to what its mean falls short of the optimum; in its certainty equivalents on the way of perfect play.
    """
    n_turns, n_kinds = workshop.ruleset.n_categories, workshop.ruleset.n_rerolls + 1
    turn, rerolls = (place.ravel() for place in np.indices((n_turns, n_kinds)))
    frames = [
        pd.DataFrame(
            {
                "theta": theta,
                "way": way,
                "turn": turn + 1,
                "rerolls": rerolls,
                "decisions": losses.decisions.ravel(),
                "different": losses.different.ravel(),
                "lost": losses.lost.ravel(),
            }
        )
        for theta, way, losses in ways_of_thetas(workshop)
    ]
    return pd.concat(frames, ignore_index=True)


@table(ties="options within 1e-9 points of the best are no different decisions")
def theta_regimes(workshop: Workshop) -> pd.DataFrame:
    """Sum up what each theta changes: how often decisions differ, and what it costs; one row per theta.

    Columns
    -------
    theta : float, per point
        Risk parameter.
    mean : float, points
        Expected final score.
    price : float, points
        What the mean falls short of perfect play.
    sd : float, points
        Standard deviation of the final score.
    bonus_rate : float, probability
        Of the bonus.
    decisions : float, decisions per game
        How many decisions the player for theta has in a game.
    different : float, decisions per game
        How many of them perfect play would take otherwise.
    different_share : float, share
        The same as a share of all decisions.
    different_first : float, share
        Share among the decisions after the first throw of a turn.
    different_second : float, share
        Share among those after the second throw.
    different_last : float, share
        Share among the choices of a category after the last throw.
    lost_first : float, points per game
        Expected points that the decisions after the first throw lose; with the next two they add up to the price.
    lost_second : float, points per game
        Those after the second throw.
    lost_last : float, points per game
        The choices of a category after the last throw.
    doubted_share : float, share
        Share of the decisions of perfect play that the player for theta would take otherwise.
    """
    games_of_theta = {games.theta: games for games in workshop.once(games_of_thetas)}
    rows = []
    for way, doubt in zip(workshop.once(theta_ways), workshop.once(theta_doubts), strict=True):
        games, losses = games_of_theta[way.theta], way.losses
        last, second, first = (losses.different.sum(axis=0) / losses.decisions.sum(axis=0)).tolist()
        lost_last, lost_second, lost_first = losses.lost.sum(axis=0).tolist()
        rows.append(
            {
                "theta": way.theta,
                "mean": games.distribution.mean,
                "price": workshop.solution.start_value - games.distribution.mean,
                "sd": games.distribution.sd,
                "bonus_rate": games.habits.bonus_rate,
                "decisions": losses.decisions.sum(),
                "different": losses.different.sum(),
                "different_share": losses.different.sum() / losses.decisions.sum(),
                "different_first": first,
                "different_second": second,
                "different_last": last,
                "lost_first": lost_first,
                "lost_second": lost_second,
                "lost_last": lost_last,
                "doubted_share": doubt.different.sum() / doubt.decisions.sum(),
            }
        )
    return pd.DataFrame(rows)
