"""Days and moments of data sets, taken for each other: what to write where one was looked up as the other."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from site_builder.explore.parameters import Parameter

MOMENTS = "{} holds moments, and a slider of dates days: publish it as days, or compare with pandas.Timestamp(day)"
DAYS = "a column of days is compared with days: datetime.date, as a slider gives them"


def day_meant(error: Exception) -> str:
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
    has_days = any(type(parameter.stops[0].value) is datetime.date for parameter in parameters.values())
    names = [
        f"'{column}' of {name!r}"
        for (name, _), frame in frames.items()
        if hasattr(frame, "copy")  # in those of other libraries days and moments are taken for each other
        for column, kind in frame.dtypes.items()
        if str(kind).startswith("datetime64")
    ]
    return MOMENTS.format(names[0]) if has_days and names else ""
