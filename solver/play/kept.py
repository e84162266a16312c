"""What players score, computed once and kept."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.game.game import Game
from solver.play.distribution import Distribution, score_distribution
from solver.play.long_passes import long_distribution
from solver.play.long_walk import long_walk
from solver.play.player import Player
from solver.play.walk import is_long, walk
from solver.solving.backwards import Progress, no_progress
from solver.store.files import sha256
from solver.store.format import Result
from solver.store.results import recall
from solver.store.sources import sources_of_module


def distribution_of(game: Game, player: Player, progress: Progress = no_progress) -> Distribution:
    """Return the distribution of a player's final score; in large games, its walk is long.

    Parameters
    ----------
    progress : callable
        Told, on long walks, how many layers were gone through, and how often that is done in all.
    """
    if is_long(game):
        return long_distribution(long_walk(game, player, progress), progress)
    return score_distribution(walk(game, player))


def find_distribution(game: Game, player: Player, progress: Progress = no_progress) -> tuple[Distribution, bool]:
    """Return the distribution of a player's final score and whether it was kept from before.

    It is found again under the name of the player, all arrays that the player holds, and the sources of the player and
    of what else it holds; so a name must tell all other parameters.
    """

    def compute() -> Result:
        return Result({"prob_of_score": distribution_of(game, player, progress).prob_of_score}, {})

    result, from_cache = recall("distribution", game.identity | player_key(player), compute)
    return Distribution(result.arrays["prob_of_score"]), from_cache


def player_key(player: Player) -> dict[str, Any]:
    """Return what tells a player from all others."""
    parts = list(vars(player).values())
    arrays = [sha256(np.ascontiguousarray(part).tobytes()) for part in parts if isinstance(part, np.ndarray)]
    modules = {str(getattr(part, "__module__", "")) for part in [type(player), *map(type, parts), *parts]}
    sources: dict[str, str] = {}
    for module in modules:
        if module.split(".")[0] == __name__.split(".")[0] or module == type(player).__module__:
            sources |= sources_of_module(module)
    return {"player": player.name, "arrays": arrays, "sources": dict(sorted(sources.items()))}
