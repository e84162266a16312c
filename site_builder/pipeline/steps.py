"""The steps of a build, in order: from the files of a project to the files of its site."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from site_builder.assets.fonts import matched_fallback
from site_builder.assets.kernels import compile_kernels, published_compilers
from site_builder.assets.packages import cached_bundle
from site_builder.assets.scripts import Scripts, bundle_scripts, has_explorables
from site_builder.assets.texts import read_texts
from site_builder.cache.fingerprint import digest_folder
from site_builder.cache.results import digest_of
from site_builder.checks.figures import check_exports
from site_builder.checks.prose import check_explorable_words, check_listings, check_words
from site_builder.checks.site import check_downloads, check_listed, check_names, check_uses, held_back
from site_builder.checks.weights import check_budget_names, check_pictures
from site_builder.data.files import form_of
from site_builder.data.manifest import Manifest, read_manifest, read_unfinished, with_programs
from site_builder.data.tables import Tables
from site_builder.drawing.cached import Workshop
from site_builder.drawing.directives import FOLDER, OwnDirectives, load_directives
from site_builder.pages.addresses import read_moved
from site_builder.pages.search import KNOWN_TERMS, read_known
from site_builder.pipeline.bodies import gather_site, write_bodies
from site_builder.pipeline.context import Build, BuildResult, in_thread
from site_builder.pipeline.explorables import (
    add_numbers,
    begin_explorables,
    finish_explorables,
    read_out,
    with_explorables,
)
from site_builder.pipeline.files import add_index, assemble, page_sources, report_on, weigh
from site_builder.pipeline.offline import offline_files
from site_builder.pipeline.refresh import why_any_stale
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import suggest
from site_builder.reading.library import Library, read_library
from site_builder.rendering.bodies import Body
from site_builder.rendering.site import Templates
from site_builder.settings.site_toml import Settings
from site_builder.settings.words import Words, read_words
from site_builder.syntax.markdown import printed


def run_steps(build: Build, complete: bool) -> BuildResult:
    """Run all steps of a build; it ends early, without files, if errors leave nothing for the later steps to work on.

    ``complete`` is whether the search index is made and the pages are weighed.
    """
    # Names and settings.
    build.stopwatch.begin("names and settings")
    if problems := check_names(build.project):  # every other step would report the same names in its own way
        return BuildResult(problems=tuple(problems))
    build = with_typography(with_explorables(build))
    build.problems.extend([*build.settings.problems, *check_budget_names(build.settings)])
    own = load_own_directives(build)
    if own.problems:  # chapters that use these directives cannot be parsed
        return BuildResult(problems=build.sorted_problems())
    words, problems = read_words(build.project, build.settings)
    build.problems.extend(problems)

    # Start other processes: scripts, WebAssembly, explorables.
    build.stopwatch.begin("read the data")
    bundling = start_scripts(build, words)
    fetched = [file for widget in build.settings.config.widgets.values() for file in widget.files]
    compiling = in_thread(compile_kernels, build.project, fetched)  # takes about a second
    manifest = read_data(build)
    tables = Tables(manifest.sets)
    evaluating = begin_explorables(build, manifest)
    if evaluating.found:
        in_thread(matched_fallback, build.node_modules)  # cached, like the fonts that it reads

    # Parse and number the texts, and draw the stills of widgets; then wait for the explorables.
    build.stopwatch.begin("parse the texts, evaluate explorables")
    dialect = replace(own.dialect, quotes=build.settings.config.quotes)
    library = read_library(build.project, build.settings, build.memo, dialect, build.with_drafts)
    build.problems.extend(library.problems)
    in_texts = [*check_texts(build, library)]
    for make in (compiling.result, partial(read_texts, build.project, fetched)):
        manifest = with_made(build, manifest, make)
    scripts = scripts_of(build, bundling)
    bundle, urls = (scripts.still_bundle, scripts.urls) if scripts else ("", {})
    workshop = Workshop(build.project, build.node_modules, build.settings, tables, bundle, build.memo)
    shown = {name for chapter in library.chapters.values() for name in chapter.text.outline.figure_names}
    workshop.draw_stills(sorted(shown - build.settings.explorables))
    evaluated = finish_explorables(build, evaluating)
    add_numbers(build, evaluated, tables)
    workshop.explorables = read_out(build, library, evaluated, evaluating.keys)
    # An error of a figure leaves its place empty; any other error may change how pages are read.
    is_readable = all(problem.severity == "warning" or problem.code == "explorable" for problem in build.problems)

    # Render the bodies of all pages.
    build.stopwatch.begin("render the pages")
    templates = Templates(build.engine, build.project, words, build.memo)
    build.problems.extend(templates.problems)
    site = gather_site(build, library, manifest, tables, own, workshop, templates, urls)
    moved, problems = read_moved(site)
    build.problems.extend(problems)
    known, problems = read_known(site)
    build.problems.extend(problems)
    bodies = write_bodies(build, site, library)

    # Check the texts and the files that they use.
    build.stopwatch.begin("check the texts")
    build.problems.extend(in_texts)
    if scripts is None or build.has_errors():
        found = BuildResult(problems=tuple(held_back(build.sorted_problems(), library)))
        if scripts is not None and build.background is not None and is_readable:  # the preview shows pages with gaps
            with suppress(Exception):  # these steps may need what is missing
                files = assemble(build, site, bodies, scripts, manifest, moved)
                return replace(found, files=files, **page_facts(bodies, manifest))
        return found
    build.problems.extend([*check_uses(build.settings, library, bodies), *check_listed(site, library, bodies)])
    build.problems.extend(check_downloads(site, bodies))

    # Put the bodies into pages, and add all other files; then index and weigh them.
    build.stopwatch.begin("put the files together")
    files = assemble(build, site, bodies, scripts, manifest, moved)
    files[KNOWN_TERMS] = json.dumps(known, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    report: Mapping[str, Any] = {}
    if complete and not build.has_errors():
        build.stopwatch.begin("weigh and index the pages")
        with ThreadPoolExecutor(max_workers=1) as threads:  # the index is made by another program
            indexing = threads.submit(add_index, build, files, [body.info.file for body in bodies])
            if build.begin is not None and not build.is_offline:
                build.begin(files)
            scale, weights = weigh(build, files, page_sources(bodies), site, bodies)
            files = indexing.result()
        if build.is_offline and not build.has_errors():
            build.stopwatch.begin("convert the site for disk")
            files = offline_files(files, build.project, build.engine, build.node_modules)
            if build.begin is not None:
                build.begin(files)
        report = report_on(files, bodies, manifest, scale, weights)
    found = BuildResult(problems=tuple(held_back(build.sorted_problems(), library)))
    if build.has_errors():
        return found
    return replace(found, files=files, report=report, **page_facts(bodies, manifest))


def with_typography(build: Build) -> Build:
    """Return a build whose title and description have typographic quotation marks and dashes, if they are asked for."""
    config = build.settings.config
    if not config.quotes:
        return build
    texts = {key: printed(getattr(config, key), config.quotes) for key in ("title", "description")}
    return replace(build, settings=replace(build.settings, config=config.model_copy(update=texts)))


def load_own_directives(build: Build) -> OwnDirectives:
    """Load the directives of the project; errors in their code are appended to the problems."""
    digest, seconds = digest_folder(build.project / FOLDER), build.settings.config.call_seconds
    own = build.memo.get("directives", (digest, seconds), lambda: load_directives(build.project, digest, seconds))
    build.problems.extend(own.problems)
    for one in own.by_name.values():
        one.ended.clear()
    return own


def read_data(build: Build) -> Manifest:
    """Read the manifest; stale or damaged data are appended to the problems, unless data commands are running."""
    csv = build.settings.config.csv_options
    if build.is_unfinished:
        return read_unfinished(build.project, csv=csv)
    manifest = build.manifest or read_manifest(build.project, csv=csv)
    commands = build.settings.config.data
    if not commands:  # No data command can add a set: an unknown name is an error.
        manifest = replace(manifest, is_open=False)
    build.problems.extend(manifest.warnings)
    if manifest.problems:
        build.problems.extend(manifest.problems)
    elif (stale := why_any_stale(build.project, build.settings, manifest)) and (commands or manifest.sets):
        suggestion = (
            f"run 'build', which runs {commands[0].command!r}"
            if commands
            else "name the command that makes them under [data]"
        )
        if len(commands) > 1:
            suggestion = "run 'build', which runs the data commands"
        place = build.settings.place("data", "0", "command", value=True)
        message = f"stale data: {stale}"
        build.problems.append(build.settings.source.problem("data-stale", message, place, suggestion=suggestion))
    build.problems.extend(unused_csv_options(build.settings, manifest))
    return manifest


def unused_csv_options(settings: Settings, manifest: Manifest) -> Iterator[Problem]:
    """Yield an error for each ``[csv.NAME]`` without a CSV file of that name; nothing while there are no data."""
    files = [name for name, found in manifest.sets.items() if found.kind == "table" and form_of(found.file) == "csv"]
    for name in settings.config.csv:
        if manifest.sets and name not in files and not manifest.awaits(name):
            message, place = f"the data have no CSV file {name!r}", settings.place("csv", name)
            suggestion = suggest(name, files, "CSV files")
            yield settings.source.problem("data-set", message, place, len(name), suggestion)


class Bundling(NamedTuple):
    """Scripts that are being bundled; ``scripts`` is None if the cache holds them under ``key``."""

    key: str
    scripts: Future[Scripts] | None


def start_scripts(build: Build, words: Words) -> Bundling:
    """Start esbuild for the scripts in a thread; it takes about 0.1 s."""
    folders = digest_folder(build.project / "static" / "js", build.engine / "static" / "js" / "engine")
    key = digest_of(folders, has_explorables(build.project), words.digest, published_compilers(build.project))
    if build.memo.knows("scripts", key):
        return Bundling(key, None)
    bundle: Callable[[], Scripts] = partial(
        bundle_scripts, build.project, build.engine, build.node_modules, words.texts
    )
    if not (build.project / "static" / "js").is_dir():
        bundle = partial(cached_bundle, "scripts", key, bundle)
    return Bundling(key, in_thread(bundle))


def scripts_of(build: Build, bundling: Bundling) -> Scripts | None:
    """Wait for the scripts; errors of esbuild are appended to the problems, and None is returned."""

    def wait() -> Scripts:
        assert bundling.scripts is not None
        return bundling.scripts.result()

    try:
        scripts = build.memo.get("scripts", bundling.key, wait)
    except SiteError as error:
        build.problems.extend(error.problems)
        return None
    build.problems.extend(check_exports(build.project, build.settings, scripts.exports))
    return scripts


def with_made(build: Build, manifest: Manifest, make: Callable[[], Mapping[str, bytes]]) -> Manifest:
    """Return the manifest with files that the build makes for widgets; errors are appended to the problems."""
    try:
        return with_programs(manifest, make())
    except SiteError as error:
        build.problems.extend(error.problems)
        return manifest


def check_texts(build: Build, library: Library) -> Iterator[Problem]:
    """Yield the problems of prose, pictures and listings in all texts."""
    texts = [text for chapter in library.chapters.values() for text in chapter.texts]
    texts += [concept.text for concept in library.concepts.values()]
    yield from check_words(build.settings, library, build.memo)
    yield from check_explorable_words(build.project, build.settings, library.dialect)
    yield from check_pictures(build.project, build.settings, texts)
    yield from check_listings(build.project, texts)


def page_facts(bodies: Sequence[Body], manifest: Manifest) -> dict[str, Any]:
    """Return the facts on pages for a result: their sources, and the data sets that they need."""
    asked = {body.info.file: body.asked for body in bodies}
    return {"pages": page_sources(bodies), "asked": asked, "has_old_data": manifest.is_old}
