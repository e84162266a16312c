"""Habits of human players: how they value boxes, which dice they keep, and the ladder from casual to expert."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from solver.arrays import Longs
from solver.baselines.boxes import BoxPlayer, WorthPlayer, empty_options
from solver.baselines.registry import player
from solver.errors import RulesError
from solver.game.game import Game
from solver.kernels.players import Aims, follow_aims
from solver.play.player import Options, Player, Tables
from solver.rules.games import find_ruleset
from solver.rules.ruleset import FACES, UPPER_NAMES, Roll


@dataclass(frozen=True)
class Aim:
    """A decision about a roll: keep these dice, or, without dice, score the category of this name.

    It applies if one of the boxes ``wanted`` is open and none of the boxes ``unwanted``; both are bit masks.
    """

    wanted: int
    keep: Roll | None = None
    category: int = -1
    unwanted: int = 0


Rule = Callable[[Roll, int], Iterable[Aim]]


@dataclass(frozen=True, eq=False)
class AimPlayer(BoxPlayer):
    """A player who follows a rule of thumb and ignores the upper total."""

    name: str
    game: Game
    rule: Rule

    @cached_property
    def aims(self) -> Aims:
        """Return the lists of all rolls for the kernel."""
        lattice, n_rerolls = self.game.lattice, self.game.ruleset.n_rerolls
        first_aim = np.zeros((n_rerolls + 1, len(lattice.rolls)), dtype=np.int64)
        wanted: list[int] = []
        unwanted: list[int] = []
        option: list[int] = []
        for rerolls in range(n_rerolls + 1):
            for roll, dice in enumerate(lattice.rolls):
                first_aim[rerolls, roll] = len(option)
                number = {lattice.keeps[keep]: place for place, keep in enumerate(lattice.choices_of_roll[roll])}
                for aim in self.rule(dice, rerolls):
                    wanted.append(aim.wanted)
                    unwanted.append(aim.unwanted)
                    option.append(len(number) + aim.category if aim.keep is None else number[aim.keep])
        return Aims(first_aim, np.array(wanted), np.array(unwanted), np.array(option, dtype=np.int16))

    def decide_pages(self, tables: Tables, pages: Longs) -> Options:
        """Return the decisions on some pages, see ``BoxPlayer``."""
        options = empty_options(tables, len(pages))
        follow_aims(self.aims, pages % tables.game.space.n_sets, options)
        return options


FEW = 3  # fewer equal dice in an upper box do not earn the bonus
RUNS = ((2, 3, 4, 5), (1, 2, 3, 4), (3, 4, 5, 6))
STRAIGHTS = {"large_straight": (2, 3, 4, 5, 6), "small_straight": (1, 2, 3, 4, 5)}
OF_A_KIND = ("three_of_a_kind", "four_of_a_kind", "yatzy")
FROM_A_PAIR = ("one_pair", "two_pairs", "full_house", *OF_A_KIND)
FROM_A_TRIPLE = ("full_house", *OF_A_KIND)

# Value of a zero with ``sacrifice``, and addition for one or two Ones; any other zero is the last resort.
SACRIFICES = {"ones": 2, "small_straight": 1, "large_straight": 1, "yatzy": -4, "four_of_a_kind": -10}
LAST_RESORT = -20
UPPER_REWARD, UPPER_FINE = 5, 25  # addition for three of a face with ``bonus_aim``, and deduction for fewer
CHANCE_FINE, PAIR_FINE = 15, 5  # deductions with ``chance_late``
GOOD_PAIR = 5  # lowest face of a pair that ``upper_dice`` keeps for the lower section

# Points that ``par`` expects of each box, and the factor of upper points above or below three of a face.
PARS = {
    "ones": 4, "twos": 5, "threes": 9, "fours": 10, "fives": 14, "sixes": 17, "one_pair": 15, "two_pairs": 20,
    "three_of_a_kind": 14, "four_of_a_kind": 14, "small_straight": 6, "large_straight": 10, "full_house": 16,
    "chance": 26, "yatzy": 12,
}  # fmt: skip
UPPER_WEIGHT = 3


def worth_by_habit(habits: frozenset[str], name: str, points: int) -> int:
    """Return the value of ``points`` in a box for a player with these habits."""
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
    """The rule of thumb of a player with some habits, see ``players.Aims``."""

    game: Game
    habits: frozenset[str]

    def __call__(self, roll: Roll, rerolls: int) -> Iterator[Aim]:
        """Yield the aims for a roll, the best first; the last one always applies."""
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
        """Return the bit mask of the named boxes; without names, of all."""
        place = self.game.ruleset.category_names.index
        return sum(1 << place(name) for name in names or self.game.ruleset.category_names)

    def score(self, name: str) -> Aim:
        """Return the aim to score in a box."""
        return Aim(self.boxes(name), category=self.game.ruleset.category_names.index(name))

    def scores(self, roll: Roll) -> Iterator[Aim]:
        """Yield scoring in every box, the one of largest value first; equal ones in scorecard order."""
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
        """Yield keeping equal dice, the largest group first; of equal size, the one for an open upper box first."""
        for size in range(count.total() - 1, 1, -1):
            faces = [face for face in groups if count[face] == size]
            yield from (Aim(self.boxes(UPPER_NAMES[face - 1]), (face,) * size) for face in faces)
            for_what = FROM_A_PAIR if size == 2 else FROM_A_TRIPLE
            kept = [face for face in faces if size > 2 or face >= GOOD_PAIR]
            yield from (Aim(self.boxes(*for_what), (face,) * size) for face in kept)

    def last_boxes(self, roll: Roll, rerolls: int) -> Iterator[Aim]:
        """Yield aims for straights if no other box for these dice is open, and for Chance if it is the last."""
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


# The four habits, each with its rung on the ladder.
HABITS = {"chances": "counting", "pars": "par", "bonus": "bonus_aim", "top": "upper_dice"}

# With exact chances no rule for the dice is needed, and the pars include a rule for the upper section.
NEEDLESS = {"top": "chances", "bonus": "pars"}


def habit_player(game: Game, name: str, habits: frozenset[str]) -> BoxPlayer:
    """Return the player with some habits, by their names on the ladder."""
    if "counting" not in habits:
        return AimPlayer(name, game, HabitRule(game, habits))
    ways_out, names = game.outcomes, game.ruleset.category_names
    ends = zip(ways_out.category.tolist(), ways_out.gain.tolist(), strict=True)
    worths = [worth_by_habit(habits, names[category], int(gain)) for category, gain in ends]
    return WorthPlayer(name, np.array(worths, dtype=np.float64))


def habit_sets() -> Iterator[tuple[str, ...]]:
    """Yield all sets of the four habits, smaller ones first."""
    for size in range(len(HABITS) + 1):
        yield from combinations(HABITS, size)


def needed(habits: Collection[str]) -> tuple[str, ...]:
    """Return the habits of a set that have an effect: a player with these alone decides alike."""
    return tuple(habit for habit in habits if NEEDLESS.get(habit) not in habits)


def name_of_set(habits: Collection[str]) -> str:
    """Return the name of a set of habits: "none", or for example "chances-pars"."""
    return "-".join(habits) or "none"


def set_maker(habits: Collection[str]) -> Callable[[Game], BoxPlayer]:
    """Return the function that creates the player with a set of the four habits."""
    return lambda game: habit_player(game, name_of_set(habits), frozenset(HABITS[habit] for habit in habits))


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder: its name, which is also that of its habit, and the habit in a sentence."""

    name: str
    habit: str


