"""The processes that evaluate explorables: those that are idle are used again, and the first ones start early."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread

from site_builder.drawing.processes import AuthorProcess, ProcessEndedError

CAN_COPY = sys.platform == "linux" and hasattr(os, "fork")
# Processes with imported libraries that wait for an order of any build of this Python process, and their lock.
IDLE: list[AuthorProcess] = []
LOCK = Lock()


@dataclass(frozen=True)
class Libraries:
    """A request to import the libraries of explorables before they are evaluated."""

    project: Path
    names: Sequence[str]


def take_worker() -> AuthorProcess:
    """Return a running process that evaluates explorables: an idle one, if there is one."""
    with LOCK:
        # The iteration order of sets must be the same in each build.
        worker = f"{__package__}.worker"
        process = IDLE.pop() if IDLE else AuthorProcess(worker, PYTHONHASHSEED="0", MPLBACKEND="svg")
    process.start()
    return process


def release(process: AuthorProcess) -> None:
    """Keep a process for the next order, or end it if it cannot be reused."""
    with LOCK:
        if CAN_COPY and len(IDLE) < (os.cpu_count() or 1):
            IDLE.append(process)
            return
    process.end()


def end_idle() -> None:
    """End the processes that wait for an order."""
    with LOCK:
        ended = [*IDLE]
        IDLE.clear()
    for process in ended:
        process.end()


def start_workers(project: Path, names: Sequence[str]) -> None:
    """Start processes in advance, which import the libraries of the named explorables."""
    started = [take_worker() for _ in range(min(len(names), os.cpu_count() or 1) if CAN_COPY else 0)]
    for process in started:
        Thread(target=prepare, args=(process, Libraries(project, names)), daemon=True).start()
        release(process)


def prepare(process: AuthorProcess, libraries: Libraries) -> None:
    """Wait until a process has imported libraries; if it ends, the next order starts it again."""
    with suppress(ProcessEndedError):
        list(process.ask(libraries))
