import json
import os
import threading
import time
from dataclasses import replace
from functools import partial

import pandas as pd
import pyarrow as pa
import pytest

from solver import __version__
from solver.datasets.contract import (
    DATASETS,
    WAITING,
    Clock,
    Content,
    Dataset,
    Span,
    Workshop,
    critical_chain,
    read_schema,
    table,
    table_file,
)
from solver.datasets.fill import Event, fill
from solver.errors import DatasetError
from solver.rules.games import find_ruleset


@pytest.fixture
def made(only_sets):
    """Three small data sets instead of the real ones; the list records which were computed, in order."""
    made = []

    def dataset(name):
        def make(_workshop):
            made.append(name)
            return Content(name.encode(), 1)

        return Dataset(name, f"{name}.bin", "asset", f"The set {name}.", (), make, "solver.rules.games")

    only_sets(map(dataset, ("first", "second", "third")))
    return made


def manifest(out):
    return json.loads((out / "manifest.json").read_text())


def test_every_set_is_computed_once(made, tmp_path):
    assert fill(tmp_path, n_workers=1) == ["first", "second", "third"]
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert fill(tmp_path) == []
    assert made == ["first", "second", "third"]
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == before
    assert set(before) == {"first.bin", "second.bin", "third.bin", "manifest.json"}


@pytest.mark.parametrize("damage", [lambda path: path.unlink(), lambda path: path.write_bytes(b"changed")])
def test_a_missing_or_changed_file_is_computed_again(made, tmp_path, damage):
    fill(tmp_path)
    damage(tmp_path / "second.bin")
    assert fill(tmp_path) == ["second"]
    assert (tmp_path / "second.bin").read_bytes() == b"second"


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.unlink(),
        lambda path: path.write_text("{"),
        lambda path: path.write_text("[]"),
        lambda path: path.write_text(json.dumps(json.loads(path.read_text()) | {"sets": ["first"]})),
        lambda path: path.write_text(json.dumps(json.loads(path.read_text()) | {"sets": {"first": []}})),
        lambda path: path.write_text(path.read_text().replace('"schema_version": 1', '"schema_version": 0')),
        lambda path: path.write_text(path.read_text().replace('"sources": "', '"sources": "0')),
    ],
    ids=["missing", "half", "foreign", "a list of sets", "an empty entry", "other schema", "other sources"],
)
def test_an_incompatible_manifest_makes_every_set_stale(made, tmp_path, damage):
    fill(tmp_path)
    damage(tmp_path / "manifest.json")
    assert fill(tmp_path) == ["first", "second", "third"]


def test_only_one(made, tmp_path):
    fill(tmp_path)
    assert fill(tmp_path, only="second") == ["second"]
    assert made[3:] == ["second"]
    assert list(manifest(tmp_path)["sets"]) == ["first", "second", "third"]


def test_one_set_from_changed_sources_drops_the_others(made, tmp_path, monkeypatch):
    fill(tmp_path)
    monkeypatch.setattr("solver.datasets.fill.sources_of_module", lambda _module: {"solver/rules/games.py": "0"})
    fill(tmp_path, only="second")
    assert list(manifest(tmp_path)["sets"]) == ["second"]
    assert fill(tmp_path) == ["first", "third"]
    assert list(manifest(tmp_path)["sets"]) == ["first", "second", "third"]


def test_sources_without_data_sets_change_only_the_manifest(made, tmp_path, monkeypatch):
    """The site builder requests data whenever an input differs; it must not do so again and again."""
    fill(tmp_path, n_workers=1)
    monkeypatch.setattr("solver.datasets.fill.source_digests", lambda: {"solver/cli/main.py": "0"})
    assert fill(tmp_path) == []
    assert made == ["first", "second", "third"]
    assert manifest(tmp_path)["inputs"] == [{"path": "solver/cli/main.py", "sha256": "0"}]


def test_an_interrupted_run_keeps_finished_sets(made, tmp_path):
    def interrupt(event):
        if event.name == "second":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill(tmp_path, progress=interrupt, n_workers=1)
    assert list(manifest(tmp_path)["sets"]) == ["first"]
    assert manifest(tmp_path)["missing"] == ["second", "third"]
    assert {path.name for path in tmp_path.iterdir()} == {"first.bin", "manifest.json"}
    assert fill(tmp_path) == ["second", "third"]
    assert manifest(tmp_path)["missing"] == []


