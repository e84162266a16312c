"""Refuse SVG files that would run scripts or fetch from elsewhere when they are opened at their own address."""

from __future__ import annotations

import re
from xml.parsers import expat

from site_builder.problems.source import Mistake
from site_builder.syntax.html import ANIMATIONS, is_picture, scheme_of, wrong_attribute

SPACES = {"http://www.w3.org/2000/svg": "", "http://www.w3.org/1999/xlink": "xlink:", "": ""}
# Namespaces whose elements browsers run or show inside a drawing.
FOREIGN = frozenset({"http://www.w3.org/1999/xhtml", "http://www.w3.org/1998/Math/MathML"})
FORBIDDEN = frozenset(
    {"script", "handler", "listener", "foreignobject", "iframe", "embed", "object", "audio", "video", "canvas"}
)
LINKING = frozenset({"http", "https", "mailto", "tel", ""})
ESCAPED = re.compile(r"\\(?:([0-9A-Fa-f]{1,6})\s?|(.))", re.DOTALL)
FETCHED = re.compile(r"@import|url\(\s*+[\"']?\s*+(?!#|data:image/|data:font/)([^\"')\s]*)", re.IGNORECASE)
REMEDY = "export it as plain SVG, without scripts and with its pictures inside"


def check_svg(content: bytes, name: str) -> None:
    """Refuse a picture that holds scripts, other documents, or what is fetched from elsewhere.

    Raises
    ------
    Mistake
        With the line, also for what is no XML, which no browser shows.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    styles: list[str] | None = None

    def refuse(what: str) -> None:
        raise Mistake("image", f"{name!r}, line {parser.CurrentLineNumber}: {what}", suggestion=REMEDY)

    def begin(element: str, attributes: dict[str, str]) -> None:
        nonlocal styles
        space, _, tag = element.rpartition(" ")
        tag = tag.lower()
        if space in FOREIGN or (space in SPACES and tag in FORBIDDEN):
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
        parser.Parse(content, True)
    except expat.ExpatError as error:
        message = f"{name!r}, line {error.lineno}: this is not SVG: {expat.errors.messages[error.code]}"
        raise Mistake("image", message, suggestion="export it again") from None


def wrong_in(tag: str, name: str, value: str) -> str:
    """Return what is wrong with an attribute of a drawing; nothing if it may be there."""
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
    """Return what a style fetches from elsewhere, as a sentence; nothing if it fetches nothing."""
    plain = ESCAPED.sub(lambda found: chr(min(int(found[1], 16), 0x10FFFF)) if found[1] else found[2], style)
    found = FETCHED.search(re.sub(r"/\*.*?(?:\*/|\Z)", "", plain, flags=re.DOTALL))
    return f"a style fetches {found[0][:60]!r}" if found else ""
