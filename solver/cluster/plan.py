"""Plans: how a game is divided into tasks for a kind of layers, and what they cost at most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from solver.arrays import Longs
from solver.cluster.chances import width_sums
from solver.cluster.jobs import Job, Run, digest_of_key, run_key
from solver.cluster.layer_store import Shape, address
from solver.cluster.split import Split, choose_split
from solver.cluster.values import dtype_of_values, n_sweeps_of_set, n_values_of_set
from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.targets.board import refuse_saving


@dataclass(frozen=True, eq=False)
class Plan:
    """The tasks of a run, for one job.

    Attributes
    ----------
    n_sweeps, n_values, n_states : int64[n_categories + 1, n_groups]
        For each part: over how many rows a sweep is made, how many values are kept, of how many states. Of targets
        these are upper bounds: standings that turn out to be settled are neither solved nor kept.
    """

    game: Game
    run: Run
    split: Split
    n_sweeps: Longs
    n_values: Longs
    n_states: Longs

    @property
    def key(self) -> Mapping[str, Any]:
        """Return all that the layers depend on, theta aside."""
        return run_key(self.game, self.run.kind, self.run.n_split)

    @property
    def n_layers(self) -> int:
        """Return the number of layers, that of the full scorecards included."""
        return self.game.ruleset.n_categories + 1

    @cached_property
    def bytes_of_part(self) -> Longs:
        """Return the bytes of the numbers of each part: int64[n_categories + 1, n_groups]."""
        size = np.dtype(dtype_of_values(self.game.space)).itemsize
        return self.n_values * size if self.run.kind == "values" else self.n_values * 8 + self.n_states * 4

    @property
    def bytes_written(self) -> int:
        """Return the bytes that a job writes, before they are compressed."""
        return int(self.bytes_of_part.sum())

    @property
    def bytes_read(self) -> int:
        """Return the bytes that the tasks of a job read."""
        return sum(
            int(self.bytes_of_part[n_filled + 1, self.split.groups_behind(n_filled, group)].sum())
            for n_filled in range(self.n_layers - 1)
            for group in self.split.groups(n_filled)
        )

    @property
    def n_tasks(self) -> int:
        """Return the number of tasks of a job."""
        return sum(len(self.split.groups(n_filled)) for n_filled in range(self.n_layers))

    def job(self, theta: float | None) -> Job:
        """Return the job for a theta, or for all targets."""
        return Job(self.run, theta)

    def shapes(self, n_filled: int) -> list[Shape]:
        """Return the arrays of a layer."""
        longest = int(self.n_values[n_filled].max())
        if self.run.kind == "values":
            return [Shape("value", np.dtype(dtype_of_values(self.game.space)).str, longest)]
        return [Shape("value", "<f8", longest), Shape("high", "<i4", int(self.n_states[n_filled].max()))]


def make_plan(ruleset: Ruleset, kind: str, store: str) -> Plan:
    """Return the plan for values or targets.

    Raises
    ------
    SolverError
        If the game has no targets, because throws are saved.
    """
    game = Game(ruleset)
    if kind == "values":
        values = n_values_of_set(game.space)
        states, sweeps = values, n_sweeps_of_set(game.space)
    else:
        refuse_saving(game)
        states, values, rows = width_sums(game)
        sweeps = rows * (ruleset.n_rerolls + 1)
    split = choose_split(game.space, sweeps)
    digest = digest_of_key(run_key(game, kind, split.n_split))
    run = Run(ruleset, kind, split.n_split, address(store), digest)
    return Plan(game, run, split, *(split.sums(numbers) for numbers in (sweeps, values, states)))
