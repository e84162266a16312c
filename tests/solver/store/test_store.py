import os
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.errors import StoreError
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.rules.ruleset import Category
from solver.solving.solution import find_solution
from solver.store import results
from solver.store.results import Result, cache_folder, decode, encode, recall, write_atomically
from tests.solver.games import GAMES, TINY, ruleset

RESULT = Result(
    {"whole": np.arange(12, dtype=np.int32).reshape(3, 4), "part": np.array([0.5, np.nan])}, {"seconds": 1.5}
)


def never():
    raise AssertionError("computed although it was kept")


def remember(name="numbers", parameters=None, fresh=False, compute=lambda: RESULT):
    return recall(name, parameters or {"size": 12}, compute, fresh)


def kept_file(cache):
    (path,) = cache.glob("*.result")
    return path


def test_stored_results_are_read_unchanged(cache):
    _, was_kept = remember()
    assert not was_kept
    result, was_kept = remember(compute=never)
    assert was_kept
    assert result.facts == RESULT.facts
    for name, array in RESULT.arrays.items():
        np.testing.assert_array_equal(result.arrays[name], array)
        assert result.arrays[name].dtype == array.dtype
    assert not list(cache.glob(".*"))


@pytest.mark.parametrize(
    "change",
    [
        lambda monkeypatch: {"parameters": {"size": 13}},
        lambda monkeypatch: {"name": "others"},
        lambda monkeypatch: {"fresh": True},
        lambda monkeypatch: (
            monkeypatch.setattr(results, "sources_of_module", lambda _: {"solver/rules/games.py": "0"}) or {}
        ),
        lambda monkeypatch: monkeypatch.setattr(results, "version", lambda library: "9") or {},
    ],
    ids=["parameters", "name", "fresh", "source", "library versions"],
)
def test_other_content_is_computed_again(cache, monkeypatch, change):
    remember()
    _, was_kept = remember(**change(monkeypatch))
    assert not was_kept


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content[:-1],
        lambda content: content[: len(content) // 2],
        lambda content: b"",
        lambda content: content[:-5] + bytes([content[-5] ^ 1]) + content[-4:],
        lambda content: content.replace(b'"seconds": 1.5', b'"seconds": 2.5'),
        lambda content: b"something else entirely",
    ],
    ids=["one byte short", "half", "empty", "one bit", "its facts", "foreign"],
)
def test_damaged_files_are_reported_and_replaced(cache, caplog, damage):
    remember()
    path = kept_file(cache)
    path.write_bytes(damage(path.read_bytes()))
    result, was_kept = remember()
    assert not was_kept
    assert result is RESULT
    assert "damaged, its checksum does not match" in caplog.text
    assert str(path) in caplog.text
    assert remember(compute=never)[1]


def test_a_file_of_another_result_is_reported_and_replaced(cache, caplog):
    remember(parameters={"size": 1})
    foreign = kept_file(cache).read_bytes()
    kept_file(cache).unlink()
    remember()
    kept_file(cache).write_bytes(foreign)
    assert not remember()[1]
    assert "has another format or key" in caplog.text
    assert remember(compute=never)[1]


@pytest.mark.parametrize(
    "body",
    [b"", b"no header", b"[1]\n", b'{"format": "optimal-yatzy result 2"}\n', b"[" * 100_000, "short"],
    ids=["empty", "foreign", "a list", "no key", "nested", "short of data"],
)
def test_files_without_a_readable_result_are_reported_and_replaced(cache, caplog, body):
    """The checksum is right, but the file contains no readable result."""
    remember()
    if body == "short":
        body = kept_file(cache).read_bytes().partition(b"\n")[2][: -results.ALIGNMENT]
    kept_file(cache).write_bytes(b"\n".join([results.sha256(body).encode(), body]))
    assert not remember()[1]
    assert "its header is invalid" in caplog.text
    assert remember(compute=never)[1]


def test_decode_rejects_other_formats():
    key = {"name": "numbers"}
    content = b"".join(encode(RESULT, key))
    assert decode(memoryview(content), key).facts == RESULT.facts
    _, _, body = content.partition(b"\n")
    other = body.replace(results.FORMAT.encode(), results.FORMAT.replace("result", "RESULT").encode())
    with pytest.raises(StoreError, match="another format or key"):
        decode(memoryview(b"\n".join([results.sha256(other).encode(), other])), key)


def test_arrays_are_mapped_read_only_and_aligned(cache):
    """Kernels are compiled for aligned arrays; the arrays of a stored file follow one another in it."""
    bytes_first = Result({"odd": np.arange(3, dtype=np.uint8), "even": np.arange(5.0), "none": np.empty((0, 2))}, {})
    remember(compute=lambda: bytes_first)
    arrays = remember(compute=never)[0].arrays
    for name, array in bytes_first.arrays.items():
        np.testing.assert_array_equal(arrays[name], array)
        assert arrays[name].flags.aligned
        assert not arrays[name].flags.writeable


def test_large_results_are_mapped_once_stored(cache, monkeypatch):
    monkeypatch.setattr(results, "LARGE_RESULT", sum(array.nbytes for array in RESULT.arrays.values()))
    found, was_kept = remember()
    assert not was_kept
    for name, array in RESULT.arrays.items():
        np.testing.assert_array_equal(found.arrays[name], array)
        assert not found.arrays[name].flags.writeable
    monkeypatch.setattr(results, "LARGE_RESULT", results.LARGE_RESULT + 1)
    assert remember(fresh=True)[0] is RESULT


