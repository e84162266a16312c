"""Evaluate an explorable in a process of its own: what hangs or dies there ends nothing else.

:func:`main` reads, in that process, one pickled order from its standard input and writes pickled answers to its
standard output: ("at", call, done, of) while it works, ("opening", evaluated) if it is asked for, then
("done", evaluated) or ("failed", faults). What the author's code prints goes to the terminal.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import Any, BinaryIO

from site_builder.drawing.charts.draw import warm_up
from site_builder.drawing.explorables.evaluate import Order, evaluate
from site_builder.drawing.explorables.evaluated import Evaluated, Fault, FaultError
from site_builder.drawing.explorables.fresh import read_sources_anew
from site_builder.drawing.processes import start_beside
from site_builder.reuse.imports import EXPLORABLES

# What a call may take beyond its limit, until the process is ended from outside: code in C hears no signal, one that
# waits takes no processor time, and a busy machine takes its time.
PATIENCE = 240.0
Heard = Callable[[int, int], None]


def evaluate_beside(
    order: Order,
    heard: Heard = lambda done, of: None,
    patience: float = PATIENCE,
    shown: Callable[[Evaluated], None] = lambda opening: None,
    started: Callable[[subprocess.Popen[bytes]], None] = lambda process: None,
) -> Evaluated:
    """Return all that an explorable shows, evaluated in a process of its own.

    ``heard`` is told how many states of a part are done; ``shown`` gets the opening, if the order asks for it first;
    ``started`` gets the process, for who may want to end it.

    Raises
    ------
    FaultError
        If it cannot be evaluated, or its process ends.
    """
    # The order of sets must not differ from build to build.
    process = start_beside(__name__, order.project, PYTHONHASHSEED="0", MPLBACKEND="svg")
    started(process)
    try:
        assert process.stdin is not None
        with suppress(BrokenPipeError):
            pickle.dump(order, process.stdin)
            process.stdin.close()
        return listen(process, order, heard, patience, shown)
    finally:
        process.kill()
        with suppress(BrokenPipeError), process:
            pass  # closes the pipes, and waits


def listen(
    process: subprocess.Popen[bytes],
    order: Order,
    heard: Heard,
    patience: float,
    shown: Callable[[Evaluated], None],
) -> Evaluated:
    """Take the answers of a process until the last one."""
    assert process.stdout is not None
    answers: Queue[tuple[Any, ...]] = Queue()
    Thread(target=pass_on, args=(process.stdout, answers), daemon=True).start()
    path, call = f"{EXPLORABLES}/{order.name}.py", "loading the file"
    # The process has to start and to load its libraries first.
    limit = order.seconds + max(patience, PATIENCE)
    while True:
        try:
            kind, *said = answers.get(timeout=limit)
        except Empty:
            message = f"{call} was stopped after {limit:g} s; does it never end?"
            raise FaultError(Fault(message, path, line_of(call))) from None
        limit = order.seconds + patience
        if kind == "at":
            call = said[0]
            heard(said[1], said[2])
        elif kind == "opening":
            shown(said[0])
        elif kind == "done":
            evaluated: Evaluated = said[0]
            return evaluated
        elif kind == "failed":
            raise FaultError(*said[0])
        else:
            message = f"the process that evaluates it ended with exit code {process.wait()} at {call}"
            raise FaultError(Fault(message, path, line_of(call)))


def line_of(call: str) -> int:
    """Return the line that a call tells."""
    _, found, line = call.rpartition(" in line ")
    return int(line) if found else 0


def pass_on(stream: BinaryIO, answers: Queue[tuple[Any, ...]]) -> None:
    """Read answers until they end."""
    try:
        while True:
            answers.put(pickle.load(stream))
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        answers.put(("ended",))


def main() -> None:
    """Take the order, evaluate it, and tell."""
    stream = sys.stdout.buffer
    sys.stdout = sys.stderr
    order: Order = pickle.load(sys.stdin.buffer)
    read_sources_anew(order.project)

    def answer(*said: Any) -> None:
        pickle.dump(said, stream)
        stream.flush()

    warm_up()
    with suppress(BrokenPipeError):  # the build has ended
        try:
            told = evaluate(
                order, lambda call, done, of: answer("at", call, done, of), lambda opening: answer("opening", opening)
            )
            answer("done", told)
        except FaultError as error:
            answer("failed", error.faults)
