"""A turn with saved throws computed again: float64 arithmetic of another design, from the stored float32 successors.

The chances of a throw are those of all its ordered results, counted; the value of a keep is a product with that matrix;
all keeps of a roll are compared one by one; points come from the oracle. Only the layout of values is the solver's.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np

from solver.rules.ruleset import Ruleset
from solver.solving.layers import Layers
from tests.oracle import UPPER, score
from tests.oracle_games import MAXI


@dataclass(frozen=True)
class Definition:
    """A game with saved throws by its rules, with the options of ``maxi``."""

    ruleset: Ruleset

    @cached_property
    def rolls(self):
        return list(combinations_with_replacement(range(1, 7), self.ruleset.n_dice))

    @cached_property
    def keeps(self):
        sizes = range(self.ruleset.n_dice)
        return [keep for size in sizes for keep in combinations_with_replacement(range(1, 7), size)]

    @cached_property
    def chances(self):
        """Probability of each roll after a keep: float64[n_keeps, n_rolls]."""
        place = {roll: number for number, roll in enumerate(self.rolls)}
        chances = np.zeros((len(self.keeps), len(self.rolls)))
        for row, keep in enumerate(self.keeps):
            missing = self.ruleset.n_dice - len(keep)
            for thrown in combinations_with_replacement(range(1, 7), missing):
                ways = factorial(missing) // prod(factorial(count) for count in Counter(thrown).values())
                chances[row, place[tuple(sorted(keep + thrown))]] += ways / 6**missing
        return chances

    @cached_property
    def keeps_of_roll(self):
        """All keeps of a roll that leave a die to be thrown, the last repeated: int[n_rolls, n_most]."""
        place = {keep: number for number, keep in enumerate(self.keeps)}
        n_dice = self.ruleset.n_dice
        rows = [
            sorted({place[keep] for size in range(n_dice) for keep in combinations(roll, size)}) for roll in self.rolls
        ]
        width = max(map(len, rows))
        return np.array([row + row[-1:] * (width - len(row)) for row in rows])

    @cached_property
    def points(self):
        """Points of every roll in every category: int[n_categories, n_rolls]."""
        names = self.ruleset.category_names
        return np.array([[self.points_in(name, roll) for roll in self.rolls] for name in names])

    def points_in(self, name, roll):
        if name not in MAXI or name in UPPER or self.ruleset.n_dice < 6:
            return score(name, roll)
        points = MAXI[name](roll)
        return self.ruleset.options.get(name, points) if points else 0  # the full straight is an option

    def values(self, layers: Layers, filled: int, total: int):
        """Value of a scorecard for every number of saved throws: float64[2 * n_filled + 1]."""
        ruleset = self.ruleset
        n_saved = ruleset.n_rerolls * filled.bit_count() + 1
        found, worth = [], np.full(len(self.rolls), -np.inf)
        for throws in range(ruleset.n_rerolls + n_saved):
            if throws:
                worth = (self.chances @ worth)[self.keeps_of_roll].max(axis=1)
            worth = np.maximum(worth, self.best_exit(layers, filled, total, throws))
            if throws >= ruleset.n_rerolls:
                found.append(float(self.chances[0] @ worth))
        return np.array(found)

    def best_exit(self, layers: Layers, filled: int, total: int, left: int):
        """Value of the best box for every roll, ``left`` throws being saved for later."""
        best = np.full(len(self.rolls), -np.inf)
        for place, category in enumerate(self.ruleset.categories):
            if not filled >> place & 1:
                points = self.points[place]
                after = np.minimum(total + points * category.is_upper, self.ruleset.threshold)
                page = left * 2**self.ruleset.n_categories + (filled | 1 << place)
                np.maximum(best, points + layers.look_up(page, after), out=best)
        return best


@dataclass(frozen=True)
class Finding:
    """The result of the check of one layer, in points.

    ``difference`` is the largest between a stored value and the new computation, ``allowed`` the layer's contribution
    to the stored error bound; ``fall`` the largest decrease of a value with one more saved throw, negative if none.
    """

    filled: int
    values: int
    difference: float
    allowed: float
    fall: float


def sample(space, n_filled: int, n_cards: int, random):
    """Draw reachable scorecards with ``n_filled`` boxes filled, including the extremes of the upper total."""
    sets = np.flatnonzero(space.n_filled_of_set == n_filled)
    for number in range(n_cards):
        filled = int(random.choice(sets))
        totals = np.flatnonzero(space.reachable_of_upper_set[space.upper_set_of_filled[filled]])
        place = (0, -1, int(random.integers(len(totals))))[number % 3]
        yield filled, int(totals[place])


def check_layer(definition: Definition, layers: Layers, n_filled: int, n_cards: int, random) -> Finding:
    """Compare stored values of scorecards of a layer, for all numbers of saved throws, with turns computed again."""
    space, differences, falls, n_values = layers.space, [0.0], [-np.inf], 0
    for filled, total in sample(space, n_filled, n_cards, random):
        expected = definition.values(layers, filled, total)
        kept = layers.look_up(np.arange(len(expected)) * space.n_sets + filled, total)
        differences.append(float(np.abs(kept - expected).max()))
        falls.append(float((kept[:-1] - kept[1:]).max(initial=-np.inf)))
        n_values += len(kept)
    errors = [layers.layer(layer).facts["stored_error"] for layer in (n_filled, n_filled + 1)]
    return Finding(n_filled, n_values, max(differences), errors[0] - errors[1], max(falls))
