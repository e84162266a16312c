"""Bundle the scripts that readers load; every file is named by its content."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from site_builder.assets.esbuild import (
    TARGET,
    Bundle,
    Joined,
    bundle_to_files,
    bundle_to_text,
    hashed_name,
    import_of,
    seen_from,
)
from site_builder.assets.fonts import FORMULA_PACKAGE as FORMULA_FONT_PACKAGE
from site_builder.assets.fonts import PACKAGE as FONT_PACKAGE
from site_builder.assets.kernels import published_compilers
from site_builder.assets.packages import license_text, packages_of
from site_builder.output.files import scratch_folder
from site_builder.problems.problem import Problem, SiteError
from site_builder.project_files import composed, content_files

ASSETS = "assets"
SOURCES = "static/js/engine/"
# Letters as they are: those of all that scripts may say are looked for in them.
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
# The module behind all explorables of a project, under a name that no widget can have; only where there are any.
EXPLORE = "site_builder/explore"
# The one name under which any project's widgets find the kit.
KIT = "site_builder/kit"
# And the one under which the engine's scripts find its words.
WORDS = "site_builder/words"
# What pages can hold that some part of the engine is for, as its scripts ask: `HAS.charts`.
HELD = (
    *("charts", "concepts", "contents", "datasets", "dock", "embed", "embeds", "far"),
    *("listings", "scrollers", "scrubs", "sets", "steps", "tables", "tips"),
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
    still_bundle : str
        Classic script that defines ``widgets``: what the build runs of every widget, for ``widgets.Stills``.
    parts : mapping
        Path in the site of each part of the engine that pages import on demand, by its source, ``prose/dock.js``.
    moved : tuple
        Path and bytes of the classic script that leads on from what has moved, for a site in which something has.
    """

    files: Mapping[str, bytes]
    urls: Mapping[str, str]
    exports: Mapping[str, tuple[str, ...]]
    still_bundle: str
    parts: Mapping[str, str]
    moved: tuple[str, bytes]


def bundle_scripts(project: Path, engine: Path, node_modules: Path, words: Mapping[str, str]) -> Scripts:
    """Bundle the engine's scripts and the project's widgets (``static/js/*/widgets/*.js``).

    ``words`` are what the engine says, by name; each script holds only those that it uses.

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
    stills = dict(widgets)
    entries = {entry_name(logical): path for logical, path in module_sources(project, engine).items()}
    if has_explorables(project):
        stills[EXPLORE] = entries["explore"]
    with scratch_folder({"words.ts": words_module(words)}) as scratch, ThreadPoolExecutor() as threads:
        known = known_names(project, engine, scratch)
        options = (*MODULE_OPTIONS, *told_of_pages(), *known)
        modules = threads.submit(bundle_to_files, options, entries, project, node_modules, "main")
        early, moved = (
            threads.submit(bundle_to_text, EARLY_OPTIONS, f"import {json.dumps(name)};", project, node_modules)
            for name in (import_of(sources / file, project) for file in ("early.js", "moved.js"))
        )
        whole = still_source(stills, project)
        still = threads.submit(bundle_to_text, (*STILL_OPTIONS, *known), whole, project, node_modules)
    # The same bundle in each build, wherever the words lay; looked for only where a word begins, since the map at its
    # end is one of a million letters.
    bundle = re.sub(rf'(?<=[\s"])[^\s"]*{re.escape(scratch.name)}/', "", still.result())
    classic = {"early": early.result().encode(), "moved": moved.result().encode()}
    return collect(modules.result(), classic, bundle, widgets, node_modules, published_compilers(project))


def module_sources(project: Path, engine: Path) -> dict[str, Path]:
    """Return the sources of all modules that pages name, by logical name."""
    sources = engine / "static" / "js" / "engine"
    modules = {"main": sources / "main.js"} | {f"widget:{name}": path for name, path in find_widgets(project).items()}
    if has_explorables(project):
        modules[f"widget:{EXPLORE}"] = sources / "explorables" / "explore.js"
    return modules


def entry_name(logical: str) -> str:
    """Return how the file of a module begins."""
    return "explore" if logical == f"widget:{EXPLORE}" else logical.replace(":", "-")


def known_names(project: Path, engine: Path, scratch: Path) -> tuple[str, ...]:
    """Return the options by which modules find the kit and the engine's words."""
    kit = engine / "static" / "js" / "engine" / "kit" / "index.js"
    return f"--alias:{KIT}={seen_from(project, kit)}", f"--alias:{WORDS}={scratch / 'words.ts'}"


