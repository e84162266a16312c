import json

import numpy as np
import pytest

from solver.errors import StoreError
from solver.game.game import state_space
from solver.kernels.rows import N_LANES, add_and_compare
from solver.studies.bench import Bench, count_operations, machine_throughput, measure, read_bench, slowdown
from tests.solver.games import TINY


def test_every_part_is_measured():
    result = measure(TINY)
    assert len(result.layer_seconds) == TINY.n_categories
    assert 0 < result.table_seconds < result.total_seconds
    assert 0 < result.share_of_machine < 1
    assert 0.1 < result.as_json()["theta_factor"] == result.theta_seconds / result.total_seconds
    assert result.as_json()["operations"] == count_operations(TINY, state_space(TINY))


def test_operations_counted_by_hand():
    """Two dice: 7 short keeps, 21 rolls, 42 removals; one row per set except the finished one."""
    sweeps = 2 * (6 * 7 + 42) + 2 * 21
    zeros = {"ones": 1, "twos": 1, "threes": 1, "one_pair": 1, "chance": 0}
    # One addition per outcome with points, one comparison per roll that gives them; six rolls hold a given face.
    points = {"ones": 2 + 6, "twos": 2 + 6, "threes": 2 + 6, "one_pair": 6 + 6, "chance": 11 + 21}
    each_open_in = 2 ** (TINY.n_categories - 1)
    exits = each_open_in * (sum(zeros.values()) + sum(points.values()))
    rows = 2**TINY.n_categories - 1
    assert count_operations(TINY, state_space(TINY)) == (rows * sweeps + exits) * N_LANES


def test_throughput_kernel_does_its_operations():
    values = np.zeros((6, N_LANES))
    values[0], values[1] = 1.0, -5.0
    add_and_compare(10, values)
    assert (values[2:] == 20).all()  # two additions to each row in every round
    assert machine_throughput() > 0


def test_the_largest_slowdown_counts():
    now = Bench(TINY, 1.0, 1.0, 0.1, (0.5,), 1, 1.0, 2.0, theta_seconds=1.5)
    assert slowdown(now, {"total_seconds": 0.8, "theta_seconds": 1.5}) == pytest.approx(0.25)
    assert slowdown(now, {"total_seconds": 1.0, "theta_seconds": 1.0}) == pytest.approx(0.5)
    assert slowdown(now, {"total_seconds": 2.0, "theta_seconds": 2.0}) == pytest.approx(-0.25)


@pytest.mark.parametrize("seconds", [0, "soon", []])
def test_an_invalid_time_is_rejected(tmp_path, seconds):
    now = Bench(TINY, 1.0, 1.0, 0.1, (0.5,), 1, 1.0, 2.0, theta_seconds=1.5)
    path = tmp_path / "bench.json"
    path.write_text(json.dumps(now.as_json()))
    assert read_bench(path, TINY)["theta_seconds"] == 1.5
    for wrong in ({"theta_seconds": seconds}, {"total_seconds": seconds}, {"total_seconds": None}):
        path.write_text(json.dumps(now.as_json() | wrong))
        with pytest.raises(StoreError, match="not a file written by 'bench --save'"):
            read_bench(path, TINY)
