"""Render the bodies of all pages."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import unescape
from itertools import accumulate
from statistics import fmean
from typing import Any, Literal

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.assets.esbuild import hashed_name
from site_builder.cache.results import digest_of
from site_builder.data.tables import as_script
from site_builder.locales import in_language
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place
from site_builder.reading.texts import Chapter, Text
from site_builder.rendering import figure_rules, inline_rules, own_rules  # noqa: F401 (they register their rules)
from site_builder.rendering.block_rules import DEPTHS
from site_builder.rendering.renderer import Renderer
from site_builder.rendering.site import GLOSSARY, REFERENCES, Draft, Embed, PageInfo, Site
from site_builder.rendering.table_rules import in_dictionary_order
from site_builder.settings.bibliography_text import FORMULA
from site_builder.settings.site_toml import Config
from site_builder.syntax.html import without_overlong
from site_builder.syntax.options import Directive, fold_inlines

LETTER = re.compile(r"\w")
HTML_TAG = re.compile(r"<[^<>]*>")
CLASSES = re.compile(r'class=\\?"([^"\\]*)')  # in JSON, quotes are escaped
# Directives whose bodies are captions, which are counted separately, fallbacks for readers without scripts, or data.
NOT_PROSE = frozenset({"caption", "chart", "widget", "explore", "table", "equation", "datasets"})
# Levels of the words of a page, as in its record.
STORY, NOTES = "story", "notes"
LEVELS = (STORY, "depth_2", "depth_3", NOTES)


@dataclass(frozen=True)
class Words:
    """The numbers of words of a page, on each level and in each caption."""

    counts: Counter[str]
    captions: tuple[int, ...]

    def as_record(self) -> dict[str, object]:
        """Return the numbers for JSON."""
        mean = round(fmean(self.captions), 1) if self.captions else 0
        captions = {"count": len(self.captions), "mean": mean}
        return {**{level: self.counts[level] for level in LEVELS}, "captions": captions}


def together(pages: Iterable[Words]) -> Words:
    """Add up the numbers of words of several pages."""
    found = list(pages)
    counts = sum((page.counts for page in found), Counter[str]())
    return Words(counts, tuple(caption for page in found for caption in page.captions))


def words_on(renderer: Renderer) -> Words:
    """Count the words of the text of a renderer after it was rendered, so that captions and values are known."""
    counts = Counter[str]()
    count(renderer, renderer.written.reading.tokens, STORY, counts)
    for note in renderer.written.reading.notes.values():
        counts[NOTES] += sum(n_words(renderer.words(token.children)) for token in note.tokens)
    captions = tuple(n_words(text_of(caption)) for caption in renderer.draft.captions)
    return Words(counts, captions)


def count(renderer: Renderer, tokens: Sequence[Token], level: str, counts: Counter[str]) -> None:
    """Add the number of words of some blocks to those of their levels."""
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
                inner = f"depth_{DEPTHS[directive.name][0]}" if directive.name in DEPTHS else level
                count(renderer, directive.body, inner, counts)


def is_shown(renderer: Renderer, directive: Directive) -> bool:
    """Return whether the body of a directive is visible prose."""
    if directive.name == "when":
        return directive.options.text("given") in renderer.site.settings.config.contact_links
    return directive.name not in NOT_PROSE


def text_of(html: str) -> str:
    """Return the text of HTML."""
    return unescape(HTML_TAG.sub(" ", html))


def n_words(text: str) -> int:
    """Count the words of a text, without isolated symbols."""
    return sum(LETTER.search(word) is not None for word in text.split())


MATHML = re.compile(r"<math\b.*?</math>", re.DOTALL)
TAG = re.compile(r"<[^<>]*>")
CLASSES = re.compile(r'class=\\?"([^"\\]*)')  # in JSON, quotes are escaped


@dataclass(frozen=True)
class Body:
    """A page without its frame, and what it uses of the site; ``characters`` are those of its text.

    ``asked`` maps each data set that it needs to whether it exists; ``words`` holds the numbers of words of an author's
    page; ``card`` is the drawing of a widget for the page's card; ``translations`` maps languages to paths of files.
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
    translations: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def formula_characters(self) -> frozenset[str]:
        """Return the characters in the page's formulas."""
        return frozenset(unescape(TAG.sub("", "".join(MATHML.findall(self.html)))))

    @cached_property
    def formula_classes(self) -> frozenset[str]:
        """Return the classes in the page's formulas, and all classes in the texts that scripts or popovers show."""
        fetched = (content.decode() for path, content in self.files.items() if path.startswith(FOLDER))
        shown = "".join([*MATHML.findall(self.html), self.popovers, self.data, *fetched])
        return frozenset(name for names in CLASSES.findall(shown) for name in names.split())

    @cached_property
    def digest(self) -> str:
        """Return the digest of everything that the page shows."""
        info = self.info
        shown = self.html, self.popovers, self.data, self.translations
        return digest_of(info.file, info.title, info.description, info.is_draft, *shown)


