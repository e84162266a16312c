"""Kernels of who plays by a mat: rules in order for the dice to keep, and a table that tells which box to write."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Longs
from solver.kernels.short_rows import Shorts
from solver.kernels.turn import Exits, Table

WRITE = -1  # the option of an aim that stops and writes


class MatAims(NamedTuple):
    """The rules as lists of aims, one list for each roll and number of rerolls; the last aim of a list always counts.

    first_aim : int64[n_rerolls + 1, n_rolls], where a list begins in the others. wanted : int64[n_aims], boxes of which
    one must be open. option : int16[n_aims], the number of a keep, or to write. least : float64[n_aims], what the best
    box must show for an aim that writes.
    """

    first_aim: Longs
    wanted: Longs
    option: Shorts
    least: Floats


@kernel
def follow_mat(
    exits: Exits, choices: Choices, places: Places, table: Table, aims: MatAims, tie: float, options: Shorts
) -> None:
    """Find what the mat says in every situation of a turn, see ``deciding.decide_rows`` for ``options``.

    A box shows its points and what is to come after, less what is to come now, by ``table``. The best box is the
    first in scorecard order of those that show most.
    """
    n_categories = choices.outcome_of_roll.shape[2]
    for row in range(places.page.shape[0]):
        page, filled = places.page[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        for lane in range(N_LANES):
            here = places.lane[row] + lane
            now = table.values[table.first_slot[page] + here]
            for roll in range(options.shape[2]):
                n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
                best, shown = 0, -np.inf
                for category in range(n_categories):
                    if not filled >> category & 1:
                        outcome = outcome_of_roll[roll, category]
                        after = table.first_slot[page + exits.step[outcome]] + here + exits.shift[outcome]
                        value = exits.gain[outcome] + table.values[after] - now
                        if value > shown + tie:
                            best, shown = category, value
                for rerolls in range(options.shape[1]):
                    if rerolls == 0:
                        options[row, 0, roll, lane] = n_keeps + best
                        continue
                    aim = aims.first_aim[rerolls, roll]
                    while aims.wanted[aim] & ~filled == 0 or shown < aims.least[aim] - tie:
                        aim += 1
                    chosen = aims.option[aim]
                    options[row, rerolls, roll, lane] = n_keeps + best if chosen == WRITE else chosen
