"""Call functions of authors with a time limit; report the place and the state where one fails."""

from __future__ import annotations

import ctypes
import datetime
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from threading import Event, Lock, Thread, current_thread, main_thread
from types import FrameType, TracebackType
from typing import Any

from site_builder.charts.remedies import remedy_of, sentence_of
from site_builder.data.tables import columns_of
from site_builder.explorables.model import Fault, FaultError
from site_builder.explore.parameters import Parameter

MOMENTS = (
    "{} holds date-times, and a slider of dates gives days: publish it as days, or compare with pandas.Timestamp(day)"
)
MIDNIGHTS = "{} holds date-times at midnight, and a slider of dates gives days: publish it as days, with .dt.date"
DAYS = "compare a column of days with datetime.date, as a slider gives it"


def day_meant(error: BaseException) -> str:
    """Return what to write where a day was looked up among moments, or a moment among days; "" if that is not it."""
    wanted = error.args[0] if error.args else None
    if isinstance(error, KeyError) and isinstance(wanted, datetime.datetime):
        return DAYS
    if isinstance(error, KeyError) and isinstance(wanted, datetime.date):
        return MOMENTS.format("the column")
    if isinstance(error, TypeError) and "Invalid comparison between dtype=date" in str(error):
        return DAYS if "dtype=date32" in str(error) else MOMENTS.format("the column")
    return ""


def moments_meant(parameters: Mapping[str, Parameter], frames: Mapping[tuple[str, str], Any]) -> str:
    """Return what to write where a slider of days may have been compared with moments, which are none of them."""
    values = [parameter.stops[0].value for parameter in parameters.values()]
    return moments_beside(values, [(name, frame) for (name, _), frame in frames.items()])


def moments_beside(values: Iterable[Any], frames: Iterable[tuple[str, Any]]) -> str:
    """Return what to write where one of the values is a day and one of the frames, with their names, holds moments."""
    has_days = any(type(value) is datetime.date for value in values)
    found = [
        (MIDNIGHTS if are_midnights(frame[column]) else MOMENTS).format(f"'{column}' of {name!r}")
        for name, frame in frames
        # In frames of other libraries days and moments are taken for each other.
        if has_days and hasattr(frame, "copy") and hasattr(frame, "dtypes")
        for column, kind in frame.dtypes.items()
        if str(kind).startswith("datetime64")
    ]
    return found[0] if found else ""


def are_midnights(moments: Any) -> bool:
    """Tell whether all moments of a column of pandas are at midnight, as those are that were read as days."""
    return bool((moments.dropna().dt.time == datetime.time(0)).all())


SECONDS = 5.0
# Charts are drawn when all of them are described.
DRAWING = "drawing"


class Progress:
    """Says how many states of a part are done, each time that some seconds have passed; ``now`` is its clock."""

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


OTHERS = frozenset({"site-packages", "node_modules", "dist-packages"})


# On a busy machine a call gets so many times its limit, as long as it works.
BUSY = 4
# Callbacks for a call that is over its limit and cannot be ended: the last one reports the fault and ends the process.
hang: list[Callable[[Fault], None]] = []
# How long a call has to end by itself.
SECONDS_TO_END = 1.0
# What works gets at least this share of a processor.
WORKING = 0.05


class TooLongError(BaseException):
    """A call ran longer than its limit; no exception of the kind that an author's function may catch."""


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
    too_long = f"{told} ran longer than {seconds:g} s; it may contain an infinite loop"
    try:
        with Limit(seconds, lambda frame: Fault(too_long, *(place_in_frames(frame, project) or place))):
            return function(**arguments)
    except TooLongError as error:
        path, line = last_place(error.__traceback__, project) or place
        raise FaultError(Fault(too_long, path, line)) from None
    except (Exception, SystemExit) as error:
        path, line = last_place(error.__traceback__, project) or place
        message = f"{told} failed: {type(error).__name__}: {sentence_of(error)}"
        raise FaultError(Fault(message, path, line, suggestion=suggestion_for(error, arguments))) from error