# Limit of the compressed bytes of a page's data sets, and of the data of one explorable; larger ones are fetched when
# their figure is near.
WITH_PAGE = 1024
FOLDER = "assets/sets"


def ship(columns: Mapping[str, str], scripts: Mapping[str, str]) -> tuple[Markup, dict[str, bytes]]:
    """Return the elements with the data of a page, and the files by path of the data that are fetched.

    Parameters
    ----------
    columns, scripts : mapping
        Data sets and data of explorables by name, as JSON that is escaped for HTML.
    """
    texts = {**columns, **scripts}
    weights = {name: len(zlib.compress(text.encode())) for name, text in texts.items()}
    smallest_first = sorted(columns, key=lambda name: (weights[name], name))
    until = dict(zip(smallest_first, accumulate(weights[name] for name in smallest_first), strict=True))
    elements, files = list[str](), dict[str, bytes]()
    for name, text in texts.items():
        if until.get(name, weights[name]) <= WITH_PAGE:
            elements.append(element(name, text))
            continue
        content = text.encode()
        path = f"{FOLDER}/{hashed_name(f'{name}.json', hashlib.sha256(content).hexdigest())}"
        files[path] = content
        elements.append(f'<script type="application/json" data-set="{name}" data-from="{path}"></script>\n')
    return Markup("".join(elements)), files


def element(name: str, text: str) -> str:
    """Return the element with a data set."""
    return f'<script type="application/json" data-set="{name}">{text}</script>\n'


@dataclass(frozen=True)
class Use:
    """A page that uses a term or cites a work, at its first use."""

    href: str
    title: str


def describe_page(site: Site, chapter: Chapter) -> tuple[PageInfo, list[Problem]]:
    """Return a chapter as other pages refer to it, and the problems of its title and description."""
    outline = chapter.text.outline
    is_draft = chapter.matter.draft
    info = PageInfo(chapter.file, chapter.kind, chapter.number, chapter.slug, "", outline.anchors, is_draft)
    draft = Draft(info)
    writer = Renderer(site, draft, chapter.text)
    if chapter.matter.title is not None:
        place = chapter.text.places.get("title", Place(1, 1))
        title = writer.words_in(chapter.matter.title, place)
    else:
        title = writer.words(outline.title.children) if outline.title else chapter.slug
    described, _ = description(site, draft, chapter)
    return replace(info, title=title.strip(), description=described), draft.problems


def description(site: Site, draft: Draft, chapter: Chapter) -> tuple[str, Markup]:
    """Render the description of a chapter as plain text and as HTML."""
    if not chapter.matter.description:
        return "", Markup()
    place = chapter.text.places.get("description", Place(1, 1))
    other, children = Renderer(site, draft, chapter.text).read_line(chapter.matter.description, place)
    return other.words(children), other.line(children)


