"""Report errors in the code behind figures at the lines of the author's file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from site_builder.charts.checks import Finding
from site_builder.drawing.widgets import WidgetError
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source, load_source, place_in
from site_builder.project_files import on_disk
from site_builder.settings.site_toml import Settings

VIEW = re.compile(r"\bview\b")
SHORTEST = 2


def chart_problems(project: Path, settings: Settings, name: str, findings: Sequence[Finding]) -> list[Problem]:
    """Describe what is wrong with a chart: in its file if the line is known, else where it is registered.

    Warnings that the chart silences are left out.
    """
    entry = settings.config.charts[name]
    problems = []
    for finding in findings:
        code = finding.code or "chart"
        if code in entry.quiet:
            continue
        if finding.line:
            path = f"content/charts/{entry.function.partition('.')[0]}.py"
            found = problem_in_file(project, path, finding.line, finding.column, code, finding.message)
            found = replace(found, length=finding.length, suggestion=finding.suggestion)
        else:
            place, length = settings.place("charts", name, "function", value=True), len(entry.function)
            found = settings.source.problem(code, finding.message, place, length=length, suggestion=finding.suggestion)
        problems.append(replace(found, severity="warning" if finding.code else "error"))
    return problems


def widget_problem(project: Path, settings: Settings, name: str, error: WidgetError) -> Problem:
    """Describe why a widget could not be drawn."""
    path = error.path or f"static/js/{settings.config.project}/widgets/{name}.js"
    line, column = error.line, error.column
    if not line and (project / path).is_file():
        line, column = place_of_markup(load_source(project, path), error.markup)
    found = problem_in_file(project, path, line, column, "widget", str(error))
    data = ", ".join(settings.config.widgets[name].data) or "none"
    named = f"its data sets are: {data}" if "of undefined" in str(error) else ""
    return replace(found, suggestion=error.suggestion or named)


def place_of_markup(source: Source, markup: str) -> Place:
    """Return where a piece of markup is written in a module: as much of it as stands there once; else its view."""
    for length in range(len(markup), SHORTEST, -1):
        if source.text.count(markup[:length]) == 1:
            return place_in(source.text, source.text.index(markup[:length]))
    view = VIEW.search(source.text)
    return place_in(source.text, view.start() if view else 0)


def problem_in_file(
    project: Path, path: str, line: int, column: int, code: str, message: str, suggestion: str = ""
) -> Problem:
    """Describe an error in a file of the project; line 0 stands for the file as a whole, column 0 for the line."""
    file = on_disk(project / path)
    if not line or not file.is_file():
        return Source(path, "").problem(code, message, None, suggestion=suggestion)
    source = Source(path, file.read_text(encoding="utf-8-sig", errors="replace"))
    written = source.line(line)
    indent = len(written) - len(written.lstrip())
    return source.problem(code, message, Place(line, column or indent + 1), suggestion=suggestion)
