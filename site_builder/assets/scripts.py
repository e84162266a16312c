"""Bundle the scripts that readers load."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from site_builder.assets.esbuild import (
    TARGET,
    bundle_to_files,
    hashed_name,
    import_of,
    merge_chunks,
    run_esbuild,
    seen_from,
)
from site_builder.assets.fonts import FORMULA_PACKAGE as FORMULA_FONT_PACKAGE
from site_builder.assets.fonts import PACKAGE as FONT_PACKAGE
from site_builder.assets.kernels import published_compilers
from site_builder.assets.packages import INPUT, license_text
from site_builder.output.files import scratch_folder
from site_builder.problems.problem import Problem, SiteError
from site_builder.project_files import composed, content_files

ASSETS = "assets"
SOURCES = "static/js/engine/"
# Letters are not escaped, because the characters for fonts are collected from the scripts.
PLAIN_LETTERS = "--charset=utf8"
MODULE_OPTIONS = (
    "--bundle",
    "--splitting",
    "--format=esm",
    "--minify",
    f"--target={TARGET}",
    "--legal-comments=none",
    PLAIN_LETTERS,
)
EARLY_OPTIONS = ("--bundle", "--format=iife", "--minify", f"--target={TARGET}", "--legal-comments=none", PLAIN_LETTERS)
# Warnings that are errors here, because browsers ignore such declarations silently.
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
# Name of the module of all explorables, which no widget can have; bundled only if there are explorables.
EXPLORE = "site_builder/explore"
# Import path of the kit for widgets of projects.
KIT = "site_builder/kit"
# Import path of the engine's texts for its scripts.
WORDS = "site_builder/words"
# The script of all pages. Modules of figures and parts on demand import it although the page has loaded it already, so
# that esbuild puts shared code into one file, not into one for each set of modules that share some code.
MAIN = "site_builder/main"
# Import path of the parts that pages load on demand; an app's pages have them in the script of all pages.
PARTS = "site_builder/parts"
# Features of pages that some part of the engine serves; scripts test them as `HAS.tables`.
HELD = (
    *("concepts", "contents", "datasets", "dock", "embed", "embeds", "far"),
    *("listings", "scrollers", "scrubs", "sets", "steps", "tables", "tips"),
    "translations",
)
STILL_PARTS = ("view", "layouts", "readouts", "card")
STILL_OPTIONS = (
    "--bundle",
    "--format=iife",
    "--global-name=widgets",
    f"--target={TARGET}",
    "--sourcemap=inline",
    "--sources-content=false",
    "--log-override:import-is-undefined=silent",
)


# Exports of the module of a figure that pages use.
LIVE_PARTS = ("mount", "readouts")


@dataclass(frozen=True)
class Modules:
    """Bundled modules.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site.
    urls : mapping
        Path in the site by logical name, as in ``Scripts``.
    exports : mapping
        Names that a module exports, by its logical name.
    parts : mapping
        Path in the site of each part of the engine that pages import on demand, by its source, ``prose/dock.js``.
    packages : frozenset of str
        Names of the packages whose code they contain.
    """

    files: Mapping[str, bytes]
    urls: Mapping[str, str]
    exports: Mapping[str, tuple[str, ...]]
    parts: Mapping[str, str]
    packages: frozenset[str]


@dataclass(frozen=True)
class Scripts:
    """Bundled scripts.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site.
    urls : mapping
        Path in the site by logical name: ``early``, ``main``, ``widget:NAME``, and ``licenses``, the text that the
        page's footer links to.
    exports : mapping
        Names that the module of each widget exports, by the widget's name.
    still_bundle : str
        Classic script that defines ``widgets``, the functions that the build runs in ``widgets.Stills``.
    moved : tuple
        Path and content of the classic script of pages that redirect, for sites with redirects.
    """

    files: Mapping[str, bytes]
    urls: Mapping[str, str]
    exports: Mapping[str, tuple[str, ...]]
    still_bundle: str
    moved: tuple[str, bytes]


def bundle_scripts(project: Path, engine: Path, node_modules: Path, words: Mapping[str, str]) -> Scripts:
    """Bundle the engine's scripts and the project's widgets (``static/js/*/widgets/*.js``).

    ``words`` holds the texts of the engine by name; each script contains only those that it uses.

    Raises
    ------
    SiteError
        For code that does not parse or resolve, with file, line and column.

    Notes
    -----
    About 60 ms; the bytes do not depend on the path of the project.
    """
    widgets = find_widgets(project)
    sources = engine / "static" / "js" / "engine"
    asked = dict.fromkeys(module_sources(project, engine), ())
    stills = dict(widgets)
    if has_explorables(project):
        stills[EXPLORE] = sources / "explorables" / "explore.js"
    with scratch_folder({"words.ts": words_module(words)}) as scratch, ThreadPoolExecutor() as threads:
        known = known_names(project, engine, scratch)
        modules = threads.submit(bundle_modules, project, engine, node_modules, words, asked)
        early, moved = (
            threads.submit(run_esbuild, EARLY_OPTIONS, f"import {json.dumps(name)};", project, node_modules)
            for name in (import_of(sources / file, project) for file in ("early.js", "moved.js"))
        )
        whole = still_source(stills, project)
        still = threads.submit(run_esbuild, (*STILL_OPTIONS, *known), whole, project, node_modules)
    # Removes the temporary folder of the texts, which differs in each build. The pattern matches only at the start of a
    # word, because the source map at the end has a million characters.
    bundle = re.sub(rf'(?<=[\s"])[^\s"]*{re.escape(scratch.name)}/', "", still.result())
    classic = {"early": early.result().encode(), "moved": moved.result().encode()}
    return collect(modules.result(), classic, bundle, widgets, node_modules, published_compilers(project))


def bundle_modules(
    project: Path,
    engine: Path,
    node_modules: Path,
    words: Mapping[str, str],
    asked: Mapping[str, Sequence[str]],
    held: Collection[str] | None = None,
) -> Modules:
    """Bundle some of the modules, for pages of an app that have only the features ``held``; None bundles for all pages.

    Bundles of few modules have fewer and smaller files, which do not depend on other modules.

    Parameters
    ----------
    asked : mapping
        The exports that pages use, by the logical name of the module; others are left out. An empty list means all
        exports.
    """
    sources = module_sources(project, engine)
    doors = {
        f"{entry_name(name)}.js": f"import {json.dumps(MAIN)};\n"
        f"export {listed(parts)} from {json.dumps(import_of(sources[name], project))};"
        for name, parts in asked.items()
        if name != "main"
    }
    with scratch_folder({"words.ts": words_module(words), **doors}) as scratch:
        entries = {"main": sources["main"], **{door.removesuffix(".js"): scratch / door for door in doors}}
        # Code for other features is left out.
        features = (f"--define:HAS.{name}={'true' if held is None or name in held else 'false'}" for name in HELD)
        names = known_names(project, engine, scratch, "parts.js" if held is None else "app-parts.js")
        options = (*MODULE_OPTIONS, *features, *names)
        parts = bundle_to_files(options, entries, project, node_modules)
    made = merge_chunks(parts, MODULE_OPTIONS, project, node_modules)
    return Modules(
        files={f"{ASSETS}/{name}": content for name, content in made.files.items()},
        urls={name: f"{ASSETS}/{made.entries[entry_name(name)]}" for name in asked},
        exports={name: made.exports[entry_name(name)] for name in asked},
        parts={
            source.rpartition(SOURCES)[2]: f"{ASSETS}/{name}"
            for name, source in made.made_from.items()
            if SOURCES in source
        },
        packages=frozenset(
            found[-1] for paths in made.inputs.values() for path in paths if (found := INPUT.findall(path))
        ),
    )


def listed(parts: Sequence[str]) -> str:
    """Return the names in an export statement; all if there are none."""
    return f"{{{', '.join(parts)}}}" if parts else "*"


def module_sources(project: Path, engine: Path) -> dict[str, Path]:
    """Return the sources of all modules that pages load, by logical name."""
    sources = engine / "static" / "js" / "engine"
    modules = {"main": sources / "main.js"} | {f"widget:{name}": path for name, path in find_widgets(project).items()}
    if has_explorables(project):
        modules[f"widget:{EXPLORE}"] = sources / "explorables" / "explore.js"
    return modules


def entry_name(logical: str) -> str:
    """Return the entry name of a module, with which its file name begins."""
    return "explore" if logical == f"widget:{EXPLORE}" else logical.replace(":", "-")


def known_names(project: Path, engine: Path, scratch: Path, parts: str = "parts.js") -> tuple[str, ...]:
    """Return the options that define the import paths of the kit, the script of all pages, its parts, and the texts."""
    sources = engine / "static" / "js" / "engine"
    named = {KIT: "kit/index.js", MAIN: "main.js", PARTS: parts}
    files = (f"--alias:{name}={seen_from(project, sources / file)}" for name, file in named.items())
    return (*files, f"--alias:{WORDS}={scratch / 'words.ts'}")


def words_module(words: Mapping[str, str]) -> str:
    """Return texts as a TypeScript ``enum``, whose values esbuild inlines where they are used."""
    members = ",\n".join(f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in words.items())
    return f"export enum WORDS {{\n{members}\n}}\n"


def collect(
    modules: Modules,
    scripts: Mapping[str, bytes],
    still: str,
    widgets: Iterable[str],
    node_modules: Path,
    compilers: Iterable[Path],
) -> Scripts:
    """Combine the outputs of :func:`bundle_scripts`."""
    licenses = license_text(
        node_modules, modules.packages | {"temml", FONT_PACKAGE, FORMULA_FONT_PACKAGE}, compilers
    ).encode()
    early = scripts["early"]
    early_url = named("early.js", early)
    return Scripts(
        files={**modules.files, early_url: early, f"{ASSETS}/licenses.txt": licenses},
        urls={"early": early_url, **modules.urls, "licenses": f"{ASSETS}/licenses.txt"},
        exports={name: modules.exports[f"widget:{name}"] for name in widgets},
        still_bundle=still,
        moved=(named("moved.js", scripts["moved"]), scripts["moved"]),
    )


def has_explorables(project: Path) -> bool:
    """Return whether a project has explorables."""
    return bool(content_files(project / "content" / "explorables", "*.py"))


def find_widgets(project: Path) -> dict[str, Path]:
    """Return the module of each widget by name.

    Raises
    ------
    SiteError
        If two folders contain a widget of the same name.
    """
    widgets: dict[str, Path] = {}
    for path in content_files(project / "static" / "js", "*/widgets/*.js"):
        name = composed(path.stem)
        if name in widgets:
            place = path.relative_to(project).as_posix()
            other = widgets[name].relative_to(project).as_posix()
            raise SiteError([Problem(place, 0, 0, "widget-twice", f"{other} is a widget of the same name")])
        widgets[name] = path
    return widgets


def still_source(widgets: Mapping[str, Path], project: Path) -> str:
    """Return an entry module that exports only the functions of widgets that the build runs."""
    lines = []
    for number, (name, path) in enumerate(widgets.items()):
        lines.append(f"import * as module{number} from {json.dumps(import_of(path, project))};")
        parts = ", ".join(f"{part}: module{number}.{part}" for part in STILL_PARTS)
        lines.append(f"const still{number} = {{{parts}}};")
        lines.append(f"export {{still{number} as {json.dumps(name)}}};")
    return "\n".join(lines)


def named(name: str, content: bytes) -> str:
    """Return the path of an asset with a digest of its content."""
    return f"{ASSETS}/{hashed_name(name, hashlib.sha256(content).hexdigest())}"
