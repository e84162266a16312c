"""Evaluate the explorables of a project in other processes, each once for the same inputs."""

from __future__ import annotations

import os
import pickle
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from unicodedata import normalize
from uuid import uuid4

from site_builder.cache.fingerprint import EXPLORABLES, Imports, find_explorables
from site_builder.cache.results import digest_of, identity_of, read_entry, write_entry
from site_builder.checks.weights import limits
from site_builder.data.manifest import Column, DataSet, Manifest
from site_builder.data.tables import Tables
from site_builder.explorables.evaluate import Order
from site_builder.explorables.load import asked_by_picture, content_if_there, frames_named, read_sources, whole_digest
from site_builder.explorables.model import Evaluated
from site_builder.explorables.page_data import (
    Explorable,
    check_format,
    numbers_table,
    quantities_record,
    quantity_names,
)
from site_builder.explorables.worker import Evaluators
from site_builder.explore.parameters import same_name
from site_builder.pipeline.context import Build
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import RENAME, alike, located, same_but_for_case
from site_builder.project_files import walk_entries
from site_builder.reading.library import Library
from site_builder.settings.site_toml import Config


@dataclass(frozen=True)
class Evaluating:
    """Explorables that are being evaluated, by name; ``keys`` are the digests of their inputs.

    ``orders`` are those evaluated in the background while their opening is shown.
    """

    keys: Mapping[str, str]
    found: Mapping[str, Future[Evaluated]]
    orders: Mapping[str, Order] = field(default_factory=dict)


def with_explorables(build: Build) -> Build:
    """Return a build whose settings contain the explorables of the project, and the data sets that they look up.

    Raises
    ------
    SiteError
        If a chart or widget has the same name: options elsewhere may apply to either.
    """
    frames = {name: frames_named(build.project, name) for name in find_explorables(build.project)}
    config = build.settings.config
    taken = [problem for name in frames for problem in taken_names(config, name)]
    taken += [
        Problem(f"{EXPLORABLES}/{name}.py", 0, 0, "config-value", alike(name, other), RENAME)
        for name, other in same_but_for_case([*config.charts, *config.widgets, *frames]).items()
        if name in frames
    ]
    if taken:
        raise SiteError([*build.settings.problems, *taken])
    return replace(build, settings=build.settings.with_explorables(frames)) if frames else build


def taken_names(config: Config, name: str) -> Iterator[Problem]:
    """Yield errors for the uses of an explorable's name by a chart or widget."""
    for kind, registered in (("chart", config.charts), ("widget", config.widgets)):
        if name in registered:
            message = f"{name!r} is a {kind} of content/site.toml already"
            yield Problem(f"{EXPLORABLES}/{name}.py", 0, 0, "config-value", message, "rename this file")


def begin_explorables(build: Build, manifest: Manifest) -> Evaluating:
    """Start to evaluate explorables that are not cached; those whose data are still being computed wait."""
    widgets = build.settings.config.widgets
    names = [name for name in sorted(build.settings.explorables) if not any(map(manifest.awaits, widgets[name].data))]
    tables = {name: found for name, found in manifest.sets.items() if found.kind == "table"}
    digests = {name: found.digest for name, found in tables.items()}
    imports = Imports(build.project, build.memo.known)
    sources = {name: read_sources(build.project, name, imports) for name in names}
    unused = set(names) - (named_in_content(build, tuple(names)) if names else set())
    keys = {name: digest_of(whole_digest(sources[name], digests), *["opening"] * (name in unused)) for name in names}
    waiting = [name for name in names if not build.memo.knows("explorable", (name, keys[name]))]
    # The longest first: otherwise one of them may run alone at the end.
    waiting.sort(key=lambda name: asked_by_picture(sources[name]), reverse=True)
    if not waiting:
        return Evaluating(keys, {})
    threads = ThreadPoolExecutor(max_workers=os.cpu_count())
    files = {name: found.table for name, found in tables.items()}
    # The preview shows explorables of any size.
    most_bytes = limits(build.settings.config.budgets).explorable if build.background is None else 0
    seconds = build.settings.config.call_seconds
    order = Order(build.project, "", files, digests, seconds, most_bytes=most_bytes)
    orders = {name: replace(order, name=name, sources=sources[name], opening_only=name in unused) for name in waiting}
    slow = {} if build.background is None else {name: one for name, one in orders.items() if not is_kept(keys[name])}
    at_once = {name: order for name, order in orders.items() if name not in slow}
    evaluators = Evaluators(build.say)
    found = {name: threads.submit(look_up, order, keys[name], evaluators) for name, order in at_once.items()}
    threads.shutdown(wait=False)
    return Evaluating(keys, found, slow)


