"""Data sets on regimes: where a risk parameter changes decisions, and what that costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop

if TYPE_CHECKING:
    from solver.risk.regime_sweep import ThetaWay


def theta_ways(workshop: Workshop) -> list[ThetaWay]:
    """Return the ways of the players that are compared with perfect play, ascending in theta."""
    from solver.risk.regime_sweep import JUDGED, find_theta_way  # compiles

    return [find_theta_way(workshop.ruleset, theta) for theta in JUDGED]


@table(ties="options within 1e-9 points of the best are no different decisions")
def theta_regimes(workshop: Workshop) -> pd.DataFrame:
    """Sum up what each theta changes: how often decisions differ, and what it costs; one row per theta.

    Columns
    -------
    theta : float, per point
        Risk parameter.
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
        Expected points that the decisions after the first throw lose; with the next two they add up to the price in
        theta_frontier.
    lost_second : float, points per game
        Those after the second throw.
    lost_last : float, points per game
        The choices of a category after the last throw.
    """
    rows = []
    for way in workshop.once(theta_ways):
        losses = way.losses
        last, second, first = (losses.different.sum(axis=0) / losses.decisions.sum(axis=0)).tolist()
        lost_last, lost_second, lost_first = losses.lost.sum(axis=0).tolist()
        rows.append(
            {
                "theta": way.theta,
                "decisions": losses.decisions.sum(),
                "different": losses.different.sum(),
                "different_share": losses.different.sum() / losses.decisions.sum(),
                "different_first": first,
                "different_second": second,
                "different_last": last,
                "lost_first": lost_first,
                "lost_second": lost_second,
                "lost_last": lost_last,
            }
        )
    return pd.DataFrame(rows)
