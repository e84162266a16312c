r"""Kernels of the soft turn: a player who takes what looks better more often, and how that answers to what it reads.

Every choice of the turn is by a softmax at a temperature, in points, over what the player reads; beside it goes what is
true. The mean of the true values is then smooth in the values read, and its slopes come from one sweep back:

.. math::

    p_i = \frac{e^{x_i / \tau}}{\sum_j e^{x_j / \tau}}, \quad X = \sum_i p_i x_i, \quad T = \sum_i p_i t_i, \quad
    \frac{\partial T}{\partial x_i} = \frac{p_i (t_i - T)}{\tau}, \quad
    \frac{\partial X}{\partial x_i} = p_i \left(1 + \frac{x_i - X}{\tau}\right)

with x read and t true. At a roll the options are its keeps and stopping; where the turn stops, the open boxes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices
from solver.kernels.rows import Floats, Longs
from solver.kernels.turn import Lattice

FAINT = 16.0  # options so many temperatures below the best are not taken: of ten million choices, one would be


class Desk(NamedTuple):
    """Room for one soft turn; row t is with t rerolls in hand.

    read, true : float64[n_rerolls + 1, n_keeps]: of a roll, what the turn is worth with t rerolls in hand; of a short
    keep, what keeping just these dice is worth when that throw leaves t. shares : float64[n_rerolls + 1, n_entries],
    how often each keep of each roll is taken, the entries as in ``Choices``; stops : float64[n_rerolls + 1, n_rolls];
    boxes : float64[n_rolls, n_categories]. read_slope, true_slope : float64[n_rerolls + 1, n_keeps].
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
    """Return room for one soft turn."""
    n_keeps, n_rolls = lattice.first_removal_of_keep.shape[0] - 1, lattice.prob_of_roll.shape[0]
    n_rows, n_categories = n_rerolls + 1, choices.outcome_of_roll.shape[2]
    return Desk(
        np.zeros((n_rows, n_keeps)),
        np.zeros((n_rows, n_keeps)),
        np.zeros((n_rows, choices.keeps.shape[0])),
        np.zeros((n_rows, n_rolls)),
        np.zeros((n_rolls, n_categories)),
        np.zeros((n_rows, n_keeps)),
        np.zeros((n_rows, n_keeps)),
    )


@part
def choose_boxes(choices: Choices, filled: int, read: Floats, true: Floats, temperature: float, desk: Desk) -> None:
    """Score every roll softly; ``read`` and ``true``, float64[n_outcomes], are points and what comes after."""
    first_roll = desk.read.shape[1] - desk.boxes.shape[0]
    for roll in range(desk.boxes.shape[0]):
        best = -np.inf
        for category in range(desk.boxes.shape[1]):
            if not filled >> category & 1:
                best = max(best, read[choices.outcome_of_roll[0, roll, category]])
        total, reads, trues = 0.0, 0.0, 0.0
        for category in range(desk.boxes.shape[1]):
            share = 0.0
            if not filled >> category & 1:
                outcome = choices.outcome_of_roll[0, roll, category]
                below = (read[outcome] - best) / temperature
                if below > -FAINT:
                    share = np.exp(below)
                    total += share
                    reads += share * read[outcome]
                    trues += share * true[outcome]
            desk.boxes[roll, category] = share
        desk.boxes[roll] /= total
        desk.read[0, first_roll + roll], desk.true[0, first_roll + roll] = reads / total, trues / total


@part
def throw_all(lattice: Lattice, values: Floats) -> None:
    """Value every short keep by the mean of its extensions; ``values`` are float64[n_keeps]."""
    for keep in range(lattice.extensions_of_keep.shape[0] - 1, -1, -1):
        total = 0.0
        for face in range(lattice.extensions_of_keep.shape[1]):
            total += values[lattice.extensions_of_keep[keep, face]]
        values[keep] = total / lattice.extensions_of_keep.shape[1]


@part
def choose_keeps_softly(choices: Choices, rerolls: int, temperature: float, desk: Desk) -> None:
    """Decide softly on every roll with so many rerolls in hand: stop, or throw all but some dice."""
    n_rolls = desk.boxes.shape[0]
    first_roll, shares = desk.read.shape[1] - n_rolls, desk.shares[rerolls]
    read, true = desk.read[rerolls - 1], desk.true[rerolls - 1]
    for roll in range(n_rolls):
        first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
        scored_read, scored_true = desk.read[0, first_roll + roll], desk.true[0, first_roll + roll]
        best = scored_read
        for entry in range(first, stop):
            best = max(best, read[choices.keeps[entry]])
        total, reads, trues = 0.0, 0.0, 0.0
        bar = best - FAINT * temperature
        for entry in range(first, stop):
            keep = choices.keeps[entry]
            shares[entry] = 0.0
            if read[keep] > bar:
                shares[entry] = np.exp((read[keep] - best) / temperature)
                total += shares[entry]
                reads += shares[entry] * read[keep]
                trues += shares[entry] * true[keep]
        share = np.exp((scored_read - best) / temperature) if scored_read > bar else 0.0
        total += share
        desk.stops[rerolls, roll] = share / total
        for entry in range(first, stop):
            shares[entry] /= total
        desk.read[rerolls, first_roll + roll] = (reads + share * scored_read) / total
        desk.true[rerolls, first_roll + roll] = (trues + share * scored_true) / total


