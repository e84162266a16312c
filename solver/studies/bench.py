"""The benchmark: times of the parts of a solve, compared with the limit of the processor."""

from __future__ import annotations

import json
import math
import platform
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from solver.arrays import Longs
from solver.errors import StoreError
from solver.game.dice import keep_lattice
from solver.game.game import Outcomes, StateSpace, outcomes
from solver.kernels.rows import N_LANES, add_and_compare
from solver.rules.ruleset import Ruleset
from solver.solving.backwards import Progress, Solved, layer_blocks, no_progress, solve
from solver.threads import n_processors

N_RUNS = 9
ROUNDS = 4_000_000
OPERATIONS_PER_ROUND = 16
THETA = 0.05  # of the second solve that is measured; all thetas take equally long
TOLERANCE = 0.15  # a slowdown from the saved run by more than this is a regression


@dataclass(frozen=True)
class Bench:
    """Medians over the warm runs, in seconds, and the number of operations.

    ``operations`` counts additions, multiplications and comparisons of single float64 numbers. Throughputs are such
    operations per second on all processors: of the kernel, and of additions and comparisons on registers alone,
    measured in the same run. ``theta_seconds`` is the total for exponential utility, whose runs alternate with the
    mean's.
    """

    ruleset: Ruleset
    compile_seconds: float
    total_seconds: float
    table_seconds: float
    layer_seconds: tuple[float, ...]
    operations: int
    kernel_throughput: float
    machine_throughput: float
    theta_seconds: float

    @property
    def theta_factor(self) -> float:
        """Return the ratio of the times for exponential utility and for the mean."""
        return self.theta_seconds / self.total_seconds

    @property
    def share_of_machine(self) -> float:
        """Return the kernel's throughput as a share of the machine's."""
        return self.kernel_throughput / self.machine_throughput

    def as_json(self) -> dict[str, Any]:
        """Return all figures, with the rules and the machine of the measurement."""
        derived = {"share_of_machine": self.share_of_machine, "theta_factor": self.theta_factor}
        return vars(self) | derived | {"machine": machine(), "ruleset": rules_of(self.ruleset)}


def rules_of(ruleset: Ruleset) -> dict[str, Any]:
    """Return the key of comparable timings: the ruleset's name and options."""
    return {"name": ruleset.name, "options": dict(ruleset.options)}


def machine() -> str:
    """Return a description of the machine; timings of different machines are not compared."""
    return f"{platform.machine()}, {n_processors()} processors, Python {platform.python_version()}"


def measure(ruleset: Ruleset, progress: Progress = no_progress) -> Bench:
    """Solve ``ruleset`` once to warm up and then ``N_RUNS`` times, alternating between the mean and a theta.

    The machine is measured between the runs.
    """
    compile_seconds = solve(ruleset).timings.compile_seconds
    solve(ruleset, THETA)
    runs: list[Solved] = []
    theta_seconds: list[float] = []
    throughputs: list[float] = []
    machine_throughput()
    for done in range(N_RUNS):
        progress(done, N_RUNS)
        runs.append(solve(ruleset))
        theta_seconds.append(solve(ruleset, THETA).timings.total_seconds)
        throughputs.append(machine_throughput())
    timings = [run.timings for run in runs]
    layer_seconds = tuple(median(layer) for layer in zip(*(timing.layer_seconds for timing in timings), strict=True))
    operations = count_operations(ruleset, runs[0].space)
    return Bench(
        ruleset=ruleset,
        compile_seconds=compile_seconds,
        total_seconds=median(timing.total_seconds for timing in timings),
        table_seconds=median(timing.table_seconds for timing in timings),
        layer_seconds=layer_seconds,
        operations=operations,
        kernel_throughput=operations / median(sum(timing.layer_seconds) for timing in timings),
        machine_throughput=max(throughputs),
        theta_seconds=median(theta_seconds),
    )


def machine_throughput() -> float:
    """Return the additions and comparisons per second of all processors on registers alone."""
    add_and_compare(1, np.zeros((6, N_LANES)))
    arrays = [np.ones((6, N_LANES)) for _ in range(n_processors())]
    with ThreadPoolExecutor(len(arrays)) as pool:
        start = time.perf_counter()
        list(pool.map(add_and_compare, [ROUNDS] * len(arrays), arrays))
        seconds = time.perf_counter() - start
    return len(arrays) * ROUNDS * OPERATIONS_PER_ROUND * N_LANES / seconds


def count_operations(ruleset: Ruleset, space: StateSpace) -> int:
    """Return the number of additions, multiplications and comparisons of the kernel in one solve."""
    lattice = keep_lattice(ruleset.n_dice)
    ways_out = outcomes(ruleset, lattice, space)
    exit_of_category = exit_operations(ways_out)
    reroll, mean = 6 * lattice.first_roll + len(lattice.removals), 2 * len(lattice.rolls)
    rows = 0
    for n_filled in range(ruleset.n_categories):
        blocks = layer_blocks(space, n_filled)
        is_open = blocks.filled[:, None] >> np.arange(ruleset.n_categories) & 1 == 0
        exits = (exit_of_category[ways_out.class_of_page[blocks.page]] * is_open).sum(axis=1)
        n_rerolls = ruleset.n_rerolls + blocks.n_pages - 1
        if ruleset.saves_throws:
            exits = exits * (n_rerolls + 1) + n_rerolls * len(lattice.rolls)
        rows += int((exits + n_rerolls * reroll + blocks.n_pages * mean).sum())
    return rows * N_LANES


def exit_operations(ways_out: Outcomes) -> Longs:
    """Return the row operations of the exit for each open category: int64[n_classes, n_categories]."""
    n_rolls, gain = np.diff(ways_out.first_roll_entry), ways_out.gain[ways_out.outcome_of_way]
    class_of_way = np.repeat(np.arange(len(ways_out.may_take_any)), np.diff(ways_out.first_way_of_class))
    is_floor = (gain == 0) & ways_out.may_take_any[class_of_way]
    found = np.zeros((len(ways_out.may_take_any), ways_out.category.max() + 1), dtype=np.int64)
    category = ways_out.category[ways_out.outcome_of_way]
    np.add.at(found, (class_of_way, category), np.where(is_floor, 1, 1 + n_rolls))
    return found


def read_bench(path: Path, ruleset: Ruleset) -> dict[str, Any]:
    """Return the figures that ``bench --save`` wrote for ``ruleset``.

    Raises
    ------
    StoreError
        If the file has another format, or was measured with other rules or on another machine.
    """
    try:
        saved = json.loads(path.read_bytes())
        rules, there = saved["ruleset"], str(saved["machine"])
        for seconds in (saved["total_seconds"], saved["theta_seconds"]):
            if not 0 < float(seconds) < math.inf:
                raise ValueError(f"invalid time of {seconds} seconds")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise StoreError(f"--against {str(path)!r}: not a file written by 'bench --save'") from error
    if rules != rules_of(ruleset):
        raise StoreError(f"--against {str(path)!r}: measured with other rules: {json.dumps(rules)}")
    if there != machine():
        raise StoreError(f"--against {str(path)!r}: measured on {there}, but this is {machine()}; save a new file")
    return dict(saved)


def slowdown(now: Bench, saved: Mapping[str, Any]) -> float:
    """Return the slowdown of ``now`` as a share of the saved time; negative if it is faster.

    The larger slowdown of the mean and the theta is returned.
    """
    mean = now.total_seconds / float(saved["total_seconds"])
    return max(mean, now.theta_seconds / float(saved["theta_seconds"])) - 1
