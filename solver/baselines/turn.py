"""Perfect play, and players whose horizon is the turn: greedy, greedy with a penalty, and random."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver.arrays import Floats
from solver.baselines.boxes import Facts, WorthPlayer, facts_of_worths
from solver.baselines.registry import player
from solver.game.game import Game, Outcomes
from solver.kernels.following import Places
from solver.kernels.players import play_randomly
from solver.kernels.rows import N_LANES
from solver.play.player import Player, TablePlayer, Tables
from solver.solving.solution import find_solution

PENALTY_SCALE = 100.0  # points; that of the source


@player("optimal", "perfect play: the largest expected final score")
def optimal(game: Game) -> Player:
    """Return perfect play, solving the game if no solution is cached."""
    return TablePlayer("optimal", find_solution(game.ruleset)[0].value_of_state)


@player("greedy", "expects as many points as possible in this turn, and sees neither the bonus nor the boxes left")
def greedy(game: Game) -> WorthPlayer:
    """Return the player who values a box by its points; both rerolls are computed exactly."""
    return WorthPlayer("greedy", game.outcomes.gain, game.ruleset.n_rerolls)


@player("greedy_penalty", "greedy, but points count less the further they are below the most that the box can give")
def greedy_penalty(game: Game) -> WorthPlayer:
    """Return the penalized greedy player with the scale of the source."""
    return replace(penalised(game, PENALTY_SCALE), name="greedy_penalty")


@player("greedy_penalty_one_throw", "greedy_penalty, playing every reroll as if it were the last, as its source has it")
def greedy_penalty_one_throw(game: Game) -> WorthPlayer:
    """Return the penalized greedy player who looks one throw ahead."""
    return replace(penalised(game, PENALTY_SCALE, 1), name="greedy_penalty_one_throw")


def penalty_finder(scales: Sequence[float]) -> Callable[[Game], list[Facts]]:
    """Return the function that computes facts of penalized greedy players with some scales for a game."""

    def find(game: Game) -> list[Facts]:
        return facts_of_worths(game, np.array([penalised_worths(game.outcomes, scale) for scale in scales]))

    return find


def penalised(game: Game, scale: float, n_rerolls_ahead: int | None = None) -> WorthPlayer:
    r"""Return a greedy player whose points are penalized by their distance from the largest points of the box.

    .. math:: w(c, s) = s \exp\left(-\frac{s_{\max}(c) - s}{\mathrm{scale}}\right)

    Parameters
    ----------
    scale : float
        Points below the category's maximum that reduce the value by a factor of e.
    n_rerolls_ahead : int, optional
        Rerolls taken into account. Default: all, as for the greedy player, so that the penalty is the only difference;
        this is the published policy. With 1, every reroll is played as if it were the last, as in the formula of the
        source: the mean over one throw of the best value.
    """
    ways_out = game.outcomes
    worths = penalised_worths(ways_out, scale)
    ahead = game.ruleset.n_rerolls if n_rerolls_ahead is None else n_rerolls_ahead
    return WorthPlayer(f"greedy_penalty-{scale:g}-{ahead}", worths, ahead)


def penalised_worths(ways_out: Outcomes, scale: float) -> Floats:
    """Return the penalized value of every outcome: float64[n_outcomes]."""
    most = np.zeros(ways_out.category.max() + 1)
    np.maximum.at(most, ways_out.category, ways_out.gain)
    worths: Floats = ways_out.gain * np.exp((ways_out.gain - most[ways_out.category]) / scale)
    return worths


@dataclass(frozen=True)
class RandomPlayer:
    """The player who takes every option, each distinct keep and each open box, with the same probability."""

    name: str

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return the probability of each outcome of a turn: float64[n_rows, N_LANES, n_outcomes].

        Notes
        -----
        If every roll may be scored in every open box, the number of open boxes matters only at the end of the turn; the
        box is then any of them.
        """
        lattice, exits, choices, n_rerolls, _tie = tables.arrays
        class_of_row = exits.class_of_page[rows.page]
        n_open = tables.game.ruleset.n_categories - np.bitwise_count(rows.filled.astype(np.uint64)).astype(np.int64)
        key_of_row = np.where(exits.may_take_any[class_of_row], n_open, -1 - rows.filled)
        scored, prob = np.empty(len(lattice.prob_of_roll)), np.empty((len(rows.page), len(exits.category)))
        for one, key in np.unique(np.stack((class_of_row, key_of_row)), axis=1).T.tolist():
            may_score = choices.outcome_of_roll[one] >= 0
            if key < 0:
                may_score &= (-1 - key) >> np.arange(may_score.shape[1]) & 1 == 0
                play_randomly(lattice, choices, n_rerolls, may_score.sum(axis=1), scored)
                share = scored / may_score.sum(axis=1)
            else:
                play_randomly(lattice, choices, n_rerolls, np.full(len(scored), key), scored)
                share = scored / key
            roll = np.nonzero(may_score)[0]
            ends = np.bincount(choices.outcome_of_roll[one][may_score], share[roll], len(exits.category))
            prob[(class_of_row == one) & (key_of_row == key)] = ends
        prob[(rows.filled[:, None] >> exits.category & 1).astype(np.bool_)] = 0.0
        return np.repeat(prob[:, None], N_LANES, axis=1)


@player("random", "any option, each distinct keep and each open box with the same probability")
def random(game: Game) -> Player:
    """Return the player who decides at random."""
    return RandomPlayer("random")
