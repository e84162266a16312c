"""Directives that show charts, widgets, explorables, steps and raw HTML."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from markupsafe import Markup

from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.charts.svg import at_place
from site_builder.data.published import LARGEST_TABLE, DataTable, data_table, head_of, shown
from site_builder.data.tables import as_csv
from site_builder.explorables.model import SHOWN, Words
from site_builder.explorables.page_data import EXPLORE, Explorable, Record, numbers_table, with_texts
from site_builder.explore.parameters import same_name
from site_builder.explore.states import size
from site_builder.locales import written_date
from site_builder.problems.problem import SiteError
from site_builder.problems.reporting import Sink
from site_builder.problems.source import Mistake, Place, Source, load_source, suggest
from site_builder.rendering.renderer import (
    DIRECTIVE_RULES,
    Renderer,
    body_as_caption,
    caption_of,
    full_number,
    renders,
    split_captions,
)
from site_builder.rendering.site import Embed, embed_of
from site_builder.rendering.state_rules import state_given, stops_named
from site_builder.settings.site_toml import Chart, Widget
from site_builder.syntax.directive_table import BUILT_IN
from site_builder.syntax.html import without_comments
from site_builder.syntax.options import Directive, Given, Options

EMPTY = Markup()
NO_OPTIONS = Options()


@dataclass(frozen=True)
class Figure:
    """A figure as requested by a chapter; ``place`` is that of its name, ``number`` is empty if it has none."""

    name: str
    identifier: str
    number: str
    place: Place
    alt: str = ""
    caption: Markup = EMPTY
    without_script: Markup = EMPTY
    options: Options = NO_OPTIONS


def is_docking(figure: Figure) -> bool:
    """Return whether a figure is docked while the text that moves it is being read."""
    return figure.options.text("dock") == "yes"


def figure_asked(
    renderer: Renderer, directive: Directive, option: str, caption: Markup, without_script: Markup = EMPTY
) -> Figure | None:
    """Return the figure that a directive requests; None if it names no figure, which is reported already."""
    given = directive.options.values.get(option)
    if given is None or id(directive) not in renderer.written.outline.figures:
        return None
    identifier, number = renderer.written.outline.figures[id(directive)]
    number = full_number(renderer.draft.info, number)
    written = directive.options.values.get("alt")
    alt = renderer.words_in(written.text, written.value_place) if written else ""
    return Figure(given.text, identifier, number, given.value_place, alt, caption, without_script, directive.options)


MOST_ROWS = 2 * LARGEST_TABLE
# Position before the address of another page of the site in captions.
BESIDE = re.compile(r'<a\b[^<>]*?\shref="(?=[\w-]+\.html)')
DIGIT = re.compile(r"[0-9]")
# Markup other than emphasis: digits in it may change their order or have a meaning.
NOT_PLAIN = re.compile(r"[][<>&`\\^{}$]|::|//")


def write_explorable(renderer: Renderer, figure: Figure) -> str:
    """Write an explorable as a figure."""
    explorable = renderer.site.make.explorables[figure.name]
    record = record_of(renderer, explorable)
    caption = figure.caption or line_of(renderer, source_of(renderer, explorable), explorable.declared.caption)
    if caption:
        renderer.draft.captions.append(Markup(caption))
    alt = figure.alt or record["alt"] or Markup(caption).striptags() or figure.name
    state = state_of(renderer, explorable, figure)
    scripts = f"explore-{figure.name}"
    renderer.draft.scripts[scripts] = json.dumps(record, ensure_ascii=False, separators=(",", ":")).replace(
        "<", "\\u003c"
    )
    files = {}
    for pictures in explorable.pictures:
        for index, (path, content) in enumerate(pictures.files):
            renderer.draft.files[path] = content
            files[f"{pictures.layout}-{index}"] = path
    make = renderer.site.make
    embed = embed_of(renderer.draft.info.file, figure.identifier)
    filled = {
        "figure": replace(figure, alt=alt, caption=caption),
        "name": figure.name,
        "module": renderer.site.urls[f"widget:{EXPLORE}"],
        "sets": [scripts],
        "files": files,
        "state": state,
        "stage": Markup(make.explorable_still(figure.name, record, state)),
        "stills": stills_of(renderer, explorable, record, figure),
        "without_script": figure.without_script,
        "values": values_of(renderer, explorable),
        "has_picture": bool(explorable.pictures),
        "coming": coming(explorable),
        "embed": embed,
        "is_docking": is_docking(figure),
    }
    below = {name: f"../{path}" for name, path in files.items()}
    alone = renderer.fill("explore", **{**filled, "files": below, "root": "../", "stills": [], "is_docking": False})
    data = f'<script type="application/json" data-set="{scripts}">{renderer.draft.scripts[scripts]}</script>\n'
    renderer.draft.embeds[embed] = Embed(figure.identifier, Markup(BESIDE.sub(r"\g<0>../", alone)), Markup(data))
    return renderer.fill("explore", **filled, root="")


def coming(explorable: Explorable) -> tuple[int, int] | None:
    """Return the numbers of evaluated and of all states while the preview shows only the opening; None afterwards."""
    whole = explorable.found.whole
    if whole is None:
        return None
    return explorable.found.n_done, size(whole.parameters, whole.depends[whole.first_shown])


def source_of(renderer: Renderer, explorable: Explorable) -> Source:
    """Return the file of an explorable."""
    path = f"{EXPLORABLES}/{explorable.declared.name}.py"
    return load_source(renderer.site.project, path)


def record_of(renderer: Renderer, explorable: Explorable) -> Record:
    """Return the data of an explorable for scripts, with its texts as HTML; computed once per page."""
    records, name = renderer.draft.records, explorable.declared.name
    if name not in records:
        records[name] = made_record(renderer, explorable)
    return records[name]


def made_record(renderer: Renderer, explorable: Explorable) -> Record:
    """Return such a record, made now."""
    source, declared = source_of(renderer, explorable), explorable.declared

    def write(name: str, texts: Sequence[str]) -> list[str]:
        return lines_of(renderer, source, [Words(text, declared.lines.get(name, 0)) for text in texts])

    return with_texts(explorable, write, renderer.site.words.say("table"))


def lines_of(renderer: Renderer, source: Source, lines: Sequence[Words]) -> list[str]:
    """Return lines of an explorable's file as HTML; of plain lines that differ in digits only, one is rendered."""
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
    written = renderer.line_in(words.text, Place(max(1, words.line), 1), source)
    # The same error occurs in other states: report it once.
    found = renderer.draft.problems[before:]
    renderer.draft.problems[before:] = [replace(problem, column=1, length=1) for problem in found]
    return written


