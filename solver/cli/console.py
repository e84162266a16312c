"""Print results, progress and errors; define options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from solver.errors import RulesError, SolverError, UnknownRulesetError
from solver.rules.games import DEFAULT_RULESET, find_ruleset
from solver.rules.ruleset import Ruleset, read_whole_number

if TYPE_CHECKING:
    from rich.progress import Progress


def print_error(message: str) -> None:
    """Print an error message to stderr."""
    click.echo(f"error: {message}", err=True)


def report(content: dict[str, Any], lines: list[str], as_json: bool) -> None:
    """Print a result as one JSON object or as lines of text."""
    click.echo(json.dumps(content) if as_json else "\n".join(lines))


@contextmanager
def progress_bar(description: str) -> Iterator[tuple[Progress, Any]]:
    """Show a progress bar on stderr if it is a terminal."""
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
    is_hidden, window = not console.is_terminal, 3600.0  #  # seconds that the estimate of the remaining time covers
    with Progress(
        *columns, console=console, transient=True, disable=is_hidden, speed_estimate_period=window
    ) as progress:
        yield progress, progress.add_task(description, total=None)


@contextmanager
def progress_callback(description: str) -> Iterator[Callable[..., None]]:
    """Show a progress bar and yield the callback ``(done, total, what)`` that updates it."""
    with progress_bar(description) as (progress, task):

        def update(done: int, total: int, what: str = "") -> None:
            progress.update(task, description=f"{description} {what}".strip(), completed=done, total=total)

        yield update


def announce(text: str) -> None:
    """Print a status line to stderr."""
    click.echo(text, err=True)


LARGEST_TARGET = 10**6  # points; far above any final score

Command = Callable[..., Any]

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
fresh_option = click.option("--fresh", is_flag=True, help="Ignore cached results and compute again.")
theta_option = click.option(
    "--theta", type=float, metavar="T", help="Risk parameter, per point: negative avoids risk, positive seeks it."
)


def ruleset_options(command: Command) -> Command:
    """Add the options that choose a ruleset and its house rules."""
    rules = click.option("--rules", default=DEFAULT_RULESET, show_default=True, metavar="NAME", help="Ruleset.")
    options = click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="House rule; can be repeated."
    )
    return rules(options(command))


def chosen_ruleset(name: str, options: tuple[str, ...]) -> Ruleset:
    """Return the ruleset that ``--rules`` and ``--option`` select.

    Raises
    ------
    UnknownRulesetError, RulesError
        If the ruleset, an option or a value is invalid.
    """
    values: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise RulesError(f"--option {option!r}: write it as NAME=VALUE")
        if key in values:
            raise RulesError(f"--option: {key!r} is specified twice, as {values[key]!r} and {value!r}")
        values[key] = value
    try:
        return find_ruleset(name, values)
    except UnknownRulesetError as error:
        raise UnknownRulesetError(f"--rules: {error}") from error
    except RulesError as error:
        raise RulesError(f"--option: {error}") from error


@contextmanager
def naming_option(option: str) -> Iterator[None]:
    """Prefix errors with the name of the option that caused them."""
    try:
        yield
    except SolverError as error:
        raise type(error)(f"{option}: {error}") from error


def check_exclusive(first: str, second: str, *given: object) -> None:
    """Raise an error if two mutually exclusive options are both given.

    Raises
    ------
    click.UsageError
        If both are given.
    """
    if all(value is not None for value in given):
        raise click.UsageError(f"{first} and {second} cannot be combined; use one of them")


def read_score(text: str | None, option: str) -> int | None:
    """Parse a final score.

    Raises
    ------
    SolverError
        If ``text`` is not a whole number in range.
    """
    if text is None:
        return None
    number = read_whole_number(text, LARGEST_TARGET)
    if number is None:
        raise SolverError(f"{option} {text!r}: a final score is a whole number from 0 to {LARGEST_TARGET}")
    return number
