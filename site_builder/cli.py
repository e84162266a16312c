"""Define the commands of the site builder: parse options, call one function, report; only this module prints."""

from __future__ import annotations

import gc
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from site_builder import __version__
from site_builder.problems.problem import (
    Problem,
    SiteError,
    annotations_of,
    describe_omitted,
    fault_of,
    problems_for_programs,
    reported,
    require_build_packages,
)

if TYPE_CHECKING:
    from site_builder.pipeline.publish import Built

# Name of the command when the builder is installed as a package.
INSTALLED = "site-builder"
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
DRAFTS = click.option("--drafts", is_flag=True, help="Build drafts, too; the preview always does.")
FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(["github"]),
    help="Print each problem on standard output as a GitHub annotation.",
)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name=INSTALLED, message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Build explorable explanations: markdown, data and widgets in, a static site out."""
    if context.invoked_subcommand != "figure":
        require_build_packages(f"'{context.invoked_subcommand}'")


@main.command()
@PROJECT
@OUT
@click.option("--url", help="Address of the published site.  [default: url of site.toml]")
@DRAFTS
@click.option(
    "--offline", is_flag=True, help="Build a site that works when it is opened from disk, into build/offline."
)
@click.option("--profile", is_flag=True, help="Print the five longest steps.")
@AS_JSON
@FORMAT
def build(
    project: Path,
    out: Path | None,
    url: str | None,
    drafts: bool,
    offline: bool,
    profile: bool,
    as_json: bool,
    form: str | None,
) -> None:
    """Build the site and swap it into place."""
    from site_builder.pipeline.publish import build_site

    place = out or project / "build" / ("offline" if offline else "site")
    with errors_for_programs(project, as_json, form), without_collector():
        built = build_site(project, place, url, drafts, lambda line: click.echo(line, err=True), offline)
    report_problems(built.problems)
    annotate(built.problems, project, form)
    if profile:
        click.echo("\n".join(f"{seconds:7.2f} s  {step}" for step, seconds in built.stopwatch.longest(5)), err=True)
    if as_json:
        click.echo(json.dumps({"ok": True, **built.report, **problems_for_programs(built.problems)}))
    else:
        click.echo("\n".join([*explorable_lines(built.report), summary(built, place)]), err=True)


@contextmanager
def without_collector() -> Iterator[None]:
    """Disable the cyclic garbage collector: almost all objects of a build live until its end."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@main.command()
@PROJECT
@DRAFTS
@AS_JSON
@FORMAT
def check(project: Path, drafts: bool, as_json: bool, form: str | None) -> None:
    """Report errors, without writing files or running data commands."""
    from site_builder.cache.results import Memo
    from site_builder.pipeline.build import build_files

    started = time.monotonic()
    with errors_for_programs(project, as_json, form):
        result = build_files(project, Memo(), with_drafts=drafts, say=lambda line: click.echo(line, err=True))
        if result.errors:
            raise SiteError(result.problems)
    report_problems(result.problems)
    annotate(result.problems, project, form)
    if as_json:
        report = {"ok": True, **result.report, "seconds": round(time.monotonic() - started, 3)}
        click.echo(json.dumps({**report, **problems_for_programs(result.problems)}))
    else:
        click.echo(
            f"{counted(len(result.pages), 'page')}, no errors, {counted(len(result.problems), 'warning')}", err=True
        )


@main.command()
@PROJECT
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 uses any free port.")
@click.option(
    "--allow-host",
    "names",
    metavar="NAME",
    multiple=True,
    help="Also answer requests for this host, for example of a forwarded preview; may be repeated.",
)
def serve(project: Path, port: int, names: Sequence[str]) -> None:
    """Serve the site while it is edited: build every save and patch it into the open pages."""
    from site_builder.preview import server
    from site_builder.preview.app import Shown, allowed_hosts
    from site_builder.preview.rebuild import Rebuilder

    try:
        allowed = allowed_hosts(names)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint="'--allow-host'") from None

    is_terminal = sys.stderr.isatty()
    clean = CLEAN_LINE if is_terminal else ""  # the data command may have drawn a progress bar in this line

    def say(line: str) -> None:
        click.echo(clean + line, err=True)

    rebuilder, folder = Rebuilder(project, say), Path.cwd()

    def build() -> Shown:
        with suppress(OSError):  # after a folder is replaced, the process is still in the old one
            os.chdir(folder)
        return rebuilder.build()

    try:
        server.serve(
            build, rebuilder.watched, project, port, say, ask=rebuilder.on_news, stop=rebuilder.stop, allowed=allowed
        )
    finally:
        rebuilder.stop()
        if is_terminal:
            click.echo(CLEAN_LINE + SHOW_CURSOR, err=True, nl=False)  # data commands may have hidden it


