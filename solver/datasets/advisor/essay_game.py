"""The file with which the figures and the advisor in the browser play the essay's game."""

from __future__ import annotations

from solver.datasets.contract.registry import Content, file
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.browser_table import browser_table


@file("values-scandinavian", "values-scandinavian.arrow.gz", "asset")
def values(workshop: Workshop) -> Content:
    """Give the points still to come from every reachable state, quantised; one row per state.

    Columns
    -------
    low : int, steps
        Low byte of the difference to neighbouring states, see ``value_table``.
    high : int, steps
        Its high byte.
    """
    made = workshop.once(browser_table)
    return Content(made.content, made.n_states)