def parts_of(modules: Bundle) -> dict[str, str]:
    """Return the path in the site of each part of the engine that is fetched by itself, by its source."""
    return {
        source.rpartition(SOURCES)[2]: f"{ASSETS}/{name}"
        for name, source in modules.made_from.items()
        if SOURCES in source
    }


def told_of_pages(held: Collection[str] = HELD) -> Iterator[str]:
    """Return the options that tell scripts what the pages hold; what is for nothing in them is left out."""
    return (f"--define:HAS.{name}={'true' if name in held else 'false'}" for name in HELD)


def words_module(words: Mapping[str, str]) -> str:
    """Return words as TypeScript: the values of an ``enum`` are put where they are used, and the others left out."""
    members = ",\n".join(f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in words.items())
    return f"export enum WORDS {{\n{members}\n}}\n"


def collect(
    modules: Bundle,
    scripts: Mapping[str, bytes],
    still: str,
    widgets: Iterable[str],
    node_modules: Path,
    compilers: Iterable[Path],
) -> Scripts:
    """Put the pieces of :func:`bundle_scripts` under their names."""
    vega = (node_modules / "vega" / "build" / "vega.min.js").read_bytes()
    names = {"main": "main"} | {f"widget:{name}": f"widget-{name}" for name in widgets}
    names |= {f"widget:{EXPLORE}": "explore"} if "explore" in modules.entries else {}
    licenses = license_text(
        node_modules, packages_of(modules.inputs) | {"temml", "vega", FONT_PACKAGE, FORMULA_FONT_PACKAGE}, compilers
    ).encode()
    early = scripts["early"]
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
        still_bundle=still,
        parts=parts_of(modules),
        moved=(named("moved.js", scripts["moved"]), scripts["moved"]),
    )


def has_explorables(project: Path) -> bool:
    """Tell whether a project has figures that are written in Python."""
    return bool(content_files(project / "content" / "explorables", "*.py"))


def find_widgets(project: Path) -> dict[str, Path]:
    """Return the module of each widget by name.

    Raises
    ------
    SiteError
        If two folders hold a widget of the same name.
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
    """Return a module that exports what the still pictures need; all else is left out of the bundle."""
    lines = []
    for number, (name, path) in enumerate(widgets.items()):
        lines.append(f"import * as module{number} from {json.dumps(import_of(path, project))};")
        parts = ", ".join(f"{part}: module{number}.{part}" for part in STILL_PARTS)
        lines.append(f"const still{number} = {{{parts}}};")
        lines.append(f"export {{still{number} as {json.dumps(name)}}};")
    return "\n".join(lines)


def named(name: str, content: bytes) -> str:
    """Return the path of an asset, named by its content."""
    return f"{ASSETS}/{hashed_name(name, hashlib.sha256(content).hexdigest())}"


# What pages ask of the module of a figure.
LIVE_PARTS = ("mount", "readouts")


@dataclass(frozen=True)
class Modules:
    """Some modules, bundled for pages that load no others.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site.
    urls : mapping
        Path in the site by logical name, as in ``Scripts``.
    parts : mapping
        Path in the site of each part of the engine that pages import on demand, by its source.
    """

    files: Mapping[str, bytes]
    urls: Mapping[str, str]
    parts: Mapping[str, str]


def bundle_some(
    project: Path,
    engine: Path,
    node_modules: Path,
    words: Mapping[str, str],
    asked: Mapping[str, Sequence[str]],
    held: Collection[str],
    joined: Joined | None = None,
) -> Modules:
    """Bundle some modules apart from all others, for pages that hold no more than is ``held``.

    What many pages share is in many small files, since each of them holds what the same pages need; of few modules
    there are fewer and smaller ones, and they stay as they are when other modules change.

    Parameters
    ----------
    asked : mapping
        What pages ask of each module, by its logical name: what it exports for the build alone is left out. Of one of
        which nothing is named they ask all.
    """
    sources = {name: path for name, path in module_sources(project, engine).items() if name in asked}
    doors = {
        f"{entry_name(name)}.js": f"export {{{', '.join(parts)}}} from {json.dumps(import_of(sources[name], project))};"
        for name, parts in asked.items()
        if parts
    }
    with scratch_folder({"words.ts": words_module(words), **doors}) as scratch:
        entries = {entry_name(name): path for name, path in sources.items()}
        entries |= {door.removesuffix(".js"): scratch / door for door in doors}
        options = (*MODULE_OPTIONS, *told_of_pages(held), *known_names(project, engine, scratch))
        made = bundle_to_files(options, entries, project, node_modules, "main", joined)
    return Modules(
        files={f"{ASSETS}/{name}": content for name, content in made.files.items()},
        urls={name: f"{ASSETS}/{made.entries[entry_name(name)]}" for name in asked},
        parts=parts_of(made),
    )
