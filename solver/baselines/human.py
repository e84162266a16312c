"""The ladder of human players, from casual to expert: each rung is the one before with one more habit.

Every number of the habits is in ``habits.py``; they were chosen by exact evaluation and rounded to what one can
remember.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from solver.baselines.habit_sets import habit_player
from solver.baselines.registry import player
from solver.errors import RulesError
from solver.game.game import Game
from solver.play.player import Player
from solver.rules.games import find_ruleset


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
    """Return the habits of a rung: its own and those of the rungs below."""
    names = [rung.name for rung in RUNGS]
    return frozenset(names[: names.index(name) + 1])


def human(game: Game, name: str) -> Player:
    """Return the player of a rung.

    Raises
    ------
    RulesError
        If the game is not Scandinavian Yatzy: the habits are about its boxes.
    """
    known = find_ruleset("scandinavian")
    if game.ruleset.n_dice != known.n_dice or game.ruleset.category_names != known.category_names:
        raise RulesError(f"policy {name!r} plays the ruleset 'scandinavian' only, not {game.ruleset.name!r}")
    if game.ruleset.in_order:
        raise RulesError(f"policy {name!r} chooses among boxes; with in_order=true there is nothing to choose")
    return habit_player(game, name, habits_up_to(name))


def rung_maker(name: str) -> Callable[[Game], Player]:
    """Return the function that makes the player of a rung for a game."""
    return lambda game: human(game, name)


for _rung in RUNGS:
    player(_rung.name, _rung.habit)(rung_maker(_rung.name))