@part
def slope_keeps(lattice: Lattice, choices: Choices, rerolls: int, temperature: float, desk: Desk) -> None:
    """Pass the slopes of every roll with so many rerolls in hand on to its options, and on to the rolls after them."""
    n_rolls = desk.boxes.shape[0]
    first_roll, shares = desk.read.shape[1] - n_rolls, desk.shares[rerolls]
    read, true = desk.read[rerolls - 1], desk.true[rerolls - 1]
    read_slope, true_slope = desk.read_slope[rerolls - 1], desk.true_slope[rerolls - 1]
    for roll in range(n_rolls):
        place = first_roll + roll
        of_read, of_true = desk.read_slope[rerolls, place], desk.true_slope[rerolls, place]
        mean_read, mean_true = desk.read[rerolls, place], desk.true[rerolls, place]
        for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
            if shares[entry] > 0.0:
                keep, share = choices.keeps[entry], shares[entry]
                above = (of_true * (true[keep] - mean_true) + of_read * (read[keep] - mean_read)) / temperature
                read_slope[keep] += share * (above + of_read)
                true_slope[keep] += share * of_true
        share = desk.stops[rerolls, roll]
        if share > 0.0:
            scored_true, scored_read = desk.true[0, place] - mean_true, desk.read[0, place] - mean_read
            above = (of_true * scored_true + of_read * scored_read) / temperature
            desk.read_slope[0, place] += share * (above + of_read)
            desk.true_slope[0, place] += share * of_true
    for keep in range(first_roll):
        for face in range(lattice.extensions_of_keep.shape[1]):
            after = lattice.extensions_of_keep[keep, face]
            read_slope[after] += read_slope[keep] / lattice.extensions_of_keep.shape[1]
            true_slope[after] += true_slope[keep] / lattice.extensions_of_keep.shape[1]


@part
def slope_boxes(
    choices: Choices, filled: int, read: Floats, true: Floats, temperature: float, desk: Desk, slopes: Floats
) -> None:
    """Pass the slopes of every scored roll on to the outcomes, ``slopes``, float64[n_outcomes]; they are added to."""
    first_roll = desk.read.shape[1] - desk.boxes.shape[0]
    for roll in range(desk.boxes.shape[0]):
        place = first_roll + roll
        of_read, of_true = desk.read_slope[0, place], desk.true_slope[0, place]
        for category in range(desk.boxes.shape[1]):
            share = desk.boxes[roll, category]
            if share > 0.0 and not filled >> category & 1:
                outcome = choices.outcome_of_roll[0, roll, category]
                true_above, read_above = true[outcome] - desk.true[0, place], read[outcome] - desk.read[0, place]
                slopes[outcome] += share * ((of_true * true_above + of_read * read_above) / temperature + of_read)


@kernel
def play_softly(
    lattice: Lattice,
    choices: Choices,
    n_rerolls: int,
    filled_of_state: Longs,
    read: Floats,
    true: Floats,
    temperature: float,
    bounds: tuple[int, int],
    means: Floats,
    slopes: Floats,
) -> None:
    """Play a soft turn from some states, and find how its true mean answers to every value read.

    Parameters
    ----------
    filled_of_state : int64[n_states]
        The categories filled in each, a bit mask; one at least is open, and every roll may be scored anywhere.
    read, true : float64[n_states, n_outcomes]
        Points and what comes after, as the player has it and as it is, of every open outcome.
    temperature : float, points
    bounds : int, int
        The states that are meant.
    means : float64[n_states]
        Out: the true mean of the turn and what comes after.
    slopes : float64[n_states, n_outcomes]
        In: zeros. Out: the derivative of the mean by each value read.
    """
    desk = empty_desk(lattice, choices, n_rerolls)
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    for state in range(bounds[0], bounds[1]):
        filled, ours, truth = filled_of_state[state], read[state], true[state]
        choose_boxes(choices, filled, ours, truth, temperature, desk)
        for rerolls in range(1, n_rerolls + 1):
            throw_all(lattice, desk.read[rerolls - 1])
            throw_all(lattice, desk.true[rerolls - 1])
            choose_keeps_softly(choices, rerolls, temperature, desk)
        desk.read_slope[:], desk.true_slope[:] = 0.0, 0.0
        mean = 0.0
        for roll in range(n_rolls):
            mean += lattice.prob_of_roll[roll] * desk.true[n_rerolls, first_roll + roll]
            desk.true_slope[n_rerolls, first_roll + roll] += lattice.prob_of_roll[roll]
        means[state] = mean
        for rerolls in range(n_rerolls, 0, -1):
            slope_keeps(lattice, choices, rerolls, temperature, desk)
        slope_boxes(choices, filled, ours, truth, temperature, desk, slopes[state])
