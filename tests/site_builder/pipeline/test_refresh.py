"""The data commands: in which order they run, and which of them do."""

from __future__ import annotations

import contextlib
import datetime
import json
import sqlite3
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from site_builder.cache.results import Memo
from site_builder.data.manifest import read_manifest
from site_builder.data.tables import Tables
from site_builder.pipeline.build import build_files
from site_builder.pipeline.refresh import refresh_data
from site_builder.problems.problem import SiteError
from site_builder.settings.site_toml import Data, circle_among, in_order, read_settings

# Each notes in a log that it has run.
# PyArrow imports pandas where it is installed, which takes longer than all else that a script does.
SCRIPT = """import sys
sys.modules |= {"numpy": None, "pandas": None}
from pathlib import Path
from site_builder import publish
with Path("build/log.txt").open("a") as log:
    log.write(Path(__file__).stem + " ")
"""
LAKE = SCRIPT + "publish(lake={'depth': [int(Path('raw/depth.txt').read_text()) // 10]})\n"
RIVER = SCRIPT + "import pyarrow.feather as f\npublish(river=f.read_table('build/data/lake.arrow', memory_map=True))\n"
PORT = SCRIPT + "Path('build/port.svg').write_text('<svg/>')\npublish(port={'x': [1]})\n"
COMMANDS = """
[[data]]
command = ["python", "data/river.py"]
makes = ["river"]
inputs = ["lake"]

[[data]]
command = "python data/lake.py"
makes = ["lake"]

[[data]]
command = "python data/port.py"
makes = ["port", "build/port.svg"]
"""
SITE = 'title = "Water"\nchapters = ["index.md"]\n'


def make(project: Path, site: str, files: dict[str, str]) -> Path:
    for name, text in {"content/site.toml": SITE + site, "content/chapters/index.md": "# Water\n", **files}.items():
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(text)
    (project / "build").mkdir(exist_ok=True)
    return project


@pytest.fixture
def waters(tmp_path: Path) -> Path:
    scripts = {"data/river.py": RIVER, "data/lake.py": LAKE, "data/port.py": PORT}
    return make(tmp_path, COMMANDS, {**scripts, "raw/depth.txt": "100"})


def ran(project: Path) -> str:
    """Bring the data up to date, and return which scripts have run for it."""
    log = project / "build" / "log.txt"
    log.unlink(missing_ok=True)
    said: list[str] = []
    refresh_data(project, say=said.append)
    scripts = log.read_text().strip() if log.exists() else ""
    assert len(said) == 2 * len(scripts.split())
    return scripts


def edit(project: Path, name: str, text: str) -> None:
    (project / name).write_text(text)


def test_stale_commands_run_in_the_order_of_their_dependencies(waters: Path) -> None:
    assert ran(waters) == "lake river port"
    assert ran(waters) == ""
    for name, text, expected in (
        ("data/port.py", PORT + "#", "port"),
        ("raw/depth.txt", "101", "lake"),  # gives the same lake
        ("raw/depth.txt", "120", "lake river"),
        ("data/river.py", RIVER + "#", "river"),
    ):
        edit(waters, name, text)
        errors = build_files(waters, Memo(), complete=False).errors
        assert [(error.code, error.message) for error in errors] == [
            ("data-stale", f"stale data: {name} has changed since the data were computed")
        ]
        assert (name, ran(waters), ran(waters)) == (name, expected, "")
    (waters / "build" / "port.svg").unlink()
    assert (ran(waters), ran(waters)) == ("port", "")
    (waters / "build" / "data" / "river.arrow").write_bytes(b"")
    assert (ran(waters), ran(waters)) == ("river", "")


READERS = (
    SCRIPT
    + """import sqlite3, pyarrow.csv, pyarrow.parquet
rows = pyarrow.csv.read_csv("data/by_arrow.csv").num_rows
rows += pyarrow.parquet.ParquetFile("data/by_parquet").read().num_rows
with pyarrow.memory_map("data/mapped.bin") as mapped, sqlite3.connect("data/by_sqlite.db") as base:
    publish(all={"read": [rows + mapped.size() + len(base.execute("select * from t").fetchall())]})
"""
)


