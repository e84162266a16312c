"""What files were when they were read: what has the same place, size and times since is not read again.

Kept between builds, so that a build with nothing to do looks at files and reads none. Imports nothing heavy.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from site_builder.plain_values import parse_python
from site_builder.project_files import LARGEST_FILE
from site_builder.reuse.kept import keep, read_kept

LARGE = 250_000
PLACE = Path("build") / ".digests"
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
                with suppress(IndexError, OSError):  # what cannot be read is told where it is looked at
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
        files, imports = json.loads(read_kept(project / PLACE) or b"")
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
    keep(project / PLACE, json.dumps([settled, imports]).encode())
    known.is_longer = False
