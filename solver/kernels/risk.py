"""The kernel of the player with exponential utility: what it does in every situation, decided by utilities."""

from __future__ import annotations

from solver.kernels.choices import Ties
from solver.kernels.compile import kernel
from solver.kernels.deciding import decide_states
from solver.kernels.play import Choices, Places
from solver.kernels.rows import aligned_rows
from solver.kernels.short_rows import Shorts
from solver.kernels.turn import Exits, Lattice, Table, throw_evenly
from solver.kernels.utility import Utility, UtilityRule, score_utilities


@kernel
def decide_by_utility(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    _n_rerolls: int,
    utility: Utility,
    ties: Ties,
    places: Places,
    table: Table,
    options: Shorts,
) -> None:
    """Find what the player does in every situation of a turn, see ``decide_states`` and ``UtilityRule``."""
    rule = UtilityRule(utility, table, aligned_rows(1))
    decide_states(score_utilities, throw_evenly, rule, True, lattice, exits, choices, ties, places, options)
