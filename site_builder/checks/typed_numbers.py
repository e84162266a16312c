"""Find numbers that were typed by hand where a computed one should stand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from markdown_it.token import Token

from site_builder.checks.honest_numbers import honest_spans
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Severity, Source
from site_builder.syntax.tokens import Reading, flat, prose_of

NUMBER = re.compile(
    r"(?<![\w.,])(?<![A-Za-z]-)(?:\d{1,3}(?: \d{3}(?!\d))+|\d+(?:[,\u2009\u202f\xa0]\d{3}(?!\d))*)(?:\.\d+)?"
)
# Shorter ones are not reported anyway.
LONG = re.compile(r"\d\S?\d")
SEPARATOR = re.compile(r"[ ,\u2009\u202f\xa0]")
SUGGESTION = 'bind it: ::value[set.column]; or say why it is typed: ::typed[{}]{{why="…"}}'


def unbound_numbers(reading: Reading, source: Source, allowed: AbstractSet[float], severity: Severity) -> list[Problem]:
    """Return a problem for each number of two or more digits that stands in the prose as it is.

    Code, formulas, raw HTML and addresses are no prose. Numbers equal to one of ``allowed`` may stand, and so may those
    that no data set gives, by their form, and those of which a ``::typed`` says why.
    """
    problems = []
    for token, origin in prose_of(reading):
        for offset, number in numbers_in(token.children or [], token.content):
            if sum(map(str.isdigit, number)) >= 2 and _value(number) not in allowed:
                message, suggestion = f"{number} is typed by hand", SUGGESTION.format(number)
                mistake = Mistake("number-unbound", message, 0, len(number), suggestion)
                problems.append(source.mistake(mistake, origin.locate(offset), severity))
    return problems


def _value(number: str) -> float:
    """Return the number that is meant: separators of thousands left out."""
    try:
        return float(SEPARATOR.sub("", number))
    except ValueError:
        return float("nan")


def numbers_in(children: Sequence[Token], content: str) -> Iterator[tuple[int, str]]:
    """Yield each number of a line that its form does not account for, with its offset in ``content``, the line."""
    cursor, in_address = 0, False
    for token in flat(children):
        if token.markup == "autolink":
            in_address = token.nesting == 1
        cursor = max(cursor, token.meta.get("start", 0))
        if token.type == "text" and not in_address:
            honest = [*honest_spans(token.content)] if LONG.search(token.content) else []
            starts = [span.start for span in honest]
            for match in NUMBER.finditer(token.content):
                offset = content.find(match[0], cursor)
                if offset >= 0:
                    cursor = offset + len(match[0])
                    before = bisect_right(starts, match.start())
                    if not before or match.start() not in honest[before - 1]:
                        yield offset, match[0]
        elif token.nesting <= 0 and token.type != "text" and token.type != "image":
            cursor = max(cursor, token.meta.get("end", 0))
