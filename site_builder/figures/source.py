"""Write a figure as the file of an explorable: its parameters and functions, and everything that these use."""

from __future__ import annotations

import ast
import builtins
import datetime
import inspect
import io
import linecache
import math
import sys
import textwrap
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

from site_builder.explorables.load import Loaded
from site_builder.explorables.model import PART_NAMES
from site_builder.explore.parameters import DeclarationError, Parameter, in_steps, measured
from site_builder.figures.digest import package_of
from site_builder.problems.problem import SiteError, author_error

CODE = "figure-source"
# Types whose ``repr`` is code, if it is that of their items.
PLAIN = (bool, int, float, complex, str, bytes, type(None), list, tuple, set, dict)
# Largest number of values of an array that is written into the code.
MOST_VALUES = 1000
BLANK = "\n\n\n"


def source_of(loaded: Loaded, name: str) -> dict[str, bytes]:
    """Return the files of a figure: its code, ``NAME.py``, and the data that it reads.

    Raises
    ------
    SiteError
        If something that a function uses cannot be written, with its name.
    """
    writer = Writer(name)
    declared = loaded.declared
    functions = []
    for part in PART_NAMES:
        written = loaded.parts[part].written if part in loaded.parts else None
        if isinstance(written, FunctionType):
            functions.append(writer.add_part(part, written, loaded.parts[part].asks))
        elif written is not None:
            writer.texts[part] = repr(written)
    for key, value in (("caption", declared.caption.text), ("alt", declared.alt.text), ("why", declared.why)):
        writer.texts |= {key: repr(value)} if value else {}
    writer.texts |= {"axes": repr(declared.axes)} if declared.axes != "held" else {}
    writer.texts |= {"quiet": repr(sorted(declared.quiet))} if declared.quiet else {}
    writer.texts |= {"formats": repr(dict(declared.formats))} if declared.formats else {}
    if declared.asked is not None:
        raise fault(declared.asked.name, "is a guess", "write guess(…) into the file")
    kinds = ", ".join(sorted({parameter.kind for parameter in declared.parameters.values()}))
    imports = sorted(writer.imports) + ([f"from site_builder.explore import {kinds}"] if kinds else [])
    parameters = [f"{key} = {code_of_parameter(one)}" for key, one in declared.parameters.items()]
    texts = [f"{key} = {value}" for key, value in writer.texts.items()]
    heads = ["\n".join(lines) for lines in (imports, writer.values, parameters, texts) if lines]
    code = BLANK.join(["\n\n".join(heads), *writer.definitions.values(), *filter(None, functions)])
    return {**writer.files, f"{name}.py": f"{code}\n".encode()}


def code_of_parameter(parameter: Parameter) -> str:
    """Return the code that declares a parameter."""
    start = parameter.stops[parameter.start].value
    words = [f"{key}={value!r}" for key, value in (("label", parameter.label), ("unit", parameter.unit)) if value]
    if parameter.kind == "toggle":
        label = [repr(parameter.label)] if parameter.label else []
        return f"toggle({', '.join([*label, *(['start=True'] if start else [])])})"
    begins = [] if parameter.start == 0 else [f"start={code_of(start)}"]
    values = [stop.value for stop in parameter.stops]
    if parameter.kind == "choice":
        pairs = ", ".join(f"{code_of(stop.value)}: {stop.label!r}" for stop in parameter.stops)
        has_labels = any(stop.label != str(stop.value) for stop in parameter.stops)
        return f"choice({', '.join([f'{{{pairs}}}' if has_labels else listed(values), *begins, *words])})"
    return f"slider({', '.join([ends_of(values) or f'stops={listed(values)}', *begins, *words])})"


def listed(values: Sequence[Any]) -> str:
    """Return the code of a list of stops."""
    return f"[{', '.join(map(code_of, values))}]"


def ends_of(values: Sequence[Any]) -> str:
    """Return the arguments of a slider with equal steps; "" if the steps differ."""
    step = measured(values[1]) - measured(values[0])
    if isinstance(step, datetime.timedelta):
        step = step.days if not step.seconds else step.seconds // 60
    step = round(step, 9)
    with suppress(DeclarationError):
        if in_steps(values[0], values[-1], step) == list(values):
            return f"{code_of(values[0])}, {code_of(values[-1])}{f', step={step}' if step != 1 else ''}"
    return ""


def code_of(value: Any) -> str:
    """Return the code of a stop; days and times as texts."""
    is_moment = isinstance(value, datetime.date | datetime.time)
    return repr(value.isoformat(" ") if isinstance(value, datetime.datetime) else str(value) if is_moment else value)


def fault(name: str, what: str, fix: str) -> SiteError:
    """Return the error of a name that cannot be written."""
    return author_error(CODE, f"{name!r} {what}, and cannot be written into the file", fix)


def source_text(value: FunctionType | type) -> str:
    """Return the source of a function or class.

    Python finds no file for a class in a notebook, but it finds the cells of its methods.
    """
    try:
        return inspect.getsource(value)
    except (OSError, TypeError):
        for method in vars(value).values() if isinstance(value, type) else ():
            lines = linecache.getlines(method.__code__.co_filename) if isinstance(method, FunctionType) else []
            for node in ast.parse("".join(lines)).body:
                if isinstance(node, ast.ClassDef) and node.name == value.__name__:
                    first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                    return "".join(lines[first - 1 : node.end_lineno])
        raise


