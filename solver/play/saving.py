"""Players in games with saved throws: what they do with any number of throws in hand, and how their turns end."""

from __future__ import annotations

import numpy as np

from solver.arrays import Bools, Floats, Ints, Longs
from solver.errors import SolverError
from solver.kernels.play import Places
from solver.kernels.rows import N_LANES
from solver.kernels.saving import decide_saving, gather_saving_turns
from solver.kernels.turn import Exits
from solver.kernels.walk import Shorts
from solver.play.player import Options, Player, Reader
from solver.play.tables import Tables
from solver.solving.arrays_for_kernels import kernel_utility

ENTRIES_OF_STATE = 150  # that are made room for at first


def check_saver(player: Player) -> Reader:
    """Return the player.

    Raises
    ------
    SolverError
        If it does not know what to do with saved throws.
    """
    if not isinstance(player, Reader):
        raise SolverError(
            f"policy {player.name!r} knows nothing of saved throws; perfect play and every theta are followed there"
        )
    return player


def saving_options(tables: Tables, player: Reader, rows: Places) -> Options:
    """Return what a player does in every situation: int16[n_rows, n_levels, n_rolls, N_LANES], by rerolls in hand."""
    lattice, exits, choices, n_rerolls, _tie = tables.arrays
    objective, ties, value_of_state = player.reads
    utility, table = kernel_utility(objective, tables.outcomes), tables.spread_once(value_of_state)
    n_levels = n_rerolls + int(tables.game.space.n_extras_of_set[rows.filled[0]])
    options = np.empty((len(rows.page), n_levels, len(lattice.prob_of_roll), N_LANES), np.int16)
    decide_saving(lattice, exits, choices, utility, ties, rows, table, options)
    return options


def saving_exits(tables: Tables) -> Exits:
    """Return the endings of turns as outcomes: where they lead, and what they write."""
    exits, n_rerolls = tables.arrays[1], tables.game.ruleset.n_rerolls
    used = np.arange(n_rerolls + int(tables.game.space.n_extras_of_set.max()))
    steps = (exits.step + (n_rerolls - used)[:, None] * exits.saved_step).ravel()
    category, shift = np.tile(exits.category, len(used)), np.tile(exits.shift, len(used))
    return exits._replace(category=category, step=steps, shift=shift, gain=np.tile(exits.gain, len(used)))


Turns = tuple[Ints, Ints, Ints, Longs, Shorts, Floats]


def saving_turns(tables: Tables, player: Reader, is_visited: Bools, rows: Places) -> Turns:
    """Return the visited states of some rows with their turns, as the fields of ``parts.Part``."""
    lattice, exits, choices, n_rerolls, _tie = tables.arrays
    options = saving_options(tables, player, rows)
    n_states = len(rows.page) * N_LANES * (options.shape[1] - n_rerolls)
    sizes, n_room = (n_rerolls, exits.saved_step, len(exits.category)), n_states * ENTRIES_OF_STATE
    while True:
        state = np.empty(n_states, np.int32), np.empty(n_states, np.int32), np.empty(n_states, np.int32)
        first_entry, entries = np.empty(n_states + 1, np.int64), (np.empty(n_room, np.int16), np.empty(n_room))
        n_found, n_turns = gather_saving_turns(
            lattice, choices, sizes, rows, is_visited, options, state, first_entry, entries
        )
        if n_found >= 0:
            break
        n_room *= 2
    n_entries = first_entry[n_turns]
    page, total, turn = (array[:n_found].copy() for array in state)
    outcome, prob = (array[:n_entries].copy() for array in entries)
    return page, total, turn, first_entry[: n_turns + 1].copy(), outcome, prob