def named_in_content(build: Build, names: tuple[str, ...]) -> set[str]:
    """Return the names that any text of the project mentions; of the others only the opening state is evaluated."""
    folders = {"content": (".md", ".toml"), "content/directives": (".py",), "templates": (".html",)}

    def named_in(path: str) -> set[str]:
        text = normalize("NFKC", content_if_there(Path(path)).decode("utf-8", "replace"))
        return {name for name in names if normalize("NFKC", name) in text}

    found = set[str]()
    for folder, ends in folders.items():
        for entry in walk_entries(build.project / folder):
            if entry.name.endswith(ends):
                key = (entry.path, identity_of(entry), names)
                found |= build.memo.get("named", key, partial(named_in, entry.path))
    return found


def is_kept(key: str) -> bool:
    """Return whether an explorable is in the cache on disk."""
    return read_entry(f"explorables/{key}") is not None


def look_up(order: Order, key: str, evaluators: Evaluators) -> Evaluated:
    """Return an explorable from the cache, or evaluate it now."""
    stored = read_entry(f"explorables/{key}")
    if stored is not None:
        known: Evaluated = pickle.loads(stored)
        return known
    found = evaluators.evaluate(order)
    store_settled(key, found)
    return found


def store_settled(key: str, found: Evaluated) -> None:
    """Store an evaluated explorable, unless a file was saved meanwhile: the result may be of either version."""
    if found.is_settled:
        write_entry(f"explorables/{key}", pickle.dumps(found))


def finish_explorables(build: Build, evaluating: Evaluating) -> dict[str, Evaluated]:
    """Return the evaluated explorables; errors are appended to the problems."""
    evaluated = {}
    for name, key in evaluating.keys.items():
        try:
            evaluated[name] = found_of(build, evaluating, name, key)
        except SiteError as error:
            build.problems.extend(located(build.project, problem) for problem in error.problems)
            continue
        build.problems.extend(located(build.project, problem) for problem in evaluated[name].warnings)
    return evaluated


def found_of(build: Build, evaluating: Evaluating, name: str, key: str) -> Evaluated:
    """Return an explorable, or its opening state in the preview; only complete ones are cached."""
    order = evaluating.orders.get(name)
    if order is None or build.background is None:
        return build.memo.get("explorable", (name, key), partial(result_of, evaluating, name))
    return build.background.ask(order, key, partial(store_settled, key))


def result_of(evaluating: Evaluating, name: str) -> Evaluated:
    """Wait for an explorable that is being evaluated."""
    return evaluating.found[name].result()


def with_quantities(found: Evaluated, asked: Collection[tuple[str, str]], made_from: str) -> Explorable:
    """Return an explorable with the numbers that the prose reads out."""
    return Explorable(found, quantities_record(found, asked), made_from)


def read_out(
    build: Build, library: Library, evaluated: Mapping[str, Evaluated], keys: Mapping[str, str]
) -> dict[str, Explorable]:
    """Return explorables with the numbers that the prose reads out; a wrong format is reported at its place.

    ``keys`` are the digests of their inputs.
    """
    if not evaluated:
        return {}
    asked = quantities_asked(library)
    made = {}
    for name, found in evaluated.items():
        known = quantity_names(found)
        wanted = {(same_name(of, known), spec) for of, spec in asked.get(name, ())}
        fitting = {(of, spec) for of, spec in wanted if check_format(found, of, spec) is None}
        made_from = keys[name] if found.is_settled else uuid4().hex
        key = digest_of(made_from, found.whole is None, found.n_done, sorted(fitting))
        made[name] = build.memo.get("read out", key, partial(with_quantities, found, fitting, key))
    return made


def add_numbers(build: Build, evaluated: Mapping[str, Evaluated], tables: Tables) -> None:
    """Make the numbers of explorables available to the prose like data sets; a name must not be used for both."""
    for name, found in evaluated.items():
        columns = numbers_table(found)
        if found.whole is not None:
            continue
        if name in tables.sets and columns:
            message, line = f"there is a data set {name!r}, too", found.declared.lines.get("numbers", 0)
            suggestion = "rename this file, or the data set: a value could be quoted from either"
            problem = Problem(f"{EXPLORABLES}/{name}.py", line, 0, "config-value", message, suggestion)
            build.problems.append(located(build.project, problem))
        elif columns:
            described = tuple(Column(name=column) for column in columns)
            rows = max(map(len, columns.values()))
            tables.add(DataSet(name, "table", Path(name), "", "", described, rows, 0, "", {}), columns)


def quantities_asked(library: Library) -> dict[str, set[tuple[str, str]]]:
    """Return the quantities that the prose reads out of each figure, with their formats."""
    asked: dict[str, set[tuple[str, str]]] = {}
    texts = [chapter.text for chapter in library.chapters.values()]
    texts += [text for concept in library.concepts.values() for text in (concept.text, concept.short)]
    for text in texts:
        for token in text.reading.of_type("readout"):
            options = token.meta["given"]
            name = text.outline.name_of_figure.get(options.text("figure"), "")
            asked.setdefault(name, set()).add((options.text("of"), token.meta["spec"]))
    return asked
