"""Call the author's functions: with a time limit, and with the place and the state where one fails."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any

from site_builder.data.frames import columns_of
from site_builder.drawing.charts.remedies import remedy_of, sentence_of
from site_builder.drawing.explorables.days import day_meant, moments_beside
from site_builder.drawing.explorables.evaluated import Fault, FaultError

OTHERS = frozenset({"site-packages", "node_modules", "dist-packages"})


class TooLongError(BaseException):
    """A call that takes too long; no mistake of the kind that an author's function may catch."""


def call(
    function: Callable[..., Any],
    arguments: Mapping[str, Any],
    told: str,
    project: Path,
    place: tuple[str, int],
    seconds: float,
) -> Any:
    """Return what a function returns.

    Parameters
    ----------
    arguments : mapping
        Values by name.
    told : str
        The call in words, as "picture(load=95)".
    project : Path
        Folder of the files that are the author's own.
    place : tuple
        Path in the project and line of the function.
    seconds : float
        How long it may take.

    Raises
    ------
    FaultError
        If it fails or does not end: at the author's own line where it was.
    """
    try:
        with Limit(seconds):
            return function(**arguments)
    except TooLongError as error:
        path, line = last_place(error.__traceback__, project) or place
        message = f"{told} was stopped after {seconds:g} s; does a loop of it never end?"
        raise FaultError(Fault(message, path, line)) from None
    except Exception as error:
        path, line = last_place(error.__traceback__, project) or place
        message = f"{told} failed: {type(error).__name__}: {sentence_of(error)}"
        raise FaultError(Fault(message, path, line, suggestion=suggestion_for(error, arguments))) from error


def suggestion_for(error: Exception, arguments: Mapping[str, Any]) -> str:
    """Return what may have been meant: by a day or moment, or by the name of a column or number that is not there."""
    if meant := day_meant(error):
        return meant
    known = [name for value in arguments.values() for name in columns_of(value)]
    known += [str(name) for value in arguments.values() if isinstance(value, Mapping) for name in value]
    # Where no day was found there is no row, and what is looked up in none is not there.
    doubt = moments_beside(arguments.values(), arguments.items()) if isinstance(error, LookupError | ValueError) else ""
    return remedy_of(error, known) or doubt


class Limit:
    """A limit of processor time for what the main thread does: a machine that is busy with others makes no mistake.

    Where signals are missing, and for what only waits, the process's own limit holds.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.is_set = hasattr(signal, "setitimer") and current_thread() is main_thread()

    def __enter__(self) -> None:
        if self.is_set:
            self.before = signal.signal(signal.SIGPROF, stop)
            signal.setitimer(signal.ITIMER_PROF, self.seconds)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.is_set:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, self.before)


def stop(number: int, frame: FrameType | None) -> None:
    """End the call that is being made."""
    raise TooLongError


def last_place(trace: TracebackType | None, project: Path) -> tuple[str, int] | None:
    """Return path and line of the last place in the author's own code that an error passed through."""
    found = None
    prefix = Path(sys.prefix).resolve()
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename).resolve()
        is_own = path.is_relative_to(project) and not OTHERS & set(path.parts) and not path.is_relative_to(prefix)
        # The builder may lie in the project; its frames on the way are not the author's.
        if is_own and "site_builder" not in path.relative_to(project).parts[:1]:
            found = (path.relative_to(project).as_posix(), trace.tb_lineno)
        trace = trace.tb_next
    return found
