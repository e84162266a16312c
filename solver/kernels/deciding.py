"""Kernels that decide whole turns: what a player does in every situation, for rows of states."""

from __future__ import annotations

from solver.kernels.choices import Room, Ties, empty_room, prefer_categories, score_points
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.keeping import Leaders, empty_leaders, prefer_keeps
from solver.kernels.play import Choices, Places, best_scores
from solver.kernels.rows import Floats, aligned_rows, copy_rows
from solver.kernels.short_rows import Shorts
from solver.kernels.turn import Exits, Lattice, Table, mean_sweep


@part
def decide_turn(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
    scores: Floats,
    ties: Ties,
    room: Room,
    leaders: Leaders,
    options: Shorts,
) -> None:
    """Find what a player does in every situation of a turn, for a row of states.

    Parameters
    ----------
    scores : float64[n_outcomes, N_LANES]
        What each open outcome is worth.
    room : Room
        The rows of the rolls in ``values`` hold the best of these.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: see ``decide_rows``.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    means, best = room.values, room.others
    copy_rows(means, first_roll, means.shape[0] - first_roll, room.first_best, ZERO)
    prefer_categories(exits, choices, where, scores, ties, room.first_best, room.bars, options[0])
    for rerolls in range(1, options.shape[0]):
        mean_sweep(lattice.extensions_of_keep, means)
        scored, ours = options[0], options[rerolls]
        prefer_keeps(lattice, choices, means, ties, room.first_best, scored, leaders, best, ours)
        means, best = best, means


@part
def decide_and_tell(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
    table: Table,
    ties: Ties,
    room: Room,
    leaders: Leaders,
    told: tuple[Floats, Floats, Floats],
    options: Shorts,
) -> None:
    """Find what the reader of a table does in every situation of a turn, and what it holds of all that it could do.

    Parameters
    ----------
    told : float64[n_outcomes, N_LANES], float64[n_rerolls, n_keeps, N_LANES], float64[n_rerolls + 1, n_keeps, N_LANES]
        Out: what each open outcome is worth; keeping just these dice with t + 1 rerolls in hand in row t; and the best
        choice with t in hand, only the rolls' rows meant.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: see ``decide_rows``.
    """
    (scores, keeps, rolls), first_roll = told, lattice.extensions_of_keep.shape[0]
    score_points(exits, where, table, scores)
    best_scores(exits, where, table, first_roll, rolls[0])
    scored, best = options[0], rolls[0, first_roll:]
    prefer_categories(exits, choices, where, scores, ties, best, room.bars, scored)
    for reroll in range(keeps.shape[0]):
        means, then, ours = keeps[reroll], rolls[reroll + 1], options[reroll + 1]
        copy_rows(rolls[reroll], first_roll, means.shape[0] - first_roll, means, first_roll)
        mean_sweep(lattice.extensions_of_keep, means)
        prefer_keeps(lattice, choices, means, ties, best, scored, leaders, then, ours)


@kernel
def decide_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    table: Table,
    options: Shorts,
) -> None:
    """Find what the reader of a table does in every situation of a turn.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    table : Table
        The values that the player reads.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken, see ``decide_rows``.
    """
    first_roll, room, leaders = lattice.extensions_of_keep.shape[0], empty_room(lattice), empty_leaders(lattice)
    scores = aligned_rows(exits.category.shape[0])
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        score_points(exits, where, table, scores)
        best_scores(exits, where, table, first_roll, room.values)
        decide_turn(lattice, exits, choices, where, scores, Ties(1.0, -tie), room, leaders, options[row])
