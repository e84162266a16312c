"""Kernels: one turn of the game for a row of neighbouring states at once.

A row holds one number for each of ``N_LANES`` neighbouring states (upper totals m, m + 1, ...). Every step of a turn is
the same for all of them, so every step is an operation on whole rows. The row operations below are LLVM vector
instructions; numba cannot find them by itself, because it cannot rule out that rows of one array overlap. With
``NUMBA_DISABLE_JIT=1`` their numpy twins take their place and the kernels run as plain Python.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, models, register_model

from solver.compile_kernels import kernel as kernel

N_LANES = 16

Floats = npt.NDArray[np.float64]
FloatsOrShorter = Floats | npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Row = Any  # float64[N_LANES]: an LLVM vector when compiled, a numpy array in the twins


class Lattice(NamedTuple):
    """The keep lattice as the kernels read it; the fields are those of ``dice.KeepLattice``."""

    extensions_of_keep: Ints
    first_removal_of_keep: Ints
    removals: Ints
    prob_of_roll: Floats


class Exits(NamedTuple):
    """The ways out of a turn; the fields are those of ``exits.Outcomes``."""

    category: Longs
    step: Longs
    shift: Longs
    gain: Floats
    first_way_of_class: Longs
    first_way_of_category: npt.NDArray[np.int64]
    outcome_of_way: Longs
    first_roll_entry: Longs
    rolls: Ints
    may_take_any: npt.NDArray[np.bool_]
    class_of_page: npt.NDArray[np.int16]
    saved_step: int


class Table(NamedTuple):
    """Values of states.

    values : float64[n_slots], or float32, which takes half the room; first_slot : int64[n_pages], where lane 0 of
    each page lies. Pages can be of different widths; what lies past the end of a page belongs to others, and no game
    reaches it from there.
    """

    values: FloatsOrShorter
    first_slot: Longs


class Blocks(NamedTuple):
    """Rows of the value table to be solved, one after the other.

    page, lane : where the row begins; filled : the categories filled there, a bit mask; n_same_below : how many lanes
    below the row share its first value; first_same_above : lane whose value the rest of the page shares, -1 if it is
    not in this row; width : lanes of the page; n_pages : for how many numbers of saved throws the row is solved, 1 if
    none can be saved.
    """

    page: Longs
    lane: Longs
    filled: Longs
    n_same_below: Longs
    first_same_above: Longs
    width: Longs
    n_pages: Longs


LLVM_ROW = ir.VectorType(ir.DoubleType(), N_LANES)
LLVM_SHORT_ROW = ir.VectorType(ir.FloatType(), N_LANES)  # in memory only: all arithmetic is in float64
CACHE_LINE = 64  # bytes


class RowType(types.Type):
    """Numba's type of a row held in registers."""

    def __init__(self) -> None:
        super().__init__(name=f"Row({N_LANES})")


row_type = RowType()


@register_model(RowType)
class RowModel(models.PrimitiveModel):
    """A row is one LLVM vector."""

    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, LLVM_ROW)


def row_pointer(context: Any, builder: Any, array_type: Any, array: Any, first: Any) -> Any:
    """Return the address of the row that begins ``first`` numbers into a contiguous array."""
    data = context.make_array(array_type)(context, builder, array).data
    row = LLVM_ROW if array_type.dtype == types.float64 else LLVM_SHORT_ROW
    return builder.bitcast(builder.gep(data, [first]), row.as_pointer())


def alignment(array_type: Any) -> int:
    """Return the bytes of one number: a row of a table may begin at any lane."""
    return int(array_type.dtype.bitwidth) // 8


@intrinsic
def load_row(typing_context: Any, values: Any, first: Any) -> Any:
    """Return the row that begins ``first`` numbers into a contiguous array of float64 or float32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type = signature.args[0]
        row = builder.load(row_pointer(context, builder, array_type, *arguments), align=alignment(array_type))
        return row if array_type.dtype == types.float64 else builder.fpext(row, LLVM_ROW)

    return row_type(values, types.int64), generate


@intrinsic
def store_row(typing_context: Any, values: Any, first: Any, row: Any) -> Any:
    """Write ``row`` from ``first`` numbers into a contiguous array of float64, or of float32, rounded."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_type, row = signature.args[0], arguments[2]
        if array_type.dtype != types.float64:
            row = builder.fptrunc(row, LLVM_SHORT_ROW)
        pointer = row_pointer(context, builder, array_type, *arguments[:2])
        builder.store(row, pointer, align=alignment(array_type))
        return context.get_dummy_value()

    return types.void(values, types.int64, row_type), generate


