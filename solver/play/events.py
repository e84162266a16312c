"""Joint events of a game: the bonus, and boxes that are made or missed, with the scores of each combination."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.arrays import Bools, Floats
from solver.play.distribution import Distribution, Passes
from solver.play.walk import Walk
from solver.rules.ruleset import Ruleset

BONUS = "bonus"
TOLD_CATEGORIES = ("yatzy", "maxi_yatzy", "yahtzee", "small_straight", "large_straight")


@dataclass(frozen=True, eq=False)
class JointEvents:
    """How likely every final score is together with every combination of some events.

    Attributes
    ----------
    names : tuple of str
        The events: the bonus, then categories, which happen if they score more than zero.
    prob_of_score : float64[2 ** n_events, best final score + 1]
        By combination, in which bit i is set if event i happens, and score; 1 in sum.
    """

    names: tuple[str, ...]
    prob_of_score: Floats

    @property
    def prob_of_combination(self) -> Floats:
        """Return how likely each combination is: float64[2 ** n_events]."""
        probs: Floats = self.prob_of_score.sum(axis=1)
        return probs

    @property
    def happens(self) -> Bools:
        """Return which events each combination holds: bool[2 ** n_events, n_events]."""
        combinations = np.arange(len(self.prob_of_score))[:, None]
        happens: Bools = combinations >> np.arange(len(self.names)) & 1 == 1
        return happens

    def distribution(self, combination: int) -> Distribution:
        """Return the distribution of the score in the games of a combination, which must be possible."""
        joint = self.prob_of_score[combination]
        return Distribution(joint / joint.sum())


def told_categories(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the categories whose making is an event worth telling."""
    return tuple(name for name in TOLD_CATEGORIES if name in ruleset.category_names)


def joint_events(walk: Walk, categories: Sequence[str] | None = None) -> JointEvents:
    """Return the joint probabilities of the bonus, of making each of some categories, and of the score.

    Notes
    -----
    Two passes, one for the games with the bonus and one for the others, with a distribution for each combination of
    what is still to be made: 3 s of one processor for Scandinavian Yatzy and three categories.
    """
    ruleset, passes = walk.game.ruleset, Passes(walk)
    chosen = told_categories(ruleset) if categories is None else tuple(categories)
    places = [ruleset.category_names.index(name) for name in chosen]
    by_bonus = np.stack([passes.prob_of_score(places, has_bonus) for has_bonus in (False, True)], axis=1)
    return JointEvents((BONUS, *chosen), by_bonus.reshape(-1, by_bonus.shape[-1]))
