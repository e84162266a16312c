"""Kernels that decide whole turns: what a player does in every situation, for rows of states."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solver.kernels.choices import Ties, prefer_categories
from solver.kernels.compile import ZERO, kernel, part, skeleton
from solver.kernels.keeping import Leaders, empty_leaders, prefer_keeps
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, aligned_rows, aligned_tables, copy_rows
from solver.kernels.short_rows import Shorts, load_shorts, store_shorts
from solver.kernels.turn import Exits, Lattice, Table, Where, exit_rolls, score_points, throw_evenly


class Room(NamedTuple):
    """Room to decide turns in.

    worths : float64[n_rerolls + 1, n_keeps, N_LANES], see ``value_rerolls``, but what stands in the last row of the
    short keeps means nothing; scores : float64[n_outcomes, N_LANES], what each open outcome is worth; ended :
    float64[n_keeps, N_LANES], in the rows of the rolls: what they are worth scored now; bars : float64[n_rolls,
    N_LANES]; scored : int16[n_rolls, N_LANES], how they are scored; leaders : of the keeps.
    """

    worths: Floats
    scores: Floats
    ended: Floats
    bars: Floats
    scored: Shorts
    leaders: Leaders


@part
def empty_room(lattice: Lattice, n_outcomes: int, n_rerolls: int) -> Room:
    """Return room to decide turns in."""
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    tables, scored = aligned_tables(n_rerolls + 1, n_keeps), np.empty((n_rolls, N_LANES), np.int16)
    rooms = aligned_rows(n_outcomes), aligned_rows(n_keeps), aligned_rows(n_rolls)
    return Room(tables, rooms[0], rooms[1], rooms[2], scored, empty_leaders(lattice))


@skeleton
def decide_turn(
    score: Any,
    throw: Any,
    rule: Any,
    has_floor: bool,
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    where: Where,
    ties: Ties,
    room: Room,
    options: Shorts,
) -> None:
    """Find what a player does in every situation of a turn, for a row of states.

    Parameters
    ----------
    score, throw, rule, has_floor
        How the player values a turn, see ``solve_rows``.
    room : Room
        Out: what everything in the turn is worth to it.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken with t rerolls in hand in row t; saved throws are rerolls, too. The number of a
        keep is its place among the choices of the roll, that of a category comes after all of them.
    """
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    ended, scored = room.ended[first_roll:], room.scored
    for rerolls in range(options.shape[0]):
        worths, ours = room.worths[rerolls], options[rerolls]
        if rerolls == 0 or exits.saved_step > 0:
            after = (where[0] + rerolls * exits.saved_step, where[1], where[2])
            score(rule, exits, after, rerolls, options.shape[0] - 1, room.scores)
            exit_rolls(exits, after, has_floor, room.scores, first_roll, room.ended)
            prefer_categories(exits, choices, where, room.scores, ties, ended, room.bars, scored)
        if rerolls == 0:
            copy_rows(room.ended, first_roll, n_rolls, worths, first_roll)
            for roll in range(n_rolls):
                store_shorts(ours, roll * N_LANES, load_shorts(scored, roll * N_LANES))
        else:
            means = room.worths[rerolls - 1]
            throw(rule, lattice, means)
            if exits.saved_step > 0:
                copy_rows(room.ended, first_roll, n_rolls, means, first_roll)
            prefer_keeps(lattice, choices, means, ties, ended, scored, room.leaders, worths, ours)


@skeleton
def decide_states(
    score: Any,
    throw: Any,
    rule: Any,
    has_floor: bool,
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    ties: Ties,
    places: Places,
    options: Shorts,
) -> None:
    """Find what a player does in every situation of the turns from rows of states.

    ``options`` are int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]; for these and the first four see ``decide_turn``.
    """
    room = empty_room(lattice, exits.category.shape[0], options.shape[1] - 1)
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        decide_turn(score, throw, rule, has_floor, lattice, exits, choices, where, ties, room, options[row])


@part
def given_scores(worths: Floats, _exits: Exits, _where: Where, _throws: int, _most: int, scores: Floats) -> None:
    """Set ``scores`` to worths that are the same everywhere, see ``solve_rows``."""
    copy_rows(worths, ZERO, scores.shape[0], scores, ZERO)


@kernel
def decide_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    _n_rerolls: int,
    tie: float,
    places: Places,
    table: Table,
    options: Shorts,
) -> None:
    """Find what the reader of a table, who counts points, does in every situation of a turn, see ``decide_states``."""
    decide_states(score_points, throw_evenly, table, False, lattice, exits, choices, Ties(1.0, -tie), places, options)
