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
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    add_rows,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.short_rows import exceeds_anywhere
from solver.kernels.smooth_rows import add_to, divide_rows, subtract_rows
from solver.kernels.turn import Lattice, mean_sweep, weigh_rolls
from solver.kernels.utility import exponential_row

FAINT = 16.0  # options so many temperatures below the best are not taken: of ten million choices, one would be


class Desk(NamedTuple):
    """Room for the soft turns of a row of states; table t is with t rerolls in hand, numbers are rows.

    read, true : float64[n_rerolls + 1, n_keeps, N_LANES]: of a roll, what the turn is worth with t rerolls in hand; of
    a short keep, what keeping just these dice is worth when that throw leaves t. shares : float64[n_rerolls + 1,
    n_entries, N_LANES], how often each keep of each roll is taken, the entries as in ``Choices``; stops :
    float64[n_rerolls + 1, n_rolls, N_LANES]; boxes : float64[n_rolls * n_categories, N_LANES]. read_slope,
    true_slope : as read and true.
    """

    read: Floats
    true: Floats
    shares: Floats
    stops: Floats
    boxes: Floats
    read_slope: Floats
    true_slope: Floats


@part
def empty_desk(lattice: Lattice, choices: Choices, n_rerolls: int) -> Desk:
    """Return room for the soft turns of a row of states."""
    n_keeps, n_rolls = lattice.first_removal_of_keep.shape[0] - 1, lattice.prob_of_roll.shape[0]
    n_tables = n_rerolls + 1
    return Desk(
        aligned_tables(n_tables, n_keeps),
        aligned_tables(n_tables, n_keeps),
        aligned_tables(n_tables, choices.keeps.shape[0]),
        aligned_tables(n_tables, n_rolls),
        aligned_rows(n_rolls * choices.outcome_of_roll.shape[2]),
        aligned_tables(n_tables, n_keeps),
        aligned_tables(n_tables, n_keeps),
    )


@part
def choose_boxes(
    choices: Choices, read: Floats, true: Floats, where: tuple[int, int], temperature: float, desk: Desk
) -> None:
    """Score every roll softly; for ``read``, ``true`` and ``where`` see ``play_softly``."""
    n_rolls, n_categories = choices.outcome_of_roll.shape[1:]
    first_roll, (first, n_states) = desk.read.shape[1] - n_rolls, where
    colder, zero = fill_row(1.0 / temperature), fill_row(0.0)
    for roll in range(n_rolls):
        best = fill_row(-np.inf)
        for category in range(n_categories):
            best = best_row(load_row(read, choices.outcome_of_roll[0, roll, category] * n_states + first), best)
        bar = subtract_rows(best, fill_row(FAINT * temperature))
        total, reads, trues = zero, zero, zero
        for category in range(n_categories):
            place = choices.outcome_of_roll[0, roll, category] * n_states + first
            ours, share = load_row(read, place), zero
            if exceeds_anywhere(ours, bar):
                below = multiply_rows(colder, subtract_rows(ours, best))
                share = choose_row(ours, bar, exponential_row(below, 0.0), zero)
                total = add_rows(total, share)
                reads = add_rows(reads, multiply_rows(share, ours))
                trues = add_rows(trues, multiply_rows(share, load_row(true, place)))
            store_row(desk.boxes, (roll * n_categories + category) * N_LANES, share)
        whole = divide_rows(fill_row(1.0), total)
        for category in range(n_categories):
            place = (roll * n_categories + category) * N_LANES
            store_row(desk.boxes, place, multiply_rows(whole, load_row(desk.boxes, place)))
        store_row(desk.read[0], (first_roll + roll) * N_LANES, multiply_rows(whole, reads))
        store_row(desk.true[0], (first_roll + roll) * N_LANES, multiply_rows(whole, trues))


@part
def choose_keeps_softly(choices: Choices, rerolls: int, temperature: float, desk: Desk) -> None:
    """Decide softly on every roll with so many rerolls in hand: stop, or throw all but some dice."""
    n_rolls, shares = desk.stops.shape[1], desk.shares[rerolls]
    first_roll, read, true = desk.read.shape[1] - n_rolls, desk.read[rerolls - 1], desk.true[rerolls - 1]
    colder, zero, margin = fill_row(1.0 / temperature), fill_row(0.0), fill_row(FAINT * temperature)
    for roll in range(n_rolls):
        first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
        place = (first_roll + roll) * N_LANES
        scored = load_row(desk.read[0], place)
        best = scored
        for entry in range(first, stop):
            best = best_row(load_row(read, choices.keeps[entry] * N_LANES), best)
        bar = subtract_rows(best, margin)
        share = exponential_row(multiply_rows(colder, subtract_rows(scored, best)), 0.0)
        stops = choose_row(scored, bar, share, zero)
        total, reads = stops, multiply_rows(stops, scored)
        trues = multiply_rows(stops, load_row(desk.true[0], place))
        for entry in range(first, stop):
            keep = choices.keeps[entry] * N_LANES
            ours, share = load_row(read, keep), zero
            if exceeds_anywhere(ours, bar):
                below = multiply_rows(colder, subtract_rows(ours, best))
                share = choose_row(ours, bar, exponential_row(below, 0.0), zero)
                total = add_rows(total, share)
                reads = add_rows(reads, multiply_rows(share, ours))
                trues = add_rows(trues, multiply_rows(share, load_row(true, keep)))
            store_row(shares, entry * N_LANES, share)
        whole = divide_rows(fill_row(1.0), total)
        for entry in range(first, stop):
            store_row(shares, entry * N_LANES, multiply_rows(whole, load_row(shares, entry * N_LANES)))
        store_row(desk.stops[rerolls], roll * N_LANES, multiply_rows(whole, stops))
        store_row(desk.read[rerolls], place, multiply_rows(whole, reads))
        store_row(desk.true[rerolls], place, multiply_rows(whole, trues))


