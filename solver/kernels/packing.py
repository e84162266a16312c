"""Kernels that pack distributions: rounded, and without the ends that hardly any game sees; see ``distribution.py``."""

from __future__ import annotations

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.distribution import Windows
from solver.kernels.rows import N_LANES, Floats, FloatsOrShorter

LARGEST_CARRY = 3e-7  # of a number: what may be added to it


@part
def round_off(numbers: Floats, packed: FloatsOrShorter) -> None:
    """Copy probabilities, each with what was lost by rounding those before it, where that is small beside it.

    So sum and mean stay nearly what they were.
    """
    carry = 0.0
    for place in range(numbers.shape[0]):
        number = numbers[place]
        packed[place] = number + carry if abs(carry) <= LARGEST_CARRY * number else number
        carry += number - packed[place]


@kernel
def pack_windows(visits: Floats, least: float, windows: Windows, numbers: Floats, packed: FloatsOrShorter) -> int:
    """Copy distributions without the ends that hardly any game sees; return how many numbers were written.

    Parameters
    ----------
    visits : float64[n_states]
        Probability that a game comes to each state.
    least : float
        A number at an end is left out if fewer games than this come to the state, or a twin of it, and then to that.
    windows : Windows
        In: of these states only. Out: as the distributions lie in ``packed``.
    packed : float64[..], or float32
        In: zeros, as many as ``numbers``. Out: the distributions, as ``numbers`` are laid out.
    """
    low, high, twin, first = windows
    weight = np.zeros(low.shape[0])
    for state in range(low.shape[0]):
        weight[twin[state]] += visits[state]
    n_written = 0
    for state in range(low.shape[0]):
        own = twin[state]
        if own != state:
            low[state], high[state], first[state] = low[own], high[own], first[own]
            continue
        start, stop = first[state], first[state] + high[state] - low[state]
        while start < stop and numbers[start] * weight[state] < least:
            start += 1
        while stop > start and numbers[stop] * weight[state] < least:
            stop -= 1
        round_off(numbers[start : stop + 1], packed[n_written : n_written + stop - start + 1])
        low[state] += start - first[state]
        high[state] = low[state] + stop - start
        first[state] = n_written
        n_written += stop - start + N_LANES
    return n_written
