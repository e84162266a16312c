"""Kernels that play: one turn valued by a table, and a player followed forwards through it exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel
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
from solver.kernels.short_rows import Shorts, differ_anywhere, fill_shorts, load_shorts, where_differ
from solver.kernels.turn import Exits, Lattice, Table, max_sweep, mean_sweep


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


@kernel
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


@kernel
def value_turn(
    lattice: Lattice, exits: Exits, where: tuple[int, int, int], table: Table, keeps: Floats, rolls: Floats
) -> None:
    """Value everything in one turn for a row of states.

    ``keeps`` becomes float64[n_rerolls, n_keeps, N_LANES], keeping these dice with t + 1 rerolls in hand in row t;
    ``rolls`` float64[n_rerolls + 1, n_keeps, N_LANES], the best choice with t in hand, only the rolls' rows meant.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    best_scores(exits, where, table, first_roll, rolls[0])
    for reroll in range(keeps.shape[0]):
        keeps[reroll, first_roll:] = rolls[reroll, first_roll:]
        mean_sweep(lattice.extensions_of_keep, keeps[reroll])
        rolls[reroll + 1] = keeps[reroll]
        max_sweep(lattice.first_removal_of_keep, lattice.removals, rolls[reroll + 1])


@kernel
def throw_dice(extensions_of_keep: Ints, prob_of_keep: Floats) -> None:
    """Pass the probability of every short keep on to the rolls, one die at a time."""
    for keep in range(extensions_of_keep.shape[0]):
        if prob_of_keep[keep] > 0.0:
            for face in range(extensions_of_keep.shape[1]):
                prob_of_keep[extensions_of_keep[keep, face]] += prob_of_keep[keep] / 6.0


@kernel
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


@kernel
def follow_level(
    choices: Choices,
    page: int,
    options: Shorts,
    lanes: Longs,
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
    lanes, wanted : int64[..], int16[N_LANES]
        The lanes that are followed, listed and marked; in the others nothing is read of the options.
    prob : float64[n_rolls, N_LANES]
        Probability of having each roll on the table.
    prob_of_keep : float64[n_keeps, N_LANES]
        Out, added to: probability of throwing all but these dice.
    ends : float64[n_outcomes, N_LANES]
        Out, added to: probability of the turn ending like this.
    """
    outcome_of_roll, is_wanted = choices.outcome_of_roll[choices.class_of_page[page]], load_shorts(wanted, 0)
    nothing = fill_row(0.0)
    for roll in range(options.shape[0]):
        first, taken, ours = (
            choices.first_keep_of_roll[roll],
            int(options[roll, lanes[0]]),
            load_row(prob, roll * N_LANES),
        )
        n_keeps, chosen = choices.first_keep_of_roll[roll + 1] - first, load_shorts(options, roll * N_LANES)
        n_lanes = lanes.shape[0] if differ_anywhere(chosen, taken, is_wanted) else 1
        for place in range(n_lanes):
            option = int(options[roll, lanes[place]])
            if place > 0 and option == taken:
                continue
            taken, share = option, ours
            if n_lanes > 1:
                share = where_differ(chosen, fill_shorts(option), nothing, ours)
                ours = where_differ(chosen, fill_shorts(option), ours, nothing)
            if option < n_keeps:
                at = choices.keeps[first + option] * N_LANES
                store_row(prob_of_keep, at, add_rows(load_row(prob_of_keep, at), share))
            else:
                at = outcome_of_roll[roll, option - n_keeps] * N_LANES
                store_row(ends, at, add_rows(load_row(ends, at), share))


@kernel
def first_throw(lattice: Lattice, prob: Floats) -> None:
    """Set ``prob``, float64[n_keeps, N_LANES], to the probabilities of the rolls when all dice are thrown."""
    for roll in range(lattice.prob_of_roll.shape[0]):
        at = (lattice.extensions_of_keep.shape[0] + roll) * N_LANES
        store_row(prob, at, fill_row(lattice.prob_of_roll[roll]))


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
        What the player does, see ``choices.prefer_options``.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        In: zeros. Out: the probability of each outcome, in the lanes of reachable states.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    lanes, wanted = np.empty(N_LANES, np.int64), np.empty(N_LANES, np.int16)
    prob, prob_of_keep = aligned_rows(first_roll + n_rolls), aligned_rows(first_roll + n_rolls)
    ends = aligned_rows(prob_of_outcome.shape[2])
    for row in range(places.page.shape[0]):
        page, first_lane, n_lanes = places.page[row], places.lane[row], 0
        wanted[:], ends[:] = 0, 0.0
        for lane in range(min(N_LANES, reachable.shape[1] - first_lane)):
            if reachable[page, first_lane + lane]:
                lanes[n_lanes], wanted[lane] = lane, 1
                n_lanes += 1
        first_throw(lattice, prob)
        for rerolls in range(n_rerolls, -1, -1):
            prob_of_keep[:first_roll] = 0.0
            level, ours = options[row, rerolls], prob[first_roll:]
            follow_level(choices, page, level, lanes[:n_lanes], wanted, ours, prob_of_keep, ends)
            if rerolls > 0:
                throw_rows(lattice, prob_of_keep)
                prob, prob_of_keep = prob_of_keep, prob
        for outcome in range(ends.shape[0]):
            for lane in lanes[:n_lanes]:
                prob_of_outcome[row, lane, outcome] = ends[outcome, lane]
