"""Warn of what stands in a text as it was written though it means something elsewhere: other dialects, slips."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from markdown_it.token import Token

from site_builder.problems.problem import Problem
from site_builder.problems.source import Source
from site_builder.syntax.directive_table import INLINES
from site_builder.syntax.tokens import Reading, flat, prose_of


class Leftover(NamedTuple):
    """What is left of a dialect: its form, what it looks like, what to write, and where alone it means something."""

    form: re.Pattern[str]
    looks_like: str
    remedy: str
    place: Literal["anywhere", "line", "code"] = "anywhere"


LINK, LISTED = "write [text](other.md#id)", "'directives' lists all that there are"
LEFTOVERS = (
    Leftover(re.compile(rf"(?<![:\w]):(?:{'|'.join(sorted(INLINES))})(?=[\[{{])"), "a directive", "write two colons"),
    Leftover(re.compile(r"\{(?:num|eq)?ref\}$"), "a role", "write ::ref{id}", "code"),
    Leftover(re.compile(r"\{cite[\w:]*\}$"), "a role", "write [@key]", "code"),
    Leftover(re.compile(r"\{math\}$"), "a role", "write $…$", "code"),
    Leftover(re.compile(r"\{doc\}$"), "a role", LINK, "code"),
    Leftover(re.compile(r"\{term\}$"), "a role", "write ::concept[words]{slug}", "code"),
    Leftover(re.compile(r"\{[a-z][\w:-]*\}$"), "a role", f"write a directive; {LISTED}", "code"),
    Leftover(re.compile(r"\]\((?!\s*\))"), "a link", f"{LINK}: an address has no spaces, and ends in its line"),
    Leftover(re.compile(r"\] \((?=[^()\s]+\.(?:md|html)[)#]|https?:)"), "a link", f"{LINK}, without a space between"),
    Leftover(re.compile(r"\[\[[^\[\]]+\]\]"), "a link", LINK),
    Leftover(re.compile(r"\*\*(?=\w)|(?<=\w)\*\*"), "bold", r"write **words** without spaces inside, or \* for a star"),
    Leftover(re.compile(r"#{2,6}(?=[^\s#])"), "a heading", "put a space behind it", "line"),
    Leftover(
        re.compile(r"!!! ?\w+"), "a callout", "write ':::note', the words, and ':::', each on its own lines", "line"
    ),
    Leftover(re.compile(r"\|(?=.*\|)"), "a table", "its second line is |---|---|, with as many columns", "line"),
    Leftover(re.compile(r"\{\{<[^{}]*>\}\}"), "a shortcode", f"write a directive; {LISTED}"),
    Leftover(re.compile(r"\{\{[^{}]*\}\}|\{%[^{}]*%\}"), "a template", "numbers are filled in by ::value[set.column]"),
    Leftover(re.compile(r"(?<=[\])*_])\{[.:][^{}]*\}"), "an attribute", "looks are set in static/css"),
    Leftover(re.compile(r"\\[A-Za-z]+(?=\{)"), "LaTeX", "put it between dollars: $…$, without spaces inside of them"),
)
# Without one of these a text has no leftover: most have none.
TELLING = re.compile(r"[\[\]{}*#|\\!]")
RUN = Leftover(re.compile(r"\{(?:python|r|julia|ojs)\} "), "code that is run", "write ::value[set.column]")


def leftovers(reading: Reading, source: Source) -> list[Problem]:
    """Return a warning for each piece of a text that looks as if it should have become something else."""
    problems = []
    for token, origin in prose_of(reading):
        for offset, text, left in found_in(token):
            message = f"'{text}' looks like {left.looks_like}, and is none"
            place, length = origin.locate(offset), len(text)
            problems.append(
                source.problem("leftover", message, place, length=length, suggestion=left.remedy, severity="warning")
            )
    return problems


def found_in(line: Token) -> Iterator[tuple[int, str, Leftover]]:
    """Yield each such piece of a line with its offset."""
    children, cursor = [*flat(line.children or [])], 0
    for index, token in enumerate(children):
        cursor = max(cursor, token.meta.get("start", 0))
        if token.type == "code_inline" and RUN.form.match(token.content):
            yield line.content.find(token.content, cursor), token.content, RUN
        if token.type == "text":
            before = children[index - 1].type if index else "softbreak"
            behind = children[index + 1].type if index + 1 < len(children) else ""
            for left, text in found_in_text(token.content, before == "softbreak", behind == "code_inline"):
                offset = line.content.find(text, cursor)
                if offset >= 0:
                    yield offset, text, left
        elif token.nesting <= 0:
            cursor = max(cursor, token.meta.get("end", 0))


def found_in_text(text: str, begins_line: bool, is_before_code: bool) -> Iterator[tuple[Leftover, str]]:
    """Yield each such piece of a text; of several that fit in one place the first of the table."""
    seen: set[int] = set()
    for left in LEFTOVERS if TELLING.search(text) else ():
        if left.place == "code" and not is_before_code:
            continue
        matches = [left.form.match(text)] if left.place == "line" else left.form.finditer(text)
        for match in matches if left.place != "line" or begins_line else ():
            if match is not None and match.start() not in seen:
                seen.add(match.start())
                yield left, match[0]
