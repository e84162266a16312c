"""Propagate a player's decisions through one turn of a row of states, and value everything in it by judges.

Decisions are given, and each state has a weight: the probability that a game visits it. Throws are distinguished by the
number of throws left after them; the first throw of a turn keeps no dice. A judge is a solution: theta and the
certainty equivalents of the points still to come. Judges evaluate decisions and the spread of outcomes of throws.
``weigh_mistakes`` compares two players in the games of one of them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import Ties, decide_turn, turn_buffers
from solver.kernels.following import Choices, Places, find_lanes, follow_turn
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    Row,
    Shorts,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    copy_rows,
    fill_row,
    fill_shorts,
    get_row,
    lanes_with,
    load_row,
    load_shorts,
    logarithm_row,
    lowest_lane,
    reaches_anywhere,
    set_row,
    store_row,
    where_differ,
)
from solver.kernels.turn import (
    Exits,
    Lattice,
    Table,
    Where,
    exit_rolls,
    mean_sweep,
    score_points,
    successor_slot,
    throw_evenly,
    value_rerolls,
)
from solver.kernels.utility import Utility, UtilityRule, score_utilities


class Judges(NamedTuple):
    """Several judges: theta, sign, shift, and the outcomes' factors and offsets as in ``Utility``, one row per judge.

    values : float64[n_judges, n_slots], certainty equivalents of the points to come, means if theta is 0; first_slot :
    see ``Table``.
    """

    theta: Floats
    sign: Floats
    shift: Floats
    factor_of_outcome: Floats
    offset_of_outcome: Floats
    values: Floats
    first_slot: Longs


class Turn(NamedTuple):
    """One turn of a row of states: probabilities, and a judge's utilities, which are points if theta is 0.

    weights, wanted : float64[N_LANES], int16[N_LANES], probability that a game visits each state, and whether it is
    positive; flow, thrown : see ``follow_turn``, the last row of ``thrown`` being the first throw, which keeps no dice.
    scores : float64[n_outcomes, N_LANES], utility of each outcome; reference : float64[N_LANES], points from which
    utilities are measured; utilities : float64[n_rerolls + 1, n_keeps, N_LANES], in row t: for rolls, utility of the
    best choice with t remaining throws; for short keeps, the mean over the throws of the missing dice, in the last row
    for viewers only; ends : float64[n_outcomes, N_LANES].
    """

    weights: Floats
    wanted: Shorts
    flow: Floats
    thrown: Floats
    scores: Floats
    reference: Floats
    utilities: Floats
    ends: Floats


@part
def empty_turn(n_rerolls: int, n_rolls: int, n_keeps: int, n_outcomes: int) -> Turn:
    """Allocate a turn."""
    return Turn(
        np.empty(N_LANES),
        np.empty(N_LANES, np.int16),
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, n_keeps - n_rolls),
        aligned_rows(n_outcomes),
        np.empty(N_LANES),
        aligned_tables(n_rerolls + 1, n_keeps),
        np.zeros((n_outcomes, N_LANES)),
    )


@part
def follow_row(lattice: Lattice, choices: Choices, state: Where, options: Shorts, visits: Floats, turn: Turn) -> Longs:
    """Propagate a player's decisions through one turn from all states of a row; set the probabilities of ``turn``.

    ``options`` are int16[n_rerolls + 1, n_rolls, N_LANES]: the number of the option taken for a roll with t remaining
    throws, see ``players.Decided``. Returns the lanes of states with a weight.
    """
    page, first_lane, _filled = state
    lanes = find_lanes(visits, page, first_lane, turn.wanted)
    turn.weights[:], turn.thrown[-1] = 0.0, 0.0
    for lane in lanes:
        turn.weights[lane] = visits[page, first_lane + lane]
    weights = load_row(turn.weights, 0)
    set_row(turn.thrown[-1], 0, weights)
    follow_turn(lattice, choices, page, options, turn.wanted, weights, turn.thrown, turn.flow, turn.ends)
    return lanes


@part
def value_row(lattice: Lattice, exits: Exits, judges: Judges, judge: int, where: Where, turn: Turn) -> None:
    """Value everything in one turn of a row of states by a judge; set the utilities of ``turn``."""
    table = Table(judges.values[judge], judges.first_slot)
    if judges.theta[judge] == 0.0:
        turn.reference[:] = 0.0
        score_points(table, exits, where, ZERO, ZERO, turn.scores)
    else:
        factors, offsets = judges.factor_of_outcome[judge], judges.offset_of_outcome[judge]
        utility = Utility(judges.theta[judge], judges.sign[judge], judges.shift[judge], factors, offsets)
        rule = UtilityRule(utility, table, turn.reference.reshape((1, N_LANES)))
        score_utilities(rule, exits, where, ZERO, ZERO, turn.scores)
    exit_rolls(exits, where, True, turn.scores, lattice.extensions_of_keep.shape[0], turn.utilities[0])
    value_rerolls(throw_evenly, table, lattice, turn.utilities)


@part
def row_to_points(theta: float, sign: float, shift: float, reference: Row, utilities: Row) -> Row:
    """Convert a row of utilities to points; undefined in lanes of impossible utilities."""
    if theta == 0.0:
        return utilities
    exponential = sign * utilities
    if shift == 0.0:
        return reference + logarithm_row(exponential) / theta
    near = exponential + 1.0  # rounded; the logarithm is corrected for it
    return reference + (logarithm_row(near) + (exponential - (near - 1.0)) / near) / theta


@part
def points_between(theta: float, sign: float, shift: float, best: float, utility: float) -> float:
    """Return by how many points the best utility exceeds another."""
    if theta == 0.0:
        return best - utility
    if shift > 0.0:
        return float((np.log1p(sign * best) - np.log1p(sign * utility)) / theta)
    return float(np.log(best / utility) / theta)


FLAT = 1e-9  # points; closer outcomes count as one
SMALLEST = 5e-324  # smallest positive float64
N_FACTS = 7  # facts per throw, see ``weigh_throw``


class Bins(NamedTuple):
    """Bins of sigma with an index that finds the bin of a number in constant time.

    edges : float64[n_bins + 1], in points, each bin includes its lower edge; first_bin_of_cell : int32[n_cells], the
    bin of the lower edge of each cell, from 0 on; n_cells_of_point : number of cells per point.
    """

    edges: Floats
    first_bin_of_cell: Ints
    n_cells_of_point: float


class Outlook(NamedTuple):
    """Statistics of the outcomes of throwing all but some dice: float64[n_keeps, N_LANES] each, for short keeps.

    mean, square : mean of the points and of their squared distance from ``centre``, float64[N_LANES]; low, high : the
    smallest and the largest points.
    """

    mean: Floats
    square: Floats
    low: Floats
    high: Floats
    centre: Floats


@part
def empty_outlook(n_keeps: int) -> Outlook:
    """Allocate an outlook."""
    rows = aligned_tables(4, n_keeps)
    return Outlook(rows[0], rows[1], rows[2], rows[3], np.empty(N_LANES))


@part
def range_sweep(extensions_of_keep: Ints, low: Floats, high: Floats) -> None:
    """Set every short keep to the lowest and the highest value among its extensions."""
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        first = extensions_of_keep[keep, 0] * N_LANES
        least, most = load_row(low, first), load_row(high, first)
        for face in range(1, extensions_of_keep.shape[1]):
            first = extensions_of_keep[keep, face] * N_LANES
            new = load_row(low, first)
            least, most = choose_row(least, new, new, least), best_row(load_row(high, first), most)
        set_row(low, keep, least)
        set_row(high, keep, most)


@part
def look_out(lattice: Lattice, judges: Judges, judge: int, rerolls: int, turn: Turn, outlook: Outlook) -> None:
    """Compute the statistics of every throw that leaves ``rerolls`` throws, for visited lanes of a row, in points."""
    theta, sign, shift = judges.theta[judge], judges.sign[judge], judges.shift[judge]
    first_roll, mean, square = lattice.extensions_of_keep.shape[0], outlook.mean, outlook.square
    weights, zero, reference = load_row(turn.weights, 0), fill_row(0.0), load_row(turn.reference, 0)
    for row in range(first_roll, mean.shape[0]):
        points = row_to_points(theta, sign, shift, reference, get_row(turn.utilities[rerolls], row))
        set_row(mean, row, choose_row(weights, zero, points, zero))
    for ends in (outlook.low, outlook.high):
        copy_rows(mean, first_roll, mean.shape[0] - first_roll, ends, first_roll)
    range_sweep(lattice.extensions_of_keep, outlook.low, outlook.high)
    mean_sweep(lattice.extensions_of_keep, mean)
    store_row(outlook.centre, 0, load_row(mean, 0))
    minus_centre = -1.0 * load_row(mean, 0)
    for row in range(first_roll, mean.shape[0]):
        distance = get_row(mean, row) + minus_centre
        set_row(square, row, distance * distance)
    mean_sweep(lattice.extensions_of_keep, square)


@part
def bin_of(bins: Bins, sigma: float) -> int:
    """Return the bin of a number."""
    cell = int(sigma * bins.n_cells_of_point)
    if cell >= bins.first_bin_of_cell.shape[0]:
        return int(np.searchsorted(bins.edges, sigma, side="right")) - 1
    place = int(bins.first_bin_of_cell[cell])
    while bins.edges[place + 1] <= sigma:
        place += 1
    return place


@part
def weigh_throw(
    theta: float,
    equivalent: float,
    weight: float,
    where: tuple[int, int],
    outlook: Outlook,
    bins: Bins,
    found: tuple[Floats, Floats],
) -> int:
    """Add one throw to the sums of its bin, ``found``, and return the bin.

    Its facts are 1; sigma; sigma squared; the position of the certainty equivalent between the mean, 0, and the best
    outcome (theta above 0) or the worst (below), 1; its distances from the mean and from that outcome; and its distance
    from the second-order prediction mean + theta sigma^2 / 2.
    """
    keep, lane = where
    sums, positions = found
    mean = outlook.mean[keep, lane]
    variance = max(0.0, outlook.square[keep, lane] - (mean - outlook.centre[lane]) ** 2)
    extreme, position = outlook.high[keep, lane] if theta > 0.0 else outlook.low[keep, lane], 0.0
    if equivalent != mean and abs(extreme - mean) > FLAT:
        position = (equivalent - mean) / (extreme - mean)
    sigma = np.sqrt(variance)
    part = bin_of(bins, sigma)
    facts = sums[part]
    facts[0] += weight
    facts[1] += weight * sigma
    facts[2] += weight * variance
    facts[3] += weight * position
    facts[4] += weight * abs(equivalent - mean)
    facts[5] += weight * abs(extreme - equivalent)
    facts[6] += weight * abs(mean + theta * variance / 2.0 - equivalent)
    n_positions = positions.shape[0]
    positions[max(0, min(int(position * n_positions), n_positions - 1))] += weight
    return part


@part
def view_row(
    lattice: Lattice,
    judges: Judges,
    viewer: int,
    state: Where,
    lanes: Longs,
    turn: Turn,
    outlook: Outlook,
    bins: Bins,
    found: tuple[Floats, Floats, Floats],
) -> None:
    """Add up the spread of the outcomes of a turn's throws for the judge that has valued it.

    ``state`` is the start of the row; ``found`` is as in ``weigh_rows``.
    """
    theta, sign, shift = judges.theta[viewer], judges.sign[viewer], judges.shift[viewer]
    (sums, positions, heaviest), something = found, fill_row(SMALLEST)
    reference, equivalents = load_row(turn.reference, 0), np.empty(N_LANES)
    mean_sweep(lattice.extensions_of_keep, turn.utilities[-1])
    for rerolls in range(turn.thrown.shape[0]):
        look_out(lattice, judges, viewer, rerolls, turn, outlook)
        thrown, utilities = turn.thrown[rerolls], turn.utilities[rerolls]
        sums_here = (sums[rerolls], positions[rerolls])
        for keep in range(thrown.shape[0]):
            if not reaches_anywhere(get_row(thrown, keep), something):
                continue
            store_row(equivalents, 0, row_to_points(theta, sign, shift, reference, get_row(utilities, keep)))
            for lane in lanes:
                weight = thrown[keep, lane]
                if weight > 0.0:
                    part = weigh_throw(theta, equivalents[lane], weight, (keep, lane), outlook, bins, sums_here)
                    if weight > heaviest[part, 0] and rerolls < turn.thrown.shape[0] - 1:
                        heaviest[part, 0], heaviest[part, 1], heaviest[part, 2] = weight, rerolls, keep
                        heaviest[part, 3], heaviest[part, 4] = state[0], state[1] + lane


@part
def weigh_level(
    exits: Exits,
    choices: Choices,
    where: Where,
    table: Table,
    least_loss: float,
    first_state: int,
    means: Floats,
    best: Floats,
    options: Shorts,
    tempting: Shorts,
    lanes: Longs,
    chances: Floats,
    found: Floats,
) -> None:
    """Add up the mistakes with one number of remaining throws, for a row of states; see ``weigh_mistakes``.

    Parameters
    ----------
    first_state : int
        The state in the first lane, numbered as in ``found``.
    means, best : float64[n_keeps, N_LANES]
        Value of throwing all but these dice, and the value of the best choice of each roll.
    options, tempting : int16[n_rolls, N_LANES]
        The player's decisions, and those of the other player, which are equal in all lanes.
    chances : float64[n_rolls, N_LANES]
        Expected number of each roll per game of the player.
    """
    first_roll, zero, nothing = best.shape[0] - options.shape[0], fill_row(0.0), fill_row(-np.inf)
    outcome_of_roll, bar = choices.outcome_of_roll[choices.class_of_page[where[0]]], fill_row(least_loss)
    for roll in range(options.shape[0]):
        other, first = int(tempting[roll, 0]), choices.first_keep_of_roll[roll]
        n_keeps = choices.first_keep_of_roll[roll + 1] - first
        if other < n_keeps:
            value = get_row(means, choices.keeps[first + other])
        else:
            outcome = outcome_of_roll[roll, other - n_keeps]
            value = load_row(table.values, successor_slot(exits, table, where, outcome)) + exits.gain[outcome]
        met = get_row(chances, roll)
        ours = choose_row(met, zero, get_row(best, first_roll + roll), zero)
        loss = ours - choose_row(met, zero, value, zero)
        if not reaches_anywhere(choose_row(met, zero, loss, nothing), bar):
            continue
        losses = np.empty(N_LANES)
        store_row(losses, 0, loss)
        for lane in lanes:
            seen, lost = chances[roll, lane], losses[lane]
            if lost >= least_loss and seen > 0.0:
                cell = found[roll, int(options[roll, lane]), other]
                cell[0] += seen
                cell[1] += seen * lost
                if seen * lost > cell[2]:
                    cell[2], cell[3] = seen * lost, first_state + lane


@kernel
def weigh_mistakes(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    bounds: tuple[int, int],
    tables: tuple[Table, Table],
    visits: Floats,
    rerolls_wanted: tuple[int, int],
    least_loss: float,
    found: Floats,
) -> None:
    """Sum up, over the games of one player, the decisions in which another player differs and loses by it.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane of each row, and the filled categories.
    tables : Table, twice
        The value tables of the player and of the other one; the latter equal in all lanes of a page.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player visits each state.
    rerolls_wanted : int, int
        Smallest and largest number of remaining throws of the decisions that count.
    least_loss : float
        Points, above 0, that the other must lose at least for a decision to count.
    found : float64[n_rerolls + 1, n_rolls, n_options, n_options, 4], the options of the player and of the other
        Out, added to: visits of decisions where they differ; the same times the points that the other loses; the
        largest contribution of one state to that; and that state, as page * (threshold + 1) + upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    n_outcomes, ties = exits.category.shape[0], Ties(1.0, -tie)
    scratch, first_roll = turn_buffers(lattice, n_outcomes, n_rerolls), lattice.extensions_of_keep.shape[0]
    options = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    tempting = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    turn, page = empty_turn(n_rerolls, n_rolls, n_keeps, n_outcomes), -1
    for block in range(bounds[0], bounds[1]):
        where = (places.page[block], places.lane[block], places.filled[block])
        if where[0] != page:
            page, alike = where[0], (where[0], ZERO, where[2])
            decide_turn(
                score_points, throw_evenly, tables[1], False, lattice, exits, choices, alike, ties, scratch, tempting
            )
        decide_turn(
            score_points, throw_evenly, tables[0], False, lattice, exits, choices, where, ties, scratch, options
        )
        lanes = follow_row(lattice, choices, where, options, visits, turn)
        first_state = page * visits.shape[1] + where[1]
        for rerolls in range(rerolls_wanted[0], rerolls_wanted[1] + 1):
            chances, worths = turn.flow[rerolls][first_roll:], scratch.worths
            weigh_level(
                exits, choices, where, tables[0], least_loss, first_state, worths[max(rerolls - 1, 0)], worths[rerolls],
                options[rerolls], tempting[rerolls], lanes, chances, found[rerolls],
            )  # fmt: skip


