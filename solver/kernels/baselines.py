"""Kernels of the players to compare with perfect play: how they weigh a turn, and where that leads them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.choices import Ties
from solver.kernels.compile import kernel, part
from solver.kernels.deciding import decide_states, given_scores
from solver.kernels.play import Choices, Places, throw_dice
from solver.kernels.rows import N_LANES, Floats, Ints, Longs, choose_row, fill_row, get_row
from solver.kernels.short_rows import choose_shorts, fill_shorts, reaches_anywhere, store_shorts
from solver.kernels.turn import Exits, Lattice, Where, throw_evenly

Options = npt.NDArray[np.int16]

MOST = 1e300  # more than anything is worth


class Aims(NamedTuple):
    """A rule of thumb as lists of aims, one list for every number of rerolls in hand and roll.

    first_aim : int64[n_rerolls + 1, n_rolls], where each list begins; wanted, unwanted : int64[n_aims], the aim counts
    if one of the wanted boxes is open and none of the unwanted; option : int16[n_aims].
    """

    first_aim: Longs
    wanted: Longs
    unwanted: Longs
    option: Options


@part
def prefer(
    choices: Choices,
    order: Ints,
    worths: Floats,
    where: Where,
    tie: float,
    values: Floats,
    options: Options,
) -> None:
    """Find what a player does in every situation of a turn, for a row of states, ties in an order of its own.

    Parameters
    ----------
    order : int32[n_rolls, n_options]
        The numbers of each roll's options, first choice first; the number of a keep is its place among the choices
        of the roll, that of a category comes after all of them; -1 after the last.
    worths : float64[n_outcomes, N_LANES]
        What each open outcome is worth.
    values : float64[n_rerolls + 1, n_keeps, N_LANES]
        What everything in the turn is worth, see ``value_rerolls``.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken for a roll with t rerolls in hand in row t.

    Notes
    -----
    A lane that has its option asks for more than anything is worth. To whoever sees little but ties the first options
    are as good as any, and the others need not be looked at.
    """
    first_roll, n_rolls = values.shape[1] - options.shape[1], options.shape[1]
    outcome_of_roll, decided = choices.outcome_of_roll[choices.class_of_page[where[0]]], fill_row(np.inf)
    most = fill_row(MOST)
    for rerolls in range(options.shape[0]):
        for roll in range(n_rolls):
            first = choices.first_keep_of_roll[roll]
            n_choices = choices.first_keep_of_roll[roll + 1] - first
            bar = get_row(values[rerolls], first_roll + roll) + -tie
            taken = fill_shorts(-1)
            for place in range(order.shape[1]):
                number = order[roll, place]
                if number >= n_choices:
                    outcome = outcome_of_roll[roll, number - n_choices]
                    if outcome < 0 or where[2] >> (number - n_choices) & 1:
                        continue
                    worth = get_row(worths, outcome)
                elif number < 0 or rerolls == 0:
                    continue
                else:
                    worth = get_row(values[rerolls - 1], choices.keeps[first + number])
                taken = choose_shorts(worth, bar, fill_shorts(number), taken)
                bar = choose_row(worth, bar, decided, bar)
                if not reaches_anywhere(most, bar):
                    break
            store_shorts(options, (rerolls * n_rolls + roll) * N_LANES, taken)


@kernel
def weigh_pages(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    _n_rerolls: int,
    tie: float,
    worths: Floats,
    pages: Longs,
    filled_of_page: Longs,
    options_of_page: Options,
) -> None:
    """Find what players do to whom every outcome has a fixed worth and who count the chances of a turn exactly.

    Parameters
    ----------
    worths : float64[1, n_outcomes, N_LANES]
        What each outcome is worth, to a player in every lane.
    pages, filled_of_page : int64[n_pages]
        The pages, and the sets of categories filled there.
    options_of_page : int16[n_pages, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken, ties in the project's order.
    """
    ties, places = Ties(1.0, -tie), Places(pages, np.zeros_like(pages), filled_of_page)
    rule = worths[0]
    decide_states(given_scores, throw_evenly, rule, False, lattice, exits, choices, ties, places, options_of_page)


@kernel
def follow_aims(aims: Aims, filled_of_page: Longs, options_of_page: Options) -> None:
    """Find what a rule of thumb does: the first aim of the list whose boxes are as it asks.

    Parameters
    ----------
    filled_of_page : int64[n_pages]
        Sets of filled categories.
    options_of_page : int16[n_pages, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken, in lane 0.
    """
    for page in range(filled_of_page.shape[0]):
        is_open = ~filled_of_page[page]
        for rerolls in range(options_of_page.shape[1]):
            for roll in range(options_of_page.shape[2]):
                aim = aims.first_aim[rerolls, roll]
                while is_open & aims.wanted[aim] == 0 or is_open & aims.unwanted[aim] != 0:
                    aim += 1
                options_of_page[page, rerolls, roll, 0] = aims.option[aim]


@kernel
def wander(lattice: Lattice, choices: Choices, n_rerolls: int, n_open_of_roll: Longs, scored: Floats) -> None:
    """Set ``scored`` to the probability of each roll being scored when every option is as likely as the next.

    ``n_open_of_roll``, int64[n_rolls], are the boxes that each roll may be scored in.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    prob_of_roll, prob_of_keep = lattice.prob_of_roll.copy(), np.empty(first_roll + n_rolls)
    scored[:] = 0.0
    for _ in range(n_rerolls):
        prob_of_keep[:] = 0.0
        for roll in range(n_rolls):
            first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            share = prob_of_roll[roll] / (stop - first + n_open_of_roll[roll])
            scored[roll] += n_open_of_roll[roll] * share
            for entry in range(first, stop):
                prob_of_keep[choices.keeps[entry]] += share
        throw_dice(lattice.extensions_of_keep, prob_of_keep)
        for roll in range(n_rolls):
            prob_of_roll[roll] = prob_of_keep[first_roll + roll]
    scored += prob_of_roll
