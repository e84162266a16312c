"""Files for readers to download: what lies in ``content/files`` is published under ``files/``, as it is."""

from __future__ import annotations

import re
from pathlib import Path

from site_builder.problems.problem import Problem
from site_builder.problems.source import RENAME, alike, same_but_for_case

FOLDER = "content/files"
FILES = "files/"
PLAIN = re.compile(r"[\w./-]+", re.ASCII)
KILOBYTE, MEGABYTE = 1_000, 1_000_000


def read_downloads(project: Path) -> tuple[dict[str, Path], list[Problem]]:
    """Return the files by their path in the site, and those whose names no address can have."""
    folder, found, problems = project / FOLDER, dict[str, Path](), list[Problem]()
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or any(part.startswith(".") for part in path.relative_to(folder).parts):
            continue
        if PLAIN.fullmatch(name):
            found[FILES + name] = path
            continue
        message = "the name of a file to download has letters, digits, hyphens and dots only"
        allowed = "-".join(re.findall(r"[\w.]+", name, re.ASCII))
        problems.append(Problem(f"{FOLDER}/{name}", 0, 0, "file-name", message, f"rename it to {allowed!r}"))
    for name, other in same_but_for_case(found).items():
        message = alike(name.removeprefix(FILES), other.removeprefix(FILES))
        problems.append(Problem(f"{FOLDER}/{name.removeprefix(FILES)}", 0, 0, "file-name", message, RENAME))
    return found, problems


def kind_and_size(file: Path) -> str:
    """Return of what kind a file is, and how large, for who thinks of loading it."""
    size = file.stat().st_size
    in_words = f"{size / MEGABYTE:,.1f} MB" if size >= MEGABYTE else f"{max(1, round(size / KILOBYTE))} kB"
    kind = file.suffix.lstrip(".").upper()
    return f"{kind}, {in_words}" if kind else in_words
