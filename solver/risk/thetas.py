"""Play with exponential utility: the player for a theta, and a sweep over many thetas."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError
from solver.game.game import Game
from solver.game.states import state_space
from solver.kernels.choices import Ties
from solver.kernels.play import Places
from solver.kernels.risk import decide_by_utility
from solver.kernels.rows import N_LANES
from solver.play.player import Options, Reader, TablePlayer
from solver.play.tables import Tables
from solver.rules.ruleset import Ruleset
from solver.solving.arrays_for_kernels import kernel_utility
from solver.solving.objectives import TIE, Objective
from solver.solving.solution import LARGEST_TABLE, Solution, find_solution, no_progress

LARGEST_SPREAD = 690.0  # of exponents in one turn, such that the smallest power is no denormal number

SMALL_THETAS = (0.001, 0.002, 0.004, 0.006, 0.008, 0.01, 0.013, 0.016, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.08)
LARGE_THETAS = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
OUTLIERS = (0.7, 1.0, 1.5, 2.0, 3.0)


def symmetric(positive: Sequence[float]) -> tuple[float, ...]:
    """Return ascending numbers with zero and with their negatives."""
    return (*(-theta for theta in reversed(positive)), 0.0, *positive)


# The standard deviation of a game is about 38 points, so play bends near a theta of 1/38, where theta times the
# standard deviation is one: most values lie there.
THETAS = symmetric((*SMALL_THETAS, *LARGE_THETAS, *OUTLIERS))

# Those whose games are told: playing them out takes ten times as long as solving.
TOLD = (0.002, 0.004, 0.006, 0.01, 0.013, 0.016, 0.02, 0.025, 0.03, 0.04, 0.05, 0.08, 0.1, 0.2, 0.5, 1.0, 3.0)
TOLD_THETAS = symmetric(TOLD)


def largest_step(game: Game) -> int:
    """Return a bound for how many points two ways of scoring a roll can differ in worth.

    Notes
    -----
    Whoever has category a filled and b open gains at most the points of b, and the bonus, over one who has both
    filled: the other can act as if b were filled too, with dice thrown in mind. And having b open is never worse than
    having it filled. So scoring in a differs from scoring in b by at most the points of both and the bonus. A Yahtzee
    that makes later ones count can in addition be worth their bonuses.
    """
    extra = game.ruleset.extra_yahtzees
    extra_bonuses = extra.bonus * game.ruleset.n_categories if extra else 0
    return 2 * int(game.points_of_roll.max()) + game.ruleset.bonus + extra_bonuses


@dataclass(frozen=True, eq=False)
class ThetaPlayer(Reader):
    """The player who takes the option with the largest certainty equivalent.

    Raises
    ------
    SolverError
        If exponentials of the points in one turn differ by more than a float64 can hold.
    """

    solution: Solution
    name: str = ""

    def __post_init__(self) -> None:
        """Give the player a name, and check that its utilities can be told apart."""
        theta, step = self.solution.theta, largest_step(self.solution.game)
        if abs(theta) * step > LARGEST_SPREAD:
            raise SolverError(
                f"theta {theta:g}: two ways of scoring can differ by {step} points with these rules; decisions are "
                f"exact up to a theta of {LARGEST_SPREAD / step:.3g}"
            )
        object.__setattr__(self, "name", self.name or f"theta={theta!r}")

    @property
    def reads(self) -> tuple[Objective, Ties, Floats]:
        """Return what is read, see ``Reader``."""
        objective, value_of_state = self.solution.objective, self.solution.value_of_state
        if objective.is_mean:
            return TablePlayer(self.name, value_of_state).reads
        offset = objective.sign * objective.shift * math.expm1(-objective.theta * TIE)
        return objective, Ties(math.exp(-objective.theta * TIE), offset), value_of_state

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``."""
        objective, ties, value_of_state = self.reads
        if objective.is_mean:
            return TablePlayer(self.name, value_of_state).decide(tables, rows)
        lattice, exits, choices, n_rerolls, _tie = tables.arrays
        utility, table = kernel_utility(objective, tables.outcomes), tables.spread_once(value_of_state)
        options = np.empty((len(rows.page), n_rerolls + 1, len(lattice.prob_of_roll), N_LANES), np.int16)
        decide_by_utility(lattice, exits, choices, n_rerolls, utility, ties, rows, table, options)
        return options


@dataclass(frozen=True)
class Swept:
    """One value of a sweep: the certainty equivalent of the final score, and the seconds that solving took."""

    theta: float
    certainty_equivalent: float
    solve_seconds: float
    from_cache: bool


def sweep(
    ruleset: Ruleset,
    thetas: Sequence[float] = THETAS,
    progress: Callable[[int, int], None] = no_progress,
    fresh: bool = False,
) -> Generator[Swept, None, None]:
    """Solve ``ruleset`` for each theta and keep the solutions, so that a sweep that was interrupted goes on from there.

    Parameters
    ----------
    progress : callable
        Told the number of values done and of all values.

    Raises
    ------
    SolverError
        If the game is too large to be kept for so many values.
    """
    n_states = state_space(ruleset).n_states
    if n_states > LARGEST_TABLE:
        raise SolverError(
            f"ruleset {ruleset.name!r}: {len(thetas)} solutions of {n_states:,} states, with 4 bytes each, would take "
            f"up to {4 * n_states * len(thetas) / 1e9:.0f} GB; solve those that you want one by one with solve --theta"
        )
    for done, theta in enumerate(thetas):
        progress(done, len(thetas))
        solution, from_cache = find_solution(ruleset, theta, fresh)
        yield Swept(solution.theta, solution.start_value, solution.solve_seconds, from_cache)
    progress(len(thetas), len(thetas))
