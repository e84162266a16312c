"""Tables that programs in other languages write into the data folder as files, without a manifest."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from site_builder.data.folder import FOLDER, sha256_of
from site_builder.publishing.files import locked
from site_builder.publishing.store import read_content, write_content

ENDINGS = (".arrow", ".parquet", ".csv", ".csv.gz")


def adopt_files(project: Path, command: str, names: Iterable[str]) -> None:
    """Enter into the manifest the sets that a command has made as files of their names; what says more of one stays."""
    with locked(project / FOLDER):
        content = read_content(project)
        made = {
            name: described(file, command)
            for name in names
            if content["sets"].get(name, {}).get("made_by", command) == command
            and (file := file_of(project, name)) is not None
        }
        if made:
            write_content(project, {**content, "sets": {**content["sets"], **made}})


def file_of(project: Path, name: str) -> Path | None:
    """Return the file of a data set that is called like it."""
    files = (project / FOLDER / f"{name}{ending}" for ending in ENDINGS)
    return next((file for file in files if file.is_file()), None)


def described(file: Path, command: str) -> dict[str, Any]:
    """Return the entry of a table of which no more is known than its file."""
    return {
        "file": file.name,
        "kind": "table",
        "sha256": sha256_of(file),
        "bytes": file.stat().st_size,
        "made_by": command,
    }
