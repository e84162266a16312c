"""Kernels that decide: what a player does in every situation of a turn, once it is known what all is worth.

Options nearly as good as the best are equal to it, see ``Ties``; of equal options the first in the project's order is
taken: scoring before keeping, then scorecard order, then lexicographic dice.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import part
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Row,
    best_row,
    fill_row,
    get_row,
    load_row,
    set_row,
)
from solver.kernels.short_rows import (
    ShortRow,
    Shorts,
    choose_shorts,
    fill_shorts,
    load_shorts,
    reaches_anywhere,
    store_shorts,
)
from solver.kernels.turn import Exits, Where


class Ties(NamedTuple):
    """What counts as good as the best: an option that is worth more than factor * best + offset.

    For points, the factor is 1 and the offset minus the points that count for nothing. What is ``tie`` points worse
    than a utility u = sign * (e^z - shift) has the utility sign * (e^(z - theta * tie) - shift), so the factor is
    e^(-theta * tie) and the offset sign * shift * (factor - 1).
    """

    factor: float
    offset: float


@part
def set_bars(ties: Ties, best: Floats, bars: Floats) -> Row:
    """Set ``bars``, float64[n_rolls, N_LANES], to what an option must exceed for each roll; return the lowest."""
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
    """Set ``options``, int16[n_rolls, N_LANES], to the number of the category that each roll is scored in.

    Parameters
    ----------
    scores : float64[n_outcomes, N_LANES]
        What each open outcome is worth.
    best : float64[n_rolls, N_LANES]
        The largest of these for each roll.
    bars : float64[n_rolls, N_LANES]
        Out: what a category must exceed.
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
                roll = exits.rolls[entry] - n_short_keeps
                n_choices = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
                at, number = roll * N_LANES, fill_shorts(n_choices + category)
                store_shorts(options, at, choose_shorts(score, load_row(bars, at), number, load_shorts(options, at)))


@part
def first_good_keep(choices: Choices, means: Floats, roll: int, bar: Row) -> ShortRow:
    """Return the number of the first keep of a roll, in the project's order, that is worth more than the bar.

    The keeps are gone through from the last to the first, so the first of them stands at the end; -1 if there is none.
    """
    first, kept = choices.first_keep_of_roll[roll], fill_shorts(-1)
    for entry in range(choices.first_keep_of_roll[roll + 1] - 1, first - 1, -1):
        mean = get_row(means, choices.keeps[entry])
        kept = choose_shorts(mean, bar, fill_shorts(entry - first), kept)
    return kept
