"""A ruleset: categories, scoring, dice, rerolls, bonus, jokers and house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from solver.errors import RulesError

OptionValue = int | bool | str


def read_whole_number(text: str, largest: int) -> int | None:
    """Parse a whole number of digits 0 to 9; return None for anything else or above ``largest``."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    # Compare lengths first, because Python refuses to parse thousands of digits.
    return int(digits) if len(digits) <= len(str(largest)) and int(digits) <= largest else None


@dataclass(frozen=True)
class Option:
    """One house rule: its default, the largest value of a number, or the allowed words."""

    name: str
    default: OptionValue
    meaning: str
    largest: int = 1
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """Return a description of the allowed values."""
        if self.words:
            return f"{', '.join(self.words[:-1])} or {self.words[-1]}"
        return "true or false" if isinstance(self.default, bool) else f"a whole number from 0 to {self.largest}"

    def read(self, text: str) -> OptionValue:
        """Parse a value.

        Raises
        ------
        RulesError
            If the value is invalid.
        """
        if self.words:
            if text in self.words:
                return text
        elif isinstance(self.default, bool):
            if text in ("true", "false"):
                return text == "true"
        elif (number := read_whole_number(text, self.largest)) is not None:
            return number
        raise RulesError(f"{self.name!r} has the invalid value {text!r}; use {self.allowed}")


FACES = (1, 2, 3, 4, 5, 6)

Roll = tuple[int, ...]
Scoring = Callable[[Roll], int]


def sum_of_face(face: int) -> Scoring:
    """Return the scoring of an upper category: the sum of the dice that show ``face``."""

    def points(roll: Roll) -> int:
        return face * roll.count(face)

    return points


def of_a_kind(n_equal: int) -> Scoring:
    """Return the scoring that sums the ``n_equal`` highest dice of one face; further equal dice are ignored."""

    def points(roll: Roll) -> int:
        return max((n_equal * face for face in FACES if roll.count(face) >= n_equal), default=0)

    return points


def groups(*sizes: int) -> Scoring:
    """Return the scoring that sums the best groups of equal dice of these sizes, each of a different face."""

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
    """One line of the scorecard; points of upper categories count towards the bonus."""

    name: str
    points: Scoring
    is_upper: bool = False


UPPER_NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes")
UPPER_CATEGORIES = tuple(
    Category(name, sum_of_face(face), is_upper=True) for name, face in zip(UPPER_NAMES, FACES, strict=True)
)


class Entry(NamedTuple):
    """The effect of scoring a roll: points in the box, bonus points, and the increase of the state's extra."""

    points: int
    on_top: int = 0
    raises: int = 0


class Situation(NamedTuple):
    """How the next Yahtzee is scored, given a scorecard with a filled Yahtzee box.

    ``open_upper`` contains the names of the open upper boxes; ``must_go_below`` tells whether a joker must take a lower
    box, ``pays`` whether an extra Yahtzee earns points.
    """

    open_upper: tuple[str, ...]
    must_go_below: bool
    pays: bool


@dataclass(frozen=True)
class ExtraYahtzees:
    """A ruleset's rules for Yahtzees after the first.

    A Yahtzee is a joker if the box for it and the upper box of its face are filled (or the game has none of that face).
    A joker scores ``points_of_joker`` where they are defined. A forced joker must take a lower box while one is open;
    and before it is a joker, a Yahtzee must take the upper box of its face.

    Attributes
    ----------
    box : str
        Category whose points make extra Yahtzees count.
    joker : str
        free, forced or none.
    bonus : int
        Bonus points for an extra Yahtzee, wherever it is scored, if the box has points; 0 needs no extra in the state.
    points_of_joker : mapping
        Points by category.
    """

    box: str
    joker: str
    bonus: int
    points_of_joker: Mapping[str, int] = field(hash=False)

    def first_entry(self, category: Category, roll: Roll) -> Entry:
        """Return the effect of scoring a roll while the box is open, or any roll but a Yahtzee afterwards."""
        points = category.points(roll)
        return Entry(points, raises=int(category.name == self.box and points > 0 and self.bonus > 0))

    def entry(self, category: Category, roll: Roll, situation: Situation) -> Entry | None:
        """Return the effect of scoring a Yahtzee once the box is filled; None if not allowed."""
        if category.name == self.box:
            return self.first_entry(category, roll)  # the category is filled
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


@dataclass(frozen=True)
class Ruleset:
    """One game: its dice, its scorecard in order, its bonus, and its options.

    A state can include a small number besides the scorecard, its extra: with ``saves_throws`` the unused throws carried
    over, with ``extra_yahtzees`` whether the Yahtzee box has points. With ``in_order`` the boxes must be filled in
    scorecard order.
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
        """Check that at most one rule uses the extra."""
        if self.saves_throws and self.extra_yahtzees and self.extra_yahtzees.bonus:
            raise ValueError("saved throws and the bonus for extra Yahtzees both need the extra of a state")

    @property
    def n_categories(self) -> int:
        """Return the number of categories, which is the number of turns."""
        return len(self.categories)

    @property
    def category_names(self) -> tuple[str, ...]:
        """Return the names of the categories in scorecard order."""
        return tuple(category.name for category in self.categories)

    def bonus_at(self, upper_total: int) -> int:
        """Return the bonus that a finished scorecard with ``upper_total`` earns."""
        return self.bonus if upper_total >= self.threshold else 0

    def n_extras(self, filled: int) -> int:
        """Return the number of values of the extra of states with these categories filled (a bit mask)."""
        if not self.may_be_filled(filled):
            return 0
        if self.saves_throws:
            return self.n_rerolls * filled.bit_count() + 1
        return 2 if self.extra_yahtzees and self.extra_yahtzees.bonus and self.has_yahtzee(filled) else 1

    def may_be_filled(self, filled: int) -> bool:
        """Return whether a game can have filled exactly these categories: in order, only the first ones."""
        return not self.in_order or filled & (filled + 1) == 0

    def has_yahtzee(self, filled: int) -> bool:
        """Return whether the Yahtzee box is among the filled categories."""
        extra = self.extra_yahtzees
        return extra is not None and bool(filled >> self.category_names.index(extra.box) & 1)

    def situation(self, filled: int, extra: int) -> Situation | None:
        """Return how the next Yahtzee is scored; None if like any other roll."""
        if self.extra_yahtzees is None or not self.has_yahtzee(filled):
            return None
        still_open = [category for place, category in enumerate(self.categories) if not filled >> place & 1]
        open_upper = tuple(category.name for category in still_open if category.is_upper)
        must_go_below = self.extra_yahtzees.joker == "forced" and len(open_upper) < len(still_open)
        return Situation(open_upper, must_go_below, pays=extra > 0 and not self.saves_throws)

    def entry(self, category: Category, roll: Roll, situation: Situation | None) -> Entry | None:
        """Return the effect of scoring ``roll`` in an open category; None if not allowed."""
        return entry_in(category, roll, self.extra_yahtzees, situation)


def entry_in(category: Category, roll: Roll, extra: ExtraYahtzees | None, situation: Situation | None) -> Entry | None:
    """Return the result of :meth:`Ruleset.entry` from everything it depends on."""
    if extra is None:
        return Entry(category.points(roll))
    if situation is None or len(set(roll)) > 1:
        return extra.first_entry(category, roll)
    return extra.entry(category, roll, situation)
