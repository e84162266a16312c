"""Kernels that measure regimes: what judges think of decisions, and how far the outcomes of a throw spread.

All of them follow a player whose decisions are given, from rows of states that have weights (the probability that a
game comes there). Throws are told apart by the rerolls left after them: the first throw of a turn leaves all of them,
and keeps no dice. A judge values by a solution: theta and the certainty equivalents of the points still to come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels import (
    N_LANES,
    Exits,
    Floats,
    Ints,
    Lattice,
    Longs,
    Table,
    best_row,
    choose_row,
    exit_rolls,
    kernel,
    load_row,
    max_sweep,
    mean_sweep,
    store_row,
)
from solver.play_kernels import Choices, Places, throw_rows

FLAT = 1e-9  # points; outcomes closer together than this count as one


class Turn(NamedTuple):
    r"""One turn in some lanes of a row, valued by a judge.

    .. math:: u = \operatorname{sign}(\theta) \exp(\theta (x - x_{ref})), \qquad u = x \text{ if } \theta = 0

    utilities : float64[n_rerolls + 1, n_keeps, N_LANES], row t: of the rolls, the utility u of the best choice with t
    rerolls in hand; of the short keeps, its mean over the throws of the missing dice, t rerolls being left;
    scores : float64[n_keeps, N_LANES], of the rolls, the points x of the best category; reference : float64[N_LANES],
    the points whose utility is 1 or -1; weights, chances, thrown : see ``follow_row``; best : float64[n_keeps,
    N_LANES], room to work in.
    """

    utilities: Floats
    scores: Floats
    reference: Floats
    weights: Floats
    chances: Floats
    thrown: Floats
    best: Floats


@kernel
def empty_turn(n_rerolls: int, n_rolls: int, n_keeps: int) -> Turn:
    """Return room for a turn."""
    return Turn(
        np.empty((n_rerolls + 1, n_keeps, N_LANES)),
        np.empty((n_keeps, N_LANES)),
        np.empty(N_LANES),
        np.empty(N_LANES),
        np.empty((n_rerolls + 1, n_rolls, N_LANES)),
        np.empty((n_rerolls + 1, n_keeps - n_rolls, N_LANES)),
        np.empty((n_keeps, N_LANES)),
    )


@kernel
def find_lanes(visits: Floats, page: int, first_lane: int, weights: Floats) -> Longs:
    """Read the weights of a row's states and return the lanes where they are not 0."""
    lanes, n_lanes = np.empty(N_LANES, np.int64), 0
    weights[:] = 0.0
    for lane in range(min(N_LANES, visits.shape[1] - first_lane)):
        weights[lane] = visits[page, first_lane + lane]
        if weights[lane] > 0.0:
            lanes[n_lanes] = lane
            n_lanes += 1
    return lanes[:n_lanes]


@kernel
def find_reference(theta: float, points: Floats, reference: Floats) -> None:
    """Set the points of each lane whose utility is largest in size: the most for theta above 0, else the fewest."""
    if theta == 0.0:
        reference[:] = 0.0
        return
    reference[:] = points[0]
    for roll in range(1, points.shape[0]):
        old, new = load_row(reference, 0), load_row(points, roll * N_LANES)
        if theta > 0.0:
            store_row(reference, 0, choose_row(new, old, new, old))
        else:
            store_row(reference, 0, choose_row(old, new, new, old))


@kernel
def to_utilities(theta: float, lanes: Longs, reference: Floats, points: Floats, utilities: Floats) -> None:
    """Turn points into utilities, in some lanes; 0 in the others."""
    if theta == 0.0:
        utilities[:] = points
        return
    utilities[:] = 0.0
    sign = 1.0 if theta > 0.0 else -1.0
    for row in range(points.shape[0]):
        for lane in lanes:
            utilities[row, lane] = sign * np.exp(theta * (points[row, lane] - reference[lane]))


@kernel
def to_points(theta: float, reference: float, utility: float) -> float:
    """Return the points that have a utility."""
    if theta == 0.0:
        return utility
    return reference + np.log(abs(utility)) / theta


@kernel
def value_row(
    lattice: Lattice, exits: Exits, theta: float, where: tuple[int, int, int], table: Table, lanes: Longs, turn: Turn
) -> None:
    """Value everything in one turn, for some lanes of a row, by the table of a solution with this theta."""
    first_roll, utilities = lattice.extensions_of_keep.shape[0], turn.utilities
    exit_rolls(exits, table, where, 0, first_roll, turn.scores)
    find_reference(theta, turn.scores[first_roll:], turn.reference)
    to_utilities(theta, lanes, turn.reference, turn.scores[first_roll:], utilities[0, first_roll:])
    mean_sweep(lattice.extensions_of_keep, utilities[0])
    for rerolls in range(1, utilities.shape[0]):
        turn.best[:] = utilities[rerolls - 1]
        max_sweep(lattice.first_removal_of_keep, lattice.removals, turn.best)
        utilities[rerolls, first_roll:] = turn.best[first_roll:]
        mean_sweep(lattice.extensions_of_keep, utilities[rerolls])


