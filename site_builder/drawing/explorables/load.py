"""Load the file of an explorable: its parameters, its data sets, and its parts with what each depends on."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
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
from site_builder.explore.parameters import Frame, Parameter
from site_builder.problems.source import did_you_mean
from site_builder.project_files import on_disk
from site_builder.reuse.imports import EXPLORABLES

SHOWN_PARTS = ("picture", "table", "sentence")
TEXT_PARTS = ("sentence", "alt_text")
WORDS = ("caption", "alt")
FIELD_NAME = re.compile(r"[A-Za-z_]\w*")


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
    if axes not in ("held", "free"):
        raise FaultError(Fault(f"axes is 'held' or 'free', not {axes!r}", told, lines.get("axes", 0)))
    why = str(getattr(module, "why", "") or "")
    if "only" in parts and not why:
        raise FaultError(Fault('only() needs a sentence for readers, why = "…"', told, parts["only"].line))
    former = read_former(getattr(module, "former", ""), parameters, told, lines.get("former", 0))
    asked = read_guess(vars(module), parameters, told, lines)
    sets = tuple(dict.fromkeys(frames.values()))
    declared = Declared(name, parameters, sets, depends, lines, caption, alt, axes, why, former, asked)
    return Loaded(declared, parts, frames)


def without_class(message: str) -> str:
    """Return the message of a declaration that failed as the author reads it."""
    return message.replace("DeclarationError: ", "")


def lines_of(path: Path) -> dict[str, int]:
    """Return where the names of a file are given at its top level."""
    lines: dict[str, int] = {}
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.FunctionDef):
            lines[node.name] = node.lineno
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            lines |= {target.id: node.lineno for target in targets if isinstance(target, ast.Name)}
    return lines


def require_own_names(path: Path, lines: Mapping[str, int], told: str) -> None:
    """Refuse words or parts that take the name of what the file imports: most import Altair as ``alt``."""
    for node in ast.parse(path.read_bytes()).body:
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
        if not FIELD_NAME.fullmatch(field):
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
        unknown = [ask for ask in part.asks if ask not in known]
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
        asked = {ask for ask in part.asks if ask in parameters}
        if "numbers" in part.asks or (unknown and not callable(part.written)):
            asked |= set(depends.get("numbers", ()))
        depends[name] = tuple(parameter for parameter in parameters if parameter in asked)
    if faults:
        raise FaultError(*faults)
    return depends
