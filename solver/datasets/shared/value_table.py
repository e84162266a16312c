"""The value table for the browser: quantised, in deltas, with all that is needed to check and use it.

An Arrow IPC stream, gzipped as a file: one record batch, one row per reachable state, ordered by the upper categories
among the filled ones (a mask, bit i for the i-th category), then by upper total, then by the lower ones. What is
written are differences of q = round(value / step) in many directions at once: along the upper totals of an upper set,
each less the one before it, and along every lower category, each with the category filled less the same without. Boxes
hardly depend on each other, so little is left: modulo 65536 a signed number d of 16 bits, written as 2d, or as -2d - 1
if it is negative, in two bytes. Who reads it adds up the same way, in any order of the directions.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from solver.arrays import Floats
from solver.errors import DatasetError
from solver.game.states import StateSpace
from solver.solving.solution import Solution

SCHEMA_VERSION = 2
STEP = 1 / 256  # points; a power of two, so that sums of table values and points are exact
LARGEST_STEPS = 2**16 - 1

Words = npt.NDArray[np.uint16]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ValueTable:
    """The file for the browser, and the number of states whose values it holds."""

    content: bytes
    n_states: int


def quantise(value_of_state: Floats) -> Floats:
    """Return the values as a reader of the browser's table sees them: the nearest multiples of the step."""
    return np.round(value_of_state / STEP) * STEP


def count_steps(value_of_state: Floats) -> Words:
    """Return the values in steps.

    Raises
    ------
    DatasetError
        If a value does not fit.
    """
    steps = np.round(value_of_state / STEP)
    if not (steps.min() >= 0 and steps.max() <= LARGEST_STEPS):
        raise DatasetError(
            f"values from {value_of_state.min():.2f} to {value_of_state.max():.2f} do not fit in 16 bits "
            f"of {STEP} points; the table holds 0 to {LARGEST_STEPS * STEP:.2f}"
        )
    return steps.astype(np.uint16)


def in_file_order(steps_of_state: Words, space: StateSpace) -> Words:
    """Return the steps as the file orders them: uint16[n_pairs of upper set and total, n_lower_sets]."""
    return np.ascontiguousarray(steps_of_state.reshape(space.n_sets // space.n_upper_sets, -1).T)


def differences(steps: Words, space: StateSpace) -> npt.NDArray[np.int16]:
    """Return what is left of steps in file order along the upper totals and along every lower category."""
    n_pairs, n_lower_sets = steps.shape
    left = np.diff(steps, axis=0, prepend=np.uint16(0))
    first_pairs = space.first_state_of_page[: space.n_upper_sets]
    left[first_pairs] = steps[first_pairs]
    for box in range(n_lower_sets.bit_length() - 1):
        boxes = left.reshape(n_pairs, -1, 2, 2**box)
        boxes[:, :, 1] -= boxes[:, :, 0]
    return left.view(np.int16)


def folded_bytes(signed: npt.NDArray[np.int16]) -> tuple[Bytes, Bytes]:
    """Return the low and the high bytes of signed numbers, folded so that small ones have high bytes of zero."""
    folded = (signed << 1 ^ signed >> 15).view(np.uint16)
    return (folded & 0xFF).astype(np.uint8), (folded >> 8).astype(np.uint8)


def value_table(solution: Solution) -> ValueTable:
    """Return the values of ``solution`` as the browser reads them."""
    ruleset, space = solution.game.ruleset, solution.game.space
    steps = in_file_order(count_steps(solution.value_of_state), space)
    metadata = {
        "schema_version": str(SCHEMA_VERSION),
        "ruleset": ruleset.name,
        "options": json.dumps(dict(ruleset.options)),
        "theta": "0",
        "step": repr(STEP),
        "rows": str(steps.size),
        "start_value": f"{solution.start_value:.17g}",
        "sha256": hashlib.sha256(steps.astype("<u2").tobytes()).hexdigest(),
        "n_dice": str(ruleset.n_dice),
        "categories": json.dumps(ruleset.category_names),
        "threshold": str(ruleset.threshold),
        "bonus": str(ruleset.bonus),
    }
    low, high = folded_bytes(differences(steps, space).ravel())
    fields = [pa.field(name, pa.uint8(), nullable=False) for name in ("low", "high")]
    batch = pa.record_batch([pa.array(low), pa.array(high)], schema=pa.schema(fields, metadata))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return ValueTable(gzip.compress(sink.getvalue(), compresslevel=9, mtime=0), steps.size)
