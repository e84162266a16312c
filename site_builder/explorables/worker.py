"""Evaluate an explorable in a separate process: a hang or crash there ends nothing else."""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from importlib.abc import PathEntryFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from pathlib import Path
from queue import Empty, Queue
from threading import Lock, Thread
from types import CodeType
from typing import Any, BinaryIO

from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.cache.results import imported_modules
from site_builder.charts.theme import remember_classes
from site_builder.drawing.processes import start_beside, take_streams
from site_builder.explorables.calls import OTHERS, Progress, hang
from site_builder.explorables.evaluate import Order, evaluate
from site_builder.explorables.load import drawers_digest
from site_builder.explorables.model import Evaluated, Fault, FaultError
from site_builder.project_files import on_disk


class FreshLoader(SourceFileLoader):
    """Compiles the source at hand: two quick saves can share their second and their length."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of a module."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def read_sources_anew(project: Path) -> None:
    """Import modules of a project, but not packages installed in it, from their sources from now on."""
    loaders = (ExtensionFileLoader, EXTENSION_SUFFIXES), (FreshLoader, SOURCE_SUFFIXES)
    find, root = FileFinder.path_hook(*loaders), project.resolve()

    def find_in(folder: str) -> PathEntryFinder:
        place = Path(folder or ".").resolve()
        if not place.is_relative_to(root) or OTHERS & set(place.relative_to(root).parts):
            raise ImportError(f"{folder} is no folder of the project")
        return find(folder)

    sys.path_hooks.insert(0, find_in)
    sys.path_importer_cache.clear()


# What a call may take beyond its limit, until the process is ended from outside: code in C hears no signal, one that
# waits takes no processor time, and a busy machine takes its time.
PATIENCE = 240.0
Heard = Callable[[str, int, int], None]
CAN_COPY = sys.platform == "linux" and hasattr(os, "fork")
END_WITH_PARENT = 1
# What takes long to import, and starts nothing that a copy of the process would not have.
HEAVY = frozenset({"altair", "matplotlib", "narwhals", "numpy", "pandas"})


class Evaluators:
    """Processes that evaluate explorables, each as many as it can, until :meth:`leave` was called ``n_users`` times.

    ``say`` gets a sentence now and then on one that takes long. In the preview, a process waits for the next edit with
    its libraries imported; each order is worked off in a copy, so that no version of a file sees what another has done.
    """

    def __init__(self, n_users: int, say: Callable[[str], None] = lambda sentence: None) -> None:
        self._n_users, self._say, self._lock = n_users, say, Lock()
        self._idle: list[subprocess.Popen[bytes]] = []
        self._is_interrupted = False

    def evaluate(
        self,
        order: Order,
        patience: float = PATIENCE,
        heard: Heard | None = None,
        shown: Callable[[Evaluated], None] = lambda opening: None,
        started: Callable[[subprocess.Popen[bytes]], None] = lambda process: None,
    ) -> Evaluated:
        """Return all that an explorable shows; may be called in several threads.

        ``heard`` gets each call, and how many states of its part are done; ``shown`` gets the opening, if the
        order asks for it first; ``started`` gets the process, for callers that may want to end it.

        Raises
        ------
        FaultError
            If it cannot be evaluated, or its process ends.
        """
        order = replace(order, is_one_of_many=CAN_COPY)
        if self._is_interrupted:  # nobody waits for the others
            raise FaultError(Fault("interrupted", f"{EXPLORABLES}/{order.name}.py"))
        with self._lock:
            process = self._idle.pop() if self._idle and self._idle[-1].poll() is None else start(order)
        started(process)
        try:
            send(process, order)
            found = listen(process, order, heard or Progress(order.name, self._say).hear, patience, shown)
        except FaultError:
            self._release(process)
            raise
        except BaseException:
            end(process)
            raise
        self._release(process)
        return found

    def _release(self, process: subprocess.Popen[bytes]) -> None:
        """Let a process wait for the next order, or end it where it takes only one."""
        with self._lock:
            if CAN_COPY and process.poll() is None and len(self._idle) < self._n_users:
                self._idle.append(process)
                return
        end(process)
        self._is_interrupted |= process.returncode == -signal.SIGINT

    def leave(self) -> None:
        """Tell that one user needs none any more; after the last one all are ended."""
        with self._lock:
            self._n_users -= 1
            ended = [] if self._n_users else self._idle
        for process in ended:
            end(process)


def start(order: Order) -> subprocess.Popen[bytes]:
    """Start a process for orders of a project."""
    # The order of sets must not differ from build to build.
    return start_beside(__name__, order.project, PYTHONHASHSEED="0", MPLBACKEND="svg")


def send(process: subprocess.Popen[bytes], order: Order) -> None:
    """Hand an order to a process; one that has ended is noticed by its missing answers."""
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        pickle.dump(order, process.stdin)
        process.stdin.flush()


def end(process: subprocess.Popen[bytes]) -> None:
    """End a process, and what it does."""
    process.kill()
    with suppress(BrokenPipeError), process:
        pass  # closes the pipes, and waits


def listen(
    process: subprocess.Popen[bytes],
    order: Order,
    heard: Heard = lambda call, done, of: None,
    patience: float = PATIENCE,
    shown: Callable[[Evaluated], None] = lambda opening: None,
) -> Evaluated:
    """Take the answers of a process to an order until the last one."""
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
            end(process)
            message = f"{call} ran longer than {limit:g} s; it may contain an infinite loop"
            raise FaultError(Fault(message, path, line_of(call))) from None
        limit = order.seconds + patience
        if kind == "at":
            call = said[0]
            heard(call, said[1], said[2])
        elif kind == "opening":
            shown(said[0])
        elif kind == "done":
            evaluated: Evaluated = said[0]
            return evaluated
        elif kind in ("failed", "hung"):
            if kind == "hung":
                end(process)
            raise FaultError(*said[0])
        else:
            message = f"the process that evaluates it ended with exit code {process.wait()} at {call}"
            raise FaultError(Fault(message, path, line_of(call)))


def line_of(call: str) -> int:
    """Return the line that a call tells."""
    _, found, line = call.rpartition(" in line ")
    return int(line) if found else 0


def pass_on(stream: BinaryIO, answers: Queue[tuple[Any, ...]]) -> None:
    """Read answers up to the last one to an order, or until they end."""
    try:
        kind = ""
        while kind not in ("done", "failed", "hung"):
            answer = pickle.load(stream)
            kind = answer[0]
            answers.put(answer)
    except (EOFError, OSError, ValueError, pickle.UnpicklingError):
        answers.put(("ended",))


def main() -> None:
    """Take orders, evaluate them, and tell."""
    stream = take_streams()
    while True:
        try:
            order: Order = pickle.load(sys.stdin.buffer)
        except EOFError:  # there is nothing more to do
            return
        if not order.is_one_of_many:
            work(order, stream)
            return
        for name in heavy_imports(order):
            with suppress(ImportError):  # what fails is reported where the file is loaded
                import_module(name)
        drawers_digest()  # which the copies know then
        in_a_copy(order, stream)


def work(order: Order, stream: BinaryIO) -> None:
    """Evaluate an explorable, and tell."""

    def answer(*said: Any) -> None:
        pickle.dump(said, stream)
        stream.flush()

    def give_up(fault: Fault) -> None:
        answer("hung", (fault,))
        os._exit(1)

    hang.append(give_up)
    sys.stdin = open(os.devnull)  # noqa: SIM115 (for input(), which would wait for the next order)
    read_sources_anew(order.project)
    if "altair" in heavy_imports(order):
        remember_classes()
    with suppress(BrokenPipeError):  # the build has ended
        try:
            told = evaluate(
                order, lambda call, done, of: answer("at", call, done, of), lambda opening: answer("opening", opening)
            )
            answer("done", told)
        except FaultError as error:
            answer("failed", error.faults)


def in_a_copy(order: Order, stream: BinaryIO) -> None:
    """Work an order off in a copy of this process, and end as that one does, unless it ends well."""
    parent = os.getpid()
    if (copy := os.fork()) == 0:
        # Killed with this process, whose end may have come first.
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())  # what comes there is for the others
        if os.getppid() == parent:
            work(order, stream)
            sys.stderr.flush()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    if code < 0:
        os.kill(parent, -code)
    if code:
        os._exit(code)


def heavy_imports(order: Order) -> list[str]:
    """Return what the file of an explorable imports and takes long."""
    try:
        source = on_disk(order.project / EXPLORABLES / f"{order.name}.py").read_bytes()
    except OSError:
        return []
    return sorted(HEAVY & {module.partition(".")[0] for module in imported_modules(source)})
