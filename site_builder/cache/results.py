"""Cache results by key, as bytes on disk and as objects in memory, and digests of files.

The cache on disk is one folder of the user for all projects. The name of an entry is a path: the kind of result, or
``projects`` and the digest of a project, and then a digest of everything that the content depends on. An entry begins
with the SHA-256 of its content; a damaged entry is computed again. If an entry cannot be written, for example to a full
disk or a read-only folder, no error is raised, because only time is lost.
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
PACKAGES = "package-lock.json"  # marks a folder of packages that npm has installed, which is not a result
PROJECTS = "projects"


def cache_folder() -> Path:
    """Return the user's folder for entries and installed JavaScript packages."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "site-builder"


def read_entry(name: str) -> bytes | None:
    """Return the content of an entry; None if it does not exist or is damaged."""
    path = cache_folder() / name
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    with suppress(OSError):
        os.utime(path)  # the least recently used entries are removed first
    content = stored[hashlib.sha256().digest_size :]
    return content if stored == hashlib.sha256(content).digest() + content else None


def write_entry(name: str, content: bytes) -> None:
    """Write an entry; ignore errors of the file system."""
    with suppress(OSError):
        write_file(cache_folder() / name, hashlib.sha256(content).digest() + content)


def cached(kind: str, ingredients: Iterable[str], compute: Callable[[], bytes]) -> bytes:
    """Return the entry for ``ingredients``; compute and store it if it is not cached."""
    digest = hashlib.sha256("\n".join(ingredients).encode()).hexdigest()[:32]
    name = f"{kind}/{digest}"
    content = read_entry(name)
    if content is None:
        content = compute()
        write_entry(name, content)
    return content


def of_project(project: Path, name: str = "") -> str:
    """Return the name of a project's own entry; without ``name``, the name of the folder of all its entries."""
    return f"{PROJECTS}/{digest_of(str(project.resolve()))[:16]}/{name}".rstrip("/")


def generation(project: Path) -> str:
    """Return a token that changes when the entries of a project are removed; "" if no entry can be written."""
    name = of_project(project, "generation")
    found = read_entry(name)
    if found is None:
        write_entry(name, uuid4().hex.encode())
        found = read_entry(name) or b""
    return found.decode()


class Stored(NamedTuple):
    """An entry on disk: its file, its size in bytes and the time of its last use."""

    path: Path
    size: int
    used: float


