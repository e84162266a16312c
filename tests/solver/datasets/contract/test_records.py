"""Recorded data sets: read from their files, computed only when asked by name."""

import pandas as pd
import pytest

from solver.datasets import contract
from solver.datasets.contract import Dataset, recorded_table
from solver.datasets.fill import digest_of_sources, fill, record
from solver.errors import DatasetError


@pytest.fixture
def watts(monkeypatch, tmp_path):
    """A recorded data set with its own registry and folder; the list tells how often it was computed."""
    computed = []
    datasets: dict[str, Dataset] = {}
    monkeypatch.setattr("solver.datasets.contract.DATASETS", datasets)
    monkeypatch.setattr("solver.datasets.fill.DATASETS", datasets)
    monkeypatch.setattr(contract, "FOLDER", tmp_path / "solver" / "records")
    monkeypatch.setattr("solver.datasets.fill.PACKAGE", tmp_path / "solver")
    monkeypatch.setattr(contract, "RECORDED", {})
    monkeypatch.setattr("solver.datasets.fill.RECORDED", contract.RECORDED)

    def watts(_workshop):
        """What a machine uses.

        Columns
        -------
        part : str
            Of the machine.
        watts : float, W
            Power.
        """
        computed.append("watts")
        return pd.DataFrame({"part": ["NA", "disk, old"], "watts": [0.1 + 0.2, 1e-17]})

    watts.__module__ = "solver.rules.games"
    recorded_table(machine="a small one")(watts)
    return datasets["watts"], computed


def test_a_record_is_computed_once_and_read_ever_after(watts, tmp_path):
    dataset, computed = watts
    assert record("watts") == tmp_path / "solver" / "records" / "watts.csv"
    assert fill(tmp_path / "data") == ["watts"]
    assert fill(tmp_path / "data", only="watts") == ["watts"]
    assert computed == ["watts"]
    assert dataset.parameters == {"machine": "a small one", "recorded": "python -m solver datasets --record watts"}


def test_a_record_is_read_as_it_was_written(watts):
    record("watts")
    frame = contract.read_record("watts")
    assert frame["part"].tolist() == ["NA", "disk, old"]
    assert frame["watts"].tolist() == [0.1 + 0.2, 1e-17]


def test_another_record_makes_the_data_set_stale(watts, tmp_path):
    dataset, _ = watts
    record("watts")
    fill(tmp_path / "data")
    before = digest_of_sources(dataset)
    path = contract.path_of_record("watts")
    path.write_text(path.read_text().replace("old", "new"))
    assert digest_of_sources(dataset) != before
    assert fill(tmp_path / "data") == ["watts"]


def test_a_missing_record_is_told(watts, tmp_path):
    with pytest.raises(DatasetError, match=r"watts\.csv: the record cannot be read .* make it with --record watts"):
        fill(tmp_path / "data")


def test_only_recorded_data_sets_are_recorded(watts):
    with pytest.raises(DatasetError, match=r"--record 'volts': that is no recorded data set; choose one of watts"):
        record("volts")
