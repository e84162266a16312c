"""Kernels for rows packed full of visited states: runs of neighbouring upper totals of several pages, side by side.

What differs from page to page is where scoring leads; once that is known, all lanes of a row play their turn together.
So nearly half of the rows are saved that would hold the states of one page each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solver.kernels.choices import Ties
from solver.kernels.compile import ZERO, kernel, part, skeleton
from solver.kernels.deciding import decide_turn, empty_room, given_scores
from solver.kernels.play import Choices, follow_turn
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    Row,
    aligned_rows,
    aligned_tables,
    choose_row,
    fill_row,
    get_row,
    load_row,
    set_row,
)
from solver.kernels.turn import Exits, Lattice, Table, score_points, throw_evenly, ways_of_page
from solver.kernels.utility import Utility, UtilityRule, score_utilities


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
    for way in ways_of_page(exits, runs.page[run]):
        outcome = exits.outcome_of_way[way]
        if runs.filled[run] >> exits.category[outcome] & 1:
            continue
        ours = choose_row(last, lane_numbers, get_row(own, outcome), get_row(scores, outcome))
        set_row(scores, outcome, choose_row(lane_numbers, before, ours, get_row(scores, outcome)))


@skeleton
def score_lanes(score: Any, rule: Any, exits: Exits, runs: Runs, scores: Floats) -> None:
    """Find what outcomes are worth in packed rows of one class of pages; ``score`` and ``rule`` as in ``solve_rows``.

    ``scores``, float64[n_rows, n_outcomes, N_LANES], become minus infinity where a category is filled.
    """
    own, numbers = aligned_rows(exits.category.shape[0]), np.arange(N_LANES).astype(np.float64)
    scores[:] = -np.inf
    for run in range(runs.row.shape[0]):
        score(rule, exits, (runs.page[run], runs.lane[run], runs.filled[run]), ZERO, ZERO, own)
        put_scores(exits, runs, run, load_row(numbers, 0), own, scores[runs.row[run]])


@kernel
def score_runs(exits: Exits, runs: Runs, table: Table, scores: Floats) -> None:
    """Find what each outcome is worth, in points and what is to come by ``table``, see ``score_lanes``."""
    score_lanes(score_points, table, exits, runs, scores)


@kernel
def score_runs_by_utility(exits: Exits, utility: Utility, runs: Runs, table: Table, scores: Floats) -> None:
    """Find what each outcome is worth to a player with exponential utility, see ``score_lanes``."""
    score_lanes(score_utilities, UtilityRule(utility, table, aligned_rows(1)), exits, runs, scores)


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
    n_rolls, n_outcomes, run = lattice.prob_of_roll.shape[0], scores.shape[1], 0
    room, ends = empty_room(lattice, n_outcomes, n_rerolls), aligned_rows(n_outcomes)
    flow = aligned_tables(n_rerolls + 1, lattice.first_removal_of_keep.shape[0] - 1)
    options, wanted = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16), np.empty(N_LANES, np.int16)
    for row in range(scores.shape[0]):
        page, filled, ours = runs.page[run], -1, scores[row]
        wanted[:] = 0
        while run < runs.row.shape[0] and runs.row[run] == row:
            for lane in range(runs.first[run], runs.stop[run]):
                wanted[lane] = 1
            filled &= runs.filled[run]
            run += 1
        where = (page, ZERO, filled)
        decide_turn(given_scores, throw_evenly, ours, has_floor, lattice, exits, choices, where, ties, room, options)
        follow_turn(lattice, choices, page, options, wanted, fill_row(1.0), flow[:0], flow, ends)
        for lane in range(N_LANES):
            for outcome in range(n_outcomes):
                prob_of_outcome[row, lane, outcome] = ends[outcome, lane]
