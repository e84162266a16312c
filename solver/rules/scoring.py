"""Scoring: what a roll is worth in each kind of category.

A roll is a tuple of faces in ascending order. Every function takes one and returns points; none of them knows how many
dice there are unless the category itself does. A doubtful reading is stated in the docstring, and where people play it
differently it is a named option of a ruleset.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

FACES = (1, 2, 3, 4, 5, 6)

Roll = tuple[int, ...]
Scoring = Callable[[Roll], int]


def sum_of_face(face: int) -> Scoring:
    """Return the scoring of an upper category: the sum of the dice that show ``face``."""

    def points(roll: Roll) -> int:
        return face * roll.count(face)

    return points


def of_a_kind(n_equal: int) -> Scoring:
    """Return the scoring that sums the ``n_equal`` highest dice of one face; more equal dice count no further."""

    def points(roll: Roll) -> int:
        return max((n_equal * face for face in FACES if roll.count(face) >= n_equal), default=0)

    return points


def groups(*sizes: int) -> Scoring:
    """Return the scoring that sums the best groups of equal dice of these sizes, each of another face."""

    def points(roll: Roll) -> int:
        candidates = [face for face in FACES if roll.count(face) >= min(sizes)]
        sums = [
            sum(size * face for size, face in zip(sizes, faces, strict=True))
            for faces in permutations(candidates, len(sizes))
            if all(roll.count(face) >= size for size, face in zip(sizes, faces, strict=True))
        ]
        return max(sums, default=0)

    return points


two_pairs = groups(2, 2)  # four of a kind is not two pairs


def two_pairs_or_four_equal(roll: Roll) -> int:
    """Sum two pairs; four dice of one face count as two pairs of it."""
    return max(two_pairs(roll), of_a_kind(4)(roll))


def straight(*faces: int) -> Scoring:
    """Return the scoring of a straight: the sum of its faces when all of them were rolled."""
    return run(sum(faces), faces)


def run(points_if_rolled: int, *straights: tuple[int, ...]) -> Scoring:
    """Return the scoring that gives ``points_if_rolled`` when all faces of one of ``straights`` were rolled."""

    def points(roll: Roll) -> int:
        return points_if_rolled if any(set(faces) <= set(roll) for faces in straights) else 0

    return points


full_house = groups(3, 2)  # five of a kind is not a full house


def full_house_or_five_equal(roll: Roll) -> int:
    """Sum a full house; five dice of one face count as one."""
    return max(full_house(roll), of_a_kind(5)(roll))


def all_equal(points_if_equal: int) -> Scoring:
    """Return the scoring that gives ``points_if_equal`` when every die shows the same face."""

    def points(roll: Roll) -> int:
        return points_if_equal if len(set(roll)) == 1 else 0

    return points


def sum_of_all_with(n_equal: int) -> Scoring:
    """Return the scoring that sums all dice when at least ``n_equal`` of them show one face."""

    def points(roll: Roll) -> int:
        return sum(roll) if of_a_kind(n_equal)(roll) else 0

    return points


def fixed(scoring: Scoring, points_if_made: int) -> Scoring:
    """Return the scoring that gives ``points_if_made`` whenever ``scoring`` gives points."""

    def points(roll: Roll) -> int:
        return points_if_made if scoring(roll) else 0

    return points


@dataclass(frozen=True)
class Category:
    """One line of the scorecard; the points of an upper one count towards the bonus."""

    name: str
    points: Scoring
    is_upper: bool = False


UPPER_NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes")
UPPER_CATEGORIES = tuple(
    Category(name, sum_of_face(face), is_upper=True) for name, face in zip(UPPER_NAMES, FACES, strict=True)
)
