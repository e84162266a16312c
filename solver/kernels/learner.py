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
from solver.kernels.rows import Floats, Ints, Longs
from solver.kernels.turn import Exits, Lattice

AVERAGE, ONE_THROW, FINAL_SCORE = 0, 1, 2
LINEAR, NETWORK = 0, 1
FIRST_DECAY, SECOND_DECAY, SMALL = 0.9, 0.999, 1e-8  # of Adam


class Scorecards(NamedTuple):
    """What a learner sees of the scorecards.

    inputs : float64[n_pages, n_inputs], what is seen of each page; curve : float64[n_upper_states], what is seen of the
    upper half, of linear learners last; first_column : int64[n_pages], where a page begins in it; rank_of_total :
    int32[n_pages, n_totals]; bonus_of_total : float64[n_totals].
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


@part
def see(cards: Scorecards, page: int, total: int, seen: Floats) -> None:
    """Set ``seen`` to what is seen of a state."""
    n_own = cards.inputs.shape[1]
    seen[:n_own] = cards.inputs[page]
    seen[n_own] = cards.curve[cards.first_column[page] + cards.rank_of_total[page, total]]


@part
def worth_of(learner: Learner, seen: Floats, hidden: Floats) -> float:
    """Return what the learner holds of a state that it sees; ``hidden`` is what the network's places say."""
    n_inputs, total = seen.shape[0], 0.0
    if learner.kind == LINEAR:
        for place in range(n_inputs):
            total += learner.weights[place] * seen[place]
        return total
    first = n_inputs * learner.n_hidden
    for one in range(learner.n_hidden):
        hidden[one] = learner.weights[first + one]
    for place in range(n_inputs):
        if seen[place] != 0.0:
            for one in range(learner.n_hidden):
                hidden[one] += seen[place] * learner.weights[place * learner.n_hidden + one]
    for one in range(learner.n_hidden):
        hidden[one] = np.tanh(hidden[one])
        total += hidden[one] * learner.weights[first + learner.n_hidden + one]
    return learner.scale * (total + learner.weights[learner.weights.shape[0] - 1])


@part
def slope_of(learner: Learner, seen: Floats, hidden: Floats, slope: Floats) -> None:
    """Set ``slope`` to the derivative of the worth of a state by each weight."""
    n_inputs = seen.shape[0]
    if learner.kind == LINEAR:
        slope[:] = seen
        return
    first = n_inputs * learner.n_hidden
    for one in range(learner.n_hidden):
        outer = learner.weights[first + learner.n_hidden + one]
        back = learner.scale * outer * (1.0 - hidden[one] * hidden[one])
        slope[first + one] = back
        slope[first + learner.n_hidden + one] = learner.scale * hidden[one]
        for place in range(n_inputs):
            slope[place * learner.n_hidden + one] = back * seen[place]
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
    exits: Exits, cards: Scorecards, learner: Learner, page: int, total: int, seen: Floats, hidden: Floats,
    scores: Floats,
) -> None:  # fmt: skip
    """Set ``scores`` to points and what the learner holds of the scorecard after, for every outcome of an open box.

    Outcomes of one box that lead to the same scorecard follow each other: it is looked at once.
    """
    last, finished = cards.bonus_of_total.shape[0] - 1, cards.inputs.shape[0] - 1
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
                see(cards, after, sum_after, seen)
                worth = worth_of(learner, seen, hidden)
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
    seen, hidden = np.empty(cards.inputs.shape[1] + 1), np.empty(max(1, learner.n_hidden))
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
            score_outcomes(exits, cards, learner, page, total, seen, hidden, scores)
            score_best(choices, page, scores, values[0])
            for rerolls in range(1, n_rerolls + 1):
                throw_all(lattice, values[rerolls - 1])
                keep_best(choices, values[0], values[rerolls - 1], values[rerolls])
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
                see(cards, page, total, seen)
                miss = target - worth_of(learner, seen, hidden)
                slope_of(learner, seen, hidden, slope)
                move(learner, slope, miss, stride, game * n_categories + turn + 1)
            page, total = page + exits.step[outcome], min(total + exits.shift[outcome], last)
        if told == FINAL_SCORE:
            target = cards.bonus_of_total[total]
            for turn in range(n_categories - 1, -1, -1):
                target += points[turn]
                see(cards, way[turn, 0], way[turn, 1], seen)
                miss = target - worth_of(learner, seen, hidden)
                slope_of(learner, seen, hidden, slope)
                move(learner, slope, miss, stride, game * n_categories + n_categories - turn)
        share = 2.0 / (game + 2.0)
        for one in range(learner.weights.shape[0]):
            learner.averages[one] += share * (learner.weights[one] - learner.averages[one])
