"""Run the data commands whose results are stale, in the order of their dependencies."""

from __future__ import annotations

import json
import os
import re
import site
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from subprocess import Popen
from threading import Thread

from site_builder.cache.fingerprint import RECORD
from site_builder.cache.results import Known
from site_builder.data.files import FOLDER, sha256_of
from site_builder.data.manifest import Manifest, read_manifest, why_changed
from site_builder.output.files import write_file
from site_builder.pipeline.context import ignore_message
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Place, Source, nearest_word
from site_builder.project_files import on_disk
from site_builder.publishing.inputs import OUTPUT, input_files, relative_to
from site_builder.publishing.manifest import adopt_files
from site_builder.settings.site_toml import (
    Data,
    Settings,
    command_words,
    in_order,
    is_file,
    matches_output,
    read_settings,
)

BUILDER = Path(__file__).resolve().parents[2]
KEPT_BYTES = 100_000
SECONDS_TO_LISTEN = 2
SECONDS_OF_SILENCE = 60
LAST_LINES = 5
PROGRAMS = ("python", "python3", "node", "Rscript", "julia", "make", "uv", "duckdb", "bash")
FRAME = re.compile(r'^\s*File "(?P<path>[^"]+)", line (?P<line>\d+)', re.MULTILINE)
THE_CODE_OF_OTHERS = frozenset({"site-packages", "node_modules"})


def run_command(
    settings: Settings, number: int, project: Path, started: Callable[[Popen[bytes]], None], say: Callable[[str], None]
) -> None:
    """Run one of the data commands of ``site.toml`` in the project's folder; its output goes to standard error.

    ``started`` gets the running command, ``say`` a message for each minute in which the command prints nothing.

    Raises
    ------
    SiteError
        If it cannot be started or fails: at the line of the author's code that its traceback names, if there is one.
    """
    command = settings.config.data[number].command
    words = command_words(command)
    for index, word in enumerate(words):
        if not word.isascii() and (file := on_disk(project / word)).exists():
            words[index] = os.path.relpath(file, project)
    if words[0] in {"python", "python3"}:
        words[0] = sys.executable
    said, suggestion = "", ""
    try:
        status, said = run_and_listen(words, project, started, say)
        reason = f"exit {status}" if status else ""
    except OSError as error:
        meant = nearest_word(words[0], PROGRAMS)
        suggestion = f"write {meant!r}" if meant else "install the program; the command runs in the project's folder"
        reason = error.strerror or str(error)
    if reason:
        project = project.resolve()
        place = settings.place("data", str(number), "command", value=True)
        registered = settings.source.problem("data-command", "", place, len(command), suggestion)
        raise SiteError([failure(f"the data command {command!r} failed ({reason})", said, registered, project)])


def failure(what: str, said: str, registered: Problem, project: Path) -> Problem:
    """Describe a failed command: at the author's line that its traceback names, else where it is registered."""
    raised = last_traceback(said, project)
    if raised is None:
        last = [line for line in said.splitlines() if line.strip()][-LAST_LINES:]
        told = "".join(f"\n        {line}" for line in last)
        return replace(registered, message=f"{what}; its last output:{told}" if told else what)
    path, line, error = raised
    source = Source(path, (project / path).read_text(encoding="utf-8", errors="replace"))
    written = source.line(line)
    place = Place(line, len(written) - len(written.lstrip()) + 1)
    return source.problem("data-command", f"{error}; {what}", place, len(written.strip()))


def last_traceback(said: str, project: Path) -> tuple[str, int, str] | None:
    """Return file, line and error of the last traceback of Python, at its last line in the author's own code."""
    block = said[max(0, said.rfind("Traceback (most recent call last)")) :]
    frames = list(FRAME.finditer(block))
    if not frames:
        return None
    behind = [line for line in block[frames[-1].end() :].splitlines()[1:] if line.strip()]
    error = next((line for line in behind if not line[0].isspace()), "")
    for frame in reversed(frames):
        with suppress(ValueError):
            path = (project / frame["path"]).resolve().relative_to(project)
            is_own = not any(part in THE_CODE_OF_OTHERS or part.startswith(".") for part in path.parts)
            if error and is_own and (project / path).is_file():
                return path.as_posix(), int(frame["line"]), error
    return None


