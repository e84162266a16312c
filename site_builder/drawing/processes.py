"""Python processes beside the build: what the author's code does there hinders and ends nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import BinaryIO
from weakref import WeakSet

ROOT = Path(__file__).parents[2]
# An interrupt ends it without a word: the build that it belongs to says what it means.
PROGRAM = """
import signal
signal.signal(signal.SIGINT, signal.SIG_DFL)
from site_builder.drawing.processes import end_with_parent
end_with_parent({parent})
from {module} import main
main()
"""
SECONDS_BETWEEN_LOOKS = 0.5
RUNNING: WeakSet[subprocess.Popen[bytes]] = WeakSet()


def start_beside(module: str, *folders: Path, **environment: str) -> subprocess.Popen[bytes]:
    """Start ``main`` of a module of this package in a process that is asked and answers through pipes.

    It is in the folder of the build, where the author's code finds its files; ``folders`` are searched for modules.
    Its clock is that of Greenwich: axes of time are the same everywhere, and no hour is missing in spring.
    """
    paths = os.pathsep.join(filter(None, [str(ROOT), *map(str, folders), os.environ.get("PYTHONPATH")]))
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM.format(module=module, parent=os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TZ": "UTC", "PYTHONPATH": paths, **environment},
    )
    RUNNING.add(process)
    return process


def interrupt_all() -> None:
    """End all processes that were started here, as Ctrl-C in a terminal does."""
    for process in list(RUNNING):
        if process.poll() is None:
            if os.name == "posix":
                process.send_signal(signal.SIGINT)
            else:
                process.kill()


def end_with_parent(parent: int) -> None:
    """End this process soon after the build that started it, even if that is killed; Windows tells no child of it."""
    if os.name == "posix":
        Thread(target=watch_parent, args=(parent,), daemon=True).start()


def watch_parent(parent: int) -> None:
    """Look again and again whether the parent is alive; a child that has lost it gets another."""
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)


def take_streams() -> BinaryIO:
    """Return the stream for answers, and leave the author's code none that could disturb it.

    What is printed, by Python or by programs that it starts, goes to the terminal, and nothing can be read.
    """
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    sys.stdout = sys.stderr
    return answers
