"""Read the works of BibTeX and CSL-JSON files, and render them in a style of pybtex."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from site_builder.plain_values import parse_json
from site_builder.problems.problem import Problem
from site_builder.problems.reporting import DEEPEST
from site_builder.problems.source import Mistake, Place, Source, load_source, place_in, suggest
from site_builder.project_files import LARGEST_TEXT, content_files
from site_builder.settings.bibliography_text import (
    LONGEST,
    address_of,
    carry,
    clean,
    from_latex,
    from_tags,
    html_of,
    words_of,
)
from site_builder.settings.site_toml import SITE, Settings

if TYPE_CHECKING:
    from pybtex.database import Entry


CSL_TYPES = {
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
# Fields for container and publisher, by type of entry; for other types "howpublished" and "publisher".
CONTAINERS = {"article": "journal", "incollection": "booktitle", "inproceedings": "booktitle"}
PUBLISHERS = {"phdthesis": "school", "techreport": "institution"}
CSL_FIELDS = {
    **{"volume": "volume", "issue": "number", "edition": "edition", "DOI": "doi", "URL": "url", "note": "note"},
    **{"publisher-place": "address", "collection-title": "series", "PMID": "pubmed"},
}
# Names of fields in a CSL-JSON file.
NAMES_OF_CSL = {
    **{"journal": "container-title", "booktitle": "container-title", "howpublished": "container-title"},
    **{"school": "publisher", "institution": "publisher", "year": "issued", "doi": "DOI", "url": "URL"},
}
CSL_ADDRESSES = frozenset({"doi", "url", "pubmed"})
CSL_YEAR = re.compile(r"-?\d+")
MOST_NAMES = 5_000


def csl_entries(source: Source) -> Iterator[tuple[str, int, int, Entry | Mistake]]:
    """Yield key, start, end, and the entry or the error of each work of a CSL-JSON file.

    Raises
    ------
    Mistake
        If the file is not a list of works; its offset is that in the text.
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
            yield key, start, end, entry_of_csl({name: value for name, value in work.items() if value is not None})
        except (AttributeError, TypeError, KeyError, IndexError, ValueError):
            message = f"the work {key!r} does not have the form of CSL-JSON"
            yield key, start, end, Mistake("bibliography", message, start, max(1, len(key)))


def entry_of_csl(work: Mapping[str, Any]) -> Entry:
    """Convert a work of CSL-JSON to an entry with encoded texts."""
    from pybtex.database import Entry, Person

    kind = CSL_TYPES.get(work.get("type", ""), "misc")
    fields = {name: from_tags(text_of(work[key])) for key, name in CSL_FIELDS.items() if work.get(key)}
    for key, named, other in (
        ("title", {}, "title"),
        ("genre", {"phdthesis": "type", "techreport": "type"}, "genre"),
        ("container-title", CONTAINERS, "howpublished"),
        ("publisher", PUBLISHERS, "publisher" if kind != "misc" else "howpublished"),
    ):
        if work.get(key):
            fields[named.get(kind, other)] = from_tags(text_of(work[key]))
    for name in CSL_ADDRESSES.intersection(fields):
        fields[name] = clean(text_of(next(work[key] for key, field in CSL_FIELDS.items() if field == name))).strip()
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
    """Convert a text or number to text.

    Raises
    ------
    TypeError
        For a value of another type.
    """
    if not isinstance(value, str | int | float):
        raise TypeError(type(value).__name__)
    return str(value)


def year_of(issued: Any) -> str:
    """Return the year of a date of CSL-JSON, which has parts or is a text."""
    if isinstance(issued, dict) and issued.get("date-parts"):
        found = CSL_YEAR.search(str(([*issued["date-parts"][0], ""])[0]))
        return found[0] if found else ""
    text = str(issued.get("raw") or issued.get("literal") or "") if isinstance(issued, dict) else str(issued)
    found = re.search(r"\d{4}", text)
    return found[0] if found else carry(text)


