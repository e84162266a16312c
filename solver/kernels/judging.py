"""Follow a player through one turn of a row of states, and let judges value everything in it.

The player's decisions are given, and the states have weights: the probability that a game comes there. Throws are told
apart by the rerolls left after them: the first throw of a turn leaves all of them, and keeps no dice. A judge values by
a solution: theta and the certainty equivalents of the points still to come. Judges weigh decisions, and how far the
outcomes of a throw spread; and one player is compared with another along its own way.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import Ties, decide_turn, empty_room
from solver.kernels.following import Choices, Places, find_lanes, follow_turn
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    Shorts,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    copy_rows,
    differ_anywhere,
    fill_row,
    get_row,
    load_row,
    load_shorts,
    reaches_anywhere,
    set_row,
    store_row,
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
    """Several judges: theta, sign, shift, and the outcomes' factors and offsets as in ``Utility``, one row a judge.

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
    """One turn of a row of states: how it goes, and what a judge holds of it; utilities are points if theta is 0.

    weights, wanted : float64[N_LANES], int16[N_LANES], probability that a game comes to each state, and whether it
    does; flow, thrown : see ``follow_turn``, and in the last row of ``thrown`` the first throw, which keeps none.
    scores : float64[n_outcomes, N_LANES], utility of each outcome; reference : float64[N_LANES], points that utilities
    are measured from; utilities : float64[n_rerolls + 1, n_keeps, N_LANES], in row t: of the rolls, that of the best
    choice with t rerolls in hand, of the short keeps, the mean over the throws of the missing dice, in the last row for
    viewers only; ends : float64[n_outcomes, N_LANES].
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
    """Return room for a turn."""
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
    """Follow a player through one turn from all states of a row, each with its weight; fill the first half of ``turn``.

    ``options`` are int16[n_rerolls + 1, n_rolls, N_LANES]: the number of the option taken for a roll with t rerolls in
    hand, see ``players.Decided``. Returns the lanes of states with a weight.
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
    """Let a judge value everything in one turn of a row of states; fill the second half of ``turn``."""
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
def to_points(theta: float, sign: float, shift: float, reference: float, utility: float) -> float:
    """Return the points that have a utility."""
    if theta == 0.0:
        return utility
    if shift > 0.0:
        return float(reference + np.log1p(sign * utility) / theta)
    return float(reference + np.log(sign * utility) / theta)


@part
def points_between(theta: float, sign: float, shift: float, best: float, utility: float) -> float:
    """Return how many points better the better one of two utilities is."""
    if theta == 0.0:
        return best - utility
    if shift > 0.0:
        return float((np.log1p(sign * best) - np.log1p(sign * utility)) / theta)
    return float(np.log(best / utility) / theta)


FLAT = 1e-9  # points; outcomes closer together than this count as one
SMALLEST = 5e-324  # a number is at least this if it is above 0
N_FACTS = 7  # of a throw, see ``weigh_throw``


class Bins(NamedTuple):
    """Bins of sigma, so that the bin of a number is found without searching through all of them.

    edges : float64[n_bins + 1], in points, each bin holds its lower edge; first_bin_of_cell : int32[n_cells], the bin
    of the lower edge of each of equal parts of a point, from 0 on; n_cells_of_point : into how many a point is cut.
    """

    edges: Floats
    first_bin_of_cell: Ints
    n_cells_of_point: float


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


@part
def empty_outlook(n_keeps: int) -> Outlook:
    """Return room for an outlook."""
    rows = aligned_tables(4, n_keeps)
    return Outlook(rows[0], rows[1], rows[2], rows[3], np.empty(N_LANES))


