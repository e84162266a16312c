"""Exact statistics of a player's games and turns."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats, Longs
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.statistics import count_outcomes, expect_points, expect_rest, sum_past, weigh_outcomes
from solver.play.walk import Walk
from solver.threads import n_processors, run_slices


@dataclass(frozen=True, eq=False)
class Statistics:
    """Sums over all games of a player.

    Attributes
    ----------
    category, points : int64[n_outcomes]
        The outcomes of a turn: category and points.
    prob_of_outcome : float64[n_turns, n_outcomes, 2]
        Probability of each outcome in each turn, in games that end without and with the bonus.
    later_points : float64[n_outcomes, n_categories + 1]
        Expected points of each category that is filled later than the outcome, and last the indicator of the bonus,
        times the indicator of the outcome.
    earlier_points : float64[n_outcomes, n_categories + 1]
        The same for categories filled earlier; no rows if not computed.
    n_visited : int64[n_layers]
        Number of visited states.
    """

    game: Game
    category: Longs
    points: Longs
    prob_of_outcome: Floats
    later_points: Floats
    earlier_points: Floats
    n_visited: Longs

    @cached_property
    def prob(self) -> Floats:
        """Return the probability of each outcome in a game: float64[n_outcomes]."""
        probs: Floats = self.prob_of_outcome.sum(axis=(0, 2))
        return probs

    @cached_property
    def bonus_rate(self) -> float:
        """Return the probability of the bonus."""
        return float(self.prob_of_outcome[-1, :, 1].sum())

    @cached_property
    def zero_rates(self) -> Floats:
        """Return the probability that each category is filled with zero points."""
        return self.of_categories(self.prob * (self.points == 0))

    @cached_property
    def means(self) -> Floats:
        """Return the expected points of each category, and last of the bonus."""
        return np.append(self.of_categories(self.prob * self.points), self.bonus_points * self.bonus_rate)

    @property
    def bonus_points(self) -> int:
        """Return the points of the bonus."""
        return self.game.ruleset.bonus

    @cached_property
    def covariance(self) -> Floats:
        """Return the covariances of the points of the categories and, last, the bonus; they sum to the variance."""
        n_categories = self.game.ruleset.n_categories
        products = np.zeros((n_categories + 1, n_categories + 1))
        np.add.at(products, self.category, self.points[:, None] * self.later_points)
        products[:, -1] *= self.bonus_points
        products += products.T  # one of two categories is filled later, and the bonus is later than all
        squares = np.append(self.of_categories(self.prob * self.points**2), self.bonus_points**2 * self.bonus_rate)
        np.fill_diagonal(products, squares)
        covariance: Floats = products - np.outer(self.means, self.means)
        return covariance

    @property
    def correlation(self) -> Floats:
        """Return the correlations of the points of the categories and the bonus; 0 if one does not vary."""
        sds = np.sqrt(np.maximum(np.diag(self.covariance), 0.0))
        scale = np.outer(sds, sds)
        correlation: Floats = np.divide(self.covariance, scale, out=np.zeros_like(scale), where=scale > 0)
        return correlation

    @cached_property
    def conditional_means(self) -> Floats:
        """Return the expected points of each category and of the bonus, given each outcome: float64[.., n + 1].

        The rows are the outcomes, then no bonus, then the bonus; the last column is the bonus. NaN for outcomes of
        probability 0.

        Raises
        ------
        SolverError
            If points of earlier categories were not computed.
        """
        if len(self.earlier_points) == 0:
            raise SolverError(
                f"ruleset {self.game.ruleset.name!r}: points before an outcome are not computed for games of "
                f"{self.game.space.n_states:,} states"
            )
        own = np.where(self.category[:, None] == np.arange(self.later_points.shape[1]), self.points[:, None], 0)
        joint = self.later_points + self.earlier_points + own * self.prob[:, None]
        joint[:, -1] *= self.bonus_points
        points_with_bonus = self.of_categories(self.prob_of_outcome[..., 1].sum(axis=0) * self.points)
        with_bonus = np.append(points_with_bonus, self.bonus_points * self.bonus_rate)
        sums = np.vstack([joint, self.means - with_bonus, with_bonus])
        probs = np.concatenate([self.prob, [1 - self.bonus_rate, self.bonus_rate]])[:, None]
        means: Floats = np.divide(sums, probs, out=np.full_like(sums, np.nan), where=probs > 0)
        return means

    @property
    def fill_turns(self) -> Floats:
        """Return the probability of filling each category in each turn: float64[n_categories, n_turns, 2], by bonus."""
        n_turns = len(self.prob_of_outcome)
        chances = np.zeros((n_turns, n_turns, 2))
        np.add.at(chances, self.category, self.prob_of_outcome.transpose(1, 0, 2))
        return chances

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays that restore the statistics: ``Statistics(game, **arrays)``."""
        return {name: part for name, part in vars(self).items() if name in self.__dataclass_fields__ and name != "game"}

    def of_categories(self, weights: Floats) -> Floats:
        """Return the sum of the weights of the outcomes of each category: float64[n_categories]."""
        sums: Floats = np.bincount(self.category, weights, self.game.ruleset.n_categories).astype(np.float64)
        return sums


