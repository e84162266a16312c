"""Players with any of four habits: the casual player, and whoever adds some of them to its play, in any order."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import combinations

import numpy as np

from solver.baselines.aims import AimPlayer
from solver.baselines.boxes import BoxPlayer, WorthPlayer
from solver.baselines.habits import HabitRule, worth_by_habit
from solver.game.game import Game

# Each with its rung on the ladder, where it stands with others.
HABITS = {"chances": "counting", "pars": "par", "bonus": "bonus_aim", "top": "upper_dice"}

# Who counts all chances needs no rule for the dice, and the list of pars has its own for the upper half.
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
    """Yield all sets of the four habits, the smaller ones first."""
    for size in range(len(HABITS) + 1):
        yield from combinations(HABITS, size)


def needed(habits: Collection[str]) -> tuple[str, ...]:
    """Return those habits of a set that change anything: whoever has these alone plays alike."""
    return tuple(habit for habit in habits if NEEDLESS.get(habit) not in habits)


def name_of_set(habits: Collection[str]) -> str:
    """Return the name of a set of habits: "none", or for example "chances-pars"."""
    return "-".join(habits) or "none"


def set_maker(habits: Collection[str]) -> Callable[[Game], BoxPlayer]:
    """Return the function that makes the player with a set of the four habits."""
    return lambda game: habit_player(game, name_of_set(habits), frozenset(HABITS[habit] for habit in habits))
