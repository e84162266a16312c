"""The data folder: what is wrong with its manifest, and tables with dates, decimals and other kinds of values."""

from __future__ import annotations

import datetime
import gzip
import json
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyarrow import csv, parquet

from site_builder.cache.results import Known
from site_builder.data.manifest import read_manifest
from site_builder.data.tables import Tables
from site_builder.data.values import Numbers
from site_builder.problems.source import Mistake
from tests.site_builder.conftest import SITES, TIDES, Build, Make, entry, write_data

UTC = datetime.UTC
DAYS = [datetime.date(2026, 11, 21), datetime.date(2026, 11, 22)]
LOG = {
    "day": DAYS,
    "noon": [datetime.datetime(day.year, day.month, day.day, 12) for day in DAYS],
    "exact": pa.array([datetime.datetime(2026, 11, day, 12) for day in (21, 22)], pa.timestamp("ns")),
    "zoned": [datetime.datetime(2026, 11, day, 12, tzinfo=UTC) for day in (21, 22)],
    "tide": [datetime.time(6, 30), datetime.time(7, 15)],
    "fee": [Decimal("2.50"), Decimal("1234.75")],
    "lasted": [datetime.timedelta(hours=1, minutes=30), datetime.timedelta(days=-1, seconds=0.5)],
    "exactly": pa.array([90_000_000_000, 0], pa.duration("ns")),
    "quay": ["North quay", "South quay"],
    "share": [float("nan"), float("inf")],
}
SCRIPTED = {**LOG, "marks": [[1, 2], []], "buoy": [{"at": DAYS[0]}, None]}


def test_a_file_that_was_read_is_not_read_again_unless_it_has_changed(tmp_path: Path) -> None:
    write_data(tmp_path, others={"log": LOG})
    known = Known()
    assert read_manifest(tmp_path, known=known).stale == ""
    file = tmp_path / "build" / "data" / "log.arrow"
    known.files[str(file)] = (known.files[str(file)][0], "another number")
    assert "'log'" in read_manifest(tmp_path, known=known).stale
    file.touch()
    assert read_manifest(tmp_path, known=known).stale == ""


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Numbers:
    project = tmp_path_factory.mktemp("kinds")
    write_data(project, others={"log": LOG})
    return Numbers(Tables(read_manifest(project).sets), {}, {})


@pytest.mark.parametrize(
    ("query", "spec", "text"),
    [
        ("log.fee day=2026-11-22", "", "1,234.75"),
        ("log.fee day=2026-11-21", ".1f", "2.5"),
        ("log.fee noon=2026-11-21T12:00", "", "2.50"),
        ('log.fee noon="2026-11-21 12:00"', "", "2.50"),
        ("log.fee exact=2026-11-21T12:00", "", "2.50"),
        ("log.fee zoned=2026-11-21T12:00", "", "2.50"),
        ("log.fee zoned=2026-11-21T13:00+01:00", "", "2.50"),
        ("log.fee tide=06:30", "", "2.50"),
        ("log.fee lasted=1:30:00", "", "2.50"),
        ("log.fee lasted=1:30", "", "2.50"),
        ("log.fee lasted=5400", "", "2.50"),
        ("log.fee exactly=0:01:30", "", "2.50"),
        ("log.lasted fee=2.5", "", "1:30:00"),
        ("log.lasted fee=2.5", ",.0f", "5,400"),
        ("log.lasted day=2026-11-22", "", "-23:59:59.5"),
        ("log.exactly fee=2.5", "", "0:01:30"),
        ("log.day fee=2.5", "", "2026-11-21"),
        ("log.day fee=2.5", "%d %B", "21 November"),
        ("log.tide fee=2.5", "%H.%M", "06.30"),
    ],
)
def test_rows_are_chosen_by_dates_times_and_decimals(numbers: Numbers, query: str, spec: str, text: str) -> None:
    assert numbers.find(query, spec).text == text


