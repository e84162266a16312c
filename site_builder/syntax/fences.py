"""Find the bare ``:::`` that closes a directive, looking at lines only."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from site_builder.problems.sink import DEEPEST
from site_builder.syntax.directive_table import INLINES

OPENING = re.compile(r":::(?P<gap>\s*)(?P<name>[A-Za-z][\w-]*)\s*+(?P<options>\{.*\})?\s*")
INLINE = re.compile(rf":::(?:{'|'.join(sorted(INLINES))})[\[{{]")
HEADING = re.compile(r"#{1,6}\s")
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
    if not text.startswith(":::") or INLINE.match(text):
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
    line: int = 0
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
        self.fence, self.line = fence[0], line.number + 1
        return True


class Extent(NamedTuple):
    """How far a directive reaches.

    ``close`` is the line of its fence, None if there is none; ``end`` the line before which its body ends then, None
    for the end of the block. ``code_line`` (from 1) is where code starts that is never closed, or where blocks are
    nested too deep; ``hint`` says what may have taken the fence.
    """

    close: int | None
    end: int | None = None
    code_line: int | None = None
    hint: str = ""


def find_close(lines: Iterable[Line], raw: Collection[str]) -> Extent:
    """Return where the directive that the first of ``lines`` opens is closed: by the bare ``:::`` that is its own.

    The body of a directive that ``raw`` names holds no directives, so it ends at the latest where another one opens.
    """
    stack: list[tuple[str, int]] = []
    code = CodeLines()
    hint = ""
    for line in lines:
        text = line.text
        in_raw = bool(stack) and stack[-1][0] in raw
        if not in_raw:
            text = MARKERS.sub("", text, count=1) if MARKERS.match(text) else text
            if stack and code.holds(line, text):
                continue
        kind = fence_kind(text)
        if kind == "close":
            name, opened = stack.pop()
            if not stack:
                return Extent(line.number)
            hint = (
                hint if "reaches" in hint else f"the last one, in line {line.number + 1}, closes {named(name, opened)}"
            )
        elif kind == "open":
            if in_raw:
                stack.pop()
                if not stack:
                    return Extent(
                        None, line.number, hint=f"':::{name_in(text)}' in line {line.number + 1} is inside it"
                    )
            stack.append((name_in(text), line.number + 1))
            if len(stack) > DEEPEST + 1:  # an error of its own, met when the body is read
                return Extent(None, None, line.number + 1)
            code.base = line.indent
        elif HEADING.match(text) and len(stack) > 1 and stack[-1][0] != "section" and "reaches" not in hint:
            hint = f"{named(*stack[-1])} reaches over the heading in line {line.number + 1}"
    return Extent(None, None, code.line if code.fence else None, hint)


def named(name: str, line: int) -> str:
    """Return a directive as messages name it."""
    return f"':::{name}' of line {line}"
