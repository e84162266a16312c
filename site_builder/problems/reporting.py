"""Report problems from the rules of the parser."""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass, field
from typing import Any

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place, Source

SINK = "sink"
# So many of a kind may be in each other: more than anybody writes, and fewer than those who read it can follow.
DEEPEST = 50


def too_deep(what: str) -> str:
    """Return what is said of ``what``, which is nested too deep."""
    return f"{what} are nested more than {DEEPEST} deep here"


@dataclass
class Sink:
    """Collects the problems of one file while it is read."""

    source: Source
    problems: list[Problem] = field(default_factory=list)

    def report(self, code: str, message: str, place: Place | None, length: int = 1, suggestion: str = "") -> None:
        """Add a problem at ``place``."""
        self.problems.append(self.source.problem(code, message, place, length=length, suggestion=suggestion))

    def mistake(self, mistake: Mistake, place: Place | None) -> None:
        """Add ``mistake``, which was found at ``place``."""
        self.problems.append(self.source.mistake(mistake, place))


def sink_of(environment: MutableMapping[str, Any]) -> Sink:
    """Return the sink that the parser was started with."""
    sink = environment[SINK]
    assert isinstance(sink, Sink)
    return sink
