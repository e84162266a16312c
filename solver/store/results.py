"""Cache of results on this machine: keys contain everything a result depends on, files are written atomically."""

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

LARGEST_CACHE = 12 * 10**9  # bytes; beyond them, least recently used results are deleted. The largest game takes 2.9 GB
FEW_VERSIONS = 4  # old versions of the kernels whose machine code is never deleted
VERSION_SECONDS = 24 * 3600  # minimum age for deleting machine code: a running process may still add to it
LEFTOVER_SECONDS = 3600  # age at which the temporary file of a killed process is deleted


def cache_folder() -> Path:
    """Return the cache folder."""
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


def check_space(n_bytes: int) -> None:
    """Check that a result of this size can be stored, after deleting temporary files of killed processes.

    Raises
    ------
    StoreError
        If the result exceeds the size of the cache or the free disk space.
    """
    folder = cache_folder()
    if n_bytes > LARGEST_CACHE:
        raise StoreError(f"{n_bytes / 1e9:.2f} GB exceed the cache in {folder}, {LARGEST_CACHE / 1e9:.0f} GB")
    with suppress(OSError):
        delete_leftovers(folder)
    there = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    free = shutil.disk_usage(there).free
    if n_bytes > free:
        raise StoreError(
            f"{n_bytes / 1e9:.2f} GB are needed in {folder}, but only {free / 1e9:.2f} GB are free; set "
            "YATZY_CACHE_DIR to another folder"
        )


