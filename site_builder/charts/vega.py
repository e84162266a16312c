"""Compile and draw with Vega: in this process, or in one that forks of this process share."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Specification = dict[str, Any]
END_WITH_PARENT = 1
LOCK = Lock()
# The connection to the shared process, if there is one.
SHARED: list[Connection] = []


def to_svg(drawable: Specification) -> str:
    """Draw a Vega specification; raise :class:`ValueError` if Vega rejects it."""
    drawn: str = run(draw_here, drawable)
    return drawn


def to_vega(specification: Specification | str) -> Specification:
    """Compile Vega-Lite to Vega; raise :class:`ValueError` if Vega-Lite rejects it."""
    compiled: Specification = run(compile_here, specification)
    return compiled


def draw_here(drawable: Specification) -> str:
    """Draw a Vega specification in this process."""
    import vl_convert

    drawn: str = vl_convert.vega_to_svg(drawable, allowed_base_urls=[])
    return drawn


def compile_here(specification: Specification | str) -> Specification:
    """Compile Vega-Lite to Vega in this process."""
    import vl_convert

    compiled: Specification = vl_convert.vegalite_to_vega(specification)
    return compiled


def run(function: Callable[[Any], Any], specification: Any) -> Any:
    """Call a function in the shared process, if there is one, else in this process; may be used by several threads."""
    if not SHARED:
        return function(specification)
    try:
        with LOCK:
            SHARED[0].send((function, specification))
            found = SHARED[0].recv()
    except (EOFError, OSError) as error:
        raise RuntimeError("the process that runs Vega has ended") from error
    if isinstance(found, ValueError):
        raise found
    return found


def start_here() -> None:
    """Start Vega in this process; its first drawing takes 0.4 s, as long as importing Altair."""
    draw_here(compile_here({"data": {"values": []}, "mark": "point"}))


@cache
def warm_up() -> None:
    """Start Vega in the background, once, unless it is shared."""
    if not SHARED:
        Thread(target=start_here, daemon=True).start()


def share() -> None:
    """Start Vega in a fork of this process, once: so its later forks need not start it, and its code gets faster."""
    from multiprocessing.connection import Pipe

    if SHARED:
        return
    here, there = Pipe()
    if fork() == 0:
        here.close()
        serve(there)
        os._exit(0)
    there.close()
    SHARED.append(here)


def fork() -> int:
    """Fork this process; the fork is killed when this process ends (Linux only)."""
    parent = os.getpid()
    if (copy := os.fork()) == 0:
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:  # it has ended already
            os._exit(0)
    return copy


def serve(connection: Connection) -> None:
    """Answer calls of :func:`run` until the other processes have ended."""
    start_here()
    with suppress(EOFError, BrokenPipeError):
        while True:
            function, specification = connection.recv()
            try:
                connection.send(function(specification))
            except ValueError as error:
                connection.send(ValueError(str(error)))
