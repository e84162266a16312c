"""The commands that make data sets and measure."""

import errno
import json
from pathlib import Path

import pytest

from solver.datasets.contract import Content, Dataset
from solver.rules.games import find_ruleset
from solver.studies.bench import Bench


@pytest.fixture
def command(command_line, cache):
    """The command line with an empty cache folder."""
    return command_line


@pytest.fixture
def one_set(only_sets):
    """One small data set, called counter, instead of the real ones."""
    made = Dataset(
        "counter", "counter.bin", "asset", "A number.", (), lambda _workshop: Content(b"1", 1), "solver.rules.games"
    )
    only_sets([made])


def test_datasets(command, one_set, tmp_path):
    arguments = "datasets", "--out", str(tmp_path / "data"), "--json"
    assert json.loads(command(*arguments)[1]) == {"out": str(tmp_path / "data"), "made": ["counter"]}
    assert json.loads(command(*arguments)[1])["made"] == []


def test_a_folder_that_is_a_file_is_reported(command, one_set, tmp_path):
    (tmp_path / "taken").write_text("")
    code, out, err = command("datasets", "--out", str(tmp_path / "taken"))
    assert (code, out, err) == (1, "", f"error: File exists: {tmp_path / 'taken'}\n")


def test_a_full_disk_is_reported(command, one_set, tmp_path, monkeypatch):
    def no_room(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", no_room)
    out_folder = tmp_path / "data"
    code, out, err = command("datasets", "--out", str(out_folder))
    assert (code, out, err) == (1, "", f"error: No space left on device: {out_folder / 'manifest.json'}\n")
    assert not list(out_folder.iterdir())


def bench(total_seconds):
    return Bench(find_ruleset(), 1.0, total_seconds, 0.01, (0.1, 0.2), 1_000_000, 5e9, 2e10, 1.2 * total_seconds)


@pytest.fixture
def measured(monkeypatch):
    """Stand in for the measurement; return a function that sets what it finds."""

    def measure(total_seconds):
        monkeypatch.setattr("solver.studies.bench.measure", lambda *_arguments: bench(total_seconds))

    return measure


def test_bench_saves_and_compares(command, measured, tmp_path):
    saved = str(tmp_path / "bench.json")
    measured(1.0)
    assert command("bench", "--save", saved)[0] == 0
    measured(1.14)
    code, out, _ = command("bench", "--against", saved, "--json")
    assert code == 0
    assert json.loads(out)["slowdown"] == pytest.approx(0.14)
    measured(1.16)
    before = Path(saved).read_bytes()
    code, out, err = command("bench", "--against", saved, "--save", saved)
    assert (code, out) == (1, "")
    assert "16% slower than" in err
    assert Path(saved).read_bytes() == before  # else the next run would pass
    measured(0.5)
    assert "50% faster than the saved run" in command("bench", "--against", saved)[1]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"machine": "a tin can"}, "measured on a tin can, but this is"),
        ({"ruleset": {"name": "maxi", "options": {}}}, "measured with other rules"),
        ({"total_seconds": 0}, "not a file written by 'bench --save'"),
        ({"total_seconds": "soon"}, "not a file written by 'bench --save'"),
    ],
)
def test_bench_rejects_measurements_that_are_not_comparable(command, measured, tmp_path, change, message):
    path = tmp_path / "bench.json"
    measured(1.0)
    command("bench", "--save", str(path))
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    code, out, err = command("bench", "--against", str(path))
    assert (code, out) == (1, "")
    assert message in err


@pytest.mark.parametrize("content", ["", "[]", "{}", "[" * 100_000])
def test_bench_rejects_other_files(command, measured, tmp_path, content):
    path = tmp_path / "bench.json"
    path.write_text(content)
    measured(1.0)
    code, out, err = command("bench", "--against", str(path))
    assert (code, out) == (1, "")
    assert "not a file written by 'bench --save'" in err
