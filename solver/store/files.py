"""Write files whole or not at all; the folder of kept results, and what is cleared from it."""

from __future__ import annotations

import hashlib
import math
import os
import secrets
import shutil
import sys
import time
from contextlib import suppress
from pathlib import Path

from solver.errors import StoreError

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
