"""Kernels of networks with one hidden layer, with sums in one order on every machine, as no library has them.

Their numbers are the weights of the inputs, float64[n_inputs, n_hidden], the shifts of the hidden places, their
weights, and a base.
"""

from __future__ import annotations

from solver.kernels.compile import kernel, part
from solver.kernels.rows import N_LANES, Floats, Row, add_to, fill_row, load_row, store_row
from solver.kernels.smooth_rows import tangent_row


@part
def place_says(numbers: Floats, n_hidden: int, one: int, inputs: Floats, first: int) -> Row:
    """Return what a hidden place says of a row of states."""
    n_inputs, n_states = inputs.shape
    total = fill_row(numbers[n_inputs * n_hidden + one])
    for place in range(n_inputs):
        weight = fill_row(numbers[place * n_hidden + one])
        total = total + weight * load_row(inputs, place * n_states + first)
    return tangent_row(total)


@kernel
def network_values(numbers: Floats, n_hidden: int, inputs: Floats, values: Floats) -> None:
    """Set ``values`` to what a network says of states; ``inputs`` are float64[n_inputs, n_states], whole rows."""
    outer, base = inputs.shape[0] * n_hidden + n_hidden, numbers[numbers.shape[0] - 1]
    for first in range(0, inputs.shape[1], N_LANES):
        total = fill_row(base)
        for one in range(n_hidden):
            weight = fill_row(numbers[outer + one])
            total = total + weight * place_says(numbers, n_hidden, one, inputs, first)
        store_row(values, first, total)


@kernel
def network_slopes(
    numbers: Floats, n_hidden: int, inputs: Floats, weights: Floats, sums: Floats, slopes: Floats
) -> None:
    """Set ``slopes`` to the derivative of the weighted sum of what a network says by each of its numbers.

    ``weights`` are those of the states; ``sums``, float64[n_numbers, N_LANES], are zeros, and room.
    """
    n_inputs, n_states = inputs.shape
    shift, outer = n_inputs * n_hidden, n_inputs * n_hidden + n_hidden
    for first in range(0, n_states, N_LANES):
        weight = load_row(weights, first)
        for one in range(n_hidden):
            says = place_says(numbers, n_hidden, one, inputs, first)
            bent = weight * (1.0 - says * says)
            back = numbers[outer + one] * bent
            add_to(sums, (shift + one) * N_LANES, back)
            add_to(sums, (outer + one) * N_LANES, weight * says)
            for place in range(n_inputs):
                share = back * load_row(inputs, place * n_states + first)
                add_to(sums, (place * n_hidden + one) * N_LANES, share)
        add_to(sums, (numbers.shape[0] - 1) * N_LANES, weight)
    for number in range(numbers.shape[0]):
        slopes[number] = 0.0
        for lane in range(N_LANES):
            slopes[number] += sums[number, lane]