@pytest.mark.parametrize(
    ("query", "message", "suggestion"),
    [
        ("log.fee day=yesterday", "'yesterday' is not a date, as the values of column 'day' are", "write one of its"),
        ("log.fee lasted=long", "'long' is not a duration, as the values of column 'lasted' are", "write one of its"),
        ("log.fee noon=12", "'12' is not a date with a time, as the values of column 'noon' are", "write one of its"),
        ("log.day fee=much", "'much' is not a number, as the values of column 'fee' are", "write one of its"),
        ("log.fee.day", "cannot read condition '.day'", "rename the column in the data"),
        ("log.fee day=2026-11-23", "no row of 'log' has day=2026-11-23", "write '2026-11-22'"),
        (
            "log.fee",
            "2 rows of 'log' match; a value needs exactly one",
            "add a condition: day=2026-11-21, day=2026-11-22",
        ),
        ("log.share day=2026-11-21", "the cell holds nan, not a number", ""),
        ("log.share day=2026-11-22", "the cell holds inf, not a number", ""),
    ],
)
def test_rows_and_cells_that_are_not_there(numbers: Numbers, query: str, message: str, suggestion: str) -> None:
    with pytest.raises(Mistake) as caught:
        numbers.find(query, "")
    assert caught.value.message == message
    assert caught.value.suggestion.startswith(suggestion)


def project_with_log(make_project: Make, columns: dict[str, Any], files: dict[str, str | None]) -> Path:
    """Return the base project whose widget and chart have a data set of other kinds of values."""
    site = (SITES / "_base" / "content" / "site.toml").read_text()
    site = site.replace('data = ["tides"]', 'data = ["tides", "log"]').replace("hour = 6", "hour = 6, day = 2026-11-22")
    project = make_project(files={"content/site.toml": site, **files})
    shutil.rmtree(project / "build")
    write_data(project, others={"log": columns})
    return project


VIEW = """export const view = (state, {log}) => `<p>${JSON.stringify([state.day, log]).replaceAll('"', "'")}</p>`;
export const mount = () => ({reset() {}});
"""
DRAW = """import altair as alt
def heights(frame, log):
    assert log["day"].dt.year.tolist() == [2026, 2026]
    return alt.Chart(log.drop(columns=["tide", "marks", "buoy"])).mark_bar().encode(x="day:T", y="lasted:Q")
"""


def test_scripts_get_dates_as_iso_text_and_decimals_as_numbers(make_project: Make, build: Build) -> None:
    files: dict[str, str | None] = {"static/js/harbour/widgets/boat.js": VIEW, "content/charts/water.py": DRAW}
    result = build(project_with_log(make_project, SCRIPTED, files))
    assert [str(problem) for problem in result.problems] == []
    page = result.files["tides.html"].decode()
    start = page.index("<p>[") + len("<p>")
    day, log = json.loads(page[start : page.index("</p>", start)].replace("'", '"'))
    shipped = json.loads(page.partition('data-set="log"')[2].partition(">")[2].partition("</script>")[0])
    assert day == "2026-11-22"
    assert log == shipped
    assert log == {
        "day": ["2026-11-21", "2026-11-22"],
        "noon": ["2026-11-21T12:00:00", "2026-11-22T12:00:00"],
        "exact": ["2026-11-21T12:00:00", "2026-11-22T12:00:00"],
        "zoned": ["2026-11-21T12:00:00+00:00", "2026-11-22T12:00:00+00:00"],
        "tide": ["06:30:00", "07:15:00"],
        "fee": [2.5, 1234.75],
        "lasted": [5400, -86399.5],
        "exactly": [90, 0],
        "quay": ["North quay", "South quay"],
        "share": [None, None],
        "marks": [[1, 2], []],
        "buoy": [{"at": "2026-11-21"}, None],
    }


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([b"\0"] * 2, "binary"),
        ([[b"\0"]] * 2, "list<item: binary>"),
    ],
)
def test_a_type_that_scripts_lack_is_reported_at_its_use(
    values: list[Any], kind: str, make_project: Make, build: Build
) -> None:
    draw = DRAW.replace('["tide", "marks", "buoy"]', '["tide", "gap"]')
    files: dict[str, str | None] = {"content/charts/water.py": draw}
    problems = build(project_with_log(make_project, {**LOG, "gap": values}, files)).errors
    message = f"column 'gap' of 'log' has the type {kind}, which JavaScript has no values for"
    assert [(problem.message, problem.line, problem.column) for problem in problems] == [(message, 22, 19)]


def manifest_of(project: Path) -> dict[str, Any]:
    """Return the manifest of a project."""
    return json.loads((project / "build" / "data" / "manifest.json").read_text())  # type: ignore[no-any-return]


def without(key: str) -> Callable[[dict[str, Any]], None]:
    """Return what takes a key from the entry of the tides."""
    return lambda manifest: manifest["sets"]["tides"].pop(key)


