"""The data command during the preview: pages appear as their data are computed, with notes on what they wait for."""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Queue

import pytest

from site_builder.cache.results import Memo
from site_builder.new_project import new_project
from site_builder.pipeline.build import build_files
from site_builder.preview.app import Shown
from site_builder.preview.rebuild import NICENESS, Rebuilder, changes, notice
from tests.site_builder.conftest import Make

# Publishes one data set after another, each once a file of its name is in the folder "let". The argument determines
# whether the manifest is written in between and lists what is missing.
COMMAND = """
import hashlib, importlib.util, json, os, sys, time
sys.modules |= {"numpy": None, "pandas": None}  # which PyArrow would import
from pathlib import Path
import pyarrow as pa
spec = importlib.util.spec_from_file_location("made", "data/cooling.py")
made = importlib.util.module_from_spec(spec)
spec.loader.exec_module(made)
how, sets = sys.argv[1], {}
folder, names = Path("build/data"), ("vessels", "assumptions", "cooling")
folder.mkdir(parents=True, exist_ok=True)
def publish():
    manifest = {"schema_version": 1, "inputs": [], "sets": sets}
    if how == "tells":
        manifest["missing"] = sorted({*names} - {*sets})
    Path("build/data/.new").write_text(json.dumps(manifest))
    Path("build/data/.new").replace("build/data/manifest.json")
if how == "tells":
    publish()
for name in names:
    let = Path("let", name)
    while not let.exists():
        time.sleep(0.02)
    Path("niceness").write_text(str(os.nice(0)))
    if let.read_text():
        sys.exit(let.read_text())
    rows = getattr(made, name)()
    table = pa.Table.from_pylist(rows if isinstance(rows, list) else [rows])
    file = folder / f"{name}.arrow"
    with pa.OSFile(str(file), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    sets[name] = {"file": file.name, "kind": "table", "rows": len(table), "sha256": sha256}
    if how != "at the end":
        publish()
publish()
"""
PAGES = ("index.html", "cooling.html")
AT_FIRST = ["2 of 2 data sets: vessels, assumptions.", "3 of 3 data sets: vessels, cooling, assumptions."]


def without_explorables(project: Path) -> None:
    """Take the explorables out of a project: they are evaluated behind the preview, and have news of their own."""
    shutil.rmtree(project / "content" / "explorables")
    chapter = project / "content" / "chapters" / "index.md"
    text = re.sub(r":::explore.*?\n:::\n|::set\[|\]\{figure=warm[^}]*\}", "", chapter.read_text(), flags=re.DOTALL)
    chapter.write_text(text)


class Author:
    """A project whose data come when they are let; ``build_at_news`` is what the preview shows then."""

    def __init__(self, project: Path, how: str) -> None:
        new_project(project)
        without_explorables(project)
        (project / "let").mkdir()
        (project / "data" / "slow.py").write_text(COMMAND)
        site = project / "content" / "site.toml"
        site.write_text(site.read_text().replace('data/cooling.py"', f"data/slow.py '{how}'\""))
        self.project, self.news = project, Queue[None]()
        self.builder = Rebuilder(project, lambda sentence: None)
        self.builder.data.patience = 0.0
        self.builder.on_news(lambda: self.news.put(None))

    def let(self, *names: str, fail: str = "") -> None:
        """Let sets be made, or the command fail in their place."""
        for name in names:
            (self.project / ".new").write_text(fail)
            (self.project / ".new").replace(self.project / "let" / name)

    def build_at_news(self) -> Shown:
        """Return what is shown after the next news of the data."""
        self.news.get(timeout=30)
        return self.builder.build()

    def edit(self, old: str, new: str) -> None:
        """Change the words of the first page."""
        chapter = self.project / "content" / "chapters" / "index.md"
        text = chapter.read_text()
        assert old in text
        chapter.write_text(text.replace(old, new))

    def missing(self) -> set[str]:
        """Wait for the manifest and return the missing data sets listed in it."""
        manifest = self.project / "build" / "data" / "manifest.json"
        while not manifest.exists():
            time.sleep(0.02)
        return set(json.loads(manifest.read_text())["missing"])


@pytest.fixture
def author(tmp_path: Path) -> Iterator[Callable[[str], Author]]:
    authors: list[Author] = []

    def make(how: str) -> Author:
        authors.append(Author(tmp_path / "essay", how))
        return authors[-1]

    yield make
    for made in authors:
        made.builder.data.stop()


def waits(built: Shown) -> list[str]:
    """Return the note of each page on what it waits for."""
    assert built.files
    told = (re.search(r'class="data-notice"[^>]*>([^<]*)', built.files[page].decode()) for page in PAGES)
    return [found[1].removeprefix("This page waits for ") if found else "" for found in told]


@pytest.mark.parametrize("how", ["tells", "knows nothing of it"])
def test_pages_are_filled_in_as_their_data_are_computed(author: Callable[[str], Author], how: str) -> None:
    writer = author(how)
    first = writer.builder.build()
    assert (waits(first), first.problems) == (AT_FIRST, ())
    page = first.files["index.html"].decode()
    assert '<figure class="figure waiting" id="cup">' in page
    assert "This figure waits for assumptions, vessels." in page
    assert ">…</data> minutes" in page
    writer.let("vessels")
    assert waits(writer.build_at_news()) == [
        "1 of 2 data sets: assumptions.",
        "2 of 3 data sets: cooling, assumptions.",
    ]
    writer.let("assumptions")
    part = writer.build_at_news()
    assert waits(part) == ["", "1 of 3 data sets: cooling."]
    assert 'data-widget="cup"' in part.files["index.html"].decode()
    writer.let("cooling")
    while any(waits(last := writer.build_at_news())):
        pass
    assert last.problems == ()
    assert "…</data>" not in "".join(last.files[page].decode() for page in PAGES)
    assert int((writer.project / "niceness").read_text()) == min(os.nice(0) + NICENESS, 19)
    assert writer.builder.data.wait(30)
    assert "pagefind/pagefind-entry.json" in writer.builder.build().files