def state_of(renderer: Renderer, explorable: Explorable, figure: Figure) -> Record:
    """Return the controls and parts that the directive selects, checked."""
    state: Record = {"id": figure.identifier, **({"alt": figure.alt} if figure.alt else {})}
    for option, known in (("controls", explorable.names), ("parts", SHOWN)):
        given = figure.options.values.get(option)
        if given is not None:
            state[option] = words_in_option(renderer, given, option, known)
    return state


def words_in_option(renderer: Renderer, given: Given, option: str, known: Sequence[str]) -> list[str]:
    """Return the words of an option; report unknown ones."""
    words = given.text.split()
    for word in words:
        if same_name(word, known) not in known:
            message = f"{word!r} is not one of its {option}"
            place = Place(given.value_place.line, given.value_place.column + given.text.index(word))
            renderer.report(Mistake("option-value", message, 0, len(word), suggest(word, known)), place)
    return [name for name in (same_name(word, known) for word in words) if name in known]


def stills_of(renderer: Renderer, explorable: Explorable, record: Record, figure: Figure) -> list[dict[str, str]]:
    """Return the small multiples of ``still=``: the description of each state, and its picture."""
    given = figure.options.values.get("still")
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
                "markup": still_at(renderer, figure.name, record, explorable.link(stops), parts=["picture"]),
            }
        )
    return stills


def still_at(renderer: Renderer, name: str, record: Record, linked: str, **more: Sequence[str]) -> Markup:
    """Return an explorable in a state, without its controls; ``parts`` selects the parts to show, by default all."""
    renderer.draft.n_stills += 1
    state = {"id": f"still-{renderer.draft.n_stills}", "linked": linked, "bare": True, **more}
    return Markup(renderer.site.make.explorable_still(name, record, state))


