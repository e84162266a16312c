"""Bundle the scripts and styles that readers load; every file is named by its content.

A page has two style sheets: one that all pages share, and one for the widgets that it shows, so that no page waits for
the look of figures on other pages.

Scripts are ES modules, split so that shared code is loaded once. Only ``early`` is a classic script: it runs before
the page is painted. ``vega`` is published as it came, because it is fetched only when a reader asks for a live chart.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from site_builder.bundler import TARGET, Bundle, bundle_to_files, bundle_to_text, closure, hashed_name
from site_builder.errors import Problem, SiteError
from site_builder.fonts import PACKAGE as FONT_PACKAGE
from site_builder.fonts import cut_fonts
from site_builder.formula_font import PACKAGE as FORMULA_FONT_PACKAGE
from site_builder.licenses import license_text, packages_of
from site_builder.output import scratch_folder
from site_builder.source import did_you_mean

ASSETS = "assets"
IMAGE_LOADERS = tuple(f"--loader:.{kind}=file" for kind in ("avif", "jpg", "png", "svg", "webp", "woff2"))
MODULE_OPTIONS = ("--bundle", "--splitting", "--format=esm", "--minify", f"--target={TARGET}", "--legal-comments=none")
EARLY_OPTIONS = ("--bundle", "--format=iife", "--minify", f"--target={TARGET}", "--legal-comments=none")
# What browsers would pass over in silence.
STYLE_MISTAKES = (
    "css-syntax-error",
    "invalid-@charset",
    "invalid-@import",
    "invalid-@layer",
    "invalid-calc",
    "js-comment-in-css",
    "unsupported-@charset",
    "unsupported-@namespace",
    "unsupported-css-property",
)
STYLE_OPTIONS = (
    "--bundle",
    "--minify",
    f"--target={TARGET}",
    *IMAGE_LOADERS,
    *(f"--log-override:{mistake}=error" for mistake in STYLE_MISTAKES),
)
STILL_PARTS = ("view", "layouts", "readouts")
STILL_OPTIONS = (
    "--bundle",
    "--format=iife",
    "--global-name=widgets",
    f"--target={TARGET}",
    "--sourcemap=inline",
    "--sources-content=false",
    "--log-override:import-is-undefined=silent",
)


@dataclass(frozen=True)
class Scripts:
    """Bundled scripts.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site.
    urls : mapping
        Path in the site by logical name: ``early``, ``main``, ``widget:NAME``, ``vega``, and ``licenses``, the text
        that the page's footer links to.
    exports : mapping
        Names that the module of each widget exports, by the widget's name.
    loads : mapping
        For each logical module name, the paths that the browser fetches with it at once (itself and its static
        imports).
    still_bundle : str
        Classic script that defines ``widgets``: what the build runs of every widget, for ``widgets.Stills``.
    """

    files: Mapping[str, bytes]
    urls: Mapping[str, str]
    exports: Mapping[str, tuple[str, ...]]
    loads: Mapping[str, tuple[str, ...]]
    still_bundle: str


def bundle_scripts(project: Path, engine: Path, node_modules: Path) -> Scripts:
    """Bundle the engine's scripts and the project's widgets (``static/js/*/widgets/*.js``).

    Raises
    ------
    SiteError
        For code that does not parse or resolve, with file, line and column.

    Notes
    -----
    About 60 ms; the bytes do not depend on where the project lies.
    """
    widgets = find_widgets(project)
    sources = engine / "static" / "js" / "engine"
    entries = {"main": sources / "main.js"} | {f"widget-{name}": path for name, path in widgets.items()}
    with ThreadPoolExecutor() as threads:
        modules = threads.submit(bundle_to_files, MODULE_OPTIONS, entries, project, node_modules)
        early = threads.submit(
            bundle_to_text, EARLY_OPTIONS, f"import {json.dumps(str(sources / 'early.js'))};", project, node_modules
        )
        still = threads.submit(bundle_to_text, STILL_OPTIONS, still_source(widgets), project, node_modules)
    return collect(modules.result(), early.result().encode(), still.result(), widgets, node_modules)


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
        The fonts to fetch at once.
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
) -> Styles:
    """Bundle the styles that all pages share, and for each page those of its widgets.

    Shared are fonts, the engine's styles, those of mathematics, and ``static/css/*/*.css`` of the project, in this
    order. The sheets of widgets, ``static/css/*/widgets/NAME.css``, may import parts that several of them use.

    Parameters
    ----------
    characters : iterable of str
        The characters that pages set in the text face.
    formulas : iterable of str
        Those of the formulas.
    mathematics : str, optional
        The style sheet of formulas.
    figures_of_page : mapping, optional
        Names of figures, by the page's file.

    Raises
    ------
    SiteError
        For CSS that does not parse or resolve, and for a widget's sheet without a widget.

    Notes
    -----
    About 50 ms, and a second where the fonts were never cut for these characters.
    """
    fonts = cut_fonts(node_modules, frozenset(characters), frozenset(formulas))
    # In the layer of plain elements, so that the styles of parts and pages win over those of mathematics.
    generated = base64.b64encode(f"{fonts.css}@layer base{{{mathematics}}}".encode()).decode()
    sheets = {"site": [f"data:text/css;base64,{generated}", *map(str, style_sources(project, engine))]}
    of_widget = widget_styles(project)
    page_of = {}
    for page, figures in (figures_of_page or {}).items():
        if styled := sorted(of_widget.keys() & figures):
            sheet = f"page-{PurePosixPath(page).stem}"
            sheets[sheet], page_of[sheet] = [str(of_widget[name]) for name in styled], page
    options = (*STYLE_OPTIONS, *(f"--external:./{name}" for name in fonts.files))
    with scratch_folder({f"{name}.css": imports(sources) for name, sources in sheets.items()}) as scratch:
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


def imports(sources: Iterable[str]) -> str:
    """Return a style sheet that imports others; later ones win."""
    return "".join(f"@import {json.dumps(source)};\n" for source in sources)


def style_sources(project: Path, engine: Path) -> list[Path]:
    """Return the style sheets of all pages in the order in which later ones win."""
    ours = sorted((engine / "static" / "css" / "engine").glob("*.css"), key=lambda path: (path.stem != "tokens", path))
    theirs = sorted((project / "static" / "css").glob("*/*.css"))
    return [*ours, *(path for path in theirs if path.parent.name != "engine")]


def widget_styles(project: Path) -> dict[str, Path]:
    """Return the style sheet of each widget that has one, ``static/css/*/widgets/NAME.css``, by the widget's name.

    Raises
    ------
    SiteError
        For a sheet that no widget is called like: no page would ever load it.
    """
    known = find_widgets(project)
    sheets = sorted((project / "static" / "css").glob("*/widgets/*.css"))
    problems = [
        Problem(
            path.relative_to(project).as_posix(),
            0,
            0,
            "style-unused",
            f"no widget is called {path.stem!r}, so no page would load this style sheet",
            did_you_mean(path.stem, known, "widgets") or "move it up one folder for all pages to have it",
        )
        for path in sheets
        if path.stem not in known
    ]
    if problems:
        raise SiteError(problems)
    return {path.stem: path for path in sheets}


def collect(modules: Bundle, early: bytes, still: str, widgets: Iterable[str], node_modules: Path) -> Scripts:
    """Put the pieces of :func:`bundle_scripts` under their names."""
    vega = (node_modules / "vega" / "build" / "vega.min.js").read_bytes()
    names = {"main": "main"} | {f"widget:{name}": f"widget-{name}" for name in widgets}
    linked = {name: set(imported) for name, imported in modules.imports.items()}
    licenses = license_text(
        node_modules, packages_of(modules.inputs) | {"vega", FONT_PACKAGE, FORMULA_FONT_PACKAGE}
    ).encode()
    classic = {"early": named("early.js", early), "vega": named("vega.min.js", vega)}
    return Scripts(
        files={
            **{f"{ASSETS}/{name}": content for name, content in modules.files.items()},
            classic["early"]: early,
            classic["vega"]: vega,
            f"{ASSETS}/licenses.txt": licenses,
        },
        urls={
            **classic,
            **{logical: f"{ASSETS}/{modules.entries[name]}" for logical, name in names.items()},
            "licenses": f"{ASSETS}/licenses.txt",
        },
        exports={name: modules.exports[f"widget-{name}"] for name in widgets},
        loads={
            logical: tuple(f"{ASSETS}/{path}" for path in sorted(closure(modules.entries[name], linked)))
            for logical, name in names.items()
        },
        still_bundle=still,
    )


def find_widgets(project: Path) -> dict[str, Path]:
    """Return the module of each widget by name.

    Raises
    ------
    SiteError
        If two folders hold a widget of the same name.
    """
    widgets: dict[str, Path] = {}
    for path in sorted((project / "static" / "js").glob("*/widgets/*.js")):
        if path.stem in widgets:
            place = path.relative_to(project).as_posix()
            other = widgets[path.stem].relative_to(project).as_posix()
            raise SiteError([Problem(place, 0, 0, "widget-twice", f"{other} is a widget of the same name")])
        widgets[path.stem] = path
    return widgets


def still_source(widgets: Mapping[str, Path]) -> str:
    """Return a module that exports what the still pictures need; all else is left out of the bundle."""
    lines = []
    for number, (name, path) in enumerate(widgets.items()):
        lines.append(f"import * as module{number} from {json.dumps(str(path))};")
        parts = ", ".join(f"{part}: module{number}.{part}" for part in STILL_PARTS)
        lines.append(f"const still{number} = {{{parts}}};")
        lines.append(f"export {{still{number} as {json.dumps(name)}}};")
    return "\n".join(lines)


def named(name: str, content: bytes) -> str:
    """Return the path of an asset, named by its content."""
    return f"{ASSETS}/{hashed_name(name, hashlib.sha256(content).hexdigest())}"
