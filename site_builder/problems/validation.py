"""Translate validation errors of pydantic."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import ValidationError

from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source, did_you_mean

MEANT = re.compile(r"write (?P<name>'[^']+')")
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
    """Return what pydantic says, as the end of a sentence."""
    first = message.removeprefix("Value error, ").split(", ")[0]
    return first[:1].lower() + first[1:]


def remedy_of(kind: str) -> str:
    """Return what to write where pydantic found a value of another kind."""
    return next((remedy for start, remedy in REMEDIES.items() if kind.startswith(start)), "")


def without_misspelt(problems: Sequence[Problem], lacks: str) -> list[Problem]:
    """Return the problems without those that a key is missing, whose message holds ``lacks``, where it is misspelt."""
    meant = [found["name"] for problem in problems if (found := MEANT.fullmatch(problem.suggestion))]
    return [
        problem
        for problem in problems
        if lacks not in problem.message or not any(name in problem.message for name in meant)
    ]


def _describe(error: ValidationError, source: Source, places: dict[str, Place], known: Sequence[str]) -> list[Problem]:
    """Turn what pydantic found into problems."""
    problems = []
    for item in error.errors():
        key = str(item["loc"][0])
        place = places.get(key)
        if item["type"] == "extra_forbidden" and place is not None:
            line = source.line(place.line)
            place = Place(place.line, line.find(key) + 1) if key in line else place
            message, suggestion = f"unknown key {key!r} in front matter", did_you_mean(key, known)
        elif item["type"] == "missing":
            place = Place(1, 1)
            message, suggestion = f"front matter lacks {key!r}", ""
        else:
            message, suggestion = f"{key!r} in front matter: {words_of(item['msg'])}", remedy_of(item["type"])
        problems.append(source.problem("front-matter", message, place, length=len(key), suggestion=suggestion))
    return without_misspelt(problems, "lacks")