@part
def judge_lane(
    objective: tuple[float, float, float], tie: float, weight: float, utility: float, best: float
) -> tuple[float, float]:
    """Return whether a decision is different, and the points that it loses, both times its weight."""
    if weight == 0.0 or utility == best:
        return 0.0, 0.0
    loss = points_between(objective[0], objective[1], objective[2], best, utility)
    return weight if loss > tie else 0.0, weight * loss


@part
def judge_row(
    choices: Choices,
    judges: Judges,
    judge: int,
    tie: float,
    page: int,
    options: Shorts,
    lanes: Longs,
    turn: Turn,
    losses: Floats,
) -> None:
    """Add up a judge's evaluation of the decisions of a turn; ``losses`` as in ``weigh_rows``.

    Nearly always, the judge agrees with all decisions of a row; then only the weights are summed.
    """
    objective = (judges.theta[judge], judges.sign[judge], judges.shift[judge])
    first_roll, outcome_of_roll = turn.thrown.shape[1], choices.outcome_of_roll[choices.class_of_page[page]]
    zero, one, utilities, scores = fill_row(0.0), fill_row(1.0), np.empty(N_LANES), turn.scores
    met = lanes_with(load_shorts(turn.wanted, 0), 1)
    for rerolls in range(options.shape[0]):
        seen, numbers = zero, np.zeros(N_LANES)
        chances, best = turn.flow[rerolls][first_roll:], turn.utilities[rerolls]
        means = turn.utilities[max(rerolls - 1, 0)]
        for roll in range(options.shape[1]):
            first, n_keeps = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            n_keeps -= first
            weight, most, left, ours = get_row(chances, roll), get_row(best, first_roll + roll), met, zero
            chosen = load_shorts(options[rerolls], roll * N_LANES)
            seen = seen + weight
            while left != 0:
                option = int(options[rerolls, roll, lowest_lane(left)])
                if option < n_keeps:
                    theirs = get_row(means, choices.keeps[first + option])
                else:
                    theirs = get_row(scores, outcome_of_roll[roll, option - n_keeps])
                ours = where_differ(chosen, fill_shorts(option), ours, theirs)
                left &= ~lanes_with(chosen, option)
            if not reaches_anywhere(choose_row(weight, zero, choose_row(most, ours, one, zero), zero), one):
                continue
            store_row(utilities, 0, ours)
            for lane in lanes:
                weight_here, utility = chances[roll, lane], utilities[lane]
                different, lost = judge_lane(objective, tie, weight_here, utility, best[first_roll + roll, lane])
                losses[rerolls, 1] += different
                losses[rerolls, 2] += lost
        store_row(numbers, 0, seen)
        losses[rerolls, 0] += numbers.sum()


