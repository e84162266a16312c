"""Win rates against an opponent who plays alone or has finished."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solver.advising.advice import Turn, play, preferred_category, solve_turn
from solver.arrays import Floats, Longs
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

    every_score = 0, game.best_final_score
    utility = Utility(0, np.array([0.5]), below=0.0, above=1.0, tolerance=SETTLED, targets=every_score)
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


@dataclass(frozen=True)
class LastBoxes:
    """The last turns of two players who see both cards, each with one open box; the bonuses are among the points.

    Attributes
    ----------
    first : int, points
        ``leads[0]``; one entry for each lead from there on.
    best, by_mean : float64[n]
        What the first to play wins at most, and by play for the mean, a tie counting half; the second plays to win.
    """

    first: int
    best: Floats
    by_mean: Floats


def last_boxes(game: Game, mine: str, theirs: str) -> LastBoxes:
    """Return the chances of the first of two players with one box each, for every lead that leaves the game open."""
    boxes = [game.ruleset.category_names.index(name) for name in (mine, theirs)]
    my_points, their_points = (game.points_of_roll[:, box] for box in boxes)
    after = np.arange(their_points.min() - 1, their_points.max() + 2)  # my lead once I have played
    value_of_score = np.full((*game.points_of_roll.shape, len(after)), -np.inf)
    gap = their_points[:, None] - after
    value_of_score[:, boxes[1]] = np.where(gap > 0, 1.0, np.where(gap == 0, 0.5, 0.0))
    i_win = 1.0 - turn_of_scores(game, value_of_score).value_of_state
    leads = np.arange(after[0] - my_points.max(), after[-1] - my_points.min() + 1)

    def worth(points: Longs) -> Floats:
        won: Floats = i_win[np.clip(points[:, None] + leads - after[0], 0, len(after) - 1)]
        return won

    value_of_score = np.full((*game.points_of_roll.shape, len(leads)), -np.inf)
    value_of_score[:, boxes[0]] = worth(my_points.astype(np.int64))
    best = turn_of_scores(game, value_of_score).value_of_state
    filled = game.space.n_sets - 1 & ~(1 << boxes[0])
    ends = ends_of_turn(solve_turn(game, filled, 0, np.zeros(game.space.n_states)))
    points, probs = np.array([points for _category, points in ends]), np.array(list(ends.values()))
    return LastBoxes(int(leads[0]), best, probs @ worth(points))