def run_and_listen(
    words: list[str],
    project: Path,
    started: Callable[[Popen[bytes]], None],
    say: Callable[[str], None] = lambda sentence: None,
    silence: float = SECONDS_OF_SILENCE,
) -> tuple[int, str]:
    """Run a program, pass on its output, and return its exit code and the end of its error output.

    ``say`` gets a message after each ``silence`` seconds without error output.
    """
    listening, speaking = ends()
    ours = descriptor_of_errors()
    try:
        process = subprocess.Popen(words, cwd=project, stdout=ours, stderr=speaking, env=knowing_builder())
    except OSError:
        os.close(listening)
        raise
    finally:
        os.close(speaking)
    said = bytearray()
    listener = Thread(target=pass_on, args=(listening, ours, said), daemon=True)
    listener.start()
    try:
        started(process)
        status = wait_for(process, lambda: bytes(said), say, silence)
    except BaseException:
        process.kill()
        process.wait()
        raise
    listener.join(SECONDS_TO_LISTEN)  # A process that it has left running may keep the pipe open.
    return status, said.decode("utf-8", errors="replace").replace("\r\n", "\n")


def wait_for(process: Popen[bytes], output: Callable[[], bytes], say: Callable[[str], None], silence: float) -> int:
    """Wait for the exit code of a command; report when it has printed nothing for ``silence`` seconds, and again."""
    begun, before = time.monotonic(), b""
    while True:
        try:
            return process.wait(timeout=silence)
        except subprocess.TimeoutExpired:
            if (now := output()) == before:
                program = Path(process.args[0]).name if isinstance(process.args, list) else str(process.args)
                seconds = time.monotonic() - begun
                told = f"{seconds / 60:.0f} min" if seconds >= SECONDS_OF_SILENCE else f"{seconds:.1f} s"
                say(f"{program} has been running for {told} and prints nothing; Ctrl-C ends it")
            before = now


def descriptor_of_errors() -> int:
    """Return the descriptor for error output; a notebook's replacement of ``sys.stderr`` has none of its own."""
    try:
        return sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return 2


def knowing_builder() -> dict[str, str]:
    """Return the environment of a command, in which its scripts can import this builder even if it is not installed.

    Python prints UTF-8 there, independently of the console's code page.
    """
    builder = str(BUILDER)
    environment = {"PYTHONIOENCODING": "utf-8", **os.environ}
    if builder in {*site.getsitepackages(), site.getusersitepackages()}:
        return environment
    given = os.environ.get("PYTHONPATH")
    return {**environment, "PYTHONPATH": os.pathsep.join([given, builder] if given else [builder])}


def ends() -> tuple[int, int]:
    """Return a reading and a writing descriptor; a terminal if standard error is one, so that progress bars work."""
    if os.name == "posix" and os.isatty(descriptor_of_errors()):
        import pty

        return pty.openpty()
    return os.pipe()


def pass_on(listening: int, ours: int, said: bytearray) -> None:
    """Copy the output of a command to our own error output and keep its end, until the command closes it."""
    with suppress(OSError):  # a closed terminal raises an error
        while piece := os.read(listening, 1 << 16):
            os.write(ours, piece)
            said += piece
            del said[:-KEPT_BYTES]
    os.close(listening)


@dataclass(frozen=True)
class Ran:
    """The last run of a command: digests of its inputs, and whether it failed or was interrupted."""

    files: Mapping[str, str] = field(default_factory=dict)
    failed: bool = False


