"""Run a plan on a Dask cluster, layer by layer from the last to the first, and read its results."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

import numpy as np
from distributed import Client as Client
from distributed import Future, KilledWorker, LocalCluster, as_completed

from solver.cluster.layer_store import Job, claim, complete, facts_of_layer, prepare, read_part
from solver.cluster.parts import Chances
from solver.cluster.plan import Done, Plan, solve_part
from solver.errors import SolverError, StoreError
from solver.solving.objectives import Objective
from solver.solving.solution import LARGEST_TABLE, Solution
from solver.targets.chances import Targets

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Work:
    """Work done in a run.

    Attributes
    ----------
    seconds, task_seconds : float
        Wall-clock time, and the sum over all tasks.
    bytes_read, bytes_written : int
        By tasks, before compression.
    """

    layers_kept: int = 0
    layers_solved: int = 0
    tasks: int = 0
    seconds: float = 0.0
    task_seconds: float = 0.0
    bytes_read: int = 0
    bytes_written: int = 0

    def plus(self, tasks: list[Done]) -> Work:
        """Return the work plus that of a layer."""
        return replace(
            self,
            layers_solved=self.layers_solved + 1,
            tasks=self.tasks + len(tasks),
            task_seconds=self.task_seconds + sum(done.seconds for done in tasks),
            bytes_read=self.bytes_read + sum(done.bytes_read for done in tasks),
            bytes_written=self.bytes_written + sum(done.bytes_written for done in tasks),
        )


def drive(client: Client, plan: Plan, jobs: list[Job], progress: Progress) -> Work:
    """Solve all layers of all jobs that are not in the store.

    Parameters
    ----------
    progress : callable
        Called with the sweeps done, all sweeps, and the layer in progress.

    Raises
    ------
    SolverError
        If the store belongs to another run or cannot be used, or the cluster fails.
    """
    start, work = time.perf_counter(), Work()
    claim(plan.run.store, plan.key)
    sweeps, total = 0, int(plan.n_sweeps.sum()) * len(jobs)
    for n_filled in reversed(range(plan.n_layers)):
        missing = [job for job in jobs if facts_of_layer(job, n_filled) is None]
        done_before = sweeps + int(plan.n_sweeps[n_filled].sum()) * (len(jobs) - len(missing))

        def update(n_done: int, before: int = done_before, layer: int = plan.n_layers - n_filled) -> None:
            progress(before + n_done, total, f"layer {layer} of {plan.n_layers}")

        for job, tasks in solve_layer(client, plan, missing, n_filled, update).items():
            complete(job, n_filled, facts_of_tasks(tasks))
            work = work.plus(tasks)
        work = replace(work, layers_kept=work.layers_kept + len(jobs) - len(missing))
        sweeps += int(plan.n_sweeps[n_filled].sum()) * len(jobs)
    return replace(work, seconds=time.perf_counter() - start)


def facts_of_tasks(tasks: list[Done]) -> dict[str, float]:
    """Return the facts stored with a layer after solving its tasks."""
    return {
        "tasks": len(tasks),
        "compile_seconds": sum(done.compile_seconds for done in tasks),
        "task_seconds": sum(done.seconds for done in tasks),
        "bytes_read": sum(done.bytes_read for done in tasks),
        "bytes_written": sum(done.bytes_written for done in tasks),
        "largest": max(done.largest for done in tasks),
    }


def solve_layer(
    client: Client, plan: Plan, jobs: list[Job], n_filled: int, progress: Callable[[int], None]
) -> dict[Job, list[Done]]:
    """Solve a layer of some jobs, and return the results of their tasks."""
    found: dict[Job, list[Done]] = {job: [] for job in jobs}
    for job in jobs:
        prepare(job, n_filled, plan.split.n_groups, plan.shapes(n_filled))
    parts = [(job, group) for group in plan.split.groups(n_filled) for job in jobs]
    progress(0)
    futures: dict[Future[Done], tuple[Job, int]] = {
        client.submit(solve_part, job, n_filled, group, pure=False): (job, group) for job, group in parts
    }
    sweeps = 0
    try:
        for future in as_completed(list(futures)):
            job, group = futures[future]
            found[job].append(result_of(future))
            sweeps += int(plan.n_sweeps[n_filled, group])
            progress(sweeps)
    except BaseException:
        client.cancel(list(futures), force=True)
        raise
    return found


def result_of(future: Future[Done]) -> Done:
    """Return the result of a task.

    Raises
    ------
    SolverError
        If it failed.
    """
    again = "complete layers are stored; run the same command again to resume"
    try:
        done: Done = future.result()
        return done
    except SolverError:
        raise
    except MemoryError as error:
        raise SolverError(f"a worker ran out of memory; {again}with fewer workers on each machine") from error
    except KilledWorker as error:
        raise SolverError(f"workers died repeatedly, perhaps because of too little memory; {again}") from error
    except ModuleNotFoundError as error:
        raise SolverError(f"a worker lacks {error.name}; install optimal-yatzy[cluster] on all machines") from error
    except (CancelledError, OSError) as error:
        raise SolverError(f"the connection to the cluster was lost; {again}") from error


CONNECT_SECONDS = 5
WAIT_SECONDS = 10  # for the first worker
START_SECONDS = 60  # for a cluster on this machine to respond, even under load


@contextmanager
def connected(scheduler: str | None, n_workers: int) -> Iterator[Client]:
    """Connect to a scheduler, or start a local cluster of single-threaded workers and stop it at the end.

    Raises
    ------
    SolverError
        If the scheduler does not respond, or the cluster has no workers.
    """
    # Errors already report what a user needs. The level is not restored, because closing connections still log
    # afterwards.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    if scheduler is None:
        with local_cluster(n_workers) as client:
            yield client
        return
    try:
        client = Client(scheduler, timeout=CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise SolverError(
            f"--scheduler {scheduler}: no scheduler responds there; use the address that `dask scheduler` prints, "
            "as in tcp://host:8786"
        ) from error
    with client:
        wait_for_worker(client, scheduler)
        check_workers(client)
        yield client


def wait_for_worker(client: Client, scheduler: str) -> None:
    """Wait until there is a worker.

    Raises
    ------
    SolverError
        If none connects in time.
    """
    try:
        client.wait_for_workers(1, timeout=WAIT_SECONDS)
    except TimeoutError as error:
        raise SolverError(f"--scheduler {scheduler}: it has no workers; start some with `dask worker`") from error


def check_workers(client: Client) -> None:
    """Check that the workers have the solver installed: otherwise they die of their first task without an explanation.

    Raises
    ------
    SolverError
        If it is missing on one.
    """
    lacking = [worker for worker, found in client.run(find_spec, "solver").items() if found is None]
    if lacking:
        raise SolverError(
            f"the solver is not installed on {', '.join(lacking)}: pip install 'optimal-yatzy[cluster]' there"
        )


@contextmanager
def local_cluster(n_workers: int) -> Iterator[Client]:
    """Start a private cluster on this machine, on free ports.

    Raises
    ------
    SolverError
        If it does not start.
    """
    try:
        cluster = LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            host="127.0.0.1",
            scheduler_port=0,
            dashboard_address="127.0.0.1:0",
            memory_limit=None,
            silence_logs=logging.CRITICAL,  # of the workers
        )
    except (OSError, RuntimeError) as error:
        raise SolverError(f"--workers {n_workers}: cannot start them on this machine: {error}") from error
    with cluster, Client(cluster, timeout=START_SECONDS) as client:
        yield client


def values_of_jobs(
    client: Client, plan: Plan, thetas: Sequence[float], progress: Progress
) -> tuple[list[Solution], Work]:
    """Return for each theta a solution with only the start value in memory, and the work done."""
    jobs = [plan.job(Objective(theta).theta) for theta in thetas]
    work = drive(client, plan, jobs, progress)
    return [start_of_job(plan, job) for job in jobs], work


def start_of_job(plan: Plan, job: Job) -> Solution:
    """Return the solution of a job with the value of the empty scorecard, the first of all states, only."""
    facts = facts_of_layers(plan, job)
    is_rounded = plan.game.space.n_states > LARGEST_TABLE
    error = sum(float(np.spacing(np.float32(layer["largest"]))) / 2 for layer in facts) if is_rounded else 0.0
    value = read_part(job, 0, 0)["value"].astype(np.float64)
    return Solution(plan.game, value, *seconds_of_tasks(facts), job.theta or 0.0, error)


def facts_of_layers(plan: Plan, job: Job) -> list[dict[str, Any]]:
    """Return the facts stored with each layer of a solved job."""
    found = [facts for n_filled in range(plan.n_layers) if (facts := facts_of_layer(job, n_filled)) is not None]
    if len(found) < plan.n_layers:
        raise StoreError(f"--store {plan.run.store}: a layer that was just solved has been deleted")
    return found


def seconds_of_tasks(facts: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the total seconds of all tasks, and of compilation on workers, in this run and earlier ones."""
    solving, compiling = (sum(layer[name] for layer in facts) for name in ("task_seconds", "compile_seconds"))
    return float(solving), float(compiling)


def targets_of_job(client: Client, plan: Plan, progress: Progress) -> tuple[Targets, Work]:
    """Return all targets with only the best probabilities in memory, and the work done."""
    job = plan.job(None)
    work = drive(client, plan, [job], progress)
    best = Chances(plan.game, plan.split).best_probability(read_part(job, 0, 0))
    return Targets(plan.game, (), best, *seconds_of_tasks(facts_of_layers(plan, job))), work
