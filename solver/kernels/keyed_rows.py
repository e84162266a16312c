"""Keyed rows: numbers that carry, in their last bits, whose they are, so that the largest one tells who it is.

The last ``N_ROUGH`` of the 52 bits behind a number's point are given up; the lowest ``N_KEY`` of them hold a key.
Larger numbers stay larger, unless they differ in those bits only: then the larger key decides, of numbers above zero.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from solver.kernels.rows import LLVM_ROW, N_LANES, row_type, spread
from solver.kernels.short_rows import LLVM_SHORTS, is_any_lane, short_row_type

N_ROUGH, N_KEY = 36, 12
ROUGH, LAST_KEY = (1 << N_ROUGH) - 1, (1 << N_KEY) - 1
LLVM_LONGS = ir.VectorType(ir.IntType(64), N_LANES)


def same_bits(number: int) -> Any:
    """Return the row of whole numbers that are all the same."""
    return ir.Constant(LLVM_LONGS, [number] * N_LANES)


@intrinsic
def key_row(typing_context: Any, row: Any, key: Any) -> Any:
    """Return a row of float64 whose numbers all carry ``key``, from 0 to ``LAST_KEY``."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        row, key = arguments
        kept = builder.and_(builder.bitcast(row, LLVM_LONGS), same_bits(~ROUGH))
        return builder.bitcast(builder.or_(kept, spread(builder, key, LLVM_LONGS)), LLVM_ROW)

    return row_type(row_type, types.int64), generate


@intrinsic
def keys_of_row(typing_context: Any, row: Any) -> Any:
    """Return the keys that a row of float64 carries, a short row."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        keys = builder.and_(builder.bitcast(arguments[0], LLVM_LONGS), same_bits(LAST_KEY))
        return builder.trunc(keys, LLVM_SHORTS)

    return short_row_type(row_type), generate


@intrinsic
def is_rivalled(typing_context: Any, score: Any, bar: Any, first: Any, last: Any) -> Any:
    """Return whether the best of some keyed numbers may not be the only one above a bar, in any lane that matters.

    Parameters
    ----------
    score, bar : rows of float64
        What the numbers must exceed; lanes do not matter where ``score`` is above it, or one of them is no number.
    first, last : rows of float64
        The largest of the numbers, each keyed with its number; and keyed with ``LAST_KEY`` less its number. If both are
        the same one, no other is equal to it in all but its last bits; and if the bar is, all others are below.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        score, *rows = arguments
        bar, first, last = (builder.bitcast(row, LLVM_LONGS) for row in rows)
        matters = builder.fcmp_ordered("<=", score, rows[0])
        keys = builder.and_(builder.xor(first, last), same_bits(LAST_KEY))
        above = builder.and_(builder.xor(first, bar), same_bits(~ROUGH))
        are_two = builder.icmp_unsigned("!=", keys, same_bits(LAST_KEY))
        is_far = builder.icmp_unsigned("!=", above, same_bits(0))
        return is_any_lane(builder, builder.and_(matters, builder.or_(are_two, is_far)))

    return types.boolean(row_type, row_type, row_type, row_type), generate
