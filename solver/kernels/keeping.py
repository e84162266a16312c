"""Kernels that choose keeps: the best of each roll with its runner-up, passed up the keep lattice.

A roll has up to 31 keeps, but the best of them is the best of the best of its sub-keeps: three comparisons instead of
31. Where the runner-up is as good as the best, the project's order decides, and the keeps are gone through one by one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.choices import Ties, first_good_keep
from solver.kernels.compile import kernel
from solver.kernels.play import Choices
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Row,
    add_rows,
    aligned_rows,
    best_row,
    choose_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
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
    where_differ,
)
from solver.kernels.turn import Lattice


class Leaders(NamedTuple):
    """Of the sub-keeps of each short keep, itself included, the best one and its runner-up.

    best, second : float64[n_short_keeps, N_LANES], what they are worth, the second minus infinity if there is none;
    keep : int16[n_short_keeps, N_LANES], which is the best; lane : int16[N_LANES], room.
    """

    best: Floats
    second: Floats
    keep: Shorts
    lane: Shorts


@kernel
def empty_leaders(lattice: Lattice) -> Leaders:
    """Return room for the leaders of a lattice."""
    n_short_keeps = lattice.extensions_of_keep.shape[0]
    keep, lane = np.empty((n_short_keeps, N_LANES), np.int16), np.empty(N_LANES, np.int16)
    return Leaders(aligned_rows(n_short_keeps), aligned_rows(n_short_keeps), keep, lane)


@kernel
def join_leaders(
    best: Row, second: Row, keep: ShortRow, other_best: Row, other_second: Row, other_keep: ShortRow
) -> tuple[Row, Row, ShortRow]:
    """Return the best and the runner-up of two sets of keeps, which may have keeps in common.

    If both have the same best keep, the better of their runners-up is second; if not, the worse of the best ones may
    be. Whatever is second in a set whose best is not the best of all is worth no more than that one.
    """
    worse = choose_row(other_best, best, best, other_best)
    rival = where_differ(keep, other_keep, worse, fill_row(-np.inf))
    runner_up = best_row(rival, best_row(other_second, second))
    return best_row(other_best, best), runner_up, choose_shorts(other_best, best, other_keep, keep)


@kernel
def lead_keeps(lattice: Lattice, means: Floats, leaders: Leaders) -> None:
    """Find the leaders of all short keeps by ``means``, float64[n_keeps, N_LANES]."""
    for keep in range(lattice.extensions_of_keep.shape[0]):
        best, second, taken = load_row(means, keep * N_LANES), fill_row(-np.inf), fill_shorts(keep)
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            at = lattice.removals[entry] * N_LANES
            ours, theirs = load_row(leaders.best, at), load_row(leaders.second, at)
            best, second, taken = join_leaders(best, second, taken, ours, theirs, load_shorts(leaders.keep, at))
        store_row(leaders.best, keep * N_LANES, best)
        store_row(leaders.second, keep * N_LANES, second)
        store_shorts(leaders.keep, keep * N_LANES, taken)


@kernel
def number_keeps(choices: Choices, roll: int, keep: ShortRow, lane: Shorts) -> ShortRow:
    """Return the numbers that keeps have among the options of a roll; ``lane`` is room for a row."""
    store_shorts(lane, 0, keep)
    if not differ_anywhere(keep, int(lane[0]), fill_shorts(1)):
        return fill_shorts(int(choices.number_of_keep[roll, lane[0]]))
    for place in range(N_LANES):
        lane[place] = choices.number_of_keep[roll, lane[place]]
    return load_shorts(lane, 0)


@kernel
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
    one, zero = fill_row(1.0), fill_row(0.0)
    lead_keeps(lattice, means, leaders)
    for roll in range(options.shape[0]):
        at, keep = roll * N_LANES, first_roll + roll
        first, stop = lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]
        place = lattice.removals[first] * N_LANES
        most, second = load_row(leaders.best, place), load_row(leaders.second, place)
        taken = load_shorts(leaders.keep, place)
        for entry in range(first + 1, stop):
            place = lattice.removals[entry] * N_LANES
            ours, theirs = load_row(leaders.best, place), load_row(leaders.second, place)
            most, second, taken = join_leaders(most, second, taken, ours, theirs, load_shorts(leaders.keep, place))
        most = best_row(most, load_row(means, keep * N_LANES))
        store_row(best, keep * N_LANES, most)
        bar = add_rows(multiply_rows(factor, most), offset)
        score, option = load_row(scores, at), load_shorts(scored, at)
        if reaches_anywhere(bar, score):
            is_tied = choose_row(score, bar, zero, choose_row(second, bar, one, zero))
            if reaches_anywhere(is_tied, one):
                kept = first_good_keep(choices, means, roll, bar)
            else:
                kept = number_keeps(choices, roll, taken, leaders.lane)
            option = choose_shorts(score, bar, option, kept)
        store_shorts(options, at, option)
