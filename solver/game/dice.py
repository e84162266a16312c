"""Rolls and keeps as multisets of dice, and the lattice that connects them.

A keep is a multiset of zero to n dice; the keeps of n dice are exactly the rolls. They are ordered by size, then
lexicographically by their ascending faces: ``()``, ``(1,)`` ... ``(6,)``, ``(1, 1)``, ``(1, 2)`` ...
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement
from math import factorial

import numpy as np

from solver.arrays import Floats, Ints
from solver.rules.ruleset import FACES, Roll


@dataclass(frozen=True, eq=False)
class KeepLattice:
    """All keeps of ``n_dice`` dice and the single-die steps between them.

    Attributes
    ----------
    keeps : tuple of tuples
        Every keep in lattice order; the last ``n_rolls`` are the rolls.
    extensions_of_keep : int32[n_short_keeps, 6]
        Keep reached by adding one die of each face, for every keep with fewer than ``n_dice`` dice.
    first_removal_of_keep : int32[n_keeps + 1]
        Index of the first entry of a keep in ``removals``.
    removals : int32[n_removals]
        Keep after removing one die, one entry per distinct face, lowest face first.
    """

    n_dice: int
    keeps: tuple[Roll, ...]
    extensions_of_keep: Ints
    first_removal_of_keep: Ints
    removals: Ints

    @property
    def first_roll(self) -> int:
        """Return the index of the first roll among the keeps; it is also the number of short keeps."""
        return len(self.extensions_of_keep)

    @property
    def n_keeps(self) -> int:
        """Return the number of keeps, rolls included."""
        return len(self.keeps)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Return the rolls in lattice order."""
        return self.keeps[self.first_roll :]

    @cached_property
    def index_of_keep(self) -> dict[Roll, int]:
        """Return the index of every keep in the lattice."""
        return {keep: index for index, keep in enumerate(self.keeps)}

    @cached_property
    def orders_of_roll(self) -> Ints:
        """Return the number of orders of each roll's dice; they sum to six to the power of ``n_dice``."""
        return np.array([orders(roll) for roll in self.rolls], dtype=np.int32)

    @cached_property
    def prob_of_roll(self) -> Floats:
        """Return the probability of each roll when all dice are thrown."""
        return self.orders_of_roll / float(len(FACES) ** self.n_dice)

    @cached_property
    def choices_of_roll(self) -> tuple[tuple[int, ...], ...]:
        """Return the keeps of each roll that throw at least one die, in lexicographic order of their dice."""
        return tuple(tuple(self.index_of_keep[keep] for keep in sorted(proper_keeps(roll))) for roll in self.rolls)


def orders(roll: Roll) -> int:
    """Return the number of orders of a roll's dice: n! over the factorials of the counts."""
    n_orders = factorial(len(roll))
    for face in FACES:
        n_orders //= factorial(roll.count(face))
    return n_orders


def proper_keeps(roll: Roll) -> set[Roll]:
    """Return every distinct keep that throws at least one die of ``roll``."""
    keeps: set[Roll] = {()}
    for die in roll:
        keeps |= {(*keep, die) for keep in keeps}
    return keeps - {roll}


@lru_cache
def keep_lattice(n_dice: int) -> KeepLattice:
    """Return the keep lattice of ``n_dice`` dice: 462 keeps, 252 of them rolls, for five."""
    keeps = tuple(keep for size in range(n_dice + 1) for keep in combinations_with_replacement(FACES, size))
    index_of_keep = {keep: index for index, keep in enumerate(keeps)}
    extensions = [
        [index_of_keep[tuple(sorted((*keep, face)))] for face in FACES] for keep in keeps if len(keep) < n_dice
    ]
    removals = [[index_of_keep[remove_die(keep, face)] for face in FACES if face in keep] for keep in keeps]
    return KeepLattice(
        n_dice=n_dice,
        keeps=keeps,
        extensions_of_keep=np.array(extensions, dtype=np.int32),
        first_removal_of_keep=np.cumsum([0] + [len(left) for left in removals], dtype=np.int32),
        removals=np.array([keep for left in removals for keep in left], dtype=np.int32),
    )


def remove_die(keep: Roll, face: int) -> Roll:
    """Return ``keep`` with one die of ``face`` fewer."""
    place = keep.index(face)
    return keep[:place] + keep[place + 1 :]


def dice_text(keep: Roll) -> str:
    """Format dice as digits, ``"11256"``; empty for no dice."""
    return "".join(map(str, keep))
