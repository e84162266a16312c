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
    Ints,
    Row,
    add_rows,
    aligned_rows,
    best_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
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
from solver.kernels.turn import Exits, Lattice, Table


class Ties(NamedTuple):
    """What counts as good as the best: an option that is worth more than factor * best + offset.

    For points, the factor is 1 and the offset minus the points that count for nothing. What is ``tie`` points worse
    than a utility u = sign * (e^z - shift) has the utility sign * (e^(z - theta * tie) - shift), so the factor is
    e^(-theta * tie) and the offset sign * shift * (factor - 1).
    """

    factor: float
    offset: float


class Room(NamedTuple):
    """Room to value a turn in: values, others : float64[n_keeps, N_LANES]; first_best, bars : [n_rolls, N_LANES]."""

    values: Floats
    others: Floats
    first_best: Floats
    bars: Floats


@part
def empty_room(lattice: Lattice) -> Room:
    """Return room to value a turn in."""
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    return Room(aligned_rows(n_keeps), aligned_rows(n_keeps), aligned_rows(n_rolls), aligned_rows(n_rolls))


@part
def score_points(exits: Exits, where: tuple[int, int, int], table: Table, scores: Floats) -> None:
    """Set ``scores``, float64[n_outcomes, N_LANES], to points and what is to come for each open outcome."""
    page, lane, filled = where
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            successor = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
            row = add_rows(load_row(table.values, successor), fill_row(exits.gain[outcome]))
            store_row(scores, outcome * N_LANES, row)


@part
def set_bars(ties: Ties, best: Floats, bars: Floats) -> Row:
    """Set ``bars``, float64[n_rolls, N_LANES], to what an option must exceed for each roll; return the lowest."""
    factor, offset, minus_lowest = fill_row(ties.factor), fill_row(ties.offset), fill_row(-np.inf)
    for roll in range(bars.shape[0]):
        bar = add_rows(multiply_rows(factor, load_row(best, roll * N_LANES)), offset)
        store_row(bars, roll * N_LANES, bar)
        minus_lowest = best_row(multiply_rows(fill_row(-1.0), bar), minus_lowest)
    return multiply_rows(fill_row(-1.0), minus_lowest)


@part
def prefer_categories(
    exits: Exits,
    choices: Choices,
    where: tuple[int, int, int],
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
            score = load_row(scores, exits.outcome_of_way[way] * N_LANES)
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
        mean = load_row(means, choices.keeps[entry] * N_LANES)
        kept = choose_shorts(mean, bar, fill_shorts(entry - first), kept)
    return kept


@part
def choose_keeps(
    choices: Choices, means: Floats, ties: Ties, best: Floats, scores: Floats, scored: Shorts, options: Shorts
) -> None:
    """Set ``options`` to what is done with each roll when a throw is in hand, ``scored`` being done without.

    Parameters
    ----------
    means : float64[n_keeps, N_LANES]
        What it is worth to throw all but these dice.
    best, scores : float64[n_rolls, N_LANES]
        What each roll is worth with this throw in hand, and scored now.
    scored, options : int16[n_rolls, N_LANES]
    """
    factor, offset = fill_row(ties.factor), fill_row(ties.offset)
    for roll in range(options.shape[0]):
        at = roll * N_LANES
        bar = add_rows(multiply_rows(factor, load_row(best, at)), offset)
        score, option = load_row(scores, at), load_shorts(scored, at)
        if reaches_anywhere(bar, score):
            option = choose_shorts(score, bar, option, first_good_keep(choices, means, roll, bar))
        store_shorts(options, at, option)


@part
def raise_keeps(first_removal_of_keep: Ints, removals: Ints, means: Floats, best: Floats) -> None:
    """Set ``best`` to the best value among the sub-keeps of every keep, itself included: ``max_sweep`` aside."""
    store_row(best, 0, load_row(means, 0))
    for keep in range(1, means.shape[0]):
        row = load_row(means, keep * N_LANES)
        for entry in range(first_removal_of_keep[keep], first_removal_of_keep[keep + 1]):
            row = best_row(load_row(best, removals[entry] * N_LANES), row)
        store_row(best, keep * N_LANES, row)
