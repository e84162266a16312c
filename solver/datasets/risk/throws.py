"""Data sets on throws: how far their outcomes spread, and where a certainty equivalent lies among them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.risk.regimes import theta_ways

if TYPE_CHECKING:
    from solver.risk.regime_sweep import ThetaWay
    from solver.risk.regimes import Throws

ALL = "all"
QUANTILES = (5, 25, 50, 75, 95)  # percent
HISTOGRAM_STEP = 0.5  # points


def perfect_throws(workshop: Workshop) -> Throws:
    """Return how far the outcomes of the throws of perfect play spread."""
    from solver.risk.regime_sweep import find_perfect_throws  # compiles

    return find_perfect_throws(workshop.ruleset)


def viewed_ways(workshop: Workshop) -> list[ThetaWay]:
    """Return the ways whose throws were looked at, ascending in theta."""
    return [way for way in workshop.once(theta_ways) if way.throws.number.sum() > 0]


def throw_selections(workshop: Workshop) -> list[tuple[str, Any]]:
    """Return the kinds of throw, all, first, second and so on, each with its place on the axis of rerolls left."""
    n_rerolls = workshop.ruleset.n_rerolls
    return [(ALL, slice(None)), *((str(n_rerolls - left + 1), [left]) for left in range(n_rerolls, -1, -1))]


def quantile(edges: Floats, weights: Floats, percent: float) -> float:
    """Return the quantile of weights in bins, taken as spread evenly over a bin."""
    below = np.concatenate([[0.0], np.cumsum(weights)])
    return float(np.interp(percent / 100 * below[-1], below, edges[: len(below)]))


@table(bins=f"{HISTOGRAM_STEP} points wide, each with its lower edge")
def sigma_distribution(workshop: Workshop) -> pd.DataFrame:
    """Tell how far the outcomes of the throws of perfect play spread; one row per kind of throw and bin of sigma.

    The outcomes of a throw are the expected final scores after each roll that can come of it; sigma is their standard
    deviation. Every throw counts as often as a perfect game meets it.

    Columns
    -------
    throw : str
        The throw of the turn, 1, 2 or 3; or all.
    low : float, points
        Lower edge of the bin.
    high : float, points
        Its upper edge.
    throws : float, throws per game
        How many throws have their sigma there.
    share : float, share
        The same as a share of the throws of this kind.
    """
    throws = workshop.once(perfect_throws)
    lows = np.arange(0.0, np.ceil(largest_sigma(throws) / HISTOGRAM_STEP)) * HISTOGRAM_STEP
    starts = np.searchsorted(throws.edges, lows - 1e-9)
    frames = []
    for name, chosen in throw_selections(workshop):
        number = np.add.reduceat(throws.number[:, chosen].sum(axis=(0, 1)), starts)
        columns = {"low": lows, "high": lows + HISTOGRAM_STEP, "throws": number, "share": number / number.sum()}
        frames.append(pd.DataFrame({"throw": name, **columns}))
    return pd.concat(frames, ignore_index=True)


def largest_sigma(throws: Throws) -> float:
    """Return a bound for all sigmas: the upper edge of the last bin that holds one."""
    return float(throws.edges[np.flatnonzero(throws.number.sum(axis=(0, 1)))[-1] + 1])


@table(quantiles="right to 0.01 points")
def sigma_summary(workshop: Workshop) -> pd.DataFrame:
    """Sum up the spread of the throws of perfect play by kind of throw and turn; one row per pair.

    The expected squares of sigma over all throws of a game add up to the variance of the final score.

    Columns
    -------
    throw : str
        The throw of the turn, 1, 2 or 3; or all.
    turn : str
        Turn of the game, from 1; or all.
    throws : float, throws per game
        How many there are.
    mean : float, points
        Mean sigma.
    root_mean_square : float, points
        Root of the mean squared sigma.
    variance : float, points squared
        Sum of the squared sigmas of a game.
    quantile_5 : float, points
        So many per cent of the throws have a sigma of at most this.
    quantile_25 : float, points
        25 %.
    quantile_50 : float, points
        50 %.
    quantile_75 : float, points
        75 %.
    quantile_95 : float, points
        95 %.
    """
    throws = workshop.once(perfect_throws)
    turns: list[tuple[str, Any]] = [(ALL, slice(None))]
    turns += [(str(turn + 1), [turn]) for turn in range(workshop.ruleset.n_categories)]
    rows = []
    for name, chosen in throw_selections(workshop):
        for turn, places in turns:
            number, sigma, variance = (
                array[places][:, chosen].sum(axis=(0, 1)) for array in (throws.number, throws.sigma, throws.variance)
            )
            total = number.sum()
            rows.append(
                {
                    "throw": name,
                    "turn": turn,
                    "throws": total,
                    "mean": sigma.sum() / total,
                    "root_mean_square": np.sqrt(variance.sum() / total),
                    "variance": variance.sum(),
                    **{f"quantile_{percent}": quantile(throws.edges, number, percent) for percent in QUANTILES},
                }
            )
    return pd.DataFrame(rows)


@table()
def regime_map(workshop: Workshop) -> pd.DataFrame:
    """Tell how many of the throws of perfect play lie in each regime of abs(theta) times sigma; one row per pair.

    Columns
    -------
    theta : float, per point
        Size of the risk parameter.
    low : float
        Lower edge of the regime, abs(theta) times sigma.
    high : float
        Its upper edge; infinity for the last.
    share : float, share
        Share of the throws.
    """
    from solver.risk.regime_sweep import REGIME_BOUNDS  # compiles
    from solver.risk.thetas import THETAS

    throws, rows = workshop.once(perfect_throws), []
    number = throws.number.sum(axis=(0, 1))
    for theta in THETAS:
        for low, high in pairwise(REGIME_BOUNDS):
            if theta > 0:
                inside = (throws.edges[:-1] >= low / theta) & (throws.edges[:-1] < high / theta)
                rows.append({"theta": theta, "low": low, "high": high, "share": number[inside].sum() / number.sum()})
    return pd.DataFrame(rows)


@table(quantiles="right to 0.001")
def log_sum_exp(workshop: Workshop) -> pd.DataFrame:
    """Tell where certainty equivalents of throws lie between the mean and the extreme; one row per theta.

    The throws are those of the player for theta, their outcomes its certainty equivalents. The extreme is the best
    outcome for theta above 0 and the worst below; the position is 0 at the mean and 1 at the extreme.

    Columns
    -------
    theta : float, per point
        Risk parameter.
    throws : float, throws per game
        How many throws there are.
    sigma : float, points
        Mean sigma of the outcomes.
    spread : float
        Mean of abs(theta) times sigma.
    position : float
        Mean position.
    position_5 : float
        So many per cent of the throws have at most this position.
    position_25 : float
        25 %.
    position_50 : float
        50 %.
    position_75 : float
        75 %.
    position_95 : float
        95 %.
    from_mean : float, points
        Mean distance of the certainty equivalent from the mean.
    from_extreme : float, points
        Mean distance from the extreme.
    second_order_error : float, points
        Mean distance from the prediction mean + theta sigma^2 / 2.
    second_order_share : float, share
        The same relative to the mean distance from the mean.
    """
    rows = []
    for way in workshop.once(viewed_ways):
        throws = way.throws
        total, from_mean, error = throws.number.sum(), throws.from_mean.sum(), throws.second_order_error.sum()
        weights = throws.number_of_position.sum(axis=(0, 1))
        edges = np.linspace(0.0, 1.0, len(weights) + 1)
        rows.append(
            {
                "theta": way.theta,
                "throws": total,
                "sigma": throws.sigma.sum() / total,
                "spread": abs(way.theta) * throws.sigma.sum() / total,
                "position": throws.position.sum() / total,
                **{f"position_{percent}": quantile(edges, weights, percent) for percent in QUANTILES},
                "from_mean": from_mean / total,
                "from_extreme": throws.from_extreme.sum() / total,
                "second_order_error": error / total,
                "second_order_share": error / from_mean,
            }
        )
    return pd.DataFrame(rows)
