"""The regimes of many thetas: each a small result that is kept, so that an interrupted sweep goes on from there.

To follow a player node by node costs more than to solve its game, so it is done for a part of the grid: thetas in
``JUDGED`` are compared with perfect play, and the throws of those in ``VIEWED`` are looked at one by one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats
from solver.game.game import Game
from solver.play.player import TablePlayer
from solver.play.shared_walk import shared_walk
from solver.play.walk import walk
from solver.risk.games import find_theta_games
from solver.risk.regimes import Judge, Losses, Throws, way_of_walk, weigh_way
from solver.risk.thetas import THETAS, ThetaPlayer
from solver.rules.ruleset import Ruleset
from solver.solving.solution import find_solution
from solver.store.format import Result
from solver.store.results import recall

JUDGED = (-0.2, 0.01, 0.05, 0.2)
VIEWED = (-0.2, 0.05, 0.2)

REGIME_BOUNDS = (0.0, 0.1, 0.5, 1.0, 2.0, np.inf)  # of abs(theta) times sigma
SPREAD_BOUNDS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, np.inf)
SIGMA_STEP = 0.01  # points
LARGEST_SIGMA = 60  # points that are told apart by so small steps

Told = TypeVar("Told", Losses, Throws)


@dataclass(frozen=True, eq=False)
class ThetaWay:
    """The way of the player for a theta: what its decisions lose in points, and its throws if it is one of ``VIEWED``.

    The edges of the throws are ``SPREAD_BOUNDS`` over abs(theta).
    """

    theta: float
    losses: Losses
    throws: Throws


def arrays_of(*parts: Losses | Throws) -> dict[str, npt.NDArray[Any]]:
    """Return all that the parts hold, to be kept."""
    return {f"{type(part).__name__}.{name}": array for part in parts for name, array in vars(part).items()}


def read_part(kind: type[Told], arrays: Mapping[str, npt.NDArray[Any]]) -> Told:
    """Return a part that was kept with ``arrays_of``."""
    return kind(**{field.name: arrays[f"{kind.__name__}.{field.name}"] for field in fields(kind)})


def find_theta_way(ruleset: Ruleset, theta: float) -> ThetaWay:
    """Return what is to be told of the way of the player for ``theta``, kept from before or measured now.

    The walk that it takes also tells what ``find_theta_games`` asks for, which is kept on the way.

    Notes
    -----
    Scandinavian Yatzy: 5 s on two cores with the walk, 9 s for a theta in ``VIEWED``.
    """
    game = Game(ruleset)

    def compute() -> Result:
        solution = find_solution(ruleset, theta)[0]
        player, mean = ThetaPlayer(solution), Judge(0.0, find_solution(ruleset)[0].value_of_state)
        steps = walk(game, player, is_passing=True)
        find_theta_games(ruleset, theta, steps)
        way = way_of_walk(steps, player)
        if theta in VIEWED:
            edges = np.array(SPREAD_BOUNDS) / abs(theta)
            (losses, _), throws = weigh_way(way, [mean, Judge(theta, solution.value_of_state)], 1, edges)
        else:
            (losses,), throws = weigh_way(way, [mean])
        return Result(arrays_of(losses, throws), {})

    arrays = recall("theta-way", game.identity | {"theta": theta}, compute)[0].arrays
    return ThetaWay(theta, read_part(Losses, arrays), read_part(Throws, arrays))


def sigma_edges() -> Floats:
    """Return bins of sigma that are fine, and such that a regime of any theta of the grid is made of whole bins."""
    fine = np.arange(0, LARGEST_SIGMA / SIGMA_STEP + 1) * SIGMA_STEP
    bounds = [bound / abs(theta) for theta in THETAS if theta != 0 for bound in REGIME_BOUNDS]
    return np.unique(np.concatenate([fine, bounds]))


def find_perfect_throws(ruleset: Ruleset) -> Throws:
    """Return how far the outcomes of the throws of perfect play spread, in the bins of ``sigma_edges``.

    Notes
    -----
    Scandinavian Yatzy: 6 s on two cores, with the walk.
    """
    game = Game(ruleset)

    def compute() -> Result:
        value_of_state = find_solution(ruleset)[0].value_of_state
        player = TablePlayer("optimal", value_of_state)
        way = way_of_walk(shared_walk(game, player), player)
        _, throws = weigh_way(way, [Judge(0.0, value_of_state)], 0, sigma_edges())
        return Result(arrays_of(throws), {})

    return read_part(Throws, recall("perfect-throws", game.identity, compute)[0].arrays)
