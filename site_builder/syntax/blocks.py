"""Parse blocks: directives from ``:::name{options}`` to the closing fence, and callouts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from site_builder.problems.reporting import DEEPEST, Sink, sink_of, too_deep
from site_builder.problems.source import Mistake, Origin, Place, suggest
from site_builder.syntax.directive_table import BUILT_IN, CALLOUTS, Dialect, dialect_of
from site_builder.syntax.options import Given, Options, read_options

OPENING = re.compile(r":::(?P<gap>\s*)(?P<name>[A-Za-z][\w-]*)\s*+(?P<options>\{.*\})?\s*")
INLINE = re.compile(rf":::(?:{'|'.join(sorted(BUILT_IN.inlines))})[\[{{]")
HEADING = re.compile(r"#{1,6}\s")
CODE_FENCE = re.compile(r"`{3,}|~{3,}")
MARKERS = re.compile(r"(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)+")


class Line(NamedTuple):
    """A line of the file: its number from 0, its indentation in columns, its text without white space around it."""

    number: int
    indent: int
    text: str


class Closed(NamedTuple):
    """A directive that was closed: the lines (from 1) of its fences, and its name."""

    line: int
    name: str
    opened: int


def fence_kind(text: str) -> Literal["open", "close"] | None:
    """Return whether a line opens a directive (valid or malformed), closes one, or does neither (None)."""
    if not text.startswith(":::") or INLINE.match(text):
        return None
    return "open" if text.strip(": \t") else "close"


def name_in(text: str) -> str:
    """Return the name in an opening line, even if the line is malformed."""
    opening = OPENING.match(text)
    return opening["name"] if opening else ""


@dataclass
class CodeLines:
    """Tracks which lines belong to code, so that fences in them are ignored."""

    fence: str = ""
    line: int = 0
    base: int = 0
    after_blank: bool = False
    in_indented: bool = False

    def holds(self, line: Line, text: str) -> bool:
        """Return whether ``line`` is code or a code fence; ``text`` is the line without list and quote markers."""
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
    """The end of a directive.

    ``close`` is the line of its closing fence. If there is none, ``close`` is None, and the body ends before line
    ``end``, or with the surrounding block if ``end`` is None. ``code_line`` (from 1) is where unclosed code starts or
    where blocks are nested too deep; ``hint`` describes what may have used up the fence.
    """

    close: int | None
    end: int | None = None
    code_line: int | None = None
    hint: str = ""


def find_close(lines: Iterable[Line], raw: Collection[str]) -> Extent:
    """Find the bare ``:::`` that closes the directive opened in the first of ``lines``.

    The body of a directive in ``raw`` cannot contain directives, so it ends where another one opens.
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
                hint if "contains" in hint else f"the last one, in line {line.number + 1}, closes {named(name, opened)}"
            )
        elif kind == "open":
            if in_raw:
                stack.pop()
                if not stack:
                    return Extent(
                        None, line.number, hint=f"':::{name_in(text)}' in line {line.number + 1} is inside it"
                    )
            stack.append((name_in(text), line.number + 1))
            if len(stack) > DEEPEST + 1:  # reported when the body is parsed
                return Extent(None, None, line.number + 1)
            code.base = line.indent
        elif HEADING.match(text) and len(stack) > 1 and stack[-1][0] != "section" and "contains" not in hint:
            hint = f"{named(*stack[-1])} contains the heading in line {line.number + 1}"
    return Extent(None, None, code.line if code.fence else None, hint)


def named(name: str, line: int) -> str:
    """Return the name of a directive for messages."""
    return f"':::{name}' of line {line}"


HEAD = re.compile(r"\[!(?P<kind>\w+)\][+-]?[ \t]*(?P<title>[^\n]*)(?:\n|$)")
EMPTIED = "emptied"
ALLOWED = tuple(kind.upper() for kind in CALLOUTS)


def quoted_callouts(state: StateCore) -> None:
    """Convert quotations that begin with ``[!KIND]`` to directives."""
    tokens = state.tokens
    for index, opening in enumerate(tokens[:-2]):
        head = HEAD.match(tokens[index + 2].content) if opening.type == "blockquote_open" else None
        if head is None or tokens[index + 1].type != "paragraph_open" or opening.map is None:
            continue
        source, line = sink_of(state.env).source, opening.map[0] + 1
        place = Place(line, source.line(line).find("[!") + 1)
        kind = head["kind"].lower()
        if kind not in CALLOUTS:
            suggestion = suggest(head["kind"].upper(), ALLOWED)
            message = f"unknown callout {head['kind']!r}"
            sink_of(state.env).report("callout", message, Place(line, place.column + 2), len(kind), suggestion)
            continue
        title = head["title"].strip()
        given = Given(title, place, Place(line, source.line(line).rfind(title) + 1))
        opening.meta = {"name": kind, "options": Options(None, {"title": given} if title else {}), "place": place}
        closing = next(
            other for other in tokens[index + 1 :] if other.type == "blockquote_close" and other.level == opening.level
        )
        opening.type, closing.type = "directive_open", "directive_close"
        without_head(tokens[index + 1 : index + 4], head.end())
    state.tokens = [token for token in tokens if not token.meta.get(EMPTIED)]


