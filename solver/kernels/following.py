"""Propagate a player's decisions forwards through a turn: probabilities of its outcomes, and expectations.

``follow_blocks`` evaluates a player who uses any value table, right or wrong: table values and true expectations are
computed in parallel, and decisions use the former only. With saved throws, a turn that starts with s of them has s more
rerolls. It ends in an outcome and saves throws; together they are an ending, numbered outcome + n_outcomes * rerolls
used.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.rows import (
    N_LANES,
    Bools,
    Floats,
    Ints,
    Longs,
    Row,
    Shorts,
    add_to,
    aligned_rows,
    aligned_tables,
    choose_row,
    copy_rows,
    fill_row,
    fill_shorts,
    get_row,
    lanes_with,
    load_row,
    load_shorts,
    lowest_lane,
    number_at,
    set_row,
    store_row,
    where_differ,
)
from solver.kernels.turn import Exits, Lattice, Table, Where, mean_sweep, successor_slot, ways_of_page, weigh_rolls


class Places(NamedTuple):
    """Rows of states: position in the tables, and the filled categories as a bit mask."""

    page: Longs
    lane: Longs
    filled: Longs


class Choices(NamedTuple):
    """Options of a player for each roll.

    first_keep_of_roll, keeps : int32[n_rolls + 1], int32[n_choices], the keeps that throw at least one die, in
    lexicographic order of their dice; number_of_keep : int16[n_rolls, n_short_keeps], the index of a keep among those
    of a roll; class_of_page, outcome_of_roll : int16[n_pages], int32[n_classes, n_rolls, n_categories], see
    ``game.Outcomes``.

    The number of an option is the index of a keep among those of the roll; categories follow the keeps. If
    ``number_of_keep`` has no rows, it is that among all short keeps, which is faster where nobody reads the options.
    """

    first_keep_of_roll: Ints
    keeps: Ints
    number_of_keep: npt.NDArray[np.int16]
    class_of_page: npt.NDArray[np.int16]
    outcome_of_roll: Ints


@part
def numbers_all_keeps(choices: Choices) -> bool:
    """Return whether options are numbered among all short keeps, see ``Choices``."""
    return bool(choices.number_of_keep.shape[0] == 0)


@part
def first_category(choices: Choices, roll: int) -> int:
    """Return the number of the option that scores a roll in the first category."""
    if numbers_all_keeps(choices):
        return int(choices.number_of_keep.shape[1])
    return int(choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll])


@part
def throw_dice(extensions_of_keep: Ints, prob_of_keep: Floats) -> None:
    """Propagate probabilities from short keeps to rolls, one die at a time."""
    for keep in range(extensions_of_keep.shape[0]):
        if prob_of_keep[keep] > 0.0:
            for face in range(extensions_of_keep.shape[1]):
                prob_of_keep[extensions_of_keep[keep, face]] += prob_of_keep[keep] / 6.0


@part
def throw_rows(lattice: Lattice, prob_of_keep: Floats) -> None:
    """Propagate probabilities from short keeps to rolls, one die at a time, for all lanes at once.

    Parameters
    ----------
    prob_of_keep : float64[n_keeps, N_LANES]
        In: the probabilities of the short keeps. Out: those of the rolls; for other keeps, a sixth of the probability
        that passed through them.
    """
    sixth = fill_row(1.0 / 6.0)
    n_short_keeps = lattice.extensions_of_keep.shape[0]
    set_row(prob_of_keep, 0, sixth * get_row(prob_of_keep, 0))
    for keep in range(1, prob_of_keep.shape[0]):
        prob = get_row(prob_of_keep, keep) if keep < n_short_keeps else fill_row(0.0)
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            prob = prob + get_row(prob_of_keep, number_at(lattice.removals, entry))
        set_row(prob_of_keep, keep, sixth * prob if keep < n_short_keeps else prob)


@part
def follow_level(
    choices: Choices,
    page: int,
    options: Shorts,
    wanted: Shorts,
    prob: Floats,
    prob_of_keep: Floats,
    ends: Floats,
) -> None:
    """Propagate probabilities from rolls to the player's decisions, for one number of remaining throws.

    Parameters
    ----------
    options : int16[n_rolls, N_LANES]
        Decisions of the player.
    wanted : int16[N_LANES]
        1 in the active lanes, at least one, else 0; options of inactive lanes are not read.
    prob : float64[n_rolls, N_LANES]
        Probability of each current roll.
    prob_of_keep : float64[n_keeps, N_LANES]
        Out, added to: probability of throwing all but these dice.
    ends : float64[n_outcomes, N_LANES]
        Out, added to: probability of the turn ending in each outcome.
    """
    outcome_of_roll, nothing = choices.outcome_of_roll[choices.class_of_page[page]], fill_row(0.0)
    followed = lanes_with(load_shorts(wanted, 0), 1)
    for roll in range(options.shape[0]):
        first, ours, left = choices.first_keep_of_roll[roll], get_row(prob, roll), followed
        n_keeps, chosen = first_category(choices, roll), load_shorts(options, roll * N_LANES)
        while left != 0:
            option = int(options[roll, lowest_lane(left)])
            alike, share = lanes_with(chosen, option), ours
            if followed & ~alike != 0:
                share = where_differ(chosen, fill_shorts(option), nothing, ours)
            left &= ~alike
            if option < n_keeps:
                keep = option if numbers_all_keeps(choices) else int(choices.keeps[first + option])
                add_to(prob_of_keep, keep * N_LANES, share)
            else:
                add_to(ends, outcome_of_roll[roll, option - n_keeps] * N_LANES, share)


@part
def first_throw(lattice: Lattice, prob: Floats) -> None:
    """Set ``prob``, float64[n_keeps, N_LANES], to the probabilities of the first roll."""
    for roll in range(lattice.prob_of_roll.shape[0]):
        set_row(prob, lattice.extensions_of_keep.shape[0] + roll, fill_row(lattice.prob_of_roll[roll]))


@part
def follow_turn(
    lattice: Lattice,
    choices: Choices,
    page: int,
    options: Shorts,
    wanted: Shorts,
    weights: Row,
    thrown: Floats,
    flow: Floats,
    ends: Floats,
) -> None:
    """Set ``ends``, float64[n_outcomes, N_LANES], to the probability of each outcome of a turn.

    Parameters
    ----------
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Decisions of the player.
    wanted : see ``follow_level``
    weights : row
        Probability of each state at the start of the turn.
    thrown : float64[n_rerolls, n_short_keeps, N_LANES]
        Out: probability of keeping exactly these dice in a throw that leaves t throws; not computed if it has no rows.
    flow : float64[n_rerolls + 1, n_keeps, N_LANES]
        Out, in the rows of the rolls: probability of a decision on this roll with t remaining throws.
    """
    first_roll, last = lattice.extensions_of_keep.shape[0], flow.shape[0] - 1
    ends[:] = 0.0
    for roll in range(options.shape[1]):
        set_row(flow[last], first_roll + roll, lattice.prob_of_roll[roll] * weights)
    for rerolls in range(last, -1, -1):
        after = flow[max(rerolls - 1, 0)]
        after[:first_roll] = 0.0
        follow_level(choices, page, options[rerolls], wanted, flow[rerolls][first_roll:], after, ends)
        if rerolls > 0:
            if thrown.shape[0] > 0:
                copy_rows(after, ZERO, first_roll, thrown[rerolls - 1], ZERO)
            throw_rows(lattice, after)


@part
def find_lanes(weights: Floats | Bools, page: int, first_lane: int, wanted: Shorts) -> Longs:
    """Return the lanes of a row whose states have a weight, and set them in ``wanted``, int16[N_LANES]."""
    lanes, n_lanes = np.empty(N_LANES, np.int64), 0
    wanted[:] = 0
    for lane in range(min(N_LANES, weights.shape[1] - first_lane)):
        if weights[page, first_lane + lane] > 0:
            lanes[n_lanes], wanted[lane] = lane, 1
            n_lanes += 1
    return lanes[:n_lanes]


@kernel
def follow_rows(
    lattice: Lattice,
    choices: Choices,
    n_rerolls: int,
    places: Places,
    reachable: Bools,
    options: Shorts,
    prob_of_outcome: Floats,
) -> None:
    """Compute the probability of each outcome of a turn, given the player's decisions.

    Parameters
    ----------
    reachable : bool[n_pages, n_totals]
        Reachable states; options of other lanes are not read.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Decisions of the player, see ``deciding.decide_turn``.
    prob_of_outcome : float64[n_rows, N_LANES, n_outcomes]
        Out: the probability of each outcome, in the lanes of reachable states.
    """
    flow = aligned_tables(n_rerolls + 1, lattice.first_removal_of_keep.shape[0] - 1)
    wanted, ends = np.empty(N_LANES, np.int16), aligned_rows(prob_of_outcome.shape[2])
    for row in range(places.page.shape[0]):
        lanes = find_lanes(reachable, places.page[row], places.lane[row], wanted)
        follow_turn(lattice, choices, places.page[row], options[row], wanted, fill_row(1.0), flow[:0], flow, ends)
        for outcome in range(ends.shape[0]):
            for lane in lanes:
                prob_of_outcome[row, lane, outcome] = ends[outcome, lane]


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
    """Score every roll in the player's best category; ``scores`` are its table and true values, per roll."""
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
            at = (number_at(exits.rolls, entry) - n_short_keeps) * N_LANES
            best_read, best_true = load_row(read, at), load_row(true, at)
            bar = best_read + tie
            store_row(read, at, choose_row(new_read, bar, new_read, best_read))
            store_row(true, at, choose_row(new_read, bar, new_true, best_true))


