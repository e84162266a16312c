"""Propagate optimal play for a target, and count decisions that depend on the points so far.

A decision depends on them if no single option is optimal for all standings of a state.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.deciding import Ties, TurnBuffers, decide_turn, turn_buffers
from solver.kernels.following import Choices, follow_turn
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    ShortRow,
    Shorts,
    add_to,
    aligned_rows,
    aligned_tables,
    choose_row,
    differ_anywhere,
    exceeds_anywhere,
    fill_row,
    fill_shorts,
    get_row,
    load_row,
    load_shorts,
    number_at,
    set_row,
    store_row,
    sum_lanes,
    where_differ,
)
from solver.kernels.standings import Cards, Layer, successor_place
from solver.kernels.turn import Exits, Lattice, Where, throw_evenly, ways_of_page


class Turns(NamedTuple):
    """The turns from one state, for rows of its visited standings.

    first : int64[n_rows], first standing of each row; wanted : int16[n_rows, N_LANES], whether a standing is visited;
    weights : float64[n_rows, N_LANES], its visits; options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES], the option
    taken for a roll with t remaining throws; worths, flow : float64[n_rows, n_rerolls + 1, n_keeps, N_LANES], see
    ``TurnBuffers`` and ``follow_turn``; scores : float64[n_rows, n_outcomes, N_LANES], value of scoring.
    """

    first: Longs
    wanted: Shorts
    weights: Floats
    options: Shorts
    worths: Floats
    flow: Floats
    scores: Floats


@part
def empty_turns(n_rows: int, n_levels: int, n_rolls: int, n_keeps: int, n_outcomes: int) -> Turns:
    """Allocate the turns from a state."""
    shape = (n_rows, n_levels, n_keeps, N_LANES)
    return Turns(
        np.empty(n_rows, np.int64),
        np.empty((n_rows, N_LANES), np.int16),
        np.empty((n_rows, N_LANES)),
        np.empty((n_rows, n_levels, n_rolls, N_LANES), np.int16),
        aligned_tables(n_rows * n_levels, n_keeps).reshape(shape),
        aligned_tables(n_rows * n_levels, n_keeps).reshape(shape),
        aligned_tables(n_rows, n_outcomes),
    )


@part
def sum_row(rows: Floats, first: int) -> float:
    """Return the sum of all rows from ``first`` on."""
    total = fill_row(0.0)
    for row in range(first, rows.shape[0]):
        total = total + get_row(rows, row)
    return sum_lanes(total, np.empty(N_LANES))


@part
def agree(options: Shorts, wanted: Shorts, n_rows: int, place: int) -> bool:
    """Return whether all visited standings of a state take the same option; ``place`` is the index of the roll.

    ``options`` are int16[n_rows, n_places * N_LANES].
    """
    option, lane = -1, 0
    while wanted[0, lane] == 0:
        lane += 1
    option = int(options[0, place * N_LANES + lane])
    for row in range(n_rows):
        ours = load_shorts(options, row * options.shape[1] + place * N_LANES)
        if differ_anywhere(ours, option, load_shorts(wanted, row * N_LANES)):
            return False
    return True


class RollStatistics(NamedTuple):
    """One roll in all visited standings of a state, each float64[n_rows, N_LANES].

    visits : of the roll; bar : tie threshold of the best options; scored : visits where scoring is optimal; score_bar :
    tie threshold for categories there. lanes : float64[N_LANES], scratch.
    """

    visits: Floats
    bar: Floats
    scored: Floats
    score_bar: Floats
    lanes: Floats


@part
def roll_statistics(n_rows: int) -> RollStatistics:
    """Allocate statistics of a roll for ``n_rows`` rows of standings."""
    arrays = aligned_rows(n_rows), aligned_rows(n_rows), aligned_rows(n_rows), aligned_rows(n_rows)
    return RollStatistics(arrays[0], arrays[1], arrays[2], arrays[3], np.empty(N_LANES))


@part
def gather_roll(
    turns: Turns, n_rows: int, ties: Ties, rerolls: int, roll: int, found: RollStatistics
) -> tuple[float, bool]:
    """Fill ``found``; return the visits of the roll, and whether scoring is optimal at any."""
    factor, offset, zero = fill_row(ties.factor), fill_row(ties.offset), fill_row(0.0)
    total, is_scored, (_n_rows, n_levels, n_keeps, _n_lanes) = zero, False, turns.flow.shape
    place = n_keeps - turns.options.shape[2] + roll
    for row in range(n_rows):
        at, scored_at = row * N_LANES, (row * n_levels * n_keeps + place) * N_LANES
        here = scored_at + rerolls * n_keeps * N_LANES
        visits, score = load_row(turns.flow, here), load_row(turns.worths, scored_at)
        bar = factor * load_row(turns.worths, here) + offset
        scored = choose_row(score, bar, visits, zero)
        store_row(found.visits, at, visits)
        store_row(found.bar, at, bar)
        store_row(found.scored, at, scored)
        store_row(found.score_bar, at, factor * score + offset)
        total, is_scored = total + visits, is_scored or exceeds_anywhere(scored, zero)
    return sum_lanes(total, found.lanes), is_scored


@part
def count_blind(
    choices: Choices,
    turns: Turns,
    where: tuple[int, int],
    n_rows: int,
    ties: Ties,
    rerolls: int,
    roll: int,
    found: RollStatistics,
) -> float:
    """Return the visits of a roll, over all standings of a state, where the blind option is not optimal.

    The blind option is the one that is optimal at most visits. ``where`` is the page and its filled categories;
    ``found`` is a buffer. Rows are indexed in the whole arrays, because slicing an array updates its reference count,
    which would take a quarter of the time.
    """
    page, filled = where
    total, is_scored = gather_roll(turns, n_rows, ties, rerolls, roll, found)
    seen, zero, (_n_rows, n_levels, n_keeps, _n_lanes) = 0.0, fill_row(0.0), turns.worths.shape
    if rerolls > 0:
        for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
            at, visits = ((rerolls - 1) * n_keeps + number_at(choices.keeps, entry)) * N_LANES, zero
            for row in range(n_rows):
                mean = load_row(turns.worths, row * n_levels * n_keeps * N_LANES + at)
                bar = get_row(found.bar, row)
                visits = visits + choose_row(mean, bar, get_row(found.visits, row), zero)
            if exceeds_anywhere(visits, zero):
                seen = max(seen, sum_lanes(visits, found.lanes))
    if is_scored:
        ways, n_outcomes = choices.class_of_page[page], turns.scores.shape[1]
        for category in range(choices.outcome_of_roll.shape[2]):
            outcome = choices.outcome_of_roll[ways, roll, category]
            if not filled >> category & 1 and outcome >= 0:
                visits = zero
                for row in range(n_rows):
                    score = get_row(turns.scores, row * n_outcomes + outcome)
                    bar = get_row(found.score_bar, row)
                    visits = visits + choose_row(score, bar, get_row(found.scored, row), zero)
                seen = max(seen, sum_lanes(visits, found.lanes))
    return max(0.0, total - seen)


class Play(NamedTuple):
    """Parameters of a turn.

    n_rerolls : throws after the first; ties : tie thresholds; least : standings with fewer visits are dropped;
    is_last : whether one category is open, so that nothing is decided without remaining throws.
    """

    n_rerolls: int
    ties: Ties
    least: float
    is_last: bool


@part
def gather_rows(visits: Layer, card: int, least: float, turns: Turns) -> tuple[int, float]:
    """Pack the visited standings of a state into as few rows as possible.

    Returns
    -------
    n_rows, left_out : int, float
        The number of rows, and the visits of the standings that were dropped.
    """
    n_rows, left_out = 0, 0.0
    origin = visits.start[card] - visits.low[card]
    for standing in range(visits.low[card], visits.high[card] + 1):
        weight = visits.values[origin + standing]
        if weight < least:
            left_out += weight
        elif weight > 0.0:
            if n_rows == 0 or standing >= turns.first[n_rows - 1] + N_LANES:
                turns.first[n_rows], turns.wanted[n_rows], turns.weights[n_rows] = standing, 0, 0.0
                n_rows += 1
            lane = standing - turns.first[n_rows - 1]
            turns.wanted[n_rows - 1, lane], turns.weights[n_rows - 1, lane] = 1, weight
    return n_rows, left_out


@part
def standing_after(exits: Exits, card_of_place: Ints, layer: Layer, where: Where, standing: int, outcome: int) -> int:
    """Return the position in its layer of the row of standings after an outcome; the lane is the upper total."""
    card = card_of_place[where[0] + exits.step[outcome], where[1] + exits.shift[outcome]]
    return successor_place(layer, card, standing + int(exits.gain[outcome]))


@part
def score_standings(
    rule: tuple[Ints, Layer, int, ShortRow], exits: Exits, where: Where, _throws: int, _most: int, scores: Floats
) -> None:
    """Set ``scores`` to the value of each open outcome in a row of standings, see ``solve_rows``.

    The rule contains the index of states in their layers, the next layer, the first standing, which is visited, and
    whether the others are. Those that are not get its values, because finding settled values equal takes long.
    """
    card_of_place, later, standing, wanted = rule
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        place = standing_after(exits, card_of_place, later, where, standing, outcome)
        row, first = load_row(later.values, place), fill_row(later.values[place])
        set_row(scores, outcome, where_differ(wanted, fill_shorts(0), row, first))


@part
def pass_on(
    exits: Exits, card_of_place: Ints, where: Where, standing: int, prob_of_outcome: Floats, next_visits: Layer
) -> None:
    """Add the visits of a turn's outcomes to the standings they lead to."""
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        place = standing_after(exits, card_of_place, next_visits, where, standing, outcome)
        add_to(next_visits.values, place, get_row(prob_of_outcome, outcome))


