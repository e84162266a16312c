"""The command that fills the data folder: how it may be written, and what it says where it fails."""

from __future__ import annotations

import os
import re
import site
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Place, Source, did_you_mean
from site_builder.project_files import on_disk
from site_builder.settings.command import command_words

if TYPE_CHECKING:
    from site_builder.settings.site_toml import Settings

BUILDER = Path(__file__).resolve().parents[2]
KEPT_BYTES = 100_000
SECONDS_TO_LISTEN = 2
SECONDS_OF_SILENCE = 60
LAST_LINES = 5
PROGRAMS = ("python", "python3", "node", "Rscript", "julia", "make", "uv", "duckdb", "bash")
FRAME = re.compile(r'^\s*File "(?P<path>[^"]+)", line (?P<line>\d+)', re.MULTILINE)
THE_CODE_OF_OTHERS = frozenset({"site-packages", "node_modules"})


def run_command(
    settings: Settings,
    number: int,
    project: Path,
    started: Callable[[subprocess.Popen[bytes]], None],
    say: Callable[[str], None],
) -> None:
    """Run one of the data commands of ``site.toml`` in the project's folder; its output goes to standard error.

    ``started`` gets the running command, ``say`` a sentence for each minute in which the command is silent.

    Raises
    ------
    SiteError
        If it cannot be started or fails: at the author's own line where it failed, if it says which.
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
        reason, suggestion = error.strerror or str(error), program_meant(words[0])
    if reason:
        project = project.resolve()
        place = settings.place("data", str(number), "command", value=True)
        registered = settings.source.problem("data-command", "", place, length=len(command), suggestion=suggestion)
        raise SiteError([failure(f"the data command {command!r} failed ({reason})", said, registered, project)])


def program_meant(name: str) -> str:
    """Return the program that may be meant by the name of one that is not there."""
    suggestion = did_you_mean(name, PROGRAMS)
    return suggestion if suggestion.startswith("did") else "is it installed? the command runs in the project's folder"


def failure(what: str, said: str, registered: Problem, project: Path) -> Problem:
    """Describe a command that failed: at the author's line that its traceback names, else where it is registered."""
    raised = last_traceback(said, project)
    if raised is None:
        last = [line for line in said.splitlines() if line.strip()][-LAST_LINES:]
        told = "".join(f"\n        {line}" for line in last)
        return replace(registered, message=f"{what}; the last that it said:{told}" if told else what)
    path, line, error = raised
    source = Source(path, (project / path).read_text(encoding="utf-8", errors="replace"))
    written = source.line(line)
    place = Place(line, len(written) - len(written.lstrip()) + 1)
    return source.problem("data-command", f"{error}; {what}", place, length=len(written.strip()))


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
    started: Callable[[subprocess.Popen[bytes]], None],
    say: Callable[[str], None] = lambda sentence: None,
    silence: float = SECONDS_OF_SILENCE,
) -> tuple[int, str]:
    """Run a program, pass on its output, and return its exit code and the end of its error output.

    ``say`` gets a sentence after each ``silence`` seconds without error output.
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
    listener.join(SECONDS_TO_LISTEN)  # What it has left running may hold the other end open for ever.
    return status, said.decode("utf-8", errors="replace").replace("\r\n", "\n")


def wait_for(
    process: subprocess.Popen[bytes], output: Callable[[], bytes], say: Callable[[str], None], silence: float
) -> int:
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
    """Return where error output goes; the object that a notebook puts in its place has no descriptor of its own."""
    try:
        return sys.stderr.fileno()
    except (AttributeError, OSError, ValueError):
        return 2


def knowing_builder() -> dict[str, str]:
    """Return the environment of a command: its scripts find this builder even where it is not installed.

    Python prints UTF-8 there, whatever the code page of the console.
    """
    builder = str(BUILDER)
    environment = {"PYTHONIOENCODING": "utf-8", **os.environ}
    if builder in {*site.getsitepackages(), site.getusersitepackages()}:
        return environment
    given = os.environ.get("PYTHONPATH")
    return {**environment, "PYTHONPATH": os.pathsep.join([given, builder] if given else [builder])}


def ends() -> tuple[int, int]:
    """Return an end to listen at and one to speak into; a terminal if a person looks on, so that progress is drawn."""
    if os.name == "posix" and os.isatty(descriptor_of_errors()):
        import pty

        return pty.openpty()
    return os.pipe()


def pass_on(listening: int, ours: int, said: bytearray) -> None:
    """Write what comes in to where our own words go, and keep its end, until the other side is closed."""
    with suppress(OSError):  # how a terminal says that it is closed
        while piece := os.read(listening, 1 << 16):
            os.write(ours, piece)
            said += piece
            del said[:-KEPT_BYTES]
    os.close(listening)
