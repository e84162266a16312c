"""Read TOML files with the places of their keys, and report validation errors at these places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from pydantic import ValidationError

from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.reporting import DEEPEST, remedy_of, too_deep, without_misspelt, words_of
from site_builder.problems.source import (
    ALLOWED,
    UNSHOWABLE,
    Mistake,
    Place,
    Source,
    character_error,
    place_in,
    suggest,
    unfinished_merge,
)

TABLE = re.compile(r"\s*\[(?P<is_one_of>\[)?(?P<path>[^\]]+)\]\]?")
KEY = re.compile(
    r"""\s*(?P<path>(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*(?P<value>.*)"""
)
PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
# A string (which may be unclosed), a comment, or a bracket or separator of a list, an inline table or a key.
PIECE = re.compile(
    r""""{3}(?:\\.|[^\\])*?(?:"{3}|\Z)|\'{3}.*?(?:\'{3}|\Z)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|\#[^\n]*|[\[\]{}.,=\n]""",
    re.DOTALL,
)
LARGEST, MOST_WRONG = 1e300, 200
TRIPLE = re.compile(r'"""|\'\'\'')
REMEDIES = {
    "Invalid value": 'write words in quotes: "…"; else a number, true, false, a [list] or a {table}',
    "Cannot overwrite a value": "the key is defined twice; remove one of them",
    "Cannot declare": "the table is there already; write its keys in one place",
    "Expected '=' after a key": "write key = value; a key of several words needs quotes",
    "Expected newline or end of document": "write one key = value a line, and quotes around all of a text",
    "Unclosed array": "close it with ']'",
    "Unterminated string": "close it with '\"'",
    "Illegal character": "close the text in its line with '\"'",
}
CURVED = re.compile("[“”„‘’]")  # noqa: RUF001
LONG_NUMBER = re.compile(r"(?<![\w_])[\w_]{1000,}")
POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")

Path = tuple[str, ...]


def read_toml(source: Source, code: str) -> dict[str, Any]:
    """Parse a TOML file.

    Raises
    ------
    SiteError
        If it is invalid, or contains characters that no page can show; ``code`` is that of the problem.
    """
    if source.problems:
        raise SiteError(source.problems)
    if merge := unfinished_merge(source):
        raise SiteError([merge])
    deep = _too_deep(source.text)
    if deep is not None:
        raise SiteError([source.problem("nesting", too_deep("lists and tables"), place_in(source.text, deep))])
    try:
        values = tomllib.loads(source.text)
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):  # Python does not parse integers of so many digits
            number = LONG_NUMBER.search(source.text)
            place = place_in(source.text, number.start() if number else 0)
            message = "not TOML: a number has more than 1,000 digits"
            raise SiteError([source.problem(code, message, place, suggestion="write a smaller number")]) from None
        message, place = str(error).split(" (at ")[0], place_of_error(str(error), source.text)
        suggestion = next((remedy for part, remedy in REMEDIES.items() if part in message), "")
        if CURVED.match(source.text.split("\n")[place.line - 1], place.column - 1):
            suggestion = 'quotes around a text are straight ones: "…"'
        raise SiteError([source.problem(code, f"not TOML: {message}", place, suggestion=suggestion)]) from None
    marks = mark_keys(source)
    wrong = islice(_wrong_values(values), MOST_WRONG)
    problems = [source.mistake(mistake, _place_around(marks, path)) for path, mistake in wrong]
    if problems:
        raise SiteError(problems)
    return values


def _too_deep(text: str) -> int | None:
    """Return the offset where lists and tables are nested too deep for the parser; None if they are not."""
    depth = dots = 0
    for piece in PIECE.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(piece[0], 0)
        dots = dots + 1 if piece[0] == "." else 0 if len(piece[0]) == 1 else dots
        if max(depth, dots) > DEEPEST:
            return piece.start()
    return None


def _wrong_values(values: Mapping[str, Any]) -> Iterator[tuple[Path, Mistake]]:
    """Yield the path and the error of each table that is nested too deep, and of each value that cannot be shown."""
    waiting: list[tuple[Path, Any]] = [((), values)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str) and (found := UNSHOWABLE.search(value)):
            yield path, Mistake("character", character_error(found[0]), suggestion=ALLOWED)
        elif isinstance(value, int | float) and not -LARGEST <= value <= LARGEST:
            yield path, Mistake("config", "this number is too large for a page", suggestion="write a smaller one")
        elif isinstance(value, dict | list) and len(path) > DEEPEST:
            yield path, Mistake("nesting", too_deep("lists and tables"))
        elif isinstance(value, dict):
            waiting += [((*path, key), part) for key, inner in value.items() for part in (key, inner)]
        elif isinstance(value, list):
            waiting += [((*path, str(index)), inner) for index, inner in enumerate(value)]


