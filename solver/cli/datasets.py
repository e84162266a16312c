"""Commands that build data sets and run the benchmark."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli.console import (
    announce,
    check_exclusive,
    chosen_ruleset,
    json_option,
    progress_bar,
    report,
    ruleset_options,
)
from solver.errors import SolverError

if TYPE_CHECKING:
    from solver.datasets.fill import Event

SLOW_SECONDS = 2.0  # data sets that take longer are logged


@click.command()
@click.option("--only", metavar="NAME", help="Rebuild this data set only.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/data"), show_default=True)
@click.option(
    "--record", metavar="NAME", help="Recompute a recorded data set and replace its record in the solver's sources."
)
@click.option(
    "--verify",
    metavar="[NAME,…]",
    is_flag=False,
    flag_value="all",
    help="Recompute recorded data sets and compare them with their records: the named ones, or 'outdated' for those "
    "whose code has changed. Without a name: all of them and the players of 'solver minds'.",
)
@click.option("--no-records", is_flag=True, help="Compute recorded data sets instead of reading their records.")
@click.option(
    "--profile",
    is_flag=True,
    help="Print the seconds of each data set and shared step, and the chain of steps that determined the total.",
)
@json_option
def datasets(
    only: str | None,
    out: Path,
    record: str | None,
    verify: str | None,
    no_records: bool,
    profile: bool,
    as_json: bool,
) -> None:
    """Build missing and stale data sets, and their manifest."""
    from solver.cli.reports import profile_lines
    from solver.datasets import fill
    from solver.datasets.contract import DATASETS, Clock, critical_chain
    from solver.datasets.records import is_computed_again, outdated

    check_exclusive("--record", "--verify", record, verify)
    if record is not None:
        path = fill.record(record)
        report({"record": str(path)}, [f"{record} is recorded in {path}"], as_json)
        return
    if verify is not None:
        verify_records(verify, as_json)
        return
    clock = Clock()
    with dataset_progress("data sets") as show:
        made = fill.fill(out, only, show, clock, reads_records=not no_records)
    lines = [f"{len(made) or 'no'} data sets written to {out}", *(f"  {name}" for name in made)]
    content: dict[str, Any] = {"out": str(out), "made": made}
    if profile:
        chain = critical_chain(clock.spans)
        content |= {"seconds": dict(clock.longest_first), "chain": [list(step) for step in chain]}
        lines += profile_lines(clock.longest_first, chain)
    report(content, lines, as_json)
    if (old := [name for name in outdated() if is_computed_again(DATASETS[name])]) and not no_records:
        announce(
            f"warning: the code that computed {len(old)} records has changed since: {', '.join(old)}; "
            "check them with: python -m solver datasets --verify outdated"
        )


@contextmanager
def dataset_progress(name: str) -> Iterator[Callable[[Event], None]]:
    """Yield a callback that shows progress in a bar or, without a terminal, logs slow data sets."""
    with progress_bar(name) as (progress, task):

        def show(event: Event) -> None:
            progress.update(task, description=event.name, completed=event.done, total=event.total)
            if progress.disable and event.seconds is not None and event.seconds > SLOW_SECONDS:
                announce(f"{event.name}: {event.seconds:.1f} s, {event.done / event.total:.0%} of the work done")

        yield show


def verify_records(names: str, as_json: bool) -> None:
    """Verify recorded data sets and print the differences; ``all`` includes the recorded players."""
    from solver.cli.minds import verify_minds
    from solver.datasets import fill
    from solver.datasets.contract import DATASETS
    from solver.datasets.records import is_computed_again, outdated

    every = [name for name, dataset in DATASETS.items() if is_computed_again(dataset)]
    chosen = {"all": every, "outdated": [name for name in outdated() if name in every]}.get(names, names.split(","))
    with dataset_progress("verifying") as show:
        found = fill.verify(chosen, show)
    lines = [f"{name}: largest difference {gap:.1e}" for name, gap in found.items()] or ["no record is outdated"]
    content: dict[str, Any] = {"verified": found}
    if names == "all":
        content["minds"] = verify_minds()
        lines.append(f"players of 'solver minds': largest difference {content['minds']:.1e} points")
    report(content, lines, as_json)


@click.command()
@ruleset_options
@click.option("--save", type=click.Path(path_type=Path), help="Save the times in this file, unless --against fails.")
@click.option(
    "--against",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Exit with code 1 if this run is more than 15 % slower than the one in this file.",
)
@json_option
def bench(rules: str, options: tuple[str, ...], save: Path | None, against: Path | None, as_json: bool) -> None:
    """Measure each part of a solve and compare it with the limit of the processor."""
    from solver.cli.reports import bench_lines
    from solver.store.results import write_atomically
    from solver.studies.bench import TOLERANCE, measure, read_bench, slowdown

    ruleset = chosen_ruleset(rules, options)
    saved = None if against is None else read_bench(against, ruleset)
    with progress_bar("measuring") as (progress, task):
        result = measure(ruleset, lambda done, total: progress.update(task, completed=done, total=total))
    loss = None if saved is None else slowdown(result, saved)
    if loss is not None and loss > TOLERANCE:
        raise SolverError(f"--against: {loss:.0%} slower than {against}; at most {TOLERANCE:.0%} is accepted")
    if save is not None:
        write_atomically(save, json.dumps(result.as_json(), indent=1).encode() + b"\n")
    found = result.as_json() | ({} if loss is None else {"slowdown": loss})
    report(found, bench_lines(result, loss), as_json)
