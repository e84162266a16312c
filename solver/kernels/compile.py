"""Decorators that compile kernels and cache their machine code.

numba's own cache only notices changes in the file of a kernel, but kernels call those of other files. Here, machine
code is cached in a folder named by the digest of all files of this package. Each cached file ends with a digest of its
content; a damaged file is not loaded, and the kernel is compiled again.
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

# A zero for calls of parts: numba compiles a part again for each literal whole number in a call.
ZERO = cast(int, np.int64(0))

DIGEST_SIZE = hashlib.sha256().digest_size

Function = TypeVar("Function", bound=Callable[..., Any])


def machine_code_folder() -> Path:
    """Return the folder of compiled kernels, inside the cache folder that the user set for numba, if any.

    Its name is the digest of all sources of kernels, so a change in any of them compiles all again.
    """
    package = Path(__file__).parent
    sources = sorted(package.glob("*.py"))
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return Path(config.CACHE_DIR or package / "__pycache__") / f"kernels-{digest[:16]}"


MACHINE_CODE = machine_code_folder()
with suppress(OSError):  # new, or in a read-only installation
    os.utime(MACHINE_CODE)  # mark as used now; unused folders are deleted, see ``store.delete_machine_code``


class CheckedFiles(IndexDataCacheFile):
    """The cache files of a kernel, each followed by a digest, because damaged machine code could do anything."""

    @contextmanager
    def _open_for_write(self, filepath: str) -> Iterator[io.BytesIO]:
        """Write a file and its digest atomically; unpickling ignores the digest."""
        with super()._open_for_write(filepath) as file:
            written = io.BytesIO()
            yield written
            file.write(written.getvalue() + hashlib.sha256(written.getvalue()).digest())

    def _load_index(self) -> dict[Any, str]:
        """Return the names of the files of machine code; none if the index is damaged."""
        return cast(dict[Any, str], super()._load_index() if is_intact(self._index_path) else {})

    def _load_data(self, name: str) -> Any:
        """Return cached machine code; after an OSError numba compiles again."""
        if not is_intact(self._data_path(name)):
            raise OSError(f"{name} is damaged")
        return super()._load_data(name)


def is_intact(path: str) -> bool:
    """Return whether a file exists and ends with the digest of the rest."""
    with suppress(OSError):
        stored = memoryview(Path(path).read_bytes())
        return hashlib.sha256(stored[:-DIGEST_SIZE]).digest() == stored[-DIGEST_SIZE:]
    return False


# numba reads the folder from a global setting, and several threads may import kernels.
DECORATING = Lock()


def compiled(function: Function, **options: bool) -> Function:
    """Compile without the GIL, and cache the machine code if a folder is writable.

    No wrapper for C callers is compiled.
    """
    with DECORATING:
        chosen, config.CACHE_DIR = config.CACHE_DIR, str(MACHINE_CODE)
        try:
            made: Function = njit(nogil=True, cache=True, no_cfunc_wrapper=True, **options)(function)
        except RuntimeError:  # a read-only installation without a home folder: compile in every process
            made = njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
        finally:
            config.CACHE_DIR = chosen
        files = getattr(getattr(made, "_cache", None), "_cache_file", None)
        if files is not None:  # None without a writable folder
            files.__class__ = CheckedFiles
        return made


def kernel(function: Function) -> Function:
    """Compile a function that Python calls."""
    return compiled(function)


def part(function: Function) -> Function:
    """Compile a function that only kernels call; omitting the wrapper for Python saves a tenth of the compilation."""
    return compiled(function, no_cpython_wrapper=True)


def skeleton(function: Function) -> Function:
    """Compile a function whose arguments include rules: compiled functions named by the kernel that calls it.

    It is inlined into that kernel and is not cached itself: a rule is a different object in every process, so cached
    machine code would never be found again.
    """
    return cast(Function, njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)(function))


@lower_constant(types.Dispatcher)
def dispatcher_without_address(context: Any, _builder: Any, _kind: Any, _function: Any) -> Any:
    """Return a dummy as the value of a rule; its type identifies the function.

    numba would embed the address of the function in this process, and would not cache a kernel that contains one.
    """
    return context.get_dummy_value()


class CompilationListener(event.Listener):
    """A listener that calls functions, in the compiling thread, when compilation starts and ends."""

    def __init__(self, begin: Callable[[], None], end: Callable[[], None]) -> None:
        """Store the functions to call."""
        self.begin, self.end = begin, end

    def on_start(self, _event: Any) -> None:
        """Report that compilation starts."""
        self.begin()

    def on_end(self, _event: Any) -> None:
        """Report that compilation ends."""
        self.end()


@contextmanager
def watched_compiling(begin: Callable[[], None], end: Callable[[], None]) -> Iterator[None]:
    """Call ``begin`` and ``end`` whenever a kernel is compiled, nested or not."""
    watch = CompilationListener(begin, end)
    event.register("numba:compile", watch)
    try:
        yield
    finally:
        event.unregister("numba:compile", watch)
