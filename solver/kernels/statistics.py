"""Statistics of play: sums over a walk, forwards and backwards.

A quantity is the points of one category; the last one is whether the game ends with the bonus. So there are
``n_categories + 1``, always in this order.
"""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.distribution import successor
from solver.kernels.rows import N_LANES, Floats, Longs, fill_row, load_row, store_row
from solver.kernels.turn import Exits
from solver.kernels.walk import Steps, entries_of_turn


@kernel
def expect_rest(
    exits: Exits, steps: Steps, bounds: tuple[int, int], visits: Floats, later_rest: Floats, rest: Floats, joint: Floats
) -> None:
    """Compute the expected rest of each quantity, from the states between ``bounds``, all of one layer.

    Parameters
    ----------
    visits : float64[n_states]
        Probability that a game visits each state.
    later_rest, rest : float64[n_states, n_quantities]
        In: complete for the next layer; zeros in this one. Out: complete for these states. If ``steps`` contain all
        visited states, they are the same.
    joint : float64[n_outcomes, n_quantities]
        Out, added to: expected points of each quantity after an outcome, times the indicator of the outcome.
    """
    for state in range(bounds[0], bounds[1]):
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            after = successor(exits, steps, state, outcome)
            for quantity in range(rest.shape[1]):
                share = prob * later_rest[after, quantity]
                rest[state, quantity] += share
                joint[outcome, quantity] += visits[state] * share
            rest[state, exits.category[outcome]] += prob * exits.gain[outcome]


@kernel
def weigh_outcomes(
    exits: Exits, steps: Steps, bounds: tuple[int, int], visits: Floats, later_chance: Floats, prob_of_outcome: Floats
) -> None:
    """Sum the probability of each outcome in the turn from a layer: ``float64[n_outcomes, 2]``, without and with bonus.

    ``later_chance`` is the probability of the bonus from each state of the next layer.
    """
    for state in range(bounds[0], bounds[1]):
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            weight = visits[state] * prob
            earned = weight * later_chance[successor(exits, steps, state, outcome)]
            prob_of_outcome[outcome, 0] += weight - earned
            prob_of_outcome[outcome, 1] += earned


@kernel
def sum_past(exits: Exits, steps: Steps, bounds: tuple[int, int], visits: Floats, past: Floats, joint: Floats) -> None:
    """Sum the points of every category scored before an outcome, over the turns from a layer.

    Parameters
    ----------
    visits : float64[n_visited]
        Probability that a game visits each state.
    past : float64[n_visited, n_quantities]
        Expected points already scored, times the visits. In: complete for this layer. Out: for the next one.
    joint : float64[n_outcomes, n_quantities]
        Out, added to: expected points of each quantity before the outcome, times the indicator of the outcome.
    """
    for state in range(bounds[0], bounds[1]):
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            after = successor(exits, steps, state, outcome)
            for quantity in range(past.shape[1]):
                share = prob * past[state, quantity]
                past[after, quantity] += share
                joint[outcome, quantity] += share
            past[after, exits.category[outcome]] += prob * visits[state] * exits.gain[outcome]


@kernel
def count_outcomes(steps: Steps, bounds: tuple[int, int], visits: Floats, prob_of_outcome: Floats) -> None:
    """Sum the probability of each outcome in the turns of the states between ``bounds``; float64[n_outcomes]."""
    for state in range(bounds[0], bounds[1]):
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            prob_of_outcome[outcome] += visits[state] * prob


@kernel
def expect_points(exits: Exits, steps: Steps, bounds: tuple[int, int], visits: Floats, values: Floats) -> float:
    """Compute the expected points still to come from the states between ``bounds``, all of one layer.

    ``visits``, ``values`` are float64[n_visited], the latter complete for the next layer. Returns the part of the final
    score's variance that these turns contribute.
    """
    variance = 0.0
    for state in range(bounds[0], bounds[1]):
        mean, square = 0.0, 0.0
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            points = exits.gain[outcome] + values[successor(exits, steps, state, outcome)]
            mean += prob * points
            square += prob * points * points
        values[state] = mean
        variance += visits[state] * (square - mean * mean)
    return variance


@kernel
def share_luck(
    exits: Exits, steps: Steps, bounds: tuple[int, int], visits: Floats, values: Floats, square_of_box: Floats
) -> None:
    r"""Sum the squared luck of the turns from the states between ``bounds``, by the box in which they end.

    .. math:: E[(points + V(after) - V(before))^2; box]

    Parameters
    ----------
    visits, values : float64[n_states]
        Probability that a game visits each state, and the points still to come from there.
    square_of_box : float64[n_categories]
        Out, added to; in points squared.
    """
    for state in range(bounds[0], bounds[1]):
        for entry in entries_of_turn(steps, state):
            outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
            luck = exits.gain[outcome] + values[successor(exits, steps, state, outcome)] - values[state]
            square_of_box[exits.category[outcome]] += visits[state] * prob * luck * luck


@kernel
def expect_pages(
    exits: Exits,
    n_totals: int,
    pages: Longs,
    place_of_page: Longs,
    prob_of_outcome: Floats,
    later: tuple[Floats, Floats],
    here: tuple[Floats, Floats],
) -> None:
    """Compute the expectations of players from some pages, given the next layer.

    Parameters
    ----------
    pages : int64[n]
        Pages with equally many filled categories.
    place_of_page : int64[n_pages]
        Index of the pages of a layer in the arrays below.
    prob_of_outcome : float64[n, n_players, n_outcomes]
        Probability that a turn from the page ends in each outcome.
    later, here : float64[n_pages_of_layer, n_players], float64[n_pages_of_layer, n_players, width]
        Expected points still to come, without the bonus; and the chance of the bonus by upper total, where that of the
        threshold is repeated beyond it as far as outcomes lead. Out: those of the pages.
    """
    last = n_totals - 1
    for number in range(pages.shape[0]):
        place = place_of_page[pages[number]]
        for one in range(prob_of_outcome.shape[1]):
            mean, chances, width = 0.0, here[1][place, one], here[1].shape[2]
            chances[:] = 0.0
            for outcome in range(prob_of_outcome.shape[2]):
                prob = prob_of_outcome[number, one, outcome]
                if prob > 0.0:
                    after, weight = place_of_page[pages[number] + exits.step[outcome]], fill_row(prob)
                    mean += prob * (exits.gain[outcome] + later[0][after, one])
                    first = (after * later[1].shape[1] + one) * width + exits.shift[outcome]
                    for total in range(0, n_totals, N_LANES):
                        share = weight * load_row(later[1], first + total)
                        store_row(chances, total, load_row(chances, total) + share)
            here[0][place, one] = mean
            chances[n_totals:] = chances[last]
