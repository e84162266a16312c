"""A game: its rules with the tables that every calculation reads."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from solver.arrays import Ints
from solver.game.dice import KeepLattice, keep_lattice
from solver.game.exits import Outcomes, outcomes, points_table
from solver.game.states import StateSpace, state_space
from solver.rules.ruleset import Ruleset
from solver.store.files import sha256


@dataclass(frozen=True, eq=False)
class Game:
    """A ruleset with its tables: dice, states, points."""

    ruleset: Ruleset

    @cached_property
    def lattice(self) -> KeepLattice:
        """Return the keeps of the game's dice."""
        return keep_lattice(self.ruleset.n_dice)

    @cached_property
    def space(self) -> StateSpace:
        """Return the reachable states."""
        return state_space(self.ruleset)

    @cached_property
    def points_of_roll(self) -> Ints:
        """Return the points of every roll in every category: int32[n_rolls, n_categories]."""
        return points_table(self.ruleset, self.lattice)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Return the ways out of a turn."""
        return outcomes(self.ruleset, self.lattice, self.space)

    @property
    def has_extra_bonus(self) -> bool:
        """Return whether extra Yahtzees are paid for."""
        return self.ruleset.extra_yahtzees is not None and self.ruleset.extra_yahtzees.bonus > 0

    @property
    def identity(self) -> dict[str, Any]:
        """Return all of the rules that a value can depend on, for the keys of kept results."""
        ruleset = self.ruleset
        return {
            "ruleset": ruleset.name,
            "options": dict(ruleset.options),
            "dice": ruleset.n_dice,
            "rerolls": ruleset.n_rerolls,
            "categories": list(ruleset.category_names),
            "upper": [category.is_upper for category in ruleset.categories],
            "bonus": ruleset.bonus,
            "threshold": ruleset.threshold,
            "points": sha256(self.points_of_roll.tobytes()),
            "saves_throws": ruleset.saves_throws,
            "in_order": ruleset.in_order,
            "extra_yahtzees": ruleset.extra_yahtzees and asdict(ruleset.extra_yahtzees),
        }

    @cached_property
    def best_final_score(self) -> int:
        """Return the largest final score: the best roll in every category, and the bonus if that earns it."""
        best = self.points_of_roll.max(axis=0)
        upper = [category.is_upper for category in self.ruleset.categories]
        best_gain = [self.outcomes.gain[self.outcomes.category == place].max() for place in range(len(best))]
        return int(sum(best_gain)) + self.ruleset.bonus_at(int(best[upper].sum()))
