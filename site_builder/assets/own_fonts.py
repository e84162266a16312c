"""Faces of a project's own: font files beside ``site.toml``, cut like the built-in one to what the pages use."""

from __future__ import annotations

import hashlib
import io
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, did_you_mean
from site_builder.project_files import LARGEST_PICTURE, RefusedFileError, content_files, find_file, read_limited
from site_builder.settings.site_toml import SITE, Settings

KINDS = (".woff2", ".woff", ".ttf", ".otf")
ROLES = ("text", "label")
FAMILIES = {"text": "Site Text", "label": "Site Label"}
# Cut, style and weight that a file is said to have; a variable one is said to have all weights from this one on.
CUTS = (("roman", "normal", 400), ("bold", "normal", 700), ("italic", "italic", 400))
BOLD = 700
CODE = "font"


class OwnFace(NamedTuple):
    """A font file: its role (``text`` or ``label``), style and lightest weight, and a name for what it holds."""

    role: str
    style: str
    weight: int
    file: Path
    digest: str


def read_own_fonts(project: Path, settings: Settings) -> tuple[tuple[OwnFace, ...], list[Problem]]:
    """Return the font files that ``site.toml`` names, and what is wrong with those that cannot be used."""
    faces: list[OwnFace] = []
    problems: list[Problem] = []
    folder = (project / SITE).parent.resolve()
    for role in ROLES:
        face = getattr(settings.config.fonts, role)
        for cut, style, weight in CUTS if face else ():
            name: str = getattr(face, cut)
            if not name:
                continue
            try:
                file, digest = checked(folder, name)
                faces.append(OwnFace(role, style, weight, file, digest))
            except Mistake as mistake:
                mistake.length = len(name)
                problems.append(settings.source.mistake(mistake, settings.place("fonts", role, cut, value=True)))
    return tuple(faces), problems


def checked(folder: Path, name: str) -> tuple[Path, str]:
    """Return a font file in ``folder`` and a name for what it holds; raise ``Mistake`` for what is none."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        file = find_file(folder, folder, name, "the folder of site.toml")
        content = read_limited(file, LARGEST_PICTURE)
    except FileNotFoundError:
        files = content_files(folder, "**/*")
        known = [path.relative_to(folder).as_posix() for path in files if path.suffix.lower() in KINDS]
        suggestion = did_you_mean(name, known) or "put the file beside site.toml"
        message = f"there is no font {name!r} in the folder of site.toml"
        raise Mistake(CODE, message, suggestion=suggestion) from None
    except RefusedFileError as refused:
        raise Mistake(CODE, refused.message, suggestion=refused.remedy) from None
    try:
        with TTFont(io.BytesIO(content), lazy=True) as font:
            has_letters = ord("a") in font.getBestCmap()
    except (TTLibError, KeyError, TypeError, AssertionError, ValueError):
        raise Mistake(CODE, f"{name!r} is no font that can be read", suggestion=f"use {', '.join(KINDS)}") from None
    if not has_letters:
        raise Mistake(CODE, f"{name!r} has no letters: it is a font of signs")
    return file, hashlib.sha256(content).hexdigest()


@lru_cache(maxsize=16)
def letters_of(face: OwnFace) -> frozenset[str]:
    """Return the characters that a file has."""
    from fontTools.ttLib import TTFont

    with TTFont(face.file, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


@lru_cache(maxsize=16)
def weights_of(face: OwnFace) -> tuple[int, int]:
    """Return the lightest and the boldest weight that a file brings, as far as pages use them."""
    from fontTools.ttLib import TTFont

    with TTFont(face.file, lazy=True) as font:
        axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    if "wght" not in axes or face.style == "italic":
        return face.weight, face.weight
    lightest = max(int(axes["wght"].minValue), face.weight)
    return lightest, max(lightest, min(int(axes["wght"].maxValue), BOLD))
