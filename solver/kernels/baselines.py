"""Kernels of the players to compare with perfect play: how they weigh a turn, and where that leads them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.choices import Ties, empty_room
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import decide_turn
from solver.kernels.keeping import empty_leaders
from solver.kernels.play import Choices, throw_dice
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    add_rows,
    best_row,
    choose_row,
    copy_rows,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.short_rows import choose_shorts, fill_shorts, reaches_anywhere, store_shorts
from solver.kernels.turn import Exits, Lattice, max_sweep, mean_sweep

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
def best_worths(exits: Exits, worths: Floats, page: int, filled: int, first_roll: int, values: Floats) -> None:
    """Set the rows of the rolls to the worth of their best open outcome; ``worths`` is float64[n_outcomes, N_LANES]."""
    for roll in range(first_roll, values.shape[0]):
        store_row(values, roll * N_LANES, fill_row(-np.inf))
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            worth = load_row(worths, outcome * N_LANES)
            for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                first = exits.rolls[entry] * N_LANES
                store_row(values, first, best_row(worth, load_row(values, first)))


@part
def hope_sweep(extensions_of_keep: Ints, values: Floats) -> None:
    """Value every keep that is short of dice by the best of its six extensions, as if the dice could be chosen."""
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        best = load_row(values, extensions_of_keep[keep, 0] * N_LANES)
        for face in range(1, extensions_of_keep.shape[1]):
            best = best_row(load_row(values, extensions_of_keep[keep, face] * N_LANES), best)
        store_row(values, keep * N_LANES, best)


@part
def throw_value(lattice: Lattice, hope: float, values: Floats, hoped: Floats) -> None:
    r"""Value every keep that is short of dice between the mean and the best of the throw.

    .. math:: Q(k) = (1 - w) \, \mathbb{E}[V \mid k] + w \max_{r \supseteq k} V(r)

    Parameters
    ----------
    hope : float
        w, from 0 (the mean) to 1 (the best).
    values, hoped : float64[n_keeps, N_LANES]
        In: ``values`` in the rows of the rolls. Out: in every row. ``hoped`` is room to work in.
    """
    if hope > 0.0:
        first_roll = lattice.extensions_of_keep.shape[0]
        copy_rows(values, first_roll, values.shape[0] - first_roll, hoped, first_roll)
        hope_sweep(lattice.extensions_of_keep, hoped)
    mean_sweep(lattice.extensions_of_keep, values)
    if hope > 0.0:
        for keep in range(lattice.extensions_of_keep.shape[0]):
            mean = multiply_rows(fill_row(1.0 - hope), load_row(values, keep * N_LANES))
            best = multiply_rows(fill_row(hope), load_row(hoped, keep * N_LANES))
            store_row(values, keep * N_LANES, add_rows(mean, best))


@part
def value_rerolls(lattice: Lattice, hope: float, hoped: Floats, keeps: Floats, rolls: Floats) -> None:
    """Value everything in a turn whose last rolls are valued.

    ``keeps`` becomes float64[n_rerolls, n_keeps, N_LANES], keeping these dice with t + 1 rerolls in hand in row t;
    ``rolls`` float64[n_rerolls + 1, n_keeps, N_LANES], the best choice with t in hand; row 0 is given for the rolls.
    """
    n_keeps = keeps.shape[1]
    for reroll in range(keeps.shape[0]):
        copy_rows(rolls[reroll], ZERO, n_keeps, keeps[reroll], ZERO)
        throw_value(lattice, hope, keeps[reroll], hoped)
        copy_rows(keeps[reroll], ZERO, n_keeps, rolls[reroll + 1], ZERO)
        max_sweep(lattice.first_removal_of_keep, lattice.removals, rolls[reroll + 1])


@part
def prefer(
    choices: Choices,
    order: Ints,
    worths: Floats,
    page: int,
    filled: int,
    tie: float,
    keeps: Floats,
    rolls: Floats,
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
    keeps, rolls : see ``value_rerolls``
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken for a roll with t rerolls in hand in row t.

    Notes
    -----
    A lane that has its option asks for more than anything is worth. To whoever sees little but ties the first options
    are as good as any, and the others need not be looked at.
    """
    first_roll, n_rolls = rolls.shape[1] - options.shape[1], options.shape[1]
    outcome_of_roll, decided, most = (
        choices.outcome_of_roll[choices.class_of_page[page]],
        fill_row(np.inf),
        fill_row(MOST),
    )
    for rerolls in range(options.shape[0]):
        for roll in range(n_rolls):
            first = choices.first_keep_of_roll[roll]
            n_choices = choices.first_keep_of_roll[roll + 1] - first
            bar = add_rows(load_row(rolls[rerolls], (first_roll + roll) * N_LANES), fill_row(-tie))
            taken = fill_shorts(-1)
            for place in range(order.shape[1]):
                number = order[roll, place]
                if number >= n_choices:
                    outcome = outcome_of_roll[roll, number - n_choices]
                    if outcome < 0 or filled >> (number - n_choices) & 1:
                        continue
                    worth = load_row(worths, outcome * N_LANES)
                elif number < 0 or rerolls == 0:
                    continue
                else:
                    worth = load_row(keeps[rerolls - 1], choices.keeps[first + number] * N_LANES)
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
    n_rerolls: int,
    tie: float,
    worths: Floats,
    pages: Longs,
    filled_of_page: Longs,
    options_of_page: Options,
) -> None:
    """Find what players do to whom every outcome has a fixed worth and who count the chances of a turn exactly.

    Parameters
    ----------
    worths : float64[n_pages, n_outcomes, N_LANES], or float64[1, n_outcomes, N_LANES]
        What each outcome is worth, to a player in every lane; on each page, or on all of them.
    pages, filled_of_page : int64[n_pages]
        The pages, and the sets of categories filled there.
    options_of_page : int16[n_pages, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken, ties in the project's order.
    """
    first_roll, room, leaders = lattice.extensions_of_keep.shape[0], empty_room(lattice), empty_leaders(lattice)
    for place in range(pages.shape[0]):
        where = (pages[place], ZERO, filled_of_page[place])
        ours = worths[place % worths.shape[0]]
        best_worths(exits, ours, where[0], where[2], first_roll, room.values)
        decide_turn(lattice, exits, choices, where, ours, Ties(1.0, -tie), room, leaders, options_of_page[place])


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
