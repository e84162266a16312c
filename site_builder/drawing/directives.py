"""Load the directives of a project: each public function of ``content/directives/*.py`` is one.

What its first parameter is called says what the directive holds; the others are its options. The functions are loaded
and called in a process of their own, in which :func:`answer` works.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from markupsafe import Markup

from site_builder.charts.code import line_in, load_module
from site_builder.charts.draw import ChartError
from site_builder.charts.remedies import named, remedy_of
from site_builder.drawing.processes import FAILURES, Answers, AuthorProcess, ProcessEndedError, answer_questions
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place, Source, load_source
from site_builder.project_files import content_files
from site_builder.syntax.directive_table import BUILT_IN, Component, Dialect, Form, Kind, Option

FOLDER = "content/directives"
KINDS: Mapping[str, Kind] = {"body": "block", "text": "raw", "words": "inline"}
FORMS: Mapping[Any, Form] = {str: "text", Markup: "text", int: "whole number", float: "number", bool: "yes or no"}
IDENTIFIER = "identifier"
LONGER = "move slow computations into a data script"
FIRST = "name the first parameter 'body' (a block of markdown), 'text' (lines as they are) or 'words' (in a line)"


# One for all builds of this process: the files are loaded once.
PROCESS = AuthorProcess(__name__)
# What is loaded there.
MODULES: dict[Path, types.ModuleType] = {}


class DirectiveError(Exception):
    """A directive that failed; ``line`` is 0 if it is unknown."""

    def __init__(self, message: str, line: int = 0, suggestion: str = "") -> None:
        self.line, self.suggestion = line, suggestion
        super().__init__(message)


@dataclass(frozen=True)
class OwnDirective:
    """A directive of a project: how it is written, the name of the function that writes it, and where that is.

    ``lines`` names the options that are a line of markdown themselves. ``ended`` tells how a call ended the process: in
    the same build there is no other, which would take as long.
    """

    component: Component
    function: str
    path: str
    file: Path
    line: int
    lines: frozenset[str]
    ended: list[str] = field(default_factory=list, compare=False)

    def write(self, body: str, options: Mapping[str, Any]) -> str:
        """Call the function and return the HTML that it writes.

        Raises
        ------
        DirectiveError
            If it fails, or returns no text.
        """
        if self.ended:
            raise DirectiveError(f" was not called: another call{self.ended[0]}", self.line)
        kind, said, line, suggestion = ask(self.file, self.path, self.function, body, options)
        if kind == "ended":
            self.ended.append(said)
        if kind != "written":
            raise DirectiveError(said, line or self.line, suggestion)
        written: str = said
        return written


@dataclass(frozen=True, eq=False)
class OwnDirectives:
    """All directives of a project by name, what is wrong with them, and a short name for their code."""

    by_name: Mapping[str, OwnDirective] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    digest: str = ""

    @cached_property
    def dialect(self) -> Dialect:
        """Return the table of directives with these behind those of the builder."""
        return Dialect((*BUILT_IN.table, *(own.component for own in self.by_name.values())))


def load_directives(project: Path, digest: str) -> OwnDirectives:
    """Run the files of ``content/directives`` and return what they declare; those called ``_…`` only help others."""
    by_name: dict[str, OwnDirective] = {}
    problems: list[Problem] = []
    for file in content_files(project / FOLDER, "[!_]*.py"):
        path = f"{FOLDER}/{file.name}"
        source = load_source(project, path)
        kind, declared, line, suggestion = ask(file, path)
        if kind != "declared":
            problems.append(at_line(source, line, Mistake("directive-code", declared, suggestion=suggestion)))
            continue
        if not declared:
            message = "this file defines no directive"
            problems.append(
                source.problem("directive-code", message, None, suggestion="write a function for each directive")
            )
        for line, found in declared:
            if not isinstance(found, OwnDirective):
                problems.append(at_line(source, line, Mistake(**found)))
            elif (taken := name_taken(found, by_name)) is not None:
                problems.append(at_line(source, line, taken))
            else:
                by_name[found.component.name] = found
    return OwnDirectives(by_name, tuple(problems), digest)


def ask(file: Path, path: str, *call: object) -> tuple[str, Any, int, str]:
    """Load a file, or call a function of it; return how that went, what was found or is wrong, its line and remedy."""
    try:
        ((kind, said, line, suggestion),) = PROCESS.ask((file, path, call))
    except ProcessEndedError as error:
        told = f" {error}" if call else f"{file.name} {error}"
        return "ended", told, error.line_in(file), LONGER if "longer" in told else ""
    return kind, said, line, suggestion


def answer(question: tuple[Path, str, tuple[Any, ...]], send: Answers) -> None:
    """Answer :func:`ask`, in the process of the author's code."""
    file, path, call = question
    try:
        with send.limited():
            if not call or file not in MODULES:
                MODULES[file] = load_module(file)
            if not call:
                send(("declared", list(declarations(MODULES[file], file, path)), 0, ""))
                return
            name, body, options = call
            written = getattr(MODULES[file], name)(body, **options)
    except ChartError as error:
        send(("failed", str(error), error.line, error.findings[0].suggestion))
    except FAILURES as error:
        send(("failed", f" failed: {named(error)}", line_in(file, error), remedy_of(error)))
    else:
        if isinstance(written, str):
            send(("written", Markup(written) if isinstance(written, Markup) else str(written), 0, ""))
        else:
            missing = "add a 'return' statement" if written is None else ""
            send(("failed", f": a directive returns a text of HTML, not {type(written).__name__}", 0, missing))


