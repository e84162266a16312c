"""Players: whoever decides what to do with a roll, in a form that can be evaluated exactly.

A player is asked for whole rows of states at once, and answers with the probability of each outcome of a turn. One that
never throws a coin need only say what it does in every situation; the rest is done here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats
from solver.kernels.choices import Ties
from solver.kernels.deciding import decide_rows
from solver.kernels.play import Places, follow_rows
from solver.kernels.rows import N_LANES
from solver.play.tables import Tables
from solver.solving.objectives import TIE, Objective

Options = npt.NDArray[np.int16]


class Player(Protocol):
    """Someone who plays: a policy that may also throw coins."""

    @property
    def name(self) -> str:
        """Return what the player is called in tables, commands and keys of kept results."""

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return how likely a turn ends in each outcome: float64[n_rows, N_LANES, n_outcomes].

        Parameters
        ----------
        rows : Places
            A few hundred rows of states with equally many categories filled. Lanes that are no reachable state may
            hold anything; in the others the probabilities sum to 1. Any number of threads may ask at once.
        """


class Decided(ABC):
    """A player whose every decision is determined by the state, the roll and the rerolls in hand."""

    name: str

    @abstractmethod
    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation: int16[n_rows, n_rerolls + 1, n_rolls, N_LANES].

        Row t is for t rerolls in hand. Option numbers: the keeps of the roll that throw at least one die come first,
        in lexicographic order of their dice; the category at place c of the scorecard has the number of these keeps
        plus c. Without a reroll the option must be a category.
        """

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return how likely a turn ends in each outcome: float64[n_rows, N_LANES, n_outcomes]."""
        lattice, exits, choices, n_rerolls, _tie = tables.arrays
        prob_of_outcome = np.empty((len(rows.page), N_LANES, len(exits.category)))
        reachable, options = tables.game.space.reachable_slots, self.decide(tables, rows)
        follow_rows(lattice, choices, n_rerolls, rows, reachable, options, prob_of_outcome)
        return prob_of_outcome


class Reader(Decided):
    """A player who takes the option that a table of values holds best, and so can be asked for states of many pages."""

    @property
    @abstractmethod
    def reads(self) -> tuple[Objective, Ties, Floats]:
        """Return what the values are, when two of them count as equal, and the values: float64[n_states]."""


@dataclass(frozen=True, eq=False)
class TablePlayer(Reader):
    """The player who takes the option that a table of points still to come values most.

    Attributes
    ----------
    value_of_state : float64[n_states]
        The table, right or wrong, in the order of ``StateSpace``.
    """

    name: str
    value_of_state: Floats

    @property
    def reads(self) -> tuple[Objective, Ties, Floats]:
        """Return what is read, see ``Reader``."""
        return Objective(0.0), Ties(1.0, -TIE), self.value_of_state

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``."""
        game = tables.game
        options = np.empty((len(rows.page), game.ruleset.n_rerolls + 1, len(game.lattice.rolls), N_LANES), np.int16)
        decide_rows(*tables.arrays, rows, tables.spread_once(self.value_of_state), options)
        return options
