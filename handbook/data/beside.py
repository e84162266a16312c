"""Publish a comparison of one figure made with several tools: lines of source, and measurements of the pages."""

import csv
from datetime import date
from pathlib import Path

from site_builder import publish

PROJECT = Path(__file__).parents[1]
SOURCES = (".md", ".py", ".toml")


def lines_of(folder: str) -> int:
    """Return the number of lines of source, without empty ones."""
    files = [path for path in (PROJECT / "beside" / folder).rglob("*") if path.suffix in SOURCES]
    return sum(bool(line.strip()) for path in files for line in path.read_text(encoding="utf-8").splitlines())


with (PROJECT / "data" / "beside.csv").open(encoding="utf-8", newline="") as file:
    rows = [
        {
            "tool": row["tool"],
            "version": row["version"],
            "lines": lines_of(row["folder"]),
            "loaded": int(row["bytes"]) / 1000,
            "seconds": float(row["seconds"]),
            "patched": int(row["patched"]) if row["patched"] else None,
            **{name: row[name] for name in ("moves", "picture", "sentence", "paper", "dark")},
            "waiting": int(row["waiting"]),
            "absent": int(row["absent"]),
            "measured": date.fromisoformat(row["measured"]),
        }
        for row in csv.DictReader(file)
    ]
publish(
    beside=rows,
    units={"loaded": "kB", "seconds": "s", "patched": "ms"},
    descriptions={
        "beside": "One figure of 20 states made with several tools.",
        "beside.lines": "What the author writes, without empty lines.",
        "beside.loaded": "The page and all that it loads, gzipped; of other hosts, where the package holds a copy.",
        "beside.absent": "Files that the page asks of other hosts, and of which no copy is there: not counted.",
        "beside.seconds": "Seconds of the processor for the first build, fewest of three.",
        "beside.patched": "From a save to the changed sentence in the open page, fewest of three, on a busy machine.",
        "beside.waiting": "Programs that waited for the machine's two cores, on average of a minute.",
        "beside.moves": "Whether the sentence followed the slider, without another host.",
        "beside.picture": "Whether a picture is seen where no script runs.",
        "beside.sentence": "Whether the sentence is seen where no script runs.",
        "beside.paper": "Whether picture and sentence are printed.",
        "beside.dark": "Whether the page is dark for readers who prefer that.",
    },
)
