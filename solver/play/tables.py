"""What the playing kernels read of a game, and tables of pages and lanes."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError
from solver.game.exits import Outcomes
from solver.game.game import Game
from solver.kernels.play import Choices
from solver.kernels.turn import Exits, Lattice, Table
from solver.solving.arrays_for_kernels import kernel_exits, kernel_lattice
from solver.solving.objectives import TIE
from solver.solving.slots import Layout


@dataclass(frozen=True, eq=False)
class Tables:
    """What the playing kernels read of a game; ``may_save`` for those who can follow a player with saved throws."""

    game: Game
    may_save: bool = False

    _spread: dict[int, tuple[Floats, Table]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        """Refuse what players cannot be followed through.

        Raises
        ------
        SolverError
            If throws are saved, unless it is known what to do with them.
        """
        if self.game.ruleset.saves_throws and not self.may_save:
            raise SolverError(
                f"ruleset {self.game.ruleset.name!r}: with saved throws, a game can be solved, asked for advice, and "
                "followed with perfect play or a theta; this needs turns that all have the same number of throws"
            )

    @cached_property
    def outcomes(self) -> Outcomes:
        """Return the ways out of a turn."""
        return self.game.outcomes

    @cached_property
    def choices(self) -> Choices:
        """Return the choices of every roll."""
        keeps_of_roll = self.game.lattice.choices_of_roll
        number_of_keep = np.full((len(keeps_of_roll), self.game.lattice.first_roll), -1, dtype=np.int16)
        for roll, keeps in enumerate(keeps_of_roll):
            number_of_keep[roll, keeps] = np.arange(len(keeps))
        return Choices(
            np.cumsum([0] + [len(keeps) for keeps in keeps_of_roll], dtype=np.int32),
            np.concatenate(keeps_of_roll).astype(np.int32),
            number_of_keep,
            self.outcomes.class_of_page,
            self.outcomes.outcome_of_roll,
        )

    @property
    def arrays(self) -> tuple[Lattice, Exits, Choices, int, float]:
        """Return the leading arguments of the playing kernels."""
        lattice, exits = kernel_lattice(self.game.lattice), kernel_exits(self.outcomes)
        return lattice, exits, self.choices, self.game.ruleset.n_rerolls, TIE

    @cached_property
    def layout(self) -> Layout:
        """Return where the values of the states lie in a table."""
        return Layout(self.game.space)

    def spread(self, value_of_state: Floats) -> Table:
        """Return a table that holds the value of every reachable state; NaN elsewhere."""
        return self.layout.spread(value_of_state)

    def spread_once(self, value_of_state: Floats) -> Table:
        """Return ``spread(value_of_state)``, made at the first call with this array; any thread may call."""
        with self._lock:
            if id(value_of_state) not in self._spread:
                self._spread[id(value_of_state)] = value_of_state, self.spread(value_of_state)
            return self._spread[id(value_of_state)][1]

    def gather(self, table: Table) -> Floats:
        """Return the values of the reachable states in a table of pages and lanes."""
        return self.layout.gather(table)
