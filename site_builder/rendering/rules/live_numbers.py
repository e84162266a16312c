"""Rules for numbers of the prose that a figure moves with: ``::scrub``, which drags it, and ``::readout``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.data.values import AWAITED
from site_builder.drawing.explorables.shipped import check_format, quantity_key, quantity_names
from site_builder.drawing.faults import widget_problem
from site_builder.drawing.widgets.stills import WidgetError
from site_builder.explore.states import PARTIAL
from site_builder.locales import MINUS, localized
from site_builder.problems.sink import Sink
from site_builder.problems.source import did_you_mean
from site_builder.rendering.renderer import Renderer, Tokens
from site_builder.rendering.rules.options import options_of, quantity_asked, widget_named
from site_builder.syntax.options import Given, Options
from site_builder.syntax.stops import number_of, numbers_in, read_scale, short_form

Quantities = Mapping[str, str]
PLACEHOLDER = "*"
SCALE = ("from", "to", "step", "stops")
WORD_ENDS = re.compile(r"[-_]|(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Scrub:
    """A number to drag: ``stops`` are all it can be, ``stop`` is where it opens, ``pattern`` makes states of them."""

    figure: str
    widget: str
    quantity: Given
    label: str
    stops: tuple[str, ...]
    stop: str
    pattern: str

    @property
    def states(self) -> tuple[str, ...]:
        """Return the state of the figure at each stop, as a link has it."""
        return tuple(self.pattern.replace(PLACEHOLDER, stop) for stop in self.stops)


def scrub(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a number to drag."""
    token, sink = tokens[index], Sink(renderer.written.source)
    found = read_scrub(renderer, token, sink)
    explorable = renderer.site.make.explorables.get(found.widget) if found else None
    if explorable is not None and explorable.is_opening:
        return escape(token.meta["text"])  # Its other stops are still to come.
    read = quantities_at_stops(renderer, found, token, sink) if found else ()
    renderer.draft.problems += sink.problems
    if found is None or not read:
        return escape(token.meta["text"])
    texts = [quantities[found.quantity.text] for quantities in read]
    text = texts[found.stops.index(found.stop)]
    # The room of one character more is no hole in the line; for the rest scripts make room once it is needed.
    widest = max((other for other in texts if len(other) <= len(text) + 1), key=len)
    attributes = {
        "figure": found.figure,
        "of": found.quantity.text,
        "label": found.label,
        "state": found.pattern,
        "stops": short_form(found.stops),
    }
    return f'<span class="scrub"{data_attributes(attributes)}>{reading_of(text, widest)}</span>'


