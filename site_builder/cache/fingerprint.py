"""List the input files of a site, and compute a digest that changes when any of them does."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from site_builder.cache.results import Known
from site_builder.plain_values import closure
from site_builder.project_files import (
    LARGEST_FILE,
    RefusedFileError,
    composed,
    content_files,
    find_file,
    on_disk,
    walk_entries,
    walk_files,
)

EXPLORABLES = "content/explorables"
BUILDER = "site_builder"


def find_explorables(project: Path) -> list[str]:
    """Return the names of the explorables of a project; files that begin with an underscore are modules for them."""
    return [composed(path.stem) for path in content_files(project / EXPLORABLES, "[!_]*.py")]


def explorable_sources(project: Path, known: Known) -> list[Path]:
    """Return the files of all explorables of a project and of the project's modules that they import."""
    return [on_disk(project / file) for file in Imports(project, known).reached(find_explorables(project))]


class Imports:
    """Finds which files of a project import which others; each file is parsed once.

    The builder itself, which may be inside the project, is not followed.
    """

    def __init__(self, project: Path, known: Known) -> None:
        self._project, self._known = project, known
        self._root, self._folder = os.path.join(project, ""), os.path.join(project, EXPLORABLES, "")
        self._direct: dict[str, list[str]] = {}

    def reached(self, names: Iterable[str]) -> list[str]:
        """Return the files of explorables and of all project modules they import, relative to the project."""
        files = (str(on_disk(Path(f"{self._folder}{name}.py"))) for name in names)
        found = closure(filter(os.path.isfile, files), self._imported)
        return sorted(composed(Path(path).relative_to(self._project).as_posix()) for path in found)

    def _imported(self, path: str) -> list[str]:
        """Return the files that a file imports directly: from its folder, the explorables folder or the project."""
        if path not in self._direct:
            bases = (self._folder, self._root, os.path.join(os.path.dirname(path), ""))
            parts = [module.split(".") for module in self._known.modules_in(path)]
            own = [each for each in parts if each[0] != BUILDER]
            stems = dict.fromkeys("/".join(each[:depth]) for each in own for depth in range(1, len(each) + 1))
            files = (f"{base}{stem}{end}" for stem in stems for base in bases for end in (".py", "/__init__.py"))
            self._direct[path] = [file for file in files if os.path.isfile(file)]
        return self._direct[path]


PACKAGES = (
    "altair",
    "fonttools",
    "jinja2",
    "markdown-it-py",
    "mdit-py-plugins",
    "narwhals",
    "pagefind",
    "pandas",
    "polars",
    "pyarrow",
    "pybtex",
    "pydantic",
    "pygments",
    "quickjs-ng",
    "uharfbuzz",
    "vl-convert-python",
)
# The name of the metadata folder of an installed package.
INSTALLED = re.compile(r"(?P<name>.+?)-(?P<version>\d[^-]*)(?:-py[\d.]+)?\.(?:dist|egg)-info")
DATA = Path("build") / "data"
RECORD = ".commands.json"


def files_of(folder: Path, deep: bool = True) -> Iterator[Path]:
    """Yield the files of a folder, as :func:`walk_files` does; without subfolders if ``deep`` is false."""
    if deep:
        return walk_files(folder)
    return iter(content_files(folder, "*"))


def digest_names(folder: Path, deep: bool = True) -> str:
    """Return a digest of the names of the files in a folder, not of their contents."""
    names = b"".join(os.fsencode(f"{path.relative_to(folder).as_posix()}\n") for path in files_of(folder, deep))
    return hashlib.sha256(names).hexdigest()


