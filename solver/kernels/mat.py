"""Kernels of who plays by a mat: rules in order for the dice to keep, and a table that tells which box to write."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Longs, choose_row, fill_row, load_row
from solver.kernels.short_rows import Shorts, choose_shorts, fill_shorts, store_shorts
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
    n_categories, to_tie = choices.outcome_of_roll.shape[2], fill_row(tie)
    list_of_aims = np.empty(aims.option.shape[0], np.int64)
    for row in range(places.page.shape[0]):
        page, lane, filled = places.page[row], places.lane[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        now = load_row(table.values, table.first_slot[page] + lane)
        for roll in range(options.shape[2]):
            n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
            written, shown = fill_shorts(n_keeps), fill_row(-np.inf)
            for category in range(n_categories):
                if not filled >> category & 1:
                    outcome = outcome_of_roll[roll, category]
                    after = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
                    shows = exits.gain[outcome] + load_row(table.values, after)
                    shows, bar = shows - now, shown + to_tie
                    written = choose_shorts(shows, bar, fill_shorts(n_keeps + category), written)
                    shown = choose_row(shows, bar, shows, shown)
            first = (row * options.shape[1] * options.shape[2] + roll) * N_LANES
            store_shorts(options, first, written)
            for rerolls in range(1, options.shape[1]):
                n_aims, aim = 0, aims.first_aim[rerolls, roll]
                while n_aims == 0 or aims.least[list_of_aims[n_aims - 1]] > -np.inf:
                    if aims.wanted[aim] & ~filled != 0:
                        list_of_aims[n_aims] = aim
                        n_aims += 1
                    aim += 1
                chosen = written
                for place in range(n_aims - 1, -1, -1):
                    aim = list_of_aims[place]
                    ours = written if aims.option[aim] == WRITE else fill_shorts(aims.option[aim])
                    chosen = choose_shorts(fill_row(aims.least[aim] - tie), shown, chosen, ours)
                store_shorts(options, first + rerolls * options.shape[2] * N_LANES, chosen)
