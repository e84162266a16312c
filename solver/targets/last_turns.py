"""The last turns against a friend who has finished: the chance of winning under different ways to play.

Few boxes are open, so the points still to come from a state have a small distribution, found by following the way to
play to the end of the game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solver.advising.choices import play, preferred_category
from solver.advising.turn import Turn, solve_turn
from solver.arrays import Floats
from solver.game.game import Game
from solver.targets.advice import turn_of_scores

State = tuple[int, int]


@dataclass(frozen=True, eq=False)
class WayToPlay:
    """A player who takes what a table of points still to come values most, and where that ends."""

    game: Game
    value_of_state: Floats
    known: dict[State, Floats] = field(default_factory=dict)

    def prob_to_come(self, filled: int, total: int) -> Floats:
        """Return the probability of each number of points still to come, bonus included, from a state."""
        if (filled, total) not in self.known:
            self.known[filled, total] = self.compute(filled, total)
        return self.known[filled, total]

    def compute(self, filled: int, total: int) -> Floats:
        """Follow the game from a state."""
        ruleset, space = self.game.ruleset, self.game.space
        prob_to_come = np.zeros(self.game.best_final_score + 1)
        if filled == space.n_sets - 1:
            prob_to_come[ruleset.bonus_at(total)] = 1.0
            return prob_to_come
        turn = solve_turn(self.game, filled, total, self.value_of_state)
        for (category, points), prob in ends_of_turn(turn).items():
            upper = points if ruleset.categories[category].is_upper else 0
            later = self.prob_to_come(filled | 1 << category, min(total + upper, ruleset.threshold))
            prob_to_come[points:] += prob * later[: len(later) - points]
        return prob_to_come

    def chance_of(self, filled: int, total: int, needed: int) -> float:
        """Return the probability of at least ``needed`` points still to come."""
        return float(self.prob_to_come(filled, total)[max(needed, 0) :].sum())


def ends_of_turn(turn: Turn) -> dict[tuple[int, int], float]:
    """Return how likely a turn ends with each number of points in each category."""
    game = turn.game
    prob_of_roll = play(turn, game.ruleset.n_rerolls, game.lattice.prob_of_roll[:, None].copy())[:, 0]
    category_of_roll = preferred_category(turn)[:, 0]
    ends: dict[tuple[int, int], float] = {}
    for roll in np.flatnonzero(prob_of_roll):
        category = int(category_of_roll[roll])
        end = category, int(game.points_of_roll[roll, category])
        ends[end] = ends.get(end, 0.0) + float(prob_of_roll[roll])
    return ends


def last_box_turn(game: Game, category: str, needed: int) -> Turn:
    """Return the values of the last turn, in one category, for a player who needs so many points: probabilities."""
    place = game.ruleset.category_names.index(category)
    value_of_score = np.full((*game.points_of_roll.shape, 1), -np.inf)
    value_of_score[:, place, 0] = game.points_of_roll[:, place] >= needed
    return turn_of_scores(game, value_of_score)
