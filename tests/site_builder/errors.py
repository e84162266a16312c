"""Errors in authors' files, one case each: changes to the base project, and every problem that the build reports.

The cases are in ``fixtures/errors``, one file a subject. A case begins with ``@`` and its name. Its changes follow:

``+ path``        insert the lines that follow after the title of a chapter, or before the first line of another file
``* path``        append the lines that follow
``> path``        write the lines that follow as the whole file
``~ path: a => b`` replace a text
``- path``        delete a file
``! name``        make a change that needs Python, one of ``EDITS``

Each problem is a line that begins with ``=``: ``path:line:column-last: severity[code]: message | fix``.
UPDATE_GOLDEN=1 writes these lines. Problems that follow from another error must not be reported.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from site_builder.problems.problem import Problem
from tests.site_builder.conftest import write_data

CASES = Path(__file__).parent / "fixtures" / "errors"
REPLACED = re.compile(r"(?P<path>\S+): (?P<old>.*) => (?P<new>.*)")
CHANGE = re.compile(r"[+*>-] [\w/-]+\.\w+|~ [\w/.-]+: .* => .*|! [\w -]+")
TITLE = re.compile(r"# .*\n\n?")
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
    """Replace a table by a text, with a matching manifest."""
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
    """Write a comment in Latin-1 into a chart file that declares this encoding."""
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


EDITS: dict[str, Callable[[Path], None]] = {
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
    "an empty picture": with_bytes("content/chapters/empty.png", b"\x89PNG\r\n\x1a\n"),
    "a damaged picture": with_bytes("content/chapters/boat.png", b"\x89PNG\r\n\x1a\nno"),
    "a huge picture": with_bytes("content/chapters/boat.png", PNG),
    "a heavy drawing": with_bytes(
        "content/chapters/boat.svg", b'<svg viewBox="0 0 9 9">' + b" " * 3_000_000 + b"</svg>"
    ),
    "texts in Latin-1": with_bytes("static/words/boat-en.json", '{"afloat": "Den fl\xf6t."}'.encode("latin-1")),
    "a document": with_bytes("content/chapters/boat.pdf", b"%PDF-1.7"),
}


@dataclass
class Case:
    """An error: its name, its changes as (mark, path, lines), and the problems that are reported."""

    name: str
    changes: list[tuple[str, str, list[str]]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The case as its file has it."""
        changes = [line for mark, path, lines in self.changes for line in (f"{mark} {path}", *lines)]
        return "\n".join([f"@ {self.name}", *changes, *(f"= {line}" for line in self.problems)]) + "\n"

    def apply(self, project: Path) -> None:
        """Make the changes in a project."""
        for mark, path, lines in self.changes:
            if mark == "!":
                EDITS[path](project)
            elif mark == "~":
                replace_text(project, path)
            elif mark == "-":
                (project / path).unlink()
            else:
                put_lines(project / path, mark, lines)


def read_cases(path: Path) -> list[Case]:
    """Return the cases of a file."""
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("@ "):
            cases.append(Case(line.removeprefix("@ ")))
        elif line.startswith("= "):
            cases[-1].problems.append(line.removeprefix("= "))
        elif CHANGE.fullmatch(line):
            cases[-1].changes.append((line[0], line[2:], []))
        else:
            cases[-1].changes[-1][2].append(line)
    for _, _, lines in (change for case in cases for change in case.changes):
        while lines and not lines[-1]:
            lines.pop()
    return cases


def texts_of_cases(suffix: str) -> Iterator[str]:
    """Yield what the cases write into files of a suffix, as input for mutations."""
    for path in sorted(CASES.glob("*.txt")):
        for _, name, lines in (change for case in read_cases(path) for change in case.changes):
            if lines and name.endswith(suffix):
                yield "\n".join(lines) + "\n"


def replace_text(project: Path, change: str) -> None:
    """Replace the first occurrence of a text in a file."""
    match = REPLACED.fullmatch(change)
    assert match is not None, change
    old, new = (match[part].replace("\\n", "\n") for part in ("old", "new"))
    before = (project / match["path"]).read_text(encoding="utf-8")
    assert old in before, change
    (project / match["path"]).write_text(before.replace(old, new, 1), encoding="utf-8")


def put_lines(file: Path, mark: str, lines: list[str]) -> None:
    """Insert lines into a file, append them to it, or write them as the whole file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = "\n".join(lines).strip("\n") + "\n"
    before = "" if mark == ">" else file.read_text(encoding="utf-8")
    if mark == "+":
        title = TITLE.match(before) if file.suffix == ".md" else None
        end = title.end() if title else 0
        text = f"{before[:end]}{text}\n{before[end:]}"
    elif mark == "*":
        text = f"{before}\n{text}"
    file.write_text(text, encoding="utf-8")


def problem_line(problem: Problem) -> str:
    """Return a problem in one line."""
    last = f"-{problem.column + problem.length - 1}" if problem.length > 1 else ""
    place = f"{problem.path}:{problem.line}:{problem.column}{last}" if problem.line else problem.path
    message = re.sub(r"\s*\n\s*", " / ", problem.message)
    fix = f" | {problem.suggestion}" if problem.suggestion else ""
    return f"{place}: {problem.severity}[{problem.code}]: {message}{fix}"