def write_atomically(path: Path, *pieces: bytes | memoryview) -> None:
    """Write ``pieces`` to a temporary file and rename it to ``path``, so that readers never see a partial file.

    Raises
    ------
    OSError
        If writing fails; the error names ``path``, or the folder if it cannot be created.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        with temporary.open("xb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)


def delete_old(folder: Path) -> None:
    """Delete the least recently used results beyond the limit, and temporary files of killed processes."""
    space = LARGEST_CACHE
    for path in sorted(folder.glob("*.result"), key=age):
        with suppress(FileNotFoundError):  # another process may have deleted it
            space -= path.stat().st_size
            if space < 0:
                path.unlink()
    delete_leftovers(folder)


def delete_leftovers(folder: Path) -> None:
    """Delete temporary files in ``folder`` old enough that their writers must have been killed."""
    for path in folder.glob(".*.part"):
        if age(path) > LEFTOVER_SECONDS:
            path.unlink(missing_ok=True)


def age(path: Path) -> float:
    """Return the seconds since ``path`` was written; infinity if another process has deleted it."""
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return math.inf


def delete_machine_code(present: Path) -> None:
    """Delete old machine code of previous versions of the kernels, except the most recent ones.

    A folder is renamed before it is deleted, so that processes of its version see all of it or nothing.

    Parameters
    ----------
    present : Path
        Folder of the current version, ``kernels-`` and 16 hexadecimal digits; previous versions are its siblings.
    """
    folders = present.parent.glob("kernels-" + 16 * "[0-9a-f]" + "*")
    previous = sorted((age(folder), folder) for folder in folders if folder != present)
    for seconds, folder in previous[FEW_VERSIONS:]:
        if seconds > VERSION_SECONDS:
            renamed = folder.with_name(f"{folder.name}.{secrets.token_hex(4)}.deleted")
            with suppress(OSError):  # another process deletes it, or it cannot be deleted
                folder.rename(renamed)
                shutil.rmtree(renamed)


FORMAT = "optimal-yatzy result 2"
SHA256_LENGTH = 64  # hexadecimal digits
LINE_PIECE = 4096  # bytes of a header read at a time
ALIGNMENT = 64  # bytes; kernels require aligned arrays


@dataclass(frozen=True, eq=False)
class Result:
    """A stored result: arrays, and facts that JSON can represent."""

    arrays: Mapping[str, npt.NDArray[Any]]
    facts: Mapping[str, Any]


def read_result(path: Path, key: Mapping[str, Any]) -> Result:
    """Read a result file, map its arrays read-only and mark the file as used.

    The checksum is computed from a separate read: hashing the mapped file would count all of it as memory of this
    process.

    Raises
    ------
    StoreError
        If the file is damaged or has another key.
    """
    with path.open("rb") as file:
        digest = file.read(SHA256_LENGTH)
        file.read(1)  # the end of the line
        if hashlib.file_digest(file, "sha256").hexdigest().encode() != digest:
            raise StoreError("it is damaged, its checksum does not match")
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    result = decode(content, key)
    with suppress(OSError):  # a read-only folder
        os.utime(path)
    return result


def padding(n_bytes: int) -> int:
    """Return the number of bytes up to the next multiple of the alignment."""
    return -n_bytes % ALIGNMENT


def encode(result: Result, key: Mapping[str, Any]) -> list[bytes | memoryview]:
    """Return the content of a result file, in pieces."""
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
    """Return the result in the content of a file, whose checksum was verified.

    Raises
    ------
    StoreError
        If the format or the key differs.
    """
    body = content[SHA256_LENGTH + 1 :]
    try:
        length = find_line_end(body)
        header = json.loads(bytes(body[:length]))
        if header["format"] != FORMAT or header["key"] != key:
            raise StoreError("it has another format or key")
        arrays, start = {}, length + 1
        for name, (dtype, shape) in header["arrays"].items():
            count = int(np.prod(shape, dtype=np.int64))
            arrays[name] = np.frombuffer(body[start:], np.dtype(dtype), count).reshape(shape)
            start += arrays[name].nbytes + padding(arrays[name].nbytes)
        return Result(arrays, header["facts"])
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise StoreError("its header is invalid") from error


def find_line_end(content: memoryview) -> int:
    """Return the position of the first line end.

    Raises
    ------
    ValueError
        If there is none.
    """
    for start in range(0, len(content), LINE_PIECE):
        place = bytes(content[start : start + LINE_PIECE]).find(b"\n")
        if place >= 0:
            return start + place
    raise ValueError("no line end")


LARGE_RESULT = 2**26  # bytes; larger results are replaced by their memory-mapped file, so only pages read use memory
LIBRARIES = ("numpy", "numba", "llvmlite")

log = logging.getLogger(__name__)


def result_key(name: str, parameters: Mapping[str, Any], module: str) -> dict[str, Any]:
    """Return everything that a result depends on: name, parameters, sources of ``module``, versions of libraries."""
    return {
        "name": name,
        "parameters": dict(parameters),
        "source": sha256(json.dumps(dict(sources_of_module(module))).encode()),
        "versions": {library: version(library) for library in LIBRARIES},
        "python": sys.version.split()[0],
    }


COMPUTING: dict[tuple[str, str], Lock] = {}  # one lock per requested result of this process


def recall(
    name: str, parameters: Mapping[str, Any], compute: Callable[[], Result], fresh: bool = False
) -> tuple[Result, bool]:
    """Return a stored result, or compute and store it; the second value tells whether it was stored.

    Damaged files, files with another key and folders that are not writable are logged and otherwise ignored. If several
    threads request a result, one computes it and the others wait.

    Parameters
    ----------
    compute : callable
        The sources of its module and of all imports, direct or indirect, are part of the key.
    fresh : bool
        Ignore a stored result.
    """
    with COMPUTING.setdefault((name, json.dumps(parameters, sort_keys=True)), Lock()):
        if not fresh and (found := find_stored(name, parameters, compute.__module__)) is not None:
            return found, True
        result = compute()
        try:
            store_result(name, parameters, compute.__module__, result)
        except StoreError as error:
            log.warning("%s", error)
        else:
            if sum(array.nbytes for array in result.arrays.values()) >= LARGE_RESULT:
                result = find_stored(name, parameters, compute.__module__) or result
    return result, False


def path_of_result(name: str, key: Mapping[str, Any]) -> Path:
    """Return the file of the result with a key."""
    return cache_folder() / f"{name}-{sha256(json.dumps(key, sort_keys=True).encode())[:32]}.result"


def find_stored(name: str, parameters: Mapping[str, Any], module: str) -> Result | None:
    """Return a stored result or None; log damaged files and files with another key."""
    key = result_key(name, parameters, module)
    path = path_of_result(name, key)
    try:
        return read_result(path, key)
    except (FileNotFoundError, NotADirectoryError):
        pass  # not stored yet
    except (StoreError, OSError) as error:
        log.warning("%s is not used and will be replaced: %s", path, error)
    return None


def store_result(name: str, parameters: Mapping[str, Any], module: str, result: Result) -> None:
    """Store a result.

    Raises
    ------
    StoreError
        If it cannot be written; the previous file is unchanged.
    """
    key = result_key(name, parameters, module)
    path = path_of_result(name, key)
    try:
        write_atomically(path, *encode(result, key))
        delete_old(path.parent)
    except OSError as error:
        raise StoreError(
            f"the result cannot be stored in {path.parent} ({error.strerror}); set YATZY_CACHE_DIR to another folder"
        ) from error


def mark_used(name: str, parameters: Mapping[str, Any], module: str) -> None:
    """Mark a stored result as used now, without reading it."""
    with suppress(OSError):  # not stored, or in a read-only folder
        os.utime(path_of_result(name, result_key(name, parameters, module)))