@kernel
def weigh_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    places: Places,
    options: Shorts,
    visits: Floats,
    judges: Judges,
    viewer: int,
    bins: Bins,
    losses: Floats,
    found: tuple[Floats, Floats, Floats],
) -> None:
    """Evaluate every decision of a player's games by judges, and by one of them the spread of every throw.

    Parameters
    ----------
    places, options : int64[n_rows], three times; int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Rows of states, and the player's decisions.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player visits each state.
    viewer : int
        The judge that values the outcomes of throws instead of decisions; -1 for none.
    bins : Bins
        Of sigma.
    losses : float64[n_judges, n_rerolls + 1, 3]
        Out, added to, by remaining throws: decisions; those that lose more than ``tie``; points lost by all of them.
    found : float64[n_rerolls + 1, n_bins, N_FACTS], float64[n_rerolls + 1, n_positions], float64[n_bins, 5]
        Out, added to, by throws left: the facts of ``weigh_throw``, weighted; the number of throws with a position in
        each of the equal parts of 0 to 1; and for the most frequent throw in each bin, except first throws of a turn:
        number, throws left, keep, page, upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    turn, outlook = empty_turn(n_rerolls, n_rolls, n_keeps, exits.category.shape[0]), empty_outlook(n_keeps)
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        lanes = follow_row(lattice, choices, where, options[row], visits, turn)
        for judge in range(judges.theta.shape[0]):
            value_row(lattice, exits, judges, judge, where, turn)
            if judge == viewer:
                view_row(lattice, judges, viewer, where, lanes, turn, outlook, bins, found)
            else:
                judge_row(choices, judges, judge, tie, where[0], options[row], lanes, turn, losses[judge])
