"""Solve layer by layer: two layers are in memory, and a row solves a turn for all numbers of saved throws.

Values are computed in float64 and rounded once to float32 when a layer is stored.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from solver.arrays import Longs
from solver.game.dice import keep_lattice
from solver.game.game import outcomes
from solver.kernels.rows import N_LANES
from solver.kernels.turn import Table
from solver.solving.backwards import (
    Layout,
    compile_kernel,
    count_rows,
    kernel_exits,
    kernel_lattice,
    kernel_utility,
    solve_slice,
)
from solver.solving.layer_layout import Singles, StoredLayout
from solver.solving.objectives import Objective
from solver.store.results import Result
from solver.threads import N_SLICES, n_processors, run_slices

ROWS_OF_SLICE = 512  # small enough for frequent progress


class Run:
    """A solve in progress: the layer solved last, and the arrays for kernels."""

    def __init__(self, stored_layout: StoredLayout, theta: float) -> None:
        self.stored_layout, self.space, self.layout = stored_layout, stored_layout.space, Layout(stored_layout.space)
        self.objective = Objective(theta)
        self.compile_seconds = compile_kernel(self.objective, np.float32)
        ruleset, lattice = self.space.ruleset, keep_lattice(self.space.ruleset.n_dice)
        ways_out = outcomes(ruleset, lattice, self.space)
        self.arrays = kernel_lattice(lattice), kernel_exits(ways_out), ruleset.n_rerolls
        self.utility = kernel_utility(self.objective, ways_out)
        self.first_slot = np.zeros(self.space.n_pages, dtype=np.int64)
        self.later = Table(np.empty(0, np.float32), self.first_slot)
        self.solve_seconds = self.stored_error = 0.0

    def sets(self, n_filled: int) -> Longs:
        """Return the sets of a layer."""
        return np.flatnonzero(self.space.n_filled_of_set == n_filled)

    def size_of_set(self, sets: Longs) -> Longs:
        """Return the number of slots of all pages of each set."""
        width = self.layout.width_of_upper_set[self.space.upper_set_of_filled[sets]].astype(np.int64)
        return np.asarray(width * self.space.n_extras_of_set[sets])

    def n_work(self, n_filled: int) -> int:
        """Return the number of turns of rows in a layer; 0 for full scorecards."""
        ruleset, sets = self.space.ruleset, self.sets(n_filled)
        if n_filled == ruleset.n_categories:
            return 0
        n_rows = count_rows(self.space, self.space.last_dead_total_of_set)[self.space.upper_set_of_filled[sets]]
        return int((n_rows * (ruleset.n_rerolls + self.space.n_extras_of_set[sets])).sum())

    def most_memory(self, layers: range) -> int:
        """Return the largest memory of the tables in bytes: two layers, the stored values of one, and positions."""
        return self.first_slot.nbytes + max(
            4 * int(self.size_of_set(self.sets(layer)).sum() + self.stored_layout.n_values(layer))
            + 4 * int(self.size_of_set(self.sets(layer + 1)).sum())
            for layer in layers
        )

    def empty_layer(self, n_filled: int) -> Table:
        """Return an empty table for a layer, and update the positions of its pages."""
        sets = self.sets(n_filled)
        upper_set, size = self.space.upper_set_of_filled[sets], self.size_of_set(sets)
        start, width = np.cumsum(size) - size, self.layout.width_of_upper_set[upper_set]
        for extra in range(int(self.space.n_extras_of_set[sets].max())):
            self.first_slot[extra * self.space.n_sets + sets] = start + extra * width
        n_beyond = int(self.layout.width_of_upper_set.max()) + N_LANES  # a row can read this far beyond the last page
        return Table(np.empty(int(size.sum()) + n_beyond, dtype=np.float32), self.first_slot)

    def pages(self, n_filled: int) -> Iterator[tuple[int, Longs, Longs]]:
        """Yield upper sets with pages of a layer, and the positions of their first stored values.

        Pages come in small groups to limit memory.
        """
        sets = self.sets(n_filled)
        upper_set, n_extras = self.space.upper_set_of_filled[sets], self.space.n_extras_of_set[sets]
        for one in np.unique(upper_set).tolist():
            for extra in range(int(n_extras[upper_set == one].max())):
                here = sets[(upper_set == one) & (n_extras > extra)]
                place = self.stored_layout.first_place_of_set[here] + extra * self.stored_layout.n_stored_of_set[here]
                yield one, extra * self.space.n_sets + here, place

    def pack(self, n_filled: int, table: Table) -> Singles:
        """Return the stored values of a layer."""
        stored = np.empty(self.stored_layout.n_values(n_filled), dtype=np.float32)
        for upper_set, page, place in self.pages(n_filled):
            totals = self.stored_layout.stored_totals[upper_set]
            stored[place[:, None] + np.arange(len(totals))] = table.values[table.first_slot[page, None] + totals]
        return stored

    def unpack(self, n_filled: int, stored: Result) -> None:
        """Restore a stored layer as the one that was solved last."""
        self.later, values = self.empty_layer(n_filled), stored.arrays["value"]
        for upper_set, page, place in self.pages(n_filled):
            lanes = np.arange(self.layout.width_of_upper_set[upper_set])
            rank = self.stored_layout.rank_of_total[upper_set, np.minimum(lanes, self.space.n_totals - 1)]
            self.later.values[self.later.first_slot[page, None] + lanes] = values[place[:, None] + rank]
        self.solve_seconds, self.stored_error = stored.facts["solve_seconds"], stored.facts["stored_error"]

    def solve(self, n_filled: int, progress: Callable[[int, int, str], None]) -> Result:
        """Solve the layer before the one that was solved last, and return its stored values."""
        start = time.perf_counter()
        if n_filled == self.space.ruleset.n_categories:
            stored = self.finished()
        else:
            table = self.empty_layer(n_filled)
            self.solve_rows(n_filled, table, progress)
            stored, self.later = self.pack(n_filled, table), table
        facts = {
            "solve_seconds": self.solve_seconds + time.perf_counter() - start,
            "compile_seconds": self.compile_seconds,
            "stored_error": self.stored_error + float(np.spacing(stored.max())) / 2,
        }
        self.solve_seconds, self.stored_error = facts["solve_seconds"], facts["stored_error"]
        result = Result({"value": stored}, facts)
        if n_filled == self.space.ruleset.n_categories:
            self.unpack(n_filled, result)
        return result

    def finished(self) -> Singles:
        """Return the stored values of full scorecards: the bonus, if it is earned."""
        ruleset = self.space.ruleset
        bonus = [ruleset.bonus_at(int(total)) for total in self.stored_layout.stored_totals[-1]]
        return np.tile(np.array(bonus, dtype=np.float32), int(self.space.n_extras_of_set[-1]))

    def solve_rows(self, n_filled: int, table: Table, progress: Callable[[int, int, str], None]) -> None:
        """Solve all rows of a layer and report the progress of the whole game."""
        n_layers = self.space.ruleset.n_categories
        work = [self.n_work(layer) for layer in range(n_layers)]
        blocks = self.layout.blocks(n_filled)
        n_rows, what = len(blocks.page), f"layer {n_layers - n_filled} of {n_layers}"

        def update(n_done: int) -> None:
            progress(sum(work[n_filled + 1 :]) + work[n_filled] * n_done // n_rows, sum(work), what)

        part = partial(solve_slice, self.arrays, self.objective, self.utility, blocks, self.later, table)
        update(0)
        with ThreadPoolExecutor(n_processors()) as pool:
            run_slices(pool, n_rows, part, max(N_SLICES, n_rows // ROWS_OF_SLICE), update)
