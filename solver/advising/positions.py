"""Parse and check positions: dice, remaining throws and a scorecard."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.errors import PositionError
from solver.game.dice import dice_text
from solver.game.game import Game
from solver.rules.ruleset import FACES, Roll, read_whole_number

EXTRA_BONUS = "extra_yahtzee_bonus"
SAVED_THROWS = "saved_throws"


@dataclass(frozen=True)
class Scorecard:
    """A scorecard: filled categories as a bit mask, the upper total, capped, and all points, without the bonus.

    ``extra`` is the extra of the state, see ``ruleset.Ruleset``.
    """

    filled: int
    upper_total: int
    points: int
    extra: int = 0


def read_scorecard(game: Game, text: str) -> Scorecard:
    """Parse a scorecard such as ``"ones=3,one_pair=10"``; an empty text is an empty scorecard.

    Some rulesets have entries besides categories: the points for extra Yahtzees, the saved throws.

    Raises
    ------
    PositionError
        If an entry is invalid, a category is unknown or repeated, no roll gives the points, or another entry
        contradicts the filled categories.
    """
    ruleset, names = game.ruleset, game.ruleset.category_names
    more = ([EXTRA_BONUS] if game.has_extra_bonus else []) + ([SAVED_THROWS] if ruleset.saves_throws else [])
    written: dict[str, str] = {}
    for entry in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = (part.strip() for part in entry.partition("="))
        if name not in (*names, *more):
            known = ", ".join((*names, *more))
            raise PositionError(f"--scored: unknown category {name!r}; the categories are {known}")
        if name in written:
            raise PositionError(f"--scored: category {name!r} is specified twice")
        written[name] = number
    points = {place: read_points(game, place, written[name]) for place, name in enumerate(names) if name in written}
    filled = sum(1 << place for place in points)
    if not ruleset.may_be_filled(filled):
        first = next(name for place, name in enumerate(names) if not filled >> place & 1)
        raise PositionError(f"--scored: boxes must be filled in order, but {first!r} is open before filled ones")
    upper_total = sum(points[place] for place in points if ruleset.categories[place].is_upper)
    on_top, extra = 0, 0
    if game.has_extra_bonus:
        extra = int(is_yahtzee_scored(game, points))
        on_top = read_extra_bonus(game, written.get(EXTRA_BONUS, "0"), len(points) - 1 if extra else 0)
    if ruleset.saves_throws:
        extra = read_saved_throws(game, written.get(SAVED_THROWS, "0"), filled)
    return Scorecard(filled, min(upper_total, ruleset.threshold), sum(points.values()) + on_top, extra)


def is_yahtzee_scored(game: Game, points: Mapping[int, int]) -> bool:
    """Return whether the Yahtzee box has points."""
    return game.ruleset.extra_yahtzees is not None and any(
        number > 0 and game.ruleset.category_names[place] == game.ruleset.extra_yahtzees.box
        for place, number in points.items()
    )


def read_extra_bonus(game: Game, text: str, most: int) -> int:
    """Parse the points for at most ``most`` extra Yahtzees.

    Raises
    ------
    PositionError
        If these points are impossible.
    """
    each = game.ruleset.extra_yahtzees.bonus if game.ruleset.extra_yahtzees else 0
    number = read_whole_number(text, each * most)
    if number is not None and number % each == 0:
        return number
    allowed = f"0 to {each * most} in steps of {each}" if most else "0, because no Yahtzee has scored points"
    raise PositionError(f"--scored: {EXTRA_BONUS} {text!r}: with these categories filled it must be {allowed}")


def read_saved_throws(game: Game, text: str, filled: int) -> int:
    """Parse the number of saved throws.

    Raises
    ------
    PositionError
        If so many are impossible.
    """
    most = game.ruleset.n_extras(filled) - 1
    number = read_whole_number(text, most)
    if number is not None:
        return number
    raise PositionError(
        f"--scored: {SAVED_THROWS} {text!r}: with {filled.bit_count()} filled categories it is a whole number from 0 "
        f"to {most}"
    )


def read_points(game: Game, category: int, text: str) -> int:
    """Parse the points of a category: those of some roll, or 0, because every box can be crossed out.

    Raises
    ------
    PositionError
        If no roll gives them.
    """
    possible = sorted({0, *(int(points) for points in game.points_of_roll[:, category])})
    number = read_whole_number(text, possible[-1])
    if number in possible:
        return number
    name = game.ruleset.category_names[category]
    allowed = ", ".join(map(str, possible))
    raise PositionError(f"--scored: no roll gives {text!r} points in {name!r}; possible are {allowed}")


def read_dice(game: Game, text: str) -> Roll:
    """Parse a roll, written as digits in any order.

    Raises
    ------
    PositionError
        If the number of dice or a face is invalid.
    """
    n_dice = game.ruleset.n_dice
    for character in text:
        if character not in dice_text(FACES):
            raise PositionError(f"--dice {text!r}: {character!r} is not a face; write each die as a digit from 1 to 6")
    if len(text) != n_dice:
        raise PositionError(f"--dice {text!r}: {len(text)} dice; {game.ruleset.name!r} is played with {n_dice}")
    return tuple(sorted(map(int, text)))


def read_rerolls(game: Game, scorecard: Scorecard, text: str) -> int:
    """Parse the number of remaining throws, saved ones included.

    Raises
    ------
    PositionError
        If a turn does not have so many.
    """
    ruleset = game.ruleset
    most = ruleset.n_rerolls + (ruleset.n_extras(scorecard.filled) - 1 if ruleset.saves_throws else 0)
    number = read_whole_number(text, most)
    if number is not None:
        return number
    raise PositionError(f"--rerolls {text!r}: the number of remaining throws must be a whole number from 0 to {most}")


def read_position(game: Game, scorecard: Scorecard, dice: str, rerolls: str) -> tuple[Roll, int]:
    """Parse the current roll and the remaining throws.

    Raises
    ------
    PositionError
        If one of them is invalid, or the scorecard is full.
    """
    roll = read_dice(game, dice)
    if scorecard.filled == game.space.n_sets - 1:
        raise PositionError(f"--dice {dice!r}: the scorecard in --scored is full, so there are no turns left")
    return roll, read_rerolls(game, scorecard, rerolls)
