"""Write files of the data folder: to the side and swapped, by one program at a time. Nothing else here writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LOCK = ".lock"


def replace_file(path: Path, content: bytes) -> None:
    """Put a file in its place in one step; one that holds just this content is left alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    beside.write_bytes(content)
    beside.replace(path)


def remove_file(path: Path) -> None:
    """Remove a file, if it is there."""
    path.unlink(missing_ok=True)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep a folder to this program; others that ask for the same wait. A program that is killed keeps nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / LOCK).open("ab") as stream:
        if os.name == "nt":
            import msvcrt

            msvcrt.locking(stream.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX)
        yield  # closing the file lets it go
