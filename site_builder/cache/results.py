"""Caches: results on disk and in memory, and digests of files by path, size and modification time."""

from __future__ import annotations

import ast
import hashlib
import json
import os
import pickle
import sys
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from site_builder.plain_values import parse_python
from site_builder.project_files import LARGEST_FILE


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


def made_once(folder: Path, ingredients: Iterable[str], make: Callable[[], bytes]) -> bytes:
    """Return what ``make`` gives, kept in ``folder`` under a name that tells its ingredients."""
    place = folder / hashlib.sha256("\n".join(ingredients).encode()).hexdigest()[:32]
    content = read_kept(place)
    if content is None:
        content = make()
        keep(place, content)
    return content


def cache_folder() -> Path:
    """Return the user's cache folder for packages."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "site-builder"


LARGE = 250_000
DIGESTS = Path("build") / ".digests"
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

    def read_large(self, paths: Iterable[str | Path]) -> None:
        """Read the large ones of some files, two at a time: their numbers are computed beside each other."""
        waiting = [path for path in dict.fromkeys(paths) if self._is_large_and_new(path)]

        def read() -> None:
            while waiting:
                with suppress(IndexError, OSError):  # a file that cannot be read is reported where it is used
                    self.sha256_of(waiting.pop())

        if len(waiting) > 1:
            helper = threading.Thread(target=read)
            helper.start()
            read()
            helper.join()

    def _is_large_and_new(self, path: str | Path) -> bool:
        """Tell whether it takes long to read a file, and it has to be read."""
        try:
            identity = identity_of(path)
        except OSError:
            return False
        return LARGE < identity[1] <= LARGEST_FILE and self.files.get(os.fspath(path), (None,))[0] != identity

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
    """Return what earlier builds of a project have read; nothing where that is not kept, or damaged."""
    known = Known()
    with suppress(ValueError, TypeError, LookupError, AttributeError):  # nothing kept, or by another version
        files, imports = json.loads(read_kept(project / DIGESTS) or b"")
        known.files = {name: (tuple(identity), number) for name, identity, number in files}
        known.imports = {number: tuple(modules) for number, modules in imports.items()}
    return known


def keep_known(project: Path, known: Known) -> None:
    """Keep what is known of files that have not been written just now; of those that are gone nothing is kept."""
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
    keep(project / DIGESTS, json.dumps([settled, imports]).encode())
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


class Memo:
    """Results by stage and key; a key must name all that a result depends on.

    What the last builds did not use is forgotten; a result that is used keeps the results that went into it. Not for
    several threads at once. ``known`` is what is known of files.
    """

    def __init__(self, known: Known | None = None) -> None:
        self.known = known or Known()
        self._kept: dict[Key, Entry] = {}
        self._build = 0
        self._making: list[set[Key]] = []

    @property
    def is_empty(self) -> bool:
        """Tell whether all is still to be made."""
        return not self._kept

    def get(self, stage: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result for ``key``, made now if it was not made before."""
        full = (stage, key)
        if self._making:
            self._making[-1].add(full)
        entry = self._kept.get(full)
        if entry is None:
            self._making.append(set())
            try:
                made = make()
            finally:
                parts = self._making.pop()
            entry = self._kept[full] = Entry(made, self._build, frozenset(parts))
        elif entry.used < self._build:
            self._touch(full)
        found: Made = entry.made
        return found

    def knows(self, stage: str, key: Hashable) -> bool:
        """Tell whether the result for ``key`` was made before."""
        return (stage, key) in self._kept

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


PIECES = Path("build") / ".pieces"
# Their keys name all that they are made from but the builder, and what else the file as a whole is made from.
STAGES = frozenset(
    {"body", "chart", "still", "weights", "search", "scripts", "styles", "csv", "app-icons", "app-scripts"}
)


class Piece(NamedTuple):
    """A result, pickled, and the names of others that went into it."""

    content: bytes
    parts: tuple[str, ...]


class KeptMemo(Memo):
    """Results of this build, and those of the last one whose site was made from the same but for texts and scripts."""

    def __init__(self, project: Path, known: Known, made_from: str) -> None:
        super().__init__(known)
        self._place, self._made_from = project / PIECES, made_from
        self._pieces: dict[str, Piece] = {}
        kept = read_kept(self._place)
        if kept is not None and kept.startswith(made_from.encode()):
            self._pieces = pickle.loads(kept[len(made_from.encode()) :])

    @property
    def is_empty(self) -> bool:
        """Tell whether all is still to be made."""
        return super().is_empty and not self._pieces

    def get(self, stage: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result for ``key``, made now if it was not made before, nor by the last build."""
        piece = self._pieces.get(name_of((stage, key))) if stage in STAGES else None
        made: Made = super().get(stage, key, make if piece is None else partial(pickle.loads, piece.content))
        return made

    def knows(self, stage: str, key: Hashable) -> bool:
        """Tell whether the result for ``key`` was made before."""
        return super().knows(stage, key) or (stage in STAGES and name_of((stage, key)) in self._pieces)

    def keep(self) -> None:
        """Keep the pieces that this build has used, and those that went into them."""
        pieces: dict[str, Piece] = {}
        for key, entry in self._kept.items():
            if key[0] in STAGES:
                name = name_of(key)
                made_now = partial(Piece, parts=tuple(map(name_of, self._parts_of(entry.parts))))
                pieces[name] = self._pieces.get(name) or made_now(pickle.dumps(entry.made))
        waiting = [part for piece in pieces.values() for part in piece.parts]
        while waiting:
            name = waiting.pop()
            if name not in pieces and name in self._pieces:
                pieces[name] = self._pieces[name]
                waiting += pieces[name].parts
        if pieces.keys() != self._pieces.keys():
            keep(self._place, self._made_from.encode() + pickle.dumps(pieces))

    def _parts_of(self, keys: Iterable[Key]) -> set[Key]:
        """Return which of some results are kept, and those that went into the others."""
        found = set[Key]()
        for key in keys:
            entry = self._kept.get(key)
            found |= {key} if key[0] in STAGES else self._parts_of(entry.parts) if entry else set()
        return found


def name_of(key: Key) -> str:
    """Return a short name for a stage and a key that is made of texts."""
    return digest_of(key[0], repr(key[1]))
