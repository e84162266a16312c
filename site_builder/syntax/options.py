"""The options of a directive: ``{#id key=value}``, each with its place, checked against the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from site_builder.explore.names import IN_NAMES
from site_builder.problems.sink import Sink
from site_builder.problems.source import Mistake, Place, did_you_mean
from site_builder.project_files import composed
from site_builder.syntax.directive_table import Component, Option

KEY = f"[{IN_NAMES}-]+"
OPTION = re.compile(rf'#(?P<id>[^\s{{}}"]+)|(?P<key>{KEY})=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s{{}}"]+))')
LONGEST = 20_000  # characters of the options of a directive
CURVED = re.compile(rf"{KEY}=(?P<value>[“”„‘’'](?P<words>[^“”„‘’'{{}}]*)[“”„‘’']?)")  # noqa: RUF001
UNCLOSED = re.compile(rf"""(?P<key>{KEY})=(?P<quote>["'])(?!.*(?P=quote))[^{{}}]*""")
# Words that are neither an option nor an id.
LOOSE = re.compile(rf"""(?!{KEY}=|#)[^\s{{}}"]+(?:\s+(?!{KEY}=|#)[^\s{{}}"]+)*""")
IDENTIFIER = re.compile(rf"[^\W\d_][{IN_NAMES}.-]*")
WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Given:
    """An option as written: its text, where it stands, and where its value does."""

    text: str
    place: Place
    value_place: Place


@dataclass(frozen=True)
class Options:
    """The options of one directive, by name; ``identifier`` is the ``#id``."""

    identifier: Given | None = None
    values: Mapping[str, Given] = field(default_factory=dict)

    def text(self, name: str, default: str = "") -> str:
        """Return the value of option ``name``."""
        return self.values[name].text if name in self.values else default


def check_options(component: Component, options: Options) -> list[tuple[Mistake, Place | None]]:
    """Return what is wrong with ``options``; a missing one has no place of its own."""
    wrong: list[tuple[Mistake, Place | None]] = []
    known = {option.name: option for option in component.options}
    for name, given in options.values.items():
        if name not in known:
            wrong += [] if component.takes_parameters else [(unknown_option(component, name), given.place)]
        elif known[name].choices and given.text not in known[name].choices:
            message = f"{given.text!r} is no value of {name!r} in {component.marked!r}"
            suggestion = did_you_mean(given.text, known[name].choices)
            wrong.append((Mistake("option-value", message, length=len(name), suggestion=suggestion), given.place))
        elif given.text.strip() and not _has_form(known[name], given.text):
            allowed = known[name].form if known[name].form == "yes or no" else f"a {known[name].form}"
            message = f"{name!r} of {component.marked!r} is {allowed}, not {given.text!r}"
            wrong.append((Mistake("option-value", message, length=len(given.text)), given.value_place))
        elif not given.text.strip():
            message = f"option {name!r} of {component.marked!r} is empty"
            wrong.append((Mistake("option-value", message, length=len(name)), given.place))
    if options.identifier is not None and not component.takes_id:
        given = options.identifier
        message = f"{component.marked!r} takes no id"
        wrong.append((Mistake("option-unknown", message, length=len(given.text) + 1), given.place))
    for option in component.options:
        if option.required and option.name not in options.values:
            message = f"{component.marked!r} needs {option.name}=… ({option.meaning})"
            wrong.append((Mistake("option-missing", message, length=len(component.marked)), None))
    return wrong


def _has_form(option: Option, text: str) -> bool:
    """Tell whether a value has the form that an option asks for."""
    try:
        option.read(text)
    except ValueError:
        return False
    return True


def unknown_option(component: Component, name: str, parameters: Iterable[str] = ()) -> Mistake:
    """Describe an option that ``component`` does not have, nor the figure that it speaks of as a parameter."""
    known = [*parameters, *(option.name for option in component.options)]
    suggestion = did_you_mean(name, known) if known else f"{component.marked!r} has no options"
    message = f"unknown option {name!r} of {component.marked!r}"
    return Mistake("option-unknown", message, length=len(name), suggestion=suggestion)


def remedy_of(wrong: str, quoted: str) -> str:
    """Return what to write in place of what is no option; ``quoted`` is the one before it, with it in its quotes."""
    unclosed = UNCLOSED.match(wrong)
    if unclosed is not None:
        return f"close the value of {unclosed['key']!r} with {unclosed['quote']}"
    if '\\"' in wrong or wrong.startswith("\\"):
        return "write “words” for words in quotes inside a value"
    return f"write key=value or #id{f'; words with spaces stand in quotes: {quoted}' if quoted else ''}"


def read_options(text: str, place: Place, sink: Sink) -> Options:
    """Read ``{#id key=value key="some words"}``, which stands at ``place``."""
    identifier: Given | None = None
    values: dict[str, Given] = {}
    position, bare = 1, ""
    if len(text) > LONGEST:
        message = f"the options have {len(text):,} characters; at most {LONGEST:,} are read"
        sink.report("option-malformed", message, place, 1, "close them with '}'")
        position = len(text)
    while position < len(text) - 1:
        at = Place(place.line, place.column + position)
        if text[position].isspace():
            position += 1
            continue
        curved = CURVED.match(text, position, len(text) - 1)
        if curved is not None:
            value = Place(place.line, place.column + curved.start("value"))
            message = "quotes around a value are straight ones"
            sink.report("option-malformed", message, value, len(curved["value"]), f'write "{curved["words"]}"')
            position = curved.end()
            continue
        option = OPTION.match(text, position, len(text) - 1)
        if option is None:
            rest = LOOSE.match(text, position, len(text) - 1) if bare else UNCLOSED.match(text, position, len(text) - 1)
            rest = rest or WORD.match(text, position, len(text) - 1)
            wrong = rest[0] if rest is not None else text[position]
            remedy = remedy_of(wrong, f'{bare}="{values[bare].text} {wrong}"' if bare else "")
            sink.report("option-malformed", f"cannot read option '{wrong}'", at, len(wrong), remedy)
            position, bare = position + len(wrong), ""
            continue
        if option["id"] is not None:
            identifier = Given(composed(option["id"]), at, at)
            if not IDENTIFIER.fullmatch(option["id"]):
                message = f"{option['id']!r} is no id: letters, digits and hyphens, a letter first"
                begun = IDENTIFIER.match(option["id"])
                sink.report("id-malformed", message, at, len(option[0]), f"write '#{begun[0]}'" if begun else "")
                # What refers to it means the id without what follows; that is no second mistake.
                identifier = Given(begun[0], at, at) if begun else identifier
        elif option["key"] in values:
            sink.report("option-twice", f"option {option['key']!r} is given twice", at, len(option["key"]))
        else:
            group = "quoted" if option["quoted"] is not None else "bare"
            value_place = Place(place.line, place.column + option.start(group))
            values[option["key"]] = Given(composed(option[group]), at, value_place)
            bare = option["key"] if group == "bare" else ""
        position = option.end()
    return Options(identifier, values)
