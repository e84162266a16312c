"""Rules for words and numbers of the prose that set the state of a figure or show its quantities."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from typing import NamedTuple
from urllib.parse import quote, unquote

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.data.values import AWAITED, Cell
from site_builder.explorables.model import Former
from site_builder.explorables.page_data import Explorable, check_format, quantity_key, quantity_names
from site_builder.explore.parameters import IN_NAMES, in_english, printed_number, same_name
from site_builder.explore.states import PARTIAL, nearest_text, read_stop
from site_builder.locales import MINUS, localized
from site_builder.problems.problem import SiteError
from site_builder.problems.reporting import Sink
from site_builder.problems.source import Mistake, Place, suggest
from site_builder.rendering.renderer import TOKEN_RULES, WORD_RULES, Renderer, Tokens, find_page, renders, resolve_link
from site_builder.rendering.site import PageInfo
from site_builder.syntax.directive_table import Component
from site_builder.syntax.options import Given, Options, number_of, numbers_in, read_scale, short_form, unknown_option


def elsewhere(renderer: Renderer, identifier: str) -> str:
    """Return the fix for a figure that is on another page; "" if there is none."""
    pages = renderer.site.pages_with.get(identifier, ())
    others = [page for page in pages if page.anchors[identifier].kind == "figure"]
    if not others:
        return ""
    page = next(name for name, page in renderer.site.pages.items() if page is others[0])
    return f"link to a state of it: '[words]({page}?{identifier}=parameter-stop)'"


class Target(NamedTuple):
    """The figure that words set or read; all fields are empty if no figure has the given id."""

    identifier: str = ""
    name: str = ""
    explorable: Explorable | None = None

    @property
    def is_opening(self) -> bool:
        """Return whether only the opening state of an explorable is evaluated yet."""
        return self.explorable is not None and self.explorable.is_opening

    def quantity(self, options: Options) -> Given | None:
        """Return the option ``of``; for an explorable, in the spelling of its file."""
        given = options.values.get("of")
        if given is None or self.explorable is None:
            return given
        return replace(given, text=same_name(given.text, quantity_names(self.explorable.found)))


def target_of(renderer: Renderer, options: Options, sink: Sink) -> Target:
    """Return the widget or explorable that ``figure=…`` names; report an unknown name."""
    given = options.values.get("figure")
    if given is None:
        return Target()
    names, config = renderer.written.outline.name_of_figure, renderer.site.settings.config
    known = [identifier for identifier, name in names.items() if name in config.widgets]
    name = names.get(given.text, "")
    if given.text in known:
        return Target(given.text, name, renderer.site.make.explorables.get(name))
    if name and name not in config.charts:
        return Target()  # An unknown figure is reported where it is used.
    what = f"{given.text!r} is a chart and has no states" if name else f"there is no figure {given.text!r} on this page"
    suggestion = "" if name else elsewhere(renderer, given.text)
    suggestion = suggestion or suggest(given.text, known, "figures that move on this page")
    sink.mistake(Mistake("set-figure", what, 0, len(given.text), suggestion, f"#{given.text}"), given.value_place)
    return Target()


VALUE = re.compile(r"::value\[(?P<query>[^\[\]]*)\]")


def bound(renderer: Renderer, given: Given | None, sink: Sink) -> Given | None:
    """Return an option with references to cells replaced by their values, in the form of addresses.

    Returns None for a missing cell, which is reported, and while its data set is still being computed.
    """
    if given is None:
        return None
    written, end = "", 0
    for match in VALUE.finditer(given.text):
        try:
            cell = renderer.find(match["query"], "")
        except Mistake as mistake:
            line, column = given.value_place
            sink.mistake(mistake, Place(line, column + match.start("query") + mistake.offset))
            return None
        if cell.value == AWAITED:
            return None
        written, end = written + given.text[end : match.start()] + text_of(cell), match.end()
    return Given(written + given.text[end:], given.place, given.value_place) if end else given


def text_of(cell: Cell) -> str:
    """Return a cell in the form of addresses."""
    return printed_number(cell.value) if cell.is_number else cell.machine_text


Quantities = Mapping[str, str]
PLACEHOLDER = "*"
SCALE = ("from", "to", "step", "stops")
WORD_ENDS = re.compile(r"[-_]|(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True)
class Scrub:
    """A number to drag: ``stops`` are its values, ``stop`` is the opening one, ``pattern`` maps them to states."""

    target: Target
    quantity: Given
    label: str
    stops: tuple[str, ...]
    stop: str
    pattern: str

    @property
    def states(self) -> tuple[str, ...]:
        """Return the state of the figure at each stop, in the form of links."""
        return tuple(self.pattern.replace(PLACEHOLDER, stop) for stop in self.stops)


@renders(TOKEN_RULES, "scrub")
def scrub(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a number to drag."""
    token, sink = tokens[index], Sink(renderer.written.source)
    found = read_scrub(renderer, token, sink)
    if found and found.target.is_opening:
        return escape(token.meta["text"])  # Its other stops are still being computed.
    read = quantities_at_stops(renderer, found, token, sink) if found else ()
    renderer.draft.problems += sink.problems
    if found is None or not read:
        return escape(token.meta["text"])
    texts = [quantities[found.quantity.text] for quantities in read]
    text = texts[found.stops.index(found.stop)]
    # Reserve at most one character: more would leave a gap in the line. Scripts reserve the rest during a drag.
    widest = max((other for other in texts if len(other) <= len(text) + 1), key=len)
    attributes = {
        "figure": found.target.identifier,
        "of": found.quantity.text,
        "label": found.label,
        "state": found.pattern,
        "stops": short_form(found.stops),
    }
    return f'<span class="scrub"{data_attributes(attributes)}>{reading_of(text, widest)}</span>'


