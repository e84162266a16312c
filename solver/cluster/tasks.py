"""Tasks: what a worker does with one part of a layer. Reads the parts behind it, solves it, writes it."""

from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from functools import lru_cache

from solver.cluster.chances import Chances
from solver.cluster.jobs import Job, Run, digest_of_key, run_key
from solver.cluster.layer_store import read_part, write_part
from solver.cluster.split import Split
from solver.cluster.values import GameValues, Part, Values
from solver.errors import SolverError
from solver.game.game import Game


@dataclass(frozen=True)
class Done:
    """What a task tells.

    Attributes
    ----------
    compile_seconds, seconds : float
        What the worker took to compile and to make its tables, if it had to, and what the task took after that.
    bytes_read, bytes_written : int
        Of the numbers, before they are compressed.
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
    """Return what all jobs of a run share, once it is known that this worker runs the same program as who sent it.

    Raises
    ------
    SolverError
        If it does not.
    """
    game = Game(run.ruleset)
    if digest_of_key(run_key(game, run.kind, run.n_split)) != run.digest:
        raise SolverError(
            f"the worker on {socket.gethostname()} runs other sources, or another version of Python, numpy, numba or "
            "llvmlite; install the same on all machines"
        )
    split = Split(game.space, run.n_split)
    return GameValues(game, split) if run.kind == "values" else Chances(game, split)


@lru_cache(maxsize=64)
def solver_of(job: Job) -> Values | Chances:
    """Return what solves the parts of a job."""
    shared = parts_of_run(job.run)
    return Values(shared, job.theta or 0.0) if isinstance(shared, GameValues) else shared


def solve_part(job: Job, n_filled: int, group: int) -> Done:
    """Solve one part of a layer and write it to the store."""
    before = time.perf_counter()
    solver = solver_of(job)
    start = time.perf_counter()
    groups = solver.split.groups_behind(n_filled, group)
    behind = {one: read_part(job, n_filled + 1, one) for one in groups}
    part = solver.solve(n_filled, group, behind)
    write_part(job, n_filled, group, part)
    return Done(
        start - before,
        time.perf_counter() - start,
        sum(n_bytes(one) for one in behind.values()),
        n_bytes(part),
        float(part["value"].max(initial=0.0)),
    )


def n_bytes(part: Part) -> int:
    """Return the bytes of the numbers of a part."""
    return sum(array.nbytes for array in part.values())
