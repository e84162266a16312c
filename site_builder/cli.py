"""The commands of the site builder: parse, call one function, report; the only place that prints."""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from site_builder.problems.problem import Problem, SiteError, fault_of

if TYPE_CHECKING:
    from site_builder.pipeline.publish import Built

CLEAN_LINE, SHOW_CURSOR = "\r\x1b[K", "\x1b[?25h"

PROJECT = click.option(
    "--project",
    type=click.Path(path_type=Path),
    default=Path(),
    show_default=True,
    help="Folder with content/site.toml.",
)
OUT = click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=None,
    help="Folder of the site.  [default: build/site in the project]",
)
AS_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object on standard output.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """Build explorable explanations: markdown, data and widgets in, a static site out."""


@main.command()
@PROJECT
@OUT
@click.option("--url", help="Address where the site will stand.  [default: that of site.toml, if it has one]")
@AS_JSON
def build(project: Path, out: Path | None, url: str | None, as_json: bool) -> None:
    """Build the site and swap it into place."""
    from site_builder.pipeline.publish import build_site

    place = out or project / "build" / "site"
    with told_as_json(as_json), uncollected():
        built = build_site(project, place, url)
    report_problems(built.problems)
    if as_json:
        click.echo(json.dumps({"ok": True, **built.report, "problems": records_of(built.problems)}))
    else:
        click.echo(summary(built, place), err=True)


@contextmanager
def uncollected() -> Iterator[None]:
    """Look for no garbage in cycles meanwhile: what one build makes is kept to its end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@main.command()
@PROJECT
@AS_JSON
def check(project: Path, as_json: bool) -> None:
    """Look for mistakes; write nothing, and run no data command."""
    from site_builder.pipeline.build import build_files
    from site_builder.reuse.memo import Memo

    started = time.monotonic()
    with told_as_json(as_json):
        result = build_files(project, Memo())
        if result.errors:
            raise SiteError(result.problems)
    report_problems(result.problems)
    if as_json:
        report = {"ok": True, **result.report, "seconds": round(time.monotonic() - started, 3)}
        click.echo(json.dumps({**report, "problems": records_of(result.problems)}))
    else:
        click.echo(f"{len(result.pages)} pages, no errors, {counted(len(result.problems), 'warning')}", err=True)


@main.command()
@PROJECT
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes any free one.")
def serve(project: Path, port: int) -> None:
    """Show the site while it is written: every save is built and patched into the open page."""
    from site_builder.preview import server
    from site_builder.preview.rebuild import Rebuilder

    is_seen = sys.stderr.isatty()
    clean = CLEAN_LINE if is_seen else ""  # the data command may have drawn a bar in this line

    def say(sentence: str) -> None:
        click.echo(clean + sentence, err=True)

    rebuilder = Rebuilder(project, say)
    try:
        server.serve(rebuilder.build, rebuilder.watched, project, port, say, ask=rebuilder.on_news)
    finally:
        rebuilder.data.stop()
        if is_seen:
            click.echo(CLEAN_LINE + SHOW_CURSOR, err=True, nl=False)  # a command that is ended does not clear up


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
def new(folder: Path) -> None:
    """Write a small project of its own into a new folder, to begin with."""
    from site_builder.new_project import new_project

    files = new_project(folder)
    click.echo(f"{len(files)} files -> {folder}; next: python -m site_builder serve --project {folder}", err=True)


@main.command()
@AS_JSON
def directives(as_json: bool) -> None:
    """Print every directive with its options."""
    from site_builder.syntax.directive_table import describe_directives

    table = describe_directives()
    click.echo(json.dumps(table) if as_json else "\n".join(described(table)))


def described(table: Iterable[dict[str, Any]]) -> list[str]:
    """Return the table of directives for people."""
    lines = []
    for entry in table:
        lines += [str(entry["form"]), f"    {entry['meaning']}"]
        if entry["inside"]:
            lines.append(f"    only inside {', '.join(entry['inside'])}")
        for option in entry["options"]:
            choices = f" ({' or '.join(option['choices'])})" if option["choices"] else ""
            required = ", required" if option["required"] else ""
            lines.append(f"    {option['name']}=…{choices}{required}: {option['meaning']}")
    return lines


@contextmanager
def told_as_json(as_json: bool) -> Iterator[None]:
    """Print what is wrong as one object, too, if that is asked for; a fault of the builder is told as such."""
    try:
        yield
    except Exception as error:
        found = error if isinstance(error, SiteError) else SiteError([fault_of(error)])
        if as_json:
            click.echo(json.dumps({"ok": False, "problems": records_of(found.problems)}))
        raise found from error


def records_of(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems for programs, which know no place but a line and a column: a file as a whole begins at both."""
    return [
        {
            "path": problem.path,
            "line": max(1, problem.line),
            "column": max(1, problem.column),
            "length": problem.length,
            "code": problem.code,
            "message": problem.message,
            "suggestion": problem.suggestion,
            "severity": problem.severity,
        }
        for problem in problems
    ]


def summary(built: Built, place: Path) -> str:
    """Return the one line that tells of a build."""
    report = built.report
    done = "nothing has changed" if built.is_fresh else f"built in {report['seconds']:.1f} s"
    return f"{len(report['pages'])} pages, {report['bytes']:,} bytes -> {place} ({done})"


def report_problems(problems: Sequence[Problem]) -> None:
    """Print problems for people."""
    for problem in problems:
        click.echo(f"{problem}\n", err=True)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def run(arguments: Sequence[str] | None = None, exit_with: Callable[[int], Any] = sys.exit) -> None:
    """Run a command and exit: 0 good, 1 an author's mistake, 2 a command that does not exist."""
    try:
        main.main(args=list(arguments) if arguments is not None else None, standalone_mode=False)
    except SiteError as error:
        report_problems(error.problems)
        n_errors = sum(problem.severity == "error" for problem in error.problems)
        click.echo(f"{counted(n_errors, 'error')}; nothing was published", err=True)
        exit_with(1)
    except click.UsageError as error:
        error.show()
        exit_with(2)
    except (click.Abort, KeyboardInterrupt):
        exit_with(130)
    else:
        exit_with(0)
