"""Bundle the style sheets: one for all pages, and one for the widgets of each page."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from site_builder.assets.esbuild import TARGET, bundle_to_files, import_of, seen_from
from site_builder.assets.fonts import OwnFace, cut_fonts, own_stacks
from site_builder.assets.scripts import ASSETS, KIT, STYLE_MISTAKES, find_widgets
from site_builder.output.files import scratch_folder
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import load_source, place_in, suggest
from site_builder.project_files import composed, content_files

COMMENT = re.compile(r"/\*[\s\S]*?\*/")
UNENDED = re.compile(
    r"(?<=[{;\n])[ \t]*(?P<first>-{0,2}[a-z][a-z-]*:[ \t]*[^\s;{},:][^;{},:\n]*)"
    r"(?=\n\s*-{0,2}[a-z][a-z-]*:\s[^;{}]*[;}])"
)


def blanked(style: str) -> str:
    """Replace the comments of a style sheet by blanks."""
    return COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), style)


def missing_semicolons(project: Path, sheets: list[Path]) -> list[Problem]:
    """Return a problem for each declaration without a semicolon before the next one."""
    problems = list[Problem]()
    for sheet in sheets:
        source = load_source(project, sheet.relative_to(project).as_posix())
        problems += source.problems
        for found in UNENDED.finditer(blanked(source.text)):
            message = "the declaration does not end before the next one begins"
            place = place_in(source.text, found.end() - 1)
            problems.append(source.problem("style", message, place, suggestion="close it with ';'"))
    return problems


IMAGE_LOADERS = tuple(f"--loader:.{kind}=file" for kind in ("avif", "jpg", "png", "svg", "webp", "woff2"))
# Characters that must be escaped in a CSS string.
ESCAPED = re.compile(r'["\\\n\r\f]')
STYLE_OPTIONS = (
    "--bundle",
    "--minify",
    f"--target={TARGET}",
    *IMAGE_LOADERS,
    *(f"--log-override:{mistake}=error" for mistake in STYLE_MISTAKES),
)


@dataclass(frozen=True)
class Own:
    """The look set in ``site.toml``: a CSS rule for the colours of its accent, and its faces."""

    rule: str = ""
    faces: tuple[OwnFace, ...] = ()


OWN_NOTHING = Own()


@dataclass(frozen=True)
class Styles:
    """The style sheets and the fonts.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site.
    url : str
        Path of the sheet that all pages share.
    page_urls : mapping
        Path of the sheet for a page's widgets, by page; a page whose widgets have no styles is missing.
    preload : tuple of str
        The fonts to preload.
    """

    files: Mapping[str, bytes]
    url: str
    page_urls: Mapping[str, str]
    preload: tuple[str, ...]


def bundle_styles(
    project: Path,
    engine: Path,
    node_modules: Path,
    characters: Iterable[str],
    formulas: Iterable[str] = (),
    mathematics: str = "",
    figures_of_page: Mapping[str, Collection[str]] | None = None,
    own: Own = OWN_NOTHING,
) -> Styles:
    """Bundle the styles that all pages share, and for each page those of its widgets.

    The shared sheet consists of fonts, styles of formulas, the engine's styles, and ``static/css/*/*.css`` of the
    project, in this order. The sheets of widgets, ``static/css/*/widgets/NAME.css``, may import files that several of
    them use, and style sheets of the kit, ``site_builder/kit/NAME.css``.

    Parameters
    ----------
    characters : iterable of str
        Characters that pages show in the text face.
    formulas : iterable of str
        Characters of the formulas.
    mathematics : str, optional
        The style sheet of formulas.
    figures_of_page : mapping, optional
        Names of figures, by the page's file.
    own : Own, optional
        The accent and the faces that ``site.toml`` names.

    Raises
    ------
    SiteError
        For CSS that does not parse or resolve, and for a widget's sheet without a widget.

    Notes
    -----
    About 50 ms, and a second if the fonts are not cached for these characters.
    """
    fonts = cut_fonts(node_modules, frozenset(characters), frozenset(formulas), own.faces)
    # In the layer of plain elements, so that other styles override those of formulas.
    sources: list[str | Path] = [as_address(f"{fonts.css}@layer base{{{mathematics}}}"), *engine_styles(engine)]
    # After the engine's, whose colours and faces they override, and before the project's, which override all.
    sources += [as_address(own.rule + own_stacks(own.faces)), *project_styles(project)]
    sheets = {"site": sources}
    of_widget = widget_styles(project)
    page_of = {}
    for page, figures in (figures_of_page or {}).items():
        if styled := sorted(of_widget.keys() & figures):
            sheet = f"page-{PurePosixPath(page).stem}"
            sheets[sheet], page_of[sheet] = [of_widget[name] for name in styled], page
    kit = f"--alias:{KIT}={seen_from(project, engine / 'static' / 'css' / 'engine' / 'kit')}"
    options = (*STYLE_OPTIONS, kit, *(f"--external:./{name}" for name in fonts.files))
    with scratch_folder({f"{name}.css": imports(sources, project) for name, sources in sheets.items()}) as scratch:
        entries = {name: scratch / f"{name}.css" for name in sheets}
        bundle = bundle_to_files(options, entries, project, node_modules)
    files = {**bundle.files, **fonts.files}
    urls = {name: f"{ASSETS}/{file}" for name, file in bundle.entries.items()}
    return Styles(
        files={f"{ASSETS}/{name}": content for name, content in files.items()},
        url=urls["site"],
        page_urls={page: urls[sheet] for sheet, page in page_of.items()},
        preload=tuple(f"{ASSETS}/{name}" for name in fonts.preload),
    )


def imports(sources: Iterable[str | Path], project: Path) -> str:
    """Return a style sheet that imports others, which are files or addresses; later ones take precedence."""
    names = (import_of(source, project) if isinstance(source, Path) else source for source in sources)
    return "".join(f'@import "{ESCAPED.sub(escape, name)}";\n' for name in names)


def escape(character: re.Match[str]) -> str:
    """Return the escape sequence of a character in a CSS string."""
    return f"\\{ord(character[0]):x} "


def as_address(css: str) -> str:
    """Return a style sheet as a data URL that others can import."""
    return f"data:text/css;base64,{base64.b64encode(css.encode()).decode()}"


def engine_styles(engine: Path) -> list[Path]:
    """Return the engine's style sheets of all pages; later ones take precedence."""
    found = (engine / "static" / "css" / "engine").glob("*.css")
    return sorted(found, key=lambda path: (path.stem != "tokens", path))


def project_styles(project: Path) -> list[Path]:
    """Return the project's style sheets of all pages; later ones take precedence."""
    found = content_files(project / "static" / "css", "*/*.css")
    return [path for path in found if path.parent.name != "engine"]


def widget_styles(project: Path) -> dict[str, Path]:
    """Return the style sheet of each widget that has one, ``static/css/*/widgets/NAME.css``, by the widget's name.

    Raises
    ------
    SiteError
        For a sheet without a widget of the same name, which no page would load, and for missing semicolons.
    """
    known = find_widgets(project)
    sheets = content_files(project / "static" / "css", "*/widgets/*.css")
    problems = missing_semicolons(project, [*sheets, *project_styles(project)])
    problems += [
        Problem(
            path.relative_to(project).as_posix(),
            0,
            0,
            "style-unused",
            f"no widget is called {path.stem!r}, so no page would load this style sheet",
            suggest(path.stem, known, "widgets") or "move it up one folder, so that all pages load it",
        )
        for path in sheets
        if composed(path.stem) not in known
    ]
    if problems:
        raise SiteError(problems)
    return {composed(path.stem): path for path in sheets}
