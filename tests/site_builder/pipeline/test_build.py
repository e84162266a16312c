"""Whole builds: the same bytes every time, with or without memory; all or nothing; pages that browsers accept."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import signal
import sys
from pathlib import Path

import html5lib
import pytest

from site_builder.cache.results import Memo, clear, stored_entries
from site_builder.drawing import directives
from site_builder.output import files as output
from site_builder.pipeline.build import build_files
from site_builder.pipeline.publish import build_site
from site_builder.pipeline.refresh import refresh_data
from site_builder.problems.problem import SiteError
from tests.site_builder.conftest import SITES, Make

GOOD = ["", "prose", "steps", "tools", "dialect", "downloads"]
COMMAND = """
import hashlib, json, pathlib, shutil
shutil.copytree("made", "build/data", dirs_exist_ok=True)
path = pathlib.Path("build/data/manifest.json")
digest = hashlib.sha256(pathlib.Path("tables.py").read_bytes()).hexdigest()
path.write_text(json.dumps({**json.loads(path.read_text()), "inputs": [{"path": "tables.py", "sha256": digest}]}))
with open("runs.txt", "a") as stream:
    stream.write("run\\n")
"""


def content_of(folder: Path) -> dict[str, bytes]:
    """Return every file of a site but the record."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != output.MARKER)
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)


@pytest.mark.parametrize("case", GOOD)
def test_pages_are_valid_and_refer_to_existing_files(case: str, make_project: Make, memo: Memo) -> None:
    """No inline style, handler or script, and nothing from another host: no page has a manifest, so none is let in."""
    result = build_files(make_project(case), memo)
    assert not result.errors
    for path, content in result.files.items():
        if not path.endswith(".html"):
            continue
        html = content.decode()
        html5lib.HTMLParser(strict=True, namespaceHTMLElements=False).parse(html)
        assert f'http-equiv="Content-Security-Policy" content="{POLICY}"' in html.replace("&#39;", "'")
        assert not re.search(r"<[^>]*\s(style|on[a-z]+)=", html)
        for script in re.findall(r"<script\b[^>]*>", html):
            assert "src=" in script or re.search(r'type="application/(ld\+)?json"', script)
        loaded = re.findall(r"<(?:link|script|img)\b[^>]*?\s(?:href|src)=\"([^\"]*)\"", html)
        kept = [address for address in loaded if "://" in address and not address.startswith("data:")]
        assert all(address.startswith("https://example.org/harbour") for address in kept)
        if path == "404.html":
            continue
        for address in re.findall(r'(?:href|src|data-module)="([^"#]+)', html):
            assert "://" in address or address in result.files, f"{path}: {address}"
        for text in re.findall(r'data-files="([^"]*)"', html):
            assert set(json.loads(text.replace("&#34;", '"')).values()) <= set(result.files)


def test_two_clean_builds_are_the_same_bytes(make_project: Make, tmp_path: Path) -> None:
    project = make_project("prose")
    build_site(project, tmp_path / "first")
    moved = tmp_path / "moved"
    shutil.copytree(project, moved)
    build_site(moved, tmp_path / "second")
    first, second = content_of(tmp_path / "first"), content_of(tmp_path / "second")
    assert list(first) == list(second)
    assert [path for path in first if first[path] != second[path]] == []
    assert (tmp_path / "first" / "tides.html").stat().st_size > 1000


EDITS = {
    "a word": ("content/chapters/tides.md", "highest water", "deepest water"),
    "a heading": ("content/chapters/tides.md", "## How the water rises", "## Why the water rises"),
    "an id": ("content/chapters/tides.md", "{#day ", "{#today "),
    "a title": ("content/chapters/index.md", "# Harbour", "# Haven"),
    "a concept": ("content/concepts/spring-tide.md", "The highest", "The largest"),
    "a chart": ("content/charts/water.py", "mark_line", "mark_point"),
    "a widget": ("static/js/harbour/widgets/boat.js", "6", "7"),
    "a caption": ("content/site.toml", "Drag the hour", "Move the hour"),
    "a constant": ("content/site.toml", "quays = 12", "quays = 13"),
    "a new character": ("content/chapters/tides.md", "water rises", "wåter rises"),
    "a widget's view": ("static/js/harbour/widgets/boat.js", " m${step}", " metres${step}"),
    "a work": ("content/references.toml", "Carla Coast", "Cora Cliff"),
}


