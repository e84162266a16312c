"""Report errors in the code behind figures at the lines of the author's file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source, load_source, located, place_in
from site_builder.settings.site_toml import Settings

VIEW = re.compile(r"\bview\b")
SHORTEST = 2


def figure_problem(project: Path, settings: Settings, name: str, problem: Problem) -> Problem:
    """Return a problem of a chart or widget at its line, else where the figure is registered."""
    chart = settings.config.charts.get(name)
    if chart is not None and not problem.line:
        place, length = settings.place("charts", name, "function", value=True), len(chart.function)
        found = settings.source.problem(problem.code, problem.message, place, length=length)
        return replace(found, suggestion=problem.suggestion, severity=problem.severity)
    if chart is None and problem.code == "widget":
        path = problem.path or f"static/js/{settings.config.project}/widgets/{name}.js"
        problem = replace(problem, path=path)
        if not problem.line and (project / path).is_file():
            line, column = place_of_markup(load_source(project, path), problem.about)
            problem = replace(problem, line=line, column=column)
        if not problem.suggestion and "of undefined" in problem.message:
            data = ", ".join(settings.config.widgets[name].data) or "none"
            problem = replace(problem, suggestion=f"its data sets are: {data}")
    return problem if problem.source else located(project, problem)


def place_of_markup(source: Source, markup: str) -> Place:
    """Return where a piece of markup is written in a module: as much of it as stands there once; else its view."""
    for length in range(len(markup), SHORTEST, -1):
        if source.text.count(markup[:length]) == 1:
            return place_in(source.text, source.text.index(markup[:length]))
    view = VIEW.search(source.text)
    return place_in(source.text, view.start() if view else 0)
