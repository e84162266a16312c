"""Draw charts in a process of their own: importing Altair alone takes as long as reading a site.

:func:`main` answers, in that process, lists of orders: ("calls", index) before each call of an author's function and
("calls", -1) behind it, (index, drawn) or (index, error) as each is ready.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Thread
from typing import Any

from site_builder.data.csv_tables import TableFile
from site_builder.drawing.charts.call import Order, specification
from site_builder.drawing.charts.checks import Finding
from site_builder.drawing.charts.draw import ChartError, DrawnChart, draw_specification, warm_up
from site_builder.drawing.charts.quick_altair import remember_classes
from site_builder.drawing.processes import Answers, AuthorProcess, ProcessEndedError, answer_questions

CALLS = "calls"
# One for all builds of this process: it is warm after the first.
PROCESS = AuthorProcess(__name__)


def draw_beside(orders: Sequence[Order]) -> list[Future[DrawnChart]]:
    """Return the drawings to come; each raises :class:`ChartError` where its chart cannot be drawn."""
    futures: list[Future[DrawnChart]] = [Future() for _ in orders]
    if orders:
        Thread(target=draw_all, args=(orders, futures), daemon=True).start()
    return futures


def draw_all(orders: Sequence[Order], futures: Sequence[Future[DrawnChart]]) -> None:
    """Have charts drawn; one that ends the process fails, and the others are drawn by the next process."""
    waiting, at_once = list(range(len(orders))), len(orders)
    while waiting:
        asked, calling = waiting[:at_once], -1
        try:
            for index, found in PROCESS.ask([orders[index] for index in asked]):
                if index == CALLS:
                    calling = found
                    continue
                waiting.remove(asked[index])
                future = futures[asked[index]]
                if isinstance(found, ChartError):
                    future.set_exception(found)
                else:
                    future.set_result(found)
        except ProcessEndedError as error:
            unanswered = [index for index in asked if index in waiting]
            if not unanswered:
                continue  # it ended behind the last answer
            if calling < 0 and len(unanswered) > 1:
                at_once = 1  # which of their drawings ended it is seen when they are drawn one by one
                continue
            failed = asked[calling] if calling >= 0 else unanswered[0]
            waiting.remove(failed)
            futures[failed].set_exception(ended(error, orders[failed]))


def ended(error: ProcessEndedError, order: Order) -> ChartError:
    """Describe a chart whose drawing ended the process."""
    line = error.line_in(order.folder / f"{order.function.partition('.')[0]}.py")
    suggestion = "compute what takes long in a data script" if "longer" in str(error) else ""
    message = f"{order.function} {error}"
    return ChartError(message, findings=[Finding(message, line, suggestion=suggestion)])


def answer(orders: Sequence[Order], send: Answers) -> None:
    """Draw charts; the author's functions run one after the other, Vega draws in several threads."""
    frames: dict[tuple[TableFile, str], Any] = {}
    with ThreadPoolExecutor() as threads:
        for index, order in enumerate(orders):
            send((CALLS, index))
            try:
                described = specification(order, frames, send.limited)
            except ChartError as error:
                send((index, plain(error)))
            else:
                send((CALLS, -1))
                threads.submit(draw, index, described, send)


def draw(index: int, described: dict[str, Any] | DrawnChart, send: Answers) -> None:
    """Draw one chart."""
    try:
        send((index, draw_specification(described)))
    except ChartError as error:
        send((index, plain(error)))
    except Exception as error:  # a fault of the builder, or of Vega
        send((index, ChartError(f"the chart cannot be drawn: {type(error).__name__}: {error}")))


def plain(error: ChartError) -> ChartError:
    """Return an error without what cannot be sent: what caused it."""
    return ChartError(str(error), findings=error.findings)


def main() -> None:
    """Import what takes long, then take the orders."""
    warm_up()
    remember_classes()
    answer_questions(answer)
