"""Evaluate explorables in worker processes, so that a hang or crash does not end the build."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from importlib import import_module
from importlib.abc import PathEntryFinder
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

from site_builder.cache.fingerprint import find_explorables
from site_builder.cache.results import imported_modules
from site_builder.charts.svg import remember_classes
from site_builder.charts.vega import fork, share
from site_builder.drawing.processes import OTHERS, Answers, AuthorProcess, ProcessEndedError, answer_questions
from site_builder.explorables.evaluate import DRAWING, Order, evaluate
from site_builder.explorables.load import drawers_digest, own_file
from site_builder.explorables.model import Evaluated, failure
from site_builder.explorables.pool import CAN_COPY, release, take_worker
from site_builder.problems.problem import SiteError
from site_builder.project_files import on_disk


class FreshLoader(SourceFileLoader):
    """Compiles sources instead of using bytecode caches, because two quick saves can have the same time and size."""

    def get_code(self, fullname: str) -> CodeType:
        """Return the code of a module."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def import_from_source(project: Path) -> None:
    """Install an import hook that compiles modules of a project, except packages installed in it, from source."""
    loaders = (ExtensionFileLoader, EXTENSION_SUFFIXES), (FreshLoader, SOURCE_SUFFIXES)
    find, root = FileFinder.path_hook(*loaders), project.resolve()

    def find_in(folder: str) -> PathEntryFinder:
        place = Path(folder or ".").resolve()
        if not place.is_relative_to(root) or OTHERS & set(place.relative_to(root).parts):
            raise ImportError(f"{folder} is not a folder of the project")
        return find(folder)

    sys.path_hooks.insert(0, find_in)
    sys.path_importer_cache.clear()


# Interval of progress reports.
SECONDS = 5.0
Heard = Callable[[str, int, int], None]
# The slow module of each package that takes long to import; they start no threads, so that the process can be forked.
HEAVY = {
    "altair": "altair",
    "matplotlib": "matplotlib.pyplot",
    "narwhals": "narwhals",
    "numpy": "numpy",
    "pandas": "pandas",
}


class Progress:
    """Reports the number of finished states of a part every few seconds; ``now`` is the clock."""

    def __init__(self, name: str, say: Callable[[str], None], now: Callable[[], float] = time.monotonic) -> None:
        self._name, self._say, self._now = name, say, now
        self._reported = now()

    def hear(self, call: str, done: int, of: int) -> None:
        """Handle the start of a call, such as "picture(load=5) in line 9", after ``done`` finished states."""
        if self._now() - self._reported < SECONDS:
            return
        self._reported = self._now()
        what = "picture drawn in" if call == DRAWING else call.partition("(")[0]
        self._say(f"{self._name}: {what} {done:,} of {of:,} states")


class Evaluators:
    """Evaluates the explorables of one build in worker processes; ``say`` receives progress messages.

    Each order is evaluated in a fork of a worker, so that versions of a file do not affect each other. The worker keeps
    its imported libraries for the next order.
    """

    def __init__(self, say: Callable[[str], None] = lambda sentence: None) -> None:
        self._say = say
        self._is_interrupted = False

    def evaluate(
        self,
        order: Order,
        heard: Heard | None = None,
        shown: Callable[[Evaluated], None] = lambda opening: None,
        started: Callable[[AuthorProcess | None], None] = lambda process: None,
    ) -> Evaluated:
        """Evaluate an explorable in a worker; may be called in several threads.

        ``heard`` receives each call with the number of finished states; ``shown`` receives the opening state, if
        ``order.opening_first``; ``started`` receives the process, which the caller may end, and None when it no longer
        may.

        Raises
        ------
        SiteError
            If it cannot be evaluated, or its process ends.
        """
        path, at = own_file(order.name), f"{order.name}.py"
        found: Evaluated | SiteError | None = None
        if self._is_interrupted:  # results are no longer needed
            raise failure("interrupted", path)
        heard = heard or Progress(order.name, self._say).hear
        process = take_worker()
        started(process)
        try:
            for kind, *message in process.ask(order):
                if kind == "at":
                    at = message[0]
                    heard(*message)
                elif kind == "opening":
                    shown(*message)
                else:
                    (found,) = message
        except ProcessEndedError as error:
            self._is_interrupted |= error.code == -signal.SIGINT
            label, _, line = at.partition(" in line ")
            found = error.reported(label, order.project, (path, int(line or 0)), "explorable")
        except BaseException:
            process.end()
            raise
        finally:
            started(None)
            release(process)
        if isinstance(found, SiteError):
            raise found
        assert found is not None
        return found


def main() -> None:
    """Run the worker that evaluates explorables."""
    answer_questions(answer)


def answer(question: Order | Path, send: Answers) -> None:
    """Evaluate an explorable in a fork of this process, if the system supports it, or import a project's libraries."""
    if isinstance(question, Path):
        import_libraries({heavy for name in find_explorables(question) for heavy in heavy_imports(question, name)})
        return
    if not CAN_COPY:
        work(question, send)
        return
    import_libraries(heavy_imports(question.project, question.name))
    if (copy := fork()) == 0:
        with suppress(BrokenPipeError):  # the build has ended
            work(question, send)
        sys.stderr.flush()
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    if code < 0:
        os.kill(os.getpid(), -code)
    if code:
        os._exit(code)


def import_libraries(heavy: Collection[str]) -> None:
    """Import slow packages, and start Vega if Altair is one of them; the forks of this process have both."""
    if "altair" in heavy:
        share()
    for name in sorted(heavy):
        with suppress(ImportError):  # reported when the file is loaded
            import_module(HEAVY[name])
    drawers_digest()  # cached for the forks


def work(order: Order, send: Answers) -> None:
    """Evaluate an explorable, and send its calls, its opening state, and the result or error."""
    sys.path.insert(1, str(order.project))
    import_from_source(order.project)
    if "altair" in heavy_imports(order.project, order.name):
        remember_classes()
    try:
        show, progress = (lambda opening: send(("opening", opening))), (lambda *call: send(("at", *call)))
        send(("done", evaluate(order, progress, show, send.limited)))
    except SiteError as error:
        send(("failed", error))


def heavy_imports(project: Path, name: str) -> set[str]:
    """Return the slow packages that the file of an explorable imports, and pandas for numbers: Arrow imports it."""
    try:
        source = on_disk(project / own_file(name)).read_bytes()
    except OSError:
        return set()
    used = {module.partition(".")[0] for module in imported_modules(source)}
    return HEAVY.keys() & (used | {"pandas"} if b"numbers" in source else used)
