"""Results: what a run tells, read from the first layer, that of the empty scorecard, and from what is kept of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from distributed import Client

from solver.cluster.chances import Chances
from solver.cluster.drive import Progress, Work, drive
from solver.cluster.jobs import Job
from solver.cluster.layer_store import facts_of_layer, read_part
from solver.cluster.plan import Plan
from solver.errors import StoreError
from solver.objectives import Objective
from solver.reports import solve_report, sweep_report
from solver.risk.thetas import Swept
from solver.solution import LARGEST_TABLE, Solution
from solver.targets.chances import Targets, target_report


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


def work_report(plan: Plan, work: Work) -> dict[str, Any]:
    """Return where the layers are, and what was done in this run."""
    return {"store": plan.run.store, "work": asdict(work)}


def cluster_solve_report(plan: Plan, solution: Solution, work: Work) -> dict[str, Any]:
    """Return what ``cluster solve`` tells: as ``solve``, the seconds being those of all tasks."""
    return solve_report(solution, work.layers_solved == 0) | work_report(plan, work)


def cluster_sweep_report(plan: Plan, solutions: list[Solution], work: Work) -> dict[str, Any]:
    """Return what ``cluster sweep`` tells: as ``sweep``."""
    swept = [Swept(one.theta, one.start_value, one.solve_seconds, work.layers_solved == 0) for one in solutions]
    return sweep_report(plan.game.ruleset, swept) | work_report(plan, work)


def cluster_target_report(client: Client, plan: Plan, score: int | None, progress: Progress) -> dict[str, Any]:
    """Solve all targets, and return what ``cluster target`` tells: as ``target``."""
    job = plan.job(None)
    work = drive(client, plan, [job], progress)
    best = Chances(plan.game, plan.split).best_probability(read_part(job, 0, 0))
    targets = Targets(plan.game, (), best, *seconds_of_tasks(facts_of_layers(plan, job)))
    return target_report(targets, work.layers_solved == 0, score) | work_report(plan, work)


def work_lines(report: dict[str, Any]) -> list[str]:
    """Return for people what was done in a run."""
    work = report["work"]
    kept = f", {work['layers_kept']} layers were complete before" if work["layers_kept"] else ""
    return [
        f"{work['tasks']} tasks in {work['seconds']:.1f} s, {work['task_seconds']:.1f} s of work{kept}",
        f"{work['bytes_written'] / 1e9:.3f} GB written, {work['bytes_read'] / 1e9:.3f} GB read; "
        f"layers in {report['store']}",
    ]


def announcement(plan: Plan, n_jobs: int) -> str:
    """Say before a run what it writes and reads."""
    bound = "at most " if plan.run.kind == "targets" else ""
    return (
        f"{n_jobs * plan.n_tasks:,} tasks in {plan.n_layers} layers, {plan.split.n_groups} groups of sets: {bound}"
        f"{n_jobs * plan.bytes_written / 1e9:.3f} GB are written to {plan.run.store}, before compression, and "
        f"{n_jobs * plan.bytes_read / 1e9:.3f} GB are read"
    )
