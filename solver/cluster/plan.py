"""Plan a run: split a game into tasks, estimate the cost of each, and run one task."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from solver.arrays import Longs
from solver.cluster.layer_store import Job, Run, Shape, address, digest_of_key, read_part, run_key, write_part
from solver.cluster.parts import (
    Chances,
    GameValues,
    Part,
    Split,
    Values,
    choose_split,
    dtype_of_values,
    n_sweeps_of_set,
    n_values_of_set,
    width_sums,
)
from solver.errors import SolverError
from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.targets.board import refuse_saving


@dataclass(frozen=True, eq=False)
class Plan:
    """The tasks of a run, for one job.

    Attributes
    ----------
    n_sweeps, n_values, n_states : int64[n_categories + 1, n_groups]
        For each part: the number of rows swept, of values stored, and of states. For targets these are upper bounds:
        settled standings are neither solved nor stored.
    """

    game: Game
    run: Run
    split: Split
    n_sweeps: Longs
    n_values: Longs
    n_states: Longs

    @property
    def key(self) -> Mapping[str, Any]:
        """Return everything that the layers depend on, except theta."""
        return run_key(self.game, self.run.kind, self.run.n_split)

    @property
    def n_layers(self) -> int:
        """Return the number of layers, including that of full scorecards."""
        return self.game.ruleset.n_categories + 1

    @cached_property
    def bytes_of_part(self) -> Longs:
        """Return the bytes of the numbers of each part: int64[n_categories + 1, n_groups]."""
        size = np.dtype(dtype_of_values(self.game.space)).itemsize
        return self.n_values * size if self.run.kind == "values" else self.n_values * 8 + self.n_states * 4

    @property
    def bytes_written(self) -> int:
        """Return the bytes that a job writes, before compression."""
        return int(self.bytes_of_part.sum())

    @property
    def bytes_read(self) -> int:
        """Return the bytes that the tasks of a job read."""
        return sum(
            int(self.bytes_of_part[n_filled + 1, self.split.next_groups(n_filled, group)].sum())
            for n_filled in range(self.n_layers - 1)
            for group in self.split.groups(n_filled)
        )

    @property
    def n_tasks(self) -> int:
        """Return the number of tasks of a job."""
        return sum(len(self.split.groups(n_filled)) for n_filled in range(self.n_layers))

    def job(self, theta: float | None) -> Job:
        """Return the job for a theta, or for all targets."""
        return Job(self.run, theta)

    def shapes(self, n_filled: int) -> list[Shape]:
        """Return the arrays of a layer."""
        longest = int(self.n_values[n_filled].max())
        if self.run.kind == "values":
            return [Shape("value", np.dtype(dtype_of_values(self.game.space)).str, longest)]
        return [Shape("value", "<f8", longest), Shape("high", "<i4", int(self.n_states[n_filled].max()))]


def make_plan(ruleset: Ruleset, kind: str, store: str) -> Plan:
    """Return the plan for values or targets.

    Raises
    ------
    SolverError
        If the game has no targets, because throws are saved.
    """
    game = Game(ruleset)
    if kind == "values":
        values = n_values_of_set(game.space)
        states, sweeps = values, n_sweeps_of_set(game.space)
    else:
        refuse_saving(game)
        states, values, rows = width_sums(game)
        sweeps = rows * (ruleset.n_rerolls + 1)
    split = choose_split(game.space, sweeps)
    digest = digest_of_key(run_key(game, kind, split.n_split))
    run = Run(ruleset, kind, split.n_split, address(store), digest)
    return Plan(game, run, split, *(split.sums(numbers) for numbers in (sweeps, values, states)))


@dataclass(frozen=True)
class Done:
    """Result of a task.

    Attributes
    ----------
    compile_seconds, seconds : float
        Time for compilation and tables, if necessary, and for the task itself.
    bytes_read, bytes_written : int
        Of the numbers, before compression.
    largest : float
        The largest value of the part.
    """

    compile_seconds: float
    seconds: float
    bytes_read: int
    bytes_written: int
    largest: float


@lru_cache(maxsize=4)
def parts_of_run(run: Run) -> GameValues | Chances:
    """Return the common data of all jobs of a run, after checking that this worker runs the same program as the client.

    Raises
    ------
    SolverError
        If it does not.
    """
    game = Game(run.ruleset)
    if digest_of_key(run_key(game, run.kind, run.n_split)) != run.digest:
        raise SolverError(
            f"the worker on {socket.gethostname()} has other sources, or another version of Python, numpy, numba or "
            "llvmlite; install the same versions on all machines"
        )
    split = Split(game.space, run.n_split)
    return GameValues(game, split) if run.kind == "values" else Chances(game, split)


@lru_cache(maxsize=64)
def solver_of(job: Job) -> Values | Chances:
    """Return the solver of a job's parts."""
    shared = parts_of_run(job.run)
    return Values(shared, job.theta or 0.0) if isinstance(shared, GameValues) else shared


def solve_part(job: Job, n_filled: int, group: int) -> Done:
    """Solve one part of a layer and write it to the store."""
    before = time.perf_counter()
    solver = solver_of(job)
    start = time.perf_counter()
    groups = solver.split.next_groups(n_filled, group)
    next_parts = {one: read_part(job, n_filled + 1, one) for one in groups}
    part = solver.solve(n_filled, group, next_parts)
    write_part(job, n_filled, group, part)
    return Done(
        start - before,
        time.perf_counter() - start,
        sum(n_bytes(one) for one in next_parts.values()),
        n_bytes(part),
        float(part["value"].max(initial=0.0)),
    )


def n_bytes(part: Part) -> int:
    """Return the bytes of the numbers of a part."""
    return sum(array.nbytes for array in part.values())
