"""Kernels that value a player: what one who reads a value table, right or wrong, can expect.

The values read and the true expectations go through the sweeps side by side; comparisons look at the former only. Ties
are as in ``play.py``.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    aligned_rows,
    choose_row,
    copy_rows,
    get_row,
    load_row,
    set_row,
    store_row,
)
from solver.kernels.turn import Exits, Lattice, Table, Where, mean_sweep, successor_slot, ways_of_page, weigh_rolls


@part
def score_rolls(
    exits: Exits,
    n_short_keeps: int,
    true_gain: Floats,
    tables: tuple[Table, Table],
    where: Where,
    tie: float,
    scores: tuple[Floats, Floats],
) -> None:
    """Score every roll in the category that the player prefers; ``scores`` are its (read, true) rows, per roll."""
    (read_table, true_table), (read, true) = tables, scores
    read[:] = -np.inf
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        first = successor_slot(exits, read_table, where, outcome)
        new_read = load_row(read_table.values, first) + exits.gain[outcome]
        new_true = load_row(true_table.values, first) + true_gain[outcome]
        for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
            at = (exits.rolls[entry] - n_short_keeps) * N_LANES
            best_read, best_true = load_row(read, at), load_row(true, at)
            bar = best_read + tie
            store_row(read, at, choose_row(new_read, bar, new_read, best_read))
            store_row(true, at, choose_row(new_read, bar, new_true, best_true))


@part
def choose_keeps(choices: Choices, tie: float, scores: tuple[Floats, Floats], values: tuple[Floats, Floats]) -> None:
    """Set the rows of the rolls to the player's choice among scoring and the keeps, whose rows hold their means."""
    read, true = values
    first_roll = read.shape[0] - scores[0].shape[0]
    for roll in range(scores[0].shape[0]):
        best_read, best_true = get_row(scores[0], roll), get_row(scores[1], roll)
        for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
            first = choices.keeps[entry] * N_LANES
            new_read, bar = load_row(read, first), best_read + tie
            best_true = choose_row(new_read, bar, load_row(true, first), best_true)
            best_read = choose_row(new_read, bar, new_read, best_read)
        set_row(read, first_roll + roll, best_read)
        set_row(true, first_roll + roll, best_true)


@kernel
def follow_blocks(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    true_gain: Floats,
    places: Places,
    bounds: tuple[int, int],
    tables: tuple[Table, Table],
) -> None:
    """Take the expectation over one turn of a player who reads one table, in every row of ``places[start:stop]``.

    Parameters
    ----------
    true_gain : float64[n_outcomes]
        What each outcome adds to the quantity whose expectation is taken: its points, or nothing.
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    tables : Table, twice, alike
        The values that the player reads, complete; and the expectation of the quantity when it plays by them: in, all
        pages with more categories filled; out, the rows of the blocks.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    read, true = aligned_rows(first_roll + n_rolls), aligned_rows(first_roll + n_rolls)
    scores = aligned_rows(n_rolls), aligned_rows(n_rolls)
    for block in range(bounds[0], bounds[1]):
        page, lane = places.page[block], places.lane[block]
        score_rolls(exits, first_roll, true_gain, tables, (page, lane, places.filled[block]), tie, scores)
        copy_rows(scores[0], ZERO, n_rolls, read, first_roll)
        copy_rows(scores[1], ZERO, n_rolls, true, first_roll)
        for _ in range(n_rerolls):
            mean_sweep(lattice.extensions_of_keep, read)
            mean_sweep(lattice.extensions_of_keep, true)
            choose_keeps(choices, tie, scores, (read, true))
        mean = weigh_rolls(lattice.prob_of_roll, first_roll, true)
        store_row(tables[1].values, tables[1].first_slot[page] + lane, mean)
