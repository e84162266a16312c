"""Kernels that pack layers of standings: the windows alone, one after the other, and of these what is not settled."""

from __future__ import annotations

from solver.kernels.compile import kernel
from solver.kernels.rows import N_LANES, FloatsOrShorter, Longs
from solver.kernels.standings import Ends, Layer


@kernel
def pack_windows(layer: Layer, first: Longs, stop: Longs, start: Longs, packed: FloatsOrShorter) -> None:
    """Copy the standings from ``first`` to before ``stop`` of every window to ``packed`` from ``start`` on."""
    for card in range(first.shape[0]):
        origin = layer.start[card] - layer.low[card]
        for standing in range(first[card], stop[card]):
            packed[start[card] + standing - first[card]] = layer.values[origin + standing]


@kernel
def unpack_windows(packed: FloatsOrShorter, start: Longs, ends: Ends, layer: Layer) -> None:
    """Copy every window from ``packed``, where they stand one after the other, with its settled ends."""
    for card in range(layer.start.shape[0]):
        place, width = layer.start[card], layer.high[card] - layer.low[card] + 1
        layer.values[place - N_LANES : place] = ends.below
        for lane in range(width):
            layer.values[place + lane] = packed[start[card] + lane]
        layer.values[place + width : place + width + N_LANES] = ends.above


@kernel
def unsettled_width(layer: Layer, least: float, enough: float, first: Longs, stop: Longs) -> None:
    """Find the standings of every window whose values lie above ``least`` and below ``enough``, if they rise."""
    for card in range(first.shape[0]):
        origin = layer.start[card] - layer.low[card]
        low, high = layer.low[card], layer.high[card]
        while low <= high and layer.values[origin + low] <= least:
            low += 1
        while high >= low and layer.values[origin + high] >= enough:
            high -= 1
        first[card], stop[card] = low, high + 1
