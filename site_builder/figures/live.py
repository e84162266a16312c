"""Evaluate a figure in the process of its author: it can be interrupted, and its results are cached by state."""

from __future__ import annotations

import io
import pickle
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import FunctionType
from typing import Any

from site_builder.cache.results import digest_of, read_entry, write_entry
from site_builder.drawing.matplotlib_figures import figure_in
from site_builder.explorables.evaluate import Evaluator
from site_builder.explorables.load import Part, drawers_digest
from site_builder.explorables.model import PART_NAMES, SAMPLE, Evaluated, estimate_size
from site_builder.explorables.pictures import draw_all
from site_builder.explore.states import State, grid, opening
from site_builder.figures.digest import digest_of_function
from site_builder.locales import conventions
from site_builder.problems.problem import SiteError
from site_builder.problems.source import Mistake

KIND = "figures"
# Packages that results depend on, apart from those that a function names: others may be installed in between.
OF_FUNCTIONS, OF_CHARTS = ("matplotlib",), ("vl-convert-python",)
# Seconds to draw a chart in both layouts.
DRAW_SECONDS = 0.03
# Characters of embedded data for each byte of compressed data.
BASE64 = 4 / 3
# Pixels of the opening picture for each CSS pixel.
SHARPNESS = 1.5
NOT_COMPUTED = "The other states were not computed."
PNG = "png"


@dataclass
class Results:
    """The results of one function by its arguments; ``name`` is the entry of the cache, "" if there is none."""

    name: str
    known: dict[str, Any] = field(default_factory=dict)
    n_new: int = 0

    def save(self) -> None:
        """Store the results in the cache, if there are new ones."""
        if self.name and self.n_new:
            with suppress(Exception):  # results that cannot be pickled are computed again
                write_entry(self.name, pickle.dumps(self.known))


def read_results(name: str) -> Results:
    """Return the results that are stored in an entry of the cache."""
    content = read_entry(name) if name else None
    return Results(name, {} if content is None else pickle.loads(content))


