"""Find where the keys of a TOML file stand, since the standard library's reader forgets it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from site_builder.source import Place, Source

TABLE = re.compile(r"\s*\[\[?(?P<path>[^\]]+)\]\]?")
KEY = re.compile(
    r"""\s*(?P<path>(?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=\s*(?P<value>.*)"""
)
PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
TRIPLE = re.compile(r'"""|\'\'\'')
POSITION = re.compile(r"\(at line (\d+), column (\d+)\)")

Path = tuple[str, ...]


def mark_keys(source: Source) -> Mapping[Path, tuple[Place, Place]]:
    """Return for each key, by its full path, the place of the key and the first character of its value.

    For a quoted value the place is that of its first character inside the quotes. Keys of inline tables are not
    listed; :func:`nearest_mark` finds the table instead.
    """
    marks: dict[Path, tuple[Place, Place]] = {}
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
    return marks


def nearest_mark(marks: Mapping[Path, tuple[Place, Place]], path: Path) -> tuple[Place, Place] | None:
    """Return the mark of ``path``, or of the innermost table around it that has one."""
    while path:
        if path in marks:
            return marks[path]
        path = path[:-1]
    return None


def place_of_error(message: str) -> Place | None:
    """Return the place that a message of :mod:`tomllib` names."""
    match = POSITION.search(message)
    return Place(int(match[1]), int(match[2])) if match else None


def _parts(path: str) -> Path:
    """Split a dotted key."""
    return tuple(part.strip("\"'") for part in PART.findall(path))
