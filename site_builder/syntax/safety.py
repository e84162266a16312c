"""What HTML and SVG may not hold, because a browser runs or fetches it: scripts in attributes, links and animations."""

from __future__ import annotations

import html
import re

# Addresses of these kinds are run, or are documents with scripts of their own.
RUN = frozenset({"blob", "data", "javascript", "vbscript"})
ADDRESSES = frozenset({"action", "background", "cite", "data", "href", "poster", "src", "srcset", "xlink:href"})
PICTURES = frozenset({"poster", "src", "srcset", "href", "xlink:href"})
NEVER = frozenset({"formaction", "http-equiv", "ping", "srcdoc"})
ANIMATIONS = frozenset({"animate", "animatecolor", "animatemotion", "animatetransform", "set"})
ANIMATED = re.compile(r"(xlink:)?href|on.*", re.IGNORECASE)
# Browsers leave these out of an address wherever they stand, and blanks before it.
LEFT_OUT = re.compile(r"[\t\n\r]")
SCHEME = re.compile(r"[\0-\x20]*([a-z][a-z0-9+.-]*):", re.IGNORECASE)
DRAWING = re.compile(r"[\0-\x20]*data:image/(avif|gif|jpeg|png|svg\+xml|webp)[;,]", re.IGNORECASE)
PICTURE = re.compile(r"[\0-\x20]*data:image/(avif|gif|jpeg|png|webp)[;,]", re.IGNORECASE)


def scheme_of(address: str) -> str:
    """Return the scheme of an address as browsers see it, in small letters; nothing for a relative one."""
    found = SCHEME.match(LEFT_OUT.sub("", html.unescape(address)))
    return found[1].lower() if found else ""


def wrong_attribute(tag: str, name: str, value: str) -> str:
    """Return why an element may not have an attribute; nothing if it may. Names are in small letters."""
    if name in NEVER:
        return f"{name}= is not allowed: it leads readers away, or holds a document of its own"
    if tag in ANIMATIONS and name == "attributename" and ANIMATED.fullmatch(value.strip()):
        return f"<{tag}> may not change {value.strip()!r}, which would run or lead to something else"
    scheme = scheme_of(value) if name in ADDRESSES else ""
    if scheme in RUN and not (name in PICTURES and is_picture(tag, LEFT_OUT.sub("", value))):
        return "scripts in links are not allowed" if "script" in scheme else f"{scheme}: is not allowed in {name}="
    return ""


def is_picture(tag: str, address: str) -> bool:
    """Tell whether an element shows the address that it has as a picture, which runs nothing."""
    return tag not in {"a", "area"} and bool((DRAWING if tag == "img" else PICTURE).match(address))
