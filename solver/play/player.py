"""Players: decisions in a form that can be evaluated exactly."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from threading import Lock
from typing import Protocol

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Ints, Longs
from solver.errors import SolverError
from solver.game.game import Game, Outcomes
from solver.kernels.deciding import Ties, decide_rows
from solver.kernels.following import Choices, Places, follow_rows, gather_saving_turns
from solver.kernels.rows import N_LANES
from solver.kernels.turn import Exits, Lattice, Table
from solver.kernels.utility import decide_by_utility
from solver.kernels.walk import Shorts
from solver.solving.backwards import Layout, kernel_exits, kernel_lattice, kernel_utility
from solver.solving.objectives import TIE, Objective


@dataclass(frozen=True, eq=False)
class Tables:
    """Tables of a game for kernels that evaluate players; ``may_save`` if the player supports saved throws."""

    game: Game
    may_save: bool = False

    _spread: dict[int, tuple[Floats, Table]] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        """Check that players of this game can be evaluated.

        Raises
        ------
        SolverError
            If throws are saved and ``may_save`` is False.
        """
        if self.game.ruleset.saves_throws and not self.may_save:
            raise SolverError(
                f"ruleset {self.game.ruleset.name!r}: with saved throws, this is supported only for perfect play "
                "and for a theta; other players need turns with the same number of throws"
            )

    @cached_property
    def outcomes(self) -> Outcomes:
        """Return the outcomes of a turn."""
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
        """Return the layout of value tables."""
        return Layout(self.game.space)

    def spread(self, value_of_state: Floats) -> Table:
        """Return a table with the value of every reachable state; NaN elsewhere."""
        return self.layout.spread(value_of_state)

    def spread_once(self, value_of_state: Floats) -> Table:
        """Return ``spread(value_of_state)``, computed at the first call with this array; thread-safe."""
        with self._lock:
            if id(value_of_state) not in self._spread:
                self._spread[id(value_of_state)] = value_of_state, self.spread(value_of_state)
            return self._spread[id(value_of_state)][1]

    def gather(self, table: Table) -> Floats:
        """Return the values of the reachable states in a table of pages and lanes."""
        return self.layout.gather(table)


Options = npt.NDArray[np.int16]


class Player(Protocol):
    """A policy, possibly random, in a form that can be evaluated exactly."""

    @property
    def name(self) -> str:
        """Return the name of the player in tables, commands and keys of cached results."""

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return the probability of each outcome of a turn: float64[n_rows, N_LANES, n_outcomes].

        Parameters
        ----------
        rows : Places
            A few hundred rows of states with equally many categories filled. Lanes that are not reachable states can
            have any value; in the others the probabilities sum to 1. Must be thread-safe.
        """


class Decided(ABC):
    """A player whose decisions are determined by the state, the roll and the remaining throws."""

    name: str

    @abstractmethod
    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation: int16[n_rows, n_rerolls + 1, n_rolls, N_LANES].

        Row t has t remaining throws. Option numbers: the keeps of the roll that throw at least one die come first, in
        lexicographic order of their dice; category c of the scorecard has the number of these keeps plus c. Without
        remaining throws the option must be a category.
        """

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return the probability of each outcome of a turn: float64[n_rows, N_LANES, n_outcomes]."""
        lattice, exits, choices, n_rerolls, _tie = tables.arrays
        prob_of_outcome = np.empty((len(rows.page), N_LANES, len(exits.category)))
        reachable, options = tables.game.space.reachable_slots, self.decide(tables, rows)
        follow_rows(lattice, choices, n_rerolls, rows, reachable, options, prob_of_outcome)
        return prob_of_outcome


class Reader(Decided):
    """A player who is greedy with respect to a value table, so that states of many pages can be evaluated together."""

    @property
    @abstractmethod
    def reads(self) -> tuple[Objective, Ties, Floats]:
        """Return the kind of the values, their tie tolerance, and the values: float64[n_states]."""


@dataclass(frozen=True, eq=False)
class TablePlayer(Reader):
    """The player who is greedy with respect to a table of points still to come.

    Attributes
    ----------
    value_of_state : float64[n_states]
        The table, right or wrong, in the order of ``StateSpace``.
    """

    name: str
    value_of_state: Floats

    @property
    def reads(self) -> tuple[Objective, Ties, Floats]:
        """Return the value table, see ``Reader``."""
        return Objective(0.0), Ties(1.0, -TIE), self.value_of_state

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        game = tables.game
        options = np.empty((len(rows.page), game.ruleset.n_rerolls + 1, len(game.lattice.rolls), N_LANES), np.int16)
        decide_rows(*tables.arrays, rows, tables.spread_once(self.value_of_state), options)
        return options


ENTRIES_OF_STATE = 150  # initial capacity


def check_saver(player: Player) -> Reader:
    """Return the player.

    Raises
    ------
    SolverError
        If the player does not support saved throws.
    """
    if not isinstance(player, Reader):
        raise SolverError(f"policy {player.name!r} does not support saved throws; use perfect play or a theta")
    return player


def saving_options(tables: Tables, player: Reader, rows: Places) -> Options:
    """Return the decision in every situation: int16[n_rows, n_levels, n_rolls, N_LANES], by remaining throws."""
    lattice, exits, choices, n_rerolls, tie = tables.arrays
    objective, ties, value_of_state = player.reads
    table = tables.spread_once(value_of_state)
    n_levels = n_rerolls + int(tables.game.space.n_extras_of_set[rows.filled[0]])
    options = np.empty((len(rows.page), n_levels, len(lattice.prob_of_roll), N_LANES), np.int16)
    if objective.is_mean:
        decide_rows(lattice, exits, choices, n_rerolls, tie, rows, table, options)
    else:
        utility = kernel_utility(objective, tables.outcomes)
        decide_by_utility(lattice, exits, choices, n_rerolls, utility, ties, rows, table, options)
    return options


def saving_exits(tables: Tables) -> Exits:
    """Return the endings of turns as outcomes: their successors and points."""
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
