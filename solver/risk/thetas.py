"""Play with exponential utility: players by theta, players with a theta per turn, and their games."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError
from solver.game.game import Game, state_space
from solver.kernels.deciding import Ties
from solver.kernels.following import Places
from solver.kernels.rows import N_LANES
from solver.kernels.utility import decide_by_utility
from solver.play.distribution import Distribution, score_distribution
from solver.play.player import Decided, Options, Reader, TablePlayer, Tables
from solver.play.statistics import Habits, habits
from solver.play.walk import Walk, shared_walk, walk
from solver.rules.ruleset import Ruleset
from solver.solving.backwards import Layout, kernel_arrays, kernel_utility, solve_slice
from solver.solving.objectives import TIE, Objective
from solver.solving.solution import LARGEST_TABLE, Solution, find_solution, no_progress
from solver.store.results import Result, recall
from solver.threads import n_processors, run_slices

LARGEST_SPREAD = 690.0  # of exponents in one turn, such that the smallest power is not denormal

SMALL_THETAS = (0.001, 0.002, 0.004, 0.006, 0.008, 0.01, 0.013, 0.016, 0.02, 0.025, 0.03, 0.04, 0.05, 0.06, 0.08)
LARGE_THETAS = (0.1, 0.15, 0.2, 0.3, 0.4, 0.5)
OUTLIERS = (0.7, 1.0, 1.5, 2.0, 3.0)


def symmetric(positive: Sequence[float]) -> tuple[float, ...]:
    """Return the numbers, their negatives and zero, ascending."""
    return (*(-theta for theta in reversed(positive)), 0.0, *positive)


# The standard deviation of a game is about 38 points. Play changes most near a theta of 1/38, where theta times the
# standard deviation is one, so most values are there.
THETAS = symmetric((*SMALL_THETAS, *LARGE_THETAS, *OUTLIERS))

# Thetas whose games are published; evaluating them takes ten times as long as solving.
TOLD = (0.002, 0.004, 0.006, 0.01, 0.013, 0.016, 0.02, 0.025, 0.03, 0.04, 0.05, 0.08, 0.1, 0.2, 0.5, 1.0, 3.0)
TOLD_THETAS = symmetric(TOLD)


def largest_step(game: Game) -> int:
    """Return a bound of the difference in value between two ways of scoring a roll, in points.

    Notes
    -----
    A player with category a filled and b open gains at most the points of b, and the bonus, over one who has both
    filled: the other can act as if b were open, with imaginary dice. And an open b is never worse than a filled one. So
    scoring in a differs from scoring in b by at most the points of both and the bonus. A Yahtzee that makes later ones
    count can in addition be worth their bonuses.
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
        """Set the name, and check that utilities are representable."""
        theta, step = self.solution.theta, largest_step(self.solution.game)
        if abs(theta) * step > LARGEST_SPREAD:
            raise SolverError(
                f"theta {theta:g}: two ways of scoring can differ by {step} points with these rules, so decisions are "
                f"exact only up to a theta of {LARGEST_SPREAD / step:.3g}"
            )
        object.__setattr__(self, "name", self.name or f"theta={theta!r}")

    @property
    def reads(self) -> tuple[Objective, Ties, Floats]:
        """Return the value table, see ``Reader``."""
        objective, value_of_state = self.solution.objective, self.solution.value_of_state
        if objective.is_mean:
            return TablePlayer(self.name, value_of_state).reads
        offset = objective.sign * objective.shift * math.expm1(-objective.theta * TIE)
        return objective, Ties(math.exp(-objective.theta * TIE), offset), value_of_state

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
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
    """One value of a sweep: the certainty equivalent of the final score, and the seconds of the solve."""

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
    """Solve ``ruleset`` for each theta and cache the solutions, so that an interrupted sweep resumes.

    Parameters
    ----------
    progress : callable
        Called with the number of values done and of all values.

    Raises
    ------
    SolverError
        If the solutions would take too much disk space.
    """
    n_states = state_space(ruleset).n_states
    if n_states > LARGEST_TABLE:
        raise SolverError(
            f"ruleset {ruleset.name!r}: {len(thetas)} solutions of {n_states:,} states, with 4 bytes each, would take "
            f"up to {4 * n_states * len(thetas) / 1e9:.0f} GB; solve single ones with solve --theta"
        )
    for done, theta in enumerate(thetas):
        progress(done, len(thetas))
        solution, from_cache = find_solution(ruleset, theta, fresh)
        yield Swept(solution.theta, solution.start_value, solution.solve_seconds, from_cache)
    progress(len(thetas), len(thetas))


