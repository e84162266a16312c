"""Recorded data sets: read from their files, computed on request, and compared with a new computation."""

import json

import pandas as pd
import pytest

from solver.datasets import records
from solver.datasets.contract import DATASETS
from solver.datasets.fill import digest_of_sources, fill, record, verify
from solver.datasets.records import POINTS, outdated, path_of_record, read_record, recorded_table
from solver.errors import DatasetError


class Machine:
    """Computes a table of two rows; ``computed`` counts the calls, ``noise`` is added to its numbers."""

    def __init__(self, kind, **options):
        self.computed, self.noise, self.part = 0, 0.0, "disk, old"

        def watts(_workshop):
            """What a machine uses.

            Columns
            -------
            part (str): Of the machine.
            watts (float, W): Power.
            """
            self.computed += 1
            return pd.DataFrame({"part": ["NA", self.part], "watts": [0.1 + 0.2 + self.noise, 1e-17]})

        watts.__module__ = "solver.rules.games"
        recorded_table(kind, machine="a small one", **options)(watts)


@pytest.fixture
def machine(only_sets, monkeypatch, tmp_path):
    """Return a function that registers one recorded data set, with a separate folder of records."""
    folder = tmp_path / "solver" / "records"
    folder.mkdir(parents=True)
    monkeypatch.setattr(records, "FOLDER", folder)
    monkeypatch.setattr("solver.datasets.fill.PACKAGE", tmp_path / "solver")

    def register(kind="computed", **options):
        only_sets()
        return Machine(kind, **options)

    return register


def manifest_entry(out):
    return json.loads((out / "manifest.json").read_text())["sets"]["watts"]


def test_a_record_is_computed_once_and_then_read(machine, tmp_path):
    made = machine("measured")
    assert record("watts") == tmp_path / "solver" / "records" / "watts.csv"
    assert fill(tmp_path / "data") == ["watts"]
    assert fill(tmp_path / "data", only="watts") == ["watts"]
    assert made.computed == 1
    assert manifest_entry(tmp_path / "data")["parameters"] == {
        "machine": "a small one",
        "record": "measured on one machine; measure again with python -m solver datasets --record watts",
    }


def test_a_record_is_read_as_it_was_written(machine):
    machine()
    record("watts")
    frame = read_record("watts")
    assert frame["part"].tolist() == ["NA", "disk, old"]
    assert frame["watts"].tolist() == [0.1 + 0.2, 1e-17]


def test_another_record_makes_the_data_set_stale(machine, tmp_path):
    machine()
    record("watts")
    fill(tmp_path / "data")
    before = digest_of_sources(DATASETS["watts"])
    path = path_of_record("watts")
    path.write_text(path.read_text().replace("old", "new"))
    assert digest_of_sources(DATASETS["watts"]) != before
    assert fill(tmp_path / "data") == ["watts"]


def test_a_missing_record_is_reported(machine, tmp_path):
    machine()
    with pytest.raises(DatasetError, match=r"watts\.csv: cannot read the record .* use --record watts"):
        fill(tmp_path / "data")


def test_only_recorded_data_sets_are_recorded(machine):
    machine()
    with pytest.raises(DatasetError, match=r"--record 'volts': not a recorded data set; choose one of watts"):
        record("volts")


def test_without_records_computable_tables_are_computed(machine, tmp_path):
    made = machine()
    record("watts")
    fill(tmp_path / "data", reads_records=False)
    assert made.computed == 2
    assert "record" not in manifest_entry(tmp_path / "data")["parameters"]
    assert fill(tmp_path / "data", reads_records=False) == []
    assert fill(tmp_path / "data") == ["watts"]
    assert "computed once" in manifest_entry(tmp_path / "data")["parameters"]["record"]


@pytest.mark.parametrize(("kind", "options"), [("measured", {}), ("trained", {}), ("computed", {"stands_alone": True})])
def test_sets_that_no_run_computes_are_read_from_their_records(machine, tmp_path, kind, options):
    made = machine(kind, **options)
    record("watts")
    fill(tmp_path / "data", reads_records=False)
    assert made.computed == 1


def test_a_record_of_other_code_is_outdated_until_it_is_verified(machine, tmp_path, monkeypatch):
    machine()
    record("watts")
    assert outdated() == []
    monkeypatch.setattr(records, "digest_of_code", lambda _file: "another")
    assert outdated() == ["watts"]
    fill(tmp_path / "data")
    told = "computed by a different version of the code; check it with python -m solver datasets --verify watts"
    assert manifest_entry(tmp_path / "data")["parameters"]["record"] == told
    assert verify(["watts"]) == {"watts": 0.0}
    assert outdated() == []
    fill(tmp_path / "data")
    assert manifest_entry(tmp_path / "data")["parameters"]["record"].startswith("computed once")


def test_a_difference_within_the_tolerance_is_reported(machine):
    made = machine()
    record("watts")
    made.noise = POINTS / 2
    assert verify(["watts"])["watts"] == pytest.approx(POINTS / 2, rel=1e-3)
    assert read_record("watts")["watts"][0] == 0.1 + 0.2  # and the record stays


@pytest.mark.parametrize(
    ("change", "options", "message"),
    [
        ({"noise": 1e-6}, {}, r"watts: in row 1, watts is 0\.3\d+ in the record and 0\.300001\d* in the new run"),
        ({"noise": 1e-15}, {"tolerance": 0.0}, "watts: in row 1, watts is"),
        ({"noise": float("nan")}, {}, "watts: in row 1, watts is .* and nan in the new run"),
        ({"part": "disk, new"}, {}, "watts: in row 2, part is disk, old in the record and disk, new in the new run"),
    ],
)
def test_a_record_that_differs_is_an_error_and_stays_outdated(machine, monkeypatch, change, options, message):
    made = machine(**options)
    record("watts")
    monkeypatch.setattr(records, "digest_of_code", lambda _file: "another")
    vars(made).update(change)
    with pytest.raises(DatasetError, match=message):
        verify(["watts"])
    assert outdated() == ["watts"]


def test_only_computed_records_are_verified(machine):
    machine("trained")
    with pytest.raises(DatasetError, match=r"--verify 'watts': not a computed record"):
        verify(["watts"])


def test_comments_and_docstrings_do_not_outdate_a_record(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "PACKAGE", tmp_path / "solver")

    def digest(text):
        (tmp_path / "one.py").write_text(text)
        records.digest_of_code.cache_clear()
        return records.digest_of_code("one.py")

    plain = digest("def f():\n    return 1\n")
    assert digest('"""A module."""\n\n# What it is for.\ndef f():\n    """Return one."""\n\n    return 1\n') == plain
    assert digest("def f():\n    return 2\n") != plain
    quoted = digest('TEXT = """\n# one\n"""\n')
    assert digest('TEXT = """\n# two\n"""\n') != quoted
    records.digest_of_code.cache_clear()


def test_records_are_small_and_agree_with_the_current_code():
    """Run ``python -m solver datasets --verify outdated`` if this fails: it computes them again and compares.

    Records with their own command take hours; the page on methods lists the outdated ones.
    """
    assert [name for name in outdated() if records.is_computed_again(DATASETS[name])] == []
    computed = [path_of_record(name) for name in records.computed()]
    assert len(computed) <= 26
    assert sum(path.stat().st_size for path in computed) < 3_000_000
    assert {path.stem for path in records.FOLDER.glob("*.csv")} == set(records.recorded())
