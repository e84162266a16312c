"""A ruleset: categories, dice, rerolls, bonus; what all games of the family have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.rules.house_rules import OptionValue
from solver.rules.jokers import Entry, ExtraYahtzees, Situation
from solver.rules.scoring import Category, Roll


@dataclass(frozen=True)
class Ruleset:
    """One game: its dice, its scorecard in order, its bonus, and the options it was made with.

    The state of a game may hold a small number besides the scorecard, its extra: with ``saves_throws`` the unused
    throws carried over, with ``extra_yahtzees`` whether the Yahtzee box holds points. With ``in_order`` the boxes are
    filled in the order of the card, whatever is thrown.
    """

    name: str
    n_dice: int
    categories: tuple[Category, ...]
    bonus: int
    threshold: int
    options: Mapping[str, OptionValue]
    n_rerolls: int = 2
    extra_yahtzees: ExtraYahtzees | None = None
    saves_throws: bool = False
    in_order: bool = False

    def __post_init__(self) -> None:
        """Refuse to remember two things in one number."""
        if self.saves_throws and self.extra_yahtzees and self.extra_yahtzees.bonus:
            raise ValueError("saved throws and the bonus for extra Yahtzees both need the extra of a state")

    @property
    def n_categories(self) -> int:
        """Return the number of lines of the scorecard, which is the number of turns."""
        return len(self.categories)

    @property
    def category_names(self) -> tuple[str, ...]:
        """Return the names of the categories in scorecard order."""
        return tuple(category.name for category in self.categories)

    def bonus_at(self, upper_total: int) -> int:
        """Return the bonus that a finished scorecard with ``upper_total`` earns."""
        return self.bonus if upper_total >= self.threshold else 0

    def n_extras(self, filled: int) -> int:
        """Return how many values the extra of a state with these categories filled (a bit mask) can have."""
        if not self.may_be_filled(filled):
            return 0
        if self.saves_throws:
            return self.n_rerolls * filled.bit_count() + 1
        return 2 if self.extra_yahtzees and self.extra_yahtzees.bonus and self.has_yahtzee(filled) else 1

    def may_be_filled(self, filled: int) -> bool:
        """Return whether a game can have filled just these categories: in order, the first ones only."""
        return not self.in_order or filled & (filled + 1) == 0

    def has_yahtzee(self, filled: int) -> bool:
        """Return whether the Yahtzee box is among the filled categories."""
        extra = self.extra_yahtzees
        return extra is not None and bool(filled >> self.category_names.index(extra.box) & 1)

    def situation(self, filled: int, extra: int) -> Situation | None:
        """Return what a scorecard says about the next Yahtzee; None if it is scored like any other roll."""
        if self.extra_yahtzees is None or not self.has_yahtzee(filled):
            return None
        still_open = [category for place, category in enumerate(self.categories) if not filled >> place & 1]
        open_upper = tuple(category.name for category in still_open if category.is_upper)
        must_go_below = self.extra_yahtzees.joker == "forced" and len(open_upper) < len(still_open)
        return Situation(open_upper, must_go_below, pays=extra > 0 and not self.saves_throws)

    def entry(self, category: Category, roll: Roll, situation: Situation | None) -> Entry | None:
        """Return what scoring ``roll`` in an open category writes; None if it may not be scored there."""
        return entry_in(category, roll, self.extra_yahtzees, situation)


def entry_in(category: Category, roll: Roll, extra: ExtraYahtzees | None, situation: Situation | None) -> Entry | None:
    """Return what :meth:`Ruleset.entry` does, of all that it depends on."""
    if extra is None:
        return Entry(category.points(roll))
    if situation is None or len(set(roll)) > 1:
        return extra.first_entry(category, roll)
    return extra.entry(category, roll, situation)
