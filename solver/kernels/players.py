"""Players to compare with optimal play: rules of thumb, a mat of rules, and players who value maxima over throws.

Hopeful players are also implemented with numbers of 32 decimal digits. Each number is the unevaluated sum of two
float64, the second at most half a unit in the last place of the first (Dekker, Numerische Mathematik 18, 1971). A table
of such numbers is float64[2, n_rows, N_LANES]: all first parts, then all second parts. The exactness relies on the
order of operations, so nothing here may be compiled with fast-math.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import Ties, decide_states, given_scores
from solver.kernels.following import Choices, Places, throw_dice
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
    choose_shorts,
    copy_rows,
    fill_row,
    fill_shorts,
    get_row,
    load_row,
    reaches_anywhere,
    set_row,
    store_row,
    store_shorts,
)
from solver.kernels.turn import (
    Blocks,
    Exits,
    Lattice,
    Table,
    Where,
    exit_rolls,
    mean_sweep,
    score_points,
    scored,
    share_first_values,
    solve_rows,
    successor_slot,
    throw_evenly,
    value_rerolls,
    ways_of_page,
    weigh_rolls,
)

Options = npt.NDArray[np.int16]

MOST = 1e300  # above all values


class Aims(NamedTuple):
    """A rule of thumb as lists of aims, one list per number of remaining throws and roll.

    first_aim : int64[n_rerolls + 1, n_rolls], index of the first aim of each list; wanted, unwanted : int64[n_aims],
    the aim applies if one of the wanted boxes is open and none of the unwanted; option : int16[n_aims].
    """

    first_aim: Longs
    wanted: Longs
    unwanted: Longs
    option: Options


@part
def prefer(
    choices: Choices,
    order: Ints,
    worths: Floats,
    where: Where,
    tie: float,
    values: Floats,
    options: Options,
) -> None:
    """Compute the decisions of a player in every situation of a turn, for a row of states, with its own tie order.

    Parameters
    ----------
    order : int32[n_rolls, n_options]
        The numbers of each roll's options in tie order, then -1. The number of a keep is its index among the choices of
        the roll; categories follow the keeps.
    worths : float64[n_outcomes, N_LANES]
        Value of each open outcome.
    values : float64[n_rerolls + 1, n_keeps, N_LANES]
        Value of everything in the turn, see ``value_rerolls``.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken for a roll with t remaining throws in row t.

    Notes
    -----
    Lanes that have found their option get a threshold above all values. For players with many ties the first options
    usually suffice, and the others are not examined.
    """
    first_roll, n_rolls = values.shape[1] - options.shape[1], options.shape[1]
    outcome_of_roll, decided = choices.outcome_of_roll[choices.class_of_page[where[0]]], fill_row(np.inf)
    most = fill_row(MOST)
    for rerolls in range(options.shape[0]):
        for roll in range(n_rolls):
            first = choices.first_keep_of_roll[roll]
            n_choices = choices.first_keep_of_roll[roll + 1] - first
            bar = get_row(values[rerolls], first_roll + roll) + -tie
            taken = fill_shorts(-1)
            for place in range(order.shape[1]):
                number = order[roll, place]
                if number >= n_choices:
                    outcome = outcome_of_roll[roll, number - n_choices]
                    if outcome < 0 or where[2] >> (number - n_choices) & 1:
                        continue
                    worth = get_row(worths, outcome)
                elif number < 0 or rerolls == 0:
                    continue
                else:
                    worth = get_row(values[rerolls - 1], choices.keeps[first + number])
                taken = choose_shorts(worth, bar, fill_shorts(number), taken)
                bar = choose_row(worth, bar, decided, bar)
                if not reaches_anywhere(most, bar):
                    break
            store_shorts(options, (rerolls * n_rolls + roll) * N_LANES, taken)


@kernel
def weigh_pages(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    _n_rerolls: int,
    tie: float,
    worths: Floats,
    pages: Longs,
    filled_of_page: Longs,
    options_of_page: Options,
) -> None:
    """Compute the decisions of players with fixed values of outcomes and exact probabilities of a turn.

    Parameters
    ----------
    worths : float64[1, n_outcomes, N_LANES]
        Value of each outcome, for one player per lane.
    pages, filled_of_page : int64[n_pages]
        The pages, and their sets of filled categories.
    options_of_page : int16[n_pages, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken, ties in the project's order.
    """
    ties, places = Ties(1.0, -tie), Places(pages, np.zeros_like(pages), filled_of_page)
    rule = worths[0]
    decide_states(given_scores, throw_evenly, rule, False, lattice, exits, choices, ties, places, options_of_page)


@kernel
def follow_aims(aims: Aims, filled_of_page: Longs, options_of_page: Options) -> None:
    """Compute the decisions of a rule of thumb: the first aim of the list that applies.

    Parameters
    ----------
    filled_of_page : int64[n_pages]
        Sets of filled categories.
    options_of_page : int16[n_pages, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken, in lane 0.
    """
    for page in range(filled_of_page.shape[0]):
        is_open = ~filled_of_page[page]
        for rerolls in range(options_of_page.shape[1]):
            for roll in range(options_of_page.shape[2]):
                aim = aims.first_aim[rerolls, roll]
                while is_open & aims.wanted[aim] == 0 or is_open & aims.unwanted[aim] != 0:
                    aim += 1
                options_of_page[page, rerolls, roll, 0] = aims.option[aim]


@kernel
def play_randomly(lattice: Lattice, choices: Choices, n_rerolls: int, n_open_of_roll: Longs, scored: Floats) -> None:
    """Set ``scored`` to the probability that each roll is scored if all options are equally likely.

    ``n_open_of_roll``, int64[n_rolls], are the numbers of boxes that each roll may be scored in.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    prob_of_roll, prob_of_keep = lattice.prob_of_roll.copy(), np.empty(first_roll + n_rolls)
    scored[:] = 0.0
    for _ in range(n_rerolls):
        prob_of_keep[:] = 0.0
        for roll in range(n_rolls):
            first, stop = choices.first_keep_of_roll[roll], choices.first_keep_of_roll[roll + 1]
            share = prob_of_roll[roll] / (stop - first + n_open_of_roll[roll])
            scored[roll] += n_open_of_roll[roll] * share
            for entry in range(first, stop):
                prob_of_keep[choices.keeps[entry]] += share
        throw_dice(lattice.extensions_of_keep, prob_of_keep)
        for roll in range(n_rolls):
            prob_of_roll[roll] = prob_of_keep[first_roll + roll]
    scored += prob_of_roll


WRITE = -1  # option of an aim that stops and scores


class MatAims(NamedTuple):
    """The rules of a mat as lists of aims, one per roll and number of remaining throws; the last aim always applies.

    first_aim : int64[n_rerolls + 1, n_rolls], index of a list's first aim in the others. wanted : int64[n_aims], boxes
    of which one must be open. option : int16[n_aims], the number of a keep, or to score. least : float64[n_aims],
    smallest value of the best box for an aim that scores.
    """

    first_aim: Longs
    wanted: Longs
    option: Shorts
    least: Floats


@kernel
def follow_mat(
    exits: Exits, choices: Choices, places: Places, table: Table, aims: MatAims, tie: float, options: Shorts
) -> None:
    """Compute the decisions of a mat in every situation of a turn, see ``deciding.decide_turn`` for ``options``.

    The value of a box is its points plus the change of ``table``. The best box is the first in scorecard order among
    those of largest value.
    """
    n_categories, to_tie = choices.outcome_of_roll.shape[2], fill_row(tie)
    list_of_aims = np.empty(aims.option.shape[0], np.int64)
    for row in range(places.page.shape[0]):
        page, lane, filled = places.page[row], places.lane[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        now = load_row(table.values, table.first_slot[page] + lane)
        for roll in range(options.shape[2]):
            n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
            written, shown = fill_shorts(n_keeps), fill_row(-np.inf)
            for category in range(n_categories):
                if not filled >> category & 1:
                    outcome = outcome_of_roll[roll, category]
                    after = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
                    shows = exits.gain[outcome] + load_row(table.values, after)
                    shows, bar = shows - now, shown + to_tie
                    written = choose_shorts(shows, bar, fill_shorts(n_keeps + category), written)
                    shown = choose_row(shows, bar, shows, shown)
            first = (row * options.shape[1] * options.shape[2] + roll) * N_LANES
            store_shorts(options, first, written)
            for rerolls in range(1, options.shape[1]):
                n_aims, aim = 0, aims.first_aim[rerolls, roll]
                while n_aims == 0 or aims.least[list_of_aims[n_aims - 1]] > -np.inf:
                    if aims.wanted[aim] & ~filled != 0:
                        list_of_aims[n_aims] = aim
                        n_aims += 1
                    aim += 1
                chosen = written
                for place in range(n_aims - 1, -1, -1):
                    aim = list_of_aims[place]
                    ours = written if aims.option[aim] == WRITE else fill_shorts(aims.option[aim])
                    chosen = choose_shorts(fill_row(aims.least[aim] - tie), shown, chosen, ours)
                store_shorts(options, first + rerolls * options.shape[2] * N_LANES, chosen)


SMALLEST = float(np.finfo(np.float64).tiny)  # if an option's shortfall is 0, no other ties with it


class Hope(NamedTuple):
    """Parameters of a hopeful player, see ``solve_rows``.

    hope : from 0 (a throw is worth its mean) to 1 (its maximum); highest, short : see ``solve_hopeful``; hoped :
    float64[n_keeps, N_LANES], scratch.
    """

    hope: float
    highest: Table
    short: Table
    hoped: Floats


@part
def score_hopefully(hope: Hope, exits: Exits, where: Where, _throws: int, _most: int, scores: Floats) -> None:
    """Set ``scores`` to the shortfall of each outcome below the highest points, see ``solve_rows``.

    The highest points are whole numbers and cancel; the difference keeps all its digits, however small it is.
    """
    highest, short = hope.highest, hope.short
    now = load_row(highest.values, highest.first_slot[where[0]] + where[1])
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        successor = successor_slot(exits, highest, where, outcome)
        then = load_row(highest.values, successor) + exits.gain[outcome]
        set_row(scores, outcome, then - now + load_row(short.values, successor))


@part
def throw_hopefully(hope: Hope, lattice: Lattice, values: Floats) -> None:
    r"""Value every short keep between the mean and the maximum of the throw, see ``solve_rows``.

    .. math:: Q(k) = (1 - w) \, \mathbb{E}[V \mid k] + w \max_{r \supseteq k} V(r)
    """
    first_roll, hoped = lattice.extensions_of_keep.shape[0], hope.hoped
    if hope.hope > 0.0:
        copy_rows(values, first_roll, values.shape[0] - first_roll, hoped, first_roll)
        for keep in range(first_roll - 1, -1, -1):
            best = get_row(hoped, lattice.extensions_of_keep[keep, 0])
            for face in range(1, lattice.extensions_of_keep.shape[1]):
                best = best_row(get_row(hoped, lattice.extensions_of_keep[keep, face]), best)
            set_row(hoped, keep, best)
    mean_sweep(lattice.extensions_of_keep, values)
    if hope.hope > 0.0:
        for keep in range(first_roll):
            set_row(values, keep, (1.0 - hope.hope) * get_row(values, keep) + hope.hope * get_row(hoped, keep))


@part
def hope_for_turn(hope: Hope, lattice: Lattice, values: Floats) -> Row:
    """Return the value of the first throw of a turn, between mean and maximum, see ``solve_rows``."""
    first_roll, best = lattice.extensions_of_keep.shape[0], fill_row(-np.inf)
    for roll in range(first_roll, values.shape[0]):
        best = best_row(get_row(values, roll), best)
    return (1.0 - hope.hope) * weigh_rolls(lattice.prob_of_roll, first_roll, values) + hope.hope * best


@kernel
def solve_hopeful(
    lattice: Lattice,
    exits: Exits,
    n_rerolls: int,
    hope: float,
    highest: Table,
    blocks: Blocks,
    bounds: tuple[int, int],
    short: Table,
) -> None:
    """Solve one turn for a hopeful player, see ``solve_rows``.

    Parameters
    ----------
    highest, short : Table
        The highest points still to come, complete; and the player's values minus these, negative: in, all pages with
        more categories filled; out, the rows of the blocks.
    """
    rule = Hope(hope, highest, short, aligned_rows(lattice.first_removal_of_keep.shape[0] - 1))
    rows = (blocks, bounds, short)
    solve_rows(score_hopefully, scored, throw_hopefully, hope_for_turn, rule, False, lattice, exits, n_rerolls, rows)


@kernel
def hope_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    order: Ints,
    hope: float,
    share: float,
    places: Places,
    highest: Table,
    short: Table,
    options: Options,
) -> None:
    """Compute the decisions of a hopeful player in every situation of a turn, for rows of states.

    Parameters
    ----------
    order : see ``prefer``
    hope : see ``Hope``
    share : float
        Options tie with the best if their shortfall is larger by at most this share; 0 if ``tie`` applies.
    highest, short : see ``solve_hopeful``
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken.
    """
    n_keeps, first_roll = lattice.first_removal_of_keep.shape[0] - 1, lattice.extensions_of_keep.shape[0]
    worths, values = aligned_rows(exits.category.shape[0]), aligned_tables(n_rerolls + 1, n_keeps)
    rule = Hope(hope, highest, short, aligned_rows(n_keeps))
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        score_hopefully(rule, exits, where, ZERO, ZERO, worths)
        exit_rolls(exits, where, False, worths, first_roll, values[0])
        value_rerolls(throw_hopefully, rule, lattice, values)
        for rolls in values[:, first_roll:]:  # numba compiles a loop in a third of the time of a slice's own product
            for lanes in rolls:
                for lane in range(N_LANES):
                    lanes[lane] *= 1.0 + share  # all are negative or 0
        prefer(choices, order, worths, where, SMALLEST if share > 0.0 else tie, values, options[row])


@kernel
def hope_in_order(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    _n_rerolls: int,
    ties: Ties,
    hope: float,
    places: Places,
    highest: Table,
    short: Table,
    options: Options,
) -> None:
    """Compute the decisions of ``hope_rows`` with ties in the project's order, three times as fast if ties are rare."""
    rule = Hope(hope, highest, short, aligned_rows(lattice.first_removal_of_keep.shape[0] - 1))
    decide_states(score_hopefully, throw_hopefully, rule, False, lattice, exits, choices, ties, places, options)


@kernel
def judge_ties(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    sign: float,
    places: Places,
    bounds: tuple[int, int],
    tables: tuple[Table, Table],
    options: Options,
) -> None:
    """Compute the optimist's decisions in rows of states if ties are broken by true values.

    Parameters
    ----------
    sign : float
        1 to take the option of highest true value, -1 that of the lowest.
    tables : Table, twice
        The largest points still to come, complete; and the true expectation, times ``sign``, of such a player: in, all
        pages with more categories filled; out, the rows of the places, unless options are computed.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken; not computed if it is empty.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    n_keeps, n_outcomes = first_roll + n_rolls, exits.category.shape[0]
    values, true = aligned_tables(n_rerolls + 1, n_keeps), aligned_rows(n_keeps)
    worths, true_worths = aligned_rows(n_outcomes), aligned_rows(n_outcomes)
    best_of_roll, taken_of_roll = aligned_rows(n_rolls), aligned_rows(n_rolls)
    rule, nothing = Hope(1.0, tables[0], tables[0], aligned_rows(n_keeps)), fill_row(-np.inf)
    for row in range(bounds[0], bounds[1]):
        page, lane, filled = places.page[row], places.lane[row], places.filled[row]
        where, outcome_of_roll = (page, lane, filled), choices.outcome_of_roll[choices.class_of_page[page]]
        score_points(tables[0], exits, where, ZERO, ZERO, worths)
        for way in ways_of_page(exits, page):
            outcome = exits.outcome_of_way[way]
            if filled >> exits.category[outcome] & 1:
                continue
            after = load_row(tables[1].values, successor_slot(exits, tables[1], where, outcome))
            set_row(true_worths, outcome, after + sign * exits.gain[outcome])
        exit_rolls(exits, where, False, worths, first_roll, values[0])
        value_rerolls(throw_hopefully, rule, lattice, values)
        for rerolls in range(n_rerolls + 1):
            if rerolls > 0:
                mean_sweep(lattice.extensions_of_keep, true)
            for roll in range(n_rolls):
                first = choices.first_keep_of_roll[roll]
                n_choices = choices.first_keep_of_roll[roll + 1] - first
                bar = get_row(values[rerolls], first_roll + roll) + -tie
                best, taken = nothing, fill_row(-1.0)
                for category in range(outcome_of_roll.shape[1]):
                    if outcome_of_roll[roll, category] >= 0 and not filled >> category & 1:
                        at = outcome_of_roll[roll, category] * N_LANES
                        value = choose_row(load_row(worths, at), bar, load_row(true_worths, at), nothing)
                        taken = choose_row(value, best, fill_row(float(n_choices + category)), taken)
                        best = best_row(value, best)
                if rerolls > 0:
                    for number in range(n_choices):
                        at = choices.keeps[first + number] * N_LANES
                        value = choose_row(load_row(values[rerolls - 1], at), bar, load_row(true, at), nothing)
                        taken = choose_row(value, best, fill_row(float(number)), taken)
                        best = best_row(value, best)
                set_row(best_of_roll, roll, best)
                set_row(taken_of_roll, roll, taken)
            copy_rows(best_of_roll, ZERO, n_rolls, true, first_roll)
            if options.shape[0] > 0:
                for roll in range(n_rolls):
                    for place in range(N_LANES):
                        options[row, rerolls, roll, place] = int(taken_of_roll[roll, place])
        if options.shape[0] == 0:
            mean = weigh_rolls(lattice.prob_of_roll, first_roll, true)
            store_row(tables[1].values, tables[1].first_slot[page] + lane, mean)


Pair = tuple[Row, Row]

SPLITTER = 134217729.0  # 2 ** 27 + 1: splits a float64 into two halves of 26 bits
SIXTH_LOW = 9.25185853854297e-18  # 1 / 6 minus its float64


@part
def load_pair(table: Floats, row: int) -> Pair:
    """Return row ``row`` of a table of pairs."""
    return get_row(table, row), get_row(table, table.shape[1] + row)


@part
def store_pair(table: Floats, row: int, pair: Pair) -> None:
    """Write ``pair`` to row ``row`` of a table of pairs."""
    set_row(table, row, pair[0])
    set_row(table, table.shape[1] + row, pair[1])


@part
def add_pairs(left: Pair, right: Pair) -> Pair:
    """Return the sum of two pairs; its relative error is a few units of 2 ** -104 if both have the same sign."""
    total = left[0] + right[0]
    taken = total - left[0]
    lost = left[0] - (total - taken) + (right[0] - taken)
    low = lost + (left[1] + right[1])
    high = total + low
    return high, low - (high - total)


@part
def scale_pair(high: float, low: float, pair: Pair) -> Pair:
    """Return ``pair`` times the number ``high + low``."""
    split = SPLITTER * high
    upper = split - (split - high)
    factor, upper_row, lower_row = fill_row(high), fill_row(upper), fill_row(high - upper)
    parts = SPLITTER * pair[0]
    above = parts - (parts - pair[0])
    below = pair[0] - above
    product = factor * pair[0]
    lost = above * upper_row - product
    lost = lost + (above * lower_row + below * upper_row)
    lost = lost + below * lower_row
    rest = lost + (factor * pair[1] + low * pair[0])
    total = product + rest
    return total, rest - (total - product)


@part
def excess(left: Pair, right: Pair) -> Row:
    """Return ``left`` minus ``right`` as a row of float64."""
    return left[0] - right[0] + (left[1] - right[1])


@part
def larger_pair(left: Pair, right: Pair) -> Pair:
    """Return the larger of two pairs, lane by lane; the right one if the left is NaN."""
    more, none = excess(left, right), fill_row(0.0)
    return choose_row(more, none, left[0], right[0]), choose_row(more, none, left[1], right[1])


@part
def best_outcomes(
    exits: Exits,
    highest: Table,
    short: Table,
    short_low: Table,
    where: Where,
    first_roll: int,
    worths: Floats,
    values: Floats,
) -> None:
    """Set ``worths``, pairs of each open outcome, to their shortfall below the highest points.

    The rows of the rolls in ``values`` become the best of these.
    """
    for roll in range(first_roll, values.shape[1]):
        store_pair(values, roll, (fill_row(-np.inf), fill_row(0.0)))
    now = load_row(highest.values, highest.first_slot[where[0]] + where[1])
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        slot = successor_slot(exits, highest, where, outcome)
        loss = load_row(highest.values, slot) + exits.gain[outcome] - now, fill_row(0.0)  # whole numbers
        worth = add_pairs(loss, (load_row(short.values, slot), load_row(short_low.values, slot)))
        store_pair(worths, outcome, worth)
        for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
            store_pair(values, exits.rolls[entry], larger_pair(worth, load_pair(values, exits.rolls[entry])))


@part
def value_throws(lattice: Lattice, hope: float, values: Floats, hoped: Floats) -> None:
    """Value every short keep between the mean and the maximum of the throw, see ``throw_value``."""
    first_roll = lattice.extensions_of_keep.shape[0]
    for roll in range(first_roll, values.shape[1]):
        store_pair(hoped, roll, load_pair(values, roll))
    for keep in range(first_roll - 1, -1, -1):
        total = load_pair(values, lattice.extensions_of_keep[keep, 0])
        best = load_pair(hoped, lattice.extensions_of_keep[keep, 0])
        for face in range(1, 6):
            total = add_pairs(total, load_pair(values, lattice.extensions_of_keep[keep, face]))
            best = larger_pair(load_pair(hoped, lattice.extensions_of_keep[keep, face]), best)
        store_pair(values, keep, scale_pair(1.0 / 6.0, SIXTH_LOW, total))
        store_pair(hoped, keep, best)
    for keep in range(first_roll):
        mean = scale_pair(1.0 - hope, 0.0, load_pair(values, keep))
        store_pair(values, keep, add_pairs(mean, scale_pair(hope, 0.0, load_pair(hoped, keep))))


@part
def best_keeps(lattice: Lattice, values: Floats) -> None:
    """Raise every keep to the best value among its sub-keeps, itself included, see ``max_sweep``."""
    for keep in range(1, values.shape[1]):
        best = load_pair(values, keep)
        for entry in range(lattice.first_removal_of_keep[keep], lattice.first_removal_of_keep[keep + 1]):
            best = larger_pair(load_pair(values, lattice.removals[entry]), best)
        store_pair(values, keep, best)


@kernel
def solve_hopeful_precisely(
    lattice: Lattice,
    exits: Exits,
    n_rerolls: int,
    hope: float,
    prob_low: Floats,
    highest: Table,
    blocks: Blocks,
    bounds: tuple[int, int],
    short: Table,
    short_low: Table,
) -> None:
    """Solve one turn for a hopeful player, as ``solve_hopeful`` does, with 32 digits.

    Parameters
    ----------
    hope : float
        At least 0.5, so that 1 - hope is exact.
    prob_low : float64[n_rolls]
        Excess of the probability of each roll over its float64 in the lattice.
    short, short_low : Table
        The two parts of the player's values minus the highest points; see ``solve_hopeful``.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    n_keeps = first_roll + lattice.prob_of_roll.shape[0]
    values, hoped = aligned_tables(2, n_keeps), aligned_tables(2, n_keeps)
    worths = aligned_tables(2, exits.category.shape[0])
    for block in range(bounds[0], bounds[1]):
        page, lane = blocks.page[block], blocks.lane[block]
        where = (page, lane, blocks.filled[block])
        best_outcomes(exits, highest, short, short_low, where, first_roll, worths, values)
        for _ in range(n_rerolls):
            value_throws(lattice, hope, values, hoped)
            best_keeps(lattice, values)
        best = load_pair(values, first_roll)
        mean = scale_pair(lattice.prob_of_roll[0], prob_low[0], best)
        for roll in range(1, lattice.prob_of_roll.shape[0]):
            value = load_pair(values, first_roll + roll)
            mean = add_pairs(mean, scale_pair(lattice.prob_of_roll[roll], prob_low[roll], value))
            best = larger_pair(value, best)
        mixed = add_pairs(scale_pair(1.0 - hope, 0.0, mean), scale_pair(hope, 0.0, best))
        slot = short.first_slot[page] + lane
        store_row(short.values, slot, mixed[0])
        store_row(short_low.values, slot, mixed[1])
        share_first_values(blocks, block, page, short)
        share_first_values(blocks, block, page, short_low)


@kernel
def hope_precisely(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    order: Ints,
    hope: float,
    share: float,
    places: Places,
    highest: Table,
    short: Table,
    short_low: Table,
    options: Options,
) -> None:
    """Compute the decisions of a hopeful player in every situation of a turn, as ``hope_rows`` does, with 32 digits.

    Parameters
    ----------
    share : float
        Options tie with the best if their shortfall is larger by at most this share.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    keeps, rolls = aligned_tables(2, first_roll + n_rolls), aligned_tables(2, first_roll + n_rolls)
    hoped, worths = aligned_tables(2, first_roll + n_rolls), aligned_tables(2, exits.category.shape[0])
    for row in range(places.page.shape[0]):
        page, lane, filled = places.page[row], places.lane[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        best_outcomes(exits, highest, short, short_low, (page, lane, filled), first_roll, worths, rolls)
        for rerolls in range(n_rerolls + 1):
            if rerolls > 0:
                for roll in range(first_roll, first_roll + n_rolls):
                    store_pair(keeps, roll, load_pair(rolls, roll))
                value_throws(lattice, hope, keeps, hoped)
                for keep in range(first_roll + n_rolls):
                    store_pair(rolls, keep, load_pair(keeps, keep))
                best_keeps(lattice, rolls)
            for roll in range(n_rolls):
                first = choices.first_keep_of_roll[roll]
                n_choices = choices.first_keep_of_roll[roll + 1] - first
                best = load_pair(rolls, first_roll + roll)
                # Shortfalls are negative or 0; a negative one never ties with 0.
                bar = share * best[0] + -SMALLEST
                taken = fill_shorts(-1)
                for place in range(order.shape[1] - 1, -1, -1):
                    number = order[roll, place]
                    if number >= n_choices:
                        outcome = outcome_of_roll[roll, number - n_choices]
                        if outcome < 0 or filled >> (number - n_choices) & 1:
                            continue
                        lead = excess(load_pair(worths, outcome), best)
                    elif number < 0 or rerolls == 0:
                        continue
                    else:
                        lead = excess(load_pair(keeps, choices.keeps[first + number]), best)
                    taken = choose_shorts(lead, bar, fill_shorts(number), taken)
                store_shorts(options[row], (rerolls * n_rolls + roll) * N_LANES, taken)
