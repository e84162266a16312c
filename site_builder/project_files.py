"""Find and read the files of a project: which names are content, and which files may be published or quoted.

Imports nothing heavy: builds without changes import this module, too.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator
from pathlib import Path

# Hidden files, lock files and backups of editors.
HIDDEN = re.compile(r"^[.#]|~$")
IGNORED = re.compile(rf"{HIDDEN.pattern}|^(__pycache__|node_modules|Thumbs\.db|desktop\.ini)$|\.(pyc|sw[a-p])$")
# Most bytes of a text, of a picture, and of a download: larger files are assumed to be mistakes; they fill the memory.
LARGEST_TEXT = 10_000_000
LARGEST_PICTURE = 100_000_000
LARGEST_FILE = 1_000_000_000


class RefusedFileError(Exception):
    """A file that exists but may be neither published nor quoted; ``remedy`` describes the fix."""

    def __init__(self, message: str, remedy: str) -> None:
        self.message, self.remedy = message, remedy
        super().__init__(message)


def is_content(name: str) -> bool:
    """Return whether a file or folder of this name is content: not hidden, and not left by an editor or a system."""
    return IGNORED.search(name) is None


def composed(name: str) -> str:
    """Normalize a name to NFC: some systems and editors write é as two characters, others as one."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def content_files(folder: Path, pattern: str) -> list[Path]:
    """Return the content files in a folder that match a pattern of ``Path.glob``, sorted by name."""
    if not os.path.isdir(folder):  # nor may its name be too long, for which a path's own methods raise an error
        return []
    return sorted(path for path in folder.glob(pattern) if are_content(path.relative_to(folder)) and path.is_file())


def are_content(path: Path) -> bool:
    """Return whether all parts of a relative path are content."""
    return all(map(is_content, path.parts))


def walk_files(folder: Path) -> Iterator[Path]:
    """Yield the content files below a folder, sorted by name; links to parent folders are not followed."""
    return (Path(entry.path) for entry in walk_entries(folder))


def walk_entries(folder: Path | str, above: tuple[str, ...] = ()) -> Iterator[os.DirEntry[str]]:
    """Yield the files of :func:`walk_files` as directory entries, which is faster for thousands of files.

    ``above`` holds the real paths of the parent folders, if a link was followed.
    """
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:  # it was removed, is not a folder, or may not be read
        return
    for entry in entries:
        if not is_content(entry.name):
            continue
        if os.path.isdir(entry.path) if entry.is_symlink() else entry.is_dir():
            way = above
            if entry.is_symlink():
                real, here = os.path.realpath(entry.path), os.path.realpath(folder)
                if real in above or Path(here).is_relative_to(real):
                    continue
                way = (*above, here, real)
            yield from walk_entries(entry.path, way)
        elif entry.is_file():
            yield entry


def files_in(root: Path, folder: Path) -> dict[str, os.DirEntry[str]]:
    """Return the content files in a folder by name, links included.

    Files that are not links may be published or quoted, as :func:`find_file` decides. The result is empty if the
    folder itself may not.
    """
    try:
        require_inside(root, folder, folder.name)
        return {entry.name: entry for entry in os.scandir(folder) if is_content(entry.name) and entry.is_file()}
    except (OSError, RefusedFileError):
        return {}


def on_disk(path: Path) -> Path:
    """Return a path as stored on the disk, where names may be in another Unicode normalization form."""
    if os.path.lexists(path) or str(path).isascii() or path.parent == path:
        return path
    parent, wanted = on_disk(path.parent), composed(path.name)
    try:
        return parent / next(name for name in sorted(os.listdir(parent)) if composed(name) == wanted)
    except (OSError, StopIteration):
        return parent / path.name


def find_file(root: Path, folder: Path, name: str, called: str = "the project") -> Path:
    """Return the file ``name``, relative to ``folder``, if it may be published or quoted.

    Raises
    ------
    FileNotFoundError
        If the file does not exist.
    RefusedFileError
        If the file, or the target of a link to it, is outside ``root`` (``called`` in messages), hidden or in a hidden
        folder; or if it is not a regular file.
    """
    written = Path(os.path.normpath(folder / name))
    try:
        file = on_disk(written)
        require_inside(root, file, name, called)
        mode = os.stat(file).st_mode
    except (OSError, ValueError):  # the name is too long or has a character that is not allowed
        raise FileNotFoundError(name) from None
    if stat.S_ISDIR(mode):
        raise FileNotFoundError(name)
    if not stat.S_ISREG(mode):
        raise RefusedFileError(f"{name!r} is a device, a pipe or a socket, not a file", "name a regular file")
    return file


def require_inside(root: Path, file: Path, name: str, called: str = "the project") -> None:
    """Raise an error if a file, or the target of a link to it, is outside a folder or hidden in it.

    Raises
    ------
    RefusedFileError
        The message calls the file ``name``, as the author wrote it.
    """
    for base, place in ((root, file), (Path(os.path.realpath(root)), Path(os.path.realpath(file)))):
        way = "" if base is root else ": it is a link"
        if not place.is_relative_to(base):
            raise RefusedFileError(f"{name!r} is outside {called}{way}", f"put a copy of the file into {called}")
        for part in place.relative_to(base).parts:
            if HIDDEN.search(part):
                message = f"{name!r} is not published{way}: {part!r} begins with '.' or '#', or ends in '~'"
                raise RefusedFileError(message, "rename it, or put a copy beside it under another name")


def read_limited(file: Path, most: int) -> bytes:
    """Return the content of a file; raise an error if it has more than ``most`` bytes."""
    require_size(file, most)
    return file.read_bytes()


def require_size(file: Path, most: int) -> None:
    """Raise an error for a file of more than ``most`` bytes, which would fill the memory."""
    size = file.stat().st_size
    if size > most:
        message = f"{shown(file.name)!r} has {size:,} bytes; at most {most:,} are read"
        raise RefusedFileError(message, "make it smaller, or split it")


def shown(name: str) -> str:
    """Return the name of a file as text; bytes that are not UTF-8 become U+FFFD."""
    return os.fsencode(name).decode("utf-8", errors="replace")
