"""The table of directives: purpose and options of each, built-in or a project's own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, Literal

Kind = Literal["block", "raw", "inline"]
Form = Literal["text", "whole number", "number", "yes or no"]
YES_OR_NO = {"yes": True, "no": False}
NUMBERS: Mapping[Form, tuple[str, type[int | float]]] = {
    "whole number": (r"-?\d+", int),
    "number": (r"-?\d+(\.\d+)?", float),
}


@dataclass(frozen=True)
class Option:
    """A ``key=value`` of a directive; ``choices`` lists the values allowed, none means any of its form."""

    name: str
    meaning: str
    choices: tuple[str, ...] = ()
    required: bool = False
    form: Form = "text"

    def read(self, text: str) -> str | int | float | bool | None:
        """Return a value as written in the option's form; None if it has another form."""
        if self.form == "text":
            return text
        if self.form == "yes or no":
            return YES_OR_NO.get(text)
        pattern, number = NUMBERS[self.form]
        return number(text) if re.fullmatch(pattern, text) else None


@dataclass(frozen=True)
class Component:
    """A directive and its rules.

    ``block`` bodies are markdown, ``raw`` bodies are not parsed, ``inline`` directives are in a line of text.
    ``inside`` names the directives of which it must be a direct child; none means anywhere. One that
    ``takes_parameters`` accepts the parameters of an explorable as options, too.
    """

    name: str
    kind: Kind
    form: str
    meaning: str
    takes_id: bool = False
    inside: tuple[str, ...] = ()
    takes_parameters: bool = False
    options: tuple[Option, ...] = ()

    @property
    def marked(self) -> str:
        """Return the name with its colons, as it is written."""
        return f"{'::' if self.kind == 'inline' else ':::'}{self.name}"


def built_in(
    form: str,
    meaning: str,
    *options: Option,
    takes_id: bool = True,
    is_raw: bool = False,
    inside: tuple[str, ...] = (),
    takes_parameters: bool = False,
) -> Component:
    """Declare a directive of the builder; its form shows its name and whether it is inline. Inline ones take no id."""
    kind: Kind = "raw" if is_raw else "block" if form.startswith(":::") else "inline"
    name = re.split(r"[\[{]", form.lstrip(":"))[0]
    return Component(name, kind, form, meaning, takes_id and kind != "inline", inside, takes_parameters, options)


TITLE = Option("title", "words after the label of the level")
ALT = Option("alt", "alternative text; default: the one in site.toml")
DOCK = Option("dock", "whether it stays beside the text that moves it; default: no", tuple(YES_OR_NO))
SET_FIGURE = Option("figure", "id of a figure on this page", required=True)
QUANTITY = Option("of", "a quantity that the figure's module reads out", required=True)
LABEL = Option("label", "its name for screen readers; default: the quantity's name")
# What readers can turn to, as keys of site.toml.
TURN_TO = ("source", "contact")
# Kinds of callouts, as GitHub has them.
CALLOUTS = ("note", "tip", "important", "warning", "caution")

