"""Objectives that depend on the points so far: a row is a range of neighbouring standings.

A standing is the position of a game on the axis of the final score: the points so far, or, for targets, the points so
far minus the target. Scoring s points moves it up by s, so a successor is the same row read s lanes further on, and the
two sweeps of ``turn.py`` do the rest.

For five dice the sweeps are unrolled. A row of sixteen lanes is processed in two halves, because half the values of all
keeps fit into the fastest cache of a core. The rows of each step are known at compile time, so no index is read. This
takes 40 % off the time, and a second to compile.
"""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from solver.kernels.compile import kernel, part
from solver.kernels.rows import (
    LLVM_ROW,
    N_LANES,
    Floats,
    FloatsOrShorter,
    Ints,
    Longs,
    Row,
    Shorts,
    aligned_rows,
    best_row,
    fill_row,
    load_row,
    number_at,
    row_type,
    set_row,
    store_row,
)
from solver.kernels.turn import Exits, Lattice, max_sweep, mean_sweep

N_NEAR = 256  # half rows within one byte's reach of an address: half of them before it, the others after
N_DICE, FACES = 5, (1, 2, 3, 4, 5, 6)

KEEPS = [keep for size in range(N_DICE + 1) for keep in combinations_with_replacement(FACES, size)]
PLACE_OF_KEEP = {keep: place for place, keep in enumerate(KEEPS)}
EXTENSIONS = [[PLACE_OF_KEEP[tuple(sorted((*keep, face)))] for face in FACES] for keep in KEEPS if len(keep) < N_DICE]
N_SHORT_KEEPS, N_KEEPS = len(EXTENSIONS), len(KEEPS)
REMOVALS = [[keep for keep in range(N_SHORT_KEEPS) if place in EXTENSIONS[keep]] for place in range(N_KEEPS)]
# Keeps of one size whose half rows fit into registers together, so that what several compare with is loaded once.
N_JOINED = 20
ENDS = [sum(len(keep) <= size for keep in KEEPS) for size in range(N_DICE + 1)]
GROUPS = [
    range(first, min(first + N_JOINED, end)) for start, end in pairwise(ENDS) for first in range(start, end, N_JOINED)
]


N_HALF = N_LANES // 2
LLVM_HALF = ir.VectorType(ir.DoubleType(), N_HALF)
ALIGNMENT = 8 * N_HALF  # bytes; addresses of halves are multiples


def half_pointer(context: Any, builder: Any, array_type: Any, array: Any, first: Any) -> Any:
    """Return the address of the half row that starts at index ``first`` of a contiguous array of float64."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [first]), LLVM_HALF.as_pointer())


@intrinsic
def load_halves(typing_context: Any, values: Any, first: Any, second: Any) -> Any:
    """Return the row whose halves start at the indices ``first`` and ``second`` of a contiguous array of float64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type, array = signature.args[0], arguments[0]
        halves = [
            builder.load(half_pointer(context, builder, array_type, array, place), align=ALIGNMENT)
            for place in arguments[1:]
        ]
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), N_LANES), list(range(N_LANES)))
        return builder.shuffle_vector(*halves, lanes)

    return row_type(values, types.int64, types.int64), generate