def digest_folder(*folders: Path) -> str:
    """Return a digest of the names and contents of all files in some folders."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in walk_files(folder):
            _add(digest, path.relative_to(folder).as_posix(), path)
    return digest.hexdigest()


def digest_files(paths: Iterable[Path]) -> str:
    """Return a digest of the names and contents of some files; missing files are included as missing."""
    digest = hashlib.sha256()
    for path in paths:
        _add(digest, path.name, path)
    return digest.hexdigest()


def fingerprint(project: Path, engine: Path, known: Known | None = None) -> str:
    """Return a digest of all inputs of a site: content, data, code of the project and of the builder, versions.

    Parameters
    ----------
    known
        Cached digests of files, which is updated; unchanged files are not read again.

    Notes
    -----
    Cost: one pass over the bytes, some milliseconds; a tenth of it if all files are cached.
    """
    return fingerprints(project, engine, Known() if known is None else known)[0]


def fingerprints(project: Path, engine: Path, known: Known, left_out: tuple[str, ...] = ()) -> tuple[str, str]:
    """Return the :func:`fingerprint` of all inputs, and that of inputs whose names do not begin with ``left_out``."""
    every, some, top = hashlib.sha256(), hashlib.sha256(), str(project)
    for name, path in inputs_of(project, engine, known):
        entry = _entry(name, path, known, deep=path != top)
        every.update(entry)
        if not name.startswith(left_out):
            some.update(entry)
    installed = installed_versions()
    versions = json.dumps([(name, installed.get(name, "")) for name in PACKAGES])
    for digest in (every, some):
        digest.update(f"{platform.python_version()} {platform.system()}{versions}".encode())
    return every.hexdigest(), some.hexdigest()


def inputs_of(project: Path, engine: Path, known: Known) -> list[tuple[str, str]]:
    """Return the paths of a site's input files, and of folders of which only names count, each after its name."""
    builder = Path(__file__).resolve().parents[1]
    folders = {
        "content": project / "content",
        "static": project / "static",
        "templates": engine / "templates",
        "own templates": project / "templates",
        "own words": project / "words",
        "engine css": engine / "static" / "css" / "engine",
        "engine js": engine / "static" / "js" / "engine",
        "builder": builder,
    }
    inputs = [
        (name + entry.path[len(str(folder)) :].replace(os.sep, "/"), entry.path)
        for name, folder in folders.items()
        for entry in walk_entries(folder)
    ]
    locks = [engine / "package-lock.json", project / "package-lock.json"]
    inputs += [(path.name, str(path)) for path in [*locks, *data_files(project), *command_files(project)]]
    others = [*listed_files(project), *explorable_sources(project, known)]
    return [*inputs, *((path.relative_to(project).as_posix(), str(path)) for path in others)]


def installed_versions() -> dict[str, str]:
    """Return the version of each installed package by normalized name; the first one on the path, as imports find it.

    Only names of folders are read: to read metadata files takes longer than the rest of a build without changes.
    """
    found: dict[str, str] = {}
    for folder in sys.path:
        with suppress(OSError):
            for entry in sorted(os.listdir(folder or ".")):
                if package := INSTALLED.fullmatch(entry):
                    found.setdefault(re.sub(r"[-_.]+", "-", package["name"]).lower(), package["version"])
    return found


LISTED = re.compile(
    r"^[^\S\n]*+(?::::listing\{[^}\n]*\bfile=|(?:```+|~~~+)[\w-]+[ \t]+(?:title=|file=)?)"
    r"""(?:"([^"\n]+)"|([^\s"{}]+))""",
    re.MULTILINE,
)


def listed_files(project: Path) -> list[Path]:
    """Return the files that chapters include as listings or name in their titles; they may be missing."""
    names: set[str] = set()
    for path in walk_files(project / "content"):
        if path.suffix == ".md":
            text = path.read_text(encoding="utf-8", errors="replace")
            names |= {quoted or bare for quoted, bare in LISTED.findall(text)}
    return [file for name in sorted(names) if (file := _quoted(project, name)) is not None]


def _quoted(project: Path, name: str) -> Path | None:
    """Return the file that a listing names; None if it may not be quoted."""
    try:
        return find_file(project, project, name)
    except FileNotFoundError:
        file = Path(os.path.normpath(project / name))
        return file if file.is_relative_to(project) and "\0" not in name else None
    except RefusedFileError:
        return None


def command_files(project: Path) -> list[Path]:
    """Return the files that data commands read when they ran, except those in the manifest; see ``records``."""
    record = project / DATA / RECORD
    try:
        commands = json.loads(record.read_bytes())
        return [record, *(project / path for ran in commands.values() for path in ran["files"])]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return [record]


def data_files(project: Path) -> list[Path]:
    """Return the manifest, the files of its data sets and their inputs."""
    manifest = project / DATA / "manifest.json"
    try:
        sets = json.loads(manifest.read_bytes())["sets"].values()
        return [manifest, *(project / DATA / entry["file"] for entry in sets), *data_inputs(project)]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return [manifest]


def data_inputs(project: Path) -> list[Path]:
    """Return the inputs of the data sets in the manifest: files, and folders of which only names count."""
    try:
        content = json.loads((project / DATA / "manifest.json").read_bytes())
        return [project / given["path"] for given in content.get("inputs", ())]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return []


def _add(digest: hashlib._Hash, name: str, path: Path) -> None:
    """Add a file under a name to a digest; a missing file is added as missing."""
    try:
        content = path.read_bytes() if path.is_file() and path.stat().st_size <= LARGEST_FILE else b"missing"
    except (OSError, ValueError):
        content = b"missing"
    digest.update(os.fsencode(f"{name}\0{len(content)}\0"))
    digest.update(content)


def _entry(name: str, path: str, known: Known, deep: bool) -> bytes:
    """Return the name of an input with its digest, which is cached in ``known``.

    The digest of a folder is that of the names of its files.
    """
    try:
        status = os.stat(path)
        if stat.S_ISDIR(status.st_mode):
            content = digest_names(Path(path), deep)
        else:
            content = known.sha256_of(path) if status.st_size <= LARGEST_FILE else ""  # refused elsewhere
    except (OSError, ValueError):
        content = "missing"
    return os.fsencode(f"{name}\0{content}\0")
