"""Works of BibTeX and CSL-JSON files, and all works of a site in the style of a library (pybtex)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place, Source, did_you_mean, load_source, place_in
from site_builder.project_files import content_files
from site_builder.settings.csl_json import csl_entries, plain
from site_builder.settings.site_toml import SITE, Settings

if TYPE_CHECKING:
    from pybtex.database import Entry

CODE = "bibliography"
KEY = re.compile(r"[\w:.+/-]+")
YEAR = re.compile(r"\d{4}")
IN_LINE = re.compile(r"^(?:syntax error|undefined string) in line \d+: ")
# What BibLaTeX calls otherwise than BibTeX.
TYPES = {"thesis": "phdthesis", "report": "techreport", "collection": "book", "electronic": "online", "www": "online"}
FIELDS = {"journaltitle": "journal", "location": "address"}
# Who stands for an author where there is none.
BODIES = ("organization", "institution", "publisher")
# The style marks what keeps its capitals; pages have no use for that.
ADDRESS = re.compile(r'href="([^"]*)"')
MARKED = re.compile(r'<span class="bibtex-protected">|</span>')


@dataclass(frozen=True)
class Found:
    """A work of a file: its entry, and where its key stands."""

    key: str
    source: Source
    place: Place
    entry: Entry


def read_bibliography(project: Path, settings: Settings) -> tuple[list[Found], list[Problem]]:
    """Return the works of the files that ``site.toml`` names, and what is wrong with these."""
    works: list[Found] = []
    problems: list[Problem] = []
    folder = (project / SITE).parent
    for name in settings.config.bibliography:
        path = f"{Path(SITE).parent.as_posix()}/{name}"
        place = settings.item_place(name, "bibliography")
        try:
            source = load_source(project, path)
        except FileNotFoundError:
            known = [found.name for kind in ("*.bib", "*.json") for found in content_files(folder, kind)]
            message, suggestion = f"there is no {path}", did_you_mean(name, known, "bibliographies beside site.toml")
            problem = settings.source.problem(CODE, message, place, length=len(name), suggestion=suggestion)
            problems.append(problem)
            continue
        problems += source.problems
        if source.is_refused:
            continue
        read = csl_entries if name.endswith(".json") else bibtex_entries
        try:
            for key, at, entry in read(source):
                wrong = entry if isinstance(entry, Mistake) else what_lacks(key, entry)
                if wrong is not None:
                    problems.append(source.mistake(wrong, at))
                else:
                    works.append(Found(key, source, at, entry))
        except Mistake as mistake:
            problems.append(source.mistake(mistake, place_in(source.text, mistake.offset)))
    return works, problems


def bibtex_entries(source: Source) -> Iterator[tuple[str, Place, Entry | Mistake]]:
    """Yield key, place and entry of each work of a BibTeX file, and what cannot be read with its place."""
    from pybtex import errors
    from pybtex.database import BibliographyDataError, parse_string

    with errors.capture() as wrong:
        library = parse_string(source.text, "bibtex")
    for error in wrong:
        message = str(error)
        repeated = message.rpartition(": ")[2] if isinstance(error, BibliographyDataError) else ""
        line = getattr(error, "lineno", None) or 0
        place = place_of_key(source, repeated, last=True) if repeated else Place(line, 1) if line else Place(1, 1)
        length = len(repeated) or len(source.line(place.line))
        yield "", place, Mistake(CODE, IN_LINE.sub("", message), 0, length)
    has_gaps = any(getattr(error, "lineno", None) for error in wrong)
    for key, entry in library.entries.items():
        if has_gaps and what_lacks(key, entry):
            continue  # what it lacks stands behind what could not be read
        kind = TYPES.get(entry.type, entry.type)
        fields = {FIELDS.get(name.lower(), name.lower()): text for name, text in entry.fields.items()}
        if "year" not in fields and (found := YEAR.search(fields.get("date", ""))):
            fields["year"] = found[0]
        yield key, place_of_key(source, key), type(entry)(kind, fields=fields, persons=entry.persons)


def place_of_key(source: Source, key: str, last: bool = False) -> Place:
    """Return where the entry of a key stands, the last one if there are several."""
    found = list(re.finditer(rf"@\s*\w+\s*[{{(]\s*(?P<key>{re.escape(key)})\s*,", source.text, re.IGNORECASE))
    return place_in(source.text, found[-1 if last else 0].start("key")) if found else Place(1, 1)


def what_lacks(key: str, entry: Entry) -> Mistake | None:
    """Return what a work lacks to be cited."""
    if not KEY.fullmatch(key):
        return Mistake(CODE, f"{key!r} is no key: letters, digits and .:+/-", 0, max(1, len(key)))
    if "title" not in entry.fields:
        return Mistake(CODE, f"the work {key!r} has no title", 0, len(key))
    if not persons_of(entry) and not body_of(entry):
        suggestion = f"give it an author, an editor or one of {', '.join(BODIES)}"
        return Mistake(CODE, f"nobody stands behind the work {key!r}", 0, len(key), suggestion)
    return None


def persons_of(entry: Entry) -> list[Any]:
    """Return the authors of a work, else its editors."""
    return list(entry.persons.get("author") or entry.persons.get("editor") or ())


def body_of(entry: Entry) -> str:
    """Return who stands for an author, if somebody does."""
    return next((written(entry.fields[name]) for name in BODIES if name in entry.fields), "")


def written(text: str) -> str:
    """Return LaTeX as plain words."""
    from pybtex.richtext import Text

    return str(Text.from_latex(text).render_as("text")).replace("\N{NO-BREAK SPACE}", " ")


def names_of(entry: Entry) -> tuple[list[str], list[str]]:
    """Return the full names and the last names of those who made a work."""
    persons = persons_of(entry)
    if not persons:
        return [body_of(entry)], [body_of(entry)]
    lasts = [written(" ".join([*person.prelast_names, *person.last_names])) for person in persons]
    firsts = [written(" ".join([*person.first_names, *person.middle_names])) for person in persons]
    return [f"{first} {last}".strip() for first, last in zip(firsts, lasts, strict=True)], lasts


def entry_of(title: str, authors: Iterable[str], year: int | None, **fields: str) -> Entry:
    """Return a work of ``references.toml`` as an entry, so that a style can write it like the others."""
    from pybtex.database import Entry, Person

    given = {"title": f"{{{plain(title)}}}", **{name: plain(text) for name, text in fields.items() if text}}
    given |= {"url": fields["url"]} if fields.get("url") else {}
    people = [Person(first=plain(first), last=f"{{{plain(last)}}}") for first, _, last in map(split_name, authors)]
    return Entry("misc", fields=given | ({"year": str(year)} if year else {}), persons={"author": people})


def split_name(author: str) -> tuple[str, str, str]:
    """Return what stands before the last name, and it."""
    return author.rpartition(" ")


def known_styles() -> list[str]:
    """Return the styles that are installed."""
    from pybtex.plugin import enumerate_plugin_names

    return sorted(enumerate_plugin_names("pybtex.style.formatting"))


def in_style(style: str, works: Mapping[str, Entry]) -> dict[str, Markup]:
    """Return works by key as a style writes them; what a work lacks for it is left out."""
    from pybtex import errors
    from pybtex.plugin import find_plugin

    formatting, backend = find_plugin("pybtex.style.formatting", style)(), find_plugin("pybtex.backends", "html")()
    shown = {}
    for key, entry in works.items():
        with errors.capture():
            (formatted,) = formatting.format_entries([ready(entry, key, formatting)])
        lines = MARKED.sub("", formatted.text.render(backend)).split("\n")
        html = ADDRESS.sub(lambda found: f'href="{escape(found[1])}"', " ".join(filter(None, lines)))
        shown[key] = Markup(html)
    return shown


def ready(entry: Entry, key: str, formatting: Any) -> Entry:
    """Return an entry that a style can write: of a type that it knows, and by somebody."""
    from pybtex.database import Person

    kind = entry.type if hasattr(formatting, f"get_{entry.type}_template") else "misc"
    persons = entry.persons
    if not persons_of(entry):
        persons = {"author": [Person(last=f"{{{plain(body_of(entry))}}}")]}
    made = type(entry)(kind, fields=entry.fields, persons=persons)
    made.key = key
    return made
