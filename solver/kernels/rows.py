"""Rows: one number for each of ``N_LANES`` neighbouring states, and the operations on them.

The operations are LLVM vector instructions. numba cannot generate them by itself, because it cannot rule out that rows
of one array overlap. ``+``, ``-``, ``*`` and ``/`` work lane by lane, also between a row and a number. Exponentials,
roots and hyperbolic tangents are identical bit for bit on every processor, because they use no library of the machine.

Short rows are int16, for options. Keyed rows carry in their last bits an identifier, so that a maximum also finds the
index: the last ``N_ROUGH`` of the 52 bits of the fraction are given up, and the lowest ``N_KEY`` of them contain a key.
The order of numbers is unchanged unless they differ in those bits only; then, for positive numbers, the larger key
decides.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import types
from numba.core import cgutils
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
    """numba's type of a row held in registers."""

    def __init__(self) -> None:
        super().__init__(name=f"Row({N_LANES})")


row_type = RowType()


@register_model(RowType)
class RowModel(models.PrimitiveModel):
    """Data model of a row: one LLVM vector."""

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
    """Return the address of the vector that starts at index ``first`` of a contiguous array."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [first]), vector.as_pointer())


def row_in_memory(array_type: Any) -> tuple[Any, int]:
    """Return the type of a row in an array, and the bytes of one number: a row of a table may start at any lane."""
    vector = LLVM_ROW if array_type.dtype == types.float64 else LLVM_SHORT_ROW
    return vector, int(array_type.dtype.bitwidth) // 8


def load(context: Any, builder: Any, array_type: Any, array: Any, first: Any) -> Any:
    """Load the row that starts at index ``first`` of a contiguous array."""
    vector, alignment = row_in_memory(array_type)
    row = builder.load(vector_pointer(context, builder, array_type, array, first, vector), align=alignment)
    return row if vector == LLVM_ROW else builder.fpext(row, LLVM_ROW)


def store(context: Any, builder: Any, array_type: Any, array: Any, first: Any, row: Any) -> Any:
    """Store a row at index ``first`` of a contiguous array."""
    vector, alignment = row_in_memory(array_type)
    pointer = vector_pointer(context, builder, array_type, array, first, vector)
    builder.store(row if vector == LLVM_ROW else builder.fptrunc(row, vector), pointer, align=alignment)
    return context.get_dummy_value()


def first_number(builder: Any, row: Any) -> Any:
    """Return the index of the first number of row ``row`` in an array of rows."""
    return builder.mul(row, ir.Constant(ir.IntType(64), N_LANES))


@intrinsic
def load_row(typing_context: Any, values: Any, first: Any) -> Any:
    """Return the row that starts at index ``first`` of a contiguous array of float64 or float32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return load(context, builder, signature.args[0], *arguments)

    return row_type(values, types.int64), generate


@intrinsic
def store_row(typing_context: Any, values: Any, first: Any, row: Any) -> Any:
    """Store ``row`` at index ``first`` of a contiguous array of float64, or rounded to float32."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return store(context, builder, signature.args[0], *arguments)

    return types.void(values, types.int64, row_type), generate


@intrinsic
def get_row(typing_context: Any, values: Any, row: Any) -> Any:
    """Return row number ``row`` of a contiguous array of rows, of any number of dimensions."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return load(context, builder, signature.args[0], arguments[0], first_number(builder, arguments[1]))

    return row_type(values, types.int64), generate


