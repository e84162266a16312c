"""Compile kernels in a second process from the start of a run, because numba compiles one at a time per process.

Only kernels that the title page needs last are compiled, and only if the cache of machine code is empty. They are
called for a game of one category, whose arrays have the types of all games. An error in that process is not reported:
the kernel is compiled again where it is called.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock

import numpy as np

from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.threads import n_processors


def compile_decisions(game: Game) -> None:
    """Compile the kernels of ``sample_games``."""
    from solver.play.player import TablePlayer  # compiles
    from solver.play.simulate import simulate

    simulate(game, TablePlayer("none", np.zeros(game.space.n_states)), 1, 0)


def compile_distributions(game: Game) -> None:
    """Compile the kernels of ``game_ranges``, except those of a walk, which are needed too soon."""
    from solver.play.distribution import score_distribution  # compiles
    from solver.play.walk import Walk

    states, first_of_layer, first_entry = np.arange(2, dtype=np.int32), np.arange(3), np.array([0, 1, 1])
    outcome, prob = np.zeros(1, np.int16), np.ones(1)
    # Two states, an empty and a finished card without points.
    walk = Walk(game, "none", first_of_layer, states, 0 * states, np.ones(2), states, first_entry, outcome, prob)
    score_distribution(walk)


STAGES: dict[str, Callable[[Game], None]] = {"decisions": compile_decisions, "distributions": compile_distributions}
# Data sets that need these kernels, and a file that exists once they are compiled.
NEEDED_BY = {"sample_games", "game_ranges"}
STORED = "distribution.mix_successors-*.nbi"


@dataclass
class Precompiler:
    """The second process, and the stages that it has finished."""

    process: subprocess.Popen[str] | None = None
    finished: set[str] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)

    def start(self, names: Collection[str]) -> None:
        """Start compiling if a data set needs it, nothing is compiled yet and there are several processors."""
        from solver.kernels.compile import MACHINE_CODE  # defer numba to runs that build something

        if n_processors() > 1 and NEEDED_BY & set(names) and not any(MACHINE_CODE.rglob(STORED)):
            self.start_program([sys.executable, "-c", f"from {__name__} import main; main()"])

    def start_program(self, program: Sequence[str]) -> None:
        """Start a program that prints the name of each finished stage."""
        self.process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def wait(self, stage: str) -> None:
        """Wait until a stage is finished or the process has ended."""
        with self.lock:
            while stage not in self.finished and self.process is not None and self.process.stdout is not None:
                line = self.process.stdout.readline().strip()
                self.finished.add(line)
                if not line:
                    self.process.communicate()
                    self.process = None

    def end(self) -> None:
        """Kill the process if it is running."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


PRECOMPILER = Precompiler()


def main() -> None:
    """Compile all stages and print the name of each."""
    usual = find_ruleset()
    game = Game(replace(usual, categories=usual.categories[-1:]))
    for name, compile_stage in STAGES.items():
        compile_stage(game)
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
