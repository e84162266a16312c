"""Callouts as GitHub and Obsidian write them: a quotation that begins with ``[!NOTE]`` is the directive ``:::note``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from site_builder.problems.sink import sink_of
from site_builder.problems.source import Place, did_you_mean
from site_builder.syntax.directive_table import CALLOUTS
from site_builder.syntax.options import Given, Options

HEAD = re.compile(r"\[!(?P<kind>\w+)\][+-]?[ \t]*(?P<title>[^\n]*)(?:\n|$)")
EMPTIED = "emptied"
ALLOWED = tuple(kind.upper() for kind in CALLOUTS)


def quoted_callouts(state: StateCore) -> None:
    """Make directives of quotations that say that they are callouts."""
    tokens = state.tokens
    for index, opening in enumerate(tokens[:-2]):
        head = HEAD.match(tokens[index + 2].content) if opening.type == "blockquote_open" else None
        if head is None or tokens[index + 1].type != "paragraph_open" or opening.map is None:
            continue
        source, line = sink_of(state.env).source, opening.map[0] + 1
        place = Place(line, source.line(line).find("[!") + 1)
        kind = head["kind"].lower()
        if kind not in CALLOUTS:
            suggestion = did_you_mean(head["kind"].upper(), ALLOWED)
            message = f"unknown callout {head['kind']!r}"
            sink_of(state.env).report("callout", message, Place(line, place.column + 2), len(kind), suggestion)
            continue
        title = head["title"].strip()
        given = Given(title, place, Place(line, source.line(line).rfind(title) + 1))
        opening.meta = {"name": kind, "options": Options(None, {"title": given} if title else {}), "place": place}
        closing = next(other for other in tokens[index + 1 :] if is_end(other, opening))
        opening.type, closing.type = "directive_open", "directive_close"
        without_head(tokens[index + 1 : index + 4], head.end())
    state.tokens = [token for token in tokens if not token.meta.get(EMPTIED)]


def is_end(token: Token, opening: Token) -> bool:
    """Tell whether a token closes the quotation that another opens."""
    return token.type == "blockquote_close" and token.level == opening.level


def without_head(paragraph: Sequence[Token], end: int) -> None:
    """Take the first line from the first paragraph of a callout; one of which nothing is left is marked."""
    inline = paragraph[1]
    inline.content = inline.content[end:]
    if inline.map is not None:
        inline.map = [inline.map[0] + 1, inline.map[1]]
    for token in paragraph if not inline.content else ():
        token.meta[EMPTIED] = True