def test_a_manifest_written_at_the_end_fills_all_pages_at_once(author: Callable[[str], Author]) -> None:
    writer = author("at the end")
    assert waits(writer.builder.build()) == AT_FIRST
    writer.let("vessels", "assumptions", "cooling")
    while (shown := waits(last := writer.build_at_news())) == AT_FIRST:
        pass
    assert (shown, last.problems) == (["", ""], ())


def test_after_a_failed_command_its_sets_remain_and_prose_is_updated(author: Callable[[str], Author]) -> None:
    writer = author("tells")
    writer.builder.build()
    writer.let("vessels", "assumptions")
    writer.let("cooling", fail="no water")
    assert writer.builder.data.wait(30)
    built = writer.builder.build()
    assert waits(built) == ["", "1 of 3 data sets: cooling."]
    assert [problem.code for problem in built.problems] == ["data-command"]
    assert "no water" in built.problems[0].message
    writer.edit("You pour a cup", "Somebody pours a cup")
    assert b"Somebody pours a cup" in writer.builder.build().files["index.html"]


def test_a_misspelt_set_is_reported_at_once_if_the_manifest_lists_missing_ones(
    author: Callable[[str], Author],
) -> None:
    writer = author("tells")
    writer.edit("value[assumptions.start]", "value[asumptions.start]")
    writer.builder.build()
    writer.missing()
    assert {problem.message for problem in writer.builder.build().problems} == {"unknown data set 'asumptions'"}


def test_the_next_run_resumes_an_interrupted_one(author: Callable[[str], Author]) -> None:
    writer = author("tells")
    writer.builder.build()
    writer.let("vessels")
    while writer.missing() != {"assumptions", "cooling"}:
        time.sleep(0.02)
    writer.builder.data.stop()
    assert not writer.builder.data.is_running
    errors = build_files(writer.project, Memo(), complete=False).errors
    assert [error.message for error in errors] == ["stale data: 2 data sets not computed yet: assumptions, cooling"]
    said: list[str] = []
    again = Rebuilder(writer.project, said.append)
    writer.let("assumptions", "cooling")
    again.build()
    assert said == ["2 data sets not computed yet: assumptions, cooling; running the data command"]
    assert again.data.wait(30)
    assert waits(again.build()) == ["", ""]


def test_numbers_that_a_figure_reads_out_wait_with_it(make_project: Make) -> None:
    """Nor is a list of data sets wrong that is not complete yet, nor a link to one that is still to come."""
    project = make_project("scrub-good")
    shutil.rmtree(project / "build")
    chapter = project / "content" / "chapters" / "index.md"
    chapter.write_text(f"{chapter.read_text()}\n[All](data/tides.csv)\n\n:::datasets{{sets=tides}}\n:::\n")
    result = build_files(project, Memo(), complete=False, is_unfinished=True)
    assert result.errors == ()
    assert "the water stands … metres high" in result.files["tides.html"].decode()
    assert not any(result.asked["tides.html"].values())


THERE, AWAITED = True, False


@pytest.mark.parametrize(
    ("asked", "listed", "expected"),
    [
        ({}, "ab", (False, False)),
        ({"page": {"a": AWAITED, "b": AWAITED}}, "", (False, False)),
        ({"page": {"a": AWAITED, "b": AWAITED}}, "a", (False, True)),
        ({"page": {"a": AWAITED, "b": AWAITED}}, "ab", (True, True)),
        ({"page": {"a": AWAITED}, "other": {"b": AWAITED}}, "b", (True, True)),
        ({"page": {"a": THERE}}, "a", (False, False)),
        ({"page": {"a": THERE}}, "b", (True, False)),  # it has been dropped: its sources have changed
        ({"page": {"kernel.wasm": THERE}}, "", (False, False)),  # the builder made it: it is on no list
        ({"page": {"kernel.wasm": THERE, "a": AWAITED}}, "a", (True, True)),
    ],
)
def test_a_build_is_urgent_if_a_page_becomes_complete_or_incomplete(
    asked: dict[str, dict[str, bool]], listed: str, expected: tuple[bool, bool]
) -> None:
    assert changes(asked, frozenset(listed), frozenset("ab")) == expected


@pytest.mark.parametrize(
    ("asked", "is_old", "sentence"),
    [
        ({}, True, ""),
        ({"a": THERE}, False, ""),
        ({"a": THERE}, True, "The numbers of this page are old: its data are being recomputed."),
        ({"a": THERE, "b": AWAITED}, True, "This page waits for 1 of 2 data sets: b."),
        (dict.fromkeys("abcde", AWAITED), False, "This page waits for 5 of 5 data sets: a, b, c, d and 1 other."),
        (dict.fromkeys("abcdef", AWAITED), False, "This page waits for 6 of 6 data sets: a, b, c, d and 2 others."),
    ],
)
def test_a_page_shows_what_it_waits_for(asked: dict[str, bool], is_old: bool, sentence: str) -> None:
    assert notice(asked, is_old) == sentence
