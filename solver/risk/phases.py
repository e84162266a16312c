"""Players whose temper changes: a theta for every turn, all of them counting to the end of the game.

The worth of a state is a certainty equivalent of what comes after it, by the theta of its own turn; what comes after is
held at its certainty equivalent by the theta of the next turn, in points. With one theta for all turns this is the
player of that theta.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.play import Places
from solver.play.player import Decided, Options
from solver.play.tables import Tables
from solver.risk.thetas import ThetaPlayer
from solver.solving.arrays_for_kernels import kernel_exits, kernel_lattice, kernel_utility
from solver.solving.backwards import solve_slice
from solver.solving.objectives import Objective
from solver.solving.slots import Layout
from solver.solving.solution import Solution
from solver.threads import n_processors, run_slices

Temper = tuple[float, ...]  # a theta for each turn, the first turn first


def worth_by_turns(game: Game, thetas: Sequence[float]) -> Floats:
    """Return the worth of every state to a player with a theta for each turn: float64[n_states]."""
    layout, table = Layout(game.space), Layout(game.space).empty_table()
    arrays = kernel_lattice(game.lattice), kernel_exits(game.outcomes), game.ruleset.n_rerolls
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(game.ruleset.n_categories)):
            objective, blocks = Objective(thetas[n_filled]), layout.blocks(n_filled)
            utility = kernel_utility(objective, game.outcomes)
            run_slices(pool, len(blocks.page), partial(solve_slice, arrays, objective, utility, blocks, table, table))
    return layout.gather(table)


@dataclass(frozen=True, eq=False)
class PhasePlayer(Decided):
    """The player who decides each turn by its own theta; ``players`` are one for each turn."""

    name: str
    players: tuple[ThetaPlayer, ...]

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``; all rows are of one turn."""
        return self.players[int(rows.filled[0]).bit_count()].decide(tables, rows)


def phase_player(game: Game, thetas: Sequence[float]) -> PhasePlayer:
    """Return the player with a theta for each turn."""
    worth = worth_by_turns(game, thetas)
    player_of = {theta: ThetaPlayer(Solution(game, worth, 0.0, 0.0, theta=theta)) for theta in set(thetas)}
    name = "phases " + " ".join(f"{theta!r}" for theta in thetas)
    return PhasePlayer(name, tuple(player_of[theta] for theta in thetas))


def in_thirds(thetas: Sequence[float], n_turns: int) -> Temper:
    """Return a theta for each turn, given one for each equal part of the game."""
    return tuple(float(theta) for theta in np.repeat(thetas, n_turns // len(thetas)))
