"""A player's games in one small result: the distribution of its scores and what its boxes bring, exactly, and kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from solver.arrays import Floats
from solver.baselines.boxes import WorthPlayer
from solver.baselines.optimist import FairOptimist, HopefulPlayer
from solver.baselines.registry import Entry
from solver.game.game import Game
from solver.kernels.following import Places
from solver.play.distribution import Distribution, score_distribution
from solver.play.player import Player, TablePlayer, Tables
from solver.play.statistics import habits
from solver.play.walk import Walk, shared_walk, walk
from solver.store.results import Result, recall
from solver.store.sources import sources_of_module


@dataclass(frozen=True, eq=False)
class Summary:
    """What a player's games are like.

    Attributes
    ----------
    mean_points, zero_rate, mean_turn : float64[n_categories]
        Expected points, probability of no points, and expected turn (from 1) in which the box is filled.
    bonus_rate : float
        Probability of the bonus.
    visited_states : int
        How many states, finished scorecards included, its games can come to.
    belief, horizon : float, str
        See ``believed``.
    """

    distribution: Distribution
    mean_points: Floats
    zero_rate: Floats
    mean_turn: Floats
    bonus_rate: float
    visited_states: int
    belief: float = 0.0
    horizon: str = "none"


def way_of_player(game: Game, player: Player) -> Walk:
    """Return the walk of a player; that of perfect play, the one named player who reads a table, may be at hand."""
    return shared_walk(game, player) if isinstance(player, TablePlayer) else walk(game, player, is_passing=True)


def summarise(game: Game, player: Player) -> Summary:
    """Return what the games of ``player`` are like."""
    way = way_of_player(game, player)
    found = habits(way)
    return Summary(
        distribution=score_distribution(way),
        mean_points=found.means,
        zero_rate=found.zero_rates,
        mean_turn=found.mean_turns,
        bonus_rate=found.bonus_rate,
        visited_states=found.n_visited,
    )


def find_summary(game: Game, entry: Entry) -> Summary:
    """Return what the games of a named player are like, kept from before or computed now."""
    return kept_summary(game, entry.name, entry.make)


def kept_summary(game: Game, name: str, make: Callable[[Game], Player]) -> Summary:
    """Return the summary of the player that ``make`` makes; it is made only if nothing is kept.

    Parameters
    ----------
    name : str
        Tells the player from all others.
    make : callable
        A function of the module whose imports are all that the player depends on.
    """

    def compute() -> Result:
        player = make(game)
        found = summarise(game, player)
        arrays = {
            "prob_of_score": found.distribution.prob_of_score,
            "mean_points": found.mean_points,
            "zero_rate": found.zero_rate,
            "mean_turn": found.mean_turn,
        }
        belief, horizon = believed(game, player)
        facts = {"bonus_rate": found.bonus_rate, "visited_states": found.visited_states}
        return Result(arrays, facts | {"belief": belief, "horizon": horizon})

    result = recall("player-summary", key_of_player(game, name, make), compute)[0]
    arrays = result.arrays
    boxes = arrays["mean_points"], arrays["zero_rate"], arrays["mean_turn"]
    return Summary(Distribution(arrays["prob_of_score"]), *boxes, **result.facts)


def key_of_player(game: Game, name: str, make: Callable[[Game], Player]) -> dict[str, Any]:
    """Return what a result about a player depends on, the sources of the player's module among it."""
    return game.identity | {"player": name, "sources": dict(sources_of_module(make.__module__))}


def believed(game: Game, player: Player) -> tuple[float, str]:
    """Return what a player expects before the first throw, and how far it looks: the game, the turn, or not at all."""
    if isinstance(player, HopefulPlayer):
        return float(player.belief.values[0]), "game"
    if isinstance(player, TablePlayer | FairOptimist):
        return float(player.value_of_state[0]), "game"
    if isinstance(player, WorthPlayer):
        start = Places(*np.zeros((3, 1), dtype=np.int64))
        return float(player.prob_of_outcome(Tables(game), start)[0, 0] @ player.worth_of_outcome), "turn"
    return 0.0, "none"


@dataclass(frozen=True)
class Means:
    """What a player expects before the first throw, what it can expect, and its chance of the bonus."""

    belief: float
    mean: float
    bonus_rate: float


def kept_means(game: Game, name: str, make: Callable[[Game], Player]) -> Means:
    """Return the means of the player that ``make`` makes, without its distribution; parameters as above."""

    def compute() -> Result:
        player = make(game)
        found = habits(way_of_player(game, player))
        mean = float(found.prob @ game.outcomes.gain) + game.ruleset.bonus * found.bonus_rate
        return Result({}, {"belief": believed(game, player)[0], "mean": mean, "bonus_rate": found.bonus_rate})

    return Means(**recall("player-means", key_of_player(game, name, make), compute)[0].facts)
