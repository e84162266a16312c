"""Chapters that are not for readers yet: left out, or shown with a ribbon; words that lead to them are no links."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from site_builder.cache.results import Memo
from site_builder.cli import run
from site_builder.pipeline.build import build_files
from site_builder.pipeline.publish import build_site
from site_builder.preview.rebuild import Rebuilder
from tests.site_builder.conftest import SITES, Make

INDEX = """# Harbour

Water comes and goes: see [the *tides*](tides.md#day) and [again](tides.html). A ::concept[spring tide]{spring-tide}.
"""
SETTINGS = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
FILES = {"content/chapters/index.md": INDEX, "content/site.toml": f'url = "https://example.org"\n{SETTINGS}'}


@pytest.fixture
def project(make_project: Make) -> Path:
    """Return a project of a title page and a draft, to which it links."""
    project = make_project(files=dict(FILES))
    tides = project / "content" / "chapters" / "tides.md"
    tides.write_text(f"---\ndraft: true\ndate: 2026-11-22\n---\n{tides.read_text(encoding='utf-8')}", encoding="utf-8")
    return project


def test_a_draft_is_omitted_and_links_to_it_become_plain_text(project: Path, memo: Memo) -> None:
    result = build_files(project, memo, complete=False)
    assert "tides.html" not in result.files
    page = result.files["index.html"].decode()
    assert "see <span>the <em>tides</em></span> and <span>again</span>." in page
    assert "draft-ribbon" not in page
    drafts = [problem for problem in result.problems if problem.code == "link-draft"]
    assert [(problem.line, problem.column, problem.severity) for problem in drafts] == [
        (3, 41, "warning"),
        (3, 67, "warning"),
    ]
    assert "tides.md is a draft" in drafts[0].message


def test_with_drafts_they_are_pages_under_a_ribbon(project: Path, memo: Memo) -> None:
    result = build_files(project, memo, complete=False, with_drafts=True)
    page, home = (result.files[name].decode() for name in ("tides.html", "index.html"))
    assert result.problems == ()
    assert '<p class="draft-ribbon"' in page
    assert '<meta name="robots" content="noindex">' in page
    assert 'see <a href="tides.html#day">the <em>tides</em></a>' in home
    assert "draft-ribbon" not in home
    assert re.search(r'ledger-title">Tides <span class="ledger-draft">Draft', home)
    assert b"tides.html" not in result.files["sitemap.xml"]


def test_errors_of_a_draft_do_not_affect_the_site(project: Path, memo: Memo) -> None:
    tides = project / "content" / "chapters" / "tides.md"
    tides.write_text(tides.read_text(encoding="utf-8") + "\n:::insight\n", encoding="utf-8")
    assert not build_files(project, memo, complete=False).errors
    assert build_files(project, memo, complete=False, with_drafts=True).errors


def test_references_to_a_draft_are_reported(project: Path, memo: Memo) -> None:
    index = project / "content" / "chapters" / "index.md"
    index.write_text(INDEX + '\nAs ::ref{day} shows, <a href="tides.html">there</a>.\n', encoding="utf-8")
    errors = build_files(project, memo, complete=False).errors
    assert [error.message for error in errors] == [
        "'day' is in the draft tides.md, so it has no page",
        "'tides.html' is a draft, so it has no page",
    ]


def test_the_preview_shows_drafts_and_a_build_includes_them_on_request(project: Path) -> None:
    assert "tides.html" in Rebuilder(project, lambda _: None).build().files
    out = project / "build" / "site"
    for with_drafts in (False, True, False):
        built = build_site(project, out, with_drafts=with_drafts)
        assert not built.is_fresh
        assert (out / "tides.html").exists() == with_drafts
    assert build_site(project, out).is_fresh


def test_the_commands_have_an_option_for_drafts(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    codes: list[int] = []
    for options in ([], ["--drafts"]):
        run(["check", "--project", str(project), "--json", *options], codes.append)
        found = json.loads(capfd.readouterr().out)
        assert ("tides.html" in {page["path"] for page in found["pages"]}) == bool(options)
    assert codes == [0, 0]
