"""Run the pure functions of widgets in QuickJS at build time; map errors to the author's lines."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from site_builder.problems.problem import Problem, SiteError, author_error
from site_builder.syntax.html import read_html

INLINE_MAP = re.compile(r"//# sourceMappingURL=data:application/json;base64,([A-Za-z0-9+/=]+)\s*$")
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
VALUE_OF_DIGIT = {digit: value for value, digit in enumerate(DIGITS)}
Segment = tuple[int, int, int, int]


@dataclass(frozen=True)
class SourceMap:
    """A source map of a bundle: per line, segments of (column, source, line, column), counted from 0."""

    sources: tuple[str, ...]
    segments_of_line: tuple[tuple[Segment, ...], ...]

    def find(self, line: int, column: int) -> tuple[str, int, int] | None:
        """Return the source (path, line, column) of a place in the bundle, all counted from 1, or None."""
        if not 1 <= line <= len(self.segments_of_line):
            return None
        before = [segment for segment in self.segments_of_line[line - 1] if segment[0] <= column - 1]
        if not before:
            return None
        _, source, source_line, source_column = before[-1]
        return self.sources[source], source_line + 1, source_column + 1


def read_inline_map(bundle: str) -> SourceMap:
    """Return the source map at the end of a bundle; an empty one if there is none."""
    found = INLINE_MAP.search(bundle)
    if found is None:
        return SourceMap((), ())
    described = json.loads(base64.b64decode(found[1]))
    return SourceMap(tuple(described["sources"]), decode_mappings(described["mappings"]))


def decode_mappings(mappings: str) -> tuple[tuple[Segment, ...], ...]:
    """Decode the ``mappings`` of a source map, version 3: base-64 differences, with semicolons between lines."""
    source = source_line = source_column = 0
    lines = []
    for text in mappings.split(";"):
        column, segments = 0, []
        for field in filter(None, text.split(",")):
            steps = decode_numbers(field)
            column += steps[0]
            if len(steps) >= 4:
                source, source_line, source_column = (
                    source + steps[1],
                    source_line + steps[2],
                    source_column + steps[3],
                )
                segments.append((column, source, source_line, source_column))
        lines.append(tuple(segments))
    return tuple(lines)


def decode_numbers(field: str) -> list[int]:
    """Decode base-64 variable-length numbers: five bits a digit, low bits first, the sign in the lowest bit."""
    numbers, value, shift = [], 0, 0
    for digit in field:
        bits = VALUE_OF_DIGIT[digit]
        value |= (bits & 31) << shift
        shift += 5
        if not bits & 32:
            numbers.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return numbers


CPU_SECONDS = 3
MEMORY_BYTES = 512 * 1024 * 1024
STACK_BYTES = 4 * 1024 * 1024

# A view that depends on chance or on the clock would differ from build to build. Packages that only ``mount`` uses may
# create text coders when they are loaded; these exist, but raise an error when used.
PRELUDE = """
(() => {
  const refuse = (what) => () => {
    throw new Error(`${what} is not there while the site is built: a view is a function of its state and data`);
  };
  Math.random = refuse("Math.random");
  const clock = refuse("Date");
  globalThis.Date = new Proxy(function Date() {}, {construct: clock, apply: clock, get: clock});
  delete globalThis.performance;
  globalThis.TextEncoder = class { encode = refuse("TextEncoder"); encodeInto = refuse("TextEncoder"); };
  globalThis.TextDecoder = class { decode = refuse("TextDecoder"); };
})();
"""
HARNESS = """
const builder = {
  draw({view, layouts}, name, opening, sets) {
    if (typeof view !== "function") throw new TypeError(`the module of '${name}' exports no function view`);
    return (layouts ?? [""]).map((layout) => {
      const markup = view(layout ? {...opening, layout} : opening, sets);
      if (typeof markup !== "string") throw new TypeError(`view returned ${typeof markup}, not a string`);
      return [layout, markup];
    });
  },
  card({card}, name, opening, sets) {
    const drawing = card === undefined ? "" : card(opening, sets);
    if (typeof drawing !== "string") throw new TypeError(`card returned ${typeof drawing}, not a string`);
    return drawing;
  },
  read({readouts}, name, opening, sets, links) {
    if (readouts === undefined) return null;
    return links.map((linked) => {
      const state = copyOf(opening);
      const read = readouts(linked === null ? state : {...state, linked}, sets);
      const wrong = typeof read !== "object" || Object.values(read ?? {}).some((text) => typeof text !== "string");
      if (wrong) throw new TypeError("readouts returned no record of texts");
      return read;
    });
  },
};
const copyOf = (value) => JSON.parse(JSON.stringify(value));
function callWidget(part, name, values) {
  try {
    return JSON.stringify({found: builder[part](globalThis.widgets[name] ?? {}, name, ...JSON.parse(values))});
  } catch (error) {
    return JSON.stringify({message: String(error), stack: String(error?.stack ?? "")});
  }
}
"""
DRAWING = re.compile(r'<svg [^<>]*viewBox="[^"]*"[^<>]*>.*</svg>', re.DOTALL)
FRAME = re.compile(r"at (?P<function>.*?) ?\(?<input>:(?P<line>\d+):(?P<column>\d+)\)?")
SHOWN_MARKUP = 60
REMEDIES = {
    r"\b(document|window|localStorage|fetch|navigator|location|matchMedia)\b.* is not defined": (
        "move code that needs the page into mount: view also runs without a page, during the build"
    ),
    r"\bof null\b": "check for null: a cell that is empty, or holds no number, is null in JavaScript",
    r"view returned undefined": "end it with a return statement",
}

Data = Mapping[str, Mapping[str, Any]]


class EndlessWidgetError(SiteError):
    """A widget was stopped because it ran too long; it is not called again in the same build."""


class Stills:
    """The pure functions of all widgets, loaded once. Use it only in the thread that created it."""

    def __init__(self, still_bundle: str, cpu_seconds: float = CPU_SECONDS) -> None:
        """Load the bundle of ``assets.bundle_scripts``; ``cpu_seconds`` limits the time of each call.

        Raises
        ------
        SiteError
            If a module fails while it is loaded, for instance because it uses the page.
        """
        import quickjs

        self._map: SourceMap | None = None
        self._bundle, self._cpu_seconds = still_bundle, cpu_seconds
        context = quickjs.Context()
        context.set_memory_limit(MEMORY_BYTES)
        context.set_max_stack_size(STACK_BYTES)
        context.eval(PRELUDE)
        context.set_time_limit(cpu_seconds)
        try:
            # The source map, a comment, ends the bundle, so the added code starts on a line of its own.
            context.eval(still_bundle + "\n" + HARNESS)
        except quickjs.JSException as error:
            failure = "failed while its module was loaded"
            raise self._failure(error, "a widget", failure, "static/js") from None
        self._call = cast(Callable[[str, str, str], str], context.get("callWidget"))

    def view(self, name: str, state: Mapping[str, Any], data: Data) -> list[tuple[str, str]]:
        """Return (layout, markup) for each layout of the widget; the layout is "" if the module names none.

        Parameters
        ----------
        name : str
            Name of the widget.
        state : mapping
            Opening state; ``layout`` is added to it.
        data : mapping
            Values by data set and column, serializable as JSON.

        Raises
        ------
        SiteError
            If ``view`` throws, does not return text, or returns markup that pages forbid: an element that is never
            closed, a script, an inline style.
        """
        found = self._ask("draw", "could not be drawn", name, state, data)
        drawn = [(str(layout), str(markup)) for layout, markup in found]
        for _, markup in drawn:
            check_markup(name, "view", markup)
        return drawn

    def card(self, name: str, state: Mapping[str, Any], data: Data) -> str:
        """Return the drawing of a widget for the social card of its page, "" if its module exports no ``card``.

        Raises
        ------
        SiteError
            If ``card`` throws, or returns anything but one drawing.
        """
        drawing = str(self._ask("card", "could not draw its card", name, state, data))
        if drawing and not DRAWING.fullmatch(drawing):
            message = f"widget {name!r}: what card returned is no drawing\n        {drawing[:SHOWN_MARKUP]}"
            fix = "return '<svg viewBox=\"0 0 420 380\">…</svg>', all looks in attributes"
            raise author_error("widget", message, fix)
        check_markup(name, "card", drawing)
        return drawing

    def readouts(
        self, name: str, opening: Mapping[str, Any], links: Sequence[str | None], data: Data
    ) -> list[dict[str, str] | None] | None:
        """Return the quantities that a widget reads out in each state, by name.

        Parameters
        ----------
        name : str
            Name of the widget.
        opening : mapping
            Opening state.
        links : sequence
            States as in links; None is the opening state.
        data : mapping
            As for :meth:`view`.

        Returns
        -------
        list or None
            One item per state, None for an invalid state; None instead of a list if the module exports no ``readouts``.

        Raises
        ------
        SiteError
            If ``readouts`` throws or returns anything but texts by name.
        """
        found: list[dict[str, str] | None] | None
        found = self._ask("read", "failed in readouts", name, opening, data, list(links))
        return found

    def _ask(self, part: str, failure: str, name: str, *values: Any) -> Any:
        """Call a function of a widget's module with values, passed as JSON, and return its result."""
        import quickjs

        try:
            answer = json.loads(self._call(part, name, json.dumps(values, allow_nan=False, ensure_ascii=False)))
        except ValueError as error:
            message = f"widget {name!r}: its data cannot be given to JavaScript ({error})"
            raise author_error("widget", message) from None
        except quickjs.JSException as error:
            raise self._failure(error, f"widget {name!r}", failure) from None
        if "message" in answer:
            raise SiteError([self._error(f"widget {name!r} {failure}", answer["message"], answer["stack"])])
        return answer["found"]

    def _failure(self, error: Exception, who: str, failure: str, path: str = "") -> SiteError:
        """Return the error for an exception of QuickJS, at ``path`` if the stack names no file of the author."""
        message, _, stack = str(error).partition("\n")
        if "interrupted" in message:
            what = f"{who} ran longer than {self._cpu_seconds} s; it may contain an infinite loop"
            return EndlessWidgetError([self._in_files(what, stack, path)])
        return SiteError([self._error(f"{who} {failure}", message, stack, path)])

    def _error(self, what: str, message: str, stack: str, path: str = "") -> Problem:
        """Return a problem with the stack in the author's files and a fix, if one is known."""
        suggestion = next((remedy for pattern, remedy in REMEDIES.items() if re.search(pattern, message)), "")
        return replace(self._in_files(f"{what}: {message}", stack, path), suggestion=suggestion)

    def _in_files(self, message: str, stack: str, path: str = "") -> Problem:
        """Return a problem with the stack in the author's files, at the place on top of it."""
        if self._map is None:
            self._map = read_inline_map(self._bundle)
        frames = []
        for found in FRAME.finditer(stack):
            place = self._map.find(int(found["line"]), int(found["column"]))
            if place is not None and place[0] != "<stdin>":  # not the generated entry module
                frames.append((found["function"], place))
        shown = "".join(
            f"\n        at {function} ({path}:{line}:{column})" for function, (path, line, column) in frames
        )
        path, line, column = frames[0][1] if frames else (path, 0, 0)
        return Problem(path, line, column, "widget", f"{message}{shown}")


def check_markup(name: str, function: str, markup: str) -> None:
    """Raise an error for markup that a page cannot contain.

    Raises
    ------
    SiteError
        Its ``about`` is the line of markup from the first error on.
    """
    for mistake in read_html(markup).mistakes[:1]:
        piece = markup[mistake.offset :].partition("\n")[0]
        shown = piece[:SHOWN_MARKUP] + ("…" if len(piece) > SHOWN_MARKUP else "")
        message = f"widget {name!r}: in what {function} returned, {mistake.message}\n        {shown}"
        raise author_error("widget", message, mistake.suggestion, about=piece)
