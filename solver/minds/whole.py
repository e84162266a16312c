"""Whole numbers: fitted numbers rounded, and changed in small steps as long as the exact mean grows.

Most steps are told from each other on a sample: turns from states that the player itself comes to, with its own values
after them. What looks best there is then followed exactly, and only that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from solver.arrays import Floats
from solver.minds.cards import Cards
from solver.minds.family import Family
from solver.minds.fitting import Ahead, Draw, soft_turns
from solver.play.player import TablePlayer
from solver.play.tables import Tables
from solver.play.walk import walk
from solver.studies.evaluate import mean_of_policy
from solver.threads import n_processors

HARD = 1e-6  # points; a turn at this temperature is as good as decided
N_OF_LAYER = 48  # states of the sample
N_ROUNDS = 4  # steps that are taken at most
N_FOLLOWED = 10  # of the steps that look best, those that are followed exactly

Mean = Callable[[Floats], float]


def neighbours(numbers: Floats, units: Floats, n_steps: int) -> Iterator[Floats]:
    """Yield the numbers with so many of them moved by one unit, up or down."""
    for places in combinations(range(len(numbers)), n_steps):
        for signs in product((-1.0, 1.0), repeat=n_steps):
            moved = numbers.copy()
            moved[list(places)] += np.array(signs) * units[list(places)]
            yield to_units(moved, units)


def to_units(numbers: Floats, units: Floats) -> Floats:
    """Return numbers as multiples of their units; tenths are those that are written 0.1, 0.2, ..."""
    whole: Floats = np.rint(numbers / units) / np.rint(1.0 / units) + 0.0  # no zero with a sign
    return whole


def exact_mean(cards: Cards, family: Family) -> Mean:
    """Return the function that follows the reader of a formula and returns its expected final score."""
    return lambda numbers: float(mean_of_policy(cards.game, family.values(numbers, cards.pages, cards.totals))[0])


@dataclass(frozen=True, eq=False)
class Screen:
    """A sample in which to compare players near one player: its states, and its own values after them."""

    cards: Cards
    family: Family
    numbers: Floats
    seed: int

    def worths(self, others: list[Floats]) -> Floats:
        """Return what each of the others scores on the sample, in points of a game, up to a constant."""
        cards, tables = self.cards, Tables(self.cards.game)
        read = self.family.values(self.numbers, cards.pages, cards.totals)
        own = mean_of_policy(cards.game, read)
        visits = walk(cards.game, TablePlayer("near", read)).visits_of_state
        states = Draw(cards, visits).states(np.random.default_rng(self.seed), N_OF_LAYER)
        ahead = Ahead(cards, states)
        true, worths = ahead.scores(own[ahead.reached]), np.empty(len(others))
        with ThreadPoolExecutor(n_processors()) as pool:
            for number, other in enumerate(others):
                scores = ahead.scores(self.family.values(other, *ahead.where))
                means, _ = soft_turns(tables, cards.pages[states], scores, true, HARD, pool)
                worths[number] = means.mean() * cards.game.ruleset.n_categories
        return worths


def polish(cards: Cards, family: Family, numbers: Floats, units: Floats, seed: int) -> tuple[Floats, float]:
    """Return numbers in units, and their exact mean, near ``numbers``, after a few steps of one or two numbers."""
    mean = exact_mean(cards, family)
    common = [to_units(numbers + (units == 1.0) * part, units) for part in np.arange(10) / 10.0]
    best = max(common, key=mean)
    top = mean(best)
    for _ in range(N_ROUNDS):
        others = [other for n_steps in (1, 2) for other in neighbours(best, units, n_steps)]
        worths = Screen(cards, family, best, seed).worths(others)
        for place in np.argsort(-worths)[:N_FOLLOWED].tolist():
            if (score := mean(others[place])) > top:
                best, top = others[place], score
                break
        else:
            break
    return best, top
