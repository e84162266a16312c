"""Find the bare ``:::`` that closes a directive, looking at lines only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from site_builder.components import RAW

OPENING = re.compile(r":::(?P<gap>\s*)(?P<name>[A-Za-z][\w-]*)\s*(?P<options>\{.*\})?\s*")
CODE_FENCE = re.compile(r"`{3,}|~{3,}")
MARKERS = re.compile(r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)+")


class Line(NamedTuple):
    """A line of the file: its number from 0, its indentation in columns, its text without white space around it."""

    number: int
    indent: int
    text: str


class Closed(NamedTuple):
    """A directive that was closed: lines (from 1) of its fences, and its name."""

    line: int
    name: str
    opened: int


def fence_kind(text: str) -> Literal["open", "close"] | None:
    """Tell what a line does: open a directive (well written or not), close one, or neither."""
    if not text.startswith(":::"):
        return None
    return "open" if text.strip(": \t") else "close"


def name_in(text: str) -> str:
    """Return the name in an opening line, also in one that is not well written."""
    opening = OPENING.match(text)
    return opening["name"] if opening else ""


@dataclass
class CodeLines:
    """Tells which lines belong to code, so that no fence is seen in them."""

    fence: str = ""
    base: int = 0
    after_blank: bool = False
    in_indented: bool = False

    def holds(self, line: Line, text: str) -> bool:
        """Tell whether ``line``, whose text less list and quote markers is ``text``, is code or a fence of code."""
        if self.fence:
            if text.startswith(self.fence) and not text.strip(self.fence[0] + " \t"):
                self.fence = ""
            return True
        if not line.text:
            self.after_blank = True
            return True
        deep = line.indent - self.base >= 4
        self.in_indented = deep and (self.after_blank or self.in_indented)
        self.after_blank = False
        if self.in_indented:
            return True
        self.base = line.indent + len(line.text) - len(text)
        fence = CODE_FENCE.match(text)
        if fence is None or (text.startswith("`") and "`" in text[fence.end() :]):
            return False
        self.fence = fence[0]
        return True


def find_close(lines: Iterable[Line]) -> tuple[int | None, Closed | None]:
    """Return the number of the line that closes the directive opened in the first of ``lines``, if any.

    The second value is the last directive closed on the way. When the outer one stays open, that one was probably
    meant to be closed earlier.
    """
    stack: list[tuple[str, int]] = []
    closed: Closed | None = None
    code = CodeLines()
    for line in lines:
        text = line.text
        if not (stack and stack[-1][0] in RAW):
            text = MARKERS.sub("", text, count=1) if MARKERS.match(text) else text
            if stack and code.holds(line, text):
                continue
        kind = fence_kind(text)
        if kind == "close":
            name, opened = stack.pop()
            closed = Closed(line.number + 1, name, opened)
            if not stack:
                return line.number, closed
        elif kind == "open" and not (stack and stack[-1][0] in RAW):
            stack.append((name_in(text), line.number + 1))
            code.base = line.indent
    return None, closed
