"""Kernels that follow the best play when the points so far count, and ask where the decisions need to know them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.options import best_categories, best_options, value_standings
from solver.kernels.play import Choices
from solver.kernels.rows import N_LANES, Floats, Ints, Longs, add_rows, fill_row, load_row, multiply_rows, store_row
from solver.kernels.standings import Cards, Layer, successor_place
from solver.kernels.turn import Exits, Lattice


class Turns(NamedTuple):
    """One state's rows of standings, worked out: rows b are the standings from low + b * N_LANES on.

    options, best : float64[n_rows, n_rerolls + 1, n_rolls * N_LANES], the option taken, and the set of all that are
    equally good, for a roll with t rerolls in hand; prob : the same shape, its visits.
    """

    options: Floats
    best: Floats
    prob: Floats


class Play(NamedTuple):
    """How a turn is played.

    n_rerolls : throws after the first; tie : options within this share of the best value are as good as it;
    least : standings with fewer visits are left out; is_monotone : whether more points are never worth less;
    is_last : whether one category is open, so that without a reroll nothing is decided.
    """

    n_rerolls: int
    tie: float
    least: float
    is_monotone: bool
    is_last: bool


@kernel
def is_uniform(row: Floats, first: int, stop: int) -> bool:
    """Return whether all numbers of a part of a row are equal."""
    for place in range(first + 1, stop):  # noqa: SIM110 - kernels know no generators
        if row[place] != row[first]:
            return False
    return True


@kernel
def follow_row(
    lattice: Lattice,
    choices: Choices,
    page: int,
    options: Floats,
    weights: Floats,
    span: tuple[int, int],
    prob: Floats,
    on_table: Floats,
    prob_of_outcome: Floats,
) -> None:
    """Follow the play of one turn from a row of standings.

    Parameters
    ----------
    options : see ``Turns``, of this row
    weights : float64[N_LANES]
        Visits of the standings.
    span : int, int
        The first lane that is visited, and the one after the last.
    prob : see ``Turns``, of this row; out
    on_table : float64[n_keeps, N_LANES]
        Room for the visits of keeps.
    prob_of_outcome : float64[n_outcomes, N_LANES]
        Out: the visits of the turn's ends.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    sixth, zero = fill_row(1.0 / 6.0), fill_row(0.0)
    n_rerolls, outcome_of_roll = prob.shape[0] - 1, choices.outcome_of_roll[choices.class_of_page[page]]
    for outcome in range(prob_of_outcome.shape[0]):
        store_row(prob_of_outcome, outcome * N_LANES, zero)
    for roll in range(n_rolls):
        visits = multiply_rows(fill_row(lattice.prob_of_roll[roll]), load_row(weights, 0))
        store_row(prob[n_rerolls], roll * N_LANES, visits)
    for rerolls in range(n_rerolls, -1, -1):
        for keep in range(on_table.shape[0]):
            store_row(on_table, keep * N_LANES, zero)
        for roll in range(n_rolls):
            first, first_keep = roll * N_LANES, choices.first_keep_of_roll[roll]
            n_keeps = choices.first_keep_of_roll[roll + 1] - first_keep
            if is_uniform(options[rerolls], first + span[0], first + span[1]):
                option, visits = int(options[rerolls, first + span[0]]), load_row(prob[rerolls], first)
                if option < n_keeps:
                    place = choices.keeps[first_keep + option] * N_LANES
                    store_row(on_table, place, add_rows(load_row(on_table, place), visits))
                else:
                    place = outcome_of_roll[roll, option - n_keeps] * N_LANES
                    store_row(prob_of_outcome, place, add_rows(load_row(prob_of_outcome, place), visits))
            else:
                for lane in range(span[0], span[1]):
                    option = int(options[rerolls, first + lane])
                    if option < n_keeps:
                        on_table[choices.keeps[first_keep + option], lane] += prob[rerolls, first + lane]
                    else:
                        outcome = outcome_of_roll[roll, option - n_keeps]
                        prob_of_outcome[outcome, lane] += prob[rerolls, first + lane]
        if rerolls > 0:
            for keep in range(first_roll):
                share = multiply_rows(sixth, load_row(on_table, keep * N_LANES))
                for face in range(6):
                    place = lattice.extensions_of_keep[keep, face] * N_LANES
                    store_row(on_table, place, add_rows(load_row(on_table, place), share))
            for roll in range(n_rolls):
                store_row(prob[rerolls - 1], roll * N_LANES, load_row(on_table, (first_roll + roll) * N_LANES))


@kernel
def agree(turns: Turns, spans: Longs, n_rows: int, rerolls: int, roll: int) -> bool:
    """Return whether the same option is taken at all visited standings of a state, seen by a look at the rows only."""
    first = roll * N_LANES
    option = turns.options[0, rerolls, first + spans[0, 0]]
    for row in range(n_rows):
        options = turns.options[row, rerolls]
        start, stop = first + spans[row, 0], first + spans[row, 1]
        if options[start] != option or not is_uniform(options, start, stop):
            return False
    return True


