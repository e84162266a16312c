"""Advice in a position from the values alone: every option, best first. No compiler is loaded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import numpy as np
import numpy.typing as npt

from solver.advising.positions import Scorecard
from solver.arrays import Floats, Ints
from solver.game.dice import KeepLattice, keep_lattice
from solver.game.game import Game
from solver.rules.ruleset import FACES, Roll
from solver.solving.layers import Values, look_up
from solver.solving.objectives import MEAN, TIE, Objective


@dataclass(frozen=True, eq=False)
class Turn:
    """The values of everything in one turn, for a batch of states, in points still to come.

    Attributes
    ----------
    value_of_score : float64[n_rolls, n_categories, n_states]
        Scoring a roll in a category without remaining throws; minus infinity if it is filled or not allowed.
    value_of_keep : float64[n_rerolls, n_short_keeps, n_states]
        Keeping these dice and throwing the others, with t + 1 remaining throws in row t.
    value_of_roll : float64[n_rerolls + 1, n_rolls, n_states]
        A current roll with t remaining throws in row t.
    page : int32[n_states]
        The pages of the states; saved throws are ignored here.
    value_of_saving : tuple of float64[n_rolls, n_categories, n_states]
        If throws are saved, scoring with 1, 2, ... remaining throws.
    """

    game: Game
    value_of_score: Floats
    value_of_keep: Floats
    value_of_roll: Floats
    objective: Objective = MEAN
    page: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int32))  # of the empty scorecard
    value_of_saving: tuple[Floats, ...] = ()

    def scores(self, rerolls: int) -> Floats:
        """Return the value of scoring with ``rerolls`` remaining throws: float64[n_rolls, n_categories, n_states]."""
        return self.value_of_saving[rerolls - 1] if rerolls and self.value_of_saving else self.value_of_score

    @property
    def value_of_state(self) -> Floats:
        """Return the value of the states before the first throw: float64[n_states]."""
        return self.objective.certainty_equivalent(self.value_of_roll[-1].T, self.game.lattice.prob_of_roll)


@lru_cache
def lattice_levels(n_dice: int) -> tuple[tuple[slice, npt.NDArray[np.int32]], ...]:
    """Return, for each size of keep, its slice of the lattice and its removals, padded by repeating the last."""
    lattice = keep_lattice(n_dice)
    sizes = np.array([len(keep) for keep in lattice.keeps])
    levels = []
    for size in range(n_dice + 1):
        first, stop = np.searchsorted(sizes, [size, size + 1])
        rows = [
            lattice.removals[lattice.first_removal_of_keep[keep] : lattice.first_removal_of_keep[keep + 1]]
            for keep in range(first, stop)
        ]
        width = min(size, len(FACES))
        table = [[row[min(place, len(row) - 1)] for place in range(width)] for row in rows]
        levels.append((slice(int(first), int(stop)), np.array(table, dtype=np.int32).reshape(len(rows), width)))
    return tuple(levels)


def mean_sweep(lattice: KeepLattice, values: Floats, objective: Objective = MEAN) -> None:
    """Value every short keep by its extensions' mean or certainty equivalent: float64[n_keeps, n_states]."""
    chances = np.full(len(FACES), 1.0 / len(FACES))
    for level, _removals in reversed(lattice_levels(lattice.n_dice)[:-1]):
        extensions = values[lattice.extensions_of_keep[level]]
        if objective.is_mean:
            values[level] = extensions.mean(axis=1)
        else:
            values[level] = objective.certainty_equivalent(np.swapaxes(extensions, 1, 2), chances)


def max_sweep(lattice: KeepLattice, values: Floats) -> None:
    """Raise every keep to the best value among its sub-keeps; ``values`` is float64[n_keeps, n_states]."""
    for level, removals in lattice_levels(lattice.n_dice)[1:]:
        values[level] = np.maximum(values[level], values[removals].max(axis=1))


def score_values(game: Game, page: Ints, upper_total: Ints, values_read: Values, saved: int = 0) -> Floats:
    """Return the value of scoring every roll in every category: float64[n_rolls, n_categories, n_states].

    ``saved`` is the number of throws saved by scoring; the pages are those without any.
    """
    space, ways_out = game.space, game.outcomes
    class_of_state = ways_out.class_of_page[page]
    values = np.full((*game.points_of_roll.shape, len(page)), -np.inf)
    for place in range(game.ruleset.n_categories):
        is_open = page >> place & 1 == 0
        outcome = ways_out.outcome_of_roll[class_of_state[is_open], :, place].T
        after = page[is_open] + np.where(outcome >= 0, ways_out.step[outcome] + saved * ways_out.saved_step, 0)
        total = np.minimum(upper_total[is_open] + ways_out.shift[outcome], game.ruleset.threshold)
        value = ways_out.gain[outcome] + look_up(space, values_read, after, total)
        values[:, place, is_open] = np.where(outcome >= 0, value, -np.inf)
    return values


