"""The directive that lists data sets: what each holds, how it was made, and its files to download."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fnmatch import fnmatchcase
from typing import Any

from markdown_it.token import Token

from site_builder.data.forms import read_schema
from site_builder.data.manifest import DataSet
from site_builder.data.published import arrow_file, csv_file
from site_builder.locales import number
from site_builder.problems.source import Mistake, Place, did_you_mean
from site_builder.rendering.renderer import Renderer
from site_builder.syntax.tokens import Directive

# How the names of Arrow's types begin, and what they are called.
TYPES = {
    "int": "whole number",
    "uint": "whole number",
    "double": "number",
    "float": "number",
    "decimal": "number",
    "string": "text",
    "large_string": "text",
    "dictionary": "text",
    "bool": "yes or no",
    "date": "date",
    "timestamp": "date and time",
    "time": "time of day",
    "duration": "duration",
    "list": "list",
    "null": "",
}


def datasets(renderer: Renderer, token: Token) -> str:
    """Write a list of data sets, a line each that unfolds; their files are published with the page.

    A list that is folded as a whole shows no more than the names in it, and opens for links to its sets.
    Over the first list of a page stands a field to find one in all of them, for readers with JavaScript. Tables are
    offered under names that stay, so that what others write about them keeps its links. An asset has its
    content's hash in its address, for its widget, and is saved under its own name; of an archive the folder is told.
    """
    directive: Directive = token.meta["directive"]
    site, draft = renderer.site, renderer.draft
    is_first, names = not draft.listed, chosen(renderer, directive)
    draft.listed |= dict.fromkeys(names, directive.place)
    is_table = {name: name in site.numbers.tables.sets for name in names}
    draft.tables |= {name: None for name in names if is_table[name]}
    draft.assets |= {name: None for name in names if not is_table[name]}
    shown = [described(site.data_sets[name], site.data_files[name], is_table[name]) for name in names]
    is_folded = directive.options.text("folded", "no") == "yes"
    return renderer.blocks(directive.body) + renderer.fill(
        "datasets", sets=shown, has_filter=is_first, is_folded=is_folded
    )


def chosen(renderer: Renderer, directive: Directive) -> list[str]:
    """Return the data sets of a list: those that its patterns match and no list before it on the page has named.

    A pattern that adds nothing is reported: it is misspelt, or comes too late.
    """
    known, awaited = renderer.site.data_sets, renderer.site.awaited
    free = [name for name in known if name not in renderer.draft.listed]
    given = directive.options.values.get("sets")
    if given is None:
        if known and not free and not renderer.site.may_grow:
            message = "the lists before this one name every data set"
            report(renderer, directive.place, ":::datasets", message, "remove it")
        renderer.draft.asked |= {**dict.fromkeys(known, True), **dict.fromkeys(awaited, False)}
        return free
    found: dict[str, None] = {}
    for pattern in given.text.split():
        matching = [name for name in free if fnmatchcase(name, pattern) and name not in found]
        renderer.draft.asked |= dict.fromkeys(matching, True)
        renderer.draft.asked |= {name: False for name in awaited if fnmatchcase(name, pattern)}
        if known and not matching and not renderer.site.may_grow:
            late = [name for name in known if fnmatchcase(name, pattern)]
            message = f"{pattern!r} is listed already" if late else f"no data set is called {pattern!r}"
            place = Place(given.value_place.line, given.value_place.column + given.text.index(pattern))
            report(renderer, place, pattern, message, "" if late else did_you_mean(pattern, known, "data sets"))
        found |= dict.fromkeys(matching)
    return list(found)


def report(renderer: Renderer, place: Place, written: str, message: str, suggestion: str) -> None:
    """Report what is wrong with a list, under the words that say it."""
    renderer.report(Mistake("data-list", message, 0, len(written), suggestion), place)


def described(data_set: DataSet, file: str, is_table: bool) -> dict[str, Any]:
    """Return a data set for readers."""
    name = data_set.name
    files = {"Arrow": arrow_file(name), "CSV": csv_file(name)} if is_table else {"file": file}
    if data_set.is_archive:  # its files are published one by one, for pages that need few of them
        files = {}
    return {
        "name": name,
        "description": data_set.description,
        "rows": data_set.rows,
        "size": size_of(data_set.n_bytes),
        "bytes": data_set.n_bytes,
        "sha256": data_set.sha256,
        "made_by": data_set.made_by,
        "parameters": list(parameters_of(data_set.parameters)),
        "folder": file if data_set.is_archive else "",
        "columns": columns_of(data_set, is_table),
        "files": [{"label": label, "href": href, "name": saved_as(data_set, label)} for label, href in files.items()],
    }


def columns_of(data_set: DataSet, is_table: bool) -> list[dict[str, str]]:
    """Return the columns of a data set for readers; types that the manifest of a table lacks are those of its file."""
    told = {column.name: column for column in data_set.columns}
    types = {name: column.type for name, column in told.items()}
    if is_table and not (told and all(types.values())):
        types = {field.name: str(field.type) for field in read_schema(data_set.table)}
    return [
        {
            "name": name,
            "type": type_in_words(kind),
            "unit": told[name].unit if name in told else "",
            "description": told[name].description if name in told else "",
        }
        for name, kind in types.items()
    ]


def type_in_words(kind: str) -> str:
    """Return what readers call a type of Arrow."""
    begun = re.match(r"[a-z_]*", kind)
    return TYPES.get(begun[0] if begun else kind, kind)


def saved_as(data_set: DataSet, label: str) -> str:
    """Return the name under which a file is saved."""
    endings = {"CSV": ".csv", "Arrow": ".arrow"}
    return data_set.name + endings[label] if label in endings else data_set.file.name


def size_of(n_bytes: int) -> str:
    """Return a size in words: kilobytes of a thousand bytes, two digits."""
    unit, amount = ("MB", n_bytes / 1e6) if n_bytes >= 999_500 else ("kB", n_bytes / 1e3)
    return f"{number(amount, '.1f' if amount < 9.95 else '.0f')} {unit}"


def parameters_of(parameters: Mapping[str, Any]) -> Iterable[str]:
    """Yield what a data set was made with, in words."""
    for name, value in parameters.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        yield f"{name.replace('_', ' ')}: {text}"


RULES = {"datasets": datasets}
