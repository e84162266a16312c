"""Runs on a cluster of two workers on this machine, against the game in one piece: equal to the last bit."""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from distributed import KilledWorker

from solver.cli.cluster_reports import cluster_target_report
from solver.cluster.layer_store import facts_of_layer, read_part
from solver.cluster.plan import make_plan, solve_part
from solver.cluster.run import check_workers, connected, drive, result_of, targets_of_job, values_of_jobs
from solver.errors import SolverError, StoreError
from solver.game.game import Game
from solver.solving.backwards import solve
from solver.solving.layers import no_callback
from solver.targets.standings import solve_targets
from tests.solver.cluster.clusters import AIMED, FOUR_CATEGORIES, RULES, SIX_CATEGORIES, running, value_of_state


@pytest.fixture
def client(dask_client):
    dask_client.wait_for_workers(2, timeout=60)
    return dask_client


def plan_of(rules, folder, kind="values"):
    return make_plan(rules, kind, str(folder))


def stored(plan, theta=0.0):
    """The values of all states that a store holds."""
    job = plan.job(theta)
    return value_of_state(plan.game, plan.split, lambda *part: read_part(job, *part))


@pytest.mark.parametrize("name", ["six dice", "saved throws and jokers"])
def test_other_games_equal_those_of_one_machine(client, tmp_path, name):
    plan = plan_of(RULES[name], tmp_path)
    (mean, shy), work = values_of_jobs(client, plan, [0.0, -0.3], no_callback)
    for theta, found in ((0.0, mean), (-0.3, shy)):
        expected = solve(RULES[name], theta).value_of_state
        np.testing.assert_array_equal(stored(plan, theta), expected)
        assert found.start_value == expected[0]
    assert shy.start_value < mean.start_value
    assert (work.tasks, work.layers_solved, work.layers_kept) == (2 * plan.n_tasks, 2 * plan.n_layers, 0)
    assert (work.bytes_written, work.bytes_read) == (2 * plan.bytes_written, 2 * plan.bytes_read)


@pytest.mark.parametrize("name", ["six dice", "free joker"])
def test_targets_equal_those_of_one_machine(client, tmp_path, name):
    plan = plan_of(AIMED[name], tmp_path, "targets")
    report = cluster_target_report(plan, *targets_of_job(client, plan, no_callback), 20)
    expected = solve_targets(Game(AIMED[name]))[1]
    assert report["best_probability"] == expected.tolist()
    assert report["probability"] == expected[20]


def test_complete_parts_are_not_solved_again(client, tmp_path):
    plan = plan_of(FOUR_CATEGORIES, f"file://{tmp_path}/store")  # a store may be an address
    values_of_jobs(client, plan, [0.1], no_callback)
    again, work = values_of_jobs(client, plan, [0.1, 0.2], no_callback)
    assert (work.layers_kept, work.layers_solved, work.tasks) == (5, 5, plan.n_tasks)
    assert again[0].start_value == solve(FOUR_CATEGORIES, 0.1).value_of_state[0]
    np.testing.assert_array_equal(stored(plan, 0.2), solve(FOUR_CATEGORIES, 0.2).value_of_state)


def test_a_killed_worker_changes_nothing(tmp_path):
    before, plan, killed = running(), plan_of(SIX_CATEGORIES, tmp_path), list[int]()
    with connected(None, 2) as client:
        client.wait_for_workers(2, timeout=60)
        workers = client.run(os.getpid).values()

        def kill_one(_done, _total, what):
            if what == "layer 4 of 7" and not killed:
                killed.append(min(workers))
                os.kill(killed[0], signal.SIGKILL)

        work = drive(client, plan, [plan.job(0.0)], kill_one)
        assert len(workers) == 2
        assert killed
        np.testing.assert_array_equal(stored(plan), solve(SIX_CATEGORIES).value_of_state)
        assert work.tasks == plan.n_tasks
        assert killed[0] not in client.run(os.getpid).values()
    assert running() == before


