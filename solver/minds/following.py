"""What a mind scores, followed exactly over the whole game, and where on its way it loses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.minds.cards import Cards
from solver.play.habits import habits
from solver.play.kept import player_key
from solver.play.player import Player, TablePlayer
from solver.play.walk import Walk, walk
from solver.store.format import Result
from solver.store.results import recall


@dataclass(frozen=True, eq=False)
class Followed:
    """A player's games.

    Attributes
    ----------
    mean, bonus_rate : float
        Expected final score and probability of the bonus.
    loss_of_turn : float64[n_turns]
        What each turn loses on the player's own way: the value of the states it comes to, less the points it writes
        and the value of the states after; they sum to what the mean lacks.
    """

    mean: float
    bonus_rate: float
    loss_of_turn: Floats


def follow(cards: Cards, player: Player) -> Followed:
    """Return a player's games, followed exactly."""
    return told_by(cards, walk(cards.game, player, is_passing=True))


def told_by(cards: Cards, way: Walk) -> Followed:
    """Return the games of a player whose walk is given."""
    found = habits(way)
    written = found.prob_of_outcome @ cards.game.outcomes.gain
    states = cards.game.space.states(way.page.astype(np.int64), way.total.astype(np.int64))
    values: Floats = way.visits * cards.value_of_state[states]
    n_turns = cards.game.ruleset.n_categories
    worth = np.array([values[way.layer(n_filled)].sum() for n_filled in range(n_turns + 1)])
    mean = float(written.sum() + cards.game.ruleset.bonus * found.bonus_rate)
    return Followed(mean, found.bonus_rate, worth[:-1] - worth[1:] - written)


def find_followed(cards: Cards, player: TablePlayer) -> Followed:
    """Return the games of a player who reads a table, kept on this machine from before, else followed now."""

    def compute() -> Result:
        found = follow(cards, player)
        ones = {"mean": np.array([found.mean]), "bonus_rate": np.array([found.bonus_rate])}
        return Result({**ones, "loss_of_turn": found.loss_of_turn}, {})

    arrays = recall("followed", cards.game.identity | player_key(player), compute)[0].arrays
    return Followed(float(arrays["mean"][0]), float(arrays["bonus_rate"][0]), np.asarray(arrays["loss_of_turn"]))