def without_head(paragraph: Sequence[Token], end: int) -> None:
    """Remove the first line from the first paragraph of a callout; mark the paragraph if it is empty then."""
    inline = paragraph[1]
    inline.content = inline.content[end:]
    if inline.map is not None:
        inline.map = [inline.map[0] + 1, inline.map[1]]
    for token in paragraph if not inline.content else ():
        token.meta[EMPTIED] = True


CONTAINERS = {
    f"{kind}_{end}": nesting
    for kind in ("directive", "blockquote", "list_item", "dd", "footnote_reference")
    for end, nesting in (("open", 1), ("close", -1))
}
# Key in the parser's environment: the directives closed so far, in the order of their ends.
CLOSED = "closed"
# Keys in the parser's environment: (number of tokens counted, open blocks after them); table cells so far.
DEPTH, CELLS, MOST_CELLS = "depth", "cells", 50_000
FOREIGN = re.compile(r":{3,}\s*\{\s*(?:\.callout-|\.)?(?P<name>[A-Za-z][\w-]*)")
FOREIGN_NAMES = {
    **dict.fromkeys(("admonition", "callout", "info", "seealso"), "note"),
    **dict.fromkeys(("attention", "danger", "error"), "caution"),
    **{"hint": "tip", "figure": "widget", "details": "depth-2", "aside": "insight"},
}


def use_directives(md: MarkdownIt) -> None:
    """Add the rules for directives, for the limit of nesting, and for the limit of table cells to ``md``."""
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list", "table", "footnote_def"]}
    md.block.ruler.before("table", "directive", directive, interrupts)
    md.block.ruler.before("directive", "too_deep", blocks_too_deep)
    md.block.ruler.at("table", limited_table, {"alt": ["paragraph", "reference"]})


def limited_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a table; report it instead if the tables so far have too many cells, with short rows filled up."""
    is_table = table(state, start, end, True)
    if silent or not is_table:
        return is_table
    begin, n_cells, n_tokens = state.bMarks[start], state.env.get(CELLS, 0), len(state.tokens)
    stop = state.src.find("\n\n", begin)
    if n_cells + state.src.count("|", begin, stop if stop >= 0 else len(state.src)) > MOST_CELLS:
        message = f"this table, with those before it, has more than {MOST_CELLS:,} cells"
        sink_of(state.env).report("text-long", message, place_of(state, start), 1, "keep data in a data file")
        state.line = end
        return True
    is_read = table(state, start, end, False)
    state.env[CELLS] = n_cells + sum(token.type == "td_open" for token in state.tokens[n_tokens:])
    return is_read


def blocks_too_deep(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Report and skip blocks that are nested too deep."""
    # The parser's own level counts all blocks, and lists twice, so it is an upper bound.
    if silent or state.level <= DEEPEST:
        return False
    seen, depth = state.env.get(DEPTH, (0, 0))
    depth += sum(CONTAINERS.get(token.type, 0) for token in state.tokens[seen:])
    state.env[DEPTH] = len(state.tokens), depth
    if depth <= DEEPEST:
        return False
    sink_of(state.env).report("nesting", too_deep("blocks"), place_of(state, start))
    state.line = end
    return True


