"""The commands for a cluster: their output and their errors."""

import socket
import sys

import pytest

from solver.cluster.layer_store import difference, run_key
from solver.game.game import Game
from solver.rules.games import find_ruleset
from tests.solver.cluster.clusters import running


def test_other_sources_or_options_make_another_run():
    key = run_key(Game(find_ruleset()), "values", 5)
    assert difference(run_key(Game(find_ruleset("scandinavian", {"bonus": "100"})), "values", 5), key) == (
        "bonus 100, not 50"
    )
    assert difference({**key, "source": "0", "python": "2"}, key) == "with another source, python"


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("solve",), 2, "Missing option '--store'"),
        (("solve", "--workers", "0"), 1, "--workers '0': expected a whole number from 1 to 1024"),
        (("solve", "--workers", "two"), 1, "--workers 'two': expected a whole number"),
        (("solve", "--workers", "1", "--scheduler", "tcp://h:1"), 2, "--scheduler and --workers cannot be combined"),
        (("solve", "--rules", "chess"), 1, "unknown ruleset 'chess'"),
        (("solve", "--option", "joker=free"), 1, "--option: "),
        (("solve", "--theta", "7"), 1, "--theta: theta 7.0: the risk parameter is a number from -3 to 3"),
        (("sweep", "--theta", "0", "--theta", "x"), 1, "'x' is not a valid float"),
        (("target", "--score", "-1"), 1, "--score '-1': a final score is a whole number"),
        (("target", "--rules", "maxi-saved"), 1, "targets are not supported with saved throws"),
        (("distribution",), 2, "No such command 'distribution'"),
    ],
)
def test_invalid_options_are_rejected(command_line, tmp_path, arguments, code, message):
    store = () if arguments == ("solve",) else ("--store", str(tmp_path / "store"))
    found, out, err = command_line("cluster", *arguments, *store)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err
    assert not (tmp_path / "store").exists()


def test_unusable_stores_are_reported(command_line, small_game, tmp_path):
    before = running()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("a letter")
    (tmp_path / "file").write_text("a file")
    for store, message in [
        (str(tmp_path / "full"), "it contains something else"),
        (str(tmp_path / "file"), "it cannot be read: Not a directory"),
        ("/proc/nothing/store", "it cannot be written: "),
        ("nowhere://bucket/store", "it cannot be read: Protocol not known: nowhere"),
    ]:
        code, out, err = command_line("cluster", "solve", "--store", store, "--workers", "1")
        assert (code, out) == (1, "")
        assert f"error: --store {store}: {message}" in err
        assert running() == before
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["letter.txt"]


def test_a_missing_scheduler_is_reported(command_line, small_game, tmp_path, monkeypatch):
    monkeypatch.setattr("solver.cluster.run.CONNECT_SECONDS", 1)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen: connections are refused
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        for scheduler in (address, "nonsense://here:1"):
            code, out, err = command_line("cluster", "solve", "--store", str(tmp_path), "--scheduler", scheduler)
            assert (code, out) == (1, "")
            assert f"error: --scheduler {scheduler}: no scheduler responds there" in err


def test_a_missing_extra_is_reported_with_its_installation(command_line, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "solver.cluster.run")
    remedy = "pip install 'optimal-yatzy[cluster]'"
    message = f"error: this command needs distributed, which is not installed: {remedy}\n"
    assert command_line("cluster", "solve", "--store", str(tmp_path)) == (1, "", message)
