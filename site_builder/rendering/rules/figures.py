"""Directives that show figures: charts, widgets, steps beside them, and raw HTML that figures go into."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.data.published import data_tables
from site_builder.drawing.charts.draw import ChartError
from site_builder.drawing.charts.svg import at_place
from site_builder.drawing.faults import chart_problems, widget_problem
from site_builder.drawing.widgets.stills import WidgetError
from site_builder.problems.sink import Sink
from site_builder.problems.source import Mistake, Place, did_you_mean
from site_builder.rendering.lines import (
    body_as_caption,
    caption_from_settings,
    caption_of,
    split_captions,
    words_from_settings,
)
from site_builder.rendering.links import full_number
from site_builder.rendering.renderer import Renderer
from site_builder.rendering.rules.explorables import record_of, still_at, write_explorable
from site_builder.rendering.rules.parameters import state_given
from site_builder.rendering.rules.wanted import Figure, Wanted, wanted_by
from site_builder.settings.site_toml import Chart, Widget
from site_builder.syntax.html import without_comments
from site_builder.syntax.options import Given
from site_builder.syntax.tokens import Directive

CONTROL = re.compile(r"<(?:button|input|select|textarea)\b(?![^<>]*\sdisabled\b)", re.IGNORECASE)
TAB_STOP = re.compile(r"(?P<before><[A-Za-z][^<>]*?)\s+tabindex=(?:\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.IGNORECASE)
ELSEWHERE = "This figure has an error; see the list of errors."
ARTICLES = {"chart": "a chart", "widget": "a widget", "explorable": "an explorable"}
DIRECTIVES = {"chart": "chart", "widget": "widget", "explorable": "explore"}


def chart(renderer: Renderer, token: Token) -> str:
    """Write a chart; the body is its caption."""
    directive: Directive = token.meta["directive"]
    body, captions = split_captions(directive.body)
    caption = caption_of(renderer, captions) if captions else body_as_caption(renderer, body)
    if captions and body:
        at = captions[0].place
        message = "the caption is given twice: as ':::caption' and as the body of the chart"
        renderer.report(Mistake("caption", message, 0, len(":::caption")), at)
    wanted = wanted_by(renderer, token, "name", caption)
    return write_figure(renderer, wanted, "chart") if wanted else ""


def widget(renderer: Renderer, token: Token) -> str:
    """Write a widget; the body is for readers without JavaScript."""
    directive: Directive = token.meta["directive"]
    body, captions = split_captions(directive.body)
    without_script = renderer.blocks(body)
    wanted = wanted_by(renderer, token, "name", caption_of(renderer, captions), without_script)
    return write_figure(renderer, wanted, "widget") if wanted else ""


def explore(renderer: Renderer, token: Token) -> str:
    """Write an explorable; the body is for readers without JavaScript."""
    directive: Directive = token.meta["directive"]
    body, captions = split_captions(directive.body)
    without_script = renderer.blocks(body)
    wanted = wanted_by(renderer, token, "name", caption_of(renderer, captions), without_script)
    return write_figure(renderer, wanted, "explorable") if wanted else ""


def steps(renderer: Renderer, token: Token) -> str:
    """Write steps beside the figure that they speak of."""
    directive: Directive = token.meta["directive"]
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
    wanted = wanted_by(renderer, token, "figure", caption_of(renderer, captions))
    if wanted is None:
        for part in inner:
            renderer.blocks(part.body)
        return ""
    figure = Markup(write_figure(renderer, wanted, ""))
    written = []
    for index, part in enumerate(inner):
        sink = Sink(renderer.written.source)
        state = state_given(renderer, wanted.name, part.options, "step", sink)
        renderer.draft.problems += sink.problems
        written.append(
            {
                "identifier": part.identifier,
                "body": renderer.blocks(part.body),
                "state": state.text if state else "",
                "still": Markup() if sink.problems else still_of_step(renderer, wanted, index, state),
            }
        )
    return renderer.fill("steps", name=wanted.name, figure=figure, steps=written)


def html(renderer: Renderer, token: Token) -> str:
    """Write raw HTML, with a figure in each element that is named for one."""
    directive: Directive = token.meta["directive"]
    assert directive.origin is not None
    insertions: list[tuple[int, str]] = []
    for slot in renderer.written.outline.slots[id(token)]:
        place = directive.origin.locate(slot.offset)
        number = full_number(renderer.draft.info, renderer.written.outline.anchors[f"chart-{slot.name}"].number)
        if slot.tag not in {"div", "section", "article", "main", "figure"}:
            message = f"a figure cannot stand in <{slot.tag}>"
            renderer.report(Mistake("html-figure", message, 0, len("id"), "use <div>"), place)
        name_place = Place(place.line, place.column + len('id="chart-'))
        wanted = Wanted(slot.name, f"figure-{slot.name}", number, name_place)
        insertions.append((slot.insert_at, write_figure(renderer, wanted, "")))
        for step, offset in slot.steps:
            still = still_of_step(renderer, wanted, step)
            if still:
                insertions.append((offset, renderer.fill("still", step=step, still=still)))
    return insert(without_comments(directive.raw), insertions)


def insert(text: str, insertions: Sequence[tuple[int, str]]) -> str:
    """Return ``text`` with pieces put in at their offsets."""
    parts, position = [], 0
    for offset, piece in sorted(insertions, key=lambda insertion: insertion[0]):
        parts += [text[position:offset], piece]
        position = offset
    return "".join([*parts, text[position:]])


def write_figure(renderer: Renderer, wanted: Wanted, kind: str) -> str:
    """Write a figure; ``kind`` is the one that must be meant, chart, widget or explorable, empty where any may be."""
    config, explorables = renderer.site.settings.config, renderer.site.settings.explorables
    registered: Mapping[str, Chart | Widget] = {**config.charts, **config.widgets}
    entry = registered.get(wanted.name)
    kinds = {name: kind_of(name, other, explorables) for name, other in registered.items()}
    found = kinds.get(wanted.name, "")
    if entry is None or (kind and kind != found):
        known = [name for name, other in kinds.items() if kind in ("", other)]
        message = f"unknown {kind or 'figure'} {wanted.name!r}"
        where = "content/explorables" if kind == "explorable" else "content/site.toml"
        suggestion = f"it is {ARTICLES[found]}: write ':::{DIRECTIVES[found]}'" if found else ""
        meant = renderer.written.outline.name_of_figure.get(wanted.name)
        if entry is None and meant in known:
            suggestion = f"{wanted.name!r} is its id on this page; its name is {meant!r}"
        suggestion = suggestion or did_you_mean(wanted.name, known, f"{kind or 'figure'}s in {where}")
        renderer.report(Mistake("figure", message, 0, len(wanted.name), suggestion), wanted.place)
        return ""
    renderer.draft.figures[wanted.name] = None
    if found == "explorable":
        return write_explorable_figure(renderer, wanted, entry)
    table = f"{found}s"
    alt = wanted.alt or words_from_settings(renderer, entry.alt, table, wanted.name, "alt")
    if not alt:
        suggestion = "add alt=… here or in content/site.toml"
        mistake = Mistake("alt-missing", f"{found} {wanted.name!r} has no alt text", 0, len(wanted.name), suggestion)
        renderer.report(mistake, wanted.place)
    caption = wanted.caption or caption_from_settings(renderer, entry.caption, table, wanted.name, "caption")
    if caption:
        renderer.draft.captions.append(caption)
    figure = Figure(wanted.identifier, wanted.number, alt, caption)
    if wanted.name not in renderer.site.usable:
        return waiting_figure(renderer, entry, figure)
    renderer.draft.asked |= dict.fromkeys(sets_of(entry), True)
    try:
        if isinstance(entry, Chart):
            return write_chart(renderer, wanted.name, entry, figure)
        return write_widget(renderer, wanted, entry, figure)
    except ChartError as error:
        site = renderer.site
        renderer.draft.problems += chart_problems(site.project, site.settings, wanted.name, error.findings)
        del renderer.draft.figures[wanted.name]
        return gap(renderer, figure, str(error))
    except WidgetError as error:
        site = renderer.site
        renderer.draft.problems.append(widget_problem(site.project, site.settings, wanted.name, error))
        del renderer.draft.figures[wanted.name]
        return gap(renderer, figure, str(error))


def kind_of(name: str, entry: Chart | Widget, explorables: Collection[str]) -> str:
    """Return what kind of figure a name is registered for."""
    return "explorable" if name in explorables else "chart" if isinstance(entry, Chart) else "widget"


def write_explorable_figure(renderer: Renderer, wanted: Wanted, entry: Chart | Widget) -> str:
    """Write an explorable, or the place of one that cannot be shown."""
    figure = Figure(wanted.identifier, wanted.number, wanted.name, wanted.caption)
    if wanted.name not in renderer.site.usable:
        return waiting_figure(renderer, entry, figure)
    renderer.draft.asked |= dict.fromkeys(entry.data, True)
    try:
        return write_explorable(renderer, wanted)
    except WidgetError as error:
        site = renderer.site
        renderer.draft.problems.append(widget_problem(site.project, site.settings, wanted.name, error))
        del renderer.draft.figures[wanted.name]
        return gap(renderer, figure, str(error))


def sets_of(entry: Chart | Widget) -> list[str]:
    """Return the data sets of a figure."""
    return [*entry.data, *(entry.files if isinstance(entry, Widget) else ())]


def waiting_figure(renderer: Renderer, entry: Chart | Widget, figure: Figure) -> str:
    """Write the place of a figure whose data are still to come, or that cannot be drawn at all."""
    awaited = [name for name in sets_of(entry) if renderer.site.numbers.awaits(name)]
    renderer.draft.asked |= {name: name not in awaited for name in sets_of(entry)}
    return gap(renderer, figure, "" if awaited else ELSEWHERE, awaited)


def gap(renderer: Renderer, figure: Figure, message: str, awaited: Sequence[str] = ()) -> str:
    """Write the place of a figure with an error, which only the preview shows, or of one that waits for data."""
    return renderer.fill("waiting", figure=figure, error=message, awaited=awaited)


def write_chart(renderer: Renderer, name: str, entry: Chart, figure: Figure) -> str:
    """Write a chart: two drawings, the data as tables, and what brings it to life."""
    made = renderer.site.make.chart(name)
    renderer.draft.problems += chart_problems(renderer.site.project, renderer.site.settings, name, made.findings)
    spec = ""
    if entry.live and made.vega_spec:
        content = json.dumps(made.vega_spec, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        spec = f"assets/chart-{name}-{hashlib.sha256(content).hexdigest()[:8]}.json"
        renderer.draft.files[spec] = content
    tables = data_tables(renderer.site.numbers.tables, entry.data)
    renderer.draft.tables |= dict.fromkeys(entry.data)
    return renderer.fill(
        "chart",
        figure=figure,
        wide=Markup(at_place(made.wide, f"{figure.identifier}-wide")),
        narrow=Markup(at_place(made.narrow, f"{figure.identifier}-narrow")),
        spec=spec,
        vega=renderer.site.urls.get("vega", ""),
        sets=tables,
    )


def write_widget(renderer: Renderer, wanted: Wanted, entry: Widget, figure: Figure) -> str:
    """Write a widget: its opening picture, and what it needs to come alive."""
    site = renderer.site
    renderer.draft.card = renderer.draft.card or site.make.card(wanted.name)
    renderer.draft.sets |= dict.fromkeys(entry.data)
    renderer.draft.assets |= dict.fromkeys(entry.files)
    return renderer.fill(
        "widget",
        figure=figure,
        name=wanted.name,
        module=site.urls[f"widget:{wanted.name}"],
        sets=entry.data,
        files={file: site.data_files[file] for file in entry.files},
        state=entry.state,
        stage=still(renderer, wanted.name, entry.state),
        without_script=wanted.without_script,
        is_docking=wanted.is_docking,
    )


def still(renderer: Renderer, name: str, state: Mapping[str, Any]) -> Markup:
    """Return the picture of a widget in one state."""
    views = [(layout, Markup(markup)) for layout, markup in renderer.site.make.still(name, state)]
    return Markup(renderer.fill("layouts", views=views))


def still_of_step(renderer: Renderer, wanted: Wanted, step: int, state: Given | None = None) -> Markup:
    """Return the picture of a widget at one of its steps, by the state that it names or by its number.

    Charts stand still; a step that names a state of one, or one that the widget does not have, is reported.
    """
    config = renderer.site.settings.config
    entry = config.widgets.get(wanted.name)
    if state is not None and wanted.name in config.charts:
        mistake = Mistake("step-state", f"{wanted.name!r} is a chart, which has no states", 0, len(state.text))
        renderer.report(mistake, state.value_place)
    if entry is None or wanted.name not in renderer.site.usable:
        return Markup()
    try:
        explorable = renderer.site.make.explorables.get(wanted.name)
        asks = state is not None and not (explorable and explorable.is_opening)
        read = renderer.site.make.readouts(wanted.name, [state.text]) if state is not None and asks else None
        if state is not None and read is not None and read[0] is None:
            message = f"the figure {wanted.name!r} has no state {state.text!r}"
            suggestion = "write it as 'Link to this' has it in the address, behind the figure's name"
            renderer.report(Mistake("step-state", message, 0, len(state.text), suggestion), state.value_place)
            return Markup()
        if explorable is not None:
            linked = state.text if state and not explorable.is_opening else ""
            return still_at(renderer, wanted.name, record_of(renderer, explorable), linked)
        shown = {"step": step} if state is None else {"linked": state.text}
        return without_hands(still(renderer, wanted.name, {**entry.state, **shown}))
    except WidgetError as error:
        site = renderer.site
        renderer.draft.problems.append(widget_problem(site.project, site.settings, wanted.name, error))
        return Markup()


def without_hands(markup: Markup) -> Markup:
    """Return a picture whose controls look like what they are: nothing ever brings them to life."""
    return Markup(TAB_STOP.sub(r"\g<before>", CONTROL.sub(r"\g<0> disabled", str(markup))))


RULES = {"chart": chart, "widget": widget, "explore": explore, "steps": steps, "html": html}
