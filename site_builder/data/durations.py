"""Durations as people write them: hours, minutes and seconds with colons, after days where there are any."""

from __future__ import annotations

import re
from datetime import timedelta

CLOCK = re.compile(
    r"(?P<sign>-?)(?:(?P<days>\d+) days?,? ?)?(?P<hours>\d+):(?P<minutes>\d\d)(?::(?P<seconds>\d\d(?:\.\d+)?))?"
)


def written_duration(value: timedelta) -> str:
    """Return a duration as text, such as ``1:30:00``, ``2 days 0:00:05`` or ``-0:00:00.25``."""
    sign, value = ("-", -value) if value < timedelta(0) else ("", value)
    minutes, seconds = divmod(value.seconds, 60)
    days = f"{value.days} day{'' if value.days == 1 else 's'} " if value.days else ""
    fraction = f".{value.microseconds:06d}".rstrip("0") if value.microseconds else ""
    return f"{sign}{days}{minutes // 60}:{minutes % 60:02d}:{seconds:02d}{fraction}"


def read_duration(text: str) -> timedelta:
    """Return the duration that a text means: as :func:`written_duration` writes it, or a number of seconds.

    Raises
    ------
    ValueError
        If it is neither.
    """
    found = CLOCK.fullmatch(text.strip())
    if found is None:
        return timedelta(seconds=float(text))
    days, hours, minutes = (int(found[part] or 0) for part in ("days", "hours", "minutes"))
    value = timedelta(days=days, hours=hours, minutes=minutes, seconds=float(found["seconds"] or 0))
    return -value if found["sign"] else value
