"""Rules for blocks of plain markdown: headings, listings, tables, displayed formulas."""

from __future__ import annotations

from markupsafe import Markup

from site_builder.drawing.listings import highlight, read_info
from site_builder.problems.source import Mistake, Place
from site_builder.rendering.links import full_number
from site_builder.rendering.renderer import Renderer, Tokens
from site_builder.rendering.rules.formulas import math_block

ALIGNMENT = {"text-align:left": "align-left", "text-align:center": "align-center", "text-align:right": "align-right"}


def former_anchor(renderer: Renderer, identifier: str) -> Markup:
    """Return a mark with the id that a heading or a closed block had before, so that links to it lead here."""
    former = renderer.written.outline.former.get(identifier)
    return Markup('<span id="{}"></span>').format(former) if former else Markup()


def begin_heading(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a heading, with its number if its section has one."""
    heading = renderer.written.outline.headings[id(tokens[index])]
    identifier = f' id="{heading.identifier}"' if heading.own_id else ""
    number = full_number(renderer.draft.info, heading.number) if heading.number else ""
    renderer.draft.of_heading = []
    shown = f'<span class="section-number">{number}</span> ' if number else ""
    return f"<h{heading.level}{identifier}>{former_anchor(renderer, heading.identifier)}{shown}"


def end_heading(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End a heading with the link to it; behind it stand its notes, and behind a title what the page says of itself."""
    notes, renderer.draft.of_heading = "".join(renderer.draft.of_heading or ()), None
    behind = f"<p>{notes}</p>\n" if notes else ""
    heading = renderer.written.outline.headings[id(tokens[index - 2])]
    if heading.level > 1:
        label = renderer.site.words.html("link_to_heading", title=renderer.words(tokens[index - 1].children))
        link = f' <a class="permalink" data-pagefind-ignore href="#{heading.identifier}" aria-label="{label}">#</a>'
        return f"{link}</h{heading.level}>\n{behind}"
    return f"</h1>\n{behind}{renderer.draft.lede}"


def fence(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a listing."""
    token = tokens[index]
    info = read_info(token.info)
    try:
        body = Markup(highlight(token.content, info.language))
    except Mistake as mistake:
        place: Place = token.meta["place"]
        start = renderer.written.source.line(place.line).find(info.language, place.column - 1 + len(token.markup))
        renderer.report(mistake, Place(place.line, start + 1))
        body = Markup()
    return renderer.fill("listing", file_name=info.file_name, body=body, identifier="") + "\n"


def code_block(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write indented code."""
    return renderer.fill("listing", file_name="", body=tokens[index].content.rstrip("\n"), identifier="") + "\n"


def begin_table(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a table, which scrolls by itself where it is too wide."""
    label = renderer.site.words.html("table")
    return f'<div class="table" tabindex="0" role="region" aria-label="{label}">\n<table>\n'


def end_table(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End a table."""
    return "</table>\n</div>\n"


def begin_cell(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a cell; pages hold no styles, so its alignment is a class."""
    token = tokens[index]
    style = token.attrs.get("style")
    alignment = f' class="{ALIGNMENT[str(style)]}"' if style else ""
    scope = ' scope="col"' if token.tag == "th" else ""
    return f"<{token.tag}{alignment}{scope}>"


RULES = {
    "heading_open": begin_heading,
    "heading_close": end_heading,
    "fence": fence,
    "code_block": code_block,
    "math_block": math_block,
    "math_block_label": math_block,
    "table_open": begin_table,
    "table_close": end_table,
    "th_open": begin_cell,
    "td_open": begin_cell,
}
