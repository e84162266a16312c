"""Objectives that depend on the points so far: any utility of the final score, and optimal play for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np

from solver.arrays import Floats, Ints, Longs
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.rows import N_LANES
from solver.kernels.standings import Cards, Ends, Layer, pack_windows, solve_standings, unpack_windows, unsettled_width
from solver.kernels.turn import Exits, Lattice
from solver.solving.backwards import Progress, kernel_arrays, no_progress
from solver.targets.board import FLOAT32, SETTLED, Board, Packed, board
from solver.threads import BUFFERS, n_processors, run_slices

NEGLIGIBLE = 1e-9  # points, in ``worst_shares``: a smaller expected shortfall counts as none


@dataclass(frozen=True, eq=False)
class Utility:
    """Value of a final standing.

    Attributes
    ----------
    first, values : int, float64[n]
        Values of the final standings ``first``, ``first + 1`` ...
    below, above : float
        Values of all lower and all higher standings.
    tolerance : float
        While solving, a value this close to ``above`` counts as settled.
    targets : int, int
        Standings are points minus a target; these are the lowest and the highest target, 0 where standings are points.
    slope : float
        By which the values of lower standings fall, from ``below`` for the next lower one. Default: they are equal.
    """

    first: int
    values: Floats
    below: float
    above: float
    tolerance: float
    targets: tuple[int, int] = (0, 0)
    slope: float = 0.0

    @property
    def ends(self) -> Ends:
        """Return the settled values for kernels."""
        is_monotone = bool((np.diff([self.below, *self.values, self.above]) >= 0).all())
        enough = self.above - self.tolerance if is_monotone else np.inf
        return Ends(self.below, self.above, self.slope, enough, is_monotone)

    def worth(self, standing: Longs) -> Floats:
        """Return the values of final standings."""
        padded = np.concatenate(([self.below], self.values, [self.above]))
        return padded[np.clip(standing - self.first + 1, 0, len(padded) - 1)]


def kernel_cards(board: Board, n_filled: int) -> Cards:
    """Return the states of a layer for kernels."""
    here = board.layer(n_filled)
    return Cards(board.page[here], board.total[here], board.filled[here])


def window_bounds(board: Board, utility: Utility, n_filled: int) -> tuple[Longs, Longs]:
    """Return the first and the last standing of the windows of a layer."""
    here = board.layer(n_filled)
    lowest, highest = board.fewest_so_far[here] - utility.targets[1], board.most_so_far[here] - utility.targets[0]
    low = np.maximum(lowest, utility.first - board.most_to_come[here])
    high = np.minimum(highest, utility.first + len(utility.values) - 1 - board.fewest_to_come[here])
    return low, np.maximum(high, low - 1)


def n_numbers(low: Longs, high: Longs) -> int:
    """Return the number of values in windows and their margins."""
    return int((high - low + 1 + 3 * N_LANES).sum())


def room(low: Longs, high: Longs, numbers: Floats | None = None) -> Layer:
    """Return a layer of empty windows with margins, in ``numbers`` if given."""
    width = high - low + 1 + 3 * N_LANES
    stop = np.cumsum(width)
    start = stop - width + N_LANES
    n_needed = int(stop[-1]) if len(stop) else 0
    return Layer(start, low.copy(), high.copy(), np.empty(n_needed) if numbers is None else numbers[:n_needed])


def windows(board: Board, utility: Utility, n_filled: int, numbers: Floats | None = None) -> Layer:
    """Return the windows of a layer, with values not yet computed, in ``numbers`` if given."""
    return room(*window_bounds(board, utility, n_filled), numbers)


def finished(board: Board, utility: Utility) -> Layer:
    """Return the layer of the full scorecards."""
    layer, ends = windows(board, utility, board.game.ruleset.n_categories), utility.ends
    for card, bonus in enumerate(board.fewest_to_come[board.layer(board.game.ruleset.n_categories)]):
        place, width = layer.start[card], layer.high[card] - layer.low[card] + 1
        layer.values[place - N_LANES : place] = ends.below - ends.slope * np.arange(N_LANES)[::-1]
        layer.values[place : place + width] = utility.worth(np.arange(layer.low[card], layer.high[card] + 1) + bonus)
        layer.values[place + width : place + width + N_LANES] = ends.above
    return layer


def pack(layer: Layer, least: float, enough: float) -> Packed:
    """Return the layer in float32, without the standings whose values are settled at that precision."""
    first, stop = np.empty_like(layer.low), np.empty_like(layer.low)
    unsettled_width(layer, least, enough, first, stop)
    start = np.concatenate(([0], np.cumsum(stop - first)))
    values = np.empty(int(start[-1]), dtype=np.float32)
    pack_windows(layer, first, stop, start, values)
    return Packed(start, first.astype(np.int16), values)


def unpack(packed: Packed, ends: Ends) -> Layer:
    """Return a packed layer for kernels."""
    low = packed.low.astype(np.int64)
    layer = room(low, low + np.diff(packed.start) - 1)
    unpack_windows(packed.values, packed.start, ends, layer)
    return layer


def drop(_layer: Layer) -> None:
    """Default callback for layers: does nothing."""


def solve_layers(
    board: Board,
    utility: Utility,
    keep: Callable[[Layer], None] = drop,
    n_threads: int | None = None,
    progress: Progress = no_progress,
    first_layer: int = 0,
) -> Layer:
    """Solve all layers from the last to the first, and return the first: that of the empty scorecard.

    Parameters
    ----------
    first_layer : int
        Filled categories of the last layer to solve, which is returned. Default: the empty scorecard.
    keep : callable
        Called with each layer, full scorecards first. All layers, including the returned one, are in ``BUFFERS``, two
        at a time.
    """
    n_categories, ends, arrays = board.game.ruleset.n_categories, utility.ends, kernel_arrays(board.game)
    solved = range(first_layer, n_categories)
    rooms = BUFFERS.take(2, max(n_numbers(*window_bounds(board, utility, n_filled)) for n_filled in solved))
    later = finished(board, utility)
    keep(later)
    with ThreadPoolExecutor(n_threads or n_processors()) as pool:
        for n_filled in reversed(solved):
            layer, cards = windows(board, utility, n_filled, rooms[n_filled % 2]), kernel_cards(board, n_filled)
            slice_arrays = (*arrays, board.card_of_place, cards, ends, later, layer)
            run_slices(pool, len(cards.page), partial(solve_cards, slice_arrays))
            keep(layer)
            later = layer
            progress(n_categories - n_filled, len(solved))
    return later


SliceArrays = tuple[Lattice, Exits, int, Ints, Cards, Ends, Layer, Layer]


def solve_cards(arrays: SliceArrays, start: int, stop: int) -> None:
    """Solve the states ``start`` to ``stop`` of a layer."""
    solve_standings(*arrays, (start, stop))


def target_utility(game: Game) -> Utility:
    """Return the utility of all targets: 1 for a score that reaches the target, else 0."""
    every_target = 0, game.best_final_score
    return Utility(first=0, values=np.empty(0), below=0.0, above=1.0, tolerance=SETTLED, targets=every_target)


def worst_shares(game: Game, shares: Floats, targets: tuple[int, int], progress: Progress = no_progress) -> Floats:
    r"""Return the largest mean score of the worst games, for each share of all games.

    Parameters
    ----------
    shares : float64[n]
        Shares of the games, above 0 and at most 1.
    targets : int, int
        Lowest and highest score that may be the largest of the worst games, at most the best final score.

    Raises
    ------
    SolverError
        If the best target of a share is the lowest or the highest of them, so that another could be better.

    Notes
    -----
    The mean of the worst games is :math:`\max_t\, t + E[\min(X - t, 0)] / \text{share}` (Rockafellar and Uryasev,
    Optimization of conditional value-at-risk, 2000). One run gives the best expectation for every target t; its error
    is at most ``NEGLIGIBLE`` for each turn. Scandinavian Yatzy, targets 100 to 300: about 60 solves, 1.3 GB.
    """
    lowest, highest = targets
    utility = Utility(0, np.empty(0), below=-1.0, above=0.0, tolerance=NEGLIGIBLE, targets=targets, slope=1.0)
    scores = np.arange(lowest, highest + 1)
    short = values_at(solve_layers(board(game), utility, progress=progress), -scores, utility.below, utility.above)
    means = scores + short / np.asarray(shares)[:, None]
    places = means.argmax(axis=1)
    if places.min() == 0 or places.max() == len(scores) - 1:
        raise SolverError(f"targets {lowest} to {highest}: the best target of a share may lie outside")
    best: Floats = means.max(axis=1)
    return best


def solve_targets(game: Game, progress: Progress = no_progress, first_layer: int = 0) -> tuple[list[Packed], Floats]:
    """Return the largest probabilities of all targets: the layers of the table, and those of the first state.

    The latter are float64[best_final_score + 1], not rounded to float32. The first state is the empty scorecard, unless
    only the layers from ``first_layer`` on are solved.
    """
    layers: list[Packed] = []

    def keep(layer: Layer) -> None:
        layers.insert(0, pack(layer, least=0.0, enough=1.0 - FLOAT32))

    first = solve_layers(board(game), target_utility(game), keep, progress=progress, first_layer=first_layer)
    return layers, values_at(first, -np.arange(game.best_final_score + 1), 0.0, 1.0)


def values_at(layer: Layer, standing: Longs, below: float, above: float) -> Floats:
    """Return the values of the first state of a layer at standings that may also be settled."""
    low, high, start = int(layer.low[0]), int(layer.high[0]), int(layer.start[0])
    window = layer.values[start : start + high - low + 1]
    padded = np.concatenate(([below], window, [above]))
    values: Floats = padded[np.clip(standing - low + 1, 0, len(padded) - 1)]
    return values


@dataclass(frozen=True, eq=False)
class BestPlay:
    """Optimal play for the expected utility of the final score.

    Attributes
    ----------
    value : float
        At the start of a game.
    layers : tuple of Packed
        The values of all states by the number of filled categories, float32; empty if not stored.
    """

    board: Board
    utility: Utility
    value: float
    layers: tuple[Packed, ...]


def points_utility(worth: Floats, tolerance: float = 0.0) -> Utility:
    """Return the utility with the value ``worth[x]`` for a final score of x points.

    Parameters
    ----------
    worth : float64[best_final_score + 1]
    tolerance : float
        Scores at either end whose value is this close to that of 0 points, or of the most, get exactly that value.
    """
    differs_below = np.flatnonzero(np.abs(worth - worth[0]) > tolerance)
    differs_above = np.flatnonzero(np.abs(worth - worth[-1]) > tolerance)
    first, stop = (int(differs_below[0]), int(differs_above[-1]) + 1) if len(differs_below) else (0, 0)
    values = worth[first : max(stop, first)]
    return Utility(first, values, float(worth[0]), float(worth[-1]), tolerance)


def best_play(
    game: Game, worth: Floats, tolerance: float = 0.0, keep: bool = False, progress: Progress = no_progress
) -> BestPlay:
    """Return the largest expectation of ``worth[final score]``, and on request the values of all states.

    Parameters
    ----------
    worth : float64[best_final_score + 1]
        Any function of the final score; a nondecreasing one is solved a little faster.
    tolerance : float
        See ``points_utility``; the error of the result is at most this for each turn.

    Notes
    -----
    Exact except for rounding in float64 with ``tolerance`` 0. Scandinavian Yatzy: 13 s on two idle cores.
    """
    states, utility = board(game), points_utility(worth, tolerance)
    layers, ends = list[Packed](), utility.ends

    def keep_packed(layer: Layer) -> None:
        if keep:
            least, enough = (ends.below, ends.above - FLOAT32) if ends.is_monotone else (-np.inf, np.inf)
            layers.insert(0, pack(layer, least, enough))

    first = solve_layers(states, utility, keep_packed, progress=progress)
    value = values_at(first, np.zeros(1, np.int64), ends.below, ends.above)
    return BestPlay(states, utility, float(value[0]), tuple(layers))