def test_the_manifest_is_correct_from_the_beginning(made, tmp_path, monkeypatch):
    """Sets outdated by changed sources are dropped before any is computed: others read the manifest meanwhile."""
    fill(tmp_path)
    monkeypatch.setattr("solver.datasets.fill.sources_of_module", lambda _module: {"solver/rules/games.py": "0"})
    told = []
    fill(tmp_path, progress=lambda event: told.append((manifest(tmp_path), event)), n_workers=1)
    assert [(list(listed["sets"]), listed["missing"]) for listed, event in told if event.seconds is None] == [
        ([], ["first", "second", "third"]), (["first"], ["second", "third"]), (["first", "second"], ["third"]),
    ]  # fmt: skip


def test_two_sets_are_computed_at_a_time(made, tmp_path):
    """Each of the first two ends only when both have started."""
    both = threading.Barrier(2, timeout=60)
    for dataset in list(DATASETS.values()):
        make = both_begun(both, dataset.make) if dataset.name != "third" else dataset.make
        DATASETS[dataset.name] = replace(dataset, make=make)
    assert fill(tmp_path) == ["first", "second", "third"]
    assert sorted(made) == ["first", "second", "third"]
    assert list(manifest(tmp_path)["sets"]) == ["first", "second", "third"]


def both_begun(both, make):
    def wait(workshop):
        both.wait()
        return make(workshop)

    return wait


def test_results_used_only_by_finished_sets_are_dropped(made, tmp_path, only_sets):
    held = {}

    def shared(_workshop):
        return "large"

    shared.__module__ = "solver.rules.games"
    modules = {"first": "solver.rules.games", "second": "solver.rules.games", "third": "solver.errors"}

    def dataset(name):
        def make(workshop):
            held[name] = shared in workshop.made
            if name == "first":
                workshop.once(shared)
            return Content(name.encode(), 1)

        return Dataset(name, f"{name}.bin", "asset", f"The set {name}.", (), make, modules[name])

    only_sets(map(dataset, modules))
    fill(tmp_path, n_workers=1)
    assert held == {"first": False, "second": True, "third": False}


@pytest.mark.parametrize("name", ["first", "second"])
def test_errors_in_either_thread_are_raised(made, tmp_path, name):
    """The one that fails waits for the other to be begun; nothing is listed that was not made."""
    both = threading.Barrier(2, timeout=60)

    def fail(_workshop):
        raise DatasetError("it cannot be made")

    for one in ("first", "second"):
        make = both_begun(both, fail if one == name else DATASETS[one].make)
        DATASETS[one] = replace(DATASETS[one], make=make)
    with pytest.raises(DatasetError, match="it cannot be made"):
        fill(tmp_path)
    assert name not in (manifest(tmp_path)["sets"] if (tmp_path / "manifest.json").exists() else {})


def test_an_interrupted_write_leaves_the_old_set(made, tmp_path, monkeypatch):
    fill(tmp_path)

    def interrupt(_descriptor):
        raise KeyboardInterrupt

    with monkeypatch.context() as broken:
        broken.setattr("os.fsync", interrupt)
        with pytest.raises(KeyboardInterrupt):
            fill(tmp_path, only="second")
    assert fill(tmp_path) == []
    assert {path.name for path in tmp_path.iterdir()} == {"first.bin", "second.bin", "third.bin", "manifest.json"}


def test_leftovers_of_killed_runs_are_deleted(made, tmp_path):
    leftover = tmp_path / ".first.bin.1-aa.part"
    leftover.write_bytes(b"half")
    os.utime(leftover, (0, 0))
    fill(tmp_path)
    assert not leftover.exists()


def test_unknown_names_are_rejected(made, tmp_path):
    with pytest.raises(DatasetError, match="--only 'fourth': unknown data set; choose one of first, second"):
        fill(tmp_path, only="fourth")
    assert not list(tmp_path.iterdir())


def test_progress_reports_started_and_finished_sets(made, tmp_path):
    told: list[Event] = []
    fill(tmp_path, progress=told.append, n_workers=1)
    assert [(event.name, event.seconds is None, event.done, event.total) for event in told] == [
        ("first", True, 0, 3), ("first", False, 1, 3), ("second", True, 1, 3), ("second", False, 2, 3),
        ("third", True, 2, 3), ("third", False, 3, 3),
    ]  # fmt: skip


def test_the_clock_counts_sets_and_the_steps_that_they_share(made, tmp_path):
    def shared(_workshop):
        time.sleep(0.02)
        return 1

    for name in ("first", "second"):
        make = DATASETS[name].make
        slow = partial(lambda make, workshop: workshop.once(shared) and make(workshop), make)
        DATASETS[name] = replace(DATASETS[name], make=slow)
    clock = Clock()
    fill(tmp_path, clock=clock, n_workers=1)
    assert clock.longest_first[0][0] == "shared (scandinavian)"
    assert clock.seconds["shared (scandinavian)"] >= 0.02
    assert {"first", "second", "third"} <= set(clock.seconds)
    assert clock.seconds["first"] < 0.02


