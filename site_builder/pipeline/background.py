"""Evaluate explorables in background threads for the preview."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event, Lock, Thread

from site_builder.drawing.processes import AuthorProcess
from site_builder.explorables.evaluate import Order
from site_builder.explorables.model import Evaluated
from site_builder.explorables.pool import end_idle
from site_builder.explorables.worker import Evaluators

# Interval at which a page is rendered again to show the number of evaluated states.
COUNT_SECONDS = 2.0


@dataclass
class Run:
    """One evaluation; ``is_ready`` is set once there is a result or an error to show."""

    key: str
    order: Order
    found: Evaluated | None = None
    fault: Exception | None = None
    n_done: int = 0
    told: float = 0
    is_ready: Event = field(default_factory=Event)
    process: AuthorProcess | None = None
    is_ended: bool = False
    lock: Lock = field(default_factory=Lock)

    def end(self) -> None:
        """End the evaluation: its file has changed, or it is no longer needed."""
        with self.lock:
            self.is_ended = True
            if self.process is not None:
                self.process.end()

    def use(self, process: AuthorProcess | None) -> None:
        """Store the process that may be ended; None before another run may use it."""
        with self.lock:
            self.process = process
            if process is not None and self.is_ended:
                process.end()


class BackgroundEvaluator:
    """Evaluates explorables in background threads, one run per name: a changed file ends the earlier run.

    ``news`` is called in one of these threads when an explorable is complete after its opening state was shown.
    """

    def __init__(self) -> None:
        self.news: Callable[[], None] = lambda: None
        self._runs: dict[str, Run] = {}
        self._is_stopped = False
        self._evaluators = Evaluators()

    def ask(self, order: Order, key: str, keep: Callable[[Evaluated], None]) -> Evaluated:
        """Return an explorable, or its opening state while the others are being evaluated.

        Raises
        ------
        SiteError
            If it cannot be evaluated.
        """
        run = self._runs.get(order.name)
        # A file that was saved again without changes may have been read half-written; more time may be enough.
        asked = order.sources, order.seconds
        if run is None or run.key != key or (run.order.sources, run.order.seconds) != asked:
            if run is not None:
                run.end()
            run = self._runs[order.name] = Run(key, order, is_ended=self._is_stopped)
            Thread(target=self._work, args=(run, keep), daemon=True).start()
        run.is_ready.wait()
        if run.fault is not None:
            raise run.fault
        assert run.found is not None
        return replace(run.found, n_done=run.n_done)

    def stop(self) -> None:
        """End all runs and start no others."""
        self.news, self._is_stopped = lambda: None, True
        for run in list(self._runs.values()):
            run.end()
        end_idle()

    def _work(self, run: Run, keep: Callable[[Evaluated], None]) -> None:
        """Evaluate an explorable completely."""

        def show(opening: Evaluated) -> None:
            run.found, run.told = opening, time.monotonic()
            run.is_ready.set()

        def hear(call: str, done: int, of: int) -> None:
            if run.found is None or run.found.whole is None:  # the calls for the opening state
                return
            if call.partition("(")[0] == run.found.whole.first_shown:
                run.n_done = done
            if time.monotonic() - run.told > COUNT_SECONDS:
                run.told = time.monotonic()
                self.news()

        order = replace(run.order, opening_first=True)
        try:
            run.found = self._evaluators.evaluate(order, heard=hear, shown=show, started=run.use)
        except Exception as error:  # errors of the author or of the builder: the preview reports them
            run.fault = error
        was_shown = run.is_ready.is_set()
        run.is_ready.set()
        if was_shown and not run.is_ended:
            self.news()
        if run.fault is None and run.found is not None:
            keep(run.found)