def by_outcome(game: Game, sums: Floats, axis: int = 0) -> Floats:
    """Return sums by outcome, given those by the endings of turns: outcome + n_outcomes * rerolls used."""
    n_outcomes = len(game.outcomes.category)
    shape = *sums.shape[:axis], -1, n_outcomes, *sums.shape[axis + 1 :]
    folded: Floats = sums.reshape(shape).sum(axis=axis)
    return folded


def rest_of_walk(walk: Walk) -> tuple[Floats, Floats]:
    """Return the expected points still to come in each category, and the chance of the bonus, from each visited state.

    Returns
    -------
    rest : float64[n_visited, n_categories + 1]
        0 for the categories that are filled.
    later_points : float64[n_outcomes, n_categories + 1]
        See ``Statistics``.
    """
    n_turns = walk.game.ruleset.n_categories
    rest = np.zeros((walk.n_visited, n_turns + 1))
    last = walk.layer(n_turns)
    rest[last, -1] = walk.total[last] >= walk.game.ruleset.threshold
    exits, steps, parts = walk.exits, walk.steps, dict[tuple[int, int], Floats]()

    def expect(first: int, start: int, stop: int) -> None:
        joint = parts[-first, start] = np.zeros((len(exits.category), n_turns + 1))
        expect_rest(exits, steps, (first + start, first + stop), walk.visits, rest, rest, joint)

    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(n_turns)):
            layer = walk.layer(n_filled)
            run_slices(pool, layer.stop - layer.start, partial(expect, layer.start))
    later_points: Floats = np.sum([parts[place] for place in sorted(parts)], axis=0)
    return rest, later_points


def statistics(walk: Walk) -> Statistics:
    """Return the statistics of a player's games: one pass backwards over its walk, and two forwards."""
    ruleset, exits, steps = walk.game.ruleset, walk.exits, walk.steps
    n_turns, n_outcomes = ruleset.n_categories, len(exits.category)
    rest, later_points = rest_of_walk(walk)
    chance = np.ascontiguousarray(rest[:, -1])
    prob_of_outcome, earlier_points = np.zeros((n_turns, n_outcomes, 2)), np.zeros((n_outcomes, n_turns + 1))
    past = np.zeros_like(rest)

    def weigh(n_filled: int) -> None:
        layer = walk.layer(n_filled)
        weigh_outcomes(exits, steps, (layer.start, layer.stop), walk.visits, chance, prob_of_outcome[n_filled])

    with ThreadPoolExecutor(n_processors()) as pool:
        weighed = [pool.submit(weigh, n_filled) for n_filled in range(n_turns)]
        for n_filled in range(n_turns):
            layer = walk.layer(n_filled)
            sum_past(exits, steps, (layer.start, layer.stop), walk.visits, past, earlier_points)
        for done in weighed:
            done.result()
    return Statistics(
        game=walk.game,
        category=walk.game.outcomes.category,
        points=walk.game.outcomes.gain.astype(np.int64),
        prob_of_outcome=by_outcome(walk.game, prob_of_outcome, axis=1),
        later_points=by_outcome(walk.game, later_points),
        earlier_points=by_outcome(walk.game, earlier_points),
        n_visited=np.diff(walk.first_of_layer),
    )


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
        """Return the probability of each outcome in a game: float64[n_outcomes]."""
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
        """Return the arrays from which ``of_arrays`` restores the statistics."""
        ones = {"bonus_rate": np.array([self.bonus_rate]), "n_visited": np.array([self.n_visited])}
        return {"prob_of_outcome": self.prob_of_outcome, **ones}

    @classmethod
    def of_arrays(cls, game: Game, arrays: Mapping[str, npt.NDArray[Any]]) -> Habits:
        """Restore statistics from ``arrays``, which may include others."""
        bonus_rate, n_visited = float(arrays["bonus_rate"][0]), int(arrays["n_visited"][0])
        return cls(game, arrays["prob_of_outcome"], bonus_rate, n_visited)

    def of_categories(self, weights: Floats) -> Floats:
        """Return the sum of the weights of the outcomes of each category: float64[n_categories]."""
        sums: Floats = np.bincount(self.game.outcomes.category, weights, self.game.ruleset.n_categories).astype(
            np.float64
        )
        return sums


def mean_and_sd(walk: Walk) -> tuple[float, float]:
    """Return the mean and the standard deviation of the final score, a tenth of the work of its distribution."""
    n_turns, values, variance = walk.game.ruleset.n_categories, np.zeros(walk.n_visited), 0.0
    last = walk.layer(n_turns)
    values[last] = walk.game.ruleset.bonus * (walk.total[last] >= walk.game.ruleset.threshold)
    for n_filled in reversed(range(n_turns)):
        layer = walk.layer(n_filled)
        variance += expect_points(walk.exits, walk.steps, (layer.start, layer.stop), walk.visits, values)
    return float(values[0]), float(np.sqrt(variance))


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
