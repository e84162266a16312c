"""The command line: parse, call one function, report.

Results go to stdout, progress and complaints to stderr. Exit codes: 0 good; 1 a bad value; 2 an unknown command or
flag, or a missing argument. Heavy imports wait until a command needs them.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.errors import SolverError

if TYPE_CHECKING:
    from rich.progress import Progress


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Exact solutions of dice games of the Yatzy family."""


def run() -> None:
    """Run the command line and exit with its code; a mistake of the user is told in a sentence."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    try:
        sys.exit(main.main(standalone_mode=False))
    except SolverError as error:
        complain(str(error))
        sys.exit(1)
    except click.ClickException as error:
        # A value that does not parse is a bad value; everything else click refuses is a wrong command line.
        is_bad_value = isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter)
        complain(error.format_message())
        sys.exit(1 if is_bad_value else 2)
    except (click.Abort, KeyboardInterrupt):
        complain("interrupted")
        sys.exit(130)


def complain(message: str) -> None:
    """Tell stderr what is wrong."""
    click.echo(f"error: {message}", err=True)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar on stderr while something is done that a person waits for."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}")
    with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True) as progress:
        yield progress


@main.command()
@click.option("--only", metavar="NAME", help="Make this data set anew, and no other.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("build/data"), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print what was made as JSON.")
def datasets(only: str | None, out: Path, as_json: bool) -> None:
    """Make the data sets that are missing or stale, with their manifest."""
    from solver.datasets.fill import fill

    with progress_bar() as progress:
        task = progress.add_task("data sets", total=None)

        def show(name: str, done: int, total: int) -> None:
            progress.update(task, description=name, completed=done, total=total)

        made = fill(out, only, show)
    if as_json:
        click.echo(json.dumps({"out": str(out), "made": made}))
    else:
        click.echo(f"{len(made)} data sets made in {out}" + "".join(f"\n  {name}" for name in made))
