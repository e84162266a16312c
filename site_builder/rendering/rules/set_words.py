"""Rules for words of the prose that set a figure: ``::set``, a link to it in a state, which its module must know."""

from __future__ import annotations

from urllib.parse import quote

from site_builder.drawing.faults import widget_problem
from site_builder.drawing.widgets.stills import WidgetError
from site_builder.explore.states import PARTIAL
from site_builder.problems.sink import Sink
from site_builder.rendering.renderer import Renderer, Tokens
from site_builder.rendering.rules.bound_states import bound
from site_builder.rendering.rules.options import options_of, widget_named
from site_builder.rendering.rules.parameters import state_given
from site_builder.syntax.options import Given

NEEDS = "state=… (what it shows then, as its link has it after 'id='), or parameters of an explorable by name"


def begin_set(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Begin words that set a figure: a link to it in that state, which scripts follow without leaving the page."""
    sink = Sink(renderer.written.source)
    options = options_of(tokens[index], "set", sink)
    identifier, widget = widget_named(renderer, options, sink)
    state = state_given(renderer, widget, options, "set", sink) if identifier else None
    if identifier and set(options.values) <= {"figure"} and not sink.problems:
        sink.report("option-missing", f"'::set' needs {NEEDS}", tokens[index].meta["place"], len("::set"))
    text = state.text if state else ""
    if state is not None and "state" not in options.values:
        text = PARTIAL + text  # The other parameters stay as the reader has them.
    elif state is not None and not sink.problems and not is_opening(renderer, widget):
        check_state(renderer, options.text("figure"), state, widget, sink)
    renderer.draft.problems += sink.problems
    href = f"?{quote(identifier)}={quote(text, safe=',:.-~')}#{quote(identifier)}"
    return f'<a class="set" href="{href}">' if identifier else "<a>"


def end_set(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """End words that set a figure."""
    return "</a>"


def is_opening(renderer: Renderer, widget: str) -> bool:
    """Tell whether the other states of an explorable are still to come."""
    explorable = renderer.site.make.explorables.get(widget)
    return explorable is not None and explorable.is_opening


def check_state(renderer: Renderer, figure: str, state: Given, widget: str, sink: Sink) -> None:
    """Report a state that the figure does not have, as far as its module can be asked."""
    if widget not in renderer.site.usable:
        return
    states = states_asked(renderer, figure)
    try:
        answers = renderer.site.make.readouts(widget, states)
    except WidgetError as error:
        renderer.draft.problems.append(widget_problem(renderer.site.project, renderer.site.settings, widget, error))
        return
    if answers is not None and answers[states.index(state.text)] is None:
        message = f"the figure {figure!r} has no state {state.text!r}"
        suggestion = "write it as 'Link to this' has it in the address, behind the figure's name"
        sink.report("set-state", message, state.value_place, len(state.text), suggestion)


def states_asked(renderer: Renderer, figure: str) -> list[str]:
    """Return all states of a figure that a text asks for: asking for them at once costs as much as for one."""
    found = [
        options_of(token, "set", Sink(renderer.written.source))
        for token in renderer.written.reading.of_type("set_open")
    ]
    given = [options.values.get("state") for options in found if options.text("figure") == figure]
    return sorted({state.text for one in given if (state := bound(renderer, one, Sink(renderer.written.source)))})


RULES = {"set_open": begin_set, "set_close": end_set}
