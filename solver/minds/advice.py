"""What a player would do with the dice on the table, and what it loses by that."""

from __future__ import annotations

import numpy as np

from solver.advising.choices import Choice
from solver.advising.positions import Scorecard
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.play import Places
from solver.play.player import Decided, Player
from solver.play.tables import Tables
from solver.rules.scoring import Roll


def choice_of(
    game: Game, player: Player, scorecard: Scorecard, dice: Roll, rerolls: int, options: tuple[Choice, ...]
) -> Choice:
    """Return which of the options a player takes.

    Raises
    ------
    SolverError
        If the player leaves it to chance.
    """
    if not isinstance(player, Decided):
        raise SolverError(f"policy {player.name!r} leaves its decisions to chance, so there is none to tell")
    page = np.array([game.space.page(scorecard.filled, scorecard.extra)])
    place = Places(page, np.array([scorecard.upper_total]), page % game.space.n_sets)
    roll = game.lattice.index_of_keep[dice] - game.lattice.first_roll
    option = int(player.decide(Tables(game), place)[0, rerolls, roll, 0])
    keeps = game.lattice.choices_of_roll[roll]
    if option < len(keeps):
        kept = game.lattice.keeps[keeps[option]]
        return next(choice for choice in options if choice.action == "keep" and choice.dice == kept)
    name = game.ruleset.category_names[option - len(keeps)]
    return next(choice for choice in options if choice.action == "score" and choice.category == name)
