"""Exact distributions of the final score, and joint events of a game."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from solver.arrays import Bools, Floats
from solver.kernels.distribution import Selection, Windows, find_possible, find_windows, mix_successors
from solver.kernels.rows import N_LANES
from solver.play.walk import Walk
from solver.rules.ruleset import Ruleset
from solver.threads import BUFFERS, n_processors, run_slices

EVERY_GAME = Selection(np.zeros(0, np.int64), np.zeros(0, np.bool_))
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
ROUNDING = 1e-12  # tolerance of sums of probabilities


@dataclass(frozen=True, eq=False)
class Distribution:
    """Probabilities of the final scores 0, 1, 2 ...: float64[best final score + 1], with sum 1."""

    prob_of_score: Floats

    @cached_property
    def mean(self) -> float:
        """Return the expected score."""
        return float(np.arange(len(self.prob_of_score)) @ self.prob_of_score)

    def central_moment(self, power: int) -> float:
        """Return the expected power of the distance from the mean."""
        return float((np.arange(len(self.prob_of_score)) - self.mean) ** power @ self.prob_of_score)

    @cached_property
    def variance(self) -> float:
        """Return the expected squared distance from the mean."""
        return self.central_moment(2)

    @property
    def sd(self) -> float:
        """Return the standard deviation."""
        return float(np.sqrt(self.variance))

    @property
    def skewness(self) -> float:
        """Return the third central moment over the third power of the standard deviation; 0 if nothing varies."""
        return self.central_moment(3) / self.sd**3 if self.variance > 0 else 0.0

    @property
    def kurtosis(self) -> float:
        """Return the fourth central moment over the squared variance: 3 for a normal distribution; not the excess."""
        return self.central_moment(4) / self.variance**2 if self.variance > 0 else 0.0

    def percentile(self, percent: float) -> int:
        """Return the smallest score s with P(X <= s) >= percent / 100."""
        return int(np.argmax(np.cumsum(self.prob_of_score) >= percent / 100 - ROUNDING))

    @property
    def percentiles(self) -> dict[int, int]:
        """Return the published percentiles."""
        return {percent: self.percentile(percent) for percent in PERCENTILES}

    def mean_of_worst(self, share: float) -> float:
        """Return the mean of the worst ``share`` of the games (CVaR, 0 < share <= 1), one score taken in part."""
        below = np.cumsum(self.prob_of_score) - self.prob_of_score
        taken = np.clip(share - below, 0.0, self.prob_of_score)
        return float(np.arange(len(taken)) @ taken) / share

    def mean_of_best(self, share: float) -> float:
        """Return the mean of the best ``share`` of the games, one score taken in part."""
        return (self.mean - (1 - share) * self.mean_of_worst(1 - share)) / share if share < 1 else self.mean

    def chance_of(self, target: int) -> float:
        """Return the probability of at least ``target`` points."""
        return float(self.prob_of_score[max(target, 0) :].sum())


@dataclass(frozen=True, eq=False)
class Passes:
    """Preparation of a walk for several passes, each of which computes a distribution of the final score."""

    walk: Walk

    @cached_property
    def windows(self) -> Windows:
        """Return the window of each state's distribution."""
        walk, steps = self.walk, self.walk.steps
        n_layers = len(walk.first_of_layer) - 1
        low, high = np.zeros(walk.n_visited, np.int32), np.zeros(walk.n_visited, np.int32)
        twin, first = np.zeros(walk.n_visited, np.int64), np.zeros(walk.n_visited, np.int64)
        windows = Windows(low, high, twin, first)
        last = walk.layer(n_layers - 1)
        earns = walk.total[last] >= walk.game.ruleset.threshold
        low[last] = high[last] = [walk.game.ruleset.bonus_at(int(total)) for total in walk.total[last]]
        twin[last] = last.start + np.where(earns, np.argmax(earns), np.argmin(earns))
        for n_filled in reversed(range(n_layers)):
            layer = walk.layer(n_filled)
            if n_filled < n_layers - 1:
                find_windows(walk.exits, steps, (layer.start, layer.stop), windows, windows)
            is_own = twin[layer] == np.arange(layer.start, layer.stop)
            buffers = np.where(is_own, padded_length(high[layer] - low[layer] + 1), 0)
            first[layer] = (np.cumsum(buffers) - buffers)[twin[layer] - layer.start]
        return windows

    def n_numbers(self, n_filled: int) -> int:
        """Return the number of values in the distributions of a layer."""
        layer, windows = self.walk.layer(n_filled), self.windows
        last = layer.start + int(np.argmax(windows.first[layer]))
        return int(windows.first[last] + padded_length(windows.high[last] - windows.low[last] + 1))

    def mix_layer(
        self,
        pool: ThreadPoolExecutor,
        n_filled: int,
        later: Floats,
        selection: Selection = EVERY_GAME,
        buffer: Floats | None = None,
    ) -> Floats:
        """Return the distributions of a layer, given those of the next one: float64[n_combinations, ..].

        ``buffer`` is overwritten, if all games count; by default a new array is allocated.
        """
        layer, n_numbers = self.walk.layer(n_filled), self.n_numbers(n_filled)
        exits, steps, first = self.walk.exits, self.walk.steps, layer.start
        numbers = np.zeros((len(later), n_numbers)) if buffer is None else buffer[:, :n_numbers]

        def mix(start: int, stop: int) -> None:
            bounds = first + start, first + stop
            mix_successors(exits, steps, bounds, (self.windows, self.windows), selection, later, numbers)

        run_slices(pool, layer.stop - first, mix)
        return numbers

    def finished(self, n_combinations: int = 1, has_bonus: bool | None = None) -> Floats:
        """Return the distributions of finished scorecards, of all or of those with or without the bonus."""
        last = self.walk.layer(self.walk.game.ruleset.n_categories)
        earns = self.walk.total[last] >= self.walk.game.ruleset.threshold
        numbers = np.zeros((n_combinations, self.n_numbers(self.walk.game.ruleset.n_categories)))
        numbers[0, self.windows.first[last]] = 1.0 if has_bonus is None else earns == has_bonus
        return numbers

    def prob_of_score(self, category_of_event: Sequence[int] = (), has_bonus: bool | None = None) -> Floats:
        """Return the joint probability of each final score and each combination of some events.

        Parameters
        ----------
        category_of_event : sequence of int
            Filling such a category with points is an event. Without any there is one combination.
        has_bonus : bool, optional
            Count only games with, or without, the bonus.

        Returns
        -------
        prob_of_score : float64[2 ** n_events, best final score + 1]
            Bit i of a combination is set if event i happens.
        """
        walk, windows, possible = self.walk, self.windows, EVERY_GAME.is_possible
        n_turns = walk.game.ruleset.n_categories
        if has_bonus is not None:
            possible = self.leads_to(has_bonus)
        selection = Selection(np.array(category_of_event, dtype=np.int64), possible)
        later = self.finished(2 ** len(category_of_event), has_bonus)
        buffers: Sequence[Floats | None] = (None, None)
        if has_bonus is None and not category_of_event:
            buffers = [buffer[None] for buffer in BUFFERS.take(2, max(map(self.n_numbers, range(n_turns))))]
        with ThreadPoolExecutor(n_processors()) as pool:
            for n_filled in reversed(range(n_turns)):
                later = self.mix_layer(pool, n_filled, later, selection, buffers[n_filled % 2])
        prob_of_score = np.zeros((len(later), walk.game.best_final_score + 1))
        low, high = int(windows.low[0]), int(windows.high[0])
        prob_of_score[:, low : high + 1] = later[:, : high - low + 1]
        return prob_of_score

    def leads_to(self, has_bonus: bool) -> Bools:
        """Return whether each visited state can lead to a game with, or without, the bonus: bool[n_visited]."""
        walk, n_turns = self.walk, self.walk.game.ruleset.n_categories
        last = walk.layer(n_turns)
        is_possible = np.zeros(walk.n_visited, dtype=np.bool_)
        is_possible[last] = (walk.total[last] >= walk.game.ruleset.threshold) == has_bonus
        for n_filled in reversed(range(n_turns)):
            layer = walk.layer(n_filled)
            find_possible(walk.exits, walk.steps, (layer.start, layer.stop), is_possible)
        return is_possible


