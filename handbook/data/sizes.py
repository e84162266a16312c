"""Publish recorded sizes: of games that the solver knows, of runs on a cluster, and the limits of the builder."""

import csv
from pathlib import Path

from site_builder import publish

FOLDER = Path(__file__).parent
TEXTS = {"game", "run", "subject", "unit", "command", "time", "part", "purpose"}


def recorded(name: str) -> list[dict[str, str | int | float | None]]:
    """Return the rows of a CSV file beside this script, with numbers as numbers."""
    with (FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return [
            {key: text if key in TEXTS else number(text) for key, text in row.items()} for row in csv.DictReader(file)
        ]


def number(text: str) -> int | float | None:
    """Return a cell as a number; an empty cell has no value."""
    if not text:
        return None
    return int(text) if text.isdigit() else float(text)


publish(
    games=recorded("games"),
    costs=recorded("costs"),
    cluster=recorded("cluster"),
    limits=recorded("limits"),
    states=recorded("states"),
    installed=recorded("installed"),
    growth=recorded("growth"),
    units={
        "games.mean": "points",
        "games.seconds": "s",
        "games.disk": "GB",
        "installed.size": "MB",
        "growth.seconds": "s",
        "growth.peak_MB": "MB",
        "growth.bytes_a_page": "bytes",
        "growth.edit_s": "s",
        "states.weight": "kB",
        "costs.memory": "GB",
        "costs.disk": "GB",
        "cluster.sweeps": "millions",
        "cluster.written": "GB",
        "cluster.read": "GB",
        "cluster.largest": "MB",
    },
    descriptions={
        "games": "Games of the solver: sizes, expected final score of perfect play, and cost of a solution.",
        "costs": "Time, memory and disk space of larger runs on one machine.",
        "cluster": "Runs on a cluster: how they are split, and what they write and read.",
        "states": "Weight of an explorable by its states and the points of each picture.",
        "installed": "Sizes of the packages on disk.",
        "limits": "Limits of the builder.",
        "growth": "What sites of several sizes cost; `make growth` measures again.",
    },
)
