"""Publish the lines and bytes of source of the gallery's figures, and the sizes of its explorables."""

import csv
from pathlib import Path

from site_builder import publish

PROJECT = Path(__file__).parents[1]
FILES = {
    **{name: f"content/explorables/{name}.py" for name in ("queue", "epidemic", "daylight", "growth")},
    **{name: f"content/explorables/{name}.py" for name in ("throw", "sorting", "circle", "interest", "tea")},
    "planets": "data/planets.py",
    "years": "content/charts/planets.py",
    "slope": "static/js/handbook/widgets/slope.js",
}


def measured(file: str) -> dict[str, object]:
    """Return lines and bytes of a file."""
    text = (PROJECT / file).read_text(encoding="utf-8")
    return {"file": file, "lines": len(text.splitlines()), "bytes": len(text.encode())}


def weights() -> list[dict[str, object]]:
    """Return the recorded states and sizes of each explorable, which a test compares with a new build."""
    with (PROJECT / "data" / "weights.csv").open(encoding="utf-8", newline="") as file:
        return [
            {"figure": row["figure"], **{key: int(row[key]) for key in ("states", "bytes")}}
            for row in csv.DictReader(file)
        ]


figures = [{"figure": name, **measured(file)} for name, file in FILES.items()]
publish(
    gallery=figures,
    weights=weights(),
    gallery_total={"figures": len(figures), "lines": sum(figure["lines"] for figure in figures)},
    units={"weights.bytes": "bytes"},
    descriptions={
        "gallery": "Source of each figure of the gallery.",
        "gallery_total": "All of them together.",
        "weights": "States of each explorable, and what all of them weigh, gzipped, in one layout.",
    },
)
