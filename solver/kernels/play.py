"""Kernels that play: one turn valued by a table, and a player followed forwards through it exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel, part
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    add_rows,
    aligned_rows,
    best_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.short_rows import Shorts, fill_shorts, lanes_with, load_shorts, lowest_lane, where_differ
from solver.kernels.turn import Exits, Lattice, Table


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
def best_scores(exits: Exits, where: tuple[int, int, int], table: Table, first_roll: int, values: Floats) -> None:
    """Value every roll by the best category that is open, whatever the table holds; ``values`` as in ``exit_rolls``."""
    page, lane, filled = where
    values[first_roll:] = -np.inf
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            successor = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
            row = add_rows(load_row(table.values, successor), fill_row(exits.gain[outcome]))
            for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                first = exits.rolls[entry] * N_LANES
                store_row(values, first, best_row(row, load_row(values, first)))


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
    store_row(prob_of_keep, 0, multiply_rows(sixth, load_row(prob_of_keep, 0)))
    for keep in range(1, prob_of_keep.shape[0]):
        prob = load_row(prob_of_keep, keep * N_LANES) if keep < n_short_keeps else fill_row(0.0)
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            prob = add_rows(prob, load_row(prob_of_keep, lattice.removals[entry] * N_LANES))
        store_row(prob_of_keep, keep * N_LANES, multiply_rows(sixth, prob) if keep < n_short_keeps else prob)


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
        first, ours, left = choices.first_keep_of_roll[roll], load_row(prob, roll * N_LANES), followed
        n_keeps, chosen = choices.first_keep_of_roll[roll + 1] - first, load_shorts(options, roll * N_LANES)
        while left != 0:
            option = int(options[roll, lowest_lane(left)])
            alike, share = lanes_with(chosen, option), ours
            if followed & ~alike != 0:
                share = where_differ(chosen, fill_shorts(option), nothing, ours)
            left &= ~alike
            if option < n_keeps:
                at = choices.keeps[first + option] * N_LANES
                store_row(prob_of_keep, at, add_rows(load_row(prob_of_keep, at), share))
            else:
                at = outcome_of_roll[roll, option - n_keeps] * N_LANES
                store_row(ends, at, add_rows(load_row(ends, at), share))


@part
def first_throw(lattice: Lattice, prob: Floats) -> None:
    """Set ``prob``, float64[n_keeps, N_LANES], to the probabilities of the rolls when all dice are thrown."""
    for roll in range(lattice.prob_of_roll.shape[0]):
        at = (lattice.extensions_of_keep.shape[0] + roll) * N_LANES
        store_row(prob, at, fill_row(lattice.prob_of_roll[roll]))


@part
def follow_turn(
    lattice: Lattice,
    choices: Choices,
    page: int,
    options: Shorts,
    wanted: Shorts,
    prob: Floats,
    prob_of_keep: Floats,
    ends: Floats,
) -> None:
    """Set ``ends``, float64[n_outcomes, N_LANES], to how likely a turn ends in each outcome.

    Parameters
    ----------
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        What the player does.
    wanted : see ``follow_level``
    prob, prob_of_keep : float64[n_keeps, N_LANES]
        Room.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    ends[:] = 0.0
    first_throw(lattice, prob)
    for rerolls in range(options.shape[0] - 1, -1, -1):
        prob_of_keep[:first_roll] = 0.0
        follow_level(choices, page, options[rerolls], wanted, prob[first_roll:], prob_of_keep, ends)
        if rerolls > 0:
            throw_rows(lattice, prob_of_keep)
            prob, prob_of_keep = prob_of_keep, prob


@kernel
def follow_rows(
    lattice: Lattice,
    choices: Choices,
    n_rerolls: int,
    places: Places,
    reachable: npt.NDArray[np.bool_],
    options: Shorts,
    prob_of_outcome: Floats,
) -> None:
    """Find how likely each outcome of a turn is when a player decides by ``options``.

    Parameters
    ----------
    reachable : bool[n_pages, n_totals]
        The states; in the other lanes of a row nothing is read of the options.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        What the player does, see ``deciding.decide_rows``.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        Out: the probability of each outcome, in the lanes of reachable states.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    lanes, wanted = np.empty(N_LANES, np.int64), np.empty(N_LANES, np.int16)
    prob, prob_of_keep = aligned_rows(first_roll + n_rolls), aligned_rows(first_roll + n_rolls)
    ends = aligned_rows(prob_of_outcome.shape[2])
    for row in range(places.page.shape[0]):
        page, first_lane, n_lanes = places.page[row], places.lane[row], 0
        wanted[:] = 0
        for lane in range(min(N_LANES, reachable.shape[1] - first_lane)):
            if reachable[page, first_lane + lane]:
                lanes[n_lanes], wanted[lane] = lane, 1
                n_lanes += 1
        follow_turn(lattice, choices, page, options[row], wanted, prob, prob_of_keep, ends)
        for outcome in range(ends.shape[0]):
            for lane in lanes[:n_lanes]:
                prob_of_outcome[row, lane, outcome] = ends[outcome, lane]
