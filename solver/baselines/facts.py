"""A few facts of a player, where no more is asked for: what it believes, what it earns, and how often the bonus."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solver.game.game import Game
from solver.store.format import Result
from solver.store.results import recall
from solver.store.sources import sources_of_module

Facts = Mapping[str, float]


def kept_facts(game: Game, name: str, find: Callable[[Game], list[Facts]]) -> list[Facts]:
    """Return the facts of the players that ``find`` tells of, kept from before or found now.

    Parameters
    ----------
    name : str
        Tells these players from all others.
    find : callable
        A function of the module whose imports are all that the players depend on.
    """
    sources = dict(sources_of_module(find.__module__))

    def compute() -> Result:
        return Result({}, {"facts": [dict(facts) for facts in find(game)]})

    key = game.identity | {"player": name, "sources": sources}
    found: list[Facts] = recall("player-facts", key, compute)[0].facts["facts"]
    return found