@intrinsic
def store_halves(typing_context: Any, values: Any, first: Any, second: Any, row: Any) -> Any:
    """Store the halves of a row at the indices ``first`` and ``second`` of a contiguous array of float64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type, (array, first, second, row) = signature.args[0], arguments
        undefined = ir.Constant(LLVM_ROW, ir.Undefined)
        for number, place in enumerate((first, second)):
            lanes = [number * N_HALF + lane for lane in range(N_HALF)]
            half = builder.shuffle_vector(row, undefined, ir.Constant(ir.VectorType(ir.IntType(32), N_HALF), lanes))
            builder.store(half, half_pointer(context, builder, array_type, array, place), align=ALIGNMENT)
        return context.get_dummy_value()

    return types.void(values, types.int64, types.int64, row_type), generate


def half_rows(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, Any]:
    """Return functions that load and store the half row of a keep, from an array and two indices.

    The indices are those of the half rows in the middle of the first ``N_NEAR`` keeps and of the others. Each row is
    addressed relative to the nearer one: one byte of distance in the machine code instead of four, so that both sweeps
    fit into the instruction cache of a core. This takes a fifth off the time.
    """
    array_type, (array, *middles) = signature.args[0], arguments
    starts = [half_pointer(context, builder, array_type, array, middle) for middle in middles]

    def pointer(keep: int) -> Any:
        return builder.gep(starts[keep // N_NEAR], [ir.Constant(ir.IntType(64), keep % N_NEAR - N_NEAR // 2)])

    def load(keep: int) -> Any:
        return builder.load(pointer(keep), align=ALIGNMENT)

    def store(keep: int, half: Any) -> None:
        builder.store(half, pointer(keep), align=ALIGNMENT)

    return load, store


@intrinsic
def mean_sweep_of_half(typing_context: Any, values: Any, low: Any, high: Any) -> Any:
    """Do ``turn.mean_sweep`` with the half rows of all keeps of five dice, see ``half_rows``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        load, store = half_rows(context, builder, signature, arguments)
        sixth = ir.Constant(LLVM_HALF, [1.0 / 6.0] * N_HALF)
        for keep in reversed(range(N_SHORT_KEEPS)):
            pairs = [builder.fadd(load(EXTENSIONS[keep][face]), load(EXTENSIONS[keep][face + 1])) for face in (0, 2, 4)]
            total = builder.fadd(builder.fadd(pairs[0], pairs[1]), pairs[2])
            store(keep, builder.fmul(sixth, total))
        return context.get_dummy_value()

    return types.void(values, types.int64, types.int64), generate


