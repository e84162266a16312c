"""Rules for images: hashed, sized, with words for those who cannot see them."""

from __future__ import annotations

import hashlib
import os
import re
from html import escape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from markupsafe import Markup

from site_builder.drawing.images import KINDS, WIDTHS, Size, image_size, lighter_copies, published
from site_builder.problems.source import Mistake, did_you_mean
from site_builder.project_files import (
    LARGEST_PICTURE,
    RefusedFileError,
    composed,
    content_files,
    find_file,
    read_limited,
)
from site_builder.rendering.lines import line_in
from site_builder.rendering.renderer import Renderer, Tokens

FOLDER = "content/chapters"
# What ends an address in `srcset`, or has to be written as something else in one.
AWKWARD = re.compile(r"[^\w.-]+")


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
    return f'<img {sources} alt="{escape(words)}" {size} loading="lazy" decoding="async">'


def publish(renderer: Renderer, href: str) -> tuple[str, Size]:
    """Add an image, or its lighter copies, to the files of the page; return where a browser finds it, and its size."""
    if "://" in href or href.startswith(("/", "data:")):
        suggestion = "keep a copy beside the chapter and name it by its path"
        raise Mistake("image", "pages show only pictures of their own", 0, len(href), suggestion)
    folder = renderer.site.project / FOLDER
    try:
        content = read_limited(find_file(renderer.site.project, folder, href), LARGEST_PICTURE)
    except FileNotFoundError:
        beside = Path(os.path.normpath(folder / href))
        suggestion = did_you_mean(href, pictures_in(folder, renderer.site.project, beside), f"pictures in {FOLDER}")
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
    """Add a file to those of the page under a name that tells its content; return its path."""
    path = f"assets/{AWKWARD.sub('-', stem)}-{hashlib.sha256(content).hexdigest()[:8]}{suffix}"
    renderer.draft.files[path] = content
    return path


def pictures_in(chapters: Path, project: Path, beside: Path) -> set[str]:
    """Return the pictures below the chapters, and those beside another file of the project, as a chapter names them."""
    near = content_files(beside.parent, "*") if beside.is_relative_to(project) else ()
    pictures = (file for file in (*content_files(chapters, "**/*"), *near) if file.suffix.lower() in KINDS)
    return {composed(Path(os.path.relpath(file, chapters)).as_posix()) for file in pictures}


def picture(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write an image that stands alone and has a title, which is its caption."""
    inline = tokens[index].meta["image"]
    other, children = line_in(renderer, str(inline.attrs["title"]), renderer.written.source, inline.meta["place"])
    caption = other.line(children)
    renderer.draft.captions.append(caption)
    return renderer.fill("image", picture=Markup(image(renderer, [inline], 0)), caption=caption) + "\n"


RULES = {"image": image, "picture": picture}
