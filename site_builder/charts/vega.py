"""Compile and draw with Vega: in this process, or in one that forks of this process share."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from site_builder.output.files import write_file

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Specification = dict[str, Any]
OPTIONS: dict[str, dict[str, Any]] = {"vega_to_svg": {"allowed_base_urls": []}, "vegalite_to_vega": {}}
END_WITH_PARENT = 1
LOCK = Lock()
# The connection to the shared process, if there is one.
SHARED: list[Connection] = []


def to_svg(drawable: Specification) -> str:
    """Draw a Vega specification; raise :class:`ValueError` if Vega rejects it."""
    drawn: str = call("vega_to_svg", drawable)
    return drawn


def to_vega(specification: Specification | str) -> Specification:
    """Compile Vega-Lite to Vega; raise :class:`ValueError` if Vega-Lite rejects it."""
    compiled: Specification = call("vegalite_to_vega", specification)
    return compiled


def call(function: str, specification: Any) -> Any:
    """Call Vega in the shared process, if there is one, else in this process; may be used by several threads."""
    if not SHARED:
        return call_here(function, specification)
    try:
        with LOCK:
            SHARED[0].send((function, specification))
            found = SHARED[0].recv()
    except (EOFError, OSError) as error:
        raise RuntimeError("the process that runs Vega has ended") from error
    if isinstance(found, ValueError):
        raise found
    return found


def call_here(function: str, specification: Any) -> Any:
    """Call Vega in this process."""
    import vl_convert

    with LOCK:
        load_fonts()
    return getattr(vl_convert, function)(specification, **OPTIONS[function])


CONFIGURATION = "FONTCONFIG_FILE"


@cache
def load_fonts() -> None:
    """Load the fonts that measure labels, once, without the system's copy of the one that vl-convert includes.

    vl-convert opens the file of a system's font for each letter, which makes charts take twice as long. The other fonts
    of the system measure letters that the included one does not have.
    """
    import vl_convert

    if sys.platform != "linux" or CONFIGURATION in os.environ:
        return
    with suppress(OSError), TemporaryDirectory() as folder:  # without one, only time is lost
        listed = "".join(f"<dir>{escape(path)}</dir>" for path in (folder, *font_folders()))
        file = Path(folder, "fonts.conf")
        write_file(file, f"<fontconfig>{listed}</fontconfig>".encode())
        os.environ[CONFIGURATION] = str(file)
        try:
            vl_convert.register_font_directory(folder)  # loads those of the system first
        finally:
            del os.environ[CONFIGURATION]


def font_folders() -> Iterator[str]:
    """Yield the folders of the system's fonts, except that of the font that vl-convert includes."""
    data = os.environ.get("XDG_DATA_HOME") or "~/.local/share"
    for base in ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", f"{data}/fonts"):
        for folder, _, files in os.walk(os.path.expanduser(base)):
            if files and not any(name.startswith("LiberationSans-") for name in files):
                yield folder


def start_here() -> None:
    """Start Vega in this process; its first drawing takes 0.4 s, as long as importing Altair."""
    call_here("vega_to_svg", call_here("vegalite_to_vega", {"data": {"values": []}, "mark": "point"}))


@cache
def warm_up() -> None:
    """Start Vega in the background, once, unless it is shared."""
    if not SHARED:
        Thread(target=start_here, daemon=True).start()


def share() -> None:
    """Start Vega, once, in a fork of this process for its later forks: they need not start it and compile its code."""
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
    import ctypes

    parent = os.getpid()
    if (copy := os.fork()) == 0:
        ctypes.CDLL(None).prctl(END_WITH_PARENT, signal.SIGKILL)
        if os.getppid() != parent:  # it has ended already
            os._exit(0)
    return copy


def serve(connection: Connection) -> None:
    """Answer calls until the other processes have ended."""
    start_here()
    with suppress(EOFError, BrokenPipeError):
        while True:
            try:
                connection.send(call_here(*connection.recv()))
            except ValueError as error:
                connection.send(ValueError(str(error)))
