"""Driving a run: layer after layer, the last first, all parts of a layer at once, of all jobs.

A layer that the store holds complete is not solved again. A worker that dies has its tasks done by the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace

from distributed import Client, Future, KilledWorker, as_completed

from solver.cluster.jobs import Job
from solver.cluster.layer_store import claim, complete, facts_of_layer, prepare
from solver.cluster.plan import Plan
from solver.cluster.tasks import Done, solve_part
from solver.errors import SolverError

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Work:
    """What was done in a run.

    Attributes
    ----------
    seconds, task_seconds : float
        On the clock, and in all tasks together.
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
        """Return the work with that of a layer."""
        return replace(
            self,
            layers_solved=self.layers_solved + 1,
            tasks=self.tasks + len(tasks),
            task_seconds=self.task_seconds + sum(done.seconds for done in tasks),
            bytes_read=self.bytes_read + sum(done.bytes_read for done in tasks),
            bytes_written=self.bytes_written + sum(done.bytes_written for done in tasks),
        )


def drive(client: Client, plan: Plan, jobs: list[Job], progress: Progress) -> Work:
    """Solve all layers of all jobs that the store does not hold yet.

    Parameters
    ----------
    progress : callable
        Told the sweeps done, all sweeps, and which layer is being solved.

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

        def tell(n_done: int, before: int = done_before, layer: int = plan.n_layers - n_filled) -> None:
            progress(before + n_done, total, f"layer {layer} of {plan.n_layers}")

        for job, tasks in solve_layer(client, plan, missing, n_filled, tell).items():
            complete(job, n_filled, facts_of_tasks(tasks))
            work = work.plus(tasks)
        work = replace(work, layers_kept=work.layers_kept + len(jobs) - len(missing))
        sweeps += int(plan.n_sweeps[n_filled].sum()) * len(jobs)
    return replace(work, seconds=time.perf_counter() - start)


def facts_of_tasks(tasks: list[Done]) -> dict[str, float]:
    """Return what is kept with a layer that its tasks have solved."""
    return {
        "tasks": len(tasks),
        "compile_seconds": sum(done.compile_seconds for done in tasks),
        "task_seconds": sum(done.seconds for done in tasks),
        "bytes_read": sum(done.bytes_read for done in tasks),
        "bytes_written": sum(done.bytes_written for done in tasks),
        "largest": max(done.largest for done in tasks),
    }


def solve_layer(
    client: Client, plan: Plan, jobs: list[Job], n_filled: int, tell: Callable[[int], None]
) -> dict[Job, list[Done]]:
    """Solve a layer of some jobs, and return what their tasks tell."""
    found: dict[Job, list[Done]] = {job: [] for job in jobs}
    for job in jobs:
        prepare(job, n_filled, plan.split.n_groups, plan.shapes(n_filled))
    parts = [(job, group) for group in plan.split.groups(n_filled) for job in jobs]
    tell(0)
    futures: dict[Future[Done], tuple[Job, int]] = {
        client.submit(solve_part, job, n_filled, group, pure=False): (job, group) for job, group in parts
    }
    sweeps = 0
    try:
        for future in as_completed(list(futures)):
            job, group = futures[future]
            found[job].append(result_of(future))
            sweeps += int(plan.n_sweeps[n_filled, group])
            tell(sweeps)
    except BaseException:
        client.cancel(list(futures), force=True)
        raise
    return found


def result_of(future: Future[Done]) -> Done:
    """Return what a task tells.

    Raises
    ------
    SolverError
        If it could not be done.
    """
    again = "what is complete is kept; run the same command again"
    try:
        done: Done = future.result()
        return done
    except SolverError:
        raise
    except MemoryError as error:
        raise SolverError(f"a worker ran out of memory; {again}, with fewer workers on each machine") from error
    except KilledWorker as error:
        raise SolverError(f"workers died over and over again, perhaps for want of memory; {again}") from error
    except ModuleNotFoundError as error:
        raise SolverError(f"a worker lacks {error.name}; install the solver with .[cluster] on all machines") from error
    except (CancelledError, OSError) as error:
        raise SolverError(f"the connection to the cluster was lost; {again}") from error