def test_memory_changes_nothing(make_project: Make) -> None:
    """After each edit, a build that remembers gives the site of one that does not."""
    tides = (SITES / "_base" / "content" / "chapters" / "tides.md").read_text() + "\nAs told [@almanac].\n"
    project = make_project(files={"content/chapters/tides.md": tides})
    memo = Memo()
    before = build_files(project, memo, complete=False)
    for edit, (path, old, new) in EDITS.items():
        written = (project / path).read_text()
        assert old in written
        (project / path).write_text(written.replace(old, new))
        remembered = build_files(project, memo, complete=False)
        fresh = build_files(project, Memo(), complete=False)
        assert dict(remembered.files) == dict(fresh.files), edit
        assert remembered.problems == fresh.problems, edit
        if edit != "a constant":
            assert dict(remembered.files) != dict(before.files), edit
        before = remembered


def test_the_cache_survives_an_error(make_project: Make) -> None:
    project = make_project()
    memo = Memo()
    first = build_files(project, memo, complete=False)
    path = project / "content" / "chapters" / "tides.md"
    good = path.read_text()
    path.write_text(good + "\n:::insight\n")
    assert not build_files(project, memo, complete=False).files
    path.write_text(good)
    assert dict(build_files(project, memo, complete=False).files) == dict(first.files)


NOTED = '''
def noted(words: str) -> str:
    """Words, which are noted in a file."""
    with open("noted.txt", "a") as stream:
        stream.write(f"{words} ")
    return words
'''


