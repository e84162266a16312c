"""Captions and alt texts of figures, from the chapter or from ``site.toml``."""

from __future__ import annotations

from collections.abc import Sequence

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.problems.source import Mistake, Place, Source
from site_builder.reading.numbering import outline_of
from site_builder.reading.texts import Text
from site_builder.rendering.renderer import Renderer
from site_builder.syntax.markdown import read_line
from site_builder.syntax.tokens import Directive


def split_captions(body: Sequence[Token]) -> tuple[list[Token], list[Directive]]:
    """Return a body without its captions, and these."""
    captions, rest = [], []
    for token in body:
        if token.type == "directive" and token.meta["directive"].name == "caption":
            captions.append(token.meta["directive"])
        else:
            rest.append(token)
    return rest, captions


def caption_of(renderer: Renderer, captions: Sequence[Directive]) -> Markup:
    """Return the caption written in the chapter, if there is one."""
    for extra in captions[1:]:
        renderer.report(Mistake("caption", "a figure has one caption", 0, len(":::caption")), extra.place)
    return body_as_caption(renderer, captions[0].body) if captions else Markup()


def body_as_caption(renderer: Renderer, body: Sequence[Token]) -> Markup:
    """Return a body as a caption; a single paragraph needs no element of its own."""
    if [token.type for token in body] == ["paragraph_open", "inline", "paragraph_close"]:
        return renderer.line(body[1].children)
    return renderer.blocks(body)


def alt_of(renderer: Renderer, directive: Directive) -> str:
    """Return the alt text given in the chapter, numbers filled in."""
    given = directive.options.values.get("alt")
    if given is None:
        return ""
    return words_in(renderer, given.text, renderer.written.source, given.value_place)


def line_in(renderer: Renderer, text: str, source: Source, place: Place) -> tuple[Renderer, Sequence[Token]]:
    """Return a line that stands outside the chapter's markdown, and a renderer for it."""
    reading = read_line(text, source, place, renderer.site.dialect)
    outline = outline_of(reading, source)
    renderer.draft.problems += [*reading.problems, *outline.problems]
    other = Text(source, reading, outline, {})
    return renderer.on(other), reading.tokens[0].children or []


def words_in(renderer: Renderer, text: str, source: Source, place: Place) -> str:
    """Return such a line as plain words, numbers filled in."""
    other, children = line_in(renderer, text, source, place)
    return other.words(children)


def words_from_settings(renderer: Renderer, text: str, *path: str) -> str:
    """Return a text of ``site.toml`` as plain words."""
    settings = renderer.site.settings
    return words_in(renderer, text, settings.source, settings.place(*path, value=True) or Place(1, 1))


def caption_from_settings(renderer: Renderer, text: str, *path: str) -> Markup:
    """Return the caption that ``site.toml`` gives."""
    settings = renderer.site.settings
    place = settings.place(*path, value=True) or Place(1, 1)
    other, children = line_in(renderer, text, settings.source, place)
    return other.line(children)
