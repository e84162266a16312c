"""Draw charts in a process of their own, beside the build: importing Altair alone takes as long as reading a site.

:func:`main` reads, in that process, one pickled list of orders from its standard input and writes one pickled answer to
its standard output for each, in their order. What the author's code prints goes to the terminal.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any, BinaryIO

from site_builder.drawing.charts.call import Order, specification
from site_builder.drawing.charts.draw import ChartError, DrawnChart, draw_specification, warm_up
from site_builder.drawing.charts.quick_altair import remember_classes
from site_builder.drawing.processes import start_beside, take_streams

if TYPE_CHECKING:
    from site_builder.settings.site_toml import Settings


class ChartProcess:
    """A process that draws charts. One list of orders a process."""

    def __init__(self, at_once: bool = True) -> None:
        """Start the process ``at_once``, so that it is warm when it gets its orders, or else when it gets any."""
        self._process = start_beside(__name__) if at_once else None
        self._exchanging: Thread | None = None

    def draw(self, orders: Sequence[Order]) -> list[Future[DrawnChart]]:
        """Return the drawings to come; each raises :class:`ChartError` where its chart cannot be drawn."""
        futures: list[Future[DrawnChart]] = [Future() for _ in orders]
        if not orders:
            return futures
        process = self._process = self._process or start_beside(__name__)
        self._exchanging = Thread(target=exchange, args=(process, orders, futures), daemon=True)
        self._exchanging.start()
        return futures

    def end(self) -> None:
        """Stop the process, if it still runs; drawings to come will not."""
        if self._process is None:
            return
        self._process.kill()
        if self._exchanging is not None:
            self._exchanging.join()
        with suppress(BrokenPipeError), self._process:
            pass  # closes the pipes, and waits


def exchange(process: subprocess.Popen[bytes], orders: Sequence[Order], futures: Sequence[Future[DrawnChart]]) -> None:
    """Hand in the orders and hand out the answers."""
    sent, received = process.stdin, process.stdout
    assert sent is not None
    assert received is not None
    with suppress(BrokenPipeError):
        pickle.dump(list(orders), sent)
        sent.close()
    for future in futures:
        try:
            drawn, message, findings = pickle.load(received)
        except (EOFError, pickle.UnpicklingError):
            process.wait()
            message, findings = f"drawing ended with exit code {process.returncode}", ()
            drawn = None
        if drawn is None:
            future.set_exception(ChartError(message, findings=findings))
        else:
            future.set_result(drawn)


@contextmanager
def drawing_beside(settings: Settings, at_once: bool = True) -> Iterator[ChartProcess | None]:
    """Have a process that draws the charts of a site beside its build, if it has any; see :class:`ChartProcess`.

    None where Altair is there already: then drawing a chart takes less than starting a process.
    """
    if not settings.config.charts or "altair" in sys.modules:
        yield None
        return
    process = ChartProcess(at_once)
    try:
        yield process
    finally:
        process.end()


def answer(orders: Sequence[Order], stream: BinaryIO) -> None:
    """Draw charts and write the answers, as soon as each is ready; the author's functions run one after the other."""
    frames: dict[tuple[Path, str], Any] = {}
    with ThreadPoolExecutor() as threads:
        waiting: list[Future[DrawnChart] | ChartError] = []
        for order in orders:
            try:
                waiting.append(threads.submit(draw_specification, specification(order, frames)))
            except ChartError as error:
                waiting.append(error)
        for drawing in waiting:
            try:
                if isinstance(drawing, ChartError):
                    raise drawing
                pickle.dump((drawing.result(), "", ()), stream)
            except ChartError as error:
                pickle.dump((None, str(error), error.findings), stream)
            stream.flush()


def main() -> None:
    """Import what takes long, then take the orders."""
    stream = take_streams()
    warm_up()
    remember_classes()
    with suppress(EOFError, BrokenPipeError):  # the build has ended without charts
        answer(pickle.load(sys.stdin.buffer), stream)
