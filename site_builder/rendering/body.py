"""A page without its frame, what it uses of the site, and its word counts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from statistics import fmean

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.cache.results import digest_of
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place
from site_builder.rendering.block_rules import DEPTHS
from site_builder.rendering.renderer import Renderer
from site_builder.rendering.site import Embed, PageInfo
from site_builder.syntax.tokens import Directive, fold_inlines

LETTER = re.compile(r"\w")
HTML_TAG = re.compile(r"<[^<>]*>")
# Bodies that are captions, which are counted where figures are written, or for readers without scripts, or no prose.
PASSED_OVER = frozenset({"caption", "chart", "widget", "explore", "table", "equation", "datasets"})
STORY, NOTES = 1, 0


@dataclass(frozen=True)
class Words:
    """How many words a page has: its story, what stands deeper, its notes, and those of each caption."""

    story: int = 0
    depth_2: int = 0
    depth_3: int = 0
    notes: int = 0
    captions: tuple[int, ...] = ()

    def as_record(self) -> dict[str, object]:
        """Return the numbers as plain data."""
        mean = round(fmean(self.captions), 1) if self.captions else 0
        return {
            "story": self.story,
            "depth_2": self.depth_2,
            "depth_3": self.depth_3,
            "notes": self.notes,
            "captions": {"count": len(self.captions), "mean": mean},
        }


def together(pages: Iterable[Words]) -> Words:
    """Return the words of several pages."""
    found = list(pages)
    return Words(
        sum(page.story for page in found),
        sum(page.depth_2 for page in found),
        sum(page.depth_3 for page in found),
        sum(page.notes for page in found),
        tuple(caption for page in found for caption in page.captions),
    )


def words_on(renderer: Renderer) -> Words:
    """Return how many words the text of a renderer has, once it is written: numbers and captions are filled in."""
    counts: Counter[int] = Counter()
    count(renderer, renderer.written.reading.tokens, STORY, counts)
    for note in renderer.written.reading.notes.values():
        counts[NOTES] += sum(n_words(renderer.words(token.children)) for token in note.tokens)
    captions = tuple(n_words(text_of(caption)) for caption in renderer.draft.captions)
    return Words(counts[STORY], counts[2], counts[3], counts[NOTES], captions)


def count(renderer: Renderer, tokens: Sequence[Token], level: int, counts: Counter[int]) -> None:
    """Add the words of some blocks to those of their level."""
    for token in tokens:
        if token.type == "inline":
            children = token.children or []
            counts[level] += n_words(renderer.words(children))
            notes = (token.children for token in fold_inlines(children) if token.type == "note")
            counts[NOTES] += sum(n_words(renderer.words(note)) for note in notes)
        elif token.type == "directive":
            directive: Directive = token.meta["directive"]
            if directive.name == "html":
                counts[level] += n_words(text_of(directive.raw))
            elif is_shown(renderer, directive):
                inner = DEPTHS[directive.name][0] if directive.name in DEPTHS else level
                count(renderer, directive.body, inner, counts)


def is_shown(renderer: Renderer, directive: Directive) -> bool:
    """Tell whether the body of a directive is prose that readers see."""
    if directive.name == "when":
        return directive.options.text("given") in renderer.site.settings.config.turn_to
    return directive.name not in PASSED_OVER


def text_of(html: str) -> str:
    """Return HTML without its tags."""
    return unescape(HTML_TAG.sub(" ", html))


def n_words(text: str) -> int:
    """Return how many words a text has; a sign that stands alone is none."""
    return sum(LETTER.search(word) is not None for word in text.split())


MATHML = re.compile(r"<math\b.*?</math>", re.DOTALL)
TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class Body:
    """A page without the frame around it, and what it uses of the site; ``characters`` are those of its text.

    ``asked`` tells of each data set that it needs whether it is there; ``words`` are those of an author's page;
    ``card`` is what a widget of it draws for the page's card.
    """

    info: PageInfo
    html: Markup
    popovers: Markup
    data: Markup
    concepts: Mapping[str, str]
    cited: Mapping[str, str]
    figures: tuple[str, ...]
    tables: tuple[str, ...]
    assets: tuple[str, ...]
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...]
    listed: Mapping[str, Place] = field(default_factory=dict)
    date: str = ""
    source: str = ""
    characters: frozenset[str] = frozenset()
    depths: frozenset[int] = frozenset()
    asked: Mapping[str, bool] = field(default_factory=dict)
    words: Words | None = None
    embeds: Mapping[str, Embed] = field(default_factory=dict)
    card: str = ""

    @cached_property
    def formula_characters(self) -> frozenset[str]:
        """Return the characters that the page's formulas set."""
        return frozenset(unescape(TAG.sub("", "".join(MATHML.findall(self.html)))))

    @cached_property
    def digest(self) -> str:
        """Return a short name for all that the page shows."""
        info = self.info
        return digest_of(info.file, info.title, info.description, info.is_draft, self.html, self.popovers, self.data)
