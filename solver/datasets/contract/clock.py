"""A clock: what took how long, of work that several threads do at once."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock, local

COMPILING = "compiling the kernels"


@dataclass(frozen=True, eq=False)
class Clock:
    """The seconds of each step, without those of the steps within it.

    Steps of several threads at once are all counted, so together they can be longer than the run.
    """

    seconds: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    _running: local = field(default_factory=local)
    _lock: Lock = field(default_factory=Lock)

    def begin(self, name: str) -> None:
        """Begin a step of this thread, inside the one that is running."""
        now, running = time.perf_counter(), self._stack()
        if running:
            self._add(running[-1][0], now - running[-1][1])
        running.append((name, now))

    def end(self) -> None:
        """End the step of this thread that was begun last; the one around it goes on."""
        now, running = time.perf_counter(), self._stack()
        name, start = running.pop()
        self._add(name, now - start)
        if running:
            running[-1] = running[-1][0], now

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Count what is done within as a step."""
        self.begin(name)
        try:
            yield
        finally:
            self.end()

    @property
    def longest_first(self) -> list[tuple[str, float]]:
        """Return the steps with their seconds."""
        return sorted(self.seconds.items(), key=lambda step: -step[1])

    def _stack(self) -> list[tuple[str, float]]:
        """Return the steps that this thread is in, each with the time since when it is counted."""
        if not hasattr(self._running, "steps"):
            self._running.steps = []
        steps: list[tuple[str, float]] = self._running.steps
        return steps

    def _add(self, name: str, seconds: float) -> None:
        with self._lock:
            self.seconds[name] += seconds
