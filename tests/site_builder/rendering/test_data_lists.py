"""Lists of data sets: their files are published unchanged, with the descriptions of the manifest."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pyarrow as pa
import pytest

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.rendering.table_rules import parameters_of, size_of
from tests.site_builder.conftest import TABLES, Make


def data_file(project: Path, name: str) -> bytes:
    """Return a file of the project's data."""
    return (project / "build" / "data" / name).read_bytes()


def test_listed_sets_are_published_as_arrow_and_csv(make_project: Make, memo: Memo) -> None:
    project = make_project("downloads")
    files = build_files(project, memo, complete=False).files
    for name, columns in TABLES.items():
        assert files[f"data/{name}.arrow"] == data_file(project, f"{name}.arrow")
        assert pa.ipc.open_file(files[f"data/{name}.arrow"]).read_all().to_pydict() == columns
        head = files[f"data/{name}.csv"].decode().splitlines()[0]
        assert head == ",".join(columns)
    assets = [path for path in files if path.startswith("data/soundings")]
    assert [files[path] for path in assets] == [data_file(project, "soundings.arrow.gz")]
    assert not any("vectors" in path for path in files)


def test_sets_that_no_list_names_stay_unpublished(make_project: Make, memo: Memo) -> None:
    files = build_files(make_project(), memo, complete=False).files
    assert [path for path in files if path.startswith("data/")] == ["data/tides.csv"]


def test_the_page_shows_how_a_data_set_was_computed(make_project: Make, memo: Memo) -> None:
    project = make_project("downloads")
    path = project / "build" / "data" / "manifest.json"
    manifest = json.loads(path.read_bytes())
    manifest["sets"]["tides"] |= {
        "made_by": "tables/<tides>.py",
        "parameters": {"first_seed": 7, "ports": ["north", "south"]},
    }
    manifest["sets"]["tides"]["columns"][2] |= {"type": "double", "description": "Over the & ground."}
    path.write_text(json.dumps(manifest))
    page = build_files(project, memo, complete=False).files["tides.html"].decode()
    mine = page[page.index('id="data-tides"') : page.index('id="data-facts"')]
    for words in (
        "Made by tables/&lt;tides&gt;.py",
        "first seed: 7",
        "ports: north, south",
        "<dt>height <span>number, m</span></dt>",
        "<dd>Over the &amp; ground.</dd>",
        manifest["sets"]["tides"]["sha256"],
    ):
        assert words in mine


def test_one_field_finds_in_all_lists(make_project: Make, memo: Memo) -> None:
    page = build_files(make_project("downloads"), memo, complete=False).files["tides.html"].decode()
    assert page.count('class="dataset-filter"') == 1
    assert page.count('class="datasets"') == 2


def test_a_folded_list_shows_its_names(make_project: Make, memo: Memo) -> None:
    chapter = '# Tides\n\n:::datasets{sets="tides days" folded=yes}\n:::\n\n:::datasets{folded=no}\n:::\n'
    project = make_project("downloads", {"content/chapters/tides.md": chapter})
    page = build_files(project, memo, complete=False).files["tides.html"].decode()
    assert page.count('<details class="dataset-group" data-pagefind-ignore>') == 1
    folded = page[page.index('<details class="dataset-group" data-pagefind-ignore>') : page.index('id="data-facts"')]
    assert "<summary><b>2 data sets</b> <span>tides, days</span></summary>" in folded
    assert 'id="data-days"' in folded


def test_appendices_follow_tools_and_are_not_linked_on_the_home_page(make_project: Make, memo: Memo) -> None:
    files = build_files(make_project("tools"), memo, complete=False).files
    page = files["sources.html"].decode()
    contents = page[page.index('<ol class="ledger">') : page.index("</ol>")]
    places = [contents.index(f'href="{name}.html"') for name in ("tides", "calculator", "sources", "glossary")]
    assert places == sorted(places)
    home = files["index.html"].decode()
    doors = [line for line in home.splitlines() if 'class="door' in line and "href" in line]
    assert any("calculator.html" in door for door in doors)
    assert not any("sources.html" in door for door in doors)


def test_a_column_of_per_cent_has_no_other_unit_in_its_head(make_project: Make, memo: Memo) -> None:
    chapter = '# Tides\n\n:::table{data=tides columns="height:.1f height:.0%"}\n:::\n'
    page = build_files(make_project("downloads", {"content/chapters/tides.md": chapter}), memo, complete=False)
    text = page.files["tides.html"].decode()
    assert re.findall(r"<th [^>]*>(.*?)</th>", text) == ["Height (m)", "Height"]


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [
        (9, "0.0 kB"),
        (1_178, "1.2 kB"),
        (9_940, "9.9 kB"),
        (9_960, "10 kB"),
        (999_400, "999 kB"),
        (999_500, "1.0 MB"),
        (12_345_678, "12 MB"),
    ],
)
def test_sizes_have_two_digits(n_bytes: int, text: str) -> None:
    assert size_of(n_bytes) == text


def test_parameters_are_shown_as_text() -> None:
    assert list(parameters_of({"bin_width": 4, "hopes": [0.0, 0.5]})) == ["bin width: 4", "hopes: 0.0, 0.5"]
