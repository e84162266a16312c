"""The table of directives: purpose and options of each, built-in or a project's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

Kind = Literal["block", "raw", "inline"]
Form = Literal["text", "whole number", "number", "yes or no"]
YES_OR_NO = {"yes": True, "no": False}
NUMBER = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True)
class Option:
    """A ``key=value`` of a directive; ``choices`` lists the values allowed, none means any of its form."""

    name: str
    meaning: str
    choices: tuple[str, ...] = ()
    required: bool = False
    form: Form = "text"

    def read(self, text: str) -> str | int | float | bool:
        """Return a value as written in the option's form.

        Raises
        ------
        ValueError
            If it has another form.
        """
        if self.form == "yes or no":
            if text not in YES_OR_NO:
                raise ValueError(text)
            return YES_OR_NO[text]
        if self.form == "text":
            return text
        if not NUMBER.fullmatch(text):
            raise ValueError(text)
        return int(text) if self.form == "whole number" else float(text)


@dataclass(frozen=True)
class Component:
    """A directive as the author knows it.

    ``block`` bodies are markdown, ``raw`` bodies are taken as they are, ``inline`` directives are in a line of text.
    ``inside`` names the directives of which it must be a direct child; none means anywhere. One that
    ``takes_parameters`` has those of an explorable for options, too, by their names.
    """

    name: str
    kind: Kind
    form: str
    meaning: str
    takes_id: bool = False
    options: tuple[Option, ...] = ()
    inside: tuple[str, ...] = ()
    takes_parameters: bool = False

    @property
    def marked(self) -> str:
        """Return the name with its colons, as it is written."""
        return f"{'::' if self.kind == 'inline' else ':::'}{self.name}"


TITLE = Option("title", "words after the label of the level")
NAME_OF_CHART = Option("name", "chart registered in site.toml", required=True)
NAME_OF_WIDGET = Option("name", "widget registered in site.toml", required=True)
ALT = Option("alt", "alternative text; default: the one in site.toml")
DOCK = Option("dock", "whether it stays beside the text that moves it; default: no", ("yes", "no"))
FORMAT = Option("format", "how the body is written; default: html if it holds an entity or a tag", ("latex", "html"))
SETS = Option("sets", "names or patterns with *; default: all that no earlier list of the page names")
FOLDED = Option("folded", "whether the list is folded under a line with its names; default: no", ("yes", "no"))
FIGURE = Option("figure", "chart, widget or explorable that stays in view", required=True)
SET_FIGURE = Option("figure", "id of a figure on this page", required=True)
SET_STATE = Option(
    "state", "the state to show, as in the figure's link after 'id='; for an explorable, parameters by name"
)
STEP_STATE = Option(
    "state",
    "the state of the figure at this step, as in its link; default: the figure's own state for the step's number",
)
# What readers can turn to, as keys of site.toml.
TURN_TO = ("source", "contact")
GIVEN = Option("given", "the key of site.toml", TURN_TO, required=True)
QUANTITY = Option("of", "a quantity that the figure's module reads out", required=True)
LABEL = Option("label", "its name for screen readers; default: the quantity's name")
WHY = Option("why", "why the number is typed", required=True)
SCRUB = (
    SET_FIGURE,
    QUANTITY,
    LABEL,
    Option("from", "the smallest number"),
    Option("to", "the largest number"),
    Option("step", "the difference of neighbouring numbers; default: 1"),
    Option("stops", "all its numbers, ascending, instead of from, to and step"),
    Option("state", "the state to show, with * for the number; default: the number alone"),
)

NAME_OF_EXPLORABLE = Option("name", "explorable: the file NAME.py of content/explorables", required=True)
EXPLORE = (
    NAME_OF_EXPLORABLE,
    ALT,
    Option("controls", "parameters that get a control, with spaces between; default: all"),
    Option("parts", "parts to show, of picture, sentence and table, with spaces between; default: all"),
    DOCK,
    Option("still", "more states to show in print and without JavaScript, as 'load=20 load=95,counters=4'"),
)
PICK = (SET_FIGURE, Option("of", "a parameter of the explorable", required=True), LABEL)

LISTING = (
    Option("file", "path in the project", required=True),
    Option("symbol", "a function, class or constant of a Python file; Class.method for a method"),
    Option("begins", "how the first line starts; default: with the symbol; without 'ends', one line"),
    Option("ends", "how the last line starts"),
    Option("title", "its title; default: the path"),
)

# Kinds of callouts with their labels, as GitHub has them.
CALLOUTS = {"note": "Note", "tip": "Tip", "important": "Important", "warning": "Warning", "caution": "Caution"}
CALLOUT_TITLE = Option("title", "words after the label")
ROWS = (
    Option("data", "a data set", required=True),
    Option("columns", "names, each with a format behind a colon if it needs one: 'load wait:.1f'; default: all"),
    Option("heads", "words over the columns, with | between them; default: their names"),
    Option("where", "conditions on rows as '::value' has them, texts with spaces in single quotes"),
    Option("sort", "the column that rows are sorted by at first, with - before it from the largest on"),
    Option("rows", "how many rows at most; default: 100"),
)

TABLE = (
    Component("section", "block", ":::section{#id}", "a section; its first heading gets the number and the link", True),
    Component("part-title", "block", ":::part-title", "the small line over a chapter's title"),
    Component("html", "raw", ":::html", 'raw HTML; an element with id="chart-NAME" gets that chart or widget'),
    Component("depth-2", "block", ":::depth-2{title=…}", "the same story with the mathematics, folded", True, (TITLE,)),
    Component("depth-3", "block", ":::depth-3{title=…}", "the same story with the code, folded", True, (TITLE,)),
    Component(
        "listing",
        "block",
        ":::listing{file=… symbol=…}",
        "source from a file of the project; the body is a note below it",
        True,
        LISTING,
    ),
    Component("equation", "raw", ":::equation{#id format=…}", "display mathematics", True, (FORMAT,)),
    Component("math", "block", ":::math", "an aside on mathematics, always visible", True),
    Component("code", "block", ":::code", "an aside on code, always visible", True),
    Component("insight", "block", ":::insight", "a takeaway, always visible", True),
    *(
        Component(
            kind,
            "block",
            f":::{kind}{{title=…}}",
            f"a callout under the label {label!r}; also read where it is written '> [!{kind.upper()}]', as on GitHub",
            True,
            (CALLOUT_TITLE,),
        )
        for kind, label in CALLOUTS.items()
    ),
    Component(
        "chart", "block", ":::chart{#id name=…}", "an Altair chart; the body is its caption", True, (NAME_OF_CHART, ALT)
    ),
    Component(
        "widget",
        "block",
        ":::widget{#id name=…}",
        "an interactive figure; the body is for readers without JavaScript",
        True,
        (NAME_OF_WIDGET, ALT, DOCK),
    ),
    Component(
        "explore",
        "block",
        ":::explore{#id name=…}",
        "a figure that moves, from Python alone; the body is for readers without JavaScript",
        True,
        EXPLORE,
    ),
    Component(
        "table",
        "block",
        ":::table{#id data=… columns=…}",
        "rows of a data set, sorted by pressing a head; the body is the caption",
        True,
        ROWS,
    ),
    Component(
        "caption",
        "block",
        ":::caption",
        "the caption of the figure it is in",
        inside=("chart", "widget", "explore", "steps"),
    ),
    Component("steps", "block", ":::steps{figure=…}", "a figure that stays while steps scroll by", True, (FIGURE, ALT)),
    Component(
        "step",
        "block",
        ":::step{state=…}",
        "one of the steps; of an explorable with parameters by name, as load=20",
        True,
        (STEP_STATE,),
        inside=("steps",),
        takes_parameters=True,
    ),
    Component(
        "datasets",
        "block",
        ":::datasets{sets=… folded=…}",
        "data sets with schema and downloads; a set that no list names is an error",
        options=(SETS, FOLDED),
    ),
    Component(
        "when",
        "block",
        ":::when{given=…}",
        "words that are shown if site.toml has a key, with [links](site:KEY) to its address",
        options=(GIVEN,),
    ),
    Component(
        "concept", "inline", "::concept[text]{slug}", "a link to the glossary, with the explanation in a popover"
    ),
    Component("value", "inline", "::value[set.column key=value …]{spec}", "a computed number; spec as in Python"),
    Component(
        "set",
        "inline",
        "::set[text]{figure=… state=…}",
        "words that set the state of a figure; without JavaScript, a link to it",
        options=(SET_FIGURE, SET_STATE),
        takes_parameters=True,
    ),
    Component(
        "scrub",
        "inline",
        "::scrub[number]{figure=… of=… from=… to=…}",
        "a number to drag, which follows the figure and moves it; without JavaScript, a plain number",
        options=SCRUB,
    ),
    Component(
        "readout",
        "inline",
        "::readout{figure=… of=…}{spec}",
        "a number that the figure reads out, for the '::scrub' of its paragraph, else as the figure opens; "
        "spec, for explorables, as in Python",
        options=(SET_FIGURE, QUANTITY, LABEL),
    ),
    Component(
        "typed",
        "inline",
        '::typed[number]{why="…"}',
        "a typed number and the reason why no data set holds it; readers see the number",
        options=(WHY,),
    ),
    Component(
        "pick",
        "inline",
        "::pick[words]{figure=… of=…}",
        "words that choose the value of an explorable's parameter; without JavaScript, plain words",
        options=PICK,
    ),
    Component("ref", "inline", "::ref{id}", "the number of a figure, an equation or a section"),
)
COMPONENTS = {component.name: component for component in TABLE}
BLOCKS = frozenset(component.name for component in TABLE if component.kind != "inline")
INLINES = frozenset(component.name for component in TABLE if component.kind == "inline")


def describe_directives(table: Iterable[Component] = TABLE) -> list[dict[str, object]]:
    """Return a table as plain data, one record per directive, in the order of the documentation."""
    return [
        {
            "name": component.name,
            "kind": component.kind,
            "form": component.form,
            "meaning": component.meaning,
            "id": component.takes_id,
            "inside": list(component.inside),
            "parameters": component.takes_parameters,
            "options": [
                {
                    "name": option.name,
                    "meaning": option.meaning,
                    "choices": list(option.choices),
                    "required": option.required,
                    "form": option.form,
                }
                for option in component.options
            ],
        }
        for component in table
    ]


# The parser's environment holds the dialect under it.
DIALECT = "dialect"


@dataclass(frozen=True)
class Dialect:
    """A table of directives, and what the parser asks of it; with ``quotes``, texts get them and dashes."""

    table: tuple[Component, ...]
    quotes: tuple[str, ...] = ()

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """Return the directives by name."""
        return {component.name: component for component in self.table}

    @cached_property
    def blocks(self) -> frozenset[str]:
        """Return the names of those that are blocks."""
        return frozenset(component.name for component in self.table if component.kind != "inline")

    @cached_property
    def inlines(self) -> frozenset[str]:
        """Return the names of those that are in a line of text."""
        return frozenset(component.name for component in self.table if component.kind == "inline")

    @cached_property
    def own_inlines(self) -> frozenset[str]:
        """Return the names of the project's own among them."""
        return self.inlines - BUILT_IN.inlines

    @cached_property
    def raw(self) -> frozenset[str]:
        """Return the names of those whose bodies are taken as they are."""
        return frozenset(component.name for component in self.table if component.kind == "raw")

    def __hash__(self) -> int:
        """Return a number for the names: what parses a text is asked for by its dialect, often."""
        return self._number

    @cached_property
    def _number(self) -> int:
        return hash(tuple(self.components))


BUILT_IN = Dialect(TABLE)


def dialect_of(environment: Mapping[str, Any]) -> Dialect:
    """Return the dialect that the parser was started with; by default that of the builder."""
    dialect = environment.get(DIALECT, BUILT_IN)
    assert isinstance(dialect, Dialect)
    return dialect
