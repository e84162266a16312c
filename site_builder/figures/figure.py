"""Make a figure from functions and parameters, and write it as HTML for notebooks, files and other pages."""

from __future__ import annotations

import base64
import datetime
import gzip
import json
import re
import sys
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from decimal import Decimal
from functools import cache
from html import escape, unescape
from inspect import signature
from pathlib import Path
from types import FunctionType
from typing import Any

from markdown_it import MarkdownIt

from site_builder.assets.packages import esbuild_program, find_engine, find_packages
from site_builder.assets.palette import engine_tokens, in_colors
from site_builder.cache.fingerprint import digest_folder
from site_builder.cache.results import cached
from site_builder.data.files import TableFile
from site_builder.drawing.matplotlib_figures import is_installed, page_style
from site_builder.explorables.evaluate import DRAWING, Order
from site_builder.explorables.load import Loaded, Sources, load_file, read_declarations
from site_builder.explorables.model import Evaluated
from site_builder.explorables.page_data import Explorable, picture_files, size_warning, with_texts
from site_builder.explore.parameters import (
    DeclarationError,
    Frame,
    Guess,
    Parameter,
    choice,
    digits_for,
    same_name,
    slider,
    toggle,
)
from site_builder.explore.states import read_stop
from site_builder.figures.engine import PREFIX, UNNAMED, bundle_engine
from site_builder.figures.live import LiveEvaluator
from site_builder.figures.source import source_of
from site_builder.output.files import write_file
from site_builder.plain_values import plain_number
from site_builder.problems.problem import SiteError, author_error, require_build_packages
from site_builder.problems.source import nearest_word, suggest

# Seconds and bytes above which the author is asked.
LONGEST, LARGEST = 120.0, 2_000_000
REPORT_SECONDS = 0.5
# Types of the options of a choice.
PLAIN = (str, int, float, Decimal, datetime.date, datetime.time)
# Steps of a short form (0.0, 1.0).
STEPS = 20
ALLOWED = "write a slider, choice or toggle, or (low, high, step), a list, True or False"
CODE = "figure-argument"


