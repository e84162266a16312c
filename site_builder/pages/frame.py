"""Write whole pages: the body in a frame of head, bar, contents, pager and footer."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from site_builder import __version__
from site_builder.assets.scripts import named
from site_builder.cache.results import digest_of
from site_builder.pages.addresses import FEED, page_url
from site_builder.pages.app import POLICY as APP_POLICY
from site_builder.pages.app import AppLook
from site_builder.pages.cards import CARD, HEIGHT, WIDTH
from site_builder.rendering.block_rules import DEPTHS
from site_builder.rendering.bodies import Body, page_title
from site_builder.rendering.site import GLOSSARY, REFERENCES, Embed, PageInfo, Templates
from site_builder.settings.site_toml import Config
from site_builder.settings.words import Words

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


# With more pages than this, about 100 chapters and other pages, the contents are a separate file: in every page, their
# total size would grow with the square of the number of pages.
MOST_LISTED = 120
# Kinds of pages that are cited by themselves.
WORKS = ("chapter", "appendix")


@dataclass(frozen=True)
class Frame:
    """The values that the frames of all pages share: scripts by logical name, style sheets, fonts, and the pages.

    ``page_styles`` holds the sheet of a page's widgets by page; ``depths`` the levels below the story that occur in the
    site; ``moved`` the new addresses of parts that left a page, by page, as JSON for ``moved_script``; ``led`` those of
    pages and figures, for the card of guesses; ``contents_file`` the path of the contents if they are a separate file.
    """

    config: Config
    scripts: Mapping[str, str]
    style: str
    page_styles: Mapping[str, str]
    preload: Sequence[str]
    pages: Sequence[PageInfo]
    has_feed: bool
    icon: Mapping[str, str]
    depths: Sequence[int]
    words: Words
    moved: Mapping[str, str] = field(default_factory=dict)
    moved_script: str = ""
    led: str = ""
    app: AppLook | None = None
    contents_file: str = ""

    @cached_property
    def contents(self) -> list[PageInfo]:
        """Return the pages in the order of the contents: home page, chapters, tools, appendices, glossary."""
        kinds = ("home", "chapter", "tool", "appendix", "glossary")
        return [page for kind in kinds for page in self.pages if page.kind == kind]

    @property
    def levels(self) -> list[tuple[int, str]]:
        """Return the levels of the depth switch with their labels; empty if there is only the story."""
        below = [(level, self.words.say(label)) for level, label in DEPTHS.values() if level in self.depths]
        return [(1, self.words.say("story")), *below] if below else []

    @property
    def rewarded(self) -> str:
        """Return the file of the last chapter whose guesses count for the reward; "" if there is none."""
        rewards = self.config.guesses.rewards if self.config.guesses else None
        chapters = [page.file for page in self.pages if page.kind == "chapter"]
        return chapters[: rewards.first_rows][-1] if rewards and chapters else ""

    @property
    def is_large(self) -> bool:
        """Return whether the contents are a separate file; never with a card of guesses, which each page updates."""
        return len(self.contents) > MOST_LISTED and not self.config.guesses

    @cached_property
    def first_tool(self) -> PageInfo | None:
        """Return the first tool, the next page after the last chapter."""
        return next((page for page in self.contents if page.kind == "tool"), None)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[PageInfo | None, PageInfo | None]]:
        """Return the pages before and after each chapter, by its file."""
        order = [page for page in self.contents if page.kind in {"home", "chapter"}]
        around = zip(order, [None, *order], [*order[1:], None], strict=False)
        return {page.file: (before, after) for page, before, after in around}

    def around(self, page: PageInfo) -> Hashable:
        """Return a key for everything that the frame of a page depends on."""
        if not self.contents_file or page.kind == "home":
            return self._digest
        return self._shared_digest, self.neighbours.get(page.file)

    @cached_property
    def _digest(self) -> str:
        return digest_of(repr(self))

    @cached_property
    def _shared_digest(self) -> str:
        linked = [page for page in self.pages if page.file in {GLOSSARY, REFERENCES}]
        return digest_of(repr(replace(self, pages=linked)), repr(self.first_tool))


def contents_file(templates: Templates, config: Config, contents: Sequence[PageInfo]) -> tuple[str, bytes]:
    """Return path and content of the file of the contents, which pages of a large site fetch on demand."""
    constants = {"page": {"file": ""}, "root": "", "rewarded": "", "with_rules": False}
    rows = templates.fill("ledger.html", site=config, entries=contents, **constants)
    content = json.dumps(rows, ensure_ascii=False).encode()
    return named("contents.json", content), content


def write_page(templates: Templates, frame: Frame, body: Body, card: str = CARD) -> str:
    """Return a whole page; ``card`` is the path of its social card."""
    template = "home.html" if body.info.kind == "home" else "page.html"
    before, after = frame.neighbours.get(body.info.file, (None, None))
    return fill(templates, frame, template, body, "", before=before, after=after, card=card)


def write_embed(templates: Templates, frame: Frame, body: Body, embed: Embed) -> str:
    """Return the embed page of a figure, for frames in other sites."""
    config, info = frame.config, body.info
    text = templates.fill(
        "embed.html",
        site=config,
        page={
            "head_title": f"{info.title} · {config.title}",
            "body": embed.html,
            "data": embed.data,
            "source": f"{info.file}#{embed.identifier}",
        },
        root="../",
        policy=POLICY,
        early=frame.scripts["early"],
        main=frame.scripts["main"],
        styles=[frame.style, *filter(None, [frame.page_styles.get(info.file)])],
        canonical=page_url(config.url, info.file) if config.url else "",
    )
    return text + "\n"


def write_missing_page(templates: Templates, frame: Frame) -> str:
    """Return the 404 page, whose links start at the root of the host because it is shown at any address."""
    info = PageInfo("404.html", "404", "", templates.words.say("not_found"), "", {})
    empty = Markup()
    body = Body(info, empty, empty, empty, {}, {}, (), (), (), {}, ())
    root = urlsplit(frame.config.url or "").path.rstrip("/") + "/"
    return fill(templates, frame, "404.html", body, root, before=None, after=None)


def fill(
    templates: Templates,
    frame: Frame,
    template: str,
    body: Body,
    root: str,
    before: PageInfo | None,
    after: PageInfo | None,
    card: str = CARD,
) -> str:
    """Fill the template of a whole page; ``root`` is the prefix of every address."""
    config, info = frame.config, body.info
    app = frame.app.values_for(info.file) if frame.app else None
    canonical = page_url(config.url, info.file) if config.url and info.kind != "404" else ""
    on_card = (config.title, config.description) if card == CARD else (info.title, info.description)
    text = templates.fill(
        template,
        site=config,
        page=page_values(config, body),
        root=root,
        policy=POLICY + (APP_POLICY if app else ""),
        app=app,
        moved=frame.moved.get(info.file, ""),
        moved_script=frame.moved_script,
        led=frame.led,
        early=frame.scripts["early"],
        main=frame.scripts["main"],
        styles=[frame.style, *filter(None, [frame.page_styles.get(info.file)])],
        preload=frame.preload,
        contents=frame.contents,
        contents_file=frame.contents_file,
        first_tool=frame.first_tool,
        levels=frame.levels,
        rewarded=frame.rewarded,
        icon=frame.icon,
        footer_links=footer_links(frame, root),
        builder=f"site-builder {__version__}",
        before=before,
        after=after,
        canonical=canonical,
        linked_data=linked_data(config, body, canonical) if canonical else "",
        card=page_url(config.url, card) if config.url else "",
        card_size=(WIDTH, HEIGHT),
        card_words=". ".join(filter(None, on_card)),
        feed=FEED if frame.has_feed else "",
    )
    return text + "\n"


def linked_data(config: Config, body: Body, address: str) -> Markup:
    """Return what search engines read about a page, as JSON-LD of schema.org."""
    info, is_work = body.info, body.info.kind in WORKS
    people = [{"@type": "Person", "name": author} for author in config.authors]
    values = {
        "@context": "https://schema.org",
        "@type": "Article" if is_work else "WebSite" if info.kind == "home" else "WebPage",
        "headline" if is_work else "name": info.title,
        "description": info.description or (config.description if info.kind == "home" else ""),
        "url": address,
        "inLanguage": config.language,
        "datePublished": body.date,
        "author": people,
        "isPartOf": {"@type": "WebSite", "name": config.title} if info.kind != "home" else None,
    }
    text = json.dumps({name: value for name, value in values.items() if value}, ensure_ascii=False)
    return Markup(text.replace("<", "\\u003c"))


def page_values(config: Config, body: Body) -> dict[str, Any]:
    """Return the values for templates that describe the page itself."""
    info = body.info
    is_home = info.kind == "home"
    return {
        "kind": info.kind,
        "file": info.file,
        "is_draft": info.is_draft,
        "number": info.number,
        "direction": config.direction,
        "title": info.title,
        "head_title": page_title(info, config),
        "description": info.description or (config.description if is_home else ""),
        "date": body.date,
        "is_work": info.kind in WORKS,
        "body": body.html,
        "popovers": body.popovers,
        "data": body.data,
        "figures": body.figures,
        "translations": body.translations,
    }


def footer_links(frame: Frame, root: str) -> list[dict[str, str]]:
    """Return the links in the footer; those to neighbouring sites need the address of the site."""
    config, words = frame.config, frame.words
    found = [(root + page.file, page.title) for page in frame.pages if page.file in {GLOSSARY, REFERENCES}]
    if "licenses" in frame.scripts:
        found.append((root + frame.scripts["licenses"], words.say("licences")))
    if config.url:
        found += [(page_url(config.url, f"{folder}/"), title) for folder, title in config.beside.items()]
    found += [(link, words.say(key)) for key, link in config.contact_links.items()]
    return [{"href": href, "title": title} for href, title in found]
