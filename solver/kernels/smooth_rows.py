"""Operations on rows that smooth functions take: differences, quotients, roots, sums in place, hyperbolic tangents.

What comes out is the same bit for bit on every processor: nothing of it is left to a library of the machine.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import config
from numba.core import cgutils
from numba.extending import intrinsic

from solver.kernels.compile import part
from solver.kernels.rows import (
    LLVM_ROW,
    N_LANES,
    Floats,
    Row,
    add_rows,
    best_row,
    fill_row,
    load_row,
    multiply_rows,
    row_type,
    store_row,
)
from solver.kernels.utility import exponential_row

FLAT = 20.0  # beyond, the tangent is 1 to the last bit


@intrinsic
def subtract_rows(typing_context: Any, left: Any, right: Any) -> Any:
    """Return the difference of two rows."""
    return row_type(row_type, row_type), lambda _context, builder, _signature, rows: builder.fsub(*rows)


@intrinsic
def divide_rows(typing_context: Any, left: Any, right: Any) -> Any:
    """Return the quotient of two rows, lane by lane."""
    return row_type(row_type, row_type), lambda _context, builder, _signature, rows: builder.fdiv(*rows)


@intrinsic
def root_row(typing_context: Any, row: Any) -> Any:
    """Return the square root of each lane."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        kind = ir.FunctionType(LLVM_ROW, [LLVM_ROW])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.sqrt.v{N_LANES}f64"), rows)

    return row_type(row_type), generate


if config.DISABLE_JIT:
    from numpy import sqrt as root_row  # noqa: F401 - for other kernels

    from solver.kernels.row_twins import divide_rows, subtract_rows  # noqa: F401 - one is for other kernels


@part
def add_to(values: Floats, place: int, row: Row) -> None:
    """Add a row to the one that begins at a place."""
    store_row(values, place, add_rows(load_row(values, place), row))


@part
def tangent_row(row: Row) -> Row:
    r"""Return the hyperbolic tangent of each lane.

    .. math:: \tanh x = \frac{e^{2x} - 1}{(e^{2x} - 1) + 2}
    """
    double = best_row(multiply_rows(fill_row(2.0), row), fill_row(-2.0 * FLAT))
    smallest = multiply_rows(fill_row(-1.0), best_row(multiply_rows(fill_row(-1.0), double), fill_row(-2.0 * FLAT)))
    less_one = exponential_row(smallest, 1.0)
    return divide_rows(less_one, add_rows(less_one, fill_row(2.0)))
