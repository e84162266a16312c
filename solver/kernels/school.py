"""Kernels of players who learn from their own games, knowing the dice: every turn is counted exactly.

After each turn a learner is told something of what its state was worth: the exact average of its own turn, what this
one throw of the dice came to, or the final score at the end of the game. What it holds moves a little towards that.
Up to ``N_LANES`` learners play side by side, each its own games with its own dice, in a lane of its own.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.chains import throw_missing
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.learner import Learner, Scorecards, empty_sight, score_outcomes, teach
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    aligned_rows,
    aligned_tables,
    fill_row,
    set_row,
    store_row,
)
from solver.kernels.turn import Exits, Lattice, exit_rolls, throw_evenly, value_rerolls, weigh_rolls

AVERAGE, ONE_THROW, FINAL_SCORE = 0, 1, 2


class School(NamedTuple):
    """Learners of one kind, see ``Learner``: one row each of ``weights``, ``averages``, ``means`` and ``squares``.

    told : int64[n_learners], the average of the turn, one throw, or the final score; stride, n_half :
    float64[n_learners], the stride of the first game, and the game at which it is half of that.
    """

    kind: int
    n_hidden: int
    weights: Floats
    averages: Floats
    means: Floats
    squares: Floats
    scale: float
    told: Longs
    stride: Floats
    n_half: Floats


@part
def learner_of(school: School, who: int) -> Learner:
    """Return one of several learners."""
    held = school.weights[who], school.averages[who], school.means[who], school.squares[who]
    return Learner(school.kind, school.n_hidden, *held, school.scale)


@part
def keep_of(choices: Choices, roll: int, values: Floats, rerolls: int, lane: int, tie: float) -> int:
    """Return the keep that is best for a roll; the roll itself, which stops, where nothing is better."""
    first_roll = values.shape[1] - choices.outcome_of_roll.shape[1]
    taken = first_roll + roll
    best = values[0, taken, lane]
    for entry in range(choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]):
        mean = values[rerolls - 1, choices.keeps[entry], lane]
        if mean > best + tie:
            taken, best = choices.keeps[entry], mean
    return int(taken)


@part
def outcome_of(choices: Choices, roll: int, scores: Floats, lane: int, tie: float) -> int:
    """Return the outcome that is best for a roll."""
    taken, best = -1, -np.inf
    for category in range(choices.outcome_of_roll.shape[2]):
        outcome = choices.outcome_of_roll[0, roll, category]
        if scores[outcome, lane] > best + tie:
            taken, best = outcome, scores[outcome, lane]
    return int(taken)


@part
def play_dice(
    lattice: Lattice, choices: Choices, values: Floats, scores: Floats, lane: int, tie: float, chances: Floats
) -> int:
    """Return the outcome of a turn of one lane, given uniform numbers for its dice."""
    keep, roll, first_roll = 0, 0, lattice.extensions_of_keep.shape[0]
    for rerolls in range(values.shape[0] - 1, -1, -1):
        if keep < first_roll:
            roll = throw_missing(lattice, keep, chances[rerolls])
            keep = first_roll + roll if rerolls == 0 else keep_of(choices, roll, values, rerolls, lane, tie)
    return outcome_of(choices, keep - first_roll, scores, lane, tie)


@kernel
def learn_games(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    cards: Scorecards,
    school: School,
    games: tuple[int, int],
    chances: Floats,
) -> None:
    """Play games of several learners and learn from them.

    Parameters
    ----------
    games : int, int
        Numbers of the first game, and of the one after the last.
    chances : float64[n_learners, n_games, n_turns, n_rerolls + 1, n_dice]
        Uniform numbers for the dice.
    """
    n_learners, n_turns, n_outcomes = chances.shape[0], chances.shape[2], exits.category.shape[0]
    first_roll, last = lattice.extensions_of_keep.shape[0], cards.bonus_of_total.shape[0] - 1
    values = aligned_tables(n_rerolls + 1, first_roll + lattice.prob_of_roll.shape[0])
    scores, means = aligned_rows(n_outcomes), np.empty(N_LANES)
    for outcome in range(n_outcomes):
        set_row(scores, outcome, fill_row(0.0))  # lanes without a learner
    sight = empty_sight(cards, school.n_hidden, school.weights.shape[1])
    page, total = np.empty((n_learners, n_turns + 1), np.int64), np.empty((n_learners, n_turns + 1), np.int64)
    points = np.empty((n_learners, n_turns))
    for game in range(games[0], games[1]):
        page[:, 0], total[:, 0] = 0, 0
        strides = school.stride / (1.0 + game / school.n_half)
        for turn in range(n_turns):
            for who in range(n_learners):
                where = page[who, turn], total[who, turn]
                score_outcomes(exits, cards, learner_of(school, who), where[0], where[1], sight, scores, who)
            # Every learner has filled other boxes; what these are worth is less than anything.
            exit_rolls(exits, (ZERO, ZERO, ZERO), False, scores, first_roll, values[0])
            value_rerolls(throw_evenly, ZERO, lattice, values)
            store_row(means, 0, weigh_rolls(lattice.prob_of_roll, first_roll, values[n_rerolls]))
            for who in range(n_learners):
                where, dice = (page[who, turn], total[who, turn]), chances[who, game - games[0], turn]
                outcome = play_dice(lattice, choices, values, scores, who, tie, dice)
                points[who, turn] = exits.gain[outcome]
                page[who, turn + 1] = where[0] + exits.step[outcome]
                total[who, turn + 1] = min(where[1] + exits.shift[outcome], last)
                if school.told[who] != FINAL_SCORE:
                    target = means[who] if school.told[who] == AVERAGE else scores[outcome, who]
                    n_moves = game * n_turns + turn + 1
                    teach(cards, learner_of(school, who), where, target, strides[who], n_moves, sight)
        share = 2.0 / (game + 2.0)
        for who in range(n_learners):
            learner = learner_of(school, who)
            if school.told[who] == FINAL_SCORE:
                target = cards.bonus_of_total[total[who, n_turns]]
                for turn in range(n_turns - 1, -1, -1):
                    target += points[who, turn]
                    where, n_moves = (page[who, turn], total[who, turn]), (game + 1) * n_turns - turn
                    teach(cards, learner, where, target, strides[who], n_moves, sight)
            for one in range(learner.weights.shape[0]):
                learner.averages[one] += share * (learner.weights[one] - learner.averages[one])
