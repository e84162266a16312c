"""Machine code of former versions: what is out of use is deleted, what may be in use stays."""

import hashlib
import importlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solver.kernels import compile
from solver.kernels.compile import machine_code_folder
from solver.play.distribution import score_distribution
from solver.store.results import FEW_VERSIONS, VERSION_SECONDS, delete_machine_code
from tests.solver.walks import best_walk


def make(parent, letter, seconds_ago):
    """A folder of a former version that was last used so long ago."""
    folder = parent / f"kernels-{letter * 16}"
    (folder / "package").mkdir(parents=True)
    (folder / "package" / "kernel.nbc").write_bytes(b"machine code")
    os.utime(folder, (time.time() - seconds_ago,) * 2)
    return folder


@pytest.fixture
def former(tmp_path):
    """Some more than a few, each used later than the next, all long ago; and something else."""
    (tmp_path / "kernels-of-somebody-else").mkdir()
    return [make(tmp_path, letter, VERSION_SECONDS * (2 + place)) for place, letter in enumerate("abcdef")]


def test_a_new_version_deletes_outdated_machine_code(tmp_path, former):
    delete_machine_code(tmp_path / ("kernels-" + 16 * "0"))
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"kernels-of-somebody-else", *(folder.name for folder in former[:FEW_VERSIONS])}


def test_recently_used_machine_code_stays(tmp_path):
    young = [make(tmp_path, letter, 60) for letter in "0123456789"]
    delete_machine_code(tmp_path / ("kernels-" + 16 * "f"))
    assert all(folder.exists() for folder in young)


def test_concurrent_deletion_is_no_error(tmp_path, former, monkeypatch):
    """Another process deletes each folder just before this one does."""
    rename = Path.rename

    def race(folder, target):
        shutil.rmtree(folder)
        return rename(folder, target)

    monkeypatch.setattr(Path, "rename", race)
    delete_machine_code(tmp_path / ("kernels-" + 16 * "0"))
    assert not any(folder.exists() for folder in former[FEW_VERSIONS:])


def test_the_current_version_is_never_deleted(tmp_path, former):
    delete_machine_code(former[-1])
    assert former[-1].exists()
    assert not former[-2].exists()


def test_files_of_an_interrupted_process_are_deleted_later(tmp_path, former):
    doomed = former[-1].rename(tmp_path / f"{former[-1].name}.0123abcd.deleted")
    delete_machine_code(tmp_path / ("kernels-" + 16 * "0"))
    assert not doomed.exists()


def test_loading_kernels_marks_their_folder_as_used(monkeypatch, tmp_path):
    monkeypatch.setattr("solver.kernels.compile.config.CACHE_DIR", str(tmp_path))
    folder = machine_code_folder()
    folder.mkdir()
    os.utime(folder, (1, 1))
    try:
        importlib.reload(compile)
        assert folder.stat().st_mtime > 1
    finally:
        monkeypatch.undo()
        importlib.reload(compile)


def test_the_folder_depends_on_the_sources_and_is_set_for_numba(monkeypatch, tmp_path):
    monkeypatch.setattr("solver.kernels.compile.config.CACHE_DIR", str(tmp_path))
    assert machine_code_folder().parent == tmp_path
    assert machine_code_folder().name == compile.MACHINE_CODE.name


COMPILED = """
from solver.kernels.compile import watched_compiling
from solver.play.distribution import score_distribution
from tests.solver.walks import best_walk

compiled = []
with watched_compiling(lambda: compiled.append(1), lambda: None):
    score_distribution(best_walk("one reroll"))
print(len(compiled))
"""


def run(script, **environment):
    """Run a script in a process; return what it prints."""
    done = subprocess.run([sys.executable, "-c", script], env=os.environ | environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_second_process_compiles_no_kernel():
    """Not even those whose rules are compiled functions, which numba by itself does not find again."""
    score_distribution(best_walk("one reroll"))
    assert run(COMPILED) == "0\n"


TWO_KERNELS = """
import numpy as np
from solver.game.dice import keep_lattice
from solver.kernels.turn import max_sweep, mean_sweep

lattice = keep_lattice(2)
values = np.arange(16.0 * lattice.n_keeps).reshape(-1, 16)
mean_sweep(lattice.extensions_of_keep, values)
max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
print(values.tolist())
"""


def test_damaged_machine_code_is_compiled_again(tmp_path):
    environment = {"NUMBA_CACHE_DIR": str(tmp_path / "numba"), "XDG_CACHE_HOME": str(tmp_path)}
    values = run(TWO_KERNELS, **environment)
    files = sorted(path for path in tmp_path.rglob("*.nb*") if path.is_file())
    sound = {path: path.read_bytes() for path in files}
    assert {path.suffix for path in files} == {".nbi", ".nbc"}
    for turn, (path, content) in enumerate(sound.items()):
        place = turn * len(content) // len(files)
        flipped = content[:place] + bytes([content[place] ^ 1 << turn % 8]) + content[place + 1 :]
        path.write_bytes([flipped, flipped, content[:place], b""][turn % 4])
    assert run(TWO_KERNELS, **environment) == values
    for path, content in sound.items():
        stored = path.read_bytes()
        assert stored[-32:] == hashlib.sha256(stored[:-32]).digest(), path
        assert len(stored) > len(content) / 2
