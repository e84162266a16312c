"""Kernels that play: a policy greedy with respect to a value table, followed forwards exactly.

Options closer than ``tie`` are equal; of equal options the first in the project's order is taken: scoring before
keeping, then scorecard order, then lexicographic dice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.compile_kernels import kernel
from solver.kernels import Exits, Lattice, Table, max_sweep, mean_sweep
from solver.row_kernels import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    add_rows,
    aligned_rows,
    best_row,
    choose_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)


class Places(NamedTuple):
    """Rows of states: where each begins in the tables, and the categories filled there, a bit mask."""

    page: Longs
    lane: Longs
    filled: Longs


class Choices(NamedTuple):
    """What a player may do with a roll.

    first_keep_of_roll, keeps : int32[n_rolls + 1], int32[n_choices], the keeps that throw at least one die, in
    lexicographic order of their dice; class_of_page, outcome_of_roll : int16[n_pages],
    int32[n_classes, n_rolls, n_categories], see ``exits.Outcomes``.
    """

    first_keep_of_roll: Ints
    keeps: Ints
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
def prefer_categories(
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
    table: Table,
    tie: float,
    best: Floats,
    options: Floats,
) -> None:
    """Set ``options``, float64[n_rolls, N_LANES], to the number of the category that each roll is scored in."""
    page, lane, filled = where
    outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
    for roll in range(options.shape[0]):
        n_choices = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
        bar = add_rows(load_row(best, roll * N_LANES), fill_row(-tie))
        option = fill_row(-1.0)
        for category in range(outcome_of_roll.shape[1] - 1, -1, -1):
            outcome = outcome_of_roll[roll, category]
            if outcome >= 0 and not filled >> category & 1:
                successor = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
                value = add_rows(load_row(table.values, successor), fill_row(exits.gain[outcome]))
                option = choose_row(value, bar, fill_row(float(n_choices + category)), option)
        store_row(options, roll * N_LANES, option)


@kernel
def prefer_options(
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
    table: Table,
    tie: float,
    keeps: Floats,
    rolls: Floats,
    options: Floats,
) -> None:
    """Find what the player does in every situation of a turn, for a row of states.

    Parameters
    ----------
    keeps, rolls : see ``value_turn``
    options : float64[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken for a roll with t rerolls in hand in row t. The number of a keep is its place
        among the choices of the roll; the number of a category comes after all of them.

    Notes
    -----
    The options are gone through from the last to the first of the project's order, so the first that is worth the
    best value stands at the end.
    """
    n_rolls = options.shape[1]
    first_roll = rolls.shape[1] - n_rolls
    scores = rolls[0, first_roll:]
    prefer_categories(exits, choices, where, table, tie, scores, options[0])
    for rerolls in range(1, rolls.shape[0]):
        means, best = keeps[rerolls - 1], rolls[rerolls, first_roll:]
        for roll in range(n_rolls):
            first = choices.first_keep_of_roll[roll]
            bar = add_rows(load_row(best, roll * N_LANES), fill_row(-tie))
            option = fill_row(-1.0)
            for entry in range(choices.first_keep_of_roll[roll + 1] - 1, first - 1, -1):
                mean = load_row(means, choices.keeps[entry] * N_LANES)
                option = choose_row(mean, bar, fill_row(float(entry - first)), option)
            score = load_row(scores, roll * N_LANES)
            option = choose_row(score, bar, load_row(options[0], roll * N_LANES), option)
            store_row(options[rerolls], roll * N_LANES, option)


@kernel
def throw_dice(extensions_of_keep: Ints, prob_of_keep: Floats) -> None:
    """Pass the probability of every short keep on to the rolls, one die at a time."""
    for keep in range(extensions_of_keep.shape[0]):
        if prob_of_keep[keep] > 0.0:
            for face in range(extensions_of_keep.shape[1]):
                prob_of_keep[extensions_of_keep[keep, face]] += prob_of_keep[keep] / 6.0


@kernel
def play_lane(lattice: Lattice, choices: Choices, lane: int, options: Floats, prob: Floats) -> None:
    """Follow the player through one turn from one state of a row.

    Parameters
    ----------
    options : see ``prefer_options``
    prob : float64[n_rerolls + 2, n_rolls]
        Out: the probability of having each roll on the table with t rerolls in hand, in row t, unless it was scored
        before; in the last row, of each roll being scored.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    n_rerolls = options.shape[0] - 1
    prob[n_rerolls] = lattice.prob_of_roll
    prob[n_rerolls + 1] = 0.0
    prob_of_keep = np.empty(first_roll + n_rolls)
    for rerolls in range(n_rerolls, 0, -1):
        prob_of_keep[:] = 0.0
        for roll in range(n_rolls):
            entry = choices.first_keep_of_roll[roll] + int(options[rerolls, roll, lane])
            if entry < choices.first_keep_of_roll[roll + 1]:
                prob_of_keep[choices.keeps[entry]] += prob[rerolls, roll]
            else:
                prob[n_rerolls + 1, roll] += prob[rerolls, roll]
        throw_dice(lattice.extensions_of_keep, prob_of_keep)
        prob[rerolls - 1] = prob_of_keep[first_roll:]
    prob[n_rerolls + 1] += prob[0]


@kernel
def decide_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    table: Table,
    options: npt.NDArray[np.int16],
) -> None:
    """Find what the reader of a table does in every situation of a turn.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    table : Table
        The values that the player reads.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken, see ``prefer_options``.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    keeps = aligned_rows(n_rerolls * n_keeps).reshape((n_rerolls, n_keeps, N_LANES))
    rolls = aligned_rows((n_rerolls + 1) * n_keeps).reshape((n_rerolls + 1, n_keeps, N_LANES))
    preferred = aligned_rows((n_rerolls + 1) * n_rolls).reshape((n_rerolls + 1, n_rolls, N_LANES))
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        value_turn(lattice, exits, where, table, keeps, rolls)
        prefer_options(exits, choices, where, table, tie, keeps, rolls, preferred)
        options[row] = preferred


@kernel
def throw_rows(extensions_of_keep: Ints, prob_of_keep: Floats) -> None:
    """Pass the probability of every short keep on to the rolls, one die at a time, in all lanes at once."""
    sixth = fill_row(1.0 / 6.0)
    for keep in range(extensions_of_keep.shape[0]):
        share = multiply_rows(sixth, load_row(prob_of_keep, keep * N_LANES))
        for face in range(extensions_of_keep.shape[1]):
            first = extensions_of_keep[keep, face] * N_LANES
            store_row(prob_of_keep, first, add_rows(load_row(prob_of_keep, first), share))


@kernel
def all_equal(options: npt.NDArray[np.int16]) -> bool:
    """Return whether all lanes hold the same option."""
    difference = 0
    for lane in range(N_LANES):
        difference |= options[lane] ^ options[0]
    return difference == 0


@kernel
def follow_rows(
    lattice: Lattice,
    choices: Choices,
    n_rerolls: int,
    places: Places,
    reachable: npt.NDArray[np.bool_],
    options: npt.NDArray[np.int16],
    prob_of_outcome: Floats,
) -> None:
    """Find how likely each outcome of a turn is when a player decides by ``options``.

    Parameters
    ----------
    reachable : bool[n_pages, n_totals]
        The states; in the other lanes of a row nothing is read of the options.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        What the player does, see ``prefer_options``.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        In: zeros. Out: the probability of each outcome, in the lanes of reachable states.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    lanes = np.empty(N_LANES, np.int64)
    prob, prob_of_keep = aligned_rows(first_roll + n_rolls), aligned_rows(first_roll + n_rolls)
    for row in range(places.page.shape[0]):
        page, first_lane, n_lanes = places.page[row], places.lane[row], 0
        for lane in range(min(N_LANES, reachable.shape[1] - first_lane)):
            if reachable[page, first_lane + lane]:
                lanes[n_lanes] = lane
                n_lanes += 1
        for roll in range(n_rolls):
            prob[first_roll + roll] = lattice.prob_of_roll[roll]
        for rerolls in range(n_rerolls, -1, -1):
            prob_of_keep[:] = 0.0
            for roll in range(n_rolls):
                first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
                chosen = options[row, rerolls, roll]
                entry = first + chosen[0]
                if n_lanes == N_LANES and entry < stop and all_equal(chosen):
                    at = choices.keeps[entry] * N_LANES
                    ours = load_row(prob, (first_roll + roll) * N_LANES)
                    store_row(prob_of_keep, at, add_rows(load_row(prob_of_keep, at), ours))
                    continue
                for lane in lanes[:n_lanes]:
                    entry = first + chosen[lane]
                    if entry < stop:
                        prob_of_keep[choices.keeps[entry], lane] += prob[first_roll + roll, lane]
                    else:
                        outcome = choices.outcome_of_roll[choices.class_of_page[page], roll, entry - stop]
                        prob_of_outcome[row, lane, outcome] += prob[first_roll + roll, lane]
            if rerolls > 0:
                throw_rows(lattice.extensions_of_keep, prob_of_keep)
                prob, prob_of_keep = prob_of_keep, prob
