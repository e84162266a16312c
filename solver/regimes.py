r"""Regimes, measured: where a risk parameter changes play, what it costs, and how far the outcomes of throws spread.

A judge values by a solution: theta, and the certainty equivalents of the points still to come. It looks on while a
player goes its way and weighs every decision by the points that it loses in the judge's eyes; a decision counts as
different if it loses more than a tie, so options that the judge holds equal never do. With the mean as the judge, the
losses on a player's way add up to what the player falls short of perfect play:

.. math:: V(\text{start}) - \mathbb{E}[\text{score}] = \sum_{\text{decisions}} P(\text{met}) \cdot \text{loss}

A throw is a chance node: its outcomes are the values of the rolls that can come of it. Their standard deviation is its
sigma, and by the law of total variance the squares of all sigmas on the way of perfect play, weighted by how often the
throws are met, add up to the variance of the final score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from solver.dice import Floats
from solver.play_kernels import Places
from solver.players import Decided, Options
from solver.regime_kernels import weigh_losses, weigh_throws
from solver.solve import layer_blocks, n_processors
from solver.tables import Tables
from solver.walk import Walk, visited_rows

N_ROWS = 256  # that a player is asked for at once; always as many, so that sums are reproducible
N_POSITIONS = 1000  # equal parts of 0 to 1 in which positions are counted


@dataclass(frozen=True, eq=False)
class Way:
    """A player and where its games lead.

    Attributes
    ----------
    visits : float64[n_sets, n_totals]
        Probability that a game comes to the state with these filled categories and this upper total.
    """

    tables: Tables
    player: Decided
    visits: Floats


@dataclass(frozen=True, eq=False)
class Judge:
    """Whoever values by a solution.

    Attributes
    ----------
    value_of_state : float64[n_states]
        Certainty equivalents of the points still to come under ``theta``; means if it is 0.
    """

    theta: float
    value_of_state: Floats


@dataclass(frozen=True, eq=False)
class Losses:
    """What a judge thinks of a player's decisions: float64[n_turns, n_rerolls + 1], by turn and rerolls in hand.

    decisions : expected number a game; different : of those that lose more than a tie; lost : points lost by all.
    """

    decisions: Floats
    different: Floats
    lost: Floats


@dataclass(frozen=True, eq=False)
class Throws:
    """How far the outcomes of the throws of a player spread, by turn, rerolls left and bin of sigma.

    Attributes
    ----------
    edges : float64[n_bins + 1]
        Bins of sigma in points; each holds its lower edge.
    number : float64[n_turns, n_rerolls + 1, n_bins]
        Expected number a game.
    sigma, variance : as ``number``
        Sums of sigma and of its square.
    position : as ``number``
        Sum of where the certainty equivalent lies between the mean, 0, and the best (theta above 0) or the worst
        outcome, 1.
    from_mean, from_extreme : as ``number``
        Sums of its distances from the mean and from that outcome, in points.
    second_order_error : as ``number``
        Sum of its distances from the prediction mean + theta sigma^2 / 2, in points.
    number_of_position : float64[n_turns, n_rerolls + 1, N_POSITIONS]
        Expected number a game in equal parts of the position.
    heaviest : float64[n_bins, 5]
        The throw met most often in each bin: how often; rerolls left, keep, filled categories, upper total.
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
    """Return the way of ``player``, whose walk is known."""
    visits = np.zeros((walk.game.space.n_pages, walk.game.space.n_totals))
    visits[walk.page, walk.total] = walk.visits
    return Way(walk.tables, player, visits)


def batches_of_turns(way: Way) -> Iterator[tuple[int, Places]]:
    """Yield rows of states that the player comes to, at most ``N_ROWS`` at once, each with its turn, from 0."""
    for turn in range(way.tables.game.ruleset.n_categories):
        rows = visited_rows(layer_blocks(way.tables.game.space, turn, coalesce=False), way.visits)
        for start in range(0, len(rows.page), N_ROWS):
            yield turn, Places(*(array[start : start + N_ROWS] for array in rows))


Work = Callable[[Places, Options], tuple[Floats, ...]]


def over_way(way: Way, work: Work) -> Iterator[tuple[int, tuple[Floats, ...]]]:
    """Yield each turn with what ``work`` finds in some rows of it and the player's decisions there, in order."""

    def weigh(batch: tuple[int, Places]) -> tuple[int, tuple[Floats, ...]]:
        turn, places = batch
        return turn, work(places, way.player.decide(way.tables, places))

    with ThreadPoolExecutor(n_processors()) as pool:
        yield from pool.map(weigh, batches_of_turns(way))


def judge_way(way: Way, judge: Judge) -> Losses:
    """Return what ``judge`` thinks of the decisions on a way."""
    ruleset, arrays = way.tables.game.ruleset, way.tables.arrays
    table = way.tables.spread_once(judge.value_of_state)

    def work(places: Places, options: Options) -> tuple[Floats]:
        found = np.zeros((ruleset.n_rerolls + 1, 3))
        weigh_losses(*arrays, places, options, way.visits, judge.theta, table, found)
        return (found,)

    total = np.zeros((ruleset.n_categories, ruleset.n_rerolls + 1, 3))
    for turn, (found,) in over_way(way, work):
        total[turn] += found
    return Losses(*np.moveaxis(total, -1, 0))


def measure_throws(way: Way, judge: Judge, edges: Floats) -> Throws:
    """Return how far the outcomes of the throws on a way spread, valued by ``judge``.

    Parameters
    ----------
    edges : float64[n_bins + 1]
        Bins of sigma in points, from 0 to infinity.
    """
    ruleset, (lattice, exits, choices, n_rerolls, _tie) = way.tables.game.ruleset, way.tables.arrays
    table = way.tables.spread_once(judge.value_of_state)
    n_bins = len(edges) - 1

    def work(places: Places, options: Options) -> tuple[Floats, Floats, Floats]:
        found = np.zeros((n_rerolls + 1, n_bins, 7)), np.zeros((n_rerolls + 1, N_POSITIONS)), np.zeros((n_bins, 5))
        arguments = places, options, way.visits, judge.theta, table, edges, *found
        weigh_throws(lattice, exits, choices, n_rerolls, *arguments)
        return found

    facts = np.zeros((ruleset.n_categories, n_rerolls + 1, n_bins, 7))
    number_of_position = np.zeros((ruleset.n_categories, n_rerolls + 1, N_POSITIONS))
    heaviest = np.zeros((n_bins, 5))
    for turn, found in over_way(way, work):
        facts[turn] += found[0]
        number_of_position[turn] += found[1]
        heavier = found[2][:, 0] > heaviest[:, 0]
        heaviest[heavier] = found[2][heavier]
    return Throws(edges, *np.moveaxis(facts, -1, 0), number_of_position, heaviest)
