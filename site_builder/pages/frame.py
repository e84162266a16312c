"""Put pages into their frame: head, bar, contents, pager, footer."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from site_builder.assets.scripts import named
from site_builder.cache.results import digest_of
from site_builder.pages.addresses import FEED, page_url
from site_builder.pages.app import POLICY as APP_POLICY
from site_builder.pages.app import AppLook
from site_builder.pages.cards import CARD
from site_builder.rendering.block_rules import DEPTHS
from site_builder.rendering.bodies import Body
from site_builder.rendering.site import GLOSSARY, REFERENCES, Embed, PageInfo, Templates
from site_builder.settings.site_toml import Config
from site_builder.settings.words import Words

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


# With more pages than these, some 100 chapters and what is around them, the contents are a file of their own: in every
# page they would grow as the square of their number.
MOST_LISTED = 120


@dataclass(frozen=True)
class Frame:
    """What pages have around them: ``scripts`` by logical name, style sheets, fonts to preload, and each other.

    ``page_styles`` is the sheet for a page's widgets, by the page's file; ``depths`` are the levels below the story
    that the site has; ``moved`` says for ``moved_script``, as JSON, where parts stand that left a page, by its file;
    ``led`` says for the card of guesses where pages and figures stand now; ``contents_file`` is the path in the site of
    the contents where pages do not hold them themselves.
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
        """Return the pages in the order of the contents: title page, chapters, tools, appendices, glossary."""
        kinds = ("home", "chapter", "tool", "appendix", "glossary")
        return [page for kind in kinds for page in self.pages if page.kind == kind]

    @property
    def levels(self) -> list[tuple[int, str]]:
        """Return the levels that the depth switch offers, with their labels; none where there is only the story."""
        below = [(level, self.words.say(label)) for level, label in DEPTHS.values() if level in self.depths]
        return [(1, self.words.say("story")), *below] if below else []

    @property
    def rewarded(self) -> str:
        """Return the file of the last chapter whose guesses count for the reward; empty if there is none."""
        rewards = self.config.guesses.rewards if self.config.guesses else None
        chapters = [page.file for page in self.pages if page.kind == "chapter"]
        return chapters[: rewards.first_rows][-1] if rewards and chapters else ""

    @property
    def is_large(self) -> bool:
        """Tell whether the contents are a file of their own; a card of guesses is read and written by each page."""
        return len(self.contents) > MOST_LISTED and not self.config.guesses

    @cached_property
    def first_tool(self) -> PageInfo | None:
        """Return the page that the last chapter leads on to."""
        return next((page for page in self.contents if page.kind == "tool"), None)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[PageInfo | None, PageInfo | None]]:
        """Return the pages before and after each chapter, by its file."""
        order = [page for page in self.contents if page.kind in {"home", "chapter"}]
        around = zip(order, [None, *order], [*order[1:], None], strict=False)
        return {page.file: (before, after) for page, before, after in around}

    def around(self, page: PageInfo) -> Hashable:
        """Return a key for all that the frame of a page depends on."""
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
    """Return path and content of the contents, which the pages of a large site fetch when a reader opens them."""
    given = {"page": {"file": ""}, "root": "", "rewarded": "", "with_rules": False}
    rows = templates.fill("ledger.html", site=config, entries=contents, **given)
    content = json.dumps(rows, ensure_ascii=False).encode()
    return named("contents.json", content), content


def write_page(templates: Templates, frame: Frame, body: Body, card: str = CARD) -> str:
    """Return a whole page; ``card`` is its picture for links."""
    template = "home.html" if body.info.kind == "home" else "page.html"
    before, after = frame.neighbours.get(body.info.file, (None, None))
    return fill(templates, frame, template, body, "", before=before, after=after, card=card)


def write_embed(templates: Templates, frame: Frame, body: Body, embed: Embed) -> str:
    """Return the page of a figure alone, in a folder of the site: for frames of other sites, not for search engines."""
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
    """Return the 404 page; hosts show it at any address, so its links start at the root of the host."""
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
    """Fill a template of a whole page; ``root`` stands before every address."""
    config, info = frame.config, body.info
    app = frame.app.values_for(info.file) if frame.app else None
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
        before=before,
        after=after,
        canonical=page_url(config.url, info.file) if config.url and info.kind != "404" else "",
        card=page_url(config.url, card) if config.url else "",
        card_words=". ".join(filter(None, words_of_card(config, info, card))),
        feed=FEED if frame.has_feed else "",
    )
    return text + "\n"


def words_of_card(config: Config, info: PageInfo, card: str) -> tuple[str, str]:
    """Return the title and the description that a card shows: those of its page, or of the site."""
    return (config.title, config.description) if card == CARD else (info.title, info.description)


def page_values(config: Config, body: Body) -> dict[str, Any]:
    """Return what templates know of the page itself."""
    info = body.info
    is_home = info.kind == "home"
    return {
        "kind": info.kind,
        "file": info.file,
        "is_draft": info.is_draft,
        "number": info.number,
        "direction": config.direction,
        "title": info.title,
        "head_title": config.title if is_home else f"{info.title} · {config.title}",
        "description": info.description or (config.description if is_home else ""),
        "body": body.html,
        "popovers": body.popovers,
        "data": body.data,
        "figures": body.figures,
    }


def footer_links(frame: Frame, root: str) -> list[dict[str, str]]:
    """Return the links at the foot of every page; sites beside it are where this one has its address."""
    config, words = frame.config, frame.words
    found = [(root + page.file, page.title) for page in frame.pages if page.file in {GLOSSARY, REFERENCES}]
    if "licenses" in frame.scripts:
        found.append((root + frame.scripts["licenses"], words.say("licences")))
    if config.url:
        found += [(page_url(config.url, f"{folder}/"), title) for folder, title in config.beside.items()]
    found += [(link, words.say(key)) for key, link in config.contact_links.items()]
    return [{"href": href, "title": title} for href, title in found]
