"""Small projects that tests build: a base project, and files of a case laid over it."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pyarrow as pa
import pytest

from site_builder.cache.results import Memo, cache_folder
from site_builder.pipeline.build import build_files
from site_builder.pipeline.context import BuildResult

SITES = Path(__file__).parent.parent / "fixtures" / "sites"
HOURS = [0, 6, 12, 18]
TIDES = {
    "port": ["Northhaven"] * 4 + ["Southhaven"] * 4,
    "hour": HOURS * 2,
    "height": [1.25, 4.0, 1.5, 4.25, 0.5, 5.25, 0.75, 5.5],
    "spring": [False, True] * 4,
}
TABLES = {
    "tides": TIDES,
    "facts": {"highest": [5.5], "change": [-0.00000325], "waves": [1234567], "name": ["Oldquay"], "empty": [None]},
    "days": {"day": list(range(120)), "mean": [day / 7 for day in range(120)]},
}
UNITS = {"hour": "h", "height": "m"}


def write_data(project: Path, inputs: tuple[str, ...] = (), others: Mapping[str, Mapping[str, Any]] = {}) -> None:
    """Fill ``build/data`` as a data command would, with ``others`` besides the tables that all projects have."""
    folder = project / "build" / "data"
    folder.mkdir(parents=True)
    sets = {}
    for name, columns in {**TABLES, **others}.items():
        table = pa.table(columns)
        with pa.OSFile(str(folder / f"{name}.arrow"), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        described = [
            {"name": column, "type": "", "unit": UNITS.get(column, ""), "description": ""} for column in columns
        ]
        sets[name] = entry(folder / f"{name}.arrow", "table", columns=described, rows=table.num_rows)
    (folder / "soundings.arrow.gz").write_bytes(b"soundings")
    sets["soundings"] = entry(folder / "soundings.arrow.gz", "asset")
    (folder / "vectors.json").write_bytes(b"{}")
    sets["vectors"] = entry(folder / "vectors.json", "test")
    hashed = [{"path": path, "sha256": hashlib.sha256((project / path).read_bytes()).hexdigest()} for path in inputs]
    manifest = {"schema_version": 1, "generator": "python -m tables", "inputs": hashed, "sets": sets}
    (folder / "manifest.json").write_text(json.dumps(manifest))


def entry(path: Path, kind: str, **others: object) -> dict[str, object]:
    """Return a set's entry in the manifest."""
    content = path.read_bytes()
    found = {"file": path.name, "kind": kind, "description": f"Data about {path.name.partition('.')[0]}."}
    return {**found, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content), **others}


Make = Callable[..., Path]


@pytest.fixture
def make_project(tmp_path: Path) -> Make:
    """Return a function that makes the base project with files laid over it; a text of None removes a file."""

    def make(case: str = "", files: dict[str, str | None] | None = None, inputs: tuple[str, ...] = ()) -> Path:
        project = tmp_path / "project"
        shutil.copytree(SITES / "_base", project)
        if case:
            shutil.copytree(SITES / case, project, dirs_exist_ok=True)
        for path, text in (files or {}).items():
            target = project / path
            if text is None:
                target.unlink()
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        write_data(project, inputs)
        return project

    return make


@contextmanager
def calls_of(name: str) -> Iterator[list[dict[str, Any]]]:
    """Collect the arguments of each call of a Python function of this thread, which is called as usual."""
    calls: list[dict[str, Any]] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name == name:
            calls.append(dict(frame.f_locals))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def keep_apart(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let nothing be found in the user's cache but fonts, which take a second to cut, and the engine's bundles."""
    shared = [cache_folder() / name for name in ("fonts", "bundles")]
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    cache_folder().mkdir(parents=True)
    for entries in shared:
        entries.mkdir(parents=True, exist_ok=True)
        (cache_folder() / entries.name).symlink_to(entries.resolve())


@pytest.fixture(scope="session")
def memo() -> Memo:
    """Return the memo that all tests share: bundles and formulas are made once."""
    return Memo()


Build = Callable[[Path], BuildResult]


@pytest.fixture
def build(memo: Memo) -> Build:
    """Return a function that builds a project with the shared memo."""
    return lambda project: build_files(project, memo, complete=False)
