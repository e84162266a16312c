"""Read works that can be cited, and quoted figures, from ``content/references.toml`` and bibliography files."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from string import ascii_lowercase

from pydantic import Field, ValidationError

from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake, load_source, suggest
from site_builder.settings.bibliography import (
    YEAR,
    Found,
    StyledWorks,
    entry_of,
    keep_capitals,
    known_styles,
    names_of,
    read_bibliography,
)
from site_builder.settings.bibliography_text import words_of
from site_builder.settings.site_toml import Number, Settings, Strict
from site_builder.settings.toml_files import describe_errors, mark_keys, nearest_mark, read_toml
from site_builder.settings.words import Words

PATH = "content/references.toml"
PLAIN_STYLE = "plain"
# Citations of a work in a text: in brackets, and in a sentence.
BRACKETED, NAMED = re.compile(r"@\{?([^\s,;\[\]{}]*[^\s,;\[\]{}.:!?])"), re.compile(r"@([\w:.+/~-]*\w)")


class Work(Strict):
    """A source: ``[works.KEY]``."""

    title: str
    authors: list[str] = Field(min_length=1)
    year: int | None = None
    published: str = ""
    url: str = Field(default="", pattern=r"^(https?://\S+)?$")
    note: str = ""

    @property
    def last_names(self) -> list[str]:
        """Return the last name of each author."""
        return [author.split()[-1] if " " in author else author for author in self.authors]

    def short_authors(self, words: Words) -> str:
        """Return the last name of the first author, with that of a second one or "et al." for more authors."""
        names = self.last_names
        second = (
            f" {words.say('and')} {names[1]}"
            if len(names) == 2 and names[1] != "others"
            else f" {words.say('et_al')}"
            if names[1:]
            else ""
        )
        return f"{names[0]}{second}"


class ReadWork(Work):
    """A source of a BibTeX or CSL-JSON file, whose last names are known separately."""

    lasts: list[str]
    dated: str = ""

    @property
    def last_names(self) -> list[str]:
        """Return the last name of each author."""
        return self.lasts


class Quotation(Strict):
    """A figure of a source: ``[quoted.KEY]``; ``work`` is the key of the source, ``where`` the page or section."""

    value: Number
    work: str
    where: str = ""


class Bibliography(Strict):
    """The content of ``references.toml``."""

    works: dict[str, Work] = Field(default={})
    quoted: dict[str, Quotation] = Field(default={})


@dataclass(frozen=True)
class References:
    """Works to cite, figures to quote, problems of their files, and the rendered works if there is a style.

    ``letters`` distinguish works of the same authors and year: 1999a, 1999b.
    """

    works: Mapping[str, Work] = field(default_factory=dict)
    quoted: Mapping[str, Quotation] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    styled: StyledWorks | None = field(default=None, repr=False)
    letters: Mapping[str, str] = field(default_factory=dict)

    def label(self, key: str, words: Words) -> tuple[str, str]:
        """Return the authors and the year of a work, for a citation."""
        work = self.works[key]
        year = work.dated if isinstance(work, ReadWork) and not work.year else str(work.year or "")
        return work.short_authors(words), f"{year}{self.letters.get(key, '')}" if year else ""

    def with_letters(self, words: Words, texts: Sequence[str]) -> References:
        """Return a copy with letters for ambiguous works that ``texts`` cite, in the order of their titles."""
        named = {key for text in texts for form in (BRACKETED, NAMED) for key in form.findall(text)}
        labels = {key: self.label(key, words) for key in named.intersection(self.works)}
        found: dict[str, str] = {}
        for label in set(labels.values()):
            keys = [key for key, other in labels.items() if other == label and label[1]]
            keys.sort(key=lambda key: (self.works[key].title.casefold(), key))
            if len(keys) > 1:
                gap = "" if label[1][-1].isdigit() else "-"
                found |= {
                    key: f"{gap}{'z' * (place // 26)}{ascii_lowercase[place % 26]}" for place, key in enumerate(keys)
                }
        return replace(self, letters=found)

    def work_quoted(self, query: str) -> str:
        """Return the key of the work that a ``::value`` quotes; "" if it quotes none."""
        name, _, key = query.strip().partition(".")
        quotation = self.quoted.get(key.strip()) if name == "quoted" else None
        return quotation.work if quotation else ""


def read_references(project: Path, settings: Settings) -> References:
    """Read all works and quotations; render works in a style if ``site.toml`` names a style or a bibliography."""
    config = settings.config
    if not config.bibliography and config.citation_style is None:
        return read_own(project)
    style = config.citation_style or PLAIN_STYLE
    found, problems = read_bibliography(project, settings)
    own = read_own(project, [work.key for work in found])
    problems += own.problems
    if style not in known_styles():
        suggestion = suggest(style, known_styles(), "styles")
        if style.endswith(".csl"):
            suggestion = f"styles of CSL are not read; choose one of: {', '.join(known_styles())}"
        wrong = Mistake("config-value", f"unknown style {style!r}", 0, len(style), suggestion)
        problems.append(settings.source.mistake(wrong, settings.place("citation_style", value=True)))
        style = PLAIN_STYLE
    works: dict[str, Work] = dict(own.works)
    entries = {
        key: entry_of(work.title, work.authors, work.year, howpublished=work.published, url=work.url, note=work.note)
        for key, work in own.works.items()
    }
    others: dict[str, Found] = {}
    for work in found:
        if work.key in works:
            message = f"there is another work with the key {work.key!r}"
            problems.append(work.source.problem("bibliography", message, work.place, len(work.key)))
            continue
        names, lasts = names_of(work)
        dated = words_of(work.entry.fields.get("year", ""))
        year = YEAR.search(dated)
        title = words_of(work.entry.fields.get("title", "")) or work.key
        works[work.key] = ReadWork(
            title=title, authors=names, lasts=lasts, year=int(year[0]) if year else None, dated=dated
        )
        keep_capitals(work.entry, config.language)
        others[work.key] = work
    return References(works, own.quoted, tuple(problems), StyledWorks(style, entries, others))


def read_own(project: Path, others: Collection[str] = ()) -> References:
    """Read ``references.toml`` if it exists; ``others`` are works of other files, which it may quote."""
    try:
        source = load_source(project, PATH)
    except FileNotFoundError:
        return References()
    try:
        library = Bibliography.model_validate(read_toml(source, "references"))
    except SiteError as error:
        return References(problems=error.problems)
    except ValidationError as error:
        known = {"": Bibliography.model_fields, "works": Work.model_fields, "quoted": Quotation.model_fields}
        return References(problems=tuple(describe_errors(error, source, mark_keys(source), known, "references")))
    problems = []
    marks = mark_keys(source)
    for key, quotation in library.quoted.items():
        if quotation.work not in {*library.works, *others}:
            mark = nearest_mark(marks, ("quoted", key, "work"))
            message = f"unknown work {quotation.work!r}"
            suggestion = suggest(quotation.work, [*library.works, *others], "works")
            place, length = (mark[1] if mark else None), len(quotation.work)
            problems.append(source.problem("references", message, place, length, suggestion))
    return References(library.works, library.quoted, tuple(problems))
