"""Reports of the commands for a cluster; importing them needs the extra ``[cluster]``."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from solver.cli.reports import solve_report, sweep_report, target_report
from solver.cluster.plan import Plan
from solver.cluster.run import Work
from solver.risk.thetas import Swept
from solver.solving.solution import Solution
from solver.targets.chances import Targets


def work_report(plan: Plan, work: Work) -> dict[str, Any]:
    """Return the address of the store and the work done in this run."""
    return {"store": plan.run.store, "work": asdict(work)}


def cluster_solve_report(plan: Plan, solution: Solution, work: Work) -> dict[str, Any]:
    """Return the report of ``cluster solve``: that of ``solve``, with the seconds summed over all tasks."""
    return solve_report(solution, work.layers_solved == 0) | work_report(plan, work)


def cluster_sweep_report(plan: Plan, solutions: list[Solution], work: Work) -> dict[str, Any]:
    """Return the report of ``cluster sweep``, in the format of ``sweep``."""
    swept = [Swept(one.theta, one.start_value, one.solve_seconds, work.layers_solved == 0) for one in solutions]
    return sweep_report(plan.game.ruleset, swept) | work_report(plan, work)


def cluster_target_report(plan: Plan, targets: Targets, work: Work, score: int | None) -> dict[str, Any]:
    """Return the report of ``cluster target``, in the format of ``target``."""
    return target_report(targets, work.layers_solved == 0, score) | work_report(plan, work)


def work_lines(report: dict[str, Any]) -> list[str]:
    """Return the work done in a run as text."""
    work = report["work"]
    resumed = f", {work['layers_kept']} layers loaded from the store" if work["layers_kept"] else ""
    return [
        f"{work['tasks']} tasks in {work['seconds']:.1f} s, {work['task_seconds']:.1f} s of work{resumed}",
        f"{work['bytes_written'] / 1e9:.3f} GB written, {work['bytes_read'] / 1e9:.3f} GB read; "
        f"layers in {report['store']}",
    ]


def announcement(plan: Plan, n_jobs: int) -> str:
    """Return a summary of what a run will read and write."""
    bound = "at most " if plan.run.kind == "targets" else ""
    return (
        f"{n_jobs * plan.n_tasks:,} tasks in {plan.n_layers} layers, {plan.split.n_groups} groups of sets: {bound}"
        f"{n_jobs * plan.bytes_written / 1e9:.3f} GB are written to {plan.run.store}, before compression, and "
        f"{n_jobs * plan.bytes_read / 1e9:.3f} GB are read"
    )
