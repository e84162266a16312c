"""Find declarations of style sheets that lack their semicolon: two of them then become one, which says nothing."""

from __future__ import annotations

import re
from pathlib import Path

from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, load_source

COMMENT = re.compile(r"/\*[\s\S]*?\*/")
UNENDED = re.compile(
    r"(?<=[{;\n])[ \t]*(?P<first>-{0,2}[a-z][a-z-]*:[ \t]*[^\s;{},:][^;{},:\n]*)"
    r"(?=\n\s*-{0,2}[a-z][a-z-]*:\s[^;{}]*[;}])"
)


def missing_semicolons(project: Path, sheets: list[Path]) -> list[Problem]:
    """Return a problem for each declaration behind which another begins."""
    problems = list[Problem]()
    for sheet in sheets:
        source = load_source(project, sheet.relative_to(project).as_posix())
        problems += source.problems
        text = COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), source.text)
        for found in UNENDED.finditer(text):
            line, end = text.count("\n", 0, found.end()) + 1, found.end() - text.rfind("\n", 0, found.end()) - 1
            message = "the declaration does not end, though another begins below it"
            problems.append(source.problem("style", message, Place(line, end), suggestion="close it with ';'"))
    return problems
