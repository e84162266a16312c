"""The kernel of the player with exponential utility: what it does in every situation, decided by utilities."""

from __future__ import annotations

from solver.kernels.choices import Ties, empty_room
from solver.kernels.compile import ZERO, kernel
from solver.kernels.deciding import decide_turn
from solver.kernels.keeping import empty_leaders
from solver.kernels.play import Choices, Places
from solver.kernels.rows import aligned_rows
from solver.kernels.short_rows import Shorts
from solver.kernels.turn import Exits, Lattice, Table
from solver.kernels.utility import Utility, exit_by_scores, find_reference, score_outcomes


@kernel
def decide_by_utility(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    utility: Utility,
    ties: Ties,
    places: Places,
    table: Table,
    options: Shorts,
) -> None:
    """Find what the player does in every situation of a turn.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    table : Table
        Certainty equivalents of the points to come.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken with t rerolls in hand in row t, see ``deciding.decide_rows``.
    """
    first_roll, room, leaders = lattice.extensions_of_keep.shape[0], empty_room(lattice), empty_leaders(lattice)
    scores = aligned_rows(exits.category.shape[0])
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        reference = find_reference(exits, utility, where, table, ZERO)
        score_outcomes(exits, utility, where, table, reference, scores)
        exit_by_scores(exits, where[0], where[2], 0, scores, first_roll, room.values)
        decide_turn(lattice, exits, choices, where, scores, ties, room, leaders, options[row])
