"""Values of tables and settings as JSON can hold them: what scripts get."""

from __future__ import annotations

import ast
import datetime
import json
import math
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?", re.ASCII)
# How far a float may be from the number that is meant, in units in its last place.
UNITS = 8
NO_VALUES = frozenset({"NAType", "NaTType"})


def plain_number(value: Any) -> Any:
    """Return a value without the types of numpy, pandas and Arrow; None for what these have for no value."""
    if type(value).__name__ in NO_VALUES:
        return None
    if callable(getattr(value, "as_py", None)):
        return value.as_py()
    item = getattr(value, "item", None)
    return item() if callable(item) and getattr(value, "shape", None) == () else value


def number_in(text: str) -> Decimal | None:
    """Return the number that an author wrote, such as 80, .3, +0.3, 3e-1 or with a minus sign; None for others."""
    plain_text = text.strip().replace("\N{MINUS SIGN}", "-")
    return Decimal(plain_text) if NUMBER.fullmatch(plain_text) else None


def is_near(value: float, wanted: Decimal, bits: int = 52) -> bool:
    """Tell whether a float is the number that is written, but for the rounding of what computed it.

    2 ** -``bits`` is the relative precision of the float.
    """
    target = float(wanted)
    return value == target or abs(value - target) <= UNITS * abs(target) * 2.0**-bits < math.inf


def parse_json(text: str, **options: Any) -> Any:
    """Return what JSON says.

    Raises
    ------
    json.JSONDecodeError
        For what is no JSON, and for what Python does not read: deep nesting, and whole numbers of thousands of digits.
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
    """Return the syntax tree of Python code.

    Raises
    ------
    SyntaxError
        For what is no Python, and for what Python does not read: null bytes and deep nesting.
    """
    try:
        return ast.parse(source)
    except (ValueError, RecursionError, MemoryError) as error:
        raise SyntaxError(str(error)) from None


def plain(value: Any) -> Any:
    """Return a value for scripts: dates and times as ISO text, decimals as numbers, durations as their seconds.

    What is no number is null.

    Raises
    ------
    TypeError
        For a value of a type that scripts have nothing for, such as bytes.
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


def unscriptable_types(schema: Any) -> dict[str, str]:
    """Return the columns of an Arrow schema that :func:`plain` has nothing for, with their types in words."""
    return {field.name: str(field.type) for field in schema if not is_scriptable(field.type)}


def is_scriptable(kind: Any) -> bool:
    """Tell whether :func:`plain` can write the values of an Arrow type."""
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
    """Tell whether an Arrow type is one of lists."""
    from pyarrow import types

    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))