TABLE = (
    built_in(":::section{#id}", "a section; its first heading gets the number and the link"),
    built_in(":::part-title", "the small line over a chapter's title", takes_id=False),
    built_in(
        ":::html", 'raw HTML; an element with id="chart-NAME" gets that chart or widget', is_raw=True, takes_id=False
    ),
    built_in(":::depth-2{title=…}", "the same story with the mathematics, folded", TITLE),
    built_in(":::depth-3{title=…}", "the same story with the code, folded", TITLE),
    built_in(
        ":::listing{file=… symbol=…}",
        "source from a file of the project; the body is a note below it",
        Option("file", "path in the project", required=True),
        Option("symbol", "a function, class or constant of a Python file; Class.method for a method"),
        Option("begins", "how the first line starts; default: with the symbol; without 'ends', one line"),
        Option("ends", "how the last line starts"),
        Option("title", "its title; default: the path"),
    ),
    built_in(
        ":::equation{#id format=…}",
        "display mathematics",
        Option("format", "how the body is written; default: html if it holds an entity or a tag", ("latex", "html")),
        is_raw=True,
    ),
    built_in(":::math", "an aside on mathematics, always visible"),
    built_in(":::code", "an aside on code, always visible"),
    built_in(":::insight", "a takeaway, always visible"),
    *(
        built_in(
            f":::{kind}{{title=…}}",
            f"a callout with a label; also read where it is written '> [!{kind.upper()}]', as on GitHub",
            Option("title", "words after the label"),
        )
        for kind in CALLOUTS
    ),
    built_in(
        ":::chart{#id name=…}",
        "an Altair chart; the body is its caption",
        Option("name", "chart registered in site.toml", required=True),
        ALT,
    ),
    built_in(
        ":::widget{#id name=…}",
        "an interactive figure; the body is for readers without JavaScript",
        Option("name", "widget registered in site.toml", required=True),
        ALT,
        DOCK,
    ),
    built_in(
        ":::explore{#id name=…}",
        "a figure that moves, from Python alone; the body is for readers without JavaScript",
        Option("name", "explorable: the file NAME.py of content/explorables", required=True),
        ALT,
        Option("controls", "parameters that get a control, with spaces between; default: all"),
        Option("parts", "parts to show, of picture, sentence and table, with spaces between; default: all"),
        DOCK,
        Option("still", "more states to show in print and without JavaScript, as 'load=20 load=95,counters=4'"),
    ),
    built_in(
        ":::table{#id data=… columns=…}",
        "rows of a data set, sorted by pressing a head; the body is the caption",
        Option("data", "a data set", required=True),
        Option("columns", "names, each with a format behind a colon if it needs one: 'load wait:.1f'; default: all"),
        Option("heads", "words over the columns, with | between them; default: their names"),
        Option("where", "conditions on rows as '::value' has them, texts with spaces in single quotes"),
        Option("sort", "the column that rows are sorted by at first, with - before it from the largest on"),
        Option("rows", "how many rows at most; default: 100"),
    ),
    built_in(
        ":::caption",
        "the caption of the figure it is in",
        inside=("chart", "widget", "explore", "steps"),
        takes_id=False,
    ),
    built_in(
        ":::steps{figure=…}",
        "a figure that stays while steps scroll by",
        Option("figure", "chart, widget or explorable that stays in view", required=True),
        ALT,
    ),
    built_in(
        ":::step{state=…}",
        "one of the steps; of an explorable with parameters by name, as load=20",
        Option(
            "state",
            "the state of the figure at this step, as in its link; default: the figure's own state for the step's "
            "number",
        ),
        inside=("steps",),
        takes_parameters=True,
    ),
    built_in(
        ":::datasets{sets=… folded=…}",
        "data sets with schema and downloads; a set that no list names is an error",
        Option("sets", "names or patterns with *; default: all that no earlier list of the page names"),
        Option("folded", "whether the list is folded under a line with its names; default: no", tuple(YES_OR_NO)),
        takes_id=False,
    ),
    built_in(
        ":::when{given=…}",
        "words that are shown if site.toml has a key, with [links](site:KEY) to its address",
        Option("given", "the key of site.toml", TURN_TO, required=True),
        takes_id=False,
    ),
    built_in("::concept[text]{slug}", "a link to the glossary, with the explanation in a popover"),
    built_in("::value[set.column key=value …]{spec}", "a computed number; spec as in Python"),
    built_in(
        "::set[text]{figure=… state=…}",
        "words that set the state of a figure; without JavaScript, a link to it",
        SET_FIGURE,
        Option(
            "state", "the state to show, as in the figure's link after 'id='; for an explorable, parameters by name"
        ),
        takes_parameters=True,
    ),
    built_in(
        "::scrub[number]{figure=… of=… from=… to=…}",
        "a number to drag, which follows the figure and moves it; without JavaScript, a plain number",
        SET_FIGURE,
        QUANTITY,
        LABEL,
        Option("from", "the smallest number"),
        Option("to", "the largest number"),
        Option("step", "the difference of neighbouring numbers; default: 1"),
        Option("stops", "all its numbers, ascending, instead of from, to and step"),
        Option("state", "the state to show, with * for the number; default: the number alone"),
    ),
    built_in(
        "::readout{figure=… of=…}{spec}",
        "a number that the figure reads out, for the '::scrub' of its paragraph, else as the figure opens; "
        "spec, for explorables, as in Python",
        SET_FIGURE,
        QUANTITY,
        LABEL,
    ),
    built_in(
        '::typed[number]{why="…"}',
        "a typed number and the reason why no data set holds it; readers see the number",
        Option("why", "why the number is typed", required=True),
    ),
    built_in(
        "::pick[words]{figure=… of=…}",
        "words that choose the value of an explorable's parameter; without JavaScript, plain words",
        SET_FIGURE,
        Option("of", "a parameter of the explorable", required=True),
        LABEL,
    ),
    built_in("::ref{id}", "the number of a figure, an equation or a section"),
)
# The names of the records for programs that differ from those of the fields.
RECORD_NAMES = {"takes_id": "id", "takes_parameters": "parameters"}


def describe_directives(table: Iterable[Component]) -> list[dict[str, Any]]:
    """Return a table as plain data, one record per directive, in the order of the documentation."""
    records = [asdict(component) for component in table]
    return [{RECORD_NAMES.get(name, name): value for name, value in record.items()} for record in records]


# The parser's environment holds the dialect under it.
DIALECT = "dialect"


@dataclass(frozen=True)
class Dialect:
    """A table of directives with lookups for the parser; ``quotes`` turns on typographic quotation marks and dashes."""

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
    def raw(self) -> frozenset[str]:
        """Return the names of those whose bodies are taken as they are."""
        return frozenset(component.name for component in self.table if component.kind == "raw")

    def __hash__(self) -> int:
        """Return a number that is cheap to compute: texts are cached by dialect, and looked up often."""
        return len(self.table)


BUILT_IN = Dialect(TABLE)


def dialect_of(environment: Mapping[str, Any]) -> Dialect:
    """Return the dialect that the parser was started with; by default that of the builder."""
    dialect = environment.get(DIALECT, BUILT_IN)
    assert isinstance(dialect, Dialect)
    return dialect