@intrinsic
def max_sweep_of_half(typing_context: Any, values: Any, low: Any, high: Any) -> Any:
    """Do ``turn.max_sweep`` with the half rows of all keeps of five dice, see ``half_rows``."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        load, store = half_rows(context, builder, signature, arguments)
        for keeps in GROUPS:
            sources, best = {keep: [*REMOVALS[keep], keep] for keep in keeps}, dict[int, Any]()
            for source in sorted({source for keep in keeps for source in sources[keep]}):
                half = load(source)
                for keep in keeps:
                    if keep in best and source in sources[keep]:
                        best[keep] = builder.select(builder.fcmp_ordered(">", best[keep], half), best[keep], half)
                    elif source in sources[keep]:
                        best[keep] = half
                if source in keeps:  # the last of its sources
                    store(source, best[source])
        return context.get_dummy_value()

    return types.void(values, types.int64, types.int64), generate


@part
def sweep_down(values: Floats, low: int, high: int) -> None:
    """Run ``mean_sweep_of_half``; a separate function, so that its many steps are compiled once only."""
    mean_sweep_of_half(values, low, high)


@part
def sweep_up(values: Floats, low: int, high: int) -> None:
    """Run ``max_sweep_of_half``; a separate function, so that registers of both sweeps are not mixed."""
    max_sweep_of_half(values, low, high)


@kernel
def reroll_halves(n_rerolls: int, n_halves: int, values: Floats) -> None:
    """Sweep down and up ``n_rerolls`` times, one half of the rows after the other, so that it stays in the cache.

    ``values``, of N_KEEPS * N_LANES numbers, contain the first halves of all keeps, followed by the second ones, which
    are left unchanged if ``n_halves`` is 1.
    """
    for half in range(n_halves):
        low = (half * N_KEEPS + N_NEAR // 2) * N_HALF
        for _ in range(n_rerolls):
            sweep_down(values, low, low + N_NEAR * N_HALF)
            sweep_up(values, low, low + N_NEAR * N_HALF)


class Layer(NamedTuple):
    """The values of all states of a layer, each a window of neighbouring standings.

    start : int64[n_states], index of the first standing of the window in ``values``; low, high : int64[n_states], first
    and last standing of the window, beyond which the value is settled; values : float64, each window with ``N_LANES``
    settled values on either side.
    """

    start: Longs
    low: Longs
    high: Longs
    values: Floats


class Cards(NamedTuple):
    """The states of a layer without their standings: page, upper total, and the filled categories as a bit mask."""

    page: Longs
    total: Longs
    filled: Longs


class Ends(NamedTuple):
    """Settled values of an objective.

    below, above : the value of every standing below and above the windows; slope : by which values fall below a window,
    standing by standing, from its lowest one; if not 0, ``below`` is that of full scorecards only; enough : values from
    here on count as ``above``, infinite if no standing is settled early; is_monotone : whether more points never lower
    the value.
    """

    below: float
    above: float
    slope: float
    enough: float
    is_monotone: bool


@part
def successor_place(later: Layer, card: int, standing: int) -> int:
    """Return the index of the row that starts at ``standing`` in a layer; fully settled rows share one index."""
    standing = max(standing, later.low[card] - N_LANES)
    standing = min(standing, later.high[card] + 1)
    place: int = later.start[card] + standing - later.low[card]
    return place


class Leads(NamedTuple):
    """Successors of a turn: everything that is the same for all rows of a page or a state, computed once.

    ways : int64[n_outcomes], the open exits of a page, those of zero points first if they are a floor; first_entry,
    entries : int64[n_rolls + 1], int16[..], for each roll the indices in ``rows`` of the other exits that it can take.
    origin, low, high : int64[n_outcomes], for each exit of a state the index of standing 0 among the values of the next
    layer, and the range of standings that are not settled. rows : float64[n_outcomes, N_LANES], the value of each in a
    row of standings.
    """

    ways: Longs
    first_entry: Longs
    entries: Shorts
    origin: Longs
    low: Longs
    high: Longs
    rows: Floats


@part
def empty_leads(exits: Exits, n_rolls: int) -> Leads:
    """Allocate the successors of a turn."""
    n_outcomes = exits.category.shape[0]
    longs = np.empty((4, n_outcomes), np.int64)
    first_entry, entries = np.empty(n_rolls + 1, np.int64), np.empty(exits.rolls.shape[0], np.int16)
    return Leads(longs[0], first_entry, entries, longs[1], longs[2], longs[3], aligned_rows(n_outcomes))


@part
def list_ways(
    exits: Exits, page: int, filled: int, is_monotone: bool, first_roll: int, leads: Leads
) -> tuple[int, int]:
    """List the exits of a page, and those of each roll.

    Parameters
    ----------
    is_monotone : bool
        Points never lower the value, so the best exit with zero points is a floor for every roll.

    Returns
    -------
    n_floors, n_ways : int
        Number of exits listed: with zero points, and in total.
    """
    ways, n_rolls = exits.class_of_page[page], leads.first_entry.shape[0] - 1
    first_way, last_way = exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]
    has_floor, n_floors, n_ways = is_monotone and exits.may_take_any[ways], 0, 0
    leads.first_entry[:] = 0
    for way in range(first_way, last_way):
        outcome = exits.outcome_of_way[way]
        if has_floor and exits.gain[outcome] == 0.0 and not filled >> exits.category[outcome] & 1:
            leads.ways[n_floors] = way
            n_floors += 1
    n_ways = n_floors
    for way in range(first_way, last_way):
        outcome = exits.outcome_of_way[way]
        if (exits.gain[outcome] > 0.0 or not has_floor) and not filled >> exits.category[outcome] & 1:
            leads.ways[n_ways] = way
            n_ways += 1
            for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                leads.first_entry[exits.rolls[entry] - first_roll] += 1
    for roll in range(n_rolls):
        leads.first_entry[roll + 1] += leads.first_entry[roll]  # end of the roll's entries
    for lead in range(n_floors, n_ways):
        way = leads.ways[lead]
        for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
            roll = exits.rolls[entry] - first_roll
            leads.first_entry[roll] -= 1  # after the loop, their start
            leads.entries[leads.first_entry[roll]] = lead * N_LANES
    return n_floors, n_ways


@part
def find_leads(
    exits: Exits, card_of_place: Ints, later: Layer, page: int, total: int, n_ways: int, leads: Leads
) -> None:
    """Compute the successors of a state's listed exits; ``card_of_place`` and ``later`` as in ``solve_standings``."""
    for lead in range(n_ways):
        outcome = exits.outcome_of_way[leads.ways[lead]]
        card, gain = card_of_place[page + exits.step[outcome], total + exits.shift[outcome]], int(exits.gain[outcome])
        leads.origin[lead] = later.start[card] - later.low[card] + gain
        leads.low[lead] = later.low[card] - N_LANES - gain
        leads.high[lead] = later.high[card] + 1 - gain


