"""The best play for any utility of the final score: the points so far count, so they are part of the state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.standings import Layer
from solver.solving.backwards import Progress, no_progress
from solver.targets.board import FLOAT32, Board, Packed, board
from solver.targets.standings import Utility, pack, solve_layers, values_at


@dataclass(frozen=True, eq=False)
class BestPlay:
    """The largest expected utility of the final score.

    Attributes
    ----------
    value : float
        At the start of a game.
    layers : tuple of Packed
        The values of all states by the number of filled categories, float32; empty if they were not kept.
    """

    board: Board
    utility: Utility
    value: float
    layers: tuple[Packed, ...]


def points_utility(worth: Floats, tolerance: float = 0.0) -> Utility:
    """Return the utility that gives a final score of x points the worth ``worth[x]``.

    Parameters
    ----------
    worth : float64[best_final_score + 1]
    tolerance : float
        Scores at either end whose worth is within this of that of 0 points, or of the most, count as worth just that.
    """
    differs_below = np.flatnonzero(np.abs(worth - worth[0]) > tolerance)
    differs_above = np.flatnonzero(np.abs(worth - worth[-1]) > tolerance)
    first, stop = (int(differs_below[0]), int(differs_above[-1]) + 1) if len(differs_below) else (0, 0)
    values = worth[first : max(stop, first)]
    return Utility(first, values, float(worth[0]), float(worth[-1]), tolerance)


def best_play(
    game: Game, worth: Floats, tolerance: float = 0.0, keep: bool = False, progress: Progress = no_progress
) -> BestPlay:
    """Return the largest expectation of ``worth[final score]``, and if wanted the values of all states.

    Parameters
    ----------
    worth : float64[best_final_score + 1]
        Any function of the final score; where it never falls, the run is a little faster.
    tolerance : float
        See ``points_utility``; the result is off by no more for each of the turns.

    Notes
    -----
    Exact but for the roundings of float64 with ``tolerance`` 0. Scandinavian Yatzy: 13 s on two idle cores.
    """
    states, utility = board(game), points_utility(worth, tolerance)
    layers, ends = list[Packed](), utility.ends

    def keep_packed(layer: Layer) -> None:
        if keep:
            least, enough = (ends.below, ends.above - FLOAT32) if ends.is_monotone else (-np.inf, np.inf)
            layers.insert(0, pack(layer, least, enough))

    first = solve_layers(states, utility, keep_packed, progress=progress)
    value = values_at(first, np.zeros(1, np.int64), ends.below, ends.above)
    return BestPlay(states, utility, float(value[0]), tuple(layers))
