"""The decorator of all kernels: how they are compiled, and where their machine code is kept.

By itself numba's cache of machine code sees changes in one file only, and kernels call those of other files; here it is
kept under a digest of all files of this package, so that every version of them has a folder of its own. Every file
there ends with a digest of its content: a damaged one is not loaded, and the kernel is compiled again.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar, cast

import numpy as np
from numba import config, njit, types
from numba.core import event
from numba.core.caching import IndexDataCacheFile
from numba.core.imputils import lower_constant
from numba.experimental import function_type  # noqa: F401 - what it registers is replaced below

# A zero for calls of parts: numba compiles a part once more for each whole number that a call spells out.
ZERO = cast(int, np.int64(0))

DIGEST_SIZE = hashlib.sha256().digest_size

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


class CheckedFiles(IndexDataCacheFile):
    """The files of a kernel in numba's cache, each with a digest behind it: altered machine code could do anything."""

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        """Write a file whole, and its digest, which unpickling ignores."""
        with super()._open_for_write(filepath) as file:
            written = io.BytesIO()
            yield written
            file.write(written.getvalue() + hashlib.sha256(written.getvalue()).digest())

    def _load_index(self) -> dict[Any, str]:
        """Return the names of the files of machine code, none if the index is damaged."""
        return cast(dict[Any, str], super()._load_index() if is_intact(self._index_path) else {})

    def _load_data(self, name: str) -> Any:
        """Return what was kept; numba compiles again after an OSError."""
        if not is_intact(self._data_path(name)):
            raise OSError(f"{name} is damaged")
        return super()._load_data(name)


def is_intact(path: str) -> bool:
    """Tell whether there is a file that ends with the digest of the rest."""
    with suppress(OSError):
        stored = memoryview(Path(path).read_bytes())
        return hashlib.sha256(stored[:-DIGEST_SIZE]).digest() == stored[-DIGEST_SIZE:]
    return False


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
        files = getattr(getattr(made, "_cache", None), "_cache_file", None)
        if files is not None:  # there is no cache without a place to write
            files.__class__ = CheckedFiles
        return made


def kernel(function: Function) -> Function:
    """Compile a function that Python calls."""
    return compiled(function)


def part(function: Function) -> Function:
    """Compile a function that only kernels call: what Python needs to call it takes a tenth of all compiling."""
    return compiled(function, no_cpython_wrapper=True)


def skeleton(function: Function) -> Function:
    """Compile a function that takes rules: compiled functions that the kernel which calls it names.

    It becomes part of that kernel and has no machine code of its own: a rule is another object in every process, so
    what was stored under its name would never be found again.
    """
    return cast(Function, njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)(function))


@lower_constant(types.Dispatcher)
def dispatcher_without_address(context: Any, _builder: Any, _kind: Any, _function: Any) -> Any:
    """Return a dummy as the value of a rule: its type says which function it is.

    Numba would store the address that the function has in this process, and never cache a kernel that does so.
    """
    return context.get_dummy_value()


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
