"""Values of a game too large for one table, stored layer by layer.

A layer contains the states with equally many filled categories. Its values are stored in float32, rounded once from
float64, and only distinct ones: one for all dead totals of a set. Layers are solved from the last to the first, and
each is stored before the next begins, so an interrupted run resumes after the last stored layer. Layers are
memory-mapped, so looking up a state needs little memory.
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
from solver.solving.layer_layout import StoredLayout
from solver.store.results import Result, cache_folder, check_space, find_stored, mark_used, store_result

NAME = "layer"


def no_callback(*_args: Any) -> None:
    """Default callback: does nothing."""


@dataclass(eq=False)
class Layers:
    """The values of all states: points still to come, or their certainty equivalents for a theta.

    Attributes
    ----------
    identity : mapping
        All rules that a value can depend on.
    fresh : bool
        Ignore stored layers and solve again.
    progress : callable
        Called with the work done, all work, and the layer in progress.
    announce : callable
        Called with the required space before the first layer is solved.
    """

    space: StateSpace
    identity: Mapping[str, Any]
    theta: float = 0.0
    fresh: bool = False
    progress: Callable[[int, int, str], None] = no_callback
    announce: Callable[[str], None] = no_callback
    _mapped: dict[int, Result] = field(default_factory=dict, repr=False)

    @cached_property
    def stored_layout(self) -> StoredLayout:
        """Return the positions of stored values."""
        return StoredLayout(self.space)

    def look_up(self, page: npt.ArrayLike, total: npt.ArrayLike) -> Floats:
        """Return the values of states, by page and upper total."""
        pages, totals = np.broadcast_arrays(np.asarray(page, np.int64), np.asarray(total, np.int64))
        n_filled, place = self.space.n_filled_of_set[pages % self.space.n_sets], self.stored_layout.place(pages, totals)
        values = np.empty(pages.shape)
        for layer in np.unique(n_filled).tolist():
            here = n_filled == layer
            values[here] = self.layer(layer).arrays["value"][place[here]]
        return values

    def layer(self, n_filled: int) -> Result:
        """Return a layer: its values, float32, and facts. Missing layers from here to the last are solved first."""
        if n_filled not in self._mapped:
            found = None if self.fresh else self.find(n_filled)
            if found is None:
                self.solve(n_filled)
                found = self.find(n_filled)
            if found is None:
                raise StoreError(f"layer {n_filled} was stored in {cache_folder()} but has been deleted")
            if not self._mapped:
                self.mark_all_used()
            self._mapped[n_filled] = found
        return self._mapped[n_filled]

    def mark_all_used(self) -> None:
        """Mark all stored layers as used, so that none is deleted before the others."""
        for n_filled in range(self.stored_layout.n_layers):
            mark_used(NAME, self.parameters(n_filled), __name__)

    def is_stored(self, n_filled: int) -> bool:
        """Return whether a layer is stored and need not be solved again."""
        return not self.fresh and self.find(n_filled) is not None

    def find(self, n_filled: int) -> Result | None:
        """Return a stored layer, or None."""
        return find_stored(NAME, self.parameters(n_filled), __name__)

    def parameters(self, n_filled: int) -> dict[str, Any]:
        """Return the parameters of a stored layer's key."""
        return {**self.identity, "theta": self.theta, "filled": n_filled}

    def solve(self, n_filled: int) -> None:
        """Solve a layer, after later ones that are not stored.

        Raises
        ------
        StoreError
            If a layer cannot be stored; those solved before it are.
        """
        from solver.solving.layer_run import Run  # compiles

        next_layer, later = n_filled + 1, None
        while (
            next_layer < self.stored_layout.n_layers
            and (later := None if self.fresh else self.find(next_layer)) is None
        ):
            next_layer += 1
        missing = range(next_layer - 1, n_filled - 1, -1)
        n_bytes = sum(4 * self.stored_layout.n_values(layer) for layer in missing)
        check_space(n_bytes)
        run = Run(self.stored_layout, self.theta)
        layers = "1 layer is" if len(missing) == 1 else f"{len(missing)} layers are"
        self.announce(
            f"{layers} to be solved and stored in {cache_folder()}: {n_bytes / 1e9:.2f} GB; "
            f"{run.most_memory(missing) / 1e9:.2f} GB of memory are needed"
        )
        if later is not None:
            run.unpack(next_layer, later)
        for layer in missing:
            try:
                store_result(NAME, self.parameters(layer), __name__, run.solve(layer, self.progress))
            except StoreError as error:
                rest = "; the layers solved before are stored: free some space and run the same command again to resume"
                raise StoreError(f"{error}{rest if layer < next_layer - 1 else ''}") from error
        self.fresh = False


Values = Floats | Layers


def look_up(space: StateSpace, values: Values, page: npt.ArrayLike, total: npt.ArrayLike) -> Floats:
    """Return the values of states, by page and upper total, from a table in the order of ``StateSpace`` or layers."""
    if isinstance(values, Layers):
        return values.look_up(page, total)
    found: Floats = values[space.states(np.asarray(page), np.asarray(total))]
    return found
