"""Evaluate an explorable: each part in all states of the parameters that it depends on."""

from __future__ import annotations

import json
import pickle
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.cache.results import read_entry, write_entry
from site_builder.charts.checks import IF_ALWAYS
from site_builder.charts.draw import empty_error, without_validation
from site_builder.charts.remedies import fix_for_date_slider, remedy_for_call
from site_builder.charts.vega import warm_up
from site_builder.data.files import TableFile
from site_builder.data.tables import frame_libraries, own_copy, read_frame
from site_builder.drawing.matplotlib_figures import close_figures, may_draw, page_style
from site_builder.drawing.processes import call
from site_builder.explorables.load import (
    TEXT_PARTS,
    Loaded,
    Part,
    Sources,
    load,
    part_digests,
    read_sources,
    true_answer,
)
from site_builder.explorables.model import (
    PART_NAMES,
    SAMPLE,
    Declared,
    Evaluated,
    Picture,
    Table,
    early_problem,
    failure,
    fill,
    read_numbers,
    read_table,
    read_text,
)
from site_builder.explorables.page_data import with_files
from site_builder.explorables.pictures import describe, draw_all, first_jump, same_limits
from site_builder.explore.parameters import same_name
from site_builder.explore.states import State, described, opening, size
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake, suggest

REMEDY = (
    "return the same value for the same arguments: seed random numbers inside the function, "
    "with random.seed(0) or rng = np.random.default_rng(0), and change nothing outside of it"
)
# Altair numbers the names of selections and views.
COUNTED = re.compile(r"\b(param|view|layer|concat|hconcat|vconcat|facet|repeat)_\d+")
SHOWN = 60


def difference(first: Any, again: Any) -> str:
    """Describe how a value differs from the result of an earlier call with the same arguments; "" if equal."""
    if isinstance(first, dict) and isinstance(again, dict) and "$schema" in first:
        same = COUNTED.sub("", json.dumps(first, default=str)) == COUNTED.sub("", json.dumps(again, default=str))
        return "" if same else "another chart"
    if first == again:
        return ""
    if isinstance(first, Picture):
        return "another picture"
    if isinstance(first, Mapping) and isinstance(again, Mapping):
        name = next(name for name in [*first, *again] if first.get(name) != again.get(name))
        return f"{name}={first.get(name)!r} once and {name}={again.get(name)!r} again"
    if isinstance(first, Table) and isinstance(again, Table):
        pairs = zip(sum(first.rows, ()), sum(again.rows, ()), strict=False)
        one, other = next(((one, other) for one, other in pairs if one != other), ("a table", "another"))
        return f"{one} once and {other} again"
    return f"{shortened(first)!r} once and {shortened(again)!r} again"


def shortened(value: Any) -> Any:
    """Return a value for a message, with long text cut."""
    return value[:SHOWN] + "…" if isinstance(value, str) and len(value) > SHOWN else value


# Label of the progress of drawing, which starts when all states are described.
DRAWING = "drawing"
# Loading a file may take this many times as long as a call, because of imports.
LOADING = 3
# Number of states that are called again, in reverse order; only one for pictures, which are slow.
REPEATED = 3
# Largest number of states of one part: more would take minutes, only to exceed every budget.
MOST_COMBINATIONS = 250_000
Report = Callable[[str, int, int], None]
Limit = Callable[[float], AbstractContextManager[object]]


def no_limit(seconds: float) -> AbstractContextManager[object]:
    """Set no limit, for code that runs in the process of the build."""
    return nullcontext()


@dataclass(frozen=True)
class Order:
    """A request to evaluate an explorable: its name, and file and digest of each data set of the project by name.

    ``sources`` holds its files at the time of the request. ``opening_only`` is set for one that no page shows.
    ``most_bytes`` limits the size of its pictures; 0 means no limit.
    """

    project: Path
    name: str
    files: Mapping[str, TableFile]
    digests: Mapping[str, str]
    seconds: float
    opening_first: bool = False
    sources: Sources | None = None
    opening_only: bool = False
    most_bytes: int = 0


