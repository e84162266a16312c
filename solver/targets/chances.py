r"""Targets: the largest probability of at least so many points, for every target and from every state, in one run.

V(S, y), the largest probability of at least y more points from the state S, does not depend on the target itself, so
one backward induction answers every target (see ``standings``). It is done in float64. What is kept is the table
in float32, where V is neither 0 nor, at that precision, 1: for Scandinavian Yatzy 146 million of them, 585 MB. Nothing
here imports numba before something has to be solved.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Longs
from solver.errors import SolverError
from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.solving.solution import no_progress
from solver.store.format import Result
from solver.store.results import recall
from solver.targets.board import FLOAT32, SETTLED, Board, Packed, board, standings_of_layers

LARGEST_ESTIMATE = 4 * 10**9  # bytes: no larger table is begun


@dataclass(frozen=True, eq=False)
class Targets:
    """The largest probability of at least so many points, from every state.

    Attributes
    ----------
    layers : tuple of Packed
        By the number of filled categories. The standings are points so far less the target.
    best_probability : float64[best_final_score + 1]
        Entry t: the largest probability of a final score of at least t; not rounded to float32.
    solve_seconds, compile_seconds : float
        What the solve took when it was done.
    """

    game: Game
    layers: tuple[Packed, ...]
    best_probability: Floats
    solve_seconds: float
    compile_seconds: float

    @cached_property
    def board(self) -> Board:
        """Return the states that the layers hold."""
        return board(self.game)

    @property
    def error_bound(self) -> float:
        """Return how far an entry of ``best_probability`` can be from the real number that it stands for.

        Notes
        -----
        The roundings of a turn are those of the expected score (see ``Solution.error_bound``) with 1 for the best
        score; on top each turn may take a probability within 1e-13 of 1 for 1.
        """
        ruleset = self.game.ruleset
        roundings = 5 * ruleset.n_dice * ruleset.n_rerolls + len(self.game.lattice.rolls) + 2
        return ruleset.n_categories * (1.01 * roundings * 2.0**-53 + SETTLED)

    @property
    def table_error_bound(self) -> float:
        """Return the same for the probabilities of the kept table, which are rounded to float32."""
        return self.error_bound + FLOAT32

    def chance_of(self, target: int) -> float:
        """Return the largest probability of a final score of at least ``target``."""
        if target >= len(self.best_probability):
            return 0.0
        return float(self.best_probability[max(target, 0)])

    def best_percentile(self, percent: float) -> int:
        """Return the largest t whose best probability of at least t points exceeds 1 - percent / 100."""
        return int(np.flatnonzero(self.best_probability > 1.0 - percent / 100.0)[-1])

    def probability(self, page: Longs, total: Longs, standing: Longs) -> Floats:
        """Return the largest probability of reaching the target from states with equally many filled categories.

        Parameters
        ----------
        page, total : int64[n]
            Page, that is filled categories and what else the ruleset adds; upper total, capped or not.
        standing : int64[n]
            Points so far less the target, without the bonus.
        """
        n_filled = int(self.game.space.n_filled_of_set[np.asarray(page).flat[0] % self.game.space.n_sets])
        cards = self.board.card_of_place[page, np.minimum(total, self.game.ruleset.threshold)]
        return self.layers[n_filled].look_up(cards.astype(np.int64), standing, 0.0, 1.0)


def estimated_bytes(game: Game) -> int:
    """Return about how much memory the targets of a game take, at most: the kept table and the two largest layers.

    Notes
    -----
    A state has as many standings as its most and its fewest points to come are apart, in four bytes each; in the two
    layers at work eight, and a few rows more. With saved throws it has as many for each number of them.
    """
    if game.ruleset.saves_throws:
        without = Game(replace(game.ruleset, saves_throws=False))
        return estimated_bytes(without) * game.space.n_states // without.space.n_states
    n_states, n_standings = standings_of_layers(game)
    return int(4 * n_standings.sum() + 2 * (8 * (n_standings + 48 * n_states)).max())


def find_targets(
    ruleset: Ruleset, fresh: bool = False, progress: Callable[[int, int], None] = no_progress
) -> tuple[Targets, bool]:
    """Return the targets of ``ruleset`` and whether they were kept from before.

    Raises
    ------
    SolverError
        If the table would be too large.

    Notes
    -----
    Scandinavian Yatzy: 23 s on two idle cores, 1.3 GB at most.
    """
    game = Game(ruleset)

    def compute() -> Result:
        from solver.targets.standings import solve_targets  # numba is imported only where something is solved

        check_size(game)
        start = time.perf_counter()
        solve_targets(smallest(game))
        solve_start = time.perf_counter()
        layers, best_probability = solve_targets(game, progress)
        seconds = {"compile_seconds": solve_start - start, "solve_seconds": time.perf_counter() - solve_start}
        arrays = {
            f"{name}_{layer}": array for layer, packed in enumerate(layers) for name, array in vars(packed).items()
        }
        return Result(arrays | {"best_probability": best_probability}, seconds)

    result, from_cache = recall("targets", game.identity, compute, fresh)
    layers = tuple(
        Packed(*(result.arrays[f"{name}_{layer}"] for name in ("start", "low", "values")))
        for layer in range(ruleset.n_categories + 1)
    )
    return Targets(game, layers, result.arrays["best_probability"], **result.facts), from_cache


def check_size(game: Game) -> None:
    """Refuse a game whose table would be too large.

    Raises
    ------
    SolverError
        If it would.
    """
    needed = estimated_bytes(game)
    if needed > LARGEST_ESTIMATE:
        raise SolverError(
            f"the targets of these rules would take about {needed / 1e9:.1f} GB of memory; at most "
            f"{LARGEST_ESTIMATE / 1e9:.0f} GB are allowed"
        )


def smallest(game: Game) -> Game:
    """Return the game with one die and one category, which compiles all and takes no time."""
    return Game(replace(game.ruleset, n_dice=1, categories=game.ruleset.categories[:1], extra_yahtzees=None))
