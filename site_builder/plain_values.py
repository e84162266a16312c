"""Convert values of tables and settings to values that JSON can hold; parse JSON and Python; follow references."""

from __future__ import annotations

import ast
import datetime
import json
import math
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any, TypeVar

NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
# Tolerance of a float compared with a written number, in units in the last place.
UNITS = 8
# Whole numbers that may be years, and are then written without a separator of thousands.
YEARS = range(1000, 3000)
NO_VALUES = frozenset({"NAType", "NaTType"})


def plain_number(value: Any) -> Any:
    """Convert a value of numpy, pandas or Arrow to a plain Python value; None for their missing values."""
    if type(value).__name__ in NO_VALUES:
        return None
    if callable(getattr(value, "as_py", None)):
        return value.as_py()
    item = getattr(value, "item", None)
    return item() if callable(item) and getattr(value, "shape", None) == () else value


def number_in(text: str) -> Decimal | None:
    """Parse a number such as 80, .3, +0.3, 3e-1 or one with a true minus sign; return None for other texts."""
    plain_text = text.strip().replace("\N{MINUS SIGN}", "-")
    return Decimal(plain_text) if NUMBER.fullmatch(plain_text) else None


def is_near(value: float, wanted: Decimal, bits: int = 52) -> bool:
    """Return whether a float equals a written number, up to rounding errors.

    2 ** -``bits`` is the relative precision of the float.
    """
    target = float(wanted)
    return value == target or abs(value - target) <= UNITS * abs(target) * 2.0**-bits < math.inf


def parse_json(text: str, **options: Any) -> Any:
    """Parse JSON.

    Raises
    ------
    json.JSONDecodeError
        For invalid JSON, and for JSON that Python cannot read: deep nesting, and integers of thousands of digits.
    """
    try:
        return json.loads(text, **options)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise json.JSONDecodeError("lists and objects are nested too deep", text, 0) from None
    except ValueError:
        raise json.JSONDecodeError("a number has too many digits", text, 0) from None


def parse_python(source: str | bytes) -> ast.Module:
    """Parse Python code into a syntax tree.

    Raises
    ------
    SyntaxError
        For invalid code, and for code that Python cannot read: null bytes and deep nesting.
    """
    try:
        return ast.parse(source)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error)) from None


def names_bound(node: ast.stmt) -> list[str]:
    """Return the names that a definition or an assignment binds."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


Name = TypeVar("Name")


def closure(starts: Iterable[Name], following: Callable[[Name], Iterable[Name]]) -> set[Name]:
    """Return ``starts`` and everything that can be reached from them by ``following``."""
    waiting = list(starts)
    found = set(waiting)
    while waiting:
        new = set(following(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def plain(value: Any) -> Any:
    """Convert a value for scripts: dates and times to ISO text, decimals to numbers, durations to seconds.

    NaN and infinity become None.

    Raises
    ------
    TypeError
        For a value of a type without a counterpart in JSON, such as bytes.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Decimal):
        return plain(float(value))
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    raise TypeError(f"JavaScript has no values of type {type(value).__name__}")


def is_scriptable(kind: Any) -> bool:
    """Return whether :func:`plain` can convert the values of an Arrow type."""
    from pyarrow import types

    if types.is_dictionary(kind) or is_list(kind):
        return is_scriptable(kind.value_type)
    if types.is_struct(kind):
        return all(is_scriptable(kind.field(index).type) for index in range(kind.num_fields))
    known = (
        types.is_null,
        types.is_boolean,
        types.is_integer,
        types.is_floating,
        types.is_decimal,
        types.is_string,
        types.is_large_string,
        types.is_string_view,
        types.is_date,
        types.is_time,
        types.is_timestamp,
        types.is_duration,
    )
    return any(is_kind(kind) for is_kind in known)


def is_list(kind: Any) -> bool:
    """Return whether an Arrow type is a list type."""
    from pyarrow import types

    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))
