"""Characters that HTML gives a meaning to, where they are written without having one. Browsers guess; we say so."""

from __future__ import annotations

import html.entities
import re
import sys

from site_builder.problems.characters import UNSHOWABLE, what_is
from site_builder.problems.source import Mistake, did_you_mean

MALFORMED_END = re.compile(r"</(?![A-Za-z][\w:-]*\s*(?:>|\Z))", re.ASCII)
BARE_LESS = re.compile("<(?![A-Za-z/!?])")
BARE_AMPERSAND = re.compile(r"&(?:(?=[^\sA-Za-z0-9<&#])|(?=\d)|#(?!\d+;|[xX][0-9A-Fa-f]+;))", re.ASCII)
NUMBER = re.compile("&#(?:(?P<decimal>[0-9]+)|[xX](?P<hexadecimal>[0-9A-Fa-f]+));")
OVERLONG = re.compile("&#[xX]?[0-9A-Fa-f]{9,}")
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
    for number in NUMBER.finditer(text):
        message = wrong_number(number)
        if message:
            found.append(Mistake("character", message, number.start(), len(number[0]), "leave it out"))
    for entity in ENTITY.finditer(text):
        message, suggestion = wrong_entity(entity["name"], bool(entity["end"]))
        if message:
            found.append(Mistake("html-entity", message, entity.start(), len(entity[0]), suggestion))
    return found


def wrong_number(written: re.Match[str]) -> str:
    """Return what is wrong with the character of a number, if anything is."""
    digits, base = (written["decimal"], 10) if written["decimal"] else (written["hexadecimal"], 16)
    code = sys.maxunicode + 1 if OVERLONG.match(written[0]) else int(digits, base)
    if code > sys.maxunicode:
        return "there is no character of this number"
    return what_is(chr(code)) if UNSHOWABLE.fullmatch(chr(code)) else ""


def without_overlong(text: str) -> str:
    """Return HTML with numbers of characters blanked that are longer than those who read it can count."""
    return OVERLONG.sub(lambda number: " " * len(number[0]), text)


def wrong_entity(name: str, has_end: bool) -> tuple[str, str]:
    """Return what is wrong with ``&name``, with its semicolon or without, and what to write instead."""
    known = html.entities.html5
    if f"{name};" in known:
        return ("", "") if has_end else (f"'&{name}' lacks its semicolon", f"write '&{name};'")
    if not has_end:
        return f"'&{name}' is no entity", f"write '&amp;{name}'"
    return f"unknown entity '&{name};'", did_you_mean(name, (other.removesuffix(";") for other in known))