def solve_turn(
    game: Game,
    page: npt.ArrayLike,
    upper_total: npt.ArrayLike,
    value_of_state: Values,
    theta: float = 0.0,
    n_rerolls: int | None = None,
) -> Turn:
    """Return the values of one turn in a batch of reachable states, none of them finished.

    Parameters
    ----------
    page, upper_total : int[n_states]
        The states; the page contains the set of filled categories and the extra. If throws are saved it is the page
        without any.
    value_of_state : float64[n_states of the game], or Layers
        Points still to come, in the order of ``StateSpace``: means, or certainty equivalents for ``theta``.
    theta : float, per point
        Risk parameter of the player.
    n_rerolls : int, optional
        Throws after the first, saved ones included. Default: those of the ruleset.
    """
    objective = Objective(theta)
    page, upper_total = np.atleast_1d(page).astype(np.int32), np.atleast_1d(upper_total).astype(np.int32)
    lattice = game.lattice
    value_of_score = score_values(game, page, upper_total, value_of_state)
    values = np.empty((lattice.n_keeps, len(page)))
    rolls = values[lattice.first_roll :]
    rolls[:] = value_of_score.max(axis=1)
    value_of_roll, value_of_keep, saving = [rolls.copy()], list[Floats](), list[Floats]()
    for rerolls in range(1, 1 + (game.ruleset.n_rerolls if n_rerolls is None else n_rerolls)):
        mean_sweep(lattice, values, objective)
        value_of_keep.append(values[: lattice.first_roll].copy())
        max_sweep(lattice, values)
        if game.ruleset.saves_throws:
            saving.append(score_values(game, page, upper_total, value_of_state, rerolls))
            np.maximum(rolls, saving[-1].max(axis=1), out=rolls)
        value_of_roll.append(rolls.copy())
    keeps = np.array(value_of_keep).reshape(-1, lattice.first_roll, len(page))
    return Turn(game, value_of_score, keeps, np.array(value_of_roll), objective, page, tuple(saving))


@dataclass(frozen=True)
class Choice:
    """One option of a decision: keep these dice and throw the others, or score the roll in a category.

    ``value`` is the expected final score, or its certainty equivalent; ``regret`` is the best option's value minus this
    one's.
    """

    action: Literal["keep", "score"]
    value: float
    regret: float = 0.0
    dice: Roll = ()
    category: str = ""
    points: int = 0


@lru_cache
def padded_choices(n_dice: int) -> Ints:
    """Return the choices of every roll in lexicographic order, padded with -1: int32[n_rolls, n_most_choices]."""
    keeps_of_roll = keep_lattice(n_dice).choices_of_roll
    table = np.full((len(keeps_of_roll), max(map(len, keeps_of_roll))), -1, dtype=np.int32)
    for roll, keeps in enumerate(keeps_of_roll):
        table[roll, : len(keeps)] = keeps
    return table


def throw(lattice: KeepLattice, prob_of_keep: Floats) -> Floats:
    """Return the probability of each roll after the missing dice are thrown.

    Parameters
    ----------
    prob_of_keep : float64[n_keeps, n_states]
        Probability of each keep; modified.
    """
    for level, _removals in lattice_levels(lattice.n_dice)[:-1]:
        share = np.repeat(prob_of_keep[level] / len(FACES), len(FACES), axis=0)
        np.add.at(prob_of_keep, lattice.extensions_of_keep[level].ravel(), share)
    return prob_of_keep[lattice.first_roll :]