@intrinsic
def fill_row(typing_context: Any, number: Any) -> Any:
    """Return a row that holds ``number`` in every lane."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        empty = ir.Constant(LLVM_ROW, ir.Undefined)
        one = builder.insert_element(empty, arguments[0], ir.Constant(ir.IntType(32), 0))
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), N_LANES), [0] * N_LANES)
        return builder.shuffle_vector(one, empty, lanes)

    return row_type(types.float64), generate


@intrinsic
def add_rows(typing_context: Any, left: Any, right: Any) -> Any:
    """Return the sum of two rows."""
    return row_type(row_type, row_type), lambda _context, builder, _signature, rows: builder.fadd(*rows)


@intrinsic
def multiply_rows(typing_context: Any, left: Any, right: Any) -> Any:
    """Return the product of two rows, lane by lane."""
    return row_type(row_type, row_type), lambda _context, builder, _signature, rows: builder.fmul(*rows)


@intrinsic
def best_row(typing_context: Any, left: Any, right: Any) -> Any:
    """Return the larger of two rows, lane by lane; the right one where a lane is not a number."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *rows), *rows)

    return row_type(row_type, row_type), generate


@intrinsic
def choose_row(typing_context: Any, left_key: Any, right_key: Any, left: Any, right: Any) -> Any:
    """Return ``left`` in the lanes where ``left_key`` is larger than ``right_key``, else ``right``."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *rows[:2]), *rows[2:])

    return row_type(row_type, row_type, row_type, row_type), generate


if config.DISABLE_JIT:
    from solver.row_twins import (  # noqa: F401 - some are used by play_kernels only
        add_rows,
        best_row,
        choose_row,
        fill_row,
        load_row,
        multiply_rows,
        store_row,
    )


@kernel
def aligned_rows(n_rows: int) -> Floats:
    """Return room for rows, each in cache lines of its own: reading across two lines takes twice as long."""
    room = np.empty(n_rows * N_LANES + CACHE_LINE // 8)
    skip = (-room.ctypes.data % CACHE_LINE) // 8
    return room[skip : skip + n_rows * N_LANES].reshape((n_rows, N_LANES))


@kernel
def mean_sweep(extensions_of_keep: Ints, values: Floats) -> None:
    r"""Value every keep that is short of dice by the mean of its six extensions.

    .. math:: Q(k) = \frac{1}{6} \sum_{f=1}^{6} Q(k + f)

    Parameters
    ----------
    extensions_of_keep : int32[n_short_keeps, 6]
        Keep reached by adding one die of each face; keeps are ordered by size, so every extension comes later than
        the keep itself.
    values : float64[n_keeps, N_LANES]
        In: points still to come in the rows of the rolls. Out: in every row.

    Notes
    -----
    Throwing the missing dice one at a time gives the same mean as throwing them together. Cost: six row operations
    per short keep; five dice have 210.
    """
    sixth = fill_row(1.0 / 6.0)
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        low = add_rows(
            load_row(values, extensions_of_keep[keep, 0] * N_LANES),
            load_row(values, extensions_of_keep[keep, 1] * N_LANES),
        )
        middle = add_rows(
            load_row(values, extensions_of_keep[keep, 2] * N_LANES),
            load_row(values, extensions_of_keep[keep, 3] * N_LANES),
        )
        high = add_rows(
            load_row(values, extensions_of_keep[keep, 4] * N_LANES),
            load_row(values, extensions_of_keep[keep, 5] * N_LANES),
        )
        store_row(values, keep * N_LANES, multiply_rows(sixth, add_rows(add_rows(low, middle), high)))


@kernel
def max_sweep(first_removal_of_keep: Ints, removals: Ints, values: Floats) -> None:
    r"""Raise every keep to the best value among its sub-keeps, itself included.

    .. math:: B(k) = \max\left(Q(k), \max_{f \in k} B(k - f)\right)

    Parameters
    ----------
    first_removal_of_keep, removals : int32[n_keeps + 1], int32[n_removals]
        Keeps with one die less, one per distinct face; they come earlier than the keep itself.
    values : float64[n_keeps, N_LANES]
        In: value of holding exactly these dice. Out: value of the best choice among them; for a roll, the value of
        the roll with one throw more in hand.

    Notes
    -----
    Cost: one comparison per removal; five dice have 1,260.
    """
    for keep in range(1, values.shape[0]):
        best = load_row(values, keep * N_LANES)
        for entry in range(first_removal_of_keep[keep], first_removal_of_keep[keep + 1]):
            best = best_row(load_row(values, removals[entry] * N_LANES), best)
        store_row(values, keep * N_LANES, best)


@kernel
def exit_rolls(
    exits: Exits, table: Table, where: tuple[int, int, int], throws: int, first_roll: int, values: Floats
) -> None:
    r"""Value every roll by the best category that is open: the mean's exit.

    .. math:: V_0(r) = \max_{c \notin C} \left[s_c(r) + V(\text{successor})\right]

    Parameters
    ----------
    exits : Exits
        Outcomes with their rolls.
    table : Table
        Points still to come; the pages of the successors are done.
    where : int, int, int
        Page and lane of the row that is being solved, and the categories filled there.
    throws : int
        Throws left over, to be saved; 0 where none can be saved.
    first_roll : int
        Index of the first roll among the keeps.
    values : float64[n_keeps, N_LANES]
        The rows of the rolls. Without throws left over they are set, with some they are raised where scoring is better
        than what stands there: throwing on.

    Notes
    -----
    Zero points shortcut: a category never gives less than it gives for zero points, and more upper points never
    lower what is to come. So the best of all zeros is a floor for every roll, and only outcomes with points are
    compared roll by roll; unless some roll may not take every category.
    """
    page, lane, filled = where
    ways = exits.class_of_page[page]
    first_way, has_floor = exits.first_way_of_category[ways], exits.may_take_any[ways]
    page += throws * exits.saved_step
    floor = fill_row(-np.inf)
    for category in range(first_way.shape[0] - 1):
        if has_floor and not filled >> category & 1:
            outcome = exits.outcome_of_way[first_way[category]]  # the fewest points come first
            if exits.gain[outcome] == 0.0:
                floor = best_row(load_row(table.values, table.first_slot[page + exits.step[outcome]] + lane), floor)
    for roll in range(first_roll, values.shape[0]):
        if throws > 0:
            store_row(values, roll * N_LANES, best_row(floor, load_row(values, roll * N_LANES)))
        else:
            store_row(values, roll * N_LANES, floor)

    for category in range(first_way.shape[0] - 1):
        if filled >> category & 1:
            continue
        for way in range(first_way[category], first_way[category + 1]):
            outcome = exits.outcome_of_way[way]
            if exits.gain[outcome] > 0.0 or not has_floor:
                slot = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
                row = add_rows(load_row(table.values, slot), fill_row(exits.gain[outcome]))
                for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                    first = exits.rolls[entry] * N_LANES
                    store_row(values, first, best_row(row, load_row(values, first)))


@kernel
def weigh_rolls(prob_of_roll: Floats, first_roll: int, values: Floats) -> Row:
    """Return the mean over the first roll of a turn: the rows of the rolls weighted by their probabilities."""
    mean = fill_row(0.0)
    for roll in range(prob_of_roll.shape[0]):
        row = load_row(values, (first_roll + roll) * N_LANES)
        mean = add_rows(mean, multiply_rows(fill_row(prob_of_roll[roll]), row))
    return mean


@kernel
def share_first_values(blocks: Blocks, block: int, page: int, table: Table) -> None:
    """Copy a solved row's values to the lanes that share them: dead totals below, totals past the threshold above."""
    first = table.first_slot[page]
    if blocks.n_same_below[block] > 0:
        lane = first + blocks.lane[block]
        table.values[lane - blocks.n_same_below[block] : lane] = table.values[lane]
    if blocks.first_same_above[block] >= 0:
        lane = first + blocks.first_same_above[block]
        table.values[lane : first + blocks.width[block]] = table.values[lane]


