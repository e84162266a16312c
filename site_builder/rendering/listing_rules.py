"""The directive that includes source from a file of the project."""

from __future__ import annotations

import os
from pathlib import Path

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.drawing.listings import excerpt, highlight_file
from site_builder.problems.source import Mistake, did_you_mean
from site_builder.project_files import LARGEST_TEXT, RefusedFileError, content_files, find_file, read_limited
from site_builder.rendering.renderer import Renderer
from site_builder.syntax.options import Given
from site_builder.syntax.tokens import Directive


def listing(renderer: Renderer, token: Token) -> str:
    """Write a listing; what is in its body is reported below it."""
    directive: Directive = token.meta["directive"]
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
        suggestion = nearest(project, path)
        raise Mistake("file", f"there is no file {given.text!r} in the project", suggestion=suggestion) from None
    except RefusedFileError as refused:
        raise Mistake("file", refused.message, suggestion=refused.remedy) from None
    except UnicodeDecodeError:
        raise Mistake("file", f"{given.text!r} is not UTF-8 text") from None


def nearest(project: Path, path: Path) -> str:
    """Return the file of the same folder whose name is most like that of ``path``."""
    folder = path.parent if path.parent.is_dir() else project
    return did_you_mean(path.name, (other.name for other in content_files(folder, "*")))


LISTING_RULES = {"listing": listing}
