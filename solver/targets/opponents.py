r"""Opponents: how often a game for two is won when the other one plays alone.

Someone who has finished with a known score is a target: one point more to win, as many to tie. Someone whose score is
not known asks for the utility

.. math:: g(x) = P(\text{opponent} < x) + c \, P(\text{opponent} = x),

with c the credit for a tie: 0, 1/2 or 1. Knowing the score before the game can only help: the win rate of a player who
does, averaged over the opponent's scores, bounds that of all who do not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.game.game import Game
from solver.targets.board import SETTLED, board
from solver.targets.chances import Targets

CREDITS = {"win": 0.0, "win_or_tie": 1.0, "half_a_tie": 0.5}  # what a tie counts, by the name of the rule


@dataclass(frozen=True)
class WinRates:
    """What counts as won, on average, against one opponent; ``against_unknown`` never exceeds ``knowing``."""

    rule: str
    knowing: float
    against_unknown: float
    like_opponent: float


def win_worth(prob_of_opponent: Floats, credit: float) -> Floats:
    """Return what each final score counts against an opponent with this distribution: float64[best score + 1]."""
    worth: Floats = np.cumsum(prob_of_opponent) - (1.0 - credit) * prob_of_opponent
    return worth


def chance_against(targets: Targets, opponent: int, credit: float) -> float:
    """Return the best chance against a finished opponent, where a tie counts all or nothing.

    Raises
    ------
    ValueError
        If a tie counts in part; see ``best_against_each``.
    """
    if credit not in (0.0, 1.0):
        raise ValueError(f"a tie that counts {credit} is no target; targets count it 0 or 1")
    return targets.chance_of(opponent + (credit == 0.0))


def best_against_each(game: Game) -> Floats:
    """Return the most that can be won against each finished opponent where a tie counts half: by the score to beat.

    Notes
    -----
    One run like that of all targets, its steps cut in two: 23 s on two idle cores for Scandinavian Yatzy.
    """
    from solver.targets.standings import Utility, solve_layers, values_at  # compiles

    utility = Utility(0, np.array([0.5]), below=0.0, above=1.0, tolerance=SETTLED, is_relative=True)
    first = solve_layers(board(game), utility)
    return values_at(first, -np.arange(game.best_final_score + 1), 0.0, 1.0)


def best_against_unknown(game: Game, prob_of_opponent: Floats, credit: float) -> float:
    """Return the most that can be won against an opponent of whom only the distribution is known."""
    from solver.targets.utility import best_play  # compiles

    return best_play(game, win_worth(prob_of_opponent, credit), tolerance=SETTLED).value


def win_rates(targets: Targets, best_half: Floats, prob_of_opponent: Floats) -> list[WinRates]:
    """Return the win rates against an opponent, by each rule for ties.

    Parameters
    ----------
    best_half : float64[best_final_score + 1]
        See ``best_against_each``.
    prob_of_opponent : float64[best_final_score + 1]
        Distribution of the opponent's score.
    """
    best = targets.best_probability
    best_of_rule = {"win": np.append(best[1:], 0.0), "win_or_tie": best, "half_a_tie": best_half}
    return [
        WinRates(
            rule,
            knowing=float(prob_of_opponent @ best_of_rule[rule]),
            against_unknown=best_against_unknown(targets.game, prob_of_opponent, credit),
            like_opponent=float(prob_of_opponent @ win_worth(prob_of_opponent, credit)),
        )
        for rule, credit in CREDITS.items()
    ]