def test_an_edit_renders_one_page_again(make_project: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project(files={"content/directives/noted.py": NOTED})
    monkeypatch.chdir(project)
    chapters = project / "content" / "chapters"
    for name in ("index", "tides"):
        path = chapters / f"{name}.md"
        path.write_text(f"{path.read_text()}\n::noted[{name}]\n")
    memo = Memo()
    build_files(project, memo, complete=False)
    path = chapters / "tides.md"
    path.write_text(path.read_text().replace("highest water", "deepest water"))
    build_files(project, memo, complete=False)
    build_files(project, memo, complete=False)
    assert (project / "noted.txt").read_text().split() == ["index", "tides", "tides"]


INTERRUPTED = '''
import os
import signal
import time
from pathlib import Path

BUILDER = Path(__file__).parents[3] / "builder"


def stop(words: str):
    """Return the words, or interrupt the builder."""
    if BUILDER.exists():
        os.kill(int(BUILDER.read_text()), signal.SIGINT)
        time.sleep(60)
    return words
'''


def test_errors_leave_the_old_site(make_project: Make, tmp_path: Path) -> None:
    project, out = make_project(), tmp_path / "site"
    build_site(project, out)
    before = content_of(out)
    for name in ("index.md", "tides.md"):
        path = project / "content" / "chapters" / name
        path.write_text(path.read_text() + "\n::concept[word]{nothing}\n")
    with pytest.raises(SiteError) as caught:
        build_site(project, out)
    assert {problem.path for problem in caught.value.problems} == {
        "content/chapters/index.md",
        "content/chapters/tides.md",
    }
    assert content_of(out) == before


def test_interruption_leaves_the_old_site(make_project: Make, tmp_path: Path) -> None:
    """A directive of the author is where the interruption comes."""
    chapter = (SITES / "_base" / "content" / "chapters" / "tides.md").read_text() + "\n::stop[here]\n"
    files = {"content/directives/stop.py": INTERRUPTED, "content/chapters/tides.md": chapter}
    project, out = make_project(files=files), tmp_path / "site"
    build_site(project, out)
    before = content_of(out)
    path = project / "content" / "chapters" / "tides.md"
    path.write_text(path.read_text() + "\nMore.\n")
    (tmp_path / "builder").write_text(str(os.getpid()))
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background ignores it
    try:
        with pytest.raises(KeyboardInterrupt):
            build_site(project, out)
    finally:
        signal.signal(signal.SIGINT, handler)
        directives.PROCESS.end()  # as when the command ends
    assert content_of(out) == before
    assert [entry.name for entry in tmp_path.iterdir() if entry.name.startswith(".site")] == []
    (tmp_path / "builder").unlink()
    assert not build_site(project, out).is_fresh
    assert content_of(out) != before


def test_nothing_to_do(make_project: Make, tmp_path: Path) -> None:
    unused = "---\nterm: ebb\nshort: The water leaves.\n---\n\nOnce in a while.\n"
    project, out = make_project(files={"content/concepts/ebb.md": unused}), tmp_path / "site"
    first = build_site(project, out)
    second = build_site(project, out)
    assert (first.is_fresh, second.is_fresh) == (False, True)
    assert second.problems == first.problems
    assert second.problems
    assert {**second.report, "seconds": 0, "fresh": 0} == {**first.report, "seconds": 0, "fresh": 0}


def test_a_site_that_lacks_a_file_is_built_again(make_project: Make, tmp_path: Path) -> None:
    project, out = make_project(), tmp_path / "site"
    build_site(project, out)
    before = content_of(out)
    (out / "tides.html").write_bytes(b"")
    assert not build_site(project, out).is_fresh
    assert content_of(out) == before
    (out / "tides.html").unlink()
    assert not build_site(project, out).is_fresh
    assert content_of(out) == before


def test_after_the_cache_was_cleared_everything_is_rebuilt(make_project: Make, tmp_path: Path) -> None:
    project, out = make_project(), tmp_path / "site"
    build_site(project, out)
    clear(project)
    assert stored_entries(project) == []
    assert not build_site(project, out).is_fresh
    assert build_site(project, out).is_fresh
    assert stored_entries(project)


@pytest.mark.parametrize(
    "path", ["content/chapters/tides.md", "static/js/harbour/widgets/boat.js", "build/data/tides.arrow"]
)
def test_every_input_counts(path: str, make_project: Make, tmp_path: Path) -> None:
    from site_builder.assets.packages import find_engine
    from site_builder.cache.fingerprint import fingerprint

    project = make_project()
    before = fingerprint(project, find_engine())
    (project / path).write_bytes((project / path).read_bytes() + b" ")
    assert fingerprint(project, find_engine()) != before


def with_command(make_project: Make) -> Path:
    """Return a project whose data are made by a command, and are not there yet."""
    site = (SITES / "_base" / "content" / "site.toml").read_text().replace("python -m tables", "python tables.py")
    project = make_project(files={"content/site.toml": site, "tables.py": COMMAND})
    shutil.move(project / "build" / "data", project / "made")
    return project


def test_data_command_runs_if_data_are_stale(make_project: Make, tmp_path: Path) -> None:
    project, out = with_command(make_project), tmp_path / "site"
    runs = project / "runs.txt"
    said: list[str] = []
    build_site(project, out, say=said.append)
    assert runs.read_text() == "run\n"
    assert said[0] == "there is no build/data/manifest.json; running 'python tables.py'"
    assert re.fullmatch(r"'python tables.py' took [\d.]+ s", said[1])
    (project / "content" / "chapters" / "index.md").write_text("# Haven\n\n::concept[Tide]{spring-tide}.\n")
    build_site(project, out, say=said.append)
    assert runs.read_text() == "run\n"
    assert len(said) == 2
    script = project / "tables.py"
    script.write_text(script.read_text() + "\n")
    build_site(project, out)
    assert runs.read_text() == "run\nrun\n"
    (project / "build" / "data" / "facts.arrow").unlink()
    build_site(project, out)
    assert runs.read_text() == "run\nrun\nrun\n"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("python -c 'raise SystemExit(3)'", "failed (exit 3)"),
        ("no-such-program", "failed (No such file or directory)"),
        ("python -c pass", "the data are stale after 'python -c pass' has run: there is no build/data/manifest.json"),
    ],
)
def test_data_command_that_fails(command: str, expected: str, make_project: Make) -> None:
    site = (SITES / "_base" / "content" / "site.toml").read_text().replace('"python -m tables"', json.dumps(command))
    project = make_project(files={"content/site.toml": site})
    shutil.rmtree(project / "build")
    with pytest.raises(SiteError) as caught:
        refresh_data(project)
    assert expected in str(caught.value)


def damage(project: Path, how: str) -> None:
    """Make the data of a project stale."""
    folder = project / "build" / "data"
    if how == "missing":
        shutil.rmtree(folder)
    elif how == "changed":
        (folder / "tides.arrow").write_bytes((folder / "tides.arrow").read_bytes() + b" ")
    elif how == "gone":
        (folder / "facts.arrow").unlink()
    elif how == "input":
        (project / "tables.py").write_text("changed")
    else:
        manifest = json.loads((folder / "manifest.json").read_text())
        manifest |= {"schema_version": 2} if how == "schema" else {"missing": ["moon"]}
        (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ("missing", "stale data: there is no build/data/manifest.json"),
        ("changed", "stale data: the file of data set 'tides' is not the one that its manifest describes"),
        ("gone", "stale data: the file of data set 'facts' is missing"),
        ("input", "stale data: tables.py has changed since the data were computed"),
        ("schema", "stale data: build/data/manifest.json has schema version 2, not 1"),
        ("unfinished", "stale data: 1 data set not computed yet: moon"),
    ],
)
def test_stale_data_are_one_problem(how: str, expected: str, make_project: Make, memo: Memo) -> None:
    project = make_project(files={"tables.py": "original"}, inputs=("tables.py",))
    damage(project, how)
    problems = build_files(project, memo, complete=False).errors
    assert [problem.message for problem in problems] == [expected]
    assert str(problems[0]).startswith("content/site.toml:9:12: ")


