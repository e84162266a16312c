"""The rules: what a roll scores in each category, and what makes up a game.

A roll is a tuple of faces in ascending order. Every scoring function takes one and returns points; none of them knows
how many dice there are unless the category itself does. A doubtful reading is stated in the docstring, and where people
play it differently it is a named option of the ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from solver.errors import RulesError, UnknownRulesetError

FACES = (1, 2, 3, 4, 5, 6)

Roll = tuple[int, ...]
Scoring = Callable[[Roll], int]
OptionValue = int | bool


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


def two_pairs(roll: Roll) -> int:
    """Sum two pairs of different faces; four of a kind is not two pairs."""
    faces = [face for face in FACES if roll.count(face) >= 2]
    return 2 * sum(faces[-2:]) if len(faces) >= 2 else 0


def two_pairs_or_four_equal(roll: Roll) -> int:
    """Sum two pairs; four dice of one face count as two pairs of it."""
    return max(two_pairs(roll), of_a_kind(4)(roll))


def straight(*faces: int) -> Scoring:
    """Return the scoring of a straight: the sum of its faces when all of them were rolled."""

    def points(roll: Roll) -> int:
        return sum(faces) if set(faces) <= set(roll) else 0

    return points


def full_house(roll: Roll) -> int:
    """Sum three dice of one face and two of another; five of a kind is not a full house."""
    houses = [
        3 * three + 2 * two
        for three in FACES
        for two in FACES
        if three != two and roll.count(three) >= 3 and roll.count(two) >= 2
    ]
    return max(houses, default=0)


def full_house_or_five_equal(roll: Roll) -> int:
    """Sum a full house; five dice of one face count as one."""
    return max(full_house(roll), of_a_kind(5)(roll))


def all_equal(points_if_equal: int) -> Scoring:
    """Return the scoring that gives ``points_if_equal`` when every die shows the same face."""

    def points(roll: Roll) -> int:
        return points_if_equal if len(set(roll)) == 1 else 0

    return points


@dataclass(frozen=True)
class Category:
    """One line of the scorecard; the points of an upper one count towards the bonus."""

    name: str
    points: Scoring
    is_upper: bool = False


def read_whole_number(text: str, largest: int) -> int | None:
    """Return the number that ``text`` writes in digits 0 to 9; None if it is anything else or above ``largest``."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    # Lengths first: Python refuses to read thousands of digits.
    return int(digits) if len(digits) <= len(str(largest)) and int(digits) <= largest else None


@dataclass(frozen=True)
class Option:
    """One house rule: its default and, for a number, the range that makes sense."""

    name: str
    default: OptionValue
    meaning: str
    largest: int = 1

    @property
    def allowed(self) -> str:
        """Say which values the option takes."""
        return "true or false" if isinstance(self.default, bool) else f"a whole number from 0 to {self.largest}"

    def read(self, text: str) -> OptionValue:
        """Return the value written as ``text``.

        Raises
        ------
        RulesError
            If the option does not take that value.
        """
        if isinstance(self.default, bool):
            if text in ("true", "false"):
                return text == "true"
        elif (number := read_whole_number(text, self.largest)) is not None:
            return number
        raise RulesError(f"{self.name!r} cannot be {text!r}; it takes {self.allowed}")


@dataclass(frozen=True)
class Ruleset:
    """One game: its dice, its scorecard in order, its bonus, and the options it was made with."""

    name: str
    n_dice: int
    categories: tuple[Category, ...]
    bonus: int
    threshold: int
    options: Mapping[str, OptionValue]
    n_rerolls: int = 2

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


UPPER_NAMES = ("ones", "twos", "threes", "fours", "fives", "sixes")
UPPER_CATEGORIES = tuple(
    Category(name, sum_of_face(face), is_upper=True) for name, face in zip(UPPER_NAMES, FACES, strict=True)
)

HOUSE_RULES: Mapping[str, tuple[Option, ...]] = MappingProxyType(
    {
        "scandinavian": (
            Option("bonus", 50, "points for reaching the threshold", largest=1000),
            Option("threshold", 63, "sum of the upper categories that earns the bonus", largest=105),
            Option("five_of_a_kind_is_full_house", False, "five equal dice score as a full house"),
            Option("four_of_a_kind_is_two_pairs", False, "four equal dice score as two pairs"),
        )
    }
)


def scandinavian(options: Mapping[str, OptionValue]) -> Ruleset:
    """Return Scandinavian Yatzy: five dice, fifteen categories, 50 points for 63 in the upper section."""
    lower = (
        Category("one_pair", of_a_kind(2)),
        Category("two_pairs", two_pairs_or_four_equal if options["four_of_a_kind_is_two_pairs"] else two_pairs),
        Category("three_of_a_kind", of_a_kind(3)),
        Category("four_of_a_kind", of_a_kind(4)),
        Category("small_straight", straight(1, 2, 3, 4, 5)),
        Category("large_straight", straight(2, 3, 4, 5, 6)),
        Category("full_house", full_house_or_five_equal if options["five_of_a_kind_is_full_house"] else full_house),
        Category("chance", sum),
        Category("yatzy", all_equal(50)),
    )
    return Ruleset(
        name="scandinavian",
        n_dice=5,
        categories=UPPER_CATEGORIES + lower,
        bonus=options["bonus"],
        threshold=options["threshold"],
        options=MappingProxyType(dict(options)),
    )


RULESETS: Mapping[str, Callable[[Mapping[str, OptionValue]], Ruleset]] = MappingProxyType(
    {"scandinavian": scandinavian}
)
DEFAULT_RULESET = "scandinavian"


def find_ruleset(name: str = DEFAULT_RULESET, options: Mapping[str, str] = MappingProxyType({})) -> Ruleset:
    """Return the ruleset called ``name`` with the house rules of ``options``, given as text.

    Raises
    ------
    UnknownRulesetError
        If there is no such ruleset.
    RulesError
        If it has no such option, or the option does not take the value.
    """
    if name not in RULESETS:
        raise UnknownRulesetError(f"unknown ruleset {name!r}; choose one of {', '.join(RULESETS)}")
    known = {option.name: option for option in HOUSE_RULES[name]}
    for given in options:
        if given not in known:
            raise RulesError(f"ruleset {name!r} has no option {given!r}; its options are {', '.join(known)}")
    values = {
        option.name: option.read(options[option.name]) if option.name in options else option.default
        for option in known.values()
    }
    return RULESETS[name](values)
