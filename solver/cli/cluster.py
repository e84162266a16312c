"""Commands for games too large for one machine; see ``solver.cluster``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from solver.cli.console import (
    check_exclusive,
    chosen_ruleset,
    json_option,
    naming_option,
    read_score,
    ruleset_options,
    theta_option,
)
from solver.errors import SolverError
from solver.rules.ruleset import read_whole_number

if TYPE_CHECKING:
    from solver.cluster.plan import Plan
    from solver.cluster.run import Client

Command = Callable[..., Any]

MOST_WORKERS = 1024
EXTRA = {"dask", "distributed", "zarr"}


def cluster_options(command: Command) -> Command:
    """Add the options that choose a store and a cluster."""
    store = click.option(
        "--store",
        required=True,
        metavar="FOLDER-OR-URL",
        help="Store of the layers: a folder that all workers can access, or a URL such as s3://bucket/folder.",
    )
    scheduler = click.option("--scheduler", metavar="tcp://HOST:PORT", help="Use the cluster of this Dask scheduler.")
    workers = click.option(
        "--workers", metavar="N", help="Number of local workers to start. Default: one per processor."
    )
    return store(scheduler(workers(command)))


@click.group()
def cluster() -> None:
    """Solve games too large for one machine on a Dask cluster, with layers in a Zarr store.

    To resume an interrupted run, run the same command again. Requires `pip install 'optimal-yatzy[cluster]'`.
    """


@cluster.command("solve")
@ruleset_options
@theta_option
@cluster_options
@json_option
def solve(
    rules: str,
    options: tuple[str, ...],
    theta: float | None,
    store: str,
    scheduler: str | None,
    workers: str | None,
    as_json: bool,
) -> None:
    """Compute the expected score of optimal play, as `solve` does."""
    from solver.cli.console import report
    from solver.cli.reports import solve_lines

    with run(rules, options, "values", [theta or 0.0], store, scheduler, workers) as (client, plan, progress):
        from solver.cli.cluster_reports import cluster_solve_report, work_lines
        from solver.cluster.run import values_of_jobs

        (solution,), work = values_of_jobs(client, plan, [theta or 0.0], progress)
        found = cluster_solve_report(plan, solution, work)
    report(found, solve_lines(found)[:2] + work_lines(found), as_json)


@cluster.command("sweep")
@ruleset_options
@click.option(
    "--theta", "thetas", type=float, multiple=True, metavar="T", help="Can be repeated. Default: those of `sweep`."
)
@cluster_options
@json_option
def sweep(
    rules: str,
    options: tuple[str, ...],
    thetas: tuple[float, ...],
    store: str,
    scheduler: str | None,
    workers: str | None,
    as_json: bool,
) -> None:
    """Solve a game for many risk parameters in parallel."""
    from solver.cli.console import report
    from solver.cli.reports import sweep_lines

    if not thetas:
        from solver.risk.thetas import THETAS

        thetas = THETAS
    wanted = list(dict.fromkeys(thetas))
    with run(rules, options, "values", wanted, store, scheduler, workers) as (client, plan, progress):
        from solver.cli.cluster_reports import cluster_sweep_report, work_lines
        from solver.cluster.run import values_of_jobs

        found = cluster_sweep_report(plan, *values_of_jobs(client, plan, wanted, progress))
    report(found, sweep_lines(found) + work_lines(found), as_json)


@cluster.command("target")
@ruleset_options
@click.option("--score", metavar="T", help="Print the probability of this target only.")
@cluster_options
@json_option
def target(
    rules: str,
    options: tuple[str, ...],
    score: str | None,
    store: str,
    scheduler: str | None,
    workers: str | None,
    as_json: bool,
) -> None:
    """Compute the largest probability of reaching each target, as `target` does."""
    from solver.cli.console import report
    from solver.cli.reports import target_lines

    wanted = read_score(score, "--score")
    with run(rules, options, "targets", [None], store, scheduler, workers) as (client, plan, progress):
        from solver.cli.cluster_reports import cluster_target_report, work_lines
        from solver.cluster.run import targets_of_job

        found = cluster_target_report(plan, *targets_of_job(client, plan, progress), wanted)
    report(found, target_lines(found)[:-1] + work_lines(found), as_json)


@contextmanager
def run(
    rules: str,
    options: tuple[str, ...],
    kind: str,
    thetas: list[Any],
    store: str,
    scheduler: str | None,
    workers: str | None,
) -> Iterator[tuple[Client, Plan, Callable[..., None]]]:
    """Check the options, connect to the cluster and show a progress bar."""
    from solver.cli.console import announce, progress_callback
    from solver.solving.objectives import Objective

    check_exclusive("--scheduler", "--workers", scheduler, workers)
    ruleset, n_workers = chosen_ruleset(rules, options), read_workers(workers)
    with naming_option("--theta"):
        for theta in thetas:
            Objective(theta or 0.0)
    with requiring_packages():
        from solver.cli.cluster_reports import announcement
        from solver.cluster.layer_store import is_claimed
        from solver.cluster.plan import make_plan
        from solver.cluster.run import connected
    plan = make_plan(ruleset, kind, store)
    is_claimed(plan.run.store, plan.key)
    announce(announcement(plan, len(thetas)))
    with progress_callback(f"{kind} of {ruleset.name}") as progress, connected(scheduler, n_workers) as client:
        yield client, plan, progress


@contextmanager
def requiring_packages() -> Iterator[None]:
    """Report a missing package of the ``cluster`` extra with the command that installs it.

    Raises
    ------
    SolverError
        If the package is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in EXTRA:
            raise
        raise SolverError(
            f"this command needs {error.name}, which is not installed: pip install 'optimal-yatzy[cluster]'"
        ) from error


def read_workers(text: str | None) -> int:
    """Return the number of workers to start.

    Raises
    ------
    SolverError
        If ``text`` is not a positive whole number.
    """
    from solver.threads import n_processors

    if text is None:
        return n_processors()
    number = read_whole_number(text, MOST_WORKERS)
    if not number:
        raise SolverError(f"--workers {text!r}: expected a whole number from 1 to {MOST_WORKERS}")
    return number
