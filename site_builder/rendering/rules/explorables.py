"""Write explorables: the picture, the sentence and the values of their opening, and what brings the others."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from markupsafe import Markup

from site_builder.data.published import LARGEST_TABLE, DataTable, head_of, shown
from site_builder.data.tables import as_csv
from site_builder.drawing.explorables.evaluated import SHOWN, Table, Words
from site_builder.drawing.explorables.read_out import EXPLORE, Explorable
from site_builder.drawing.explorables.shipped import Record, numbers_table, part_record
from site_builder.explore.names import same_name
from site_builder.explore.states import size
from site_builder.locales import written_date
from site_builder.problems.source import Mistake, Place, Source, did_you_mean, load_source
from site_builder.rendering.lines import line_in
from site_builder.rendering.renderer import Renderer
from site_builder.rendering.rules.parameters import stops_named
from site_builder.rendering.rules.wanted import Figure, Wanted
from site_builder.rendering.site import Embed, embed_of
from site_builder.reuse.imports import EXPLORABLES
from site_builder.syntax.options import Given

MOST_ROWS = 2 * LARGEST_TABLE
# Before the address of another page of the site, as captions have them.
BESIDE = re.compile(r'<a\b[^<>]*?\shref="(?=[\w-]+\.html)')
DIGIT = re.compile(r"[0-9]")
# What begins anything but emphasis: there digits may come to stand in another order, or mean something.
NOT_PLAIN = re.compile(r"[][<>&`\\^{}$]|::|//")


def write_explorable(renderer: Renderer, wanted: Wanted) -> str:
    """Write an explorable as a figure."""
    explorable = renderer.site.make.explorables[wanted.name]
    record = record_of(renderer, explorable)
    caption = wanted.caption or line_of(renderer, source_of(renderer, explorable), explorable.declared.caption)
    if caption:
        renderer.draft.captions.append(Markup(caption))
    alt = wanted.alt or record["alt"] or Markup(caption).striptags() or wanted.name
    state = state_of(renderer, explorable, wanted)
    scripts = f"explore-{wanted.name}"
    renderer.draft.scripts[scripts] = json.dumps(record, ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    files = {}
    for pictures in explorable.pictures:
        for index, (path, content) in enumerate(pictures.files):
            renderer.draft.files[path] = content
            files[f"{pictures.layout}-{index}"] = path
    make = renderer.site.make
    embed = embed_of(renderer.draft.info.file, wanted.identifier)
    figure = {
        "figure": Figure(wanted.identifier, wanted.number, alt, caption),
        "name": wanted.name,
        "module": renderer.site.urls[f"widget:{EXPLORE}"],
        "sets": [scripts],
        "files": files,
        "state": state,
        "stage": Markup(make.explorable_still(wanted.name, record, state)),
        "stills": stills_of(renderer, explorable, record, wanted),
        "without_script": wanted.without_script,
        "values": values_of(renderer, explorable),
        "has_picture": bool(explorable.pictures),
        "coming": coming(explorable),
        "embed": embed,
        "is_docking": wanted.is_docking,
    }
    below = {name: f"../{path}" for name, path in files.items()}
    alone = renderer.fill("explore", **{**figure, "files": below, "root": "../", "stills": [], "is_docking": False})
    data = f'<script type="application/json" data-set="{scripts}">{renderer.draft.scripts[scripts]}</script>\n'
    renderer.draft.embeds[embed] = Embed(wanted.identifier, Markup(BESIDE.sub(r"\g<0>../", alone)), Markup(data))
    return renderer.fill("explore", **figure, root="")


def coming(explorable: Explorable) -> tuple[int, int] | None:
    """Return how many states are done, and of how many, while the preview shows the opening alone."""
    whole = explorable.found.whole
    if whole is None:
        return None
    return explorable.found.n_done, size(whole.parameters, whole.depends[whole.first_shown])


def source_of(renderer: Renderer, explorable: Explorable) -> Source:
    """Return the file of an explorable."""
    path = f"{EXPLORABLES}/{explorable.declared.name}.py"
    return load_source(renderer.site.project, path)


def record_of(renderer: Renderer, explorable: Explorable) -> Record:
    """Return what a page's scripts know of an explorable: its words as the page writes them, once."""
    records, name = renderer.draft.records, explorable.declared.name
    if name not in records:
        records[name] = made_record(renderer, explorable, source_of(renderer, explorable))
    return records[name]


def made_record(renderer: Renderer, explorable: Explorable, source: Source) -> Record:
    """Return such a record, made now."""
    declared, values = explorable.declared, explorable.found.values
    record = dict(explorable.bare)
    record["alt"] = Markup(line_of(renderer, source, declared.alt)).striptags()
    for name in ("sentence", "alt_text", "table"):
        if name not in values:
            continue
        if name == "table":
            label = renderer.site.words.html("table")
            texts = ["" if table is None else table_markup(table, label) for table in values[name]]
        else:
            line = declared.lines.get(name, 0)
            texts = lines_of(renderer, source, [Words(text or "", line) for text in values[name]])
        if name == "alt_text":
            texts = [Markup(text).striptags() for text in texts]
        record[name] = part_record(declared.parameters, declared.depends[name], texts)
    if explorable.pictures:
        by = explorable.pictures[0].by
        on = [explorable.names.index(name) for name in declared.depends["picture"]]
        layouts = [files.layout for files in explorable.pictures]
        record["picture"] = {"layouts": layouts, "on": on, "by": explorable.names.index(by) if by else -1}
    return record


