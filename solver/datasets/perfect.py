"""What many data sets need of perfect play, and of the browser's table of it."""

from __future__ import annotations

from solver.datasets.value_table import ValueTable, quantise, value_table
from solver.datasets.workshop import Arrays, Workshop
from solver.dice import Floats
from solver.solution import Solution


def visits_of_optimum(solution: Solution) -> Arrays:
    """Return the probability that a perfect game comes to each state: float64[n_states]."""
    from solver.evaluate import visits_of_policy  # compiles

    return {"visits": visits_of_policy(solution.game, solution.value_of_state)}


def bonus_chance_of_optimum(solution: Solution) -> Arrays:
    """Return the probability, from every state, that perfect play ends with the bonus: float64[n_states]."""
    from solver.evaluate import bonus_chance_of_policy  # compiles

    return {"bonus_chance": bonus_chance_of_policy(solution.game, solution.value_of_state)}


def mean_of_quantised_play(solution: Solution) -> Arrays:
    """Return the exact value of every state for a player who reads the browser's table: float64[n_states]."""
    from solver.evaluate import mean_of_policy  # compiles

    return {"mean": mean_of_policy(solution.game, quantise(solution.value_of_state))}


def perfect_visits(workshop: Workshop) -> Floats:
    """Return the probability that a perfect game comes to each state: float64[n_states]."""
    return workshop.kept(visits_of_optimum)["visits"]


def perfect_bonus_chance(workshop: Workshop) -> Floats:
    """Return the probability, from every state, that perfect play ends with the bonus: float64[n_states]."""
    return workshop.kept(bonus_chance_of_optimum)["bonus_chance"]


def browser_table(workshop: Workshop) -> ValueTable:
    """Return the quantised values as the browser gets them; make it by ``workshop.once``."""
    return value_table(workshop.solution)