def suggestion_for(error: BaseException, arguments: Mapping[str, Any]) -> str:
    """Return what may have been meant: by a day or moment, or by the name of a column or number that is not there."""
    if meant := day_meant(error):
        return meant
    if "'Parameter'" in str(error):
        return "use it inside a function, and name it among the arguments"
    known = [name for value in arguments.values() for name in columns_of(value)]
    known += [str(name) for value in arguments.values() if isinstance(value, Mapping) for name in value]
    # Where no day was found there is no row, and what is looked up in none is not there.
    doubt = moments_beside(arguments.values(), arguments.items()) if isinstance(error, LookupError | ValueError) else ""
    return remedy_of(error, known) or doubt


class Limit:
    """A limit of time for what the main thread does, kept by a thread that watches it.

    Time in which the call waits counts. On a busy machine, time in which it works but gets little of the processor does
    not, up to ``BUSY`` times the limit. A call that is over it gets a :class:`TooLongError`; one that cannot be reached
    by that, since it sleeps or runs code in C, is handed to ``hang``. Code in C that holds the interpreter's lock
    is ended from outside.
    """

    def __init__(self, seconds: float, fault_at: Callable[[FrameType | None], Fault]) -> None:
        self.seconds, self.fault_at = seconds, fault_at
        self.is_set = current_thread() is main_thread()
        self.done, self.lock = Event(), Lock()
        self.pause, self.begun = min(1.0, seconds / 10), time.process_time()

    def __enter__(self) -> None:
        if self.is_set:
            Thread(target=self.watch, daemon=True).start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self.lock:
            self.done.set()
            if self.is_set:
                raise_in_main(None)  # One that was sent and has not arrived must not hit what comes next.

    def watch(self) -> None:
        """Wait for the end of the call, or end it."""
        if self.done.wait(self.seconds) or self.works_on():
            return
        with self.lock:
            if self.done.is_set():
                return
            raise_in_main(TooLongError)
        if not self.done.wait(SECONDS_TO_END) and hang:
            hang[-1](self.fault_at(sys._current_frames().get(main_thread().ident or 0)))

    def works_on(self) -> bool:
        """Wait while the call works on a busy machine; return whether it ended meanwhile."""
        for _ in range(round((BUSY - 1) * self.seconds / self.pause) or 1):
            before = time.process_time()
            if self.done.wait(self.pause):
                return True
            if time.process_time() - before < WORKING * self.pause or time.process_time() - self.begun > self.seconds:
                return False
        return False


def raise_in_main(kind: type[BaseException] | None) -> None:
    """Raise an exception in the main thread at its next step, or take back one that has not been raised yet."""
    exception = ctypes.py_object(kind) if kind is not None else None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main_thread().ident or 0), exception)


def place_in_frames(frame: FrameType | None, project: Path) -> tuple[str, int] | None:
    """Return path and line of the innermost frame in the author's own code."""
    while frame is not None:
        if own := own_path(frame.f_code.co_filename, project):
            return own, frame.f_lineno
        frame = frame.f_back
    return None


def last_place(trace: TracebackType | None, project: Path) -> tuple[str, int] | None:
    """Return path and line of the last place in the author's own code that an error passed through."""
    found = None
    while trace is not None:
        if own := own_path(trace.tb_frame.f_code.co_filename, project):
            found = own, trace.tb_lineno
        trace = trace.tb_next
    return found


def own_path(file: str, project: Path) -> str | None:
    """Return the path in the project of a file of the author's own, else None."""
    path = Path(file).resolve()
    is_own = path.is_relative_to(project) and not OTHERS & set(path.parts)
    if not is_own or path.is_relative_to(Path(sys.prefix).resolve()):
        return None
    # The builder may be in the project; its frames on the way are not the author's.
    inside = path.relative_to(project)
    return None if "site_builder" in inside.parts[:1] else inside.as_posix()
