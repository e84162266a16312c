"""The command line: parse, call one function, report.

Results go to stdout, progress and errors to stderr. Exit codes: 0 success; 1 an invalid value; 2 an unknown command or
flag, or a missing argument. Heavy imports are deferred to the commands that need them.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from solver import __version__
from solver.cli.cluster import cluster
from solver.cli.console import (
    announce,
    check_exclusive,
    chosen_ruleset,
    fresh_option,
    json_option,
    naming_option,
    print_error,
    progress_callback,
    read_score,
    report,
    ruleset_options,
    theta_option,
)
from solver.cli.datasets import bench, datasets
from solver.cli.minds import minds
from solver.errors import SolverError
from solver.rules.games import DEFAULT_RULESET, RULESETS, find_ruleset
from solver.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from solver.play.player import Player
    from solver.solving.solution import Solution
    from solver.targets.chances import Targets


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="yatzy-solver", message="%(prog)s %(version)s")
def main() -> None:
    """Exact solutions of dice games of the Yatzy family.

    Solutions are cached in the platform's cache folder, or in YATZY_CACHE_DIR.
    """


for command in (cluster, datasets, bench, minds):
    main.add_command(command)


def run() -> None:
    """Run the command line and exit with its code; print errors of the user without a traceback."""
    if sys.flags.optimize > 1:  # the data sets need their docstrings
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"}
        sys.exit(subprocess.call([sys.executable, "-m", "solver", *sys.argv[1:]], env=environment))
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    try:
        sys.exit(main.main(standalone_mode=False))
    except SolverError as error:
        print_error(str(error))
        sys.exit(1)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.ClickException as error:
        # A value that cannot be parsed exits with 1; all other errors of click are usage errors and exit with 2.
        is_bad_value = isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter)
        print_error(error.format_message())
        sys.exit(1 if is_bad_value else 2)
    except BrokenPipeError:
        # The reader of the output has closed it. Redirect stdout so that the interpreter's final flush does not fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        print_error(": ".join(str(part) for part in (error.strerror or error, error.filename) if part))
        sys.exit(1)
    except (click.Abort, KeyboardInterrupt):
        print_error("interrupted")
        sys.exit(130)


@contextmanager
def solved(ruleset: Ruleset, theta: float | None = None, fresh: bool = False) -> Iterator[tuple[Solution, bool]]:
    """Yield the solution of ``ruleset`` and whether it was cached; show a progress bar while solving.

    The bar stays active in the context, because looking up a value of a game in layers can solve a missing layer.
    """
    from solver.solving.objectives import Objective
    from solver.solving.solution import find_solution

    with naming_option("--theta"):
        objective = Objective(theta or 0.0)
    with progress_callback(f"solving {ruleset.name}") as progress:
        yield find_solution(ruleset, objective.theta, fresh, progress, announce)


def solution_with_bar(ruleset: Ruleset, theta: float | None = None, fresh: bool = False) -> tuple[Solution, bool]:
    """Return the solution of ``ruleset`` and whether it was cached; show a progress bar while solving."""
    with solved(ruleset, theta, fresh) as found:
        return found


def targets_with_bar(ruleset: Ruleset, fresh: bool = False) -> tuple[Targets, bool]:
    """Return the targets of ``ruleset`` and whether they were cached; show a progress bar while solving."""
    from solver.targets.chances import find_targets

    with progress_callback(f"solving targets of {ruleset.name}") as progress:
        return find_targets(ruleset, fresh, progress)


@main.command()
@json_option
def rules(as_json: bool) -> None:
    """List the rulesets: categories with their largest scores, options with their defaults."""
    from solver.cli.reports import rules_lines, rules_report

    found = [rules_report(find_ruleset(name)) for name in RULESETS]
    report(
        {"default": DEFAULT_RULESET, "rulesets": found}, [line for one in found for line in rules_lines(one)], as_json
    )


@main.command()
@ruleset_options
@theta_option
@fresh_option
@json_option
def solve(rules: str, options: tuple[str, ...], theta: float | None, fresh: bool, as_json: bool) -> None:
    """Compute the expected score of optimal play, exactly."""
    from solver.cli.reports import solve_lines, solve_report

    found = solve_report(*solution_with_bar(chosen_ruleset(rules, options), theta, fresh))
    report(found, solve_lines(found), as_json)


@main.command()
@ruleset_options
@fresh_option
@json_option
def sweep(rules: str, options: tuple[str, ...], fresh: bool, as_json: bool) -> None:
    """Solve a game for many risk parameters; an interrupted run resumes."""
    from solver.cli.reports import sweep_lines, sweep_report
    from solver.risk.thetas import sweep as solve_each

    ruleset = chosen_ruleset(rules, options)
    with progress_callback(f"solving thetas of {ruleset.name}") as progress:
        found = sweep_report(ruleset, list(solve_each(ruleset, progress=progress, fresh=fresh)))
    report(found, sweep_lines(found), as_json)


@main.command()
@ruleset_options
@theta_option
@click.option("--policy", metavar="NAME", help="The player, such as greedy. Default: optimal play.")
@json_option
def distribution(rules: str, options: tuple[str, ...], theta: float | None, policy: str | None, as_json: bool) -> None:
    """Compute the exact distribution of the final score of optimal play or of another player."""
    check_exclusive("--theta", "--policy", theta, policy)
    from solver.cli.reports import distribution_lines, distribution_report
    from solver.game.game import Game
    from solver.play.long_walk import check_size, find_distribution

    game = Game(chosen_ruleset(rules, options))
    check_size(game)
    if policy is None:
        from solver.risk.thetas import ThetaPlayer

        solution = solution_with_bar(game.ruleset, theta)[0]
        with naming_option("--theta"):
            player: Player = ThetaPlayer(solution)
    else:
        from solver.minds.players import find_policy

        with naming_option("--policy"):
            player = find_policy(policy, game.ruleset)
    with progress_callback(f"evaluating {player.name}") as progress:
        found = find_distribution(game, player, progress)[0]
    report(distribution_report(found), distribution_lines(found), as_json)


@main.command()
@ruleset_options
@click.option("--score", metavar="T", help="Print the probability of this target only.")
@fresh_option
@json_option
def target(rules: str, options: tuple[str, ...], score: str | None, fresh: bool, as_json: bool) -> None:
    """Compute the largest probability of reaching each target."""
    from solver.cli.reports import target_lines, target_report

    wanted = read_score(score, "--score")
    found = target_report(*targets_with_bar(chosen_ruleset(rules, options), fresh), wanted)
    report(found, target_lines(found), as_json)


@main.command()
@ruleset_options
@click.option("--dice", metavar="55566", help="Current dice.")
@click.option("--rerolls", metavar="N", help="Remaining throws.")
@click.option("--scored", default="", metavar="NAME=POINTS,…", help="Filled categories, as in 'ones=3,one_pair=10'.")
@theta_option
@click.option("--target", metavar="T", help="Rank options by the probability of reaching this score.")
@click.option("--policy", metavar="NAME", help="Also print this player's choice and its regret.")
@json_option
def advise(
    rules: str,
    options: tuple[str, ...],
    dice: str | None,
    rerolls: str | None,
    scored: str,
    theta: float | None,
    target: str | None,
    policy: str | None,
    as_json: bool,
) -> None:
    """Rank all options for the current dice; without dice, print the value of the scorecard."""
    check_exclusive("--theta", "--target", theta, target)
    check_exclusive("--target", "--policy", target, policy)
    if policy is not None and dice is None:
        raise click.UsageError("--policy requires --dice")
    if (dice is None) != (rerolls is None):
        given, missing = ("--dice", "--rerolls") if rerolls is None else ("--rerolls", "--dice")
        raise click.UsageError(f"{given} requires {missing}; omit both to print the value of the scorecard")
    from solver.advising.advice import between_turns, with_dice
    from solver.advising.positions import read_position, read_scorecard
    from solver.cli.reports import advice_lines, advice_report, choice_report, choice_words, target_advice_lines
    from solver.game.game import Game
    from solver.targets.chances import target_advice

    game = Game(chosen_ruleset(rules, options))
    scorecard = read_scorecard(game, scored)
    position = None if dice is None or rerolls is None else read_position(game, scorecard, dice, rerolls)
    wanted, choice = read_score(target, "--target"), dict[str, Any]()
    if wanted is None:
        with solved(game.ruleset, theta) as (solution, _was_kept):
            if position is None:
                advice = between_turns(game, solution.values, scorecard)
            else:
                advice = with_dice(game, solution.values, scorecard, *position, theta=theta or 0.0)
        lines = advice_lines(advice, theta or 0.0)
        if policy is not None and position is not None:
            from solver.minds.players import choice_of, find_policy

            with naming_option("--policy"):
                player = find_policy(policy, game.ruleset)
                taken = choice_of(game, player, scorecard, *position, advice.options)
            lines.append(f"{player.name}: {choice_words(taken)}, regret {taken.regret:.4f}")
            choice = {"policy": {"name": player.name, **choice_report(taken)}}
    else:
        advice = target_advice(targets_with_bar(game.ruleset)[0], scorecard, position, wanted)
        lines = target_advice_lines(advice, wanted)
    report(advice_report(advice) | choice, lines, as_json)


@main.command()
@click.argument("file", type=click.File("rb"))
@json_option
def review(file: BinaryIO, as_json: bool) -> None:
    """Analyse recorded games: the regret of every decision and the luck of every throw."""
    from solver.cli.reports import review_lines, review_report
    from solver.reviewing.records import LARGEST_FILE, RecordError, decode, read_records
    from solver.reviewing.review import review as review_cards

    try:
        games = read_records(decode(file.read(LARGEST_FILE + 1)))
    except RecordError as error:
        raise SolverError(f"{file.name}:{error.line}:{error.column}: {error.message}") from error
    found = []
    for played in games:
        with solved(played.ruleset) as (solution, _was_kept):
            found.append((played, review_cards(solution.game, solution.values, played.cards)))
    report(review_report(found), review_lines(found), as_json)
