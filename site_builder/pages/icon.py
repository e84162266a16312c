"""The picture in a browser's tab: a file beside ``site.toml`` that the author names, else a plain sheet of paper."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from site_builder.assets.esbuild import hashed_name
from site_builder.drawing.images import image_size, published
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, did_you_mean
from site_builder.project_files import LARGEST_PICTURE, RefusedFileError, content_files, find_file, read_limited
from site_builder.settings.site_toml import SITE, Settings

PLAIN = Path("templates") / "icon.svg"
KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True)
class Icon:
    """A picture that is published as ``file``; ``kind`` is its media type."""

    file: str
    kind: str
    content: bytes


def read_icon(project: Path, engine: Path, settings: Settings) -> tuple[Icon, list[Problem]]:
    """Return the icon of a site, and what is wrong with the one that its author names."""
    plain = _icon(PLAIN.name, (engine / PLAIN).read_bytes())
    name = settings.config.icon
    if not name:
        return plain, []
    folder = (project / SITE).parent.resolve()
    try:
        return _icon(name, _content(folder, name)), []
    except Mistake as mistake:
        mistake.length = len(name)
        return plain, [settings.source.mistake(mistake, settings.place("icon", value=True))]


def _content(folder: Path, name: str) -> bytes:
    """Return the bytes of a picture in ``folder``; raise ``Mistake`` for what is none."""
    if PurePosixPath(name).suffix.lower() not in KINDS:
        raise Mistake("icon", f"{name!r} cannot be an icon", suggestion=f"use one of {', '.join(KINDS)}")
    try:
        content = read_limited(find_file(folder, folder, name, "the folder of site.toml"), LARGEST_PICTURE)
    except FileNotFoundError:
        files = content_files(folder, "**/*")
        known = [path.relative_to(folder).as_posix() for path in files if path.suffix.lower() in KINDS]
        suggestion = did_you_mean(name, known) or "put the picture beside site.toml"
        message = f"there is no picture {name!r} in the folder of site.toml"
        raise Mistake("icon", message, suggestion=suggestion) from None
    except RefusedFileError as refused:
        raise Mistake("icon", refused.message, suggestion=refused.remedy) from None
    image_size(content, name)
    return published(content, name)


def _icon(name: str, content: bytes) -> Icon:
    """Return the icon under a name that tells its content."""
    suffix = PurePosixPath(name).suffix.lower()
    return Icon(f"assets/{hashed_name(f'icon{suffix}', hashlib.sha256(content).hexdigest())}", KINDS[suffix], content)