@kernel
def play_standings(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    play: Play,
    card_of_place: Ints,
    cards: Cards,
    later: Layer,
    visits: Layer,
    bounds: tuple[int, int],
    next_visits: Layer,
    counts: Floats,
) -> None:
    """Play one turn from every visited standing of the states between ``bounds``.

    Parameters
    ----------
    later : Layer
        Values of the next layer.
    visits, next_visits : Layer
        Visits of the standings of this layer and, added to, of the next; those outside a window are settled.
    counts : float64[n_rerolls + 2, 2]
        Added to: visits of decisions with t remaining throws, and of those where the blind option is not optimal, in
        row t; in the last row the visits that were dropped, and the number of rows played.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    n_rerolls, n_outcomes = play.n_rerolls, exits.category.shape[0]
    n_most = 2 + (visits.high - visits.low).max() // N_LANES
    turns = empty_turns(n_most, n_rerolls + 1, n_rolls, first_roll + n_rolls, n_outcomes)
    scratch, found, ends = (
        turn_buffers(lattice, n_outcomes, n_rerolls),
        roll_statistics(n_most),
        aligned_rows(n_outcomes),
    )
    all_options = turns.options.reshape(n_most, (n_rerolls + 1) * n_rolls * N_LANES)
    for card in range(bounds[0], bounds[1]):
        page, filled = cards.page[card], cards.filled[card]
        where = (page, cards.total[card], filled)
        n_rows, left_out = gather_rows(visits, card, play.least, turns)
        counts[n_rerolls + 1, 0] += left_out
        counts[n_rerolls + 1, 1] += n_rows
        for row in range(n_rows):
            options, wanted, weights = turns.options[row], turns.wanted[row], load_row(turns.weights[row], 0)
            worths, scores, flow = turns.worths[row], turns.scores[row], turns.flow[row]
            buffers = TurnBuffers(worths, scores, scratch.ended, scratch.bars, scratch.scored, scratch.leaders)
            rule = (card_of_place, later, turns.first[row], load_shorts(wanted, 0))
            # More points never lower the value here.
            decide_turn(
                score_standings, throw_evenly, rule, True, lattice, exits, choices, where, play.ties, buffers, options
            )
            follow_turn(lattice, choices, page, options, wanted, weights, flow[:0], flow, ends)
            pass_on(exits, card_of_place, where, turns.first[row], ends, next_visits)
            for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
                counts[rerolls, 0] += sum_row(flow[rerolls], first_roll)
        for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
            for roll in range(n_rolls if n_rows > 0 else 0):
                if not agree(all_options, turns.wanted, n_rows, rerolls * n_rolls + roll):
                    blind = count_blind(choices, turns, (page, filled), n_rows, play.ties, rerolls, roll, found)
                    counts[rerolls, 1] += blind


@kernel
def settle_visits(layer: Layer) -> float:
    """Remove the visits of settled standings from a layer; return the sum of those above the windows."""
    above = 0.0
    for card in range(layer.start.shape[0]):
        start, stop = layer.start[card], layer.start[card] + layer.high[card] - layer.low[card] + 1
        layer.values[start - N_LANES : start] = 0.0
        for place in range(stop, stop + 2 * N_LANES):
            above += layer.values[place]
            layer.values[place] = 0.0
    return above
