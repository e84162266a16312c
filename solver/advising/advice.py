"""Advice: what a position is worth, and every option in it, best first."""

from __future__ import annotations

from dataclasses import dataclass

from solver.advising.choices import Choice, choices
from solver.advising.positions import Scorecard
from solver.advising.turn import solve_turn
from solver.game.game import Game
from solver.rules.scoring import Roll
from solver.solving.layers import Values, look_up


@dataclass(frozen=True)
class Advice:
    """What the final score is worth under best play: its mean, or for a theta its certainty equivalent.

    With dice on the table also the options, best first.
    """

    value: float
    options: tuple[Choice, ...] = ()


def between_turns(game: Game, value_of_state: Values, scorecard: Scorecard) -> Advice:
    """Return what a scorecard is worth before the next throw, or at the end of the game."""
    page = game.space.page(scorecard.filled, scorecard.extra)
    return Advice(scorecard.points + float(look_up(game.space, value_of_state, page, scorecard.upper_total)))


def with_dice(
    game: Game, value_of_state: Values, scorecard: Scorecard, dice: Roll, rerolls: int, theta: float = 0.0
) -> Advice:
    """Return every option for the dice on the table; the scorecard is not full and the values are those of theta."""
    page = game.space.page(scorecard.filled, 0 if game.ruleset.saves_throws else scorecard.extra)
    turn = solve_turn(game, page, scorecard.upper_total, value_of_state, theta, rerolls)
    roll = game.lattice.index_of_keep[dice] - game.lattice.first_roll
    options = choices(turn, roll, rerolls, scorecard.points)
    return Advice(options[0].value, tuple(options))
