"""Rows: one number for each of ``N_LANES`` neighbouring states, and the operations on them.

The operations are LLVM vector instructions; numba cannot find them by itself, because it cannot rule out that rows of
one array overlap. With ``NUMBA_DISABLE_JIT=1`` their numpy twins take their place and the kernels run as plain Python.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, models, register_model

from solver.kernels.compile import kernel, part

N_LANES = 16

Floats = npt.NDArray[np.float64]
FloatsOrShorter = Floats | npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Row = Any  # float64[N_LANES]: an LLVM vector when compiled, a numpy array in the twins

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
    from solver.kernels.row_twins import (  # noqa: F401 - some are used by ``play.py`` only
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
def aligned_tables(n_tables: int, n_rows: int) -> Floats:
    """Return room for tables of rows, float64[n_tables, n_rows, N_LANES], each row in cache lines of its own."""
    return aligned_rows(n_tables * n_rows).reshape((n_tables, n_rows, N_LANES))


@part
def copy_rows(source: Floats, first: int, n_rows: int, target: Floats, place: int) -> None:
    """Copy rows, from the row ``first`` of one array to the row ``place`` of another.

    An assignment of slices would do the same, and take a second to compile: it can fail, and words its message.
    """
    for row in range(n_rows):
        store_row(target, (place + row) * N_LANES, load_row(source, (first + row) * N_LANES))