@dataclass(frozen=True, eq=False)
class ThetaGames:
    """Results of a player's games: its certainty equivalent, and the statistics of scores and categories."""

    theta: float
    certainty_equivalent: float
    distribution: Distribution
    habits: Habits


def way_of_theta(solution: Solution) -> Walk:
    """Return the passing walk of the player for a theta; that of perfect play, for 0, is cached."""
    if solution.objective.is_mean:
        return shared_walk(solution.game, TablePlayer("optimal", solution.value_of_state))
    return walk(solution.game, ThetaPlayer(solution), is_passing=True)


def find_theta_games(ruleset: Ruleset, theta: float, way: Walk | None = None) -> ThetaGames:
    """Return the games of optimal play for ``theta``, cached on disk.

    Parameters
    ----------
    way : Walk, optional
        The walk of the player for this theta. Default: it is computed if needed.

    Notes
    -----
    Scandinavian Yatzy: 3 s on two cores, 0.2 MB stored.
    """
    game, theta = Game(ruleset), Objective(theta).theta

    def compute() -> Result:
        solution = find_solution(ruleset, theta)[0]
        steps = way_of_theta(solution) if way is None else way
        arrays = {"prob_of_score": score_distribution(steps).prob_of_score, **habits(steps).arrays()}
        return Result(arrays, {"theta": solution.theta, "certainty_equivalent": solution.start_value})

    result, _ = recall("theta-games", game.identity | {"theta": theta}, compute)
    distribution = Distribution(result.arrays["prob_of_score"])
    return ThetaGames(distribution=distribution, habits=Habits.of_arrays(game, result.arrays), **result.facts)


Temper = tuple[float, ...]  # a theta for each turn, the first turn first


def worth_by_turns(game: Game, thetas: Sequence[float]) -> Floats:
    """Return the value of every state for a player with a theta for each turn: float64[n_states]."""
    layout, table = Layout(game.space), Layout(game.space).empty_table()
    arrays = kernel_arrays(game)
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(game.ruleset.n_categories)):
            objective, blocks = Objective(thetas[n_filled]), layout.blocks(n_filled)
            utility = kernel_utility(objective, game.outcomes)
            run_slices(pool, len(blocks.page), partial(solve_slice, arrays, objective, utility, blocks, table, table))
    return layout.gather(table)


@dataclass(frozen=True, eq=False)
class PhasePlayer(Decided):
    """The player who decides each turn by a theta of its own; ``players`` are one for each turn."""

    name: str
    players: tuple[ThetaPlayer, ...]

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``; all rows are of one turn."""
        return self.players[int(rows.filled[0]).bit_count()].decide(tables, rows)


def phase_player(game: Game, thetas: Sequence[float]) -> PhasePlayer:
    """Return the player with a theta for each turn."""
    worth = worth_by_turns(game, thetas)
    player_of = {theta: ThetaPlayer(Solution(game, worth, 0.0, 0.0, theta=theta)) for theta in set(thetas)}
    name = "phases " + " ".join(f"{theta!r}" for theta in thetas)
    return PhasePlayer(name, tuple(player_of[theta] for theta in thetas))


def in_thirds(thetas: Sequence[float], n_turns: int) -> Temper:
    """Return a theta for each turn, given one for each equal part of the game."""
    return tuple(float(theta) for theta in np.repeat(thetas, n_turns // len(thetas)))
