"""The texts of the builder's own user interface, in the language of a site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from site_builder.cache.results import digest_of
from site_builder.locales import conventions_of
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Place, Source, load_source, suggest
from site_builder.settings.site_toml import Settings
from site_builder.settings.toml_files import mark_keys, read_toml

FOLDER = Path(__file__).resolve().parents[1] / "words"
OWN_FOLDER = "words"
ENGLISH = "en"
# Language codes that use the texts of another code: there is one file for both forms of Norwegian.
ALIASES = {"no": "nb", "nn": "nb"}
GAP = re.compile(r"\{(\w*)\}")
NAMED = 5
# Texts of earlier versions, which a project's file may still contain.
UNUSED = frozenset({"explore_chart", "fetching_chart", "chart_is_live", "chart_not_fetched"})
CODE = "words"


@dataclass(frozen=True, eq=False)
class Words:
    """Texts by name; they may contain placeholders in braces."""

    texts: Mapping[str, str]

    @cached_property
    def digest(self) -> str:
        """Return a digest of all texts."""
        return digest_of(dict(self.texts))

    def __repr__(self) -> str:
        """Return the digest: cache keys of pages contain it, whatever files the texts were read from."""
        return f"Words({self.digest})"

    def say(self, name: str, /, **values: Any) -> str:
        """Return a text with its placeholders filled."""
        return self.texts[name].format(**values)

    def html(self, name: str, /, **values: Any) -> Markup:
        """Return a text as HTML with its placeholders filled; values are escaped unless they are Markup."""
        return Markup(escape(self.texts[name])).format(**values)


def read_words(project: Path, settings: Settings) -> tuple[Words, list[Problem]]:
    """Read the texts of a site's language, overridden by ``words/LANG.toml``; add the signs of its numbers."""
    tag = settings.config.language
    language = tag.split("-")[0].lower()
    language = ALIASES.get(language, language)
    known = FOLDER / f"{language}.toml"
    texts = dict(built_in(language)) if known.is_file() else {}
    problems: list[Problem] = []
    own_files = [name for name in dict.fromkeys((tag, language)) if (project / OWN_FOLDER / f"{name}.toml").is_file()]
    for name in own_files[:1]:
        found, problems = own_words(project, f"{OWN_FOLDER}/{name}.toml")
        texts |= found
    missing = [name for name in built_in(ENGLISH) if name not in texts]
    if missing and own_files and not problems:
        shown = ", ".join(missing[:NAMED]) + (f" and {len(missing) - NAMED} more" if len(missing) > NAMED else "")
        message = f"the builder has no words in {tag!r} of its own, and these stay English: {shown}"
        problems.append(Problem(f"{OWN_FOLDER}/{own_files[0]}.toml", 0, 0, CODE, message, severity="warning"))
    elif missing and not own_files:
        message = f"the builder has no words in {tag!r}: its own texts stay English"
        place = settings.place("language", value=True)
        suggestion = f"translate those of site_builder/words/en.toml in {OWN_FOLDER}/{language}.toml"
        problems.append(settings.source.problem(CODE, message, place, len(tag), suggestion, "warning"))
    return Words({**built_in(ENGLISH), **texts, **conventions_of(tag).signs}), problems


@cache
def built_in(language: str) -> Mapping[str, str]:
    """Return the builder's texts in a language."""
    path = FOLDER / f"{language}.toml"
    return flat(read_toml(Source(path.name, path.read_text(encoding="utf-8")), CODE))


def flat(values: Mapping[str, Any]) -> dict[str, str]:
    """Return texts by name, without the tables that group them."""
    words: dict[str, str] = {}
    for name, value in values.items():
        words |= flat(value) if isinstance(value, dict) else {name: value}
    return words


def own_words(project: Path, path: str) -> tuple[dict[str, str], list[Problem]]:
    """Read the file of texts of a project; return the valid texts and the problems of the others."""
    source = load_source(project, path)
    try:
        words = flat(read_toml(source, CODE))
    except SiteError as error:
        return {}, list(error.problems)
    english = built_in(ENGLISH)
    places = {marked[-1]: (key, value) for marked, (key, value) in mark_keys(source).items()}
    problems: list[Problem] = []
    sound: dict[str, str] = {}

    def report(name: str, message: str, suggestion: str = "", at_value: bool = False) -> None:
        place: Place | None = places[name][at_value] if name in places else None
        length = 1 if at_value else len(name)
        problems.append(source.problem(CODE, message, place, length, suggestion))

    for name, text in words.items():
        if name in UNUSED:
            continue
        if name not in english:
            report(name, f"the builder has no text {name!r}", suggest(name, english))
        elif not isinstance(text, str):
            report(name, f"{name!r} is not a text", at_value=True)
        elif sorted(GAP.findall(text)) != sorted(GAP.findall(english[name])) or unbalanced(text):
            gaps = ", ".join(f"{{{gap}}}" for gap in GAP.findall(english[name])) or "none"
            report(name, f"{name!r} has other gaps in braces than the English text", f"write {gaps}", at_value=True)
        else:
            sound[name] = text
    return sound, problems


def unbalanced(text: str) -> bool:
    """Return whether a text contains braces that do not enclose a placeholder."""
    return bool(re.search(r"[{}]", GAP.sub("", text)))
