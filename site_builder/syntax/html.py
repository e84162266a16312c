"""Parse and check HTML and SVG of authors."""

from __future__ import annotations

import html
import html.entities
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from xml.parsers import expat

from markdown_it.token import Token

from site_builder.problems.reporting import DEEPEST, too_deep
from site_builder.problems.source import UNSHOWABLE, Mistake, Origin, Place, character_error, suggest

# Schemes of addresses that run code, or are documents with scripts of their own.
RUN = frozenset({"blob", "data", "javascript", "vbscript"})
ADDRESSES = frozenset({"action", "background", "cite", "data", "href", "poster", "src", "srcset", "xlink:href"})
PICTURES = frozenset({"poster", "src", "srcset", "href", "xlink:href"})
NEVER = frozenset({"formaction", "http-equiv", "ping", "srcdoc"})
ANIMATIONS = frozenset({"animate", "animatecolor", "animatemotion", "animatetransform", "set"})
ANIMATED = re.compile(r"(xlink:)?href|on.*", re.IGNORECASE)
# Characters that browsers remove from an address.
LEFT_OUT = re.compile(r"[\t\n\r]")
SCHEME = re.compile(r"[\0-\x20]*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
DRAWING = re.compile(r"[\0-\x20]*data:image/(avif|gif|jpeg|png|svg\+xml|webp)[;,]", re.IGNORECASE)
PICTURE = re.compile(r"[\0-\x20]*data:image/(avif|gif|jpeg|png|webp)[;,]", re.IGNORECASE)


def scheme_of(address: str) -> str:
    """Return the scheme of an address as browsers parse it, in lower case; "" for a relative one."""
    found = SCHEME.match(LEFT_OUT.sub("", html.unescape(address)))
    return found[1].lower() if found else ""


def wrong_attribute(tag: str, name: str, value: str) -> str:
    """Return why an attribute is not allowed in an element; "" if it is allowed. Names are in lower case."""
    if name in NEVER:
        return f"{name}= is not allowed: it leads readers away, or holds a document of its own"
    if tag in ANIMATIONS and name == "attributename" and ANIMATED.fullmatch(value.strip()):
        return f"<{tag}> may not change {value.strip()!r}, which would run or lead to something else"
    scheme = scheme_of(value) if name in ADDRESSES else ""
    if scheme in RUN and not (name in PICTURES and is_picture(tag, LEFT_OUT.sub("", value))):
        return "scripts in links are not allowed" if "script" in scheme else f"{scheme}: is not allowed in {name}="
    return ""


def is_picture(tag: str, address: str) -> bool:
    """Return whether an element shows an address as a picture, which cannot run code."""
    return tag not in {"a", "area"} and bool((DRAWING if tag == "img" else PICTURE).match(address))


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
    """Return errors in the characters, character references and entities of raw HTML."""
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
    """Return the error in a numeric character reference; "" if it is valid."""
    digits, base = (written["decimal"], 10) if written["decimal"] else (written["hexadecimal"], 16)
    code = sys.maxunicode + 1 if OVERLONG.match(written[0]) else int(digits, base)
    if code > sys.maxunicode:
        return "no character has this number"
    return character_error(chr(code)) if UNSHOWABLE.fullmatch(chr(code)) else ""


def without_overlong(text: str) -> str:
    """Blank numeric character references that are too long for the HTML parser."""
    return OVERLONG.sub(lambda number: " " * len(number[0]), text)


def wrong_entity(name: str, has_end: bool) -> tuple[str, str]:
    """Return the error in ``&name``, with or without a semicolon, and its fix; empty texts if it is valid."""
    known = html.entities.html5
    if f"{name};" in known:
        return ("", "") if has_end else (f"'&{name}' lacks its semicolon", f"write '&{name};'")
    if not has_end:
        return f"'&{name}' is no entity", f"write '&amp;{name}'"
    return f"unknown entity '&{name};'", suggest(name, (other.removesuffix(";") for other in known))


CHART = "chart-"
SLOT_ENDINGS = ("-svg", "-content")
MOST_MISTAKES = 200  # errors reported for one text
VOID = re.compile("area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr")
OPTIONAL_END = re.compile("p|li|dt|dd|tr|td|th|thead|tbody|tfoot|option|rt|rp")
WELL_FORMED = re.compile(
    r"""<[A-Za-z][\w:-]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*/?>""", re.ASCII
)
PIECE = re.compile(
    rf"(?P<comment><!--(?!-?>)(?:(?!--!?>|<!--)[\s\S])*-->)|{WELL_FORMED.pattern}|</[A-Za-z][\w:-]*\s*>", re.ASCII
)
TAG_START = re.compile("<[A-Za-z/!?]")
BLOCK_TAG = re.compile(
    "address|article|aside|blockquote|details|div|dl|fieldset|figcaption|figure|footer|h[1-6]|header|hr|main|nav|ol|p|"
    "pre|section|table|ul"
)
DRAWINGS = frozenset({"svg", "math"})
FORBIDDEN = {
    "script": "scripts belong into static/js",
    "style": "styles belong into static/css",
    **dict.fromkeys(
        ("applet", "embed", "fencedframe", "form", "frame", "frameset", "iframe", "object", "portal"),
        "the page's security policy blocks it",
    ),
    **dict.fromkeys(
        ("noembed", "noframes", "plaintext", "xmp"),
        "browsers read its content as text, to its end tag or to the end of the page",
    ),
    **dict.fromkeys(("html", "head", "body", "base", "link", "meta", "title"), "the page has its own"),
}
# Attributes that the builder reads, or that are not allowed.
CHECKED = re.compile(rf"id|data-step|attributename|style|on.+|{'|'.join(sorted(ADDRESSES | NEVER))}")
# Elements in which browsers parse no tags except their own end tag.
LITERAL = frozenset({"textarea"})
# Elements at which browsers end a drawing and continue with HTML.
BREAKING = re.compile(
    f"(?:{BLOCK_TAG.pattern}|[biu]|big|body|br|center|code|d[dlt]|em|font|head|img|li|menu|meta|nobr|"
    "ruby|s|small|span|strike|strong|sub|sup|tt|var)"
)
WITH_HTML = frozenset({"annotation-xml", "desc", "foreignobject", "mi", "mn", "mo", "ms", "mtext", "title"})


@dataclass(frozen=True)
class Slot:
    """An element with ``id="chart-NAME"``, and the offsets for inserting its figure and the pictures of its steps."""

    name: str
    tag: str
    offset: int
    insert_at: int
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class RawHtml:
    """Parsed raw HTML; offsets count from the start of the text. Links are (attribute, address, offset)."""

    text: str
    ids: tuple[tuple[str, int], ...]
    links: tuple[tuple[str, str, int], ...]
    slots: tuple[Slot, ...]
    mistakes: tuple[Mistake, ...]


@dataclass
class Element:
    """An element of raw HTML; ``end`` is the offset of its closing tag."""

    tag: str
    offset: int
    identifier: str = ""
    identifier_offset: int = 0
    step: int | None = None
    children: list[Element] = field(default_factory=list)
    end: int = 0

    def descendants(self) -> list[Element]:
        """Return all elements inside this one, in document order."""
        return [inner for child in self.children for inner in (child, *child.descendants())]


def read_html(text: str, *, figures: bool = False, in_line: bool = False) -> RawHtml:
    """Parse and check raw HTML.

    Parameters
    ----------
    figures
        Whether figures are inserted into elements with ``id="chart-NAME"``.
    in_line
        Whether the HTML is in a line of text, where block elements are not allowed.
    """
    reader = Reader(text, in_line)
    try:
        reader.feed(without_overlong(without_comments(text)))
        if TAG_START.match(reader.rawdata):
            start = len(text) - len(reader.rawdata)
            kind, end = ("comment '<!--'", "-->") if reader.rawdata.startswith("<!--") else ("tag", ">")
            message, length = f"unfinished {kind} (begun here)", 4 if end == "-->" else 1
            reader.add("html-unclosed", message, start, length, f"close it with {end!r}")
            reader.rawdata = ""  # otherwise close() parses the rest again for each '<' in it
        reader.close()
    except AssertionError:  # the standard library raises it for "<![" without CDATA
        reader.handle_decl("")
    reader.mistakes += wrong_characters(text)
    reader.finish()
    unclear = first_unclear(without_comments(text))
    if unclear is not None and not reader.mistakes:
        reader.add("html-attribute", "browsers may read this differently", unclear, 1, "write it in a simpler form")
    slots = [slot_of(element) for element in reader.elements if figures and is_chart(element, reader)]
    return RawHtml(text, tuple(reader.ids), tuple(reader.links), tuple(slots), tuple(reader.mistakes))


def without_comments(text: str) -> str:
    """Blank the comments in HTML: browsers disagree about the end of some of them."""
    pieces, kept, at = [], 0, text.find("<")
    while at >= 0 and (found := PIECE.match(text, at)) is not None:
        if found["comment"] is not None:
            pieces += [text[kept:at], re.sub(r"[^\n]", " ", found["comment"])]
            kept = found.end()
        at = text.find("<", found.end())
    return "".join([*pieces, text[kept:]])


def first_unclear(text: str) -> int | None:
    """Return the offset of the first '<' that begins neither a simple start tag nor a simple end tag."""
    at = text.find("<")
    while at >= 0 and (found := PIECE.match(text, at)) is not None and found["comment"] is None:
        at = text.find("<", found.end())
    return at if at >= 0 else None


def is_chart(element: Element, reader: Reader) -> bool:
    """Return whether a figure is inserted into ``element``: its id is one of a figure, not of a part of a figure."""
    if not element.identifier.startswith(CHART):
        return False
    owners = {element.identifier.removesuffix(end) for end in SLOT_ENDINGS if element.identifier.endswith(end)}
    return not any(other.identifier in owners for other in reader.elements)


def slot_of(element: Element) -> Slot:
    """Return where the figure of ``element`` is inserted: into the child for it, or else at the end of the element."""
    inside = element.descendants()
    targets = [inner for inner in inside if inner.identifier in {element.identifier + end for end in SLOT_ENDINGS}]
    steps = tuple((inner.step, inner.end) for inner in inside if inner.step is not None)
    insert_at = targets[0].end if targets else element.end
    name = element.identifier.removeprefix(CHART)
    return Slot(name, element.tag, element.identifier_offset, insert_at, steps)


class Reader(HTMLParser):
    """Collects ids, links, elements and errors of a piece of HTML."""

    def __init__(self, text: str, in_line: bool) -> None:
        super().__init__(convert_charrefs=False)
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self.written, self.in_line = text, in_line
        self.stack: list[Element] = []
        self.elements: list[Element] = []
        self.ids: list[tuple[str, int]] = []
        self.links: list[tuple[str, str, int]] = []
        self.mistakes: list[Mistake] = []

    def here(self) -> int:
        """Return the offset of the parser."""
        line, column = self.getpos()
        return self.starts[line - 1] + column

    def add(self, code: str, message: str, offset: int, length: int = 1, suggestion: str = "") -> None:
        """Add an error, up to a limit."""
        if len(self.mistakes) < MOST_MISTAKES:
            self.mistakes.append(Mistake(code, message, offset, length, suggestion))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check a start tag, and open its element."""
        element = self._check_tag(tag, attrs)
        if not VOID.fullmatch(tag) and len(self.stack) < 10 * DEEPEST:
            self.stack.append(element)
            if len(self.stack) == DEEPEST + 1:
                self.add("nesting", too_deep("elements"), element.offset, len(tag) + 1)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Check an element written ``<tag/>``, which is allowed only for void elements and in drawings."""
        in_drawing = any(element.tag in DRAWINGS for element in self.stack)
        if not VOID.fullmatch(tag) and tag not in DRAWINGS and not in_drawing:
            self.add("html-unclosed", f"<{tag}/> does not close itself in HTML", self.here(), len(tag) + 1, "close it")
        self._check_tag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Close the element, and elements inside it whose end tag is optional."""
        depth = len(self.stack) - 1
        while depth >= 0 and self.stack[depth].tag != tag and OPTIONAL_END.fullmatch(self.stack[depth].tag):
            depth -= 1
        if depth < 0 or self.stack[depth].tag != tag:
            self._report_stray(tag)
            return
        for element in self.stack[depth:]:
            element.end = self.here()
        del self.stack[depth:]

    def handle_decl(self, decl: str) -> None:
        """Report a declaration, which is not allowed inside a page."""
        self.add("html-forbidden", "a declaration has no place inside a page", self.here(), 2, "write &lt; for a <")

    def unknown_decl(self, data: str) -> None:
        """Report a marked section."""
        self.handle_decl(data)

    def handle_pi(self, data: str) -> None:
        """Report a processing instruction."""
        self.handle_decl(data)

    def finish(self) -> None:
        """Report unclosed elements at the end of the text."""
        for element in self.stack:
            element.end = len(self.written)
            if not OPTIONAL_END.fullmatch(element.tag):
                message = f"unclosed <{element.tag}> (opened here)"
                length, suggestion = len(element.tag) + 1, f"close it with '</{element.tag}>'"
                self.add("html-unclosed", message, element.offset, length, suggestion)
        self.stack.clear()

    def _in_drawing_itself(self) -> bool:
        """Return whether the parser is inside a drawing, and not in HTML inside of it."""
        tags = [element.tag for element in self.stack]
        begins = max((depth for depth, tag in enumerate(tags) if tag in DRAWINGS), default=len(tags))
        return begins < len(tags) and WITH_HTML.isdisjoint(tags[begins:])

    def _report_stray(self, tag: str) -> None:
        """Report an end tag that closes nothing."""
        message, suggestion = f"stray </{tag}> closes nothing", ""
        if self.stack:
            top = self.stack[-1]
            line = self.written.count("\n", 0, top.offset) - self.written.count("\n", 0, self.here())
            above = "on this line" if line == 0 else f"{-line} line{'s' if line < -1 else ''} above"
            suggestion = f"remove it, or first close <{top.tag}>, opened {above}"
        self.add("html-stray", message, self.here(), len(tag) + 3, suggestion)

    def _check_tag(self, tag: str, attrs: list[tuple[str, str | None]]) -> Element:
        """Check the name and the attributes of a start tag; return its element."""
        offset, written = self.here(), self.get_starttag_text() or ""
        element = Element(tag, offset, end=offset + len(written))
        is_forbidden = tag in FORBIDDEN and not (tag == "title" and self._in_drawing_itself())
        if is_forbidden:
            suggestion = "link to it: [text](address)" if tag in {"iframe", "object", "embed"} else ""
            self.add("html-forbidden", f"<{tag}> is not allowed: {FORBIDDEN[tag]}", offset, len(tag) + 1, suggestion)
        if not WELL_FORMED.fullmatch(written):
            message = f"malformed tag <{tag}>"
            self.add("html-attribute", message, offset, len(tag) + 1, 'write its attributes as name="value"')
        while self.stack and OPTIONAL_END.fullmatch(self.stack[-1].tag) and self.stack[-1].tag == tag:
            self.stack.pop().end = offset
        if self.in_line and BLOCK_TAG.fullmatch(tag):
            self.add("html-nesting", f"<{tag}> is not allowed in a line of text", offset, len(tag) + 1, "use ':::html'")
        elif BLOCK_TAG.fullmatch(tag) and self.stack and self.stack[-1].tag == "p":
            self.add("html-nesting", f"<{tag}> is not allowed inside <p>", offset, len(tag) + 1, "close the <p> first")
        if self.stack and self.stack[-1].tag in LITERAL:
            message = f"there are no tags in <{self.stack[-1].tag}>"
            self.add("html-nesting", message, offset, len(tag) + 1, "write &lt; for a <")
        elif BREAKING.fullmatch(tag) and self._in_drawing_itself():
            message = f"<{tag}> ends the drawing around it"
            self.add(
                "html-nesting", message, offset, len(tag) + 1, "write it inside <foreignObject>, or after the drawing"
            )
        if inside := TAG_START.search(written, 1):
            message = "a tag in the value of an attribute"
            self.add("html-attribute", message, offset + inside.start(), 1, "write &lt; for a <")
        seen: set[str] = set()
        for name, value in attrs:
            if name in seen:
                at = offset + attribute_offset(written, name)
                self.add("html-attribute", f"attribute {name!r} is given twice", at, len(name))
            seen.add(name)
            if CHECKED.fullmatch(name) and not is_forbidden:
                self._check_attribute(element, name, value or "", offset + attribute_offset(written, name))
        if tag == "img" and not dict(attrs).get("alt"):
            self.add("alt-missing", "an image needs alt text", offset, 4, 'write alt="what it shows"')
        if 0 < len(self.stack) <= DEEPEST:
            self.stack[-1].children.append(element)
        self.elements.append(element)
        return element

    def _check_attribute(self, element: Element, name: str, value: str, offset: int) -> None:
        """Check an attribute; collect ids, links and steps."""
        if name == "style" or name.startswith("on"):
            what = "a class and a rule in static/css" if name == "style" else "a script in static/js"
            message = f"{name}= is not allowed: the page's security policy blocks it"
            self.add("html-forbidden", message, offset, len(name), f"use {what}")
        elif name == "id":
            element.identifier, element.identifier_offset = value, offset
            self.ids.append((value, offset))
        elif wrong := wrong_attribute(element.tag, name, value):
            self.add("html-forbidden", wrong, offset, len(name))
        elif name in {"href", "src", "srcset", "poster"}:
            self.links.append((name, value, offset))
        elif name == "data-step" and value.isdigit():
            element.step = int(value)


def attribute_offset(tag: str, name: str) -> int:
    """Return the offset of attribute ``name`` in the text of a start tag."""
    match = re.search(rf"(?i)\s({re.escape(name)})(?=[\s=/>])", tag)
    return match.start(1) if match else 0


HTML_MARK = re.compile(
    r"&(?:[A-Za-z]+|#\d+|#x[0-9A-Fa-f]+);|</?(?:sub|sup|var|i|b|em|strong|span|br|code|small)\b[^<>]*>"
)


def html_between(tokens: Sequence[Token]) -> Iterator[tuple[RawHtml, Origin]]:
    """Yield the HTML blocks among ``tokens``, joined to one text, since an element may span several blocks.

    An element cannot extend beyond its quotation or list item, so each of these has a text of its own.
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
    """Return the origin of the joined content of several blocks."""
    offsets, places, offset = list[int](), list[Place](), 0
    for token in tokens:
        origin: Origin = token.meta["origin"]
        offsets += [offset + start for start in origin.offsets]
        places += origin.places
        offset += len(token.content)
    return Origin(tuple(offsets), tuple(places))


def html_in_line(token: Token) -> Iterator[tuple[RawHtml, Origin]]:
    """Yield the HTML in a line of text, with the other characters blanked."""
    tags = [child for child in token.children or [] if child.type == "html_inline"]
    if not tags:
        return
    blank = list(re.sub(r"[^\n]", " ", token.content))
    for tag in tags:
        blank[tag.meta["start"] : tag.meta["end"]] = tag.content
    yield read_html("".join(blank), in_line=True), token.meta["origin"]


def is_html(text: str, given: str) -> bool:
    """Return whether an equation is written in HTML: by its format, or else if it contains an entity or a tag."""
    return given == "html" if given else HTML_MARK.search(text) is not None


SPACES = {"http://www.w3.org/2000/svg": "", "http://www.w3.org/1999/xlink": "xlink:", "": ""}
# Namespaces whose elements are active inside a drawing.
FOREIGN = frozenset({"http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"})
FORBIDDEN_IN_SVG = frozenset(
    {"script", "handler", "listener", "foreignobject", "iframe", "embed", "object", "audio", "video", "canvas"}
)
LINKING = frozenset({"http", "https", "mailto", "tel", ""})
ESCAPED = re.compile(r"\\(?:([0-9A-Fa-f]{1,6})\s?|(.))", re.DOTALL)
FETCHED = re.compile(r"@import|url\(\s*+[\"']?+\s*+(?!#|data:image/|data:font/)([^\"')\s]*)", re.IGNORECASE)
REMEDY = "export it as plain SVG, without scripts and with its pictures inside"


def check_svg(content: bytes, name: str) -> None:
    """Raise an error for an SVG that contains scripts or other documents, or fetches external resources.

    Raises
    ------
    Mistake
        With the line number; also for invalid XML.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    styles: list[str] | None = None

    def refuse(what: str) -> None:
        raise Mistake("image", f"{name!r}, line {parser.CurrentLineNumber}: {what}", suggestion=REMEDY)

    def begin(element: str, attributes: dict[str, str]) -> None:
        nonlocal styles
        space, _, tag = element.rpartition(" ")
        tag = tag.lower()
        if space in FOREIGN or (space in SPACES and tag in FORBIDDEN_IN_SVG):
            refuse(f"<{tag}> has no place in a picture")
        styles = [] if tag == "style" and space in SPACES else styles
        for key, value in attributes.items():
            space, _, attribute = key.rpartition(" ")
            if space in SPACES and (wrong := wrong_in(tag, SPACES[space] + attribute.lower(), value)):
                refuse(wrong)

    def add(text: str) -> None:
        if styles is not None:
            styles.append(text)

    def end(element: str) -> None:
        nonlocal styles
        if styles is not None and element.rpartition(" ")[2].lower() == "style":
            if wrong := fetched_by("".join(styles)):
                refuse(wrong)
            styles = None

    def instruct(target: str, _data: str) -> None:
        if target.lower().startswith("xml-"):
            refuse(f"<?{target}?> brings a document of its own")

    def declare(
        entity: str, _parameter: bool, _value: str | None, _base: str | None, system: str | None, *_: object
    ) -> None:
        if system is not None:
            refuse(f"the entity {entity!r} is fetched from elsewhere")

    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = begin, end, add
    parser.ProcessingInstructionHandler, parser.EntityDeclHandler = instruct, declare
    try:
        content.decode()  # Chromium reads pictures as UTF-8, whatever encoding they declare.
        parser.Parse(content, True)
    except UnicodeDecodeError:
        raise Mistake("image", f"{name!r} is not in UTF-8", suggestion="save it as UTF-8") from None
    except expat.ExpatError as error:
        message = f"{name!r}, line {error.lineno}: this is not SVG: {expat.errors.messages[error.code]}"
        raise Mistake("image", message, suggestion="export it again") from None


def wrong_in(tag: str, name: str, value: str) -> str:
    """Return the error in an attribute of an SVG element; "" if it is allowed."""
    if name.startswith("on"):
        return f"a script in {name}="
    if wrong := wrong_attribute(tag, name, value):
        return wrong
    if name in {"href", "xlink:href"} and not value.strip().startswith("#") and tag not in ANIMATIONS:
        if tag == "a":
            return "" if scheme_of(value) in LINKING else f"a link to a {scheme_of(value)}: address"
        return "" if is_picture(tag, value) else f"<{tag}> is fetched from {value[:60]!r}"
    return fetched_by(value) if "(" in value or "\\" in value else ""


def fetched_by(style: str) -> str:
    """Return the message for a style that fetches an external resource; "" if it fetches nothing."""
    plain = ESCAPED.sub(lambda found: chr(min(int(found[1], 16), 0x10FFFF)) if found[1] else found[2], style)
    found = FETCHED.search(re.sub(r"/\*.*?(?:\*/|\Z)", "", plain, flags=re.DOTALL))
    return f"a style fetches {found[0][:60]!r}" if found else ""
