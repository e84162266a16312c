"""Kernels that choose keeps: the best of each roll with who it is, passed up the keep lattice.

A roll has up to 31 keeps, but the best of them is the best of the best of its sub-keeps: three comparisons instead of
31. Which one it is stands in the last bits of what it is worth, see ``keyed_rows``. Where another may be as good as the
best, the project's order decides, and the keeps are gone through one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.choices import Ties, first_good_keep
from solver.kernels.compile import part
from solver.kernels.keyed_rows import LAST_KEY, is_rivalled, key_row, keys_of_row
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    aligned_rows,
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
    differ_anywhere,
    fill_shorts,
    load_shorts,
    reaches_anywhere,
    store_shorts,
)
from solver.kernels.turn import Lattice


class Leaders(NamedTuple):
    """Of the sub-keeps of each short keep, itself included, the best one, told thrice.

    best : float64[n_short_keeps, N_LANES], what it is worth; first, last : the same, roughly, keyed with its number,
    and with ``LAST_KEY`` less its number; lane : int16[N_LANES], room.
    """

    best: Floats
    first: Floats
    last: Floats
    lane: Shorts


@part
def empty_leaders(lattice: Lattice) -> Leaders:
    """Return room for the leaders of a lattice."""
    n_short_keeps = lattice.extensions_of_keep.shape[0]
    rooms = aligned_rows(n_short_keeps), aligned_rows(n_short_keeps), aligned_rows(n_short_keeps)
    return Leaders(rooms[0], rooms[1], rooms[2], np.empty(N_LANES, np.int16))


@part
def lead_keeps(lattice: Lattice, means: Floats, leaders: Leaders) -> None:
    """Find the leaders of all short keeps by ``means``, float64[n_keeps, N_LANES]."""
    for keep in range(lattice.extensions_of_keep.shape[0]):
        best = get_row(means, keep)
        first, last = key_row(best, keep), key_row(best, LAST_KEY - keep)
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            at = lattice.removals[entry] * N_LANES
            best = best_row(load_row(leaders.best, at), best)
            first = best_row(load_row(leaders.first, at), first)
            last = best_row(load_row(leaders.last, at), last)
        set_row(leaders.best, keep, best)
        set_row(leaders.first, keep, first)
        set_row(leaders.last, keep, last)


@part
def number_keeps(choices: Choices, roll: int, keep: ShortRow, lane: Shorts) -> ShortRow:
    """Return the numbers that keeps have among the options of a roll; ``lane`` is room for a row."""
    store_shorts(lane, 0, keep)
    if not differ_anywhere(keep, int(lane[0]), fill_shorts(1)):
        return fill_shorts(int(choices.number_of_keep[roll, lane[0]]))
    for place in range(N_LANES):
        lane[place] = choices.number_of_keep[roll, lane[place]]
    return load_shorts(lane, 0)


@part
def prefer_keeps(
    lattice: Lattice,
    choices: Choices,
    means: Floats,
    ties: Ties,
    scores: Floats,
    scored: Shorts,
    leaders: Leaders,
    best: Floats,
    options: Shorts,
) -> None:
    """Set ``options`` to what is done with each roll when a throw is in hand, ``scored`` being done without.

    Parameters
    ----------
    means : float64[n_keeps, N_LANES]
        What it is worth to throw all but these dice; of the rolls, what they are worth with a throw less.
    scores : float64[n_rolls, N_LANES]
        What each roll is worth scored now.
    scored, options : int16[n_rolls, N_LANES]
    best : float64[n_keeps, N_LANES]
        Out, in the rows of the rolls: what they are worth with this throw in hand.
    """
    first_roll, factor, offset = lattice.extensions_of_keep.shape[0], fill_row(ties.factor), fill_row(ties.offset)
    lead_keeps(lattice, means, leaders)
    for roll in range(options.shape[0]):
        at, keep = roll * N_LANES, first_roll + roll
        place = lattice.removals[lattice.first_removal_of_keep[keep]] * N_LANES
        most = best_row(load_row(leaders.best, place), get_row(means, keep))
        first, last = load_row(leaders.first, place), load_row(leaders.last, place)
        for entry in range(lattice.first_removal_of_keep[keep] + 1, lattice.first_removal_of_keep[keep + 1]):
            place = lattice.removals[entry] * N_LANES
            most = best_row(load_row(leaders.best, place), most)
            first = best_row(load_row(leaders.first, place), first)
            last = best_row(load_row(leaders.last, place), last)
        set_row(best, keep, most)
        bar = factor * most + offset
        score, option = load_row(scores, at), load_shorts(scored, at)
        if reaches_anywhere(bar, score):
            if is_rivalled(score, bar, first, last):
                kept = first_good_keep(choices, means, roll, bar)
            else:
                kept = number_keeps(choices, roll, keys_of_row(first), leaders.lane)
            option = choose_shorts(score, bar, option, kept)
        store_shorts(options, at, option)
