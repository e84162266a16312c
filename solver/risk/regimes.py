"""Regimes of theta: where it changes decisions, what that costs, and how throws spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.judging import N_FACTS, Bins, Judges, weigh_rows
from solver.play.player import Decided, TablePlayer, Tables
from solver.play.walk import Walk, shared_walk, visited_rows, walk
from solver.risk.thetas import THETAS, ThetaPlayer, find_theta_games
from solver.rules.ruleset import Ruleset
from solver.solving.backwards import kernel_utility
from solver.solving.objectives import Objective
from solver.solving.solution import find_solution
from solver.store.results import Result, recall
from solver.threads import n_processors

N_ROWS = 256  # rows decided at a time; constant, so that sums are reproducible
N_POSITIONS = 1000  # bins of positions from 0 to 1
NOBODY = -1
N_CELLS_OF_POINT, LARGEST_CELL = 64, 64  # of the index that finds the bin of a sigma
ONE_BIN = np.array([0.0, np.inf])
FACTS = ("number", "sigma", "variance", "position", "from_mean", "from_extreme", "second_order_error")


@dataclass(frozen=True, eq=False)
class Way:
    """A player and the visits of its games.

    Attributes
    ----------
    visits : float64[n_sets, n_totals]
        Probability that a game visits the state with these filled categories and this upper total.
    """

    tables: Tables
    player: Decided
    visits: Floats


@dataclass(frozen=True, eq=False)
class Judge:
    """A solution by which decisions are valued.

    Attributes
    ----------
    value_of_state : float64[n_states]
        Certainty equivalents of the points still to come under ``theta``; means if it is 0.
    """

    theta: float
    value_of_state: Floats


@dataclass(frozen=True, eq=False)
class Losses:
    """A judge's evaluation of a player's decisions: float64[n_turns, n_rerolls + 1], by turn and remaining throws.

    decisions : expected number per game; different : number of those that lose more than a tie; lost : points lost by
    all.
    """

    decisions: Floats
    different: Floats
    lost: Floats


@dataclass(frozen=True, eq=False)
class Throws:
    """Spread of the outcomes of a player's throws, by turn, throws left and bin of sigma.

    Attributes
    ----------
    edges : float64[n_bins + 1]
        Bins of sigma in points; each includes its lower edge.
    number : float64[n_turns, n_rerolls + 1, n_bins]
        Expected number per game.
    sigma, variance : as ``number``
        Sums of sigma and of its square.
    position : as ``number``
        Sum of the position of the certainty equivalent between the mean, 0, and the best (theta above 0) or the worst
        outcome, 1.
    from_mean, from_extreme : as ``number``
        Sums of its distances from the mean and from that outcome, in points.
    second_order_error : as ``number``
        Sum of its distances from the prediction mean + theta sigma^2 / 2, in points.
    number_of_position : float64[n_turns, n_rerolls + 1, N_POSITIONS]
        Expected number per game by bin of the position.
    heaviest : float64[n_bins, 5]
        The most frequent throw in each bin, except first throws of a turn: number, throws left, keep, filled
        categories, upper total.
    """

    edges: Floats
    number: Floats
    sigma: Floats
    variance: Floats
    position: Floats
    from_mean: Floats
    from_extreme: Floats
    second_order_error: Floats
    number_of_position: Floats
    heaviest: Floats


def way_of_walk(walk: Walk, player: Decided) -> Way:
    """Return the way of the player of a walk."""
    visits = np.zeros((walk.game.space.n_pages, walk.game.space.n_totals))
    visits[walk.page, walk.total] = walk.visits
    return Way(walk.tables, player, visits)


def batches_of_turns(way: Way) -> Iterator[tuple[int, Places]]:
    """Yield rows of visited states, at most ``N_ROWS`` at a time, each with its turn, from 0."""
    for turn in range(way.tables.game.ruleset.n_categories):
        rows = visited_rows(way.tables.game.space, turn, way.visits)
        for start in range(0, len(rows.page), N_ROWS):
            yield turn, Places(*(array[start : start + N_ROWS] for array in rows))


def kernel_judges(tables: Tables, judges: Sequence[Judge]) -> Judges:
    """Return the judges for kernels."""
    utilities = [kernel_utility(Objective(judge.theta), tables.outcomes) for judge in judges]
    theta, sign, shift, factor, offset = (np.array(field) for field in zip(*utilities, strict=True))
    spread = np.array([tables.spread(judge.value_of_state).values for judge in judges])
    return Judges(theta, sign, shift, factor, offset, spread, tables.layout.first_slot_of_page)


def kernel_bins(edges: Floats) -> Bins:
    """Return bins for kernels."""
    cells = np.arange(N_CELLS_OF_POINT * LARGEST_CELL) / N_CELLS_OF_POINT
    first = np.searchsorted(edges, cells, side="right") - 1
    return Bins(edges, first.astype(np.int32), float(N_CELLS_OF_POINT))


def weigh_way(
    way: Way, judges: Sequence[Judge], viewer: int = NOBODY, edges: Floats = ONE_BIN
) -> tuple[list[Losses], Throws]:
    """Return each judge's evaluation of the decisions of a player's games, and the spread of its throws.

    Parameters
    ----------
    viewer : int
        The judge that values the outcomes of throws, and no decisions: its losses are zero. Without one the spreads
        are zero.
    edges : float64[n_bins + 1]
        Bins of sigma in points, from 0 to infinity.

    Notes
    -----
    Cost for perfect play of Scandinavian Yatzy, with visited states in 60,229 rows, on one core: 4 s for the player's
    decisions, 2 s per judge, 4 s for the spreads, 6 s with theta.
    """
    ruleset, arrays = way.tables.game.ruleset, way.tables.arrays
    their, n_bins, n_kinds = kernel_judges(way.tables, judges), len(edges) - 1, ruleset.n_rerolls + 1
    bins = kernel_bins(edges)

    def weigh(batch: tuple[int, Places]) -> tuple[int, tuple[Floats, ...]]:
        turn, places = batch
        options, losses = way.player.decide(way.tables, places), np.zeros((len(judges), n_kinds, 3))
        found = np.zeros((n_kinds, n_bins, N_FACTS)), np.zeros((n_kinds, N_POSITIONS)), np.zeros((n_bins, 5))
        weigh_rows(*arrays, places, options, way.visits, their, viewer, bins, losses, found)
        return turn, (losses, *found)

    losses = np.zeros((ruleset.n_categories, len(judges), n_kinds, 3))
    facts = np.zeros((ruleset.n_categories, n_kinds, n_bins, N_FACTS))
    number_of_position, heaviest = np.zeros((ruleset.n_categories, n_kinds, N_POSITIONS)), np.zeros((n_bins, 5))
    with ThreadPoolExecutor(n_processors()) as pool:
        for turn, part in pool.map(weigh, batches_of_turns(way)):
            losses[turn] += part[0]
            facts[turn] += part[1]
            number_of_position[turn] += part[2]
            heavier = part[3][:, 0] > heaviest[:, 0]
            heaviest[heavier] = part[3][heavier]
    sums = dict(zip(FACTS, np.moveaxis(facts, -1, 0), strict=True))
    throws = Throws(edges, **sums, number_of_position=number_of_position, heaviest=heaviest)
    return [Losses(*np.moveaxis(losses[:, judge], -1, 0)) for judge in range(len(judges))], throws


JUDGED = (-0.2, 0.01, 0.2)
VIEWED = (-0.2, 0.2)

REGIME_BOUNDS = (0.0, 0.1, 0.5, 1.0, 2.0, np.inf)  # of abs(theta) times sigma
SPREAD_BOUNDS = (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, np.inf)
SIGMA_STEP = 0.01  # points
LARGEST_SIGMA = 60  # points; larger sigmas have coarser bins

Part = TypeVar("Part", Losses, Throws)


@dataclass(frozen=True, eq=False)
class ThetaWay:
    """The player for a theta: what its decisions lose in points, and its throws if theta is in ``VIEWED``.

    The edges of the throws are ``SPREAD_BOUNDS`` over abs(theta).
    """

    theta: float
    losses: Losses
    throws: Throws


def arrays_of(*parts: Losses | Throws) -> dict[str, npt.NDArray[Any]]:
    """Return all arrays of the parts, for the cache."""
    return {f"{type(part).__name__}.{name}": array for part in parts for name, array in vars(part).items()}


def read_part(kind: type[Part], arrays: Mapping[str, npt.NDArray[Any]]) -> Part:
    """Restore a part from the arrays of ``arrays_of``."""
    return kind(**{field.name: arrays[f"{kind.__name__}.{field.name}"] for field in fields(kind)})


def find_theta_way(ruleset: Ruleset, theta: float) -> ThetaWay:
    """Return the results for the player of ``theta``, cached on disk.

    The result of ``find_theta_games`` is computed from the same walk and cached, too.

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
    """Return fine bins of sigma, such that each regime of any theta of the grid consists of whole bins."""
    fine = np.arange(0, LARGEST_SIGMA / SIGMA_STEP + 1) * SIGMA_STEP
    bounds = [bound / abs(theta) for theta in THETAS if theta != 0 for bound in REGIME_BOUNDS]
    return np.unique(np.concatenate([fine, bounds]))


def find_perfect_throws(ruleset: Ruleset) -> Throws:
    """Return the spread of the outcomes of perfect play's throws, in the bins of ``sigma_edges``.

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
