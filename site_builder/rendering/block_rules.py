"""Rules for paragraphs, headings, lists, quotes, notes, images, layout and listings."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup

from site_builder.drawing.formulas import set_formula
from site_builder.drawing.images import KINDS, WIDTHS, Size, image_size, lighter_copies, published
from site_builder.drawing.listings import excerpt, highlight, highlight_file, read_info
from site_builder.problems.source import Mistake, Origin, Place, suggest
from site_builder.project_files import (
    LARGEST_PICTURE,
    LARGEST_TEXT,
    RefusedFileError,
    composed,
    content_files,
    find_file,
    read_limited,
)
from site_builder.rendering.renderer import DIRECTIVE_RULES, TOKEN_RULES, Renderer, Tokens, full_number, renders
from site_builder.syntax.directive_table import CALLOUTS
from site_builder.syntax.html import is_html, without_comments
from site_builder.syntax.options import Directive, Given

# They also break it between a formula and the mark or suffix after it, as in "of $x$, the $n$-th".
BEHIND_FORMULA = re.compile(r"[,.;:!?)\]\u2018\u2019\u201c\u201d\xbb\u203a\u202f]+|-\w+|")
TAG = re.compile(r"<[^<>]*>")
WIDE, WIDEST = 20, 45  # maximum characters of a line on the narrowest screens, and on all others
NUMBERING = re.compile(r"\\(?P<name>label|eqref|ref|tag)\*?\s*\{(?P<label>[^{}]*)\}")


@renders(TOKEN_RULES, "math_block", "math_block_label")
def math_block(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a displayed formula, with its number if it has an id."""
    token = tokens[index]
    return framed_equation(renderer, token.info, Markup(formula(renderer, token, True, 0))) + "\n"


def framed_equation(renderer: Renderer, identifier: str, body: Markup, is_html: bool = False) -> str:
    """Return a displayed formula, numbered if it has an id."""
    anchor = renderer.written.outline.anchors[identifier] if identifier else None
    number = full_number(renderer.draft.info, anchor.number) if anchor else ""
    return renderer.fill("equation", is_html=is_html, identifier=identifier, body=body, number=number)


@renders(DIRECTIVE_RULES, "equation")
def equation(renderer: Renderer, directive: Directive) -> str:
    """Write a displayed formula, numbered if it has an id."""
    in_html = is_html(directive.raw, directive.options.text("format"))
    body = Markup(without_comments(directive.raw))
    if not in_html:
        assert directive.origin is not None
        warn_of_numbering(renderer, directive.raw, directive.origin, 0, directive.identifier)
        try:
            body = Markup(set_formula(directive.raw, True, renderer.find, renderer.site.make.formula))
        except Mistake as mistake:
            renderer.report_in(mistake, directive.origin, 0)
            body = Markup()
    return framed_equation(renderer, directive.identifier, body, in_html)


def warn_of_numbering(renderer: Renderer, latex: str, origin: Origin, start: int, identifier: str = "") -> None:
    r"""Warn of ``\label`` and ``\eqref``, which print nothing, and of a ``\tag`` in addition to a number."""
    for found in NUMBERING.finditer(latex):
        name, label = found["name"], (found["label"] or "").strip() or "id"
        message, suggestion = f"'{found[0]}' has no effect in a formula", f"write ::ref{{{label}}} outside of it"
        if name == "tag":
            message, suggestion = (
                f"'{found[0]}' conflicts with the number of this formula",
                "remove one: the tag, or the id",
            )
        elif name == "label":
            suggestion = f"number the formula by ':::equation{{#{label}}}', and refer to it by ::ref{{{label}}}"
        if name != "tag" or identifier:
            mistake = Mistake("math", message, found.start(), len(found[0]), suggestion)
            renderer.report_in(mistake, origin, start, "warning")


def formula(renderer: Renderer, token: Token, display: bool, start: int) -> str:
    """Return a formula as MathML; ``start`` is its offset in the text that the token's origin locates."""
    warn_of_numbering(renderer, token.content, token.meta["origin"], start, token.info if display else "")
    try:
        return set_formula(token.content, display, renderer.find, renderer.site.make.formula)
    except Mistake as mistake:
        renderer.report_in(mistake, token.meta["origin"], start)
        return ""


