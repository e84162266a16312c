"""Results: what a run has found, read from the first layer, that of the empty scorecard, and what is kept of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from distributed import Client

from solver.cluster.chances import Chances
from solver.cluster.drive import Progress, Work, drive
from solver.cluster.jobs import Job
from solver.cluster.layer_store import facts_of_layer, read_part
from solver.cluster.plan import Plan
from solver.errors import StoreError
from solver.solving.objectives import Objective
from solver.solving.solution import LARGEST_TABLE, Solution
from solver.targets.chances import Targets


def values_of_jobs(
    client: Client, plan: Plan, thetas: Sequence[float], progress: Progress
) -> tuple[list[Solution], Work]:
    """Return for each theta a solution of which only the start is in memory, and what was done."""
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
    """Return what is kept with each layer of a job that was solved."""
    found = [facts for n_filled in range(plan.n_layers) if (facts := facts_of_layer(job, n_filled)) is not None]
    if len(found) < plan.n_layers:
        raise StoreError(f"--store {plan.run.store}: a layer that was just solved is gone")
    return found


def seconds_of_tasks(facts: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the seconds that all tasks took, and those that workers took to compile, in this run and before it."""
    solving, compiling = (sum(layer[name] for layer in facts) for name in ("task_seconds", "compile_seconds"))
    return float(solving), float(compiling)


def targets_of_job(client: Client, plan: Plan, progress: Progress) -> tuple[Targets, Work]:
    """Return all targets, of which only the best probabilities are in memory, and what was done."""
    job = plan.job(None)
    work = drive(client, plan, [job], progress)
    best = Chances(plan.game, plan.split).best_probability(read_part(job, 0, 0))
    return Targets(plan.game, (), best, *seconds_of_tasks(facts_of_layers(plan, job))), work
