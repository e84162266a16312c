"""The project that the tests of this folder start from builds without a warning."""

from __future__ import annotations

from tests.material.conftest import Author


def test_the_trial_project_builds_without_a_problem(author: Author) -> None:
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    assert "<p>A first sentence.</p>" in built.page()
