"""Decide whole turns: the option that a player takes in every situation, for rows of states.

Options nearly as good as the best count as equal to it, see ``Ties``. Of equal options the first in the project's order
is taken: scoring before keeping, then scorecard order, then lexicographic dice.

A roll has up to 31 keeps, but the best of them is the best of the best of its sub-keeps: three comparisons instead of
31. The last bits of a value encode which keep it is, see ``rows.py``. If another keep may tie with the best, all keeps
are compared one by one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solver.kernels.compile import ZERO, kernel, part, skeleton
from solver.kernels.following import Choices, Places, first_category, numbers_all_keeps
from solver.kernels.rows import (
    LAST_KEY,
    N_LANES,
    Floats,
    Row,
    ShortRow,
    Shorts,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_shorts,
    copy_rows,
    differ_anywhere,
    fill_row,
    fill_shorts,
    get_row,
    key_row,
    keys_of_row,
    load_row,
    load_shorts,
    may_tie,
    number_at,
    reaches_anywhere,
    set_row,
    store_shorts,
)
from solver.kernels.turn import Exits, Lattice, Table, Where, exit_rolls, score_points, throw_evenly


class Ties(NamedTuple):
    """Threshold of ties: an option ties with the best if its value exceeds factor * best + offset.

    For points, the factor is 1 and the offset is minus the tolerance. An option ``tie`` points worse than one of
    utility u = sign * (e^z - shift) has the utility sign * (e^(z - theta * tie) - shift), so the factor is e^(-theta *
    tie) and the offset sign * shift * (factor - 1).
    """

    factor: float
    offset: float


@part
def set_bars(ties: Ties, best: Floats, bars: Floats) -> Row:
    """Set ``bars``, float64[n_rolls, N_LANES], to the tie thresholds of each roll; return the lowest."""
    factor, offset, minus_lowest = fill_row(ties.factor), fill_row(ties.offset), fill_row(-np.inf)
    for roll in range(bars.shape[0]):
        bar = factor * get_row(best, roll) + offset
        set_row(bars, roll, bar)
        minus_lowest = best_row(-1.0 * bar, minus_lowest)
    return -1.0 * minus_lowest


@part
def prefer_categories(
    exits: Exits,
    choices: Choices,
    where: Where,
    scores: Floats,
    ties: Ties,
    best: Floats,
    bars: Floats,
    options: Shorts,
) -> None:
    """Set ``options``, int16[n_rolls, N_LANES], to the category in which each roll is scored.

    Parameters
    ----------
    scores : float64[n_outcomes, N_LANES]
        Value of each open outcome.
    best : float64[n_rolls, N_LANES]
        The largest of these for each roll.
    bars : float64[n_rolls, N_LANES]
        Out: the tie thresholds.
    """
    page, _lane, filled = where
    lowest, n_short_keeps = set_bars(ties, best, bars), choices.number_of_keep.shape[1]
    first_way = exits.first_way_of_category[exits.class_of_page[page]]
    options[:] = -1
    for category in range(first_way.shape[0] - 2, -1, -1):
        if filled >> category & 1:
            continue
        for way in range(first_way[category], first_way[category + 1]):
            score = get_row(scores, exits.outcome_of_way[way])
            if not reaches_anywhere(score, lowest):
                continue
            for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                roll = number_at(exits.rolls, entry) - n_short_keeps
                at, number = roll * N_LANES, fill_shorts(first_category(choices, roll) + category)
                store_shorts(options, at, choose_shorts(score, load_row(bars, at), number, load_shorts(options, at)))


@part
def first_good_keep(choices: Choices, means: Floats, roll: int, bar: Row) -> ShortRow:
    """Return the number of the first keep of a roll, in the project's order, with a value above the bar; -1 if none.

    Keeps are scanned backwards, so that the last match found is the first keep.
    """
    first, kept = choices.first_keep_of_roll[roll], fill_shorts(-1)
    for entry in range(choices.first_keep_of_roll[roll + 1] - 1, first - 1, -1):
        keep = number_at(choices.keeps, entry)
        number = keep if numbers_all_keeps(choices) else entry - first
        kept = choose_shorts(get_row(means, keep), bar, fill_shorts(number), kept)
    return kept


class Leaders(NamedTuple):
    """The best sub-keep of each short keep, itself included.

    best : float64[n_short_keeps, N_LANES], its value; first, last : the same value, rounded and keyed with the number
    of the keep, and with ``LAST_KEY`` minus that number; lane : int16[N_LANES], scratch.
    """

    best: Floats
    first: Floats
    last: Floats
    lane: Shorts


@part
def empty_leaders(lattice: Lattice) -> Leaders:
    """Allocate leaders of a lattice."""
    n_short_keeps = lattice.extensions_of_keep.shape[0]
    arrays = aligned_rows(n_short_keeps), aligned_rows(n_short_keeps), aligned_rows(n_short_keeps)
    return Leaders(arrays[0], arrays[1], arrays[2], np.empty(N_LANES, np.int16))


@part
def find_leaders(lattice: Lattice, means: Floats, leaders: Leaders) -> None:
    """Compute the leaders of all short keeps from ``means``, float64[n_keeps, N_LANES]."""
    for keep in range(lattice.extensions_of_keep.shape[0]):
        best = get_row(means, keep)
        first, last = key_row(best, keep), key_row(best, LAST_KEY - keep)
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            at = number_at(lattice.removals, entry) * N_LANES
            best = best_row(load_row(leaders.best, at), best)
            first = best_row(load_row(leaders.first, at), first)
            last = best_row(load_row(leaders.last, at), last)
        set_row(leaders.best, keep, best)
        set_row(leaders.first, keep, first)
        set_row(leaders.last, keep, last)


@part
def number_keeps(choices: Choices, roll: int, keep: ShortRow, lane: Shorts) -> ShortRow:
    """Return the option numbers of keeps of a roll; ``lane`` is a scratch row."""
    if numbers_all_keeps(choices):
        return keep
    store_shorts(lane, 0, keep)
    if not differ_anywhere(keep, int(lane[0]), fill_shorts(1)):
        return fill_shorts(int(choices.number_of_keep[roll, lane[0]]))
    for place in range(N_LANES):
        lane[place] = choices.number_of_keep[roll, lane[place]]
    return load_shorts(lane, 0)


@part
def prefer_keeps(
    lattice: Lattice,
    choices: Choices,
    means: Floats,
    ties: Ties,
    scores: Floats,
    scored: Shorts,
    leaders: Leaders,
    best: Floats,
    options: Shorts,
) -> None:
    """Set ``options`` to the decision for each roll with a remaining throw, given ``scored``, the decisions without.

    Parameters
    ----------
    means : float64[n_keeps, N_LANES]
        Value of throwing all but these dice; for rolls, their value with one throw less.
    scores : float64[n_rolls, N_LANES]
        Value of scoring each roll now.
    scored, options : int16[n_rolls, N_LANES]
    best : float64[n_keeps, N_LANES]
        Out, in the rows of the rolls: their value with this throw.
    """
    first_roll, factor, offset = lattice.extensions_of_keep.shape[0], fill_row(ties.factor), fill_row(ties.offset)
    find_leaders(lattice, means, leaders)
    for roll in range(options.shape[0]):
        at, keep = roll * N_LANES, first_roll + roll
        place = lattice.removals[lattice.first_removal_of_keep[keep]] * N_LANES
        most = best_row(load_row(leaders.best, place), get_row(means, keep))
        first, last = load_row(leaders.first, place), load_row(leaders.last, place)
        for entry in range(lattice.first_removal_of_keep[keep] + 1, lattice.first_removal_of_keep[keep + 1]):
            place = number_at(lattice.removals, entry) * N_LANES
            most = best_row(load_row(leaders.best, place), most)
            first = best_row(load_row(leaders.first, place), first)
            last = best_row(load_row(leaders.last, place), last)
        set_row(best, keep, most)
        bar = factor * most + offset
        score, option = load_row(scores, at), load_shorts(scored, at)
        if reaches_anywhere(bar, score):
            if may_tie(score, bar, first, last):
                kept = first_good_keep(choices, means, roll, bar)
            else:
                kept = number_keeps(choices, roll, keys_of_row(first), leaders.lane)
            option = choose_shorts(score, bar, option, kept)
        store_shorts(options, at, option)


class TurnBuffers(NamedTuple):
    """Buffers for deciding turns.

    worths : float64[n_rerolls + 1, n_keeps, N_LANES], see ``value_rerolls``; short keeps of the last row are undefined;
    scores : float64[n_outcomes, N_LANES], value of each open outcome; ended : float64[n_keeps, N_LANES], in the rows of
    the rolls: value of scoring now; bars : float64[n_rolls, N_LANES]; scored : int16[n_rolls, N_LANES], the category in
    which they are scored; leaders : of the keeps.
    """

    worths: Floats
    scores: Floats
    ended: Floats
    bars: Floats
    scored: Shorts
    leaders: Leaders


@part
def turn_buffers(lattice: Lattice, n_outcomes: int, n_rerolls: int) -> TurnBuffers:
    """Allocate buffers for deciding turns."""
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    tables, scored = aligned_tables(n_rerolls + 1, n_keeps), np.empty((n_rolls, N_LANES), np.int16)
    arrays = aligned_rows(n_outcomes), aligned_rows(n_keeps), aligned_rows(n_rolls)
    return TurnBuffers(tables, arrays[0], arrays[1], arrays[2], scored, empty_leaders(lattice))


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
    buffers: TurnBuffers,
    options: Shorts,
) -> None:
    """Compute the decisions of a player in every situation of a turn, for a row of states.

    Parameters
    ----------
    score, throw, rule, has_floor
        Rules by which the player values a turn, see ``solve_rows``.
    buffers : TurnBuffers
        Out: the player's value of everything in the turn.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken with t remaining throws in row t, saved throws included. The number of a keep is
        its index among the choices of the roll; categories follow the keeps.
    """
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    ended, scored = buffers.ended[first_roll:], buffers.scored
    for rerolls in range(options.shape[0]):
        worths, ours = buffers.worths[rerolls], options[rerolls]
        if rerolls == 0 or exits.saved_step > 0:
            after = (where[0] + rerolls * exits.saved_step, where[1], where[2])
            score(rule, exits, after, rerolls, options.shape[0] - 1, buffers.scores)
            exit_rolls(exits, after, has_floor, buffers.scores, first_roll, buffers.ended)
            prefer_categories(exits, choices, where, buffers.scores, ties, ended, buffers.bars, scored)
        if rerolls == 0:
            copy_rows(buffers.ended, first_roll, n_rolls, worths, first_roll)
            for roll in range(n_rolls):
                store_shorts(ours, roll * N_LANES, load_shorts(scored, roll * N_LANES))
        else:
            means = buffers.worths[rerolls - 1]
            throw(rule, lattice, means)
            if exits.saved_step > 0:
                copy_rows(buffers.ended, first_roll, n_rolls, means, first_roll)
            prefer_keeps(lattice, choices, means, ties, ended, scored, buffers.leaders, worths, ours)


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
    """Compute the decisions of a player in every situation of the turns from rows of states.

    ``options`` are int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]; for these and the first four see ``decide_turn``.
    """
    buffers = turn_buffers(lattice, exits.category.shape[0], options.shape[1] - 1)
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        decide_turn(score, throw, rule, has_floor, lattice, exits, choices, where, ties, buffers, options[row])


@part
def given_scores(worths: Floats, _exits: Exits, _where: Where, _throws: int, _most: int, scores: Floats) -> None:
    """Set ``scores`` to values that are the same everywhere, see ``solve_rows``."""
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
    """Compute the decisions of a player who maximizes points by a value table, see ``decide_states``."""
    decide_states(score_points, throw_evenly, table, False, lattice, exits, choices, Ties(1.0, -tie), places, options)
