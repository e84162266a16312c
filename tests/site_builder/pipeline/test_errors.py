"""Every error of authors is reported with its place, its code and its fix, and nothing else is."""

from __future__ import annotations

import os

import pytest

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.pipeline.refresh import refresh_data
from site_builder.problems.problem import Problem, SiteError
from tests.site_builder.conftest import Make
from tests.site_builder.errors import CASES, EDITS, problem_line, read_cases

UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"
ALL = {path: read_cases(path) for path in sorted(CASES.glob("*.txt"))}
NAMED = {case.name: case for cases in ALL.values() for case in cases}

# The error is a file that is not listed, one that no page loads, a folder or a name: there is no line to point at.
WITHOUT_LINE = {
    "a chapter that is not listed",
    "a file of a figure with the name of a chart",
    "a style sheet of no widget",
    "identifiers in widgets",
    "no settings",
    "pages with the same address",
    "templates of one's own",
    "warnings of unused material",
    "wrong entries of a bibliography",
    "wrong lists of chapters",
}


@pytest.mark.parametrize("name", NAMED)
def test_reported_problems(name: str, make_project: Make, memo: Memo) -> None:
    case, project = NAMED[name], make_project()
    case.apply(project)
    problems: tuple[Problem, ...]
    try:
        refresh_data(project)
        problems = build_files(project, memo, complete=False).problems
    except SiteError as error:
        problems = error.problems
    found = [problem_line(problem) for problem in problems]
    if UPDATE:
        case.problems = found
        for path, cases in ALL.items():
            path.write_text("\n".join(other.text for other in cases), encoding="utf-8")
    assert found == case.problems
    assert any(problem.line == 0 for problem in problems) == (name in WITHOUT_LINE)
    for problem in problems:
        if problem.line:
            lines = (project / problem.path).read_text(encoding="utf-8", errors="replace").split("\n")
            assert problem.source == lines[problem.line - 1]
            assert 1 <= problem.column <= len(problem.source) + 1
            assert problem.column + problem.length - 1 <= max(len(problem.source), problem.column)


def test_the_cases_are_complete() -> None:
    assert len(NAMED) == sum(len(cases) for cases in ALL.values())
    assert {path for case in NAMED.values() for mark, path, _ in case.changes if mark == "!"} == EDITS.keys()
