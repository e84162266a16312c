import sys
from dataclasses import replace
from typing import Any

from solver.datasets.precompile import STAGES, Precompiler
from solver.game.game import Game
from solver.kernels.distribution import find_windows, mix_successors
from solver.rules.games import find_ruleset


def test_kernels_compiled_for_two_boxes_serve_all_games():
    usual = find_ruleset()
    kernels: tuple[Any, ...] = (find_windows, mix_successors)
    for n_boxes in (2, 4):
        for compile_stage in STAGES.values():
            compile_stage(Game(replace(usual, categories=usual.categories[-n_boxes:])))
        if n_boxes == 2:
            compiled = [set(kernel.signatures) for kernel in kernels]
    assert all(compiled)
    assert [set(kernel.signatures) for kernel in kernels] == compiled


def test_waiting_threads_continue_after_a_stage_and_after_a_failure():
    compiling = Precompiler()
    compiling.wait("first")  # nothing was started
    compiling.start_program([sys.executable, "-c", "print('first', flush=True); raise SystemExit(1)"])
    compiling.wait("first")
    assert compiling.finished == {"first"}
    compiling.wait("curves")  # it failed
    assert compiling.process is None