def test_an_unwritable_folder_is_reported(cache, caplog):
    cache.parent.mkdir(exist_ok=True)
    cache.write_text("a file where the folder should be")
    result, was_kept = remember()
    assert not was_kept
    assert result is RESULT
    assert "set YATZY_CACHE_DIR to another folder" in caplog.text


def test_an_unreadable_folder_is_reported(monkeypatch, caplog):
    monkeypatch.setenv("YATZY_CACHE_DIR", "/tmp/" + "a" * 5000)
    assert remember()[0] is RESULT
    assert "File name too long" in caplog.text


@pytest.mark.parametrize("broken", ["fsync", "replace"])
def test_an_interrupted_writer_leaves_the_old_file(tmp_path, monkeypatch, broken):
    path = tmp_path / "file"
    write_atomically(path, b"old")

    def interrupt(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(os if broken == "fsync" else Path, broken, interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_concurrent_writers_leave_one_complete_file(tmp_path):
    path = tmp_path / "file"
    contents = [bytes([letter]) * 300_000 for letter in b"abcdefgh"]
    seen, stop = set(), threading.Event()

    def read():
        while not stop.is_set():
            if path.exists():
                seen.add(path.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    with ThreadPoolExecutor(8) as pool:
        writers = [pool.submit(write_atomically, path, content) for content in contents * 5]
    assert all(writer.exception() is None for writer in writers)
    stop.set()
    reader.join()
    assert seen | {path.read_bytes()} <= set(contents)
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_the_least_recently_used_results_are_evicted(cache, monkeypatch):
    remember(parameters={"size": 0})
    monkeypatch.setattr(results, "LARGEST_CACHE", 3 * kept_file(cache).stat().st_size + 50)
    for size in range(3):
        remember(parameters={"size": size})
        os.utime(max(cache.glob("*.result"), key=lambda path: path.stat().st_mtime_ns), (size + 1, size + 1))
    assert remember(parameters={"size": 0}, compute=never)[1]  # used again, so size 1 is the oldest now
    remember(parameters={"size": 3})
    assert len(list(cache.glob("*.result"))) == 3
    for size in (0, 2, 3):
        assert remember(parameters={"size": size}, compute=never)[1]


def test_leftovers_of_killed_writers_are_deleted(cache):
    cache.mkdir(parents=True)
    old, young = cache / ".numbers.result.1-aa.part", cache / ".numbers.result.2-bb.part"
    old.write_bytes(b"half")
    young.write_bytes(b"half")
    os.utime(old, (time.time() - 2 * results.LEFTOVER_SECONDS,) * 2)
    remember()
    assert not old.exists()
    assert young.exists()


def test_files_of_killed_writers_are_deleted(cache):
    cache.mkdir(parents=True)
    old = cache / ".numbers.result.1-aa.part"
    old.write_bytes(b"half")
    os.utime(old, (time.time() - 2 * results.LEFTOVER_SECONDS,) * 2)
    results.check_space(1)
    assert not old.exists()


def test_results_are_marked_as_used_without_being_read(cache):
    remember()
    os.utime(kept_file(cache), (1, 1))
    results.mark_used("numbers", {"size": 12}, __name__)
    assert kept_file(cache).stat().st_mtime > 1
    results.mark_used("numbers", {"size": 13}, __name__)  # no result is stored, so nothing happens
    assert len(list(cache.glob("*"))) == 1


@pytest.mark.parametrize(
    ("platform", "variables", "folder"),
    [
        ("linux", {"YATZY_CACHE_DIR": "/chosen"}, "/chosen"),
        ("linux", {"XDG_CACHE_HOME": "/xdg"}, "/xdg/optimal-yatzy"),
        ("linux", {}, "/home/.cache/optimal-yatzy"),
        ("darwin", {}, "/home/Library/Caches/optimal-yatzy"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/optimal-yatzy"),
    ],
)
def test_cache_folder(monkeypatch, platform, variables, folder):
    for name in ("YATZY_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "home", lambda: Path("/home"))
    assert cache_folder() == Path(folder)


def test_solutions_are_stored_with_their_times(cache):
    first, was_kept = find_solution(TINY)
    assert not was_kept
    second, was_kept = find_solution(TINY)
    assert was_kept
    assert second.solve_seconds == first.solve_seconds > 0
    np.testing.assert_array_equal(first.value_of_state, second.value_of_state)


def test_other_options_have_other_solutions(cache):
    rules = [find_ruleset("scandinavian", {"bonus": bonus, "in_order": "true"}) for bonus in ("50", "0")]
    values = [find_solution(one)[0].start_value for one in rules]
    assert values[0] > values[1]
    assert len(list(cache.glob("values-*.result"))) == 2


def test_games_of_one_name_but_other_rules_do_not_mix(cache):
    """The small games all share the name ``tiny`` and have no options."""
    for name in ("bonus out of reach", "bonus for nothing", "one reroll"):
        found, was_kept = find_solution(ruleset(GAMES[name]))
        assert not was_kept
        assert found.start_value == pytest.approx(float(GAMES[name].value()))
    assert len(list(cache.glob("values-*.result"))) == 3


@pytest.mark.parametrize(
    "change",
    [
        {"n_dice": 3},
        {"n_rerolls": 1},
        {"bonus": 8},
        {"threshold": 5},
        {"categories": TINY.categories[::-1]},
        {"categories": (Category("ones", lambda roll: 0, is_upper=True), *TINY.categories[1:])},
        {"categories": (Category("ones", TINY.categories[0].points), *TINY.categories[1:])},
    ],
    ids=["dice", "rerolls", "bonus", "threshold", "order", "points", "section"],
)
def test_every_option_that_changes_values_changes_the_identity(change):
    assert Game(replace(TINY, **change)).identity != Game(TINY).identity