def read_records(project: Path) -> dict[str, Ran]:
    """Return the last runs by command; commands that have never run are missing."""
    try:
        content = json.loads((project / FOLDER / RECORD).read_bytes())
        return {command: Ran(ran["files"], ran["failed"]) for command, ran in content.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def write_record(project: Path, commands: Sequence[Data], command: str, ran: Ran) -> None:
    """Record a run of a command; drop commands that are no longer in ``site.toml``.

    This is a file of the data folder and no entry of the cache: without it, a command that failed would not run again.
    """
    records = {**read_records(project), command: ran}
    kept = {data.command: records[data.command] for data in commands if data.command in records}
    content = {name: {"failed": each.failed, "files": dict(sorted(each.files.items()))} for name, each in kept.items()}
    write_file(project / FOLDER / RECORD, f"{json.dumps(content, indent=1)}\n".encode())


def scripts_named(project: Path, command: str) -> Iterator[Path]:
    """Yield the files of the project that a command names: scripts, their arguments, and their modules."""
    words = command_words(command)
    for before, word in zip(["", *words], words, strict=False):
        module = project / word.replace(".", "/")
        candidates = [module.with_suffix(".py"), module / "__main__.py"] if before == "-m" else [project / word]
        yield from (path for path in candidates if path.is_file() and not path.is_relative_to(project / OUTPUT))


def what_it_reads(project: Path, settings: Settings, number: int, manifest: Manifest) -> dict[str, str]:
    """Return path and digest of a command's inputs that are known before it runs; for data sets those of their files.

    Raises
    ------
    SiteError
        For an input in ``site.toml`` that does not exist.
    """
    data = settings.config.data[number]
    others = [name for other in settings.config.data if other is not data for name in other.makes]
    paths = set(scripts_named(project, data.command))
    for wanted in data.inputs:
        made = [name for name in others if matches_output(wanted, name)]
        paths |= {manifest.listed[name].file if name in manifest.listed else project / name for name in made}
        try:
            paths |= set(input_files(project, [] if made else [wanted]))
        except FileNotFoundError:
            message = f"there is no file {wanted!r}, and no data command makes it"
            place = settings.item_place(wanted, "data", str(number), "inputs")
            raise SiteError([settings.source.problem("data-input", message, place, len(wanted))]) from None
    return {relative_to(project, path): sha256_of(path) or "" for path in paths}


def refresh_data(
    project: Path,
    started: Callable[[Popen[bytes]], None] = lambda process: None,
    say: Callable[[str], None] = ignore_message,
    known: Known | None = None,
) -> Manifest:
    """Run the data commands of a project whose results are stale, and return the resulting manifest.

    Parameters
    ----------
    started : callable
        Gets each running command, so that the caller can end it.
    say : callable
        Gets a message before a command runs, and one afterwards.
    known : Known, optional
        Digests of files that were read before.

    Raises
    ------
    SiteError
        If the commands depend on each other in a cycle, one fails, or the results are not fresh afterwards.
    """
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
            begun = time.monotonic()
            write_record(project, commands, command, Ran(reads, failed=True))  # until it has succeeded
            run_command(settings, number, project, started, say)
            adopt_files(project, command, [name for name in commands[number].makes if not is_file(name)])
            write_record(project, commands, command, Ran(reads))
            say(f"{command!r} took {time.monotonic() - begun:.1f} s")
            manifest = read_manifest(project, known=known, csv=settings.config.csv_options)
            require_made(settings, number, manifest, project)
        elif command not in records:
            write_record(project, commands, command, Ran(reads))
    require_fresh(settings, manifest)
    return manifest


def why_stale(project: Path, settings: Settings, number: int, manifest: Manifest, ran: Ran | None, known: Known) -> str:
    """Return why a command must run, "" if it need not; ``ran`` is its last run, None if it is unknown."""
    commands = settings.config.data
    for name in commands[number].makes:
        if not is_made(project, name, manifest):
            return f"there is no {name!r} yet"
        if reason := manifest.reasons.get(name):
            return reason
    if len(commands) == 1 and manifest.stale:
        return manifest.stale
    if ran is None:
        return ""
    changes = (why_changed(project, path, sha256, known) for path, sha256 in ran.files.items())
    return next(filter(None, changes), "") or (f"{commands[number].command!r} failed" if ran.failed else "")


def why_any_stale(project: Path, settings: Settings, manifest: Manifest) -> str:
    """Return why data of a project are stale, "" if they are not."""
    if manifest.stale:
        return manifest.stale
    records = read_records(project)
    reasons = (
        why_stale(project, settings, number, manifest, records.get(data.command), Known())
        for number, data in enumerate(settings.config.data)
    )
    return next(filter(None, reasons), "")


def is_made(project: Path, name: str, manifest: Manifest) -> bool:
    """Return whether an output of a command exists."""
    return (project / name).is_file() if is_file(name) else name in manifest.listed


def require_made(settings: Settings, number: int, manifest: Manifest, project: Path) -> None:
    """Report outputs listed in ``makes`` that a command has not written."""
    if manifest.problems:
        raise SiteError(manifest.problems)
    data = settings.config.data[number]
    for name in data.makes:
        if not is_made(project, name, manifest):
            message = f"{data.command!r} ran without making {name!r}"
            place = settings.item_place(name, "data", str(number), "makes")
            raise SiteError([settings.source.problem("data-makes", message, place, len(name))])


def require_fresh(settings: Settings, manifest: Manifest) -> None:
    """Report data that are stale although all commands that could update them have run."""
    if manifest.problems:
        raise SiteError(manifest.problems)
    if not manifest.stale:
        return
    commands = settings.config.data
    place = settings.place("data", "0", "command", value=True)
    who = f"{commands[0].command!r} has run" if len(commands) == 1 else "the data commands have run"
    suggestion = (
        "let each command write its files to build/data, and the manifest last; a new project ('new DIR') shows how"
    )
    if manifest.listed:
        suggestion = "if no command reads or makes that any more, delete build/data"
    message, length = f"the data are stale after {who}: {manifest.stale}", len(commands[0].command)
    raise SiteError([settings.source.problem("data-stale", message, place, length, suggestion)])
