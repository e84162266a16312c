"""Kernels that look at throws: how far the outcomes spread, and where the certainty equivalent lies among them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import part
from solver.kernels.judge import Judges, Turn, to_points
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    aligned_tables,
    best_row,
    choose_row,
    copy_rows,
    fill_row,
    get_row,
    load_row,
    set_row,
    store_row,
)
from solver.kernels.short_rows import reaches_anywhere
from solver.kernels.turn import Lattice, Where, mean_sweep

FLAT = 1e-9  # points; outcomes closer together than this count as one
SMALLEST = 5e-324  # a number is at least this if it is above 0
N_FACTS = 7  # of a throw, see ``weigh_throw``


class Bins(NamedTuple):
    """Bins of sigma, so that the bin of a number is found without searching through all of them.

    edges : float64[n_bins + 1], in points, each bin holds its lower edge; first_bin_of_cell : int32[n_cells], the bin
    of the lower edge of each of equal parts of a point, from 0 on; n_cells_of_point : into how many a point is cut.
    """

    edges: Floats
    first_bin_of_cell: Ints
    n_cells_of_point: float


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


@part
def empty_outlook(n_keeps: int) -> Outlook:
    """Return room for an outlook."""
    rows = aligned_tables(4, n_keeps)
    return Outlook(rows[0], rows[1], rows[2], rows[3], np.empty(N_LANES))


@part
def range_sweep(extensions_of_keep: Ints, low: Floats, high: Floats) -> None:
    """Give every short keep the lowest and the highest value among its extensions."""
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        first = extensions_of_keep[keep, 0] * N_LANES
        least, most = load_row(low, first), load_row(high, first)
        for face in range(1, extensions_of_keep.shape[1]):
            first = extensions_of_keep[keep, face] * N_LANES
            new = load_row(low, first)
            least, most = choose_row(least, new, new, least), best_row(load_row(high, first), most)
        set_row(low, keep, least)
        set_row(high, keep, most)


@part
def look_out(
    lattice: Lattice, judges: Judges, judge: int, rerolls: int, lanes: Longs, turn: Turn, outlook: Outlook
) -> None:
    """Find what can come of every throw that leaves so many rerolls, for some lanes of a row, in points."""
    theta, sign, shift = judges.theta[judge], judges.sign[judge], judges.shift[judge]
    first_roll, mean, square = lattice.extensions_of_keep.shape[0], outlook.mean, outlook.square
    weights, zero = load_row(turn.weights, 0), fill_row(0.0)
    for row in range(first_roll, mean.shape[0]):
        utility = get_row(turn.utilities[rerolls], row)
        set_row(mean, row, choose_row(weights, zero, utility, zero))
        if theta != 0.0:
            for lane in lanes:
                mean[row, lane] = to_points(theta, sign, shift, turn.reference[lane], mean[row, lane])
    for ends in (outlook.low, outlook.high):
        copy_rows(mean, first_roll, mean.shape[0] - first_roll, ends, first_roll)
    range_sweep(lattice.extensions_of_keep, outlook.low, outlook.high)
    mean_sweep(lattice.extensions_of_keep, mean)
    store_row(outlook.centre, 0, load_row(mean, 0))
    minus_centre = -1.0 * load_row(mean, 0)
    for row in range(first_roll, mean.shape[0]):
        distance = get_row(mean, row) + minus_centre
        set_row(square, row, distance * distance)
    mean_sweep(lattice.extensions_of_keep, square)


@part
def bin_of(bins: Bins, sigma: float) -> int:
    """Return the bin that holds a number."""
    cell = int(sigma * bins.n_cells_of_point)
    if cell >= bins.first_bin_of_cell.shape[0]:
        return int(np.searchsorted(bins.edges, sigma, side="right")) - 1
    place = int(bins.first_bin_of_cell[cell])
    while bins.edges[place + 1] <= sigma:
        place += 1
    return place


@part
def weigh_throw(
    theta: float,
    equivalent: float,
    weight: float,
    where: tuple[int, int],
    outlook: Outlook,
    bins: Bins,
    found: tuple[Floats, Floats],
) -> int:
    """Add one throw to the sums of its bin, ``found``, and return the bin.

    Its facts are 1; sigma; sigma squared; the position of the certainty equivalent between the mean, 0, and the best
    outcome (theta above 0) or the worst (below), 1; its distance from the mean and from that outcome; and the distance
    from it of its second-order prediction, mean + theta sigma^2 / 2.
    """
    keep, lane = where
    sums, positions = found
    mean = outlook.mean[keep, lane]
    variance = max(0.0, outlook.square[keep, lane] - (mean - outlook.centre[lane]) ** 2)
    extreme, position = outlook.high[keep, lane] if theta > 0.0 else outlook.low[keep, lane], 0.0
    if equivalent != mean and abs(extreme - mean) > FLAT:
        position = (equivalent - mean) / (extreme - mean)
    sigma = np.sqrt(variance)
    part = bin_of(bins, sigma)
    facts = sums[part]
    facts[0] += weight
    facts[1] += weight * sigma
    facts[2] += weight * variance
    facts[3] += weight * position
    facts[4] += weight * abs(equivalent - mean)
    facts[5] += weight * abs(extreme - equivalent)
    facts[6] += weight * abs(mean + theta * variance / 2.0 - equivalent)
    n_positions = positions.shape[0]
    positions[max(0, min(int(position * n_positions), n_positions - 1))] += weight
    return part


@part
def view_row(
    lattice: Lattice,
    judges: Judges,
    viewer: int,
    state: Where,
    lanes: Longs,
    turn: Turn,
    outlook: Outlook,
    bins: Bins,
    found: tuple[Floats, Floats, Floats],
) -> None:
    """Sum up how far the outcomes of the throws of a turn spread for the judge who has valued it.

    ``state`` is where the row begins; ``found`` is as in ``weigh_rows``.
    """
    theta, sign, shift = judges.theta[viewer], judges.sign[viewer], judges.shift[viewer]
    (sums, positions, heaviest), something = found, fill_row(SMALLEST)
    mean_sweep(lattice.extensions_of_keep, turn.utilities[-1])
    for rerolls in range(turn.thrown.shape[0]):
        look_out(lattice, judges, viewer, rerolls, lanes, turn, outlook)
        thrown, utilities = turn.thrown[rerolls], turn.utilities[rerolls]
        sums_here = (sums[rerolls], positions[rerolls])
        for keep in range(thrown.shape[0]):
            if not reaches_anywhere(get_row(thrown, keep), something):
                continue
            for lane in lanes:
                weight = thrown[keep, lane]
                if weight > 0.0:
                    equivalent = to_points(theta, sign, shift, turn.reference[lane], utilities[keep, lane])
                    part = weigh_throw(theta, equivalent, weight, (keep, lane), outlook, bins, sums_here)
                    if weight > heaviest[part, 0] and rerolls < turn.thrown.shape[0] - 1:
                        heaviest[part, 0], heaviest[part, 1], heaviest[part, 2] = weight, rerolls, keep
                        heaviest[part, 3], heaviest[part, 4] = state[0], state[1] + lane
