"""Compute the digest of everything that a function's result depends on: its code, and the globals that it reads."""

from __future__ import annotations

import dis
import hashlib
import io
import pickle
import sys
import sysconfig
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

from site_builder.drawing.processes import OTHERS

LIBRARY = Path(sysconfig.get_paths()["stdlib"]).resolve()
# Attributes of classes and modules that do not affect results.
IGNORED = frozenset({"__annotations__", "__builtins__", "__dict__", "__doc__", "__file__", "__firstlineno__"})
IGNORED |= {"__cached__", "__loader__", "__module__", "__spec__", "__static_attributes__", "__weakref__"}


def digest_of_function(function: FunctionType) -> str:
    """Return the digest of a function; "" if it reads a global that has none, such as an open file.

    It depends on the code of the function and of all functions that it calls, on default values, on the values of the
    globals that they read, and on the files that one of these names. Installed packages are represented by versions.
    """
    digest = Digest()
    try:
        digest.dump(function)
    except Exception:  # objects raise what they like when they cannot be pickled
        return ""
    return hashlib.sha256(digest.stream.getvalue()).hexdigest()[:32]


class Digest(pickle.Pickler):
    """Writes values as pickles, with the author's functions, classes and modules replaced by their contents."""

    def __init__(self) -> None:
        self.stream = io.BytesIO()
        self._seen: dict[int, tuple[int, Any]] = {}
        super().__init__(self.stream, protocol=5)

    def persistent_id(self, value: Any) -> Any:
        """Return what represents a value; None if the value is pickled."""
        if id(value) in self._seen:
            return "again", self._seen[id(value)][0]
        parts = parts_of(value)
        if parts is not None:
            self._seen[id(value)] = len(self._seen), value
        return parts


def parts_of(value: Any) -> tuple[Any, ...] | None:
    """Return the contents of a function, a class or a module; None for other values."""
    if isinstance(value, Path):
        return "path", str(value), *identity_of_file(value)
    if isinstance(value, FunctionType):
        return package_of(value.__module__) or parts_of_function(value)
    if isinstance(value, ModuleType):
        return package_of(value.__name__) or ("module", value.__name__, own_contents(value))
    if isinstance(value, type):
        package = package_of(value.__module__)
        return (*package, value.__qualname__) if package else ("class", value.__bases__, own_contents(value))
    if isinstance(value, staticmethod | classmethod):
        return type(value).__name__, value.__func__
    if isinstance(value, property):
        return "property", value.fget, value.fset
    wrapped = getattr(value, "__wrapped__", None) or getattr(value, "py_func", None)
    return ("wrapped", wrapped) if isinstance(wrapped, FunctionType) else None


def package_of(module: str) -> tuple[str, str] | None:
    """Return the name and version of the installed package of a module; None for a module of the author."""
    root = sys.modules.get(module.partition(".")[0])
    file = getattr(root, "__file__", None)
    if root is None or root.__name__ == "__main__" or (file is None and not hasattr(root, "__path__")):
        return None if root is None or root.__name__ == "__main__" else (module, sys.version)
    path = Path(file or next(iter(root.__path__))).resolve()
    is_installed = OTHERS & set(path.parts) or path.is_relative_to(LIBRARY) or root.__name__ == "site_builder"
    return (module, str(getattr(root, "__version__", ""))) if is_installed else None


def own_contents(owner: Any) -> dict[str, Any]:
    """Return the attributes of a class or module that may affect results."""
    return {name: value for name, value in vars(owner).items() if name not in IGNORED}


def parts_of_function(function: FunctionType) -> tuple[Any, ...]:
    """Return the code of a function, its default values, and the values of all other names that it reads."""
    named = dict(globals_read(function.__code__, function.__globals__))
    closed = [contents_of(cell) for cell in function.__closure__ or ()]
    defaults, options = function.__defaults__ or (), function.__kwdefaults__ or {}
    files = list(map(identity_of_file, (*defaults, *options.values(), *closed, *named.values())))
    return "function", parts_of_code(function.__code__), defaults, options, closed, named, files


def identity_of_file(value: Any) -> tuple[int, ...]:
    """Return the time and the size of the file that a text or a path names; empty if there is none."""
    try:
        if not isinstance(value, str | Path) or not Path(value).is_file():
            return ()
        found = Path(value).stat()
    except OSError:  # a long text
        return ()
    return found.st_mtime_ns, found.st_size


def contents_of(cell: CellType) -> Any:
    """Return the content of a variable of an enclosing function; None if it is not set yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def parts_of_code(code: CodeType) -> tuple[Any, ...]:
    """Return everything of code but its place, so that moving it changes no digest."""
    codes = [parts_of_code(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    constants = codes, list(map(identity_of_file, code.co_consts))
    return code.co_code, constants, code.co_names, code.co_varnames, code.co_freevars


def globals_read(code: CodeType, names: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the globals that code reads and the modules that it imports, by name."""
    for instruction in dis.get_instructions(code):
        name = instruction.argval
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME") and name in names:
            yield name, names[name]
        elif instruction.opname == "IMPORT_NAME" and name:
            yield name, import_module(name)
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from globals_read(one, names)
