"""What rules share: options in the braces of inline directives, and the widget that one of them names."""

from __future__ import annotations

from dataclasses import replace

from markdown_it.token import Token

from site_builder.drawing.explorables.shipped import quantity_names
from site_builder.explore.names import same_name
from site_builder.problems.sink import Sink
from site_builder.problems.source import Mistake, Place, Source, did_you_mean
from site_builder.rendering.renderer import Renderer
from site_builder.syntax.directive_table import COMPONENTS, Component
from site_builder.syntax.options import Given, Options, check_options, read_options


def elsewhere(renderer: Renderer, identifier: str) -> str:
    """Return what to know of a figure that stands on another page; nothing if there is none."""
    pages = renderer.site.pages_with.get(identifier, ())
    others = [page for page in pages if page.anchors[identifier].kind == "figure"]
    return f"it stands on {others[0].file}: words move a figure of their own page only" if others else ""


def options_of(token: Token, directive: str | Component, sink: Sink | None) -> Options:
    """Return what stands in the braces of an inline directive, named if the builder's own; report what is wrong."""
    sink = Sink(Source("", "")) if sink is None else sink
    meta = token.meta
    place = meta["origin"].locate(meta["options_start"])
    options = read_options(f"{{{meta['options']}}}", Place(place.line, place.column - 1), sink)
    component = COMPONENTS[directive] if isinstance(directive, str) else directive
    for wrong, at in check_options(component, options):
        sink.mistake(wrong, at or meta["place"])
    return options


def quantity_asked(renderer: Renderer, options: Options, name: str) -> Given | None:
    """Return the option ``of``; for an explorable, as its file spells the parameter or number."""
    given, explorable = options.values.get("of"), renderer.site.make.explorables.get(name)
    if given is None or explorable is None:
        return given
    return replace(given, text=same_name(given.text, quantity_names(explorable.found)))


def widget_named(renderer: Renderer, options: Options, sink: Sink) -> tuple[str, str]:
    """Return id and name of the widget that ``figure=…`` names, empty where there is none; report it then."""
    given = options.values.get("figure")
    if given is None:
        return "", ""
    names, widgets = renderer.written.outline.name_of_figure, renderer.site.settings.config.widgets
    known = [identifier for identifier, name in names.items() if name in widgets]
    if given.text in known:
        return given.text, names[given.text]
    name = names.get(given.text, "")
    if name and name not in renderer.site.settings.config.charts:
        return "", ""  # That there is no such figure is told where it should stand.
    what, suggestion = f"there is no figure {given.text!r} on this page", ""
    if name:
        what = f"{given.text!r} is a chart and has no states"
    else:
        suggestion = elsewhere(renderer, given.text)
    suggestion = suggestion or did_you_mean(given.text, known, "figures that move on this page")
    mistake = Mistake("set-figure", what, 0, len(given.text), suggestion, f"#{given.text}")
    sink.mistake(mistake, given.value_place)
    return "", ""