@part
def choose_keeps(choices: Choices, tie: float, scores: tuple[Floats, Floats], values: tuple[Floats, Floats]) -> None:
    """Set the rows of the rolls to the player's choice between scoring and the keeps, given the means of the keeps."""
    read, true = values
    first_roll = read.shape[0] - scores[0].shape[0]
    for roll in range(scores[0].shape[0]):
        best_read, best_true = get_row(scores[0], roll), get_row(scores[1], roll)
        for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
            first = number_at(choices.keeps, entry) * N_LANES
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
    """Compute the expectation over one turn of a player who uses a value table, in rows ``places[start:stop]``.

    Parameters
    ----------
    true_gain : float64[n_outcomes]
        What each outcome adds to the expected quantity: its points, or 0.
    places : int64[n_rows], three times
        Page and lane of each row, and the filled categories.
    tables : Table, twice, alike
        The player's value table, complete; and the expectation of the quantity: in, all pages with more categories
        filled; out, the rows of the blocks.
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


@part
def list_endings(ends: Floats, lanes: Longs, first_ending: int, n_listed: Longs, found: tuple[Shorts, Floats]) -> None:
    """Append the outcomes of a turn with so many rerolls used to the lists of the lanes, and clear ``ends``.

    ``found`` are the endings and their probabilities, int16 and float64[N_LANES, n_endings].
    """
    for outcome in range(ends.shape[0]):
        for lane in lanes:
            if ends[outcome, lane] > 0.0:
                found[0][lane, n_listed[lane]] = first_ending + outcome
                found[1][lane, n_listed[lane]] = ends[outcome, lane]
                n_listed[lane] += 1
    ends[:] = 0.0  # in all lanes, so that the next state starts from zeros


@part
def is_listed(endings: Shorts, probs: Floats, found: tuple[Shorts, Floats], lane: int, n_listed: int) -> bool:
    """Return whether the list of a lane equals some endings with their probabilities."""
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
        Whether some game visits each state.
    options : int16[n_rows, n_levels, n_rolls, N_LANES]
        Decisions of the player, see ``decide_turn``.
    state, first_entry_of_turn, entries : see ``walk.gather_turns``
        Out. The capacity for entries may be too small.

    Returns
    -------
    n_states, n_turns : int
        Numbers found; -1 states if the capacity was too small.
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