@main.command()
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file.  [default: NAME.html in this folder]")
@click.option("--state", "states", metavar="NAME=STOP", multiple=True, help="Open at this stop; may be repeated.")
@click.option("--separate", is_flag=True, help="Write data and script into files of their own, for a strict CSP.")
@click.option("--theme", type=click.Choice(["light", "dark"]), help="For a frame in a page that is always so.")
@click.option("--all", "is_all", is_flag=True, help="Do not ask before a long evaluation or a large figure.")
@click.option("--open", "is_opened", is_flag=True, help="Show it in the browser, again after each save of its files.")
@click.option("--sizes", is_flag=True, help="Print the size of the script that all figures share.")
def figure(
    path: Path | None,
    output: Path | None,
    states: Sequence[str],
    separate: bool,
    theme: str | None,
    is_all: bool,
    is_opened: bool,
    sizes: bool,
) -> None:
    """Write the figure of an explorable's file PATH as HTML, for a frame in any page."""
    from site_builder.figures.figure import Figure, engine_script, script_sizes

    if sizes:
        plain, compressed = script_sizes(engine_script())
        click.echo(f"script and styles: {plain:,} bytes, {compressed:,} gzipped, no fonts")
    elif path is None:
        raise click.UsageError("Missing argument 'PATH'.")
    elif is_opened:
        from site_builder.figures.preview import serve

        options = [f"--state={one}" for one in states] + ([f"--theme={theme}"] if theme else [])
        serve(path, options, lambda line: click.echo(line, err=True))
    else:
        found = Figure.read(path, limit=None if is_all else "ask")
        state = dict(one.partition("=")[::2] for one in states)
        file = output or Path(f"{found.name}.html")
        found.evaluate()
        if found.is_partial:
            raise KeyboardInterrupt
        found.save(file, state=state, separate=separate, theme=theme or "")
        click.echo(f"{found.describe()}, {file.stat().st_size:,} bytes -> {file}", err=True)


@main.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--blank", "is_blank", is_flag=True, help="One chapter and one figure, without the example.")
def new(folder: Path, is_blank: bool) -> None:
    """Write a small example project into a new folder."""
    from site_builder.new_project import COMMAND, new_project

    command = INSTALLED if Path(sys.argv[0]).stem == INSTALLED else COMMAND
    files = new_project(folder, is_blank, command)
    click.echo(f"{len(files)} files -> {folder}; next: {command} serve --project {quoted(folder)}", err=True)


def quoted(path: Path) -> str:
    """Quote a path for a command line."""
    text = str(path)
    if os.name == "nt":
        return f'"{text}"' if re.search(r"[ &()^%!]", text) else text
    return shlex.quote(text)


@main.command()
@PROJECT
@click.option(
    "--since",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with an earlier output of '--json': print its addresses that no longer exist, as lines for [redirects].",
)
@AS_JSON
def addresses(project: Path, since: Path | None, as_json: bool) -> None:
    """Print the address of every page and of every part of a page, for comparison after pages move."""
    from site_builder.cache.results import Memo
    from site_builder.pages.addresses import addresses_of, line_for, lost, read_addresses
    from site_builder.pipeline.build import build_files

    with errors_for_programs(project, as_json, None):
        recorded = read_addresses(since) if since else {}
        result = build_files(project, Memo(), complete=False)
        if result.errors:
            raise SiteError(result.problems)
        lines = [line_for(*old, result.files, result.pages) for old in lost(recorded, result.files)]
        if lines:
            click.echo("\n".join(lines), err=as_json)
            raise SiteError(
                [Problem(str(since), 0, 0, "addresses", f"{counted(len(lines), 'address', 'es')} not found")]
            )
    if since is None:
        found = addresses_of(result.files)
        lines = [f"{file}{'#' if part else ''}{part}" for file, parts in found.items() for part in ("", *parts)]
        click.echo(json.dumps({"ok": True, "addresses": found}) if as_json else "\n".join(lines))


@main.command()
@PROJECT
@AS_JSON
def directives(project: Path, as_json: bool) -> None:
    """Print every directive with its options: the builder's first, then the project's own."""
    from site_builder.drawing.directives import load_directives
    from site_builder.settings.site_toml import CALL_SECONDS
    from site_builder.syntax.directive_table import describe_directives

    with errors_for_programs(project, as_json, None):
        own = load_directives(project.resolve(), "", CALL_SECONDS)
        if own.problems:
            raise SiteError(own.problems)
    table = describe_directives(own.dialect.table)
    click.echo(json.dumps(table) if as_json else "\n".join(described(table)))


