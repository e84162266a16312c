"""Kernels that find the best options of every roll, all of them, for rows of standings.

The options of a roll are numbered as everywhere: its keeps in lexicographic order, then the categories. The set of best
options is one number, a bit for each; there are fewer than 53, so a float64 holds it exactly. Options within a share
``tie`` of the best value are as good as it; of them the first in the project's order is taken: scoring before keeping,
then scorecard order, then lexicographic dice.
"""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Row,
    add_rows,
    choose_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.standings import Layer, exit_standings, successor_place
from solver.kernels.turn import Exits, Lattice, max_sweep, mean_sweep


@kernel
def value_standings(
    lattice: Lattice,
    exits: Exits,
    card_of_place: Ints,
    later: Layer,
    where: tuple[int, int, int, int],
    is_monotone: bool,
    keeps: Floats,
    rolls: Floats,
) -> None:
    """Value everything in one turn for a row of standings; arrays as in ``play.value_turn``."""
    exit_standings(exits, card_of_place, later, where, is_monotone, lattice.extensions_of_keep.shape[0], rolls[0])
    for reroll in range(keeps.shape[0]):
        keeps[reroll] = rolls[reroll]
        mean_sweep(lattice.extensions_of_keep, keeps[reroll])
        rolls[reroll + 1] = keeps[reroll]
        max_sweep(lattice.first_removal_of_keep, lattice.removals, rolls[reroll + 1])


@kernel
def bar_of(best: Floats, first: int, tie: float) -> Row:
    """Return the row that an option must exceed to be as good as the best."""
    return add_rows(load_row(best, first), multiply_rows(fill_row(-tie), load_row(best, first)))


@kernel
def best_categories(
    exits: Exits,
    choices: Choices,
    card_of_place: Ints,
    later: Layer,
    where: tuple[int, int, int, int],
    tie: float,
    scores: Floats,
    options: Floats,
    best: Floats,
) -> None:
    """Find the best categories of every roll for a row of standings: the first of them, and all as a set."""
    page, total, filled, standing = where
    outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
    for roll in range(outcome_of_roll.shape[0]):
        first = roll * N_LANES
        n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
        bar, option, members = bar_of(scores, first, tie), fill_row(-1.0), fill_row(0.0)
        for category in range(outcome_of_roll.shape[1] - 1, -1, -1):
            outcome = outcome_of_roll[roll, category]
            if outcome >= 0 and not filled >> category & 1:
                card = card_of_place[page + exits.step[outcome], total + exits.shift[outcome]]
                value = load_row(later.values, successor_place(later, card, standing + int(exits.gain[outcome])))
                number = n_keeps + category
                option = choose_row(bar, value, option, fill_row(float(number)))
                members = add_rows(members, choose_row(bar, value, fill_row(0.0), fill_row(float(1 << number))))
        store_row(options, first, option)
        store_row(best, first, members)


@kernel
def best_options(
    choices: Choices, tie: float, keeps: Floats, rolls: Floats, n_rolls: int, options: Floats, best: Floats
) -> None:
    """Find the best options of every roll with rerolls in hand; row 0 of ``options`` and ``best`` is known."""
    first_roll = rolls.shape[1] - n_rolls
    for rerolls in range(1, rolls.shape[0]):
        means, values, scores = keeps[rerolls - 1], rolls[rerolls, first_roll:], rolls[0, first_roll:]
        for roll in range(n_rolls):
            row, first = roll * N_LANES, choices.first_keep_of_roll[roll]
            bar, option, members = bar_of(values, row, tie), fill_row(-1.0), fill_row(0.0)
            for entry in range(choices.first_keep_of_roll[roll + 1] - 1, first - 1, -1):
                mean, number = load_row(means, choices.keeps[entry] * N_LANES), entry - first
                option = choose_row(bar, mean, option, fill_row(float(number)))
                members = add_rows(members, choose_row(bar, mean, fill_row(0.0), fill_row(float(1 << number))))
            score = load_row(scores, row)
            option = choose_row(bar, score, option, load_row(options[0], row))
            also = choose_row(bar, score, fill_row(0.0), load_row(best[0], row))
            store_row(options[rerolls], row, option)
            store_row(best[rerolls], row, add_rows(members, also))