class Writer:
    """Collects what functions use: imports, values, definitions, and data files by name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.imports: set[str] = set()
        self.values: list[str] = []
        self.texts: dict[str, str] = {}
        self.definitions: dict[str, str] = {}
        self.files: dict[str, bytes] = {}
        self._known: dict[str, Any] = {}

    def add_part(self, part: str, function: FunctionType, asks: tuple[str, ...]) -> str:
        """Add the function of a part; return the function by which the part calls it, "" if it has the part's name."""
        if function.__name__ == "<lambda>":
            raise fault(part, "is a lambda", "define a function with def, at the top level")
        arguments = inspect.signature(function).parameters
        has_defaults = any(arguments[name].default is not inspect.Parameter.empty for name in asks)
        if function.__name__ in PART_NAMES and (function.__name__ != part or has_defaults):
            fix = "rename the function, for example to 'draw'"
            raise fault(function.__name__, f"is the name of the function of {part}", fix)
        self.add(function.__name__, function)
        passed = ", ".join(f"{name}={name}" for name in asks)
        call = f"def {part}({', '.join(asks)}):\n    return {function.__name__}({passed})"
        return "" if function.__name__ == part else call

    def add(self, name: str, value: Any) -> None:
        """Add what defines a name of the author's code."""
        if name in self._known:
            if self._known[name] is not value:
                raise fault(name, "has two values in different modules", "rename one of them")
            return
        self._known[name] = value
        if isinstance(value, ModuleType):
            bare = value.__name__
            self.imports.add(f"import {bare}" if name == bare else f"import {bare} as {name}")
        elif isinstance(value, FunctionType | type) and package_of(value.__module__) is None:
            self._define(name, value)
        elif hasattr(value, "write_csv") or hasattr(value, "to_csv"):
            self._write_frame(name, value)
        elif type(value).__module__ == "numpy" and hasattr(value, "tolist"):
            if value.size > MOST_VALUES:
                raise fault(name, f"has {value.size:,} values", "compute it in a function, or load it from a frame")
            self.imports |= {"import numpy"}
            self.values.append(f"{name} = numpy.array({value.tolist()!r}, dtype={str(value.dtype)!r})")
        elif (code := literal(value)) is not None:
            self.values.append(f"{name} = {code}")
        elif isinstance(getattr(value, "__wrapped__", None), FunctionType) and not package_of(value.__module__):
            self._define(name, value.__wrapped__)
        else:
            self._import_object(name, value)

    def _define(self, name: str, value: FunctionType | type) -> None:
        """Add the source of a function or class, after everything that it uses."""
        if value.__name__ != name or getattr(value, "__closure__", None):
            what = "is a lambda, has another name or uses names of an enclosing function"
            raise fault(name, what, "define it with def, at the top level")
        try:
            source = textwrap.dedent(source_text(value)).rstrip()
        except (OSError, TypeError):
            raise fault(name, "has no source", "define it in a module, and import it") from None
        names = vars(sys.modules[value.__module__]) if isinstance(value, type) else value.__globals__
        tree = ast.parse(source)
        own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
        for used in sorted(own - set(dir(builtins)) - {name}):
            if used in names:
                self.add(used, names[used])
        self.definitions[name] = source

    def _write_frame(self, name: str, frame: Any) -> None:
        """Add a frame as a CSV file beside the code."""
        library = type(frame).__module__.partition(".")[0]
        if library not in ("pandas", "polars"):
            raise fault(name, f"is a frame of {library}", "convert it to pandas or polars")
        file = f"{self.name}-{name}.csv"
        if library == "pandas":
            dates = [column for column in frame.columns if "datetime" in str(frame[column].dtype)]
            text, more = frame.to_csv(index=False), f", parse_dates={dates!r}" if dates else ""
        else:
            text, more = frame.write_csv(), ", try_parse_dates=True"
        self.imports |= {f"import {library}", "from pathlib import Path"}
        reader = f"{library}.read_csv({{place}}{more})"
        names = {library: import_module(library), "source": io.StringIO(text)}
        if not eval(reader.format(place="source"), names).equals(frame):
            fix = "reset its index, and give its columns plain types: numbers, texts or dates"
            raise fault(name, "is a frame that CSV would change", fix)
        self.files[file] = text.encode()
        self.values.append(f"{name} = {reader.format(place=f'Path(__file__).with_name({file!r})')}")

    def _import_object(self, name: str, value: Any) -> None:
        """Add the import of an object of a package."""
        own = str(getattr(value, "__name__", ""))
        # The public package, which a private module is part of; functions of numpy do not know their module.
        names = str(getattr(value, "__module__", None) or "").split(".")
        modules = [
            "site_builder.explore",
            *(".".join(names[: end + 1]) for end in range(len(names))),
            *sorted(set(sys.modules) - {"__main__"}, key=lambda name: ("._" in f".{name}", len(name))),
        ]
        places = (place for place in modules if getattr(sys.modules.get(place), own, None) is value)
        module = next(places, None) if own else None
        if module is None:
            raise fault(name, f"is of type {type(value).__name__}", "make it in a function")
        self.imports.add(f"from {module} import {own}" if own == name else f"from {module} import {own} as {name}")


def literal(value: Any) -> str | None:
    """Return the code of a plain value; None for other values."""
    if isinstance(value, float) and not math.isfinite(value):
        return f"float({str(value)!r})"
    try:
        return repr(value) if type(value) in PLAIN and ast.literal_eval(repr(value)) == value else None
    except (ValueError, SyntaxError):
        return None
