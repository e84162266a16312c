"""Typography: apostrophes, minus signs, quotation marks by language, dashes and ellipses."""

from __future__ import annotations

import re

from markdown_it.rules_core import StateCore
from markdown_it.rules_core.smartquotes import process_inlines
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


# Addresses of the web and of mail, and arrows, which stay as they are; three dots; three or two hyphens. Two hyphens
# before a word, behind none, begin an option such as --help.
TYPED = re.compile(
    r"\b\w{1,20}://\S+|[\w.+-]{1,64}@\S+|<?!?--+>|<!?--+|(?P<ellipsis>\.\.\.)"
    r"|(?<!-)(?:(?P<em>---)|(?P<en>(?<=[\w.,;:!?)\]\"'\u2019%])--|--(?!\w)))(?!-)"
)
# An apostrophe for letters or digits left out at the start of a word, as in '90s: what no quotation mark has claimed.
OMITTED = re.compile(r"'(?=\w)")
SET = {"ellipsis": "\u2026", "em": "\u2014", "en": "\u2013"}
# What may have been typed for a sign that is printed; for others a quotation mark.
PRINTED, QUOTE = re.compile(r"[^\w\n\t -~]|\u202f"), "[\"']"
KEYS = {"\u2026": r"\.{3}", "\u2014": "---", "\u2013": "--", "\u202f": ""}
# Inline elements of raw HTML whose text is code.
CODE = re.compile(r"<(?P<end>/?)(?:code|kbd|samp|var|tt|script|style)\b", re.IGNORECASE)
# Marks behind a word, as a closing quotation mark sees them; other tokens without text of their own are like words.
MARKS = frozenset({"note_reference", "note_open", "citation", "mistake", "script"})


def set_typography(state: StateCore) -> None:
    """Set quotation marks, dashes and ellipses, if the parser has the option; characters behind a backslash stay."""
    for line in state.tokens if state.md.options.typographer else ():
        set_in_line(line.children or [], state)


def set_in_line(tokens: list[Token], state: StateCore) -> None:
    """Set those of a line of text; code in raw HTML is left as it is.

    markdown-it sets the quotation marks. It looks at the content of the tokens around them, so those that have none
    get one meanwhile.
    """
    before, in_code, empty = "", False, []
    for token in tokens:
        found = CODE.match(token.content) if token.type == "html_inline" else None
        in_code = not found["end"] if found else in_code
        if token.type == "text" and in_code:
            token.type = "text_special"
        elif token.type == "text":
            token.content = dashed(token.content, before)
        elif token.type == "image":
            set_in_line(token.children or [], state)
        if token.type in MARKS or (not token.nesting and not token.content and "break" not in token.type):
            empty.append((token, token.content))
            token.content = "." if token.type in MARKS else "x"
        before = token.content[-1:] if token.type == "text_special" else last_character(token, before)
    process_inlines(tokens, state)
    for token, content in empty:
        token.content = content
    for token in tokens:
        if token.type == "text":
            token.content = OMITTED.sub(CURVED, token.content)


def dashed(text: str, before: str = "") -> str:
    """Return ``text`` with dashes and ellipses; ``before`` is the character that it follows."""

    def printed(found: re.Match[str]) -> str:
        return found[0] if found.start() < len(before) else SET.get(found.lastgroup or "", found[0])

    return TYPED.sub(printed, before + text)[len(before) :]


def typed(text: str) -> re.Pattern[str]:
    """Return a pattern of what may have been typed for a text that is printed."""
    return re.compile(PRINTED.sub(lambda sign: f"(?:{sign[0]}|{KEYS.get(sign[0], QUOTE)})", re.escape(text)))
