"""What a small mind is fitted to: the states of a game, what they are worth, and how often perfect play comes there."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.play.player import TablePlayer
from solver.play.shared_walk import shared_walk
from solver.solving.solution import find_solution
from solver.store.format import Result
from solver.store.results import recall


@dataclass(frozen=True, eq=False)
class Cards:
    """The states of a game with their perfect values and visits, all in the order of ``StateSpace``.

    Attributes
    ----------
    value_of_state, visits_of_state : float64[n_states]
        Points to come under perfect play, and how likely a perfect game comes to the state.
    """

    game: Game
    value_of_state: Floats
    visits_of_state: Floats

    @cached_property
    def pages(self) -> Longs:
        """Return the page of each state, its set of filled categories."""
        return np.nonzero(self.game.space.reachable_slots)[0]

    @cached_property
    def totals(self) -> Longs:
        """Return the upper total of each state."""
        return np.nonzero(self.game.space.reachable_slots)[1]

    @cached_property
    def layers(self) -> Longs:
        """Return how many categories are filled in each state."""
        return self.game.space.n_filled_of_set[self.pages].astype(np.int64)

    def successors(self, states: Longs) -> Longs:
        """Return the state after each outcome, -1 where its category is filled: int64[len(states), n_outcomes]."""
        ways_out, space = self.game.outcomes, self.game.space
        pages, totals = self.pages[states, None], self.totals[states, None]
        is_open = (pages >> ways_out.category & 1) == 0
        after = np.where(is_open, pages + ways_out.step, 0)
        reached = np.where(is_open, np.minimum(totals + ways_out.shift, space.ruleset.threshold), 0)
        return np.where(is_open, space.states(after, reached), -1)


def perfect_cards(game: Game) -> Cards:
    """Return the states of a game, solved and walked through; kept on this machine."""
    solution = find_solution(game.ruleset)[0]

    def compute() -> Result:
        visits = shared_walk(game, TablePlayer("optimal", solution.value_of_state)).visits_of_state
        return Result({"visits": visits}, {})

    visits = recall("visits_of_perfect_play", game.identity, compute)[0].arrays["visits"]
    return Cards(game, solution.value_of_state, np.asarray(visits))