@part
def range_sweep(extensions_of_keep: Ints, low: Floats, high: Floats) -> None:
    """Give every short keep the lowest and the highest value among its extensions."""
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
def look_out(
    lattice: Lattice, judges: Judges, judge: int, rerolls: int, lanes: Longs, turn: Turn, outlook: Outlook
) -> None:
    """Find what can come of every throw that leaves so many rerolls, for some lanes of a row, in points."""
    theta, sign, shift = judges.theta[judge], judges.sign[judge], judges.shift[judge]
    first_roll, mean, square = lattice.extensions_of_keep.shape[0], outlook.mean, outlook.square
    weights, zero = load_row(turn.weights, 0), fill_row(0.0)
    for row in range(first_roll, mean.shape[0]):
        utility = get_row(turn.utilities[rerolls], row)
        set_row(mean, row, choose_row(weights, zero, utility, zero))
        if theta != 0.0:
            for lane in lanes:
                mean[row, lane] = to_points(theta, sign, shift, turn.reference[lane], mean[row, lane])
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
    """Return the bin that holds a number."""
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
    outcome (theta above 0) or the worst (below), 1; its distance from the mean and from that outcome; and the distance
    from it of its second-order prediction, mean + theta sigma^2 / 2.
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
    """Sum up how far the outcomes of the throws of a turn spread for the judge who has valued it.

    ``state`` is where the row begins; ``found`` is as in ``weigh_rows``.
    """
    theta, sign, shift = judges.theta[viewer], judges.sign[viewer], judges.shift[viewer]
    (sums, positions, heaviest), something = found, fill_row(SMALLEST)
    mean_sweep(lattice.extensions_of_keep, turn.utilities[-1])
    for rerolls in range(turn.thrown.shape[0]):
        look_out(lattice, judges, viewer, rerolls, lanes, turn, outlook)
        thrown, utilities = turn.thrown[rerolls], turn.utilities[rerolls]
        sums_here = (sums[rerolls], positions[rerolls])
        for keep in range(thrown.shape[0]):
            if not reaches_anywhere(get_row(thrown, keep), something):
                continue
            for lane in lanes:
                weight = thrown[keep, lane]
                if weight > 0.0:
                    equivalent = to_points(theta, sign, shift, turn.reference[lane], utilities[keep, lane])
                    part = weigh_throw(theta, equivalent, weight, (keep, lane), outlook, bins, sums_here)
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
    """Add up the mistakes with so many rerolls in hand, for a row of states; see ``weigh_mistakes``.

    Parameters
    ----------
    first_state : int
        The state in the first lane, numbered as in ``found``.
    means, best : float64[n_keeps, N_LANES]
        What throwing all but these dice is worth, and the best choice of each roll.
    options, tempting : int16[n_rolls, N_LANES]
        What the player does, and the other, whose lanes are all alike.
    chances : float64[n_rolls, N_LANES]
        How often a game of the player meets each roll.
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
    """Sum up, along the way of a player, where another would choose differently and lose by it.

    Parameters
    ----------
    places : int64[n_rows], three times
        Page and lane where each row begins, and the categories filled there.
    tables : Table, twice
        The values that the player reads, and those that the other reads; the latter equal in all lanes of a page.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player comes to each state.
    rerolls_wanted : int, int
        The fewest and the most rerolls in hand for a decision to count.
    least_loss : float
        Points, above 0, that the other must lose at least for a decision to count.
    found : float64[n_rerolls + 1, n_rolls, n_options, n_options, 4], the options being the player's and the other's
        Out, added to: visits of decisions where they differ; the same times the points that the other loses by it;
        the most of these that one state contributes; that state, as page * (threshold + 1) + upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    n_outcomes, ties = exits.category.shape[0], Ties(1.0, -tie)
    room, first_roll = empty_room(lattice, n_outcomes, n_rerolls), lattice.extensions_of_keep.shape[0]
    options = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    tempting = np.empty((n_rerolls + 1, n_rolls, N_LANES), np.int16)
    turn, page = empty_turn(n_rerolls, n_rolls, n_keeps, n_outcomes), -1
    for block in range(bounds[0], bounds[1]):
        where = (places.page[block], places.lane[block], places.filled[block])
        if where[0] != page:
            page, alike = where[0], (where[0], ZERO, where[2])
            decide_turn(
                score_points, throw_evenly, tables[1], False, lattice, exits, choices, alike, ties, room, tempting
            )
        decide_turn(score_points, throw_evenly, tables[0], False, lattice, exits, choices, where, ties, room, options)
        lanes = follow_row(lattice, choices, where, options, visits, turn)
        first_state = page * visits.shape[1] + where[1]
        for rerolls in range(rerolls_wanted[0], rerolls_wanted[1] + 1):
            chances, worths = turn.flow[rerolls][first_roll:], room.worths
            weigh_level(
                exits, choices, where, tables[0], least_loss, first_state, worths[max(rerolls - 1, 0)], worths[rerolls],
                options[rerolls], tempting[rerolls], lanes, chances, found[rerolls],
            )  # fmt: skip


