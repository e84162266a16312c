"""Win rates against an opponent who plays alone or has finished."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solver.advising.advice import Turn, play, preferred_category, solve_turn
from solver.arrays import Floats
from solver.game.game import Game
from solver.targets.board import SETTLED, board
from solver.targets.chances import Targets, turn_of_scores

CREDITS = {"win": 0.0, "win_or_tie": 1.0, "half_a_tie": 0.5}  # value of a tie, by the name of the rule


@dataclass(frozen=True)
class WinRates:
    """Win rates against one opponent; ``against_unknown`` never exceeds ``knowing``."""

    rule: str
    knowing: float
    against_unknown: float
    like_opponent: float


def win_worth(prob_of_opponent: Floats, credit: float) -> Floats:
    """Return the value of each final score against an opponent with this distribution: float64[best score + 1]."""
    worth: Floats = np.cumsum(prob_of_opponent) - (1.0 - credit) * prob_of_opponent
    return worth


def best_against_each(game: Game) -> Floats:
    """Return the best win rate against each finished opponent if a tie counts half: by the score to beat.

    Notes
    -----
    One solve like that of all targets, with steps in halves: 23 s on two idle cores for Scandinavian Yatzy.
    """
    from solver.targets.standings import Utility, solve_layers, values_at  # compiles

    utility = Utility(0, np.array([0.5]), below=0.0, above=1.0, tolerance=SETTLED, is_relative=True)
    first = solve_layers(board(game), utility)
    return values_at(first, -np.arange(game.best_final_score + 1), 0.0, 1.0)


def best_against_unknown(game: Game, prob_of_opponent: Floats, credit: float) -> float:
    """Return the best win rate against an opponent of whom only the distribution is known."""
    from solver.targets.standings import best_play  # compiles

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


State = tuple[int, int]


@dataclass(frozen=True, eq=False)
class WayToPlay:
    """A player who is greedy with respect to a table of points still to come, and its distributions."""

    game: Game
    value_of_state: Floats
    known: dict[State, Floats] = field(default_factory=dict)

    def prob_to_come(self, filled: int, total: int) -> Floats:
        """Return the probability of each number of points still to come, bonus included, from a state."""
        if (filled, total) not in self.known:
            self.known[filled, total] = self.compute(filled, total)
        return self.known[filled, total]

    def compute(self, filled: int, total: int) -> Floats:
        """Compute the distributions from a state on."""
        ruleset, space = self.game.ruleset, self.game.space
        prob_to_come = np.zeros(self.game.best_final_score + 1)
        if filled == space.n_sets - 1:
            prob_to_come[ruleset.bonus_at(total)] = 1.0
            return prob_to_come
        turn = solve_turn(self.game, filled, total, self.value_of_state)
        for (category, points), prob in ends_of_turn(turn).items():
            upper = points if ruleset.categories[category].is_upper else 0
            later = self.prob_to_come(filled | 1 << category, min(total + upper, ruleset.threshold))
            prob_to_come[points:] += prob * later[: len(later) - points]
        return prob_to_come

    def chance_of(self, filled: int, total: int, needed: int) -> float:
        """Return the probability of at least ``needed`` points still to come."""
        return float(self.prob_to_come(filled, total)[max(needed, 0) :].sum())


def ends_of_turn(turn: Turn) -> dict[tuple[int, int], float]:
    """Return the probability of each number of points in each category at the end of a turn."""
    game = turn.game
    prob_of_roll = play(turn, game.ruleset.n_rerolls, game.lattice.prob_of_roll[:, None].copy())[:, 0]
    category_of_roll = preferred_category(turn)[:, 0]
    ends: dict[tuple[int, int], float] = {}
    for roll in np.flatnonzero(prob_of_roll):
        category = int(category_of_roll[roll])
        end = category, int(game.points_of_roll[roll, category])
        ends[end] = ends.get(end, 0.0) + float(prob_of_roll[roll])
    return ends


def last_box_turn(game: Game, category: str, needed: int) -> Turn:
    """Return the values of the last turn, in one category, for a player who needs ``needed`` points: probabilities."""
    place = game.ruleset.category_names.index(category)
    value_of_score = np.full((*game.points_of_roll.shape, 1), -np.inf)
    value_of_score[:, place, 0] = game.points_of_roll[:, place] >= needed
    return turn_of_scores(game, value_of_score)
