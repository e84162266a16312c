"""Write numbers, dates and plurals by the conventions of a language, from Unicode's CLDR as Babel provides it.

English follows the defaults of Python, JavaScript and Vega: it needs no data, and Babel is not imported.
"""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

from site_builder.plain_values import plain_number

if TYPE_CHECKING:
    from babel import Locale

MINUS = "\N{MINUS SIGN}"
EXPONENT = re.compile(r"(?P<digits>.*\d)e(?P<power>[+-]\d+)")
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
TIMES = "\u202f\N{MULTIPLICATION SIGN}\u202f"
# A number as Python writes it.
NUMBER = re.compile(r"(?P<whole>\d[\d,]*)(?:\.(?P<fraction>\d+))?(?P<percent>%?)", re.ASCII)
# A directive of strftime; "%-d" leaves out leading zeros.
DIRECTIVE = re.compile(r"%(?P<bare>-?)(?P<letter>[a-zA-Z%])")
HAS_DAY = re.compile(r"%-?[de]")
# For a directive that writes a name: the directive that writes its number, and the number of the first name.
NUMBERED = {"B": ("%m", 1), "b": ("%m", 1), "A": ("%w", 0), "a": ("%w", 0)}
# A piece of a CLDR pattern: a quoted text, or a field.
PIECE = re.compile(r"'([^']*)'|([a-zA-Z])\2*")
SAME_FIELD = str.maketrans("LcekKbBuU", "MEEHhaayy")
FIELDS = {
    **{"y": "%Y", "yy": "%y", "M": "%-m", "MM": "%m", "MMM": "%b", "MMMM": "%B", "d": "%-d", "dd": "%d"},
    **{"E": "%a", "EEEE": "%A", "H": "%-H", "HH": "%H", "h": "%-I", "hh": "%I", "m": "%-M", "mm": "%M"},
    **{"s": "%-S", "ss": "%S", "a": "%p"},
}
PLURALS = ("zero", "one", "two", "few", "many", "other")


