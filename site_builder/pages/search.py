"""Index the pages for the search dialog with Pagefind."""

from __future__ import annotations

import base64
import json
import os
import re
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from threading import Thread
from typing import IO, Any

from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake
from site_builder.rendering.renderer import resolve_link
from site_builder.rendering.site import GLOSSARY, PageInfo, Site

FOLDER = "pagefind"
ROOT = "main"
PUBLISHED = re.compile(
    r"pagefind\.js|pagefind-entry\.json|wasm\.[\w-]+\.pagefind"
    r"|pagefind\.[\w-]+\.pf_meta|(?:index|fragment)/[\w-]+\.pf_(?:index|fragment)"
)


# Pagefind identifies sections by the ids of headings, but in our pages the enclosing <section> has the id.
SECTION = re.compile(r'<section(?P<attributes>[^>]*?) id="(?P<id>[^"]*)">\s*<(?P<tag>h[1-6]\b[^>]*)>')
# A closed block is a section of its own with its title as heading; a link to it opens it.
CLOSED = re.compile(
    r'(?P<block><details class="depth [^>]*?) id="(?P<id>[^"]*)">(?P<before>\s*<summary>.*?)'
    r'<span class="depth-title">(?P<title>.*?)</span>(?P<after></summary>)',
    re.DOTALL,
)
HEADING_PARTS = re.compile(r'<span class="section-number">[^<]*</span>|<a class="permalink"[^>]*>[^<]*</a>')


def index(pages: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of the search index in ``pagefind/`` for the text in ``main`` of each page.

    Parameters
    ----------
    pages : mapping
        HTML by path in the site; elements with ``data-pagefind-ignore`` are skipped.

    Raises
    ------
    SiteError
        If Pagefind is missing or rejects a page.

    Notes
    -----
    About 3 ms per page; the same pages give the same bytes.
    """
    requests: list[dict[str, Any]] = [{"type": "NewIndex", "config": {"root_selector": ROOT}}]
    requests += [
        {"type": "AddFile", "index_id": 0, "url": path, "file_path": None, "file_contents": searchable(pages[path])}
        for path in sorted(pages)
    ]
    answers = ask([*requests, {"type": "GetFiles", "index_id": 0}])
    for answer in answers:
        if answer["type"] == "Error":
            raise failure(f"Pagefind refused a page: {answer['message']}")
    found = {str(file["path"]): base64.b64decode(file["content"]) for file in answers[-1]["files"]}
    return {f"{FOLDER}/{path}": found[path] for path in sorted(found) if PUBLISHED.fullmatch(path)}


def searchable(page: bytes) -> str:
    """Return a page for the index: with the ids of sections at their headings, without numbers and permalinks."""
    named = SECTION.sub(r'<section\g<attributes>><\g<tag> id="\g<id>">', page.decode())
    named = CLOSED.sub(r'\g<block>>\g<before>\g<after><h6 id="\g<id>">\g<title></h6>', named)
    return HEADING_PARTS.sub("", named)


def ask(requests: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Send requests to Pagefind and return its answers in the same order."""
    messages = [
        base64.b64encode(json.dumps({"message_id": number, "payload": request}).encode()) + b","
        for number, request in enumerate(requests)
    ]
    process = subprocess.Popen([program(), "--service"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        # Pagefind answers while it reads, so writing in this thread could block both processes.
        writer = Thread(target=write, args=(process.stdin, b"".join(messages)), daemon=True)
        writer.start()
        received = b""
        while received.count(b",") < len(messages) and (more := os.read(process.stdout.fileno(), 1 << 20)):
            received += more
        writer.join()
    answers = [json.loads(base64.b64decode(text)) for text in received.split(b",") if text.strip()]
    if len(answers) < len(messages):
        raise failure(f"Pagefind ended after {len(answers)} of {len(messages)} answers")
    return [answer["payload"] for answer in sorted(answers, key=lambda answer: int(answer["message_id"]))]


def write(stream: IO[bytes], content: bytes) -> None:
    """Write ``content``; if the program has ended, its missing answers are reported."""
    with suppress(BrokenPipeError):
        stream.write(content)
        stream.flush()


def program() -> str:
    """Return the Pagefind program, without importing its slow Python package."""
    if named := os.environ.get("PAGEFIND_BINARY_PATH"):
        return named
    for package in ("pagefind_bin_extended", "pagefind_bin"):
        with suppress(ImportError, FileNotFoundError):
            return str(import_module(package).get_executable())
    raise failure("the program of the package pagefind is missing; install pagefind[bin]")


def failure(message: str) -> SiteError:
    """Return the error of a search index that cannot be made."""
    return SiteError([Problem("content", 0, 0, "search", message)])


KNOWN_TERMS = "assets/known.json"


def read_known(site: Site) -> tuple[dict[str, list[str]], list[Problem]]:
    """Return address and title by lower-case search term, and the problems of the settings."""
    settings, problems = site.settings, list[Problem]()
    known: dict[str, list[str]] = {}
    if any(page.file == GLOSSARY for page in site.pages.values()):
        for slug, concept in site.concepts.items():
            for word in (concept.matter.term, *concept.matter.also):
                known.setdefault(plain(word), [f"{GLOSSARY}#{slug}", concept.matter.term])
    titles = {page.file: page.title for page in site.pages.values()}
    for words, place in settings.config.search.items():
        try:
            address = resolve_link(place, site, PageInfo("", "404", "", "", "", {}))
        except Mistake as mistake:
            mistake.length = max(1, len(place))
            problems.append(settings.source.mistake(mistake, settings.place("search", words, value=True)))
            continue
        known[plain(words)] = [address, titles.get(address.partition("#")[0], words)]
    return known, problems


def plain(words: str) -> str:
    """Return a search term in lower case, with single spaces."""
    return " ".join(words.lower().split())
