"""Write files: a whole site at once, or nothing. No other module of the site builder writes.

A site is written to a folder beside its place, forced to disk, and swapped in by one rename, so that a build that is
killed leaves the old site or the new one, never a mixture. A marker file tells our sites from other people's folders.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from site_builder.output.folders import Writing, beside, recover, refusal, swap, told_as_refusal

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
