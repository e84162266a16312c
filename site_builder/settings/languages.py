"""Tags of languages, as ``lang`` in a page has them: en, de, pt-BR, zh-Hant (BCP 47)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from site_builder.locales import find_locale

QUOTES = Path(__file__).with_name("quotes.toml")
# Languages that need no look at the data.
FAMILIAR = frozenset({"en", "sv", "nb", "da", "fi"})
TAG = re.compile(
    r"(?P<language>[a-z]{2,3})(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*(-[a-wyz\d](-[a-z\d]{2,8})+)*"
    r"(-x(-[a-z\d]{1,8})+)?",
    re.IGNORECASE,
)

# Scripts that decide in which direction a language is written.
RIGHT_TO_LEFT = frozenset({"Adlm", "Arab", "Aran", "Hebr", "Mand", "Nkoo", "Rohg", "Samr", "Syrc", "Thaa"})


def names() -> Mapping[str, str]:
    """Return the English names of languages by their codes."""
    from babel import Locale

    return Locale("en").languages


def require_tag(text: str) -> str:
    """Return a tag of a language.

    Raises
    ------
    ValueError
        If it is none: of another form, or two letters that stand for no language.
    """
    tag = TAG.fullmatch(text)
    language = "" if tag is None else tag["language"].lower()
    if len(language) == 3 or language in FAMILIAR or language in names():
        return text
    raise ValueError(f"{text!r} is no tag of a language; {suggestion_for(text)}")


@cache
def direction_of(tag: str) -> str:
    """Return "rtl" for a language that is written from right to left, else "ltr"."""
    language, *others = tag.split("-")
    scripts = [other.title() for other in others if len(other) == 4 and other.isalpha()]
    if scripts or language.lower() in FAMILIAR:
        return "rtl" if RIGHT_TO_LEFT.intersection(scripts[:1]) else "ltr"
    locale = find_locale(tag)
    return str(locale.text_direction) if locale else "ltr"


def suggestion_for(text: str) -> str:
    """Return the code of the language that a text names, or what is allowed."""
    with_hyphens = text.replace("_", "-")
    code = next((code for code, name in names().items() if name.lower() == text.lower()), "")
    if code:
        return f"write {code.replace('_', '-')!r}"
    if with_hyphens != text and TAG.fullmatch(with_hyphens):
        return f"write {with_hyphens!r}"
    return "write a code such as 'en' or 'sv' ('pt-BR' where the region matters)"


@cache
def quotes_of(tag: str) -> tuple[str, ...]:
    """Return the quotation marks of a language: outer and inner, opening and closing; else those of English."""
    quotes = {name.lower(): tuple(marks) for name, marks in tomllib.loads(QUOTES.read_text(encoding="utf-8")).items()}
    parts = tag.lower().split("-")
    names = ["-".join(parts[:size]) for size in range(len(parts), 0, -1)]
    return next(quotes[name] for name in [*names, "en"] if name in quotes)
