"""Load the directives of a project: each public function of ``content/directives/*.py`` is one.

The name of the first parameter determines the content of the directive; the others are its options. The functions are
loaded and called in a separate process, which runs :func:`answer`.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from markupsafe import Markup

from site_builder.drawing.processes import (
    Answers,
    AuthorProcess,
    ProcessEndedError,
    answer_questions,
    call,
    load_module,
)
from site_builder.problems.problem import Problem, SiteError, author_error
from site_builder.problems.source import Mistake, located
from site_builder.project_files import content_files, on_disk
from site_builder.syntax.directive_table import BUILT_IN, Component, Dialect, Form, Kind, Option

FOLDER = "content/directives"
CODE = "directive-code"
KINDS: Mapping[str, Kind] = {"body": "block", "text": "raw", "words": "inline"}
FORMS: Mapping[Any, Form] = {str: "text", Markup: "text", int: "whole number", float: "number", bool: "yes or no"}
IDENTIFIER = "identifier"
FIRST = "name the first parameter 'body' (a block of markdown), 'text' (lines as they are) or 'words' (in a line)"


# One worker for all builds of this process, so that the files are loaded once.
PROCESS = AuthorProcess(__name__)
# The modules loaded in the worker.
MODULES: dict[Path, types.ModuleType] = {}


@dataclass(frozen=True)
class OwnDirective:
    """A directive of a project: its syntax, and the name and place of the function that writes it.

    ``lines`` names the options whose values are a line of markdown. ``seconds`` limits a call. ``ended`` describes how
    a call ended the process; the directive is then not called again in the same build, because that could take as long.
    """

    component: Component
    function: str
    project: Path
    path: str
    line: int
    lines: frozenset[str]
    seconds: float
    ended: list[str] = field(default_factory=list, compare=False)

    def write(self, label: str, body: str, options: Mapping[str, Any]) -> str:
        """Call the function and return the HTML that it writes; ``label`` describes the call in messages.

        Raises
        ------
        SiteError
            If it fails, or does not return text.
        """
        place = self.path, self.line
        if self.ended:
            raise author_error(CODE, f"{label} was not called: another call {self.ended[0]}", "", *place)
        try:
            written: str = ask(self.project, self.path, label, self.seconds, self.function, body, options)
        except ProcessEndedError as error:
            self.ended.append(str(error))
            raise error.reported(label, self.project, place, CODE) from None
        except SiteError as error:
            raise SiteError(one if one.line else replace(one, line=self.line) for one in error.problems) from None
        return written


@dataclass(frozen=True, eq=False)
class OwnDirectives:
    """All directives of a project by name, their problems, and the digest of their code."""

    by_name: Mapping[str, OwnDirective] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    digest: str = ""

    @cached_property
    def dialect(self) -> Dialect:
        """Return the table of all directives: the built-in ones, then those of the project."""
        return Dialect((*BUILT_IN.table, *(own.component for own in self.by_name.values())))


def load_directives(project: Path, digest: str, seconds: float) -> OwnDirectives:
    """Load the files of ``content/directives`` and return their directives; skip helper files called ``_…``.

    ``seconds`` limits the time of a call of the author's code.
    """
    by_name: dict[str, OwnDirective] = {}
    problems: list[Problem] = []
    for file in content_files(project / FOLDER, "[!_]*.py"):
        path = f"{FOLDER}/{file.name}"
        try:
            declared = ask(project, path, file.name, seconds)
        except ProcessEndedError as error:
            problems += error.reported(file.name, project, (path, 0), CODE).problems
            continue
        except SiteError as error:
            problems += error.problems
            continue
        if not declared:
            message = "this file defines no directive"
            problems.append(Problem(path, 0, 0, CODE, message, "write a function for each directive"))
        for found in declared:
            problem = found if isinstance(found, Problem) else name_taken(found, by_name)
            if problem is not None:
                problems.append(problem)
            else:
                by_name[found.component.name] = found
    problems = [located(project, replace(problem, length=0)) for problem in problems]
    return OwnDirectives(by_name, tuple(problems), digest)


def ask(project: Path, path: str, label: str, seconds: float, *call: object) -> Any:
    """Load a file and return its directives, or call a function of it and return the text, within ``seconds``.

    Raises
    ------
    SiteError
        If it fails.
    ProcessEndedError
        If it ends its process.
    """
    (found,) = PROCESS.ask((project, path, label, seconds, call))
    if isinstance(found, SiteError):
        raise found
    return found


def answer(question: tuple[Path, str, str, float, tuple[Any, ...]], send: Answers) -> None:
    """Answer :func:`ask` in the worker process."""
    project, path, label, seconds, arguments = question
    file, limited = project / path, partial(send.limited, seconds)
    try:
        if not arguments or file not in MODULES:
            with limited():
                MODULES[file] = load_module(project, path, CODE)
        if not arguments:
            send(list(declarations(MODULES[file], project, path, seconds)))
            return
        name, body, options = arguments
        run = partial(getattr(MODULES[file], name), body, **options)
        written = call(run, label, project, (path, 0), CODE, limited)
        if not isinstance(written, str):
            message = f"{label}: a directive returns a text of HTML, not {type(written).__name__}"
            raise author_error(CODE, message, "add a 'return' statement" if written is None else "", path)
        send(Markup(written) if isinstance(written, Markup) else str(written))
    except SiteError as error:
        send(error)


def main() -> None:
    """Run the worker that loads and calls the author's functions."""
    answer_questions(answer)


