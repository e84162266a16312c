"""How a site looks: its colours, its fonts for the characters that pages set, and its style sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from site_builder.assets.own_fonts import read_own_fonts
from site_builder.assets.palette import other_names, read_palette
from site_builder.assets.scripts import Scripts
from site_builder.assets.styles import Own, Styles, bundle_styles
from site_builder.drawing.formulas.temml import style_sheet
from site_builder.pipeline.given import Build
from site_builder.problems.problem import SiteError
from site_builder.rendering.body import Body
from site_builder.reuse.fingerprint import digest_folder
from site_builder.reuse.memo import digest_of

ASCII = frozenset(map(chr, range(32, 127)))


@dataclass(frozen=True)
class Look:
    """Style sheets with their fonts, and the colours of the light theme by name."""

    styles: Styles
    colors: Mapping[str, str]


def look_of(build: Build, bodies: Sequence[Body], scripts: Scripts, texts: Iterable[bytes] = ()) -> Look | None:
    """Return the look of a site; nothing where what it is made of cannot be used, which is a problem.

    ``texts`` are what figures fetch to show it.
    """
    palette, wrong_colors = read_palette(build.project, build.engine, build.settings)
    faces, wrong_faces = read_own_fonts(build.project, build.settings)
    build.problems.extend([*wrong_colors, *wrong_faces])
    if wrong_faces:
        return None
    try:
        styles = styles_of(build, bodies, scripts, texts, Own(palette.accent_rule, faces))
    except SiteError as error:
        build.problems.extend(error.problems)
        return None
    return Look(styles, {**other_names(build.project, palette.light), **palette.light})


def styles_of(build: Build, bodies: Sequence[Body], scripts: Scripts, texts: Iterable[bytes], own: Own) -> Styles:
    """Bundle styles, and fonts for the characters that pages, scripts and texts may set."""
    characters = ASCII | build.memo.get("letters", digest_of(sorted(scripts.files)), partial(characters_of, scripts))
    characters = characters.union(*(text.decode() for text in texts), *(body.characters for body in bodies))
    formulas = "".join(sorted(frozenset().union(*(body.formula_characters for body in bodies))))
    shown = "".join(sorted(character for character in characters if character.isprintable()))
    widgets = {body.info.file: body.figures for body in bodies}
    sheets = digest_folder(build.project / "static" / "css", build.engine / "static" / "css" / "engine")
    mathematics = style_sheet(build.node_modules)
    bundle = partial(bundle_styles, build.project, build.engine, build.node_modules)
    return build.memo.get(
        "styles",
        (sheets, shown, formulas, tuple(widgets.items()), own),
        partial(bundle, shown, formulas, mathematics, widgets, own),
    )


def characters_of(scripts: Scripts) -> frozenset[str]:
    """Return the characters that scripts may show."""
    unread = {scripts.urls.get("vega"), scripts.urls.get("licenses")}
    texts = (content.decode(errors="ignore") for path, content in scripts.files.items() if path not in unread)
    return frozenset().union(*texts)