@intrinsic
def set_row(typing_context: Any, values: Any, row: Any, content: Any) -> Any:
    """Store row number ``row`` of a contiguous array of rows, of any number of dimensions."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, row, content = arguments
        return store(context, builder, signature.args[0], array, first_number(builder, row), content)

    return types.void(values, types.int64, row_type), generate


@intrinsic
def fill_row(typing_context: Any, number: Any) -> Any:
    """Return a row with ``number`` in every lane."""
    return row_type(types.float64), lambda _context, builder, _signature, numbers: spread(builder, numbers[0])


@intrinsic
def best_row(typing_context: Any, left: Any, right: Any) -> Any:
    """Return the larger of two rows, lane by lane; the right one in lanes that are NaN."""

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
    """Allocate rows, each in its own cache lines: reading across two lines takes twice as long."""
    scratch = np.empty(n_rows * N_LANES + CACHE_LINE // 8)
    skip = (-scratch.ctypes.data % CACHE_LINE) // 8
    return scratch[skip : skip + n_rows * N_LANES].reshape((n_rows, N_LANES))


@kernel
def aligned_tables(n_tables: int, n_rows: int) -> Floats:
    """Allocate tables of rows, float64[n_tables, n_rows, N_LANES], each row in its own cache lines."""
    return aligned_rows(n_tables * n_rows).reshape((n_tables, n_rows, N_LANES))


@part
def number_at(numbers: Ints | Longs | Shorts, place: int) -> int:
    """Return ``numbers[place]`` for an index that is not negative.

    Otherwise each access checks whether to add the length, which takes a tenth of the time of a solve.
    """
    return int(numbers[np.uint64(place)])


@part
def copy_rows(source: Floats, first: int, n_rows: int, target: Floats, place: int) -> None:
    """Copy rows, starting with row ``first`` of one array and row ``place`` of the other.

    A slice assignment would take a second to compile, because of its error messages.
    """
    for row in range(n_rows):
        set_row(target, place + row, get_row(source, first + row))


@part
def sum_lanes(row: Row, scratch: Floats) -> float:
    """Return the sum of all lanes, in order; ``scratch`` is float64[N_LANES]."""
    store_row(scratch, 0, row)
    total = 0.0
    for lane in range(N_LANES):
        total += scratch[lane]
    return total


@part
def add_to(values: Floats, place: int, row: Row) -> None:
    """Add a row to the one at index ``place``."""
    store_row(values, place, load_row(values, place) + row)


Shorts = npt.NDArray[np.int16]
ShortRow = Any  # int16[N_LANES], an LLVM vector

LLVM_SHORTS = ir.VectorType(ir.IntType(16), N_LANES)
LLVM_LANES = ir.IntType(N_LANES)  # a bit for each lane


class ShortRowType(types.Type):
    """numba's type of a short row held in a register."""

    def __init__(self) -> None:
        super().__init__(name=f"ShortRow({N_LANES})")


short_row_type = ShortRowType()


@register_model(ShortRowType)
class ShortRowModel(models.PrimitiveModel):
    """Data model of a short row: one LLVM vector."""

    def __init__(self, manager: Any, numba_type: Any) -> None:
        super().__init__(manager, numba_type, LLVM_SHORTS)


def is_any_lane(builder: Any, lanes: Any) -> Any:
    """Return whether any of N_LANES bits is set."""
    return builder.icmp_unsigned("!=", builder.bitcast(lanes, LLVM_LANES), ir.Constant(LLVM_LANES, 0))


def same_everywhere(builder: Any, number: Any) -> Any:
    """Return the short row with a whole number in every lane."""
    return spread(builder, builder.trunc(number, ir.IntType(16)), LLVM_SHORTS)


@intrinsic
def load_shorts(typing_context: Any, numbers: Any, first: Any) -> Any:
    """Return the short row that starts at index ``first`` of a contiguous array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, first = arguments
        return builder.load(vector_pointer(context, builder, signature.args[0], array, first, LLVM_SHORTS), align=2)

    return short_row_type(numbers, types.int64), generate


@intrinsic
def store_shorts(typing_context: Any, numbers: Any, first: Any, row: Any) -> Any:
    """Store ``row`` at index ``first`` of a contiguous array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, first, row = arguments
        builder.store(row, vector_pointer(context, builder, signature.args[0], array, first, LLVM_SHORTS), align=2)
        return context.get_dummy_value()

    return types.void(numbers, types.int64, short_row_type), generate


@intrinsic
def fill_shorts(typing_context: Any, number: Any) -> Any:
    """Return a short row with ``number`` in every lane."""
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
    """Return whether any lane of ``left``, a row of float64, is at least that of ``right``."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return is_any_lane(builder, builder.fcmp_ordered(">=", *rows))

    return types.boolean(row_type, row_type), generate


@intrinsic
def exceeds_anywhere(typing_context: Any, left: Any, right: Any) -> Any:
    """Return whether any lane of ``left``, a row of float64, exceeds that of ``right``."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        return is_any_lane(builder, builder.fcmp_ordered(">", *rows))

    return types.boolean(row_type, row_type), generate


