"""Parameters of explorables in the prose: ``::set[…]{figure=shop counters=4}``, ``:::step{load=20}``, ``::pick``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from html import escape

from markupsafe import Markup

from site_builder.drawing.explorables.read_out import Explorable
from site_builder.explore.names import same_name
from site_builder.explore.states import PARTIAL, nearest_text, read_stop
from site_builder.explore.stops import in_english
from site_builder.locales import MINUS, localized
from site_builder.problems.sink import Sink
from site_builder.problems.source import Mistake, Place, did_you_mean
from site_builder.rendering.renderer import Renderer, Tokens
from site_builder.rendering.rules.bound_states import bound
from site_builder.rendering.rules.options import options_of, quantity_asked, widget_named
from site_builder.syntax.directive_table import COMPONENTS
from site_builder.syntax.options import Given, Options, unknown_option

MOST_NAMED = 6


def stops_named(explorable: Explorable, pairs: Iterable[tuple[str, str]]) -> dict[str, int] | Mistake:
    """Return the stops that names and values speak of, or why they speak of none."""
    parameters, stops = explorable.parameters, dict[str, int]()
    for written, text in pairs:
        name = same_name(written, parameters)
        if name not in parameters:
            message = f"{explorable.declared.name!r} has no parameter {name!r}"
            return Mistake("parameter", message, 0, len(name), did_you_mean(name, list(parameters), "parameters"))
        found = read_stop(parameters[name], text)
        if found is None:
            texts = [stop.text for stop in parameters[name].stops]
            near = f"the nearest is {nearest_text(parameters[name], text)}"
            suggestion = near if parameters[name].kind == "slider" else did_you_mean(text, texts, "stops")
            return Mistake("parameter", f"{text!r} is no stop of {name!r}", 0, len(text), suggestion)
        stops[name] = found
    return stops


def state_given(renderer: Renderer, name: str, options: Options, directive: str, sink: Sink) -> Given | None:
    """Return the state that a directive names: by ``state=``, or by parameters of an explorable; report what is wrong.

    Parameters
    ----------
    name : str
        Name of the figure.
    directive : str
        Name of the directive: what it has as options of its own are no parameters.
    """
    own = {option.name for option in COMPONENTS[directive].options}
    others = {key: given for key, given in options.values.items() if key not in own}
    state, settings = options.values.get("state"), renderer.site.settings
    registered = {*settings.config.charts, *settings.config.widgets}
    explorable = renderer.site.make.explorables.get(name)
    if explorable is None:
        # Of a figure that is not there, or cannot be evaluated, nobody knows what parameters it has.
        for key, given in others.items() if name in registered and name not in settings.explorables else ():
            sink.mistake(unknown_option(COMPONENTS[directive], key), given.place)
        return bound(renderer, state, sink)
    others = {same_name(key, explorable.names): given for key, given in others.items()}
    for key, given in others.items():
        if key not in explorable.names:
            sink.mistake(unknown_option(COMPONENTS[directive], key, explorable.names), given.place)
    known = {key: given for key, given in others.items() if key in explorable.names}
    if state is not None and known:
        first = next(iter(known.values()))
        sink.report("parameter", "the state is given twice: as state=… and by parameters", first.place, 1)
        return None
    if not known:
        return bound(renderer, state, sink)
    stops = dict[str, int]()
    for key, given in known.items():
        named = bound(renderer, given, sink)
        found = stops_named(explorable, [(key, named.text)]) if named else {}
        if isinstance(found, Mistake):
            sink.mistake(found, given.value_place)
        if isinstance(found, Mistake) or named is None:
            return None
        stops |= found
    first = next(iter(known.values()))
    return Given(parts_text(explorable, stops), first.place, first.value_place)


def parts_text(explorable: Explorable, stops: Mapping[str, int]) -> str:
    """Return the text of a state that names some parameters, those at their start among them."""
    parameters = explorable.parameters
    return ".".join(f"{name}-{parameters[name].stops[at].text}" for name, at in stops.items())


def pick(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write words to choose others of a parameter."""
    token, sink = tokens[index], Sink(renderer.written.source)
    options = options_of(token, "pick", sink)
    text, place = token.meta["text"], token.meta["origin"].locate(token.meta["text_start"])
    figure, name = widget_named(renderer, options, sink)
    explorable = renderer.site.make.explorables.get(name)
    wanted = quantity_asked(renderer, options, name)
    stop = None
    if figure and explorable is None and name not in renderer.site.settings.explorables:
        given = options.values["figure"]
        sink.report(
            "pick", f"{given.text!r} is no explorable, and has no parameters", given.value_place, len(given.text)
        )
    elif explorable is not None and wanted is not None:
        stop = stop_picked(explorable, wanted, text, place, sink)
    renderer.draft.problems += sink.problems
    if stop is None or explorable is None or wanted is None or explorable.is_opening:
        return escape(text)
    parameter = explorable.parameters[wanted.text]
    labels = [one.label for one in parameter.stops]
    attributes = {
        "figure": figure,
        "of": wanted.text,
        "label": options.text("label", parameter.label),
        "state": f"{PARTIAL}{wanted.text}-*",
        "stops": json.dumps([one.text for one in parameter.stops], ensure_ascii=False),
        "labels": json.dumps(labels, ensure_ascii=False),
    }
    written = "".join(f' data-{key}="{escape(value)}"' for key, value in attributes.items() if value)
    return f'<span class="pick"{written}>{escape(labels[stop])}</span>'


def stop_picked(explorable: Explorable, wanted: Given, text: str, place: Place, sink: Sink) -> int | None:
    """Return the stop whose words stand in the brackets; it must be the one that the figure opens at."""
    parameters = explorable.parameters
    if wanted.text not in parameters:
        message = f"{explorable.declared.name!r} has no parameter {wanted.text!r}"
        suggestion = did_you_mean(wanted.text, list(parameters), "parameters")
        sink.report("parameter", message, wanted.value_place, len(wanted.text), suggestion)
        return None
    parameter = parameters[wanted.text]
    stop = parameter.stops[parameter.start]
    opening = stop.label
    if text not in (opening, in_english(stop)) and localized(text.replace("-", MINUS)) != opening:
        message = f"{text!r} is not what the figure opens with"
        sink.report(
            "pick", message, place, max(1, len(text)), f"write '::pick[{opening}]…', or another start in its file"
        )
        return None
    return parameter.start


def words_of(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Return the words alone, for titles and alt texts."""
    return str(Markup(pick(renderer, tokens, index)).striptags())


RULES = {"pick": pick}
WORDS = {"pick": words_of}
