"""Find numbers that were typed by hand where a computed value should be bound."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from markdown_it.token import Token

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Severity, Source
from site_builder.syntax.tokens import Reading, flat, prose_of

# English, German, the Nordic languages, French and Spanish; "may" is a month only where it has a capital.
MONTHS = (
    r"jan(?:uary?|uar|uari|vier)?|feb(?:ruary?|ruar|ruari)?|mar(?:ch|s|zo)?|apr(?:il)?|(?-i:May)|maj|mai|jun[ei]?|jul[yi]?"
    r"|aug(?:ust|usti)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|märz|juin|juillet|août|février|avril"
    r"|septembre|octobre|novembre|décembre|enero|febrero|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
    r"|diciembre|\w+kuuta"
)
# Digits of other scripts, as ٢٠٢٠.
FOREIGN_DIGIT = re.compile(r"[^\D0-9]")
DAY = r"(?:0?[1-9]|[12]\d|3[01])"
HOUR = r"(?:[01]?\d|2[0-4])"
YEAR = r"(?:1\d{3}|20\d{2}|2100)"
DASH = r"[-/\u2013]"
# What counts or measures is no year: it has a unit, a share, or the sign of a currency or of reckoning beside it.
UNITS = r"(?:[%‰°\xd7·€$£]|(?:[kcmµn]?m[²³]?|k?g|k?W|[kMG]?B|h|s|ms|min|kr)\b)"
FORMS = (
    # 2026-11-22, 22.11.2026, 11/22/2026; SFS 1962:700
    rf"\b{YEAR}:\d+\b|\b{YEAR}-(?:0\d|1[0-2])-[0-3]\d(?:T[\d:]+Z?)?|\b{DAY}[./]{DAY}[./]{YEAR}\b",
    # 1909, 1909-17, the 1990s; AD 79, 44 BC
    rf"(?<![\w.,$€£+\xd7=<>\u2212-])(?:{YEAR}{DASH})?{YEAR}(?:{DASH}\d\d(?!\d))?(?:['\u2019]?s)?(?!\w|[.,]\d)(?!\s?{UNITS})",
    r"\b(?-i:AD|CE)\s\d{1,4}\b|\b\d{1,4}\s(?-i:BC|AD|BCE|CE)\b",
    # 14 maja 2020, 14 במאי 1948; 2020年12月25日 10時, 2020년
    rf"\b{DAY}\.?\s[^\W\d_]+\s{YEAR}\b|(?<![\d.,]){YEAR}[年년]|(?<![\d.,])\d{{1,2}}[月日時월일시](?!間)|第\d+",
    # 3 January, 3rd of January, January 3, 3.-12. Januar
    rf"\b(?:{DAY}\.?\s?{DASH}\s?)?{DAY}(?:\.|st|nd|rd|th)?\s(?:of\s|de\s)?(?:{MONTHS})\b",
    rf"\b(?:{MONTHS})\.?\s{DAY}(?:st|nd|rd|th)?(?:\s?{DASH}\s?{DAY})?\b",
    # 10:30, 10:30:15, 10 h 30, 10 am, 12 o'clock, 12.30 Uhr, kl. 12.30, 24/7
    rf"\b{HOUR}(?:[.:][0-5]\d)?\s?Uhr\b|\b(?:kl|godz)\.?\s?{HOUR}(?:[.:][0-5]\d)?\b|\b{HOUR}(?::|\s?h\s?)[0-5]\d(?::[0-5]\d)?\b|\b24/7\b",
    rf"\b{HOUR}(?:[:.][0-5]\d)?\s?(?:[ap]m\b|[ap]\.m\.|o['\u2019]clock)",
    # 21st, 19th, 21:a, 12e
    r"\b\d[\d,]{0,20}(?:st|nd|rd|th|:[ae]|er?|ème|[ºª])\b",
    # '90s, les années '90; issues of a tracker, as #12; addresses, with their ports
    r"['\u2018\u2019]\d0s?\b|#\d+\b|\b\w{1,20}://\S+",
    # p. 42, pp. 12-15, S. 12 f., str. 12, vol. 22, chapter 12, n° 12, § 42
    rf"(?:\b(?:(?:pp?|no|nr|vol|ch|chap|col|fol|[st]|str|bd|kap|sid|abs|art|rozdz|cap|núm|ص)\.|pages?|volumes?|chapters?|lines?|verses?|nr|sid(?:an?|e|or|er)|seiten?|kapitel|chapitre|rozdział|num\.|n[°º])\s?|(?:§+|№)\s?)\d+(?:\s?{DASH}\s?\d+)?",
)
HONEST = re.compile("|".join(f"(?:{form})" for form in FORMS), re.IGNORECASE)


def honest_spans(text: str) -> Iterator[range]:
    """Yield where in a text such numbers stand."""
    text = FOREIGN_DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0])), text)
    for match in HONEST.finditer(text):
        yield range(match.start(), match.end())


NUMBER = re.compile(
    r"(?<![\w.,])(?<![A-Za-z]-)(?:\d{1,3}(?: \d{3}(?!\d))+|\d+(?:[,\u2009\u202f\xa0]\d{3}(?!\d))*)(?:\.\d+)?"
)
# Shorter ones are not reported anyway.
LONG = re.compile(r"\d\S?\d")
SEPARATOR = re.compile(r"[ ,\u2009\u202f\xa0]")
SUGGESTION = 'bind it: ::value[set.column]; or give the reason: ::typed[{}]{{why="…"}}'


def unbound_numbers(reading: Reading, source: Source, allowed: AbstractSet[float], severity: Severity) -> list[Problem]:
    """Return a problem for each number of two or more digits that is in the prose as it is.

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
