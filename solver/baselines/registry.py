"""Named players to compare with perfect play.

A player is created by one function of the game with the decorator ``player``, in any of the modules of ``MODULES``; the
ladder of human habits is in ``habits.py``.
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
    """A named player: its description, and the function that creates it for a game."""

    name: str
    description: str
    make: Callable[[Game], Player]


PLAYERS: dict[str, Entry] = {}
Make = TypeVar("Make", bound=Callable[[Game], "Player"])


def player(name: str, description: str) -> Callable[[Make], Make]:
    """Register a function that creates a player for a game."""

    def register(make: Make) -> Make:
        PLAYERS[name] = Entry(name, description, make)
        return make

    return register


def all_players() -> dict[str, Entry]:
    """Return every player by name: perfect play first, then naive ones, then the ladder from its lowest rung."""
    for module in MODULES:
        import_module(module)  # registers players; compiles
    entries = [entry for module in MODULES for entry in PLAYERS.values() if entry.make.__module__ == module]
    return {entry.name: entry for entry in entries}


def find_player(name: str, ruleset: Ruleset) -> Player:
    """Return the player called ``name`` for a game of ``ruleset``.

    Raises
    ------
    SolverError
        If the player does not exist or does not support the ruleset.
    """
    players = all_players()
    if name not in players:
        raise SolverError(f"unknown policy {name!r}; choose one of {', '.join(players)}")
    return players[name].make(Game(ruleset))


def greedy_values(game: Game) -> Floats:
    """Return the value table of the greedy player: points still to come count nothing.

    Greedy with respect to it, the player maximizes the expected points of this turn and ignores the bonus and the open
    boxes.
    """
    return np.zeros(game.space.n_states)
