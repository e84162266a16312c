"""Short rows: one whole number, an int16, for each of ``N_LANES`` neighbouring states; and questions about all lanes.

What is chosen in each state is a small number, so it takes a quarter of the room of a value.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, models, register_model

from solver.kernels.rows import N_LANES, row_type, spread, vector_pointer

Shorts = npt.NDArray[np.int16]
ShortRow = Any  # int16[N_LANES], an LLVM vector

LLVM_SHORTS = ir.VectorType(ir.IntType(16), N_LANES)
LLVM_LANES = ir.IntType(N_LANES)  # a bit for each lane


class ShortRowType(types.Type):
    """Numba's type of a short row held in a register."""

    def __init__(self) -> None:
        super().__init__(name=f"ShortRow({N_LANES})")


short_row_type = ShortRowType()


@register_model(ShortRowType)
class ShortRowModel(models.PrimitiveModel):
    """A short row is one LLVM vector."""

    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, LLVM_SHORTS)


def is_any_lane(builder: Any, lanes: Any) -> Any:
    """Return whether any of N_LANES bits is set."""
    return builder.icmp_unsigned("!=", builder.bitcast(lanes, LLVM_LANES), ir.Constant(LLVM_LANES, 0))


def same_everywhere(builder: Any, number: Any) -> Any:
    """Return the short row that holds a whole number in every lane."""
    return spread(builder, builder.trunc(number, ir.IntType(16)), LLVM_SHORTS)


@intrinsic
def load_shorts(typing_context: Any, numbers: Any, first: Any) -> Any:
    """Return the short row that begins ``first`` numbers into a contiguous array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(
            vector_pointer(context, builder, signature.args[0], *arguments, vector=LLVM_SHORTS), align=2
        )

    return short_row_type(numbers, types.int64), generate


@intrinsic
def store_shorts(typing_context: Any, numbers: Any, first: Any, row: Any) -> Any:
    """Write ``row`` from ``first`` numbers into a contiguous array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer = vector_pointer(context, builder, signature.args[0], *arguments[:2], vector=LLVM_SHORTS)
        builder.store(arguments[2], pointer, align=2)
        return context.get_dummy_value()

    return types.void(numbers, types.int64, short_row_type), generate


@intrinsic
def fill_shorts(typing_context: Any, number: Any) -> Any:
    """Return a short row that holds ``number`` in every lane."""
    return short_row_type(types.int64), lambda _context, builder, _signature, numbers: same_everywhere(
        builder, numbers[0]
    )


@intrinsic
def choose_shorts(typing_context: Any, left_key: Any, right_key: Any, left: Any, right: Any) -> Any:
    """Return ``left`` in the lanes where ``left_key`` is larger than ``right_key``, rows of float64, else ``right``."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return builder.select(builder.fcmp_ordered(">", *rows[:2]), *rows[2:])

    return short_row_type(row_type, row_type, short_row_type, short_row_type), generate


@intrinsic
def where_differ(typing_context: Any, left: Any, right: Any, differing: Any, equal: Any) -> Any:
    """Return ``differing`` in the lanes where two short rows differ, else ``equal``, both rows of float64."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return builder.select(builder.icmp_signed("!=", *rows[:2]), *rows[2:])

    return row_type(short_row_type, short_row_type, row_type, row_type), generate


@intrinsic
def reaches_anywhere(typing_context: Any, left: Any, right: Any) -> Any:
    """Return whether any lane of ``left``, a row of float64, is as large as that of ``right``, or larger."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return is_any_lane(builder, builder.fcmp_ordered(">=", *rows))

    return types.boolean(row_type, row_type), generate


@intrinsic
def exceeds_anywhere(typing_context: Any, left: Any, right: Any) -> Any:
    """Return whether any lane of ``left``, a row of float64, is larger than that of ``right``."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return is_any_lane(builder, builder.fcmp_ordered(">", *rows))

    return types.boolean(row_type, row_type), generate


@intrinsic
def differ_anywhere(typing_context: Any, row: Any, number: Any, wanted: Any) -> Any:
    """Return whether a short row holds anything but ``number`` in a lane where the short row ``wanted`` is not 0."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        row, number, wanted = arguments
        differs = builder.icmp_signed("!=", row, same_everywhere(builder, number))
        is_wanted = builder.icmp_signed("!=", wanted, ir.Constant(LLVM_SHORTS, [0] * N_LANES))
        return is_any_lane(builder, builder.and_(differs, is_wanted))

    return types.boolean(short_row_type, types.int64, short_row_type), generate


@intrinsic
def lanes_with(typing_context: Any, row: Any, number: Any) -> Any:
    """Return the lanes in which a short row holds ``number``, a bit for each."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        lanes = builder.icmp_signed("==", arguments[0], same_everywhere(builder, arguments[1]))
        return builder.zext(builder.bitcast(lanes, LLVM_LANES), ir.IntType(64))

    return types.int64(short_row_type, types.int64), generate


@intrinsic
def lowest_lane(typing_context: Any, lanes: Any) -> Any:
    """Return the lowest of some lanes, which are a bit each; there must be one."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate
