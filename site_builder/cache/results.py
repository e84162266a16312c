"""The cache: results by key as bytes on disk and as objects in memory, and digests of files.

On disk it is one folder of the user for all projects. The name of an entry is a path: what kind of result it is, or
``projects`` and the digest of a project, and last a digest of everything that the content depends on. An entry begins
with the SHA-256 of its content; one that is damaged is computed again. Whatever goes wrong while an entry is written, a
full disk or a read-only folder, costs only time, so no error is raised.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import pickle
import sys
import time
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from site_builder.output.files import remove, write_file
from site_builder.plain_values import parse_python

LARGEST = 1_000_000_000  # bytes of all entries
TRIM_SECONDS = 3600
TRIMMED = "trimmed"
PACKAGES = "package-lock.json"  # in a folder of packages that npm has installed, which are no results
PROJECTS = "projects"


def cache_folder() -> Path:
    """Return the folder of the user that holds the entries and installed JavaScript packages."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "site-builder"


def read_entry(name: str) -> bytes | None:
    """Return the content of an entry, None if there is none or it is damaged."""
    path = cache_folder() / name
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)  # entries that were not used for the longest time are removed first
    content = stored[hashlib.sha256().digest_size :]
    return content if stored == hashlib.sha256(content).digest() + content else None


def write_entry(name: str, content: bytes) -> None:
    """Write an entry, if it can be written."""
    with suppress(OSError):
        write_file(cache_folder() / name, hashlib.sha256(content).digest() + content)


def cached(kind: str, ingredients: Iterable[str], compute: Callable[[], bytes]) -> bytes:
    """Return the entry that was computed from ``ingredients``, or compute it now."""
    digest = hashlib.sha256("\n".join(ingredients).encode()).hexdigest()[:32]
    name = f"{kind}/{digest}"
    content = read_entry(name)
    if content is None:
        content = compute()
        write_entry(name, content)
    return content


def of_project(project: Path, name: str = "") -> str:
    """Return the name of an entry that only one project uses; without ``name`` that of the folder of all of them."""
    return f"{PROJECTS}/{digest_of(str(project.resolve()))[:16]}/{name}".rstrip("/")


def generation(project: Path) -> str:
    """Return a text that changes when the entries of a project are removed; empty if no entry can be written."""
    name = of_project(project, "generation")
    found = read_entry(name)
    if found is None:
        write_entry(name, uuid4().hex.encode())
        found = read_entry(name) or b""
    return found.decode()


class Stored(NamedTuple):
    """An entry on disk: its file, its size in bytes and when it was used last."""

    path: Path
    size: int
    used: float


def stored_entries(project: Path | None = None) -> list[Stored]:
    """Return all entries, or those that only one project uses, whichever version of the builder wrote them."""
    base = cache_folder()
    found = []
    for folder, names, files in os.walk(base / of_project(project) if project else base):
        names[:] = [name for name in names if not os.path.exists(os.path.join(folder, name, PACKAGES))]
        for path in (Path(folder, file) for file in files):
            with suppress(OSError):  # another build has removed it
                status = path.lstat()
                found.append(Stored(path, status.st_size, status.st_mtime))
    return found


def trim(largest: int = LARGEST, every: float = TRIM_SECONDS) -> None:
    """Remove the entries that were not used for the longest time until the others take at most ``largest`` bytes.

    Does nothing if that was done less than ``every`` seconds ago: to look at some thousand entries takes a while.
    """
    stamp = cache_folder() / TRIMMED
    with suppress(OSError):
        if 0 <= time.time() - stamp.stat().st_mtime < every:
            return
    write_entry(TRIMMED, str(time.time()).encode())
    total = 0
    for entry in sorted(stored_entries(), key=lambda entry: -entry.used):
        total += entry.size
        if total > largest:
            remove(entry.path)


def clear(project: Path | None = None) -> None:
    """Remove all entries, or those that only one project uses."""
    if project:
        remove(cache_folder() / of_project(project))
        return
    with suppress(OSError):
        for path in cache_folder().iterdir():
            if not (path / PACKAGES).exists():
                remove(path)


DIGESTS = "digests"
# A file that was written so shortly before it was read may be written once more in the same tick of the clock.
SETTLED = 2_000_000_000
# The same within one build of the preview, which begins some milliseconds after a save.
TICK = 50_000_000
# Number of the file's place, size, time of its content, time of the entry in its folder: the last one nobody can set.
Identity = tuple[int, int, int, int]


@dataclass
class Known:
    """Numbers of the contents of files, with what each file was then, and modules that Python files import.

    ``files`` by path, ``imports`` by the number of the file's content; ``is_longer`` tells that something was added,
    ``begun`` is when the first file may have been read.
    """

    files: dict[str, tuple[Identity, str]] = field(default_factory=dict)
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    is_longer: bool = False
    begun: int = field(default_factory=time.time_ns)

    def sha256_of(self, path: str | Path) -> str:
        """Return the SHA-256 of a file in hexadecimal; it is read unless it is what it was when it was read."""
        name = os.fspath(path)
        identity, entry = identity_of(name), self.files.get(name)
        if entry is None or entry[0] != identity:
            with open(name, "rb") as stream:
                entry = self.files[name] = (identity, hashlib.file_digest(stream, "sha256").hexdigest())
            self.is_longer = True
        return entry[1]

    def modules_in(self, path: str | Path) -> tuple[str, ...]:
        """Return the modules that a Python file imports, dotted, with the names that it takes from them."""
        number = self.sha256_of(path)
        if number not in self.imports:
            self.imports[number] = imported_modules(Path(path).read_bytes())
            self.is_longer = True
        return self.imports[number]