def write_chapter(site: Site, chapter: Chapter) -> Body:
    """Render a chapter, tool or appendix."""
    info = site.pages[chapter.name]
    draft = Draft(info)
    _, lede = description(site, draft, chapter)
    if lede:
        draft.lede = f'<p class="lede">{lede}</p>\n'
    if chapter.kind == "home":
        # Joined as text: adding markup to a plain string would escape the string.
        draft.lede = f"{draft.lede}{site.templates.fill('doors.html', doors=doors(site))}"
    writer = Renderer(site, draft, chapter.text)
    html = writer.blocks(chapter.text.reading.tokens)
    if chapter.text.outline.title is None:
        html = Markup("<h1>{}</h1>\n{}{}").format(info.title, Markup(draft.lede), html)
    draft.problems += unused_notes(draft, chapter.text)
    translations = {tag: write_translation(site, chapter, tag, draft) for tag in chapter.translations}
    date = chapter.matter.date.isoformat() if chapter.matter.date else ""
    body = finish(site, draft, html, date, chapter.text.source.path)
    return replace(body, words=words_on(writer), translations=translations)


TRANSLATIONS = "assets/translations"


def write_translation(site: Site, chapter: Chapter, tag: str, draft: Draft) -> str:
    """Add a translation of a page to its draft, as a file that its scripts fetch; return the path of the file.

    It holds the title, the text as HTML, and the texts of the frame and of scripts by those of the published page.
    """
    translation, other = chapter.translations[tag], site.in_language(tag)
    with in_language(tag):
        info, problems = describe_page(other, translation)
        own = Draft(replace(info, number=chapter.number), is_translation=True, problems=problems)
        _, lede = description(other, own, translation)
        if lede:
            own.lede = f'<p class="lede">{lede}</p>\n'
        html = Renderer(other, own, translation.text).blocks(translation.text.reading.tokens)
    texts = {
        **{text: other.words.texts[name] for name, text in site.words.texts.items() if name != "search_passes"},
        **{site.pages[name].title: page.title for name, page in site.languages[tag].pages.items()},
        byline(site): byline(other),
    }
    changed = {text: translated for text, translated in texts.items() if text != translated}
    record = {"title": page_title(info, site.settings.config), "main": html, "texts": changed}
    content = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    draft.problems += own.problems
    for name in ("files", "asked", "tables", "assets"):
        getattr(draft, name).update(getattr(own, name))
    path = f"{TRANSLATIONS}/{hashed_name(f'{chapter.slug}.{tag}.json', hashlib.sha256(content).hexdigest())}"
    draft.files[path] = content
    return path


def byline(site: Site) -> str:
    """Return the title and the authors of a site, as the footer shows them."""
    config = site.settings.config
    return f"{config.title}, {site.words.say('by_authors', authors=', '.join(config.authors))}"


def page_title(info: PageInfo, config: Config) -> str:
    """Return the title of a page as windows show it."""
    return config.title if info.kind == "home" else f"{info.title} · {config.title}"


def unused_notes(draft: Draft, text: Text) -> list[Problem]:
    """Warn about notes without a reference, which are not printed."""
    message = "nothing refers to the note {!r}"
    return [
        text.source.problem("note-unused", message.format(label), note.place, len(label) + 3, "", "warning", label)
        for label, note in text.reading.notes.items()
        if (text.source.path, label) not in draft.noted
    ]


def doors(site: Site) -> list[dict[str, str]]:
    """Return the links on the home page: the first chapter and the tools."""
    chapters = [page for page in site.pages.values() if page.kind == "chapter"]
    tools = [page for page in site.pages.values() if page.kind == "tool"]
    first = [{"file": page.file, "title": site.words.say("start_reading")} for page in chapters[:1]]
    return first + [{"file": page.file, "title": page.title} for page in tools]


def finish(site: Site, draft: Draft, html: Markup, date: str = "", source: str = "") -> Body:
    """Add the explanations of terms and the data of widgets to a rendered page."""
    used = {slug: f"use-{slug}" for slug in draft.concepts}
    popovers = Markup(site.templates.fill("components/popovers.html", concepts=explanations(site, draft)))
    columns = {name: as_script(site.numbers.tables.columns(name)) for name in draft.sets}
    data, files = ship(columns, draft.scripts)
    translated = "".join(content.decode() for path, content in draft.files.items() if path.startswith(TRANSLATIONS))
    return Body(
        draft.info,
        html,
        popovers,
        data,
        used,
        dict(draft.cited),
        tuple(draft.figures),
        tuple(draft.tables),
        tuple(draft.assets),
        draft.files | files,
        tuple(sorted(set(draft.problems))),
        dict(draft.listed),
        date,
        source,
        frozenset(unescape(without_overlong(html + popovers + draft.info.title)) + translated),
        frozenset(draft.depths),
        dict(draft.asked),
        embeds=dict(draft.embeds),
        card=draft.card,
    )


