"""Numbers that no data set gives, by their form: years, dates, times, ordinals, and places in a book."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

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
