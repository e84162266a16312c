"""Load the file of an explorable: its parameters, its data sets, and its parts with what each depends on."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter as Argument
from inspect import signature
from pathlib import Path
from string import Formatter
from types import FunctionType, ModuleType
from typing import Any

from site_builder.drawing.charts.code import load_module
from site_builder.drawing.charts.draw import ChartError
from site_builder.drawing.explorables.asked import read_guess
from site_builder.drawing.explorables.calls import Limit, TooLongError, last_place, place_in_frames
from site_builder.drawing.explorables.evaluated import PART_NAMES, Declared, Fault, FaultError, Words
from site_builder.drawing.explorables.former import read_former
from site_builder.drawing.explorables.sources import targets_of
from site_builder.explore.names import same_name
from site_builder.explore.parameters import Frame, Parameter
from site_builder.plain_values import parse_python
from site_builder.problems.codes import quiet_codes
from site_builder.problems.source import did_you_mean
from site_builder.project_files import on_disk
from site_builder.reuse.imports import EXPLORABLES

SHOWN_PARTS = ("picture", "table", "sentence")
TEXT_PARTS = ("sentence", "alt_text")
WORDS = ("caption", "alt")
DECLARING = ("slider", "choice", "toggle", "frame", "guess")


@dataclass(frozen=True)
class Part:
    """A part of an explorable: a function or a text, and the names that it asks for, in the order of its arguments."""

    name: str
    written: Callable[..., Any] | str
    line: int
    asks: tuple[str, ...]


@dataclass(frozen=True)
class Loaded:
    """A file that was run: what it declares, its parts, and its data sets by the name of the argument."""

    declared: Declared
    parts: Mapping[str, Part]
    frames: Mapping[str, str]


def load(project: Path, name: str, seconds: float) -> Loaded:
    """Run the file of an explorable and return what it declares.

    Raises
    ------
    FaultError
        If it cannot be run, or its parts ask for what is not there.
    """
    path = on_disk(project / EXPLORABLES / f"{name}.py")
    told = f"{EXPLORABLES}/{name}.py"
    too_long = f"{path.name} ran longer than {seconds:g} s; it may contain an infinite loop"
    require_readable_names(path, told)
    try:
        with Limit(seconds, lambda frame: Fault(too_long, *(place_in_frames(frame, project) or (told, 0)))):
            module = load_module(path)
    except ChartError as error:
        found = error.findings[0]
        message = without_class(str(error))
        raise FaultError(Fault(message, told, found.line, found.column, found.length, found.suggestion)) from error
    except TooLongError as error:
        where, line = last_place(error.__traceback__, project) or (told, 0)
        raise FaultError(Fault(too_long, where, line)) from None
    lines = lines_of(path)
    require_own_names(path, lines, told)
    parameters = {key: value for key, value in vars(module).items() if isinstance(value, Parameter)}
    frames = {key: value.name for key, value in vars(module).items() if isinstance(value, Frame)}
    parts = {part: read_part(module, part, lines, told) for part in PART_NAMES if getattr(module, part, None)}
    if not any(part in parts for part in SHOWN_PARTS):
        near = did_you_mean("picture", list(lines))
        suggestion = near if near.startswith("did") else "write 'def picture(…)', and 'sentence = \"…\"'"
        raise FaultError(
            Fault(f"{name} shows nothing: it has no picture, table or sentence", told, 0, 0, 1, suggestion)
        )
    depends = depended_on(parts, parameters, frames, told)
    # Most files import Altair as alt.
    given = ((key, getattr(module, key, "")) for key in WORDS)
    caption, alt = (Words(text if isinstance(text, str) else "", lines.get(key, 0)) for key, text in given)
    axes: Any = getattr(module, "axes", "held")
    is_text = isinstance(axes, str)
    if not is_text or axes not in ("held", "free"):
        what = repr(axes) if is_text else type(axes).__name__
        suggestion = "" if is_text else "call those of a drawing axs"
        fault = Fault(f"axes is 'held' or 'free', not {what}", told, lines.get("axes", 0), suggestion=suggestion)
        raise FaultError(fault)
    quiet = read_quiet(getattr(module, "quiet", []), told, lines.get("quiet", 0))
    why = str(getattr(module, "why", "") or "")
    if "only" in parts and not why:
        raise FaultError(Fault('only() needs a sentence for readers, why = "…"', told, parts["only"].line))
    former = read_former(getattr(module, "former", ""), parameters, told, lines.get("former", 0))
    asked = read_guess(vars(module), parameters, told, lines)
    formats = read_formats(getattr(module, "formats", {}), told, lines.get("formats", 0)) if "table" in parts else {}
    sets = tuple(dict.fromkeys(frames.values()))
    declared = Declared(name, parameters, sets, depends, lines, caption, alt, axes, quiet, why, former, asked, formats)
    return Loaded(declared, parts, frames)


def read_quiet(codes: Any, path: str, line: int) -> frozenset[str]:
    """Return the codes of warnings that a file silences."""
    if not isinstance(codes, list | tuple) or not all(isinstance(code, str) for code in codes):
        raise FaultError(Fault("quiet is a list of codes", path, line, suggestion='write quiet = ["log-scale"]'))
    for code in codes:
        if code not in quiet_codes():
            message = f"quiet names {code!r}, which is no code that a figure can silence"
            raise FaultError(Fault(message, path, line, suggestion=did_you_mean(code, quiet_codes())))
    return frozenset(codes)


def read_formats(formats: Any, path: str, line: int) -> dict[str, str]:
    """Return the formats of the columns of a table, by name."""
    is_dict = isinstance(formats, Mapping)
    if not is_dict or not all(isinstance(text, str) for pair in formats.items() for text in pair):
        suggestion = 'write formats = {"wait": ".1f"}'
        raise FaultError(
            Fault("formats is a dict of columns and their Python formats", path, line, suggestion=suggestion)
        )
    return dict(formats)


def without_class(message: str) -> str:
    """Return the message of a declaration that failed as the author reads it."""
    return message.replace("DeclarationError: ", "")


def lines_of(path: Path) -> dict[str, int]:
    """Return where the names of a file are given at its top level."""
    lines: dict[str, int] = {}
    for node in parse_python(path.read_bytes()).body:
        if isinstance(node, ast.FunctionDef):
            lines[node.name] = node.lineno
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            lines |= {target.id: node.lineno for target in targets if isinstance(target, ast.Name)}
    return lines


def require_readable_names(path: Path, told: str) -> None:
    """Refuse a declaration that a later one takes the name of, and texts that are filled in before any state is there.

    A file that is not Python is reported where it is loaded.
    """
    try:
        body = parse_python(path.read_bytes()).body
    except (OSError, SyntaxError):
        return
    bound: dict[str, tuple[int, bool, bool]] = {}
    for node in body:
        value = getattr(node, "value", None)
        called = value.func if isinstance(value, ast.Call) else None
        is_parameter = getattr(called, "id", getattr(called, "attr", "")) in DECLARING
        used = {one.id for one in ast.walk(value) if isinstance(one, ast.Name)} if value is not None else set()
        for name in [node.name] if isinstance(node, ast.FunctionDef | ast.ClassDef) else targets_of(node):
            line, was_declared, was_parameter = bound.get(name, (0, False, False))
            is_declared = is_parameter or name in (*PART_NAMES, *WORDS)
            if line and (is_declared or was_declared) and name not in used:
                what = "the parameter" if was_parameter else "what it was"
                message = f"{name!r} is bound in line {line} and again in line {node.lineno}: {what} is lost"
                raise FaultError(Fault(message, told, node.lineno, suggestion="rename one of the two"))
            if isinstance(value, ast.JoinedStr) and name in (*TEXT_PARTS, *WORDS):
                early = {one for one in used if bound.get(one, (0, False, False))[2]} | (used - names_given(body))
                require_filled(name, sorted(early), told, node.lineno)
            bound[name] = node.lineno, is_declared, is_parameter


def names_given(body: Sequence[ast.stmt]) -> set[str]:
    """Return all names that a file binds or imports, and those of Python itself."""
    nodes = [node for statement in body for node in ast.walk(statement)]
    given = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    given |= {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    given |= {(one.asname or one.name).partition(".")[0] for one in nodes if isinstance(one, ast.alias)}
    return given | set(dir(builtins))


def require_filled(name: str, early: Sequence[str], told: str, line: int) -> None:
    """Refuse an f-string that uses names which have a value in each state alone."""
    if early and name in TEXT_PARTS:
        message = f"{name} is an f-string: it is filled in once, when the file is loaded, and not in each state"
        fault = Fault(message, told, line, suggestion=f'leave out the f: write {name} = "… {{{early[0]}}} …"')
        raise FaultError(fault)
    if early:
        message = f"{name} is an f-string with {early[0]!r}, but it is the same in all states"
        raise FaultError(Fault(message, told, line, suggestion=f"write {{{early[0]}}} into the sentence"))


def require_own_names(path: Path, lines: Mapping[str, int], told: str) -> None:
    """Refuse words or parts that take the name of what the file imports: most import Altair as ``alt``."""
    for node in parse_python(path.read_bytes()).body:
        for name in node.names if isinstance(node, ast.Import | ast.ImportFrom) else ():
            known = name.asname or name.name
            if known in (*PART_NAMES, *WORDS) and lines.get(known, 0) > node.lineno:
                message = f"{known!r} is {name.name} since line {node.lineno}, and something else from here on"
                suggestion = "call the words alt_text" if known == "alt" else "import it under another name"
                raise FaultError(Fault(message, told, lines[known], suggestion=suggestion))


def read_part(module: ModuleType, name: str, lines: Mapping[str, int], path: str) -> Part:
    """Return a part with the names that it asks for: arguments of a function, fields of a text."""
    written, line = getattr(module, name), lines.get(name, 0)
    if isinstance(written, FunctionType):
        arguments = signature(written).parameters.values()
        wrong = next((one.name for one in arguments if one.kind in (Argument.VAR_POSITIONAL, Argument.VAR_KEYWORD)), "")
        if wrong:
            message = f"{name} takes *{wrong}: its arguments must have the names of what it depends on"
            raise FaultError(Fault(message, path, line))
        asks = [one.name for one in arguments if one.default is Argument.empty]
        return Part(name, written, line, tuple(asks))
    if name in TEXT_PARTS and isinstance(written, str):
        return Part(name, written, line, fields_of(written, name, path, line))
    allowed = "a function or a text" if name in TEXT_PARTS else "a function"
    raise FaultError(Fault(f"{name} is {allowed}, not {type(written).__name__}", path, line))


def fields_of(text: str, name: str, path: str, line: int) -> tuple[str, ...]:
    """Return the names in braces of a text, each once."""
    try:
        fields = [field for _, field, _, _ in Formatter().parse(text) if field is not None]
    except ValueError as error:
        raise FaultError(
            Fault(f"{name} cannot be read: {error}", path, line, suggestion="a brace is written '{{'")
        ) from None
    for field in fields:
        if not field.isidentifier():
            suggestion = "write a name, as in {load} or {wait:.1f}; a brace is written '{{'"
            raise FaultError(Fault(f"{name} cannot fill {{{field}}}", path, line, suggestion=suggestion))
    return tuple(dict.fromkeys(fields))


def depended_on(
    parts: Mapping[str, Part], parameters: Mapping[str, Parameter], frames: Mapping[str, str], path: str
) -> dict[str, tuple[str, ...]]:
    """Return for each part the parameters that it depends on, in the order of the file; by way of numbers, too."""
    faults = list[Fault]()
    depends: dict[str, tuple[str, ...]] = {}
    for name, part in parts.items():
        asks_numbers = name not in ("only", "numbers") and "numbers" in parts
        known = [*parameters, *frames, *(["numbers"] if asks_numbers else [])]
        # The fields of a text may be names of numbers, which are known only once they are computed.
        asks = [same_name(ask, known) for ask in part.asks]
        unknown = [ask for ask in asks if ask not in known]
        if callable(part.written):
            faults += [
                Fault(
                    f"{name} asks for {ask!r}, which the file does not declare",
                    path,
                    part.line,
                    suggestion=did_you_mean(ask, known, "names that it can ask for"),
                )
                for ask in unknown
            ]
        asked = {ask for ask in asks if ask in parameters}
        if "numbers" in asks or (unknown and not callable(part.written)):
            asked |= set(depends.get("numbers", ()))
        depends[name] = tuple(parameter for parameter in parameters if parameter in asked)
    if faults:
        raise FaultError(*faults)
    return depends
