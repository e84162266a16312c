"""Layers: the values of a game too large for one table, kept layer by layer.

A layer holds the states with equally many filled categories. Its values are kept in float32, rounded once from the
float64 in which they are computed, and only those that differ: one for all dead totals of a set. Layers are solved from
the last to the first, each kept before the next is begun, so whoever is interrupted goes on where it stopped; they are
read by mapping them into memory, so looking up a state takes little.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats
from solver.errors import StoreError
from solver.game.game import StateSpace
from solver.solving.layer_layout import Shelf
from solver.store.results import Result, cache_folder, check_space, find_stored, mark_used, store_result

NAME = "layer"


def silence(*_told: Any) -> None:
    """Tell nobody."""


@dataclass(eq=False)
class Layers:
    """The values of all states: points still to come, or their certainty equivalents for a theta.

    Attributes
    ----------
    identity : mapping
        All of the rules that a value can depend on.
    fresh : bool
        Solve every layer anew, even if it is kept.
    progress : callable
        Told the work done, all work, and which layer is being solved.
    announce : callable
        Told, before the first layer is solved, how much room all will take.
    """

    space: StateSpace
    identity: Mapping[str, Any]
    theta: float = 0.0
    fresh: bool = False
    progress: Callable[[int, int, str], None] = silence
    announce: Callable[[str], None] = silence
    _mapped: dict[int, Result] = field(default_factory=dict, repr=False)

    @cached_property
    def shelf(self) -> Shelf:
        """Return where the values lie."""
        return Shelf(self.space)

    def look_up(self, page: npt.ArrayLike, total: npt.ArrayLike) -> Floats:
        """Return the values of states, by page and upper total."""
        pages, totals = np.broadcast_arrays(np.asarray(page, np.int64), np.asarray(total, np.int64))
        n_filled, place = self.space.n_filled_of_set[pages % self.space.n_sets], self.shelf.place(pages, totals)
        values = np.empty(pages.shape)
        for layer in np.unique(n_filled).tolist():
            here = n_filled == layer
            values[here] = self.layer(layer).arrays["value"][place[here]]
        return values

    def layer(self, n_filled: int) -> Result:
        """Return a layer: its values, float32, and its facts. What is missing of it and behind it is solved first."""
        if n_filled not in self._mapped:
            found = None if self.fresh else self.find(n_filled)
            if found is None:
                self.solve(n_filled)
                found = self.find(n_filled)
            if found is None:
                raise StoreError(f"layer {n_filled} was just kept in {cache_folder()} and is gone")
            if not self._mapped:
                self.mark_all_used()
            self._mapped[n_filled] = found
        return self._mapped[n_filled]

    def mark_all_used(self) -> None:
        """Mark all kept layers as used: who asks for one will want the others, so they grow old together."""
        for n_filled in range(self.shelf.n_layers):
            mark_used(NAME, self.parameters(n_filled), __name__)

    def is_kept(self, n_filled: int) -> bool:
        """Return whether a layer is kept, and not to be solved anew."""
        return not self.fresh and self.find(n_filled) is not None

    def find(self, n_filled: int) -> Result | None:
        """Return a layer that is kept."""
        return find_stored(NAME, self.parameters(n_filled), __name__)

    def parameters(self, n_filled: int) -> dict[str, Any]:
        """Return what a kept layer depends on, sources aside."""
        return {**self.identity, "theta": self.theta, "filled": n_filled}

    def solve(self, n_filled: int) -> None:
        """Solve a layer, after those behind it that are not kept.

        Raises
        ------
        StoreError
            If a layer cannot be kept; those before it are.
        """
        from solver.solving.layer_run import Run  # compiles

        behind, later = n_filled + 1, None
        while behind < self.shelf.n_layers and (later := None if self.fresh else self.find(behind)) is None:
            behind += 1
        missing = range(behind - 1, n_filled - 1, -1)
        n_bytes = sum(4 * self.shelf.n_values(layer) for layer in missing)
        check_space(n_bytes)
        run = Run(self.shelf, self.theta)
        layers = "1 layer is" if len(missing) == 1 else f"{len(missing)} layers are"
        self.announce(
            f"{layers} to be solved and kept in {cache_folder()}: {n_bytes / 1e9:.2f} GB; "
            f"{run.most_memory(missing) / 1e9:.2f} GB of memory are needed"
        )
        if later is not None:
            run.unpack(behind, later)
        for layer in missing:
            try:
                store_result(NAME, self.parameters(layer), __name__, run.solve(layer, self.progress))
            except StoreError as error:
                rest = "; the layers solved before are kept: once there is room, the same command goes on after them"
                raise StoreError(f"{error}{rest if layer < behind - 1 else ''}") from error
        self.fresh = False


Values = Floats | Layers


def look_up(space: StateSpace, values: Values, page: npt.ArrayLike, total: npt.ArrayLike) -> Floats:
    """Return the values of states, by page and upper total, from a table in the order of ``StateSpace`` or layers."""
    if isinstance(values, Layers):
        return values.look_up(page, total)
    found: Floats = values[space.states(np.asarray(page), np.asarray(total))]
    return found
