"""Kernels of the player with exponential utility: what it does in every situation, decided by utilities.

A tie is counted in points: an option as good as one that is ``tie`` points worse than the best has the utility
factor * best + offset, see ``Ties``. Of equal options the first in the project's order is taken, see ``play_kernels``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.compile_kernels import kernel
from solver.kernels import Exits, Lattice, Table, max_sweep, mean_sweep
from solver.play_kernels import Choices, Places
from solver.row_kernels import (
    N_LANES,
    Floats,
    Row,
    add_rows,
    aligned_rows,
    choose_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.utility_kernels import Utility, exit_by_scores, find_reference, score_outcomes


class Ties(NamedTuple):
    """The utility of ``tie`` points less than something worth u: factor * u + offset.

    For u = sign * (e^z - shift) it is sign * (e^(z - theta * tie) - shift), so factor is e^(-theta * tie) and offset
    sign * shift * (factor - 1).
    """

    factor: float
    offset: float


@kernel
def bar_of_best(ties: Ties, best: Floats, roll: int) -> Row:
    """Return the utilities above which an option counts as the best for a roll."""
    return add_rows(multiply_rows(fill_row(ties.factor), load_row(best, roll * N_LANES)), fill_row(ties.offset))


@kernel
def prefer_scores(
    choices: Choices, page: int, filled: int, scores: Floats, ties: Ties, best: Floats, options: Floats
) -> None:
    """Set ``options``, float64[n_rolls, N_LANES], to the number of the category that each roll is scored in."""
    outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
    for roll in range(options.shape[0]):
        n_choices = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
        bar, option = bar_of_best(ties, best, roll), fill_row(-1.0)
        for category in range(outcome_of_roll.shape[1] - 1, -1, -1):
            if outcome_of_roll[roll, category] >= 0 and not filled >> category & 1:
                score = load_row(scores, outcome_of_roll[roll, category] * N_LANES)
                option = choose_row(score, bar, fill_row(float(n_choices + category)), option)
        store_row(options, roll * N_LANES, option)


@kernel
def prefer_keeps(
    choices: Choices, means: Floats, ties: Ties, best: Floats, scores_of_roll: Floats, options: Floats, scored: Floats
) -> None:
    """Set ``options`` to what is done with each roll when a throw is in hand, ``scored`` being done without.

    Parameters
    ----------
    means : float64[n_keeps, N_LANES]
        Utility of throwing all but these dice.
    best, scores_of_roll : float64[n_rolls, N_LANES]
        Utility of each roll with this throw in hand, and of scoring it.
    """
    for roll in range(options.shape[0]):
        first = choices.first_keep_of_roll[roll]
        bar, option = bar_of_best(ties, best, roll), fill_row(-1.0)
        for entry in range(choices.first_keep_of_roll[roll + 1] - 1, first - 1, -1):
            mean = load_row(means, choices.keeps[entry] * N_LANES)
            option = choose_row(mean, bar, fill_row(float(entry - first)), option)
        score = load_row(scores_of_roll, roll * N_LANES)
        store_row(options, roll * N_LANES, choose_row(score, bar, load_row(scored, roll * N_LANES), option))


@kernel
def decide_by_utility(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    utility: Utility,
    ties: Ties,
    places: Places,
    table: Table,
    options: npt.NDArray[np.int16],
) -> None:
    """Find what the player does in every situation of a turn.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    table : Table
        Certainty equivalents of the points to come.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken with t rerolls in hand in row t, see ``play_kernels.prefer_options``.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    first_roll = n_keeps - n_rolls
    scores, first_best = aligned_rows(exits.category.shape[0]), aligned_rows(n_rolls)
    means, best = aligned_rows(n_keeps), aligned_rows(n_keeps)
    preferred = aligned_rows((n_rerolls + 1) * n_rolls).reshape((n_rerolls + 1, n_rolls, N_LANES))
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        reference = find_reference(exits, utility, where, table, 0)
        score_outcomes(exits, utility, where, table, reference, scores)
        exit_by_scores(exits, where[0], where[2], 0, scores, first_roll, best)
        first_best[:] = best[first_roll:]
        prefer_scores(choices, where[0], where[2], scores, ties, first_best, preferred[0])
        for reroll in range(n_rerolls):
            mean_sweep(lattice.extensions_of_keep, best)
            means[:] = best
            max_sweep(lattice.first_removal_of_keep, lattice.removals, best)
            prefer_keeps(choices, means, ties, best[first_roll:], first_best, preferred[reroll + 1], preferred[0])
        options[row] = preferred