@dataclass(frozen=True)
class Conventions:
    """The conventions of a language for numbers and dates; the defaults are those of English.

    Attributes
    ----------
    tag : str
        The language tag, for scripts and programs that have CLDR data of their own.
    sizes : tuple
        Digits in the last group of thousands, and in the groups before it.
    percent : str
        Format of a percentage; ``{}`` marks the number.
    names : mapping
        Names of months, weekdays (from Sunday) and halves of the day, by directive of ``strftime``. Many languages have
        another form for a month without a day; its key is ``B alone``.
    patterns : mapping
        Formats of ``strftime`` by purpose.
    """

    tag: str = "en"
    decimal: str = "."
    group: str = ","
    sizes: tuple[int, int] = (3, 3)
    percent: str = "{}%"
    digits: str = "0123456789"
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    patterns: Mapping[str, str] = field(
        default_factory=lambda: {"day": "%-d %B %Y", "time": "%H:%M", "seconds": "%H:%M:%S", "moment": "{1}, {0}"}
    )

    def number(self, found: re.Match[str]) -> str:
        """Return a number that was found in a text with the separators and digits of the language."""
        whole = found["whole"]
        if "," in whole:
            last, others = self.sizes
            places = rf"\B(?=(?:\d{{{others}}})*\d{{{last}}}$)"
            whole = re.sub(places, self.group, whole.replace(",", ""))
        text = f"{whole}{self.decimal}{found['fraction']}" if found["fraction"] else whole
        return self.own_digits(self.percent.format(text) if found["percent"] else text)

    def own_digits(self, text: str) -> str:
        """Replace the digits 0 to 9 by those of the language."""
        return text.translate(str.maketrans("0123456789", self.digits))

    def date(self, value: datetime.date | datetime.time, spec: str) -> str:
        """Return a date or a time of day in a format of ``strftime``; as ISO text if the format is empty."""
        if not spec:
            return str(value)
        spec = DIRECTIVE.sub(lambda found: self.patterns.get(found[0], found[0]), spec)
        alone = "" if HAS_DAY.search(spec) else " alone"

        def piece(found: re.Match[str]) -> str:
            letter = found["letter"]
            if letter in self.names:
                counted, first = NUMBERED.get(letter, ("%H", 0))
                index = int(format(value, counted)) - first
                names = self.names.get(letter + alone, self.names[letter])
                return names[index // 12 if letter == "p" else index].replace("%", "%%")
            return (format(value, f"%{letter}").lstrip("0 ") or "0") if found["bare"] else found[0]

        return self.own_digits(format(value, DIRECTIVE.sub(piece, spec)))

    @property
    def vega(self) -> dict[str, Any]:
        """Return the configuration of Vega-Lite for the language; empty for English."""
        if self.tag == ENGLISH.tag:
            return {}
        names, patterns = self.names, self.patterns
        number = {
            "decimal": self.decimal,
            "thousands": self.group,
            "grouping": [self.sizes[0], *[self.sizes[1]] * 20],
            "currency": ["", ""],
            "numerals": list(self.digits),
            "percent": self.percent.replace("{}", "") if self.percent.startswith("{}") else "%",
        }
        time = {
            **{"dateTime": patterns["%c"], "date": patterns["%x"], "time": patterns["%X"], "periods": names["p"]},
            **{"days": names["A"], "shortDays": names["a"]},
            **{"months": names["B alone"], "shortMonths": names["b alone"]},
        }
        return {"locale": {"number": number, "time": time}, "timeFormat": self.patterns["short day"]}

    @property
    def signs(self) -> dict[str, str]:
        """Return the separators, percent format and digits, by the names under which scripts read them."""
        return {
            "decimal_sign": self.decimal,
            "group_sign": self.group,
            "group_size": str(self.sizes[1]),
            "percent_form": self.percent,
            "digits": self.digits,
        }


ENGLISH = Conventions()
_current = ENGLISH
# The language of the text that is being rendered, if it is a translation.
_of_text: ContextVar[Conventions | None] = ContextVar("language", default=None)


def use_language(tag: str) -> None:
    """Set the language in which this process writes numbers and dates."""
    global _current
    _current = conventions_of(tag)


@contextmanager
def in_language(tag: str) -> Iterator[None]:
    """Write numbers and dates in another language within the context; other threads are not affected."""
    token = _of_text.set(conventions_of(tag))
    try:
        yield
    finally:
        _of_text.reset(token)


def conventions() -> Conventions:
    """Return the conventions of the language of the site, or of the translation that is being rendered."""
    return _of_text.get() or _current


def find_locale(tag: str) -> Locale | None:
    """Return the CLDR data of a language; None if there is none."""
    from babel import Locale, UnknownLocaleError

    parts = tag.split("-")
    for count in range(len(parts), 0, -1):
        try:
            return Locale.parse("-".join(parts[:count]), sep="-")
        except (UnknownLocaleError, ValueError):  # try without the variant or private part
            continue
    return None


@cache
def conventions_of(tag: str) -> Conventions:
    """Return the conventions of a language; those of English if CLDR has no data for it."""
    locale = None if tag == ENGLISH.tag else find_locale(tag)
    if locale is None or str(locale) in ("en", "en_US"):
        return ENGLISH
    system = locale.default_numbering_system
    digits = "".join(chr(zero_of(system) + index) for index in range(10))
    signs = {**locale.number_symbols["latn"], **locale.number_symbols.get(system, {})}
    number, percent = locale.decimal_formats[None], locale.percent_formats[None]
    before, after = (part.replace("%", signs["percentSign"]) for part in (percent.prefix[0], percent.suffix[0]))
    last, others = number.grouping
    return Conventions(
        str(locale).replace("_", "-"),
        signs["decimal"],
        signs["group"],
        (last, others),
        f"{before}{{}}{after}",
        digits,
        names_of(locale),
        patterns_of(locale),
    )


def zero_of(system: str) -> int:
    """Return the code point of the zero of a numbering system; that of "0" for a system without digits."""
    systems = ("arab", "arabext", "beng", "cakm", "deva", "adlm", "hmnp", "mtei", "mymr", "nkoo", "olck", "tibt")
    zeros = (0x660, 0x6F0, 0x9E6, 0x11136, 0x966, 0x1E950, 0x1E140, 0xABF0, 0x1040, 0x7C0, 0x1C50, 0xF20)
    return dict(zip(systems, zeros, strict=True)).get(system, ord("0"))


def names_of(locale: Locale) -> dict[str, list[str]]:
    """Return the names of months, weekdays and halves of the day."""
    names = {}
    for width, month, day in (("wide", "B", "A"), ("abbreviated", "b", "a")):
        for form, alone in (("format", ""), ("stand-alone", " alone")):
            names[month + alone] = [locale.months[form][width][number] for number in range(1, 13)]
        names[day] = [locale.days["format"][width][(number - 1) % 7] for number in range(7)]
    periods = locale.day_periods["format"]["abbreviated"]
    return {**names, "p": [periods["am"], periods["pm"]]}


def patterns_of(locale: Locale) -> dict[str, str]:
    """Return the formats of dates and times of day."""
    days, times, both = locale.date_formats, locale.time_formats, locale.datetime_formats["medium"]
    skeletons = locale.datetime_skeletons
    found = {
        **{"day": days["long"], "short day": days["medium"], "%x": days["short"]},
        **{"time": times["short"], "seconds": times["medium"], "%X": times["medium"]},
        **{name: skeletons[name] for name in ("MMMd", "Ed", "yMMM", "yMMMd")},
    }
    made = {name: strftime_format(pattern.pattern) for name, pattern in found.items()}
    return {**made, "moment": str(both), "%c": str(both).format(made["%X"], made["short day"])}


def strftime_format(pattern: str) -> str:
    """Convert a CLDR pattern to a format of ``strftime``; fields without a counterpart, such as eras, are omitted."""

    def piece(found: re.Match[str]) -> str:
        if found[2] is None:
            return (found[1] or "'").replace("%", "%%")
        letters = found[0].translate(SAME_FIELD)
        return FIELDS.get(letters) or FIELDS.get(letters[0], "")

    return re.sub("  +", " ", PIECE.sub(piece, pattern)).strip()


def localized(text: str) -> str:
    """Rewrite the numbers in a text, as Python writes them, by the conventions of the site's language."""
    known = conventions()
    return text if known is ENGLISH else NUMBER.sub(known.number, text)


def typeset(text: str) -> str:
    """Return a formatted number for readers: with a true minus sign, and a power of ten in place of an exponent."""
    match = EXPONENT.fullmatch(text)
    if match is None:
        return localized(text).replace("-", MINUS)
    power = str(int(match["power"])).translate(SUPERSCRIPTS)
    return f"{localized(match['digits'])}{TIMES}10{power}".replace("-", MINUS)


def is_moment(value: Any) -> bool:
    """Return whether a value is a date, a datetime or a time of day."""
    return isinstance(value, datetime.date | datetime.time)


def formatted(value: Any, spec: str) -> str:
    """Format a value with a Python format; a value that is zero or rounds to zero has no minus sign.

    Dates are in the language of the site; :func:`typeset` does the same for numbers. ``%-d`` and similar directives,
    which only some systems support, omit leading zeros on all of them.
    """
    if is_moment(value):
        return conventions().date(value, spec)
    if isinstance(value, float | Decimal) and math.isinf(value):
        return "-∞" if value < 0 else "∞"
    text = format(value, spec)
    if isinstance(value, float | Decimal) and "-" in text and not re.search("[1-9]", text):
        return format(abs(value), spec)
    return text


def written_date(value: datetime.date | datetime.time, known: Conventions | None = None) -> str:
    """Return a date, a time of day or a datetime (to the minute) for readers."""
    known = known or conventions()
    if isinstance(value, datetime.time):
        return known.date(value, known.patterns["seconds" if value.second else "time"])
    day = known.date(value, known.patterns["day"])
    if not isinstance(value, datetime.datetime):
        return day
    return known.patterns["moment"].format(known.date(value, known.patterns["time"]), day)


def number(value: Any, spec: str = "") -> str:
    """Return a number or a date in the conventions of the site's language.

    Parameters
    ----------
    value
        A number, a date, a datetime or a time of day.
    spec
        A Python format, as in ``::value``; without one, a number gets thousands separators.

    Examples
    --------
    >>> number(1234.56, ",.1f")
    '1,234.6'
    """
    value = plain_number(value)
    return formatted(value, spec) if is_moment(value) else typeset(formatted(value, spec or ","))


def plural(count: Any, *forms: str, **named: str) -> str:
    """Return the plural form of a word for a number, by the CLDR rules of the site's language.

    Parameters
    ----------
    count
        The number.
    forms
        The forms that the language has, in the order zero, one, two, few, many, other; the last one is used for all
        remaining categories.
    named
        The forms by these names, in place of ``forms``; ``other`` is used for missing ones.

    Examples
    --------
    >>> [plural(count, "counter", "counters") for count in (0, 1, 2)]
    ['counters', 'counter', 'counters']
    """
    count = plain_number(count)
    tag = conventions().tag
    rule = None if tag == ENGLISH.tag else find_locale(tag)
    known = [name for name in PLURALS if name in (rule.plural_form.tags if rule else ("one",)) or name == "other"]
    whole = int(count) if count == int(count) else count
    form = str(rule.plural_form(whole)) if rule else ("one" if whole == 1 else "other")
    if forms:
        return forms[min(known.index(form), len(forms) - 1)]
    if "other" not in named or not named.keys() <= set(PLURALS):
        raise TypeError(
            "plural() needs words, as plural(count, 'counter', 'counters') or one='counter', other='counters'"
        )
    return named.get(form, named["other"])
