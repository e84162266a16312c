"""Run the data commands whose results are stale, each after those that make what it reads."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from subprocess import Popen
from typing import TYPE_CHECKING

from site_builder.problems.problem import Problem, SiteError
from site_builder.reuse.known import Known

if TYPE_CHECKING:
    from site_builder.data.manifest import Manifest
    from site_builder.pipeline.records import Ran
    from site_builder.settings.site_toml import Settings


def told_to_nobody(_process: Popen[bytes]) -> None:
    """Tell nobody that the command runs."""


def said_to_nobody(_sentence: str) -> None:
    """Say nothing."""


def refresh_data(
    project: Path,
    started: Callable[[Popen[bytes]], None] = told_to_nobody,
    say: Callable[[str], None] = said_to_nobody,
    known: Known | None = None,
) -> Manifest:
    """Run the data commands of a project whose results are stale, and return what is there then.

    Parameters
    ----------
    started : callable
        Gets each running command, for who may want to end it.
    say : callable
        Gets a sentence before a command runs, and one afterwards.
    known : Known, optional
        Files that were read before.

    Raises
    ------
    SiteError
        If the commands go in a circle, one fails, or the results are not fresh afterwards.
    """
    from site_builder.data.manifest import read_manifest
    from site_builder.pipeline.records import Ran, read_records, what_it_reads, write_record
    from site_builder.settings.data_commands import in_order
    from site_builder.settings.site_toml import read_settings

    settings = read_settings(project)
    commands = settings.config.data
    if known is None:
        known = Known()
    manifest = read_manifest(project, known=known, csv=settings.config.csv_options)
    if not commands:
        return manifest
    if wrong := [problem for problem in settings.problems if problem.code == "data-order"]:
        raise SiteError(wrong)
    for number in in_order(commands):
        command = commands[number].command
        reads, records = what_it_reads(project, settings, number, manifest), read_records(project)
        if reason := why_stale(project, settings, number, manifest, records.get(command), known):
            say(f"{reason}; running {command!r}")
            run_one(project, settings, number, reads, started, say)
            manifest = read_manifest(project, known=known, csv=settings.config.csv_options)
            require_made(settings, number, manifest, project)
        elif command not in records:
            write_record(project, commands, command, Ran(reads))
    require_fresh(settings, manifest)
    return manifest


def run_one(
    project: Path,
    settings: Settings,
    number: int,
    reads: dict[str, str],
    started: Callable[[Popen[bytes]], None],
    say: Callable[[str], None],
) -> None:
    """Run a command, and note what it has read: until it has ended well it counts as failed."""
    from site_builder.pipeline.command import run_command
    from site_builder.pipeline.records import Ran, write_record
    from site_builder.publishing.adopt import adopt_files
    from site_builder.settings.data_commands import is_file

    commands, begun = settings.config.data, time.monotonic()
    command = commands[number].command
    write_record(project, commands, command, Ran(reads, failed=True))
    run_command(settings, number, project, started, say)
    adopt_files(project, command, [name for name in commands[number].makes if not is_file(name)])
    write_record(project, commands, command, Ran(reads))
    say(f"{command!r} took {time.monotonic() - begun:.1f} s")


def why_stale(project: Path, settings: Settings, number: int, manifest: Manifest, ran: Ran | None, known: Known) -> str:
    """Tell why a command is to be run, nothing if it is not; ``ran`` is how it did last, None if that is not known."""
    from site_builder.data.manifest import why_changed
    from site_builder.settings.data_commands import is_file

    commands = settings.config.data
    for name in commands[number].makes:
        if not ((project / name).is_file() if is_file(name) else name in manifest.listed):
            return f"there is no {name!r} yet"
        if reason := manifest.reasons.get(name):
            return reason
    if len(commands) == 1 and manifest.stale:
        return manifest.stale
    if ran is None:
        return ""
    changes = (why_changed(project, path, sha256, known) for path, sha256 in ran.files.items())
    return next(filter(None, changes), "") or (f"{commands[number].command!r} has not ended well" if ran.failed else "")


def why_any_stale(project: Path, settings: Settings, manifest: Manifest) -> str:
    """Tell why data of a project are stale, nothing if they are not."""
    from site_builder.pipeline.records import read_records

    if manifest.stale:
        return manifest.stale
    records = read_records(project)
    reasons = (
        why_stale(project, settings, number, manifest, records.get(data.command), Known())
        for number, data in enumerate(settings.config.data)
    )
    return next(filter(None, reasons), "")


def require_made(settings: Settings, number: int, manifest: Manifest, project: Path) -> None:
    """Report what a command has not made though ``makes`` says so."""
    from site_builder.settings.data_commands import is_file

    if manifest.problems:
        raise SiteError(manifest.problems)
    data = settings.config.data[number]
    lacking = [
        name for name in data.makes if not ((project / name).is_file() if is_file(name) else name in manifest.listed)
    ]
    if lacking:
        message = f"{data.command!r} has run and not made {lacking[0]!r}"
        place = settings.item_place(lacking[0], "data", str(number), "makes")
        raise SiteError([settings.source.problem("data-makes", message, place, length=len(lacking[0]))])


def require_fresh(settings: Settings, manifest: Manifest) -> None:
    """Report data that are stale though all commands have run that could help."""
    if manifest.problems:
        raise SiteError(manifest.problems)
    if manifest.stale:
        raise SiteError([stale_afterwards(settings, manifest)])


def stale_afterwards(settings: Settings, manifest: Manifest) -> Problem:
    """Describe data that are stale after the commands have run."""
    commands = settings.config.data
    place = settings.place("data", "0", "command", value=True)
    who = f"{commands[0].command!r} has run" if len(commands) == 1 else "the data commands have run"
    suggestion = "they write the files of build/data, and last its manifest; a new project ('new DIR') shows how"
    if manifest.listed:
        suggestion = "if no command reads or makes that any more, delete build/data"
    message, length = f"the data are stale after {who}: {manifest.stale}", len(commands[0].command)
    return settings.source.problem("data-stale", message, place, length=length, suggestion=suggestion)
