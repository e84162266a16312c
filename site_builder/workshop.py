"""Make what takes time: formulas, charts, stills, filled templates; each once for the same ingredients."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from site_builder.apostrophes import curved
from site_builder.charts import (
    ChartError,
    DrawnChart,
    draw_specification,
    line_in,
    load_chart,
    plain_specification,
)
from site_builder.config import Settings
from site_builder.data import Tables
from site_builder.figure_data import for_scripts
from site_builder.inputs import digest_folder
from site_builder.mathml import MathRenderer
from site_builder.memo import Memo, digest_of
from site_builder.widgets import Stills

if TYPE_CHECKING:
    from jinja2 import Environment

CHARTS = Path("content") / "charts"


class Workshop:
    """Everything that pages ask to be made; implements ``context.Makers``."""

    def __init__(
        self,
        project: Path,
        engine: Path,
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
        self.still_digest = digest_of(still_bundle)
        self.template_digest = digest_folder(engine / "templates")
        self._templates = memo.get("templates", self.template_digest, lambda: load_templates(engine / "templates"))

    def formula(self, latex: str, display: bool) -> str:
        """Return MathML.

        Raises
        ------
        MathError
            If the formula is not understood.
        """

        def make() -> str:
            key = str(self._node_modules)
            return self._memo.get("mathematics", key, lambda: MathRenderer(self._node_modules)).render(latex, display)

        return self._memo.get("formula", (latex, display), make)

    def chart(self, name: str) -> DrawnChart:
        """Return a drawn chart.

        Raises
        ------
        ChartError
            If its function fails or returns what cannot be drawn.
        """
        return self._memo.get("chart", self.chart_digest(name), lambda: self._draw(name))

    def chart_digest(self, name: str) -> str:
        """Return a short name for all that a chart is made from."""
        entry = self._config.charts[name]
        sets = [self._tables.sets[data].sha256 for data in entry.data if data in self._tables.sets]
        module = entry.function.partition(".")[0]
        return digest_of(entry.function, sets, *module_sources(self._project / CHARTS, module).values())

    def draw_ahead(self, names: Iterable[str]) -> None:
        """Begin to draw charts in the background; one that fails is told when its page is written."""
        missing = {self.chart_digest(name): name for name in names}
        missing = {digest: name for digest, name in missing.items() if not self._memo.knows("chart", digest)}
        threads = ThreadPoolExecutor(max_workers=os.cpu_count())
        for digest, name in missing.items():
            with suppress(ChartError):
                self._ahead[digest] = threads.submit(draw_specification, self._specification(name))
        threads.shutdown(wait=False)

    def _draw(self, name: str) -> DrawnChart:
        """Return a chart drawn ahead, or draw it now."""
        ahead = self._ahead.pop(self.chart_digest(name), None)
        return ahead.result() if ahead is not None else draw_specification(self._specification(name))

    def _specification(self, name: str) -> dict[str, Any]:
        """Call a chart's function with its frames and return what it describes."""
        entry = self._config.charts[name]
        module = entry.function.partition(".")[0]
        function = load_chart(entry.function, self._project / CHARTS)
        frames = [self._tables.frame(data).copy() for data in entry.data]
        try:
            described = function(*frames)
        except Exception as error:  # the author's code may raise anything
            line = line_in(self._project / CHARTS / f"{module}.py", error)
            raise ChartError(f"{entry.function} failed: {type(error).__name__}: {error}", line) from error
        return plain_specification(described)

    def still(self, name: str, state: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """Return (layout, markup) of a widget in one state.

        Raises
        ------
        WidgetError
            If its view fails.
        """
        sets = self._config.widgets[name].data
        key = digest_of(self.still_digest, name, dict(state), [self._tables.sets[data].sha256 for data in sets])

        def make() -> Sequence[tuple[str, str]]:
            return self._stills().view(name, state, self._data_of(name))

        return self._memo.get("still", key, make)

    def readouts(self, name: str, states: Sequence[str | None]) -> Sequence[Mapping[str, str] | None] | None:
        """Return what a widget reads out in each state; see ``widgets.Stills.readouts``.

        Raises
        ------
        WidgetError
            If its function fails.
        """
        entry = self._config.widgets[name]
        sets = [self._tables.sets[data].sha256 for data in entry.data]
        key = digest_of(self.still_digest, name, dict(entry.state), sets, list(states))

        def make() -> Sequence[Mapping[str, str] | None] | None:
            return self._stills().readouts(name, entry.state, states, self._data_of(name))

        return self._memo.get("readouts", key, make)

    def _stills(self) -> Stills:
        """Return the modules of all widgets."""
        return self._memo.get("stills", self.still_digest, lambda: Stills(self._still_bundle))

    def _data_of(self, name: str) -> dict[str, dict[str, list[Any]]]:
        """Return the data sets of a widget as scripts get them."""
        return {data: for_scripts(self._tables.columns(data)) for data in self._config.widgets[name].data}

    def template(self, template: str, /, **values: Any) -> str:
        """Return a filled template."""
        return Markup(self._templates.get_template(template).render(values))


def load_templates(folder: Path) -> Environment:
    """Return the templates of a folder; texts are escaped unless they are marked as HTML."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters["curved"] = curved
    environment.filters["tojson_attribute"] = lambda value: json.dumps(value, sort_keys=True, ensure_ascii=False)
    return environment


def module_sources(folder: Path, module: str) -> dict[str, bytes]:
    """Return the sources of a chart file and of the files beside it that it imports."""
    sources: dict[str, bytes] = {}
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = folder / f"{name}.py"
        if name in sources or not path.is_file():
            continue
        sources[name] = path.read_bytes()
        waiting += imported_names(sources[name])
    return dict(sorted(sources.items()))


@lru_cache(maxsize=64)
def imported_names(source: bytes) -> tuple[str, ...]:
    """Return the last parts of all names that a Python file imports; none for one that is not Python."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:
        return ()
    names = [alias.name for node in nodes if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return tuple(name.split(".")[-1] for name in [*names, *modules])
