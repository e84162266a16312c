"""The kernel that shares out luck: how far each turn leads from what was to be expected, by the box that it ends in."""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.distribution import successor
from solver.kernels.rows import Floats
from solver.kernels.turn import Exits
from solver.kernels.walk import Steps, entries_of_turn


@kernel
def share_luck(
    exits: Exits, steps: Steps, bounds: tuple[int, int], visits: Floats, values: Floats, square_of_box: Floats
) -> None:
    r"""Sum up the squared luck of the turns from the states between ``bounds``, by the box in which they end.

    .. math:: E[(points + V(after) - V(before))^2; box]

    Parameters
    ----------
    visits, values : float64[n_states]
        How likely a game comes to each state, and the points that are to come from there.
    square_of_box : float64[n_categories]
        Out, added to; in points squared.
    """
    for state in range(bounds[0], bounds[1]):
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            luck = exits.gain[outcome] + values[successor(exits, steps, state, outcome)] - values[state]
            square_of_box[exits.category[outcome]] += visits[state] * prob * luck * luck