def test_report(make_project: Make, memo: Memo) -> None:
    result = build_files(make_project(), memo)
    assert [page["path"] for page in result.report["pages"]] == ["index.html", "tides.html", "glossary.html"]
    for page in result.report["pages"]:
        assert page["bytes"] == len(result.files[page["path"]])
        assert 0 < page["gzip_bytes"] < page["bytes"]
    assert result.report["bytes"] == sum(map(len, result.files.values()))
    assert result.report["files"] == len(result.files)


def test_python_runs_the_same_interpreter(make_project: Make) -> None:
    script = "import sys, pathlib; pathlib.Path('which.txt').write_text(sys.executable)"
    site = (SITES / "_base" / "content" / "site.toml").read_text()
    site = site.replace('"python -m tables"', json.dumps(f'python -c "{script}"'))
    project = make_project(files={"content/site.toml": site})
    shutil.rmtree(project / "build")
    with pytest.raises(SiteError):
        refresh_data(project)
    assert (project / "which.txt").read_text() == sys.executable


def test_assets_are_named_by_content(make_project: Make, memo: Memo) -> None:
    result = build_files(make_project("steps"), memo)
    name = next(path for path in result.files if path.startswith("data/soundings-"))
    assert hashlib.sha256(result.files[name]).hexdigest().startswith(name.split("-")[1].split(".")[0])
    assert "data/days.csv" in result.files
    assert result.files["data/days.csv"].splitlines()[:2] == [b"day,mean", b"0,0.0"]
    assert not any("vectors" in path for path in result.files)


def test_404_starts_at_the_root_of_the_host(make_project: Make, memo: Memo) -> None:
    page = build_files(make_project("tools"), memo).files["404.html"].decode()
    addresses = re.findall(r'(?:href|src)="([^"#]*)[^"]*"', page)
    inner = [address for address in addresses if address and "://" not in address and not address.startswith("data:")]
    assert inner
    assert all(address.startswith("/harbour/") for address in inner)


def test_project_without_data_or_glossary(tmp_path: Path, memo: Memo) -> None:
    chapters = tmp_path / "content" / "chapters"
    chapters.mkdir(parents=True)
    (tmp_path / "content" / "site.toml").write_text('title = "Bare"\nchapters = ["index.md"]\n')
    (chapters / "index.md").write_text("# Bare\n\nWords.\n")
    result = build_files(tmp_path, memo)
    assert result.problems == ()
    assert [path for path in result.files if path.endswith(".html")] == ["index.html"]


def test_file_that_is_not_utf8(make_project: Make, memo: Memo) -> None:
    project = make_project()
    for name in ("chapters/tides.md", "concepts/spring-tide.md", "references.toml"):
        (project / "content" / name).write_bytes("é".encode("latin-1"))
    problems = build_files(project, memo, complete=False).errors
    assert [problem.path for problem in problems if problem.code == "encoding"] == [
        "content/chapters/tides.md",
        "content/concepts/spring-tide.md",
        "content/references.toml",
    ]


def test_a_site_gets_its_address_from_an_option(make_project: Make) -> None:
    project = make_project("")
    out = project / "build" / "site"
    build_site(project, out)
    assert not (out / "sitemap.xml").exists()
    assert not build_site(project, out, "https://example.org/essay/").is_fresh
    assert "https://example.org/essay/" in (out / "sitemap.xml").read_text()
    assert (out / "404.html").exists()
    assert build_site(project, out, "https://example.org/essay/").is_fresh
    with pytest.raises(SiteError, match="--url 'example'"):
        build_site(project, out, "example")
    assert (out / "sitemap.xml").exists()


@pytest.mark.timeout(30)
def test_headings_stay_clear_of_the_ids_of_the_frame(make_project: Make, memo: Memo) -> None:
    project = make_project("")
    chapter = project / "content" / "chapters" / "tides.md"
    chapter.write_text(chapter.read_text() + "\n## Contents\n\n## Note one\n\n## Note one\n\n## Concept of a tide\n")
    result = build_files(project, memo, complete=False)
    assert not result.errors
    html = result.files["tides.html"].decode()
    for identifier in ("section-contents", "section-note-one", "section-note-one-2", "section-concept-of-a-tide"):
        assert f'id="{identifier}"' in html
