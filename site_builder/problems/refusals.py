"""What pydantic refuses, in words for people."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source, did_you_mean


def words_of(message: str) -> str:
    """Return what pydantic says, as the end of a sentence."""
    first = message.removeprefix("Value error, ").split(", ")[0]
    return first[:1].lower() + first[1:]


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
            message, suggestion = f"{key!r} in front matter: {words_of(item['msg'])}", ""
        problems.append(source.problem("front-matter", message, place, length=len(key), suggestion=suggestion))
    return problems
