"""The directive that shows rows of a data set as a table of the prose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from markdown_it.token import Token

from site_builder.data.conditions import matching, read_conditions
from site_builder.data.published import MOST_CELLS, csv_file, head_of
from site_builder.data.rows import Collate, WantedColumn, cells_of, in_order, is_numeric, read_columns, require_column
from site_builder.data.values import NO_DATA, OF_DATES, OF_NUMBERS
from site_builder.problems.source import Mistake, Place, did_you_mean
from site_builder.rendering.collation import collate
from site_builder.rendering.lines import body_as_caption
from site_builder.rendering.links import full_number
from site_builder.rendering.renderer import Renderer
from site_builder.syntax.options import Options
from site_builder.syntax.tokens import Directive

MOST_ROWS = 100
MOST_ROWS_ASKED = 2000
SHORT = 24  # letters of a text that is kept in one line
# Which option a mistake is in, by its code; those of conditions are the rest.
OPTION_OF = {"value-format": "columns"} | {f"table-{name}": name for name in ("columns", "heads", "sort", "rows")}
# Formats as the option ``columns`` has them.
AS_COLUMNS = {OF_NUMBERS: "write name:.1f or name:,", OF_DATES: "write name:%Y or name:'%-d %B %Y'"}
Columns = Mapping[str, Sequence[Any]]


def table(renderer: Renderer, token: Token) -> str:
    """Write a table; the body is its caption. All its data are given as CSV."""
    directive: Directive = token.meta["directive"]
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
        suggestion = did_you_mean(name, site.numbers.tables.sets, NO_DATA)
        mistake = Mistake("table-data", f"unknown data set {name!r}", 0, len(name), suggestion)
        renderer.report(mistake, given.value_place)
        return ""
    renderer.draft.asked[name], renderer.draft.tables[name] = True, None
    content = filled(renderer, name, directive.options)
    return renderer.fill("table", **frame, **content, awaited=False, file=csv_file(name)) if content else ""


def filled(renderer: Renderer, name: str, options: Options) -> dict[str, Any]:
    """Return heads and cells of a table; nothing where an option is wrong, which is reported under its words."""
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


def columns_wanted(name: str, columns: Columns, options: Options) -> list[WantedColumn]:
    """Return the columns that are asked for, all of them where none is named."""
    wanted = [
        replace(column, name=require_column(name, column.name, columns, column.offset, "table-columns"))
        for column in read_columns(options.text("columns"))
    ]
    wanted = wanted or [WantedColumn(column, "", 0, 0) for column in columns]
    n_cells = len(wanted) * min(number_of_rows(options), max(map(len, columns.values()), default=0))
    if n_cells > MOST_CELLS:
        message = f"the table would have {n_cells:,} cells; a table of a page has {MOST_CELLS:,} at most"
        raise Mistake("table-columns", message, 0, len(options.text("columns", name)), "name fewer columns")
    return wanted


def rows_meant(name: str, columns: Columns, options: Options) -> list[int]:
    """Return the rows that meet the conditions; single quotes hold a value with spaces."""
    text = " " + options.text("where").replace("'", '"')
    try:
        return matching(name, read_conditions(text), columns)
    except Mistake as mistake:
        mistake.offset = max(0, mistake.offset - 1)
        raise


def sorted_rows(
    name: str, columns: Columns, rows: list[int], options: Options, order: Collate
) -> tuple[list[int], dict[str, str]]:
    """Return rows in the order that is asked for, and which column they are sorted by, and how."""
    text = options.text("sort").strip()
    column = text.removeprefix("-")
    if not column:
        return rows, {}
    is_descending = text.startswith("-")
    column = require_column(name, column, columns, len(text) - len(column), "table-sort")
    ordered = in_order(rows, columns[column], is_descending, order)
    return ordered, {column: "descending" if is_descending else "ascending"}


def number_of_rows(options: Options) -> int:
    """Return how many rows are shown at most."""
    text = options.text("rows", str(MOST_ROWS)).strip()
    if not text.isdecimal() or int(text) == 0:
        raise Mistake("table-rows", f"{text!r} is no number of rows", 0, len(text), "write a whole number from 1 on")
    if int(text[:9]) > MOST_ROWS_ASKED:
        message = f"a table has {MOST_ROWS_ASKED:,} rows at most"
        raise Mistake("table-rows", message, 0, len(text), "choose rows by where=…; all of them are in the download")
    return int(text)


def heads_of(renderer: Renderer, name: str, wanted: Sequence[WantedColumn], options: Options) -> list[dict[str, str]]:
    """Return the heads of the columns: their names as words or those that are given, with their units."""
    columns = renderer.site.numbers.tables.columns(name)
    units = renderer.site.data_sets[name].unit_of_column
    words = [part.strip() for part in options.text("heads").split("|")] if "heads" in options.values else []
    if words and len(words) != len(wanted):
        message = f"for {len(wanted)} columns {len(words)} are named"
        raise Mistake("table-heads", message, 0, len(options.text("heads")), "write 'Load | Mean wait', one for each")
    heads = []
    for index, column in enumerate(wanted):
        text = head_of(words[index] if words else column.name, units.get(column.name, ""))
        kind = "number" if is_numeric(columns[column.name]) else ""
        heads.append({"column": column.name, "text": text[:1].upper() + text[1:], "kind": kind})
    return heads


def rows_of(
    wanted: Sequence[WantedColumn], columns: Columns, rows: Sequence[int], order: Collate
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


RULES = {"table": table}
