"""Targets: the largest probability of reaching each score, and advice for a player with a target."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from solver.advising.advice import Advice, Choice, Turn, choices, max_sweep, mean_sweep
from solver.advising.positions import Scorecard
from solver.arrays import Floats, Longs
from solver.errors import SolverError
from solver.game.game import Game
from solver.rules.ruleset import Roll, Ruleset
from solver.solving.solution import no_progress
from solver.store.results import Result, recall
from solver.targets.board import FLOAT32, SETTLED, Board, Packed, board, standings_of_layers

LARGEST_ESTIMATE = 4 * 10**9  # bytes; larger tables are refused


@dataclass(frozen=True, eq=False)
class Targets:
    """The largest probability of reaching each score, from every state.

    Attributes
    ----------
    layers : tuple of Packed
        By the number of filled categories. Standings are points so far minus the target.
    best_probability : float64[best_final_score + 1]
        Entry t: the largest probability of a final score of at least t; not rounded to float32.
    solve_seconds, compile_seconds : float
        Times of the solve.
    """

    game: Game
    layers: tuple[Packed, ...]
    best_probability: Floats
    solve_seconds: float
    compile_seconds: float

    @cached_property
    def board(self) -> Board:
        """Return the states of the layers."""
        return board(self.game)

    @property
    def error_bound(self) -> float:
        """Return the error bound of ``best_probability``.

        Notes
        -----
        The rounding errors of a turn are those of the expected score (see ``Solution.error_bound``) with 1 as the best
        score. In addition each turn may replace a probability within 1e-13 of 1 by 1.
        """
        ruleset = self.game.ruleset
        roundings = 5 * ruleset.n_dice * ruleset.n_rerolls + len(self.game.lattice.rolls) + 2
        return ruleset.n_categories * (1.01 * roundings * 2.0**-53 + SETTLED)

    @property
    def table_error_bound(self) -> float:
        """Return the error bound of the stored table, which is rounded to float32."""
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
            Page, that is the filled categories and the extra; upper total, capped or not.
        standing : int64[n]
            Points so far minus the target, without the bonus.
        """
        n_filled = int(self.game.space.n_filled_of_set[np.asarray(page).flat[0] % self.game.space.n_sets])
        cards = self.board.card_of_place[page, np.minimum(total, self.game.ruleset.threshold)]
        return self.layers[n_filled].look_up(cards.astype(np.int64), standing, 0.0, 1.0)


def estimated_bytes(game: Game) -> int:
    """Return an upper bound of the memory that the targets of a game take: the stored table and the two largest layers.

    Notes
    -----
    A state has as many standings as the range of its points to come, in four bytes each; in the two layers in progress
    eight, and a few rows more. With saved throws it has as many for each number of them.
    """
    if game.ruleset.saves_throws:
        without = Game(replace(game.ruleset, saves_throws=False))
        return estimated_bytes(without) * game.space.n_states // without.space.n_states
    n_states, n_standings = standings_of_layers(game)
    return int(4 * n_standings.sum() + 2 * (8 * (n_standings + 48 * n_states)).max())


