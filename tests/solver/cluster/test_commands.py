"""The commands for a cluster: what they tell, and what they refuse."""

import json
import socket
import subprocess
import sys

import psutil  # type: ignore[import-untyped]
import pytest

from solver.cluster.layer_store import difference, run_key
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve
from tests.solver.cluster.clusters import FOUR_CATEGORIES


def running():
    """The processes that this one has started, but for the one that Python keeps to the end."""
    children = psutil.Process().children(recursive=True)
    return {child for child in children if "resource_tracker" not in " ".join(child.cmdline())}


def test_solve_starts_workers_and_ends_them(command_line, small_game, tmp_path):
    arguments = "cluster", "solve", "--store", str(tmp_path), "--json"
    before = running()
    code, out, _err = command_line(*arguments, "--workers", "1")
    assert running() == before
    found = json.loads(out)
    assert code == 0
    assert found["start_value"] == solve(FOUR_CATEGORIES).value_of_state[0]
    assert (found["theta"], found["reachable_states"], found["from_cache"]) == (0.0, 48, False)
    assert found["store"] == str(tmp_path)
    assert found["work"]["layers_solved"] == 5
    assert 0 < found["solve_seconds"] == pytest.approx(found["work"]["task_seconds"])


def test_other_sources_and_options_are_another_run():
    key = run_key(Game(find_ruleset()), "values", 5)
    assert difference(run_key(Game(find_ruleset("scandinavian", {"bonus": "100"})), "values", 5), key) == (
        "bonus 100, not 50"
    )
    assert difference({**key, "source": "0", "python": "2"}, key) == "with another source, python"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("solve",), 2, "Missing option '--store'"),
        (("solve", "--workers", "0"), 1, "--workers '0': a whole number from 1 to 1024"),
        (("solve", "--workers", "two"), 1, "--workers 'two': a whole number"),
        (("solve", "--workers", "1", "--scheduler", "tcp://h:1"), 2, "--scheduler and --workers are given"),
        (("solve", "--rules", "chess"), 1, "unknown ruleset 'chess'"),
        (("solve", "--option", "joker=free"), 1, "--option: "),
        (("solve", "--theta", "7"), 1, "--theta: theta 7.0: the risk parameter is a number from -3 to 3"),
        (("sweep", "--theta", "0", "--theta", "x"), 1, "'x' is not a valid float"),
        (("target", "--score", "-1"), 1, "--score '-1': a final score is a whole number"),
        (("target", "--rules", "maxi-saved"), 1, "with saved throws, final scores cannot be aimed at yet"),
        (("distribution",), 2, "No such command 'distribution'"),
    ],
)
def test_what_cannot_be_is_refused(command_line, tmp_path, arguments, code, message):
    store = () if arguments == ("solve",) else ("--store", str(tmp_path / "store"))
    found, out, err = command_line("cluster", *arguments, *store)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err
    assert not (tmp_path / "store").exists()


def test_stores_that_cannot_be_used_are_told(command_line, small_game, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("a letter")
    (tmp_path / "file").write_text("a file")
    for store, message in [
        (str(tmp_path / "full"), "it holds something else"),
        (str(tmp_path / "file"), "it cannot be read: Not a directory"),
        ("/proc/nothing/store", "it cannot be written: "),
        ("nowhere://bucket/store", "it cannot be read: Protocol not known: nowhere"),
    ]:
        code, out, err = command_line("cluster", "solve", "--store", store, "--workers", "1")
        assert (code, out) == (1, "")
        assert f"error: --store {store}: {message}" in err
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["letter.txt"]


def test_no_scheduler_is_told(command_line, small_game, tmp_path, monkeypatch):
    monkeypatch.setattr("solver.cluster.run.CONNECT_SECONDS", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen: whoever connects is refused
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        for scheduler in (address, "nonsense://here:1"):
            code, out, err = command_line("cluster", "solve", "--store", str(tmp_path), "--scheduler", scheduler)
            assert (code, out) == (1, "")
            assert f"error: --scheduler {scheduler}: no scheduler answers there" in err


def test_without_the_extra_it_is_told_how_to_install_it(tmp_path):
    script = (
        "import sys; sys.modules['distributed'] = None; "
        f"sys.argv = ['solver', 'cluster', 'solve', '--store', {str(tmp_path)!r}]; "
        "from solver.cli.main import run; run()"
    )
    found = subprocess.run([sys.executable, "-c", script], check=False, capture_output=True, text=True)
    assert (found.returncode, found.stdout) == (1, "")
    remedy = "pip install 'optimal-yatzy[cluster]'"
    assert found.stderr == f"error: this command needs distributed, which is not installed: {remedy}\n"