def lines_of(renderer: Renderer, source: Source, lines: Sequence[Words]) -> list[str]:
    """Return lines of an explorable's file as HTML; of plain ones that differ in their digits only, one is read."""
    read: dict[str, list[str]] = {}
    written = []
    for words in lines:
        shape, digits = DIGIT.sub("0", words.text), DIGIT.findall(words.text)
        if shape in read:
            written.append("".join(chain.from_iterable(zip(read[shape], [*digits, ""], strict=True))))
            continue
        n_problems = len(renderer.draft.problems)
        written.append(str(line_of(renderer, source, words)))
        is_plain = not NOT_PLAIN.search(shape) and DIGIT.findall(written[-1]) == digits
        if is_plain and len(renderer.draft.problems) == n_problems:
            read[shape] = DIGIT.split(written[-1])
    return written


def line_of(renderer: Renderer, source: Source, words: Words) -> Markup:
    """Return a line of an explorable's file as HTML."""
    if not words.text:
        return Markup()
    before = len(renderer.draft.problems)
    other, children = line_in(renderer, words.text, source, Place(max(1, words.line), 1))
    written = other.line(children)
    # In other states the same stands elsewhere; the line is where to mend it, once.
    found = renderer.draft.problems[before:]
    renderer.draft.problems[before:] = [replace(problem, column=1, length=1) for problem in found]
    return written


def state_of(renderer: Renderer, explorable: Explorable, wanted: Wanted) -> Record:
    """Return what the directive says of controls and parts, checked."""
    state: Record = {"id": wanted.identifier, **({"alt": wanted.alt} if wanted.alt else {})}
    for option, known in (("controls", explorable.names), ("parts", SHOWN)):
        given = wanted.options.values.get(option)
        if given is not None:
            state[option] = words_in_option(renderer, given, option, known)
    return state


def words_in_option(renderer: Renderer, given: Given, option: str, known: Sequence[str]) -> list[str]:
    """Return the words of an option; report those that are not known."""
    words = given.text.split()
    for word in words:
        if same_name(word, known) not in known:
            message = f"{word!r} is none of its {option}"
            place = Place(given.value_place.line, given.value_place.column + given.text.index(word))
            renderer.report(Mistake("option-value", message, 0, len(word), did_you_mean(word, known)), place)
    return [name for name in (same_name(word, known) for word in words) if name in known]


def stills_of(renderer: Renderer, explorable: Explorable, record: Record, wanted: Wanted) -> list[dict[str, str]]:
    """Return the small multiples of ``still=``: each state in words, and its picture."""
    given = wanted.options.values.get("still")
    stills = []
    for word in given.text.split() if given else ():
        assert given is not None
        place = Place(given.value_place.line, given.value_place.column + given.text.index(word))
        pairs = [(pair.partition("=")[0], pair.partition("=")[2]) for pair in word.split(",")]
        stops = stops_named(explorable, pairs)
        if isinstance(stops, Mistake):
            renderer.report(stops, place)
            continue
        if explorable.is_opening:
            continue
        parameters = explorable.parameters
        words = ", ".join(
            f"{parameters[name].label or name}: {parameters[name].words(at)}" for name, at in stops.items()
        )
        stills.append(
            {
                "words": words,
                "markup": still_at(renderer, wanted.name, record, explorable.link(stops), parts=["picture"]),
            }
        )
    return stills


def still_at(renderer: Renderer, name: str, record: Record, linked: str, **more: Sequence[str]) -> Markup:
    """Return an explorable in a state, without its controls; ``parts`` names what is shown, unless that is all."""
    renderer.draft.n_stills += 1
    state = {"id": f"still-{renderer.draft.n_stills}", "linked": linked, "bare": True, **more}
    return Markup(renderer.site.make.explorable_still(name, record, state))


def table_markup(table: Table, label: Markup) -> str:
    """Return a table of an explorable as HTML, called by its label."""
    head = "".join(
        Markup('<th scope="col"{}>{}</th>').format(aligned(number), column)
        for column, number in zip(table.columns, table.is_number, strict=True)
    )
    rows = "".join(
        "<tr>"
        + "".join(
            Markup("<td{}>{}</td>").format(aligned(number), cell)
            for cell, number in zip(row, table.is_number, strict=True)
        )
        + "</tr>"
        for row in table.rows
    )
    table_of_rows = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    # No landmark: the same table may stand in several figures of a page.
    return f'<div class="table" tabindex="0" role="group" aria-label="{label}">{table_of_rows}</div>'


def aligned(is_number: bool) -> Markup:
    """Return the attribute of a cell that holds a number."""
    return Markup(' class="align-right"') if is_number else Markup()


def values_of(renderer: Renderer, explorable: Explorable) -> DataTable | None:
    """Return all numbers as a table, and publish them as files; none where the explorable has none."""
    columns = numbers_table(explorable.found)
    if not columns:
        return None
    name, parameters = explorable.declared.name, explorable.declared.parameters
    renderer.draft.files[f"data/explore-{name}.csv"] = as_csv(columns)
    renderer.draft.files[f"data/explore-{name}.arrow"] = explorable.found.arrow
    heads = [
        head_of(parameters[column].label or column, parameters[column].unit)
        if column in parameters
        else head_of(column, "")
        for column in columns
    ]
    n_rows = max(map(len, columns.values()))
    cells = [[label_of_value(explorable, column, value) for value in values] for column, values in columns.items()]
    rows = [list(row) for row in zip(*cells, strict=True)] if n_rows <= MOST_ROWS else None
    return DataTable(name, renderer.site.words.say("all_values"), "", heads, rows, n_rows, f"data/explore-{name}.csv")


def label_of_value(explorable: Explorable, column: str, value: object) -> str:
    """Return a cell for readers: stops by their words."""
    parameter = explorable.declared.parameters.get(column)
    if parameter is not None:
        return next(stop.label for stop in parameter.stops if stop.value == value)
    return written_date(value) if hasattr(value, "isoformat") else shown(value)  # type: ignore[arg-type]
