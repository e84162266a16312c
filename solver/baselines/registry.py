"""Players to compare with perfect play, by name.

A player is made by one function of the game under the decorator ``player``, in any of the modules of ``MODULES``; the
ladder of human rules is in ``human.py``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError
from solver.game.game import Game
from solver.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from solver.play.player import Player

MODULES = ("solver.baselines.turn", "solver.baselines.optimist", "solver.baselines.habits")


@dataclass(frozen=True)
class Entry:
    """A named player: what it does in a sentence, and the function that makes it for a game."""

    name: str
    description: str
    make: Callable[[Game], Player]


PLAYERS: dict[str, Entry] = {}
Make = TypeVar("Make", bound=Callable[[Game], "Player"])


def player(name: str, description: str) -> Callable[[Make], Make]:
    """Register a function that makes a player for a game."""

    def register(make: Make) -> Make:
        PLAYERS[name] = Entry(name, description, make)
        return make

    return register


def all_players() -> dict[str, Entry]:
    """Return every player by name: perfect play first, then those that fail, then the ladder from its lowest rung."""
    for module in MODULES:
        import_module(module)  # compiles, and registers its players
    entries = [entry for module in MODULES for entry in PLAYERS.values() if entry.make.__module__ == module]
    return {entry.name: entry for entry in entries}


def find_player(name: str, ruleset: Ruleset) -> Player:
    """Return the player called ``name``, ready for a game of ``ruleset``.

    Raises
    ------
    SolverError
        If there is no such player, or it does not know the game.
    """
    players = all_players()
    if name not in players:
        raise SolverError(f"unknown policy {name!r}; choose one of {', '.join(players)}")
    return players[name].make(Game(ruleset))


def greedy_values(game: Game) -> Floats:
    """Return the value table that makes the greedy player: nothing still to come counts, only this turn's points.

    Greedy with respect to it, the player expects as many points as possible in this turn, and sees neither the bonus
    nor the boxes that are left.
    """
    return np.zeros(game.space.n_states)
