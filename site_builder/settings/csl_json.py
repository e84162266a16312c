"""Works of a CSL-JSON file (what Zotero and others export) as entries of a bibliography."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from site_builder.plain_values import parse_json
from site_builder.problems.source import Mistake, Place, Source, place_in

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
FIELDS = {"volume": "volume", "issue": "number", "edition": "edition", "DOI": "doi", "URL": "url", "note": "note"}
# These say something in LaTeX, and nothing in JSON.
SPECIAL = re.compile(r"[\\{}$&#%_^~]")
# A style takes braces for its own, whatever stands before them.
BY_NAME = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}", "{": "(", "}": ")"}
YEAR = re.compile(r"\d{4}")


def csl_entries(source: Source) -> Iterator[tuple[str, Place, Entry | Mistake]]:
    """Yield key, place and entry of each work, or what is wrong with it.

    Raises
    ------
    Mistake
        If the file is no list of works; its offset is that in the text.
    """
    try:
        works = parse_json(source.text)
    except json.JSONDecodeError as error:
        raise Mistake("bibliography", f"not JSON: {error.msg}", error.pos) from None
    if not isinstance(works, list) or not all(isinstance(work, dict) for work in works):
        raise Mistake("bibliography", "a CSL-JSON file is a list of works", 0, 1, 'write [{"id": …, "title": …}]')
    for work in works:
        key = str(work.get("id", ""))
        found = re.search(rf'"id"\s*:\s*"?(?P<key>{re.escape(key)})', source.text)
        place = place_in(source.text, found.start("key")) if found else Place(1, 1)
        try:
            yield key, place, entry_of(work)
        except (AttributeError, TypeError, KeyError, IndexError, ValueError):
            message = f"the work {key!r} does not have the form of CSL-JSON"
            yield key, place, Mistake("bibliography", message, 0, max(1, len(key)))


def entry_of(work: Mapping[str, Any]) -> Entry:
    """Return a work as an entry; its texts are guarded from what LaTeX and a style would make of them."""
    from pybtex.database import Entry, Person

    kind = TYPES.get(work.get("type", ""), "misc")
    fields = {name: guarded(work[key]) for key, name in FIELDS.items() if work.get(key)}
    for key, named, other in (
        ("title", {}, "title"),
        ("container-title", CONTAINERS, "howpublished"),
        ("publisher", PUBLISHERS, "publisher" if kind != "misc" else "howpublished"),
    ):
        if work.get(key):
            fields[named.get(kind, other)] = guarded(work[key])
    for name in ("doi", "url"):
        if name in fields:
            fields[name] = str(work[name.upper()])
    if work.get("page"):
        fields["pages"] = re.sub(r"\s*[-–]+\s*", "--", str(work["page"]))  # noqa: RUF001
    issued = work.get("issued", {})
    date = str(issued["date-parts"][0][0]) if "date-parts" in issued else str(issued.get("raw", ""))
    if found := YEAR.search(date):
        fields["year"] = found[0]
    persons = {}
    for role in ("author", "editor"):
        names = [person_of(name, Person) for name in work.get(role, ())]
        if names:
            persons[role] = names
    return Entry(kind, fields=fields, persons=persons)


def person_of(name: Mapping[str, str], make: Any) -> Any:
    """Return a person, or a body that has one name."""
    if "literal" in name:
        return make(last=guarded(name["literal"]))
    particle = name.get("non-dropping-particle") or name.get("dropping-particle", "")
    given, suffix = plain(name.get("given", "")), plain(name.get("suffix", ""))
    return make(first=given, prelast=plain(particle), last=guarded(name["family"]), lineage=suffix)


def guarded(text: object) -> str:
    """Return a text that comes out of LaTeX as it is, its capitals too."""
    return f"{{{plain(str(text))}}}"


def plain(text: str) -> str:
    """Return a text that comes out of LaTeX as it is."""
    return SPECIAL.sub(lambda sign: BY_NAME.get(sign[0], "\\" + sign[0]), text)
