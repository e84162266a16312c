"""Kernels that compare two players: where one would go wrong along the way of the other."""

from __future__ import annotations

import numpy as np

from solver.kernels.choices import prefer_options
from solver.kernels.compile import kernel
from solver.kernels.play import Choices, Places, play_lane, value_turn
from solver.kernels.rows import N_LANES, Floats
from solver.kernels.turn import Exits, Lattice, Table


@kernel
def weigh_mistakes(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    bounds: tuple[int, int],
    tables: tuple[Table, Table],
    visits: Floats,
    rerolls_wanted: tuple[int, int],
    least_loss: float,
    found: Floats,
) -> None:
    """Sum up, along the way of a player, where another would choose differently and lose by it.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    tables : Table, twice
        The values that the player reads, and those that the other reads; the latter equal in all lanes of a page.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player comes to each state.
    rerolls_wanted : int, int
        The fewest and the most rerolls in hand for a decision to count.
    least_loss : float
        Points, above 0, that the other must lose at least for a decision to count.
    found : float64[n_rerolls + 1, n_rolls, n_options, n_options, 4], the options being the player's and the other's
        Out, added to: visits of decisions where they differ; the same times the points that the other loses by it;
        the most of these that one state contributes; that state, as page * (threshold + 1) + upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    first_roll, n_totals = n_keeps - n_rolls, visits.shape[1]
    keeps, rolls = np.empty((n_rerolls, n_keeps, N_LANES)), np.empty((n_rerolls + 1, n_keeps, N_LANES))
    options = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    tempting = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    prob = np.empty((n_rerolls + 2, n_rolls))
    table, page = tables[0], -1
    for block in range(bounds[0], bounds[1]):
        first_lane, filled = places.lane[block], places.filled[block]
        if places.page[block] != page:
            page = places.page[block]
            value_turn(lattice, exits, (page, 0, filled), tables[1], keeps, rolls)
            prefer_options(exits, choices, (page, 0, filled), tables[1], tie, keeps, rolls, tempting)
        where = (page, first_lane, filled)
        value_turn(lattice, exits, where, table, keeps, rolls)
        prefer_options(exits, choices, where, table, tie, keeps, rolls, options)
        for lane in range(min(N_LANES, n_totals - first_lane)):
            weight, total = visits[page, first_lane + lane], first_lane + lane
            if weight == 0.0:
                continue
            play_lane(lattice, choices, lane, options, prob)
            for rerolls in range(rerolls_wanted[0], rerolls_wanted[1] + 1):
                for roll in range(n_rolls):
                    other = int(tempting[rerolls, roll, 0])
                    entry, stop = choices.first_keep_of_roll[roll] + other, choices.first_keep_of_roll[roll + 1]
                    if entry < stop:
                        value = keeps[rerolls - 1, choices.keeps[entry], lane]
                    else:
                        outcome = choices.outcome_of_roll[choices.class_of_page[page], roll, entry - stop]
                        value = exits.gain[outcome]
                        after = table.first_slot[page + exits.step[outcome]] + total + exits.shift[outcome]
                        value += table.values[after]
                    loss = rolls[rerolls, first_roll + roll, lane] - value
                    seen = weight * prob[rerolls, roll]
                    if loss >= least_loss and seen > 0.0:
                        cell = found[rerolls, roll, int(options[rerolls, roll, lane]), other]
                        cell[0] += seen
                        cell[1] += seen * loss
                        if seen * loss > cell[2]:
                            cell[2] = seen * loss
                            cell[3] = page * n_totals + total
