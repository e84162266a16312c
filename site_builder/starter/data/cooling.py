"""Compute every number of the essay, and write them where the site builder looks for them: build/data.

The site reads ``build/data/manifest.json`` and nothing else of this program, so it may be written in any language.
The manifest is one JSON object:

schema_version  1
generator       the command that writes the folder
inputs          [{path, sha256}]: when one of these files changes, the command runs again
sets            by name: {file, kind, description, rows, columns, sha256, bytes}
                kind "table": an Arrow IPC file, for ::value, charts and widgets; columns: [{name, type, unit,
                description}]
                kind "asset": any file that a widget fetches; kind "test": a file for tests, never published
missing         [name], if the manifest is written after each set already: those that are still to be made
"""

from __future__ import annotations

import hashlib
import json
from math import log2
from pathlib import Path

import pyarrow as pa

# What is assumed: degrees Celsius, and minutes in which the gap to the room is halved. Measure your own.
START, ROOM = 90.0, 20.0
HOT, COLD = 70.0, 45.0
HALF_TIMES = {"paper cup": 30.0, "mug": 42.0, "flask": 600.0}
MINUTES = range(0, 121, 2)

PROJECT = Path(__file__).resolve().parent.parent
FOLDER = PROJECT / "build" / "data"


def temperature(minute: float, half_time: float) -> float:
    """Return degrees after some minutes: the gap to the room is halved in every half-time."""
    return ROOM + (START - ROOM) * 2 ** (-minute / half_time)


def minutes_until(degrees: float, half_time: float) -> float:
    """Return when the coffee has cooled to a temperature."""
    return half_time * log2((START - ROOM) / (degrees - ROOM))


def cooling() -> list[dict[str, object]]:
    """Return the temperature in each vessel, minute by minute."""
    return [
        {"vessel": vessel, "minute": minute, "temperature": temperature(minute, half_time)}
        for vessel, half_time in HALF_TIMES.items()
        for minute in MINUTES
    ]


def vessels() -> list[dict[str, object]]:
    """Return what sets the vessels apart."""
    return [
        {
            "vessel": vessel,
            "half_time": half_time,
            "good_from": minutes_until(HOT, half_time),
            "good_for": minutes_until(COLD, half_time) - minutes_until(HOT, half_time),
        }
        for vessel, half_time in HALF_TIMES.items()
    ]


def assumptions() -> list[dict[str, object]]:
    """Return the assumptions, in one row."""
    gaps = {"gap": START - ROOM, "hot_gap": HOT - ROOM, "cold_gap": COLD - ROOM}
    return [{"start": START, "room": ROOM, "hot": HOT, "cold": COLD, "minutes": MINUTES[-1], **gaps}]


SETS = {
    "cooling": (cooling, "Temperature of coffee in three vessels over two hours."),
    "vessels": (vessels, "How well each vessel keeps warm."),
    "assumptions": (assumptions, "Temperatures that all the rest is computed from."),
}
UNITS = {"vessel": "", "minute": "minutes", "minutes": "minutes", "half_time": "minutes", "good_from": "minutes"} | {
    "good_for": "minutes"
}


def write_set(name: str, rows: list[dict[str, object]], description: str) -> dict[str, object]:
    """Write one table and return its entry in the manifest."""
    table = pa.Table.from_pylist(rows)
    path = FOLDER / f"{name}.arrow"
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    content = path.read_bytes()
    return {
        "file": path.name,
        "kind": "table",
        "description": description,
        "rows": len(rows),
        "columns": [
            {"name": field.name, "type": str(field.type), "unit": UNITS.get(field.name, "°C"), "description": ""}
            for field in table.schema
        ],
        "sha256": hashlib.sha256(content).hexdigest(),
        "bytes": len(content),
    }


def main() -> None:
    """Write all tables, and the manifest last."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    source = Path(__file__).resolve()
    manifest = {
        "schema_version": 1,
        "generator": "python data/cooling.py",
        "inputs": [
            {
                "path": source.relative_to(PROJECT).as_posix(),
                "sha256": hashlib.sha256(source.read_bytes()).hexdigest(),
            }
        ],
        "sets": {name: write_set(name, rows(), description) for name, (rows, description) in SETS.items()},
    }
    (FOLDER / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


if __name__ == "__main__":
    main()
