"""Find the line that an author wrote behind a line of bundled JavaScript."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass

INLINE_MAP = re.compile(r"//# sourceMappingURL=data:application/json;base64,([A-Za-z0-9+/=]+)\s*$")
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
VALUE_OF_DIGIT = {digit: value for value, digit in enumerate(DIGITS)}
Segment = tuple[int, int, int, int]


@dataclass(frozen=True)
class SourceMap:
    """Where each piece of a bundle came from: per line, segments of (column, source, line, column), from 0."""

    sources: tuple[str, ...]
    segments_of_line: tuple[tuple[Segment, ...], ...]

    def find(self, line: int, column: int) -> tuple[str, int, int] | None:
        """Return (path, line, column), all counted from 1, of a place in the bundle, or None."""
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
    """Decode the ``mappings`` of a source map, version 3: base-64 differences, lines apart by semicolons."""
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
