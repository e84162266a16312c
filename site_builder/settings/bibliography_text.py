"""Encode texts of bibliographies (LaTeX or CSL tags) so that pybtex's styles do not change them, and decode them.

pybtex reads every field as LaTeX and writes addresses without escaping them. This module parses LaTeX and tags first,
and replaces each special character of LaTeX or HTML, and each tag, by one private-use character. Braces remain; they
protect capitals. :func:`html_of` and :func:`words_of` decode the output of a style.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from html import escape
from urllib.parse import quote

from site_builder.problems.reporting import DEEPEST
from site_builder.problems.source import UNSHOWABLE

FIRST = 0x10F000
LONGEST = 20_000  # characters of a field that is printed
PRIVATE = re.compile("[\U0010f000-\U0010fffd]")
SPECIAL = re.compile(r"[\\{}$&#%_^~\"'`<>]|,(?=,)|-(?=-)")
BLANKS = re.compile(r"[ \t\n]+")
TAGS = ("em", "strong", "sub", "sup", "code")
OPEN = {tag: chr(0x10F800 + 2 * number) for number, tag in enumerate(TAGS)}
CLOSE = {tag: chr(0x10F801 + 2 * number) for number, tag in enumerate(TAGS)}
FORMULA = re.compile("\U0010f900(.*?)\U0010f901", re.DOTALL)
HTML = {
    **{OPEN[tag]: f"<{tag}>" for tag in TAGS},
    **{CLOSE[tag]: f"</{tag}>" for tag in TAGS},
    **{mark: mark for mark in "\U0010f900\U0010f901"},
}
LINK = re.compile("\U0010f902(.*?)\U0010f903(.*?)\U0010f904", re.DOTALL)
SAFE = "%/:=&?~#+!$,;@()*[]'"
ALLOWED = re.compile(r"(?:https?://|mailto:)[^\s]", re.IGNORECASE)

TOKEN = re.compile(
    r"\\(?P<name>[A-Za-z@]+)\*?(?P<gap>\s*)|\\(?P<sign>.)|(?P<other>[{}]|\$\$?|\\)|(?P<plain>[^\\{}$]+)", re.S
)
ACCENTS = {
    **{"`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", "=": "\u0304", "u": "\u0306", ".": "\u0307"},
    **{'"': "\u0308", "r": "\u030a", "H": "\u030b", "v": "\u030c", "d": "\u0323", "c": "\u0327", "k": "\u0328"},
    **{"h": "\u0309", "b": "\u0331", "t": "\u0361"},
}
ALONE = {"^": "^", "~": "~", "'": "\u00b4", "`": "`", '"': "¨", "=": "¯", "c": "\u00b8"}
MARKUP = {
    **dict.fromkeys(("emph", "textit", "textsl", "mkbibemph", "mkbibitalic"), "em"),
    **dict.fromkeys(("textbf", "mkbibbold"), "strong"),
    **{"textsuperscript": "sup", "textsubscript": "sub", "texttt": "code"},
}
SWITCHES = {
    **dict.fromkeys(("em", "it", "itshape", "sl", "slshape"), "em"),
    **{"bf": "strong", "bfseries": "strong", "tt": "code", "ttfamily": "code"},
}
# Commands whose argument is printed unchanged.
TRANSPARENT = re.compile(
    "text(?:rm|sf|up|normal|md|sc)?|[mh]box|rm|sf|sc|scshape|normalfont|upshape|(?:Make)?(?:[uU]pp|[lL]ow)ercase|"
    "underline|protect|relax|xspace|null|newblock|bgroup|egroup|ignorespaces|noindent|small|mkbibparens|nocase"
)
# Commands whose argument is not printed: it is for sorting, or the width of a space.
SKIPPED = frozenset({"noopsort", "SortNoop", "hspace", "vspace", "phantom", "label"})
SYMBOLS = {
    **{
        "textless": "<",
        "textgreater": ">",
        "textunderscore": "_",
        "textbar": "|",
        "textasciicircum": "^",
        "slash": "/",
    },
    **{"textquotesingle": "'", "textquotedbl": '"', "textdollar": "$", "textbraceleft": "{", "textbraceright": "}"},
    **{"LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e", "BibTeX": "BibTeX", "dots": "…", "textellipsis": "…"},
    **{"textquoteleft": "\u2018", "textquoteright": "\u2019", "textquotedblleft": "“", "textquotedblright": "”"},
    **{"textmu": "µ", "euro": "€", "texteuro": "€", "j": "ȷ", "ng": "ŋ", "NG": "Ŋ", "space": " ", "par": " "},
    **{"quad": " ", "qquad": " ", "newline": " ", "linebreak": " ", "textpercent": "%", "ampersand": "&"},
}
SIGNS = {
    " ": " ",
    "\n": " ",
    ",": "\u2009",
    ";": " ",
    ":": " ",
    ">": " ",
    "\\": " ",
    "/": "",
    "-": "",
    "!": "",
    "@": "",
}
TYPED = {"---": "—", "--": "–", "``": "“", "''": "”", ",,": "„", "`": "\u2018", "~": "\N{NO-BREAK SPACE}"}  # noqa: RUF001
TYPING = re.compile("---?|``|''|,,|`|~")
RAISED = re.compile(r"(?P<sign>[_^])\s*(?:\{\s*(?P<group>[\w+-]*)\s*\}|(?P<one>\w))")
LINKS = {"url": 1, "nolinkurl": 1, "path": 1, "href": 2}
# Escaped characters in an address: after a backslash, or by name.
ESCAPED = re.compile(
    r"\{?\\(?:(?P<sign>[_%#&$^~{}\-])|(?P<name>text[a-z]+)\s?)(?:\{\})?\}?|\{?\$\\sim\$\}?|(?P<brace>[{}])"
)


def carry(text: str) -> str:
    """Encode plain text."""
    return SPECIAL.sub(lambda sign: chr(FIRST + ord(sign[0])), clean(text))


def clean(text: str) -> str:
    """Replace characters that no page can show, and those that the encoding uses, by U+FFFD."""
    return PRIVATE.sub("\N{REPLACEMENT CHARACTER}", UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", text))


_TAG = "(?:i|b|em|strong|sub|sup|sc|span)"
_LT, _GT = (f"(?:{{{chr(FIRST + ord(sign))}}}|{chr(FIRST + ord(sign))})" for sign in "<>")
TAGGED = re.compile(
    rf"{_LT}(?P<tag>{_TAG})(?:\s[^{chr(FIRST + ord('<'))}{chr(FIRST + ord('>'))}{{}}\U0010f800-\U0010ffff]*)?{_GT}"
    rf"(?P<inside>(?:(?!{_LT}/?{_TAG}\b)[\s\S])*?){_LT}/(?P=tag){_GT}"
)
ENTITY = re.compile(rf"(?:{{{carry('&')}}}|{carry('&')})amp;")
TAGS_OF_CSL = {"i": "em", "em": "em", "b": "strong", "strong": "strong", "sub": "sub", "sup": "sup"}


def with_tags(carried: str) -> str:
    """Convert encoded ``<i>``, ``<b>``, ``<sub>`` and ``<sup>`` to markup, drop ``<span>``, keep other tags as text."""

    def marked(found: re.Match[str]) -> str:
        inside, tag = found["inside"], TAGS_OF_CSL.get(found["tag"])
        if inside.count("{") != inside.count("}"):
            return found[0]
        return f"{OPEN[tag]}{{{inside}}}{CLOSE[tag]}" if tag else f"{{{inside}}}"

    # Databases export an ampersand as "&amp;", in LaTeX with "&" in braces.
    carried = ENTITY.sub(carry("&"), carried)
    for _ in range(DEEPEST):
        before, carried = carried, TAGGED.sub(marked, carried)
        if before == carried:
            break
    return carried


def from_latex(latex: str) -> tuple[str, list[str]]:
    """Encode LaTeX; return the encoded text and the unknown commands in it."""
    reader = Latex(clean(latex))
    return with_tags(reader.read(False)), reader.unknown


def from_tags(text: str) -> str:
    """Encode a text with tags of CSL-JSON and protect its capitals; ignore tags if it is too long to be printed."""
    carried = carry(BLANKS.sub(" ", text))
    return f"{{{with_tags(carried) if len(carried) <= LONGEST else carried}}}"


class Latex:
    """Parses a LaTeX text; ``unknown`` collects the unknown commands."""

    def __init__(self, text: str) -> None:
        self.text, self.position, self.depth = text, 0, 0
        self.unknown: list[str] = []

    def token(self) -> re.Match[str] | None:
        """Return the next token, and advance."""
        found = TOKEN.match(self.text, self.position)
        self.position = found.end() if found else len(self.text)
        return found

    def read(self, in_group: bool) -> str:
        """Return the encoded text up to the end, or up to the brace that ends the group."""
        parts: list[str] = []
        ends: list[str] = []
        while token := self.token():
            other = token["other"]
            if other == "}":
                if in_group:
                    break
            elif other == "{":
                parts.append(f"{{{self.read(True)}}}")
            elif token["plain"]:
                parts.append(typeset(token["plain"]))
            elif token["name"] in SWITCHES:
                tag = SWITCHES[token["name"]]
                if f"}}{CLOSE[tag]}" not in ends:
                    parts.append(f"{OPEN[tag]}{{")
                    ends.append(f"}}{CLOSE[tag]}")
            elif other:
                parts.append(self.formula(other) if other != "\\" else carry(other))
            else:
                self.depth += 1
                parts.append(self.command(token))
                self.depth -= 1
        return "".join([*parts, *reversed(ends)])

    def command(self, token: re.Match[str]) -> str:
        """Return the encoded output of a command."""
        name, sign, gap = token["name"], token["sign"], token["gap"] or ""
        if self.depth > DEEPEST:
            return carry(token[0])
        if (name or sign) in ACCENTS:
            return self.accent(name or sign)
        if sign:
            return self.formula("\\" + sign) if sign in "([" else carry(SIGNS.get(sign, sign))
        if name in LINKS:
            return self.link(name)
        if name in MARKUP:
            tag = MARKUP[name]
            return f"{OPEN[tag]}{{{self.argument()}}}{CLOSE[tag]}"
        if name == "enquote":
            return f"“{self.argument()}”"
        if name == "ensuremath":
            return formula(self.group())
        if name in SKIPPED:
            self.group()
            return ""
        if TRANSPARENT.fullmatch(name):
            return ""
        known = symbol(name)
        if known:
            return carry(known)
        self.unknown.append(f"\\{name}")
        return "" if self.text.startswith("{", self.position) else name + gap

    def accent(self, sign: str) -> str:
        """Return the next letter, or the first one of the next group, with an accent."""
        inside = re.sub(r"[{}]", "", self.argument().lstrip())
        if not inside:
            return carry(ALONE.get(sign, ""))
        letter = {"ı": "i", "ȷ": "j"}.get(inside[0], inside[0])  # noqa: RUF001
        return unicodedata.normalize("NFC", letter + ACCENTS[sign]) + inside[1:]

    def argument(self) -> str:
        """Return the encoded argument of a command: the next group, or else the next character or command."""
        token = self.token()
        while token and token["plain"] and token["plain"].isspace():
            token = self.token()
        if token is None:
            return ""
        if token["plain"]:
            gap = len(token["plain"]) - len(token["plain"].lstrip())
            self.position = token.start() + gap + 1
            return carry(token["plain"][gap])
        if token["other"] == "{":
            return self.read(True)
        if token["other"]:
            self.position = token.start()
            return ""
        self.depth += 1
        printed = self.command(token)
        self.depth -= 1
        return printed

    def group(self) -> str:
        """Return the source of the next group, without its braces; "" if there is none."""
        start = self.text.find("{", self.position)
        if start < 0 or self.text[self.position : start].strip():
            return ""
        depth = 0
        for found in re.compile(r"\\.|[{}]", re.S).finditer(self.text, start):
            depth += {"{": 1, "}": -1}.get(found[0], 0)
            if depth == 0:
                self.position = found.end()
                return self.text[start + 1 : found.start()]
        self.position = len(self.text)
        return self.text[start + 1 :]

    def link(self, name: str) -> str:
        r"""Return the link that ``\url`` or ``\href`` makes."""
        address = address_of(self.group())
        text = LINK.sub(r"\2", self.argument()) if LINKS[name] > 1 else carry(address)
        return f"{{\U0010f902{carry(address)}\U0010f903{text}\U0010f904}}"

    def formula(self, opening: str) -> str:
        """Return an encoded formula; an unclosed dollar is a plain character."""
        closing = {"\\(": "\\)", "\\[": "\\]"}.get(opening, opening)
        end = re.compile(r"(?<!\\)" + re.escape(closing)).search(self.text, self.position)
        if end is None:
            return carry(opening)
        latex = self.text[self.position : end.start()]
        self.position = end.end()
        return formula(latex.strip())


def formula(latex: str) -> str:
    """Encode a formula: an index, exponent or symbol as text, anything else as a formula that the page typesets."""
    raised = RAISED.fullmatch(latex)
    if raised:
        tag = "sub" if raised["sign"] == "_" else "sup"
        return f"{OPEN[tag]}{{{carry(raised['group'] or raised['one'] or '')}}}{CLOSE[tag]}"
    if latex in {"<", ">", "=", "+", "|", ""}:
        return carry(latex)
    known = symbol(latex[1:]) if re.fullmatch(r"\\[A-Za-z]+", latex) else ""
    return f"{{{carry(known)}}}" if known else f"{{\U0010f900{carry(latex)}\U0010f901}}"


@cache
def symbol(name: str) -> str:
    """Return the characters that a command without arguments prints; "" if it is unknown."""
    from pybtex.richtext import Text

    if name in SYMBOLS or name == "textbackslash":
        return SYMBOLS.get(name, "\\")
    for latex in (f"\\{name} ", f"$\\{name}$"):
        decoded = str(Text.from_latex(latex))
        if not {"\\", "$"}.intersection(decoded):
            return decoded.strip()
    return ""


def typeset(text: str) -> str:
    """Encode text between commands; dashes, quotes and ties are replaced by Unicode characters."""
    return carry(TYPING.sub(lambda found: TYPED.get(found[0], found[0]), text))


def address_of(latex: str) -> str:
    """Return an address without LaTeX commands and escapes."""

    def plain(found: re.Match[str]) -> str:
        if found["name"]:
            return symbol(found["name"]) or found[0]
        return found["sign"] or ("" if found["brace"] else "~")

    inner = re.fullmatch(r"\s*\\(?:url|path|nolinkurl)\s*\{(.*)\}\s*", latex, re.S)
    return ESCAPED.sub(plain, clean(inner[1] if inner else latex)).strip()


def words_of(carried: str) -> str:
    """Decode an encoded text to plain text, without markup."""
    text = re.sub("[{}]", "", LINK.sub(r"\2", carried))
    words = PRIVATE.sub(lambda sign: "" if ord(sign[0]) >= 0x10F800 else chr(ord(sign[0]) - FIRST), text)
    return words.replace("\N{NO-BREAK SPACE}", " ").strip()


def html_of(rendered: str, report: Callable[[str], None]) -> str:
    """Decode HTML that a style has made of encoded texts; formulas stay marked, see ``FORMULA``.

    ``report`` is called with each address that cannot be linked.
    """

    def link(found: re.Match[str]) -> str:
        address, text = words_of(found[1]), found[2]
        if not ALLOWED.match(address):
            report(address)
            return text
        if address.startswith("https://doi.org/"):
            address = address.replace("#", "%23")
        return f'<a href="{escape(quote(address, safe=SAFE))}">{text}</a>'

    html = LINK.sub(link, re.sub('<a href="([^"]*)"[^>]*>(.*?)</a>', link, rendered))
    return PRIVATE.sub(lambda sign: HTML.get(sign[0]) or escape(chr(ord(sign[0]) - FIRST)), html)