@kernel
def solve_blocks(
    lattice: Lattice, exits: Exits, n_rerolls: int, blocks: Blocks, start: int, stop: int, later: Table, table: Table
) -> None:
    """Solve one turn for every row of ``blocks[start:stop]`` and write the values into ``table``.

    Parameters
    ----------
    lattice, exits, blocks : see there
    n_rerolls : int
        Throws after the first, saved ones aside.
    later : Table
        All pages with one more category filled; it may be the same table.
    table : Table
        Out: the rows of the blocks, and the lanes that share their value with a lane of them: dead totals below the
        row, totals past the threshold above it.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    values = aligned_rows(first_roll + lattice.prob_of_roll.shape[0])
    for block in range(start, stop):
        page, lane = blocks.page[block], blocks.lane[block]
        where = (page, lane, blocks.filled[block])
        for throws in range(n_rerolls + blocks.n_pages[block]):
            if throws > 0:
                mean_sweep(lattice.extensions_of_keep, values)
                max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
            if throws == 0 or exits.saved_step > 0:
                exit_rolls(exits, later, where, throws, first_roll, values)
            if throws >= n_rerolls:
                page = blocks.page[block] + (throws - n_rerolls) * exits.saved_step
                mean = weigh_rolls(lattice.prob_of_roll, first_roll, values)
                store_row(table.values, table.first_slot[page] + lane, mean)
                share_first_values(blocks, block, page, table)