def _place_around(marks: Mapping[Path, tuple[Place, Place]], path: Path) -> Place | None:
    """Return the place of the value whose path has the longest common prefix with ``path``."""
    for length in range(len(path), 0, -1):
        for other, (_, place) in marks.items():
            if other[:length] == path[:length]:
                return place
    return None


def mark_keys(source: Source) -> Mapping[Path, tuple[Place, Place]]:
    """Return the places of each key and of the first character of its value, by the full path of the key.

    For a quoted value the place is that of its first character inside the quotes. Keys of inline tables are not
    listed; :func:`nearest_mark` finds the table instead. A table of a list has its index after the name of the list.
    """
    marks: dict[Path, tuple[Place, Place]] = {}
    numbers: dict[Path, int] = {}
    table: Path = ()
    inside = False
    for number, line in enumerate(source.lines, start=1):
        if inside:
            inside = len(TRIPLE.findall(line)) % 2 == 0
            continue
        header = TABLE.match(line)
        key = KEY.match(line)
        if key is not None:
            path = table + _parts(key["path"])
            column = key.start("value") + 1
            column += 1 if key["value"][:1] in {'"', "'"} else 0
            marks[path] = (Place(number, key.start("path") + 1), Place(number, column))
            inside = len(TRIPLE.findall(key["value"])) % 2 == 1
        elif header is not None:
            table = _parts(header["path"])
            place = Place(number, header.start("path") + 1)
            marks.setdefault(table, (place, place))
            if header["is_one_of"]:
                numbers[table] = numbers.get(table, -1) + 1
                table = (*table, str(numbers[table]))
                marks[table] = (place, place)
    return marks


def nearest_mark(marks: Mapping[Path, tuple[Place, Place]], path: Path) -> tuple[Place, Place] | None:
    """Return the mark of ``path``, or of the innermost table around it that has one.

    A single table in place of a list has no index.
    """
    while path:
        for way in (path, tuple(part for part in path if not part.isdigit())):
            if way in marks:
                return marks[way]
        path = path[:-1]
    return None


def place_of_error(message: str, text: str) -> Place:
    """Return the place in a message of :mod:`tomllib`; the end of the text if it has none.

    If a key is there already, that is the place of the key, not of the end of its value.
    """
    match = POSITION.search(message)
    if match is None:
        return place_in(text, len(text.rstrip()))
    line, column = int(match[1]), int(match[2])
    key = KEY.match(text.split("\n")[line - 1]) if "overwrite" in message else None
    return Place(line, key.start("path") + 1 if key else column)


def _parts(path: str) -> Path:
    """Split a dotted key into its parts."""
    return tuple(part.strip("\"'") for part in PART.findall(path))


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
    """Convert validation errors to problems.

    Parameters
    ----------
    known_keys
        The allowed keys by the dotted name of a table, or of the outermost table; "" for the file itself.
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
            suggestion = FORMER.get(dotted) or suggest(path[-1], known)
            if table and path[-1] in known_keys.get("", ()):
                suggestion = f"{path[-1]!r} belongs above the first [table]: a key below a table belongs to it"
        elif item["type"] == "missing":
            message, place, suggestion = f"key {dotted!r} is missing", key_place, FORMS.get(path[-1], "")
        else:
            suggestion = FORMS.get(path[-1], "") if item["type"] == "string_pattern_mismatch" else ""
            reason = "the value has the wrong form" if suggestion else words_of(item["msg"])
            suggestion = suggestion or ("" if item["type"].startswith("string_p") else remedy_of(item["type"]))
            if path[0] == "redirects":
                suggestion = 'put both in quotes: "old.html" = "other.md#id"'
            message = f"{dotted!r}: {'write a number or a text' if in_union else reason}"
            length = len(item["input"]) if isinstance(item["input"], str) else 1
        problems[place, message] = source.problem(code, message, place, length, suggestion)
    return without_misspelt(list(problems.values()), "is missing")
