"""Write files and folders whole or not at all; the only module of the site build that writes."""

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
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any

from site_builder.problems.problem import Problem, SiteError

FORCED_AT_ONCE = 16
PUBLIC_FILE, PUBLIC_FOLDER = 0o644, 0o755
SCRATCH = "site-builder-"
QUERY_INFORMATION = 0x1000  # the right to ask Windows about a process
AT_CWD = -100
RENAME_EXCHANGE = 2
RENAME_TRIES, RENAME_PAUSE = 10, 0.2  # seconds


def write_folder(folder: Path, files: Mapping[str, bytes], complete: Callable[[Path], None] | None = None) -> None:
    """Make the new ``folder`` out of ``files``; ``complete`` may add to it before it takes its place.

    Raises
    ------
    SiteError
        If the folder is there already and holds anything.
    """
    folder = Path(os.path.abspath(folder))
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise refusal(folder, "exists and is not empty", "name a folder that is new or empty")
    recover(folder)
    fresh = beside(folder, "new")
    try:
        write_all(files, fresh)
        if complete is not None:
            complete(fresh)
        swap(fresh, folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


@contextmanager
def scratch_folder(texts: Mapping[str, str] | None = None) -> Iterator[Path]:
    """Yield a folder that is gone afterwards, for tools that read or write files; it holds ``texts`` by file name."""
    with tempfile.TemporaryDirectory(prefix=SCRATCH) as folder:
        for name, text in (texts or {}).items():
            (Path(folder) / name).write_text(text, encoding="utf-8", newline="\n")
        yield Path(folder)


def write_all(files: Mapping[str, bytes], folder: Path, old: Path | None = None) -> None:
    """Write every file below ``folder`` and force it to disk; what ``old`` holds byte for byte is taken over from it.

    Of a thousand small files few change from build to build, and forcing each to disk takes time.
    """
    with Writing(folder, old) as writing:
        writing.begin(files)
        writing.end()


class Writing(AbstractContextManager["Writing"]):
    """Files that are being written below a new folder, while others are still made.

    What ``is_public`` can be read by every user of the machine, such as its web server, whatever the umask is.
    """

    def __init__(self, folder: Path, old: Path | None = None, is_public: bool = False) -> None:
        folder.mkdir(parents=True)
        self.is_public = is_public
        self.folder = folder
        self.old = old
        self.made = {folder}
        self.begun: dict[str, bytes] = {}
        # Several at a time: disks force many small files almost as fast as one.
        self.threads = ThreadPoolExecutor(max_workers=FORCED_AT_ONCE)
        self.writing: list[Future[None]] = []

    def begin(self, files: Mapping[str, bytes]) -> None:
        """Begin to write files."""
        for name, content in files.items():
            parts = PurePosixPath(name).parts
            if not parts or ".." in parts or PurePosixPath(name).is_absolute() or "\\" in name:
                told = f"would be left by the file {name!r}"
                raise refusal(self.folder, told, "file names are relative and stay inside")
            target = self.folder.joinpath(*parts)
            if target.parent not in self.made:
                target.parent.mkdir(parents=True, exist_ok=True)
                self.made.add(target.parent)
            before = self.old.joinpath(*parts) if self.old is not None else None
            self.writing.append(self.threads.submit(write_forced, target, content, before, self.is_public))
            self.begun[name] = content

    def end(self) -> None:
        """Wait until everything is on the disk, the lists of names included."""
        for written in self.writing:
            written.result()
        for directory in self.made:
            if self.is_public:
                directory.chmod(PUBLIC_FOLDER)
            force(directory)

    def __exit__(self, *_exception: object) -> None:
        """Write nothing more."""
        self.threads.shutdown(cancel_futures=True)


def write_forced(target: Path, content: bytes, old: Path | None, is_public: bool) -> None:
    """Write one file and force it to disk, or take it over from ``old``."""
    if old is None or not take_over(old, target, content):
        with target.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
    if is_public and stat.S_IMODE(target.stat().st_mode) != PUBLIC_FILE:
        target.chmod(PUBLIC_FILE)


def take_over(old: Path, target: Path, content: bytes) -> bool:
    """Give an old file a second name if it holds just this content; return whether that could be done."""
    try:
        with old.open("rb") as stream:
            read = os.fstat(stream.fileno())
            if read.st_size != len(content) or old.is_symlink() or stream.read() != content:
                return False
        os.link(old, target)
        if not os.path.samestat(target.stat(), read):  # another build has put its site there meanwhile
            target.unlink()
            return False
    except OSError:  # there is none, or the system has no second names
        return False
    return True


def swap(fresh: Path, place: Path) -> None:
    """Put ``fresh`` where ``place`` is; what was there is removed once the new folder stands."""
    with uninterrupted():
        if place.exists() or not renamed(fresh, place):
            replace(fresh, place)
        force(place.parent)


def replace(fresh: Path, place: Path) -> None:
    """Put a folder in the place of another one, and remove that.

    Raises
    ------
    OSError
        If the old folder cannot be moved; it is in its place then.
    """
    if exchange(fresh, place):
        shutil.rmtree(fresh, ignore_errors=True)
        return
    old = beside(place, "old")
    rename_patiently(place, old)
    try:
        rename_patiently(fresh, place)
    except OSError:
        old.rename(place)
        raise
    shutil.rmtree(old, ignore_errors=True)  # The next build removes what is still open in another program.


def rename_patiently(source: Path, target: Path) -> None:
    """Rename a folder; retry while another program has a file of it open, which forbids it on Windows."""
    for _ in range(RENAME_TRIES - 1):
        try:
            source.rename(target)
        except PermissionError:
            time.sleep(RENAME_PAUSE)
        else:
            return
    source.rename(target)


def renamed(fresh: Path, place: Path) -> bool:
    """Give a folder its place where nothing is; return whether no other build was first."""
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
    """Exchange two folders in one step where the system can (Linux); return whether it did."""
    if not sys.platform.startswith("linux"):
        return False
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    return call is not None and call(AT_CWD, bytes(first), AT_CWD, bytes(second), RENAME_EXCHANGE) == 0


def beside(place: Path, kind: str) -> Path:
    """Return the name of this process's folder next to ``place``."""
    place.parent.mkdir(parents=True, exist_ok=True)
    return place.with_name(f".{place.name}.{kind}-{os.getpid()}")


def recover(out: Path) -> None:
    """Undo what was killed while it wrote: put back a folder that was moved aside, remove what was half written."""
    for left in sorted(out.parent.glob(f".{out.name}.*-*")) if out.parent.is_dir() else []:
        kind, _, process = left.name.removeprefix(f".{out.name}.").partition("-")
        if kind not in ("new", "old") or not process.isdecimal() or is_running(int(process)):
            continue
        if kind == "old" and not out.exists():
            left.rename(out)
        else:
            shutil.rmtree(left, ignore_errors=True)


def is_running(process: int) -> bool:
    """Tell whether another process of that number is alive."""
    if process == os.getpid():
        return False
    if sys.platform == "win32":  # There os.kill would end the process.
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
    """Force a folder's list of names to disk, where the system can; Windows and some network disks cannot."""
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        return
    try:
        with suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def told_as_refusal(folder: Path) -> Iterator[None]:
    """Tell what the system refuses, a full disk or a folder that is not ours to write, as what it means.

    Raises
    ------
    SiteError
        In place of the system's own error.
    """
    try:
        yield
    except PermissionError as error:
        told = f"cannot be written ({error.strerror or error})"
        remedy = "close programs that have files of it open, make it writable, or name another folder with --out"
        raise refusal(folder, told, remedy) from error
    except OSError as error:
        told = f"cannot be written ({error.strerror or error})"
        raise refusal(folder, told, "make room for it, or name another folder with --out") from error


def refusal(folder: Path, what: str, suggestion: str) -> SiteError:
    """Return the error that tells why nothing was written."""
    return SiteError([Problem(str(folder), 0, 0, "output", f"the folder {what}; nothing was written", suggestion)])


MARKER = ".site-builder.json"


def publish(files: Mapping[str, bytes], out: Path, record: Mapping[str, Any] | None = None) -> None:
    """Replace the site in ``out`` by ``files`` in one step.

    Parameters
    ----------
    files : mapping
        Bytes by path, relative to ``out``, with forward slashes.
    out : Path
        Folder of the site; it must not exist yet, be empty, or hold a site made by this module.
    record : mapping, optional
        What the build wants to find again with :func:`read_record`; JSON values.

    Raises
    ------
    SiteError
        If ``out`` holds something else or cannot be written, or a path leads out of ``out``.
    """
    with replacing(out) as replacement:
        replacement.end(files, record)


class Replacement:
    """A site that is to take the place of another, and may be written while parts of it are still made."""

    def __init__(self, out: Path) -> None:
        self.out = Path(os.path.abspath(out))
        with told_as_refusal(self.out):
            self.fresh = beside(self.out, "new")
        self.writing: Writing | None = None

    def begin(self, files: Mapping[str, bytes]) -> None:
        """Begin to write files of the new site; they lie beside the old one.

        Raises
        ------
        SiteError
            If ``out`` holds something else or cannot be written, or a path leads out of it.
        """
        with told_as_refusal(self.out):
            recover(self.out)
            require_ours(self.out)
            self.writing = Writing(self.fresh, self.out, is_public=True)
            self.writing.begin(files)

    def end(self, files: Mapping[str, bytes], record: Mapping[str, Any] | None = None) -> None:
        """Write what is not yet written of ``files``, and put them where the old site is."""
        if self.writing is None:
            self.begin({})
        assert self.writing is not None
        begun = self.writing.begun
        if any(files.get(path) is not content for path, content in begun.items()):
            raise ValueError("files were begun that are no longer those of the site")
        marker = json.dumps({"made_by": "site_builder", **(record or {})}, sort_keys=True) + "\n"
        with told_as_refusal(self.out):
            self.writing.begin({path: content for path, content in files.items() if path not in begun})
            self.writing.begin({MARKER: marker.encode()})
            self.writing.end()
            swap(self.fresh, self.out)


@contextmanager
def replacing(out: Path) -> Iterator[Replacement]:
    """Yield the replacement of the site in ``out``; unless it is ended, nothing is left of it."""
    replacement = Replacement(out)
    try:
        yield replacement
    finally:
        if replacement.writing is not None:
            replacement.writing.__exit__()
        shutil.rmtree(replacement.fresh, ignore_errors=True)


def read_record(out: Path) -> dict[str, Any] | None:
    """Return the record of the site in ``out``, or None if no site of ours is there."""
    try:
        record = json.loads((out / MARKER).read_bytes())
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) and record.get("made_by") == "site_builder" else None


def require_ours(out: Path) -> None:
    """Refuse to replace anything but an empty folder or a site made here."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise refusal(out, "is not a folder", "name another folder with --out")
    if out.is_dir() and read_record(out) is None and any(out.iterdir()):
        raise refusal(out, "holds files that this builder did not write", "empty it yourself, or name another --out")


def is_complete(record: Mapping[str, Any], out: Path, sha256_of: Callable[[str], str]) -> bool:
    """Tell whether the folder still holds every file of its site, as it was written.

    ``sha256_of`` reads a file, unless it is what it was when it was read.
    """
    digests: Mapping[str, str] = record.get("digests", {})
    try:
        return bool(digests) and all(sha256_of(f"{out}/{path}") == digest for path, digest in digests.items())
    except OSError:
        return False
