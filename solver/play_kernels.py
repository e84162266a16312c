"""Kernels that play: a policy greedy with respect to a value table, followed forwards exactly.

They use the sweeps of ``kernels.py`` and are compiled anew in every process, for numba's cache would not see a change
there. Options closer than ``tie`` are equal; of equal options the first in the project's order is taken: scoring before
keeping, then scorecard order, then lexicographic dice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

from solver.kernels import (
    N_LANES,
    Exits,
    Floats,
    Ints,
    Lattice,
    Longs,
    add_rows,
    choose_row,
    exit_rolls,
    fill_row,
    load_row,
    max_sweep,
    mean_sweep,
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
    lexicographic order of their dice; outcome_of_roll : int32[n_rolls, n_categories], see ``exits.Outcomes``.
    """

    first_keep_of_roll: Ints
    keeps: Ints
    outcome_of_roll: Ints


@njit(nogil=True)
def value_turn(
    lattice: Lattice, exits: Exits, where: tuple[int, int, int], table: Floats, keeps: Floats, rolls: Floats
) -> None:
    """Value everything in one turn for a row of states.

    ``keeps`` becomes float64[n_rerolls, n_keeps, N_LANES], keeping these dice with t + 1 rerolls in hand in row t;
    ``rolls`` float64[n_rerolls + 1, n_keeps, N_LANES], the best choice with t in hand, only the rolls' rows meant.
    """
    page, lane, filled = where
    first_roll = lattice.extensions_of_keep.shape[0]
    exit_rolls(exits, table, page, lane, filled, first_roll, rolls[0])
    for reroll in range(keeps.shape[0]):
        keeps[reroll] = rolls[reroll]
        mean_sweep(lattice.extensions_of_keep, keeps[reroll])
        rolls[reroll + 1] = keeps[reroll]
        max_sweep(lattice.first_removal_of_keep, lattice.removals, rolls[reroll + 1])


@njit(nogil=True)
def prefer_categories(
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
    table: Floats,
    tie: float,
    best_scores: Floats,
    options: Floats,
) -> None:
    """Set ``options``, float64[n_rolls, N_LANES], to the number of the category that each roll is scored in."""
    page, lane, filled = where
    width = table.shape[1]
    for roll in range(options.shape[0]):
        n_choices = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
        bar = add_rows(load_row(best_scores, roll * N_LANES), fill_row(-tie))
        option = fill_row(-1.0)
        for category in range(choices.outcome_of_roll.shape[1] - 1, -1, -1):
            if not filled >> category & 1:
                outcome = choices.outcome_of_roll[roll, category]
                successor = (page + exits.step[outcome]) * width + lane + exits.shift[outcome]
                value = add_rows(load_row(table, successor), fill_row(exits.gain[outcome]))
                option = choose_row(value, bar, fill_row(float(n_choices + category)), option)
        store_row(options, roll * N_LANES, option)


@njit(nogil=True)
def prefer_options(
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
    table: Floats,
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
    best_scores = rolls[0, first_roll:]
    prefer_categories(exits, choices, where, table, tie, best_scores, options[0])
    for rerolls in range(1, rolls.shape[0]):
        means, best = keeps[rerolls - 1], rolls[rerolls, first_roll:]
        for roll in range(n_rolls):
            first = choices.first_keep_of_roll[roll]
            bar = add_rows(load_row(best, roll * N_LANES), fill_row(-tie))
            option = fill_row(-1.0)
            for entry in range(choices.first_keep_of_roll[roll + 1] - 1, first - 1, -1):
                mean = load_row(means, choices.keeps[entry] * N_LANES)
                option = choose_row(mean, bar, fill_row(float(entry - first)), option)
            score = load_row(best_scores, roll * N_LANES)
            option = choose_row(score, bar, load_row(options[0], roll * N_LANES), option)
            store_row(options[rerolls], roll * N_LANES, option)


@njit(nogil=True)
def throw_dice(extensions_of_keep: Ints, prob_of_keep: Floats) -> None:
    """Pass the probability of every short keep on to the rolls, one die at a time."""
    for keep in range(extensions_of_keep.shape[0]):
        if prob_of_keep[keep] > 0.0:
            for face in range(extensions_of_keep.shape[1]):
                prob_of_keep[extensions_of_keep[keep, face]] += prob_of_keep[keep] / 6.0


@njit(nogil=True)
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


@njit(nogil=True)
def visit_blocks(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    bounds: tuple[int, int],
    table: Floats,
    visits: Floats,
    next_visits: Floats,
) -> None:
    """Play one turn from every state of ``places[start:stop]`` and add its probability to the states it leads to.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    table : float64[n_pages, n_lanes]
        The values that the player reads.
    visits, next_visits : float64[n_pages, threshold + 1]
        Probability that a game comes to a state: of the states of this layer, and, added to, of later ones.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    keeps = np.empty((n_rerolls, n_keeps, N_LANES))
    rolls = np.empty((n_rerolls + 1, n_keeps, N_LANES))
    options = np.empty((n_rerolls + 1, n_rolls, N_LANES))
    prob = np.empty((n_rerolls + 2, n_rolls))
    last_lane = visits.shape[1] - 1
    for block in range(bounds[0], bounds[1]):
        page, first_lane = places.page[block], places.lane[block]
        where = (page, first_lane, places.filled[block])
        value_turn(lattice, exits, where, table, keeps, rolls)
        prefer_options(exits, choices, where, table, tie, keeps, rolls, options)
        for lane in range(min(N_LANES, last_lane + 1 - first_lane)):
            weight = visits[page, first_lane + lane]
            if weight > 0.0:
                play_lane(lattice, choices, lane, options, prob)
                for roll in range(n_rolls):
                    n_choices = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
                    outcome = choices.outcome_of_roll[roll, int(options[0, roll, lane]) - n_choices]
                    to_lane = min(first_lane + lane + exits.shift[outcome], last_lane)
                    next_visits[page + exits.step[outcome], to_lane] += weight * prob[n_rerolls + 1, roll]
