"""Exact summaries of a player's games, cached on disk: the distribution of its scores, and statistics of its boxes."""

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
    """Summary of a player's games.

    Attributes
    ----------
    mean_points, zero_rate, mean_turn : float64[n_categories]
        Expected points, probability of no points, and expected turn (from 1) in which the box is filled.
    bonus_rate : float
        Probability of the bonus.
    visited_states : int
        Number of states, finished scorecards included, that its games can visit.
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
    """Return the walk of a player; that of perfect play is cached."""
    return shared_walk(game, player) if isinstance(player, TablePlayer) else walk(game, player, is_passing=True)


def summarise(game: Game, player: Player) -> Summary:
    """Compute the summary of a player."""
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
    """Return the cached summary of a named player."""
    return cached_summary(game, entry.name, entry.make)


def cached_summary(game: Game, name: str, make: Callable[[Game], Player]) -> Summary:
    """Return the cached summary of the player that ``make`` creates; it is created only if necessary.

    Parameters
    ----------
    name : str
        Key of the player.
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
    """Return the key of a result about a player, including the sources of the player's module."""
    return game.identity | {"player": name, "sources": dict(sources_of_module(make.__module__))}


def believed(game: Game, player: Player) -> tuple[float, str]:
    """Return a player's value before the first throw, and its horizon: the game, the turn, or none."""
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
    """A player's value before the first throw, its expected final score, and its chance of the bonus."""

    belief: float
    mean: float
    bonus_rate: float


def cached_means(game: Game, name: str, make: Callable[[Game], Player]) -> Means:
    """Return the cached means of the player that ``make`` creates, without its distribution; parameters as above."""

    def compute() -> Result:
        player = make(game)
        found = habits(way_of_player(game, player))
        mean = float(found.prob @ game.outcomes.gain) + game.ruleset.bonus * found.bonus_rate
        return Result({}, {"belief": believed(game, player)[0], "mean": mean, "bonus_rate": found.bonus_rate})

    return Means(**recall("player-means", key_of_player(game, name, make), compute)[0].facts)