def explanations(site: Site, draft: Draft) -> list[dict[str, Any]]:
    """Return term and short explanation of each concept of a page; explanations may use further concepts."""
    written: dict[str, dict[str, Any]] = {}
    while missing := [slug for slug in draft.concepts if slug not in written]:
        for slug in missing:
            concept = site.concepts[slug]
            short = Renderer(site, draft, concept.short).line(concept.short.reading.tokens[0].children)
            written[slug] = {"slug": slug, "term": concept.matter.term, "short": short}
    return list(written.values())


def uses_in(bodies: Iterable[Body], kind: Literal["concepts", "cited"]) -> Mapping[str, list[Use]]:
    """Return the pages that use each concept or cite each work, with the id of the first place."""
    uses = defaultdict[str, list[Use]](list)
    for body in bodies:
        for key, place in (body.concepts if kind == "concepts" else body.cited).items():
            uses[key].append(Use(body.info.file + (f"#{place}" if place else ""), body.info.title))
    return uses


def write_glossary(site: Site, bodies: Sequence[Body]) -> Body:
    """Render the glossary: every entry, with links to its uses."""
    draft = Draft(PageInfo(GLOSSARY, "glossary", "", site.words.say("glossary"), "", {}))
    entries, uses_of = [], uses_in(bodies, "concepts")
    for slug, concept in in_dictionary_order(site.concepts.items(), lambda item: item[1].matter.term, draft.problems):
        short = Renderer(site, draft, concept.short).line(concept.short.reading.tokens[0].children)
        body = Renderer(site, draft, concept.text).blocks(concept.text.reading.tokens)
        matter, uses = concept.matter, uses_of.get(slug, [])
        entries.append(
            {"slug": slug, "term": matter.term, "also": matter.also, "short": short, "body": body, "uses": uses}
        )
    return finish(site, draft, Markup(site.templates.fill("glossary.html", entries=entries)))


def write_references(site: Site, bodies: Sequence[Body]) -> Body:
    """Render the list of all cited works, with links to their uses."""
    draft = Draft(PageInfo(REFERENCES, "references", "", site.words.say("references"), "", {}))
    uses_of = uses_in(bodies, "cited")
    works = in_dictionary_order(
        [(key, work) for key, work in site.references.works.items() if key in uses_of],
        lambda item: " ".join(site.references.label(item[0], site.words)).strip(),
        draft.problems,
    )
    entries = []
    for key, work in works:
        html, problems = reference(site, key)
        draft.problems += problems
        letter = site.references.letters.get(key, "")
        entries.append({"key": key, "work": work, "letter": letter, "shown": html, "uses": uses_of[key]})
    return finish(site, draft, Markup(site.templates.fill("references.html", entries=entries)))


def reference(site: Site, key: str) -> tuple[Markup, list[Problem]]:
    """Render a work in the citation style, with formulas as MathML, and return its problems."""
    if site.references.styled is None:
        return Markup(), []
    shown = site.references.styled.show(key, site.references.letters.get(key, ""))
    problems = list(shown.problems)

    def typeset(found: re.Match[str]) -> str:
        latex = unescape(found[1])
        try:
            return site.make.formula(latex, False)
        except Mistake as error:
            assert shown.source is not None
            message = f"the formula '${latex}$' of {key!r} is not valid: {error}"
            found_in = shown.source.problem("bibliography-markup", message, shown.place, len(key), "", "warning")
            problems.append(found_in)
            return found[1]

    return Markup(FORMULA.sub(typeset, shown.html)), problems
