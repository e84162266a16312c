"""Files: results kept by content, and the only place that writes any.

A result is kept under a key that names all it depends on: the ruleset with its options, the parameters, the source of
the solver, the versions of the libraries. A kept file is the SHA-256 of everything that follows, a line of JSON (key,
facts, the arrays' types and shapes), and the bytes of the arrays. It is written beside its place and renamed, so a
reader sees a whole file or none, and any number of writers may race.

The folder is ``YATZY_CACHE_DIR`` if that is set, else the cache folder of the platform: ``$XDG_CACHE_HOME`` or
``~/.cache`` on Linux, ``~/Library/Caches`` on macOS, ``%LOCALAPPDATA%`` on Windows, each with ``optimal-yatzy`` in it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import math
import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.errors import StoreError

FORMAT = "optimal-yatzy result 1"
LIBRARIES = ("numpy", "numba", "llvmlite")
N_KEPT = 24  # results; the oldest are deleted, for every change of the source makes the earlier ones useless
LEFTOVER_SECONDS = 3600  # age at which the unfinished file of a writer that was killed is deleted

PACKAGE = Path(__file__).parent
log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class Result:
    """What is kept: arrays, and facts that JSON can hold."""

    arrays: Mapping[str, npt.NDArray[Any]]
    facts: Mapping[str, Any]


def cache_folder() -> Path:
    """Return the folder that results are kept in."""
    if chosen := os.environ.get("YATZY_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "optimal-yatzy"


def sha256(content: bytes) -> str:
    """Return the SHA-256 of ``content`` in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


@lru_cache
def source_digests() -> Mapping[str, str]:
    """Return the SHA-256 of every source file of the solver by its path from the folder that holds the package."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {path.relative_to(PACKAGE.parent).as_posix(): sha256(path.read_bytes()) for path in paths}


def result_key(name: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Return all that the result ``name`` with ``parameters`` depends on."""
    return {
        "name": name,
        "parameters": dict(parameters),
        "source": sha256(json.dumps(source_digests()).encode()),
        "versions": {library: version(library) for library in LIBRARIES},
        "python": sys.version.split()[0],
    }


def recall(
    name: str, parameters: Mapping[str, Any], compute: Callable[[], Result], fresh: bool = False
) -> tuple[Result, bool]:
    """Return the result kept for ``name`` and ``parameters``, else compute and keep it; and whether it was kept.

    A damaged file, one written for another key, and a folder that cannot be written are told to the log; none of them
    is an error, for the result can be computed.

    Parameters
    ----------
    fresh : bool
        Compute even if a result is kept.
    """
    key = result_key(name, parameters)
    path = cache_folder() / f"{name}-{sha256(json.dumps(key, sort_keys=True).encode())[:32]}.result"
    if not fresh:
        try:
            return decode(path.read_bytes(), key), True
        except (FileNotFoundError, NotADirectoryError):
            pass  # nothing is kept yet
        except (StoreError, OSError) as error:
            log.warning("%s is not used and will be replaced: %s", path, error)
    result = compute()
    try:
        write_whole(path, encode(result, key))
        delete_old(path.parent)
    except OSError as error:
        log.warning("the result cannot be kept in %s (%s); set YATZY_CACHE_DIR to another folder", path.parent, error)
    return result, False


def encode(result: Result, key: Mapping[str, Any]) -> bytes:
    """Return the file that keeps ``result`` under ``key``."""
    arrays = {name: np.ascontiguousarray(array) for name, array in result.arrays.items()}
    header = {
        "format": FORMAT,
        "key": key,
        "facts": dict(result.facts),
        "arrays": {name: [array.dtype.str, array.shape] for name, array in arrays.items()},
    }
    body = b"\n".join([json.dumps(header).encode(), b"".join(array.tobytes() for array in arrays.values())])
    return b"\n".join([sha256(body).encode(), body])


def decode(content: bytes, key: Mapping[str, Any]) -> Result:
    """Return the result that a file keeps.

    Raises
    ------
    StoreError
        If the file is damaged or keeps something else.
    """
    digest, _, body = content.partition(b"\n")
    if sha256(body).encode() != digest:
        raise StoreError("it is damaged, its checksum does not match")
    header_line, _, data = body.partition(b"\n")
    try:
        header = json.loads(header_line)
        if header["format"] != FORMAT or header["key"] != key:
            raise StoreError("it was written for something else")
        arrays, start = {}, 0
        for name, (dtype, shape) in header["arrays"].items():
            count = int(np.prod(shape, dtype=np.int64))
            arrays[name] = np.frombuffer(data, np.dtype(dtype), count, start).reshape(shape)
            start += arrays[name].nbytes
        return Result(arrays, header["facts"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError("it is whole but keeps no result") from error


def write_whole(path: Path, content: bytes) -> None:
    """Write ``content`` beside ``path`` and rename it into place, so that nobody ever sees half of it.

    Raises
    ------
    OSError
        If that cannot be done; it names ``path``, or the folder if that cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        beside.unlink(missing_ok=True)


def delete_old(folder: Path) -> None:
    """Delete all but the newest results, and what killed writers left behind."""
    newest_first = sorted(folder.glob("*.result"), key=age)
    for path in newest_first[N_KEPT:]:
        path.unlink(missing_ok=True)
    delete_leftovers(folder)


def delete_leftovers(folder: Path) -> None:
    """Delete the unfinished files in ``folder`` whose writers must be dead by now."""
    for path in folder.glob(".*.part"):
        if age(path) > LEFTOVER_SECONDS:
            path.unlink(missing_ok=True)


def age(path: Path) -> float:
    """Return how many seconds ago ``path`` was written; endless if another process has just deleted it."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return math.inf
