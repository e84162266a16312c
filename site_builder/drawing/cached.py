"""Draw the formulas, widgets and charts of a site, each once, and cache them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from site_builder.cache.results import Memo, digest_of
from site_builder.charts.draw import DrawnChart
from site_builder.charts.worker import CHARTS, Order, draw_in_worker, module_sources, placed
from site_builder.data.tables import Tables, for_scripts
from site_builder.drawing.formulas import MathRenderer
from site_builder.drawing.widgets import CPU_SECONDS, EndlessWidgetError, Stills
from site_builder.explorables.page_data import EXPLORE, Explorable, Record
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Place, Source, load_source, located, place_in
from site_builder.settings.site_toml import Config, Settings

ALL_WIDGETS = ""
Answer = TypeVar("Answer")

# Paths of straight lines between points that have at most one decimal.
LINES = re.compile(r'(?<= d="M)-?\d+(?:\.\d)?,-?\d+(?:\.\d)?(?:L-?\d+(?:\.\d)?,-?\d+(?:\.\d)?)+(?=Z?")')


def in_steps(path: re.Match[str]) -> str:
    """Return the points of a path as steps from point to point, which compress to half the bytes."""
    steps, left, top = list[str](), 0, 0
    for point in path[0].split("L"):
        x, y = (round(10 * float(number)) for number in point.split(","))
        steps.append(f"{tenths(x - left)},{tenths(y - top)}")
        left, top = x, y
    return "l".join(steps)


def tenths(number: int) -> str:
    """Return a number of tenths as a decimal."""
    return f"{number / 10:.1f}".removesuffix(".0")


class Workshop:
    """Draws and caches what is slow or needs other programs: formulas, charts, stills of widgets and explorables."""

    def __init__(
        self,
        project: Path,
        node_modules: Path,
        settings: Settings,
        tables: Tables,
        still_bundle: str,
        memo: Memo,
    ) -> None:
        self._project, self._node_modules = project, node_modules
        self._config, self._tables, self._memo = settings.config, tables, memo
        self._still_bundle = still_bundle
        self._ahead: dict[str, Future[DrawnChart]] = {}
        # Without the source map at its end, which names a temporary folder that differs in each build.
        self.still_digest = digest_of(still_bundle.rpartition("\n//# ")[0] or still_bundle)
        self._endless: dict[str, EndlessWidgetError] = {}
        self.explorables: Mapping[str, Explorable] = {}

    def formula(self, latex: str, display: bool) -> str:
        """Return the MathML of a LaTeX formula.

        Raises
        ------
        Mistake
            If the formula is not understood.
        """

        def make() -> str:
            key = str(self._node_modules), macros
            load = partial(MathRenderer, self._node_modules, self._config.macros)
            return self._memo.get("mathematics", key, load).render(latex, display)

        macros = tuple(self._config.macros.items())
        return self._memo.get("formula", (latex, display, macros), make)

    def chart(self, name: str) -> DrawnChart:
        """Return a drawn chart.

        Raises
        ------
        SiteError
            If its function fails, or returns something that cannot be drawn.
        """
        found = self._memo.get("chart", self.chart_digest(name), lambda: self._draw(name))
        if isinstance(found, SiteError):
            raise found
        return found

    def chart_digest(self, name: str) -> str:
        """Return the digest of everything that a chart is made from."""
        return chart_digest(self._project, self._config, self._tables, name)

    def draw_ahead(self, names: Iterable[str]) -> None:
        """Start drawing charts in the background; an error is reported when the page of the chart is written."""
        missing = {self.chart_digest(name): name for name in names}
        missing = {digest: name for digest, name in missing.items() if not self._memo.knows("chart", digest)}
        orders = [self._order(name) for name in missing.values()]
        self._ahead |= dict(zip(missing, draw_in_worker(orders), strict=True))

    def _draw(self, name: str) -> DrawnChart | SiteError:
        """Return a chart, drawn ahead or now, or its error, which is cached like a drawing."""
        ahead = self._ahead.pop(self.chart_digest(name), None) or draw_in_worker([self._order(name)])[0]
        where = self._project, self._config.charts[name].function
        try:
            drawn = ahead.result()
        except SiteError as error:
            return SiteError(placed(error.problems, *where))
        return replace(drawn, findings=tuple(placed(drawn.findings, *where)))

    def _order(self, name: str) -> Order:
        """Return the order for the worker that draws a chart."""
        entry = self._config.charts[name]
        files = {data: self._tables.sets[data].table for data in entry.data}
        return Order(entry.function, self._project, files, self._config.call_seconds)

    def still(self, name: str, state: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """Return (layout, markup) for each layout of a widget in one state.

        Raises
        ------
        SiteError
            If its view fails.
        """
        key = name, dict(state), self._digests_of(name)
        return self._ask("still", key, name, lambda stills: stills.view(name, state, self._data_of(name)))

    def draw_stills(self, names: Iterable[str]) -> None:
        """Draw the opening stills of widgets in advance; the checks of figures, or their pages, report errors."""
        for name, entry in ((name, self._config.widgets.get(name)) for name in names):
            if entry is not None and self._tables.sets.keys() >= {*entry.data}:
                with suppress(SiteError, TypeError):
                    self.still(name, entry.state)

    def card(self, name: str) -> str:
        """Return the drawing of a widget for the social card of its page, or "" if the site has no address.

        Raises
        ------
        SiteError
            If its function fails.
        """
        if self._config.url is None:
            return ""
        state = dict(self._config.widgets[name].state)
        key = name, state, self._digests_of(name)
        return self._ask("card", key, name, lambda stills: stills.card(name, state, self._data_of(name)))

    def explorable_still(self, name: str, record: Record, state: Mapping[str, Any]) -> str:
        """Return the markup of an explorable in one state; ``record`` holds its data in the page.

        Raises
        ------
        SiteError
            If its view fails.
        """
        explorable = self.explorables[name]

        def draw(stills: Stills) -> str:
            drawn = stills.view(EXPLORE, state, {"explorable": record, "pictures": explorable.drawn})[0][1]
            return LINES.sub(in_steps, drawn)

        return self._ask("still", (explorable.digest, record, dict(state)), name, draw)

    def readouts(self, name: str, states: Sequence[str | None]) -> Sequence[Mapping[str, str] | None] | None:
        """Return the quantities that a widget reads out in each state; see ``widgets.Stills.readouts``.

        Raises
        ------
        SiteError
            If its function fails.
        """
        state, explorable = dict(self._config.widgets[name].state), self.explorables.get(name)

        def read(stills: Stills) -> Sequence[Mapping[str, str] | None] | None:
            if explorable:
                return stills.readouts(EXPLORE, state, states, {"explorable": explorable.bare})
            return stills.readouts(name, state, states, self._data_of(name))

        inputs = explorable.bare if explorable else self._digests_of(name)
        return self._ask("readouts", (name, state, inputs, list(states)), name, read)

    def _ask(self, stage: str, key: Sequence[Any], name: str, call: Callable[[Stills], Answer]) -> Answer:
        """Return a result of a widget's function; raise at once if it ran too long in this build already."""

        def make() -> Answer:
            for stopped in filter(None, map(self._endless.get, (ALL_WIDGETS, name))):
                raise stopped
            scope = ALL_WIDGETS
            try:
                seconds = min(CPU_SECONDS, self._config.call_seconds)
                key = self.still_digest, seconds
                stills = self._memo.get("stills", key, lambda: Stills(self._still_bundle, seconds))
                scope = name
                return call(stills)
            except EndlessWidgetError as error:
                self._endless[scope] = error
                raise

        return self._memo.get(stage, digest_of(self.still_digest, *key), make)

    def _digests_of(self, name: str) -> list[str]:
        """Return the digests of the data sets of a widget."""
        return [self._tables.sets[data].digest for data in self._config.widgets[name].data]

    def _data_of(self, name: str) -> dict[str, dict[str, list[Any]]]:
        """Return the data sets of a widget in the form that scripts receive."""
        return {data: for_scripts(self._tables.columns(data)) for data in self._config.widgets[name].data}


