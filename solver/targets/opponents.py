"""Win rates against an opponent who plays alone, and the last turns of two players."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from solver.advising.advice import Turn, play, preferred_category, solve_turn
from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.targets.board import SETTLED
from solver.targets.chances import Targets, turn_of_scores


@dataclass(frozen=True)
class WinRates:
    """Probabilities of more points than one opponent, who plays alone.

    Attributes
    ----------
    like_opponent : float
        Of a player with the same distribution.
    against_unknown : float
        Of optimal play if the opponent's distribution is known; never above ``knowing``.
    knowing : float
        Of optimal play if the opponent's final score is known from the start.
    """

    like_opponent: float
    against_unknown: float
    knowing: float


def win_worth(prob_of_opponent: Floats) -> Floats:
    """Return the probability that each final score is more than the opponent's: float64[best score + 1]."""
    worth: Floats = np.cumsum(prob_of_opponent) - prob_of_opponent
    return worth


def win_rates(targets: Targets, prob_of_opponent: Floats) -> WinRates:
    """Return the win rates against an opponent whose score has a distribution: float64[best_final_score + 1].

    Notes
    -----
    One solve for a utility, see ``best_play``.
    """
    from solver.targets.standings import best_play  # compiles

    worth = win_worth(prob_of_opponent)
    return WinRates(
        like_opponent=float(prob_of_opponent @ worth),
        against_unknown=best_play(targets.game, worth, tolerance=SETTLED).value,
        knowing=float(prob_of_opponent[:-1] @ targets.best_probability[1:]),
    )


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
