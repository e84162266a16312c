"""Whole numbers: fitted numbers rounded, and changed in small steps as long as the exact mean grows.

Most steps are told from each other on a sample: turns from states that the player itself comes to, with its own values
after them. What looks best there is then followed exactly, and only that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from solver.arrays import Floats
from solver.minds.cards import Cards
from solver.minds.family import Family
from solver.minds.fitting import Ahead, Draw, soft_turns
from solver.minds.following import follow
from solver.play.player import TablePlayer
from solver.play.tables import Tables
from solver.play.walk import walk
from solver.studies.evaluate import mean_of_policy
from solver.threads import n_processors

HARD = 1e-6  # points; a turn at this temperature is as good as decided
N_OF_LAYER = 48  # states of the sample, unless more are asked for
N_ROUNDS = 4  # steps that are taken at most
N_PAIRED = 16  # of the steps of one number that look best, those of which two are taken at once
N_FOLLOWED = 4  # of the steps that look best, those that are followed exactly

Mean = Callable[[Floats], float]


def moved(numbers: Floats, units: Floats, steps: Sequence[int]) -> Floats:
    """Return the numbers after some steps; step 2 n is number n by one unit down, step 2 n + 1 the same up."""
    found = numbers.copy()
    for step in steps:
        found[step // 2] += (2 * (step % 2) - 1) * units[step // 2]
    return to_units(found, units)


def to_units(numbers: Floats, units: Floats) -> Floats:
    """Return numbers as multiples of their units; tenths are those that are written 0.1, 0.2, ..."""
    whole: Floats = np.rint(numbers / units) / np.rint(1.0 / units) + 0.0  # no zero with a sign
    return whole


def exact_mean(cards: Cards, family: Family) -> Mean:
    """Return the function that follows the reader of a formula and returns its expected final score."""

    def mean(numbers: Floats) -> float:
        return follow(cards, TablePlayer("near", family.values(numbers, cards.pages, cards.totals))).mean

    return mean


@dataclass(frozen=True, eq=False)
class Screen:
    """A sample in which to compare players near one player: its states, and its own values after them."""

    cards: Cards
    family: Family
    numbers: Floats
    seed: int
    n_states: int

    @cached_property
    def sample(self) -> tuple[Ahead, Floats]:
        """Return the states with what they lead to, and points and its own values after every outcome."""
        cards = self.cards
        read = self.family.values(self.numbers, cards.pages, cards.totals)
        own, visits = mean_of_policy(cards.game, read), walk(cards.game, TablePlayer("near", read)).visits_of_state
        ahead = Ahead(cards, Draw(cards, visits).states(np.random.default_rng(self.seed), self.n_states))
        return ahead, ahead.scores(own[ahead.reached])

    def worths(self, others: list[Floats]) -> Floats:
        """Return what each of the others scores on the sample, in points of a game, up to a constant."""
        (ahead, true), tables, worths = self.sample, Tables(self.cards.game), np.empty(len(others))
        filled = self.cards.pages[ahead.states]
        with ThreadPoolExecutor(n_processors()) as pool:
            for number, other in enumerate(others):
                scores = ahead.scores(self.family.values(other, *ahead.where))
                means, _ = soft_turns(tables, filled, scores, true, HARD, pool)
                worths[number] = means.mean() * self.cards.game.ruleset.n_categories
        return worths


def polish(
    cards: Cards, family: Family, numbers: Floats, units: Floats, seed: int, n_states: int = N_OF_LAYER
) -> tuple[Floats, float]:
    """Return numbers in units, and their exact mean, near ``numbers``, after a few steps of one or two numbers."""
    mean = exact_mean(cards, family)
    common = dict.fromkeys(tuple(to_units(numbers + (units == 1.0) * part, units)) for part in np.arange(10) / 10.0)
    means = {one: mean(np.array(one)) for one in common}
    best, top = np.array(max(means, key=means.__getitem__)), max(means.values())
    for _ in range(N_ROUNDS):
        screen = Screen(cards, family, best, seed, n_states)
        ones = [moved(best, units, (step,)) for step in range(2 * len(best))]
        worths = screen.worths(ones)
        good = np.sort(np.argsort(-worths)[:N_PAIRED]).tolist()
        twos = [moved(best, units, pair) for pair in combinations(good, 2) if pair[0] // 2 != pair[1] // 2]
        others, worths = ones + twos, np.concatenate([worths, screen.worths(twos)])
        for place in np.argsort(-worths)[:N_FOLLOWED].tolist():
            if (score := mean(others[place])) > top:
                best, top = others[place], score
                break
        else:
            break
    return best, top
