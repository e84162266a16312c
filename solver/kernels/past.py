"""Kernels that follow the best play when the points so far count, and ask where the decisions need to know them."""

from __future__ import annotations

from typing import NamedTuple

from solver.kernels.blind import Turns, agree, count_blind, empty_asked, empty_turns, sum_row
from solver.kernels.choices import Room, Ties, empty_room, prefer_categories
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.keeping import Leaders, empty_leaders, prefer_keeps
from solver.kernels.play import Choices, first_throw, follow_level, throw_rows
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    add_rows,
    aligned_rows,
    copy_rows,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.short_rows import Shorts
from solver.kernels.standings import Cards, Layer, successor_place
from solver.kernels.turn import Exits, Lattice, mean_sweep
from solver.kernels.utility import exit_by_scores


class Play(NamedTuple):
    """How a turn is played.

    n_rerolls : throws after the first; ties : what counts as good as the best; least : standings with fewer visits are
    left out; is_last : whether one category is open, so that without a reroll nothing is decided.
    """

    n_rerolls: int
    ties: Ties
    least: float
    is_last: bool


@part
def gather_rows(visits: Layer, card: int, least: float, turns: Turns) -> tuple[int, float]:
    """List the visited standings of a state in as few rows as hold them all.

    Returns
    -------
    n_rows, left_out : int, float
        The number of rows, and the visits of the standings that are left out.
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
def score_standings(
    exits: Exits, card_of_place: Ints, later: Layer, where: tuple[int, int, int, int], scores: Floats
) -> None:
    """Set ``scores``, float64[n_outcomes, N_LANES], to what each open outcome is worth in a row of standings."""
    page, total, filled, standing = where
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            card = card_of_place[page + exits.step[outcome], total + exits.shift[outcome]]
            place = successor_place(later, card, standing + int(exits.gain[outcome]))
            store_row(scores, outcome * N_LANES, load_row(later.values, place))


@part
def decide_standings(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
    ties: Ties,
    room: Room,
    leaders: Leaders,
    scores: Floats,
    means: Floats,
    best: Floats,
    options: Shorts,
) -> None:
    """Decide every situation of a turn, its scores known, for a row of standings; the last three as in ``Turns``.

    More points are never worth less here, which is what the exit asks for.
    """
    page, _lane, filled = where
    first_roll = lattice.extensions_of_keep.shape[0]
    values, others = room.values, room.others
    exit_by_scores(exits, page, filled, ZERO, scores, first_roll, values)
    copy_rows(values, first_roll, best.shape[1], best[0], ZERO)
    prefer_categories(exits, choices, where, scores, ties, best[0], room.bars, options[0])
    for rerolls in range(1, options.shape[0]):
        mean_sweep(lattice.extensions_of_keep, values)
        copy_rows(values, ZERO, first_roll, means[rerolls - 1], ZERO)
        prefer_keeps(lattice, choices, values, ties, best[0], options[0], leaders, others, options[rerolls])
        copy_rows(others, first_roll, best.shape[1], best[rerolls], ZERO)
        values, others = others, values


@part
def follow_standings(
    lattice: Lattice,
    choices: Choices,
    page: int,
    wanted: Shorts,
    weights: Floats,
    options: Shorts,
    prob: Floats,
    on_table: Floats,
    ends: Floats,
) -> None:
    """Follow the play of one turn from a row of standings.

    Parameters
    ----------
    wanted, weights, options : see ``Turns``
    prob : see ``Turns``; out
    on_table : float64[n_keeps, N_LANES]
        Room for the visits of keeps.
    ends : float64[n_outcomes, N_LANES]
        Out: the visits of the turn's ends.
    """
    first_roll, ours = lattice.extensions_of_keep.shape[0], load_row(weights, 0)
    first_throw(lattice, on_table)
    for roll in range(prob.shape[1]):
        chance = load_row(on_table, (first_roll + roll) * N_LANES)
        store_row(prob[prob.shape[0] - 1], roll * N_LANES, multiply_rows(chance, ours))
    ends[:] = 0.0
    for rerolls in range(prob.shape[0] - 1, -1, -1):
        on_table[:first_roll] = 0.0
        follow_level(choices, page, options[rerolls], wanted, prob[rerolls], on_table, ends)
        if rerolls > 0:
            throw_rows(lattice, on_table)
            copy_rows(on_table, first_roll, prob.shape[1], prob[rerolls - 1], ZERO)


@part
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
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    n_rerolls, n_outcomes = play.n_rerolls, exits.category.shape[0]
    n_most = 2 + (visits.high - visits.low).max() // N_LANES
    turns = empty_turns(n_most, n_rerolls, n_rolls, first_roll, n_outcomes)
    room, leaders, asked = empty_room(lattice), empty_leaders(lattice), empty_asked(n_most)
    on_table, ends = aligned_rows(first_roll + n_rolls), aligned_rows(n_outcomes)
    all_options, all_wanted = turns.options.reshape(n_most, (n_rerolls + 1) * n_rolls * N_LANES), turns.wanted
    for card in range(bounds[0], bounds[1]):
        page, total, filled = cards.page[card], cards.total[card], cards.filled[card]
        n_rows, left_out = gather_rows(visits, card, play.least, turns)
        counts[n_rerolls + 1, 0] += left_out
        counts[n_rerolls + 1, 1] += n_rows
        for row in range(n_rows):
            scores, options, prob = turns.scores[row], turns.options[row], turns.prob[row]
            where = (page, total, filled, turns.first[row])
            score_standings(exits, card_of_place, later, where, scores)
            here, means, best = (page, ZERO, filled), turns.means[row], turns.best[row]
            decide_standings(lattice, exits, choices, here, play.ties, room, leaders, scores, means, best, options)
            wanted, weights = turns.wanted[row], turns.weights[row]
            follow_standings(lattice, choices, page, wanted, weights, options, prob, on_table, ends)
            pass_on(exits, card_of_place, where, ends, next_visits)
            for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
                counts[rerolls, 0] += sum_row(prob[rerolls])
        for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
            for roll in range(n_rolls if n_rows > 0 else 0):
                if not agree(all_options, all_wanted, n_rows, rerolls * n_rolls + roll):
                    blind = count_blind(choices, turns, (page, filled), n_rows, play.ties, rerolls, roll, asked)
                    counts[rerolls, 1] += blind


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