def name_taken(own: OwnDirective, others: Mapping[str, OwnDirective]) -> Problem | None:
    """Return the problem of a directive whose name is already used, else None."""
    name = own.component.name
    if name in BUILT_IN.components:
        message, fix = f"the builder already has a directive {name!r}", "choose another name"
    elif name in others:
        message, fix = f"the directive {name!r} is declared already, in {others[name].path}:{others[name].line}", ""
    else:
        return None
    return Problem(own.path, own.line, 0, CODE, message, fix)


def declarations(
    module: types.ModuleType, project: Path, path: str, seconds: float
) -> Iterator[OwnDirective | Problem]:
    """Yield the directives of a file, or the problem of their declaration."""
    file = on_disk(project / path)
    for name, function in list(vars(module).items()):
        inner = inspect.unwrap(function) if callable(function) and not name.startswith("_") else None
        if not inspect.isfunction(inner) or inner.__code__.co_filename != str(file) or inner.__name__ != name:
            continue
        line = first_line(file, name, inner.__code__.co_firstlineno)
        try:
            component, lines = declared_by(function, name.replace("_", "-"), path)
        except Mistake as mistake:
            yield Problem(path, line, 0, mistake.code, mistake.message, mistake.suggestion)
        else:
            yield OwnDirective(component, name, project, path, line, lines, seconds)


def first_line(file: Path, name: str, begins: int) -> int:
    """Return the line of ``def``, which follows the decorators where the code object begins."""
    for number, line in enumerate(file.read_text(encoding="utf-8-sig").split("\n")[begins - 1 :], start=begins):
        if re.match(rf"def {name}\b", line):
            return number
    return begins


def declared_by(function: Callable[..., object], name: str, path: str) -> tuple[Component, frozenset[str]]:
    """Return the directive that a function declares, and the names of its options that are a line of markdown.

    Raises
    ------
    Mistake
        If its parameters cannot be those of a directive.
    """
    try:
        types_of = get_type_hints(function, include_extras=True)
    except Exception as error:
        raise Mistake(CODE, f"its types cannot be read: {error}") from None
    parameters = list(inspect.signature(function).parameters.values())
    if not parameters or parameters[0].name not in KINDS:
        raise Mistake(CODE, f"{function.__name__} does not take the content of the directive", suggestion=FIRST)
    kind = KINDS[parameters[0].name]
    rest = [parameter for parameter in parameters[1:] if parameter.name != IDENTIFIER]
    options = tuple(option_of(parameter, types_of.get(parameter.name, str)) for parameter in rest)
    lines = frozenset(
        option.name
        for option, parameter in zip(options, rest, strict=True)
        if plain_type(types_of.get(parameter.name))[0] is Markup
    )
    written = " ".join(f"{option.name}=…" for option in options)
    form = f"::{name}[words]" if kind == "inline" else f":::{name}"
    meaning = (inspect.getdoc(function) or f"a directive of {path}").split("\n")[0].rstrip(".")
    takes_id = len(rest) < len(parameters) - 1
    form = f"{form}{{{written}}}" if written else form
    return Component(name, kind, form, meaning, takes_id, options=options), lines


def option_of(parameter: inspect.Parameter, annotation: Any) -> Option:
    """Return the option of a parameter: its type gives the form, `Literal` the choices, `Annotated` the meaning."""
    if parameter.kind in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD, parameter.POSITIONAL_ONLY}:
        raise Mistake(CODE, f"{parameter.name!r} is not an option: write each option as a named parameter")
    found, words = plain_type(annotation)
    choices: tuple[str, ...] = ()
    if get_origin(found) is Literal and all(isinstance(choice, str) for choice in get_args(found)):
        choices, found = get_args(found), str
    if found not in FORMS:
        allowed = "str, int, float, bool, Markup (a line of Markdown) or Literal"
        raise Mistake(CODE, f"the option {parameter.name!r} has an unsupported type", 0, 1, allowed)
    is_required = parameter.default is parameter.empty
    default = "" if is_required or parameter.default in {None, ""} else f"default: {shown(parameter.default)}"
    meaning = "; ".join(filter(None, [words, default])) or ("a line of markdown" if found is Markup else FORMS[found])
    return Option(parameter.name.replace("_", "-"), meaning, choices, is_required, FORMS[found])


def shown(default: object) -> str:
    """Return a default as an author would write it."""
    return {True: "yes", False: "no"}[default] if isinstance(default, bool) else str(default)


def plain_type(annotation: Any) -> tuple[Any, str]:
    """Return a type without ``None`` and ``Annotated``, and the description in ``Annotated``."""
    words = ""
    if get_origin(annotation) is Annotated:
        annotation, *metadata = get_args(annotation)
        words = next((word for word in metadata if isinstance(word, str)), "")
    if get_origin(annotation) in {Union, types.UnionType}:
        others = [part for part in get_args(annotation) if part is not type(None)]
        annotation = others[0] if len(others) == 1 else annotation
    return annotation, words
