"""Kernels that move values between a table of slots and the order of states."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel
from solver.kernels.rows import Floats, Ints, Longs
from solver.kernels.turn import Table


@kernel
def gather_pages(
    pages: Longs,
    upper_set_of_page: Ints,
    reachable: npt.NDArray[np.bool_],
    first_state_of_page: Longs,
    table: Table,
    values: Floats,
) -> None:
    """Copy the values of the states of some pages to their places in ``values``, float64[n_states].

    ``reachable`` is bool[n_upper_sets, n_totals]: the states of a page, by its upper set.
    """
    for page in pages:
        state, first = first_state_of_page[page], table.first_slot[page]
        totals = reachable[upper_set_of_page[page]]
        for total in range(totals.shape[0]):
            if totals[total]:
                values[state] = table.values[first + total]
                state += 1
