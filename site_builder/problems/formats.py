"""Problems for programs: as records, and as annotations of GitHub."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from site_builder.problems.problem import Problem, reported, told_of_omitted

IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def problems_for_programs(problems: Iterable[Problem]) -> dict[str, Any]:
    """Return what ``--json`` prints of problems: their records, and how many are left out, if any are."""
    shown, omitted = reported(problems)
    return {"problems": records_of(shown), **({"omitted": omitted} if omitted else {})}


def records_of(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems for programs, which know no place but a line and a column: a file as a whole begins at both."""
    return [
        {
            "path": problem.path,
            "line": max(1, problem.line),
            "column": max(1, problem.column),
            "length": problem.length,
            "code": problem.code,
            "message": problem.message,
            "suggestion": problem.suggestion,
            "severity": problem.severity,
        }
        for problem in problems
    ]


def annotations_of(problems: Iterable[Problem], project: Path) -> list[str]:
    """Return problems as GitHub's runners read them, a line each, with paths as they are from where one calls."""
    lines = []
    shown, omitted = reported(problems)
    for record in records_of(shown):
        properties = {
            "file": (project / record["path"]).as_posix(),
            "line": record["line"],
            "col": record["column"],
            "endColumn": record["column"] + record["length"],
            "title": record["code"],
        }
        told = ",".join(f"{name}={str(value).translate(IN_PROPERTY)}" for name, value in properties.items())
        message = "\n".join(filter(None, (record["message"], record["suggestion"])))
        lines.append(f"::{record['severity']} {told}::{message.translate(IN_MESSAGE)}")
    return lines + told_of_omitted(omitted).splitlines()
