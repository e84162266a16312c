"""The HTML that stands in markdown: between its blocks, and in lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

from site_builder.problems.source import Origin, Place
from site_builder.syntax.html import RawHtml, read_html

HTML_MARK = re.compile(
    r"&(?:[A-Za-z]+|#\d+|#x[0-9A-Fa-f]+);|</?(?:sub|sup|var|i|b|em|strong|span|br|code|small)\b[^<>]*>"
)


def html_between(tokens: Sequence[Token]) -> Iterator[tuple[RawHtml, Origin]]:
    """Yield the HTML between blocks: as one text, since an element may reach over several of them.

    It cannot reach out of the quotation or list item that it stands in, so each of these has a text of its own.
    """
    blocks: dict[tuple[int, ...], list[Token]] = {}
    around: list[int] = []
    for token in tokens:
        if token.nesting == 1:
            around.append(id(token))
        elif token.nesting == -1:
            around.pop()
        elif token.type == "html_block":
            blocks.setdefault(tuple(around), []).append(token)
    for together in blocks.values():
        yield read_html("".join(token.content for token in together)), joined_origin(together)


def joined_origin(tokens: Sequence[Token]) -> Origin:
    """Return where the lines of several blocks stood."""
    offsets, places, offset = list[int](), list[Place](), 0
    for token in tokens:
        origin: Origin = token.meta["origin"]
        offsets += [offset + start for start in origin.offsets]
        places += origin.places
        offset += len(token.content)
    return Origin(tuple(offsets), tuple(places))


def html_in_line(token: Token) -> Iterator[tuple[RawHtml, Origin]]:
    """Yield the HTML in a line of text, all else blanked."""
    tags = [child for child in token.children or [] if child.type == "html_inline"]
    if not tags:
        return
    blank = list(re.sub(r"[^\n]", " ", token.content))
    for tag in tags:
        blank[tag.meta["start"] : tag.meta["end"]] = tag.content
    yield read_html("".join(blank), in_line=True), token.meta["origin"]


def is_html(text: str, given: str) -> bool:
    """Tell whether an equation is written in HTML: its format says so, else an entity or a tag occurs in it."""
    return given == "html" if given else HTML_MARK.search(text) is not None
