"""Values under other rules: one spare throw a game, and dice that fall as badly as they can."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from solver.arrays import Floats
from solver.game.game import Game
from solver.kernels.turn import Blocks, Table
from solver.kernels.variants import solve_spare_blocks, solve_worst_blocks
from solver.solving.backwards import Layout, kernel_arrays
from solver.threads import n_processors, run_slices

SolveRows = Callable[[Blocks, Table, int, int], None]


def values_with_spare_throw(game: Game, value_of_state: Floats) -> Floats:
    """Return the expected points to come with one spare throw, which can be used once: float64[n_states].

    Parameters
    ----------
    value_of_state : float64[n_states]
        Expected points to come without it.

    Notes
    -----
    Two kinds of turns are the same: with the spare throw used, and in an ordinary game. So one more run is enough, of
    about 1.3 solves.
    """
    arrays, without = kernel_arrays(game), Layout(game.space).spread(value_of_state)

    def solve(blocks: Blocks, table: Table, start: int, stop: int) -> None:
        solve_spare_blocks(*arrays, blocks, start, stop, without, table)

    return solve_layers(game, solve)


def guaranteed_points(game: Game) -> Floats:
    """Return the points to come that a player can be sure of: float64[n_states]. About one solve."""
    arrays = kernel_arrays(game)

    def solve(blocks: Blocks, table: Table, start: int, stop: int) -> None:
        solve_worst_blocks(*arrays, blocks, start, stop, table)

    return solve_layers(game, solve)


def solve_layers(game: Game, solve: SolveRows) -> Floats:
    """Solve the rows of every layer, the last layer first, and return the values of all states."""
    layout = Layout(game.space)
    table = layout.empty_table()
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(game.ruleset.n_categories)):
            blocks = layout.blocks(n_filled)
            run_slices(pool, len(blocks.page), partial(solve, blocks, table))
    return layout.gather(table)
