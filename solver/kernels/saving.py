"""Kernels that play games with saved throws: a turn with all numbers of throws that can be in hand.

A turn that begins with s saved throws has s more rerolls; what is worth doing with t rerolls in hand is the same
whatever s is, so it is decided once. A turn ends in an outcome and leaves throws over; the two together are an ending,
numbered outcome + n_outcomes * rerolls used.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices, Places, find_lanes, first_throw, follow_level, throw_rows
from solver.kernels.rows import N_LANES, Bools, Floats, Ints, Longs, aligned_rows
from solver.kernels.short_rows import Shorts
from solver.kernels.turn import Lattice


@part
def list_endings(ends: Floats, lanes: Longs, first_ending: int, n_listed: Longs, found: tuple[Shorts, Floats]) -> None:
    """Add the outcomes that a turn can end in with so many rerolls used to the lists of the lanes; clear ``ends``.

    ``found`` are the endings and their probabilities, int16 and float64[N_LANES, n_endings].
    """
    for outcome in range(ends.shape[0]):
        for lane in lanes:
            if ends[outcome, lane] > 0.0:
                found[0][lane, n_listed[lane]] = first_ending + outcome
                found[1][lane, n_listed[lane]] = ends[outcome, lane]
                n_listed[lane] += 1
    ends[:] = 0.0  # in all lanes: what lies in others must not be seen with the next state


@part
def is_listed(endings: Shorts, probs: Floats, found: tuple[Shorts, Floats], lane: int, n_listed: int) -> bool:
    """Return whether the list of a lane says the same as some endings with their probabilities."""
    if n_listed != endings.shape[0]:
        return False
    for place in range(n_listed):
        if endings[place] != found[0][lane, place] or probs[place] != found[1][lane, place]:
            return False
    return True


@kernel
def gather_saving_turns(
    lattice: Lattice,
    choices: Choices,
    sizes: tuple[int, int, int],
    places: Places,
    is_visited: Bools,
    options: Shorts,
    state: tuple[Ints, Ints, Ints],
    first_entry_of_turn: Longs,
    entries: tuple[Shorts, Floats],
) -> tuple[int, int]:
    """List the visited states of some rows and their turns, by row, by saved throws, by lane.

    Parameters
    ----------
    sizes : int, int, int
        Rerolls of a turn without saved throws; pages from one number of saved throws to the next; outcomes.
    is_visited : bool[n_pages, n_totals]
        Whether some game comes to each state.
    options : int16[n_rows, n_levels, n_rolls, N_LANES]
        What the player does, see ``decide_turn``.
    state, first_entry_of_turn, entries : see ``walk.gather_turns``
        Out. There may be too little room for the entries.

    Returns
    -------
    n_states, n_turns : int
        How many were found; -1 states if there was too little room.
    """
    n_rerolls, saved_step, n_outcomes = sizes
    n_levels, n_keeps = options.shape[1], lattice.first_removal_of_keep.shape[0] - 1
    first_roll, (endings, probs) = lattice.extensions_of_keep.shape[0], entries
    prob, prob_of_keep, ends = aligned_rows(n_keeps), aligned_rows(n_keeps), aligned_rows(n_outcomes)
    wanted, n_listed = np.empty(N_LANES, np.int16), np.empty(N_LANES, np.int64)
    found = np.empty((N_LANES, n_levels * n_outcomes), np.int16), np.empty((N_LANES, n_levels * n_outcomes))
    n_states, n_turns, n_entries = 0, 0, 0
    ends[:], first_entry_of_turn[0] = 0.0, 0
    for row in range(places.page.shape[0]):
        for saved in range(n_levels - n_rerolls):
            page, first_lane = places.page[row] + saved * saved_step, places.lane[row]
            lanes = find_lanes(is_visited, page, first_lane, wanted)
            if lanes.shape[0] == 0:
                continue
            first_throw(lattice, prob)
            n_listed[:] = 0
            for rerolls in range(n_rerolls + saved, -1, -1):
                prob_of_keep[:first_roll] = 0.0
                level, ours = options[row, rerolls], prob[first_roll:]
                follow_level(choices, page, level, wanted, ours, prob_of_keep, ends)
                list_endings(ends, lanes, (n_rerolls + saved - rerolls) * n_outcomes, n_listed, found)
                if rerolls > 0:
                    throw_rows(lattice, prob_of_keep)
                    prob, prob_of_keep = prob_of_keep, prob
            for lane in lanes:
                start, n_here = first_entry_of_turn[max(n_turns - 1, 0)], n_listed[lane]
                if n_turns == 0 or not is_listed(endings[start:n_entries], probs[start:n_entries], found, lane, n_here):
                    if n_entries + n_here > endings.shape[0]:
                        return -1, n_turns
                    for entry in range(n_here):
                        endings[n_entries + entry], probs[n_entries + entry] = (
                            found[0][lane, entry],
                            found[1][lane, entry],
                        )
                    n_entries += n_here
                    n_turns += 1
                    first_entry_of_turn[n_turns] = n_entries
                state[0][n_states], state[1][n_states], state[2][n_states] = page, first_lane + lane, n_turns - 1
                n_states += 1
    return n_states, n_turns
