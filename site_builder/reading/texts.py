"""The numbered texts of chapters and glossary entries, and the files that a project offers for download."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from markdown_it.token import Token

from site_builder.locales import localized
from site_builder.problems.problem import Problem
from site_builder.problems.source import REFUSED, RENAME, Mistake, Place, Source, alike, same_but_for_case
from site_builder.project_files import LARGEST_FILE, RefusedFileError, require_inside, require_size, shown, walk_files
from site_builder.settings.front_matter import ConceptMatter, FrontMatter
from site_builder.syntax.html import Slot, check_svg
from site_builder.syntax.options import Reading

AnchorKind = Literal["section", "heading", "figure", "equation", "table", "caption", "former", "other"]
DEEP = frozenset({"depth-2", "depth-3"})


@dataclass(frozen=True)
class Anchor:
    """A part of a page with an id; ``number`` is what ``::ref`` shows within the page, empty if it has none.

    ``shows`` is the name of the chart, widget or explorable of a figure.
    """

    identifier: str
    kind: AnchorKind
    number: str
    place: Place
    shows: str = ""


@dataclass(frozen=True)
class Heading:
    """A heading as rendered: its level, and the id of the section or heading that its link targets."""

    level: int
    identifier: str
    number: str
    own_id: bool


@dataclass(frozen=True)
class Outline:
    """The numbers and ids of one text; ``headings``, ``figures``, ``slots`` and ``deep`` are keyed by ``id(token)``.

    ``former`` maps ids of headings and closed blocks to their ids in earlier versions.
    """

    anchors: Mapping[str, Anchor]
    headings: Mapping[int, Heading]
    title: Token | None
    figures: Mapping[int, tuple[str, str]]
    slots: Mapping[int, tuple[Slot, ...]]
    deep: Mapping[int, str]
    links: tuple[tuple[str, str, Place], ...]
    name_of_figure: Mapping[str, str]
    problems: tuple[Problem, ...]
    former: Mapping[str, str]

    @property
    def figure_names(self) -> tuple[str, ...]:
        """Return the charts and widgets that the text shows, in order."""
        return tuple(self.name_of_figure.values())


def letters(number: int) -> str:
    """Return a number as letters: 1 is a, 26 is z, 27 is aa."""
    written = ""
    while number:
        number, last = divmod(number - 1, 26)
        written = chr(ord("a") + last) + written
    return written


PageKind = Literal["home", "chapter", "tool", "appendix", "glossary", "references", "404"]


@dataclass(frozen=True)
class Text:
    """A markdown file, parsed and numbered, and the places of the values in its front matter."""

    source: Source
    reading: Reading
    outline: Outline
    places: Mapping[str, Place]


@dataclass(frozen=True)
class Chapter:
    """A page written by an author; ``number`` is its number in reading order, empty for all kinds but chapters.

    ``translations`` are keyed by the tag of their language.
    """

    name: str
    slug: str
    kind: PageKind
    number: str
    matter: FrontMatter
    text: Text
    digest: str
    translations: Mapping[str, Chapter] = field(default_factory=dict)

    @property
    def texts(self) -> list[Text]:
        """Return the text and its translations."""
        return [self.text, *(translation.text for translation in self.translations.values())]

    @property
    def file(self) -> str:
        """Return the page's file in the site."""
        return f"{self.slug}.html"


@dataclass(frozen=True)
class Concept:
    """A glossary entry."""

    slug: str
    matter: ConceptMatter
    text: Text
    short: Text


FOLDER = "content/files"
FILES = "files/"
PLAIN = re.compile(r"[\w./-]+", re.ASCII)
KILOBYTE, MEGABYTE = 1_000, 1_000_000


def read_downloads(project: Path) -> tuple[dict[str, Path], list[Problem]]:
    """Return the files to download by their path in the site, and problems of files that cannot be published."""
    folder, found, problems = project / FOLDER, dict[str, Path](), list[Problem]()
    for path in walk_files(folder):
        name = path.relative_to(folder).as_posix()
        if not PLAIN.fullmatch(name):
            message = "the name of a file to download has letters from a to z, digits, hyphens and dots only"
            remedy = f"rename it to {plain_name(name)!r}"
            problems.append(Problem(f"{FOLDER}/{shown(name)}", 0, 0, "file-name", message, remedy))
            if name != shown(name):
                continue
        try:
            require_inside(project, path, name)
            require_size(path, LARGEST_FILE)
            if path.suffix.lower() == ".svg":
                check_svg(path.read_bytes(), name)
            found[FILES + name] = path
        except RefusedFileError as refused:
            problems.append(Problem(f"{FOLDER}/{name}", 0, 0, REFUSED, refused.message, refused.remedy))
        except Mistake as mistake:
            problems.append(Source(f"{FOLDER}/{name}", "").mistake(mistake, None))
    for name, other in same_but_for_case(found).items():
        message = alike(name.removeprefix(FILES), other.removeprefix(FILES))
        problems.append(Problem(f"{FOLDER}/{name.removeprefix(FILES)}", 0, 0, "file-name", message, RENAME))
    return found, problems


def plain_name(name: str) -> str:
    """Return a similar name of ASCII letters, for a suggestion."""
    letters = [one for one in unicodedata.normalize("NFKD", shown(name)) if not unicodedata.combining(one)]
    words = re.findall(r"[\w./]+", "".join(letters), re.ASCII)
    return re.sub(r"-*([./])-*", r"\1", "-".join(words)).lstrip(".") or "file"


def kind_and_size(file: Path) -> str:
    """Return the kind and the size of a file, as shown beside its link."""
    size = file.stat().st_size
    in_words = localized(f"{size / MEGABYTE:,.1f} MB") if size >= MEGABYTE else f"{max(1, round(size / KILOBYTE))} kB"
    kind = file.suffix.lstrip(".").upper()
    return f"{kind}, {in_words}" if kind else in_words
