"""Compute every number of the essay, and pass it to the site.

``publish`` writes tables into ``build/data``, with their units and their inputs: the site runs this again when the
script, a file that it imports or opens, or any file next to it changes.
"""

from __future__ import annotations

from math import log2

from site_builder import publish

# Assumptions: degrees Celsius, and minutes in which the gap to the room is halved. Measure your own.
START, ROOM = 90.0, 20.0
HOT, COLD = 70.0, 45.0
HALF_TIMES = {"paper cup": 30.0, "mug": 42.0, "flask": 600.0}
MINUTES = range(0, 121, 2)


def temperature(minute: float, half_time: float) -> float:
    """Return degrees after some minutes: the gap to the room is halved in every half-time."""
    return ROOM + (START - ROOM) * 2 ** (-minute / half_time)


def minutes_until(degrees: float, half_time: float) -> float:
    """Return the minutes until the coffee has cooled to a temperature."""
    return half_time * log2((START - ROOM) / (degrees - ROOM))


def cooling() -> list[dict[str, object]]:
    """Return the temperature in each vessel, minute by minute."""
    return [
        {"vessel": vessel, "minute": minute, "temperature": temperature(minute, half_time)}
        for vessel, half_time in HALF_TIMES.items()
        for minute in MINUTES
    ]


def vessels() -> list[dict[str, object]]:
    """Return the properties of the vessels."""
    return [
        {
            "vessel": vessel,
            "half_time": half_time,
            "good_from": minutes_until(HOT, half_time),
            "good_for": minutes_until(COLD, half_time) - minutes_until(HOT, half_time),
        }
        for vessel, half_time in HALF_TIMES.items()
    ]


def assumptions() -> dict[str, float]:
    """Return the assumptions as a single row."""
    gaps = {"gap": START - ROOM, "hot_gap": HOT - ROOM, "cold_gap": COLD - ROOM}
    return {"start": START, "room": ROOM, "hot": HOT, "cold": COLD, "minutes": MINUTES[-1], **gaps}


UNITS = {
    **dict.fromkeys(("minute", "minutes", "half_time", "good_from", "good_for"), "minutes"),
    **dict.fromkeys(("temperature", "start", "room", "hot", "cold", "gap", "hot_gap", "cold_gap"), "°C"),
}


def main() -> None:
    """Compute all tables."""
    publish(
        cooling=cooling(),
        vessels=vessels(),
        assumptions=assumptions(),
        units=UNITS,
        descriptions={
            "cooling": "Temperature of coffee in three vessels over two hours.",
            "vessels": "How well each vessel keeps warm.",
            "assumptions": "Temperatures that all the rest is computed from.",
        },
    )


if __name__ == "__main__":
    main()
