"""Mistakes of authors, a row each: what is changed in the base project, and all that they are told of it.

The rows lie in ``fixtures/mistakes``, by room. A row begins with ``#`` and its number and name; then come the changes:

``+ path``        the lines that follow, put behind the title of a chapter, or before the first line of another file
``> path``        the lines that follow, as the whole file
``~ path: a => b`` one text in place of another
``- path``        no such file
``! name``        a change that is made in Python, below

and at last, behind ``=``, each problem on a line: ``path:line:column: message | suggestion``. UPDATE_GOLDEN=1 writes
them. Nothing besides these lines may be said: what follows from another mistake is held back behind it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.pipeline.refresh import refresh_data
from site_builder.problems.problem import Problem, SiteError
from tests.site_builder.conftest import Make
from tests.site_builder.pipeline.changes import CHANGES

ROWS = Path(__file__).parents[1] / "fixtures" / "mistakes"
UPDATE = os.environ.get("UPDATE_GOLDEN") == "1"
REPLACED = re.compile(r"(?P<path>\S+): (?P<old>.*) => (?P<new>.*)")
CHANGE = re.compile(r"[+>-] [\w/-]+\.\w+|~ [\w/.-]+: .* => .*|! [\w -]+")
TITLE = re.compile(r"# .*\n\n?")


@dataclass
class Row:
    """One mistake: its name, its changes as (mark, path, lines), and the lines that are told."""

    name: str
    changes: list[tuple[str, str, list[str]]] = field(default_factory=list)
    told: list[str] = field(default_factory=list)


def rows_of(path: Path) -> Iterator[Row]:
    """Yield the rows of a file."""
    row: Row | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if re.match(r"# \d", line):
            if row is not None:
                yield trimmed(row)
            row = Row(line.removeprefix("# "))
        elif row is not None and line.startswith("= "):
            row.told.append(line.removeprefix("= "))
        elif row is not None and CHANGE.fullmatch(line):
            row.changes.append((line[0], line[2:], []))
        elif row is not None and row.changes:
            row.changes[-1][2].append(line)
    if row is not None:
        yield trimmed(row)


def trimmed(row: Row) -> Row:
    """Return a row without the empty lines behind its changes."""
    for _, _, lines in row.changes:
        while lines and not lines[-1]:
            lines.pop()
    return row


def written(row: Row) -> str:
    """Return a row as its file has it."""
    changes = "".join(
        f"{mark} {path}\n{''.join(f'{line}{chr(10)}' for line in lines)}" for mark, path, lines in row.changes
    )
    return f"# {row.name}\n{changes}{''.join(f'= {line}{chr(10)}' for line in row.told)}"


def change(project: Path, mark: str, path: str, lines: list[str]) -> None:
    """Make one change of a row."""
    text = "\n".join(lines).strip("\n") + "\n"
    if mark == "~":
        match = REPLACED.fullmatch(path)
        assert match is not None, path
        file = project / match["path"]
        old, new = (match[part].replace("\\n", "\n") for part in ("old", "new"))
        before = file.read_text(encoding="utf-8")
        assert old in before, path
        file.write_text(before.replace(old, new, 1), encoding="utf-8")
    elif mark == "!":
        CHANGES[path](project)
    elif mark == "-":
        (project / path).unlink()
    else:
        file = project / path
        file.parent.mkdir(parents=True, exist_ok=True)
        before = file.read_text(encoding="utf-8") if mark == "+" else ""
        title = TITLE.match(before) if path.endswith(".md") else None
        end = title.end() if title else 0
        file.write_text(f"{before[:end]}{text}\n{before[end:]}" if mark == "+" else text, encoding="utf-8")


def told(problem: Problem) -> str:
    """Return a problem in one line."""
    place = f"{problem.path}:{problem.line}:{problem.column}" if problem.line else problem.path
    label = "warning: " if problem.severity == "warning" else ""
    message = re.sub(r"\s*\n\s*", " / ", problem.message)
    return f"{place}: {label}{message}" + (f" | {problem.suggestion}" if problem.suggestion else "")


ALL = [(path.stem, row) for path in sorted(ROWS.glob("*.txt")) for row in rows_of(path)]


@pytest.mark.parametrize(("room", "row"), [pytest.param(room, row, id=row.name) for room, row in ALL])
def test_what_is_told(room: str, row: Row, make_project: Make, memo: Memo) -> None:
    project = make_project()
    for mark, path, lines in row.changes:
        change(project, mark, path, lines)
    problems: tuple[Problem, ...]
    try:
        refresh_data(project)
        problems = build_files(project, memo, complete=False).problems
    except SiteError as error:
        problems = error.problems
    found = [told(problem) for problem in problems]
    if UPDATE:
        row.told = found
        (ROWS / f"{room}.txt").write_text(
            "\n".join(written(other) for own, other in ALL if own == room), encoding="utf-8"
        )
    assert found == row.told
    for problem in problems:
        if problem.line:
            lines = (project / problem.path).read_text(encoding="utf-8", errors="replace").split("\n")
            assert problem.source == lines[problem.line - 1]
            assert 1 <= problem.column <= len(problem.source) + 1


def test_every_mistake_has_its_row() -> None:
    numbers = [int(match[0]) for _, row in ALL if (match := re.match(r"\d+", row.name))]
    assert sorted(numbers) == list(range(1, len(ALL) + 1))
    assert len(ALL) >= 121
    assert not [row.name for _, row in ALL if not row.changes]
    assert {path for _, row in ALL for mark, path, _ in row.changes if mark == "!"} == CHANGES.keys()


# A file that is not listed, one that no page loads, none at all, a folder, a name: there is no line to point at.
OF_WHOLE_FILES = frozenset({68, 70, 78, 124, 156})


def test_every_mistake_is_told_at_its_place() -> None:
    placeless = {
        int(row.name.split()[0]) for _, row in ALL for line in row.told if not re.match(r"[\w./-]+:\d+:\d+: ", line)
    }
    assert placeless == OF_WHOLE_FILES
