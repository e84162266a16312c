"""Rows: one number for each of ``N_LANES`` neighbouring states, and the operations on them.

The operations are LLVM vector instructions; numba cannot find them by itself, because it cannot rule out that rows of
one array overlap. ``+``, ``-``, ``*`` and ``/`` work lane by lane, also between a row and a number.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_model

from solver.kernels.compile import kernel, part

N_LANES = 16

Floats = npt.NDArray[np.float64]
FloatsOrShorter = Floats | npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Row = Any  # float64[N_LANES], an LLVM vector

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


def spread(builder: Any, number: Any, vector: Any = LLVM_ROW) -> Any:
    """Return the vector that holds a number in every lane."""
    empty = ir.Constant(vector, ir.Undefined)
    one = builder.insert_element(empty, number, ir.Constant(ir.IntType(32), 0))
    return builder.shuffle_vector(one, empty, ir.Constant(ir.VectorType(ir.IntType(32), N_LANES), [0] * N_LANES))


def define_operator(operation: Any, instruction: str) -> None:
    """Define an operator of Python for two rows, and for a row and a number."""

    class Operator(ConcreteTemplate):
        key = operation
        cases = [  # noqa: RUF012 - as numba has it
            signature(row_type, row_type, row_type),
            signature(row_type, row_type, types.float64),
            signature(row_type, types.float64, row_type),
        ]

    def generate(_context: Any, builder: Any, chosen: Any, arguments: Any) -> Any:
        pairs = zip(chosen.args, arguments, strict=True)
        rows = [spread(builder, value) if kind == types.float64 else value for kind, value in pairs]
        return getattr(builder, instruction)(*rows)

    infer_global(operation)(Operator)
    for case in Operator.cases:
        lower_builtin(operation, *case.args)(generate)


define_operator(operator.add, "fadd")
define_operator(operator.iadd, "fadd")
define_operator(operator.sub, "fsub")
define_operator(operator.mul, "fmul")
define_operator(operator.truediv, "fdiv")


def vector_pointer(context: Any, builder: Any, array_type: Any, array: Any, first: Any, vector: Any) -> Any:
    """Return the address of the vector that begins ``first`` numbers into a contiguous array."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [first]), vector.as_pointer())


def row_in_memory(array_type: Any) -> tuple[Any, int]:
    """Return the type of a row in an array, and the bytes of one number: a row of a table may begin at any lane."""
    vector = LLVM_ROW if array_type.dtype == types.float64 else LLVM_SHORT_ROW
    return vector, int(array_type.dtype.bitwidth) // 8


def load(context: Any, builder: Any, array_type: Any, array: Any, first: Any) -> Any:
    """Load the row that begins ``first`` numbers into a contiguous array."""
    vector, alignment = row_in_memory(array_type)
    row = builder.load(vector_pointer(context, builder, array_type, array, first, vector), align=alignment)
    return row if vector == LLVM_ROW else builder.fpext(row, LLVM_ROW)


def store(context: Any, builder: Any, array_type: Any, array: Any, first: Any, row: Any) -> Any:
    """Store a row from ``first`` numbers into a contiguous array on."""
    vector, alignment = row_in_memory(array_type)
    pointer = vector_pointer(context, builder, array_type, array, first, vector)
    builder.store(row if vector == LLVM_ROW else builder.fptrunc(row, vector), pointer, align=alignment)
    return context.get_dummy_value()


def first_number(builder: Any, row: Any) -> Any:
    """Return where a row begins that is number ``row`` in an array of rows."""
    return builder.mul(row, ir.Constant(ir.IntType(64), N_LANES))


@intrinsic
def load_row(typing_context: Any, values: Any, first: Any) -> Any:
    """Return the row that begins ``first`` numbers into a contiguous array of float64 or float32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return load(context, builder, signature.args[0], *arguments)

    return row_type(values, types.int64), generate


@intrinsic
def store_row(typing_context: Any, values: Any, first: Any, row: Any) -> Any:
    """Write ``row`` from ``first`` numbers into a contiguous array of float64, or of float32, rounded."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return store(context, builder, signature.args[0], *arguments)

    return types.void(values, types.int64, row_type), generate


@intrinsic
def get_row(typing_context: Any, values: Any, row: Any) -> Any:
    """Return a row, by its number, of a contiguous array of rows, of any number of dimensions."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return load(context, builder, signature.args[0], arguments[0], first_number(builder, arguments[1]))

    return row_type(values, types.int64), generate


@intrinsic
def set_row(typing_context: Any, values: Any, row: Any, content: Any) -> Any:
    """Write a row, by its number, of a contiguous array of rows, of any number of dimensions."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, row, content = arguments
        return store(context, builder, signature.args[0], array, first_number(builder, row), content)

    return types.void(values, types.int64, row_type), generate


@intrinsic
def fill_row(typing_context: Any, number: Any) -> Any:
    """Return a row that holds ``number`` in every lane."""
    return row_type(types.float64), lambda _context, builder, _signature, numbers: spread(builder, numbers[0])


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


@intrinsic
def round_row(typing_context: Any, row: Any) -> Any:
    """Return a row rounded to float32."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return builder.fpext(builder.fptrunc(rows[0], LLVM_SHORT_ROW), LLVM_ROW)

    return row_type(row_type), generate


@kernel
def aligned_rows(n_rows: int) -> Floats:
    """Return room for rows, each in cache lines of its own: reading across two lines takes twice as long."""
    room = np.empty(n_rows * N_LANES + CACHE_LINE // 8)
    skip = (-room.ctypes.data % CACHE_LINE) // 8
    return room[skip : skip + n_rows * N_LANES].reshape((n_rows, N_LANES))


@kernel
def aligned_tables(n_tables: int, n_rows: int) -> Floats:
    """Return room for tables of rows, float64[n_tables, n_rows, N_LANES], each row in cache lines of its own."""
    return aligned_rows(n_tables * n_rows).reshape((n_tables, n_rows, N_LANES))


@part
def copy_rows(source: Floats, first: int, n_rows: int, target: Floats, place: int) -> None:
    """Copy rows, from the row ``first`` of one array to the row ``place`` of another.

    An assignment of slices would do the same, and take a second to compile: it can fail, and words its message.
    """
    for row in range(n_rows):
        set_row(target, place + row, get_row(source, first + row))


@part
def sum_lanes(row: Row, room: Floats) -> float:
    """Return the sum of all lanes, in order; ``room`` is float64[N_LANES]."""
    store_row(room, 0, row)
    total = 0.0
    for lane in range(N_LANES):
        total += room[lane]
    return total


@part
def add_to(values: Floats, place: int, row: Row) -> None:
    """Add a row to the one that begins at a place."""
    store_row(values, place, load_row(values, place) + row)
