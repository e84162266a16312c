"""One reroll of five dice without a loop: the two sweeps, all their steps written out.

A row of sixteen lanes is worked on in two halves. Half the values of all keeps fit into the fastest memory of a core,
and where each step finds its rows is known when it is compiled, so no index is ever read: it takes six tenths of the
time. It also takes a second to compile, and serves five dice only, so it is for games of very many rows.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from solver.kernels.compile import kernel, part
from solver.kernels.keeps_of_five import EXTENSIONS, N_KEEPS, N_NEAR, N_SHORT_KEEPS, REMOVALS
from solver.kernels.rows import LLVM_ROW, N_LANES, Floats, row_type

N_HALF = N_LANES // 2
LLVM_HALF = ir.VectorType(ir.DoubleType(), N_HALF)
ALIGNMENT = 8 * N_HALF  # bytes: halves begin at a multiple


def half_pointer(context: Any, builder: Any, array_type: Any, array: Any, first: Any) -> Any:
    """Return the address of the half row that begins ``first`` numbers into a contiguous array of float64."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [first]), LLVM_HALF.as_pointer())


@intrinsic
def load_halves(typing_context: Any, values: Any, first: Any, second: Any) -> Any:
    """Return the row whose halves begin ``first`` and ``second`` numbers into a contiguous array of float64."""

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
    """Write the halves of a row from ``first`` and ``second`` numbers into a contiguous array of float64."""

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
    """Return functions that load and store the half row of a keep, from an array and two places in it.

    These are where the half rows in the middle of the first ``N_NEAR`` keeps and of the others begin. The compiler does
    not know how far they are apart, so it measures each row from the nearer one: one byte of distance in the machine
    code instead of four, and both sweeps fit into a core's memory for instructions. It takes a fifth of the time off.
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
        for keep in range(1, N_KEEPS):
            best = load(keep)
            for removal in REMOVALS[keep]:
                other = load(removal)
                best = builder.select(builder.fcmp_ordered(">", other, best), other, best)
            store(keep, best)
        return context.get_dummy_value()

    return types.void(values, types.int64, types.int64), generate


@part
def sweep_down(values: Floats, low: int, high: int) -> None:
    """Do ``mean_sweep_of_half``; a function of its own, so that its many steps are there once only."""
    mean_sweep_of_half(values, low, high)


@part
def sweep_up(values: Floats, low: int, high: int) -> None:
    """Do ``max_sweep_of_half``: alone, too, or the compiler tries to hold on to what the other one has stored."""
    max_sweep_of_half(values, low, high)


@kernel
def reroll_halves(n_rerolls: int, values: Floats) -> None:
    """Sweep down and up ``n_rerolls`` times; one half of the rows after the other, so that it stays near the core.

    ``values``, of N_KEEPS * N_LANES numbers, hold the first halves of all keeps, and then the second ones.
    """
    for half in range(2):
        low = (half * N_KEEPS + N_NEAR // 2) * N_HALF
        for _ in range(n_rerolls):
            sweep_down(values, low, low + N_NEAR * N_HALF)
            sweep_up(values, low, low + N_NEAR * N_HALF)
