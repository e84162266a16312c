"""The data folder: where it is, the version of its manifest, and what tells its files apart."""

from __future__ import annotations

import hashlib
from pathlib import Path

SCHEMA_VERSION = 1
FOLDER = "build/data"


def sha256_of(path: Path) -> str | None:
    """Return the SHA-256 of a file in hexadecimal, or None if there is no such file."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (FileNotFoundError, IsADirectoryError):
        return None