RUNGS = (
    Rung("casual", "Keeps the largest group of equal dice, throws the rest, and takes the box with the most points."),
    Rung("patterns", "Stops at a straight or a full house, and goes for a straight with four in a row and no pair."),
    Rung("open_boxes", "Keeps dice only for boxes that are open, to the last ones: straights, or Chance."),
    Rung("sacrifice", "Gives a bad roll away where it hurts least: in Ones, then a straight, Yatzy, four of a kind."),
    Rung("bonus_aim", "Aims for the bonus: counts three of a face in its upper box 5 points more, fewer 25 less."),
    Rung("chance_late", "Keeps Chance for later: counts it 15 points less, and a pair 5 less."),
    Rung("upper_dice", "Throws for the upper half first: a low pair or a lone die is kept only for its upper box."),
    Rung("counting", "Works out the chances of both throws exactly, counting the boxes as before."),
    Rung("par", "Counts a box by what it brings above the usual, and upper points off three of a face threefold."),
)


def habits_up_to(name: str) -> frozenset[str]:
    """Return the habits of a rung: its own and those of lower rungs."""
    names = [rung.name for rung in RUNGS]
    return frozenset(names[: names.index(name) + 1])


def rung_player(game: Game, name: str) -> Player:
    """Return the player of a rung.

    Raises
    ------
    RulesError
        If the game is not Scandinavian Yatzy: the habits refer to its boxes.
    """
    known = find_ruleset("scandinavian")
    if game.ruleset.n_dice != known.n_dice or game.ruleset.category_names != known.category_names:
        raise RulesError(f"policy {name!r} supports only the ruleset 'scandinavian', not {game.ruleset.name!r}")
    if game.ruleset.in_order:
        raise RulesError(f"policy {name!r} does not support in_order=true")
    return habit_player(game, name, habits_up_to(name))


def rung_maker(name: str) -> Callable[[Game], Player]:
    """Return the function that creates the player of a rung for a game."""
    return lambda game: rung_player(game, name)


for _rung in RUNGS:
    player(_rung.name, _rung.habit)(rung_maker(_rung.name))
