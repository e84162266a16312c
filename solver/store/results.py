"""Results kept on this machine, each under a name made of all that it depends on."""

from __future__ import annotations

import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

from solver.errors import StoreError
from solver.store.files import cache_folder, delete_old, sha256, write_whole
from solver.store.format import Result, encode, read_result
from solver.store.sources import sources_of_module

LARGE_RESULT = 2**26  # bytes: results as large are mapped from their file at once, and take no memory but what is read
LIBRARIES = ("numpy", "numba", "llvmlite")

log = logging.getLogger(__name__)


def result_key(name: str, parameters: Mapping[str, Any], module: str) -> dict[str, Any]:
    """Return all that the result ``name`` with ``parameters`` depends on, when ``module`` computes it."""
    return {
        "name": name,
        "parameters": dict(parameters),
        "source": sha256(json.dumps(dict(sources_of_module(module))).encode()),
        "versions": {library: version(library) for library in LIBRARIES},
        "python": sys.version.split()[0],
    }


COMPUTING: dict[tuple[str, str], Lock] = {}  # one for each result that this process has asked for


def recall(
    name: str, parameters: Mapping[str, Any], compute: Callable[[], Result], fresh: bool = False
) -> tuple[Result, bool]:
    """Return the result kept for ``name`` and ``parameters``, else compute and keep it; and whether it was kept.

    A damaged file, one written for another key, and a folder that cannot be written are told to the log; none of them
    is an error, for the result can be computed. If several threads ask for a result, one of them computes it.

    Parameters
    ----------
    compute : callable
        A function of the module whose imports, direct or not, are all that the result depends on.
    fresh : bool
        Compute even if a result is kept.
    """
    with COMPUTING.setdefault((name, json.dumps(parameters, sort_keys=True)), Lock()):
        if not fresh and (found := find_kept(name, parameters, compute.__module__)) is not None:
            return found, True
        result = compute()
        try:
            keep(name, parameters, compute.__module__, result)
        except StoreError as error:
            log.warning("%s", error)
        else:
            if sum(array.nbytes for array in result.arrays.values()) >= LARGE_RESULT:
                result = find_kept(name, parameters, compute.__module__) or result
    return result, False


def path_of_result(name: str, key: Mapping[str, Any]) -> Path:
    """Return the file that keeps the result with a key."""
    return cache_folder() / f"{name}-{sha256(json.dumps(key, sort_keys=True).encode())[:32]}.result"


def find_kept(name: str, parameters: Mapping[str, Any], module: str) -> Result | None:
    """Return the result kept for ``name`` and ``parameters``; of a damaged or foreign one the log is told."""
    key = result_key(name, parameters, module)
    path = path_of_result(name, key)
    try:
        return read_result(path, key)
    except (FileNotFoundError, NotADirectoryError):
        pass  # nothing is kept yet
    except (StoreError, OSError) as error:
        log.warning("%s is not used and will be replaced: %s", path, error)
    return None


def keep(name: str, parameters: Mapping[str, Any], module: str, result: Result) -> None:
    """Keep a result for ``name`` and ``parameters``.

    Raises
    ------
    StoreError
        If that cannot be done; what was kept before is whole.
    """
    key = result_key(name, parameters, module)
    path = path_of_result(name, key)
    try:
        write_whole(path, *encode(result, key))
        delete_old(path.parent)
    except OSError as error:
        raise StoreError(
            f"the result cannot be kept in {path.parent} ({error.strerror}); set YATZY_CACHE_DIR to another folder"
        ) from error


def mark_used(name: str, parameters: Mapping[str, Any], module: str) -> None:
    """Mark the result kept for ``name`` and ``parameters`` as used now, if there is one, without reading it."""
    with suppress(OSError):  # nothing is kept, or in a folder that can only be read
        os.utime(path_of_result(name, result_key(name, parameters, module)))
