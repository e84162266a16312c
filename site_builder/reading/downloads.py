"""Files for readers to download: what is in ``content/files`` is published under ``files/``, as it is."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from site_builder.locales import localized
from site_builder.problems.problem import Problem
from site_builder.problems.source import REFUSED, RENAME, Mistake, Source, alike, same_but_for_case
from site_builder.project_files import LARGEST_FILE, RefusedFileError, require_inside, require_size, shown, walk_files
from site_builder.syntax.svg import check_svg

FOLDER = "content/files"
FILES = "files/"
PLAIN = re.compile(r"[\w./-]+", re.ASCII)
KILOBYTE, MEGABYTE = 1_000, 1_000_000


def read_downloads(project: Path) -> tuple[dict[str, Path], list[Problem]]:
    """Return the files by their path in the site, and what is wrong with those that cannot be published."""
    folder, found, problems = project / FOLDER, dict[str, Path](), list[Problem]()
    for path in walk_files(folder):
        name = path.relative_to(folder).as_posix()
        if not PLAIN.fullmatch(name):
            message = "the name of a file to download has letters from a to z, digits, hyphens and dots only"
            remedy = f"rename it to {plain_name(name)!r}"
            problems.append(Problem(f"{FOLDER}/{shown(name)}", 0, 0, "file-name", message, remedy))
            continue
        try:
            require_inside(project, path, name)
            require_size(path, LARGEST_FILE)
            if path.suffix.lower() == ".svg":
                check_svg(path.read_bytes(), name)
            found[FILES + name] = path
        except RefusedFileError as refused:
            problems.append(Problem(f"{FOLDER}/{name}", 0, 0, REFUSED, refused.message, refused.remedy))
        except Mistake as mistake:
            problems.append(Source(f"{FOLDER}/{name}", "").mistake(mistake, None))
    for name, other in same_but_for_case(found).items():
        message = alike(name.removeprefix(FILES), other.removeprefix(FILES))
        problems.append(Problem(f"{FOLDER}/{name.removeprefix(FILES)}", 0, 0, "file-name", message, RENAME))
    return found, problems


def plain_name(name: str) -> str:
    """Return a name of plain letters that is like another one."""
    letters = [one for one in unicodedata.normalize("NFKD", shown(name)) if not unicodedata.combining(one)]
    words = re.findall(r"[\w./]+", "".join(letters), re.ASCII)
    return re.sub(r"-*([./])-*", r"\1", "-".join(words)).lstrip(".") or "file"


def kind_and_size(file: Path) -> str:
    """Return of what kind a file is, and how large, for who thinks of loading it."""
    size = file.stat().st_size
    in_words = localized(f"{size / MEGABYTE:,.1f} MB") if size >= MEGABYTE else f"{max(1, round(size / KILOBYTE))} kB"
    kind = file.suffix.lstrip(".").upper()
    return f"{kind}, {in_words}" if kind else in_words
