"""Read source for the handbook: examples in its chapters, and types of the builder's scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from markupsafe import Markup
from pygments import highlight
from pygments.formatters.html import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from site_builder.assets.packages import find_engine

CHAPTERS = Path(__file__).parents[1] / "chapters"
MEMBER = re.compile(
    r"^  (?:/\*\*(?P<comment>(?:[^*]|\*(?!/))*)\*/\s+)?(?:readonly )?(?P<name>\w+)\??(?=[(:<])", re.MULTILINE
)


def source_of_example(identifier: str) -> str:
    """Return the source lines of the ``:::example`` with this id."""
    for chapter in sorted(CHAPTERS.glob("*.md")):
        lines = chapter.read_text(encoding="utf-8").splitlines()
        opening = f":::example{{#{identifier}}}"
        if opening in lines:
            return "\n".join(body_of(lines[lines.index(opening) + 1 :]))
    raise LookupError(f"no chapter has the example {identifier!r}")


def body_of(lines: list[str]) -> Iterator[str]:
    """Yield the lines up to the ``:::`` that closes the current block."""
    depth, fence = 1, ""
    for line in lines:
        mark = re.match(r"```+", line)
        if mark:
            fence = "" if fence == mark[0] else fence or mark[0]
        elif not fence and re.match(r":::\S", line):
            depth += 1
        elif not fence and line.strip() == ":::":
            depth -= 1
            if depth == 0:
                return
        yield line


def tinted(code: str, language: str) -> Markup:
    """Return highlighted code as HTML."""
    return Markup(highlight(code, get_lexer_by_name(language), HtmlFormatter(nowrap=True)).rstrip("\n"))


def members_of(file: str, interface: str) -> Iterator[tuple[str, str]]:
    """Yield the members of an interface with their comments; members without a comment are skipped."""
    text = (find_engine() / "static" / "js" / "engine" / file).read_text(encoding="utf-8")
    body = text[re.search(rf"interface {interface}\b[^{{]*{{\n", text).end() :]  # type: ignore[union-attr]
    for member in MEMBER.finditer(body[: body.index("\n}")]):
        words = " ".join(line.strip(" *") for line in (member["comment"] or "").splitlines()).strip()
        if words:
            yield member["name"], words
