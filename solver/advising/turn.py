"""The policy that is greedy with respect to a value table: the choices of a turn, valued and ranked.

The turn is computed with numpy, for a batch of states at once (the last axis of every array), and needs no compiler.
All values are in points, for exponential utility too: every mean is then a certainty equivalent, taken by log-sum-exp.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats, Ints
from solver.game.dice import KeepLattice, keep_lattice
from solver.game.game import Game
from solver.rules.scoring import FACES
from solver.solving.layers import Values, look_up
from solver.solving.objectives import MEAN, Objective


@dataclass(frozen=True, eq=False)
class Turn:
    """The values of everything that can happen in one turn, for a batch of states; all in points still to come.

    Attributes
    ----------
    value_of_score : float64[n_rolls, n_categories, n_states]
        Scoring a roll in a category without a reroll in hand; minus infinity where it is filled, or the roll may not
        be scored there.
    value_of_keep : float64[n_rerolls, n_short_keeps, n_states]
        Keeping these dice and throwing the others, with t + 1 rerolls in hand in row t.
    value_of_roll : float64[n_rerolls + 1, n_rolls, n_states]
        A roll on the table with t rerolls in hand in row t.
    page : int32[n_states]
        The states' pages; what is saved does not matter here.
    value_of_saving : tuple of float64[n_rolls, n_categories, n_states]
        Where throws are saved, scoring with 1, 2, ... rerolls in hand.
    """

    game: Game
    value_of_score: Floats
    value_of_keep: Floats
    value_of_roll: Floats
    objective: Objective = MEAN
    page: Ints = field(default_factory=lambda: np.zeros(1, dtype=np.int32))  # of the empty scorecard
    value_of_saving: tuple[Floats, ...] = ()

    def scores(self, rerolls: int) -> Floats:
        """Return the value of scoring with ``rerolls`` in hand: float64[n_rolls, n_categories, n_states]."""
        return self.value_of_saving[rerolls - 1] if rerolls and self.value_of_saving else self.value_of_score

    @property
    def value_of_state(self) -> Floats:
        """Return the value of the states before the first throw: float64[n_states]."""
        return self.objective.certainty_equivalent(self.value_of_roll[-1].T, self.game.lattice.prob_of_roll)


@lru_cache
def lattice_levels(n_dice: int) -> tuple[tuple[slice, npt.NDArray[np.int32]], ...]:
    """Return for each size of keep its slice of the lattice and its removals, the last repeated to a full table."""
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
    """Value every short keep by what its extensions are worth together; ``values`` is float64[n_keeps, n_states]."""
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

    ``saved`` is the number of throws left over, where they are saved; the pages are those without any.
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
        The states; the page is the set of filled categories, times what else the ruleset adds. Where throws are saved
        it is the page without any.
    value_of_state : float64[n_states of the game], or Layers
        Points still to come, in the order of ``StateSpace``: means, or certainty equivalents for ``theta``.
    theta : float, per point
        Risk parameter of the player.
    n_rerolls : int, optional
        Throws in hand after the first, saved ones included; as a rule those of the ruleset.
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