def with_value(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Return what gives a key of the entry of the tides another value."""
    return lambda manifest: manifest["sets"]["tides"].update({key: value})


@pytest.mark.parametrize(
    ("change", "under", "expected"),
    [
        (without("sha256"), '"tides"', "key 'sets.tides.sha256' is missing"),
        (without("file"), '"tides"', "key 'sets.tides.file' is missing"),
        (with_value("kind", "tabel"), '"kind"', "'sets.tides.kind': write 'table', 'asset' or 'test'"),
        (with_value("rows", "many"), '"rows"', "'sets.tides.rows': input should be a valid integer"),
        (
            with_value("columns", [{"unit": None}]),
            '"columns"',
            "key 'sets.tides.columns.0.name' is missing",
        ),
        (lambda manifest: manifest.update(sets=[]), '"sets"', "'sets': input should be a valid dictionary"),
        (lambda manifest: manifest.pop("schema_version"), "{", "key 'schema_version' is missing"),
        (lambda manifest: manifest.update(inputs=[{"path": "a"}]), '"inputs"', "key 'inputs.0.sha256' is missing"),
    ],
)
def test_a_malformed_manifest_is_reported_with_its_key(
    change: Callable[[dict[str, Any]], None], under: str, expected: str, make_project: Make, build: Build
) -> None:
    project = make_project()
    path = project / "build" / "data" / "manifest.json"
    manifest = manifest_of(project)
    change(manifest)
    path.write_text(json.dumps(manifest, indent=2))
    (problem,) = build(project).errors
    assert (problem.path, problem.code, problem.message) == ("build/data/manifest.json", "data-manifest", expected)
    assert path.read_text().split("\n")[problem.line - 1][problem.column - 1 :].startswith(under)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{", "build/data/manifest.json:1:2: error[data-manifest]: not JSON"),
        ("[]", "build/data/manifest.json:1:1: error[data-manifest]: 'the manifest'"),
    ],
)
def test_an_invalid_manifest_is_reported(text: str, expected: str, make_project: Make, build: Build) -> None:
    project = make_project()
    (project / "build" / "data" / "manifest.json").write_text(text)
    (problem,) = build(project).errors
    assert str(problem).startswith(expected)


def with_table(project: Path, name: str, content: bytes) -> None:
    """Let the tides of a project be another file."""
    file = project / "build" / "data" / name
    file.write_bytes(content)
    manifest = manifest_of(project)
    manifest["sets"]["tides"] = entry(file, "table")
    (project / "build" / "data" / "manifest.json").write_text(json.dumps(manifest, indent=2))


def bytes_in(form: str) -> bytes:
    """Return the tides and their days in a form."""
    table = pa.table({**TIDES, "day": DAYS * 4})
    sink = pa.BufferOutputStream()
    if form == "csv":
        csv.write_csv(table, sink)
    elif form == "parquet":
        parquet.write_table(table, sink)
    else:
        with pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


@pytest.mark.parametrize("form", ["csv", "csv.gz", "parquet", "arrows"])
def test_tables_are_read_in_other_forms(form: str, make_project: Make, build: Build) -> None:
    """They are offered for download as Arrow and CSV all the same, with their types."""
    words = "\n::value[tides.height hour=6 day=2026-11-22 port=Northhaven]\n\n:::datasets\n:::\n"
    chapter = (SITES / "_base" / "content" / "chapters" / "index.md").read_text()
    project = make_project(files={"content/chapters/index.md": chapter + words})
    content = bytes_in(form.removesuffix(".gz"))
    with_table(project, f"tides.{form}", gzip.compress(content) if form.endswith("gz") else content)
    result = build(project)
    assert [str(problem) for problem in result.problems] == []
    page = result.files["index.html"].decode()
    assert '<data class="value" value="4.0">4.0</data>' in page
    assert "<dt>day <span>date</span></dt>" in page
    assert 'download="tides.arrow"' in page
    assert result.files["data/tides.csv"].decode().startswith("port,hour,height,spring,day\nNorthhaven,0,1.25,False,20")
    assert pa.ipc.open_file(result.files["data/tides.arrow"]).schema.field("day").type == pa.date32()


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("tides.other", b"hour\n0\n6\n", "is no table that can be read"),
        ("tides.csv", b"", "is empty"),
        ("tides.parquet", b"PAR1 and so on PAR1", "cannot be read as parquet: "),
        ("tides.arrow", b"ARROW1 that breaks off", "is no table that can be read"),
    ],
)
def test_an_unreadable_table_is_reported(
    name: str, content: bytes, said: str, make_project: Make, build: Build
) -> None:
    project = make_project()
    with_table(project, name, content)
    (problem,) = build(project).errors
    assert problem.source.strip().startswith(f'"file": "{name}"')
    assert problem.message.startswith(f"{name}, the file of data set 'tides', {said}")
