"""The project that the tests of this folder start from builds without a warning."""

from __future__ import annotations

import pytest

from tests.material.conftest import Author


def test_the_trial_project_builds_without_a_problem(author: Author) -> None:
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert "<p>A first sentence.</p>" in built.page()


@pytest.mark.parametrize("words", ["::value[towns.n]", "$\\value{towns.n}$", ":::table{data=towns}\n:::"])
def test_a_data_set_without_a_command_is_an_error(author: Author, words: str) -> None:
    author.chapter(f"\n{words}\n")
    built = author.build()
    assert (built.code, built.codes()) == (1, ["value-set" if "value" in words else "table-data"])
    assert "unknown data set 'towns'" in built.problems[0]["message"]
    assert '[data] command = "python data/NAME.py"' in built.problems[0]["suggestion"]
