"""Operations on rows that smooth functions take: roots, exponentials, hyperbolic tangents.

What comes out is the same bit for bit on every processor: nothing of it is left to a library of the machine.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic

from solver.kernels.compile import part
from solver.kernels.rows import LLVM_ROW, N_LANES, Row, best_row, fill_row, row_type, spread

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471803691238  # ln 2 to 32 bits, so that its product with a small whole number is exact
LN2_LOW = 1.9082149292705877e-10  # the rest
TO_WHOLE = 6755399441055744.0  # 1.5 * 2^52: adding it leaves the nearest whole number in the low bits
SMALLEST_EXPONENT = -708.0  # of e, such that the power is no denormal number
TAYLOR = [1 / 6227020800, 1 / 479001600, 1 / 39916800, 1 / 3628800, 1 / 362880, 1 / 40320, 1 / 5040, 1 / 720]
TAYLOR += [1 / 120, 1 / 24, 1 / 6, 1 / 2]  # 1/13! to 1/2!
FLAT = 20.0  # beyond, the tangent is 1 to the last bit


@intrinsic
def root_row(typing_context: Any, row: Any) -> Any:
    """Return the square root of each lane."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        kind = ir.FunctionType(LLVM_ROW, [LLVM_ROW])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.sqrt.v{N_LANES}f64"), rows)

    return row_type(row_type), generate


@intrinsic
def exponential_row(typing_context: Any, exponents: Any, shift: Any) -> Any:
    r"""Return e to the power of each lane, less ``shift``, which is 0 or 1.

    .. math:: e^x - s = 2^n (e^r - 1) + (2^n - s), \qquad x = n \ln 2 + r, \quad |r| \le \tfrac{1}{2} \ln 2

    The last unit of the result can be wrong, no more, also near zero where the shift is 1. Exponents below -708 count
    as -708; those above 709 must not occur.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        def same(number: float) -> Any:
            return ir.Constant(LLVM_ROW, [number] * N_LANES)

        longs = ir.VectorType(ir.IntType(64), N_LANES)
        smallest = same(SMALLEST_EXPONENT)
        exponent = builder.select(builder.fcmp_ordered("<", arguments[0], smallest), smallest, arguments[0])
        rounded = builder.fadd(builder.fmul(exponent, same(LOG2_E)), same(TO_WHOLE))
        whole = builder.fsub(rounded, same(TO_WHOLE))
        rest = builder.fsub(exponent, builder.fmul(whole, same(LN2_HIGH)))
        rest = builder.fsub(rest, builder.fmul(whole, same(LN2_LOW)))
        series = same(TAYLOR[0])
        for coefficient in TAYLOR[1:]:
            series = builder.fadd(builder.fmul(series, rest), same(coefficient))
        less_one = builder.fadd(rest, builder.fmul(builder.fmul(rest, rest), series))
        biased = builder.add(builder.bitcast(rounded, longs), ir.Constant(longs, [1023] * N_LANES))
        power = builder.bitcast(builder.shl(biased, ir.Constant(longs, [52] * N_LANES)), LLVM_ROW)
        shift_row = spread(builder, arguments[1])
        return builder.fadd(builder.fmul(power, less_one), builder.fsub(power, shift_row))

    return row_type(row_type, shift), generate


@part
def tangent_row(row: Row) -> Row:
    r"""Return the hyperbolic tangent of each lane.

    .. math:: \tanh x = \frac{e^{2x} - 1}{(e^{2x} - 1) + 2}
    """
    double = best_row(2.0 * row, fill_row(-2.0 * FLAT))
    less_one = exponential_row(-1.0 * best_row(-1.0 * double, fill_row(-2.0 * FLAT)), 1.0)
    return less_one / (less_one + 2.0)