def test_files_that_python_does_not_open_itself_make_their_readers_run_again(tmp_path: Path) -> None:
    project = make(tmp_path, '[data]\ncommand = "python data/readers.py"\n', {"data/readers.py": READERS})

    def write(n_rows: int, *kinds: str) -> None:
        if "arrow" in kinds:
            edit(project, "data/by_arrow.csv", "a\n" + n_rows * "1\n")
        if "map" in kinds:
            edit(project, "data/mapped.bin", n_rows * "m")
        if "parquet" in kinds:
            parquet.write_table(pa.table({"a": [1] * n_rows}), project / "data" / "by_parquet")
        if "sqlite" in kinds:
            with contextlib.closing(sqlite3.connect(project / "data" / "by_sqlite.db")) as base, base:
                base.execute("create table if not exists t (a)")
                base.executemany("insert into t values (?)", [(1,)])

    write(1, "arrow", "parquet", "map", "sqlite")
    assert (ran(project), ran(project)) == ("readers", "")
    for n_read, kind in enumerate(("arrow", "parquet", "map", "sqlite"), start=5):
        write(2, kind)
        assert (kind, ran(project)) == (kind, "readers")
        assert Tables(read_manifest(project).sets).columns("all") == {"read": [n_read]}


PLAIN = """import pathlib
pathlib.Path("build/data/fit.csv").write_text("day,a\\n2026-11-22,{a}\\n")
with open("build/log.txt", "a") as log:
    log.write("fit ")
"""


def test_a_program_without_a_manifest_writes_tables_as_files(tmp_path: Path) -> None:
    """Beside a script that publishes; what it makes is entered under its name each time."""
    site = COMMANDS.replace("data/river.py", "data/fit.py").replace('["river"]', '["fit"]')
    scripts = {"data/fit.py": PLAIN.replace("{a}", "1"), "data/lake.py": LAKE, "data/port.py": PORT}
    project = make(tmp_path, site, {**scripts, "raw/depth.txt": "100"})
    assert (ran(project), ran(project)) == ("lake fit port", "")
    edit(project, "data/fit.py", PLAIN.replace("{a}", "2"))
    assert (ran(project), ran(project)) == ("fit", "")
    manifest = read_manifest(project)
    assert Tables(manifest.sets).columns("fit") == {"day": [datetime.date(2026, 11, 22)], "a": [2]}
    assert manifest.sets["fit"].made_by == "python data/fit.py"
    assert manifest.sets["lake"].made_by == "data/lake.py"


def test_a_command_that_failed_runs_again_though_nothing_has_changed(tmp_path: Path) -> None:
    failing = LAKE + "import os\nif not os.path.exists('build/water'):\n    raise ValueError('no water')\n"
    site = '[data]\ncommand = "python data/lake.py"\n'
    project = make(tmp_path, site, {"data/lake.py": failing, "raw/depth.txt": "1"})
    for _ in range(2):
        with pytest.raises(SiteError) as caught:
            refresh_data(project)
        assert str(caught.value.problems[0]).startswith(
            "data/lake.py:10:5: error[data-command]: ValueError: no water; the data"
        )
    edit(project, "build/water", "")
    assert (ran(project), ran(project)) == ("lake", "")


def test_a_command_whose_file_is_there_runs_again_after_it_failed(tmp_path: Path) -> None:
    lake, port = (
        'command = "python data/lake.py"\nmakes = ["lake"]',
        'command = "python data/port.py"\nmakes = ["port.svg"]',
    )
    site = f"[[data]]\n{lake}\n[[data]]\n{port}\n"
    script = "from pathlib import Path\nPath('port.svg').write_text('<svg/>')\nPath('build/water').read_text()\n"
    project = make(tmp_path, site, {"data/lake.py": LAKE, "raw/depth.txt": "1", "data/port.py": script})
    for _ in range(2):
        with pytest.raises(SiteError, match="FileNotFoundError"):
            refresh_data(project)
    edit(project, "build/water", "")
    said: list[str] = []
    refresh_data(project, say=said.append)
    assert said[0] == "'python data/port.py' failed; running 'python data/port.py'"


FORGETFUL = """import json, pathlib
folder = pathlib.Path("build/data")
folder.mkdir(exist_ok=True)
(folder / "manifest.json").write_text(json.dumps({"schema_version": 1, "sets": {}}))
with open("build/log.txt", "a") as log:
    log.write("make")
"""


