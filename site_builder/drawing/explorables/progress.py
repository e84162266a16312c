"""How far an explorable is that takes long: a sentence now and then, so that a build is not silent for minutes."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 5.0
# Charts are drawn when all of them are described.
DRAWING = "drawing"


class Progress:
    """Says how many states of a part are done, each time that some seconds have passed; ``now`` is its clock."""

    def __init__(self, name: str, say: Callable[[str], None], now: Callable[[], float] = time.monotonic) -> None:
        self._name, self._say, self._now = name, say, now
        self._told = now()

    def hear(self, call: str, done: int, of: int) -> None:
        """Take note of a call, such as "picture(load=5) in line 9", before which so many states are done."""
        if self._now() - self._told < SECONDS:
            return
        self._told = self._now()
        what = "picture drawn in" if call == DRAWING else call.partition("(")[0]
        self._say(f"{self._name}: {what} {done:,} of {of:,} states")