def find_targets(
    ruleset: Ruleset, fresh: bool = False, progress: Callable[[int, int], None] = no_progress
) -> tuple[Targets, bool]:
    """Return the targets of ``ruleset`` and whether they were cached.

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
        from solver.targets.standings import solve_targets  # defer numba until something is solved

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


def late_targets(ruleset: Ruleset, n_open: int) -> Targets:
    """Return the targets of the states with at most ``n_open`` open categories; fast, and not cached.

    Earlier states are not available; ``best_probability`` is empty.
    """
    from solver.targets.standings import solve_targets  # defer numba until something is solved

    game, start = Game(ruleset), time.perf_counter()
    first_layer = max(0, ruleset.n_categories - n_open)
    layers, _ = solve_targets(game, first_layer=first_layer)
    nothing = Packed(np.zeros(1, np.int64), np.empty(0, np.int16), np.empty(0, np.float32))
    return Targets(game, (*[nothing] * first_layer, *layers), np.empty(0), time.perf_counter() - start, 0.0)


def check_size(game: Game) -> None:
    """Check that the table of a game is not too large.

    Raises
    ------
    SolverError
        If it is.
    """
    needed = estimated_bytes(game)
    if needed > LARGEST_ESTIMATE:
        raise SolverError(
            f"the targets of these rules would take about {needed / 1e9:.1f} GB of memory; at most "
            f"{LARGEST_ESTIMATE / 1e9:.0f} GB are allowed"
        )


def smallest(game: Game) -> Game:
    """Return the game with one die and one category, whose solve compiles all kernels."""
    return Game(replace(game.ruleset, n_dice=1, categories=game.ruleset.categories[:1], extra_yahtzees=None))


TIE = 2.0**-22  # relative: stored probabilities are rounded by up to 2^-24, options by as much


def target_advice(targets: Targets, scorecard: Scorecard, position: tuple[Roll, int] | None, target: int) -> Advice:
    """Return the largest probability of a final score of at least ``target``, and with dice that of every option.

    Parameters
    ----------
    position : (roll, int), optional
        Current roll and remaining throws; the scorecard must not be full.

    Notes
    -----
    The turn is computed in float64 from the stored table. Options whose probabilities are equal up to its rounding (see
    ``TIE``) are ties in the project's order: scoring before keeping, then scorecard order, then lexicographic dice. If
    the target is reached, or out of reach, all options are ties.
    """
    page = targets.game.space.page(scorecard.filled, scorecard.extra)
    total, standing = scorecard.upper_total, scorecard.points - target
    if position is None:
        place = (np.array([number]) for number in (page, total, standing))
        return Advice(float(targets.probability(*place)[0]))
    dice, rerolls = position
    turn = target_turn(targets, page, total, standing)
    roll = targets.game.lattice.index_of_keep[dice] - targets.game.lattice.first_roll
    options = rank(targets.game, choices(turn, roll, rerolls))
    return Advice(options[0].value, tuple(options))


def target_turn(targets: Targets, page: int, total: int, standing: int) -> Turn:
    """Return the values of one turn: probabilities of reaching the target."""
    turn = turn_of_scores(targets.game, score_probabilities(targets, page, total, standing))
    return replace(turn, page=np.array([page], dtype=np.int32))


def turn_of_scores(game: Game, value_of_score: Floats) -> Turn:
    """Return the values of one turn, given those of scoring: float64[n_rolls, n_categories, n_states]."""
    lattice = game.lattice
    values = np.empty((lattice.n_keeps, value_of_score.shape[2]))
    values[lattice.first_roll :] = value_of_score.max(axis=1)
    value_of_roll, value_of_keep = [values[lattice.first_roll :].copy()], []
    for _ in range(game.ruleset.n_rerolls):
        mean_sweep(lattice, values)
        value_of_keep.append(values[: lattice.first_roll].copy())
        max_sweep(lattice, values)
        value_of_roll.append(values[lattice.first_roll :].copy())
    return Turn(game, value_of_score, np.array(value_of_keep), np.array(value_of_roll))


def score_probabilities(targets: Targets, page: int, total: int, standing: int) -> Floats:
    """Return the probability after scoring every roll in every category: float64[n_rolls, n_categories, 1]."""
    game, ways_out = targets.game, targets.game.outcomes
    values = np.full((*game.points_of_roll.shape, 1), -np.inf)
    for place in range(game.ruleset.n_categories):
        if not page >> place & 1:
            outcome = ways_out.outcome_of_roll[ways_out.class_of_page[page], :, place]
            may_score, outcome = outcome >= 0, outcome[outcome >= 0]
            if not may_score.any():
                continue
            gain = ways_out.gain[outcome].astype(np.int64)
            after, totals = page + ways_out.step[outcome], total + ways_out.shift[outcome]
            values[may_score, place, 0] = targets.probability(after, totals, standing + gain)
    return values


def rank(game: Game, given: list[Choice]) -> list[Choice]:
    """Return the options with their regrets, best first, equal ones in the project's order.

    Sorted probabilities are split where the next is smaller by a share of more than ``TIE``.
    """
    names = game.ruleset.category_names

    def order(option: Choice) -> tuple[bool, int, Roll]:
        scores = option.action == "score"
        return not scores, names.index(option.category) if scores else 0, option.dice

    pieces: list[list[Choice]] = []
    for option in sorted(given, key=lambda option: -option.value):
        if pieces and option.value >= pieces[-1][-1].value * (1.0 - TIE):
            pieces[-1].append(option)
        else:
            pieces.append([option])
    best = max(option.value for option in given)
    return [replace(option, regret=best - option.value) for piece in pieces for option in sorted(piece, key=order)]
