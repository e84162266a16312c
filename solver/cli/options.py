"""What the commands share: options, and reading their values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from solver.errors import RulesError, SolverError, UnknownRulesetError
from solver.rules.games import DEFAULT_RULESET, find_ruleset
from solver.rules.house_rules import read_whole_number
from solver.rules.ruleset import Ruleset

LARGEST_TARGET = 10**6  # points; far above any final score, so that a larger number is a slip

Command = Callable[..., Any]

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
fresh_option = click.option("--fresh", is_flag=True, help="Compute anew even what is kept.")
theta_option = click.option(
    "--theta", type=float, metavar="T", help="Risk parameter, per point: negative avoids risk, positive seeks it."
)


def ruleset_options(command: Command) -> Command:
    """Add the options that choose a ruleset and its house rules."""
    rules = click.option("--rules", default=DEFAULT_RULESET, show_default=True, metavar="NAME", help="Ruleset.")
    options = click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="House rule; may be repeated."
    )
    return rules(options(command))


def chosen_ruleset(name: str, options: tuple[str, ...]) -> Ruleset:
    """Return the ruleset that ``--rules`` and ``--option`` choose.

    Raises
    ------
    UnknownRulesetError, RulesError
        If one of them cannot be used.
    """
    values: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise RulesError(f"--option {option!r}: write it as NAME=VALUE")
        if key in values:
            raise RulesError(f"--option: {key!r} is given twice, as {values[key]!r} and {value!r}")
        values[key] = value
    try:
        return find_ruleset(name, values)
    except UnknownRulesetError as error:
        raise UnknownRulesetError(f"--rules: {error}") from error
    except RulesError as error:
        raise RulesError(f"--option: {error}") from error


@contextmanager
def blaming(option: str) -> Iterator[None]:
    """Name the option whose value cannot be used."""
    try:
        yield
    except SolverError as error:
        raise type(error)(f"{option}: {error}") from error


def refuse_both(first: str, second: str, *given: object) -> None:
    """Refuse two options of which only one can be meant.

    Raises
    ------
    click.UsageError
        If both are given.
    """
    if all(value is not None for value in given):
        raise click.UsageError(f"{first} and {second} are given; give one of them")


def read_score(text: str | None, option: str) -> int | None:
    """Return a final score given as text.

    Raises
    ------
    SolverError
        If it is no whole number.
    """
    if text is None:
        return None
    number = read_whole_number(text, LARGEST_TARGET)
    if number is None:
        raise SolverError(f"{option} {text!r}: a final score is a whole number from 0 to {LARGEST_TARGET}")
    return number
