"""What the figures of the gallery are made of: lines and bytes of their source, and who wrote what is shown."""

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


figures = [{"figure": name, **measured(file)} for name, file in FILES.items()]
publish(
    gallery=figures,
    gallery_total={"figures": len(figures), "lines": sum(figure["lines"] for figure in figures)},
    descriptions={"gallery": "Source of each figure of the gallery.", "gallery_total": "All of them together."},
)
