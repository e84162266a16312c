"""What a player's turns come to: how often each ends in what, from its walk alone.

Few things that are told of most players need more, and none of these needs to know what else is in a game: one pass
over the turns, where ``statistics`` takes three that follow every box through all turns.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.statistics import count_outcomes
from solver.play.walk import Walk
from solver.threads import n_processors


@dataclass(frozen=True, eq=False)
class Habits:
    """How the turns of a player end.

    Attributes
    ----------
    prob_of_outcome : float64[n_turns, n_outcomes]
        How likely each turn of a game ends in each outcome.
    bonus_rate : float
        Probability of the bonus.
    n_visited : int
        Number of states that the games come to, finished scorecards included.
    """

    game: Game
    prob_of_outcome: Floats
    bonus_rate: float
    n_visited: int

    @cached_property
    def prob(self) -> Floats:
        """Return how likely a game holds each outcome: float64[n_outcomes]."""
        probs: Floats = self.prob_of_outcome.sum(axis=0)
        return probs

    @property
    def means(self) -> Floats:
        """Return the expected points of each category."""
        return self.of_categories(self.prob * self.game.outcomes.gain)

    @property
    def zero_rates(self) -> Floats:
        """Return the probability that each category is filled with zero points."""
        return self.of_categories(self.prob * (self.game.outcomes.gain == 0))

    @property
    def mean_turns(self) -> Floats:
        """Return the expected turn, from 1, in which each category is filled."""
        return self.of_categories(np.arange(1, len(self.prob_of_outcome) + 1) @ self.prob_of_outcome)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return all that ``of_arrays`` needs to make the habits again."""
        ones = {"bonus_rate": np.array([self.bonus_rate]), "n_visited": np.array([self.n_visited])}
        return {"prob_of_outcome": self.prob_of_outcome, **ones}

    @classmethod
    def of_arrays(cls, game: Game, arrays: Mapping[str, npt.NDArray[Any]]) -> Habits:
        """Return the habits that were taken apart by ``arrays``; others may be among them."""
        bonus_rate, n_visited = float(arrays["bonus_rate"][0]), int(arrays["n_visited"][0])
        return cls(game, arrays["prob_of_outcome"], bonus_rate, n_visited)

    def of_categories(self, weights: Floats) -> Floats:
        """Return the sum of the weights of the outcomes of each category: float64[n_categories]."""
        sums: Floats = np.bincount(self.game.outcomes.category, weights, self.game.ruleset.n_categories).astype(
            np.float64
        )
        return sums


def habits(walk: Walk) -> Habits:
    """Return the habits of a player, whose turns all have equally many throws."""
    ruleset, steps = walk.game.ruleset, walk.steps
    prob_of_outcome = np.zeros((ruleset.n_categories, len(walk.exits.category)))

    def count(turn: int) -> None:
        layer = walk.layer(turn)
        count_outcomes(steps, (layer.start, layer.stop), walk.visits, prob_of_outcome[turn])

    with ThreadPoolExecutor(n_processors()) as pool:
        list(pool.map(count, range(ruleset.n_categories)))
    last = walk.layer(ruleset.n_categories)
    bonus_rate = float(walk.visits[last][walk.total[last] >= ruleset.threshold].sum())
    return Habits(walk.game, prob_of_outcome, bonus_rate, walk.n_visited)