KILLED_CLIENT = """
import os, sys
from distributed import Client
from solver.cluster.run import drive
from solver.cluster.plan import make_plan
from tests.solver.cluster.clusters import SIX_CATEGORIES

def stop(done, total, what):
    if what == "layer 4 of 7" and done > begun.setdefault(what, done):
        os._exit(9)

begun = {}
plan = make_plan(SIX_CATEGORIES, "values", sys.argv[1])
drive(Client(sys.argv[2]), plan, [plan.job(0.0)], stop)
"""


def test_a_killed_run_resumes_from_the_last_complete_layer(client, tmp_path):
    arguments = [sys.executable, "-c", KILLED_CLIENT, str(tmp_path), client.scheduler.address]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run(arguments, env=environment, check=False, capture_output=True, text=True)
    assert found.returncode == 9, found.stderr
    plan = plan_of(SIX_CATEGORIES, tmp_path)
    job, layers = plan.job(0.0), range(plan.n_layers)
    assert [n for n in layers if facts_of_layer(job, n) is not None] == list(range(4, 7))
    chunks = [path for n in range(4, 7) for path in tmp_path.glob(f"theta=0.0/layer-{n:02}/value/c/*/*")]
    assert len(chunks) == sum(len(plan.split.groups(n)) for n in range(4, 7))
    written = [path.stat().st_mtime_ns for path in chunks]
    work = drive(client, plan, [job], no_callback)
    assert (work.layers_kept, work.layers_solved) == (3, 4)
    assert [path.stat().st_mtime_ns for path in chunks] == written
    np.testing.assert_array_equal(stored(plan), solve(SIX_CATEGORIES).value_of_state)


@contextmanager
def full_disk():
    """Let no file of this process take more than a few bytes, as if the disk were full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_full_disk_is_reported(client, tmp_path):
    plan = plan_of(FOUR_CATEGORIES, tmp_path)
    values_of_jobs(client, plan, [0.0], no_callback)
    chunks = {path: path.read_bytes() for path in tmp_path.rglob("value/c/*/*")}
    message = r"it cannot be written \(layer 3; complete layers are unaffected\): File too large"
    with full_disk(), pytest.raises(StoreError, match=message):
        solve_part(plan.job(0.0), 3, plan.split.groups(3)[0])
    assert {path: path.read_bytes() for path in tmp_path.rglob("value/c/*/*")} == chunks


def test_a_failed_write_of_a_worker_is_reported(client, tmp_path):
    plan = plan_of(FOUR_CATEGORIES, tmp_path)
    values_of_jobs(client, plan, [0.0], no_callback)
    (tmp_path / "theta=0.0" / "layer-03" / "zarr.json").unlink()
    shutil.rmtree(tmp_path / "theta=0.0" / "layer-03" / "value" / "c")
    (tmp_path / "theta=0.0" / "layer-03" / "value" / "c").write_text("in the way")
    with pytest.raises(StoreError, match=r"--store .* cannot be written \(layer 3; complete layers are unaffected"):
        values_of_jobs(client, plan, [0.0], no_callback)


def damage(path):
    """Change one byte of a chunk."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [(damage, "cannot be read"), (lambda path: path.unlink(), "part of a complete layer has 0 numbers instead")],
)
def test_a_damaged_layer_is_reported(client, tmp_path, spoil, message):
    plan = plan_of(FOUR_CATEGORIES, tmp_path)
    values_of_jobs(client, plan, [0.0], no_callback)
    (tmp_path / "theta=0.0" / "layer-00" / "zarr.json").unlink()
    (chunk, *_others) = sorted((tmp_path / "theta=0.0" / "layer-01" / "value" / "c").glob("*/*"))
    spoil(chunk)
    with pytest.raises(StoreError, match=message):
        values_of_jobs(client, plan, [0.0], no_callback)


def test_a_worker_with_different_code_is_rejected(client, tmp_path):
    job = plan_of(SIX_CATEGORIES, tmp_path).job(0.0)
    other = replace(job, run=replace(job.run, digest="0" * 64))
    with pytest.raises(SolverError, match="has other sources, or another version of"):
        client.submit(solve_part, other, 6, 63).result()


def stand_in(**attributes):
    return SimpleNamespace(**attributes)


def address_of(client):
    return client.scheduler.address