@part
def slope_keeps(lattice: Lattice, choices: Choices, rerolls: int, temperature: float, desk: Desk) -> None:
    """Pass the slopes of every roll with so many rerolls in hand on to its options, and on to the rolls after them."""
    n_rolls, shares = desk.stops.shape[1], desk.shares[rerolls]
    first_roll, read, true = desk.read.shape[1] - n_rolls, desk.read[rerolls - 1], desk.true[rerolls - 1]
    read_slope, true_slope = desk.read_slope[rerolls - 1], desk.true_slope[rerolls - 1]
    colder, zero, sixth = fill_row(1.0 / temperature), fill_row(0.0), fill_row(1.0 / 6.0)
    for roll in range(n_rolls):
        place = (first_roll + roll) * N_LANES
        of_read, of_true = load_row(desk.read_slope[rerolls], place), load_row(desk.true_slope[rerolls], place)
        warm_read, warm_true = multiply_rows(colder, of_read), multiply_rows(colder, of_true)
        mean_read, mean_true = load_row(desk.read[rerolls], place), load_row(desk.true[rerolls], place)
        for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
            share = load_row(shares, entry * N_LANES)
            if exceeds_anywhere(share, zero):
                keep = choices.keeps[entry] * N_LANES
                above = multiply_rows(warm_true, subtract_rows(load_row(true, keep), mean_true))
                more = multiply_rows(warm_read, subtract_rows(load_row(read, keep), mean_read))
                add_to(read_slope, keep, multiply_rows(share, add_rows(add_rows(above, more), of_read)))
                add_to(true_slope, keep, multiply_rows(share, of_true))
        share = load_row(desk.stops[rerolls], roll * N_LANES)
        if exceeds_anywhere(share, zero):
            above = multiply_rows(warm_true, subtract_rows(load_row(desk.true[0], place), mean_true))
            more = multiply_rows(warm_read, subtract_rows(load_row(desk.read[0], place), mean_read))
            add_to(desk.read_slope[0], place, multiply_rows(share, add_rows(add_rows(above, more), of_read)))
            add_to(desk.true_slope[0], place, multiply_rows(share, of_true))
    for keep in range(first_roll):
        of_read = multiply_rows(sixth, load_row(read_slope, keep * N_LANES))
        of_true = multiply_rows(sixth, load_row(true_slope, keep * N_LANES))
        for face in range(lattice.extensions_of_keep.shape[1]):
            after = lattice.extensions_of_keep[keep, face] * N_LANES
            add_to(read_slope, after, of_read)
            add_to(true_slope, after, of_true)


@part
def slope_boxes(
    choices: Choices, read: Floats, true: Floats, where: tuple[int, int], temperature: float, desk: Desk,
    slopes: Floats,
) -> None:  # fmt: skip
    """Pass the slopes of every scored roll on to the outcomes, ``slopes``, as ``read``; they are added to."""
    n_rolls, n_categories = choices.outcome_of_roll.shape[1:]
    first_roll, (first, n_states) = desk.read.shape[1] - n_rolls, where
    colder, zero = fill_row(1.0 / temperature), fill_row(0.0)
    for roll in range(n_rolls):
        place = (first_roll + roll) * N_LANES
        of_read, of_true = load_row(desk.read_slope[0], place), load_row(desk.true_slope[0], place)
        warm_read, warm_true = multiply_rows(colder, of_read), multiply_rows(colder, of_true)
        mean_read, mean_true = load_row(desk.read[0], place), load_row(desk.true[0], place)
        for category in range(n_categories):
            share = load_row(desk.boxes, (roll * n_categories + category) * N_LANES)
            if exceeds_anywhere(share, zero):
                outcome = choices.outcome_of_roll[0, roll, category] * n_states + first
                above = multiply_rows(warm_true, subtract_rows(load_row(true, outcome), mean_true))
                more = multiply_rows(warm_read, subtract_rows(load_row(read, outcome), mean_read))
                add_to(slopes, outcome, multiply_rows(share, add_rows(add_rows(above, more), of_read)))


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
    for row in range(rows[0], rows[1]):
        where = row * N_LANES, read.shape[1]
        choose_boxes(choices, read, true, where, temperature, desk)
        for rerolls in range(1, n_rerolls + 1):
            mean_sweep(lattice.extensions_of_keep, desk.read[rerolls - 1])
            mean_sweep(lattice.extensions_of_keep, desk.true[rerolls - 1])
            choose_keeps_softly(choices, rerolls, temperature, desk)
        store_row(means, row * N_LANES, weigh_rolls(lattice.prob_of_roll, first_roll, desk.true[n_rerolls]))
        desk.read_slope[:], desk.true_slope[:] = 0.0, 0.0
        for roll in range(n_rolls):
            place = (first_roll + roll) * N_LANES
            store_row(desk.true_slope[n_rerolls], place, fill_row(lattice.prob_of_roll[roll]))
        for rerolls in range(n_rerolls, 0, -1):
            slope_keeps(lattice, choices, rerolls, temperature, desk)
        slope_boxes(choices, read, true, where, temperature, desk, slopes)
