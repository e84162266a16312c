"""Write files: a whole site at once, or nothing. No other module of the site builder writes.

A site is written to a folder beside its place, forced to disk, and swapped in by one rename, so that a build that is
killed leaves the old site or the new one, never a mixture. A marker file tells our sites from other people's folders.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any

from site_builder.errors import Problem, SiteError

MARKER = ".site-builder.json"
FORCED_AT_ONCE = 16
AT_CWD = -100
RENAME_EXCHANGE = 2


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
        If ``out`` holds something else, or a path leads out of ``out``.
    """
    out = Path(os.path.abspath(out))
    recover(out)
    require_ours(out)
    marker = json.dumps({"made_by": "site_builder", **(record or {})}, sort_keys=True, indent=1) + "\n"
    fresh = beside(out, "new")
    try:
        write_all({**files, MARKER: marker.encode()}, fresh, out)
        swap(fresh, out)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def read_record(out: Path) -> dict[str, Any] | None:
    """Return the record of the site in ``out``, or None if no site of ours is there."""
    try:
        record = json.loads((out / MARKER).read_bytes())
    except (OSError, ValueError):
        return None
    return record if isinstance(record, dict) and record.get("made_by") == "site_builder" else None


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
    with tempfile.TemporaryDirectory(prefix="site-builder-") as folder:
        for name, text in (texts or {}).items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        yield Path(folder)


def keep(place: Path, content: bytes) -> None:
    """Keep something that is costly to make; what else may go wrong, only time is lost, so nothing is raised."""
    fresh = place.with_name(f".{place.name}.{os.getpid()}")
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_bytes(hashlib.sha256(content).digest() + content)
        fresh.replace(place)


def read_kept(place: Path) -> bytes | None:
    """Return what :func:`keep` put there, or None if there is nothing or it is damaged."""
    try:
        stored = place.read_bytes()
    except OSError:
        return None
    content = stored[hashlib.sha256().digest_size :]
    return content if stored == hashlib.sha256(content).digest() + content else None


def write_all(files: Mapping[str, bytes], folder: Path, old: Path | None = None) -> None:
    """Write every file below ``folder`` and force it to disk; what ``old`` holds byte for byte is taken over from it.

    Of a thousand small files few change from build to build, and forcing each to disk takes time.
    """
    folder.mkdir(parents=True)
    made = {folder}
    # Several at a time: disks force many small files almost as fast as one.
    with ThreadPoolExecutor(max_workers=FORCED_AT_ONCE) as threads:
        writing = []
        for name, content in files.items():
            parts = PurePosixPath(name).parts
            if not parts or ".." in parts or PurePosixPath(name).is_absolute() or "\\" in name:
                raise refusal(folder, f"would be left by the file {name!r}", "file names are relative and stay inside")
            target = folder.joinpath(*parts)
            if target.parent not in made:
                target.parent.mkdir(parents=True, exist_ok=True)
                made.add(target.parent)
            before = old.joinpath(*parts) if old is not None else None
            writing.append(threads.submit(write_forced, target, content, before))
        for written in writing:
            written.result()
    for directory in made:
        force(directory)


def write_forced(target: Path, content: bytes, old: Path | None) -> None:
    """Write one file and force it to disk, or take it over from ``old``."""
    if old is not None and take_over(old, target, content):
        return
    with target.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())


def take_over(old: Path, target: Path, content: bytes) -> bool:
    """Give an old file a second name if it holds just this content; return whether that could be done."""
    try:
        is_same = old.stat().st_size == len(content) and not old.is_symlink() and old.read_bytes() == content
        if is_same:
            os.link(old, target)
    except OSError:  # there is none, or the system has no second names
        return False
    return is_same


def swap(fresh: Path, place: Path) -> None:
    """Put ``fresh`` where ``place`` is; what was there is removed once the new folder stands."""
    if not place.exists():
        fresh.rename(place)
    elif exchange(fresh, place):
        shutil.rmtree(fresh)
    else:
        old = beside(place, "old")
        place.rename(old)
        fresh.rename(place)
        shutil.rmtree(old)
    force(place.parent)


def exchange(first: Path, second: Path) -> bool:
    """Exchange two folders in one step where the system can (Linux); return whether it did."""
    if not sys.platform.startswith("linux"):
        return False
    call = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    return call is not None and call(AT_CWD, bytes(first), AT_CWD, bytes(second), RENAME_EXCHANGE) == 0


def recover(out: Path) -> None:
    """Undo a build that was killed: put back a site that was moved aside, remove what was half written."""
    for left in sorted(out.parent.glob(f".{out.name}.*-*")) if out.parent.is_dir() else []:
        kind, _, process = left.name.removeprefix(f".{out.name}.").partition("-")
        if kind not in ("new", "old") or not process.isdecimal() or is_running(int(process)):
            continue
        if kind == "old" and not out.exists():
            left.rename(out)
        else:
            shutil.rmtree(left)


def is_running(process: int) -> bool:
    """Tell whether another process of that number is alive."""
    if process == os.getpid():
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def require_ours(out: Path) -> None:
    """Refuse to replace anything but an empty folder or a site made here."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise refusal(out, "is not a folder", "name another folder with --out")
    if out.is_dir() and read_record(out) is None and any(out.iterdir()):
        raise refusal(out, "holds files that this builder did not write", "empty it yourself, or name another --out")


def beside(place: Path, kind: str) -> Path:
    """Return the name of this process's folder next to ``place``."""
    place.parent.mkdir(parents=True, exist_ok=True)
    return place.with_name(f".{place.name}.{kind}-{os.getpid()}")


def force(directory: Path) -> None:
    """Force a folder's list of names to disk."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def refusal(folder: Path, what: str, suggestion: str) -> SiteError:
    """Return the error that tells why nothing was written."""
    return SiteError([Problem(str(folder), 0, 0, "output", f"the folder {what}; nothing was written", suggestion)])