def parameter_of(name: str, value: Any, default: Any = None) -> Any:
    """Return the parameter of a short form or widget, as in ``ipywidgets.interact``; return declarations unchanged.

    Parameters
    ----------
    value
        ``(low, high)`` or ``(low, high, step)``, a range, a list of options, a dict of values by label, or a truth
        value.
    default
        The default value of the function's argument, which is the initial one; without one, it is the middle of a
        slider and the first of a list.

    Raises
    ------
    SiteError
        If it is no short form, or an invalid one.
    """
    value, default = plain_number(value), plain_number(default)
    try:
        if isinstance(value, Parameter | Frame | Guess):
            return value
        if type(value).__module__.startswith("ipywidgets"):
            return parameter_of_widget(name, value)
        if isinstance(value, bool):
            return toggle(start=default if isinstance(default, bool) else value)
        if hasattr(value, "tolist") and any(isinstance(one, str) for one in value.tolist()):
            value = value.tolist()
        if isinstance(value, Mapping | list):
            options = list(map(plain_number, value.values() if isinstance(value, Mapping) else value))
            if wrong := next((type(one) for one in options if not isinstance(one, PLAIN)), None):
                fix = "list texts, and look the value up in the function"
                raise author_error(CODE, f"{name}: an option is of type {wrong.__name__}, no number, date or text", fix)
            start = default if isinstance(default, PLAIN) and default in options else None
            labels = dict(zip(options, map(str, value), strict=True)) if isinstance(value, Mapping) else options
            return choice(labels, start=start)
        found = slider_of(value)
    except DeclarationError as error:
        raise author_error(CODE, f"{name}={value!r}: {error}", error.remedy or ALLOWED) from None
    if found is None:
        raise author_error(CODE, f"{name}={value!r} is not a parameter", meant_name(name) or ALLOWED)
    start = None if default is None else read_stop(found, str(default))
    return replace(found, start=(len(found.stops) - 1) // 2 if start is None else start)


def parameter_of_widget(name: str, widget: Any) -> Parameter:
    """Return the parameter of a widget of ``ipywidgets`` with a range, options or a truth value, and its label."""
    value = getattr(widget, "value", None)
    # Several values, or exponents.
    if isinstance(value, tuple) or hasattr(widget, "base"):
        raise author_error(CODE, f"{name}: {type(widget).__name__} is not a parameter", ALLOWED)
    written = value
    if hasattr(widget, "options"):
        written = dict(zip(widget._options_labels, widget._options_values, strict=True))
    elif hasattr(widget, "min"):
        written = (widget.min, widget.max, widget.step)
    found: Parameter = parameter_of(name, written, value)
    return replace(found, label=widget.description)


def slider_of(value: Any) -> Parameter | None:
    """Return the slider of ``(low, high)``, ``(low, high, step)``, a range or an array; None for other values."""
    if isinstance(value, tuple) and len(value) in (2, 3):
        low, high, *rest = ends = list(map(plain_number, value))
        if not rest and any(isinstance(end, float) for end in ends):
            digits = digits_for(high - low)
            return slider(stops=[round(low + (high - low) * step / STEPS, digits) for step in range(STEPS + 1)])
        return slider(low, high, step=rest[0] if rest else 1)
    if isinstance(value, range) or hasattr(value, "tolist"):
        return slider(stops=value)
    return None


class Figure:
    """An interactive figure, computed in all its states.

    Parameters
    ----------
    picture, numbers, table, sentence, alt_text, only
        The parts, as in the file of an explorable: functions whose arguments are names of parameters; ``sentence`` and
        ``alt_text`` may be texts with fields, ``"At {load} % …"``.
    caption, alt, axes, quiet, why, formats
        As in the file of an explorable.
    name : str
        The name in links to a state and in messages; by default that of the function.
    limit : {"ask", None}
        Whether to ask before the evaluation takes longer than two minutes, or the figure is larger than 2 MB.
    **parameters
        Parameters by name, ``load=slider(5, 95, step=5)``, or short forms: ``load=(5, 95, 5)``, ``mode=["a", "b"]``,
        ``log=True``.

    Raises
    ------
    SiteError
        If a part or a parameter is invalid.

    Examples
    --------
    >>> def square(side):
    ...     return f'<svg viewBox="0 0 9 9"><rect width="{side}" height="{side}"/></svg>'
    >>> Figure(square, sentence="{side} by {side}", side=(1, 9)).describe()
    'square: 9 states'
    """

    def __init__(
        self,
        picture: Callable[..., Any] | None = None,
        *,
        numbers: Callable[..., Any] | None = None,
        table: Callable[..., Any] | None = None,
        sentence: Callable[..., Any] | str | None = None,
        alt_text: Callable[..., Any] | str | None = None,
        only: Callable[..., Any] | None = None,
        caption: str = "",
        alt: str = "",
        axes: str = "held",
        quiet: Any = (),
        why: str = "",
        formats: Mapping[str, str] = {},
        name: str = "",
        limit: str | None = "ask",
        **parameters: Any,
    ) -> None:
        parts = {
            **{"picture": picture, "numbers": numbers, "table": table, "sentence": sentence},
            **{"alt_text": alt_text, "only": only},
        }
        functions = {part: one for part, one in parts.items() if isinstance(one, FunctionType)}
        first = next(iter(functions.values()), None)
        texts = {"caption": caption, "alt": alt, "axes": axes, "quiet": quiet, "why": why, "formats": formats}
        defaults = {key: default for one in functions.values() for key, default in defaults_of(one)}
        own = name or (first.__name__ if first and first.__name__.isidentifier() else "figure")
        lines = {part: one.__code__.co_firstlineno for part, one in functions.items()}
        file = Path(first.__code__.co_filename if first else "")
        is_script = file.suffix == ".py" and not is_notebook()
        # Errors in the functions of a notebook are located by the traceback that it shows.
        project, place = (file.resolve().parent, file.name) if is_script else (file / "notebook", "notebook")
        with placed_errors(place):
            require_free_names(functions)
            declared = {key: parameter_of(key, value, defaults.get(key)) for key, value in parameters.items()}
            loaded = read_declarations(own, {**texts, **parts, **declared}, lines, place, is_asking_defaults=True)
            require_used(loaded)
        self._prepare(loaded, project, place, {}, {}, limit)

    @classmethod
    def read(cls, path: str | Path, *, limit: str | None = "ask") -> Figure:
        """Return the figure of an explorable's file.

        Parameters
        ----------
        path
            A Python file, such as ``content/explorables/shop.py``; files of a project may read its data sets.
        limit
            As for the figure itself.

        Raises
        ------
        SiteError
            If it cannot be run, or its declarations are invalid.
        """
        file = Path(path).resolve()
        if not file.is_file():
            raise author_error(CODE, f"{path} is not a file", "name the Python file of an explorable", str(path))
        is_of_project = file.parent.parts[-2:] == ("content", "explorables")
        project = file.parents[2] if is_of_project else file.parent
        place = file.relative_to(project).as_posix()
        with apart_from_pyplot(True), modules_of(project), placed_errors():
            loaded = load_file(project, place, file.stem)
        files, digests = dict[str, TableFile](), dict[str, str]()
        if loaded.frames:
            require_build_packages(f"{place}, which reads data sets,")
            from site_builder.data.manifest import read_manifest

            tables = {name: one for name, one in read_manifest(project).sets.items() if one.kind == "table"}
            files = {name: one.table for name, one in tables.items()}
            digests = {name: one.digest for name, one in tables.items()}
        found = cls.__new__(cls)
        found._prepare(loaded, project, place, files, digests, limit)
        found._source = file.read_bytes()
        return found

    def _prepare(
        self,
        loaded: Loaded,
        project: Path,
        place: str,
        files: Mapping[str, TableFile],
        digests: Mapping[str, str],
        limit: str | None,
    ) -> None:
        """Keep what the figure is evaluated from."""
        if limit not in ("ask", None):
            fix = "write limit=None, or rename the parameter if it is one"
            raise author_error(CODE, f"limit={limit!r} is neither 'ask' nor None", fix, place)
        self._order = Order(project, loaded.declared.name, files, digests, 0.0)
        self._loaded, self._place, self._limit = loaded, place, limit
        self._live: LiveEvaluator | None = None
        self._found: Evaluated | None = None
        # Of a file, which is saved as it is.
        self._source = b""

    @property
    def name(self) -> str:
        """The name of the figure."""
        return self._loaded.declared.name

    @property
    def is_partial(self) -> bool:
        """Whether the evaluation was interrupted, so that states are missing."""
        return self._live is not None and self._live.is_partial

    def describe(self) -> str:
        """Return the name and the number of states."""
        declared = self._loaded.declared
        n_states = len(declared.states(declared.first_shown))
        return f"{self.name}: {n_states} state{'s' * (n_states != 1)}"

    def __repr__(self) -> str:
        """Return a short description."""
        return f"<Figure {self.describe()}>"

    def evaluate(self, monitor: Monitor | None = None, opened: Callable[[Evaluated], None] | None = None) -> Evaluated:
        """Evaluate all states, once; an interrupt keeps what is done.

        ``opened`` receives the opening state as soon as it is evaluated.

        Raises
        ------
        SiteError
            If a function fails or returns something invalid, or the limit is exceeded and nobody can be asked.
        """
        if self._found is None:
            monitor = monitor or Monitor(self.name, self._limit, shows_in_terminal)
            live = self._evaluator(monitor)
            with self._apart(), placed_errors(self._place):
                # Errors in its parts are reported before the other states are evaluated.
                opening = live.run_opening()
                if opened is not None:
                    opened(opening)
                found = live.run_all()
            self._live = live
            self._found = found = replace(found, pictures=tuple(picture_files(found, most=sys.maxsize)))
            for problem in found.warnings:
                warn(problem.message, problem.suggestion, problem.path, problem.line)
            monitor.end()
        return self._found

    def _evaluator(self, monitor: Monitor) -> LiveEvaluator:
        """Return a new evaluator, which shares the cache with earlier ones."""
        sources = Sources(self._order.project, self.name, {}, {})
        return LiveEvaluator(self._order, self._loaded, monitor.hear, sources, place=self._place, permit=monitor.permit)

    @contextmanager
    def _apart(self) -> Iterator[None]:
        """Evaluate apart from the figures and settings of the author's own Matplotlib."""
        functions = [part.written for part in self._loaded.parts.values() if isinstance(part.written, FunctionType)]
        mentions = {name.partition(".")[0] for one in functions for name in one.__code__.co_names}
        needs_pyplot = "matplotlib" in sys.modules or bool(mentions & {"matplotlib", "plot", "pylab", "seaborn"})
        with apart_from_pyplot(needs_pyplot):
            yield

    def html(self, *, state: Mapping[str, Any] | None = None, attributes: str = "") -> str:
        """Return the figure as HTML that is complete in itself: its data, its script, and a picture of the opening.

        Parameters
        ----------
        state : mapping
            The stops of parameters where the figure opens, if they are not the initial ones.
        attributes : str
            More attributes of the element: ``linked`` writes the state into the address of the page, ``theme="dark"``
            sets the theme.
        """
        return with_script(self.element(state=state, attributes=attributes))

    def element(
        self, *, state: Mapping[str, Any] | None = None, attributes: str = "", source: str = "", scheme: str = ""
    ) -> str:
        """Return the element without its script.

        ``source`` is the address of its data if they are in another file, ``scheme`` that of :func:`opening_picture`.
        """
        data = "" if source else f'\n<script type="application/json">{packed(self.data(state))}</script>'
        more = "".join(f" {one}" for one in (attributes, f'src="{escape(source)}"' if source else "") if one)
        tag = element_name()
        return f'<{tag} name="{escape(self.name)}"{more}>\n{self.still(state, scheme)}{data}\n</{tag}>'

    def data(self, state: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Return what the script of the figure needs."""
        self.evaluate()
        explorable = self._explorable(state)
        record = with_texts(explorable, lambda name, texts: [line_as_html(text) for text in texts], "Table")
        files = {
            f"{pictures.layout}-{index}": json.loads(content)
            for pictures in explorable.pictures
            for index, (_, content) in enumerate(pictures.files)
        }
        caption = line_as_html(explorable.declared.caption.text)
        return {"record": record, "files": files, "caption": caption, "label": record["alt"] or self.name}

    def _explorable(self, state: Mapping[str, Any] | None = None) -> Explorable:
        """Return the evaluated figure, which opens in a state."""
        found = self.evaluate()
        if not state:
            return Explorable(found)
        declared = found.declared
        parameters = dict(declared.parameters)
        for name, value in state.items():
            if name not in parameters:
                fix = suggest(name, parameters, "parameters")
                raise author_error(CODE, f"{self.name} has no parameter {name!r}", fix, self._place)
            stop = read_stop(parameters[name], str(value))
            if stop is None:
                texts = ", ".join(one.text for one in parameters[name].stops)
                raise author_error(CODE, f"{name}={value} is not a stop", f"the stops are {texts}", self._place)
            parameters[name] = replace(parameters[name], start=stop)
        return Explorable(replace(found, declared=replace(declared, parameters=parameters)))

    def still(self, state: Mapping[str, Any] | None = None, scheme: str = "") -> str:
        """Return the picture of the opening with its sentence, for places where no script runs."""
        explorable = self._explorable(state)
        return still_of(explorable.found, scheme)

    def save(
        self, path: str | Path, *, state: Mapping[str, Any] | None = None, separate: bool = False, theme: str = ""
    ) -> Path:
        """Write the figure into a file; return its path.

        Parameters
        ----------
        path
            A file that ends in ``.html``, which is complete in itself, or in ``.py``: the file of an explorable for a
            project, with the functions that the figure uses; frames become CSV files beside it.
        state
            The stops of parameters where the figure opens, if they are not the initial ones.
        separate
            Whether to write data and script into files beside it, for pages whose policy forbids scripts in the page.
        theme
            ``"light"`` or ``"dark"``, for a frame in a page that is always so; by default that of the reader.

        Raises
        ------
        SiteError
            If the ending is unknown, or a function uses something that cannot be written as Python.
        """
        file = Path(path)
        if file.suffix == ".py":
            with placed_errors(self._place):
                files = {file.name: self._source} if self._source else source_of(self._loaded, file.stem)
            for name, content in files.items():
                write_file(file.with_name(name), content)
            found = self._found
            message, fix = ("", "") if found is None else size_warning(found)
            if found is not None and message:
                warn(message, fix, self._place, found.declared.lines["picture"])
            return file
        if file.suffix not in (".html", ".htm"):
            fix = "write NAME.html or NAME.py"
            raise author_error(CODE, f"a figure cannot be saved as {file.name}", fix, str(path))
        if theme not in ("", "light", "dark"):
            raise author_error(CODE, f"theme={theme!r} is not a theme", "write 'light' or 'dark'", str(path))
        if not separate:
            write_file(file, self.page(state=state, theme=theme).encode())
            return file
        data, script = file.with_suffix(".json"), file.with_name(f"{element_name()}.js")
        element = self.element(state=state, attributes=of_page(theme), source=data.name)
        body = f'{element}\n<script src="{script.name}" defer></script>'
        write_file(data, json.dumps(self.data(state), ensure_ascii=False, separators=(",", ":")).encode())
        write_file(script, engine_script())
        write_file(file, self._page(body, "", theme).encode())
        return file

    def page(self, *, state: Mapping[str, Any] | None = None, theme: str = "") -> str:
        """Return a page with nothing but the figure, for a frame in another page."""
        element = self.element(state=state, attributes=of_page(theme), scheme=theme or BOTH)
        return self._page(with_script(element), PAGE_STYLE, theme)

    def _page(self, body: str, style: str, theme: str) -> str:
        """Return a page with a body, in a theme or in that of the reader."""
        return PAGE.format(title=escape(self.title()), style=style, body=body, scheme=theme or BOTH)

    def title(self) -> str:
        """Return the title of a page with the figure."""
        return plain_text(self._loaded.declared.caption.text) or self.name

    def sentence(self) -> str:
        """Return the sentence of the opening state as plain text, or else its description."""
        return words_of(self.evaluate()) or self.describe()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        """Return the figure for notebooks: live, and for untrusted ones and for PDF as a picture with its sentence."""
        bundle = {"text/html": self.html(), "text/plain": self.sentence()}
        if png := self.png():
            bundle["image/png"] = base64.b64encode(png).decode()
        return bundle

    def _ipython_display_(self) -> None:
        """Show the opening state at once, the progress, and then the figure."""
        from IPython import get_ipython
        from IPython.display import display

        if not is_notebook():
            display({"text/plain": repr(self)}, raw=True)
            return
        show = Shown(display)
        monitor = Monitor(self.name, self._limit, show.progress)
        try:
            self.evaluate(monitor, lambda opened: show.opening(still_of(opened), words_of(opened)))
        except SiteError as error:
            show.progress("The other states could not be computed.")
            cause = error.__cause__ or error
            # An error of the author's function shows where it is; others show no code of this package.
            get_ipython().showtraceback((type(cause), cause, cause.__traceback__ if cause is not error else None))
            if cause is not error:
                display({"text/plain": str(error)}, raw=True)
        except KeyboardInterrupt:
            show.progress("Interrupted.")
        else:
            show.figure(self._repr_mimebundle_())

    def _mime_(self) -> tuple[str, str]:
        """Return the figure for marimo, where scripts run in frames only."""
        return "text/html", frame_of(self.page())

    def png(self) -> bytes:
        """Return the picture of the opening state; empty without a picture, or if no library here can draw it."""
        found = self.evaluate()
        assert self._live is not None
        drawing = opening_picture(found)
        if self._live.png or not drawing:
            return self._live.png
        try:
            import vl_convert
        except ImportError:
            return b""
        made: bytes = vl_convert.svg_to_png(drawing, scale=1.5)
        return made


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="{scheme}">
<title>{title}</title>
{style}
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


BOTH = "light dark"


def with_script(element: str) -> str:
    """Return an element with its script, in a block without empty lines, which Markdown does not change."""
    return f"<div>\n{element}\n<script>{engine_script().decode()}</script>\n</div>"


def of_page(theme: str) -> str:
    """Return the attributes of the only figure of a page."""
    return f'linked alone theme="{theme}"' if theme else "linked alone"


class FigureWarning(UserWarning):
    """A warning about a figure, such as axes that jump between states."""


def warn(message: str, fix: str, path: str, line: int) -> None:
    """Show a warning: in a notebook as a line of plain text, elsewhere by Python's warnings."""
    words = f"{message}. Fix: {fix}" if fix else message
    if is_notebook():
        from IPython.display import display

        display({"text/plain": words}, raw=True)
    else:
        warnings.warn_explicit(words, FigureWarning, path, line)


@contextmanager
def placed_errors(place: str = "") -> Iterator[None]:
    """Give errors a column, and the file ``place`` if they have none."""
    try:
        yield
    except SiteError as error:
        problems = [
            replace(problem, path=problem.path or place, column=problem.column or 1) for problem in error.problems
        ]
        raise SiteError(problems) from error.__cause__


PAGE_STYLE = "<style>body { margin: 0; padding: 0.75rem; font-family: system-ui, sans-serif; }</style>"


def require_free_names(functions: Mapping[str, FunctionType]) -> None:
    """Raise an error for an argument of a function that is no parameter, because Figure has one of its name."""
    own = {name for name, one in signature(Figure).parameters.items() if one.kind is not one.VAR_KEYWORD} - {"numbers"}
    for part, function in functions.items():
        for name, argument in signature(function).parameters.items():
            if name in own and argument.default is argument.empty:
                message = f"{part} asks for {name!r}, which is no parameter but an argument of Figure"
                raise author_error(CODE, message, f"rename it, for example to '{name}_'")


def require_used(loaded: Loaded) -> None:
    """Raise an error for a parameter that no part uses, such as a misspelt one."""
    used = {name for part in loaded.parts.values() for name in part.asks}
    functions = [part.written for part in loaded.parts.values() if isinstance(part.written, FunctionType)]
    known = [name for function in functions for name in signature(function).parameters]
    for name in loaded.declared.parameters:
        if same_name(name, used) not in used:
            fix = meant_name(name, known) or "name it among the arguments of a function, or remove it"
            raise author_error(CODE, f"no part of the figure uses {name!r}", fix)


def meant_name(name: str, known: Collection[str] = ()) -> str:
    """Return the fix for a misspelt argument of a figure, "" if no name is similar."""
    meant = nearest_word(name, [*known, *signature(Figure.__init__).parameters])
    return f"write {meant!r}" if meant else ""


def defaults_of(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the names and values of the arguments of a function that have default values."""
    for argument in signature(function).parameters.values():
        if argument.default is not argument.empty:
            yield argument.name, argument.default


@contextmanager
def modules_of(project: Path) -> Iterator[None]:
    """Let imports find the modules of a project."""
    sys.path.insert(0, str(project))
    try:
        yield
    finally:
        sys.path.remove(str(project))


@contextmanager
def apart_from_pyplot(is_needed: bool) -> Iterator[None]:
    """Run code with the style of the page, and keep the author's open figures and backend of Matplotlib."""
    if not is_needed or not is_installed():
        yield
        return
    import matplotlib
    from matplotlib import pyplot
    from matplotlib._pylab_helpers import Gcf

    backend = dict.__getitem__(matplotlib.rcParams, "backend")
    figures = Gcf.figs.copy()
    Gcf.figs.clear()
    try:
        with page_style():
            yield
    finally:
        # First in the settings, where the backend of notebooks looks when it is loaded.
        dict.__setitem__(matplotlib.rcParams, "backend", backend)
        pyplot.switch_backend(backend)
        Gcf.figs.update(figures)


class Monitor:
    """Reports the progress of an evaluation, and asks before it takes long.

    ``show`` receives a line and the finished share now and then, and an empty line at the end.
    """

    def __init__(self, name: str, limit: str | None, show: Callable[[str, float], None]) -> None:
        self._name, self._show, self._is_permitted = name, show, limit is None
        self._shown = self._begun = time.monotonic()
        self._part, self._n_bytes = "", 0

    def hear(self, part: str, done: int, of: int) -> None:
        """Handle the start of a call of a part after ``done`` finished states."""
        now = time.monotonic()
        if part != self._part:
            self._part, self._begun = part, now
        if now - self._shown < REPORT_SECONDS or not done:
            return
        self._shown = now
        left = (now - self._begun) / done * (of - done)
        size = f", about {self._n_bytes / 1e6:.1f} MB" if self._n_bytes else ""
        what = "drawn" if part == DRAWING else part
        self._show(f"{self._name}: {what} {done:,} of {of:,} states, about {left:.0f} s left{size}", done / of)

    def permit(self, seconds: float, n_bytes: int) -> bool:
        """Return whether to evaluate all states; ask if that takes long or makes a large figure."""
        self._n_bytes = n_bytes or self._n_bytes
        if self._is_permitted or (seconds <= LONGEST and self._n_bytes <= LARGEST):
            return True
        size = f" and about {self._n_bytes / 1e6:.1f} MB" if self._n_bytes else ""
        what = f"{self._name}: all states take about {seconds:.0f} s{size}"
        self._is_permitted = asked(f"{what}. Compute them all? [y/n] ", what)
        return self._is_permitted

    def end(self) -> None:
        """Clear the line."""
        self._show("", 1.0)


def asked(question: str, what: str) -> bool:
    """Ask the author, in a notebook or at a terminal.

    Raises
    ------
    SiteError
        If nobody can be asked.
    """
    if is_notebook() or (sys.stdin is not None and sys.stdin.isatty()):
        try:
            return input(question).strip().lower() in ("y", "yes")
        except (EOFError, OSError, NotImplementedError):  # a notebook that is run by a program
            pass
    fix = "pass limit=None to compute all of them, or declare fewer stops"
    raise author_error("figure-limit", f"{what}, and nobody can be asked", fix)


def is_notebook() -> bool:
    """Return whether this process is the kernel of a notebook."""
    return "ipykernel" in sys.modules or "pyodide_kernel" in sys.modules


def shows_in_terminal(line: str, share: float) -> None:
    """Show a line at a terminal, in place of the one before."""
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


class Shown:
    """The output of a cell: the opening state with a line about the progress, then the figure."""

    def __init__(self, display: Callable[..., Any]) -> None:
        self._display = display
        self._handle: Any = None
        self._still = self._words = ""

    def opening(self, still: str, words: str) -> None:
        """Show the opening state."""
        self._still, self._words = still, words
        self.progress("")

    def progress(self, line: str, share: float = 1.0) -> None:
        """Show the opening state with a line below, and a bar unless all is done."""
        bar = f'<progress value="{share:.2f}"></progress> ' if share < 1 else ""
        if self._still:
            self.figure({"text/html": f"{self._still}\n<p>{bar}{escape(line)}</p>", "text/plain": self._words})

    def figure(self, bundle: Mapping[str, str]) -> None:
        """Show a bundle in place of what is shown."""
        if self._handle is None:
            self._handle = self._display(bundle, raw=True, display_id=True)
        else:
            self._handle.update(bundle, raw=True)


@cache
def engine_script() -> bytes:
    """Return the script of figures: that of an installed wheel, or bundled from the checkout."""
    engine = find_engine()
    built = engine / "figure.js"
    if built.is_file():
        return built.read_bytes()
    words = Path(__file__).parents[1] / "words" / "en.toml"
    sources = (engine / "static/js/engine", engine / "static/css/engine", words.parent, Path(__file__).parent)

    def bundle() -> bytes:
        return bundle_engine(engine, words, esbuild_program(find_packages(engine)))

    return cached("bundles", ("figure", digest_folder(*sources)), bundle)


def script_sizes(script: bytes) -> tuple[int, int]:
    """Return the size of a script in bytes, plain and compressed."""
    return len(script), len(gzip.compress(script, 9, mtime=0))


@cache
def element_name() -> str:
    """Return the name of the element that the script defines, with its version."""
    found = re.search(rf"{PREFIX}-[0-9a-f]{{8}}", engine_script().decode())
    return found[0] if found else UNNAMED


def packed(data: Mapping[str, Any]) -> str:
    """Return data for a page: JSON, or compressed where that is shorter."""
    plain = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    compressed = base64.b64encode(gzip.compress(plain.encode(), 9, mtime=0)).decode()
    return min(plain, compressed, key=len)


INLINE = MarkdownIt("commonmark", {"html": False}).disable(["image", "autolink", "newline"])


def line_as_html(text: str) -> str:
    """Return a line of Markdown as HTML."""
    return str(INLINE.renderInline(text)) if text else ""


def plain_text(text: str) -> str:
    """Return a line of Markdown as plain text."""
    return unescape(re.sub(r"<[^>]*>", "", line_as_html(text)))


def opening_value(found: Evaluated, part: str) -> Any:
    """Return the value of a part in the opening state; None if there is no such part."""
    if part not in found.values:
        return None
    declared = found.declared
    start = tuple(declared.parameters[name].start for name in declared.depends[part])
    return found.values[part][declared.states(part).index(start)]


def opening_picture(found: Evaluated, scheme: str = "", layout: str = "wide") -> str:
    """Return the picture of the opening state as SVG, which is complete in itself; "" without one.

    Its colours are the light ones, or those of a ``scheme`` of CSS, such as "light dark", which only browsers know.
    """
    picture = opening_value(found, "picture")
    if picture is None:
        return ""
    tokens = engine_tokens((find_engine() / "static/css/engine/tokens.css").read_text(encoding="utf-8"))
    drawing: str = getattr(picture, layout)
    if scheme:
        colors = "".join(f"--{name}:light-dark({light},{dark});" for name, (light, dark) in tokens.items())
        paper, style = "var(--paper)", f"<style>svg{{color-scheme:{scheme};{colors}}}</style>"
    else:
        lights = {name: light for name, (light, _) in tokens.items()}
        paper, style = lights["paper"], ""
        drawing = re.sub(r"light-dark\(([^,()]*),[^()]*\)", r"\1", in_colors(drawing, lights))
    x, y, width, height = re.search(r'viewBox="([^"]*)"', drawing)[1].split()  # type: ignore[index]
    ground = f'{style}<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{paper}"/>'
    opened = '<svg xmlns="http://www.w3.org/2000/svg" font-family="Liberation Sans, Arial, sans-serif" '
    return re.sub(r"<svg ([^>]*)>", rf"{opened}\1>{ground}", drawing, count=1)


def words_of(found: Evaluated) -> str:
    """Return what the opening state shows in words, as plain text."""
    texts = [opening_value(found, part) for part in ("sentence", "alt_text")]
    return plain_text(next((text for text in texts if text), found.declared.alt.text))


def address_of(drawing: str) -> str:
    """Return an address with an SVG in it."""
    return f"data:image/svg+xml;base64,{base64.b64encode(drawing.encode()).decode()}"


# Width of pages that show the narrow picture where no script runs.
NARROW_PAGE = 720


def still_of(found: Evaluated, scheme: str = "") -> str:
    """Return the picture of the opening state with its sentence, without scripts and styles; see opening_picture."""
    drawing, words = opening_picture(found, scheme), words_of(found)
    description = opening_value(found, "alt_text") or found.declared.alt.text or words
    # As wide as the live picture is.
    style = "" if "as-wide" in drawing else ' width="100%"'
    image = f'<img src="{address_of(drawing)}" alt="{escape(plain_text(description))}"{style}>' if drawing else ""
    narrow = opening_picture(found, scheme, "narrow")
    if narrow != drawing:
        source = f'<source media="(max-width: {NARROW_PAGE}px)" srcset="{address_of(narrow)}">'
        image = f"<picture>{source}{image}</picture>"
    sentence = line_as_html(opening_value(found, "sentence") or "")
    table = opening_value(found, "table")
    rows = [table.columns, *table.rows] if table else []
    cells = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    parts = (image, f"<p>{sentence}</p>" if sentence else "", f"<table>{cells}</table>" if cells else "")
    return "\n".join(filter(None, parts))


def frame_of(page: str) -> str:
    """Return a frame with a page, as high as what it shows."""
    resize = "this.style.height=this.contentDocument.documentElement.offsetHeight+'px'"
    watch = f"new ResizeObserver(()=>{resize}).observe(this.contentDocument.body)"
    return f'<iframe srcdoc="{escape(page)}" onload="{watch}" style="width:100%;border:0"></iframe>'
