"""Assign numbers to the sections, figures, equations and tables of a text, and check its ids."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from markdown_it.token import Token

from site_builder.explore.parameters import IN_NAMES
from site_builder.problems.reporting import Sink
from site_builder.problems.source import Origin, Place, Source
from site_builder.reading.texts import DEEP, Anchor, AnchorKind, Heading, Outline, letters
from site_builder.syntax.html import CHART, RawHtml, Slot, html_between, html_in_line, is_html, read_html
from site_builder.syntax.options import Directive, Given, Reading, walk

RESERVED = re.compile(r"contents?|main-script|(?:concept|use|cite|note)-.+")
# Non-ASCII signs are removed from an id without a gap; letters and their combining marks are kept.
NO_LETTERS = re.compile(rf"[^\x00-\x7f{IN_NAMES}]|[\ufe00-\ufe0f]")
WORD = re.compile(rf"[^\W_][{IN_NAMES}]*")
FIGURES = {"chart": "name", "widget": "name", "explore": "name", "steps": "figure"}


def hyphenated(text: str) -> str:
    """Return the words of ``text`` in lower case letters of any script, digits and hyphens, in NFC."""
    plain = NO_LETTERS.sub("", unicodedata.normalize("NFKD", text).lower().replace("_", " "))
    return unicodedata.normalize("NFC", "-".join(WORD.findall(plain)))


def slug_of(text: str) -> str:
    """Return an id made of the words of ``text``, or of code points if it has no letters or digits."""
    slug = hyphenated(text)
    if not slug:
        return old_slug_of(text) if text.isascii() else f"section-{'-'.join(f'{ord(sign):x}' for sign in text[:12])}"
    return slug if slug[0].isalpha() else f"n{slug}"


def old_slug_of(text: str) -> str:
    """Return the id that earlier versions made of ``text``, in ASCII letters; existing links may use it."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    slug = "-".join(re.findall(r"[a-z0-9]+", plain)) or "section"
    return slug if slug[0].isalpha() else f"n{slug}"


def outline_of(reading: Reading, source: Source) -> Outline:
    """Assign numbers and ids to the parts of a text."""
    builder = Builder(Sink(source))
    builder.levels = heading_levels(reading.tokens)
    builder.visit(reading.tokens)
    for note in reading.notes.values():
        builder.visit(note.tokens)
    # Closed blocks get ids by title, for links from the search; ids written by hand were assigned before.
    for token, title in builder.titled:
        builder.deep[token] = builder.add_slug(token, title.text, "other", title.value_place)
    builder.set_new_ids()
    return Outline(
        builder.anchors,
        builder.headings,
        builder.title,
        builder.figures,
        builder.slots,
        builder.deep,
        tuple(builder.links),
        builder.name_of_figure,
        tuple(builder.sink.problems),
        {new: old for new, old in builder.former.items() if builder.anchors[old].kind == "former"},
    )