def padded_length(n_numbers: Any) -> Any:
    """Return the length of a distribution plus the zeros that row operations access beyond its end."""
    return n_numbers + N_LANES - 1


def score_distribution(walk: Walk) -> Distribution:
    """Return the distribution of the final score of a player.

    Notes
    -----
    Backward over the visited states, D(S) = sum over outcomes of p * shift(D(successor), points); two layers at a time.
    """
    return Distribution(Passes(walk).prob_of_score()[0])


BONUS = "bonus"
TOLD_CATEGORIES = ("yatzy", "maxi_yatzy", "yahtzee", "small_straight", "large_straight")


@dataclass(frozen=True, eq=False)
class JointEvents:
    """Joint probabilities of the final score and every combination of some events.

    Attributes
    ----------
    names : tuple of str
        The events: the bonus, then categories, which happen if they score more than zero.
    prob_of_score : float64[2 ** n_events, best final score + 1]
        By combination, in which bit i is set if event i happens, and score; with sum 1.
    """

    names: tuple[str, ...]
    prob_of_score: Floats

    @property
    def prob_of_combination(self) -> Floats:
        """Return the probability of each combination: float64[2 ** n_events]."""
        probs: Floats = self.prob_of_score.sum(axis=1)
        return probs

    @property
    def happens(self) -> Bools:
        """Return the events of each combination: bool[2 ** n_events, n_events]."""
        combinations = np.arange(len(self.prob_of_score))[:, None]
        happens: Bools = combinations >> np.arange(len(self.names)) & 1 == 1
        return happens

    def distribution(self, combination: int) -> Distribution:
        """Return the distribution of the score given a combination, which must have positive probability."""
        joint = self.prob_of_score[combination]
        return Distribution(joint / joint.sum())


def event_categories(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the categories whose scoring is a published event."""
    return tuple(name for name in TOLD_CATEGORIES if name in ruleset.category_names)


def joint_events(walk: Walk, categories: Sequence[str] | None = None) -> JointEvents:
    """Return the joint probabilities of the bonus, of points in some categories, and of the score.

    Notes
    -----
    Two passes, one for the games with the bonus and one for the others, with a distribution for each combination of
    open events: 3 s of one processor for Scandinavian Yatzy and three categories.
    """
    ruleset, passes = walk.game.ruleset, Passes(walk)
    chosen = event_categories(ruleset) if categories is None else tuple(categories)
    places = [ruleset.category_names.index(name) for name in chosen]
    by_bonus = np.stack([passes.prob_of_score(places, has_bonus) for has_bonus in (False, True)], axis=1)
    return JointEvents((BONUS, *chosen), by_bonus.reshape(-1, by_bonus.shape[-1]))