def test_the_manifest_lists_the_existing_files(made, tmp_path):
    fill(tmp_path)
    told = manifest(tmp_path)
    assert (told["schema_version"], told["generator"], told["version"]) == (1, "python -m solver datasets", __version__)
    assert "solver/kernels/turn.py" in {row["path"] for row in told["inputs"]}
    assert told["sets"]["first"] == {
        "file": "first.bin",
        "kind": "asset",
        "ruleset": "scandinavian",
        "description": "The set first.",
        "rows": 1,
        "columns": [],
        "parameters": {},
        "sha256": "a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e",
        "bytes": 5,
        "sources": told["sets"]["second"]["sources"],
        "made_by": "solver/rules/games.py",
    }


DOCSTRING = """Say what a row is; one row per
    thing.

    More about it.

    Columns
    -------
    thing (str): Its name.
    height (float, metres): How high it is, from the ground.
    standing (bool): Whether it stands.
    """


def test_the_docstring_is_the_schema():
    description, columns = read_schema(DOCSTRING)
    assert description == "Say what a row is; one row per thing."
    assert [(column.name, str(column.type), column.unit) for column in columns] == [
        ("thing", "string", ""),
        ("height", "double", "metres"),
        ("standing", "bool", ""),
    ]
    assert columns[1].description == "How high it is, from the ground."


def test_an_unreadable_schema_is_rejected():
    with pytest.raises(DatasetError, match=r"'height = float.*' is not 'name \(type, unit\): description'"):
        read_schema("What.\n\nColumns\n-------\nheight = float\n    High.\n")


def test_tables_become_arrow_files():
    _, columns = read_schema(DOCSTRING)
    frame = pd.DataFrame({"thing": ["tree", "post"], "height": [2, 1.5], "standing": [True, False]})
    content = table_file("things", frame, columns)
    table = pa.ipc.open_file(pa.BufferReader(content)).read_all()
    assert table.to_pydict() == {"thing": ["tree", "post"], "height": [2.0, 1.5], "standing": [True, False]}
    assert table.schema.field("height").metadata == {b"unit": b"metres"}
    assert content == table_file("things", frame.copy(), columns)


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        ({"thing": ["tree"], "height": [1.0]}, "things has the columns"),
        ({"height": [1.0], "thing": ["tree"], "standing": [True]}, "things has the columns"),
        ({"thing": ["tree"], "height": ["high"], "standing": [True]}, "things does not match its schema"),
        ({"thing": ["tree"], "height": [None], "standing": [True]}, "things does not match its schema"),
    ],
    ids=["a column short", "another order", "another type", "a missing value"],
)
def test_tables_that_differ_from_their_schema_are_rejected(frame, message):
    _, columns = read_schema(DOCSTRING)
    with pytest.raises(DatasetError, match=message):
        table_file("things", pd.DataFrame(frame), columns)


def test_tables_are_registered_with_their_schema(only_sets):
    def things(_workshop):
        return pd.DataFrame({"thing": ["tree"], "height": [2.0], "standing": [True]})

    things.__doc__ = DOCSTRING
    only_sets()
    table(size=2)(things)
    registered = DATASETS["things"]
    assert (registered.file, registered.kind, registered.parameters) == ("things.arrow", "table", {"size": 2})
    assert [column.name for column in registered.columns] == ["thing", "height", "standing"]
    assert registered.make(Workshop(find_ruleset())).rows == 1


def test_the_chain_of_a_run_follows_waits_to_the_thread_that_was_awaited():
    first, second = 1, 2
    spans = [
        Span(first, "early", 0.0, 1.0),
        Span(second, "other", 0.0, 2.0),
        Span(second, "shared", 2.0, 5.0),
        Span(first, WAITING, 1.0, 5.0),
        Span(second, "side", 5.0, 6.0),
        Span(first, "late", 5.0, 6.5),
        Span(first, WAITING, 6.5, 6.5),
        Span(first, WAITING, 6.5, 6.5 + 2**-12),
        Span(first, "later", 6.5 + 2**-12, 8.0),
    ]
    chain = [("other", 2.0), ("shared", 3.0), ("late", 1.5), (WAITING, 2**-12), ("later", 1.5 - 2**-12)]
    assert critical_chain(spans) == chain
    assert critical_chain([]) == []