@intrinsic
def differ_anywhere(typing_context: Any, row: Any, number: Any, wanted: Any) -> Any:
    """Return whether a short row differs from ``number`` in a lane where the short row ``wanted`` is not 0."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        row, number, wanted = arguments
        differs = builder.icmp_signed("!=", row, same_everywhere(builder, number))
        is_wanted = builder.icmp_signed("!=", wanted, ir.Constant(LLVM_SHORTS, [0] * N_LANES))
        return is_any_lane(builder, builder.and_(differs, is_wanted))

    return types.boolean(short_row_type, types.int64, short_row_type), generate


@intrinsic
def lanes_with(typing_context: Any, row: Any, number: Any) -> Any:
    """Return the lanes in which a short row equals ``number``, as a bit mask."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        lanes = builder.icmp_signed("==", arguments[0], same_everywhere(builder, arguments[1]))
        return builder.zext(builder.bitcast(lanes, LLVM_LANES), ir.IntType(64))

    return types.int64(short_row_type, types.int64), generate


@intrinsic
def lowest_lane(typing_context: Any, lanes: Any) -> Any:
    """Return the lowest lane of a bit mask that is not empty."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471803691238  # ln 2 to 32 bits, so that its product with a small whole number is exact
LN2_LOW = 1.9082149292705877e-10  # the rest
TO_WHOLE = 6755399441055744.0  # 1.5 * 2^52: adding it puts the nearest whole number into the low bits
SMALLEST_EXPONENT = -708.0  # smallest exponent of e whose power is not denormal
TAYLOR = [1 / 6227020800, 1 / 479001600, 1 / 39916800, 1 / 3628800, 1 / 362880, 1 / 40320, 1 / 5040, 1 / 720]
TAYLOR += [1 / 120, 1 / 24, 1 / 6, 1 / 2]  # 1/13! to 1/2!
FLAT = 20.0  # above it, the tangent is 1 to the last bit


@intrinsic
def root_row(typing_context: Any, row: Any) -> Any:
    """Return the square root of each lane."""

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        kind = ir.FunctionType(LLVM_ROW, [LLVM_ROW])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.sqrt.v{N_LANES}f64"), rows)

    return row_type(row_type), generate


@intrinsic
def exponential_row(typing_context: Any, exponents: Any, shift: Any) -> Any:
    r"""Return e to the power of each lane, minus ``shift``, which is 0 or 1.

    .. math:: e^x - s = 2^n (e^r - 1) + (2^n - s), \qquad x = n \ln 2 + r, \quad |r| \le \tfrac{1}{2} \ln 2

    The result is accurate to one unit in the last place, also near zero if the shift is 1. Exponents below -708 count
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


ROOT_HALF = 0x3FE6A09E00000000  # the bits of a number just below the square root of 1/2
LOG_SERIES = [0.1479819860511658591, 0.1531383769920937332, 0.1818357216161805012, 0.2222219843214978396]
LOG_SERIES += [0.2857142874366239149, 0.3999999999940941908, 0.6666666666666735130]  # of fdlibm


@intrinsic
def logarithm_row(typing_context: Any, row: Any) -> Any:
    r"""Return the natural logarithm of each lane, which must be positive and not denormal, else it is undefined.

    .. math:: \ln x = n \ln 2 + \ln(1 + f), \qquad x = 2^n (1 + f), \quad \sqrt{1/2} \le 1 + f < \sqrt 2

    The error is below one unit in the last place, also near one; the series is that of fdlibm.
    """

    def generate(_context: Any, builder: Any, _signature: Any, rows: Any) -> Any:
        def same(number: float) -> Any:
            return ir.Constant(LLVM_ROW, [number] * N_LANES)

        bits = builder.bitcast(rows[0], LLVM_LONGS)
        whole = builder.ashr(builder.sub(bits, same_bits(ROOT_HALF)), same_bits(52))
        fraction = builder.bitcast(builder.sub(bits, builder.shl(whole, same_bits(52))), LLVM_ROW)
        rest = builder.fsub(fraction, same(1.0))
        to_whole = builder.bitcast(same(TO_WHOLE), LLVM_LONGS)
        power = builder.fsub(builder.bitcast(builder.add(whole, to_whole), LLVM_ROW), same(TO_WHOLE))
        ratio = builder.fdiv(rest, builder.fadd(rest, same(2.0)))
        square, half_square = builder.fmul(ratio, ratio), builder.fmul(same(0.5), builder.fmul(rest, rest))
        series = same(LOG_SERIES[0])
        for coefficient in LOG_SERIES[1:]:
            series = builder.fadd(builder.fmul(series, square), same(coefficient))
        series = builder.fadd(half_square, builder.fmul(series, square))
        low = builder.fadd(builder.fmul(ratio, series), builder.fmul(power, same(LN2_LOW)))
        less = builder.fsub(builder.fsub(half_square, low), rest)
        return builder.fsub(builder.fmul(power, same(LN2_HIGH)), less)

    return row_type(row_type), generate