@dataclass
class LiveEvaluator(Evaluator):
    """Evaluates a figure here: in each part the opening state first, then the states nearest to it.

    An interrupt keeps what is done; the other states are excluded, as by ``only``.

    Attributes
    ----------
    place : str
        The file of the figure, for messages.
    permit : callable
        Receives an estimate of the seconds and bytes of all states, and returns whether to go on.
    is_partial : bool
        Whether the evaluation was interrupted.
    png : bytes
        The opening picture, if it is drawn by Matplotlib.
    """

    place: str = ""
    permit: Callable[[float, int], bool] = lambda seconds, n_bytes: True
    results: dict[str, Results] = field(default_factory=dict)
    is_partial: bool = False
    png: bytes = b""
    passed: type[BaseException] | tuple[()] = KeyboardInterrupt

    @property
    def path(self) -> str:
        """Return the file of the figure."""
        return self.place

    def is_settled(self) -> bool:
        """Return True: the functions are those of this process, whatever happens to their files."""
        return True

    def run_all(self) -> Evaluated:
        """Evaluate all parts in all states, or in those before an interrupt."""
        for name in PART_NAMES:
            if name in self.loaded.parts:
                self.values[name] = self.evaluate(self.loaded.parts[name])
        return Evaluated(self.declared, self.values, () if self.is_partial else tuple(self.warnings()))

    def results_of(self, part: Part) -> Results:
        """Return the results of a part, which the evaluation of the opening state and that of all states share."""
        if part.name not in self.results:
            digest = digest_of_function(part.written) if isinstance(part.written, FunctionType) else ""
            frames = sorted((name, self.order.digests.get(name, "")) for name in self.loaded.frames.values())
            formats = sorted(self.declared.formats.items())
            key = digest_of(part.name, digest, frames, formats, drawers_digest(OF_FUNCTIONS), conventions().tag)
            self.results[part.name] = read_results(f"{KIND}/{key}" if digest else "")
        return self.results[part.name]

    def evaluate(self, part: Part) -> list[Any]:
        """Evaluate one part in all its states, or in those before an interrupt."""
        states, start = self.declared.states(part.name), self.opening_of(part)
        order = sorted(self.sensible(part), key=lambda state: (distance(state, start), state))
        found: dict[State, Any] = {}
        begun, results = time.monotonic(), self.results_of(part)
        n_before = results.n_new
        try:
            for index, state in enumerate(order):
                self.progress(part.name, index, len(order))
                if results.n_new > n_before:
                    each = (time.monotonic() - begun) / (results.n_new - n_before)
                    if not self.may_go_on(part, each * (len(order) - index), found, len(order)):
                        break
                found[state] = self.result(part, state)
        except KeyboardInterrupt:
            if start not in found:
                raise
        finally:
            results.save()
        if part.name == "only":
            self.require_opening([found.get(state) for state in states])
        if part.name == "numbers":
            self.require_same_names([found.get(state) for state in states])
        if results.n_new > n_before:
            try:
                self.require_repeatable(part, found)
            except SiteError:
                # Evaluated again next time, so that the error is reported again.
                results.known.clear()
                results.save()
                raise
        if part.name == "picture":
            drawn = zip(found, self.drawn([*found.values()], [*found]), strict=True)
            found = {state: picture for state, picture in drawn if picture is not None}
        if len(found) < len(order):
            self.exclude_others(part, found)
        return [found.get(state) for state in states]

    def opening_of(self, part: Part) -> State:
        """Return the opening state of a part."""
        return opening(self.declared.parameters, self.declared.depends[part.name])

    def result(self, part: Part, state: State) -> Any:
        """Return the value of a part in a state, from the cache if it is there."""
        if isinstance(part.written, str):
            return self.value(part, state)
        results, frames = self.results_of(part), self.loaded.frames
        key = repr({name: one for name, one in self.arguments(part, state).items() if name not in frames})
        if key not in results.known:
            results.known[key] = self.value(part, state)
            results.n_new += 1
            if self.png and state == self.opening_of(part):
                results.known[f"{PNG}{key}"] = self.png
        self.png = results.known.get(f"{PNG}{key}", self.png)
        return results.known[key]

    def described(self, value: Any, label: str, state: State) -> Any:
        """Convert the result of ``picture`` to plain data, and draw that of Matplotlib in the opening state as PNG."""
        if state == self.opening_of(self.loaded.parts["picture"]):
            with suppress(Mistake):  # reported below
                figure = figure_in(value)
                if figure is not None:
                    stream = io.BytesIO()
                    figure.savefig(stream, format=PNG, dpi=96 * SHARPNESS, facecolor="white")
                    self.png = stream.getvalue()
        return super().described(value, label, state)

    def may_go_on(self, part: Part, seconds: float, found: Mapping[State, Any], n_states: int) -> bool:
        """Return whether the author wants all states, which may take long or be large."""
        n_bytes = 0
        if part.name == "picture":
            pictures = [one for one in found.values() if one is not None]
            seconds += DRAW_SECONDS * n_states if isinstance(pictures[0], dict) else 0
            if len(pictures) == SAMPLE:
                is_held = self.declared.axes == "held"
                fail, parameters = self.failure("picture"), self.declared.parameters
                drawn, _ = draw_all(pictures, is_held, lambda done: None, fail, parameters)
                sides = {tuple(getattr(one, side) for one in drawn) for side in ("wide", "narrow")}
                n_bytes = round(sum(estimate_size(texts, n_states) for texts in sides) * BASE64)
        return self.permit(seconds, n_bytes)

    def drawn(self, found: list[Any], states: list[State]) -> list[Any]:
        """Draw the pictures, or return them from the cache if the same charts were drawn before."""
        if not any(isinstance(one, dict) for one in found):
            return super().drawn(found, states)
        stops = [(name, [stop.text for stop in one.stops]) for name, one in self.declared.parameters.items()]
        ingredients = drawers_digest(OF_CHARTS), conventions().tag, self.declared.axes, stops, found
        results = read_results(f"{KIND}/{digest_of('drawn', *ingredients)}")
        if not results.known:
            pictures = super().drawn(found, states)
            if None in pictures:  # interrupted
                return pictures
            results.known["pictures"], results.n_new = pictures, 1
            results.save()
        return list(results.known["pictures"])

    def exclude_others(self, part: Part, found: Collection[State]) -> None:
        """Exclude the states that were not computed, as ``only`` does."""
        declared = self.declared
        mine, names = declared.depends[part.name], declared.depends.get("only", ())
        both = tuple(name for name in declared.parameters if name in (*mine, *names))
        only = zip(declared.states("only"), self.values["only"], strict=True) if names else [((), True)]
        allowed: dict[State, bool] = dict(only)

        def of(its: Collection[str], state: State) -> State:
            return tuple(at for name, at in zip(both, state, strict=True) if name in its)

        self.values["only"] = [
            bool(allowed[of(names, state)]) and of(mine, state) in found for state in grid(declared.parameters, both)
        ]
        why = declared.why if NOT_COMPUTED in declared.why else f"{declared.why} {NOT_COMPUTED}".strip()
        depends = {**declared.depends, "only": both}
        self.loaded = replace(self.loaded, declared=replace(declared, depends=depends, why=why))
        self.is_partial = True


def distance(state: State, other: State) -> int:
    """Return the number of stops between two states."""
    return sum(abs(one - another) for one, another in zip(state, other, strict=True))
