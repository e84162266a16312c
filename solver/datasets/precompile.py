"""Compile kernels in other processes from the start of a run, because numba compiles one at a time per process.

Only the kernels that the title page and the first chapter need last are compiled, and only if the cache of machine code
is empty. They are called for a game of one category, whose arrays have the types of all games. An error in such a
process is not reported: the kernel is compiled again where it is called.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.threads import n_processors


def compile_walk(game: Game) -> None:
    """Compile the kernels of a player's walk."""
    from solver.play.player import TablePlayer  # compiles
    from solver.play.walk import walk

    walk(game, TablePlayer("none", np.zeros(game.space.n_states)))


def compile_distributions(game: Game) -> None:
    """Compile the kernels of a distribution, but not those of a walk, which another process compiles."""
    from solver.play.distribution import score_distribution  # compiles
    from solver.play.walk import Walk

    states, first_of_layer, first_entry = np.arange(2, dtype=np.int32), np.arange(3), np.array([0, 1, 1])
    outcome, prob = np.zeros(1, np.int16), np.ones(1)
    # Two states, an empty and a finished card without points.
    score_distribution(
        Walk(game, "none", first_of_layer, states, 0 * states, np.ones(2), states, first_entry, outcome, prob)
    )


STAGES: dict[str, Callable[[Game], None]] = {"walk": compile_walk, "distributions": compile_distributions}
# Data sets that need these kernels, and a file that exists once they are compiled.
NEEDED_BY = {"box_means", "game_ranges"}
STORED = "distribution.mix_successors-*.nbi"
# The walk is needed first, and takes longest; the others give way to it.
FIRST_STAGE, LATER = "walk", 8


@dataclass
class Precompiler:
    """The processes that compile, by stage."""

    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, names: Collection[str]) -> None:
        """Start compiling if a data set needs it, nothing is compiled yet and there are several processors."""
        from solver.kernels.compile import MACHINE_CODE  # defer numba to runs that build something

        if n_processors() > 1 and NEEDED_BY & set(names) and not any(MACHINE_CODE.rglob(STORED)):
            for stage in STAGES:
                self.start_program(stage, [sys.executable, "-c", f"from {__name__} import main; main({stage!r})"])

    def start_program(self, stage: str, program: Sequence[str]) -> None:
        """Start the program of a stage."""
        self.processes[stage] = subprocess.Popen(program, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def wait(self, stage: str) -> None:
        """Wait until the process of a stage has ended, if one was started."""
        if stage in self.processes:
            self.processes[stage].wait()

    def end(self) -> None:
        """Kill the processes that are running."""
        for process in self.processes.values():
            process.kill()
            process.wait()


PRECOMPILER = Precompiler()


def main(stage: str) -> None:
    """Compile the kernels of a stage."""
    if stage != FIRST_STAGE and sys.platform != "win32":
        os.nice(LATER)
    usual = find_ruleset()
    STAGES[stage](Game(replace(usual, categories=usual.categories[-1:])))
