"""The kernel that measures what the processor could do at best."""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.rows import Floats, best_row, load_row, store_row


@kernel
def add_and_compare(n_rounds: int, values: Floats) -> None:
    """Do sixteen row operations a round, half additions and half comparisons, on six rows that stay in registers.

    ``values`` is float64[6, N_LANES]; two rows are operands and four take the results, so that the optimiser can drop
    nothing and no operation waits for the one before it.
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
