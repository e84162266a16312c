"""Days and moments of data sets, taken for each other: what to write where one was looked up as the other."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from site_builder.explore.parameters import Parameter

MOMENTS = "{} holds moments, and a slider of dates days: publish it as days, or compare with pandas.Timestamp(day)"
MIDNIGHTS = "{} holds moments at midnight, and a slider of dates days: make it days where it is published: .dt.date"
DAYS = "a column of days is compared with days: datetime.date, as a slider gives them"


def day_meant(error: BaseException) -> str:
    """Return what to write where a day was looked up among moments, or a moment among days; "" if that is not it."""
    wanted = error.args[0] if error.args else None
    if isinstance(error, KeyError) and isinstance(wanted, datetime.datetime):
        return DAYS
    if isinstance(error, KeyError) and isinstance(wanted, datetime.date):
        return MOMENTS.format("the column")
    if isinstance(error, TypeError) and "Invalid comparison between dtype=date" in str(error):
        return DAYS if "dtype=date32" in str(error) else MOMENTS.format("the column")
    return ""


def moments_meant(parameters: Mapping[str, Parameter], frames: Mapping[tuple[str, str], Any]) -> str:
    """Return what to write where a slider of days may have been compared with moments, which are none of them."""
    values = [parameter.stops[0].value for parameter in parameters.values()]
    return moments_beside(values, [(name, frame) for (name, _), frame in frames.items()])


def moments_beside(values: Iterable[Any], frames: Iterable[tuple[str, Any]]) -> str:
    """Return what to write where one of the values is a day and one of the frames, with their names, holds moments."""
    has_days = any(type(value) is datetime.date for value in values)
    found = [
        (MIDNIGHTS if are_midnights(frame[column]) else MOMENTS).format(f"'{column}' of {name!r}")
        for name, frame in frames
        # In frames of other libraries days and moments are taken for each other.
        if has_days and hasattr(frame, "copy") and hasattr(frame, "dtypes")
        for column, kind in frame.dtypes.items()
        if str(kind).startswith("datetime64")
    ]
    return found[0] if found else ""


def are_midnights(moments: Any) -> bool:
    """Tell whether all moments of a column of pandas are at midnight, as those are that were read as days."""
    return bool((moments.dropna().dt.time == datetime.time(0)).all())
