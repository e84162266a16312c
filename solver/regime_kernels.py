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
    add_rows,
    best_row,
    choose_row,
    fill_row,
    kernel,
    load_row,
    max_sweep,
    mean_sweep,
    store_row,
)
from solver.play_kernels import Choices, Places, throw_rows
from solver.utility_kernels import Utility, exit_by_scores, find_reference, score_outcomes

FLAT = 1e-9  # points; outcomes closer together than this count as one
N_FACTS = 7  # of a throw, see ``weigh_throw``


class Judges(NamedTuple):
    """Several judges: theta, sign, shift, and the outcomes' factors and offsets as in ``Utility``, one row a judge.

    tables : float64[n_judges, n_pages, n_lanes], certainty equivalents of the points to come; means if theta is 0.
    """

    theta: Floats
    sign: Floats
    shift: Floats
    factor_of_outcome: Floats
    offset_of_outcome: Floats
    tables: Floats


class Turn(NamedTuple):
    """One turn of a row of states: how it goes, and what a judge holds of it; utilities are points if theta is 0.

    weights : float64[N_LANES], probability that a game comes to each state; chances : float64[n_rerolls + 1, n_rolls,
    N_LANES], of having to decide on a roll with t rerolls in hand; thrown : float64[n_rerolls + 1, n_short_keeps,
    N_LANES], of keeping just these dice in a throw that leaves t. scores : float64[n_outcomes, N_LANES], utility of each
    outcome; reference : float64[N_LANES], points that utilities are measured from; utilities : float64[n_rerolls + 1,
    n_keeps, N_LANES], in row t: of the rolls, that of the best choice with t rerolls in hand, of the short keeps, the
    mean over the throws of the missing dice; room : float64[n_keeps, N_LANES].
    """

    weights: Floats
    chances: Floats
    thrown: Floats
    scores: Floats
    reference: Floats
    utilities: Floats
    room: Floats


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
def empty_turn(n_rerolls: int, n_rolls: int, n_keeps: int, n_outcomes: int) -> Turn:
    """Return room for a turn."""
    return Turn(
        np.empty(N_LANES),
        np.empty((n_rerolls + 1, n_rolls, N_LANES)),
        np.empty((n_rerolls + 1, n_keeps - n_rolls, N_LANES)),
        np.empty((n_outcomes, N_LANES)),
        np.empty(N_LANES),
        np.empty((n_rerolls + 1, n_keeps, N_LANES)),
        np.empty((n_keeps, N_LANES)),
    )


@kernel
def empty_outlook(n_keeps: int) -> Outlook:
    """Return room for an outlook."""
    rows = np.empty((4, n_keeps, N_LANES))
    return Outlook(rows[0], rows[1], rows[2], rows[3], np.empty(N_LANES))


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
def follow_row(lattice: Lattice, choices: Choices, options: Ints, lanes: Longs, turn: Turn) -> None:
    """Follow a player through one turn from all states of a row, each with its weight; fill the first half of ``turn``.

    ``options`` are int16[n_rerolls + 1, n_rolls, N_LANES]: the number of the option taken for a roll with t rerolls in
    hand, see ``players.Decided``.
    """
    first_roll, passing = turn.thrown.shape[1], turn.room
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
def to_points(theta: float, sign: float, shift: float, reference: float, utility: float) -> float:
    """Return the points that have a utility."""
    if theta == 0.0:
        return utility
    if shift > 0.0:
        return reference + np.log1p(sign * utility) / theta
    return reference + np.log(sign * utility) / theta


@kernel
def value_row(
    lattice: Lattice, exits: Exits, judges: Judges, judge: int, where: tuple[int, int, int], turn: Turn
) -> None:
    """Let a judge value everything in one turn of a row of states; fill the second half of ``turn``."""
    page, lane, filled = where
    first_roll, table, utilities = lattice.extensions_of_keep.shape[0], judges.tables[judge], turn.utilities
    if judges.theta[judge] == 0.0:
        turn.reference[:] = 0.0
        for outcome in range(exits.category.shape[0]):
            if not filled >> exits.category[outcome] & 1:
                successor = (page + exits.step[outcome]) * table.shape[1] + lane + exits.shift[outcome]
                row = add_rows(load_row(table, successor), fill_row(exits.gain[outcome]))
                store_row(turn.scores, outcome * N_LANES, row)
    else:
        factors, offsets = judges.factor_of_outcome[judge], judges.offset_of_outcome[judge]
        utility = Utility(judges.theta[judge], judges.sign[judge], judges.shift[judge], factors, offsets)
        reference = find_reference(exits, utility, where, table)
        store_row(turn.reference, 0, reference)
        score_outcomes(exits, utility, where, table, reference, turn.scores)
    exit_by_scores(exits, filled, turn.scores, first_roll, utilities[0])
    mean_sweep(lattice.extensions_of_keep, utilities[0])
    for rerolls in range(1, utilities.shape[0]):
        turn.room[:] = utilities[rerolls - 1]
        max_sweep(lattice.first_removal_of_keep, lattice.removals, turn.room)
        utilities[rerolls, first_roll:] = turn.room[first_roll:]
        mean_sweep(lattice.extensions_of_keep, utilities[rerolls])


