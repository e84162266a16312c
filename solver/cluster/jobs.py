"""Jobs: what a run solves, and all that its numbers depend on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.store.files import sha256
from solver.store.results import result_key


@dataclass(frozen=True, eq=False)
class Run:
    """What all layers of a store have in common, as it is sent to the workers; two with equal digests are equal.

    Attributes
    ----------
    kind : str
        "values" or "targets".
    n_split : int
        How many categories tell the groups of sets apart, see ``Split``.
    store : str
        Folder or address that all workers reach.
    digest : str
        SHA-256 of all that the numbers depend on, see ``run_key``.
    """

    ruleset: Ruleset
    kind: str
    n_split: int
    store: str
    digest: str

    def __eq__(self, other: object) -> bool:
        """Return whether the other's layers are the same and lie in the same place."""
        return isinstance(other, Run) and (self.digest, self.store) == (other.digest, other.store)

    def __hash__(self) -> int:
        """Return a number for tables of runs."""
        return hash((self.digest, self.store))


@dataclass(frozen=True)
class Job:
    """What is solved in one pass over the layers: the values for a theta, or without one the chances of all targets."""

    run: Run
    theta: float | None

    @property
    def folder(self) -> str:
        """Return the name of the folder of the layers in the store."""
        return "targets" if self.theta is None else f"theta={self.theta!r}"


def run_key(game: Game, kind: str, n_split: int) -> Mapping[str, Any]:
    """Return all that the layers of a store depend on, theta aside: rules, kind, split, sources and versions."""
    key = result_key(f"layers of {kind}", game.identity | {"split": n_split}, "solver.cluster.tasks")
    found: Mapping[str, Any] = json.loads(json.dumps(key))  # as it is read back
    return found


def digest_of_key(key: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a key."""
    return sha256(json.dumps(key, sort_keys=True).encode())