@kernel
def follow_row(lattice: Lattice, choices: Choices, options: Ints, lanes: Longs, turn: Turn) -> None:
    """Follow a player through one turn from all states of a row, each with its weight.

    Parameters
    ----------
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Number of the option taken for a roll with t rerolls in hand; see ``players.Decided``.
    turn : Turn
        weights : float64[N_LANES], in: probability that a game comes to each state.
        chances : float64[n_rerolls + 1, n_rolls, N_LANES], out: probability of deciding with t rerolls in hand.
        thrown : float64[n_rerolls + 1, n_short_keeps, N_LANES], out: of keeping just these dice , leaving t.
    """
    first_roll, passing = turn.thrown.shape[1], turn.best
    turn.thrown[:] = 0.0
    turn.thrown[-1, 0] = turn.weights
    for rerolls in range(turn.chances.shape[0] - 1, -1, -1):
        passing[:first_roll] = turn.thrown[rerolls]
        passing[first_roll:] = 0.0
        throw_rows(lattice.extensions_of_keep, passing)
        turn.chances[rerolls] = passing[first_roll:]
        if rerolls > 0:
            for roll in range(turn.chances.shape[1]):
                first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
                for lane in lanes:
                    entry = first + options[rerolls, roll, lane]
                    if entry < stop:
                        turn.thrown[rerolls - 1, choices.keeps[entry], lane] += turn.chances[rerolls, roll, lane]


