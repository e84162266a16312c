"""The frame around a page."""

from __future__ import annotations

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from tests.site_builder.conftest import Make


def test_sites_in_subfolders_are_linked_if_the_site_has_an_address(make_project: Make, memo: Memo) -> None:
    project = make_project()
    settings = project / "content/site.toml"
    settings.write_text('beside = { charts = "Sea charts" }\n' + settings.read_text("utf-8"), encoding="utf-8")
    link = '<a href="https://example.org/tides/charts/">Sea charts</a>'
    at_home = build_files(project, memo, complete=False)
    published = build_files(project, memo, complete=False, url="https://example.org/tides")
    assert not at_home.errors
    assert not published.errors
    assert link not in at_home.files["tides.html"].decode()
    assert link in published.files["tides.html"].decode()


def test_the_folder_of_such_a_site_is_a_plain_name(make_project: Make, memo: Memo) -> None:
    project = make_project()
    settings = project / "content/site.toml"
    settings.write_text('beside = { "../x" = "Sea charts" }\n' + settings.read_text("utf-8"), encoding="utf-8")
    (problem,) = build_files(project, memo, complete=False).errors
    assert (problem.path, problem.line, problem.code) == ("content/site.toml", 1, "config")
