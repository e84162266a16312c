"""Rules for inline text: numbers, terms, references, citations."""

from __future__ import annotations

import re
from html import escape

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token

from site_builder.problems.source import Mistake, suggest
from site_builder.project_files import composed
from site_builder.reading.texts import kind_and_size
from site_builder.rendering.renderer import (
    TOKEN_RULES,
    WORD_RULES,
    Renderer,
    Tokens,
    draft_in,
    find_reference,
    renders,
    resolve_link,
)
from site_builder.rendering.state_rules import state_link
from site_builder.syntax.inlines import QUARTO

# Browsers break a line after any hyphen. Only the first word of a flag is kept together, so that it fits everywhere.
FLAG = re.compile(r"(?<!\S)-+\w{1,20}")
OF_DRAFTS = "remove 'draft: true' to publish it; the preview and 'build --drafts' show the link"


@renders(TOKEN_RULES, "value")
def value(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a computed number."""
    cell = renderer.cell(tokens[index])
    if cell is None:  # the preview marks the place
        return f'<span title="{escape(renderer.draft.problems[-1].message)}">⚠</span>'
    work = renderer.site.references.work_quoted(tokens[index].meta["query"])
    anchor = renderer.draft.cite(work) if work else ""
    identifier = f' id="{anchor}"' if anchor else ""
    return f'<data class="value" value="{escape(cell.machine_text)}"{identifier}>{escape(cell.text)}</data>'


@renders(TOKEN_RULES, "typed")
def typed(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a typed number; the reason for it is a comment in the source."""
    token = tokens[index]
    if not any(map(str.isdigit, token.content)):
        suggestion = "write words without '::typed'"
        mistake = Mistake(
            "typed-number", f"'::typed' holds {token.content!r}, not a number", 0, len("::typed"), suggestion
        )
        renderer.report(mistake, token.meta["place"])
    return escape(token.content)


def reference_parts(renderer: Renderer, token: Token) -> tuple[str, str]:
    """Return address and text of a reference; report one without a target."""
    meta = token.meta
    try:
        return find_reference(composed(meta["target"].strip()), renderer.site, renderer.draft.info)
    except Mistake as mistake:
        renderer.report_in(mistake, meta["origin"], meta["target_start"])
        return "", ""


@renders(TOKEN_RULES, "reference")
def reference(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write the number of something, as a link to it."""
    href, words = reference_parts(renderer, tokens[index])
    return f'<a class="ref" href="{escape(href)}">{escape(words)}</a>' if href else ""


@renders(WORD_RULES, "value")
def value_words(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Return a computed number as plain text."""
    cell = renderer.cell(tokens[index])
    return cell.text if cell else ""


@renders(WORD_RULES, "reference")
def reference_words(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Return the text of a reference."""
    return reference_parts(renderer, tokens[index])[1]


@renders(TOKEN_RULES, "concept_open")
def begin_concept(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a term of the glossary; its first use on a page gets an id."""
    meta = tokens[index].meta
    slug = meta["slug"].strip()
    if slug not in renderer.site.concepts:
        suggestion = suggest(slug, renderer.site.concepts, "glossary entries")
        mistake = Mistake("concept", f"unknown concept {slug!r}", 0, max(1, len(slug)), suggestion, slug)
        renderer.report_in(mistake, meta["origin"], meta["slug_start"])
        return "<span>"
    anchor = f' id="use-{slug}"' if renderer.draft.use_concept(slug) else ""
    return f'<a class="concept" href="glossary.html#{slug}" data-concept="{slug}"{anchor}>'


@renders(TOKEN_RULES, "concept_close")
def end_concept(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End a term."""
    slug = str(tokens[index].meta["slug"]).strip()
    return "</a>" if slug in renderer.site.concepts else "</span>"


@renders(TOKEN_RULES, "citation")
def citation(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a citation; the first one of a work on a page gets an id."""
    token, references, named, parts = tokens[index], renderer.site.references, "", list[str]()
    works = list(zip(token.meta["cited"], token.meta["around"], strict=True))
    is_written, is_named = prints_as_written(renderer, token), token.meta["is_named"]
    for number, ((key, offset, _), (before, cite, sign, after)) in enumerate(works):
        lead, rest = renderer.line(before[0]).lstrip(), renderer.line(after[0])
        is_meant = not is_named and (not is_written or not sign or sign == ", ")
        if key not in references.works and (is_meant or number > 0):
            suggestion = suggest(key, references.works, "works in content/references.toml")
            suggestion = "write ::ref{id}" if key.startswith(QUARTO) else suggestion
            mistake = Mistake("citation", f"unknown citation {key!r}", 0, len(key), suggestion, key)
            renderer.report_in(mistake, token.meta["origin"], offset, "warning" if is_written else "error")
        if is_written:
            parts.append(f"{lead}{escape(cite)}{f' [{rest}' if is_named and number == 0 and rest else f'{sign}{rest}'}")
        elif key in references.works:
            who, year = references.label(key, renderer.site.words)
            is_short = cite.startswith("-") and bool(year)
            link = linked(renderer, token, key)
            if is_named and number == 0 and not is_short:
                named = f"{link.format(escape(who))} "
                parts.append(", ".join(filter(None, (year, rest))))
            else:
                parts.append(f"{lead}{link.format(escape(year if is_short else f'{who} {year}'.strip()))}{sign}{rest}")
    inside = "; ".join(filter(None, parts))
    if is_written:
        return (f"{inside}]" if "[" in token.content else inside) if is_named else f"[{inside}]"
    return f'<span class="citation">{named}({inside})</span>' if inside else named.strip()


def linked(renderer: Renderer, token: Token, key: str) -> str:
    """Return a citation's link to a work, with an id if it is the first; within another link, only its text."""
    anchor = renderer.draft.cite(key, has_place=not token.meta["in_link"])
    if token.meta["in_link"]:
        return "{}"
    identifier = f' id="{escape(anchor)}"' if anchor else ""
    return f'<a class="cite" href="references.html#{escape(key)}"{identifier}>{{}}</a>'


def prints_as_written(renderer: Renderer, token: Token) -> bool:
    """Return whether a citation remains text: it has a newer form, and the work is unknown."""
    return bool(token.content) and any(key not in renderer.site.references.works for key, _, _ in token.meta["cited"])


@renders(WORD_RULES, "citation")
def citation_words(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Return a citation as plain text, without parts in brackets."""
    token = tokens[index]
    if prints_as_written(renderer, token) or not token.meta["is_named"]:
        return token.content if prints_as_written(renderer, token) else ""
    who, year = renderer.site.references.label(token.meta["cited"][0][0], renderer.site.words)
    return f"{who} ({year})" if year else who


@renders(TOKEN_RULES, "link_open")
def begin_link(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a link."""
    token = tokens[index]
    href = str(token.attrs.get("href", ""))
    draft = draft_in(href, renderer.site)
    if draft:
        mistake = Mistake("link-draft", f"{draft} is a draft, so these words are not linked", 0, len(href), OF_DRAFTS)
        renderer.report_in(mistake, token.meta["origin"], token.meta["target_start"], "warning")
        return "<span>"
    is_set = False
    try:
        state = state_link(renderer, href)
        is_set = state is not None and state.startswith("?")
        href = resolve_link(href, renderer.site, renderer.draft.info) if state is None else state
    except Mistake as mistake:
        renderer.report_in(mistake, token.meta["origin"], token.meta["target_start"])
    renderer.draft.offer(href, renderer.site)
    title = f' title="{escape(str(token.attrs["title"]))}"' if "title" in token.attrs else ""
    kind = ' class="set"' if is_set else ""
    return f'<a{kind} href="{escape(href)}"{title}>'


@renders(TOKEN_RULES, "link_close")
def end_link(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End a link; a link to a draft becomes plain text, and the size of a file is added."""
    opening = next(tokens[before] for before in range(index, -1, -1) if tokens[before].type == "link_open")
    href = str(opening.attrs.get("href", ""))
    file = renderer.site.downloads.get(href)
    size = f' <span class="file-size">({kind_and_size(file)})</span>' if file else ""
    return "</span>" if draft_in(href, renderer.site) else f"</a>{size}"


@renders(TOKEN_RULES, "code_inline")
def code_inline(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write inline code; a flag such as ``-m`` is not broken."""
    code = FLAG.sub(r'<span class="whole">\g<0></span>', escapeHtml(tokens[index].content))
    return f"<code>{code}</code>"


@renders(TOKEN_RULES, "script")
def script(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a subscript or superscript."""
    return f"<{tokens[index].tag}>{escapeHtml(tokens[index].content)}</{tokens[index].tag}>"


@renders(TOKEN_RULES, "task")
def task(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin an item of a task list with its disabled check box, or end it."""
    done = " checked" if tokens[index].meta["is_done"] else ""
    return f'<label class="task"><input type="checkbox" disabled{done}> ' if tokens[index].nesting == 1 else "</label>"


@renders(TOKEN_RULES, "mistake")
def mistake(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write nothing for a part with an error, which is reported already."""
    return ""