def test_workers_without_the_solver_are_named():
    client = stand_in(run=lambda _ask, _what: {"tcp://near:1": "found", "tcp://far:1": None})
    with pytest.raises(SolverError, match="the solver is not installed on tcp://far:1: pip install"):
        check_workers(client)


def test_a_cluster_without_workers_is_reported(monkeypatch):
    monkeypatch.setattr("solver.cluster.run.WAIT_SECONDS", 0.5)
    with connected(None, 0) as empty:
        address = address_of(empty)
        with pytest.raises(SolverError, match=f"--scheduler {address}: it has no workers"), connected(address, 0):
            pass


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KilledWorker("task", stand_in(address="tcp://near:1"), 3), "died repeatedly"),
        (MemoryError(), "ran out of memory"),
        (CancelledError(), "connection to the cluster was lost"),
        (OSError("closed"), "connection to the cluster was lost"),
        (ModuleNotFoundError("none", name="zarr"), "a worker lacks zarr"),
    ],
)
def test_errors_on_a_cluster_have_readable_messages(error, message):
    def fail():
        raise error

    with pytest.raises(SolverError, match=message):
        result_of(stand_in(result=fail))


def test_a_running_cluster_is_used(command_line, small_game, tmp_path, scheduler):
    arguments = "--scheduler", scheduler, "--store", str(tmp_path)
    code, out, err = command_line("cluster", "sweep", "--theta", "0.1", "--theta", "-0.1", *arguments, "--json")
    assert code == 0, err
    values = [(one["theta"], one["start_value"]) for one in json.loads(out)["values"]]
    assert values == [(theta, solve(FOUR_CATEGORIES, theta).value_of_state[0]) for theta in (0.1, -0.1)]
    code, out, err = command_line("cluster", "solve", *arguments, "--json")
    found = json.loads(out)
    assert (found["theta"], found["reachable_states"], found["from_cache"]) == (0.0, 48, False)
    assert (found["store"], found["work"]["layers_solved"]) == (str(tmp_path), 5)
    assert 0 < found["solve_seconds"] == pytest.approx(found["work"]["task_seconds"])
    code, out, err = command_line("cluster", "solve", "--theta", "0.1", *arguments, "--json")
    again = json.loads(out)
    assert (again["start_value"], again["from_cache"], again["work"]["tasks"]) == (values[0][1], True, 0)
    code, out, err = command_line("cluster", "solve", *arguments)
    assert code == 0
    assert f"{solve(FOUR_CATEGORIES).value_of_state[0]:.9f}" in out
    assert "GB are written to" in err


def test_targets_are_printed_as_by_the_command_for_one_machine(command_line, small_game, tmp_path, scheduler):
    arguments = "--scheduler", scheduler, "--store", str(tmp_path)
    code, out, err = command_line("cluster", "target", "--score", "25", *arguments, "--json")
    assert code == 0, err
    found, expected = json.loads(out), solve_targets(Game(FOUR_CATEGORIES))[1]
    assert found["best_probability"] == expected.tolist()
    assert found["probability"] == expected[25]
    assert command_line("cluster", "target", *arguments)[1].startswith("largest probability of reaching each score")


def test_the_store_of_another_run_is_rejected(command_line, tmp_path, scheduler, monkeypatch):
    store = "--scheduler", scheduler, "--store", str(tmp_path)
    monkeypatch.setattr("solver.cli.cluster.chosen_ruleset", lambda _name, _options: SIX_CATEGORIES)
    monkeypatch.setattr("solver.cluster.run.solve_layer", lambda *_arguments: {})
    assert command_line("cluster", "solve", *store)[0] == 1  # nothing was solved, but the store is this run's
    before = sorted(path.name for path in tmp_path.rglob("*"))
    monkeypatch.undo()
    for arguments, message in [
        (("solve",), "ruleset 'tiny', not 'scandinavian'"),
        (("solve", "--rules", "yahtzee"), "ruleset 'tiny', not 'yahtzee'"),
        (("target",), "name 'layers of values', not 'layers of targets'"),
    ]:
        code, out, err = command_line("cluster", *arguments, *store)
        assert (code, out) == (1, "")
        assert f"--store {tmp_path}: it contains the layers of another run ({message}); use another" in err
    assert sorted(path.name for path in tmp_path.rglob("*")) == before
