"""What commands say: results, progress, mistakes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.progress import Progress


def complain(message: str) -> None:
    """Tell stderr what is wrong."""
    click.echo(f"error: {message}", err=True)


def report(content: dict[str, Any], lines: list[str], as_json: bool) -> None:
    """Print a result: one JSON object, or lines for people."""
    click.echo(json.dumps(content) if as_json else "\n".join(lines))


@contextmanager
def progress_bar(description: str) -> Iterator[tuple[Progress, Any]]:
    """Show a progress bar on stderr, if a person sees it, while something is done that takes a while."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    times = TimeElapsedColumn(), TextColumn("done,"), TimeRemainingColumn(), TextColumn("to go")
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), *times
    is_hidden, an_hour = not console.is_terminal, 3600.0  # of which the time left is estimated
    with Progress(
        *columns, console=console, transient=True, disable=is_hidden, speed_estimate_period=an_hour
    ) as progress:
        yield progress, progress.add_task(description, total=None)


@contextmanager
def told_progress(description: str) -> Iterator[Callable[..., None]]:
    """Show a progress bar that is moved by telling how much is done, of how much, and what is being done."""
    with progress_bar(description) as (progress, task):

        def tell(done: int, total: int, what: str = "") -> None:
            progress.update(task, description=f"{description} {what}".strip(), completed=done, total=total)

        yield tell


def announce(text: str) -> None:
    """Tell stderr what is about to be done."""
    click.echo(text, err=True)
