"""Record what the data of the running program were computed from."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from site_builder.cache.fingerprint import digest_names, files_of
from site_builder.data.files import FOLDER, sha256_of
from site_builder.project_files import are_content

Identity = tuple[int, int, int]
WRITES = os.O_WRONLY | os.O_RDWR


def identity_of(path: Path) -> Identity | None:
    """Return what changes when a file does (number of its place, size, time), or None if there is no such file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


class Trace:
    """Files that were read, with what they were then, and files that were written; hears until the program ends.

    Python tells of what it opens itself. What libraries open below it, as Arrow, Parquet and memory maps do, it does
    not; of databases of sqlite it tells that they were opened, but not for what.
    """

    def __init__(self) -> None:
        self.read: dict[Path, Identity | None] = {}
        self.written: set[Path] = set()
        self.databases: set[Path] = set()
        self.is_paused = False
        self.note_modules()

    def note_modules(self) -> None:
        """Note the files of the modules that are there now, the script's own among them."""
        for module in list(sys.modules.values()):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and file.endswith(".py"):
                path = Path(os.path.abspath(file))
                if path not in self.read:
                    self.read[path] = identity_of(path)

    def hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Note an event of Python's audit; must never raise."""
        if self.is_paused or event not in {"open", "sqlite3.connect"}:
            return
        try:
            path = Path(os.path.abspath(os.fsdecode(given[0])))
        except (TypeError, ValueError, OSError):  # a number of an open file, or no path
            return
        if event == "sqlite3.connect":
            self.databases.add(path)
        elif is_writing(given[1], given[2]):
            self.written.add(path)
        elif path not in self.read:
            self.read[path] = identity_of(path)


def is_writing(mode: object, flags: object) -> bool:
    """Tell whether a file is opened to be written."""
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & WRITES)


SITE = Path("content") / "site.toml"
OUTPUT = "build"
CHANGED = ""  # the digest of no file: what was read is not what is there now
HASHED: dict[Path, tuple[Identity | None, str | None]] = {}


def running_script() -> Path | None:
    """Return the file of the program that runs; None for a notebook or a session."""
    file = getattr(sys.modules.get("__main__"), "__file__", None)
    path = Path(os.path.abspath(file)) if isinstance(file, str) else None
    return path if path is not None and path.is_file() else None


def find_project(script: Path | None) -> Path:
    """Return the project that the program belongs to: that around the script, else that around the current folder.

    Raises
    ------
    FileNotFoundError
        If neither is in a project.
    """
    for start in ([script.parent] if script else []) + [Path.cwd()]:
        for folder in (start, *start.parents):
            if (folder / SITE).is_file():
                return folder
    raise FileNotFoundError(f"no folder around {start} holds {SITE.as_posix()}; run this inside a project")


def own_folder(project: Path, script: Path) -> str | None:
    """Return the folder of a script in its project, "." for the project itself; None for a script from elsewhere."""
    with suppress(ValueError):
        return script.parent.relative_to(project).as_posix()
    return None


def given_files(project: Path, given: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the files that ``inputs=[…]`` names: files, folders with all in them, patterns with ``*``.

    Raises
    ------
    FileNotFoundError
        For one that is not there.
    """
    for name in given:
        base, pattern = project / name, str(name)
        if base.is_dir():
            found = list(files_of(base))
        elif base.is_file():  # its name may hold a mark of patterns
            found = [base]
        elif any(mark in pattern for mark in "*?["):
            found = sorted(path for path in _matching(project, pattern) if path.is_file())
        else:
            found = []
        if not found:
            raise FileNotFoundError(f"inputs: there is no file {pattern!r}, seen from {project}")
        yield from found


def _matching(project: Path, pattern: str) -> Iterable[Path]:
    """Return the files of a pattern, which may lead out of the project."""
    parts = Path(pattern).parts
    fixed = next(index for index, part in enumerate(parts) if any(mark in part for mark in "*?["))
    return project.joinpath(*parts[:fixed]).glob("/".join(parts[fixed:]))


def inputs_of(project: Path, script: Path, given: Iterable[Path], trace: Trace) -> list[dict[str, Any]]:
    """Return path and SHA-256 of all that was read, in the form of the manifest, ``of`` naming the script.

    That is the script; modules that it imported and files that Python opened, where they are in the project; what was
    ``given``; and every other file ``around`` the script, in its own folder, whoever opened it, with the names there.
    """
    trace.note_modules()
    folder = own_folder(project, script)
    around = set(files_of(project / folder, deep=folder != ".")) if folder is not None else set()
    opened = {path for path in (*trace.read, *trace.databases) if is_of_project(path, project)}
    known = {script, *given, *(opened - trace.written)}
    found = {path for path in known | (around - trace.written) if path.is_file()}
    name = relative_to(project, script)
    inputs = [
        {"path": relative_to(project, path), "sha256": _digest(path, trace), "of": name}
        | ({} if path in known else {"around": True})
        for path in found
    ]
    if folder is not None:
        inputs.append({"path": folder, "sha256": digest_names(project / folder, deep=folder != "."), "of": name})
    return sorted(inputs, key=lambda each: each["path"])


def is_of_project(path: Path, project: Path) -> bool:
    """Tell whether a file is the author's own: in the project, but neither made by a build nor of a package."""
    try:
        inside = path.relative_to(project)
    except ValueError:
        return False
    if inside.parts[:1] == (OUTPUT,):  # other scripts' data are an input, too
        return inside.parent.as_posix() == FOLDER and inside.suffix not in {".json", ".new"} and inside.name[0] != "."
    is_of_package = path.is_relative_to(sys.prefix) and sys.prefix != str(project)
    return not is_of_package and are_content(inside)


def _digest(path: Path, trace: Trace) -> str:
    """Return the digest of a file as it was read; that of no file if it has changed since."""
    identity = identity_of(path)
    if trace.read.get(path, identity) != identity and path not in trace.databases:
        return CHANGED
    if HASHED.get(path, (None, ""))[0] != identity:
        HASHED[path] = identity, sha256_of(path)
    return HASHED[path][1] or CHANGED


def relative_to(project: Path, path: Path) -> str:
    """Return a path as the manifest names it."""
    return Path(os.path.relpath(path, project)).as_posix()
