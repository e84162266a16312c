"""Parse a markdown file into tokens with places, independently of all other files."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, emphasis
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath.index import math_block_dollar
from mdit_py_plugins.footnote.index import footnote_def

from site_builder.problems.reporting import SINK, Sink
from site_builder.problems.source import Mistake, Origin, Place, Source, origin_of_lines
from site_builder.project_files import composed
from site_builder.syntax.blocks import MARKERS, line_text, lines_from, quoted_callouts, use_directives
from site_builder.syntax.directive_table import BUILT_IN, DIALECT, Dialect
from site_builder.syntax.html import without_comments
from site_builder.syntax.inlines import (
    BACKSLASH_MATH,
    WORDS,
    _take_notes,
    curve_apostrophes,
    set_typography,
    use_inlines,
)
from site_builder.syntax.options import IDENTIFIER, Reading, fold, read_options

HEADING_ID = re.compile(rf"(?<!\s)\s*\{{#(?P<id>{IDENTIFIER.pattern})\}}\s*$")
TASK = re.compile(r"\[(?P<mark>[ xX])\]\s+(?=\S)")
MARKUP = re.compile(r"[!#-&(-,/:-@\[-`{-~]")  # ASCII punctuation that typography does not change
BAR = re.compile(r"(?<!\\)\|")
EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f]")
PLUGIN = math_block_dollar()
LINKS = {
    f"{kind}_{end}": nesting for kind in ("link", "concept", "set") for end, nesting in (("open", 1), ("close", -1))
}


@functools.cache
def parser(quotes: tuple[str, ...] = ()) -> MarkdownIt:
    """Return the parser of the dialect; if quotation marks are given, it also sets quotes, dashes and ellipses."""
    options = {"html": True, "xhtmlOut": False, "maxNesting": 400, "typographer": bool(quotes), "quotes": quotes}
    md = MarkdownIt("commonmark", options)
    md.enable(["table", "strikethrough"])
    use_directives(md)
    use_inlines(md)
    deflist_plugin(md)
    md.inline.ruler.at("emphasis", emphasize)
    md.block.ruler.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})
    interrupts = ["paragraph", "reference", "blockquote", "list", "footnote_def"]
    md.block.ruler.before("fence", "math_block", math_block_dollars, {"alt": interrupts})
    md.block.ruler.before("fence", "math_backslash", math_block_backslash, {"alt": interrupts})
    md.core.ruler.before("inline", "heading_ids", heading_ids)
    md.core.ruler.before("inline", "tasks", tasks)
    md.core.ruler.before("inline", "callouts", quoted_callouts)
    md.core.ruler.before("text_join", "typography", set_typography)
    md.core.ruler.push("apostrophes", curve_apostrophes)
    return md


def emphasize(state: StateInline, silent: bool) -> bool:
    """Parse emphasis like markdown-it, but allow stars between East Asian letters and punctuation without a space."""
    first, start = len(state.delimiters), state.pos
    if not emphasis.tokenize(state, silent):
        return False
    before, after = state.src[max(0, start - 1) : start], state.src[state.pos : state.pos + 1]
    for delimiter in state.delimiters[first:] if state.src[start] == "*" else ():
        delimiter.open |= bool(EAST_ASIAN.match(before) and after.strip())
        delimiter.close |= bool(EAST_ASIAN.match(after) and before.strip())
    return True


def heading_ids(state: StateCore) -> None:
    """Move ``{#id}`` from the end of headings into the metadata of their tokens."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        match = HEADING_ID.search(inline.content) if opening.type == "heading_open" else None
        if match is not None:
            opening.meta["id"] = composed(match["id"])
            inline.content = inline.content[: match.start()]


def tasks(state: StateCore) -> None:
    """Move ``[ ]`` and ``[x]`` from the beginning of list items into the metadata of their tokens."""
    for opening, _, inline in zip(state.tokens, state.tokens[1:], state.tokens[2:], strict=False):
        match = TASK.match(inline.content) if opening.type == "list_item_open" and inline.type == "inline" else None
        if match is not None:
            inline.meta["task"] = match["mark"] != " "
            inline.content = inline.content[match.end() :]


def math_block_dollars(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Parse a formula between ``$$``."""
    tokens, line = state.tokens, state.line
    state.tokens = [] if silent else tokens
    is_formula = PLUGIN(state, start, end, silent)
    if silent:  # The plugin writes the formula even if it is only asked whether one begins here.
        state.tokens, state.line = tokens, line
    return is_formula


def math_block_backslash(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    r"""Parse a formula between ``\[`` at the start of a line and ``\]`` at the end of this or a later line."""
    if state.is_code_block(start) or not line_text(state, start).startswith("\\["):
        return False
    lines: list[str] = []
    for line in lines_from(state, start, end):
        lines.append(line_text(state, line.number))
        # Stop at another opening: otherwise the time is quadratic in the number of unclosed openings.
        if not lines[-1] or lines[-1].endswith("\\]") or (len(lines) > 1 and lines[-1].startswith("\\[")):
            break
    content = "\n".join(lines)[2:-2]
    if not lines[-1].endswith("\\]") or BACKSLASH_MATH.fullmatch(f"\\[{content}\\]") is None or WORDS.match(content):
        return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.content, token.markup, token.map = content, "\\[", [start, start + len(lines)]
        state.line = start + len(lines)
    return True


def read_markdown(source: Source, body: str | None = None, dialect: Dialect = BUILT_IN) -> Reading:
    """Parse a file; ``body`` is its text with the front matter blanked."""
    sink = Sink(source)
    environment: dict[str, Any] = {SINK: sink, DIALECT: dialect}
    tokens = parser(dialect.quotes).parse(source.text if body is None else body, environment)
    cursor = Place(0, 0)
    n_columns = 0
    for token in tokens:
        if token.type == "thead_open":
            n_columns = 0
        elif token.type == "th_open":
            n_columns += 1
        elif token.type == "tr_open" and token.map and n_columns:
            _report_lost_cells(source, token.map[0] + 1, n_columns, sink)
        if token.type == "inline" and token.map:
            cursor = _locate_inline(token, source, cursor, sink)
        elif token.type in {"fence", "math_block", "math_block_label", "html_block", "code_block"}:
            _locate_block(token, source, sink)
            if token.type == "html_block":
                token.content = without_comments(token.content)
        elif token.type == "heading_open" and token.map:
            token.meta["place"] = Place(token.map[0] + 1, source.line(token.map[0] + 1).find("#") + 1 or 1)
    body_tokens, notes = _take_notes(fold(iter(tokens)), sink)
    return Reading(tuple(body_tokens), notes, tuple(sink.problems))


def _report_lost_cells(source: Source, number: int, n_columns: int, sink: Sink) -> None:
    """Warn of a table row with more cells than the table has columns: the parser drops the extra cells."""
    line = source.line(number)
    start = re.match(r"[\s>]*\|?", line)
    bars = [bar.start() for bar in BAR.finditer(line.rstrip(), start.end() if start else 0)]
    n_cells = len(bars) + (not line.rstrip().endswith("|") or line.rstrip().endswith("\\|"))
    if n_cells > n_columns:
        lost = line[bars[n_columns - 1] :].strip("| \t\n")
        message = f"this row has {n_cells} cells, and its table {n_columns} columns: {lost!r} is not shown"
        remedy = "write '\\|' for a bar in a cell, also in code"
        mistake = Mistake("table-row", message, 0, len(line.rstrip()) - bars[n_columns - 1], remedy)
        sink.problems.append(source.mistake(mistake, Place(number, bars[n_columns - 1] + 1), "warning"))


def read_line(text: str, source: Source, place: Place, dialect: Dialect = BUILT_IN) -> Reading:
    """Parse a single line of markdown at ``place``, such as a caption, an alt text or a short explanation."""
    sink = Sink(source)
    token = parser(dialect.quotes).parseInline(text, {SINK: sink, DIALECT: dialect})[0]
    origin = Origin((0,), (place,))
    token.meta["origin"] = origin
    _settle_children(token.children or [], origin, sink)
    return Reading((token,), {}, tuple(sink.problems))


def printed(text: str, quotes: tuple[str, ...]) -> str:
    """Set quotation marks and dashes in a text that is not markdown, such as the title of the site."""
    tokens = parser(quotes).parseInline(MARKUP.sub(r"\\\g<0>", text))[0].children or []
    return "".join(token.content for token in tokens)


def _locate_inline(token: Token, source: Source, cursor: Place, sink: Sink) -> Place:
    """Locate the content of an inline token; return the place from which to search for the next cell of a row."""
    assert token.map is not None
    line = token.map[0] + 1
    column = cursor.column - 1 if cursor.line == line else 0
    pieces = token.content.split("\n")
    origin = origin_of_lines(pieces, source, line, column)
    _settle_children(token.children or [], origin, sink)
    token.meta["origin"] = origin
    return Place(line, origin.places[0].column + len(pieces[0]) + 1)


def _settle_children(children: Sequence[Token], origin: Origin, sink: Sink) -> None:
    """Set the place of every token in a line of text; report the errors among them, and links inside links."""
    n_links = 0
    for token in children:
        start = token.meta.get("start")
        if start is not None:
            token.meta["place"], token.meta["origin"] = origin.locate(start), origin
        if "options" in token.meta and token.nesting >= 0:
            meta, at = token.meta, origin.locate(token.meta["options_start"])
            braces = Place(at.line, at.column - 1)
            meta["given"] = read_options(f"{{{meta['options']}}}", braces, sink, meta["component"], meta["place"])
        if token.type == "html_inline":
            token.content = without_comments(token.content)
        n_links += LINKS.get(token.type, 0)
        if LINKS.get(token.type) == 1 and n_links == 2:
            sink.report("link-nested", "a link is not allowed inside a link", token.meta.get("place"))
        if token.type == "scrub" and n_links:
            message = "a number to drag is not allowed inside a link"
            sink.report("link-nested", message, token.meta["place"], len("::scrub"))
        if token.type == "mistake":
            meta = token.meta
            mistake = Mistake(meta["code"], meta["message"], meta["start"], meta["length"], meta["suggestion"])
            sink.mistake(mistake, meta["place"])
        if token.type == "citation":
            token.meta["in_link"] = n_links > 0
            for before, _, _, after in token.meta["around"]:
                for inside, at in (before, after):
                    _settle_children(inside, origin.part(at), sink)
        if token.type == "image" and start is not None:
            _settle_children(token.children or [], origin.part(start + len("![")), sink)


def _locate_block(token: Token, source: Source, sink: Sink) -> None:
    """Locate the content of a block of code, mathematics or HTML."""
    assert token.map is not None
    first = token.map[0] + 1
    if token.type == "fence":
        place = Place(first, source.line(first).find(token.markup) + 1)
        token.meta["place"] = place
        last = MARKERS.sub("", source.line(token.map[1]).strip(), count=1)
        if token.map[1] == first or last.strip(token.markup[0]) or len(last) < len(token.markup):
            message = f"unclosed {token.markup!r} (opened here)"
            sink.report("fence-unclosed", message, place, len(token.markup), f"close it with {token.markup!r}")
    elif token.type.startswith("math_block"):
        offset = source.line(first).find(token.markup) + 2
        token.meta["place"] = Place(first, offset - 1)
        pieces = token.content.split("\n")
        token.meta["origin"] = origin_of_lines(pieces, source, first, offset)
    else:
        pieces = token.content.rstrip("\n").split("\n")
        token.meta["origin"] = origin_of_lines(pieces, source, first)
        token.meta["place"] = token.meta["origin"].places[0]