def person_of(name: Mapping[str, str | None], make: Any) -> Any:
    """Convert a name of CSL-JSON to a person, or to an organization with a single name."""
    if name.get("literal"):
        return make(last=from_tags(str(name["literal"])))
    particle = name.get("non-dropping-particle") or name.get("dropping-particle") or ""
    given, suffix = carry(name.get("given") or ""), carry(name.get("suffix") or "")
    return make(first=given, prelast=carry(particle), last=from_tags(name["family"] or ""), lineage=suffix)


CODE = "bibliography"
KEY = re.compile(r"[^\s,;\[\]{}\"<>\\%#]+")
# A year in a date of BibLaTeX; -0380 is 381 BC.
YEAR = re.compile(r"(?<![\d-])-?\d{4}(?!\d)")
IN_LINE = re.compile(r"^syntax error in line \d+: ")
MOST_ERRORS = 100
MOST_WORKS = 30_000
# With more works, no similar key is suggested for a missing one.
MOST_COMPARED = 500
NEXT_ENTRY = re.compile(r"^[ \t]*@\s*\w+\s*[{(]", re.MULTILINE)
# Types of BibLaTeX, by the corresponding type of BibTeX.
TYPES = {
    **{"thesis": "phdthesis", "report": "techreport", "electronic": "online", "www": "online"},
    **{"conference": "inproceedings", "mvproceedings": "proceedings", "suppperiodical": "article", "review": "article"},
    **dict.fromkeys(("collection", "mvbook", "mvcollection", "reference", "mvreference"), "book"),
    **dict.fromkeys(("inreference", "suppcollection"), "incollection"),
    **dict.fromkeys(("bookinbook", "suppbook"), "inbook"),
}
FIELDS = {"journaltitle": "journal", "shortjournal": "journal", "location": "address"}
THESES = {"mathesis": "Master's thesis", "phdthesis": "PhD thesis", "techreport": "Technical Report"}
# Types whose publisher and number the styles do not print; both are added to 'howpublished'.
WITHOUT_PUBLISHER = frozenset({"misc", "dataset", "software", "patent", "online"})
PARTS = frozenset({"inproceedings", "incollection", "inbook"})
ROLES = ("author", "editor")
# Fields that the styles of pybtex print; LaTeX in other fields (file, abstract) is not checked.
PRINTED = frozenset(
    {
        *(
            "title",
            "subtitle",
            "booktitle",
            "booksubtitle",
            "journal",
            "series",
            "volume",
            "number",
            "edition",
            "pages",
        ),
        *("chapter", "year", "month", "note", "howpublished", "publisher", "address", "organization", "institution"),
        *("school", "type", "isbn", "author", "editor"),
    }
)
ADDRESSES = frozenset({"url", "doi", "eprint", "pubmed"})
DOI_PREFIX = re.compile(r"^(?:https?://(?:dx\.|www\.)?doi\.org/|doi:)\s*", re.IGNORECASE)
DOI = re.compile(r"10\.\d{4,9}/\S+")
ARXIV = re.compile(r"^(?:arxiv:)?(\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Za-z]{2})?/\d{7}(?:v\d+)?)$", re.IGNORECASE)
ET_AL = re.compile(r"\{?et\.? al\.?\}?$", re.IGNORECASE)
EAST_ASIAN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
ENGLISH = re.compile(r"(?:en|eng|\w*english|american|british|australian|canadian|newzealand)(?![a-z])", re.IGNORECASE)
ACRONYM = re.compile(r"\b(?:\w+[A-Z]\w*|[B-Z]\b)")
# Fields used in place of an author if there is none.
BODIES = ("organization", "institution", "publisher")
# Tags that the style puts around text with protected capitals; pages do not need them.
MARKED = re.compile(r'<span class="bibtex-protected">|</span>')