@part
def judge_lane(
    objective: tuple[float, float, float], tie: float, weight: float, utility: float, best: float
) -> tuple[float, float]:
    """Return whether one decision is different, and the points that it loses, both times its weight."""
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
    """Add up what the judge who has valued the turn thinks of the decisions; ``losses`` as in ``weigh_rows``.

    Nearly always all states of a row do the same with a roll, and nearly always the judge finds no fault with it: then
    there is only their number to be added up.
    """
    objective = (judges.theta[judge], judges.sign[judge], judges.shift[judge])
    first_roll, outcome_of_roll = turn.thrown.shape[1], choices.outcome_of_roll[choices.class_of_page[page]]
    zero, one, wanted, scores = fill_row(0.0), fill_row(1.0), load_shorts(turn.wanted, 0), turn.scores
    for rerolls in range(options.shape[0]):
        seen, numbers = zero, np.zeros(N_LANES)
        chosen, chances, best = options[rerolls], turn.flow[rerolls][first_roll:], turn.utilities[rerolls]
        means = turn.utilities[max(rerolls - 1, 0)]
        for roll in range(chosen.shape[0]):
            first, n_keeps = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            n_keeps -= first
            weight, option = get_row(chances, roll), int(chosen[roll, lanes[0]])
            seen = seen + weight
            if not differ_anywhere(load_shorts(chosen, roll * N_LANES), option, wanted):
                if option < n_keeps:
                    ours = get_row(means, choices.keeps[first + option])
                else:
                    ours = get_row(scores, outcome_of_roll[roll, option - n_keeps])
                is_worse = choose_row(get_row(best, first_roll + roll), ours, one, zero)
                if not reaches_anywhere(choose_row(weight, zero, is_worse, zero), one):
                    continue
            for lane in lanes:
                option = int(chosen[roll, lane])
                if option < n_keeps:
                    utility = means[choices.keeps[first + option], lane]
                else:
                    utility = scores[outcome_of_roll[roll, option - n_keeps], lane]
                most = best[first_roll + roll, lane]
                different, lost = judge_lane(objective, tie, chances[roll, lane], utility, most)
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
    """Let judges weigh every decision on the way of a player, and one of them the spread at every throw.

    Parameters
    ----------
    places, options : int64[n_rows], three times; int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Rows of states, and what the player does there.
    visits : float64[n_pages, threshold + 1]
        Probability that a game of the player comes to each state.
    viewer : int
        The judge who values the outcomes of throws; -1 for none.
    bins : Bins
        Of sigma.
    losses : float64[n_judges, n_rerolls + 1, 3]
        Out, added to, by rerolls in hand: decisions; those that lose more than ``tie``; points lost by all of them.
    found : float64[n_rerolls + 1, n_bins, N_FACTS], float64[n_rerolls + 1, n_positions], float64[n_bins, 5]
        Out, added to, by rerolls left: the facts of ``weigh_throw``, weighted; how many throws have their position in
        each of the equal parts of 0 to 1; of the throw met most often in each bin, first throws of a turn aside: how
        often, rerolls left, keep, page, upper total.
    """
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    turn, outlook = empty_turn(n_rerolls, n_rolls, n_keeps, exits.category.shape[0]), empty_outlook(n_keeps)
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        lanes = follow_row(lattice, choices, where, options[row], visits, turn)
        for judge in range(judges.theta.shape[0]):
            value_row(lattice, exits, judges, judge, where, turn)
            judge_row(choices, judges, judge, tie, where[0], options[row], lanes, turn, losses[judge])
            if judge == viewer:
                view_row(lattice, judges, viewer, where, lanes, turn, outlook, bins, found)