def heading_levels(tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the level of each heading: 1 for the first, 2 to 6 without gaps for the others."""
    written = [int(token.tag[1]) for token in walk(tokens) if token.type == "heading_open"]
    top = min(written[1:], default=2)
    stack: list[int] = []
    for index, level in enumerate(written):
        if index == 0:
            yield 1
            continue
        while stack and stack[-1] >= level:
            stack.pop()
        stack.append(max(level, top))
        yield min(len(stack) + 1, 6)


@dataclass
class Builder:
    """The state while a text is numbered."""

    sink: Sink
    levels: Iterator[int] = field(default_factory=lambda: iter(()))
    anchors: dict[str, Anchor] = field(default_factory=dict)
    headings: dict[int, Heading] = field(default_factory=dict)
    figures: dict[int, tuple[str, str]] = field(default_factory=dict)
    slots: dict[int, tuple[Slot, ...]] = field(default_factory=dict)
    deep: dict[int, str] = field(default_factory=dict)
    former: dict[str, str] = field(default_factory=dict)
    renamed: list[tuple[int, str, str]] = field(default_factory=list)
    titled: list[tuple[int, Given]] = field(default_factory=list)
    links: list[tuple[str, str, Place]] = field(default_factory=list)
    name_of_figure: dict[str, str] = field(default_factory=dict)
    title: Token | None = None
    level_before: int = 0
    sections: list[int] = field(default_factory=lambda: [0])
    n_figures: int = 0
    n_deep_figures: int = 0
    n_equations: int = 0
    n_tables: int = 0
    deep_blocks: int = 0
    last_numbers: dict[str, int] = field(default_factory=dict)

    def visit(self, tokens: Sequence[Token], section: Directive | None = None) -> None:
        """Assign numbers in ``tokens``, which are the body of ``section`` if there is one."""
        for raw, origin in html_between(tokens):
            self.add_raw(raw, origin)
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                self.add_heading(token, tokens[index + 1], section)
                section = None
            elif token.type == "directive":
                self.add_directive(token)
            elif token.type == "math_block_label":
                self.n_equations += 1
                self.add(token.info, "equation", str(self.n_equations), token.meta["place"])
            elif token.type == "inline":
                for raw, origin in html_in_line(token):
                    self.add_raw(raw, origin)

    def add(
        self, identifier: str, kind: AnchorKind, number: str, place: Place, length: int = 0, shows: str = ""
    ) -> bool:
        """Add an anchor, or report a duplicate id and return False; an anchor of kind "former" is replaced."""
        if RESERVED.fullmatch(identifier):
            message = f"the id {identifier!r} is reserved: every page uses it"
            self.sink.report("id-reserved", message, place, length or len(identifier))
        first = self.anchors.get(identifier)
        if first is not None and first.kind != "former":
            to = " to the heading" if first.kind == "heading" else ""
            message = f"duplicate id {identifier!r}; it was first given{to} in line {first.place.line}"
            suggestion = "give one of them another id, as in {#another}"
            self.sink.report("id-duplicate", message, place, length or len(identifier), suggestion)
            return False
        self.anchors[identifier] = Anchor(identifier, kind, number, place, shows)
        return True

    def add_heading(self, token: Token, inline: Token, section: Directive | None) -> None:
        """Assign the level, the number and the id of a heading."""
        level, written = next(self.levels), int(token.tag[1])
        place = token.meta.get("place") or Place(1, 1)
        if level == 1:
            self.title = inline
        elif self.level_before and written > self.level_before + 1:
            message = f"the heading jumps from level {self.level_before} to {written}; it is shown at level {level}"
            suggestion = f"write '{'#' * (self.level_before + 1)}'"
            self.sink.report("heading-jump", message, place, written, suggestion, "warning")
        self.level_before = 0 if level == 1 else written
        given = section.options.identifier if section is not None else None
        if given is not None and "id" not in token.meta:
            anchor = self.anchors[given.text]
            self.headings[id(token)] = Heading(level, given.text, anchor.number, False)
            return
        identifier = token.meta.get("id")
        if identifier is None:
            words = (" " if one.type == "softbreak" else one.content for one in inline.children or [])
            identifier = self.add_slug(id(token), "".join(words), "heading", place)
        else:
            self.add(identifier, "heading", "", place)
        self.headings[id(token)] = Heading(level, identifier, "", True)

    def add_slug(self, token: int, text: str, kind: AnchorKind, place: Place) -> str:
        """Add an anchor for a heading or a closed block; return its id, which :meth:`set_new_ids` may replace."""
        slug, former = slug_of(text), old_slug_of(text)
        identifier = self.free_slug(former)
        self.add(identifier, kind if slug == former else "former", "", place)
        if slug != former:
            self.renamed.append((token, slug, identifier))
        return identifier

    def set_new_ids(self) -> None:
        """Replace ids of headings and closed blocks by ids with non-ASCII letters, once all ids are collected."""
        for token, slug, former in self.renamed:
            identifier = self.free_slug(slug)
            kind: AnchorKind = "heading" if token in self.headings else "other"
            self.anchors[identifier] = Anchor(identifier, kind, "", self.anchors[former].place)
            self.former[identifier] = former
            if token in self.headings:
                self.headings[token] = replace(self.headings[token], identifier=identifier)
            else:
                self.deep[token] = identifier

    def free_slug(self, slug: str) -> str:
        """Return ``slug``, with a prefix if it is reserved and with a number if it is used already."""
        stem = f"section-{slug}" if RESERVED.fullmatch(slug) else slug
        number = self.last_numbers.get(stem, 1)
        free = stem if number == 1 else f"{stem}-{number}"
        while free in self.anchors:
            number += 1
            free = f"{stem}-{number}"
        self.last_numbers[stem] = number
        return free

    def add_directive(self, token: Token) -> None:
        """Assign numbers to a directive and in its body."""
        directive: Directive = token.meta["directive"]
        identifier = directive.options.identifier
        if directive.name == "section":
            self.add_section(directive)
            return
        if directive.name in FIGURES and directive.options.text(FIGURES[directive.name]):
            name = directive.options.text(FIGURES[directive.name])
            shown = identifier.text if identifier else f"figure-{name}"
            self.name_of_figure[shown] = name
            self.add_figure(shown, directive)
        elif directive.name == "equation":
            self.add_equation(directive)
        elif directive.name == "html":
            self.add_html(directive)
        elif directive.name == "table" and identifier is not None:
            self.n_tables += 1
            self.add(identifier.text, "table", str(self.n_tables), identifier.place)
        elif identifier is not None:
            self.add(identifier.text, "other", "", identifier.place)
        if directive.name in DEEP and identifier is None and "title" in directive.options.values:
            self.titled.append((id(directive), directive.options.values["title"]))
        self.deep_blocks += directive.name in DEEP
        self.visit(directive.body)
        self.deep_blocks -= directive.name in DEEP

    def add_section(self, directive: Directive) -> None:
        """Assign the number of a section; the one with the title is the chapter itself and has no number of its own."""
        identifier = directive.options.identifier
        first = next((token for token in directive.body if token.type == "heading_open"), None)
        if identifier is not None and first is not None and self.title is None:
            self.add(identifier.text, "section", "", identifier.place)
            self.visit(directive.body, directive)
            return
        if identifier is not None and first is not None:
            self.sections[-1] += 1
            self.add(identifier.text, "section", ".".join(map(str, self.sections)), identifier.place)
        elif identifier is not None:
            self.add(identifier.text, "other", "", identifier.place)
        self.sections.append(0)
        self.visit(directive.body, directive)
        self.sections.pop()

    def add_figure(self, identifier: str, directive: Directive) -> None:
        """Give a figure its id and number."""
        number = self.next_figure()
        given = directive.options.identifier
        place, length = (given.place, len(identifier) + 1) if given else (directive.place, len(directive.name) + 3)
        if self.add(identifier, "figure", number, place, length, self.name_of_figure[identifier]):
            self.add(f"{identifier}-caption", "caption", "", place, length)
        self.figures[id(directive)] = (identifier, number)

    def next_figure(self) -> str:
        """Return the number of the next figure.

        A figure in a depth block has the number of the last figure before the block and a letter, so that the numbers
        outside have no gaps for readers who leave the block closed.
        """
        if self.deep_blocks:
            self.n_deep_figures += 1
            return f"{self.n_figures or ''}{letters(self.n_deep_figures)}"
        self.n_figures, self.n_deep_figures = self.n_figures + 1, 0
        return str(self.n_figures)

    def add_equation(self, directive: Directive) -> None:
        """Assign a number to an equation with an id, and check one written in HTML."""
        identifier = directive.options.identifier
        if identifier is not None:
            self.n_equations += 1
            self.add(identifier.text, "equation", str(self.n_equations), identifier.place)
        if is_html(directive.raw, directive.options.text("format")):
            assert directive.origin is not None
            self.add_raw(read_html(directive.raw), directive.origin)

    def add_html(self, directive: Directive) -> None:
        """Keep the ids of raw HTML, and number the figures that go into it."""
        assert directive.origin is not None
        raw = read_html(directive.raw, figures=True)
        self.slots[id(directive)] = raw.slots
        self.add_raw(raw, directive.origin, figures=True)
        for slot in raw.slots:
            self.name_of_figure[f"figure-{slot.name}"] = slot.name
            place, number = directive.origin.locate(slot.offset), self.next_figure()
            anchor = self.anchors[f"chart-{slot.name}"]
            self.anchors[anchor.identifier] = Anchor(anchor.identifier, "figure", number, anchor.place)
            self.add(f"figure-{slot.name}", "figure", number, place, len("id"), slot.name)

    def add_raw(self, raw: RawHtml, origin: Origin, figures: bool = False) -> None:
        """Collect ids and links of raw HTML, and report its errors; ``figures`` allows ids of figures."""
        for identifier, offset in raw.ids:
            if identifier.startswith(CHART) and not figures:
                message = f"no figure is inserted for id={identifier!r} here"
                self.sink.report("html-figure", message, origin.locate(offset), 2, "write it inside ':::html'")
            self.add(identifier, "other", "", origin.locate(offset), len(f'id="{identifier}"'))
        self.links += [(attribute, link, origin.locate(offset)) for attribute, link, offset in raw.links]
        for mistake in raw.mistakes:
            self.sink.mistake(mistake, origin.locate(mistake.offset))