@kernel
def judge_row(
    choices: Choices, judges: Judges, judge: int, tie: float, options: Ints, lanes: Longs, turn: Turn, losses: Floats
) -> None:
    """Add up what the judge who has valued the turn thinks of the decisions; ``losses`` as in ``weigh_rows``."""
    theta, sign, shift = judges.theta[judge], judges.sign[judge], judges.shift[judge]
    first_roll = turn.thrown.shape[1]
    for rerolls in range(options.shape[0]):
        for roll in range(options.shape[1]):
            first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            for lane in lanes:
                weight, entry = turn.chances[rerolls, roll, lane], first + options[rerolls, roll, lane]
                if weight == 0.0:
                    continue
                if entry < stop:
                    utility = turn.utilities[rerolls - 1, choices.keeps[entry], lane]
                else:
                    utility = turn.scores[choices.outcome_of_roll[roll, entry - stop], lane]
                best = turn.utilities[rerolls, first_roll + roll, lane]
                losses[rerolls, 0] += weight
                if utility != best:
                    loss = to_points(theta, sign, shift, 0.0, best) - to_points(theta, sign, shift, 0.0, utility)
                    losses[rerolls, 1] += weight * (loss > tie)
                    losses[rerolls, 2] += weight * loss


@kernel
def range_sweep(extensions_of_keep: Ints, low: Floats, high: Floats) -> None:
    """Give every short keep the lowest and the highest value among its extensions."""
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        first = extensions_of_keep[keep, 0] * N_LANES
        least, most = load_row(low, first), load_row(high, first)
        for face in range(1, extensions_of_keep.shape[1]):
            first = extensions_of_keep[keep, face] * N_LANES
            new = load_row(low, first)
            least, most = choose_row(least, new, new, least), best_row(load_row(high, first), most)
        store_row(low, keep * N_LANES, least)
        store_row(high, keep * N_LANES, most)


@kernel
def look_out(
    lattice: Lattice, judges: Judges, judge: int, rerolls: int, lanes: Longs, turn: Turn, outlook: Outlook
) -> None:
    """Find what can come of every throw that leaves so many rerolls, for some lanes of a row, in points."""
    theta, sign, shift = judges.theta[judge], judges.sign[judge], judges.shift[judge]
    first_roll, mean, square = lattice.extensions_of_keep.shape[0], outlook.mean, outlook.square
    mean[first_roll:] = 0.0
    for row in range(first_roll, mean.shape[0]):
        for lane in lanes:
            utility = turn.utilities[rerolls, row, lane]
            mean[row, lane] = to_points(theta, sign, shift, turn.reference[lane], utility)
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
def view_row(
    lattice: Lattice,
    judges: Judges,
    viewer: int,
    state: tuple[int, int],
    lanes: Longs,
    turn: Turn,
    outlook: Outlook,
    edges: Floats,
    found: tuple[Floats, Floats, Floats],
) -> None:
    """Sum up how far the outcomes of the throws of a turn spread for the judge who has valued it.

    ``state`` is where the row begins; ``edges`` and ``found`` are as in ``weigh_rows``.
    """
    theta, sign, shift = judges.theta[viewer], judges.sign[viewer], judges.shift[viewer]
    facts, (sums, positions, heaviest) = np.empty(N_FACTS), found
    n_positions = positions.shape[1]
    for rerolls in range(turn.thrown.shape[0]):
        look_out(lattice, judges, viewer, rerolls, lanes, turn, outlook)
        for keep in range(turn.thrown.shape[1]):
            for lane in lanes:
                weight = turn.thrown[rerolls, keep, lane]
                if weight == 0.0:
                    continue
                utility = turn.utilities[rerolls, keep, lane]
                equivalent = to_points(theta, sign, shift, turn.reference[lane], utility)
                weigh_throw(theta, equivalent, keep, lane, outlook, facts)
                part = np.searchsorted(edges, facts[1], side="right") - 1
                for field in range(N_FACTS):
                    sums[rerolls, part, field] += weight * facts[field]
                positions[rerolls, max(0, min(int(facts[3] * n_positions), n_positions - 1))] += weight
                if weight > heaviest[part, 0]:
                    heaviest[part, 0], heaviest[part, 1], heaviest[part, 2] = weight, rerolls, keep
                    heaviest[part, 3], heaviest[part, 4] = state[0], state[1] + lane


@kernel
def weigh_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    options: Ints,
    visits: Floats,
    judges: Judges,
    viewer: int,
    edges: Floats,
    losses: Floats,
    found: tuple[Floats, Floats, Floats],
) -> None:
    """Let judges weigh every decision on the way of a player, and one of them the spread at every throw.

    Parameters
    ----------
    places, options : int64[n_rows], three times; int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Rows of states, and what the player does there.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player comes to each state.
    viewer : int
        The judge who values the outcomes of throws; -1 for none.
    edges : float64[n_bins + 1]
        Bins of sigma, in points; each holds its lower edge.
    losses : float64[n_judges, n_rerolls + 1, 3]
        Out, added to, by rerolls in hand: decisions; those that lose more than ``tie``; points lost by all of them.
    found : float64[n_rerolls + 1, n_bins, N_FACTS], float64[n_rerolls + 1, n_positions], float64[n_bins, 5]
        Out, added to, by rerolls left: the facts of ``weigh_throw``, weighted; how many throws have their position in
        each of the equal parts of 0 to 1; of the throw met most often in each bin: how often, rerolls left, keep, page,
        upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    turn, outlook = empty_turn(n_rerolls, n_rolls, n_keeps, exits.category.shape[0]), empty_outlook(n_keeps)
    for row in range(places.page.shape[0]):
        page, first_lane, filled = places.page[row], places.lane[row], places.filled[row]
        lanes = find_lanes(visits, page, first_lane, turn.weights)
        follow_row(lattice, choices, options[row], lanes, turn)
        for judge in range(judges.theta.shape[0]):
            value_row(lattice, exits, judges, judge, (page, first_lane, filled), turn)
            judge_row(choices, judges, judge, tie, options[row], lanes, turn, losses[judge])
            if judge == viewer:
                view_row(lattice, judges, viewer, (page, first_lane), lanes, turn, outlook, edges, found)
