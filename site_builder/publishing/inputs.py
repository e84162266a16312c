"""Record the files from which the running program computes its data."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from site_builder.cache.fingerprint import digest_names, files_of
from site_builder.cache.results import Identity, identity_if_there
from site_builder.data.files import FOLDER, sha256_of
from site_builder.project_files import are_content

WRITES = os.O_WRONLY | os.O_RDWR


class Trace:
    """Records files that are read, with their identity at that time, and files that are written, by audit events.

    Python reports files that it opens itself, but not those that libraries open, such as Arrow and Parquet files and
    memory maps. For sqlite databases it does not report whether they are read or written.
    """

    def __init__(self) -> None:
        self.read: dict[Path, Identity | None] = {}
        self.written: set[Path] = set()
        self.databases: set[Path] = set()
        self.is_paused = False
        self.note_modules()

    def note_modules(self) -> None:
        """Record the files of the imported modules, including the script itself."""
        for module in list(sys.modules.values()):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and file.endswith(".py"):
                path = Path(os.path.abspath(file))
                if path not in self.read:
                    self.read[path] = identity_if_there(path)

    def record(self, event: str, given: tuple[Any, ...]) -> None:
        """Record an audit event of Python; must never raise."""
        if self.is_paused or event not in {"open", "sqlite3.connect"}:
            return
        try:
            path = Path(os.path.abspath(os.fsdecode(given[0])))
        except (TypeError, ValueError, OSError):  # a file descriptor, or not a path
            return
        if event == "sqlite3.connect":
            self.databases.add(path)
        elif is_writing(given[1], given[2]):
            self.written.add(path)
        elif path not in self.read:
            self.read[path] = identity_if_there(path)


def is_writing(mode: object, flags: object) -> bool:
    """Return whether a file is opened for writing."""
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & WRITES)


SITE = Path("content") / "site.toml"
OUTPUT = "build"
CHANGED = ""  # in place of a digest: the file has changed since it was read
HASHED: dict[Path, tuple[Identity | None, str | None]] = {}


def running_script() -> Path | None:
    """Return the file of the running program; None for a notebook or an interactive session."""
    file = getattr(sys.modules.get("__main__"), "__file__", None)
    path = Path(os.path.abspath(file)) if isinstance(file, str) else None
    return path if path is not None and path.is_file() else None


def find_project(script: Path | None) -> Path:
    """Return the project that contains the script, or else the one that contains the current folder.

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
    """Return the folder of a script relative to the project, "." for the project; None for a script outside it."""
    with suppress(ValueError):
        return script.parent.relative_to(project).as_posix()
    return None


def input_files(project: Path, given: Iterable[str | Path]) -> Iterator[Path]:
    """Yield the files that ``inputs=[…]`` names: files, all files of folders, and patterns with ``*``.

    Raises
    ------
    FileNotFoundError
        For a name without a file.
    """
    for name in given:
        base, pattern = project / name, str(name)
        if base.is_dir():
            found = list(files_of(base))
        elif base.is_file():  # its name may contain a wildcard character
            found = [base]
        elif any(mark in pattern for mark in "*?["):
            found = sorted(path for path in _matching(project, pattern) if path.is_file())
        else:
            found = []
        if not found:
            raise FileNotFoundError(f"inputs: there is no file {pattern!r}, seen from {project}")
        yield from found


def _matching(project: Path, pattern: str) -> Iterable[Path]:
    """Return the files that match a pattern, which may lead out of the project."""
    parts = Path(pattern).parts
    fixed = next(index for index, part in enumerate(parts) if any(mark in part for mark in "*?["))
    return project.joinpath(*parts[:fixed]).glob("/".join(parts[fixed:]))


def inputs_of(project: Path, script: Path, given: Iterable[Path], trace: Trace) -> list[dict[str, Any]]:
    """Return the inputs of a script in the form of the manifest: path, SHA-256 and the script.

    Inputs are the script; modules that it imported and files that Python opened, if they are in the project; the files
    in ``given``; all other files in the folder of the script, marked ``around``; and the list of names in that folder.
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
    """Return whether a file belongs to the project and is neither written by a build nor part of a package."""
    try:
        inside = path.relative_to(project)
    except ValueError:
        return False
    if inside.parts[:1] == (OUTPUT,):  # data of other scripts are inputs, too
        return inside.parent.as_posix() == FOLDER and inside.suffix not in {".json", ".new"} and inside.name[0] != "."
    is_of_package = path.is_relative_to(sys.prefix) and sys.prefix != str(project)
    return not is_of_package and are_content(inside)


def _digest(path: Path, trace: Trace) -> str:
    """Return the digest of a file; ``CHANGED`` if it has changed since it was read."""
    identity = identity_if_there(path)
    if trace.read.get(path, identity) != identity and path not in trace.databases:
        return CHANGED
    if HASHED.get(path, (None, ""))[0] != identity:
        HASHED[path] = identity, sha256_of(path)
    return HASHED[path][1] or CHANGED


def relative_to(project: Path, path: Path) -> str:
    """Return a path in the form of the manifest."""
    return Path(os.path.relpath(path, project)).as_posix()
