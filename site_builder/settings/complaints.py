"""Turn what pydantic finds in a TOML file into problems with places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pydantic import ValidationError

from site_builder.problems.problem import Problem
from site_builder.problems.refusals import remedy_of, without_misspelt, words_of
from site_builder.problems.source import Place, Source, did_you_mean
from site_builder.settings.toml_places import nearest_mark

MOST_DESCRIBED = 200
KINDS_OF_UNION = frozenset({"int", "float", "str"})
FORMER = {"ledger": "write [guesses], and for points on top rewards = { first_rows = 6, from_points = 60, adds = 50 }"}
FORMS = {
    "function": "write FILE.FUNCTION, a function of content/charts/FILE.py",
    "light": "write a colour as #rrggbb",
    "dark": "write a colour as #rrggbb",
    "decimal": 'write "," or "."',
    "delimiter": 'write one character: ",", ";", "\\t" for a tab, "|"',
    "url": "write the full address, https://…",
    "project": "small letters, digits and hyphens, a letter first",
}


def describe_errors(
    error: ValidationError,
    source: Source,
    marks: Mapping[tuple[str, ...], tuple[Place, Place]],
    known_keys: Mapping[str, Iterable[str]],
    code: str,
) -> list[Problem]:
    """Return a problem for each mistake.

    Parameters
    ----------
    known_keys
        The keys that a table may have, by its dotted name or that of the outermost table; "" for the file itself.
    """
    problems: dict[tuple[object, ...], Problem] = {}
    for item in error.errors()[:MOST_DESCRIBED]:
        path = tuple(str(part) for part in item["loc"])
        in_union = path[-1] in KINDS_OF_UNION
        path = path[:-1] if in_union else path
        dotted = ".".join(part for part in path if not part.isdigit())
        mark = nearest_mark(marks, path)
        key_place, value_place = mark or (None, None)
        place, length, suggestion = value_place, 1, ""
        if item["type"] == "extra_forbidden":
            message, place, length = f"unknown key {dotted!r}", key_place, len(path[-1])
            table = ".".join(path[:-1])
            known = known_keys.get(table, known_keys.get(path[0] if table else "", ()))
            suggestion = FORMER.get(dotted) or did_you_mean(path[-1], known)
            if table and path[-1] in known_keys.get("", ()):
                suggestion = f"{path[-1]!r} belongs above the first [table]: what stands below one is a key of it"
        elif item["type"] == "missing":
            message, place, suggestion = f"key {dotted!r} is missing", key_place, FORMS.get(path[-1], "")
        else:
            suggestion = FORMS.get(path[-1], "") if item["type"] == "string_pattern_mismatch" else ""
            said = "the value has the wrong form" if suggestion else words_of(item["msg"])
            suggestion = suggestion or ("" if item["type"].startswith("string_p") else remedy_of(item["type"]))
            if path[0] == "redirects":
                suggestion = 'put both in quotes: "old.html" = "other.md#id"'
            message = f"{dotted!r}: {'write a number or a text' if in_union else said}"
            length = len(item["input"]) if isinstance(item["input"], str) else 1
        problems[place, message] = source.problem(code, message, place, length=length, suggestion=suggestion)
    return without_misspelt(list(problems.values()), "is missing")
