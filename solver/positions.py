"""Positions as a person writes them: dice, rerolls and a scorecard, read and checked."""

from __future__ import annotations

from dataclasses import dataclass

from solver.dice import dice_text
from solver.errors import PositionError
from solver.options import read_whole_number
from solver.rules import FACES, Roll
from solver.solution import Game


@dataclass(frozen=True)
class Scorecard:
    """What is written: the filled categories as a bit mask, the upper total, capped, and all points, bonus aside."""

    filled: int
    upper_total: int
    points: int


def read_scorecard(game: Game, text: str) -> Scorecard:
    """Return the scorecard written as ``"ones=3,one_pair=10"``; an empty text is an empty scorecard.

    Raises
    ------
    PositionError
        If an entry cannot be read, a category is unknown or given twice, or no roll gives the points.
    """
    names = game.ruleset.category_names
    filled = upper_total = points = 0
    for entry in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (part.strip() for part in entry.partition("="))
        if name not in names:
            raise PositionError(f"--scored: unknown category {name!r}; the categories are {', '.join(names)}")
        category = names.index(name)
        if filled >> category & 1:
            raise PositionError(f"--scored: category {name!r} is given twice; each can be filled once")
        points_here = read_points(game, category, number)
        filled |= 1 << category
        points += points_here
        upper_total += points_here if game.ruleset.categories[category].is_upper else 0
    return Scorecard(filled, min(upper_total, game.ruleset.threshold), points)


def read_points(game: Game, category: int, text: str) -> int:
    """Return the points written for a category.

    Raises
    ------
    PositionError
        If no roll gives them.
    """
    possible = sorted({int(points) for points in game.points_of_roll[:, category]})
    number = read_whole_number(text, possible[-1])
    if number in possible:
        return number
    name = game.ruleset.category_names[category]
    allowed = ", ".join(map(str, possible))
    raise PositionError(f"--scored: no roll gives {text!r} points in {name!r}; possible are {allowed}")


def read_dice(game: Game, text: str) -> Roll:
    """Return the roll written as its digits, in any order.

    Raises
    ------
    PositionError
        If there are too many or too few dice, or one shows no face.
    """
    n_dice = game.ruleset.n_dice
    for character in text:
        if character not in dice_text(FACES):
            raise PositionError(f"--dice {text!r}: {character!r} is not a face; write each die as a digit from 1 to 6")
    if len(text) != n_dice:
        raise PositionError(
            f"--dice {text!r}: {len(text)} dice are given; {game.ruleset.name!r} is played with {n_dice}"
        )
    return tuple(sorted(map(int, text)))


def read_rerolls(game: Game, text: str) -> int:
    """Return the number of throws in hand.

    Raises
    ------
    PositionError
        If a turn does not have so many.
    """
    most = game.ruleset.n_rerolls
    number = read_whole_number(text, most)
    if number is not None:
        return number
    raise PositionError(f"--rerolls {text!r}: the throws still in hand are a whole number from 0 to {most}")


def read_position(game: Game, scorecard: Scorecard, dice: str, rerolls: str) -> tuple[Roll, int]:
    """Return the roll on the table and the throws in hand.

    Raises
    ------
    PositionError
        If one of them cannot be, or the scorecard is full, so that there is no turn to play.
    """
    position = read_dice(game, dice), read_rerolls(game, rerolls)
    if scorecard.filled == game.space.n_sets - 1:
        raise PositionError(f"--dice {dice!r}: the scorecard in --scored is full, so there is nothing to throw for")
    return position
