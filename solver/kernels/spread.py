"""Kernels that look at throws: how far the outcomes spread, and where the certainty equivalent lies among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.judge import Judges, Turn, to_points
from solver.kernels.rows import N_LANES, Floats, Ints, Longs, best_row, choose_row, load_row, store_row
from solver.kernels.turn import Lattice, mean_sweep

FLAT = 1e-9  # points; outcomes closer together than this count as one
N_FACTS = 7  # of a throw, see ``weigh_throw``


class Outlook(NamedTuple):
    """What can come of keeping some dice and throwing the others: float64[n_keeps, N_LANES] each, short keeps meant.

    mean, square : mean of the points and of their squared distance from ``centre``, float64[N_LANES]; low, high : the
    fewest and the most points.
    """

    mean: Floats
    square: Floats
    low: Floats
    high: Floats
    centre: Floats


@kernel
def empty_outlook(n_keeps: int) -> Outlook:
    """Return room for an outlook."""
    rows = np.empty((4, n_keeps, N_LANES))
    return Outlook(rows[0], rows[1], rows[2], rows[3], np.empty(N_LANES))


@kernel
def range_sweep(extensions_of_keep: Ints, low: Floats, high: Floats) -> None:
    """Give every short keep the lowest and the highest value among its extensions."""
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        first = extensions_of_keep[keep, 0] * N_LANES
        least, most = load_row(low, first), load_row(high, first)
        for face in range(1, extensions_of_keep.shape[1]):
            first = extensions_of_keep[keep, face] * N_LANES
            new = load_row(low, first)
            least, most = choose_row(least, new, new, least), best_row(load_row(high, first), most)
        store_row(low, keep * N_LANES, least)
        store_row(high, keep * N_LANES, most)


@kernel
def look_out(
    lattice: Lattice, judges: Judges, judge: int, rerolls: int, lanes: Longs, turn: Turn, outlook: Outlook
) -> None:
    """Find what can come of every throw that leaves so many rerolls, for some lanes of a row, in points."""
    theta, sign, shift = judges.theta[judge], judges.sign[judge], judges.shift[judge]
    first_roll, mean, square = lattice.extensions_of_keep.shape[0], outlook.mean, outlook.square
    mean[first_roll:] = 0.0
    for row in range(first_roll, mean.shape[0]):
        for lane in lanes:
            utility = turn.utilities[rerolls, row, lane]
            mean[row, lane] = to_points(theta, sign, shift, turn.reference[lane], utility)
    outlook.low[first_roll:] = mean[first_roll:]
    outlook.high[first_roll:] = mean[first_roll:]
    range_sweep(lattice.extensions_of_keep, outlook.low, outlook.high)
    mean_sweep(lattice.extensions_of_keep, mean)
    outlook.centre[:] = mean[0]
    square[first_roll:] = (mean[first_roll:] - outlook.centre) ** 2
    mean_sweep(lattice.extensions_of_keep, square)


@kernel
def weigh_throw(theta: float, equivalent: float, keep: int, lane: int, outlook: Outlook, facts: Floats) -> None:
    """Describe one throw.

    ``facts`` become 1; sigma; sigma squared; the position of the certainty equivalent between the mean, 0, and the
    best outcome (theta above 0) or the worst (below), 1; its distance from the mean and from that outcome; and the
    distance from it of its second-order prediction, mean + theta sigma^2 / 2.
    """
    mean = outlook.mean[keep, lane]
    variance = max(0.0, outlook.square[keep, lane] - (mean - outlook.centre[lane]) ** 2)
    extreme = outlook.high[keep, lane] if theta > 0.0 else outlook.low[keep, lane]
    facts[0], facts[1], facts[2], facts[3] = 1.0, np.sqrt(variance), variance, 0.0
    facts[4], facts[5] = abs(equivalent - mean), abs(extreme - equivalent)
    if abs(extreme - mean) > FLAT:
        facts[3] = (equivalent - mean) / (extreme - mean)
    facts[6] = abs(mean + theta * variance / 2.0 - equivalent)


@kernel
def view_row(
    lattice: Lattice,
    judges: Judges,
    viewer: int,
    state: tuple[int, int],
    lanes: Longs,
    turn: Turn,
    outlook: Outlook,
    edges: Floats,
    found: tuple[Floats, Floats, Floats],
) -> None:
    """Sum up how far the outcomes of the throws of a turn spread for the judge who has valued it.

    ``state`` is where the row begins; ``edges`` and ``found`` are as in ``weigh_rows``.
    """
    theta, sign, shift = judges.theta[viewer], judges.sign[viewer], judges.shift[viewer]
    facts, (sums, positions, heaviest) = np.empty(N_FACTS), found
    n_positions = positions.shape[1]
    mean_sweep(lattice.extensions_of_keep, turn.utilities[-1])
    for rerolls in range(turn.thrown.shape[0]):
        look_out(lattice, judges, viewer, rerolls, lanes, turn, outlook)
        for keep in range(turn.thrown.shape[1]):
            for lane in lanes:
                weight = turn.thrown[rerolls, keep, lane]
                if weight == 0.0:
                    continue
                utility = turn.utilities[rerolls, keep, lane]
                equivalent = to_points(theta, sign, shift, turn.reference[lane], utility)
                weigh_throw(theta, equivalent, keep, lane, outlook, facts)
                part = np.searchsorted(edges, facts[1], side="right") - 1
                for field in range(N_FACTS):
                    sums[rerolls, part, field] += weight * facts[field]
                positions[rerolls, max(0, min(int(facts[3] * n_positions), n_positions - 1))] += weight
                if weight > heaviest[part, 0] and rerolls < turn.thrown.shape[0] - 1:
                    heaviest[part, 0], heaviest[part, 1], heaviest[part, 2] = weight, rerolls, keep
                    heaviest[part, 3], heaviest[part, 4] = state[0], state[1] + lane
