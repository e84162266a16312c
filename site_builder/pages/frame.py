"""Put pages into their frame: head, bar, contents, pager, footer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from site_builder.pages.app import POLICY as APP_POLICY
from site_builder.pages.app import AppLook
from site_builder.pages.cards import CARD
from site_builder.pages.feeds import FEED, page_url
from site_builder.rendering.body import Body
from site_builder.rendering.rules.layout import DEPTHS
from site_builder.rendering.site import GLOSSARY, REFERENCES, Embed, PageInfo
from site_builder.rendering.templates import Templates
from site_builder.settings.site_toml import Config
from site_builder.settings.words import Words

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


@dataclass(frozen=True)
class Frame:
    """What pages have around them: ``scripts`` by logical name, style sheets, fonts to preload, and each other.

    ``page_styles`` is the sheet for a page's widgets, by the page's file; ``depths`` are the levels below the story
    that the site has; ``moved`` says for ``moved_script``, as JSON, where parts stand that left a page, by its file;
    ``led`` says for the card of guesses where pages and figures stand now.
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

    @property
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
    def reading_order(self) -> list[PageInfo]:
        """Return the pages that are read one after another."""
        return [page for page in self.contents if page.kind in {"home", "chapter"}]


def neighbours(frame: Frame, page: PageInfo) -> tuple[PageInfo | None, PageInfo | None]:
    """Return the pages before and after a chapter."""
    order = frame.reading_order
    files = [other.file for other in order]
    if page.file not in files:
        return None, None
    index = files.index(page.file)
    before = order[index - 1] if index else None
    return before, order[index + 1] if index + 1 < len(order) else None


def write_page(templates: Templates, frame: Frame, body: Body, card: str = CARD) -> str:
    """Return a whole page; ``card`` is its picture for links."""
    template = "home.html" if body.info.kind == "home" else "page.html"
    before, after = neighbours(frame, body.info)
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
    found += [(link, words.say(key)) for key, link in config.turn_to.items()]
    return [{"href": href, "title": title} for href, title in found]
