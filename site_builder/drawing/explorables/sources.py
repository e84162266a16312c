"""What an explorable is made from: its file, the project's modules that it imports, and what each part uses of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from site_builder.drawing.explorables.evaluated import PART_NAMES
from site_builder.locales import conventions
from site_builder.plain_values import parse_python
from site_builder.project_files import LARGEST_TEXT, RefusedFileError, on_disk, read_limited
from site_builder.reuse.fingerprint import digest_files, digest_folder, installed_versions
from site_builder.reuse.imports import EXPLORABLES, Imports
from site_builder.reuse.known import Identity, Known, identity_of
from site_builder.reuse.memo import digest_of

# Names of a file that change no part.
WORDS_ONLY = frozenset({"caption", "alt", "quiet"})
DRAWERS = ("altair", "vl-convert-python", "matplotlib", "narwhals", "pandas", "polars", "pyarrow", "numpy", "babel")


@lru_cache(maxsize=1)
def drawers_digest() -> str:
    """Return a short name for what draws: this builder's own code for it, and the packages."""
    builder = Path(__file__).parents[2]
    folders = digest_folder(builder / "drawing", builder / "explore"), digest_files([builder / "locales.py"])
    installed = installed_versions()
    return digest_of(folders, [installed.get(name, "") for name in DRAWERS])


@dataclass(frozen=True)
class Sources:
    """The files of an explorable as they were at one time, relative to the project: its own, and what it imports.

    ``data`` are digests of the data sets that were looked up since, by file; each begins with the SHA-256 of the file.
    """

    project: Path
    name: str
    contents: Mapping[str, bytes]
    identities: Mapping[str, Identity | None]
    data: dict[Path, str] = field(default_factory=dict, compare=False)
    known: Known = field(default_factory=Known, compare=False)

    def are_unchanged(self) -> bool:
        """Tell whether nothing was saved since: what was made meanwhile may be of one version or of another."""
        now = read_sources(self.project, self.name)
        return (now.identities, now.contents) == (self.identities, self.contents) and all(
            digest.startswith(self.known.sha256_of(file)) for file, digest in self.data.items() if file.is_file()
        )


def read_sources(project: Path, name: str, imports: Imports | None = None) -> Sources:
    """Return what the files of an explorable are now; ``imports`` is what is known of the project's."""
    files = (imports or Imports(project, Known())).reached([name])
    # Looked at before they are read: a save between the two is seen afterwards.
    identities = {file: identity_if_there(project / file) for file in files}
    return Sources(project, name, {file: content_if_there(project / file) for file in files}, identities)


def identity_if_there(path: Path) -> Identity | None:
    """Return what tells that a file is what it was, nothing for one that is gone."""
    try:
        return identity_of(on_disk(path))
    except OSError:
        return None


def content_if_there(path: Path) -> bytes:
    """Return a file; empty if it is gone, as editors have it for a moment while they save, and if it is no file."""
    try:
        found = on_disk(path)
        return read_limited(found, LARGEST_TEXT) if found.is_file() else b""
    except (OSError, RefusedFileError):
        return b""


def own_file(name: str) -> str:
    """Return the file of an explorable, relative to the project."""
    return f"{EXPLORABLES}/{name}.py"


def whole_digest(sources: Sources, frames: Mapping[str, str]) -> str:
    """Return a short name for all that an explorable is made from; ``frames`` are the digests of the data sets."""
    contents = sources.contents
    asked = sorted((data, frames.get(data, "")) for data in frames_in(contents.get(own_file(sources.name), b"")))
    return digest_of(sources.name, list(contents), *contents.values(), asked, drawers_digest(), conventions().tag)


def frames_named(project: Path, name: str) -> list[str]:
    """Return the data sets that the file of an explorable looks up, as far as they stand there in so many words."""
    return frames_in(content_if_there(project / own_file(name)))


def asked_by_picture(sources: Sources) -> int:
    """Return how much the picture asks for: each parameter multiplies its states, and they take most of the time."""
    try:
        body = parse_python(sources.contents.get(own_file(sources.name), b"")).body
    except SyntaxError:
        return 0
    return max(
        (len(one.args.args) for one in body if isinstance(one, ast.FunctionDef) and one.name == "picture"), default=0
    )


def frames_in(source: bytes) -> list[str]:
    """Return the data sets that the source of an explorable looks up."""
    try:
        nodes = list(ast.walk(parse_python(source)))
    except SyntaxError:
        return []
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    given = [
        node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id == "frame" and node.args
    ]
    return [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def part_digests(sources: Sources, frames: Mapping[str, str]) -> dict[str, str]:
    """Return a short name for all that each part is made from: its own code, and what it can see of the rest.

    Parameters
    ----------
    frames : mapping
        Digest of each data set of the project, by name.

    Notes
    -----
    A part sees all of the file but the other parts, unless it names them. So a change of the sentence draws no picture
    anew; a change of a helper does.
    """
    contents = dict(sources.contents)
    text = contents.pop(own_file(sources.name), b"").decode("utf-8-sig", "replace")
    pieces, rest = pieces_of(text)
    asked = {data: digest for data, digest in frames.items() if data in rest}
    made_by = drawers_digest(), conventions().tag
    shared = digest_of(sources.name, rest, sorted(asked.items()), *contents, *contents.values(), made_by)
    digests = {}
    for part in pieces:
        seen = seen_by(part, pieces)
        digests[part] = digest_of(shared, part, [(other, pieces[other]) for other in seen])
    return digests


def pieces_of(text: str) -> tuple[dict[str, str], str]:
    """Return the code of each part, and all the rest of the file without its words."""
    lines = text.split("\n")
    pieces: dict[str, str] = {}
    for node in parse_python(text).body:
        names = [node.name] if isinstance(node, ast.FunctionDef) else targets_of(node)
        part = next((name for name in names if name in PART_NAMES or name in WORDS_ONLY), "")
        if not part or node.end_lineno is None:
            continue
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        pieces[part] = "\n".join(lines[first - 1 : node.end_lineno])
        lines[first - 1 : node.end_lineno] = [""] * (node.end_lineno - first + 1)
    rest = "\n".join(line for line in lines if line.strip())
    return {part: code for part, code in pieces.items() if part in PART_NAMES}, rest


def targets_of(node: ast.stmt) -> list[str]:
    """Return the names that an assignment gives."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def seen_by(part: str, pieces: Mapping[str, str]) -> list[str]:
    """Return the parts that a part uses by name, itself among them; texts may use the numbers."""
    seen, waiting = set[str](), [part]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        waiting += [other for other in pieces if other in pieces[name] or other == "only"]
        if name in ("sentence", "alt_text") and "numbers" in pieces:
            waiting.append("numbers")
    return sorted(seen)
