"""Kernels for rows packed full of visited states: runs of neighbouring upper totals of several pages, side by side.

What differs from page to page is where scoring leads; once that is known, all lanes of a row play their turn together.
So nearly half of the rows are saved that would hold the states of one page each.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.baselines import best_worths
from solver.kernels.choices import Ties, empty_room, score_points
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import decide_turn
from solver.kernels.keeping import empty_leaders
from solver.kernels.play import Choices, follow_turn
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    Row,
    aligned_rows,
    choose_row,
    fill_row,
    load_row,
    store_row,
)
from solver.kernels.turn import Exits, Lattice, Table
from solver.kernels.utility import Utility, exit_by_scores, find_reference, score_outcomes


class Runs(NamedTuple):
    """Runs of neighbouring states in rows, each int64[n_runs], row by row, lane by lane.

    row : the row of the run, from 0; page, filled : its page, and the categories filled there, a bit mask; lane : the
    upper total, or one below 0, that stands in the row's first lane if the page goes on there; first, stop : the lanes
    of the row that the run fills.
    """

    row: Longs
    page: Longs
    lane: Longs
    filled: Longs
    first: Longs
    stop: Longs


@part
def put_scores(exits: Exits, runs: Runs, run: int, lane_numbers: Row, own: Floats, scores: Floats) -> None:
    """Copy the rows of the outcomes that are open in a run from ``own`` to ``scores``, in the lanes of the run."""
    before, last = fill_row(float(runs.first[run]) - 0.5), fill_row(float(runs.stop[run]) - 0.5)
    ways, filled = exits.class_of_page[runs.page[run]], runs.filled[run]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            others = load_row(scores, outcome * N_LANES)
            ours = choose_row(last, lane_numbers, load_row(own, outcome * N_LANES), others)
            store_row(scores, outcome * N_LANES, choose_row(lane_numbers, before, ours, others))


@kernel
def score_runs(exits: Exits, runs: Runs, table: Table, scores: Floats) -> None:
    """Find what each outcome is worth, in points, in packed rows of one class of pages.

    Parameters
    ----------
    table : Table
        The values that are read.
    scores : float64[n_rows, n_outcomes, N_LANES]
        Out: points and what is to come; minus infinity where a category is filled.
    """
    own, numbers = aligned_rows(exits.category.shape[0]), np.arange(N_LANES).astype(np.float64)
    scores[:] = -np.inf
    for run in range(runs.row.shape[0]):
        score_points(exits, (runs.page[run], runs.lane[run], runs.filled[run]), table, own)
        put_scores(exits, runs, run, load_row(numbers, 0), own, scores[runs.row[run]])


@kernel
def score_runs_by_utility(exits: Exits, utility: Utility, runs: Runs, table: Table, scores: Floats) -> None:
    """Do what ``score_runs`` does for a player with exponential utility."""
    own, numbers = aligned_rows(exits.category.shape[0]), np.arange(N_LANES).astype(np.float64)
    scores[:] = -np.inf
    for run in range(runs.row.shape[0]):
        where = (runs.page[run], runs.lane[run], runs.filled[run])
        reference = find_reference(exits, utility, where, table, ZERO)
        score_outcomes(exits, utility, where, table, reference, own)
        put_scores(exits, runs, run, load_row(numbers, 0), own, scores[runs.row[run]])


@kernel
def follow_runs(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    has_floor: bool,
    ties: Ties,
    runs: Runs,
    scores: Floats,
    prob_of_outcome: Floats,
) -> None:
    """Find how likely each outcome of a turn is for the reader of a table, in packed rows of one class of pages.

    Parameters
    ----------
    has_floor : bool
        More points are never worth less, so that no roll is worth less than the best of all zeros.
    ties : Ties
        When two options are equal.
    scores : float64[n_rows, n_outcomes, N_LANES]
        What the outcomes are worth, see ``score_runs``.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        Out: the probability of each outcome, in the lanes of the runs.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    room, leaders, ends, run = empty_room(lattice), empty_leaders(lattice), aligned_rows(scores.shape[1]), 0
    prob, prob_of_keep = aligned_rows(first_roll + n_rolls), aligned_rows(first_roll + n_rolls)
    options, wanted = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16), np.empty(N_LANES, np.int16)
    for row in range(scores.shape[0]):
        page, filled, ours = runs.page[run], -1, scores[row]
        wanted[:] = 0
        while run < runs.row.shape[0] and runs.row[run] == row:
            for lane in range(runs.first[run], runs.stop[run]):
                wanted[lane] = 1
            filled &= runs.filled[run]
            run += 1
        if has_floor:
            exit_by_scores(exits, page, filled, ZERO, ours, first_roll, room.values)
        else:
            best_worths(exits, ours, page, filled, first_roll, room.values)
        decide_turn(lattice, exits, choices, (page, ZERO, filled), ours, ties, room, leaders, options)
        follow_turn(lattice, choices, page, options, wanted, prob, prob_of_keep, ends)
        for lane in range(N_LANES):
            for outcome in range(ends.shape[0]):
                prob_of_outcome[row, lane, outcome] = ends[outcome, lane]
