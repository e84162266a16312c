from pathlib import Path

import pytest

from site_builder.new_project import new_project
from site_builder.preview.app import Shown
from site_builder.preview.rebuild import Rebuilder
from tests.site_builder.preview.test_data_run import without_explorables

SCRIPT = Path("data/cooling.py")
CHAPTER = Path("content/chapters/cooling.md")


@pytest.fixture
def project(tmp_path):
    new_project(tmp_path / "essay")
    without_explorables(tmp_path / "essay")
    # PyArrow imports pandas where it is installed, which takes longer than all else that the script does.
    light = 'import sys\nsys.modules |= {"numpy": None, "pandas": None}\nfrom math import log2'
    edit(tmp_path / "essay" / SCRIPT, "from math import log2", light)
    return tmp_path / "essay"


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def settled(builder: Rebuilder) -> Shown:
    """Return the site as it is when the data command has ended."""
    builder.build()
    assert builder.data.wait(60)
    return builder.build()


def test_data_are_computed_if_missing_and_again_after_a_change_of_their_source(project):
    said: list[str] = []
    builder = Rebuilder(project, said.append)
    first = settled(builder)
    assert first.problems == ()
    assert b">42</data> for the mug" in first.files["cooling.html"]
    edit(project / SCRIPT, '"mug": 42.0', '"mug": 43.0')
    before = builder.build()
    assert b">42</data> for the mug" in before.files["cooling.html"]
    assert b"The numbers of this page are old" in before.files["cooling.html"]
    assert b'<span data-since="' in before.files["cooling.html"]
    after = settled(builder)
    assert b">43</data> for the mug" in after.files["cooling.html"]
    assert b"data-notice" not in after.files["cooling.html"]
    builder.build()
    assert [sentence.partition(";")[2] for sentence in said] == [" running the data command"] * 2


def test_a_data_command_that_failed_runs_again_only_after_an_edit(project):
    broken = "def main() -> None:\n    raise ValueError('no coffee')\n\n\ndef other() -> None:\n"
    edit(project / SCRIPT, "def main() -> None:\n", broken)
    said: list[str] = []
    builder = Rebuilder(project, said.append)
    for _ in range(3):
        built = settled(builder)
        assert built.problems[0].path == SCRIPT.as_posix()
        assert built.problems[0].source == "    raise ValueError('no coffee')"
        assert built.problems[0].message.startswith("ValueError: no coffee; the data command")
    assert len(said) == 1
    assert project / SCRIPT in set(builder.watched())
    edit(project / CHAPTER, "Hot coffee", "Very hot coffee")
    built = builder.build()
    assert [problem.code for problem in built.problems] == ["data-command"]
    assert b"Very hot coffee" in built.files["cooling.html"]
    assert b"This page waits for 3 of 3 data sets: " in built.files["cooling.html"]
    edit(project / SCRIPT, broken, "def main() -> None:\n")
    assert settled(builder).problems == ()


def test_after_a_failure_a_file_named_only_by_the_manifest_can_be_fixed(project):
    edit(project / SCRIPT, '"mug": 42.0', '"mug": float(open("raw/mug.txt").read())')
    (project / "raw").mkdir()
    raw = project / "raw" / "mug.txt"
    builder = Rebuilder(project, lambda sentence: None)
    for degrees in ("42", "hot", "44"):
        raw.write_text(degrees)
        built = settled(builder)
        assert raw in set(builder.watched()) or degrees == "hot"
        assert f">{degrees}</data> for the mug".encode() in built.files["cooling.html"] or degrees == "hot"
        assert [problem.path for problem in built.problems] == ([SCRIPT.as_posix()] if degrees == "hot" else [])


def test_search_is_indexed_once_and_reused_while_pages_change(project):
    builder = Rebuilder(project, lambda sentence: None)
    first = settled(builder)
    edit(project / CHAPTER, "Hot coffee", "Very hot coffee")
    second = builder.build()
    assert first.files["cooling.html"] != second.files["cooling.html"]
    assert first.files["pagefind/pagefind-entry.json"] == second.files["pagefind/pagefind-entry.json"]


def test_warnings_are_printed_once(project):
    edit(project / CHAPTER, "This ::concept[half-time]{half-time}", "This half-time")
    said: list[str] = []
    builder = Rebuilder(project, said.append)
    for _ in range(2):
        assert settled(builder).problems == ()
    assert len([sentence for sentence in said if "half-time" in sentence]) == 1


def test_a_fault_of_the_builder_is_shown_and_ends_nothing(project):
    def fail(sentence: str) -> None:
        raise ZeroDivisionError("a fault")

    builder = Rebuilder(project, fail)
    assert "ZeroDivisionError: a fault" in builder.build().problems[0].message
    builder.say = list[str]().append
    assert builder.build().problems == ()


def test_a_broken_site_toml_is_reported_and_still_watched(project):
    (project / "content" / "site.toml").write_text("title = ")
    builder = Rebuilder(project, lambda sentence: None)
    assert builder.build().problems[0].path == "content/site.toml"
    assert project / "content" in set(builder.watched())
