"""Evaluate an explorable in a separate process: a hang or crash there ends nothing else."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from importlib.abc import PathEntryFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from pathlib import Path
from threading import Lock
from types import CodeType

from site_builder.cache.results import imported_modules
from site_builder.charts.svg import remember_classes
from site_builder.drawing.processes import OTHERS, Answers, AuthorProcess, ProcessEndedError, answer_questions
from site_builder.explorables.evaluate import DRAWING, Order, evaluate
from site_builder.explorables.load import drawers_digest, own_file
from site_builder.explorables.model import Evaluated, failure
from site_builder.problems.problem import SiteError
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


# Progress is reported so often.
SECONDS = 5.0
Heard = Callable[[str, int, int], None]
CAN_COPY = sys.platform == "linux" and hasattr(os, "fork")
END_WITH_PARENT = 1
# What takes long to import, and starts nothing that a copy of the process would not have.
HEAVY = frozenset({"altair", "matplotlib", "narwhals", "numpy", "pandas"})


class Progress:
    """Reports how many states of a part are done, each time that some seconds have passed; ``now`` is its clock."""

    def __init__(self, name: str, say: Callable[[str], None], now: Callable[[], float] = time.monotonic) -> None:
        self._name, self._say, self._now = name, say, now
        self._told = now()

    def hear(self, call: str, done: int, of: int) -> None:
        """Take note of a call, such as "picture(load=5) in line 9", before which so many states are done."""
        if self._now() - self._told < SECONDS:
            return
        self._told = self._now()
        what = "picture drawn in" if call == DRAWING else call.partition("(")[0]
        self._say(f"{self._name}: {what} {done:,} of {of:,} states")


class Evaluators:
    """Processes that evaluate explorables, each as many as it can, until :meth:`leave` was called ``n_users`` times.

    ``say`` gets a sentence now and then on one that takes long. In the preview, a process waits for the next edit with
    its libraries imported; each order is worked off in a copy, so that no version of a file sees what another has done.
    """

    def __init__(self, n_users: int, say: Callable[[str], None] = lambda sentence: None) -> None:
        self._n_users, self._say, self._lock = n_users, say, Lock()
        self._idle: list[AuthorProcess] = []
        self._is_interrupted = False

    def evaluate(
        self,
        order: Order,
        heard: Heard | None = None,
        shown: Callable[[Evaluated], None] = lambda opening: None,
        started: Callable[[AuthorProcess], None] = lambda process: None,
    ) -> Evaluated:
        """Return all that an explorable shows; may be called in several threads.

        ``heard`` gets each call, and how many states of its part are done; ``shown`` gets the opening, if the
        order asks for it first; ``started`` gets the process, for callers that may want to end it.

        Raises
        ------
        SiteError
            If it cannot be evaluated, or its process ends.
        """
        path, at = own_file(order.name), f"{order.name}.py"
        found: Evaluated | SiteError | None = None
        if self._is_interrupted:  # nobody waits for the others
            raise failure("interrupted", path)
        heard = heard or Progress(order.name, self._say).hear
        with self._lock:
            # The order of sets must not differ from build to build.
            environment = {"PYTHONHASHSEED": "0", "MPLBACKEND": "svg"}
            process = self._idle.pop() if self._idle else AuthorProcess(__name__, order.project, **environment)
        process.start()
        started(process)
        try:
            for kind, *said in process.ask(order):
                if kind == "at":
                    at = said[0]
                    heard(*said)
                elif kind == "opening":
                    shown(*said)
                else:
                    (found,) = said
        except ProcessEndedError as error:
            self._is_interrupted |= error.code == -signal.SIGINT
            told, _, line = at.partition(" in line ")
            found = error.reported(told, order.project, (path, int(line or 0)), "explorable")
        except BaseException:
            process.end()
            raise
        finally:
            self._release(process)
        if isinstance(found, SiteError):
            raise found
        assert found is not None
        return found

    def _release(self, process: AuthorProcess) -> None:
        """Let a process wait for the next order, or end it where it takes only one."""
        with self._lock:
            if CAN_COPY and len(self._idle) < self._n_users:
                self._idle.append(process)
                return
        process.end()

    def leave(self) -> None:
        """Report that one user needs none any more; after the last one all are ended."""
        with self._lock:
            self._n_users -= 1
            ended = [] if self._n_users else self._idle
        for process in ended:
            process.end()


def main() -> None:
    """Take orders, evaluate them, and answer."""
    answer_questions(answer)


def answer(order: Order, send: Answers) -> None:
    """Evaluate an explorable in a copy of this process, where the system can make one."""
    if not CAN_COPY:
        work(order, send)
        return
    for name in heavy_imports(order):
        with suppress(ImportError):  # what fails is reported where the file is loaded
            import_module(name)
    drawers_digest()  # which the copies know then
    parent = os.getpid()
    if (copy := os.fork()) == 0:
        # Killed with this process, whose end may have come first.
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
        if os.getppid() == parent:
            with suppress(BrokenPipeError):  # the build has ended
                work(order, send)
            sys.stderr.flush()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    if code < 0:
        os.kill(parent, -code)
    if code:
        os._exit(code)


def work(order: Order, send: Answers) -> None:
    """Evaluate an explorable, and answer with its calls, its opening, and what is found or wrong."""
    read_sources_anew(order.project)
    if "altair" in heavy_imports(order):
        remember_classes()
    try:
        show, tell = (lambda opening: send(("opening", opening))), (lambda *call: send(("at", *call)))
        send(("done", evaluate(order, tell, show, send.limited)))
    except SiteError as error:
        send(("failed", error))


def heavy_imports(order: Order) -> list[str]:
    """Return what the file of an explorable imports and takes long."""
    try:
        source = on_disk(order.project / own_file(order.name)).read_bytes()
    except OSError:
        return []
    return sorted(HEAVY & {module.partition(".")[0] for module in imported_modules(source)})
