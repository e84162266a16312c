"""Characters that HTML gives a meaning to, where they are written without having one. Browsers guess; we say so."""

from __future__ import annotations

import html.entities
import re

from site_builder.source import Mistake, did_you_mean

MALFORMED_END = re.compile(r"</(?![A-Za-z][\w:-]*\s*(?:>|\Z))", re.ASCII)
BARE_LESS = re.compile("<(?![A-Za-z/!?])")
BARE_AMPERSAND = re.compile(r"&(?:(?=[^\sA-Za-z0-9<&#])|(?=\d)|#(?!\d+;|[xX][0-9A-Fa-f]+;))", re.ASCII)
ENTITY = re.compile("&(?P<name>[A-Za-z][A-Za-z0-9]*)(?P<end>;?)")
BARE = (
    (MALFORMED_END, "html-stray", "malformed end tag", "write '</name>'"),
    (BARE_LESS, "html-entity", "this '<' begins no tag", "write '&lt;'"),
    (BARE_AMPERSAND, "html-entity", "this '&' begins no entity", "write '&amp;'"),
)


def wrong_characters(text: str) -> list[Mistake]:
    """Return what is wrong with the characters of raw HTML."""
    found = [
        Mistake(code, message, bare.start(), 1, suggestion)
        for pattern, code, message, suggestion in BARE
        for bare in pattern.finditer(text)
    ]
    for entity in ENTITY.finditer(text):
        message, suggestion = wrong_entity(entity["name"], bool(entity["end"]))
        if message:
            found.append(Mistake("html-entity", message, entity.start(), len(entity[0]), suggestion))
    return found


def wrong_entity(name: str, has_end: bool) -> tuple[str, str]:
    """Return what is wrong with ``&name``, with its semicolon or without, and what to write instead."""
    known = html.entities.html5
    if f"{name};" in known:
        return ("", "") if has_end else (f"'&{name}' lacks its semicolon", f"write '&{name};'")
    if not has_end:
        return f"'&{name}' is no entity", f"write '&amp;{name}'"
    return f"unknown entity '&{name};'", did_you_mean(name, (other.removesuffix(";") for other in known))