def test_the_script_of_a_command_counts_though_its_manifest_forgets_it(tmp_path: Path) -> None:
    """Also if the command was run by hand: the files found by the first build count as read."""
    site = '[data]\ncommand = "python data/make.py"\ninputs = ["raw"]\n'
    project = make(tmp_path, site, {"data/make.py": FORGETFUL, "raw/depth.txt": "1"})
    assert (ran(project), ran(project)) == ("make", "")
    edit(project, "data/make.py", FORGETFUL + "#")
    assert (ran(project), ran(project)) == ("make", "")
    edit(project, "raw/depth.txt", "2")
    assert (ran(project), ran(project)) == ("make", "")
    (project / "build" / "data" / ".commands.json").unlink()
    assert ran(project) == ""
    edit(project, "data/make.py", FORGETFUL)
    assert (ran(project), ran(project)) == ("make", "")


@pytest.mark.parametrize(
    ("site", "files", "told"),
    [
        (
            '[data]\ncommand = "python data/a.py"\nmakes = ["lake", "sea"]\n',
            {"data/a.py": LAKE, "raw/depth.txt": "1"},
            "content/site.toml:5:19: error[data-makes]: ",
        ),
        (
            '[data]\ncommand = "python data/a.py"\ninputs = ["raw/*.txt"]\n',
            {"data/a.py": LAKE},
            "content/site.toml:5:12: error[data-input]: there is no file 'raw/*.txt', and no data command makes it",
        ),
        (
            '[data]\ncommand = "python data/a.py"\n',
            {"data/a.py": FORGETFUL.replace('"sets": {}', '"sets": {"a": {}}')},
            "build/data/manifest.json:1:32: error[data-manifest]: key 'sets.a.file' is missing",
        ),
    ],
)
def test_missing_outputs_of_a_command_are_reported(tmp_path: Path, site: str, files: dict[str, str], told: str) -> None:
    project = make(tmp_path, site, files)
    with pytest.raises(SiteError) as caught:
        refresh_data(project)
    assert str(caught.value.problems[0]).startswith(told)


A, B = '[[data]]\ncommand = "a"\n', '[[data]]\ncommand = "b"\n'


@pytest.mark.parametrize(
    ("site", "told"),
    [
        (
            f'{A}makes = ["x"]\ninputs = ["y"]\n{B}makes = ["y"]\ninputs = ["build/data/x.arrow"]\n',
            "6:1: error[data-order]: the data commands wait for each other in a circle: 'a' needs 'y', 'b' needs",
        ),
        (
            f'{A}makes = ["x"]\ninputs = ["x"]\n',
            "6:1: error[data-order]: the data commands wait for each other in a circle: 'a' needs 'x'",
        ),
        (f'{A}makes = ["x"]\n{B}makes = ["y", "x"]\n', "8:16: error[data-order]: 'x' is made by 'a' already"),
        (f'{A}makes = ["x"]\n{B}', "7:1: error[data-order]: "),
        (f'{A}[[data]]\ncommand = "b | c"\n', "6:12: error[config]: 'data.command': '|' "),
        (f"{A}[[data]]\nmake = 3\n", "6:1: error[config]: unknown key 'data.make'"),
    ],
)
def test_cyclic_commands_are_reported(tmp_path: Path, site: str, told: str) -> None:
    make(tmp_path, site, {})
    with pytest.raises(SiteError) as caught:
        refresh_data(tmp_path)
    found = [str(problem).split("\n")[0] for problem in caught.value.problems]
    assert any(line.startswith(f"content/site.toml:{told}") for line in found), found


def test_order_and_circles() -> None:
    def command(makes: str, needs: str) -> Data:
        return Data(command=makes, makes=[*makes], inputs=[*needs])

    chain = [command("c", "b"), command("a", ""), command("b", "a"), command("d", "ca")]
    assert (in_order(chain), circle_among(chain)) == ([1, 2, 0, 3], [])
    rings = [command("a", ""), command("e", "d"), command("b", "cd"), command("c", "ab"), command("d", "c")]
    assert in_order(rings) == [0]
    assert circle_among(rings) == [3, 2]


def test_one_command_without_a_list_is_read_as_ever(tmp_path: Path) -> None:
    project = make(tmp_path, '[data]\ncommand = "python -m tables"\n', {})
    settings = read_settings(project)
    assert [data.command for data in settings.config.data] == ["python -m tables"]
    assert json.loads(settings.config.model_dump_json())["data"][0]["makes"] == []
    assert str(settings.place("data", "0", "command", value=True)) == str(settings.place("data", "command", value=True))
