"""The processes that evaluate explorables: those that are idle are used again, and the first ones start early."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread

from site_builder.cache.fingerprint import find_explorables
from site_builder.drawing.processes import AuthorProcess, ProcessEndedError

CAN_COPY = sys.platform == "linux" and hasattr(os, "fork")
# Processes with imported libraries that wait for an order of any build of this Python process, and their lock.
IDLE: list[AuthorProcess] = []
LOCK = Lock()


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


def start_workers(project: Path) -> None:
    """Start processes in advance, which import the libraries of the explorables of a project."""
    n_workers = min(len(find_explorables(project)), os.cpu_count() or 1) if CAN_COPY else 0
    for process in [take_worker() for _ in range(n_workers)]:
        Thread(target=prepare, args=(process, project), daemon=True).start()
        release(process)


def prepare(process: AuthorProcess, project: Path) -> None:
    """Wait until a process has imported libraries; if it ends, the next order starts it again."""
    with suppress(ProcessEndedError):
        list(process.ask(project))