def stored_entries(project: Path | None = None) -> list[Stored]:
    """Return all entries, or those of one project, of all versions of the builder."""
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
    """Remove the least recently used entries until the others take at most ``largest`` bytes.

    Does nothing if it ran less than ``every`` seconds ago, because listing thousands of entries takes time.
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
    """Remove all entries, or those of one project."""
    if project:
        remove(cache_folder() / of_project(project))
        return
    with suppress(OSError):
        for path in cache_folder().iterdir():
            if not (path / PACKAGES).exists():
                remove(path)


DIGESTS = "digests"
# Nanoseconds. A file that was written less than this before it was read may be written again in the same clock tick.
SETTLED = 2_000_000_000
# The same limit within one build of the preview, which begins some milliseconds after a save.
TICK = 50_000_000
# Inode, size, modification time and status change time, which programs cannot set.
Identity = tuple[int, int, int, int]


@dataclass
class Known:
    """Cached digests of files, with the identity of each file at that time, and the imports of Python files.

    ``files`` is keyed by path, ``imports`` by digest; ``is_longer`` is whether something was added, ``begun`` the time
    before which no file was read.
    """

    files: dict[str, tuple[Identity, str]] = field(default_factory=dict)
    imports: dict[str, tuple[str, ...]] = field(default_factory=dict)
    is_longer: bool = False
    begun: int = field(default_factory=time.time_ns)

    def sha256_of(self, path: str | Path) -> str:
        """Return the SHA-256 of a file in hexadecimal; read it only if it has changed."""
        name = os.fspath(path)
        identity, entry = identity_of(name), self.files.get(name)
        if entry is None or entry[0] != identity:
            with open(name, "rb") as stream:
                entry = self.files[name] = (identity, hashlib.file_digest(stream, "sha256").hexdigest())
            self.is_longer = True
        return entry[1]

    def modules_in(self, path: str | Path) -> tuple[str, ...]:
        """Return the dotted names of all modules that a Python file imports, and of names it imports from modules."""
        digest = self.sha256_of(path)
        if digest not in self.imports:
            self.imports[digest] = imported_modules(Path(path).read_bytes())
            self.is_longer = True
        return self.imports[digest]


def identity_of(path: str | Path | os.DirEntry[str]) -> Identity:
    """Return the identity of a file, which changes when the file does."""
    stat = path.stat() if isinstance(path, os.DirEntry) else os.stat(path)
    return stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


def identity_if_there(path: Path) -> Identity | None:
    """Return the identity of a file, None if it does not exist."""
    try:
        return identity_of(path)
    except (OSError, ValueError):
        return None


def is_settled(identity: Identity) -> bool:
    """Return whether a file was written so long ago that any further change gives it another identity."""
    return max(identity[2:]) < time.time_ns() - TICK


@lru_cache(maxsize=256)
def imported_modules(source: bytes) -> tuple[str, ...]:
    """Return the modules that Python source imports; see :meth:`Known.modules_in`."""
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
    """Read the digests that earlier builds of a project have stored."""
    known = Known()
    with suppress(ValueError, TypeError, LookupError, AttributeError):  # no entry, or one of another version
        files, imports = json.loads(read_entry(of_project(project, DIGESTS)) or b"")
        known.files = {name: (tuple(identity), digest) for name, identity, digest in files}
        known.imports = {digest: tuple(modules) for digest, modules in imports.items()}
    return known


def write_known(project: Path, known: Known) -> None:
    """Store the digests of existing files, except files that were written a moment ago."""
    if not known.is_longer:
        return
    latest = known.begun - SETTLED
    settled = [
        (name, identity, digest)
        for name, (identity, digest) in known.files.items()
        if max(identity[2:]) < latest and os.path.exists(name)
    ]
    digests = {entry[-1] for entry in settled}
    imports = {digest: modules for digest, modules in known.imports.items() if digest in digests}
    write_entry(of_project(project, DIGESTS), json.dumps([settled, imports]).encode())
    known.is_longer = False


Made = TypeVar("Made")
Key = tuple[str, Hashable]
KEPT_BUILDS = 2
ENCODER = json.JSONEncoder(sort_keys=True, default=str)


@dataclass
class Entry:
    """A result, the number of the last build that used it, and the results that were used to make it."""

    made: Any
    used: int
    parts: frozenset[Key]


# Stages whose results are stored on disk: their keys contain everything that a result depends on, except what the name
# of the folder contains.
STAGES = frozenset(
    {"body", "chart", "still", "weights", "search", "scripts", "styles", "csv", "app-icons", "app-scripts"}
)


class Memo:
    """Caches results by stage and key; a key must contain everything that a result depends on.

    Results that the last builds did not use are removed from memory; using a result also counts as using the results
    that it was made from. Not thread-safe.

    Parameters
    ----------
    known : Known, optional
        Digests of files.
    folder : str, optional
        Folder of the cache in which results of some stages are stored; its name must contain a digest of everything
        that results depend on and keys do not contain.
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
        """Return whether there are no results, neither in memory nor on disk."""
        return not self._kept and not (self._folder and (cache_folder() / self._folder).is_dir())

    def get(self, stage: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result for ``key``; make it if it is not cached."""
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
        """Return whether the result for ``key`` is cached."""
        return (stage, key) in self._kept or self._load((stage, key))

    def store(self) -> None:
        """Store the new results of this build on disk."""
        for key in self._new:
            if self._folder and key[0] in STAGES and key in self._kept:
                write_entry(self._name(key), pickle.dumps(self._kept[key].made))
        self._new.clear()

    def _load(self, key: Key) -> bool:
        """Read a stored result; return whether it exists."""
        if self._folder and key[0] in STAGES and key not in self._loaded:
            content = read_entry(self._name(key))
            if content is not None:
                self._loaded[key] = content
        return key in self._loaded

    def _name(self, key: Key) -> str:
        """Return the name of the entry for a stage and a key, whose ``repr`` must be stable."""
        return f"{self._folder}/{digest_of(key[0], repr(key[1]))}"

    def call(self, function: Callable[..., Made], *arguments: Hashable) -> Made:
        """Return the cached result of a pure function for ``arguments``."""
        return self.get(function.__qualname__, arguments, lambda: function(*arguments))

    def begin(self) -> None:
        """Begin a build: remove results that the last builds have not used."""
        self._build += 1
        for key in [key for key, entry in self._kept.items() if entry.used < self._build - KEPT_BUILDS]:
            del self._kept[key]

    def _touch(self, key: Key) -> None:
        """Mark a result and the results it was made from as used."""
        entry = self._kept.get(key)
        if entry is None:
            return
        fresh = entry.used < self._build
        entry.used = self._build
        for part in entry.parts if fresh else ():
            self._touch(part)


def digest_of(*parts: Any) -> str:
    """Return a short digest of plain values or bytes."""
    digest = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else ENCODER.encode(part).encode()
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()[:32]
