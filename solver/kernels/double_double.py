"""Rows of numbers with 32 decimal digits, and the hopeful player's turn in them.

Each number is the unevaluated sum of two float64, the second at most half a unit in the last place of the first
(Dekker, Numerische Mathematik 18, 1971). A table of such numbers is float64[2, n_rows, N_LANES]: all first parts, then
all second parts. The order of operations is what makes this exact, so nothing here may be compiled with fast-math.
"""

from __future__ import annotations

import numpy as np

from solver.kernels.baselines import Options
from solver.kernels.compile import kernel, part
from solver.kernels.optimist import SMALLEST
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Row,
    aligned_tables,
    choose_row,
    fill_row,
    get_row,
    load_row,
    set_row,
    store_row,
)
from solver.kernels.short_rows import choose_shorts, fill_shorts, store_shorts
from solver.kernels.turn import Blocks, Exits, Lattice, Table, Where, share_first_values, successor_slot, ways_of_page

Pair = tuple[Row, Row]

SPLITTER = 134217729.0  # 2 ** 27 + 1: splits a float64 into two halves of 26 bits
SIXTH_LOW = 9.25185853854297e-18  # 1 / 6 less its float64


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
    """Return ``left`` less ``right`` as a row of float64."""
    return left[0] - right[0] + (left[1] - right[1])


@part
def larger_pair(left: Pair, right: Pair) -> Pair:
    """Return the larger of two pairs, lane by lane; the right one where the left is not a number."""
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
    """Set ``worths``, pairs of each open outcome, to what a turn that ends so falls short of the highest points.

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
    """Value every keep that is short of dice between the mean and the best of the throw, see ``throw_value``."""
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
    """Solve one turn for a player who hopes, as ``optimist.solve_hopeful`` does, with 32 digits.

    Parameters
    ----------
    hope : float
        At least 0.5, so that 1 - hope is exact.
    prob_low : float64[n_rolls]
        By how much the probability of each roll exceeds its float64 in the lattice.
    short, short_low : Table
        The two parts of what the player believes in less the highest points; see ``solve_hopeful``.
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
    """Find what a player who hopes does in every situation of a turn, as ``optimist.hope_rows`` does, with 32 digits.

    Parameters
    ----------
    share : float
        Options are equal to the best if they fall short by no more than this share more.
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
                # All fall short, or of nothing: none that does is equal to one that does not.
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