def main() -> None:
    """Load and call the author's functions."""
    answer_questions(answer)


def at_line(source: Source, line: int, mistake: Mistake) -> Problem:
    """Describe an error in a line of code, 0 if it is not known."""
    written = source.line(line)
    indent = len(written) - len(written.lstrip())
    mistake.length = max(1, len(written.strip()))
    return source.mistake(mistake, Place(line, indent + 1) if line else None)


def name_taken(own: OwnDirective, others: Mapping[str, OwnDirective]) -> Mistake | None:
    """Return what is wrong with the name of a directive, if another has it."""
    name = own.component.name
    if name in BUILT_IN.components:
        return Mistake(
            "directive-code", f"the builder already has a directive {name!r}", suggestion="choose another name"
        )
    if name in others:
        other = others[name]
        return Mistake("directive-code", f"the directive {name!r} is declared already, in {other.path}:{other.line}")
    return None


def declarations(module: types.ModuleType, file: Path, path: str) -> Iterator[tuple[int, OwnDirective | Any]]:
    """Yield the directives of a file, or the fields of the error in their declaration, each with its line."""
    for name, function in list(vars(module).items()):
        inner = inspect.unwrap(function) if callable(function) and not name.startswith("_") else None
        if not inspect.isfunction(inner) or inner.__code__.co_filename != str(file) or inner.__name__ != name:
            continue
        line = first_line(file, name, inner.__code__.co_firstlineno)
        try:
            component, lines = declared_by(function, name.replace("_", "-"), path)
        except Mistake as mistake:
            yield line, vars(mistake)
        else:
            yield line, OwnDirective(component, name, path, file, line, lines)


def first_line(file: Path, name: str, begins: int) -> int:
    """Return the line of ``def``, which stands behind the decorators that the code begins with."""
    for number, line in enumerate(file.read_text(encoding="utf-8-sig").split("\n")[begins - 1 :], start=begins):
        if re.match(rf"def {name}\b", line):
            return number
    return begins


def declared_by(function: Callable[..., object], name: str, path: str) -> tuple[Component, frozenset[str]]:
    """Return the directive that a function declares, and which of its options are a line of markdown.

    Raises
    ------
    Mistake
        If its parameters cannot be those of a directive.
    """
    try:
        types_of = get_type_hints(function, include_extras=True)
    except Exception as error:
        raise Mistake("directive-code", f"its types cannot be read: {error}") from None
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters or parameters[0].name not in KINDS:
        raise Mistake(
            "directive-code", f"{function.__name__} does not take the content of the directive", suggestion=FIRST
        )
    kind = KINDS[parameters[0].name]
    rest = [parameter for parameter in parameters[1:] if parameter.name != IDENTIFIER]
    options = tuple(option_of(parameter, types_of.get(parameter.name, str)) for parameter in rest)
    of_markup = (is_line(parameter, types_of) for parameter in rest)
    lines = frozenset(option.name for option, is_one in zip(options, of_markup, strict=True) if is_one)
    written = " ".join(f"{option.name}=…" for option in options)
    form = f"::{name}[words]" if kind == "inline" else f":::{name}"
    meaning = (inspect.getdoc(function) or f"a directive of {path}").split("\n")[0].rstrip(".")
    takes_id = len(rest) < len(parameters) - 1
    component = Component(name, kind, f"{form}{{{written}}}" if written else form, meaning, takes_id, options)
    return component, lines


def is_line(parameter: inspect.Parameter, types_of: Mapping[str, Any]) -> bool:
    """Tell whether an option is a line of markdown: its type is ``Markup``."""
    return plain_type(types_of.get(parameter.name, str))[0] is Markup


def option_of(parameter: inspect.Parameter, annotation: Any) -> Option:
    """Return the option that a parameter is: its type says its form, `Literal` its choices, `Annotated` its meaning."""
    if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY}:
        raise Mistake("directive-code", f"{parameter.name!r} is not an option: write each option as a named parameter")
    found, words = plain_type(annotation)
    choices: tuple[str, ...] = ()
    if get_origin(found) is Literal and all(isinstance(choice, str) for choice in get_args(found)):
        choices, found = get_args(found), str
    if found not in FORMS:
        allowed = "str, int, float, bool, Markup (a line of Markdown) or Literal"
        raise Mistake("directive-code", f"the option {parameter.name!r} has an unsupported type", 0, 1, allowed)
    is_required = parameter.default is parameter.empty
    default = "" if is_required or parameter.default in {None, ""} else f"default: {shown(parameter.default)}"
    meaning = "; ".join(filter(None, [words, default])) or ("a line of markdown" if found is Markup else FORMS[found])
    return Option(parameter.name.replace("_", "-"), meaning, choices, is_required, FORMS[found])


def shown(default: object) -> str:
    """Return a default as an author would write it."""
    return {True: "yes", False: "no"}[default] if isinstance(default, bool) else str(default)


def plain_type(annotation: Any) -> tuple[Any, str]:
    """Return a type without ``None`` and without the words about it, and these."""
    words = ""
    if get_origin(annotation) is Annotated:
        annotation, *told = get_args(annotation)
        words = next((word for word in told if isinstance(word, str)), "")
    if get_origin(annotation) in {Union, types.UnionType}:
        others = [part for part in get_args(annotation) if part is not type(None)]
        annotation = others[0] if len(others) == 1 else annotation
    return annotation, words
