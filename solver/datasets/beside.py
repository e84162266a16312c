"""Kernels that a second process compiles from the start of a run: numba compiles one at a time in each process.

Only where nothing is compiled yet, and only those that the title page and the first chapter wait for. They are called
for a game of two boxes, whose arrays have the types of all games. What fails there is compiled where it is called.
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


def compile_examples(game: Game) -> None:
    """Compile what finds the decisions of the first chapter."""
    from solver.play.player import Tables  # compiles
    from solver.studies.lessons import weigh_turns

    tables, visits = Tables(game), np.zeros((game.space.n_pages, game.space.n_totals))
    values = tables.spread(np.zeros(game.space.n_states))
    visits[0, 0] = 1.0
    weigh_turns(tables, (values, values), visits, range(1, 2), range(1))


def compile_curves(game: Game) -> None:
    """Compile what finds where the games of the title page can still end."""
    from solver.play.distribution import score_distribution  # compiles
    from solver.play.player import TablePlayer
    from solver.play.walk import walk

    score_distribution(walk(game, TablePlayer("none", np.zeros(game.space.n_states))))


STAGES: dict[str, Callable[[Game], None]] = {"examples": compile_examples, "curves": compile_curves}
# The data sets that need these kernels, and a file that exists once they are compiled.
WANTED_BY = {"decision_examples", "game_ranges"}
STORED = "judging.weigh_mistakes-*.nbi"


@dataclass
class Compiling:
    """The second process of this one, and the stages that it has finished."""

    process: subprocess.Popen[str] | None = None
    finished: set[str] = field(default_factory=set)
    lock: Lock = field(default_factory=Lock)

    def start(self, names: Collection[str]) -> None:
        """Begin to compile if one of these data sets needs it, nothing is compiled yet, and a processor is free."""
        from solver.kernels.compile import MACHINE_CODE  # numba is imported only where something is made

        if n_processors() > 1 and WANTED_BY & set(names) and not any(MACHINE_CODE.rglob(STORED)):
            self.start_program([sys.executable, "-c", f"from {__name__} import main; main()"])

    def start_program(self, program: Sequence[str]) -> None:
        """Start a program that prints the name of each stage when it is finished."""
        self.process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def wait(self, stage: str) -> None:
        """Wait until a stage is finished, or the process has ended."""
        with self.lock:
            while stage not in self.finished and self.process is not None and self.process.stdout is not None:
                told = self.process.stdout.readline().strip()
                self.finished.add(told)
                if not told:
                    self.process.communicate()
                    self.process = None

    def end(self) -> None:
        """End the process, if it still runs."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


BESIDE = Compiling()


def main() -> None:
    """Compile stage by stage, and name each that is finished."""
    usual = find_ruleset()
    game = Game(replace(usual, categories=usual.categories[:2]))
    for name, compile_stage in STAGES.items():
        compile_stage(game)
        sys.stdout.write(f"{name}\n")
        sys.stdout.flush()
