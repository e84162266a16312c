"""Changes of a project that cannot be written as lines of text: files of bytes, and data."""

from __future__ import annotations

import hashlib
import json
import shutil
import zlib
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from tests.site_builder.conftest import write_data

MANIFEST = "build/data/manifest.json"
HEADER = b"IHDR" + (20_000).to_bytes(4) + (20_000).to_bytes(4) + b"\x08\x02\0\0\0"
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\r" + HEADER + zlib.crc32(HEADER).to_bytes(4) + b"\0\0\0\0IDAT"


def with_set(name: str, columns: Mapping[str, Any]) -> Callable[[Path], None]:
    """Return a change that gives a project one more data set."""

    def change(project: Path) -> None:
        shutil.rmtree(project / "build")
        write_data(project, others={name: columns})

    return change


def with_bytes(path: str, content: bytes) -> Callable[[Path], None]:
    """Return a change that writes a file."""

    def change(project: Path) -> None:
        (project / path).write_bytes(content)

    return change


def with_manifest(edit: Callable[[dict[str, Any]], object]) -> Callable[[Path], None]:
    """Return a change of the manifest."""

    def change(project: Path) -> None:
        manifest = json.loads((project / MANIFEST).read_text(encoding="utf-8"))
        edit(manifest)
        (project / MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")

    return change


def without_a_table(project: Path) -> None:
    """Put a text in place of a table, as its manifest says."""
    content = b"six hours, four metres"
    (project / "build/data/tides.arrow").write_bytes(content)
    entry = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    with_manifest(lambda manifest: manifest["sets"]["tides"].update(entry))(project)


def in_latin(project: Path) -> None:
    """Write a chapter in another encoding than all others."""
    path = project / "content/chapters/tides.md"
    path.write_bytes(path.read_text(encoding="utf-8").replace("rises", "élève").encode("latin-1"))


def with_marks_of_windows(project: Path) -> None:
    """Write a chart file with ends of lines, and a mark of order, as some editors do."""
    path = project / "content/charts/water.py"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))


def with_a_latin_comment(project: Path) -> None:
    """Write a comment in Latin-1 into a chart file that says so."""
    path = project / "content/charts/water.py"
    path.write_bytes(b"# -*- coding: latin-1 -*-\n# \xe9l\xe8ve\n" + path.read_bytes())


def with_hands(project: Path) -> None:
    """Let the boat read out its hour, at each hour of its data."""
    path = project / "static/js/harbour/widgets/boat.js"
    reads = """
export function readouts(state, data) {
  const hour = Number(state.linked ?? state.hour);
  return data.tides.hour.includes(hour) ? {hour: String(hour)} : null;
}
"""
    path.write_text(path.read_text(encoding="utf-8") + reads, encoding="utf-8")


def without_data(project: Path) -> None:
    """Remove all data, as on a fresh clone."""
    shutil.rmtree(project / "build")


CHANGES: dict[str, Callable[[Path], None]] = {
    "a cell without a number": with_set("depths", {"depth": [float("nan")]}),
    "many rows": with_set("days", {"day": list(range(5000)), "mean": [0.5] * 5000}),
    "dates": with_set("log", {"day": [date(2026, 11, 21), date(2026, 11, 22)], "height": [1.5, 2.5]}),
    "days that are texts": with_set("diary", {"day": ["2026-11-21"], "height": [4]}),
    "no sha256": with_manifest(lambda manifest: manifest["sets"]["tides"].pop("sha256")),
    "an unknown kind": with_manifest(lambda manifest: manifest["sets"]["tides"].update(kind="tabel")),
    "a text in place of a table": without_a_table,
    "a chapter in Latin-1": in_latin,
    "a comment in Latin-1": with_a_latin_comment,
    "a file of Windows": with_marks_of_windows,
    "a boat that can be dragged": with_hands,
    "no data": without_data,
    "a damaged picture": with_bytes("content/chapters/boat.png", b"\x89PNG\r\n\x1a\nno"),
    "a huge picture": with_bytes("content/chapters/boat.png", PNG),
    "a heavy drawing": with_bytes(
        "content/chapters/boat.svg", b'<svg viewBox="0 0 9 9">' + b" " * 3_000_000 + b"</svg>"
    ),
    "texts in Latin-1": with_bytes("static/words/boat-en.json", '{"afloat": "Den fl\xf6t."}'.encode("latin-1")),
    "a document": with_bytes("content/chapters/boat.pdf", b"%PDF-1.7"),
}