def readout(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a number that a figure reads out."""
    sink = Sink(renderer.written.source)
    options = options_of(tokens[index], "readout", sink)
    identifier, widget = widget_named(renderer, options, sink)
    quantity = quantity_asked(renderer, options, widget)
    written = quantity_written(renderer, tokens[index], widget, quantity, sink) if widget and quantity else None
    text = read_at(renderer, tokens, index, widget, written, sink) if written else ""
    renderer.draft.problems += sink.problems
    if widget and renderer.awaits(widget):
        return AWAITED
    if not text or written is None:
        return ""
    attributes = {"figure": identifier, "of": written.text, "label": label_of(options)}
    if written is not quantity:
        attributes["label"] = options.text("label", WORD_ENDS.sub(" ", options.text("of")).lower())
    return f'<span class="readout"{data_attributes(attributes)}>{reading_of(text, text)}</span>'


def quantity_written(renderer: Renderer, token: Token, widget: str, quantity: Given, sink: Sink) -> Given | None:
    """Return the name under which a quantity is read out: that of an explorable has its format."""
    spec, explorable = token.meta["spec"], renderer.site.make.explorables.get(widget)
    if explorable is None:
        if spec and widget not in renderer.site.settings.explorables:
            message = f"{widget!r} is no explorable: its module writes its numbers itself"
            place = token.meta["origin"].locate(token.meta["spec_start"])
            sink.report("readout", message, place, len(spec), "leave the format out")
            return None
        return quantity
    known = quantity_names(explorable.found)
    if quantity.text not in known:
        message = f"the explorable {widget!r} has no {quantity.text!r}"
        sink.report("readout", message, quantity.value_place, len(quantity.text), did_you_mean(quantity.text, known))
        return None
    mistake = check_format(explorable.found, quantity.text, spec)
    if mistake is not None:
        place = token.meta["origin"].locate(token.meta["spec_start"])
        sink.report("readout", str(mistake), place, max(1, len(spec)), mistake.suggestion)
        return None
    return Given(quantity_key(quantity.text, spec), quantity.place, quantity.value_place)


def words_of(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Return such a number as plain words, for titles and alt texts."""
    return str(Markup(RULES[tokens[index].type](renderer, tokens, index)).striptags())


def reading_of(text: str, widest: str) -> str:
    """Return what is shown; it takes the room of ``widest``, so that the line does not jump while it changes."""
    return f'<span class="reading" data-widest="{escape(widest)}">{escape(text)}</span>'


def label_of(options: Options) -> str:
    """Return the words for a number where they are others than its quantity's name; a name in code is taken apart."""
    quantity = options.text("of")
    words = quantity if " " in quantity else WORD_ENDS.sub(" ", quantity).lower()
    label = options.text("label", words)
    return label if label != quantity else ""


def data_attributes(values: Mapping[str, str]) -> str:
    """Return attributes for scripts, without those that say nothing."""
    return "".join(f' data-{name}="{escape(value)}"' for name, value in values.items() if value)


def read_scrub(renderer: Renderer, token: Token, sink: Sink) -> Scrub | None:
    """Return what a ``::scrub`` says; report what it says wrongly."""
    options = options_of(token, "scrub", sink)
    figure, widget = widget_named(renderer, options, sink)
    declared = (
        None if any(name in options.values for name in SCALE) else declared_scale(renderer, widget, options, sink)
    )
    stops = read_scale(options, token.meta["place"], sink) if declared is None else declared
    stop = opening_stop(token, stops, sink)
    pattern = options.values.get("state")
    if pattern is not None and PLACEHOLDER not in pattern.text:
        message = f"the state {pattern.text!r} has no {PLACEHOLDER} for the number"
        sink.report("scrub-state", message, pattern.value_place, len(pattern.text))
    if not figure or not stop or sink.problems:
        return None
    explorable = renderer.site.make.explorables.get(widget)
    quantity, label, state = quantity_asked(renderer, options, widget), label_of(options), PLACEHOLDER
    assert quantity is not None
    if explorable is not None and quantity.text in explorable.names:
        label = options.text("label", explorable.parameters[quantity.text].label or label)
        state = f"{PARTIAL}{quantity.text}-{PLACEHOLDER}"
    return Scrub(figure, widget, quantity, label, stops, stop, pattern.text if pattern else state)


def declared_scale(renderer: Renderer, widget: str, options: Options, sink: Sink) -> tuple[str, ...] | None:
    """Return the stops that an explorable declares for a number; None for a widget, which declares none."""
    wanted, explorable = quantity_asked(renderer, options, widget), renderer.site.make.explorables.get(widget)
    is_declared = widget in renderer.site.settings.explorables and (explorable is None or wanted is None)
    if is_declared or (not widget and "figure" in options.values):
        return ()  # Reported elsewhere.
    if explorable is None or wanted is None:
        return None
    parameters = explorable.parameters
    if wanted.text not in parameters:
        message = f"the explorable {widget!r} has no parameter {wanted.text!r}"
        suggestion = did_you_mean(wanted.text, list(parameters), "parameters")
        sink.report("parameter", message, wanted.value_place, len(wanted.text), suggestion)
        return ()
    parameter = parameters[wanted.text]
    texts = tuple(stop.text for stop in parameter.stops)
    if parameter.kind != "slider" or any(number_of(text) is None for text in texts):
        words = parameter.stops[parameter.start].label
        suggestion = f"write '::pick[{words}]{{figure={options.text('figure')} of={wanted.text}}}'"
        sink.report("scrub-range", f"{wanted.text!r} is no number", wanted.value_place, len(wanted.text), suggestion)
        return ()
    return texts


def opening_stop(token: Token, stops: tuple[str, ...], sink: Sink) -> str:
    """Return the stop that the number in brackets names; empty and reported if there is none."""
    text, place = token.meta["text"], token.meta["origin"].locate(token.meta["text_start"])
    numbers = numbers_in(text)
    if not numbers and not sink.problems:  # Else it is of what no number can be.
        sink.report("scrub-number", f"{text!r} is no number", place, max(1, len(text)), "write '::scrub[number]{…}'")
    if not numbers:
        return ""
    number = numbers[0]
    stop = next((stop for one in numbers for stop in stops if number_of(stop) == one), "")
    if stops and not stop:
        inside = float(stops[0]) <= number <= float(stops[-1])
        nearest = min(stops, key=lambda stop: abs(float(stop) - float(number)))
        what = "is none of its numbers" if inside else f"is outside {stops[0]} to {stops[-1]}"
        sink.report("scrub-number", f"{text} {what}", place, len(text), f"the nearest is {nearest}")
    return stop


def quantities_at_stops(renderer: Renderer, found: Scrub, token: Token, sink: Sink) -> tuple[Quantities, ...]:
    """Return what the figure reads out at each stop; empty if it cannot, which is reported unless it is elsewhere."""
    answers = ask(renderer, found.widget, found.states, token, sink)
    read: list[Quantities] = []
    for stop, state, quantities in zip(found.stops, found.states, answers, strict=bool(answers)):
        if quantities is None:
            message = f"the figure {found.figure!r} has no state {state!r}"
            sink.report("scrub-state", message, token.meta["place"], len("::scrub"), "change its numbers or its state")
            return ()
        text = quantity_in(quantities, found.quantity, found.widget, sink)
        if text is None:
            return ()
        if number_of(stop) not in numbers_in(text):
            message, suggestion = f"in the state {state!r} the figure {found.figure!r} reads {text!r}, not {stop}", ""
            if found.widget in renderer.site.make.explorables:
                message = f"{found.quantity.text}={stop} goes with no other stop, by only(): the figure shows {text!r}"
                suggestion = "leave it out of the parameter in the figure's file"
            sink.report("scrub-state", message, found.quantity.value_place, len(found.quantity.text), suggestion)
            return ()
        read.append(quantities)
    if read:
        check_written(read[found.stops.index(found.stop)][found.quantity.text], token, sink)
    return tuple(read)


def check_written(text: str, token: Token, sink: Sink) -> None:
    """Report a number that is not written as the figure writes it."""
    written = token.meta["text"]
    if text not in (with_minus := written.replace("-", MINUS), localized(with_minus)):
        place = token.meta["origin"].locate(token.meta["text_start"])
        sink.report("scrub-number", f"the figure writes {text!r}", place, len(written), f"write '::scrub[{text}]…'")


def read_at(renderer: Renderer, tokens: Tokens, index: int, widget: str, quantity: Given, sink: Sink) -> str:
    """Return the text that a readout opens with; it must be there at all stops of its paragraph's scrub."""
    leader = scrub_beside(renderer, tokens, index)
    answers = ask(renderer, widget, leader.states if leader else [None], tokens[index], sink)
    if None in answers:
        if leader is None:  # Else the scrub reports it.
            message = f"the widget {widget!r} reads nothing out in its opening state"
            sink.report("readout", message, tokens[index].meta["place"], len("::readout"))
        return ""
    texts = []
    for quantities in answers:
        text = quantity_in(quantities or {}, quantity, widget, sink)
        if text is None:
            return ""
        texts.append(text)
    return texts[leader.stops.index(leader.stop) if leader else 0] if texts else ""


def scrub_beside(renderer: Renderer, tokens: Tokens, index: int) -> Scrub | None:
    """Return the scrub of the same figure in the same line of text: the last one before, else the first after."""
    wanted = options_of(tokens[index], "readout", Sink(renderer.written.source)).text("figure")
    order = [*range(index - 1, -1, -1), *range(index + 1, len(tokens))]
    for position in order:
        if tokens[position].type == "scrub":
            found = read_scrub(renderer, tokens[position], Sink(renderer.written.source))
            if found is not None and found.figure == wanted:
                return found
    return None


def ask(
    renderer: Renderer, widget: str, states: Sequence[str | None], token: Token, sink: Sink
) -> Sequence[Quantities | None]:
    """Return what a widget reads out in some states; empty if it cannot be asked, which is reported."""
    if widget not in renderer.site.usable:
        return ()  # Reported where it is registered.
    try:
        answers = renderer.site.make.readouts(widget, states)
    except WidgetError as error:
        site = renderer.site
        renderer.draft.problems.append(widget_problem(site.project, site.settings, widget, error))
        return ()
    if answers is None:
        message = f"the widget {widget!r} reads nothing out: its module exports no function readouts"
        sink.report("readout", message, token.meta["place"], len(f"::{token.type}"))
        return ()
    return answers


def quantity_in(quantities: Quantities, wanted: Given, widget: str, sink: Sink) -> str | None:
    """Return one of the quantities that were read out; report it if there is none of that name."""
    if wanted.text in quantities:
        return quantities[wanted.text]
    message = f"the widget {widget!r} reads out no {wanted.text!r}"
    suggestion = did_you_mean(wanted.text, quantities, "quantities in that state")
    sink.report("readout", message, wanted.value_place, len(wanted.text), suggestion)
    return None


RULES = {"scrub": scrub, "readout": readout}
WORDS = dict.fromkeys(RULES, words_of)
