"""Collect problems while a file is parsed, and convert errors of pydantic to problems."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place, Severity, Source, suggest

if TYPE_CHECKING:
    from pydantic import ValidationError

SINK = "sink"
# Keys of front matter in other tools, and the keys that mean the same in site.toml and in front matter.
OF_SITE = {"author": "authors", "authors": "authors", "bibliography": "bibliography", "lang": "language"}
OF_OTHERS = dict.fromkeys(("abstract", "subtitle", "summary"), "description") | {"created": "date", "published": "date"}
# Greatest depth of nesting: more than authors need, and within the recursion limits of the parsers.
DEEPEST = 50


def too_deep(what: str) -> str:
    """Return the message for parts (``what``) that are nested too deep."""
    return f"{what} are nested more than {DEEPEST} deep here"


@dataclass
class Sink:
    """Collects the problems of one file while it is parsed."""

    source: Source
    problems: list[Problem] = field(default_factory=list)

    def report(
        self,
        code: str,
        message: str,
        place: Place | None,
        length: int = 1,
        suggestion: str = "",
        severity: Severity = "error",
    ) -> None:
        """Add a problem at ``place``."""
        self.problems.append(self.source.problem(code, message, place, length, suggestion, severity))

    def mistake(self, mistake: Mistake, place: Place | None) -> None:
        """Add the problem of ``mistake`` at ``place``."""
        self.problems.append(self.source.mistake(mistake, place))


def sink_of(environment: MutableMapping[str, Any]) -> Sink:
    """Return the sink in the environment of a parser."""
    sink = environment[SINK]
    assert isinstance(sink, Sink)
    return sink


SUGGESTED = re.compile(r"write (?P<name>'[^']+')")
REMEDIES = {
    "bool": "write true or false, without quotes",
    "string": 'write it in quotes: "…"',
    "list": 'write a list: ["…", "…"]',
    "dict": "write a table: {key = value}",
    "model": "write a table: {key = value}",
    "int": "write a whole number, without quotes",
    "date": "write the year, the month and the day: 2026-11-22",
}


def words_of(message: str) -> str:
    """Return a message of pydantic in the form of the end of a sentence."""
    first = message.removeprefix("Value error, ").split(", ")[0]
    return first[:1].lower() + first[1:]


def remedy_of(kind: str) -> str:
    """Return the fix for an error of pydantic of this kind; "" if there is none."""
    return next((remedy for start, remedy in REMEDIES.items() if kind.startswith(start)), "")


def without_misspelt(problems: Sequence[Problem], lacks: str) -> list[Problem]:
    """Omit problems of missing keys (with ``lacks`` in the message) if another problem suggests the key for a typo."""
    meant = [found["name"] for problem in problems if (found := SUGGESTED.fullmatch(problem.suggestion))]
    return [
        problem
        for problem in problems
        if lacks not in problem.message or not any(name in problem.message for name in meant)
    ]


def _describe(error: ValidationError, source: Source, places: dict[str, Place], known: Sequence[str]) -> list[Problem]:
    """Convert a validation error of front matter to problems."""
    problems = []
    for item in error.errors():
        key = str(item["loc"][0])
        place = places.get(key)
        if item["type"] == "extra_forbidden" and place is not None:
            line = source.line(place.line)
            place = Place(place.line, line.find(key) + 1) if key in line else place
            of_site = OF_SITE.get(key)
            suggestion = (
                f"write {of_site!r} in content/site.toml" if of_site else suggest(OF_OTHERS.get(key, key), known)
            )
            message = f"unknown key {key!r} in front matter"
        elif item["type"] == "missing":
            place = Place(1, 1)
            message, suggestion = f"front matter lacks {key!r}", ""
        else:
            message, suggestion = f"{key!r} in front matter: {words_of(item['msg'])}", remedy_of(item["type"])
        problems.append(source.problem("front-matter", message, place, len(key), suggestion))
    return without_misspelt(problems, "lacks")
