import sys
from dataclasses import replace
from typing import Any

import numpy as np

from solver.datasets.precompile import STAGES, Precompiler
from solver.game.game import Game
from solver.kernels.distribution import find_windows, mix_successors
from solver.kernels.walk import follow_runs
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.rules.games import find_ruleset


def test_kernels_compiled_for_one_box_serve_all_games():
    usual = find_ruleset()
    kernels: tuple[Any, ...] = (follow_runs, find_windows, mix_successors)
    for compile_stage in STAGES.values():
        compile_stage(Game(replace(usual, categories=usual.categories[-1:])))
    compiled = [set(kernel.signatures) for kernel in kernels]
    assert all(compiled)
    game = Game(replace(usual, categories=usual.categories[-4:]))
    player = TablePlayer("none", np.zeros(game.space.n_states))
    score_distribution(walk(game, player))
    assert [set(kernel.signatures) for kernel in kernels] == compiled


def test_waiting_ends_with_the_process_of_a_stage_even_if_it_failed():
    compiling = Precompiler()
    compiling.wait("walk")  # nothing was started
    compiling.start_program("walk", [sys.executable, "-c", "raise SystemExit(1)"])
    compiling.wait("walk")
    assert compiling.processes["walk"].returncode == 1


def test_the_end_of_a_run_ends_the_processes():
    compiling = Precompiler()
    compiling.start_program("walk", [sys.executable, "-c", "import time; time.sleep(600)"])
    compiling.end()
    assert compiling.processes["walk"].returncode not in (None, 0)