@dataclass
class Evaluator:
    """One evaluation: the loaded file, and the values of the parts so far. ``progress`` receives every call.

    ``sources`` holds its files from before it was loaded; results are not cached if they changed since.
    ``first`` holds the result of the first call of each part in the opening state. ``passed`` are exceptions of the
    author's code that are not reported as errors of it. Unless ``is_drawing``, pictures are only described.
    """

    order: Order
    loaded: Loaded
    progress: Report
    sources: Sources
    limited: Limit = no_limit
    values: dict[str, list[Any]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    frames: dict[tuple[str, str], Any] = field(default_factory=dict)
    first: dict[str, Any] = field(default_factory=dict)
    passed: type[BaseException] | tuple[()] = ()
    is_drawing: bool = True

    @property
    def declared(self) -> Declared:
        """Return the declarations of the file."""
        return self.loaded.declared

    @property
    def path(self) -> str:
        """Return the file's path in the project."""
        return f"{EXPLORABLES}/{self.order.name}.py"

    def warning(self, part: str, message: str, suggestion: str = "", code: str = "explorable") -> Problem:
        """Return a warning at the line of a part."""
        line = self.loaded.parts[part].line
        return Problem(self.path, line, 0, code, message, suggestion, severity="warning")

    def failure(self, part: str) -> Callable[..., SiteError]:
        """Return a function that creates an error at the line of a part from a message and a suggestion."""

        def at_part(message: str, suggestion: str = "") -> SiteError:
            return failure(message, self.path, self.loaded.parts[part].line, suggestion)

        return at_part

    def is_settled(self) -> bool:
        """Return whether the results are those of the files that the order names: none of them has changed since."""
        return self.order.sources in (None, self.sources) and self.sources.are_unchanged()

    def run_opening(self, known: Mapping[str, list[Any]] = {}, is_drawing: bool = True) -> Evaluated:
        """Evaluate all parts in the opening state only, as if no parameter had another stop.

        ``known`` holds all values of parts that were evaluated before.
        """
        parameters = {
            name: replace(parameter, stops=(parameter.stops[parameter.start],), start=0)
            for name, parameter in self.declared.parameters.items()
        }
        loaded = replace(self.loaded, declared=replace(self.declared, parameters=parameters))
        narrow = replace(self, loaded=loaded, values={}, seconds={}, first={}, is_drawing=is_drawing)
        for name in PART_NAMES:
            if name in known:
                start = opening(self.declared.parameters, self.declared.depends[name])
                narrow.values[name] = [known[name][self.declared.states(name).index(start)]]
            elif name in narrow.loaded.parts:
                narrow.values[name] = narrow.evaluate(narrow.loaded.parts[name])
        self.first = narrow.first
        return Evaluated(narrow.declared, narrow.values, whole=self.declared, is_settled=self.is_settled())

    def run(self, show: Callable[[Evaluated], None]) -> Evaluated:
        """Evaluate all parts, or read their values from the cache.

        The opening state of all parts comes first, so that an error in one is reported before all states of another are
        evaluated. If the order asks for it, it is shown, unless only texts are missing, which are fast.
        """
        digests = part_digests(self.sources, self.order.digests)
        # An imported part has no code in the file, so no digest, and is always evaluated.
        entries = {name: f"explorables/{digest}" for name, digest in digests.items()}
        parts = [name for name in PART_NAMES if name in self.loaded.parts]
        for name in parts:
            self.require_few_states(name)
        stored = {name: read_entry(entries[name]) for name in parts if name in entries}
        known = {name: pickle.loads(values) for name, values in stored.items() if values is not None}
        uses_altair = any(b"altair" in content for content in self.sources.contents.values())
        if uses_altair and "picture" in parts and "picture" not in known:
            warm_up()
        if len(known) < len(parts):
            is_slow = any(name not in known and name not in TEXT_PARTS for name in parts)
            is_shown = self.order.opening_first and is_slow
            opened = self.run_opening(known, is_drawing=is_shown)
            if is_shown:
                show(opened)
        for name in parts:
            begun = time.monotonic()
            if name in known:
                self.values[name] = known[name]
            else:
                self.values[name] = self.evaluate(self.loaded.parts[name])
                if name in entries and self.sources.are_unchanged():
                    write_entry(entries[name], pickle.dumps(self.values[name]))
            self.seconds[name] = round(time.monotonic() - begun, 3)
        if self.declared.asked:
            true_answer(self.declared, self.values.get("numbers", []), self.path)
        warnings = tuple(self.warnings())
        return Evaluated(self.declared, self.values, warnings, self.seconds, is_settled=self.is_settled())

    def evaluate(self, part: Part) -> list[Any]:
        """Evaluate one part in all its states and return the values in the order of its grid."""
        states, sensible = self.declared.states(part.name), self.sensible(part)
        found = []
        for index, state in enumerate(states):
            self.progress(f"{self.label(part, state)} in line {part.line}", index, len(states))
            found.append(self.value(part, state) if state in sensible else None)
            if part.name == "picture" and index + 1 == SAMPLE and self.order.most_bytes:
                self.require_light([one for one in found if one is not None], len(sensible))
        if part.name == "only":
            self.require_opening(found)
        if part.name == "numbers":
            self.require_same_names(found)
        self.require_repeatable(part, dict(zip(states, found, strict=True)))
        return self.drawn(found, states) if part.name == "picture" else found

    def require_few_states(self, part: str) -> None:
        """Raise an error for a part that has too many states to evaluate, before any is evaluated."""
        parameters, names = self.declared.parameters, self.declared.depends[part]
        n_states = size(parameters, names)
        if n_states > MOST_COMBINATIONS:
            stops = " * ".join(str(len(parameters[name].stops)) for name in names)
            message = f"{part}({', '.join(names)}) has {stops} = {n_states:,} states"
            message += f"; at most {MOST_COMBINATIONS:,} are evaluated"
            raise self.failure(part)(message, "use fewer stops, or write the part with fewer parameters")

    def require_light(self, found: list[Any], n_states: int) -> None:
        """Raise an error for pictures that will be too large, before all are drawn."""
        if n_states <= 4 * len(found) or len(found) < 2:  # to draw all takes hardly longer than to draw some twice
            return
        is_held = self.declared.axes == "held"
        pictures, _ = draw_all(found, is_held, lambda done: None, self.failure("picture"), self.declared.parameters)
        problem = early_problem(self.declared, pictures, n_states, self.order.most_bytes, self.path)
        if problem is not None:
            raise SiteError([problem])

    def require_repeatable(self, part: Part, found: Mapping[State, Any]) -> None:
        """Raise an error for a part that returns another value when called again in another order of states."""
        if isinstance(part.written, str):
            return
        start = opening(self.declared.parameters, self.declared.depends[part.name])
        before = [(start, self.first[part.name], found[start])] if part.name in self.first else []
        self.first.setdefault(part.name, found[start])
        n_again = 0 if not before else 1 if part.name == "picture" else REPEATED
        again = [state for state, value in found.items() if value is not None][:n_again]
        pairs = (*before, *((state, found[state], self.value(part, state)) for state in reversed(again)))
        for state, one, other in pairs:
            if different := difference(one, other):
                raise self.failure(part.name)(f"{self.label(part, state)} returned {different}", suggestion=REMEDY)

    def drawn(self, found: list[Any], states: list[State]) -> list[Any]:
        """Draw the pictures of all states."""
        if not self.is_drawing:
            return found
        there = [index for index, one in enumerate(found) if one is not None]
        is_held = self.declared.axes == "held"
        pictures, empty = draw_all(
            [found[index] for index in there],
            is_held,
            lambda done: self.progress(DRAWING, done, len(there)),
            self.failure("picture"),
            self.declared.parameters,
        )
        if empty:
            where = described(self.declared.parameters, self.declared.depends["picture"], states[there[empty[0]]])
            first = f" (first: {where})" if where else ""
            message = f"{len(empty)} of {len(there)} pictures are empty{first}"
            if len(there) == 1:
                message = f"the picture is empty{f' at {where}' if where else ''}"
            error = empty_error(message, pictures[empty[0]].findings, found[there[empty[0]]]).problems[0]
            raise self.failure("picture")(error.message, suggestion=error.suggestion)
        known = dict(zip(there, pictures, strict=False))  # fewer if the drawing was interrupted
        return [known.get(index) for index in range(len(states))]

    def sensible(self, part: Part) -> set[State]:
        """Return the states of a part that occur in a state allowed by ``only``."""
        states = self.declared.states(part.name)
        if part.name == "only" or "only" not in self.values:
            return set(states)
        mine, names = self.declared.depends[part.name], self.declared.depends["only"]
        shared = [name for name in names if name in mine]

        def seen_by_both(its: Sequence[str], state: State) -> State:
            return tuple(state[its.index(name)] for name in shared)

        allowed = zip(self.declared.states("only"), self.values["only"], strict=True)
        sensible = {seen_by_both(names, state) for state, makes_sense in allowed if makes_sense}
        return {state for state in states if seen_by_both(mine, state) in sensible}

    def require_opening(self, allowed: list[Any]) -> None:
        """Raise an error for a figure whose opening state ``only`` excludes."""
        names = self.declared.depends["only"]
        start = opening(self.declared.parameters, names)
        if not dict(zip(self.declared.states("only"), allowed, strict=True))[start]:
            where = described(self.declared.parameters, names, start)
            message = f"the figure opens at {where}, which only() excludes"
            raise self.failure("only")(message, "change start, or only()")

    def value(self, part: Part, state: State) -> Any:
        """Evaluate a part in one state, check the result and convert it to plain data."""
        if isinstance(part.written, str):
            depends, fail = self.declared.depends[part.name], self.failure(part.name)
            stops = {name: self.declared.parameters[name].stops[at] for name, at in zip(depends, state, strict=True)}
            used = {same_name(ask, stops) for ask in part.asks}
            stops = {name: stop for name, stop in stops.items() if name in used}
            return fill(part.written, stops, self.numbers_at(part, state), fail, self.declared.parameters)
        try:
            if part.name == "picture" and part.name in self.first:
                with suppress(SiteError), without_validation():
                    return self.call_part(part.written, part, state)
            return self.call_part(part.written, part, state)  # finds an error at its line in the code
        finally:
            close_figures()  # also those of numbers(), which pyplot would mistake for the picture's

    def call_part(self, function: Callable[..., Any], part: Part, state: State) -> Any:
        """Call the function of a part in one state, check the result and convert it to plain data."""
        fail, label = self.failure(part.name), self.label(part, state)
        arguments, place = self.arguments(part, state), (self.path, part.line)
        limited, remedy = partial(self.limited, self.order.seconds), partial(remedy_for_call, arguments=arguments)
        run = partial(function, **arguments)
        value = call(run, label, self.order.project, place, "explorable", limited, remedy, self.passed)
        if part.name == "only":
            return bool(value)
        if part.name == "numbers":
            where = described(self.declared.parameters, self.declared.depends[part.name], state) or "its only state"
            return read_numbers(value, label, where, fail)
        if part.name == "table":
            return read_table(value, label, fail, self.declared.formats)
        if part.name == "picture":
            return self.described(value, label, state)
        known = [*self.declared.parameters, *next(filter(None, self.values.get("numbers", [])), {})]
        return read_text(value, label, fail, known)

    def described(self, value: Any, label: str, state: State) -> Any:
        """Check the result of ``picture`` and convert it to plain data."""
        return describe(value, label, self.failure("picture"))

    def label(self, part: Part, state: State) -> str:
        """Describe the call of a part for messages."""
        return f"{part.name}({described(self.declared.parameters, self.declared.depends[part.name], state)})"

    def arguments(self, part: Part, state: State) -> dict[str, Any]:
        """Return the arguments of a part's function: values of parameters, data sets, numbers."""
        at = dict(zip(self.declared.depends[part.name], state, strict=True))
        arguments: dict[str, Any] = {}
        libraries = frame_libraries(part.written) if callable(part.written) else {}
        for name in part.asks:
            if name == "numbers":
                arguments[name] = self.numbers_at(part, state)
            elif name in self.declared.parameters:
                arguments[name] = self.declared.parameters[name].stops[at[name]].value
            else:
                line = self.declared.lines.get(name, 0)
                arguments[name] = self.frame(self.loaded.frames[name], libraries[name], line)
        return arguments

    def numbers_at(self, part: Part, state: State) -> dict[str, Any]:
        """Return the numbers of a state; an empty dictionary for a part that does not depend on them."""
        depends = self.declared.depends.get("numbers")
        if depends is None or part.name == "numbers" or not set(depends) <= set(self.declared.depends[part.name]):
            return {}
        at = dict(zip(self.declared.depends[part.name], state, strict=True))
        index = 0
        for name in depends:
            index = index * len(self.declared.parameters[name].stops) + at[name]
        return dict(self.values["numbers"][index])

    def frame(self, name: str, library: str, line: int) -> Any:
        """Return a copy of a data set as a frame of a library."""
        if name not in self.order.files:
            suggestion = suggest(name, list(self.order.files), "data sets")
            raise failure(f"unknown data set {name!r}", self.path, line, suggestion=suggestion)
        if (name, library) not in self.frames:
            file = self.order.files[name]
            try:
                self.frames[name, library] = read_frame(file, library, has_days=True)
            except Mistake as error:
                raise failure(str(error), self.path, line, suggestion=error.suggestion) from None
            self.sources.data[file.path] = self.order.digests[name]
        return own_copy(self.frames[name, library])

    def require_same_names(self, found: list[Any]) -> None:
        """Raise an error for numbers that are missing in some states."""
        states = self.declared.states("numbers")
        there = [(state, numbers) for state, numbers in zip(states, found, strict=True) if numbers is not None]
        for name in dict.fromkeys(name for _, numbers in there for name in numbers):
            without = next((state for state, numbers in there if name not in numbers), None)
            if without is not None:
                where = described(self.declared.parameters, self.declared.depends["numbers"], without)
                raise self.failure("numbers")(
                    f"numbers() has no {name!r} at {where}", "return the same names in all states"
                )

    def warnings(self) -> list[Problem]:
        """Return warnings: a part that never changes, an unused parameter, jumping axes, misleading pictures."""
        found = []
        for name in ("picture", "table", "sentence"):
            values = [value for value in self.values.get(name, []) if value is not None]
            if len(values) > 1 and all(value == values[0] for value in values):
                message = f"the {name} is the same in all {len(values)} states"
                fix = fix_for_date_slider(self.declared.parameters, self.frames)
                found.append(self.warning(name, message, fix or "use its parameters, or remove them"))
        found += [*self.jumping_axes(), *self.misleading_pictures()]
        used = {name for depends in self.declared.depends.values() for name in depends}
        for name in self.declared.parameters:
            if name not in used:
                line = self.declared.lines.get(name, 0)
                message = f"nothing depends on {name!r}: no part uses it"
                fix = "name it among the arguments of a function, or remove it"
                found.append(Problem(self.path, line, 0, "explorable", message, fix, severity="warning"))
        return [problem for problem in found if problem.code not in self.declared.quiet]

    def jumping_axes(self) -> list[Problem]:
        """Return a warning if the axes of the pictures differ between states, unless ``axes`` is "free"."""
        jump = None if self.declared.axes == "free" else first_jump(self.values.get("picture", []))
        if jump is None:
            return []
        states, depends = self.declared.states("picture"), self.declared.depends["picture"]
        places = [f"{labels} at {described(self.declared.parameters, depends, states[at])}" for at, labels in jump]
        is_figure = any(picture.limits for picture in self.values["picture"] if picture is not None)
        how = same_limits(self.values["picture"]) or "ax.set_xlim(…) and ax.set_ylim(…), of colours vmin=… and vmax=…"
        how = f"set the same limits in all states, {how}" if is_figure else "give the scale a domain for all states"
        suggestion = f'{how}; if the axes should follow, write axes = "free"'
        message = f"an axis jumps between states: {places[0]}; {places[1]}"
        return [self.warning("picture", message, suggestion, "axes-jump")]

    def misleading_pictures(self) -> list[Problem]:
        """Return a warning for each finding in the pictures, with its first state and the number of other states."""
        states = self.declared.states("picture") if "picture" in self.values else []
        pictures = [(state, one) for state, one in zip(states, self.values.get("picture", []), strict=True) if one]
        found: dict[tuple[str, str], list[tuple[State, Problem]]] = {}
        for state, picture in pictures:
            # The first of each kind, so that a state is counted once.
            for kind, finding in {(one.code, one.about): one for one in reversed(picture.findings)}.items():
                found.setdefault(kind, []).append((state, finding))
        warnings = []
        for (code, _), places in found.items():
            state, finding = places[0]
            if code in IF_ALWAYS and len(places) < len(pictures):
                continue
            where = described(self.declared.parameters, self.declared.depends["picture"], state)
            more = len(places) - 1
            others = f" and {more} other state{'s' * (more > 1)}" if more else ""
            message = f"{finding.message} (at {where}{others})" if where else finding.message
            warnings.append(self.warning("picture", message, finding.suggestion, code))
        return warnings


def evaluate(
    order: Order, progress: Report, show: Callable[[Evaluated], None] = lambda opening: None, limited: Limit = no_limit
) -> Evaluated:
    """Evaluate an explorable.

    Parameters
    ----------
    show : callable
        Receives the opening state as soon as it is evaluated, if ``order.opening_first``.
    limited : callable
        Returns a context that limits its body to a number of seconds.

    Raises
    ------
    SiteError
        If its file cannot be loaded, or one of its parts fails.
    """
    sources = order.sources
    if sources is None or not sources.are_unchanged():  # the build may have read them while they were being saved
        sources = read_sources(order.project, order.name)
    with page_style(may_draw(sources.contents.values())):
        loaded = load(order.project, order.name, partial(limited, LOADING * order.seconds))
        evaluator = Evaluator(order, loaded, progress, sources, limited)
        close_figures()  # figures created by the file itself would be reused by the first state only
        if order.opening_only:
            return with_files(evaluator.run_opening())
        return with_files(evaluator.run(lambda opening: show(with_files(opening))))