@renders(TOKEN_RULES, "math_inline")
def math_inline(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write an inline formula, without a line break before what follows it directly; a wide one can scroll."""
    written = formula(renderer, tokens[index], False, tokens[index].meta["start"] + len(tokens[index].markup))
    behind = behind_formula(tokens, index + 1)
    size = len(TAG.sub("", written))
    kind = "whole wide widest" if size > WIDEST else "whole wide" if size > WIDE else "whole" if behind else ""
    return f'<span class="{kind}">{written}{escapeHtml(behind)}</span>' if kind else written


def behind_formula(tokens: Tokens, index: int) -> str:
    """Return the beginning of a token that belongs to the formula before it; "" if there is no formula."""
    if not 0 < index < len(tokens) or tokens[index].type != "text" or tokens[index - 1].type != "math_inline":
        return ""
    found = BEHIND_FORMULA.match(tokens[index].content)
    return found[0] if found else ""


# Single digits between hyphens; Chromium breaks a line behind each hyphen.
LISTED = re.compile(r"(?<![\w-])\d(?:-\d)+(?![\w-])")


@renders(TOKEN_RULES, "text")
def text(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write plain text, without the beginning that belongs to a formula before it; 2-2-1 has no line break."""
    written = escapeHtml(tokens[index].content.removeprefix(behind_formula(tokens, index)))
    return LISTED.sub(r'<span class="whole">\g<0></span>', written)


@renders(TOKEN_RULES, "math_inline_double")
def math_inline_double(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a displayed formula in a line of text."""
    return formula(renderer, tokens[index], True, tokens[index].meta["start"] + len(tokens[index].markup))


FOLDER = "content/chapters"
# Characters that end an address in `srcset`, or must be escaped in one.
AWKWARD = re.compile(r"[^\w.-]+")


@renders(TOKEN_RULES, "image")
def image(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write an image."""
    token = tokens[index]
    words = renderer.words(token.children).strip()
    if not words:
        missing = Mistake("alt-missing", "an image needs alt text", 0, len("!["), "write ![what it shows](…)")
        renderer.report_in(missing, token.meta["origin"], token.meta["start"])
    href = unquote(str(token.attrs.get("src", "")))
    try:
        sources, (width, height) = publish(renderer, href)
    except Mistake as mistake:
        renderer.report_in(mistake, token.meta["origin"], token.meta["target_start"])
        return ""
    size = f'width="{width}" height="{height}"'
    if "title" in token.attrs:
        title = renderer.line_in(str(token.attrs["title"]), token.meta["place"]).striptags()
        size += f' title="{escape(title)}"'
    return f'<img {sources} alt="{escape(words)}" {size} loading="lazy" decoding="async">'


def publish(renderer: Renderer, href: str) -> tuple[str, Size]:
    """Add an image, or its smaller copies, to the files of the page; return its address and size."""
    if "://" in href or href.startswith(("//", "data:")):
        suggestion = "put a copy beside the chapter, and write its path"
        raise Mistake("image", "a page cannot show pictures of other sites", 0, len(href), suggestion)
    folder = renderer.site.project / FOLDER
    try:
        if href.startswith("/"):  # the root of a site, which chapters do not have
            raise FileNotFoundError(href)
        content = read_limited(find_file(renderer.site.project, folder, href), LARGEST_PICTURE)
    except FileNotFoundError:
        beside = Path(os.path.normpath(folder / href.lstrip("/")))
        suggestion = suggest(href, pictures_in(folder, renderer.site.project, beside), f"pictures in {FOLDER}")
        raise Mistake("image", f"there is no picture {href!r}", 0, max(1, len(href)), suggestion) from None
    except RefusedFileError as refused:
        raise Mistake("image", refused.message, 0, len(href), refused.remedy) from None
    try:
        size = image_size(content, href)
        copies = lighter_copies(content, href)
        content = content if copies else published(content, href)
    except Mistake as mistake:
        mistake.length = len(href)
        raise
    name = PurePosixPath(href)
    if not copies:
        return f'src="{add(renderer, name.stem, name.suffix.lower(), content)}"', size
    paths = {width: add(renderer, f"{name.stem}-{width}", ".webp", copy) for width, copy in copies.items()}
    several = ", ".join(f"{path} {width}w" for width, path in paths.items())
    column = f"min(100vw, {WIDTHS[0]}px)"
    return f'src="{paths[min(paths)]}" srcset="{several}" sizes="{column}"', size


def add(renderer: Renderer, stem: str, suffix: str, content: bytes) -> str:
    """Add a file to those of the page under a name with a digest of its content; return its path."""
    path = f"assets/{AWKWARD.sub('-', stem)}-{hashlib.sha256(content).hexdigest()[:8]}{suffix}"
    renderer.draft.files[path] = content
    return path


def pictures_in(chapters: Path, project: Path, beside: Path) -> set[str]:
    """Return the pictures below the chapters, and those next to another file of the project, as chapters name them."""
    near = content_files(beside.parent, "*") if beside.is_relative_to(project) else ()
    pictures = (file for file in (*content_files(chapters, "**/*"), *near) if file.suffix.lower() in KINDS)
    return {composed(Path(os.path.relpath(file, chapters)).as_posix()) for file in pictures}


@renders(TOKEN_RULES, "picture")
def picture(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write an image in a paragraph of its own with a title, which is its caption."""
    caption = renderer.line_in(*tokens[index].meta["caption"])
    renderer.draft.captions.append(caption)
    return renderer.fill("image", picture=renderer.line(tokens[index].children), caption=caption) + "\n"


@renders(TOKEN_RULES, "note_reference")
def note_reference(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write the mark of a note, and after its first mark the note."""
    meta = tokens[index].meta
    label, notes = meta["label"], renderer.written.reading.notes
    if label not in notes:
        suggestion = suggest(label, notes, "notes in this file")
        mistake = Mistake("note", f"note {label!r} is not defined", 0, len(label), suggestion)
        renderer.report_in(mistake, meta["origin"], meta["start"] + len("[^"))
        return ""
    key = (renderer.written.source.path, label)
    if key in renderer.draft.noted:
        return mark(renderer.draft.noted[key], "")
    renderer.draft.noted[key] = renderer.draft.n_notes + 1
    return note_of(renderer, [token.children or [] for token in notes[label].tokens])


def note_of(renderer: Renderer, paragraphs: Sequence[Tokens]) -> str:
    """Return the mark of the next note, and the note; a note of a heading is written after the heading."""
    renderer.draft.n_notes += 1
    number = renderer.draft.n_notes
    lines = [str(renderer.line(paragraph)) for paragraph in paragraphs]
    if len(lines) > 1:
        lines = [f'<span class="side-paragraph">{line}</span>' for line in lines]
    side = f'<span class="side" id="note-{number}" role="note"><span class="side-number">{number}</span> '
    side += f"{''.join(lines)}</span>"
    if renderer.draft.of_heading is not None:
        renderer.draft.of_heading.append(side)
        side = ""
    return mark(number, f' id="note-{number}-mark"') + side


def mark(number: int, identifier: str) -> str:
    """Return the mark of a note."""
    return f'<sup class="note-ref"><a href="#note-{number}"{identifier}>{number}</a></sup>'


@renders(TOKEN_RULES, "note")
def note(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a note in its place in the text."""
    return note_of(renderer, [tokens[index].children or []])


ALIGNMENT = {"text-align:left": "align-left", "text-align:center": "align-center", "text-align:right": "align-right"}


def former_anchor(renderer: Renderer, identifier: str) -> Markup:
    """Return an element with a former id of a heading or a closed block, so that links to it keep working."""
    former = renderer.written.outline.former.get(identifier)
    return Markup('<span id="{}"></span>').format(former) if former else Markup()


@renders(TOKEN_RULES, "heading_open")
def begin_heading(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a heading, with its number if its section has one."""
    heading = renderer.written.outline.headings[id(tokens[index])]
    identifier = f' id="{heading.identifier}"' if heading.own_id else ""
    number = full_number(renderer.draft.info, heading.number) if heading.number else ""
    renderer.draft.of_heading = []
    shown = f'<span class="section-number">{number}</span> ' if number else ""
    return f"<h{heading.level}{identifier}>{former_anchor(renderer, heading.identifier)}{shown}"


@renders(TOKEN_RULES, "heading_close")
def end_heading(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End a heading with its link; its notes follow, and after a title the page's description."""
    notes, renderer.draft.of_heading = "".join(renderer.draft.of_heading or ()), None
    behind = f"<p>{notes}</p>\n" if notes else ""
    heading = renderer.written.outline.headings[id(tokens[index - 2])]
    if heading.level > 1:
        label = renderer.site.words.html("link_to_heading", title=renderer.words(tokens[index - 1].children))
        link = f' <a class="permalink" data-pagefind-ignore href="#{heading.identifier}" aria-label="{label}">#</a>'
        return f"{link}</h{heading.level}>\n{behind}"
    return f"</h1>\n{behind}{renderer.draft.lede}"


@renders(TOKEN_RULES, "fence")
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


@renders(TOKEN_RULES, "code_block")
def code_block(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write indented code."""
    return renderer.fill("listing", file_name="", body=tokens[index].content.rstrip("\n"), identifier="") + "\n"


@renders(TOKEN_RULES, "table_open")
def begin_table(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a table, which scrolls by itself if it is too wide."""
    label = renderer.site.words.html("table")
    return f'<div class="table" tabindex="0" role="region" aria-label="{label}">\n<table>\n'


@renders(TOKEN_RULES, "table_close")
def end_table(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End a table."""
    return "</table>\n</div>\n"


@renders(TOKEN_RULES, "th_open", "td_open")
def begin_cell(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a cell; its alignment is a class, because pages contain no styles."""
    token = tokens[index]
    style = token.attrs.get("style")
    alignment = f' class="{ALIGNMENT[str(style)]}"' if style else ""
    scope = ' scope="col"' if token.tag == "th" else ""
    return f"<{token.tag}{alignment}{scope}>"


# Levels with the names of their labels.
DEPTHS = {"depth-2": (2, "mathematics"), "depth-3": (3, "code")}
ASIDES = {"math": "mathematics", "code": "code", "insight": "in_short"}


@renders(DIRECTIVE_RULES, "section")
def section(renderer: Renderer, directive: Directive) -> str:
    """Write a section."""
    return renderer.fill("section", identifier=directive.identifier, body=renderer.blocks(directive.body))


@renders(DIRECTIVE_RULES, "when")
def when(renderer: Renderer, directive: Directive) -> str:
    """Write the body if the site's settings contain the given key."""
    is_given = directive.options.text("given") in renderer.site.settings.config.contact_links
    return renderer.blocks(directive.body) if is_given else ""


@renders(DIRECTIVE_RULES, "part-title")
def part_title(renderer: Renderer, directive: Directive) -> str:
    """Write the small line above a title."""
    lines = [renderer.line(inner.children) for inner in directive.body if inner.type == "inline"]
    return f'<p class="part">{"<br>".join(lines)}</p>'


@renders(DIRECTIVE_RULES, *DEPTHS)
def depth(renderer: Renderer, directive: Directive) -> str:
    """Write a folded level of depth."""
    level, label = DEPTHS[directive.name]
    renderer.draft.depths.add(level)
    identifier = directive.identifier or renderer.written.outline.deep.get(id(directive), "")
    return renderer.fill(
        "depth",
        level=level,
        label=renderer.site.words.say(label),
        identifier=identifier,
        former=former_anchor(renderer, identifier),
        title=title_of(renderer, directive),
        body=renderer.blocks(directive.body),
    )


def title_of(renderer: Renderer, directive: Directive) -> Markup:
    """Return the title of a level or a callout, a line of markdown."""
    given = directive.options.values.get("title")
    return renderer.line_in(given.text, given.value_place) if given else Markup()


@renders(DIRECTIVE_RULES, *ASIDES, *CALLOUTS)
def aside(renderer: Renderer, directive: Directive) -> str:
    """Write an aside or a callout."""
    return renderer.fill(
        "callout" if directive.name in CALLOUTS else "aside",
        kind=directive.name,
        label=renderer.site.words.say(ASIDES.get(directive.name, directive.name)),
        title=title_of(renderer, directive),
        identifier=directive.identifier,
        body=renderer.blocks(directive.body),
    )


@renders(DIRECTIVE_RULES, "caption", "step")
def stray_part(renderer: Renderer, directive: Directive) -> str:
    """Report a caption or step outside its directive."""
    owners = {"caption": "':::chart', ':::widget' or ':::steps'", "step": "':::steps'"}[directive.name]
    message = f"':::{directive.name}' is allowed inside {owners} only"
    remedy = "move it into the block that it belongs to, between its opening line and its closing ':::'"
    told = Mistake("directive-place", message, 0, len(directive.name) + 3, remedy)
    renderer.report(told, directive.place)
    return renderer.blocks(directive.body)


@renders(DIRECTIVE_RULES, "listing")
def listing(renderer: Renderer, directive: Directive) -> str:
    """Write a listing; a body is reported as an error."""
    given = directive.options.values
    body = renderer.blocks(directive.body)
    if "file" not in given:
        return body
    cut = {name: given[name].text for name in ("symbol", "begins", "ends") if name in given}
    try:
        code = highlight_file(excerpt(read(renderer, given["file"]), **cut), given["file"].text)
    except Mistake as mistake:
        blamed = given.get(mistake.code, given["file"])
        told = Mistake("listing", mistake.message, 0, len(blamed.text), mistake.suggestion)
        renderer.report(told, blamed.value_place)
        return body
    title = given.get("title", given["file"]).text
    return renderer.fill("listing", file_name=title, body=Markup(code), identifier=directive.identifier) + body


def read(renderer: Renderer, given: Given) -> str:
    """Return the text of a file of the project."""
    project = renderer.site.project
    try:
        return read_limited(find_file(project, project, given.text), LARGEST_TEXT).decode("utf-8-sig")
    except FileNotFoundError:
        path = Path(os.path.normpath(project / given.text))
        folder = path.parent if os.path.isdir(path.parent) else project
        suggestion = suggest(path.name, (other.name for other in content_files(folder, "*")))
        suggestion = suggestion or "write its path as seen from the folder that holds content"
        raise Mistake("file", f"there is no file {given.text!r} in the project", suggestion=suggestion) from None
    except RefusedFileError as refused:
        raise Mistake("file", refused.message, suggestion=refused.remedy) from None
    except UnicodeDecodeError:
        raise Mistake("file", f"{given.text!r} is not UTF-8 text") from None