@part
def tangent_row(row: Row) -> Row:
    r"""Return the hyperbolic tangent of each lane.

    .. math:: \tanh x = \frac{e^{2x} - 1}{(e^{2x} - 1) + 2}
    """
    double = best_row(2.0 * row, fill_row(-2.0 * FLAT))
    less_one = exponential_row(-1.0 * best_row(-1.0 * double, fill_row(-2.0 * FLAT)), 1.0)
    return less_one / (less_one + 2.0)


@kernel
def add_and_compare(n_rounds: int, values: Floats) -> None:
    """Do sixteen row operations per round, half additions and half comparisons, on six rows that stay in registers.

    ``values`` is float64[6, N_LANES]; two rows are operands and four take the results, so that the optimizer cannot
    drop any and no operation waits for the previous one.
    """
    step, bound = load_row(values, 0), load_row(values, values.shape[1])
    first, second = load_row(values, 2 * values.shape[1]), load_row(values, 3 * values.shape[1])
    third, fourth = load_row(values, 4 * values.shape[1]), load_row(values, 5 * values.shape[1])
    for _ in range(n_rounds):
        first, second = best_row(first + step, bound), best_row(second + step, bound)
        third, fourth = best_row(third + step, bound), best_row(fourth + step, bound)
        first, second = best_row(first + step, bound), best_row(second + step, bound)
        third, fourth = best_row(third + step, bound), best_row(fourth + step, bound)
    store_row(values, 2 * values.shape[1], first)
    store_row(values, 3 * values.shape[1], second)
    store_row(values, 4 * values.shape[1], third)
    store_row(values, 5 * values.shape[1], fourth)


N_ROUGH, N_KEY = 36, 12
ROUGH, LAST_KEY = (1 << N_ROUGH) - 1, (1 << N_KEY) - 1
LLVM_LONGS = ir.VectorType(ir.IntType(64), N_LANES)


def same_bits(number: int) -> Any:
    """Return the row of whole numbers that are all ``number``."""
    return ir.Constant(LLVM_LONGS, [number] * N_LANES)


@intrinsic
def key_row(typing_context: Any, row: Any, key: Any) -> Any:
    """Return a row of float64 with ``key``, from 0 to ``LAST_KEY``, in all its numbers."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        row, key = arguments
        kept = builder.and_(builder.bitcast(row, LLVM_LONGS), same_bits(~ROUGH))
        return builder.bitcast(builder.or_(kept, spread(builder, key, LLVM_LONGS)), LLVM_ROW)

    return row_type(row_type, types.int64), generate


@intrinsic
def keys_of_row(typing_context: Any, row: Any) -> Any:
    """Return the keys of a row of float64, as a short row."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        keys = builder.and_(builder.bitcast(arguments[0], LLVM_LONGS), same_bits(LAST_KEY))
        return builder.trunc(keys, LLVM_SHORTS)

    return short_row_type(row_type), generate


@intrinsic
def may_tie(typing_context: Any, score: Any, bar: Any, first: Any, last: Any) -> Any:
    """Return whether more than one of some keyed numbers may exceed a bar, in any lane that matters.

    Parameters
    ----------
    score, bar : rows of float64
        The tie threshold is ``bar``; lanes where ``score`` exceeds it, or one of them is NaN, are ignored.
    first, last : rows of float64
        The largest of the numbers, each keyed with its index; and keyed with ``LAST_KEY`` minus its index. If both
        identify the same number, no other equals it except for its last bits; and if the bar does too, all others are
        below.
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
