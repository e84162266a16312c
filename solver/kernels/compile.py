"""The decorator of all kernels: how they are compiled, and where their machine code is kept.

By itself numba's cache of machine code sees changes in one file only, and kernels call those of other files; here it is
kept under a digest of all files of this package, so that every version of them has a folder of its own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

import numpy as np
from numba import config, njit
from numba.core import event

# A zero for calls of parts: numba compiles a part once more for each whole number that a call spells out.
ZERO = cast(int, np.int64(0))

Function = TypeVar("Function", bound=Callable[..., Any])


def machine_code_folder() -> Path:
    """Return the folder for compiled kernels, below the one that the user chose for numba, if any.

    Its name is a digest of all sources of kernels, so a change in any of them compiles all anew.
    """
    package = Path(__file__).parent
    sources = sorted(package.glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return Path(config.CACHE_DIR or package / "__pycache__") / f"kernels-{digest[:16]}"


MACHINE_CODE = machine_code_folder()
with suppress(OSError):  # it is new, or of an installation that can only be read
    os.utime(MACHINE_CODE)  # in use from now; what is out of use is deleted, see ``store.delete_machine_code``


# Numba takes the folder from a setting of the whole process; rooms of kernels may be imported by several threads.
DECORATING = Lock()


def compiled(function: Function, **options: bool) -> Function:
    """Compile without the interpreter's lock, keeping the machine code wherever there is a place to write.

    Nothing is made for callers in C: there are none.
    """
    with DECORATING:
        chosen, config.CACHE_DIR = config.CACHE_DIR, str(MACHINE_CODE)
        try:
            made: Function = njit(nogil=True, cache=True, no_cfunc_wrapper=True, **options)(function)
        except RuntimeError:  # a read-only installation and no home folder: compile anew in every process
            made = njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
        finally:
            config.CACHE_DIR = chosen
        return made


def kernel(function: Function) -> Function:
    """Compile a function that Python calls."""
    return compiled(function)


def part(function: Function) -> Function:
    """Compile a function that only kernels call: what Python needs to call it takes a tenth of all compiling."""
    return compiled(function, no_cpython_wrapper=True)


class Watch(event.Listener):
    """Somebody who is told, in the thread that compiles, when compiling begins and ends."""

    def __init__(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        """Tell by these functions."""
        self.begin, self.end = begin, end

    def on_start(self, _event: Any) -> None:
        """Tell that a kernel is being compiled."""
        self.begin()

    def on_end(self, _event: Any) -> None:
        """Tell that it is done."""
        self.end()


@contextmanager
def watched_compiling(begin: Callable[[], None], end: Callable[[], None]) -> Iterator[None]:
    """Call ``begin`` and ``end`` whenever a kernel is compiled, within another or by itself."""
    watch = Watch(begin, end)
    event.register("numba:compile", watch)
    try:
        yield
    finally:
        event.unregister("numba:compile", watch)