@part
def lead_row(later: Layer, leads: Leads, slope: float, lead: int, standing: int) -> Row:
    """Return the value of an exit in the row that starts at ``standing``."""
    row = load_row(later.values, leads.origin[lead] + min(max(standing, leads.low[lead]), leads.high[lead]))
    return row if slope == 0.0 else row + slope * min(standing - leads.low[lead], 0)


@part
def exit_standings(
    later: Layer,
    leads: Leads,
    slope: float,
    n_listed: tuple[int, int],
    standing: int,
    first_roll: int,
    halves: tuple[int, int],
    values: Floats,
) -> None:
    r"""Value every roll by the best open category, in the row that starts at ``standing``.

    .. math:: V_0(r, z) = \max_{c \notin C} V(\text{successor}, z + s_c(r))

    Parameters
    ----------
    later : Layer
        The next layer, solved.
    leads, slope, n_listed : Leads, float, (int, int)
        Successors of the state, see ``Ends``, and the number of exits listed: with zero points, and in total.
    halves : int, int
        Distance of successive keeps' first halves in ``values``, and of the second half of a row from the first.
    values : float64[n_keeps, N_LANES]
        Out: the rows of the rolls.
    """
    (n_floors, n_ways), (stride, distance), floor = n_listed, halves, fill_row(-np.inf)
    for lead in range(n_floors):
        floor = best_row(lead_row(later, leads, slope, lead, standing), floor)
    for lead in range(n_floors, n_ways):
        set_row(leads.rows, lead, lead_row(later, leads, slope, lead, standing))
    for roll in range(leads.first_entry.shape[0] - 1):
        best, first = floor, (first_roll + roll) * stride
        for entry in range(leads.first_entry[roll], leads.first_entry[roll + 1]):
            best = best_row(best, load_row(leads.rows, number_at(leads.entries, entry)))
        store_halves(values, first, first + distance, best)


