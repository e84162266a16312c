import sys
from dataclasses import replace
from typing import Any

import numpy as np

from solver.datasets.precompile import STAGES, Precompiler
from solver.game.game import Game
from solver.kernels.deciding import decide_rows
from solver.kernels.distribution import find_windows, mix_successors
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer
from solver.play.simulate import simulate
from solver.play.walk import walk
from solver.rules.games import find_ruleset


def test_kernels_compiled_for_one_box_serve_all_games():
    usual = find_ruleset()
    kernels: tuple[Any, ...] = (decide_rows, find_windows, mix_successors)
    for compile_stage in STAGES.values():
        compile_stage(Game(replace(usual, categories=usual.categories[-1:])))
    compiled = [set(kernel.signatures) for kernel in kernels]
    assert all(compiled)
    game = Game(replace(usual, categories=usual.categories[-4:]))
    player = TablePlayer("none", np.zeros(game.space.n_states))
    simulate(game, player, 1, 0)
    score_distribution(walk(game, player))
    assert [set(kernel.signatures) for kernel in kernels] == compiled


def test_waiting_threads_continue_after_a_stage_and_after_a_failure():
    compiling = Precompiler()
    compiling.wait("first")  # nothing was started
    compiling.start_program([sys.executable, "-c", "print('first', flush=True); raise SystemExit(1)"])
    compiling.wait("first")
    assert compiling.finished == {"first"}
    compiling.wait("distributions")  # it failed
    assert compiling.process is None
