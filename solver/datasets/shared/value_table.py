"""The value table for the browser: quantised, in deltas, with all that is needed to check and use it.

An Arrow IPC stream, gzipped as a file: one record batch, one row per reachable state, ordered by filled categories (a
mask, bit i for the i-th category) and then by upper total. With q = round(value / step), a row holds q less the q of
the row before it with the same filled categories (0 before the first), modulo 65536, as two bytes.
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

SCHEMA_VERSION = 1
STEP = 1 / 256  # points; a power of two, so that sums of table values and points are exact
LARGEST_STEPS = 2**16 - 1

Words = npt.NDArray[np.uint16]


@dataclass(frozen=True, eq=False)
class ValueTable:
    """The file for the browser and the steps that it holds, ``uint16[n_states]``."""

    content: bytes
    steps_of_state: Words


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


def delta_bytes(steps_of_state: Words, space: StateSpace) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return the low and the high bytes of the differences between neighbouring states."""
    before = np.concatenate(([0], steps_of_state[:-1])).astype(np.uint16)
    before[space.first_state_of_page[:-1]] = 0
    deltas = steps_of_state - before  # modulo 65536
    return (deltas & 0xFF).astype(np.uint8), (deltas >> 8).astype(np.uint8)


def value_table(solution: Solution) -> ValueTable:
    """Return the values of ``solution`` as the browser reads them."""
    ruleset, space = solution.game.ruleset, solution.game.space
    steps = count_steps(solution.value_of_state)
    metadata = {
        "schema_version": str(SCHEMA_VERSION),
        "ruleset": ruleset.name,
        "options": json.dumps(dict(ruleset.options)),
        "theta": "0",
        "step": repr(STEP),
        "rows": str(len(steps)),
        "start_value": f"{solution.start_value:.17g}",
        "sha256": hashlib.sha256(steps.astype("<u2").tobytes()).hexdigest(),
        "n_dice": str(ruleset.n_dice),
        "categories": json.dumps(ruleset.category_names),
        "threshold": str(ruleset.threshold),
        "bonus": str(ruleset.bonus),
    }
    low, high = delta_bytes(steps, space)
    fields = [pa.field(name, pa.uint8(), nullable=False) for name in ("low", "high")]
    batch = pa.record_batch([pa.array(low), pa.array(high)], schema=pa.schema(fields, metadata))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    return ValueTable(gzip.compress(sink.getvalue(), compresslevel=9, mtime=0), steps)
