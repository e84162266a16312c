r"""Soft turns: options are taken with softmax probabilities, so that the result is differentiable in the values read.

Every choice of the turn is a softmax at a temperature, in points, of the player's values; true values are averaged with
the same probabilities. The mean of the true values is then a smooth function of the player's values, and one backward
sweep computes its gradient:

.. math::

    p_i = \frac{e^{x_i / \tau}}{\sum_j e^{x_j / \tau}}, \quad X = \sum_i p_i x_i, \quad T = \sum_i p_i t_i, \quad
    \frac{\partial T}{\partial x_i} = \frac{p_i (t_i - T)}{\tau}, \quad
    \frac{\partial X}{\partial x_i} = p_i \left(1 + \frac{x_i - X}{\tau}\right)

with x the player's and t the true values. For a roll the options are its keeps and stopping; where the turn stops, the
open boxes. Turns of ``N_LANES`` states are played in parallel, one per lane.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.following import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    Row,
    add_to,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    exceeds_anywhere,
    exponential_row,
    fill_row,
    get_row,
    load_row,
    set_row,
)
from solver.kernels.turn import Lattice, mean_sweep, weigh_rolls

FAINT = 16.0  # temperatures below the best beyond which options are ignored: probability 1e-7


class Workspace(NamedTuple):
    """Workspace for the soft turns of a row of states; table t has t remaining throws, numbers are rows.

    read, true : float64[n_rerolls + 1, n_keeps, N_LANES], for a roll, the value of the turn with t remaining throws;
    for a short keep, the value of keeping exactly these dice in a throw that leaves t. shares : float64[n_rerolls + 1,
    n_entries + n_rolls, N_LANES], probability of each option of each roll, stopping first, then the keeps as in
    ``Choices``; boxes : float64[n_rolls * n_categories, N_LANES]. read_slope, true_slope : gradients, as read and true.
    places : int64[..], indices of the rows of one roll's options.
    """

    read: Floats
    true: Floats
    shares: Floats
    boxes: Floats
    read_slope: Floats
    true_slope: Floats
    places: Longs


@part
def empty_workspace(lattice: Lattice, choices: Choices, n_rerolls: int) -> Workspace:
    """Allocate a workspace for the soft turns of a row of states."""
    n_keeps, n_rolls = lattice.first_removal_of_keep.shape[0] - 1, lattice.prob_of_roll.shape[0]
    n_categories = choices.outcome_of_roll.shape[2]
    return Workspace(
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, choices.keeps.shape[0] + n_rolls),
        aligned_rows(n_rolls * n_categories),
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, n_keeps),
        np.empty(n_keeps + n_categories, np.int64),
    )


@part
def options_of_roll(choices: Choices, rerolls: int, roll: int, work: Workspace) -> Longs:
    """Return the indices in ``work.read`` of the options of a roll: stopping, and its keeps."""
    n_keeps, first = work.read.shape[1], choices.first_keep_of_roll[roll]
    n_choices = choices.first_keep_of_roll[roll + 1] - first
    work.places[0] = (n_keeps - choices.outcome_of_roll.shape[1] + roll) * N_LANES
    for number in range(n_choices):
        work.places[1 + number] = ((rerolls - 1) * n_keeps + choices.keeps[first + number]) * N_LANES
    return work.places[: 1 + n_choices]


@part
def boxes_of_roll(choices: Choices, roll: int, where: tuple[int, int], work: Workspace) -> Longs:
    """Return the indices in ``read`` of the boxes of a roll; for that and ``where`` see ``play_softly``."""
    n_categories, (first, n_states) = choices.outcome_of_roll.shape[2], where
    for category in range(n_categories):
        work.places[category] = choices.outcome_of_roll[0, roll, category] * n_states + first
    return work.places[:n_categories]


@part
def choose_softly(
    read: Floats, true: Floats, places: Longs, temperature: float, shares: Floats, first: int
) -> tuple[Row, Row]:
    """Return the softmax averages of some options' values: as read, and true.

    The probabilities are written to ``shares``, from row ``first`` on.
    """
    best, zero, colder = fill_row(-np.inf), fill_row(0.0), 1.0 / temperature
    for place in places:
        best = best_row(load_row(read, place), best)
    bar, total, reads, trues = best - FAINT * temperature, zero, zero, zero
    for number in range(places.shape[0]):
        ours, share = load_row(read, places[number]), zero
        if exceeds_anywhere(ours, bar):
            share = choose_row(ours, bar, exponential_row(colder * (ours - best), 0.0), zero)
            total = total + share
            reads = reads + share * ours
            trues = trues + share * load_row(true, places[number])
        set_row(shares, first + number, share)
    whole = 1.0 / total
    for row in range(first, first + places.shape[0]):
        set_row(shares, row, whole * get_row(shares, row))
    return whole * reads, whole * trues


@part
def slope_options(
    values: tuple[Floats, Floats],
    places: Longs,
    temperature: float,
    shares: Floats,
    first: int,
    roll: int,
    work: Workspace,
    slopes: tuple[Floats, Floats],
) -> None:
    """Propagate the gradient of a roll to its options, adding to them; ``roll`` is its row in ``work.read``.

    ``values`` and ``slopes`` are as read and true; if the second array of the latter is empty, only the first is used.
    """
    (read, true), (read_slope, true_slope) = values, slopes
    of_read, of_true = get_row(work.read_slope, roll), get_row(work.true_slope, roll)
    mean_read, mean_true = get_row(work.read, roll), get_row(work.true, roll)
    colder, zero = 1.0 / temperature, fill_row(0.0)
    warm_read, warm_true = colder * of_read, colder * of_true
    for number in range(places.shape[0]):
        share, place = get_row(shares, first + number), places[number]
        if exceeds_anywhere(share, zero):
            above = warm_true * (load_row(true, place) - mean_true)
            more = warm_read * (load_row(read, place) - mean_read)
            add_to(read_slope, place, share * (above + more + of_read))
            if true_slope.shape[0] > 0:
                add_to(true_slope, place, share * of_true)


@part
def slope_throws(lattice: Lattice, read_slope: Floats, true_slope: Floats) -> None:
    """Propagate the gradient of every short keep to the rolls of the throw, one die at a time."""
    for keep in range(lattice.extensions_of_keep.shape[0]):
        of_read, of_true = 1.0 / 6.0 * get_row(read_slope, keep), 1.0 / 6.0 * get_row(true_slope, keep)
        for face in range(lattice.extensions_of_keep.shape[1]):
            after = lattice.extensions_of_keep[keep, face] * N_LANES
            add_to(read_slope, after, of_read)
            add_to(true_slope, after, of_true)


@kernel
def play_softly(
    lattice: Lattice,
    choices: Choices,
    n_rerolls: int,
    read: Floats,
    true: Floats,
    temperature: float,
    rows: tuple[int, int],
    means: Floats,
    slopes: Floats,
) -> None:
    """Play a soft turn from some states, and compute the gradient of its true mean by every value read.

    Parameters
    ----------
    read, true : float64[n_outcomes, n_states]
        Points plus the value of the successor, of every outcome: the player's and the true one. ``read`` of a filled
        box is far below all others. Every roll may be scored anywhere.
    temperature : float, points
    rows : int, int
        Range of the rows of states, with N_LANES states each.
    means : float64[n_states]
        Out: the true mean of the turn plus the value of the successor.
    slopes : float64[n_outcomes, n_states]
        In: zeros. Out: the derivative of the mean by each value read.
    """
    work = empty_workspace(lattice, choices, n_rerolls)
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    n_keeps, n_categories = first_roll + n_rolls, choices.outcome_of_roll.shape[2]
    pairs, pair_slopes = (work.read, work.true), (work.read_slope, work.true_slope)
    for row in range(rows[0], rows[1]):
        where = row * N_LANES, read.shape[1]
        for roll in range(n_rolls):
            places = boxes_of_roll(choices, roll, where, work)
            worth = choose_softly(read, true, places, temperature, work.boxes, roll * n_categories)
            set_row(work.read, first_roll + roll, worth[0])
            set_row(work.true, first_roll + roll, worth[1])
        for rerolls in range(1, n_rerolls + 1):
            mean_sweep(lattice.extensions_of_keep, work.read[rerolls - 1])
            mean_sweep(lattice.extensions_of_keep, work.true[rerolls - 1])
            for roll in range(n_rolls):
                places, first = (options_of_roll(choices, rerolls, roll, work), choices.first_keep_of_roll[roll] + roll)
                worth = choose_softly(work.read, work.true, places, temperature, work.shares[rerolls], first)
                set_row(work.read, rerolls * n_keeps + first_roll + roll, worth[0])
                set_row(work.true, rerolls * n_keeps + first_roll + roll, worth[1])
        set_row(means, row, weigh_rolls(lattice.prob_of_roll, first_roll, work.true[n_rerolls]))
        work.read_slope[:], work.true_slope[:] = 0.0, 0.0
        for roll in range(n_rolls):
            set_row(work.true_slope[n_rerolls], first_roll + roll, fill_row(lattice.prob_of_roll[roll]))
        for rerolls in range(n_rerolls, 0, -1):
            for roll in range(n_rolls):
                places, first = (options_of_roll(choices, rerolls, roll, work), choices.first_keep_of_roll[roll] + roll)
                at, shares = rerolls * n_keeps + first_roll + roll, work.shares[rerolls]
                slope_options(pairs, places, temperature, shares, first, at, work, pair_slopes)
            slope_throws(lattice, work.read_slope[rerolls - 1], work.true_slope[rerolls - 1])
        for roll in range(n_rolls):
            places, first = boxes_of_roll(choices, roll, where, work), roll * n_categories
            at, outer = first_roll + roll, (slopes, slopes[:0])
            slope_options((read, true), places, temperature, work.boxes, first, at, work, outer)
