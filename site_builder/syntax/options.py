"""Parse the options of directives, and arrange the tokens of a chapter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from itertools import groupby, pairwise

from markdown_it.token import Token

from site_builder.explore.parameters import IN_NAMES
from site_builder.locales import ENGLISH, conventions
from site_builder.problems.problem import Problem
from site_builder.problems.reporting import Sink
from site_builder.problems.source import Mistake, Origin, Place, suggest
from site_builder.project_files import composed
from site_builder.syntax.directive_table import Component

KEY = f"[{IN_NAMES}-]+"
OPTION = re.compile(rf'#(?P<id>[^\s{{}}"]+)|(?P<key>{KEY})=(?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s{{}}"]+))')
LONGEST = 20_000  # characters of the options of a directive
CURVED = re.compile(rf"{KEY}=(?P<value>[“”„‘’'](?P<words>[^“”„‘’'{{}}]*)[“”„‘’']?)")  # noqa: RUF001
UNCLOSED = re.compile(rf"""(?P<key>{KEY})=(?P<quote>["'])(?!.*(?P=quote))[^{{}}]*""")
# Words that are not part of an option or an id.
LOOSE = re.compile(rf"""(?!{KEY}=|#)[^\s{{}}"]+(?:\s+(?!{KEY}=|#)[^\s{{}}"]+)*""")
IDENTIFIER = re.compile(rf"[^\W\d_][{IN_NAMES}.-]*")
WORD = re.compile(r"\S+")


@dataclass(frozen=True)
class Given:
    """An option as written: the text of its value, its place, and the place of the value."""

    text: str
    place: Place
    value_place: Place


@dataclass(frozen=True)
class Options:
    """The options of one directive, by name; ``identifier`` is the ``#id``. Errors in others are reported already."""

    identifier: Given | None = None
    values: Mapping[str, Given] = field(default_factory=dict)
    is_sound: bool = True

    def text(self, name: str, default: str = "") -> str:
        """Return the value of option ``name``, or ``default``."""
        return self.values[name].text if name in self.values else default


def check_options(component: Component, options: Options, place: Place, sink: Sink) -> None:
    """Report what is wrong with the options of a directive; a missing one is reported at ``place``, the directive's."""
    known = {option.name: option for option in component.options}
    for name, given in options.values.items():
        if name not in known:
            if not component.takes_parameters:
                sink.mistake(unknown_option(component, name), given.place)
        elif known[name].choices and given.text not in known[name].choices:
            message = f"{given.text!r} is not a value of {name!r} in {component.marked!r}"
            suggestion = suggest(given.text, known[name].choices)
            sink.report("option-value", message, given.place, len(name), suggestion)
        elif not given.text.strip():
            sink.report("option-value", f"option {name!r} of {component.marked!r} is empty", given.place, len(name))
        elif known[name].read(given.text) is None:
            form = known[name].form
            allowed = form if form == "yes or no" else f"a {form}"
            message = f"{name!r} of {component.marked!r} is {allowed}, not {given.text!r}"
            sink.report("option-value", message, given.value_place, len(given.text))
    if options.identifier is not None and not component.takes_id:
        given = options.identifier
        sink.report("option-unknown", f"{component.marked!r} takes no id", given.place, len(given.text) + 1)
    for option in component.options:
        if option.required and option.name not in options.values:
            message = f"{component.marked!r} needs {option.name}=… ({option.meaning})"
            sink.report("option-missing", message, place, len(component.marked))


def unknown_option(component: Component, name: str, parameters: Iterable[str] = ()) -> Mistake:
    """Return the error of an option that is neither one of ``component`` nor one of ``parameters``, of its figure."""
    known = [*parameters, *(option.name for option in component.options)]
    suggestion = suggest(name, known) if known else f"{component.marked!r} has no options"
    message = f"unknown option {name!r} of {component.marked!r}"
    return Mistake("option-unknown", message, length=len(name), suggestion=suggestion)


def remedy_of(wrong: str, quoted: str) -> str:
    """Return the fix for an invalid option; ``quoted`` is the previous option with the invalid text inside quotes."""
    unclosed = UNCLOSED.match(wrong)
    if unclosed is not None:
        return f"close the value of {unclosed['key']!r} with {unclosed['quote']}"
    if '\\"' in wrong or wrong.startswith("\\"):
        return "write “words” for words in quotes inside a value"
    return f"write key=value or #id{f'; put words with spaces in quotes: {quoted}' if quoted else ''}"


def read_options(text: str, place: Place, sink: Sink, component: Component | None, begins: Place) -> Options:
    """Read ``{#id key=value key="some words"}``, which is at ``place``, of a directive that begins at another."""
    n_problems = len(sink.problems)
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
            message = "use straight quotes around a value"
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
                message = f"{option['id']!r} is not an id: letters, digits and hyphens, a letter first"
                begun = IDENTIFIER.match(option["id"])
                sink.report("id-malformed", message, at, len(option[0]), f"write '#{begun[0]}'" if begun else "")
                # Use the valid part of the id, so that references to it are no further errors.
                identifier = Given(begun[0], at, at) if begun else identifier
        elif option["key"] in values:
            sink.report("option-twice", f"option {option['key']!r} is given twice", at, len(option["key"]))
        else:
            group = "quoted" if option["quoted"] is not None else "bare"
            value_place = Place(place.line, place.column + option.start(group))
            values[option["key"]] = Given(composed(option[group]), at, value_place)
            bare = option["key"] if group == "bare" else ""
        position = option.end()
    options = Options(identifier, values)
    if component is not None:
        check_options(component, options, begins, sink)
    return replace(options, is_sound=len(sink.problems) == n_problems)


NUMBER = re.compile(r"[+-]?(?:\d[\d,]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,2})?", re.ASCII)
MINUS = "\N{MINUS SIGN}"
MOST_STOPS = 1000
EQUAL_STEPS = ("from", "to", "step")


def number_of(text: str) -> Decimal | None:
    """Parse a number, with or without a percent sign; return None for another text."""
    bare = text.strip().removesuffix("%").rstrip().replace(MINUS, "-")
    return Decimal(bare.replace(",", "")) if NUMBER.fullmatch(bare) else None


def numbers_in(text: str) -> list[Decimal]:
    """Return the possible readings of a number: by the conventions of the site's language, and by those of English."""
    known, plain = conventions(), text
    if known != ENGLISH:
        group, decimal = known.group.strip(), known.decimal
        plain = re.sub(r"[\s\u200e]", "", text).translate(str.maketrans(known.digits, "0123456789"))
        whole = rf"\D?[1-9]\d{{,2}}({re.escape(group)}\d{{2,3}})*"
        if re.fullmatch(rf"{whole}({re.escape(decimal)}\d+)?%?", plain):
            plain = plain.replace(group, "")
        plain = plain.replace(decimal, ".")
    return [number for number in dict.fromkeys(map(number_of, (plain, text))) if number is not None]


def read_scale(options: Options, place: Place, sink: Sink) -> tuple[str, ...]:
    """Return the numbers of a scrub, ascending, in the form used in states; report errors and return ()."""
    listed = options.values.get("stops")
    equal = [options.values[name] for name in EQUAL_STEPS if name in options.values]
    if listed is not None:
        for given in equal:
            sink.report("scrub-range", "its numbers are given twice: 'stops' lists them all", given.place, 1)
        return listed_stops(listed, sink) if not equal else ()
    missing = [name for name in EQUAL_STEPS[:2] if name not in options.values]
    for name in missing:
        message = f"'::scrub' needs {name}=…, or stops=… in place of from, to and step"
        sink.report("option-missing", message, place, len("::scrub"))
    numbers = [numeric(given, sink) for given in equal]
    if missing or None in numbers:
        return ()
    first, last, *rest = (number for number in numbers if number is not None)
    return equal_stops(first, last, rest[0] if rest else Decimal(1), options, sink)


def numeric(given: Given, sink: Sink) -> Decimal | None:
    """Return the number in an option; report another text and return None."""
    number = number_of(given.text)
    if number is None and given.text.strip():  # An empty one is reported already.
        sink.report("scrub-range", f"{given.text!r} is not a number", given.value_place, len(given.text))
    return number


def equal_stops(first: Decimal, last: Decimal, step: Decimal, options: Options, sink: Sink) -> tuple[str, ...]:
    """Return numbers in equal steps; report invalid ends or steps and return ()."""
    to, by = options.values["to"], options.values.get("step", options.values["to"])
    wrong = ""
    if last <= first:
        wrong, at = f"{to.text} is not above {first}", to
    elif step <= 0:
        wrong, at = f"a step of {by.text} is not above 0", by
    elif (last - first) % step:
        wrong, at = f"steps of {step} do not lead from {first} to {last}", by
    elif (last - first) / step >= MOST_STOPS:
        wrong, at = f"that is more than {MOST_STOPS:,} numbers", by
    if wrong:
        remedy = f"write from={to.text} to={options.text('from')}" if last < first else "change from, to or step"
        sink.report("scrub-range", wrong, at.value_place, len(at.text), remedy)
        return ()
    count = int((last - first) / step) + 1
    return tuple(plain_text(first + step * index) for index in range(count))


def listed_stops(listed: Given, sink: Sink) -> tuple[str, ...]:
    """Return the listed numbers; report an invalid list and return ()."""
    words = listed.text.split()
    numbers = [number_of(word) for word in words]
    found = [number for number in numbers if number is not None]
    wrong = ""
    if len(found) < len(words):
        wrong = f"{words[numbers.index(None)]!r} is not a number"
    elif len(found) < 2:
        wrong = "a number to drag needs two numbers or more"
    elif found != sorted(set(found)):
        wrong = "its numbers do not ascend"
    if wrong:
        sink.report("scrub-range", wrong, listed.value_place, len(listed.text), 'write them in order: stops="1 2 5"')
        return ()
    return tuple(plain_text(number) for number in found)


def short_form(stops: Sequence[str]) -> str:
    """Return numbers for scripts: "first:step:last" if they are in equal steps, otherwise all of them."""
    numbers = [Decimal(stop) for stop in stops]
    step = numbers[1] - numbers[0]
    is_equal = all(later - earlier == step for earlier, later in pairwise(numbers))
    return f"{stops[0]}:{plain_text(step)}:{stops[-1]}" if is_equal and len(stops) > 2 else " ".join(stops)


def plain_text(number: Decimal) -> str:
    """Return a number in the form used in states: without exponent and trailing zeros."""
    text = format(number or Decimal(0), "f")  # avoid a negative zero
    return text.rstrip("0").rstrip(".") if "." in text else text


INDEXED = frozenset({"concept_open", "directive", "fence", "image", "readout", "set_open"})

FOLDED = {"own_open": "own_close", "note_open": "note_close"}


@dataclass(frozen=True)
class Directive:
    """A block directive with its body: tokens, or for raw directives the text and its origin."""

    name: str
    options: Options
    place: Place
    body: tuple[Token, ...]
    raw: str
    origin: Origin | None

    @property
    def identifier(self) -> str:
        """Return the id of the directive; "" if it has none."""
        return self.options.identifier.text if self.options.identifier else ""


@dataclass(frozen=True)
class Note:
    """The definition of a note."""

    label: str
    place: Place
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Reading:
    """A parsed text: its tokens with each directive folded into one, and its notes."""

    tokens: tuple[Token, ...]
    notes: dict[str, Note]
    problems: tuple[Problem, ...]

    def of_type(self, kind: str) -> list[Token]:
        """Return the tokens of a type in :data:`INDEXED` in the order of the text, except those of notes."""
        return self._tokens_of_type.get(kind, [])

    @cached_property
    def _tokens_of_type(self) -> dict[str, list[Token]]:
        """Index these tokens by type, because builds look them up repeatedly."""
        found: dict[str, list[Token]] = {}
        for token in walk(self.tokens):
            if token.type in INDEXED:
                found.setdefault(token.type, []).append(token)
        return found


def fold(tokens: Iterator[Token]) -> list[Token]:
    """Fold the tokens from the opening to the closing of each directive into one token."""
    folded = []
    for token in tokens:
        if token.type == "directive_close":
            break
        if token.type == "directive_open":
            meta, body = token.meta, fold(tokens)
            raw, origin = meta.get("raw", ""), meta.get("origin")
            inner = Directive(meta["name"], meta["options"], meta["place"], tuple(body), raw, origin)
            token = Token("directive", "", 0, map=token.map, meta={"directive": inner}, block=True)
        folded.append(token)
        if token.type == "paragraph_close":
            _fold_pictures(folded)
    return folded


def fold_inlines(tokens: Sequence[Token]) -> Sequence[Token]:
    """Fold the tokens of each note, and of each inline directive of a project, into one token."""
    folded: list[Token] = []
    depth = 0
    for token in tokens:
        depth -= token.type in FOLDED.values()
        if depth:
            folded[-1].children = [*(folded[-1].children or []), token]
        elif token.type in FOLDED:
            folded.append(Token(token.type.removesuffix("_open"), "", 0, children=[], meta=token.meta))
        elif token.type not in FOLDED.values():
            folded.append(token)
        depth += token.type in FOLDED
    return folded


def _fold_pictures(folded: list[Token]) -> None:
    """Fold a paragraph that only has images with titles, each in its line, into tokens; the titles become captions."""
    by_line = groupby(folded[-2].children or [], key=lambda token: token.type in {"softbreak", "hardbreak"})
    lines = [list(line) for is_break, line in by_line if not is_break]
    images = [line[len(line) // 2] for line in lines]
    if lines and all(map(_is_picture, lines)):
        captions = [(str(image.attrs.pop("title")), image.meta["place"]) for image in images]
        folded[-3:] = [
            Token("picture", "", 0, map=folded[-3].map, children=line, meta={"caption": caption}, block=True)
            for line, caption in zip(lines, captions, strict=True)
        ]


def _is_picture(line: Sequence[Token]) -> bool:
    """Return whether a line is an image with a title, which may be in a link."""
    kinds = [token.type for token in line]
    return kinds in (["image"], ["link_open", "image", "link_close"]) and "title" in line[len(line) // 2].attrs


def walk(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield all tokens in the order of the text, including those inside directives and lines of text."""
    for token in tokens:
        yield token
        if token.type == "directive":
            yield from walk(token.meta["directive"].body)
        elif token.children:
            yield from walk(token.children)


def prose_of(reading: Reading) -> Iterator[tuple[Token, Origin]]:
    """Yield the inline tokens of a text, those of notes last, with their origins."""
    notes = [token for note in reading.notes.values() for token in note.tokens]
    for token in [*walk(reading.tokens), *notes]:
        if token.type == "inline" and "origin" in token.meta:
            yield token, token.meta["origin"]


def flat(children: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens of a line, including those of alt texts."""
    for token in children:
        yield token
        yield from flat(token.children or [])
