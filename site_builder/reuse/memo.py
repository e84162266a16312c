"""Remember what was made from what, so that an edit costs only what it touches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

from site_builder.reuse.known import Known

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
