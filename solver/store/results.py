"""Results stored on this machine, each under a name made of all that it depends on; files are written atomically."""

from __future__ import annotations

import hashlib
import json
import logging
import math
import mmap
import os
import secrets
import shutil
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.errors import StoreError
from solver.store.sources import sources_of_module

LARGEST_CACHE = 12 * 10**9  # bytes; past them the results longest unused are deleted. The largest game takes 2.9 GB
FEW_VERSIONS = 4  # of the kernels, besides the present one, whose machine code stays however old
VERSION_SECONDS = 24 * 3600  # for which machine code stays anyway: a process that began with it may still add to it
LEFTOVER_SECONDS = 3600  # age at which the unfinished file of a writer that was killed is deleted


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


def check_room(n_bytes: int) -> None:
    """Check that a result of this size can be kept; what killed writers left behind does not take the room.

    Raises
    ------
    StoreError
        If it cannot.
    """
    folder = cache_folder()
    if n_bytes > LARGEST_CACHE:
        raise StoreError(f"{n_bytes / 1e9:.2f} GB are more than is kept in {folder}: {LARGEST_CACHE / 1e9:.0f} GB")
    with suppress(OSError):
        delete_leftovers(folder)
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(there).free
    if n_bytes > free:
        raise StoreError(
            f"{n_bytes / 1e9:.2f} GB are to be kept in {folder}, and {free / 1e9:.2f} GB are free there; set "
            "YATZY_CACHE_DIR to another folder"
        )


def write_whole(path: Path, *pieces: bytes | memoryview) -> None:
    """Write ``pieces`` beside ``path`` and rename the file into place, so that nobody ever sees half of it.

    Raises
    ------
    OSError
        If that cannot be done; it names ``path``, or the folder if that cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        beside.unlink(missing_ok=True)


def delete_old(folder: Path) -> None:
    """Delete the results longest unused where all together grow too large, and what killed writers left behind."""
    room = LARGEST_CACHE
    for path in sorted(folder.glob("*.result"), key=age):
        with suppress(FileNotFoundError):  # another process may have just deleted it
            room -= path.stat().st_size
            if room < 0:
                path.unlink()
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


def delete_machine_code(present: Path) -> None:
    """Delete the machine code of former versions of the kernels that is out of use, all but a few.

    A folder is renamed before it is deleted, so that a process of its version sees all of it or nothing.

    Parameters
    ----------
    present : Path
        The folder of the present version, ``kernels-`` and 16 hexadecimal digits; the others are beside it.
    """
    folders = present.parent.glob("kernels-" + 16 * "[0-9a-f]" + "*")
    former = sorted((age(folder), folder) for folder in folders if folder != present)
    for seconds, folder in former[FEW_VERSIONS:]:
        if seconds > VERSION_SECONDS:
            doomed = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}.deleted")
            with suppress(OSError):  # another process deletes it, or it cannot be deleted: then it stays
                folder.rename(doomed)
                shutil.rmtree(doomed)


FORMAT = "optimal-yatzy result 2"
SHA256_LENGTH = 64  # hexadecimal digits
LINE_PIECE = 4096  # bytes of a header that are looked at at once
ALIGNMENT = 64  # bytes: every array begins at a multiple, as kernels want them


@dataclass(frozen=True, eq=False)
class Result:
    """What is kept: arrays, and facts that JSON can hold."""

    arrays: Mapping[str, npt.NDArray[Any]]
    facts: Mapping[str, Any]


def read_result(path: Path, key: Mapping[str, Any]) -> Result:
    """Return the result that a file keeps, its arrays read-only; the file counts as used from now.

    The checksum is taken of what is read, not of what is mapped: looking at all of the mapped file would have it all
    count as memory of this process.

    Raises
    ------
    StoreError
        If the file is damaged or keeps something else.
    """
    with path.open("rb") as file:
        digest = file.read(SHA256_LENGTH)
        file.read(1)  # the end of the line
        if hashlib.file_digest(file, "sha256").hexdigest().encode() != digest:
            raise StoreError("it is damaged, its checksum does not match")
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    result = decode(content, key)
    with suppress(OSError):  # a folder that can only be read
        os.utime(path)
    return result


def padding(n_bytes: int) -> int:
    """Return how many bytes are missing to a multiple of the alignment."""
    return -n_bytes % ALIGNMENT


def encode(result: Result, key: Mapping[str, Any]) -> list[bytes | memoryview]:
    """Return the file that keeps ``result`` under ``key``, in pieces."""
    arrays = {name: np.ascontiguousarray(array) for name, array in result.arrays.items()}
    header = {
        "format": FORMAT,
        "key": key,
        "facts": dict(result.facts),
        "arrays": {name: [array.dtype.str, array.shape] for name, array in arrays.items()},
    }
    line = json.dumps(header).encode()
    pieces: list[bytes | memoryview] = [line, b" " * padding(SHA256_LENGTH + len(line) + 2), b"\n"]
    for array in arrays.values():
        pieces += [array.reshape(-1).view(np.uint8).data, b"\0" * padding(array.nbytes)]
    digest = hashlib.sha256()
    for piece in pieces:
        digest.update(piece)
    return [digest.hexdigest().encode(), b"\n", *pieces]


def decode(content: memoryview, key: Mapping[str, Any]) -> Result:
    """Return the result that the content of a file keeps, whose checksum was found right.

    Raises
    ------
    StoreError
        If it keeps something else.
    """
    body = content[SHA256_LENGTH + 1 :]
    try:
        length = find_line_end(body)
        header = json.loads(bytes(body[:length]))
        if header["format"] != FORMAT or header["key"] != key:
            raise StoreError("it was written for something else")
        arrays, start = {}, length + 1
        for name, (dtype, shape) in header["arrays"].items():
            count = int(np.prod(shape, dtype=np.int64))
            arrays[name] = np.frombuffer(body[start:], np.dtype(dtype), count).reshape(shape)
            start += arrays[name].nbytes + padding(arrays[name].nbytes)
        return Result(arrays, header["facts"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError("it is whole but keeps no result") from error


def find_line_end(content: memoryview) -> int:
    """Return where the first line ends.

    Raises
    ------
    ValueError
        If no line ends.
    """
    for start in range(0, len(content), LINE_PIECE):
        place = bytes(content[start : start + LINE_PIECE]).find(b"\n")
        if place >= 0:
            return start + place
    raise ValueError("no line")


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
