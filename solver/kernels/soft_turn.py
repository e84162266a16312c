r"""Kernels of the soft turn: a player who takes what looks better more often, and how that answers to what it reads.

Every choice of the turn is by a softmax at a temperature, in points, over what the player reads; beside it goes what is
true. The mean of the true values is then smooth in the values read, and its slopes come from one sweep back:

.. math::

    p_i = \frac{e^{x_i / \tau}}{\sum_j e^{x_j / \tau}}, \quad X = \sum_i p_i x_i, \quad T = \sum_i p_i t_i, \quad
    \frac{\partial T}{\partial x_i} = \frac{p_i (t_i - T)}{\tau}, \quad
    \frac{\partial X}{\partial x_i} = p_i \left(1 + \frac{x_i - X}{\tau}\right)

with x read and t true. At a roll the options are its keeps and stopping; where the turn stops, the open boxes.
Turns of ``N_LANES`` states are played side by side, each in a lane of its own.
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

FAINT = 16.0  # options so many temperatures below the best are not taken: of ten million choices, one would be


class Desk(NamedTuple):
    """Room for the soft turns of a row of states; table t is with t rerolls in hand, numbers are rows.

    read, true : float64[n_rerolls + 1, n_keeps, N_LANES]: of a roll, what the turn is worth with t rerolls in hand; of
    a short keep, what keeping just these dice is worth when that throw leaves t. shares : float64[n_rerolls + 1,
    n_entries + n_rolls, N_LANES], how often each option of each roll is taken, stopping first, then the keeps as in
    ``Choices``; boxes : float64[n_rolls * n_categories, N_LANES]. read_slope, true_slope : as read and true. places :
    int64[..], where the rows of the options of one roll begin.
    """

    read: Floats
    true: Floats
    shares: Floats
    boxes: Floats
    read_slope: Floats
    true_slope: Floats
    places: Longs


@part
def empty_desk(lattice: Lattice, choices: Choices, n_rerolls: int) -> Desk:
    """Return room for the soft turns of a row of states."""
    n_keeps, n_rolls = lattice.first_removal_of_keep.shape[0] - 1, lattice.prob_of_roll.shape[0]
    n_categories = choices.outcome_of_roll.shape[2]
    return Desk(
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, choices.keeps.shape[0] + n_rolls),
        aligned_rows(n_rolls * n_categories),
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, n_keeps),
        np.empty(n_keeps + n_categories, np.int64),
    )


@part
def options_of_roll(choices: Choices, rerolls: int, roll: int, desk: Desk) -> Longs:
    """Return where the options of a roll with rerolls in hand begin in ``desk.read``: stopping, and its keeps."""
    n_keeps, first = desk.read.shape[1], choices.first_keep_of_roll[roll]
    n_choices = choices.first_keep_of_roll[roll + 1] - first
    desk.places[0] = (n_keeps - choices.outcome_of_roll.shape[1] + roll) * N_LANES
    for number in range(n_choices):
        desk.places[1 + number] = ((rerolls - 1) * n_keeps + choices.keeps[first + number]) * N_LANES
    return desk.places[: 1 + n_choices]


@part
def boxes_of_roll(choices: Choices, roll: int, where: tuple[int, int], desk: Desk) -> Longs:
    """Return where the boxes of a roll begin in ``read``; for that and ``where`` see ``play_softly``."""
    n_categories, (first, n_states) = choices.outcome_of_roll.shape[2], where
    for category in range(n_categories):
        desk.places[category] = choices.outcome_of_roll[0, roll, category] * n_states + first
    return desk.places[:n_categories]


@part
def choose_softly(
    read: Floats, true: Floats, places: Longs, temperature: float, shares: Floats, first: int
) -> tuple[Row, Row]:
    """Return what some options are worth if the better ones are taken more often, as they are read and truly.

    How often each is taken is written to ``shares``, from row ``first`` on.
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
    desk: Desk,
    slopes: tuple[Floats, Floats],
) -> None:
    """Pass the slopes of a roll on to its options, which are added to; ``roll`` is its row in ``desk.read``.

    ``values`` and ``slopes`` are as read and true; if the latter's second array is empty, only the first one is meant.
    """
    (read, true), (read_slope, true_slope) = values, slopes
    of_read, of_true = get_row(desk.read_slope, roll), get_row(desk.true_slope, roll)
    mean_read, mean_true = get_row(desk.read, roll), get_row(desk.true, roll)
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
    """Pass the slopes of every short keep on to what a throw makes of it, one die at a time."""
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
    """Play a soft turn from some states, and find how its true mean answers to every value read.

    Parameters
    ----------
    read, true : float64[n_outcomes, n_states]
        Points and what comes after, as the player has it and as it is, of every outcome; ``read`` of a box that is
        filled is far below all others. Every roll may be scored anywhere.
    temperature : float, points
    rows : int, int
        The rows of states that are meant; there are N_LANES in each.
    means : float64[n_states]
        Out: the true mean of the turn and what comes after.
    slopes : float64[n_outcomes, n_states]
        In: zeros. Out: the derivative of the mean by each value read.
    """
    desk = empty_desk(lattice, choices, n_rerolls)
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    n_keeps, n_categories = first_roll + n_rolls, choices.outcome_of_roll.shape[2]
    pairs, pair_slopes = (desk.read, desk.true), (desk.read_slope, desk.true_slope)
    for row in range(rows[0], rows[1]):
        where = row * N_LANES, read.shape[1]
        for roll in range(n_rolls):
            places = boxes_of_roll(choices, roll, where, desk)
            worth = choose_softly(read, true, places, temperature, desk.boxes, roll * n_categories)
            set_row(desk.read, first_roll + roll, worth[0])
            set_row(desk.true, first_roll + roll, worth[1])
        for rerolls in range(1, n_rerolls + 1):
            mean_sweep(lattice.extensions_of_keep, desk.read[rerolls - 1])
            mean_sweep(lattice.extensions_of_keep, desk.true[rerolls - 1])
            for roll in range(n_rolls):
                places, first = options_of_roll(choices, rerolls, roll, desk), choices.first_keep_of_roll[roll] + roll
                worth = choose_softly(desk.read, desk.true, places, temperature, desk.shares[rerolls], first)
                set_row(desk.read, rerolls * n_keeps + first_roll + roll, worth[0])
                set_row(desk.true, rerolls * n_keeps + first_roll + roll, worth[1])
        set_row(means, row, weigh_rolls(lattice.prob_of_roll, first_roll, desk.true[n_rerolls]))
        desk.read_slope[:], desk.true_slope[:] = 0.0, 0.0
        for roll in range(n_rolls):
            set_row(desk.true_slope[n_rerolls], first_roll + roll, fill_row(lattice.prob_of_roll[roll]))
        for rerolls in range(n_rerolls, 0, -1):
            for roll in range(n_rolls):
                places, first = options_of_roll(choices, rerolls, roll, desk), choices.first_keep_of_roll[roll] + roll
                at, shares = rerolls * n_keeps + first_roll + roll, desk.shares[rerolls]
                slope_options(pairs, places, temperature, shares, first, at, desk, pair_slopes)
            slope_throws(lattice, desk.read_slope[rerolls - 1], desk.true_slope[rerolls - 1])
        for roll in range(n_rolls):
            places, first = boxes_of_roll(choices, roll, where, desk), roll * n_categories
            at, outer = first_roll + roll, (slopes, slopes[:0])
            slope_options((read, true), places, temperature, desk.boxes, first, at, desk, outer)