@part
def weigh_halves(prob_of_roll: Floats, first_roll: int, halves: tuple[int, int], values: Floats) -> Row:
    """Return the mean over the first roll of a turn, see ``turn.weigh_rolls``; ``halves`` as above.

    Four sums are computed in parallel, so that none waits for the previous one.
    """
    n_rolls, (stride, distance) = prob_of_roll.shape[0], halves
    a, b, c, d = fill_row(0.0), fill_row(0.0), fill_row(0.0), fill_row(0.0)
    for roll in range(0, n_rolls - 3, 4):
        first = (first_roll + roll) * stride
        a = a + weighed_half(prob_of_roll[roll], first, distance, values)
        b = b + weighed_half(prob_of_roll[roll + 1], first + stride, distance, values)
        c = c + weighed_half(prob_of_roll[roll + 2], first + 2 * stride, distance, values)
        d = d + weighed_half(prob_of_roll[roll + 3], first + 3 * stride, distance, values)
    for roll in range(n_rolls // 4 * 4, n_rolls):
        a = a + weighed_half(prob_of_roll[roll], (first_roll + roll) * stride, distance, values)
    return a + b + (c + d)


@part
def weighed_half(prob: float, first: int, distance: int, values: Floats) -> Row:
    """Return the row whose halves start at ``first`` and ``distance`` further on, times a probability."""
    return prob * load_halves(values, first, first + distance)


@kernel
def solve_standings(
    lattice: Lattice,
    exits: Exits,
    n_rerolls: int,
    card_of_place: Ints,
    cards: Cards,
    ends: Ends,
    later: Layer,
    layer: Layer,
    bounds: tuple[int, int],
) -> None:
    """Solve one turn for the windows of the states between ``bounds`` of a layer.

    Parameters
    ----------
    card_of_place : int32[n_pages, n_totals + largest shift]
        Index of every state in its layer.
    later : Layer
        The next layer, solved.
    layer : Layer
        In: the windows. Out: their values, and ``high`` lowered to the last standing that is not settled.
    """
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    n_keeps, has_five_dice = first_roll + n_rolls, first_roll == N_SHORT_KEEPS
    values, leads, page_before, n_listed = aligned_rows(n_keeps), empty_leads(exits, n_rolls), -1, (0, 0)
    halves = (N_HALF, n_keeps * N_HALF) if has_five_dice else (N_LANES, N_HALF)
    for card in range(bounds[0], bounds[1]):
        page, origin, high = cards.page[card], layer.start[card] - layer.low[card], layer.high[card]
        if page != page_before:
            n_listed = list_ways(exits, page, cards.filled[card], ends.is_monotone, first_roll, leads)
            page_before = page
        find_leads(exits, card_of_place, later, page, cards.total[card], n_listed[1], leads)
        for standing in range(layer.low[card], layer.high[card] + 1, N_LANES):
            exit_standings(later, leads, ends.slope, n_listed, standing, first_roll, halves, values)
            if has_five_dice:
                reroll_halves(n_rerolls, 1 if standing + N_HALF > layer.high[card] else 2, values)
            else:
                for _ in range(n_rerolls):
                    mean_sweep(lattice.extensions_of_keep, values)
                    max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
            mean = weigh_halves(lattice.prob_of_roll, first_roll, halves, values)
            store_row(layer.values, origin + standing, mean)
            if standing + N_LANES <= high and layer.values[origin + standing + N_LANES - 1] >= ends.enough:
                high = standing + N_LANES - 1  # the row's last value is settled, so all higher ones are
                break
        while high >= layer.low[card] and layer.values[origin + high] >= ends.enough:
            high -= 1
        layer.high[card] = high
        layer.values[origin + high + 1 : origin + high + 1 + N_LANES] = ends.above
        start = layer.start[card]
        for lane in range(1, N_LANES + 1):
            layer.values[start - lane] = ends.below if ends.slope == 0.0 else layer.values[start] - ends.slope * lane


@kernel
def pack_windows(layer: Layer, first: Longs, stop: Longs, start: Longs, packed: FloatsOrShorter) -> None:
    """Copy the standings ``first`` to ``stop`` (excluded) of every window to ``packed`` from ``start`` on."""
    for card in range(first.shape[0]):
        origin = layer.start[card] - layer.low[card]
        for standing in range(first[card], stop[card]):
            packed[start[card] + standing - first[card]] = layer.values[origin + standing]


@kernel
def unpack_windows(packed: FloatsOrShorter, start: Longs, ends: Ends, layer: Layer) -> None:
    """Copy every window from ``packed``, where they follow each other, and add its settled ends."""
    for card in range(layer.start.shape[0]):
        place, width = layer.start[card], layer.high[card] - layer.low[card] + 1
        layer.values[place - N_LANES : place] = ends.below
        for lane in range(width):
            layer.values[place + lane] = packed[start[card] + lane]
        layer.values[place + width : place + width + N_LANES] = ends.above


@kernel
def unsettled_width(layer: Layer, least: float, enough: float, first: Longs, stop: Longs) -> None:
    """Return each window's range of standings with values above ``least`` and below ``enough``, if they rise."""
    for card in range(first.shape[0]):
        origin = layer.start[card] - layer.low[card]
        low, high = layer.low[card], layer.high[card]
        while low <= high and layer.values[origin + low] <= least:
            low += 1
        while high >= low and layer.values[origin + high] >= enough:
            high -= 1
        first[card], stop[card] = low, high + 1
