"""Kernels that ask who needs to know the points so far: where no one option is best for all standings of a state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.choices import Ties
from solver.kernels.compile import part
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    add_rows,
    choose_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.short_rows import Shorts, differ_anywhere, exceeds_anywhere, load_shorts


class Turns(NamedTuple):
    """The turns from one state, worked out for rows of its visited standings.

    first : int64[n_rows], first standing of each row; wanted : int16[n_rows, N_LANES], whether a standing is visited;
    weights : float64[n_rows, N_LANES], its visits; options, prob, best : int16 and float64[n_rows, n_rerolls + 1,
    n_rolls, N_LANES], the option taken for a roll with t rerolls in hand, its visits, and what it is worth; means :
    float64[n_rows, n_rerolls, n_short_keeps, N_LANES], what throwing all but these dice is worth; scores :
    float64[n_rows, n_outcomes, N_LANES], what scoring is worth.
    """

    first: Longs
    wanted: Shorts
    weights: Floats
    options: Shorts
    prob: Floats
    best: Floats
    means: Floats
    scores: Floats


@part
def empty_turns(n_rows: int, n_rerolls: int, n_rolls: int, n_short_keeps: int, n_outcomes: int) -> Turns:
    """Return room for the turns from a state."""
    return Turns(
        np.empty(n_rows, np.int64),
        np.empty((n_rows, N_LANES), np.int16),
        np.empty((n_rows, N_LANES)),
        np.empty((n_rows, n_rerolls + 1, n_rolls, N_LANES), np.int16),
        np.empty((n_rows, n_rerolls + 1, n_rolls, N_LANES)),
        np.empty((n_rows, n_rerolls + 1, n_rolls, N_LANES)),
        np.empty((n_rows, n_rerolls, n_short_keeps, N_LANES)),
        np.zeros((n_rows, n_outcomes, N_LANES)),
    )


@part
def sum_row(rows: Floats) -> float:
    """Return the sum of many rows."""
    total = fill_row(0.0)
    for row in range(rows.shape[0]):
        total = add_rows(total, load_row(rows, row * N_LANES))
    lanes = np.empty(N_LANES)
    store_row(lanes, 0, total)
    result: float = lanes.sum()
    return result


@part
def agree(options: Shorts, wanted: Shorts, n_rows: int, place: int) -> bool:
    """Return whether the same option is taken at all visited standings of a state; ``place`` is that of the roll.

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


@part
def count_row(
    choices: Choices,
    turns: Turns,
    where: tuple[int, int],
    row: int,
    ties: Ties,
    rerolls: int,
    roll: int,
    visits: Floats,
) -> None:
    """Add the visits of a roll from a row of standings to those of the options that are among the best there.

    ``visits`` are float64[n_options, N_LANES]; the others as in ``count_blind``.
    """
    page, filled = where
    factor, offset, zero = fill_row(ties.factor), fill_row(ties.offset), fill_row(0.0)
    prob = load_row(turns.prob[row, rerolls], roll * N_LANES)
    if not exceeds_anywhere(prob, zero):
        return
    bar = add_rows(multiply_rows(factor, load_row(turns.best[row, rerolls], roll * N_LANES)), offset)
    first, n_keeps = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
    n_keeps -= first
    if rerolls > 0:
        means = turns.means[row, rerolls - 1]
        for option in range(n_keeps):
            mean = load_row(means, choices.keeps[first + option] * N_LANES)
            ours = choose_row(mean, bar, prob, zero)
            store_row(visits, option * N_LANES, add_rows(load_row(visits, option * N_LANES), ours))
    score = load_row(turns.best[row, 0], roll * N_LANES)
    if exceeds_anywhere(score, bar):
        prob, bar = choose_row(score, bar, prob, zero), add_rows(multiply_rows(factor, score), offset)
        outcome_of_category = choices.outcome_of_roll[choices.class_of_page[page], roll]
        for category in range(outcome_of_category.shape[0]):
            if not filled >> category & 1 and outcome_of_category[category] >= 0:
                score = load_row(turns.scores[row], outcome_of_category[category] * N_LANES)
                at = (n_keeps + category) * N_LANES
                store_row(visits, at, add_rows(load_row(visits, at), choose_row(score, bar, prob, zero)))


@part
def count_blind(
    choices: Choices,
    turns: Turns,
    where: tuple[int, int],
    n_rows: int,
    ties: Ties,
    rerolls: int,
    roll: int,
    visits: Floats,
) -> float:
    """Return the visits of a roll, over all standings of a state, where the blind option is not best.

    The blind option is the one that is among the best at most visits. ``where`` is the page and what is filled there;
    ``visits``, float64[n_options + 1, N_LANES], is room.
    """
    n_options = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
    n_options += choices.outcome_of_roll.shape[2]
    visits[: n_options + 1], total = 0.0, fill_row(0.0)
    for row in range(n_rows):
        count_row(choices, turns, where, row, ties, rerolls, roll, visits)
        total = add_rows(total, load_row(turns.prob[row, rerolls], roll * N_LANES))
    store_row(visits, n_options * N_LANES, total)
    seen = 0.0
    for option in range(n_options):
        seen = max(seen, visits[option].sum())
    result: float = max(0.0, visits[n_options].sum() - seen)
    return result


@part
def most_options(choices: Choices) -> int:
    """Return how many options a roll has at most, categories that are filled among them."""
    most = 0
    for roll in range(choices.first_keep_of_roll.shape[0] - 1):
        most = max(most, choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll])
    return int(most + choices.outcome_of_roll.shape[2])
