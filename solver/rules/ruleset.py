"""A ruleset: categories, scoring, dice, rerolls, bonus, jokers and house rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from solver.errors import RulesError

OptionValue = int | bool | str


def read_whole_number(text: str, largest: int) -> int | None:
    """Return the number that ``text`` writes in digits 0 to 9; None if it is anything else or above ``largest``."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    # Lengths first: Python refuses to read thousands of digits.
    return int(digits) if len(digits) <= len(str(largest)) and int(digits) <= largest else None


@dataclass(frozen=True)
class Option:
    """One house rule: its default and, for a number, the range that makes sense, for a word, the words it can be."""

    name: str
    default: OptionValue
    meaning: str
    largest: int = 1
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """Say which values the option takes."""
        if self.words:
            return f"{', '.join(self.words[:-1])} or {self.words[-1]}"
        return "true or false" if isinstance(self.default, bool) else f"a whole number from 0 to {self.largest}"

    def read(self, text: str) -> OptionValue:
        """Return the value written as ``text``.

        Raises
        ------
        RulesError
            If the option does not take that value.
        """
        if self.words:
            if text in self.words:
                return text
        elif isinstance(self.default, bool):
            if text in ("true", "false"):
                return text == "true"
        elif (number := read_whole_number(text, self.largest)) is not None:
            return number
        raise RulesError(f"{self.name!r} cannot be {text!r}; it takes {self.allowed}")


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
