"""Addresses of a site: of its pages and their parts, and those of an earlier time that lead nowhere now."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from pathlib import Path

from site_builder.problems.problem import Problem, SiteError

# What holds something that a reader may be led to; marks in a line, explanations and parts of drawings do not.
HOLDING = r"section|h[1-6]|figure|div|details|li|table|p|aside"
PART = re.compile(rf'<(?:{HOLDING})\b(?![^<>]*\spopover\b)[^<>]*?\sid="([^"]+)"')
ID = re.compile(r'<[a-z][^<>]*?\sid="([^"]+)"')
MOVED = re.compile(r'<html\b[^<>]*\sdata-moved="([^"]*)"')

Addresses = Mapping[str, Sequence[str]]


def addresses_of(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """Return the parts of each page of a site that have an address; pages that only lead on are none."""
    pages = {name: content.decode() for name, content in sorted(files.items()) if name.endswith(".html")}
    return {name: PART.findall(html) for name, html in pages.items() if "" not in _places(html)}


def read_addresses(record: Path) -> Addresses:
    """Read a record of addresses.

    Raises
    ------
    SiteError
        If the file holds none.
    """
    try:
        found = json.loads(record.read_text(encoding="utf-8"))["addresses"]
        return {str(file): [str(part) for part in parts] for file, parts in found.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        suggestion = "make one from the site of that time: site-builder addresses --json > addresses.json"
        raise SiteError([Problem(str(record), 0, 0, "addresses", "no record of addresses", suggestion)]) from None


def lost(recorded: Addresses, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield recorded addresses that lead nowhere now, each as page and part; "" is the page as a whole."""
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    parts = {name: frozenset(ID.findall(html)) for name, html in pages.items()}
    places = {name: _places(html) for name, html in pages.items()}
    for file, known in recorded.items():
        for part in ("", *known):
            stands, identifier = _led(file, part, places.get(file, {}))
            if "://" in stands or (stands in pages and (not identifier or identifier in parts[stands])):
                continue
            yield file, part


def _places(html: str) -> Mapping[str, str]:
    """Return where a page leads on to, by its parts."""
    found = MOVED.search(html)
    places: dict[str, str] = json.loads(unescape(found[1])) if found else {}
    return places


def _led(file: str, part: str, places: Mapping[str, str]) -> tuple[str, str]:
    """Return the page and part that an address leads to, as the script of :mod:`site_builder.pages.moved` does."""
    address = places.get(part, places.get(""))
    if address is None or "://" in address:
        return address or file, part
    stands, _, identifier = address.partition("#")
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), stands)), identifier or part


def line_for(file: str, part: str, files: Mapping[str, bytes], sources: Mapping[str, str]) -> str:
    """Return a line for ``[redirects]``, with the one page that has such a part now; else to be filled in."""
    found = [name for name in sources if part and part in ID.findall(files[name].decode())]
    new = f"{Path(sources[found[0]]).name}#{part}" if len(found) == 1 else ""
    return f'"{file}{"#" if part else ""}{part}" = "{new}"'