def directive(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a directive from ``:::name{options}`` to the bare ``:::`` that closes it; directives nest."""
    kind = fence_kind(line_text(state, start))
    if kind is None or state.is_code_block(start):
        return False
    if silent:
        return True
    if kind == "close":
        _report_stray(state, start)
        return True

    sink, place, dialect = sink_of(state.env), place_of(state, start), dialect_of(state.env)
    name, options = _read_opening(line_text(state, start), place, sink, dialect)
    extent = find_close(lines_from(state, start, end), dialect.raw)
    close, body_end = extent.close, extent.close
    if body_end is None:
        _report_unclosed(state, place, name, extent)
        body_end = extent.end if extent.end is not None else _last_line(state, start, end)

    opening = state.push("directive_open", "", 1)
    opening.map = [start, body_end]
    opening.meta = {"name": name, "options": options, "place": place}
    if name in dialect.raw:
        opening.meta["raw"], opening.meta["origin"] = raw_lines(state, start + 1, body_end)
    else:
        _read_body(state, start + 1, body_end)
    state.push("directive_close", "", -1)
    state.line = body_end + (close is not None)
    if close is not None:
        state.env.setdefault(CLOSED, []).append(Closed(close + 1, name, place.line))
    return True


def lines_from(state: StateBlock, start: int, end: int) -> Iterator[Line]:
    """Yield the lines from ``start`` to the end of the surrounding block, or to where its indentation ends."""
    for line in range(start, end):
        if not state.isEmpty(line) and state.sCount[line] < state.blkIndent:
            return
        yield Line(line, state.sCount[line] - state.blkIndent, line_text(state, line))


def _read_opening(text: str, place: Place, sink: Sink, dialect: Dialect) -> tuple[str, Options]:
    """Parse the name and the options of an opening line; report errors in them."""
    opening = OPENING.fullmatch(text)
    name = name_in(text)
    if opening is None or opening["gap"]:
        form = f":::{name}{{…}}" if "{" in text else f":::{name}"
        suggestion = f"write {form!r} and nothing else on the line" if name else foreign_form(text, dialect)
        sink.report("directive-malformed", f"malformed directive {text!r}", place, len(text), suggestion)
    if name and name not in dialect.blocks:
        at = Place(place.line, place.column + text.index(name))
        suggestion = (
            f"'::{name}' is written within a line of text, with two colons" if name in dialect.components else ""
        )
        suggestion = suggestion or suggest(FOREIGN_NAMES.get(name, name), dialect.blocks)
        sink.report("directive-unknown", f"unknown directive ':::{name}'", at, len(name), suggestion)
    written = opening["options"] if opening else None
    component = dialect.components[name] if name in dialect.blocks else None
    options = read_options(written or "", Place(place.line, place.column + text.find("{")), sink, component, place)
    return name, options


def foreign_form(text: str, dialect: Dialect) -> str:
    """Suggest the form of an opening line in another dialect: ``:::{note}`` (MyST) or ``::: {.callout-note}``."""
    foreign = FOREIGN.match(text)
    name = FOREIGN_NAMES.get(foreign["name"], foreign["name"]) if foreign else ""
    return (
        f"write ':::{name}'"
        if name in dialect.blocks
        else "write ':::name{options}'; run 'site-builder directives' for a list"
    )


def _read_body(state: StateBlock, start: int, end: int) -> None:
    """Parse the lines of a body as markdown."""
    outer_end, outer_parent = state.lineMax, state.parentType
    state.lineMax = end
    state.parentType = "root"
    state.md.block.tokenize(state, start, end)
    state.lineMax, state.parentType = outer_end, outer_parent


def raw_lines(state: StateBlock, start: int, end: int) -> tuple[str, Origin]:
    """Return the lines of a raw body without the indentation of the surrounding block, and their origin."""
    pieces, offsets, places, offset = [], [], [], 0
    for line in range(start, end):
        begin = state.bMarks[line]
        stripped = min(state.tShift[line], state.blkIndent)
        piece = state.src[begin + stripped : state.eMarks[line]]
        offsets.append(offset)
        places.append(Place(line + 1, begin + stripped - _line_start(state, begin) + 1))
        pieces.append(piece)
        offset += len(piece) + 1
    if not pieces:
        return "", Origin((0,), (Place(start, 1),))
    return "\n".join(pieces), Origin(tuple(offsets), tuple(places))


def _last_line(state: StateBlock, start: int, end: int) -> int:
    """Return the end of an unclosed body: the end of the surrounding block."""
    for line in range(start + 1, end):
        if not state.isEmpty(line) and state.sCount[line] < state.blkIndent:
            return line
    return end


def _report_stray(state: StateBlock, line: int) -> None:
    """Report and skip a bare fence that closes nothing."""
    sink = sink_of(state.env)
    suggestion = "remove it"
    if state.env.get(CLOSED):
        last: Closed = state.env[CLOSED][-1]
        suggestion = f"':::{last.name}' of line {last.opened} was already closed in line {last.line}"
    sink.report("directive-stray", "stray ':::' closes nothing", place_of(state, line), 3, suggestion)
    state.line = line + 1


def _report_unclosed(state: StateBlock, place: Place, name: str, extent: Extent) -> None:
    """Report an unclosed directive at its opening line; skip it if the cause is unclosed code, reported elsewhere."""
    if extent.code_line is not None:
        return
    suggestion = "close it with a bare ':::'" + (f"; {extent.hint}" if extent.hint else "")
    mistake = Mistake("directive-unclosed", f"unclosed ':::{name}' (opened here)", 0, len(name) + 3, suggestion)
    sink_of(state.env).mistake(mistake, place)


def place_of(state: StateBlock, line: int) -> Place:
    """Return the place of the first character of a line after indentation and markers of containers."""
    position = state.bMarks[line] + state.tShift[line]
    return Place(line + 1, position - _line_start(state, position) + 1)


def _line_start(state: StateBlock, position: int) -> int:
    """Return the offset in the file at which the line of ``position`` starts."""
    return state.src.rfind("\n", 0, position) + 1


def line_text(state: StateBlock, line: int) -> str:
    """Return a line without indentation and trailing white space."""
    return state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
