"""Jokers: what a roll of equal dice, a Yahtzee, may do and brings once the box for it is filled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from solver.rules.scoring import UPPER_NAMES, Category, Roll


class Entry(NamedTuple):
    """What scoring a roll writes: points in the box, points on top; and what it adds to the extra of the state."""

    points: int
    on_top: int = 0
    raises: int = 0


class Situation(NamedTuple):
    """What a scorecard with a filled Yahtzee box says about the next Yahtzee.

    open_upper : names of the upper boxes that are open; must_go_below : whether a joker must take a lower box; pays :
    whether an extra Yahtzee is paid for.
    """

    open_upper: tuple[str, ...]
    must_go_below: bool
    pays: bool


@dataclass(frozen=True)
class ExtraYahtzees:
    """The reading of a ruleset.

    A Yahtzee is a joker if the box for it and the upper box of its face are filled (or the game has none of that
    face). A joker scores ``points_of_joker`` where they are given. A forced one must take a lower box while one is
    open; and before it is a joker, a Yahtzee must take the upper box of its face.

    Attributes
    ----------
    box : str
        Category whose points make extra Yahtzees count.
    joker : str
        free, forced or none.
    bonus : int
        Points on top, wherever an extra Yahtzee is scored, if the box holds points; with 0 nothing need be remembered.
    points_of_joker : mapping
        Points by category.
    """

    box: str
    joker: str
    bonus: int
    points_of_joker: Mapping[str, int] = field(hash=False)

    def first_entry(self, category: Category, roll: Roll) -> Entry:
        """Return what a roll writes while the box is open, or any roll but a Yahtzee afterwards."""
        points = category.points(roll)
        return Entry(points, raises=int(category.name == self.box and points > 0 and self.bonus > 0))

    def entry(self, category: Category, roll: Roll, situation: Situation) -> Entry | None:
        """Return what a Yahtzee writes in a category once the box is filled; None if it may not be scored there."""
        if category.name == self.box:
            return self.first_entry(category, roll)  # it is filled: nobody asks
        on_top = self.bonus if situation.pays else 0
        own_upper = UPPER_NAMES[roll[0] - 1]
        if own_upper in situation.open_upper:
            if self.joker == "forced" and category.name != own_upper:
                return None
            return Entry(category.points(roll), on_top)
        if self.joker == "none":
            return Entry(category.points(roll), on_top)
        if category.is_upper and situation.must_go_below:
            return None
        return Entry(self.points_of_joker.get(category.name, category.points(roll)), on_top)