def play(turn: Turn, rerolls: int, prob_of_roll: Floats) -> Floats:
    """Return the probability that the policy scores each roll: float64[n_rolls, n_states].

    Parameters
    ----------
    rerolls : int
        Remaining throws.
    prob_of_roll : float64[n_rolls, n_states]
        Probability of each current roll.
    """
    lattice = turn.game.lattice
    keeps_of_roll = padded_choices(lattice.n_dice)
    scored = np.zeros_like(prob_of_roll)
    for left in range(rerolls, 0, -1):
        best = turn.value_of_roll[left]
        scores = turn.value_of_roll[0] >= best - TIE
        scored += np.where(scores, prob_of_roll, 0.0)
        worth = turn.value_of_keep[left - 1][keeps_of_roll] >= best[:, None] - TIE
        worth &= (keeps_of_roll >= 0)[:, :, None]
        keep = np.take_along_axis(keeps_of_roll[:, :, None], worth.argmax(axis=1)[:, None], axis=1)[:, 0]
        prob_of_keep = np.zeros((lattice.n_keeps, prob_of_roll.shape[1]))
        states = np.broadcast_to(np.arange(prob_of_roll.shape[1]), keep.shape)
        np.add.at(prob_of_keep, (keep, states), np.where(scores, 0.0, prob_of_roll))
        prob_of_roll = throw(lattice, prob_of_keep)
    return scored + prob_of_roll


def preferred_category(turn: Turn) -> npt.NDArray[np.intp]:
    """Return the category in which each roll is scored: int[n_rolls, n_states]."""
    preferred: npt.NDArray[np.intp] = (turn.value_of_score >= turn.value_of_roll[0][:, None] - TIE).argmax(axis=1)
    return preferred


def rank(choices: Iterable[Choice]) -> list[Choice]:
    """Return ``choices`` with their regrets, best first, ties in the given order.

    Values that differ only by rounding are ties: sorted values are split where the gap to the next exceeds ``TIE``, and
    within a group the given order is kept.
    """
    given = list(choices)
    order = sorted(range(len(given)), key=lambda place: -given[place].value)
    pieces: list[list[int]] = []
    for place in order:
        if pieces and given[pieces[-1][-1]].value - given[place].value <= TIE:
            pieces[-1].append(place)
        else:
            pieces.append([place])
    ranked = [given[place] for piece in pieces for place in sorted(piece)]
    best = max(choice.value for choice in given)
    return [Choice(**{**vars(choice), "regret": best - choice.value}) for choice in ranked]


def choices(turn: Turn, roll: int, rerolls: int, points_so_far: float = 0.0, state: int = 0) -> list[Choice]:
    """Return every option of a decision, best first.

    Ties are in the project's order: scoring before keeping, then scorecard order, then lexicographic dice.

    Parameters
    ----------
    roll : int
        Index of the roll among the rolls.
    rerolls : int
        Remaining throws; without any, only scoring is possible.
    points_so_far : float
        Points scored before this turn; they are part of every value.
    state : int
        Index of the state in the batch of ``turn``.
    """
    lattice, ruleset, ways_out = turn.game.lattice, turn.game.ruleset, turn.game.outcomes
    outcome_of_category = ways_out.outcome_of_roll[ways_out.class_of_page[turn.page[state]], roll]
    scores = [
        Choice("score", points_so_far + float(value), category=name, points=int(ways_out.points[outcome]))
        for name, value, outcome in zip(
            ruleset.category_names, turn.scores(rerolls)[roll, :, state], outcome_of_category, strict=True
        )
        if value > -np.inf
    ]
    keeps = [
        Choice("keep", points_so_far + float(turn.value_of_keep[rerolls - 1, keep, state]), dice=lattice.keeps[keep])
        for keep in (lattice.choices_of_roll[roll] if rerolls else ())
    ]
    return rank([*scores, *keeps])


@dataclass(frozen=True)
class Advice:
    """The value of the final score under optimal play: its mean, or for a theta its certainty equivalent.

    If dice are given, also the options, best first.
    """

    value: float
    options: tuple[Choice, ...] = ()


def between_turns(game: Game, value_of_state: Values, scorecard: Scorecard) -> Advice:
    """Return the value of a scorecard before the next throw, or at the end of the game."""
    page = game.space.page(scorecard.filled, scorecard.extra)
    return Advice(scorecard.points + float(look_up(game.space, value_of_state, page, scorecard.upper_total)))


def with_dice(
    game: Game, value_of_state: Values, scorecard: Scorecard, dice: Roll, rerolls: int, theta: float = 0.0
) -> Advice:
    """Return every option for the current dice; the scorecard is not full and the values are those of theta."""
    page = game.space.page(scorecard.filled, 0 if game.ruleset.saves_throws else scorecard.extra)
    turn = solve_turn(game, page, scorecard.upper_total, value_of_state, theta, rerolls)
    roll = game.lattice.index_of_keep[dice] - game.lattice.first_roll
    options = choices(turn, roll, rerolls, scorecard.points)
    return Advice(options[0].value, tuple(options))
