"""``publish`` as data scripts call it: what is written, what was read, and what several scripts leave of each other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from site_builder.data.manifest import read_manifest, read_unfinished
from site_builder.data.tables import Tables

ROOT = Path(__file__).parents[3]
# PyArrow imports pandas where it is installed, which takes longer than all else that a script does.
BEGIN = "import sys\nsys.modules |= {'numpy': None, 'pandas': None}\nfrom site_builder import publish\n"


def write(project: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)


def execute(project: Path, *words: str, works: bool = True) -> str:
    """Run a script in a project, and return its error output."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, *words], cwd=project, env=environment, capture_output=True, text=True)
    assert (done.returncode == 0) is works, done.stderr
    return done.stderr


def content_of(project: Path) -> dict[str, Any]:
    """Return the manifest of a project."""
    return json.loads((project / "build" / "data" / "manifest.json").read_text())  # type: ignore[no-any-return]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path, {"content/site.toml": ""})
    return tmp_path


def columns(project: Path) -> dict[str, dict[str, list[Any]]]:
    """Return all data of a project, which must be fresh."""
    manifest = read_manifest(project)
    assert manifest.stale == ""
    return {name: Tables(manifest.sets).columns(name) for name in manifest.sets}


def test_tables_are_written_with_units_and_words(project: Path) -> None:
    script = """publish(
    waits=[{"load": 80, "wait": 8.0}], day={"hour": [9], "wait": [1.5]},
    units={"wait": "minutes", "waits.load": "%"},
    descriptions={"waits": "How long one waits.", "day.hour": "On the clock."},
)
publish({"the-rest": {"one": [1]}})
"""
    write(project, {"data/run.py": BEGIN + script})
    execute(project, "data/run.py")
    assert columns(project) == {
        "waits": {"load": [80], "wait": [8.0]},
        "day": {"hour": [9], "wait": [1.5]},
        "the-rest": {"one": [1]},
    }
    sets = read_manifest(project).sets
    told = [(c.name, c.type, c.unit, c.description) for name in ("waits", "day") for c in sets[name].columns]
    assert told == [
        ("load", "int64", "%", ""),
        ("wait", "double", "minutes", ""),
        ("hour", "int64", "", "On the clock."),
        ("wait", "double", "minutes", ""),
    ]
    found = sets["waits"]
    assert (found.description, found.rows, found.made_by) == ("How long one waits.", 1, "data/run.py")
    first = {path.name: path.read_bytes() for path in (project / "build" / "data").iterdir()}
    execute(project, "data/run.py")
    assert {path.name: path.read_bytes() for path in (project / "build" / "data").iterdir()} == first


READERS = (
    BEGIN
    + """import mmap, sqlite3
from pathlib import Path
import pyarrow.csv, pyarrow.parquet
from helpers.curve import factor

pyarrow.csv.read_csv("data/by_arrow.csv")
pyarrow.parquet.ParquetFile("data/by_parquet.parquet").read()
with pyarrow.memory_map("data/mapped.bin") as mapped:
    mapped.read()
with sqlite3.connect("data/by_sqlite.db") as base:
    base.execute("select * from t").fetchall()
rate = float(Path("raw/rate.txt").read_text())
publish(waits={"wait": [rate * factor()]}, inputs=["raw/*.blob"])
"""
)
OTHERS = (
    BEGIN
    + """import sqlite3, pyarrow as pa, pyarrow.parquet
from pathlib import Path
pyarrow.parquet.write_table(pa.table({"a": [1]}), "data/by_parquet.parquet")
with sqlite3.connect("data/by_sqlite.db") as base:
    base.execute("create table t (a)")
"""
)


