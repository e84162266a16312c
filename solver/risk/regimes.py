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

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.kernels.judge import Judges
from solver.kernels.play import Places
from solver.kernels.regimes import weigh_rows
from solver.kernels.spread import N_FACTS, Bins
from solver.play.player import Decided
from solver.play.tables import Tables
from solver.play.walk import Walk, visited_rows
from solver.solving.arrays_for_kernels import kernel_utility
from solver.solving.objectives import Objective
from solver.threads import n_processors

N_ROWS = 256  # that a player is asked for at once; always as many, so that sums are reproducible
N_POSITIONS = 1000  # equal parts of 0 to 1 in which positions are counted
NOBODY = -1
N_CELLS_OF_POINT, LARGEST_CELL = 64, 64  # points that are cut into cells, by which the bin of a sigma is found
ONE_BIN = np.array([0.0, np.inf])
FACTS = ("number", "sigma", "variance", "position", "from_mean", "from_extreme", "second_order_error")


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
        The throw met most often in each bin, first throws of a turn aside: how often; rerolls left, keep, filled
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
    """Return the way of ``player``, whose walk is known."""
    visits = np.zeros((walk.game.space.n_pages, walk.game.space.n_totals))
    visits[walk.page, walk.total] = walk.visits
    return Way(walk.tables, player, visits)


def batches_of_turns(way: Way) -> Iterator[tuple[int, Places]]:
    """Yield rows of states that the player comes to, at most ``N_ROWS`` at once, each with its turn, from 0."""
    for turn in range(way.tables.game.ruleset.n_categories):
        rows = visited_rows(way.tables.game.space, turn, way.visits)
        for start in range(0, len(rows.page), N_ROWS):
            yield turn, Places(*(array[start : start + N_ROWS] for array in rows))


def kernel_judges(tables: Tables, judges: Sequence[Judge]) -> Judges:
    """Return the judges as the kernels read them."""
    utilities = [kernel_utility(Objective(judge.theta), tables.outcomes) for judge in judges]
    theta, sign, shift, factor, offset = (np.array(field) for field in zip(*utilities, strict=True))
    spread = np.array([tables.spread(judge.value_of_state).values for judge in judges])
    return Judges(theta, sign, shift, factor, offset, spread, tables.layout.first_slot_of_page)


def kernel_bins(edges: Floats) -> Bins:
    """Return bins as the kernels read them."""
    cells = np.arange(N_CELLS_OF_POINT * LARGEST_CELL) / N_CELLS_OF_POINT
    first = np.searchsorted(edges, cells, side="right") - 1
    return Bins(edges, first.astype(np.int32), float(N_CELLS_OF_POINT))


def weigh_way(
    way: Way, judges: Sequence[Judge], viewer: int = NOBODY, edges: Floats = ONE_BIN
) -> tuple[list[Losses], Throws]:
    """Return what each of the judges thinks of the decisions on a way, and how far the outcomes of its throws spread.

    Parameters
    ----------
    viewer : int
        The judge who values the outcomes of throws. Without one the spreads stay zero.
    edges : float64[n_bins + 1]
        Bins of sigma in points, from 0 to infinity.

    Notes
    -----
    Cost for perfect play of Scandinavian Yatzy, whose visited states lie in 60,229 rows, on one core: 4 s to follow
    the player, 2 s for each judge, 4 s for the spreads, 6 s with theta.
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
