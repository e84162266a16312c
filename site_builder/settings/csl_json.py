"""Works of a CSL-JSON file (what Zotero and others export) as entries of a bibliography."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from site_builder.plain_values import parse_json
from site_builder.problems.source import Mistake, Source
from site_builder.settings.bibliography_text import carry, clean, from_tags, words_of

if TYPE_CHECKING:
    from pybtex.database import Entry

TYPES = {
    "article-journal": "article",
    "article-magazine": "article",
    "article-newspaper": "article",
    "book": "book",
    "chapter": "incollection",
    "entry-encyclopedia": "incollection",
    "paper-conference": "inproceedings",
    "thesis": "phdthesis",
    "report": "techreport",
    "manuscript": "unpublished",
}
# What a container and a publisher are called, by the type of the entry; else "howpublished" and "publisher".
CONTAINERS = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}
PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
FIELDS = {
    **{"volume": "volume", "issue": "number", "edition": "edition", "DOI": "doi", "URL": "url", "note": "note"},
    **{"publisher-place": "address", "collection-title": "series", "PMID": "pubmed"},
}
# How a field is called in the file.
NAMES_OF_CSL = {
    **{"journal": "container-title", "booktitle": "container-title", "howpublished": "container-title"},
    **{"school": "publisher", "institution": "publisher", "year": "issued", "doi": "DOI", "url": "URL"},
}
ADDRESSES = frozenset({"doi", "url", "pubmed"})
YEAR = re.compile(r"-?\d+")
MOST_NAMES = 5_000


def csl_entries(source: Source) -> Iterator[tuple[str, int, int, Entry | Mistake]]:
    """Yield key, start, end and entry of each work, or what is wrong with it.

    Raises
    ------
    Mistake
        If the file is no list of works; its offset is that in the text.
    """
    try:
        works = parse_json(source.text)
    except json.JSONDecodeError as error:
        raise Mistake("bibliography", f"not JSON: {error.msg}", error.pos) from None
    except (ValueError, RecursionError) as error:
        raise Mistake("bibliography", f"not JSON that can be read: {error}") from None
    if not isinstance(works, list) or not all(isinstance(work, dict) for work in works):
        raise Mistake("bibliography", "a CSL-JSON file is a list of works", 0, 1, 'write [{"id": …, "title": …}]')
    decoder, end = json.JSONDecoder(), source.text.index("[") + 1
    for work in works:
        start = source.text.index("{", end)
        _, end = decoder.raw_decode(source.text, start)
        key = clean(str(work.get("id") or ""))
        identifier = re.compile(r'"id"\s*:\s*"?').search(source.text, start, end)
        start = identifier.end() if identifier else start
        if any(isinstance(work.get(role), list) and len(work[role]) > MOST_NAMES for role in ("author", "editor")):
            message = f"the work {key!r} has more than {MOST_NAMES:,} authors or editors"
            yield key, start, end, Mistake("bibliography", message, start, max(1, len(key)), "name the first of them")
            continue
        try:
            yield key, start, end, entry_of({name: value for name, value in work.items() if value is not None})
        except (AttributeError, TypeError, KeyError, IndexError, ValueError):
            message = f"the work {key!r} does not have the form of CSL-JSON"
            yield key, start, end, Mistake("bibliography", message, start, max(1, len(key)))


def entry_of(work: Mapping[str, Any]) -> Entry:
    """Return a work as an entry with encoded texts."""
    from pybtex.database import Entry, Person

    kind = TYPES.get(work.get("type", ""), "misc")
    fields = {name: from_tags(text_of(work[key])) for key, name in FIELDS.items() if work.get(key)}
    for key, named, other in (
        ("title", {}, "title"),
        ("genre", {"phdthesis": "type", "techreport": "type"}, "genre"),
        ("container-title", CONTAINERS, "howpublished"),
        ("publisher", PUBLISHERS, "publisher" if kind != "misc" else "howpublished"),
    ):
        if work.get(key):
            fields[named.get(kind, other)] = from_tags(text_of(work[key]))
    for name in ADDRESSES.intersection(fields):
        fields[name] = clean(text_of(next(work[key] for key, field in FIELDS.items() if field == name))).strip()
    if work.get("page"):
        fields["pages"] = carry("–".join(map(str.strip, re.split("[-–]+", text_of(work["page"])))))  # noqa: RUF001
    if year := year_of(work.get("issued", {})):
        fields["year"] = year
    persons = {}
    for role in ("author", "editor"):
        names = [person_of(name, Person) for name in work.get(role, ())]
        if names := [person for person in names if words_of(str(person))]:
            persons[role] = names
    return Entry(kind, fields=fields, persons=persons)


def text_of(value: Any) -> str:
    """Return a text or number as text.

    Raises
    ------
    TypeError
        For anything else.
    """
    if not isinstance(value, str | int | float):
        raise TypeError(type(value).__name__)
    return str(value)


def year_of(issued: Any) -> str:
    """Return the year of a date, which has parts or is a text."""
    if isinstance(issued, dict) and issued.get("date-parts"):
        found = YEAR.search(str(([*issued["date-parts"][0], ""])[0]))
        return found[0] if found else ""
    text = str(issued.get("raw") or issued.get("literal") or "") if isinstance(issued, dict) else str(issued)
    found = re.search(r"\d{4}", text)
    return found[0] if found else carry(text)


def person_of(name: Mapping[str, str | None], make: Any) -> Any:
    """Return a person, or a body that has one name."""
    if name.get("literal"):
        return make(last=from_tags(str(name["literal"])))
    particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
    given, suffix = carry(name.get("given") or ""), carry(name.get("suffix") or "")
    return make(first=given, prelast=carry(particle), last=from_tags(name["family"] or ""), lineage=suffix)
