"""Kernels that compare two players: where one would go wrong along the way of the other."""

from __future__ import annotations

import numpy as np

from solver.kernels.choices import Ties
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import decide_turn, empty_room
from solver.kernels.judge import empty_turn, follow_row
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Longs, choose_row, fill_row, get_row, load_row, store_row
from solver.kernels.short_rows import Shorts, reaches_anywhere
from solver.kernels.turn import Exits, Lattice, Table, Where, score_points, successor_slot, throw_evenly


@part
def weigh_level(
    exits: Exits,
    choices: Choices,
    where: Where,
    table: Table,
    least_loss: float,
    first_state: int,
    means: Floats,
    best: Floats,
    options: Shorts,
    tempting: Shorts,
    lanes: Longs,
    chances: Floats,
    found: Floats,
) -> None:
    """Add up the mistakes with so many rerolls in hand, for a row of states; see ``weigh_mistakes``.

    Parameters
    ----------
    first_state : int
        The state in the first lane, numbered as in ``found``.
    means, best : float64[n_keeps, N_LANES]
        What throwing all but these dice is worth, and the best choice of each roll.
    options, tempting : int16[n_rolls, N_LANES]
        What the player does, and the other, whose lanes are all alike.
    chances : float64[n_rolls, N_LANES]
        How often a game of the player meets each roll.
    """
    first_roll, zero, nothing = best.shape[0] - options.shape[0], fill_row(0.0), fill_row(-np.inf)
    outcome_of_roll, bar = choices.outcome_of_roll[choices.class_of_page[where[0]]], fill_row(least_loss)
    for roll in range(options.shape[0]):
        other, first = int(tempting[roll, 0]), choices.first_keep_of_roll[roll]
        n_keeps = choices.first_keep_of_roll[roll + 1] - first
        if other < n_keeps:
            value = get_row(means, choices.keeps[first + other])
        else:
            outcome = outcome_of_roll[roll, other - n_keeps]
            value = load_row(table.values, successor_slot(exits, table, where, outcome)) + exits.gain[outcome]
        met = get_row(chances, roll)
        ours = choose_row(met, zero, get_row(best, first_roll + roll), zero)
        loss = ours - choose_row(met, zero, value, zero)
        if not reaches_anywhere(choose_row(met, zero, loss, nothing), bar):
            continue
        losses = np.empty(N_LANES)
        store_row(losses, 0, loss)
        for lane in lanes:
            seen, lost = chances[roll, lane], losses[lane]
            if lost >= least_loss and seen > 0.0:
                cell = found[roll, int(options[roll, lane]), other]
                cell[0] += seen
                cell[1] += seen * lost
                if seen * lost > cell[2]:
                    cell[2], cell[3] = seen * lost, first_state + lane


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
    n_outcomes, ties = exits.category.shape[0], Ties(1.0, -tie)
    room, first_roll = empty_room(lattice, n_outcomes, n_rerolls), lattice.extensions_of_keep.shape[0]
    options = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    tempting = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    turn, page = empty_turn(n_rerolls, n_rolls, n_keeps, n_outcomes), -1
    for block in range(bounds[0], bounds[1]):
        where = (places.page[block], places.lane[block], places.filled[block])
        if where[0] != page:
            page, alike = where[0], (where[0], ZERO, where[2])
            decide_turn(
                score_points, throw_evenly, tables[1], False, lattice, exits, choices, alike, ties, room, tempting
            )
        decide_turn(score_points, throw_evenly, tables[0], False, lattice, exits, choices, where, ties, room, options)
        lanes = follow_row(lattice, choices, where, options, visits, turn)
        first_state = page * visits.shape[1] + where[1]
        for rerolls in range(rerolls_wanted[0], rerolls_wanted[1] + 1):
            chances, worths = turn.flow[rerolls][first_roll:], room.worths
            weigh_level(
                exits, choices, where, tables[0], least_loss, first_state, worths[max(rerolls - 1, 0)], worths[rerolls],
                options[rerolls], tempting[rerolls], lanes, chances, found[rerolls],
            )  # fmt: skip
