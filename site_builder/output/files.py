"""Write files and folders atomically: completely, or not at all. No other module of the site builder writes files.

A file or folder is written under a temporary name in the same parent folder and then renamed. Files of a site are
flushed to disk; those of the cache and of the data folder are not: a checksum finds damage, and the next build
recomputes them.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import stat
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any

from site_builder.problems.problem import Problem, SiteError

FORCED_AT_ONCE = 16
PUBLIC_FILE, PUBLIC_FOLDER = 0o644, 0o755
SCRATCH = "site-builder-"
QUERY_INFORMATION = 0x1000  # access right that Windows requires for queries about a process
AT_CWD = -100
RENAME_EXCHANGE = 2
RENAME_TRIES, RENAME_PAUSE = 10, 0.2  # seconds


def write_file(path: Path, content: bytes) -> None:
    """Replace a file atomically: other programs read the old content or the new one, never a part.

    A file that already has this content is not touched.

    Raises
    ------
    OSError
        If it cannot be written; the old file is unchanged.
    """
    if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".{path.name}.{os.getpid()}-{threading.get_ident()}.new")
    try:
        fresh.write_bytes(content)
        rename_patiently(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Remove a file or folder as far as possible; one that does not exist is ignored."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with suppress(OSError):
            path.unlink()


def write_folder(folder: Path, files: Mapping[str, bytes], complete: Callable[[Path], None] | None = None) -> None:
    """Write the new ``folder``; ``complete`` may add files to it before it is renamed into place.

    Raises
    ------
    SiteError
        If the folder exists and is not empty, or cannot be written.
    """
    with replacing(folder, is_site=False) as replacement:
        replacement.begin(files)
        replacement.wait()
        if complete is not None:
            complete(replacement.fresh)
        replacement.end(files)


@contextmanager
def scratch_folder(texts: Mapping[str, str] | None = None) -> Iterator[Path]:
    """Yield a temporary folder for tools that read or write files, with ``texts`` as files by name."""
    with tempfile.TemporaryDirectory(prefix=SCRATCH) as folder:
        for name, text in (texts or {}).items():
            (Path(folder) / name).write_text(text, encoding="utf-8", newline="\n")
        yield Path(folder)


def write_forced(target: Path, content: bytes, old: Path | None, is_public: bool) -> None:
    """Write one file and flush it to disk, or link it to ``old`` if that has the same content."""
    if old is None or not take_over(old, target, content):
        with target.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    if is_public and stat.S_IMODE(target.stat().st_mode) != PUBLIC_FILE:
        target.chmod(PUBLIC_FILE)


def take_over(old: Path, target: Path, content: bytes) -> bool:
    """Create a hard link to an old file if it has this content; return whether that succeeded."""
    try:
        with old.open("rb") as stream:
            read = os.fstat(stream.fileno())
            if read.st_size != len(content) or old.is_symlink() or stream.read() != content:
                return False
        os.link(old, target)
        if not os.path.samestat(target.stat(), read):  # another build has replaced the site meanwhile
            target.unlink()
            return False
    except OSError:  # there is no old file, or the system does not support hard links
        return False
    return True


def swap(fresh: Path, place: Path) -> None:
    """Rename the folder ``fresh`` to ``place``, and remove the folder that was there."""
    with uninterrupted():
        if place.exists() or not renamed(fresh, place):
            replace(fresh, place)
        force(place.parent)


def replace(fresh: Path, place: Path) -> None:
    """Replace a folder by another one, and remove the old one.

    Raises
    ------
    OSError
        If the old folder cannot be moved; it is unchanged.
    """
    if exchange(fresh, place):
        shutil.rmtree(fresh, ignore_errors=True)
        return
    old = sibling(place, "old")
    rename_patiently(place, old)
    try:
        rename_patiently(fresh, place)
    except OSError:
        old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)  # The next build removes files that are still open in another program.


def rename_patiently(source: Path, target: Path) -> None:
    """Rename a file or folder; retry while another program has it open, which prevents renaming on Windows."""
    for _ in range(RENAME_TRIES - 1):
        try:
            source.replace(target)
        except PermissionError:
            time.sleep(RENAME_PAUSE)
        else:
            return
    source.replace(target)


def renamed(fresh: Path, place: Path) -> bool:
    """Rename a folder to a free place; return False if another build was faster."""
    try:
        fresh.rename(place)
    except OSError:
        if not place.exists():
            raise
        return False
    return True


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ignore SIGINT while folders are swapped, so that an interrupted swap is not reported as a failed build."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def exchange(first: Path, second: Path) -> bool:
    """Exchange two folders atomically if the system supports it (Linux); return whether it did."""
    if not sys.platform.startswith("linux"):
        return False
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    return call is not None and call(AT_CWD, bytes(first), AT_CWD, bytes(second), RENAME_EXCHANGE) == 0


def sibling(place: Path, kind: str) -> Path:
    """Return the path of a temporary folder of this process next to ``place``; ``kind`` is "new" or "old"."""
    place.parent.mkdir(parents=True, exist_ok=True)
    return place.with_name(f".{place.name}.{kind}-{os.getpid()}")


def recover(out: Path) -> None:
    """Clean up after builds that were killed: restore a folder that was moved aside, remove incomplete ones."""
    for left in sorted(out.parent.glob(f".{out.name}.*-*")) if out.parent.is_dir() else []:
        kind, _, process = left.name.removeprefix(f".{out.name}.").partition("-")
        if kind not in ("new", "old") or not process.isdecimal() or is_running(int(process)):
            continue
        if kind == "old" and not out.exists():
            left.rename(out)
        else:
            shutil.rmtree(left, ignore_errors=True)


def is_running(process: int) -> bool:
    """Return whether another process with this number is running."""
    if process == os.getpid():
        return False
    if sys.platform == "win32":  # On Windows os.kill ends the process.
        handle = ctypes.windll.kernel32.OpenProcess(QUERY_INFORMATION, False, process)
        ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def force(directory: Path) -> None:
    """Flush the entries of a folder to disk; Windows and some network disks do not support that."""
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        return
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


MARKER = ".site-builder.json"


class Replacement:
    """A folder that is written under a temporary name, while parts may still be computed, and then swapped into place.

    A site may replace an older site, and is readable by all users of the machine, such as a web server, whatever the
    umask is. For other folders, the place must be new or empty.
    """

    def __init__(self, place: Path, is_site: bool) -> None:
        self.place = Path(os.path.abspath(place))
        self.is_site = is_site
        self._begun: dict[str, bytes] = {}
        self._folders: set[Path] = set()
        # Several at a time: disks flush many small files almost as fast as one.
        self._threads = ThreadPoolExecutor(max_workers=FORCED_AT_ONCE)
        self._writing: list[Future[None]] = []
        with self._refusals():
            self.fresh = sibling(self.place, "new")

    def begin(self, files: Mapping[str, bytes]) -> None:
        """Start to write files; those that are identical in the old site are linked to it.

        Few of a thousand small files change between builds, and flushing each one to disk takes time.

        Raises
        ------
        SiteError
            If the place has other files or cannot be written, or a path leads out of it.
        """
        with self._refusals():
            if not self._folders:
                recover(self.place)
                self._require_replaceable()
                self.fresh.mkdir()
                self._folders.add(self.fresh)
            for name, content in files.items():
                parts = PurePosixPath(name).parts
                if not parts or ".." in parts or PurePosixPath(name).is_absolute() or "\\" in name:
                    what = f"would be left by the file {name!r}"
                    raise self._refusal(what, "file names are relative and stay inside")
                target = self.fresh.joinpath(*parts)
                if target.parent not in self._folders:
                    target.parent.mkdir(parents=True, exist_ok=True)
                    self._folders.add(target.parent)
                old = self.place.joinpath(*parts) if self.is_site else None
                self._writing.append(self._threads.submit(write_forced, target, content, old, self.is_site))
                self._begun[name] = content

    def wait(self) -> None:
        """Wait until all started files are written.

        Raises
        ------
        SiteError
            If a file cannot be written.
        """
        with self._refusals():
            for written in self._writing:
                written.result()

    def end(self, files: Mapping[str, bytes], record: Mapping[str, Any] | None = None) -> None:
        """Write the remaining files, and swap the folder into place; ``record`` is stored in the marker of a site."""
        if any(files.get(path) is not content for path, content in self._begun.items()):
            raise ValueError("files were begun that are no longer those of the site")
        rest = {path: content for path, content in files.items() if path not in self._begun}
        if self.is_site:
            marker = json.dumps({"made_by": "site_builder", **(record or {})}, sort_keys=True) + "\n"
            rest[MARKER] = marker.encode()
        self.begin(rest)
        self.wait()
        with self._refusals():
            for folder in self._folders:
                if self.is_site:
                    folder.chmod(PUBLIC_FOLDER)
                force(folder)
            swap(self.fresh, self.place)

    def close(self) -> None:
        """Stop writing, and remove the temporary folder if it was not swapped into place."""
        self._threads.shutdown(cancel_futures=True)
        shutil.rmtree(self.fresh, ignore_errors=True)

    def _require_replaceable(self) -> None:
        """Raise an error unless the place is free, an empty folder or, for a site, an older site."""
        place = self.place
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            raise self._refusal("is not a folder", "name another folder")
        if place.is_dir() and any(place.iterdir()):
            if not self.is_site:
                raise self._refusal("exists and is not empty", "name a folder that is new or empty")
            if read_record(place) is None:
                raise self._refusal("holds files that this builder did not write", "empty it yourself, or name another")

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Convert errors of the system, such as a full disk or a read-only folder, to errors of the author."""
        try:
            yield
        except OSError as error:
            remedy = "make room for it, or name another folder"
            if isinstance(error, PermissionError):
                remedy = "close programs that have files of it open, make it writable, or name another folder"
            raise self._refusal(f"cannot be written ({error.strerror or error})", remedy) from error

    def _refusal(self, what: str, remedy: str) -> SiteError:
        """Return the error with the reason why nothing was written."""
        if self.is_site and "another" in remedy:
            remedy += " with --out"
        return SiteError([Problem(str(self.place), 0, 0, "output", f"the folder {what}; nothing was written", remedy)])


@contextmanager
def replacing(place: Path, is_site: bool = True) -> Iterator[Replacement]:
    """Yield the replacement of a folder; it is discarded unless ``end`` is called."""
    replacement = Replacement(place, is_site)
    try:
        yield replacement
    finally:
        replacement.close()


def read_record(out: Path) -> dict[str, Any] | None:
    """Return the record in the marker of the site in ``out``; None if there is no site of this builder."""
    try:
        record = json.loads((out / MARKER).read_bytes())
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) and record.get("made_by") == "site_builder" else None