@kernel
def count_blind(turns: Turns, spans: Longs, n_rows: int, rerolls: int, roll: int, weight_of_option: Floats) -> float:
    """Return the visits of a roll, over all standings of a state, where the blind option is not best.

    The blind option is the one that is among the best at most visits. ``weight_of_option`` is zero before and after.
    """
    first, common, total = roll * N_LANES, -1, 0.0
    for row in range(n_rows):
        for lane in range(first + spans[row, 0], first + spans[row, 1]):
            if turns.prob[row, rerolls, lane] > 0.0:
                common &= int(turns.best[row, rerolls, lane])
                total += turns.prob[row, rerolls, lane]
    if common != 0:
        return 0.0
    for row in range(n_rows):
        for lane in range(first + spans[row, 0], first + spans[row, 1]):
            if turns.prob[row, rerolls, lane] > 0.0:
                best = int(turns.best[row, rerolls, lane])
                for option in range(weight_of_option.shape[0]):
                    if best >> option & 1:
                        weight_of_option[option] += turns.prob[row, rerolls, lane]
    seen = weight_of_option.max()
    weight_of_option[:] = 0.0
    result: float = max(0.0, total - seen)
    return result


@kernel
def sum_row(rows: Floats) -> float:
    """Return the sum of many rows laid end to end."""
    total = fill_row(0.0)
    for first in range(0, rows.shape[0], N_LANES):
        total = add_rows(total, load_row(rows, first))
    lanes = np.empty(N_LANES)
    store_row(lanes, 0, total)
    result: float = lanes.sum()
    return result


@kernel
def pass_on(
    exits: Exits, card_of_place: Ints, where: tuple[int, int, int, int], prob_of_outcome: Floats, next_visits: Layer
) -> None:
    """Add the visits of a turn's ends to the standings they lead to."""
    page, total, filled, standing = where
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            card = card_of_place[page + exits.step[outcome], total + exits.shift[outcome]]
            place = successor_place(next_visits, card, standing + int(exits.gain[outcome]))
            row = add_rows(load_row(next_visits.values, place), load_row(prob_of_outcome, outcome * N_LANES))
            store_row(next_visits.values, place, row)


@kernel
def take_weights(visits: Layer, card: int, standing: int, least: float, weights: Floats, span: Longs) -> float:
    """Copy the visits of a row of standings to ``weights``; return the sum of those left out.

    ``span`` becomes the first lane that is visited and the one after the last; without any they are equal.
    """
    left_out = 0.0
    span[:] = 0
    for lane in range(N_LANES):
        weights[lane] = 0.0
        if standing + lane <= visits.high[card]:
            weight = visits.values[visits.start[card] + standing - visits.low[card] + lane]
            if weight < least:
                left_out += weight
            elif weight > 0.0:
                weights[lane] = weight
                if span[1] == 0:
                    span[0] = lane
                span[1] = lane + 1
    return left_out


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
        Visits of the standings of this layer and, added to, of the next: those beside a window are settled.
    counts : float64[n_rerolls + 2, 2]
        Added to: visits of decisions with t rerolls in hand, and of those where the blind option is not best, in row
        t; in the last row the visits that are left out, and the number of rows that are played.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    n_rerolls = play.n_rerolls
    n_most = 2 + (visits.high - visits.low).max() // N_LANES
    shape = (n_most, n_rerolls + 1, n_rolls * N_LANES)
    turns = Turns(np.empty(shape), np.empty(shape), np.empty(shape))
    keeps, rolls = np.empty((n_rerolls, n_keeps, N_LANES)), np.empty((n_rerolls + 1, n_keeps, N_LANES))
    on_table, weight_of_option = np.empty((n_keeps, N_LANES)), np.zeros(53)
    prob_of_outcome, weights = np.empty((exits.category.shape[0], N_LANES)), np.empty(N_LANES)
    spans = np.zeros((n_most, 2), dtype=np.int64)
    for card in range(bounds[0], bounds[1]):
        n_rows = 0
        for standing in range(visits.low[card], visits.high[card] + 1, N_LANES):
            counts[n_rerolls + 1, 0] += take_weights(visits, card, standing, play.least, weights, spans[n_rows])
            if spans[n_rows, 1] > 0:
                span = (spans[n_rows, 0], spans[n_rows, 1])
                where = (cards.page[card], cards.total[card], cards.filled[card], standing)
                options, best = turns.options[n_rows], turns.best[n_rows]
                value_standings(lattice, exits, card_of_place, later, where, play.is_monotone, keeps, rolls)
                scores = rolls[0, n_keeps - n_rolls :]
                best_categories(exits, choices, card_of_place, later, where, play.tie, scores, options[0], best[0])
                best_options(choices, play.tie, keeps, rolls, n_rolls, options, best)
                prob, page = turns.prob[n_rows], cards.page[card]
                follow_row(lattice, choices, page, options, weights, span, prob, on_table, prob_of_outcome)
                pass_on(exits, card_of_place, where, prob_of_outcome, next_visits)
                for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
                    counts[rerolls, 0] += sum_row(turns.prob[n_rows, rerolls])
                counts[n_rerolls + 1, 1] += 1.0
                n_rows += 1
        for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
            for roll in range(n_rolls if n_rows > 0 else 0):
                if not agree(turns, spans, n_rows, rerolls, roll):
                    counts[rerolls, 1] += count_blind(turns, spans, n_rows, rerolls, roll, weight_of_option)


@kernel
def settle_visits(layer: Layer) -> float:
    """Take the visits of settled standings off a layer; return the sum of those above the windows."""
    above = 0.0
    for card in range(layer.start.shape[0]):
        start, stop = layer.start[card], layer.start[card] + layer.high[card] - layer.low[card] + 1
        layer.values[start - N_LANES : start] = 0.0
        for place in range(stop, stop + 2 * N_LANES):
            above += layer.values[place]
            layer.values[place] = 0.0
    return above
