"""Kernels that play: one turn valued by a table, and a player followed forwards through it exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.rows import (
    N_LANES,
    Bools,
    Floats,
    Ints,
    Longs,
    Row,
    add_to,
    aligned_rows,
    aligned_tables,
    copy_rows,
    fill_row,
    get_row,
    set_row,
)
from solver.kernels.short_rows import Shorts, fill_shorts, lanes_with, load_shorts, lowest_lane, where_differ
from solver.kernels.turn import Lattice


class Places(NamedTuple):
    """Rows of states: where each begins in the tables, and the categories filled there, a bit mask."""

    page: Longs
    lane: Longs
    filled: Longs


class Choices(NamedTuple):
    """What a player may do with a roll.

    first_keep_of_roll, keeps : int32[n_rolls + 1], int32[n_choices], the keeps that throw at least one die, in
    lexicographic order of their dice; number_of_keep : int16[n_rolls, n_short_keeps], the place of a keep among those
    of a roll; class_of_page, outcome_of_roll : int16[n_pages],
    int32[n_classes, n_rolls, n_categories], see ``exits.Outcomes``.
    """

    first_keep_of_roll: Ints
    keeps: Ints
    number_of_keep: npt.NDArray[np.int16]
    class_of_page: npt.NDArray[np.int16]
    outcome_of_roll: Ints


@part
def throw_dice(extensions_of_keep: Ints, prob_of_keep: Floats) -> None:
    """Pass the probability of every short keep on to the rolls, one die at a time."""
    for keep in range(extensions_of_keep.shape[0]):
        if prob_of_keep[keep] > 0.0:
            for face in range(extensions_of_keep.shape[1]):
                prob_of_keep[extensions_of_keep[keep, face]] += prob_of_keep[keep] / 6.0


@part
def throw_rows(lattice: Lattice, prob_of_keep: Floats) -> None:
    """Pass the probability of every short keep on to the rolls, one die at a time, in all lanes at once.

    Parameters
    ----------
    prob_of_keep : float64[n_keeps, N_LANES]
        In: the probabilities of the short keeps. Out: those of the rolls; a sixth of what passed through the others.
    """
    sixth = fill_row(1.0 / 6.0)
    n_short_keeps = lattice.extensions_of_keep.shape[0]
    set_row(prob_of_keep, 0, sixth * get_row(prob_of_keep, 0))
    for keep in range(1, prob_of_keep.shape[0]):
        prob = get_row(prob_of_keep, keep) if keep < n_short_keeps else fill_row(0.0)
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            prob = prob + get_row(prob_of_keep, lattice.removals[entry])
        set_row(prob_of_keep, keep, sixth * prob if keep < n_short_keeps else prob)


@part
def follow_level(
    choices: Choices,
    page: int,
    options: Shorts,
    wanted: Shorts,
    prob: Floats,
    prob_of_keep: Floats,
    ends: Floats,
) -> None:
    """Pass the probabilities of all rolls on to what is done with them, with so many rerolls in hand.

    Parameters
    ----------
    options : int16[n_rolls, N_LANES]
        What the player does.
    wanted : int16[N_LANES]
        1 in the lanes that are followed, one at least, else 0; in the others nothing is read of the options.
    prob : float64[n_rolls, N_LANES]
        Probability of having each roll on the table.
    prob_of_keep : float64[n_keeps, N_LANES]
        Out, added to: probability of throwing all but these dice.
    ends : float64[n_outcomes, N_LANES]
        Out, added to: probability of the turn ending like this.
    """
    outcome_of_roll, nothing = choices.outcome_of_roll[choices.class_of_page[page]], fill_row(0.0)
    followed = lanes_with(load_shorts(wanted, 0), 1)
    for roll in range(options.shape[0]):
        first, ours, left = choices.first_keep_of_roll[roll], get_row(prob, roll), followed
        n_keeps, chosen = choices.first_keep_of_roll[roll + 1] - first, load_shorts(options, roll * N_LANES)
        while left != 0:
            option = int(options[roll, lowest_lane(left)])
            alike, share = lanes_with(chosen, option), ours
            if followed & ~alike != 0:
                share = where_differ(chosen, fill_shorts(option), nothing, ours)
            left &= ~alike
            if option < n_keeps:
                add_to(prob_of_keep, choices.keeps[first + option] * N_LANES, share)
            else:
                add_to(ends, outcome_of_roll[roll, option - n_keeps] * N_LANES, share)


@part
def first_throw(lattice: Lattice, prob: Floats) -> None:
    """Set ``prob``, float64[n_keeps, N_LANES], to the probabilities of the rolls when all dice are thrown."""
    for roll in range(lattice.prob_of_roll.shape[0]):
        set_row(prob, lattice.extensions_of_keep.shape[0] + roll, fill_row(lattice.prob_of_roll[roll]))


@part
def follow_turn(
    lattice: Lattice,
    choices: Choices,
    page: int,
    options: Shorts,
    wanted: Shorts,
    weights: Row,
    thrown: Floats,
    flow: Floats,
    ends: Floats,
) -> None:
    """Set ``ends``, float64[n_outcomes, N_LANES], to how likely a turn ends in each outcome.

    Parameters
    ----------
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        What the player does.
    wanted : see ``follow_level``
    weights : row
        Probability that the turn begins.
    thrown : float64[n_rerolls, n_short_keeps, N_LANES]
        Out: probability of keeping just these dice in a throw that leaves t rerolls; nothing if it has no rows.
    flow : float64[n_rerolls + 1, n_keeps, N_LANES]
        Out, in the rows of the rolls: probability of having to decide on a roll with t rerolls in hand.
    """
    first_roll, last = lattice.extensions_of_keep.shape[0], flow.shape[0] - 1
    ends[:] = 0.0
    for roll in range(options.shape[1]):
        set_row(flow[last], first_roll + roll, lattice.prob_of_roll[roll] * weights)
    for rerolls in range(last, -1, -1):
        after = flow[max(rerolls - 1, 0)]
        after[:first_roll] = 0.0
        follow_level(choices, page, options[rerolls], wanted, flow[rerolls][first_roll:], after, ends)
        if rerolls > 0:
            if thrown.shape[0] > 0:
                copy_rows(after, ZERO, first_roll, thrown[rerolls - 1], ZERO)
            throw_rows(lattice, after)


@part
def find_lanes(weights: Floats | Bools, page: int, first_lane: int, wanted: Shorts) -> Longs:
    """Return the lanes of a row whose states have a weight, and mark them in ``wanted``, int16[N_LANES]."""
    lanes, n_lanes = np.empty(N_LANES, np.int64), 0
    wanted[:] = 0
    for lane in range(min(N_LANES, weights.shape[1] - first_lane)):
        if weights[page, first_lane + lane] > 0:
            lanes[n_lanes], wanted[lane] = lane, 1
            n_lanes += 1
    return lanes[:n_lanes]


@kernel
def follow_rows(
    lattice: Lattice,
    choices: Choices,
    n_rerolls: int,
    places: Places,
    reachable: Bools,
    options: Shorts,
    prob_of_outcome: Floats,
) -> None:
    """Find how likely each outcome of a turn is when a player decides by ``options``.

    Parameters
    ----------
    reachable : bool[n_pages, n_totals]
        The states; in the other lanes of a row nothing is read of the options.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        What the player does, see ``deciding.decide_turn``.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        Out: the probability of each outcome, in the lanes of reachable states.
    """
    flow = aligned_tables(n_rerolls + 1, lattice.first_removal_of_keep.shape[0] - 1)
    wanted, ends = np.empty(N_LANES, np.int16), aligned_rows(prob_of_outcome.shape[2])
    for row in range(places.page.shape[0]):
        lanes = find_lanes(reachable, places.page[row], places.lane[row], wanted)
        follow_turn(lattice, choices, places.page[row], options[row], wanted, fill_row(1.0), flow[:0], flow, ends)
        for outcome in range(ends.shape[0]):
            for lane in lanes:
                prob_of_outcome[row, lane, outcome] = ends[outcome, lane]