def identity_of(path: str | Path | os.DirEntry[str]) -> Identity:
    """Return what tells that a file is what it was."""
    stat = path.stat() if isinstance(path, os.DirEntry) else os.stat(path)
    return stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


def is_settled(identity: Identity) -> bool:
    """Tell whether a file was written long enough ago that whatever is written to it now gives it another identity."""
    return max(identity[2:]) < time.time_ns() - TICK


@lru_cache(maxsize=256)
def imported_modules(source: bytes) -> tuple[str, ...]:
    """Return the modules that the source of a Python file imports, as :meth:`Known.modules_in` does."""
    try:
        nodes = list(ast.walk(parse_python(source)))
    except SyntaxError:
        return ()
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    taken = [
        ".".join(filter(None, [node.module, alias.name]))
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    return tuple(dict.fromkeys([*plain, *taken]))


def read_known(project: Path) -> Known:
    """Return the digests that earlier builds of a project have computed."""
    known = Known()
    with suppress(ValueError, TypeError, LookupError, AttributeError):  # there is no entry, or one of another version
        files, imports = json.loads(read_entry(of_project(project, DIGESTS)) or b"")
        known.files = {name: (tuple(identity), number) for name, identity, number in files}
        known.imports = {number: tuple(modules) for number, modules in imports.items()}
    return known


def keep_known(project: Path, known: Known) -> None:
    """Store the digests of files that exist and have not been written just now."""
    if not known.is_longer:
        return
    latest = known.begun - SETTLED
    settled = [
        (name, identity, number)
        for name, (identity, number) in known.files.items()
        if max(identity[2:]) < latest and os.path.exists(name)
    ]
    numbers = {entry[-1] for entry in settled}
    imports = {number: modules for number, modules in known.imports.items() if number in numbers}
    write_entry(of_project(project, DIGESTS), json.dumps([settled, imports]).encode())
    known.is_longer = False


Made = TypeVar("Made")
Key = tuple[str, Hashable]
KEPT_BUILDS = 2
ENCODER = json.JSONEncoder(sort_keys=True, default=str)


@dataclass
class Entry:
    """A result, the last build that used it, and the results that went into it."""

    made: Any
    used: int
    parts: frozenset[Key]


# Stages whose results are stored: their keys name all that they are made from but the builder, and what else the file
# as a whole is made from.
STAGES = frozenset(
    {"body", "chart", "still", "weights", "search", "scripts", "styles", "csv", "app-icons", "app-scripts"}
)


class Memo:
    """Results by stage and key; a key must name all that a result depends on.

    Results that the last builds did not use are removed from memory; one that is used keeps the results that went into
    it. Not for several threads at once.

    Parameters
    ----------
    known : Known, optional
        Digests of files.
    folder : str, optional
        Folder of the cache in which results of some stages are stored; its name must tell what their keys do not name.
    """

    def __init__(self, known: Known | None = None, folder: str = "") -> None:
        self.known = known or Known()
        self._folder = folder
        self._kept: dict[Key, Entry] = {}
        self._loaded: dict[Key, bytes] = {}
        self._new: list[Key] = []
        self._build = 0
        self._making: list[set[Key]] = []

    @property
    def is_empty(self) -> bool:
        """Tell whether all is still to be made."""
        return not self._kept and not (self._folder and (cache_folder() / self._folder).is_dir())

    def get(self, stage: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result for ``key``, made now if it was not made before."""
        full = (stage, key)
        if self._making:
            self._making[-1].add(full)
        entry = self._kept.get(full)
        if entry is None:
            self._making.append(set())
            try:
                if self._load(full):
                    made = pickle.loads(self._loaded.pop(full))
                else:
                    made = make()
                    self._new.append(full)
            finally:
                parts = self._making.pop()
            entry = self._kept[full] = Entry(made, self._build, frozenset(parts))
        elif entry.used < self._build:
            self._touch(full)
        found: Made = entry.made
        return found

    def knows(self, stage: str, key: Hashable) -> bool:
        """Tell whether the result for ``key`` was made before."""
        return (stage, key) in self._kept or self._load((stage, key))

    def store(self) -> None:
        """Store the results of this build, for those that come after it."""
        for key in self._new:
            if self._folder and key[0] in STAGES and key in self._kept:
                write_entry(self._name(key), pickle.dumps(self._kept[key].made))
        self._new.clear()

    def _load(self, key: Key) -> bool:
        """Read a stored result; return whether there is one."""
        if self._folder and key[0] in STAGES and key not in self._loaded:
            content = read_entry(self._name(key))
            if content is not None:
                self._loaded[key] = content
        return key in self._loaded

    def _name(self, key: Key) -> str:
        """Return the name of the entry of a stage and a key that is made of texts."""
        return f"{self._folder}/{digest_of(key[0], repr(key[1]))}"

    def call(self, function: Callable[..., Made], *arguments: Hashable) -> Made:
        """Return what a pure function gives for ``arguments``."""
        return self.get(function.__qualname__, arguments, lambda: function(*arguments))

    def begin(self) -> None:
        """Begin a build: forget what the last ones have not used."""
        self._build += 1
        for key in [key for key, entry in self._kept.items() if entry.used < self._build - KEPT_BUILDS]:
            del self._kept[key]

    def _touch(self, key: Key) -> None:
        """Note that a result is used, and with it all that went into it."""
        entry = self._kept.get(key)
        if entry is None:
            return
        fresh = entry.used < self._build
        entry.used = self._build
        for part in entry.parts if fresh else ():
            self._touch(part)


def digest_of(*parts: Any) -> str:
    """Return a short name for plain values or bytes: equal parts, equal names."""
    digest = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else ENCODER.encode(part).encode()
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()[:32]
