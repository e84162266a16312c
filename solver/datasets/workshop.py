"""The workshop: what several data sets need, each made once and, where it takes long, kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from solver.datasets.value_table import ValueTable, quantise, value_table
from solver.dice import Floats
from solver.rules import Ruleset
from solver.solution import Game, Solution, find_solution
from solver.store import Result, recall

if TYPE_CHECKING:
    from solver.datasets.decisions import Example


@dataclass(frozen=True, eq=False)
class Workshop:
    """One ruleset and the results that its data sets are made from."""

    ruleset: Ruleset

    @cached_property
    def solution(self) -> Solution:
        """Return the solved game."""
        return find_solution(self.ruleset)[0]

    @property
    def game(self) -> Game:
        """Return the game's tables."""
        return self.solution.game

    @cached_property
    def value_table(self) -> ValueTable:
        """Return the quantised values as the browser gets them."""
        return value_table(self.solution)

    @cached_property
    def visits(self) -> Floats:
        """Return the probability that a perfect game comes to each state: float64[n_states]."""
        return self.kept("visits", self.visits_of_optimum)

    @cached_property
    def mean_of_quantised_play(self) -> Floats:
        """Return the exact value of every state for a player who reads the browser's table: float64[n_states]."""
        return self.kept("quantised-play", self.mean_of_reader)

    @cached_property
    def bonus_chance(self) -> Floats:
        """Return the probability, from every state, that perfect play ends with the bonus: float64[n_states]."""
        return self.kept("bonus-chance", self.bonus_chance_of_optimum)

    @cached_property
    def examples(self) -> list[Example]:
        """Return the decisions found by search."""
        from solver.datasets.decisions import find_examples

        return find_examples(self)

    def kept(self, name: str, compute: Callable[[], Floats]) -> Floats:
        """Return an array that depends on nothing but the ruleset, computed once and kept."""
        result, _ = recall(name, self.game.identity, lambda: Result({"array": compute()}, {}))
        return result.arrays["array"]

    def visits_of_optimum(self) -> Floats:
        """Compute the visits of perfect play."""
        from solver.evaluate import visits_of_policy  # compiles

        return visits_of_policy(self.game, self.solution.value_of_state)

    def mean_of_reader(self) -> Floats:
        """Compute the value of play by the quantised table."""
        from solver.evaluate import mean_of_policy  # compiles

        return mean_of_policy(self.game, quantise(self.solution.value_of_state))

    def bonus_chance_of_optimum(self) -> Floats:
        """Compute the chance of the bonus under perfect play."""
        from solver.evaluate import bonus_chance_of_policy  # compiles

        return bonus_chance_of_policy(self.game, self.solution.value_of_state)