@renders(TOKEN_RULES, "readout")
def readout(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a number read from a figure."""
    token, sink = tokens[index], Sink(renderer.written.source)
    options: Options = token.meta["given"]
    target = target_of(renderer, options, sink)
    quantity = target.quantity(options)
    written = quantity_written(renderer, token, target, quantity, sink) if target.name and quantity else None
    text = read_at(renderer, tokens, index, target.name, written, sink) if written else ""
    renderer.draft.problems += sink.problems
    if target.name and renderer.awaits(target.name):
        return AWAITED
    if not text or written is None:
        return ""
    attributes = {"figure": target.identifier, "of": written.text, "label": label_of(options)}
    if written is not quantity:
        attributes["label"] = options.text("label", WORD_ENDS.sub(" ", options.text("of")).lower())
    return f'<span class="readout"{data_attributes(attributes)}>{reading_of(text, text)}</span>'


def quantity_written(renderer: Renderer, token: Token, target: Target, quantity: Given, sink: Sink) -> Given | None:
    """Return the name of a quantity; for an explorable it includes its format."""
    spec, widget, explorable = token.meta["spec"], target.name, target.explorable
    if explorable is None:
        if spec and widget not in renderer.site.settings.explorables:
            message = f"{widget!r} is not an explorable: its module writes its numbers itself"
            place = token.meta["origin"].locate(token.meta["spec_start"])
            sink.report("readout", message, place, len(spec), "leave the format out")
            return None
        return quantity
    known = quantity_names(explorable.found)
    if quantity.text not in known:
        message = f"the explorable {widget!r} has no {quantity.text!r}"
        sink.report("readout", message, quantity.value_place, len(quantity.text), suggest(quantity.text, known))
        return None
    mistake = check_format(explorable.found, quantity.text, spec)
    if mistake is not None:
        place = token.meta["origin"].locate(token.meta["spec_start"])
        sink.report("readout", str(mistake), place, max(1, len(spec)), mistake.suggestion)
        return None
    return Given(quantity_key(quantity.text, spec), quantity.place, quantity.value_place)


@renders(WORD_RULES, "scrub", "readout", "pick")
def words_of(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Return the displayed text as plain text, for titles and alt texts."""
    return str(Markup(TOKEN_RULES[tokens[index].type](renderer, tokens, index)).striptags())


def reading_of(text: str, widest: str) -> str:
    """Return the displayed text with the width of ``widest``, so that the line does not jump while it changes."""
    return f'<span class="reading" data-widest="{escape(widest)}">{escape(text)}</span>'


def label_of(options: Options) -> str:
    """Return the label of a number if it differs from its quantity's name; identifiers are split into words."""
    quantity = options.text("of")
    words = quantity if " " in quantity else WORD_ENDS.sub(" ", quantity).lower()
    label = options.text("label", words)
    return label if label != quantity else ""


def data_attributes(values: Mapping[str, str]) -> str:
    """Return attributes for scripts, without empty ones."""
    return "".join(f' data-{name}="{escape(value)}"' for name, value in values.items() if value)


def read_scrub(renderer: Renderer, token: Token, sink: Sink) -> Scrub | None:
    """Parse a ``::scrub`` and report its errors."""
    options: Options = token.meta["given"]
    target = target_of(renderer, options, sink)
    has_scale = any(name in options.values for name in SCALE)
    declared = None if has_scale else declared_scale(renderer, target, options, sink)
    stops = read_scale(options, token.meta["place"], sink) if declared is None else declared
    stop = opening_stop(token, stops, sink)
    pattern = options.values.get("state")
    if pattern is not None and PLACEHOLDER not in pattern.text:
        message = f"the state {pattern.text!r} has no {PLACEHOLDER} for the number"
        fix = f'write {PLACEHOLDER} where the number goes, as in state="{PLACEHOLDER}"'
        sink.report("scrub-state", message, pattern.value_place, len(pattern.text), fix)
    if not target.identifier or not stop or not options.is_sound or sink.problems:
        return None
    quantity, label, state, explorable = target.quantity(options), label_of(options), PLACEHOLDER, target.explorable
    assert quantity is not None
    if explorable is not None and quantity.text in explorable.names:
        label = options.text("label", explorable.parameters[quantity.text].label or label)
        state = f"{PARTIAL}{quantity.text}-{PLACEHOLDER}"
    return Scrub(target, quantity, label, stops, stop, pattern.text if pattern else state)


def declared_scale(renderer: Renderer, target: Target, options: Options, sink: Sink) -> tuple[str, ...] | None:
    """Return the stops that an explorable declares for a number; None for a widget, which declares none."""
    wanted, explorable = target.quantity(options), target.explorable
    is_declared = target.name in renderer.site.settings.explorables and (explorable is None or wanted is None)
    if is_declared or (not target.name and "figure" in options.values):
        return ()  # Reported elsewhere.
    if explorable is None or wanted is None:
        return None
    if wanted.text not in explorable.parameters:
        sink.mistake(no_parameter(explorable, wanted.text), wanted.value_place)
        return ()
    parameter = explorable.parameters[wanted.text]
    texts = tuple(stop.text for stop in parameter.stops)
    if parameter.kind != "slider" or any(number_of(text) is None for text in texts):
        words = parameter.stops[parameter.start].label
        suggestion = f"write '::pick[{words}]{{figure={options.text('figure')} of={wanted.text}}}'"
        sink.report("scrub-range", f"{wanted.text!r} is not a number", wanted.value_place, len(wanted.text), suggestion)
        return ()
    return texts


def opening_stop(token: Token, stops: tuple[str, ...], sink: Sink) -> str:
    """Return the stop given in brackets; "" after an error is reported."""
    text, place = token.meta["text"], token.meta["origin"].locate(token.meta["text_start"])
    numbers, is_sound = numbers_in(text), token.meta["given"].is_sound and not sink.problems
    if not numbers and is_sound:  # Otherwise it contains a non-number.
        sink.report("scrub-number", f"{text!r} is not a number", place, max(1, len(text)), "write '::scrub[number]{…}'")
    if not numbers:
        return ""
    number = numbers[0]
    stop = next((stop for one in numbers for stop in stops if number_of(stop) == one), "")
    if stops and not stop:
        inside = float(stops[0]) <= number <= float(stops[-1])
        nearest = min(stops, key=lambda stop: abs(float(stop) - float(number)))
        what = "is not one of its numbers" if inside else f"is outside {stops[0]} to {stops[-1]}"
        sink.report("scrub-number", f"{text} {what}", place, len(text), f"write {nearest}, the nearest")
    return stop


def quantities_at_stops(renderer: Renderer, found: Scrub, token: Token, sink: Sink) -> tuple[Quantities, ...]:
    """Return the figure's quantities at each stop; empty on an error, which is reported."""
    answers = ask(renderer, found.target.name, found.states, token, sink)
    read: list[Quantities] = []
    for stop, state, quantities in zip(found.stops, found.states, answers, strict=bool(answers)):
        if quantities is None:
            message = f"the figure {found.target.identifier!r} has no state {state!r}"
            sink.report("scrub-state", message, token.meta["place"], len("::scrub"), "change its numbers or its state")
            return ()
        text = quantity_in(quantities, found.quantity, found.target.name, sink)
        if text is None:
            return ()
        if number_of(stop) not in numbers_in(text):
            message = f"in the state {state!r} the figure {found.target.identifier!r} reads {text!r}, not {stop}"
            suggestion = ""
            if found.target.explorable is not None:
                message = f"{found.quantity.text}={stop} is in no state that only() allows: the figure shows {text!r}"
                suggestion = "remove it from the parameter in the figure's file"
            sink.report("scrub-state", message, found.quantity.value_place, len(found.quantity.text), suggestion)
            return ()
        read.append(quantities)
    if read:
        text, written = read[found.stops.index(found.stop)][found.quantity.text], token.meta["text"]
        if text not in (with_minus := written.replace("-", MINUS), localized(with_minus)):
            place, remedy = token.meta["origin"].locate(token.meta["text_start"]), f"write '::scrub[{text}]…'"
            sink.report("scrub-number", f"the figure shows {text!r} here", place, len(written), remedy)
    return tuple(read)


def read_at(renderer: Renderer, tokens: Tokens, index: int, widget: str, quantity: Given, sink: Sink) -> str:
    """Return the opening text of a readout; its quantity must exist at all stops of its paragraph's scrub."""
    leader = scrub_beside(renderer, tokens, index)
    answers = ask(renderer, widget, leader.states if leader else [None], tokens[index], sink)
    if None in answers:
        if leader is None:  # Otherwise the scrub reports it.
            message = f"the widget {widget!r} has no readouts in its opening state"
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
    wanted = tokens[index].meta["given"].text("figure")
    order = [*range(index - 1, -1, -1), *range(index + 1, len(tokens))]
    for position in order:
        if tokens[position].type == "scrub":
            found = read_scrub(renderer, tokens[position], Sink(renderer.written.source))
            if found is not None and found.target.identifier == wanted:
                return found
    return None


def ask(
    renderer: Renderer, widget: str, states: Sequence[str | None], token: Token, sink: Sink
) -> Sequence[Quantities | None]:
    """Return a widget's quantities in some states; empty on an error, which is reported."""
    if widget not in renderer.site.usable:
        return ()  # Reported where it is registered.
    try:
        answers = renderer.site.make.readouts(widget, states)
    except SiteError as error:
        renderer.report_figure(widget, error.problems)
        return ()
    if answers is None:
        message = f"the widget {widget!r} has no readouts: its module exports no function readouts"
        sink.report("readout", message, token.meta["place"], len(f"::{token.type}"))
        return ()
    return answers


def quantity_in(quantities: Quantities, wanted: Given, widget: str, sink: Sink) -> str | None:
    """Return a quantity by name; report an unknown name."""
    if wanted.text in quantities:
        return quantities[wanted.text]
    message = f"the widget {widget!r} has no readout {wanted.text!r}"
    suggestion = suggest(wanted.text, quantities, "quantities in that state")
    sink.report("readout", message, wanted.value_place, len(wanted.text), suggestion)
    return None


MOST_NAMED = 6


def no_parameter(explorable: Explorable, name: str) -> Mistake:
    """Describe a parameter that an explorable does not have."""
    message = f"the explorable {explorable.declared.name!r} has no parameter {name!r}"
    return Mistake("parameter", message, 0, len(name), suggest(name, list(explorable.parameters), "parameters"))


def stops_named(explorable: Explorable, pairs: Iterable[tuple[str, str]]) -> dict[str, int] | Mistake:
    """Return the stops given by names and values, or the error in them."""
    parameters, stops = explorable.parameters, dict[str, int]()
    for written, text in pairs:
        name = same_name(written, parameters)
        if name not in parameters:
            return no_parameter(explorable, name)
        found = read_stop(parameters[name], text)
        if found is None:
            texts = [stop.text for stop in parameters[name].stops]
            near = f"write {nearest_text(parameters[name], text)}, the nearest"
            suggestion = near if parameters[name].kind == "slider" else suggest(text, texts, "stops")
            return Mistake("parameter", f"{text!r} is not a stop of {name!r}", 0, len(text), suggestion)
        stops[name] = found
    return stops


def state_given(renderer: Renderer, name: str, options: Options, component: Component, sink: Sink) -> Given | None:
    """Return the state that a directive names: by ``state=``, or by parameters of an explorable; report errors.

    Parameters
    ----------
    name : str
        Name of the figure.
    component : Component
        The directive, whose own options are not parameters.
    """
    own = {option.name for option in component.options}
    others = {key: given for key, given in options.values.items() if key not in own}
    state, settings = options.values.get("state"), renderer.site.settings
    registered = {*settings.config.charts, *settings.config.widgets}
    explorable = renderer.site.make.explorables.get(name)
    if explorable is None:
        # The parameters of a missing or failed explorable are unknown.
        for key, given in others.items() if name in registered and name not in settings.explorables else ():
            sink.mistake(unknown_option(component, key), given.place)
        return bound(renderer, state, sink)
    others = {same_name(key, explorable.names): given for key, given in others.items()}
    for key, given in others.items():
        if key not in explorable.names:
            sink.mistake(unknown_option(component, key, explorable.names), given.place)
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
    named_stops = (f"{name}-{explorable.parameters[name].stops[at].text}" for name, at in stops.items())
    return Given(".".join(named_stops), first.place, first.value_place)


@renders(TOKEN_RULES, "pick")
def pick(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a choice between the labels of a parameter."""
    token, sink = tokens[index], Sink(renderer.written.source)
    options: Options = token.meta["given"]
    text, place = token.meta["text"], token.meta["origin"].locate(token.meta["text_start"])
    target = target_of(renderer, options, sink)
    explorable, wanted, stop = target.explorable, target.quantity(options), None
    if target.name and explorable is None and target.name not in renderer.site.settings.explorables:
        given = options.values["figure"]
        message = f"{given.text!r} is not an explorable, and has no parameters"
        sink.report("pick", message, given.value_place, len(given.text))
    elif explorable is not None and wanted is not None:
        stop = stop_picked(explorable, wanted, text, place, sink)
    renderer.draft.problems += sink.problems
    if stop is None or explorable is None or wanted is None or explorable.is_opening:
        return escape(text)
    parameter = explorable.parameters[wanted.text]
    labels = [one.label for one in parameter.stops]
    attributes = {
        "figure": target.identifier,
        "of": wanted.text,
        "label": options.text("label", parameter.label),
        "state": f"{PARTIAL}{wanted.text}-*",
        "stops": json.dumps([one.text for one in parameter.stops], ensure_ascii=False),
        "labels": json.dumps(labels, ensure_ascii=False),
    }
    return f'<span class="pick"{data_attributes(attributes)}>{escape(labels[stop])}</span>'


def stop_picked(explorable: Explorable, wanted: Given, text: str, place: Place, sink: Sink) -> int | None:
    """Return the stop whose label is in the brackets; it must be the opening one."""
    if wanted.text not in explorable.parameters:
        sink.mistake(no_parameter(explorable, wanted.text), wanted.value_place)
        return None
    parameter = explorable.parameters[wanted.text]
    stop = parameter.stops[parameter.start]
    opening = stop.label
    if text not in (opening, in_english(stop)) and localized(text.replace("-", MINUS)) != opening:
        message = f"{text!r} is not what the figure shows at first"
        sink.report(
            "pick", message, place, max(1, len(text)), f"write '::pick[{opening}]…', or change start in its file"
        )
        return None
    return parameter.start


# A link to a state: as an address of a page, or of a figure outside of a project.
STATE_LINK = re.compile(
    r"(?P<page>[^/?#:][^?#:]*)?(\?(?P<query>[^?#]+)(#(?P<anchor>.*))?|#(?P<figure>[^:]+):(?P<state>.*))"
)
# A parameter in the text of a state, "load-80.counters-4".
NAMED = re.compile(rf"(?:^|\.)((?!\d)[{IN_NAMES}]+)-")


def state_link(renderer: Renderer, href: str) -> str | None:
    """Return the address of a link to states of figures, of this page or of another; None for other links.

    Raises
    ------
    Mistake
        If there is no such page, figure, parameter or stop.
    """
    link = STATE_LINK.fullmatch(href)
    info = renderer.draft.info
    if link is None or unquote(href.removeprefix("#")) in info.anchors:
        return None
    page = find_page(unquote(link["page"]), href, renderer.site) if link["page"] else info
    if page is None:
        return None
    states = [(link["figure"], link["state"])] if link["figure"] else []
    states += [
        (name, text) for name, _, text in (pair.partition("=") for pair in (link["query"] or "").split("&") if pair)
    ]
    for name, text in states:
        require_state(renderer, page, unquote(name), unquote(text), href)
    if link["anchor"]:
        resolve_link(f"{link['page'] or ''}#{link['anchor']}", renderer.site, info)
    query = "&".join(f"{name}={quote(unquote(text), safe=',:.-~')}" for name, text in states)
    return f"{'' if page is info else page.file}?{query}#{link['anchor'] or states[0][0]}"


# Punctuation before the name of a further parameter, where a dot belongs.
OTHER_JOINT = re.compile(rf"\s*[,;+]\s*(?=(?!\d)[{IN_NAMES}]+-)")


def require_state(renderer: Renderer, page: PageInfo, identifier: str, text: str, href: str) -> None:
    """Raise an error for a link ``href`` to a state that a figure of a page does not have."""
    site, decoded = renderer.site, unquote(href)
    config = site.settings.config
    names = {name: anchor.shows for name, anchor in page.anchors.items() if anchor.shows in config.widgets}
    if identifier not in names:
        where = "this page" if page is renderer.draft.info else page.file
        suggestion = elsewhere(renderer, identifier) or suggest(identifier, names, "figures that move on that page")
        message, about = f"{where} has no figure {identifier!r} with states", f"{page.file}#{identifier}"
        raise Mistake("set-figure", message, decoded.find(identifier), len(identifier), suggestion, about)
    explorable = site.make.explorables.get(names[identifier])
    if explorable is not None and explorable.declared.former == Former():
        bare = text.removeprefix(PARTIAL)
        _, *pieces = NAMED.split(bare)
        found = stops_named(explorable, zip(pieces[::2], pieces[1::2], strict=True))
        if bare and not NAMED.match(bare):
            example = ".".join(f"{name}-{one.stops[one.start].text}" for name, one in explorable.parameters.items())
            found = Mistake("set-state", f"{text!r} is not a state", 0, len(text), f"write states as in {example!r}")
        if isinstance(found, Mistake):
            dotted = OTHER_JOINT.sub(".", text)
            if dotted != text:
                message = f"{text!r} is not a state: parameters are joined by dots"
                found = Mistake("set-state", message, 0, len(text), f"write {dotted!r}")
            found.offset = max(0, decoded.find(text))
            raise found
    elif explorable is None and names[identifier] in site.usable - set(site.settings.explorables):
        answers: Sequence[Quantities | None] | None = None
        with suppress(SiteError):  # reported where the figure is shown
            answers = site.make.readouts(names[identifier], [text])
        if answers is not None and answers[0] is None:
            message = f"the figure {identifier!r} has no state {text!r}"
            raise Mistake("set-state", message, max(0, decoded.find(text)), len(text), COPY_STATE)


COPY_STATE = "on the built page, press 'Link to this' below the figure; copy what follows its name in the address"
NEEDS = "state=… (the state to show, as in the figure's link after 'id='), or parameters of an explorable by name"


@renders(TOKEN_RULES, "set_open")
def begin_set(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin a link that sets the state of a figure; scripts apply it without leaving the page."""
    token, sink = tokens[index], Sink(renderer.written.source)
    options: Options = token.meta["given"]
    target = target_of(renderer, options, sink)
    identifier, component = target.identifier, token.meta["component"]
    state = state_given(renderer, target.name, options, component, sink) if identifier else None
    is_sound = options.is_sound and not sink.problems
    if identifier and set(options.values) <= {"figure"} and is_sound:
        sink.report("option-missing", f"'::set' needs {NEEDS}", token.meta["place"], len("::set"))
    text = state.text if state else ""
    if state is not None and "state" not in options.values:
        text = PARTIAL + text  # The other parameters keep the reader's values.
    elif state is not None and is_sound and not target.is_opening:
        check_state(renderer, identifier, state, target.name, sink)
    renderer.draft.problems += sink.problems
    href = f"?{quote(identifier)}={quote(text, safe=',:.-~')}#{quote(identifier)}"
    return f'<a class="set" href="{href}">' if identifier else "<a>"


@renders(TOKEN_RULES, "set_close")
def end_set(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End a link that sets the state of a figure."""
    return "</a>"


def check_state(renderer: Renderer, figure: str, state: Given, widget: str, sink: Sink) -> None:
    """Report a state that the figure does not have, if its module can be evaluated."""
    if widget not in renderer.site.usable:
        return
    states = states_asked(renderer, figure)
    try:
        answers = renderer.site.make.readouts(widget, states)
    except SiteError as error:
        renderer.report_figure(widget, error.problems)
        return
    if answers is not None and answers[states.index(state.text)] is None:
        message = f"the figure {figure!r} has no state {state.text!r}"
        sink.report("set-state", message, state.value_place, len(state.text), COPY_STATE)


def states_asked(renderer: Renderer, figure: str) -> list[str]:
    """Return all states of a figure that a text requests: evaluating them together costs as much as one."""
    found: list[Options] = [token.meta["given"] for token in renderer.written.reading.of_type("set_open")]
    given = [options.values.get("state") for options in found if options.text("figure") == figure]
    return sorted({state.text for one in given if (state := bound(renderer, one, Sink(renderer.written.source)))})
