"""Habits of people at the table: what they count a box for, and which dice they keep.

A player has a set of habits; every habit changes one thing in the two functions here. All of it can be done by a person
without paper: counting points, with a few numbers known by heart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.baselines.aims import Aim
from solver.game.game import Game
from solver.rules.scoring import FACES, UPPER_NAMES, Roll

FEW = 3  # fewer equal dice than this in an upper box do not earn the bonus
RUNS = ((2, 3, 4, 5), (1, 2, 3, 4), (3, 4, 5, 6))
STRAIGHTS = {"large_straight": (2, 3, 4, 5, 6), "small_straight": (1, 2, 3, 4, 5)}
OF_A_KIND = ("three_of_a_kind", "four_of_a_kind", "yatzy")
FROM_A_PAIR = ("one_pair", "two_pairs", "full_house", *OF_A_KIND)
FROM_A_TRIPLE = ("full_house", *OF_A_KIND)

# What ``sacrifice`` counts for a zero, and for one or two Ones besides their points; any other zero is the last resort.
SACRIFICES = {"ones": 2, "small_straight": 1, "large_straight": 1, "yatzy": -4, "four_of_a_kind": -10}
LAST_RESORT = -20
UPPER_REWARD, UPPER_FINE = 5, 25  # what ``bonus_aim`` counts more for three of a face, and less for fewer
CHANCE_FINE, PAIR_FINE = 15, 5  # what ``chance_late`` counts less
GOOD_PAIR = 5  # the lowest face of which ``upper_dice`` keeps a pair for the lower half

# What ``par`` takes each box to bring, and how often it counts an upper point above or below three of a face.
PARS = {
    "ones": 4, "twos": 5, "threes": 9, "fours": 10, "fives": 14, "sixes": 17, "one_pair": 15, "two_pairs": 20,
    "three_of_a_kind": 14, "four_of_a_kind": 14, "small_straight": 6, "large_straight": 10, "full_house": 16,
    "chance": 26, "yatzy": 12,
}  # fmt: skip
UPPER_WEIGHT = 3


def worth_by_habit(habits: frozenset[str], name: str, points: int) -> int:
    """Return what a player with these habits counts for ``points`` in a box."""
    face = UPPER_NAMES.index(name) + 1 if name in UPPER_NAMES else 0
    if "par" in habits:
        return points - PARS[name] + (UPPER_WEIGHT - 1) * (points - FEW * face) * bool(face)
    is_few = points < FEW * face
    if "sacrifice" in habits and (is_few if name == "ones" else points == 0):
        return points + SACRIFICES.get(name, LAST_RESORT) - UPPER_FINE * (is_few and name != "ones")
    worth = points
    if "bonus_aim" in habits and face:
        worth += -UPPER_FINE if is_few else UPPER_REWARD
    if "chance_late" in habits:
        worth -= {"chance": CHANCE_FINE, "one_pair": PAIR_FINE}.get(name, 0)
    return worth


@dataclass(frozen=True, eq=False)
class HabitRule:
    """The rule of thumb of a player with some habits, see ``aims.Rule``."""

    game: Game
    habits: frozenset[str]

    def __call__(self, roll: Roll, rerolls: int) -> Iterator[Aim]:
        """Yield the aims for a roll, the dearest first; the last is always to be had."""
        count = Counter(roll)
        if rerolls == 0 or len(count) == 1:
            yield from self.scores(roll)
            return
        groups = sorted(count, key=lambda face: (-count[face], -face))
        if "patterns" in self.habits:
            yield from self.patterns(roll, count)
        if "upper_dice" in self.habits:
            yield from self.upper_first(groups, count)
        elif "open_boxes" in self.habits:
            for face in groups:
                for_what = FROM_A_PAIR if count[face] > 1 else ()
                yield Aim(self.boxes(UPPER_NAMES[face - 1], *for_what), (face,) * count[face])
        else:
            yield Aim(self.boxes(), (groups[0],) * count[groups[0]])
        if "open_boxes" in self.habits:
            yield from self.last_boxes(roll, rerolls)
        if "upper_dice" in self.habits:
            for face in groups:
                yield Aim(self.boxes(UPPER_NAMES[face - 1]), (face,) * count[face])
        yield Aim(self.boxes(), ())

    def boxes(self, *names: str) -> int:
        """Return the bit mask of the boxes called so; without names, of all."""
        place = self.game.ruleset.category_names.index
        return sum(1 << place(name) for name in names or self.game.ruleset.category_names)

    def score(self, name: str) -> Aim:
        """Return the aim to score in a box."""
        return Aim(self.boxes(name), category=self.game.ruleset.category_names.index(name))

    def scores(self, roll: Roll) -> Iterator[Aim]:
        """Yield scoring in every box, the one that counts most first; equal ones in scorecard order."""
        points = [category.points(roll) for category in self.game.ruleset.categories]
        worths = {
            name: worth_by_habit(self.habits, name, gain)
            for name, gain in zip(self.game.ruleset.category_names, points, strict=True)
        }
        yield from (self.score(name) for name in sorted(worths, key=lambda name: -worths[name]))

    def patterns(self, roll: Roll, count: Counter[int]) -> Iterator[Aim]:
        """Yield stopping at a straight or a full house, and going for a straight with four in a row and no pair."""
        for name, faces in STRAIGHTS.items():
            if set(faces) == set(roll):
                yield self.score(name)
        if sorted(count.values()) == [2, 3]:
            yield self.score("full_house")
        if max(count.values()) == 1:
            for run in RUNS:
                if set(run) <= set(roll):
                    yield Aim(self.boxes(*(name for name, faces in STRAIGHTS.items() if set(run) < set(faces))), run)

    def upper_first(self, groups: list[int], count: Counter[int]) -> Iterator[Aim]:
        """Yield keeping equal dice, the largest group first; of the same size, the one for an open upper box first."""
        for size in range(count.total() - 1, 1, -1):
            faces = [face for face in groups if count[face] == size]
            yield from (Aim(self.boxes(UPPER_NAMES[face - 1]), (face,) * size) for face in faces)
            for_what = FROM_A_PAIR if size == 2 else FROM_A_TRIPLE
            kept = [face for face in faces if size > 2 or face >= GOOD_PAIR]
            yield from (Aim(self.boxes(*for_what), (face,) * size) for face in kept)

    def last_boxes(self, roll: Roll, rerolls: int) -> Iterator[Aim]:
        """Yield what straights need if nothing else that these dice are good for is open, and Chance if it is last."""
        others = self.boxes(*FROM_A_PAIR, *(UPPER_NAMES[face - 1] for face in set(roll)))
        for name, faces in STRAIGHTS.items():
            useful = tuple(sorted(set(faces) & set(roll)))
            if len(useful) < len(faces):
                yield Aim(self.boxes(name), useful, unwanted=others)
        high = tuple(face for face in roll if face >= FACES[-1] - (1 if rerolls > 1 else 2))
        chance, all_others = self.boxes("chance"), self.boxes() - self.boxes("chance")
        if len(high) < len(roll):
            yield Aim(chance, high, unwanted=all_others)
        else:
            yield replace(self.score("chance"), unwanted=all_others)