@kernel
def weigh_losses(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    options: Ints,
    visits: Floats,
    theta: float,
    table: Table,
    found: Floats,
) -> None:
    """Let a judge weigh every decision on the way of a player.

    Parameters
    ----------
    places, options : int64[n_rows], three times; int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Rows of states, and what the player does there.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player comes to each state.
    theta, table : float, Table
        The judge.
    found : float64[n_rerolls + 1, 3]
        Out, added to, by rerolls in hand: decisions; those that lose more than ``tie``; points lost by all of them.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    turn = empty_turn(n_rerolls, n_rolls, n_keeps)
    first_roll = n_keeps - n_rolls
    for row in range(places.page.shape[0]):
        page, first_lane = places.page[row], places.lane[row]
        lanes = find_lanes(visits, page, first_lane, turn.weights)
        follow_row(lattice, choices, options[row], lanes, turn)
        value_row(lattice, exits, theta, (page, first_lane, places.filled[row]), table, lanes, turn)
        for rerolls in range(n_rerolls + 1):
            for roll in range(n_rolls):
                first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
                for lane in lanes:
                    weight, entry = turn.chances[rerolls, roll, lane], first + options[row, rerolls, roll, lane]
                    if weight == 0.0:
                        continue
                    best, reference = turn.utilities[rerolls, first_roll + roll, lane], turn.reference[lane]
                    if entry < stop:
                        utility = turn.utilities[rerolls - 1, choices.keeps[entry], lane]
                        loss = 0.0
                        if utility != best:
                            loss = to_points(theta, reference, best) - to_points(theta, reference, utility)
                    else:
                        outcome = choices.outcome_of_roll[choices.class_of_page[page], roll, entry - stop]
                        place = table.first_slot[page + exits.step[outcome]] + first_lane + lane + exits.shift[outcome]
                        score = exits.gain[outcome] + table.values[place]
                        loss = turn.scores[first_roll + roll, lane] - score
                        if rerolls > 0 and best != turn.utilities[0, first_roll + roll, lane]:
                            loss = to_points(theta, reference, best) - score
                    found[rerolls, 0] += weight
                    found[rerolls, 1] += weight * (loss > tie)
                    found[rerolls, 2] += weight * loss


class Outlook(NamedTuple):
    """What can come of keeping some dice and throwing the others: float64[n_keeps, N_LANES] each, short keeps meant.

    mean, square : mean of the points and of their squared distance from ``centre``, float64[N_LANES]; low, high : the
    fewest and the most points.
    """

    mean: Floats
    square: Floats
    low: Floats
    high: Floats
    centre: Floats


@kernel
def empty_outlook(n_keeps: int) -> Outlook:
    """Return room for an outlook."""
    rows = np.empty((4, n_keeps, N_LANES))
    return Outlook(rows[0], rows[1], rows[2], rows[3], np.empty(N_LANES))


@kernel
def range_sweep(extensions_of_keep: Ints, low: Floats, high: Floats) -> None:
    """Give every short keep the lowest and the highest value among its extensions."""
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        first = extensions_of_keep[keep, 0] * N_LANES
        least, most = load_row(low, first), load_row(high, first)
        for face in range(1, extensions_of_keep.shape[1]):
            first = extensions_of_keep[keep, face] * N_LANES
            new_low = load_row(low, first)
            least = choose_row(least, new_low, new_low, least)
            most = best_row(load_row(high, first), most)
        store_row(low, keep * N_LANES, least)
        store_row(high, keep * N_LANES, most)


@kernel
def look_out(lattice: Lattice, theta: float, rerolls: int, lanes: Longs, turn: Turn, outlook: Outlook) -> None:
    """Find what can come of every throw that leaves so many rerolls, for some lanes of a row."""
    first_roll = lattice.extensions_of_keep.shape[0]
    mean, square = outlook.mean, outlook.square
    mean[:] = 0.0
    for row in range(first_roll, mean.shape[0]):
        for lane in lanes:
            if rerolls == 0:
                mean[row, lane] = turn.scores[row, lane]
            else:
                mean[row, lane] = to_points(theta, turn.reference[lane], turn.utilities[rerolls, row, lane])
    outlook.low[first_roll:] = mean[first_roll:]
    outlook.high[first_roll:] = mean[first_roll:]
    range_sweep(lattice.extensions_of_keep, outlook.low, outlook.high)
    mean_sweep(lattice.extensions_of_keep, mean)
    outlook.centre[:] = mean[0]
    square[first_roll:] = (mean[first_roll:] - outlook.centre) ** 2
    mean_sweep(lattice.extensions_of_keep, square)


@kernel
def weigh_throw(theta: float, equivalent: float, keep: int, lane: int, outlook: Outlook, facts: Floats) -> None:
    """Describe one throw.

    ``facts`` become 1; sigma; sigma squared; the position of the certainty equivalent between the mean, 0, and the
    best outcome (theta above 0) or the worst (below), 1; its distance from the mean and from that outcome; and the
    distance from it of its second-order prediction, mean + theta sigma^2 / 2.
    """
    mean = outlook.mean[keep, lane]
    variance = max(0.0, outlook.square[keep, lane] - (mean - outlook.centre[lane]) ** 2)
    extreme = outlook.high[keep, lane] if theta > 0.0 else outlook.low[keep, lane]
    facts[0], facts[1], facts[2], facts[3] = 1.0, np.sqrt(variance), variance, 0.0
    facts[4], facts[5] = abs(equivalent - mean), abs(extreme - equivalent)
    if abs(extreme - mean) > FLAT:
        facts[3] = (equivalent - mean) / (extreme - mean)
    facts[6] = abs(mean + theta * variance / 2.0 - equivalent)


@kernel
def weigh_throws(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    places: Places,
    options: Ints,
    visits: Floats,
    theta: float,
    table: Table,
    edges: Floats,
    found: Floats,
    positions: Floats,
    heaviest: Floats,
) -> None:
    """Sum up how far the outcomes spread at every throw on the way of a player.

    Parameters
    ----------
    places, options, visits, theta, table : see ``weigh_losses``
        The outcomes are valued by theta and the table.
    edges : float64[n_bins + 1]
        Bins of sigma, in points; each holds its lower edge.
    found : float64[n_rerolls + 1, n_bins, 7]
        Out, added to, by rerolls left: the facts of ``weigh_throw``, weighted.
    positions : float64[n_rerolls + 1, n_positions]
        Out, added to: how many throws have their position in each of the equal parts of 0 to 1.
    heaviest : float64[n_bins, 5]
        Out: of the throw met most often in each bin: how often; rerolls left, keep, page, upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    turn, outlook, facts = empty_turn(n_rerolls, n_rolls, n_keeps), empty_outlook(n_keeps), np.empty(7)
    n_positions = positions.shape[1]
    for row in range(places.page.shape[0]):
        page, first_lane = places.page[row], places.lane[row]
        lanes = find_lanes(visits, page, first_lane, turn.weights)
        follow_row(lattice, choices, options[row], lanes, turn)
        value_row(lattice, exits, theta, (page, first_lane, places.filled[row]), table, lanes, turn)
        for rerolls in range(n_rerolls + 1):
            look_out(lattice, theta, rerolls, lanes, turn, outlook)
            for keep in range(n_keeps - n_rolls):
                for lane in lanes:
                    weight = turn.thrown[rerolls, keep, lane]
                    if weight == 0.0:
                        continue
                    equivalent = to_points(theta, turn.reference[lane], turn.utilities[rerolls, keep, lane])
                    weigh_throw(theta, equivalent, keep, lane, outlook, facts)
                    part = np.searchsorted(edges, facts[1], side="right") - 1
                    for field in range(facts.shape[0]):
                        found[rerolls, part, field] += weight * facts[field]
                    positions[rerolls, max(0, min(int(facts[3] * n_positions), n_positions - 1))] += weight
                    if weight > heaviest[part, 0]:
                        heaviest[part, 0], heaviest[part, 1], heaviest[part, 2] = weight, rerolls, keep
                        heaviest[part, 3], heaviest[part, 4] = page, first_lane + lane
