"""Walk forwards through a game: from a player's decisions to the probability of visiting each state.

A state is a page (the filled categories) and an upper total. States in which a player decides alike share one turn: a
list of outcomes with their probabilities. Rows are packed with visited states: runs of neighbouring upper totals of
several pages, side by side. Pages differ only in the values of scoring; once these are computed, all lanes of a row
play their turn together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import ZERO, kernel, part, skeleton
from solver.kernels.deciding import Ties, decide_turn, given_scores, turn_buffers
from solver.kernels.following import Choices, follow_turn
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
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

    row : the row of the run, from 0; page, filled : its page, and the filled categories as a bit mask; lane : the upper
    total in the row's first lane if the page is extended to it, can be negative; first, stop : the lanes of the row
    that the run fills.
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
    """Compute the values of outcomes in packed rows of one class of pages; ``score`` and ``rule`` as in ``solve_rows``.

    ``scores``, float64[n_rows, n_outcomes, N_LANES], become minus infinity where a category is filled.
    """
    own, numbers = aligned_rows(exits.category.shape[0]), np.arange(N_LANES).astype(np.float64)
    scores[:] = -np.inf
    for run in range(runs.row.shape[0]):
        score(rule, exits, (runs.page[run], runs.lane[run], runs.filled[run]), ZERO, ZERO, own)
        put_scores(exits, runs, run, load_row(numbers, 0), own, scores[runs.row[run]])


@kernel
def score_runs(exits: Exits, runs: Runs, table: Table, scores: Floats) -> None:
    """Compute the value of each outcome, points plus points still to come by ``table``, see ``score_lanes``."""
    score_lanes(score_points, table, exits, runs, scores)


@kernel
def score_runs_by_utility(exits: Exits, utility: Utility, runs: Runs, table: Table, scores: Floats) -> None:
    """Compute the value of each outcome for a player with exponential utility, see ``score_lanes``."""
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
    """Compute the probability of each outcome of a turn of a greedy player, in packed rows of one class of pages.

    Parameters
    ----------
    has_floor : bool
        More points never lower the value, so the best outcome with zero points is a floor for every roll.
    ties : Ties
        Tie thresholds.
    scores : float64[n_rows, n_outcomes, N_LANES]
        Values of the outcomes, see ``score_runs``.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        Out: the probability of each outcome, in the lanes of the runs.
    """
    n_rolls, n_outcomes, run = lattice.prob_of_roll.shape[0], scores.shape[1], 0
    scratch, ends = turn_buffers(lattice, n_outcomes, n_rerolls), aligned_rows(n_outcomes)
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
        decide_turn(given_scores, throw_evenly, ours, has_floor, lattice, exits, choices, where, ties, scratch, options)
        follow_turn(lattice, choices, page, options, wanted, fill_row(1.0), flow[:0], flow, ends)
        for lane in range(N_LANES):
            for outcome in range(n_outcomes):
                prob_of_outcome[row, lane, outcome] = ends[outcome, lane]


Shorts = npt.NDArray[np.int16]


class Steps(NamedTuple):
    """Visited states and their turns, for kernels.

    page, total : int32[n_visited], the states; turn_of_state : int32[n_visited]; first_entry_of_turn : int64[n_turns +
    1]; outcome_of_entry : int16[n_entries]; prob_of_entry : float64[n_entries]; place_of_slot : int32[n_pages,
    n_totals], the index of each state among the visited ones, -1 if it is not visited.
    """

    page: Ints
    total: Ints
    turn_of_state: Ints
    first_entry_of_turn: Longs
    outcome_of_entry: Shorts
    prob_of_entry: Floats
    place_of_slot: Ints


@part
def is_turn(outcomes: Shorts, probs: Floats, prob_of_outcome: Floats) -> bool:
    """Return whether a list of outcomes with their probabilities equals the probabilities of all outcomes."""
    n_found = 0
    for outcome in range(prob_of_outcome.shape[0]):
        if prob_of_outcome[outcome] > 0.0:
            if n_found == outcomes.shape[0] or outcomes[n_found] != outcome:
                return False
            if probs[n_found] != prob_of_outcome[outcome]:
                return False
            n_found += 1
    return bool(n_found == outcomes.shape[0])


@part
def differ(outcomes: Longs, left: Floats, right: Floats) -> bool:
    """Return whether any of some outcomes has two different probabilities."""
    for outcome in outcomes:  # noqa: SIM110 - numba knows no generators
        if left[outcome] != right[outcome]:
            return True
    return False


@kernel
def gather_turns(
    category: Longs,
    runs: Runs,
    is_visited: npt.NDArray[np.bool_],
    prob_of_outcome: Floats,
    state: tuple[Ints, Ints, Ints],
    first_entry_of_turn: Longs,
    entries: tuple[Shorts, Floats],
) -> tuple[int, int]:
    """List the visited states of some rows and their turns; a state shares an equal turn of the previous one.

    Parameters
    ----------
    category : int64[n_outcomes]
        The category of each outcome; those of filled ones cannot occur.
    is_visited : bool[n_pages, n_totals]
        Whether some game visits each state.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        Probabilities of the player's outcomes.
    state : int32[n_rows * N_LANES], three times
        Out: page, upper total and turn of each visited state.
    first_entry_of_turn, entries : int64[n_rows * N_LANES + 1], int16 and float64[n_rows * N_LANES * n_outcomes]
        Out: the turns, see ``Steps``.

    Returns
    -------
    n_states, n_turns : int
        Numbers found.
    """
    outcomes, probs = entries
    n_states, n_turns, n_entries, open_outcomes = 0, 0, 0, np.empty_like(category)
    first_entry_of_turn[0] = 0
    for run in range(runs.row.shape[0]):
        row, page, base, n_open, before = runs.row[run], runs.page[run], runs.lane[run], 0, -1
        for outcome in range(category.shape[0]):
            if not runs.filled[run] >> category[outcome] & 1:
                open_outcomes[n_open] = outcome
                n_open += 1
        for lane in range(max(runs.first[run], -base), min(runs.stop[run], is_visited.shape[1] - base)):
            if not is_visited[page, base + lane]:
                continue
            start, ours = first_entry_of_turn[max(n_turns - 1, 0)], prob_of_outcome[row, lane]
            if before >= 0:
                is_new = differ(open_outcomes[:n_open], prob_of_outcome[row, before], ours)
            else:
                is_new = n_turns == 0 or not is_turn(outcomes[start:n_entries], probs[start:n_entries], ours)
            before = lane
            if is_new:
                for outcome in open_outcomes[:n_open]:
                    if ours[outcome] > 0.0:
                        outcomes[n_entries] = outcome
                        probs[n_entries] = ours[outcome]
                        n_entries += 1
                n_turns += 1
                first_entry_of_turn[n_turns] = n_entries
            state[0][n_states] = page
            state[1][n_states] = base + lane
            state[2][n_states] = n_turns - 1
            n_states += 1
    return n_states, n_turns


@part
def entries_of_turn(steps: Steps, state: int) -> range:
    """Return the entries of a state's turn: its possible outcomes."""
    turn = steps.turn_of_state[state]
    return range(steps.first_entry_of_turn[turn], steps.first_entry_of_turn[turn + 1])


@kernel
def push_visits(exits: Exits, steps: Steps, visits: Floats) -> None:
    """Propagate visits from the states of ``steps``, in order, to their successors.

    Parameters
    ----------
    visits : float64[n_pages, n_totals]
        In: complete for the states of ``steps``. Out: complete for those with one more category filled.
    """
    last_total = visits.shape[1] - 1
    for state in range(steps.page.shape[0]):
        page, total = steps.page[state], steps.total[state]
        weight = visits[page, total]
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            after = min(total + exits.shift[outcome], last_total)
            visits[page + exits.step[outcome], after] += weight * prob