@dataclass(eq=False)
class Found:
    """A work of a file: its entry with encoded texts, and the warnings that are reported if it is cited.

    ``start`` and ``end`` are the offsets of its key and of its end. ``written`` maps names of fields to their names in
    the file where these differ.
    """

    key: str
    source: Source
    start: int
    end: int
    entry: Entry
    written: Mapping[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def place(self) -> Place:
        """Return the place of the key."""
        return self.source.place(self.start)

    def find(self, name: str, text: str = "") -> tuple[Place, int]:
        """Return place and length of ``text`` in a field, or else of the name of the field, or else of the key."""
        written = self.written.get(name, name)
        form = re.compile(rf'(?<![\w-]){re.escape(written)}(?="?\s*[=:])', re.IGNORECASE)
        found = form.search(self.source.text, self.start, self.end)
        if found is None:
            return self.place, len(self.key)
        offset = self.source.text.find(text, found.end(), self.end) if text else -1
        if offset >= 0:
            return self.source.place(offset), len(text)
        return self.source.place(found.start()), len(written)

    def warn(self, code: str, message: str, at: tuple[Place, int] | None = None, suggestion: str = "") -> None:
        """Add a warning that is reported if the work is cited."""
        place, length = at or (self.place, len(self.key))
        self.problems.append(self.source.problem(code, message, place, length, suggestion, "warning", self.key))


@dataclass(frozen=True)
class Shown:
    """A work rendered in a style, with formulas marked in ``html``, and the problems to report if it is cited."""

    html: Markup
    problems: tuple[Problem, ...] = ()
    source: Source | None = field(default=None, repr=False)
    place: Place | None = None


def read_bibliography(project: Path, settings: Settings) -> tuple[list[Found], list[Problem]]:
    """Read the bibliography files that ``site.toml`` names; return their works and problems."""
    works: list[Found] = []
    problems: list[Problem] = []
    folder = (project / SITE).parent
    for name in dict.fromkeys(settings.config.bibliography):
        path = f"{Path(SITE).parent.as_posix()}/{name}"
        place = settings.item_place(name, "bibliography")
        try:
            source = load_source(project, path, most=LARGEST_TEXT)
        except FileNotFoundError:
            known = [found.name for kind in ("*.bib", "*.json") for found in content_files(folder, kind)]
            message, suggestion = f"there is no {path}", suggest(name, known, "bibliographies beside site.toml")
            problems.append(settings.source.problem(CODE, message, place, len(name), suggestion))
            continue
        problems += source.problems
        if source.is_refused:
            continue
        if name.endswith(".bib"):
            works += islice(bibtex_entries(source, problems), MOST_WORKS + 1 - len(works))
            continue
        try:
            for key, start, end, entry in islice(csl_entries(source), MOST_WORKS + 1 - len(works)):
                if isinstance(entry, Mistake):
                    problems.append(source.mistake(entry, place_in(source.text, entry.offset)))
                else:
                    works.append(Found(key, source, start, end, entry, NAMES_OF_CSL))
                    entry.fields = type(entry.fields)(not_too_long(works[-1], entry.fields))
                    set_addresses(works[-1])
        except Mistake as mistake:
            problems.append(source.mistake(mistake, place_in(source.text, mistake.offset)))
    if len(works) > MOST_WORKS:
        work = works.pop()
        message = f"the bibliography has more than {MOST_WORKS:,} works"
        problems.append(work.source.problem(CODE, message, work.place, suggestion="keep those that the site cites"))
    read: dict[str, Found] = {}
    for work in works:
        other = read.setdefault(work.key.casefold(), work)
        message, suggestion = "", ""
        if not KEY.fullmatch(work.key):
            message = f"{work.key!r} cannot be a key"
            suggestion = 'use letters, digits and signs, but no space and none of , ; [ ] { } " < > \\ % #'
        elif other is not work:
            differs = "" if other.key == work.key else f", {other.key!r}, which differs only in case"
            message = f"there is another work with the key {work.key!r}{differs}"
            suggestion = f"rename or remove one of them; the other is in {other.source.path}:{other.place.line}"
        if message and len(problems) < 2 * MOST_ERRORS:
            length = max(1, len(work.key))
            problems.append(work.source.problem(CODE, message, work.place, length, suggestion))
    works = [work for work in read.values() if KEY.fullmatch(work.key)]
    for work in works:
        inherit(work, read, [work])
    return works, problems


def without_comments(text: str) -> str:
    """Blank ``@comment{…}`` and comments that begin with ``%`` in a BibTeX text."""
    pieces = re.compile(r"@\s*(?P<command>\w+)\s*[{(]|[{}()\"%]")
    blanks: list[tuple[int, int]] = []
    closing, depth, in_quotes, comment = "", 0, False, -1
    for piece in pieces.finditer(text):
        mark = piece[0]
        if blanks and piece.start() < blanks[-1][1]:
            continue
        is_comment = mark == "%" and (not closing or (depth == 0 and not in_quotes and comment < 0))
        if is_comment:
            end = text.find("\n", piece.start())
            blanks.append((piece.start(), end if end >= 0 else len(text)))
        elif not closing:
            if piece["command"]:
                closing, depth, in_quotes = {"{": "}", "(": ")"}[mark[-1]], 0, False
                comment = piece.start() if piece["command"].lower() == "comment" else -1
        elif mark == '"' and depth == 0 and comment < 0:
            in_quotes = not in_quotes
        elif mark[-1] == "{":
            depth += 1
        elif mark == closing and depth == 0 and not in_quotes:
            closing = ""
            if comment >= 0:
                blanks.append((comment, piece.end()))
        elif mark == "}":
            depth = max(0, depth - 1)
    parts, end = [], 0
    for start, stop in blanks:
        parts += [text[end:start], re.sub(r"[^\n]", " ", text[start:stop])]
        end = stop
    return "".join([*parts, text[end:]])


def bibtex_entries(source: Source, problems: list[Problem]) -> Iterator[Found]:
    """Yield the works of a BibTeX file; add errors to ``problems``."""
    from pybtex.database.input.bibtex import LowLevelParser, UndefinedMacro, month_names
    from pybtex.scanner import PrematureEOF, PybtexSyntaxError
    from pybtex.utils import CaseInsensitiveDict

    text = without_comments(source.text)

    def note(error: Any) -> None:
        message, suggestion, offset, length = IN_LINE.sub("", str(error)), "", parser.pos - 1, 1
        if isinstance(error, PrematureEOF) or "nested" in message:
            # The parser has read the rest of the file as a part of this entry.
            offset, message = parser.command_start, "this entry is not closed"
            suggestion = "check its braces and quotes; each '{' needs a '}'"
            following = NEXT_ENTRY.search(text, offset + 1)
            parser.pos = following.start() if following else len(text)
        elif isinstance(error, UndefinedMacro):
            name = str(error).rpartition(" ")[2]
            offset, length, message = parser.pos - len(name), len(name), f"unknown abbreviation {name!r}"
            suggestion = f"put the text in braces, or define @string{{{name} = {{…}}}} before it"
        else:
            # The missing character belongs after the last token that was parsed.
            while offset > parser.command_start and text[offset].isspace():
                offset -= 1
            if re.fullmatch(r"'[=})]' expected", message):
                message = message if "=" in message else f"',' or {message}"
                suggestion = "put a comma between fields; an entry is written @type{key, field = {…}, field = {…}}"
                suggestion = suggestion if parser.current_fields else "a key has no spaces, and a comma behind it"
        place, about = place_in(text, offset), parser.current_entry_key or ""
        problems.append(source.problem(CODE, message, place, length, suggestion, about=about))
        if len(problems) - n_before >= MOST_ERRORS:
            parser.pos = len(text)

    class Parser(LowLevelParser):  # type: ignore[misc]
        """Searches for several characters at once; pybtex searches for each one up to the end of the file.

        Limits the text of abbreviations, which grows exponentially if each contains the previous one twice.
        """

        substituted = 0

        def substitute_macro(self, name: str) -> str:
            """Return the text of an abbreviation; raise an error if all of them are too long."""
            text = str(super().substitute_macro(name))
            self.substituted += len(text)
            if self.substituted > LARGEST_TEXT:
                raise PybtexSyntaxError(f"the abbreviations expand to more than {LARGEST_TEXT:,} characters", self)
            return text

        def skip_to(self, patterns: Sequence[Any]) -> Any:
            """Return the text up to the next of some characters, and that character."""
            pattern_of = {pattern.description[1]: pattern for pattern in patterns}
            found = re.compile(f"[{''.join(pattern_of)}]").search(self.text, self.pos)
            return found and super().skip_to([pattern_of[found[0]]])

    n_before = len(problems)
    parser = Parser(text, macros=CaseInsensitiveDict(month_names), handle_error=note)
    for command, body in parser:
        if command.lower() not in {"string", "preamble"} and body[0] is not None:
            start = text.find(body[0], parser.command_start + len(command) + 1)
            yield bibtex_entry(source, (start, parser.pos), command, *body)


def bibtex_entry(
    source: Source, extent: tuple[int, int], command: str, key: str, fields: Iterable[tuple[str, list[str]]]
) -> Found:
    """Convert an entry of a BibTeX file to a work with encoded texts."""
    from pybtex.database import Entry
    from pybtex.textutils import normalize_whitespace

    kind = command.lower()
    written: dict[str, str] = {}
    texts: dict[str, str] = {}
    work = Found(key, source, *extent, Entry(TYPES.get(kind, kind)), written)
    for named, parts in fields:
        text = str(normalize_whitespace("".join(parts)))
        name = FIELDS.get(named.lower(), named.lower())
        if name in texts and name != named.lower():
            continue
        if name in texts and written.get(name, name) == name:
            work.warn("bibliography-field", f"{key!r} has {named!r} twice; the first one is used", work.find(named))
            continue
        if name != named.lower():
            written[name] = named
        texts[name] = text
    if work.entry.type in {"phdthesis", "techreport"} and "type" in texts:
        texts["type"] = THESES.get(texts["type"].lower(), texts["type"])
    if work.entry.type in {"phdthesis", "mastersthesis"} and "school" not in texts and "institution" in texts:
        texts["school"], written["school"] = texts.pop("institution"), "institution"
    if "year" not in texts and (years := dict.fromkeys(map(int, YEAR.findall(texts.get("date", ""))))):
        texts["year"] = "--".join(f"{year}" if year > 0 else f"{1 - year} BC" for year in years)
        written["year"] = "date"
    texts["month"] = month_of(texts.get("month", ""))
    encoded: dict[str, str] = {}
    for name, text in not_too_long(work, texts).items():
        if name in ADDRESSES:
            encoded[name] = address_of(text)
            continue
        encoded[name], unknown = from_latex(text)
        for mark in unknown if name in PRINTED else ():
            message = f"unknown LaTeX command '{mark}' in {written.get(name, name)!r} of {key!r}"
            suggestion = "write the character itself, or one of \\emph{…}, \\textbf{…}, \\textsuperscript{…}, \\url{…}"
            work.warn("bibliography-markup", message, work.find(name, mark), suggestion)
    for name in ("title", "booktitle"):
        if sub := encoded.get(name.replace("title", "subtitle")):
            encoded[name] = f"{encoded[name]}: {sub}" if encoded.get(name) else sub
    for role in ROLES:
        if names := persons_in(encoded.pop(role, ""), role, work):
            work.entry.persons[role] = names
    encoded.update((name, texts[name]) for name in ("crossref", "xdata") if name in texts)
    work.entry.fields.update({name: text for name, text in encoded.items() if text})
    set_addresses(work)
    return work


def not_too_long(work: Found, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that are short enough to be rendered; warn of longer ones that would be printed."""
    short = {}
    for name, text in texts.items():
        longest = LONGEST * (5 if name in ROLES else 1)
        if len(text) <= longest:
            short[name] = text
        elif name in PRINTED | ADDRESSES:
            where = work.written.get(name, name)
            message = f"{where!r} of {work.key!r} has more than {longest:,} characters; the list omits it"
            work.warn("bibliography-field", message, work.find(name), "check its braces, or shorten it")
    return short


def month_of(text: str) -> str:
    """Return the name of a month that is given as a number or an abbreviation."""
    from pybtex.database.input.bibtex import month_names

    number = int(text) if re.fullmatch(r"\d{1,2}", text) else 0
    return str([*month_names.values()][number - 1] if 1 <= number <= 12 else month_names.get(text.lower(), text))


def persons_in(encoded: str, role: str, work: Found) -> list[Any]:
    """Parse the persons in a field of a BibTeX file."""
    from pybtex import errors
    from pybtex.bibtex.utils import split_name_list
    from pybtex.database import Person

    # A single letter in braces is an accent; without braces, pybtex sees whether the name is capitalised.
    words = re.sub(r"\{(\w)\}", r"\1", encoded).split(" ")
    while words and words[-1] in {"and", ""}:
        words.pop()
    encoded = " ".join(words)
    names = [ET_AL.sub("others", name.strip(" ,")) for name in split_name_list(encoded)]
    persons = []
    for name in filter(words_of, names):
        with errors.capture() as wrong:
            persons.append(Person(name))
        if wrong:
            message = f"too many commas in the name {words_of(name)!r} of {work.key!r}"
            suggestion = "put 'and' between names, and write each as 'Last, First'"
            work.warn("bibliography-field", message, work.find(role), suggestion)
    return persons


def set_addresses(work: Found) -> None:
    """Convert DOIs, URLs and preprint numbers to the form that styles expect; warn of invalid DOIs."""
    fields = work.entry.fields
    if (doi := fields.get("doi")) is not None:
        plain = DOI_PREFIX.sub("", doi).strip()
        fields["doi"] = carry(plain)
        if not DOI.fullmatch(plain):
            del fields["doi"]
            message = f"{plain!r} is not a DOI; the list omits it"
            work.warn("bibliography-address", message, work.find("doi"), "a DOI has the form 10.1000/182")
    if (url := fields.get("url")) is not None:
        fields["url"] = carry(url if not url.lower().startswith("doi:") else DOI_PREFIX.sub("https://doi.org/", url))
    if (eprint := fields.get("eprint")) is not None:
        arxiv = ARXIV.match(eprint)
        fields["eprint"] = carry(arxiv[1] if arxiv else "")
        if arxiv is None:
            archive = fields.get("archiveprefix") or fields.get("eprinttype") or ""
            if archive and "journal" not in fields:
                fields["note"] = ". ".join(filter(None, (fields.get("note"), f"{archive}: {carry(eprint)}")))
            del fields["eprint"]
    if (pubmed := fields.get("pubmed")) is not None:
        fields["pubmed"] = carry(pubmed)


def inherit(work: Found, works: Mapping[str, Found], path: list[Found]) -> None:
    """Add inherited fields (``crossref`` and ``xdata``) to a work; ``path`` holds the works from child to parent.

    The title of a book or of proceedings becomes the ``booktitle`` of their parts.
    """
    entry = work.entry
    if "crossref" not in entry.fields and "xdata" not in entry.fields:
        return
    fields: dict[str, str] = dict(entry.fields.items())
    persons: dict[str, list[Any]] = dict(entry.persons.items())
    for name in ("xdata", "crossref"):
        for key in filter(None, map(str.strip, fields.pop(name, "").split(","))):
            other = works.get(key.casefold())
            if other is None or other in path or len(path) > DEEPEST:
                reason, suggestion = "refers back to it", f"remove this {name!r}"
                if other is None:
                    known = [found.key for found in works.values()] if len(works) <= MOST_COMPARED else ()
                    reason, suggestion = "is in no file of the bibliography", suggest(key, known, "works")
                elif other not in path:
                    reason = f"is more than {DEEPEST} steps away"
                message = f"{name!r} of {work.key!r} names {key!r}, which {reason}"
                work.warn("bibliography-field", message, work.find(name, key), suggestion)
                for below in path[:-1]:
                    below.problems.append(work.problems[-1])
                continue
            inherit(other, works, [*path, other])
            parent: dict[str, str] = dict(other.entry.fields.items())
            if name == "crossref" and entry.type in PARTS:
                parent["booktitle"] = parent.get("booktitle") or parent.get("title", "")
                parent.pop("title", None)
            fields = {**{key: text for key, text in parent.items() if text}, **fields}
            persons = {**other.entry.persons, **persons}
    work.entry = type(entry)(entry.type, fields=fields, persons=persons)


def keep_capitals(entry: Entry, language: str) -> None:
    """Protect capitals of a title from lower-casing styles: all if it is not English, otherwise those of acronyms."""
    title, language = (
        entry.fields.get("title", ""),
        entry.fields.get("langid") or entry.fields.get("language") or language,
    )
    if title and not ENGLISH.match(language):
        entry.fields["title"] = f"{{{title}}}"
    elif not (title.isupper() and " " in title):
        entry.fields["title"] = ACRONYM.sub(r"{\g<0>}", title)


def persons_of(entry: Entry) -> list[Any]:
    """Return the authors of a work, or else its editors."""
    return list(entry.persons.get("author") or entry.persons.get("editor") or ())


def body_of(entry: Entry) -> str:
    """Return the organization used in place of an author, encoded; "" if there is none."""
    return next((entry.fields[name] for name in BODIES if name in entry.fields), "")


def names_of(work: Found) -> tuple[list[str], list[str]]:
    """Return full names and last names of authors or editors; if there are none, the organization, title or key."""
    persons = persons_of(work.entry)
    if not persons:
        title = shorten(words_of(work.entry.fields.get("title", "")), 40, placeholder="…")
        name = words_of(body_of(work.entry)) or title or work.key
        return [name], [name]
    lasts = [words_of(" ".join([*person.prelast_names, *person.last_names])) for person in persons]
    firsts = [words_of(" ".join([*person.first_names, *person.middle_names])) for person in persons]
    return [f"{first} {last}".strip() for first, last in zip(firsts, lasts, strict=True)], lasts


def entry_of(title: str, authors: Iterable[str], year: int | None, **fields: str) -> Entry:
    """Convert a work of ``references.toml`` to an entry, so that a style can render it like the others."""
    from pybtex.database import Entry, Person

    given = {"title": f"{{{carry(title)}}}", **{name: carry(text) for name, text in fields.items() if text}}
    names = [author.rpartition(" ") for author in authors]
    people = [Person(first=carry(first), last=f"{{{carry(last)}}}") for first, _, last in names]
    return Entry("misc", fields=given | ({"year": str(year)} if year else {}), persons={"author": people})


def known_styles() -> list[str]:
    """Return the names of the installed styles."""
    from pybtex.plugin import enumerate_plugin_names

    return sorted(enumerate_plugin_names("pybtex.style.formatting"))


@lru_cache
def tools_of(style: str) -> tuple[Any, Any]:
    """Return a style and the HTML backend of pybtex; finding them among all installed packages takes time."""
    from pybtex.plugin import find_plugin

    return find_plugin("pybtex.style.formatting", style)(), find_plugin("pybtex.backends", "html")()


@dataclass
class StyledWorks:
    """Renders works in a style on demand; ``own`` are those of ``references.toml``."""

    style: str
    own: Mapping[str, Entry]
    found: Mapping[str, Found]
    _shown: dict[tuple[str, str], Shown] = field(default_factory=dict)

    def show(self, key: str, letter: str = "") -> Shown:
        """Return a rendered work, with a letter after its year."""
        if (key, letter) not in self._shown:
            self._shown[key, letter] = self._show(key, letter)
        return self._shown[key, letter]

    def _show(self, key: str, letter: str) -> Shown:
        """Render a work, and add warnings about missing fields and invalid addresses to it."""
        if key in self.own:
            return Shown(write(self.own[key], key, letter, *tools_of(self.style))[0])
        work = self.found[key]
        html, lacks, unlinked = write(work.entry, key, letter, *tools_of(self.style))
        if not work.entry.fields.get("title"):
            lacks = ["title", *(name for name in lacks if name != "title")]
        fields = work.entry.fields
        is_preprint = any(name in fields for name in ("eprint", "archiveprefix", "eprinttype"))
        is_preprint |= "arxiv" in f"{fields.get('doi')}{fields.get('url')}".lower()
        for name in lacks:
            if name == "journal" and is_preprint:
                continue
            where = work.written.get(name, name)
            message = f"the work {key!r} has no {where!r}; the list omits it"
            if name == "editor" and "author" not in work.entry.persons:
                message = f"the work {key!r} has neither 'author' nor 'editor'; the list omits them"
            suggestion = f'add "{where}": …' if work.source.path.endswith(".json") else f"add {where} = {{…}}"
            work.warn("bibliography-field", message, None, suggestion)
        for address in unlinked:
            places = [work.find(name, address) for name in ("url", "note", "howpublished", "title")]
            at = next((at for at in places if at[0] != work.place), None)
            message = f"no link is made of {address!r} in {key!r}"
            work.warn("bibliography-address", message, at, "begin the address with https://, http:// or mailto:")
        return Shown(html, tuple(work.problems), work.source, work.place)


def write(entry: Entry, key: str, letter: str, formatting: Any, backend: Any) -> tuple[Markup, list[str], list[str]]:
    """Render a work; return the HTML, the missing fields that the style needs, and addresses that are not linked."""
    from pybtex.style.template import FieldIsMissing

    entry, lacks, unlinked = ready(entry, key, letter, formatting), [], list[str]()
    while True:
        try:
            text = formatting.format_entry("", entry).text
            break
        except FieldIsMissing as error:
            lacks.append(str(error.field_name))
            entry.fields[error.field_name], entry.persons[error.field_name] = "", []
    lines = MARKED.sub("", text.render(backend)).split("\n")
    # Remove words of the template that have no meaning without the missing field.
    lines = [line for line in lines if line and not (line == "editor." and "editor" in lacks)]
    if "booktitle" in lacks:
        lines = [re.sub(r"^In ?(\w?)", lambda found: found[1].upper(), line) for line in lines]
    html = html_of(" ".join(filter(None, lines)), unlinked.append)
    return Markup(re.sub(r"([.?!](?:</\w+>)+)\.", r"\1", html) or html_of(carry(key), unlinked.append)), lacks, unlinked


def ready(entry: Entry, key: str, letter: str, formatting: Any) -> Entry:
    """Prepare an entry for a style: a known type, an author if possible, and a letter after the year."""
    from pybtex.database import Person

    kind = entry.type if hasattr(formatting, f"get_{entry.type}_template") else "misc"
    persons, fields = entry.persons, entry.fields
    if kind in WITHOUT_PUBLISHER and persons_of(entry):
        names = ("howpublished", "number", "version", "publisher")
        parts = [fields.get(name, "") for name in (names if "eprint" not in fields else names[::3])]
        fields = type(fields)({**fields, "howpublished": ", ".join(filter(None, parts))})
    for role, people in persons.items():
        # East Asian names keep the last name first, even if a style writes first names before last names.
        lasts = [" ".join(person.last_names + person.first_names) for person in people]
        both = zip(people, lasts, strict=True)
        persons = {
            **persons,
            role: [Person(last=f"{{{last}}}") if EAST_ASIAN.match(words_of(last)) else one for one, last in both],
        }
    if not persons_of(entry) and body_of(entry):
        persons = {"author": [Person(last=f"{{{body_of(entry)}}}")]}
    made = type(entry)(kind, fields=fields, persons=persons)
    made.key = key
    if letter:
        made.fields["year"] += letter
    return made
