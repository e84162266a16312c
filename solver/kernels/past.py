"""Kernels that follow the best play when the points so far count, and ask where the decisions need to know them."""

from __future__ import annotations

from typing import NamedTuple

from solver.kernels.blind import Turns, agree, count_blind, empty_asked, empty_turns, sum_row
from solver.kernels.choices import Ties
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import Room, decide_turn, empty_room
from solver.kernels.play import Choices, follow_turn
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    add_to,
    aligned_rows,
    aligned_tables,
    copy_rows,
    get_row,
    load_row,
    set_row,
)
from solver.kernels.standings import Cards, Layer, successor_place
from solver.kernels.turn import Exits, Lattice, Where, throw_evenly, ways_of_page


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
def standing_after(exits: Exits, card_of_place: Ints, layer: Layer, where: Where, standing: int, outcome: int) -> int:
    """Return where the row of standings lies in a layer that an outcome leads to; the lane is the upper total."""
    card = card_of_place[where[0] + exits.step[outcome], where[1] + exits.shift[outcome]]
    return successor_place(layer, card, standing + int(exits.gain[outcome]))


@part
def score_standings(
    rule: tuple[Ints, Layer, int], exits: Exits, where: Where, _throws: int, _most: int, scores: Floats
) -> None:
    """Set ``scores`` to what each open outcome is worth in a row of standings, see ``solve_rows``.

    The rule is where states stand in their layers, the next layer, and the first standing.
    """
    card_of_place, later, standing = rule
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        place = standing_after(exits, card_of_place, later, where, standing, outcome)
        set_row(scores, outcome, load_row(later.values, place))


@part
def note_turn(room: Room, flow: Floats, turns: Turns, row: int) -> None:
    """Copy what everything in a turn is worth, and how often it is met, to a row of turns."""
    first_roll, n_rolls = turns.means.shape[2], turns.best.shape[2]
    copy_rows(room.scores, ZERO, room.scores.shape[0], turns.scores[row], ZERO)
    for rerolls in range(turns.best.shape[1]):
        copy_rows(room.worths[rerolls], first_roll, n_rolls, turns.best[row, rerolls], ZERO)
        copy_rows(flow[rerolls], first_roll, n_rolls, turns.prob[row, rerolls], ZERO)
    for rerolls in range(turns.means.shape[1]):
        copy_rows(room.worths[rerolls], ZERO, first_roll, turns.means[row, rerolls], ZERO)


@part
def pass_on(
    exits: Exits, card_of_place: Ints, where: Where, standing: int, prob_of_outcome: Floats, next_visits: Layer
) -> None:
    """Add the visits of a turn's ends to the standings they lead to."""
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
        Visits of the standings of this layer and, added to, of the next: those beside a window are settled.
    counts : float64[n_rerolls + 2, 2]
        Added to: visits of decisions with t rerolls in hand, and of those where the blind option is not best, in row
        t; in the last row the visits that are left out, and the number of rows that are played.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    n_rerolls, n_outcomes = play.n_rerolls, exits.category.shape[0]
    n_most = 2 + (visits.high - visits.low).max() // N_LANES
    turns = empty_turns(n_most, n_rerolls, n_rolls, first_roll, n_outcomes)
    room, asked = empty_room(lattice, n_outcomes, n_rerolls), empty_asked(n_most)
    flow, ends = aligned_tables(n_rerolls + 1, first_roll + n_rolls), aligned_rows(n_outcomes)
    all_options = turns.options.reshape(n_most, (n_rerolls + 1) * n_rolls * N_LANES)
    for card in range(bounds[0], bounds[1]):
        page, filled = cards.page[card], cards.filled[card]
        where = (page, cards.total[card], filled)
        n_rows, left_out = gather_rows(visits, card, play.least, turns)
        counts[n_rerolls + 1, 0] += left_out
        counts[n_rerolls + 1, 1] += n_rows
        for row in range(n_rows):
            options, wanted, weights = turns.options[row], turns.wanted[row], load_row(turns.weights[row], 0)
            rule = (card_of_place, later, turns.first[row])
            # More points are never worth less here.
            decide_turn(
                score_standings, throw_evenly, rule, True, lattice, exits, choices, where, play.ties, room, options
            )
            follow_turn(lattice, choices, page, options, wanted, weights, flow[:0], flow, ends)
            note_turn(room, flow, turns, row)
            pass_on(exits, card_of_place, where, turns.first[row], ends, next_visits)
            for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
                counts[rerolls, 0] += sum_row(turns.prob[row, rerolls])
        for rerolls in range(1 if play.is_last else 0, n_rerolls + 1):
            for roll in range(n_rolls if n_rows > 0 else 0):
                if not agree(all_options, turns.wanted, n_rows, rerolls * n_rolls + roll):
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
