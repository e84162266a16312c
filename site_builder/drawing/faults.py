"""Mistakes in the code behind figures, told at the line of the author's file."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from site_builder.drawing.charts.draw import ChartError
from site_builder.drawing.widgets.stills import WidgetError
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source
from site_builder.settings.site_toml import Settings


def chart_problems(project: Path, settings: Settings, name: str, error: ChartError) -> list[Problem]:
    """Describe why a chart could not be drawn: in its file if the line is known, else where it is registered."""
    function = settings.config.charts[name].function
    problems = []
    for finding in error.findings:
        if finding.line:
            path = f"content/charts/{function.partition('.')[0]}.py"
            found = problem_in_file(project, path, finding.line, finding.column, "chart", finding.message)
            problems.append(replace(found, length=finding.length, suggestion=finding.suggestion))
        else:
            place = settings.place("charts", name, "function", value=True)
            problems.append(
                settings.source.problem(
                    "chart", finding.message, place, length=len(function), suggestion=finding.suggestion
                )
            )
    return problems


def widget_problem(project: Path, settings: Settings, name: str, error: WidgetError) -> Problem:
    """Describe why a widget could not be drawn."""
    path = error.path or f"static/js/{settings.config.project}/widgets/{name}.js"
    return problem_in_file(project, path, error.line, error.column, "widget", str(error))


def problem_in_file(
    project: Path, path: str, line: int, column: int, code: str, message: str, suggestion: str = ""
) -> Problem:
    """Describe a mistake in a file of the project; line 0 stands for the file as a whole, column 0 for the line."""
    file = project / path
    if not line or not file.is_file():
        return Source(path, "").problem(code, message, None, suggestion=suggestion)
    source = Source(path, file.read_text(encoding="utf-8"))
    written = source.line(line)
    indent = len(written) - len(written.lstrip())
    return source.problem(code, message, Place(line, column or indent + 1), suggestion=suggestion)
