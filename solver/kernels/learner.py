"""Kernels of players who learn from their own games, knowing the dice: every turn is counted exactly.

After each turn the learner is told something of what its state was worth: the exact average of its own turn, what this
one throw of the dice came to, or the final score at the end of the game. What it holds moves a little towards that.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.chains import keep_best, score_best, take_best, throw_all, throw_missing, write_best
from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    Row,
    add_rows,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.smooth_rows import subtract_rows, tangent_row
from solver.kernels.turn import Exits, Lattice

AVERAGE, ONE_THROW, FINAL_SCORE = 0, 1, 2
LINEAR, NETWORK = 0, 1
FIRST_DECAY, SECOND_DECAY, SMALL = 0.9, 0.999, 1e-8  # of Adam


class Scorecards(NamedTuple):
    """What a learner sees of the scorecards.

    inputs : float64[n_pages, n_categories], which boxes are open on each page; curve : float64[n_upper_states], what is
    seen of the upper half, of linear learners last; first_column : int64[n_pages], where a page begins in it;
    rank_of_total : int32[n_pages, n_totals]; bonus_of_total : float64[n_totals].
    """

    inputs: Floats
    curve: Floats
    first_column: Longs
    rank_of_total: Ints
    bonus_of_total: Floats


class Learner(NamedTuple):
    """What a learner holds, and how it moves.

    kind : linear or a network; n_hidden : places of the network; weights : float64[n_weights]; averages : the same,
    averaged over the games with weights that grow; means, squares : of Adam, for networks; stride, n_half : the
    stride of the first game, and the game at which it is half of that; scale : points of a network's output.
    """

    kind: int
    n_hidden: int
    weights: Floats
    averages: Floats
    means: Floats
    squares: Floats
    stride: float
    n_half: float
    scale: float


class Sight(NamedTuple):
    """Room for what a learner sees of a state and thinks of it; hidden places are filled up to whole rows.

    seen : float64[n_inputs]; inner : float64[n_inputs, n_padded], the weights of each input; outer : float64[n_padded],
    the weights of the hidden places; bent, hidden : float64[n_padded], what comes to the hidden places, and what they
    say.
    """

    seen: Floats
    inner: Floats
    outer: Floats
    bent: Floats
    hidden: Floats


@part
def empty_sight(cards: Scorecards, learner: Learner) -> Sight:
    """Return room for what a learner sees."""
    n_inputs, n_padded = cards.inputs.shape[1] + 1, -(-learner.n_hidden // N_LANES) * N_LANES
    parts = np.zeros(n_padded), np.zeros(n_padded), np.zeros(n_padded)
    return Sight(np.empty(n_inputs), np.zeros((n_inputs, n_padded)), *parts)


@part
def curve_at(cards: Scorecards, page: int, total: int) -> float:
    """Return what is seen of the upper half."""
    return cards.curve[cards.first_column[page] + cards.rank_of_total[page, total]]


@part
def sum_lanes(row: Row, room: Floats) -> float:
    """Return the sum of all lanes, in order."""
    store_row(room, 0, row)
    total = 0.0
    for lane in range(N_LANES):
        total += room[lane]
    return total


@part
def look(cards: Scorecards, learner: Learner, page: int, total: int, sight: Sight) -> float:
    """See a state, and return what the learner holds of it."""
    n_inputs, n_hidden = sight.seen.shape[0], learner.n_hidden
    sight.seen[: n_inputs - 1] = cards.inputs[page]
    sight.seen[n_inputs - 1] = curve_at(cards, page, total)
    held, first = 0.0, n_inputs * n_hidden
    if learner.kind == LINEAR:
        for place in range(n_inputs):
            held += learner.weights[place] * sight.seen[place]
        return held
    for one in range(n_hidden):
        sight.outer[one] = learner.weights[first + n_hidden + one]
        sight.bent[one] = learner.weights[first + one]
    for place in range(n_inputs):
        for one in range(n_hidden):
            sight.inner[place, one] = learner.weights[place * n_hidden + one]
            sight.bent[one] += sight.seen[place] * sight.inner[place, one]
    for lanes in range(0, sight.outer.shape[0], N_LANES):
        store_row(sight.hidden, lanes, tangent_row(load_row(sight.bent, lanes)))
    for one in range(n_hidden):
        held += sight.hidden[one] * sight.outer[one]
    return learner.scale * (held + learner.weights[learner.weights.shape[0] - 1])


@part
def worth_after(learner: Learner, box: int, change: float, held: float, sight: Sight, room: Floats) -> float:
    """Return what the learner holds of the state in sight, held so, once a box is filled and the upper half changes."""
    last = sight.seen.shape[0] - 1
    if learner.kind == LINEAR:
        return held - learner.weights[box] + learner.weights[last] * change
    total = fill_row(0.0)
    for lanes in range(0, sight.outer.shape[0], N_LANES):
        first, second = box * sight.outer.shape[0] + lanes, last * sight.outer.shape[0] + lanes
        bent = subtract_rows(load_row(sight.bent, lanes), load_row(sight.inner, first))
        bent = add_rows(bent, multiply_rows(fill_row(change), load_row(sight.inner, second)))
        total = add_rows(total, multiply_rows(load_row(sight.outer, lanes), tangent_row(bent)))
    return learner.scale * (sum_lanes(total, room) + learner.weights[learner.weights.shape[0] - 1])


@part
def slope_of(learner: Learner, sight: Sight, slope: Floats) -> None:
    """Set ``slope`` to the derivative of the worth of the state in sight by each weight."""
    n_inputs, n_hidden = sight.seen.shape[0], learner.n_hidden
    if learner.kind == LINEAR:
        slope[:] = sight.seen
        return
    first = n_inputs * n_hidden
    for one in range(n_hidden):
        slope[first + one] = learner.scale * sight.outer[one] * (1.0 - sight.hidden[one] * sight.hidden[one])
        slope[first + n_hidden + one] = learner.scale * sight.hidden[one]
    for place in range(n_inputs):
        for one in range(n_hidden):
            slope[place * n_hidden + one] = sight.seen[place] * slope[first + one]
    slope[slope.shape[0] - 1] = learner.scale


@part
def move(learner: Learner, slope: Floats, miss: float, stride: float, n_moves: int) -> None:
    """Move the weights along the slope, by what was missed: by Adam for networks, for a line by its length squared."""
    if learner.kind == LINEAR:
        length = 0.0
        for one in range(slope.shape[0]):
            length += slope[one] * slope[one]
        for one in range(slope.shape[0]):
            learner.weights[one] += stride * miss * slope[one] / max(length, 1.0)
        return
    first, second = 1.0 - FIRST_DECAY**n_moves, 1.0 - SECOND_DECAY**n_moves
    for one in range(slope.shape[0]):
        push = miss * slope[one]
        learner.means[one] += (1.0 - FIRST_DECAY) * (push - learner.means[one])
        learner.squares[one] += (1.0 - SECOND_DECAY) * (push * push - learner.squares[one])
        learner.weights[one] += stride * learner.means[one] / first / (np.sqrt(learner.squares[one] / second) + SMALL)


@part
def score_outcomes(
    exits: Exits, cards: Scorecards, learner: Learner, page: int, total: int, sight: Sight, scores: Floats,
    room: Floats,
) -> None:  # fmt: skip
    """Set ``scores`` to points and what the learner holds of the scorecard after, for every outcome of an open box.

    Outcomes of one box that lead to the same scorecard follow each other: it is looked at once.
    """
    last, finished = cards.bonus_of_total.shape[0] - 1, cards.inputs.shape[0] - 1
    held, now = look(cards, learner, page, total, sight), curve_at(cards, page, total)
    step, shift, worth = -1, -1, 0.0
    for outcome in range(scores.shape[0]):
        if page >> exits.category[outcome] & 1:
            continue
        if exits.step[outcome] != step or exits.shift[outcome] != shift:
            step, shift = exits.step[outcome], exits.shift[outcome]
            after, sum_after = page + step, min(total + shift, last)
            if after == finished:
                worth = cards.bonus_of_total[sum_after]
            else:
                change = curve_at(cards, after, sum_after) - now
                worth = worth_after(learner, exits.category[outcome], change, held, sight, room)
        scores[outcome] = exits.gain[outcome] + worth


@kernel
def learn_games(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    cards: Scorecards,
    learner: Learner,
    told: int,
    games: tuple[int, int],
    chances: Floats,
) -> None:
    """Play games and learn from them.

    Parameters
    ----------
    told : int
        What is told: the average of the turn, one throw, or the final score.
    games : int, int
        Numbers of the first game, and of the one after the last.
    chances : float64[n_games, n_turns, n_rerolls + 1, n_dice]
        Uniform numbers for the dice.
    """
    n_categories, n_outcomes = choices.outcome_of_roll.shape[2], exits.category.shape[0]
    n_keeps, n_rolls = lattice.first_removal_of_keep.shape[0] - 1, lattice.prob_of_roll.shape[0]
    first_roll, last = n_keeps - n_rolls, cards.bonus_of_total.shape[0] - 1
    values, scores = np.empty((n_rerolls + 1, n_keeps)), np.empty(n_outcomes)
    sight, room = empty_sight(cards, learner), np.empty(N_LANES)
    slope, way, points = (
        np.empty(learner.weights.shape[0]),
        np.empty((n_categories, 2), np.int64),
        np.empty(n_categories),
    )
    for game in range(games[0], games[1]):
        page, total = 0, 0
        stride = learner.stride / (1.0 + game / learner.n_half)
        for turn in range(n_categories):
            way[turn, 0], way[turn, 1] = page, total
            score_outcomes(exits, cards, learner, page, total, sight, scores, room)
            score_best(choices, page, scores, values[0])
            for rerolls in range(1, n_rerolls + 1):
                throw_all(lattice, values[rerolls - 1])
                keep_best(lattice, values[0], values[rerolls - 1], values[rerolls])
            keep = 0
            for rerolls in range(n_rerolls, -1, -1):
                roll = keep - first_roll
                if keep < first_roll:
                    roll = throw_missing(lattice, keep, chances[game - games[0], turn, rerolls])
                    if rerolls > 0:
                        option, _ = take_best(choices, roll, values[0, first_roll + roll], values[rerolls - 1], tie)
                        keep = option if option < n_keeps else first_roll + roll
            box, _ = write_best(choices, page, roll, scores, tie)
            outcome = choices.outcome_of_roll[0, roll, box]
            points[turn] = exits.gain[outcome]
            if told != FINAL_SCORE:
                target = scores[outcome]
                if told == AVERAGE:
                    target = 0.0
                    for one in range(n_rolls):
                        target += lattice.prob_of_roll[one] * values[n_rerolls, first_roll + one]
                miss = target - look(cards, learner, page, total, sight)
                slope_of(learner, sight, slope)
                move(learner, slope, miss, stride, game * n_categories + turn + 1)
            page, total = page + exits.step[outcome], min(total + exits.shift[outcome], last)
        if told == FINAL_SCORE:
            target = cards.bonus_of_total[total]
            for turn in range(n_categories - 1, -1, -1):
                target += points[turn]
                miss = target - look(cards, learner, way[turn, 0], way[turn, 1], sight)
                slope_of(learner, sight, slope)
                move(learner, slope, miss, stride, game * n_categories + n_categories - turn)
        share = 2.0 / (game + 2.0)
        for one in range(learner.weights.shape[0]):
            learner.averages[one] += share * (learner.weights[one] - learner.averages[one])
