"""Walks through small games, and all games that the oracle's players can have there."""

from functools import cache

import numpy as np

from solver.game.game import Game
from solver.kernels.rows import N_LANES
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.solving.backwards import solve
from tests.oracle import histories, optimal_player
from tests.solver.games import GAMES, ruleset

NAMES = [
    "bonus within reach",  # too many games to list them all
    "threshold only passed, never hit",
    "bonus out of reach",
    "bonus for nothing",
    "a category that no roll fits",
    "one reroll",
    "no reroll",
    "three dice",
    "no bonus left after one bad turn",
]
LISTED = NAMES[1:]


class AnyBox:
    """Scores the first roll in a random open category."""

    name = "any box"

    def prob_of_outcome(self, tables, rows):
        ways_out, n_categories = tables.outcomes, tables.game.ruleset.n_categories
        prob_of_roll = np.repeat(tables.game.lattice.prob_of_roll, n_categories)
        prob = np.bincount(ways_out.outcome_of_roll.ravel(), prob_of_roll, len(ways_out.category))
        is_open = (rows.filled[:, None] >> ways_out.category & 1) == 0
        n_open = n_categories - np.bitwise_count(rows.filled.astype(np.uint64))
        return np.repeat((prob * is_open / n_open[:, None])[:, None], N_LANES, axis=1)


@cache
def game_of(name):
    return Game(ruleset(GAMES[name]))


@cache
def best_walk(name):
    game = game_of(name)
    return walk(game, TablePlayer("optimal", solve(game.ruleset).value_of_state))


@cache
def any_box_walk(name):
    return walk(game_of(name), AnyBox())


@cache
def best_games(name):
    """All games of perfect play, by the oracle."""
    return histories(GAMES[name], optimal_player(GAMES[name]))


def visits_of_policy(game, values_read):
    """Probability that a game of a player who reads these values reaches each state: float64[n_states]."""
    return walk(game, TablePlayer("reader", values_read)).visits_of_state