def values_of(renderer: Renderer, explorable: Explorable) -> DataTable | None:
    """Return all numbers as a table, and publish them as files; None if the explorable has none."""
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
    """Return the text of a cell for readers: stops by their labels."""
    parameter = explorable.declared.parameters.get(column)
    if parameter is not None:
        return next(stop.label for stop in parameter.stops if stop.value == value)
    return written_date(value) if hasattr(value, "isoformat") else shown(value)  # type: ignore[arg-type]


CONTROL = re.compile(r"<(?:button|input|select|textarea)\b(?![^<>]*\sdisabled\b)", re.IGNORECASE)
TAB_STOP = re.compile(r"(?P<before><[A-Za-z][^<>]*?)\s+tabindex=(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
ELSEWHERE = "This figure has an error; see the list of errors."
ARTICLES = {"chart": "a chart", "widget": "a widget", "explorable": "an explorable"}
DIRECTIVES = {"chart": "chart", "widget": "widget", "explorable": "explore"}


@renders(DIRECTIVE_RULES, "chart")
def chart(renderer: Renderer, directive: Directive) -> str:
    """Write a chart; the body is its caption."""
    body, captions = split_captions(directive.body)
    caption = caption_of(renderer, captions) if captions else body_as_caption(renderer, body)
    if captions and body:
        message = "the caption is given twice: as ':::caption' and as the body of the chart"
        renderer.report(Mistake("caption", message, 0, len(":::caption")), captions[0].place)
    figure = figure_asked(renderer, directive, "name", caption)
    return write_figure(renderer, figure, "chart") if figure else ""


@renders(DIRECTIVE_RULES, "widget", "explore")
def interactive(renderer: Renderer, directive: Directive) -> str:
    """Write a widget or an explorable; the body is for readers without JavaScript."""
    body, captions = split_captions(directive.body)
    without_script = renderer.blocks(body)
    figure = figure_asked(renderer, directive, "name", caption_of(renderer, captions), without_script)
    kind = "widget" if directive.name == "widget" else "explorable"
    return write_figure(renderer, figure, kind) if figure else ""


@renders(DIRECTIVE_RULES, "steps")
def steps(renderer: Renderer, directive: Directive) -> str:
    """Write steps with their figure."""
    body, captions = split_captions(directive.body)
    inner = [part.meta["directive"] for part in body if part.type == "directive"]
    stray = [part for part in body if part.type != "directive" or part.meta["directive"].name != "step"]
    if stray:
        place = Place(stray[0].map[0] + 1, 1) if stray[0].map else directive.place
        message = "':::steps' holds ':::step' and ':::caption' only"
        renderer.report(Mistake("steps", message, 0, 1, "put it into a ':::step', or behind the steps"), place)
    if not inner:
        missing = Mistake("steps", "':::steps' has no steps", 0, len(":::steps"), "write a ':::step' for each of them")
        renderer.report(missing, directive.place)
    figure = figure_asked(renderer, directive, "figure", caption_of(renderer, captions))
    if figure is None:
        for part in inner:
            renderer.blocks(part.body)
        return ""
    markup = Markup(write_figure(renderer, figure, ""))
    written = []
    for index, part in enumerate(inner):
        sink = Sink(renderer.written.source)
        state = state_given(renderer, figure.name, part.options, BUILT_IN.components["step"], sink)
        renderer.draft.problems += sink.problems
        written.append(
            {
                "identifier": part.identifier,
                "body": renderer.blocks(part.body),
                "state": state.text if state else "",
                "still": Markup() if sink.problems else still_of_step(renderer, figure, index, state),
            }
        )
    return renderer.fill("steps", name=figure.name, figure=markup, steps=written)


@renders(DIRECTIVE_RULES, "html")
def html(renderer: Renderer, directive: Directive) -> str:
    """Write raw HTML, with a figure in each element whose id names one."""
    assert directive.origin is not None
    insertions: list[tuple[int, str]] = []
    for slot in renderer.written.outline.slots[id(directive)]:
        place = directive.origin.locate(slot.offset)
        number = full_number(renderer.draft.info, renderer.written.outline.anchors[f"chart-{slot.name}"].number)
        if slot.tag not in {"div", "section", "article", "main", "figure"}:
            message = f"a figure is not allowed in <{slot.tag}>"
            renderer.report(Mistake("html-figure", message, 0, len("id"), "use <div>"), place)
        name_place = Place(place.line, place.column + len('id="chart-'))
        figure = Figure(slot.name, f"figure-{slot.name}", number, name_place)
        insertions.append((slot.insert_at, write_figure(renderer, figure, "")))
        for step, offset in slot.steps:
            still = still_of_step(renderer, figure, step)
            if still:
                insertions.append((offset, renderer.fill("still", step=step, still=still)))
    return insert(without_comments(directive.raw), insertions)


def insert(text: str, insertions: Sequence[tuple[int, str]]) -> str:
    """Return ``text`` with pieces inserted at their offsets."""
    parts, position = [], 0
    for offset, piece in sorted(insertions, key=lambda insertion: insertion[0]):
        parts += [text[position:offset], piece]
        position = offset
    return "".join([*parts, text[position:]])


def write_figure(renderer: Renderer, figure: Figure, kind: str) -> str:
    """Write a figure; ``kind`` is the required kind (chart, widget or explorable), empty for any."""
    config, explorables = renderer.site.settings.config, renderer.site.settings.explorables
    registered: Mapping[str, Chart | Widget] = {**config.charts, **config.widgets}
    entry = registered.get(figure.name)
    kinds = {name: kind_of(name, other, explorables) for name, other in registered.items()}
    found = kinds.get(figure.name, "")
    if entry is None or (kind and kind != found):
        known = [name for name, other in kinds.items() if kind in ("", other)]
        message = f"unknown {kind or 'figure'} {figure.name!r}"
        where = "content/explorables" if kind == "explorable" else "content/site.toml"
        suggestion = f"it is {ARTICLES[found]}: write ':::{DIRECTIVES[found]}'" if found else ""
        meant = renderer.written.outline.name_of_figure.get(figure.name)
        if entry is None and meant in known:
            suggestion = f"write {meant!r}: {figure.name!r} is its id on this page"
        suggestion = suggestion or suggest(figure.name, known, f"{kind or 'figure'}s in {where}")
        renderer.report(Mistake("figure", message, 0, len(figure.name), suggestion), figure.place)
        return ""
    if renderer.draft.is_translation:
        return translated_figure(renderer, figure)
    renderer.draft.figures[figure.name] = None
    is_explorable = found == "explorable"
    sets = [*entry.data, *(entry.files if isinstance(entry, Widget) else ())]
    shown = replace(figure, alt=figure.name) if is_explorable else described_figure(renderer, figure, entry, found)
    if figure.name not in renderer.site.usable:
        awaited = [name for name in sets if renderer.site.numbers.awaits(name)]
        renderer.draft.asked |= {name: name not in awaited for name in sets}
        return gap(renderer, shown, "" if awaited else ELSEWHERE, awaited)
    renderer.draft.asked |= dict.fromkeys(sets, True)
    try:
        if is_explorable:
            return write_explorable(renderer, figure)
        if isinstance(entry, Chart):
            return write_chart(renderer, entry, shown)
        return write_widget(renderer, entry, shown)
    except SiteError as error:
        renderer.report_figure(figure.name, error.problems)
        del renderer.draft.figures[figure.name]
        return gap(renderer, shown, error.message)


def translated_figure(renderer: Renderer, figure: Figure) -> str:
    """Write the parts of a figure that a translation replaces: its alt text and caption."""
    for missing, remedy in (("alt text", 'alt="…"'), ("caption", "a ':::caption' inside of it")):
        if not (figure.alt if missing == "alt text" else figure.caption):
            message = f"the translation of figure {figure.name!r} has no {missing}"
            mistake = Mistake("translation", message, 0, len(figure.name), f"write {remedy} in its language")
            renderer.report(mistake, figure.place)
    return renderer.fill("translated", figure=figure)


def described_figure(renderer: Renderer, figure: Figure, entry: Chart | Widget, kind: str) -> Figure:
    """Return a chart or widget with its alt text and caption, from the chapter or from the settings."""
    settings = renderer.site.settings

    def place(key: str) -> Place:
        return settings.place(f"{kind}s", figure.name, key, value=True) or Place(1, 1)

    alt = figure.alt or renderer.words_in(entry.alt, place("alt"), settings.source)
    if not alt:
        suggestion = "add alt=… here or in content/site.toml"
        mistake = Mistake("alt-missing", f"{kind} {figure.name!r} has no alt text", 0, len(figure.name), suggestion)
        renderer.report(mistake, figure.place)
    caption = figure.caption or renderer.line_in(entry.caption, place("caption"), settings.source)
    if caption:
        renderer.draft.captions.append(caption)
    return replace(figure, alt=alt, caption=caption)


def kind_of(name: str, entry: Chart | Widget, explorables: Collection[str]) -> str:
    """Return the kind of the figure registered under a name."""
    return "explorable" if name in explorables else "chart" if isinstance(entry, Chart) else "widget"


def gap(renderer: Renderer, figure: Figure, message: str, awaited: Sequence[str] = ()) -> str:
    """Write a placeholder for a figure with an error, which only the preview shows, or for one that waits for data."""
    return renderer.fill("waiting", figure=figure, error=message, awaited=awaited)


def write_chart(renderer: Renderer, entry: Chart, figure: Figure) -> str:
    """Write a chart: two drawings, and the data as tables."""
    made = renderer.site.make.chart(figure.name)
    renderer.report_figure(figure.name, made.findings)
    known = renderer.site.numbers.tables
    tables = [data_table(known.sets[name], known.columns(name)) for name in entry.data]
    renderer.draft.tables |= dict.fromkeys(entry.data)
    return renderer.fill(
        "chart",
        figure=figure,
        wide=Markup(at_place(made.wide, f"{figure.identifier}-wide")),
        narrow=Markup(at_place(made.narrow, f"{figure.identifier}-narrow")),
        sets=tables,
        spec="",  # templates of projects may still use it
    )


def write_widget(renderer: Renderer, entry: Widget, figure: Figure) -> str:
    """Write a widget: its opening picture, and the attributes needed to mount it."""
    site = renderer.site
    renderer.draft.card = renderer.draft.card or site.make.card(figure.name)
    renderer.draft.sets |= dict.fromkeys(entry.data)
    renderer.draft.assets |= dict.fromkeys(entry.files)
    return renderer.fill(
        "widget",
        figure=figure,
        name=figure.name,
        module=site.urls[f"widget:{figure.name}"],
        sets=entry.data,
        files={file: site.data_files[file] for file in entry.files},
        state=entry.state,
        stage=still(renderer, figure.name, entry.state),
        without_script=figure.without_script,
        is_docking=is_docking(figure),
    )


def still(renderer: Renderer, name: str, state: Mapping[str, Any]) -> Markup:
    """Return the picture of a widget in one state."""
    views = [(layout, Markup(markup)) for layout, markup in renderer.site.make.still(name, state)]
    return Markup(renderer.fill("layouts", views=views))


def still_of_step(renderer: Renderer, figure: Figure, step: int, state: Given | None = None) -> Markup:
    """Return the picture of a widget at one of its steps, by the state that it names or by its number.

    A step that names a state of a chart, or an unknown state of a widget, is reported.
    """
    config = renderer.site.settings.config
    entry = config.widgets.get(figure.name)
    if state is not None and figure.name in config.charts:
        mistake = Mistake("step-state", f"{figure.name!r} is a chart, which has no states", 0, len(state.text))
        renderer.report(mistake, state.value_place)
    if entry is None or figure.name not in renderer.site.usable:
        return Markup()
    try:
        explorable = renderer.site.make.explorables.get(figure.name)
        asks = state is not None and not (explorable and explorable.is_opening)
        read = renderer.site.make.readouts(figure.name, [state.text]) if state is not None and asks else None
        if state is not None and read is not None and read[0] is None:
            message = f"the figure {figure.name!r} has no state {state.text!r}"
            suggestion = (
                "on the built page, press 'Link to this' below the figure; copy what follows its name in the address"
            )
            renderer.report(Mistake("step-state", message, 0, len(state.text), suggestion), state.value_place)
            return Markup()
        if explorable is not None:
            linked = state.text if state and not explorable.is_opening else ""
            return still_at(renderer, figure.name, record_of(renderer, explorable), linked)
        shown = {"step": step} if state is None else {"linked": state.text}
        return without_hands(still(renderer, figure.name, {**entry.state, **shown}))
    except SiteError as error:
        renderer.report_figure(figure.name, error.problems)
        return Markup()


def without_hands(markup: Markup) -> Markup:
    """Return a picture whose controls are marked as inactive, since it is never mounted."""
    return Markup(TAB_STOP.sub(r"\g<before>", CONTROL.sub(r"\g<0> disabled", str(markup))))
