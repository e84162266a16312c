"""What data sets need of the browser's table of values: the table, and how well one plays by it."""

from __future__ import annotations

from solver.datasets.contract.workshop import Arrays, Workshop
from solver.datasets.shared.value_table import ValueTable, quantise, value_table
from solver.solving.solution import Solution


def browser_table(workshop: Workshop) -> ValueTable:
    """Return the quantised values as the browser gets them; make it by ``workshop.once``."""
    return value_table(workshop.solution)


def mean_of_quantised_play(solution: Solution) -> Arrays:
    """Return the exact value of every state for a player who reads the browser's table: float64[n_states]."""
    from solver.studies.evaluate import mean_of_policy  # compiles

    return {"mean": mean_of_policy(solution.game, quantise(solution.value_of_state))}
