"""Remember what was made from what, so that an edit costs only what it touches."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

Made = TypeVar("Made")


class Memo:
    """Results by stage and key; a key must name all that a result depends on.

    Only what the last two builds used is kept.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[str, Hashable], tuple[int, Any]] = {}
        self._build = 0

    def get(self, stage: str, key: Hashable, make: Callable[[], Made]) -> Made:
        """Return the result for ``key``, made now if it was not made before."""
        found = self._kept.get((stage, key))
        made: Made = make() if found is None else found[1]
        self._kept[stage, key] = (self._build, made)
        return made

    def call(self, function: Callable[..., Made], *arguments: Hashable) -> Made:
        """Return what a pure function gives for ``arguments``."""
        return self.get(function.__qualname__, arguments, lambda: function(*arguments))

    def begin(self) -> None:
        """Begin a build: forget what neither of the last two builds has used."""
        self._build += 1
        self._kept = {key: (used, made) for key, (used, made) in self._kept.items() if used >= self._build - 2}


def digest_of(*parts: Any) -> str:
    """Return a short name for plain values or bytes: equal parts, equal names."""
    digest = hashlib.sha256()
    for part in parts:
        content = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True, default=str).encode()
        digest.update(len(content).to_bytes(8, "little"))
        digest.update(content)
    return digest.hexdigest()[:32]