@pytest.fixture(scope="module")
def read_by_all(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project whose script has read files in all ways."""
    project = tmp_path_factory.mktemp("readers")
    files = {"data/by_arrow.csv": "a\n1\n", "data/mapped.bin": "1", "raw/rate.txt": "2", "raw/a.blob": "", "raw/b": ""}
    helper = {"helpers/__init__.py": "", "helpers/curve.py": "def factor():\n    return 3\n", "notes.md": ""}
    write(project, {"content/site.toml": "", "data/run.py": READERS, **files, **helper})
    execute(project, "-c", OTHERS)
    execute(project, "-c", "import sys, runpy; sys.path.insert(0, '.'); runpy.run_path('data/run.py')")
    assert content_of(project)["inputs"] == []  # a session leaves none
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{project}"}
    subprocess.run([sys.executable, "data/run.py"], cwd=project, env=environment, check=True)
    return project


def test_inputs_are_found(read_by_all: Path) -> None:
    assert [given["path"] for given in content_of(read_by_all)["inputs"]] == [
        "data",
        "data/by_arrow.csv",
        "data/by_parquet.parquet",
        "data/by_sqlite.db",
        "data/mapped.bin",
        "data/run.py",
        "helpers/__init__.py",
        "helpers/curve.py",
        "raw/a.blob",
        "raw/rate.txt",
    ]


@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("data/by_arrow.csv", "data/by_arrow.csv has changed since the data were computed"),
        ("data/by_parquet.parquet", "data/by_parquet.parquet has changed since the data were computed"),
        ("data/by_sqlite.db", "data/by_sqlite.db has changed since the data were computed"),
        ("data/mapped.bin", "data/mapped.bin has changed since the data were computed"),
        ("data/run.py", "data/run.py has changed since the data were computed"),
        ("helpers/curve.py", "helpers/curve.py has changed since the data were computed"),
        ("raw/rate.txt", "raw/rate.txt has changed since the data were computed"),
        ("raw/a.blob", "raw/a.blob has changed since the data were computed"),
        ("data/new.csv", "files of data were added or removed since the data were computed"),
        ("raw/b", ""),
        ("notes.md", ""),
        ("data/__pycache__/run.pyc", ""),
    ],
)
def test_data_are_stale_after_a_change_of_any_input(read_by_all: Path, file: str, told: str) -> None:
    path = read_by_all / file
    before = path.read_bytes() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_bytes((before or b"") + b"#")
    try:
        assert read_manifest(read_by_all).stale == told
    finally:
        path.unlink() if before is None else path.write_bytes(before)
    assert read_manifest(read_by_all).stale == ""


def test_scripts_keep_sets_of_others_and_drop_their_own_former_ones(project: Path) -> None:
    other = {"schema_version": 1, "generator": "make", "inputs": [], "sets": {}}
    write(
        project,
        {
            "build/data/manifest.json": json.dumps(other),
            "data/a.py": BEGIN + "publish(a={'x': [1]}, old={'x': [1]})\n",
            "data/b.py": BEGIN + "publish(b={'x': [2]})\n",
        },
    )
    for script in ("data/a.py", "data/b.py"):
        execute(project, script)
    assert list(columns(project)) == ["a", "old", "b"]
    assert content_of(project)["generator"] == "make"
    write(project, {"data/a.py": BEGIN + "publish(c={'x': [3]})\npublish(a={'x': [4]})\n"})
    changed = "data/a.py has changed since the data were computed"  # b need not run again
    assert read_manifest(project).reasons == {"a": changed, "old": changed, "b": ""}
    for script in ("data/a.py", "data/b.py"):
        execute(project, script)
    assert columns(project) == {"c": {"x": [3]}, "a": {"x": [4]}, "b": {"x": [2]}}
    assert not (project / "build" / "data" / "old.arrow").exists()
    (project / "data" / "a.py").unlink()
    execute(project, "data/b.py")
    assert columns(project) == {"b": {"x": [2]}}


def test_scripts_at_the_same_time_lose_nothing(project: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    running = []
    for number in range(4):
        lines = "".join(f"publish(s{number}_{each}={{'x': [{each}]}})\n" for each in range(5))
        write(project, {f"data/{number}/run.py": BEGIN + lines})
        running.append(subprocess.Popen([sys.executable, f"data/{number}/run.py"], cwd=project, env=environment))
    assert [process.wait(60) for process in running] == [0] * 4
    assert sorted(columns(project)) == sorted(f"s{number}_{each}" for number in range(4) for each in range(5))


def test_a_script_that_fails_between_its_sets_has_not_ended(project: Path) -> None:
    write(project, {"data/a.py": BEGIN + "publish(a={'x': [1]})\npublish(b={'x': [1]})\n"})
    execute(project, "data/a.py")
    write(project, {"data/a.py": BEGIN + "publish(a={'x': [2]})\nraise ValueError('no water')\n"})
    execute(project, "data/a.py", works=False)
    manifest = read_manifest(project)
    assert manifest.stale == "data/a.py did not finish"
    while_made = read_unfinished(project)
    assert (sorted(while_made.sets), set(while_made.missing), while_made.is_old) == (["a", "b"], {"b"}, True)


def test_a_file_that_changes_while_it_is_read_counts_as_changed(project: Path) -> None:
    script = "from pathlib import Path\nPath('raw.txt').read_text()\nimport os\nos.system('echo more >> raw.txt')\n"
    write(project, {"raw.txt": "1", "data/a.py": BEGIN + script + "publish(a={'x': [1]})\n"})
    execute(project, "data/a.py")
    assert read_manifest(project).stale == "raw.txt has changed since the data were computed"


def test_a_script_in_the_project_folder_has_its_neighbours_as_inputs_but_no_chapters(project: Path) -> None:
    write(
        project, {"make.py": BEGIN + "publish(a={'x': [1]})\n", "rate.csv": "1", "content/chapters/index.md": "# A\n"}
    )
    execute(project, "make.py")
    assert [given["path"] for given in content_of(project)["inputs"]] == [".", "make.py", "rate.csv"]
    write(project, {"content/chapters/new.md": "# B\n", "build/site/index.html": ""})
    assert read_manifest(project).stale == ""
    write(project, {"more.csv": "2"})
    assert (
        read_manifest(project).stale
        == "files of the project's own folder were added or removed since the data were computed"
    )


def test_output_of_a_script_is_not_its_input(project: Path) -> None:
    script = "publish(a={'x': [1]})\nopen('data/cache.txt', 'a').write('more')\nopen('data/cache.txt').read()\n"
    write(project, {"data/a.py": BEGIN + script})
    for _ in range(2):
        execute(project, "data/a.py")
        assert columns(project) == {"a": {"x": [1]}}
        assert [given["path"] for given in content_of(project)["inputs"]] == ["data", "data/a.py"]


CALLS = [
    ("publish([{'a': 1}])", "TypeError: publish() takes each table by its name: publish(waits=…), not list alone"),
    ("publish()", "ValueError: publish() has nothing to write; give it frames, publish(waits=frame)"),
    ("publish({'a b': {'x': [1]}})", "'a b' is not a name for a data set; take letters, digits and _, a letter"),
    ("publish(quoted={'x': [1]})", "'quoted' is not a name for a data set"),
    ("publish(a={'x': [1]}, units={'y': 'm'})", "a unit is given for 'y', which does not exist; choose one of:"),
    ("publish(a={'wait': [1]}, units={'wiat': ''})", "for 'wiat', which does not exist; write 'wait'"),
    ("publish(a={'x': [1]}, units={'x': 3})", "the unit or description of 'x' is of type int"),
    ("publish(a={'x': [1]}, inputs=['raw/*.csv'])", "inputs: there is no file 'raw/*.csv', seen from "),
]  # fmt: skip


def test_a_call_that_cannot_be_meant_is_an_error(project: Path) -> None:
    lines = [f"try:\n    {call}\nexcept Exception as error:\n    report(error)\n" for call, _ in CALLS]
    report = "import sys\ndef report(error):\n    print(f'{type(error).__name__}: {error}', file=sys.stderr)\n"
    write(project, {"data/a.py": f"{BEGIN}{report}{''.join(lines)}"})
    reported = execute(project, "data/a.py")
    assert [call for call, message in CALLS if message not in reported] == []
    assert content_of(project)["sets"] == {}


def test_outside_of_a_project_nothing_is_written(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": BEGIN + "publish(a={'x': [1]})\n"})
    assert "holds content/site.toml; run this inside a project" in execute(tmp_path, "a.py", works=False)


def test_to_import_the_builder_is_light() -> None:
    code = (
        "import sys, site_builder; assert not {'pyarrow', 'pandas', 'pydantic', 'click'} & set(sys.modules);"
        "import site_builder.pipeline.refresh;"  # a build does not watch which files are read: that costs time
        "assert not {name for name in sys.modules if name.endswith('.publishing.publish')};"
        "import site_builder.publishing.publish; assert site_builder.publishing.publish.TRACE"
    )
    execute(ROOT, "-c", code)