@main.command()
@click.option(
    "--clear", "is_clear", is_flag=True, help="Remove the results, so that the next build computes them again."
)
@click.option(
    "--project",
    type=click.Path(path_type=Path),
    help="Only results that are stored for this project.  [default: those of all projects]",
)
@AS_JSON
def cache(is_clear: bool, project: Path | None, as_json: bool) -> None:
    """Print the size of the cache, where builds store slow results; with --clear, empty it.

    Installed JavaScript packages are not removed. The cache is limited to 1 GB; the least recently used results are
    removed first.
    """
    from site_builder.cache.results import cache_folder, clear, of_project, stored_entries

    found = stored_entries(project)
    folder = cache_folder() / of_project(project) if project else cache_folder()
    n_bytes = sum(entry.size for entry in found)
    if is_clear:
        clear(project)
    if as_json:
        counts = {"entries": len(found), "bytes": n_bytes}
        click.echo(json.dumps({"ok": True, "folder": str(folder), "cleared": is_clear, **counts}))
    else:
        done = "removed from" if is_clear else "in"
        click.echo(f"{counted(len(found), 'result')}, {n_bytes:,} bytes {done} {folder}", err=True)


def described(table: Iterable[dict[str, Any]]) -> list[str]:
    """Return the table of directives as lines of text."""
    lines = []
    for entry in table:
        lines += [str(entry["form"]), f"    {entry['meaning']}"]
        if entry["inside"]:
            lines.append(f"    only inside {', '.join(entry['inside'])}")
        for option in entry["options"]:
            allowed = option["choices"] or ([option["form"]] if option["form"] != "text" else [])
            choices = f" ({' or '.join(allowed)})" if allowed else ""
            required = ", required" if option["required"] else ""
            lines.append(f"    {option['name']}=…{choices}{required}: {option['meaning']}")
    return lines


@contextmanager
def errors_for_programs(project: Path, as_json: bool, form: str | None) -> Iterator[None]:
    """Also print errors as JSON or annotations if an option asks for it; report other exceptions as internal errors."""
    if as_json and form:
        raise click.UsageError("--json and --format both set what is printed; use one of them")
    try:
        yield
    except Exception as error:
        found = error if isinstance(error, SiteError) else SiteError([fault_of(error)])
        if as_json:
            click.echo(json.dumps({"ok": False, **problems_for_programs(found.problems)}))
        annotate(found.problems, project, form)
        raise found from error


def annotate(problems: Iterable[Problem], project: Path, form: str | None) -> None:
    """Print problems as annotations if ``form`` is "github"."""
    for line in annotations_of(problems, project) if form == "github" else ():
        click.echo(line)


def summary(built: Built, place: Path) -> str:
    """Return one line that sums up a build."""
    report = built.report
    done = "nothing has changed" if built.is_fresh else f"built in {report['seconds']:.1f} s"
    return f"{counted(len(report['pages']), 'page')}, {report['bytes']:,} bytes -> {place} ({done})"


def explorable_lines(report: Mapping[str, Any]) -> list[str]:
    """Return a line for each explorable: number of states and compressed size of each part."""
    return [
        f"{one['name']}: "
        + "; ".join(
            f"{part} {counted(weight['states'], 'state')}, {weight['gzip_bytes'] / 1000:.1f} kB"
            for part, weight in one["parts"].items()
        )
        for one in report.get("explorables", ())
    ]


def report_problems(problems: Sequence[Problem]) -> None:
    """Print problems as text."""
    shown, omitted = reported(problems)
    for problem in shown:
        click.echo(f"{problem}\n", err=True)
    if omitted:
        click.echo(describe_omitted(omitted), err=True)


def counted(number: int, noun: str, plural: str = "s") -> str:
    """Return a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else plural}"


def interrupt(_number: int, _frame: object) -> None:
    """Handle a termination signal like Ctrl-C: end the command and its child processes."""
    from site_builder.drawing.processes import interrupt_all

    interrupt_all()
    raise KeyboardInterrupt


def run(arguments: Sequence[str] | None = None, exit_with: Callable[[int], Any] = sys.exit) -> None:
    """Run a command and exit: 0 success, 1 an error of the author, 2 an unknown command, 130 an interruption.

    Characters that the console cannot encode are replaced. A termination signal ends a command like Ctrl-C, so that
    none of its child processes is left running.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, interrupt)
    if arguments is None and sys.flags.optimize > 1:  # Altair and the help of directives need docstrings
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONOPTIMIZE"}
        exit_with(subprocess.call([sys.executable, "-m", "site_builder", *sys.argv[1:]], env=environment))
        return
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
        click.echo("interrupted; nothing was published", err=True)
        exit_with(130)
    else:
        exit_with(0)
