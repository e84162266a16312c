"""Numpy twins of the operations on rows and short rows, for ``NUMBA_DISABLE_JIT=1``; the tests compare the two."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solver.kernels.keeps_of_five import EXTENSIONS, N_KEEPS, N_NEAR, REMOVALS

N_LANES = 16

Floats = npt.NDArray[np.float64]
FloatsOrShorter = Floats | npt.NDArray[np.float32]
Shorts = npt.NDArray[np.int16]


def load_row(values: FloatsOrShorter, first: int) -> Floats:
    """Return the row that begins ``first`` numbers into a contiguous array of float64 or float32."""
    return values.reshape(-1)[first : first + N_LANES].astype(np.float64)


def store_row(values: FloatsOrShorter, first: int, row: Floats) -> None:
    """Write ``row`` from ``first`` numbers into a contiguous array of float64, or of float32, rounded."""
    values.reshape(-1)[first : first + N_LANES] = row


def fill_row(number: float) -> Floats:
    """Return a row that holds ``number`` in every lane."""
    return np.full(N_LANES, number)


def add_rows(left: Floats, right: Floats) -> Floats:
    """Return the sum of two rows."""
    return left + right


def multiply_rows(left: Floats, right: Floats) -> Floats:
    """Return the product of two rows, lane by lane."""
    return left * right


def subtract_rows(left: Floats, right: Floats) -> Floats:
    """Return the difference of two rows."""
    return left - right


def divide_rows(left: Floats, right: Floats) -> Floats:
    """Return the quotient of two rows, lane by lane."""
    return left / right


def best_row(left: Floats, right: Floats) -> Floats:
    """Return the larger of two rows, lane by lane; the right one where a lane is not a number."""
    return np.where(left > right, left, right)


def choose_row(left_key: Floats, right_key: Floats, left: Floats, right: Floats) -> Floats:
    """Return ``left`` in the lanes where ``left_key`` is larger than ``right_key``, else ``right``."""
    return np.where(left_key > right_key, left, right)


def exponential_row(exponents: Floats, shift: float) -> Floats:
    """Return e to the power of each lane, less ``shift``, which is 0 or 1; exponents below -708 count as -708."""
    exponents = np.where(exponents < -708.0, -708.0, exponents)
    return np.expm1(exponents) if shift else np.exp(exponents)


def load_shorts(numbers: Shorts, first: int) -> Shorts:
    """Return the short row that begins ``first`` numbers into a contiguous array."""
    return numbers.reshape(-1)[first : first + N_LANES].copy()


def store_shorts(numbers: Shorts, first: int, row: Shorts) -> None:
    """Write ``row`` from ``first`` numbers into a contiguous array."""
    numbers.reshape(-1)[first : first + N_LANES] = row


def fill_shorts(number: int) -> Shorts:
    """Return a short row that holds ``number`` in every lane."""
    return np.full(N_LANES, number, dtype=np.int16)


def choose_shorts(left_key: Floats, right_key: Floats, left: Shorts, right: Shorts) -> Shorts:
    """Return ``left`` in the lanes where ``left_key`` is larger than ``right_key``, rows of float64, else ``right``."""
    return np.where(left_key > right_key, left, right)


def where_differ(left: Shorts, right: Shorts, differing: Floats, equal: Floats) -> Floats:
    """Return ``differing`` in the lanes where two short rows differ, else ``equal``, both rows of float64."""
    return np.where(left != right, differing, equal)


def reaches_anywhere(left: Floats, right: Floats) -> bool:
    """Return whether any lane of ``left``, a row of float64, is as large as that of ``right``, or larger."""
    return bool((left >= right).any())


def exceeds_anywhere(left: Floats, right: Floats) -> bool:
    """Return whether any lane of ``left``, a row of float64, is larger than that of ``right``."""
    return bool((left > right).any())


def differ_anywhere(row: Shorts, number: int, wanted: Shorts) -> bool:
    """Return whether a short row holds anything but ``number`` in a lane where the short row ``wanted`` is not 0."""
    return bool(((row != number) & (wanted != 0)).any())


def lanes_with(row: Shorts, number: int) -> int:
    """Return the lanes in which a short row holds ``number``, a bit for each."""
    return sum(1 << int(lane) for lane in np.flatnonzero(row == number))


def lowest_lane(lanes: int) -> int:
    """Return the lowest of some lanes, which are a bit each; there must be one."""
    return (lanes & -lanes).bit_length() - 1


def load_halves(values: Floats, first: int, second: int) -> Floats:
    """Return the row whose halves begin ``first`` and ``second`` numbers into a contiguous array."""
    flat, size = values.reshape(-1), N_LANES // 2
    return np.concatenate([flat[first : first + size], flat[second : second + size]])


def store_halves(values: Floats, first: int, second: int, row: Floats) -> None:
    """Write the halves of a row from ``first`` and ``second`` numbers into a contiguous array."""
    flat, size = values.reshape(-1), N_LANES // 2
    flat[first : first + size], flat[second : second + size] = row[:size], row[size:]


def halves_of_keeps(values: Floats, low: int, n_keeps: int) -> Floats:
    """Return the half rows of all keeps, see ``five_dice.half_rows``: float64[n_keeps, N_LANES / 2], a view."""
    size = N_LANES // 2
    first = low - N_NEAR // 2 * size
    return values.reshape(-1)[first : first + n_keeps * size].reshape(n_keeps, size)


def mean_sweep_of_half(values: Floats, low: int, _high: int) -> None:
    """Do a mean sweep with the half rows of all keeps of five dice, see ``five_dice.half_rows``."""
    rows = halves_of_keeps(values, low, N_KEEPS)
    for keep in reversed(range(len(EXTENSIONS))):
        low, middle, high = (rows[EXTENSIONS[keep][face]] + rows[EXTENSIONS[keep][face + 1]] for face in (0, 2, 4))
        rows[keep] = 1.0 / 6.0 * (low + middle + high)


def max_sweep_of_half(values: Floats, low: int, _high: int) -> None:
    """Do a max sweep with the half rows of all keeps of five dice, see ``five_dice.half_rows``."""
    rows = halves_of_keeps(values, low, N_KEEPS)
    for keep in range(1, N_KEEPS):
        for removal in REMOVALS[keep]:
            rows[keep] = np.where(rows[removal] > rows[keep], rows[removal], rows[keep])
