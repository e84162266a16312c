"""Apostrophes and minus signs as printers set them: authors may type those of the keyboard."""

from __future__ import annotations

import re

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

BETWEEN_LETTERS = re.compile(r"(?<=\w)'(?=[^\W\d_])")
BEFORE_NUMBER = re.compile(r"(?<![\w./:\u2013-])-(?=\d)")
CURVED = "\u2019"
MINUS = "\N{MINUS SIGN}"


def curved(text: str, before: str = "") -> str:
    """Return ``text`` with curved apostrophes inside its words, and a minus before its numbers.

    ``before`` is the character that it follows.
    """
    return BEFORE_NUMBER.sub(MINUS, BETWEEN_LETTERS.sub(CURVED, before + text))[len(before) :]


def curve_apostrophes(state: StateCore) -> None:
    """Set the apostrophes and minus signs of prose; code, formulas and raw HTML are left as they are."""
    for line in state.tokens:
        before = ""
        for token in line.children or []:
            if token.type == "text":
                token.content = curved(token.content, before)
            before = last_character(token, before)


def last_character(token: Token, before: str) -> str:
    """Return the character that a token ends with, as far as an apostrophe behind it cares; the other ends of words."""
    if token.type == "text":
        return token.content[-1:] or before
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    return before if token.nesting else "x"