def chart_digest(project: Path, config: Config, tables: Tables, name: str) -> str:
    """Return the digest of everything that a chart is made from."""
    entry = config.charts[name]
    sets = [tables.sets[data].digest for data in entry.data if data in tables.sets]
    sources = module_sources(project / CHARTS, entry.function.partition(".")[0]).values()
    return digest_of(entry.function, config.language, config.call_seconds, sets, *sources)


VIEW = re.compile(r"\bview\b")
SHORTEST = 2


def figure_problem(project: Path, settings: Settings, name: str, problem: Problem) -> Problem:
    """Add the place to a problem of a chart or widget: its line, else the place where the figure is registered."""
    chart = settings.config.charts.get(name)
    if chart is not None and not problem.line:
        place, length = settings.place("charts", name, "function", value=True), len(chart.function)
        found = settings.source.problem(problem.code, problem.message, place, length)
        return replace(found, suggestion=problem.suggestion, severity=problem.severity)
    if chart is None and problem.code == "widget":
        path = problem.path or f"static/js/{settings.config.project}/widgets/{name}.js"
        problem = replace(problem, path=path)
        if not problem.line and (project / path).is_file():
            line, column = place_of_markup(load_source(project, path), problem.about)
            problem = replace(problem, line=line, column=column)
        if not problem.suggestion and "of undefined" in problem.message:
            data = ", ".join(settings.config.widgets[name].data)
            fix = "name the data sets that it reads in content/site.toml"
            problem = replace(problem, suggestion=f"read one of its data sets: {data}" if data else fix)
    return problem if problem.source else located(project, problem)


def place_of_markup(source: Source, markup: str) -> Place:
    """Return the place in a module of the longest start of ``markup`` that occurs once, else of its view."""
    for length in range(len(markup), SHORTEST, -1):
        if source.text.count(markup[:length]) == 1:
            return place_in(source.text, source.text.index(markup[:length]))
    view = VIEW.search(source.text)
    return place_in(source.text, view.start() if view else 0)
