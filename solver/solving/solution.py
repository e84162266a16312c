"""Solved games, computed once and cached.

numba is only imported to solve a game, so a cached solution loads in a few milliseconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError
from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.solving.layers import Layers, Values, look_up, no_callback
from solver.solving.objectives import Objective
from solver.store.results import Result, recall

LARGEST_TABLE = 3 * 10**8  # states; larger games are solved and stored in layers


@dataclass(frozen=True, eq=False)
class Solution:
    """The value of every reachable state under optimal play.

    Attributes
    ----------
    values : float64[n_states], or Layers
        In points, bonus included, in the order of ``StateSpace``: means, or certainty equivalents if theta is not 0.
        Layers if the table would be too large.
    solve_seconds, compile_seconds : float
        Times of the solve.
    theta : float, per point
        Risk parameter of the objective.
    stored_error : float
        Error bound from storing values in float32, in points.
    """

    game: Game
    values: Values
    solve_seconds: float
    compile_seconds: float
    theta: float = 0.0
    stored_error: float = 0.0

    @property
    def value_of_state(self) -> Floats:
        """Return the table of values.

        Raises
        ------
        SolverError
            If the game is too large for a table.
        """
        if isinstance(self.values, Layers):
            raise SolverError(
                f"{self.game.ruleset.name!r} has {self.game.space.n_states:,} states, too many for this command, which "
                "needs a table of all of them; `solve` and `advise` work"
            )
        return self.values

    @property
    def objective(self) -> Objective:
        """Return the objective of the solution."""
        return Objective(self.theta)

    @property
    def start_value(self) -> float:
        """Return the expected final score of a game, or its certainty equivalent."""
        return float(look_up(self.game.space, self.values, 0, 0))

    @property
    def error_bound(self) -> float:
        r"""Return the error bound of values, in points.

        Notes
        -----
        Let u = 2^-53 and M the best final score; no value is larger. Raising all successors' values by e raises a
        state's value by e, for means and certainty equivalents alike, and maxima add nothing. So the errors of a turn
        are passed on undiminished to the turn before, and each turn's own errors count once per category.

        In the sweeps all terms of a sum have one sign, so a sum of n terms adds a relative error of (n - 1) u: for each
        reroll as many means as there are dice, each with three roundings in its sum, one in the product and one in the
        constant 1/6; at the end the weighted sum over the rolls, one rounding per addition, product and probability.
        The exit of the mean is one addition. All this is multiplied by M, the largest possible sum. If throws are
        saved, a turn can have as many rerolls as all turns before it and itself; their mean over the turns counts.

        Exponential utility, t = abs(theta): a relative error r of a utility is r / t points. The exit adds two
        roundings in each of its exponentials, the row's and the constant's, which are accurate to one unit in the last
        place, and one in their product. Errors proportional to the points of an exponent are, in points, u M for each
        rounding: two in the row's exponent, one in the constant's, two in the logarithm, one in its division by theta,
        one in adding the reference.

        With a small theta utilities are stored minus one and are at most K = e^(t M) - 1 = E - 1. The exit adds eight
        roundings: two in the row's exponential, one in its product, four in the two constants, one in the sum. Errors
        of the exponents count E times more in the row's and the offset's and K times more in the factor's: 3 E + K
        together. Going back to points multiplies by E / t; K E / t tends to M, as for the mean. One per cent on top
        covers the products of errors, and powers below e^-708, which count as that.

        If values are stored in float32, each layer adds half a unit in the last place of its largest value.
        """
        ruleset, objective = self.game.ruleset, self.objective
        most = self.game.best_final_score
        n_rerolls = ruleset.n_rerolls * ((ruleset.n_categories + 1) / 2 if ruleset.saves_throws else 1)
        roundings = 5 * ruleset.n_dice * n_rerolls + len(self.game.lattice.rolls) + 2
        if objective.is_mean:
            error = float((roundings + 1) * most)
        elif objective.shift == 0.0:
            error = (roundings + 5) / abs(self.theta) + 7 * most
        else:
            growth = math.exp(abs(self.theta) * most)
            error = (roundings + 8) * math.expm1(abs(self.theta) * most) * growth / abs(self.theta)
            error += ((4 * growth - 1) * growth + 4) * most
        return 1.01 * ruleset.n_categories * error * 2.0**-53 + self.stored_error


def no_progress(*_told: object) -> None:
    """Default progress callback: does nothing."""


def find_solution(
    ruleset: Ruleset,
    theta: float = 0.0,
    fresh: bool = False,
    progress: Callable[..., None] = no_progress,
    announce: Callable[[str], None] = no_callback,
) -> tuple[Solution, bool]:
    """Return the solution of ``ruleset`` and whether it was cached.

    Parameters
    ----------
    theta : float, per point, from -3 to 3
        Risk parameter; at 0 values are means. Solutions are cached by theta.
    fresh : bool
        Ignore a cached solution and solve again.
    progress : callable
        Called with the work done and all work, and for large games the layer in progress.
    announce : callable
        Called with the required space before a large game is solved.

    Raises
    ------
    SolverError
        If ``theta`` is not in the range.
    """
    game, objective = Game(ruleset), Objective(theta)
    if game.space.n_states > LARGEST_TABLE:
        return layered(game, Layers(game.space, game.identity, objective.theta, fresh, progress, announce))

    def compute() -> Result:
        from solver.solving.backwards import solve  # defer numba until something is solved

        solved = solve(ruleset, objective.theta, progress=progress)
        timings = solved.timings
        facts = {"solve_seconds": timings.total_seconds, "compile_seconds": timings.compile_seconds}
        return Result({"value_of_state": solved.value_of_state}, facts)

    result, from_cache = recall("values", game.identity | {"theta": objective.theta}, compute, fresh)
    values = np.asarray(result.arrays["value_of_state"], dtype=np.float64)
    return Solution(game, values, **result.facts, theta=objective.theta), from_cache


def layered(game: Game, layers: Layers) -> tuple[Solution, bool]:
    """Return a solution stored in layers, and whether all of them were stored."""
    was_kept = layers.is_stored(0)
    return Solution(game, layers, **layers.layer(0).facts, theta=layers.theta), was_kept
